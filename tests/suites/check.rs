//! Every file of `tests/check`: the diagnostics of `lang check` must be exactly those that its comments announce.
//!
//! `#~ moved-value part of the message` expects a diagnostic of that kind and text on its own line; `#~^ …` on the line above,
//! one line further up for each `^`. A diagnostic that no comment announces fails the test too.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use tests::{corpus, finish, lang_command};

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Expected {
    line: usize,
    kind: String,
    message: String,
}

fn main() {
    let arguments = Arguments::from_args();
    let trials = corpus::files("check")
        .into_iter()
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            Trial::test(name, move || check(&path))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = corpus::read(path);
    let mut expected = expectations(&text);
    let cache = tempfile::tempdir()?;
    let mut command = lang_command(cache.path());
    command.arg("check").arg("--message-format").arg("json").arg(path);
    let output = finish(command)?;
    let stdout = String::from_utf8(output.stdout)?;
    let mut unexpected = Vec::new();
    let mut errors = 0;
    for line in stdout.lines() {
        let diagnostic: serde_json::Value = serde_json::from_str(line)?;
        errors += usize::from(diagnostic["severity"] == "error");
        let actual = Expected {
            line: diagnostic["range"]["start"]["line"].as_u64().ok_or("no line")? as usize,
            kind: diagnostic["name"].as_str().ok_or("no name")?.to_owned(),
            message: diagnostic["message"].as_str().ok_or("no message")?.to_owned(),
        };
        let found = expected.iter().position(|wanted| {
            wanted.line == actual.line && wanted.kind == actual.kind && actual.message.contains(&wanted.message)
        });
        match found {
            Some(index) => drop(expected.swap_remove(index)),
            None => unexpected.push(actual),
        }
    }
    let exit = output.status.code();
    if !expected.is_empty() || !unexpected.is_empty() {
        return Err(format!("not reported: {expected:#?}\nnot announced: {unexpected:#?}").into());
    }
    if exit != Some(i32::from(errors > 0)) {
        return Err(
            format!("{errors} errors, but exit code {exit:?}\n{}", String::from_utf8_lossy(&output.stderr)).into()
        );
    }
    Ok(())
}

fn expectations(text: &str) -> Vec<Expected> {
    let mut expected = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for announced in line.split("#~").skip(1) {
            let above = announced.chars().take_while(|&character| character == '^').count();
            let (kind, message) = announced[above..].trim().split_once(' ').unwrap_or((announced[above..].trim(), ""));
            expected.push(Expected {
                line: index + 1 - above,
                kind: kind.to_owned(),
                message: message.trim().to_owned(),
            });
        }
    }
    expected
}
