//! Wrong usage is told in one line and ends with 2; what needs no program works without one.

use crate::support::Folder;

#[test]
fn wrong_usage_ends_with_2() {
    let folder = Folder::new(&[("a.txt", ""), ("a.lang", "fn main() {}\n"), ("empty/x", "")]);
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["check", "--message-format", "xml", "a.lang"], "invalid value"),
        (&["check", "nowhere.lang"], "there is no file nowhere.lang"),
        (&["check", "a.txt"], "a.txt does not end in .lang"),
        (&["check", "empty"], "there is no lang.toml in empty"),
        (&["check"], "there is no lang.toml in this folder or above it"),
        (&["check", "--target", "pdp11", "a.lang"], "pdp11"),
        (&["check", "--deny", "everything", "a.lang"], "there is no warning `everything`"),
        (&["check", "--allow", "E0601", "a.lang"], "not-utf8 is an error"),
        (&["build", "a.lang", "b.o"], "there is no file b.o"),
        (&["build", "a.lang", "a.txt"], "only the first argument is a program"),
        (&["build", "--backend-for", "b=cranelift", "a.lang"], "there is no module `b`"),
        (&["explain", "E9999"], "there is no diagnostic `E9999`"),
        (&["new", "Upper"], "cannot be a package's name"),
        (&["abi", "--function", "nothing", "a.lang"], "there is no function `nothing`"),
    ];
    for (arguments, message) in cases {
        folder.lang(arguments).exit(2).says(message);
    }
    assert_eq!(folder.names(), ["a.lang", "a.txt", "empty"]);
}

#[test]
fn help_and_version_end_with_0() {
    let folder = Folder::new(&[]);
    folder.lang(&["--version"]).exit(0).prints("lang 0");
    folder.lang(&["--help"]).exit(0).prints("Exit codes: 0 no errors, 1 errors in the program, 2");
    for command in ["new", "check", "build", "run", "test", "debug", "fmt", "explain", "abi", "targets", "completions"]
    {
        folder.lang(&[command, "--help"]).exit(0).prints("Usage");
    }
}

#[test]
fn explanations() {
    let folder = Folder::new(&[]);
    folder.lang(&["explain", "E0601"]).exit(0).prints("error[E0601] not-utf8: a file is not UTF-8\n\nSource files");
    let by_code = folder.lang(&["explain", "e0601"]);
    assert_eq!(by_code, folder.lang(&["explain", "not-utf8"]));
    let list = folder.lang(&["explain"]);
    list.exit(0).prints("E0601  not-utf8");
    let codes: Vec<&str> = list.stdout.lines().map(|line| &line[..5]).collect();
    let names: Vec<&str> = list.stdout.lines().map(|line| line[7..].split(' ').next().unwrap_or("")).collect();
    for column in [codes, names] {
        let mut once = column.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), column.len(), "a code or name stands for two kinds");
    }
    for code in list.stdout.lines().map(|line| &line[..5]) {
        folder.lang(&["explain", code]).exit(0);
    }
}

#[test]
fn targets_and_completions() {
    let folder = Folder::new(&[]);
    folder.lang(&["targets"]).exit(0).prints("x86_64-linux-gnu");
    let list = folder.lang(&["targets", "--format", "json"]);
    let list: serde_json::Value = serde_json::from_str(&list.exit(0).stdout).expect("it is JSON");
    let aarch64 = list.as_array().and_then(|rows| rows.iter().find(|row| row["target"] == "aarch64-linux-gnu"));
    assert_eq!(aarch64.map(|row| &row["abi"]), Some(&true.into()));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        folder.lang(&["completions", shell]).exit(0).prints("message-format");
    }
}
