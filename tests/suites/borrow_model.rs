//! The witness of the borrow rules: what the checker accepts must run without a fault of the interpreter's model of borrows.
//!
//! `BORROW_PROGRAMS=1000000` runs until so many programs have been accepted; `BORROW_SEED=7` begins with that seed.
//! `BORROW_SHOWN=20` shows so many of those that fault, made small.
//!
//! Each rule of the checker is switched off in turn: then a program that breaks the rule is accepted, and the model must
//! find a fault in it.

mod borrow_model {
    pub mod promises;
    pub mod rules;
}

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crosscheck::borrows::{Verdict, judge, program, shrink};

/// How many programs must be accepted if nobody asks for more.
const PROGRAMS: u64 = 2_000;
/// So many programs share a database.
const BATCH: u64 = 250;
/// After so many accepted programs a long run says how far it is.
const TOLD: u64 = 50_000;
/// Of so many programs those that are refused run too.
const RUN_WHEN_REFUSED: u64 = 50_000;

/// What was found.
#[derive(Default, Debug)]
struct Counts {
    ill_typed: u64,
    accepted: u64,
    refused: u64,
    refused_that_ran: u64,
    /// Refused programs in which the model finds nothing.
    refused_in_vain: u64,
    reasons: BTreeMap<String, u64>,
    /// Seeds of accepted programs that fault, with the faults.
    wrong: Vec<(u64, String)>,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn batch(first: u64, counts: &Mutex<Counts>) {
    let seeds = first..first + BATCH;
    let programs: Vec<(String, String)> = seeds
        .clone()
        .map(|seed| {
            let prefix = format!("p{seed}_");
            (program(seed, &prefix), prefix)
        })
        .collect();
    let refused_too = first < RUN_WHEN_REFUSED + number("BORROW_SEED").unwrap_or(0);
    let verdicts = judge(&programs, refused_too);
    assert_eq!(verdicts.len(), programs.len(), "all programs of a batch have a verdict");
    let mut counts = counts.lock().expect("no thread has failed");
    for (seed, verdict) in seeds.zip(verdicts) {
        match verdict {
            Verdict::IllTyped(reason) => {
                counts.ill_typed += 1;
                *counts.reasons.entry(reason.chars().take(60).collect()).or_default() += 1;
            }
            Verdict::Refused { codes, fault } => {
                counts.refused += 1;
                if refused_too {
                    counts.refused_that_ran += 1;
                }
                if refused_too && fault.is_none() {
                    counts.refused_in_vain += 1;
                    *counts.reasons.entry(format!("only {}", codes[0])).or_default() += 1;
                }
            }
            Verdict::Accepted { fault } => {
                counts.accepted += 1;
                if counts.accepted.is_multiple_of(TOLD) {
                    println!("{} accepted, {} of them fault", counts.accepted, counts.wrong.len());
                }
                if let Some(fault) = fault {
                    println!("seed {seed}: {fault}");
                    counts.wrong.push((seed, fault));
                }
            }
        }
    }
}

#[test]
fn what_is_accepted_runs_without_a_fault() {
    let wanted = number("BORROW_PROGRAMS").unwrap_or(PROGRAMS);
    let first = number("BORROW_SEED").unwrap_or(0);
    println!("programs from seed {first} on");
    let (next, counts) = (AtomicU64::new(first), Mutex::new(Counts::default()));
    let begin = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seen = counts.lock().map_or(0, |counts| counts.accepted);
                    if seen >= wanted {
                        return;
                    }
                    batch(next.fetch_add(BATCH, Ordering::Relaxed), &counts);
                }
            });
        }
    });
    let counts = counts.into_inner().expect("no thread has failed");
    println!(
        "{} accepted, {} refused ({} of them ran, {} without a fault), {} with errors of other kinds, in {:?}",
        counts.accepted,
        counts.refused,
        counts.refused_that_ran,
        counts.refused_in_vain,
        counts.ill_typed,
        begin.elapsed()
    );
    for (reason, count) in &counts.reasons {
        println!("{count:8} {reason}");
    }
    let shown = counts.wrong.iter().take(number("BORROW_SHOWN").unwrap_or(3) as usize);
    for (seed, _) in shown {
        let text = program(*seed, "p_");
        let smallest = shrink(&text, "p_", |verdict| matches!(verdict, Verdict::Accepted { fault: Some(_) }));
        println!("seed {seed}, made small:\n{smallest}");
    }
    assert!(counts.wrong.is_empty(), "{} accepted programs fault", counts.wrong.len());
}
