//! Every file of `tests/check`: the diagnostics of `lang check` must be exactly those that its comments announce.
//! How they are written says `tests::announced`.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use tests::announced::{Announced, compare};
use tests::{corpus, finish, lang_command};

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
    let cache = tempfile::tempdir()?;
    let mut command = lang_command(cache.path());
    command.arg("check").arg("--message-format").arg("json").arg(path);
    let output = finish(command)?;
    let stdout = String::from_utf8(output.stdout)?;
    let mut found = Vec::new();
    let mut errors = 0;
    for line in stdout.lines() {
        let diagnostic: serde_json::Value = serde_json::from_str(line)?;
        errors += usize::from(diagnostic["severity"] == "error");
        found.push(Announced {
            line: diagnostic["range"]["start"]["line"].as_u64().ok_or("no line")? as usize,
            kind: diagnostic["name"].as_str().ok_or("no name")?.to_owned(),
            message: diagnostic["message"].as_str().ok_or("no message")?.to_owned(),
        });
    }
    compare(&text, found)?;
    let exit = output.status.code();
    if exit != Some(i32::from(errors > 0)) {
        return Err(
            format!("{errors} errors, but exit code {exit:?}\n{}", String::from_utf8_lossy(&output.stderr)).into()
        );
    }
    Ok(())
}
