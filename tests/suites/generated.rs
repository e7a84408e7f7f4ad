//! Generated programs, the same in C and in the language: both must print the same checksum, at every size.

use std::path::Path;
use std::process::Command;
use tests::{finish, lang_command, root};

fn output(command: Command, what: &str) -> String {
    let output = finish(command).expect("it ends");
    assert!(output.status.success(), "{what} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a number")
}

fn generate(language: &str, lines: u32, seed: u32, file: &Path) {
    let mut python = Command::new("python3");
    python.arg(root().join("tests/bench/gen_program.py")).args(["--lang", language]);
    python.args(["--lines", &lines.to_string(), "--seed", &seed.to_string(), "-o"]).arg(file);
    output(python, "the generator");
}

fn checksums_agree(lines: u32, seed: u32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    generate("c", lines, seed, &path("program.c"));
    generate("lang", lines, seed, &path("program.lang"));
    let mut cc = Command::new("cc");
    cc.args(["-w", "-O0", "-o"]).arg(path("in-c")).arg(path("program.c"));
    output(cc, "the C compiler");
    let mut lang = lang_command(folder.path());
    lang.args(["build", "--allow", "warnings"]).arg(path("program.lang")).arg("-o").arg(path("in-lang"));
    output(lang, "`lang build`");
    let expected = output(Command::new(path("in-c")), "the program in C");
    let actual = output(Command::new(path("in-lang")), "the program in the language");
    assert_eq!(actual, expected, "{lines} lines, seed {seed}");
}

#[test]
fn small_programs_print_the_checksum_of_c() {
    for seed in 1..=8 {
        checksums_agree(1000, seed);
    }
}

#[test]
fn ten_thousand_lines_print_the_checksum_of_c() {
    checksums_agree(10_000, 1);
}

#[test]
fn a_hundred_thousand_lines_print_the_checksum_of_c() {
    checksums_agree(100_000, 1);
}
