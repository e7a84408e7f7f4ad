//! Mutants of the standard library: mistakes of one operator, number, condition, statement or argument in it, each of which a
//! test must notice. A usual run tries some that a seed chooses; `MUTANTS_SEED` says another one, `MUTANTS=all` tries all,
//! `MUTANTS=json,deque` those of modules, `MUTANTS=@FILE` those that an earlier run has printed. Those that need not be noticed stand in `tests/src/mutants/unnoticed.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tests::mutants::{
    Checker, Kind, Locked, Module, Mutant, Verdict, Witnesses, can_lock, copy_library, library, of_module,
};

/// So many mutants that compile are tried in a usual run.
const USUAL: usize = 16;

/// What is tried.
enum Choice {
    All,
    Listed(String),
    Modules(BTreeSet<String>),
    Seed(u64),
}

/// What came of a module's mutants.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    made: usize,
    by_examples: usize,
    by_programs: usize,
    by_interpreter: usize,
    listed: usize,
    left: usize,
}

fn choice() -> Choice {
    match std::env::var("MUTANTS") {
        Ok(text) if text == "all" => Choice::All,
        Ok(text) if text.starts_with('@') => Choice::Listed(tests::corpus::read(Path::new(&text[1..]))),
        Ok(text) => Choice::Modules(text.split(',').map(str::to_owned).collect()),
        Err(_) => Choice::Seed(std::env::var("MUTANTS_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)),
    }
}

/// The keys of the mutants that need not be noticed, which stand in front of the last bar of their line.
fn unnoticed() -> BTreeSet<String> {
    let text = include_str!("../src/mutants/unnoticed.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| Some(line.rsplit_once(" | ")?.0.to_owned())).collect()
}

/// The chosen mutants, and how many of them are to be tried at most.
fn chosen(choice: &Choice, library: &[Module]) -> (Vec<Mutant>, usize) {
    let mut all: Vec<Mutant> = library.iter().flat_map(of_module).collect();
    match choice {
        Choice::All => {}
        Choice::Listed(text) => {
            let lines: BTreeSet<&str> = text.lines().filter_map(|line| Some(line.rsplit_once(" | ")?.0)).collect();
            all.retain(|mutant| lines.contains(mutant.key.as_str()));
        }
        Choice::Modules(names) => all.retain(|mutant| names.contains(&mutant.module)),
        Choice::Seed(seed) => {
            all.sort_by_key(|mutant| mutant.lot(*seed));
            return (all, USUAL);
        }
    }
    (all, usize::MAX)
}

#[test]
fn tests_notice_mistakes_in_the_library() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    if !can_lock(folder.path()) {
        println!("skipped: programs cannot be locked up here");
        return;
    }
    let choice = choice();
    if let Choice::Seed(seed) = &choice {
        println!("seed {seed}");
    }
    let library = Arc::new(library());
    let (mutants, limit) = chosen(&choice, &library);
    let witnesses = Witnesses::new(library.clone(), Locked::new(folder.path()));
    let unnoticed = unnoticed();
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let counts: Mutex<BTreeMap<String, Counts>> = Mutex::default();
    let left: Mutex<BTreeSet<String>> = Mutex::default();
    let work = |number: usize| {
        let own = folder.path().join(format!("library{number}"));
        copy_library(&library, &own);
        let mut checker = Checker::new(library.clone());
        while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !checker.compiles(mutant) {
                continue;
            }
            if tried.fetch_add(1, Ordering::Relaxed) >= limit {
                break;
            }
            let listed = unnoticed.contains(&mutant.key);
            let verdict = (!listed).then(|| witnesses.judge(mutant, &own));
            if let Some(Verdict::Killed(_, by)) = &verdict
                && std::env::var_os("MUTANTS_TOLD").is_some()
            {
                println!("noticed: {} | {by}", mutant.key);
            }
            let mut counts = counts.lock().expect("no thread panics");
            let counts = counts.entry(mutant.module.clone()).or_default();
            counts.made += 1;
            match verdict {
                None => counts.listed += 1,
                Some(Verdict::Killed(Kind::Example, _)) => counts.by_examples += 1,
                Some(Verdict::Killed(Kind::Program, _)) => counts.by_programs += 1,
                Some(Verdict::Killed(Kind::Interpreted, _)) => counts.by_interpreter += 1,
                Some(Verdict::Survived(reaching)) => {
                    counts.left += 1;
                    println!("{} | {reaching} other tests reach it", mutant.key);
                    left.lock().expect("no thread panics").insert(mutant.key.clone());
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for number in 0..driver::parallel::available() {
            let thread = std::thread::Builder::new().stack_size(256 << 20);
            thread.spawn_scoped(scope, move || work(number)).expect("a thread");
        }
    });
    let counts = counts.into_inner().expect("no thread panicked");
    println!("{:24} made examples programs interpreter listed left", "module");
    for (module, counts) in &counts {
        println!(
            "{module:24} {:4} {:8} {:8} {:11} {:6} {:4}",
            counts.made, counts.by_examples, counts.by_programs, counts.by_interpreter, counts.listed, counts.left
        );
    }
    let left = left.into_inner().expect("no thread panicked");
    assert!(left.is_empty(), "no test notices {} mistakes, which stand above", left.len());
}

/// A line whose mutant is gone says nothing any more.
#[test]
fn what_need_not_be_noticed_is_there() {
    if !matches!(choice(), Choice::All) {
        return;
    }
    let keys: BTreeSet<String> = library().iter().flat_map(of_module).map(|mutant| mutant.key).collect();
    let gone: Vec<String> = unnoticed().into_iter().filter(|key| !keys.contains(key)).collect();
    assert!(gone.is_empty(), "remove from unnoticed.txt: {gone:#?}");
}

#[test]
fn mistakes_are_made_in_bodies_alone() {
    let text = "# 1 + 2\nlet A = 3\n@[only(os: \"windows\")]\nfn other() -> i64 { 1 }\n\
                fn f(a: i64, b: i64) -> bool {\n  # a < b\n  println(\"${a} 7\")\n  a <= b\n}\n";
    let mutants = of_module(&Module { name: "m".to_owned(), text: text.to_owned() });
    let keys: Vec<&str> = mutants.iter().map(|mutant| mutant.key.as_str()).collect();
    assert_eq!(
        keys,
        [
            "m f | println(\"${a} 7\") | ",
            "m f | a <= b | ",
            "m f | a <= b | a < b",
            "m f | fn f(a: i64, b: i64) -> bool { | fn f(a: i64, b: i64) -> bool { false }",
            "m f | fn f(a: i64, b: i64) -> bool { | fn f(a: i64, b: i64) -> bool { true }",
        ]
    );
}
