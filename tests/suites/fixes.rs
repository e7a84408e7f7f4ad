//! Every fix of every diagnostic over `tests/check` and `tests/spellings`: where it is applied, its problem is gone and no new error is
//! there. Fixes that are marked as guesses are left out: they may not be what is meant.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use tests::{corpus, finish, lang_command};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in corpus::files("check") {
        let text = corpus::read(&path);
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || apply_all(&text)));
    }
    for path in corpus::texts("spellings") {
        for part in corpus::read(&path).split("=== ").skip(1) {
            let (head, program) = part.split_once('\n').unwrap_or((part, ""));
            let name = format!("spelling_{}", head.split(':').next().unwrap_or(head));
            let program = program.to_owned();
            trials.push(Trial::test(name, move || apply_all(&program)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn apply_all(text: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let before = diagnostics(folder.path(), text)?;
    let counts = count(&before);
    for diagnostic in &before {
        let fix = &diagnostic["fix"];
        if fix.is_null() || fix["guess"] == true {
            continue;
        }
        let Some(new) = fix["text"].as_str() else {
            return Err(format!("a fix without a text: {diagnostic:#}").into());
        };
        let mut fixed = text.to_owned();
        // From the last place to the first.
        for range in fix["also"].as_array().into_iter().flatten().rev().chain([&fix["range"]]) {
            let offset = |end: &str| range[end]["offset"].as_u64().map(|offset| offset as usize);
            let (Some(start), Some(end)) = (offset("start"), offset("end")) else {
                return Err(format!("a fix without its place: {diagnostic:#}").into());
            };
            fixed.replace_range(start..end, new);
        }
        let after = count(&diagnostics(folder.path(), &fixed)?);
        let kind = kind(diagnostic);
        let number = |counts: &BTreeMap<_, usize>| counts.get(&kind).copied().unwrap_or(0);
        if number(&after) >= number(&counts) {
            return Err(format!("the fix does not mend it: {diagnostic:#}\n{fixed}").into());
        }
        for (kind, number) in &after {
            let is_error = kind.0.starts_with('E');
            if is_error && counts.get(kind).copied().unwrap_or(0) < *number {
                return Err(format!("the fix makes a new error {kind:?}: {diagnostic:#}\n{fixed}").into());
            }
        }
    }
    Ok(())
}

fn diagnostics(folder: &Path, text: &str) -> Result<Vec<Value>, Failed> {
    let path = folder.join("program.lang");
    std::fs::write(&path, text)?;
    let mut command = lang_command(folder);
    command.args(["check", "--hints", "--message-format", "json"]).arg(&path);
    let stdout = String::from_utf8(finish(command)?.stdout)?;
    Ok(stdout.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Code and message, which tell problems apart whatever line they move to.
fn kind(diagnostic: &Value) -> (String, String) {
    let text = |key: &str| diagnostic[key].as_str().unwrap_or_default().to_owned();
    (text("code"), text("message"))
}

fn count(diagnostics: &[Value]) -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in diagnostics {
        *counts.entry(kind(diagnostic)).or_insert(0) += 1;
    }
    counts
}
