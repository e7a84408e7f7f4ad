//! Programs so large that DWARF tells of them in several units: those that debuggers are asked about, with as many functions
//! more between `main` and what it calls as make it so. The answers are the same ones. Must not know how code is divided.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;

use super::{Debugger, Maker, ask_all, asked, build, verify};

/// More functions than a unit tells.
const FUNCTIONS: usize = 1100;

/// Asks about a program that has become large.
pub fn ask_of_large(debugger: Debugger, source: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (large, inserted) = enlarged(source, folder.path())?;
    let program = build(&large, folder.path(), Maker::Cranelift.options())?;
    // Of a constant whose type nothing before it names, gdb complains that it knows no length yet, and shows it all the same.
    verify(&large, Maker::Cranelift.options(), false)?;
    let units = units_of(&program, &large.with_extension(""))?;
    if units < 2 {
        return Err(format!("its functions are told in {units} unit").into());
    }
    let mut wanted = asked(&std::fs::read_to_string(&large)?, debugger);
    let all = wanted.lines.values_mut().chain(wanted.functions.values_mut()).flatten();
    for (_, answer) in all.filter(|(question, _)| ["bt", "step", "next"].contains(&question.as_str())) {
        let frames: Vec<String> = answer.split(", ").map(|frame| moved(frame, inserted)).collect();
        *answer = frames.join(", ");
    }
    ask_all(debugger, &large, &program, &[], wanted)
}

/// A frame where lines behind one have moved by one.
fn moved(frame: &str, inserted: usize) -> String {
    match frame.rsplit_once(':').and_then(|(name, line)| Some((name, line.parse::<usize>().ok()?))) {
        Some((name, line)) if line >= inserted => format!("{name}:{}", line + 1),
        Some(_) | None => frame.to_owned(),
    }
}

/// The program with functions more, each of which calls the next one: `main` calls them first, in a line of its own, whose
/// number comes, too.
fn enlarged(source: &Path, folder: &Path) -> Result<(PathBuf, usize), Failed> {
    let mut text = std::fs::read_to_string(source)?;
    let main = text.find("fn main").ok_or("a program without `main`")?;
    let body = main + text[main..].find('\n').ok_or("a `main` without a body")? + 1;
    let inserted = text[..body].lines().count() + 1;
    text.insert_str(body, "  let _ = more_0()\n");
    for number in 0..FUNCTIONS {
        text += &format!("\nfn more_{number} -> i64 {{ more_{}() + 1 }}", number + 1);
    }
    text += &format!("\nfn more_{FUNCTIONS} -> i64 {{ 0 }}\n");
    let large = folder.join(source.file_name().ok_or("a program without a name")?);
    std::fs::write(&large, text)?;
    Ok((large, inserted))
}

/// How many units tell of functions with code that stand in the namespace of a module.
fn units_of(program: &Path, module: &Path) -> Result<usize, Failed> {
    let module = module.file_name().ok_or("a module without a name")?.to_string_lossy().into_owned();
    let shown = Command::new("llvm-dwarfdump-22").arg("--debug-info").arg(program).output()?;
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let named = format!("DW_AT_name\t(\"{module}\")");
    Ok(shown.split("DW_TAG_compile_unit").skip(1).filter(|unit| unit.contains(&named)).count())
}
