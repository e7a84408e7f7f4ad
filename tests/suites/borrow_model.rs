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

use crosscheck::borrows::{Verdict, judge, mended, program, shrink};

/// How many programs must be accepted if nobody asks for more.
const PROGRAMS: u64 = 2_000;
/// So many programs share a database.
const BATCH: u64 = 250;
/// After so many accepted programs a long run says how far it is.
const TOLD: u64 = 50_000;
/// So often a refused program is tried again without what it was refused for: what is just within the rules tries them best.
const MENDED: u32 = 3;
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
    /// Of the accepted ones those that were refused at first, for statements that were left out.
    mended: u64,
    reasons: BTreeMap<String, u64>,
    /// Accepted programs that fault, with their seeds and prefixes.
    wrong: Vec<(u64, String, String)>,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn batch(first: u64, counts: &Mutex<Counts>) {
    let (seeds, mut programs): (Vec<u64>, Vec<(String, String)>) = (first..first + BATCH)
        .map(|seed| {
            let prefix = format!("p{seed}_");
            (seed, (program(seed, &prefix), prefix))
        })
        .unzip();
    let refused_too = first < RUN_WHEN_REFUSED + number("BORROW_SEED").unwrap_or(0);
    let verdicts = judge(&programs, refused_too);
    assert_eq!(verdicts.len(), programs.len(), "all programs of a batch have a verdict");
    let mut again = within_rules(&seeds, &programs, &verdicts);
    count(counts, (&seeds, &programs), verdicts, refused_too);
    for _ in 0..MENDED {
        let seeds: Vec<u64>;
        (seeds, programs) = again.into_iter().unzip();
        let verdicts = judge(&programs, false);
        again = within_rules(&seeds, &programs, &verdicts);
        let is_accepted = |verdict: &Verdict| matches!(verdict, Verdict::Accepted { .. });
        let accepted = verdicts.iter().filter(|verdict| is_accepted(verdict)).count();
        counts.lock().expect("no thread has failed").mended += accepted as u64;
        let of = seeds.into_iter().zip(programs).zip(verdicts).filter(|(_, verdict)| is_accepted(verdict));
        let (of, verdicts): (Vec<_>, Vec<Verdict>) = of.unzip();
        let (seeds, programs): (Vec<u64>, Vec<_>) = of.into_iter().unzip();
        count(counts, (&seeds, &programs), verdicts, false);
    }
}

/// Refused programs without what they are refused for.
fn within_rules(seeds: &[u64], programs: &[(String, String)], verdicts: &[Verdict]) -> Vec<(u64, (String, String))> {
    let all = seeds.iter().zip(programs).zip(verdicts);
    all.filter_map(|((seed, (text, prefix)), verdict)| match verdict {
        Verdict::Refused { offsets, .. } => Some((*seed, (mended(text, offsets)?, prefix.clone()))),
        Verdict::Accepted { .. } | Verdict::IllTyped(_) => None,
    })
    .collect()
}

fn count(
    counts: &Mutex<Counts>,
    (seeds, programs): (&[u64], &[(String, String)]),
    verdicts: Vec<Verdict>,
    refused_too: bool,
) {
    let mut counts = counts.lock().expect("no thread has failed");
    for ((seed, program), verdict) in seeds.iter().zip(programs).zip(verdicts) {
        match verdict {
            Verdict::IllTyped(reason) => {
                counts.ill_typed += 1;
                *counts.reasons.entry(reason.chars().take(60).collect()).or_default() += 1;
            }
            Verdict::Refused { codes, fault, .. } => {
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
                    counts.wrong.push((*seed, program.0.clone(), program.1.clone()));
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
        "{} accepted ({} of them mended), {} refused ({} of them ran, {} without a fault), {} with errors of other kinds, in {:?}",
        counts.accepted,
        counts.mended,
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
    for (seed, text, prefix) in shown {
        let smallest = shrink(text, prefix, |verdict| matches!(verdict, Verdict::Accepted { fault: Some(_) }));
        println!("seed {seed}, made small:\n{smallest}");
    }
    assert!(counts.wrong.is_empty(), "{} accepted programs fault", counts.wrong.len());
}
