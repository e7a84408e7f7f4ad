//! Compares the description with clang: record layouts, IR types and attributes of random and enumerated
//! signatures. Owns the experiment; the rules under test are the library's. Skipped, with a printed reason,
//! only where `clang-22` is not installed. `ABI_CASES` sets the number of random signatures per target; millions
//! take minutes and constant memory.

mod compare;
mod enumerate;
mod flips;
mod generate;
mod layouts;
mod locations;
mod model;
mod notation;
mod oddities;
mod operands;
mod proofs;
mod recorded;
mod shrink;
mod targets;

use std::collections::BTreeMap;

use abi::Target;

use compare::{Comparison, Outcome, compare};

fn cases() -> usize {
    std::env::var("ABI_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(5_000)
}

/// Random signatures that are in memory at once.
const ROUND: usize = 50_000;

/// `ABI_SEED` starts every random sequence elsewhere; the seed of each is printed.
fn random(what: &str) -> fastrand::Rng {
    let seed = std::env::var("ABI_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(22);
    println!("{what}: ABI_SEED={seed}");
    fastrand::Rng::with_seed(seed)
}

/// Runs a comparison and fails with the smallest disagreement that shrinking finds.
fn check(what: &str, target: Target, signatures: &[model::CSignature]) {
    match compare(&target, signatures) {
        Outcome::Skipped(reason) => println!("skipped: {reason}"),
        Outcome::Compared(comparisons) => {
            let disagreements: Vec<&Comparison> = comparisons.iter().filter(|one| !one.agrees()).collect();
            let refused: Vec<&Comparison> = comparisons.iter().filter(|one| one.refused).collect();
            let (compared, disagreed) = (comparisons.len(), disagreements.len());
            println!(
                "{target}: {compared} {what}: {} agreed, {} refused, {disagreed} disagreed",
                compared - refused.len() - disagreed,
                refused.len(),
            );
            let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
            for one in &refused {
                *reasons.entry(one.refusal()).or_default() += 1;
            }
            for (reason, count) in reasons {
                println!("{target}: {count} refused: {reason}");
            }
            if let Some(first) = disagreements.first() {
                let smallest = shrink::shrink(&target, &signatures[first.index]);
                panic!("{disagreed} {what} disagree on {target}; the smallest:\n{smallest}");
            }
        }
    }
}

fn random_signatures(target: Target) {
    in_rounds("random signatures", target, cases(), generate::signature);
}

fn random_variadic_calls(target: Target) {
    in_rounds("random variadic calls", target, cases() / 4, generate::variadic);
}

fn in_rounds(what: &str, target: Target, count: usize, generate: fn(&mut fastrand::Rng, &Target) -> model::CSignature) {
    let mut random = random(&format!("{target}, {what}"));
    for start in (0..count).step_by(ROUND) {
        let round = (start..count.min(start + ROUND)).map(|_| generate(&mut random, &target));
        check(what, target, &round.collect::<Vec<_>>());
    }
}

/// The three comparisons of one target.
macro_rules! targets {
    ($($name:ident: $target:ident,)*) => {
        $(mod $name {
            #[test]
            fn random_signatures_agree_with_clang() {
                super::random_signatures(abi::Target::$target);
            }

            #[test]
            fn random_variadic_calls_agree_with_clang() {
                super::random_variadic_calls(abi::Target::$target);
            }

            #[test]
            fn recorded_answers_hold() {
                super::recorded::recorded_answers_hold(abi::Target::$target);
            }

            #[test]
            fn every_kind_of_type_at_every_place_agrees_with_clang() {
                let target = abi::Target::$target;
                super::check("enumerated signatures", target, &super::enumerate::signatures(&target));
            }

            #[test]
            fn every_struct_of_up_to_four_scalars_agrees_with_clang() {
                super::check("small structs", abi::Target::$target, &super::enumerate::small_structs());
            }
        })*
    };
}

targets! {
    x86_64_linux: X86_64_LINUX,
    aarch64_linux: AARCH64_LINUX,
    x86_64_darwin: X86_64_DARWIN,
    aarch64_darwin: AARCH64_DARWIN,
    wasm32: WASM32,
    s390x_linux: S390X_LINUX,
    s390x_linux_vector: S390X_LINUX_VECTOR,
    x86_64_windows_gnu: X86_64_WINDOWS_GNU,
    x86_64_windows_msvc: X86_64_WINDOWS_MSVC,
    riscv64_linux: RISCV64_LINUX,
    loongarch64_linux: LOONGARCH64_LINUX,
    aarch64_windows: AARCH64_WINDOWS,
    powerpc64le_linux: POWERPC64LE_LINUX,
}
