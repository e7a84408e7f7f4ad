//! `lang build --lto`: programs optimised as a whole print what they printed before, C finds what it may name, and nothing is left
//! that nobody needs.

use std::path::Path;
use std::process::{Command, Output};

use tests::corpus::{self, Program};
use tests::{finish, for_each, has_llvm, lang_command};

/// So many programs of the corpus are built in both ways; `WHOLE=all` takes every one.
const SAMPLE: usize = 5;

/// The ways to ask for it.
const WAYS: [&str; 2] = ["--lto", "--lto=thin"];

fn built(folder: &Path, words: &[&str]) -> Output {
    let mut command = lang_command(folder);
    command.current_dir(folder).arg("build").args(words);
    finish(command).expect("it ends")
}

fn good(folder: &Path, words: &[&str]) -> String {
    let output = built(folder, words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "lang build {words:?}: {said}");
    said
}

fn ended(program: &Path) -> Output {
    finish(Command::new(program)).expect("it ends")
}

#[test]
fn programs_print_what_they_printed_before() {
    if !has_llvm() {
        return;
    }
    let mut programs: Vec<Program> = corpus::programs();
    programs.retain(|program| !program.name.starts_with("bench/"));
    tests::sample("WHOLE", &mut programs, SAMPLE);
    for_each(&programs, |program| {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let (folder, source) = (folder.path(), program.path.to_string_lossy());
        for way in WAYS {
            good(folder, &["--release", way, "--no-cache", &source, "-o", "program"]);
            program.assert_ended_as_expected(&ended(&folder.join("program")), way);
        }
    });
}

/// Functions of which each calls the one before, more than one unit has.
fn chain(count: usize) -> String {
    let mut text = String::from("fn work0(n: i64) -> i64 {\n  n + 1\n}\n");
    for number in 1..count {
        let before = number - 1;
        text += &format!(
            "fn work{number}(n: i64) -> i64 {{\n  work{before}(n) *% 3 + work{before}(n + 1) % {number}\n}}\n"
        );
    }
    text
}

#[test]
fn the_whole_is_one_unit_and_smaller() {
    if !has_llvm() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let folder = folder.path();
    let text = chain(14)
        + &(0..200)
            .map(|number| format!("fn one{number}(n: i64) -> i64 {{ n *% {number} + work3(n) }}\n"))
            .collect::<String>()
        + "fn main {\n  let mut sum = 0\n"
        + &(0..200).map(|number| format!("  sum = one{number}(sum % 1000) % 100000\n")).collect::<String>()
        + "  println(\"${sum + work13(1) % 1000}\")\n}\n";
    std::fs::write(folder.join("a.lang"), text).expect("there is room for a file");
    let plain = good(folder, &["--release", "--timings", "--no-cache", "a.lang", "-o", "plain"]);
    let whole = good(folder, &["--release", "--timings", "--no-cache", "--lto", "a.lang", "-o", "whole"]);
    let thin = good(folder, &["--release", "--timings", "--no-cache", "--lto=thin", "a.lang", "-o", "thin"]);
    // One of them is what the quick code generator makes.
    assert!(whole.contains("in 2 units"), "{whole}");
    let units = |said: &str| said.split("in ").find_map(|rest| rest.split(" units").next()?.parse::<u32>().ok());
    assert!(units(&plain) > Some(2) && units(&thin) == units(&plain), "{plain}\n{thin}");
    let printed = ["plain", "whole", "thin"].map(|name| ended(&folder.join(name)).stdout);
    assert!(!printed[0].is_empty() && printed[0] == printed[1] && printed[0] == printed[2], "{printed:?}");
    let size = |name: &str| std::fs::metadata(folder.join(name)).expect("it was built").len();
    assert!(size("whole") < size("plain"), "{} {}", size("whole"), size("plain"));
}

#[test]
fn c_finds_what_it_may_name() {
    if !has_llvm() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let folder = folder.path();
    let lang = "extern {\n  fn ask(n: i64) -> i64\n}\n\nextern fn twice(n: i64) -> i64 {\n  n * 2\n}\n\n\
                fn main {\n  println(\"${unsafe { ask(20) }}\")\n}\n";
    std::fs::write(folder.join("a.lang"), lang).expect("there is room for a file");
    let c = "long twice(long);\nlong ask(long n) { return twice(n) + 2; }\n";
    std::fs::write(folder.join("c.c"), c).expect("there is room for a file");
    for way in WAYS {
        good(folder, &["--release", way, "--no-cache", "--allow", "warnings", "a.lang", "c.c", "-o", "program"]);
        assert_eq!(ended(&folder.join("program")).stdout, b"42\n", "{way}");
    }
}

#[test]
fn it_is_for_an_optimiser() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let folder = folder.path();
    std::fs::write(folder.join("a.lang"), "fn main {}\n").expect("there is room for a file");
    for words in [&["--lto"][..], &["--lto=thin", "--backend", "cranelift", "--release"], &["--lto", "-O0"]] {
        let output = built(folder, &[words, &["a.lang"]].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains("--lto is for an optimiser"), "{words:?}: {said}");
    }
}
