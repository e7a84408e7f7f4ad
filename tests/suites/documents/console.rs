//! What is typed at a terminal: lines that begin with `$ ` are run, and what stands below is what they print. `…` stands
//! for any text in a line, and alone for any lines.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Failed;
use tests::{finish, has_llvm, lang};

use crate::said;

/// Runs the commands of a block one after another, in a folder.
pub fn prints(folder: &Path, text: &str) -> Result<(), Failed> {
    for part in text.split_terminator("$ ").filter(|part| !part.is_empty()) {
        let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
        if command.contains("--release") && !has_llvm() {
            continue;
        }
        let output = run(folder, command)?;
        if !text_fits(expected, &output) {
            return Err(format!("`{command}` prints:\n{output}").into());
        }
    }
    Ok(())
}

fn run(folder: &Path, command: &str) -> Result<String, Failed> {
    let programs = lang().parent().unwrap_or(folder).to_path_buf();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("LANG_CACHE_DIR", folder.join("cache"))
        .env("NO_COLOR", "1");
    Ok(said(&finish(shell)?))
}

/// Whether a text is the expected one.
pub fn text_fits(expected: &str, text: &str) -> bool {
    fits(&expected.lines().collect::<Vec<_>>(), &text.lines().collect::<Vec<_>>())
}

fn fits(expected: &[&str], lines: &[&str]) -> bool {
    match (expected, lines) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..])),
        ([first, rest @ ..], [line, others @ ..]) => line_fits(first, line) && fits(rest, others),
        _ => false,
    }
}

fn line_fits(expected: &str, line: &str) -> bool {
    match expected.split_once('…') {
        None => expected.trim_end() == line.trim_end(),
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|behind| {
            let ends = behind.char_indices().map(|(at, _)| at).chain([behind.len()]);
            ends.into_iter().any(|at| line_fits(rest, &behind[at..]))
        }),
    }
}
