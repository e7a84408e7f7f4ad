//! `lang ir stats`: its witness counts lines of what `lang ir print` writes, and knows nothing else of modules. That it would
//! notice is shown by texts that lack a line of each kind.

use std::collections::BTreeMap;
use std::path::Path;

use tests::{finish, lang_command};

fn done(folder: &Path, words: &[&str]) -> String {
    let mut command = lang_command(folder);
    command.current_dir(folder).arg("ir").args(words);
    let output = finish(command).expect("it ends");
    assert!(output.status.success(), "lang ir {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

/// What ends blocks is no instruction.
const ENDS: [&str; 7] = ["return", "return_slot", "jump", "branch", "switch", "unreachable", "panic"];

/// Which of the counts a line of the text adds one to.
fn kind(line: &str) -> Option<&'static str> {
    let Some(inside) = line.strip_prefix("  ") else {
        return match line.split([' ', ':', '(']).next()? {
            "function" => Some("functions"),
            "global" => Some("globals"),
            "metadata" => Some("nodes of metadata"),
            block => {
                let number = block.strip_prefix('b').filter(|_| line.contains(':'))?;
                number.parse::<u32>().ok().map(|_| "blocks")
            }
        };
    };
    match inside.split(' ').next()? {
        "site" => Some("sites"),
        "slot" | "scope" | "variable" | "attribute" => None,
        word if ENDS.contains(&word) => None,
        _ => Some("instructions"),
    }
}

fn counted(text: &str) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for what in ["functions", "blocks", "instructions", "sites", "globals", "nodes of metadata"] {
        counts.insert(what, text.lines().filter(|line| kind(line) == Some(what)).count());
    }
    counts
}

fn told(stats: &str) -> BTreeMap<&str, usize> {
    let rows = stats.lines().skip(1).filter_map(|row| row.trim().split_once(' '));
    rows.map(|(number, what)| (what, number.parse().expect("it is a number"))).collect()
}

#[test]
fn what_is_counted_is_in_the_text() {
    for name in ["hello", "enum_owners", "closure_captures"] {
        let path = tests::root().join(format!("tests/run/{name}.lang"));
        let folder = tempfile::tempdir().expect("there is room for a folder");
        done(folder.path(), &["from", "-g", &path.to_string_lossy(), "-o", "a.mirb"]);
        let text = done(folder.path(), &["print", "a.mirb"]);
        let stats = done(folder.path(), &["stats", "a.mirb"]);
        let told = told(&stats);
        for (what, count) in counted(&text) {
            assert_eq!(told.get(what), Some(&count), "{name}: {what}");
            // Without one line of the kind, the witness no longer agrees.
            let Some(at) = text.lines().position(|line| kind(line) == Some(what)) else { continue };
            let less: Vec<&str> = text.lines().take(at).chain(text.lines().skip(at + 1)).collect();
            assert_ne!(told.get(what), counted(&less.join("\n")).get(what), "{name}: {what}");
        }
    }
}
