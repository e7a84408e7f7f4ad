//! Compares the description with clang: record layouts, IR types and attributes of random and enumerated
//! signatures. Owns the experiment; the rules under test are the library's. Skipped, with a printed reason,
//! only where `clang-22` is not installed. `ABI_CASES` sets the number of random signatures per target.

mod compare;
mod enumerate;
mod flips;
mod generate;
mod locations;
mod model;
mod shrink;
mod targets;

use abi::{FnAbi, Target};

use compare::{Comparison, Outcome, compare};

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

fn random_signatures(target: Target) {
    let mut random = fastrand::Rng::with_seed(22);
    let signatures: Vec<_> = (0..cases())
        .map(|_| generate::signature(&mut random, &target))
        .collect();
    check("random signatures", target, &signatures);
}

fn random_variadic_calls(target: Target) {
    let mut random = fastrand::Rng::with_seed(7);
    let signatures: Vec<_> = (0..cases() / 4)
        .map(|_| generate::variadic(&mut random, &target))
        .collect();
    check("random variadic calls", target, &signatures);
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
}

const NATIVE: &[locations::Toolchain] = &[
    locations::Toolchain {
        target: Target::X86_64_LINUX,
        compiler: "gcc",
        arguments: &[],
        runner: None,
    },
    locations::Toolchain {
        target: Target::X86_64_LINUX,
        compiler: "clang-22",
        arguments: &[],
        runner: None,
    },
];
const EMULATED: &[locations::Toolchain] = &[
    locations::Toolchain {
        target: Target::AARCH64_LINUX,
        compiler: "aarch64-linux-gnu-gcc",
        arguments: &[],
        runner: Some(["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    },
    locations::Toolchain {
        target: Target::AARCH64_LINUX,
        compiler: "clang-22",
        arguments: &["--target=aarch64-linux-gnu"],
        runner: Some(["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    },
];

/// Random and enumerated signatures run in both directions with one toolchain.
fn prove(toolchain: &locations::Toolchain) {
    let mut random = fastrand::Rng::with_seed(5);
    let count = cases() / 40;
    let mut signatures: Vec<_> = (0..count)
        .map(|_| generate::plain_signature(&mut random, &toolchain.target))
        .collect();
    let edges = enumerate::at_the_edge(&toolchain.target);
    let step = (edges.len() / count.max(1)).max(1);
    signatures.extend(edges.into_iter().step_by(step));
    match locations::prove(toolchain, &signatures, &|_| true) {
        Err(reason) => println!("{reason}"),
        Ok(text) => {
            println!("{} with {}: {}", toolchain.target, toolchain.compiler, text.trim());
            assert!(text.contains(" cases, 0 failures"), "{text}");
        }
    }
}

#[test]
fn values_travel_where_the_description_says_on_x86_64() {
    if Target::host() != Some(Target::X86_64_LINUX) {
        println!("skipped: this machine does not run x86-64 Linux programs");
        return;
    }
    NATIVE.iter().for_each(prove);
}

#[test]
fn values_travel_where_the_description_says_on_aarch64() {
    EMULATED.iter().for_each(prove);
}

/// The control: with any one decision changed, the same proof fails.
#[test]
fn each_changed_decision_is_noticed() {
    for toolchain in [&NATIVE[0], &EMULATED[0]] {
        let target = &toolchain.target;
        if toolchain.runner.is_none() && Target::host() != Some(*target) {
            println!("skipped: this machine does not run {target} programs");
            continue;
        }
        let mut random = fastrand::Rng::with_seed(11);
        let mut signatures: Vec<_> = (0..40)
            .map(|_| generate::plain_signature(&mut random, target))
            .collect();
        signatures.extend(enumerate::at_the_edge(target).into_iter().step_by(29));
        let concerned = flips::FLIPS
            .iter()
            .filter(|flip| flip.only.is_none_or(|only| only == target.architecture));
        for flip in concerned {
            let changed = std::cell::Cell::new(0);
            // Few signatures suffice, and a program that dies at the first one hides the others.
            let change = |abi: &mut FnAbi| {
                let wanted = changed.get() < 12 && (flip.apply)(abi, target);
                changed.set(changed.get() + usize::from(wanted));
                wanted
            };
            match locations::prove(toolchain, &signatures, &change) {
                Err(reason) => println!("{reason}"),
                Ok(text) => {
                    assert!(changed.get() > 0, "no signature for: {}", flip.name);
                    assert!(
                        !text.contains(" cases, 0 failures"),
                        "{target}: not noticed: {}",
                        flip.name
                    );
                    let outcome = text.lines().last().unwrap_or_default();
                    println!("{target}: noticed: {} ({outcome})", flip.name);
                }
            }
        }
    }
}
