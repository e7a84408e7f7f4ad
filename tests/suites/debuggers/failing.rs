//! Where programs fail, as debuggers see it: of every program of the corpus that ends with a failed check, the innermost frame
//! with a line of its file must be the one that the program itself has printed. The program is the witness, which takes its
//! line from another table. Must not know how checks fail.

use std::process::Command;

use libtest_mimic::Failed;
use tests::corpus::{self, Program};

use super::{Debugger, build};

/// How a program is built.
const BUILDS: [&[&str]; 3] = [&[], &["--backend", "llvm"], &["--release", "-g"]];

/// A program stops with the right line in each build.
pub fn found(debugger: Debugger) -> Result<(), Failed> {
    let mut programs: Vec<(Program, String)> = corpus::programs().into_iter().filter_map(failing).collect();
    let known = programs.len();
    let seed =
        std::env::var("FAILING_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| fastrand::u64(..));
    let wanted = std::env::var("FAILING").ok().and_then(|count| count.parse().ok()).unwrap_or(8);
    fastrand::Rng::with_seed(seed).shuffle(&mut programs);
    programs.truncate(wanted);
    let mut wrong = Vec::new();
    for (program, place) in &programs {
        for options in BUILDS {
            let folder = tempfile::tempdir()?;
            let built = build(&program.path, folder.path(), options)?;
            let said = stopped(debugger, &built)?;
            let file = place.rsplit_once(':').map_or("", |(file, _)| file);
            // The first frame in the program's file.
            let frame = said.lines().find(|line| is_frame(line) && line.contains(&format!("{file}:")));
            if !frame.is_some_and(|frame| frame.ends_with(place) || frame.contains(&format!("{place}:"))) {
                wrong.push(format!("{} {}: not at {place}:\n{said}", program.name, options.join(" ")));
            }
        }
    }
    println!("{} of {known} failing programs stopped in {} (FAILING_SEED={seed})", programs.len(), debugger.name());
    if known < 25 {
        return Err(format!("only {known} programs of the corpus fail").into());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// A program of one file that ends with a failed check, and the file and line that it prints.
fn failing(program: Program) -> Option<(Program, String)> {
    if program.exit != 101 || !program.path.is_file() {
        return None;
    }
    let file = program.path.file_name()?.to_string_lossy().into_owned();
    let place = program.stderr.iter().find_map(|line| {
        let (number, _) = line.strip_prefix(&file)?.strip_prefix(':')?.split_once(':')?;
        number.parse::<u32>().ok().map(|number| format!("{file}:{number}"))
    })?;
    Some((program, place))
}

/// What a debugger says of the callers when a check has failed.
fn stopped(debugger: Debugger, program: &std::path::Path) -> Result<String, Failed> {
    const END: &str = "std.runtime.end_failed";
    let mut command = match debugger {
        Debugger::Gdb | Debugger::GdbOfAarch64 => {
            let mut command = Command::new("gdb");
            command.args(["-nx", "-q", "-batch", "-ex", &format!("break {END}"), "-ex", "run", "-ex", "bt"]);
            command
        }
        Debugger::Lldb => {
            let mut command = Command::new("lldb-22");
            command.args(["-x", "-b", "-o", &format!("breakpoint set --name {END}"), "-o", "run", "-o", "bt"]);
            command
        }
    };
    let output = command.arg(program).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a line tells of a frame.
fn is_frame(line: &str) -> bool {
    line.starts_with('#') || line.contains("frame #")
}
