//! Random programs about enums and patterns, about generic types and functions, about traits, derived ones, collections, iterators,
//! texts, floats in texts, formats, integers, addresses, channels and last uses, against Rust: every engine prints what `rustc`'s program prints, frees all that it
//! allocates, and breaks no rule of borrows that the interpreter watches.
//!
//! `TWINS_SEED` and `TWINS_PROGRAMS` say where to begin and how many.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use mir::interpret::{BorrowModel, Limits};
use tests::interpret::interpret;
use tests::twins::Twins;
use tests::twins::last_uses::LastUses;
use tests::{finish, has_llvm, lang_command, twins};

/// How many programs a usual run compares.
const PROGRAMS: u64 = 16;
/// How many of those about traits, which are several times as long.
const TRAIT_PROGRAMS: u64 = 4;
/// How many of those about derived methods.
const DERIVED_PROGRAMS: u64 = 6;
/// How many of those about collections.
const COLLECTION_PROGRAMS: u64 = 9;
/// How many of those about iterators.
const CHAIN_PROGRAMS: u64 = 6;
/// How many of those about deques, heaps and trees.
const QUEUE_PROGRAMS: u64 = 6;
/// How many of those about slices.
const SLICE_PROGRAMS: u64 = 4;
/// How many of those about texts.
const STRING_PROGRAMS: u64 = 6;
/// How many of those about formats.
const FORMAT_PROGRAMS: u64 = 4;
/// How many of those about texts that are read as floats.
const FLOAT_TEXT_PROGRAMS: u64 = 4;
/// How many of those about addresses.
const ADDRESS_PROGRAMS: u64 = 4;
/// How many of those about channels and threads.
const CHANNEL_PROGRAMS: u64 = 6;
/// How many of those about integers.
const INTEGER_PROGRAMS: u64 = 4;
/// How many of those about last uses.
const LAST_USE_PROGRAMS: u64 = 12;
/// One program in so many, in a usual run, is built by LLVM, which takes as long as all the rest; the first is.
const OPTIMISED: u64 = 2;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn every_engine_prints_what_rust_prints() {
    compare_all(twins::generate, PROGRAMS);
}

#[test]
fn generic_programs_print_what_rust_prints() {
    compare_all(twins::generics::generate, PROGRAMS);
}

#[test]
fn programs_with_traits_print_what_rust_prints() {
    compare_all(twins::traits::generate, TRAIT_PROGRAMS);
}

#[test]
fn derived_methods_say_what_those_of_rust_say() {
    compare_all(twins::derived::generate, DERIVED_PROGRAMS);
}

#[test]
fn collections_do_what_those_of_rust_do() {
    compare_all(twins::collections::generate, COLLECTION_PROGRAMS);
}

#[test]
fn chains_of_iterators_give_what_those_of_rust_give() {
    compare_all(twins::chains::generate, CHAIN_PROGRAMS);
}

#[test]
fn queues_and_trees_do_what_those_of_rust_do() {
    compare_all(twins::queues::generate, QUEUE_PROGRAMS);
}

#[test]
fn slices_do_what_those_of_rust_do() {
    compare_all(twins::slices::generate, SLICE_PROGRAMS);
}

#[test]
fn texts_are_those_of_rust() {
    compare_all(twins::strings::generate, STRING_PROGRAMS);
}

#[test]
fn formats_write_what_those_of_rust_write() {
    compare_all(twins::formats::generate, FORMAT_PROGRAMS);
}

#[test]
fn arithmetic_that_may_not_fit_is_that_of_rust() {
    compare_all(twins::integers::generate, INTEGER_PROGRAMS);
}

#[test]
fn floats_are_read_as_those_of_rust() {
    compare_all(twins::float_texts::generate, FLOAT_TEXT_PROGRAMS);
}

#[test]
fn addresses_are_read_and_shown_as_those_of_rust() {
    compare_all(twins::addresses::generate, ADDRESS_PROGRAMS);
}

#[test]
fn channels_and_threads_do_what_those_of_rust_do() {
    compare_all(twins::channels::generate, CHANNEL_PROGRAMS);
}

/// `rustc` is asked of each use by itself whether it may move: what it allows, the language must do.
#[test]
fn last_uses_move_wherever_those_of_rust_may() {
    compare_all(
        |seed| {
            let program = twins::last_uses::generate(seed);
            let may_move = allowed_by_rust(&program, seed);
            Twins { rust: program.rust(&may_move), language: program.language }
        },
        LAST_USE_PROGRAMS,
    );
}

/// The uses that move where all others copy, and `rustc` has nothing against it.
fn allowed_by_rust(program: &LastUses, seed: u64) -> BTreeSet<usize> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (rust, ends) = program.trials();
    let source = folder.path().join("trials.rs");
    std::fs::write(&source, rust).expect("it is written");
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2021", "--emit=metadata", "--error-format=short", "--out-dir"]).arg(folder.path());
    command.arg(&source);
    let output = finish(command).expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut may_move: BTreeSet<usize> = (0..program.uses()).collect();
    for line in errors.lines().filter(|line| line.contains(": error[")) {
        assert!(line.contains("E0382") || line.contains("E0505"), "seed {seed}: {line}");
        let number = line.split(':').nth(1).and_then(|number| number.parse().ok());
        let number: usize = number.unwrap_or_else(|| panic!("seed {seed}: no line in `{line}`"));
        may_move.remove(&ends.partition_point(|end| *end < number));
    }
    assert!(!may_move.is_empty() && may_move.len() < program.uses(), "seed {seed}: {errors}");
    may_move
}

fn compare_all(generate: fn(u64) -> Twins, usual: u64) {
    let (seed, count) = (setting("TWINS_SEED", 1), setting("TWINS_PROGRAMS", usual));
    println!("seeds {seed} to {}", seed + count - 1);
    let has_llvm = has_llvm();
    // Who asks for a number gets everything.
    let optimised = if count == usual { OPTIMISED } else { 1 };
    let mut lines = 0;
    for number in 0..count {
        lines += compare(seed + number, generate(seed + number), has_llvm && number.is_multiple_of(optimised));
    }
    println!("{count} programs agree with Rust in {lines} lines");
}

/// Compares the program of a seed; how many lines it prints.
fn compare(seed: u64, twins: Twins, has_llvm: bool) -> usize {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, rust) = (folder.path().join("program.lang"), folder.path().join("program.rs"));
    std::fs::write(&source, &twins.language).expect("it is written");
    std::fs::write(&rust, &twins.rust).expect("it is written");
    let expected = by_rust(&rust, folder.path(), seed);
    let mut engines = vec![&["--backend", "cranelift"][..]];
    if has_llvm {
        engines.push(&["--backend", "llvm", "--release"]);
    }
    for options in engines {
        let mut command = lang_command(folder.path());
        command.arg("run").args(options).args(["--allow", "warnings"]).arg(&source);
        let printed = output(command, seed);
        assert_same(seed, &format!("{options:?}"), &printed, &expected);
    }
    for lowered in [false, true] {
        let borrows = if lowered { BorrowModel::Promises } else { BorrowModel::Rules };
        let limits = Limits { borrows, ..Limits::default() };
        let ended = interpret(&source, lowered, &limits).unwrap_or_else(|problems| panic!("seed {seed}: {problems}"));
        assert!(
            ended.fault.is_none(),
            "seed {seed}, interpreter: {}",
            ended.fault.map_or(String::new(), |fault| fault.to_string())
        );
        assert!(ended.leaks.is_empty(), "seed {seed} does not free {:?}", ended.leaks);
        let printed = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert_same(seed, "the interpreter", &printed, &expected);
    }
    expected.lines().count()
}

fn by_rust(source: &Path, folder: &Path, seed: u64) -> String {
    let program = folder.join("in-rust");
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2021", "-C", "overflow-checks=off", "-o"]).arg(&program).arg(source);
    output(command, seed);
    output(Command::new(program), seed)
}

fn output(command: Command, seed: u64) -> String {
    let shown = format!("{command:?}");
    let output = finish(command).expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "seed {seed}: {shown}: {}\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn assert_same(seed: u64, engine: &str, printed: &str, expected: &str) {
    let differs = printed.lines().zip(expected.lines()).position(|(ours, theirs)| ours != theirs);
    if let Some(line) = differs {
        let of = |text: &str| text.lines().nth(line).unwrap_or_default().to_owned();
        panic!("seed {seed}, {engine}, line {}: `{}`, Rust prints `{}`", line + 1, of(printed), of(expected));
    }
    assert_eq!(printed.lines().count(), expected.lines().count(), "seed {seed}, {engine}");
}
