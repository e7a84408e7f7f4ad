//! `lang test --bench`: what it prints, what fails, and whether the numbers are true: beside a program in Rust, beside a sleep
//! and beside twice the work.

use std::hint::black_box;
use std::time::Instant;

use serde_json::Value;

use crate::support::{Ended, Folder, has_llvm};

/// What `lang test --bench --json` says of each bench, by its name.
fn measured(ended: &Ended) -> Vec<(String, Value)> {
    let lines = ended.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON on each line"));
    lines.map(|line| (line["name"].as_str().expect("a name").to_string(), line)).collect()
}

fn number(line: &Value, of: &str) -> f64 {
    line[of].as_f64().unwrap_or_else(|| panic!("no `{of}` in {line}"))
}

/// The least sample: the machine has more to do, but never less.
fn least(all: &[(String, Value)], name: &str) -> f64 {
    number(&all.iter().find(|(known, _)| known == name).expect("it was measured").1, "least")
}

const FORMS: &str = "\
import std.bench (keep, rounds)

fn twice(n: i64) -> i64 { n * 2 }

bench \"whole\" { keep(twice(keep(1))) }
bench \"within\" {
  println(\"prepared\")
  for n in rounds() { keep(twice(n)) }
}
bench \"wrong\" {
  println(\"it says why\")
  assert(twice(1) == 3)
}
bench \"left\" { for n in rounds() { if n == 5 { break } } }
bench \"again\" {
  for _ in rounds() {}
  for _ in rounds() {}
}
bench \"ends early\" { if keep(1) == 1 { return } }
test \"whole\" { for n in rounds() { assert(keep(n) == 0) } }
";

#[test]
fn benches_are_measured_and_tests_are_not_run() {
    let folder = Folder::new(&[("b.lang", FORMS)]);
    folder.lang(&["test", "b.lang"]).exit(0).prints("running 1 test\ntest whole ... ok\n");
    let all = folder.lang(&["test", "b.lang", "--bench", "-O0"]);
    all.exit(1).prints("running 6 benches\nbench whole      ... ").prints(" ns ± ").prints(", at best ");
    all.prints("bench wrong      ... FAILED\n")
        .prints("---- wrong ----\nit says why\nb.lang:12:3: assertion failed: 2 == 3\nexit code 101\n");
    all.prints("---- left ----\nnot all rounds were run").prints("`rounds()` is called once in a bench");
    all.prints(
        "failures:\n    wrong\n    left\n    again\n\nbench result: FAILED. 3 measured; 3 failed; 0 filtered out\n",
    );
    assert!(!all.stdout.contains("prepared"), "what good ones print is kept back");
    let chosen = folder.lang(&["test", "b.lang", "--bench", "-O0", "--show-output", "--exact", "within"]);
    chosen.exit(0).prints("running 1 bench\n").prints("---- within ----\nprepared\n").prints("5 filtered out");
    let list = folder.lang(&["test", "b.lang", "--bench", "--list", "e"]);
    assert_eq!(list.exit(0).stdout, "whole\nleft\nends early\n");
    let as_json = folder.lang(&["test", "b.lang", "--bench", "--json", "-O0", "w"]);
    let lines = measured(as_json.exit(1));
    let names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["whole", "within", "wrong"]);
    assert_eq!(lines[2].1["failure"], "exit code 101");
    assert_eq!(folder.names(), ["b.lang"]);
}

#[test]
fn a_bench_that_never_ends_is_killed_and_wrong_ones_are_errors_of_tests_too() {
    let folder = Folder::new(&[("slow.lang", "bench \"slow\" { loop {} }\n"), ("none.lang", "test \"a\" {}\n")]);
    let tested = folder.lang(&["test", "slow.lang", "--bench", "-O0", "--timeout", "1"]);
    tested.exit(1).prints("---- slow ----\nkilled after 1 seconds, its time limit\n");
    folder.lang(&["test", "slow.lang"]).exit(0).prints("0 passed; 0 failed");
    folder.lang(&["test", "none.lang", "--bench"]).exit(0).prints("0 measured; 0 failed; 0 filtered out");
    folder.lang(&["test", "slow.lang", "--json"]).exit(2).says("--bench");
    folder.lang(&["test", "slow.lang", "--bench", "--coverage"]).exit(2);
    folder.write("slow.lang", b"bench \"slow\" { nothing() }\n");
    folder.lang(&["test", "slow.lang"]).exit(1).says("slow.lang:1:16");
}

#[test]
fn the_word_is_a_name_elsewhere() {
    let text = "fn bench(bench: i64) -> i64 { bench + 1 }\nfn main {\n  let bench = bench(1)\n  println(bench)\n}\n";
    let folder = Folder::new(&[("b.lang", text)]);
    assert_eq!(folder.lang(&["run", "b.lang"]).exit(0).stdout, "2\n");
    folder.write("b.lang", b"bench \"one\" {}\nbench \"one\" {}\n");
    folder.lang(&["check", "b.lang"]).exit(1).says("`one` is declared twice");
    folder.write("b.lang", b"fn main { bench \"one\" {} }\n");
    folder.lang(&["check", "b.lang"]).exit(1).says("unknown name `bench`");
}

#[test]
fn benches_of_packages_that_are_used_are_not_run() {
    let manifest = |name: &str| format!("name = \"{name}\"\nversion = \"0.1.0\"\n");
    let app = format!("{}[dependencies]\nshapes = {{ path = \"../shapes\" }}\n", manifest("app"));
    let folder = Folder::new(&[
        ("app/lang.toml", &app),
        ("app/main.lang", "import shapes (area)\nfn main { println(area(3)) }\n"),
        ("shapes/lang.toml", &manifest("shapes")),
        ("shapes/lib.lang", "import more\npub fn area(side: i64) -> i64 { side * more.one() }\n"),
        ("shapes/more.lang", "pub fn one -> i64 { 1 }\nbench \"one\" { one() }\n"),
    ]);
    folder.lang(&["test", "app", "--bench", "--list"]).exit(0).prints("");
    let list = folder.lang(&["test", "shapes", "--bench", "--list"]);
    assert_eq!(list.exit(0).stdout, "more: one\n");
}

const WORK: &str = "\
import std.bench (keep, rounds)
import std.time (Duration, sleep)
import std.thread (Atomic)

let CALLS: Atomic[i64] = Atomic.new(0)

# Each turn needs the one before, and nothing makes two turns one.
fn mixed(turns: i64) -> u64 {
  let mut n: u64 = 3
  for _ in 0..turns { n = (n ^ (n >> 13)) *% 6364136223846793005 }
  n
}

bench \"once\" { keep(mixed(keep(2000))) }
bench \"double\" { keep(mixed(keep(4000))) }
bench \"within\" { for _ in rounds() { keep(mixed(keep(2000))) } }
bench \"sleep\" { sleep(Duration.of_milliseconds(2)) }
bench \"slow at first\" { if CALLS.add(1) < 3 { sleep(Duration.of_milliseconds(20)) } }
";

fn mixed(turns: i64) -> u64 {
    let mut n: u64 = 3;
    for _ in 0..turns {
        n = (n ^ (n >> 13)).wrapping_mul(6364136223846793005);
    }
    n
}

/// The least time of a turn of `mixed` in Rust, in nanoseconds.
fn beside() -> f64 {
    let sample = || {
        let start = Instant::now();
        for _ in 0..1000 {
            black_box(mixed(black_box(2000)));
        }
        start.elapsed().as_nanos() as f64 / 1000.0
    };
    (0..50).map(|_| sample()).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_numbers_are_true() {
    if !has_llvm() {
        return;
    }
    // Others use the processor, too: what they did to a sample, they hardly do to its likes again and again.
    let wrong = (0..5).map(|_| wrong_number()).take_while(Option::is_some).flatten().collect::<Vec<_>>();
    assert!(wrong.len() < 5, "{}", wrong.join("\n"));
}

/// Measures; what is wrong with the numbers, if anything is.
fn wrong_number() -> Option<String> {
    let folder = Folder::new(&[("work.lang", WORK)]);
    let ended = folder.lang(&["test", "work.lang", "--bench", "--json"]);
    let all = measured(ended.exit(0));
    let once = least(&all, "once");
    for (name, line) in &all {
        assert!(number(line, "least") <= number(line, "median"), "{name}");
    }
    let (_, slow) = all.iter().find(|(name, _)| name == "slow at first").expect("it was measured");
    assert!(number(slow, "rounds") > 1000.0, "what comes before it is warm counts not: {slow}");
    let ratios = [
        ("twice the work", least(&all, "double") / once, 1.5..2.7),
        ("a loop over rounds", least(&all, "within") / once, 0.7..1.4),
        ("as in Rust", once / beside(), 0.7..1.4),
        ("2 ms", least(&all, "sleep") / 2e6, 1.0..1.5),
    ];
    let wrong = ratios.iter().find(|(_, ratio, expected)| !expected.contains(ratio));
    wrong.map(|(what, ratio, expected)| format!("{what}: {ratio:.2}, not {expected:?}\n{}", ended.stdout))
}
