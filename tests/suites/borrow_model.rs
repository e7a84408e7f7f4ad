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
    /// Accepted programs that fault: their seeds, texts and prefixes.
    wrong: Vec<(u64, String, String)>,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn batch(first: u64, counts: &Mutex<Counts>) {
    let made = (first..first + BATCH).map(|seed| {
        let prefix = format!("p{seed}_");
        (seed, (program(seed, &prefix), prefix))
    });
    let (mut seeds, mut programs): (Vec<u64>, Vec<(String, String)>) = made.unzip();
    let refused_too = first < RUN_WHEN_REFUSED + number("BORROW_SEED").unwrap_or(0);
    for round in 0..=MENDED {
        let is_first = round == 0;
        let verdicts = judge(&programs, refused_too && is_first);
        assert_eq!(verdicts.len(), programs.len(), "all programs of a batch have a verdict");
        let judged = || seeds.iter().copied().zip(&programs).zip(&verdicts);
        let mut counts = counts.lock().expect("no thread has failed");
        for ((seed, program), verdict) in judged() {
            match verdict {
                Verdict::Accepted { fault } => counts.accept(seed, program, fault.as_deref(), !is_first),
                Verdict::Refused { .. } | Verdict::IllTyped(_) if !is_first => {}
                Verdict::Refused { codes, fault, .. } => counts.refuse(codes, fault.as_deref(), refused_too),
                Verdict::IllTyped(reason) => counts.leave_out(reason),
            }
        }
        drop(counts);
        let again = judged().filter_map(|((seed, (text, prefix)), verdict)| match verdict {
            Verdict::Refused { offsets, .. } => Some((seed, (mended(text, offsets)?, prefix.clone()))),
            Verdict::Accepted { .. } | Verdict::IllTyped(_) => None,
        });
        (seeds, programs) = again.collect::<Vec<_>>().into_iter().unzip();
    }
}

impl Counts {
    fn leave_out(&mut self, reason: &str) {
        self.ill_typed += 1;
        *self.reasons.entry(reason.chars().take(60).collect()).or_default() += 1;
    }

    fn refuse(&mut self, codes: &[&str], fault: Option<&str>, ran: bool) {
        self.refused += 1;
        if !ran {
            return;
        }
        self.refused_that_ran += 1;
        if fault.is_none() {
            self.refused_in_vain += 1;
            *self.reasons.entry(format!("only {}", codes[0])).or_default() += 1;
        }
    }

    fn accept(&mut self, seed: u64, (text, prefix): &(String, String), fault: Option<&str>, is_mended: bool) {
        self.accepted += 1;
        self.mended += u64::from(is_mended);
        if self.accepted.is_multiple_of(TOLD) {
            println!("{} accepted, {} of them fault", self.accepted, self.wrong.len());
        }
        if let Some(fault) = fault {
            println!("seed {seed}: {fault}");
            self.wrong.push((seed, text.clone(), prefix.clone()));
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
