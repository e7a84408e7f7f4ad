//! What the checker and the model of borrows say of programs: those of a file, each behind a line that begins with `//#`,
//! with a function `p_main(c: i64)` each, one of a file by itself, with a `main`, or random ones. The last argument may name a
//! rule that is switched off.
//! `cargo run --release -p crosscheck --example borrow_verdict FILE|FILE.lang|FIRST..END [RULE]`

use crosscheck::borrows::{Verdict, judge_one, judge_program, program};
use lower::borrow_rules::{BorrowRule, without};

fn verdict(off: Option<BorrowRule>, judged: impl FnOnce() -> Verdict) -> Verdict {
    match off {
        Some(rule) => without(rule, judged),
        None => judged(),
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let source = arguments.next().unwrap_or_default();
    let off = arguments.next().map(|name| {
        let rule = BorrowRule::ALL.iter().find(|rule| format!("{rule:?}") == name);
        *rule.unwrap_or_else(|| panic!("no rule is called {name}"))
    });
    let seeds = source.split_once("..").and_then(|(first, end)| {
        let first: u64 = first.parse().ok()?;
        Some(first..end.parse().ok()?)
    });
    if let Some(seeds) = seeds {
        for seed in seeds {
            let text = program(seed, "p_");
            println!("//# {seed}: {:?}\n{text}", verdict(off, || judge_one(&text, "p_")));
        }
        return;
    }
    let text = std::fs::read_to_string(&source).unwrap_or_else(|error| panic!("{source}: {error}"));
    if source.ends_with(".lang") {
        println!("{:?}", verdict(off, || judge_program(&text)));
        return;
    }
    for program in text.split("//#").skip(1) {
        let (title, program) = program.split_once('\n').unwrap_or((program, ""));
        println!("{}: {:?}", title.trim(), verdict(off, || judge_one(program, "p_")));
    }
}
