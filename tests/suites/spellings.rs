//! What people write who come from C, Rust, Python or Zig: each program of `tests/spellings` has one thing in the spelling of
//! another language, and gets exactly one diagnostic, which says what to write here.
//!
//! A file holds many programs: a line `=== name: part of the message` begins each.

use libtest_mimic::{Arguments, Failed, Trial};
use tests::{corpus, finish, lang_command};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in corpus::texts("spellings") {
        for (name, message, program) in cases(&corpus::read(&path)) {
            trials.push(Trial::test(name, move || check(&message, &program)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Name, part of the message, and text of each program.
fn cases(text: &str) -> Vec<(String, String, String)> {
    let mut cases: Vec<(String, String, String)> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("=== ") {
            let (name, message) = head.split_once(": ").unwrap_or((head, ""));
            cases.push((name.to_owned(), message.to_owned(), String::new()));
        } else if let Some((_, _, program)) = cases.last_mut() {
            program.push_str(line);
            program.push('\n');
        }
    }
    cases
}

fn check(message: &str, program: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("program.lang");
    std::fs::write(&path, program)?;
    let mut command = lang_command(folder.path());
    command.arg("check").arg("--message-format").arg("json").arg(&path);
    let stdout = String::from_utf8(finish(command)?.stdout)?;
    let found: Vec<serde_json::Value> = stdout.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let says = |text: &serde_json::Value| text.as_str().is_some_and(|text| text.contains(message));
    match &found[..] {
        [only] if says(&only["message"]) || only["help"].as_array().is_some_and(|help| help.iter().any(says)) => Ok(()),
        [only] => Err(format!("it does not say `{message}`: {only:#}").into()),
        several => Err(format!("{} diagnostics instead of one: {several:#?}\n{program}", several.len()).into()),
    }
}
