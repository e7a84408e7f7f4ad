//! Compares the description with clang: record layouts, IR types and attributes of random and enumerated
//! signatures. Owns the experiment; the rules under test are the library's. Skipped, with a printed reason,
//! only where `clang-22` is not installed. `ABI_CASES` sets the number of random signatures per target.

mod compare;
mod enumerate;
mod generate;
mod model;
mod shrink;

use abi::Target;

use compare::{Comparison, Outcome, compare};

const TARGETS: [Target; 2] = [Target::X86_64_LINUX, Target::AARCH64_LINUX];

fn cases() -> usize {
    std::env::var("ABI_CASES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(3000)
}

/// Runs a comparison and fails with the smallest disagreement that shrinking finds.
fn check(what: &str, target: Target, signatures: &[model::CSignature]) {
    match compare(&target, signatures) {
        Outcome::Skipped(reason) => println!("skipped: {reason}"),
        Outcome::Compared(comparisons) => {
            let disagreements: Vec<&Comparison> = comparisons.iter().filter(|one| !one.agrees()).collect();
            let agreed = comparisons.len() - disagreements.len();
            let refused = comparisons.iter().filter(|one| one.refused).count();
            let agreed = agreed - refused;
            println!(
                "{target}: {agreed} of {} {what} agree with clang, {refused} refused",
                comparisons.len()
            );
            if let Some(first) = disagreements.first() {
                let smallest = shrink::shrink(&target, &signatures[first.index]);
                panic!(
                    "{} {what} disagree on {target}; the smallest:\n{smallest}",
                    disagreements.len()
                );
            }
        }
    }
}

#[test]
fn random_signatures_agree_with_clang() {
    for target in TARGETS {
        let mut random = fastrand::Rng::with_seed(22);
        let signatures: Vec<_> = (0..cases())
            .map(|_| generate::signature(&mut random, &target))
            .collect();
        check("random signatures", target, &signatures);
    }
}

#[test]
fn random_variadic_calls_agree_with_clang() {
    for target in TARGETS {
        let mut random = fastrand::Rng::with_seed(7);
        let signatures: Vec<_> = (0..cases() / 4)
            .map(|_| generate::variadic(&mut random, &target))
            .collect();
        check("random variadic calls", target, &signatures);
    }
}

#[test]
fn every_kind_of_type_at_every_place_agrees_with_clang() {
    for target in TARGETS {
        check("enumerated signatures", target, &enumerate::signatures(&target));
    }
}
