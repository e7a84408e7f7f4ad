//! Programs of `tests/debug` in C++ by clang, line for line: debuggers must answer there what they answer of the language's, so
//! that no answer is one that only we expect. Owns what is left out: lines that say why (`// no twin`).

use std::path::Path;
use std::process::Command;

use libtest_mimic::Failed;

use super::{Debugger, ask_all, asked};

/// The mark of a line whose questions have no sense in C++.
const NO_TWIN: &str = "// no twin";

/// What a failed check calls in C++.
const FAILURE: &str = "abort";

/// Asks a debugger about the twin of a program.
pub fn ask(debugger: Debugger, source: &Path, twin: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    // Debuggers know it by the program's name.
    let copy = folder.path().join(source.file_name().ok_or("a file")?);
    std::fs::copy(twin, &copy)?;
    let program = folder.path().join("built");
    let mut compiler = Command::new("clang-22");
    compiler.args(["-x", "c++", "-g", "-O0", "-Wno-everything"]).arg(&copy).arg("-o").arg(&program);
    let output = compiler.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let mut asked = asked(&std::fs::read_to_string(source)?, debugger);
    let all = asked.lines.len();
    for (number, line) in (1..).zip(std::fs::read_to_string(twin)?.lines()) {
        if line.contains(NO_TWIN) {
            asked.lines.remove(&number);
        }
    }
    // What lldb says of types without looking inside is of our types.
    for questions in asked.lines.values_mut() {
        questions.retain(|(question, _)| !question.starts_with("summary "));
    }
    if asked.lines.len() * 2 < all {
        return Err("hardly anything is asked".into());
    }
    asked.functions = asked.functions.into_values().map(|questions| (FAILURE.to_owned(), questions)).collect();
    ask_all(debugger, source, &program, &[], asked)
}
