//! Bad input: prefixes of every file, random mutations, absurd nesting. Nothing may panic, hang or lose text.
//!
//! `ROBUSTNESS_SEED` and `ROBUSTNESS_ROUNDS` choose other mutations and more of them.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use tests::session::{Session, instantiate, mutate, pieces, silent_poison};
use tests::{corpus, finish, lang_command};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn all_files() -> Vec<PathBuf> {
    let mut files = corpus::files("run");
    files.extend(corpus::files("check"));
    files
}

#[test]
fn every_prefix_of_every_file_parses() {
    for path in all_files() {
        let text = corpus::read(&path);
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let prefix = &text[..end];
            let parse = syntax::parse(prefix);
            assert_eq!(pieces(&parse).concat(), prefix, "{} cut at {end} loses text", path.display());
        }
    }
}

#[test]
fn mutated_programs_are_checked_and_compiled_without_panic() {
    let (seed, rounds) = (setting("ROBUSTNESS_SEED", 1), setting("ROBUSTNESS_ROUNDS", 50));
    println!("seed {seed}, {rounds} rounds");
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut checked, mut compiled) = (0, 0);
    for path in all_files() {
        let mut session = Session::open(&path);
        let original = session.text();
        for round in 0..rounds {
            let text = mutate(&original, &mut random);
            session.edit(&text);
            let start = Instant::now();
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| session.diagnostics()));
            assert!(result.is_ok(), "{} panics in round {round} of seed {seed}:\n{text}", path.display());
            // Far more than any needs, since machines that are shared stand still at times.
            assert!(
                start.elapsed().as_secs() < 60,
                "{} hangs in round {round} of seed {seed}:\n{text}",
                path.display()
            );
            checked += 1;
            if session.is_correct() {
                let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| instantiate(&session)));
                let verified = matches!(result, Ok(Ok(())));
                assert!(
                    verified,
                    "{} gives bad MIR in round {round} of seed {seed}: {result:?}\n{text}",
                    path.display()
                );
                let poison = silent_poison(&session);
                assert!(
                    poison.is_empty(),
                    "{} has poison without an error in round {round} of seed {seed}: {poison:?}\n{text}",
                    path.display()
                );
                compiled += 1;
            }
        }
    }
    println!("{checked} mutated programs, {compiled} of them still correct and compiled to verified MIR");
}

/// `count` times `open`, then `middle`, then `count` times `close`.
fn nested(count: usize, open: &str, middle: &str, close: &str) -> String {
    [&open.repeat(count), middle, &close.repeat(count)].concat()
}

#[test]
fn absurd_nesting_gives_errors_and_no_crash() {
    const DEPTH: usize = 100_000;
    let mut operators = String::from("1");
    let mut calls = String::from("x");
    for _ in 0..DEPTH {
        operators.push_str(" + 1");
        calls.push_str(".f()");
    }
    let mut else_ifs = String::new();
    for number in 0..DEPTH {
        let _ = write!(else_ifs, "if x == {number} {{ }} else ");
    }
    let bodies = [
        nested(DEPTH, "(", "1", ")"),
        nested(DEPTH, "[", "1", "]"),
        nested(DEPTH, "{", "1", "}"),
        nested(DEPTH, "-", "1", ""),
        nested(DEPTH, "!", "true", ""),
        nested(DEPTH, "f(", "1", ")"),
        nested(DEPTH, "if true { ", "1", " }"),
        nested(DEPTH, "\"${", "1", "}\""),
        nested(DEPTH, "x as ref ", "i64", ""),
        nested(DEPTH, "x as Pointer[", "i64", "]"),
        format!("{else_ifs}{{ }}"),
        operators,
        calls,
        nested(DEPTH, "(", "", ""),
        nested(DEPTH, "{", "", ""),
        nested(DEPTH, "\"${", "", ""),
        nested(DEPTH, "x[", "", ""),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (number, body) in bodies.iter().enumerate() {
        let path = folder.path().join(format!("nested{number}.lang"));
        std::fs::write(&path, format!("fn main() {{\n  let x = 1\n  {body}\n}}\n")).expect("a written file");
        let mut command = lang_command(folder.path());
        command.arg("check").arg("--message-format").arg("short").arg(&path);
        let output = finish(command).expect("it ends");
        let code = output.status.code();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            code == Some(1),
            "program {number} ended with {code:?}: {}",
            stderr.chars().take(2000).collect::<String>()
        );
    }
}
