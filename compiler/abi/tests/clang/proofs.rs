//! The proofs by running programs: where values travel on each target that runs here, and the control that a changed
//! decision is noticed. Owns which signatures and how many.

use std::cell::Cell;

use abi::Target;

use crate::generate::Plain;
use crate::locations::toolchains::Toolchain;
use crate::locations::{Group, prove};
use crate::model::CSignature;
use crate::{cases, enumerate, flips, generate, random};

fn plain(toolchain: &Toolchain) -> Plain {
    Plain { target: toolchain.target, gcc: toolchain.is_gcc() }
}

/// Random and enumerated signatures run in both directions with each toolchain of the target.
fn values_travel_as_described(target: Target) {
    let count = cases() / 60;
    for toolchain in Toolchain::of(target) {
        let plain = plain(toolchain);
        let mut random = random(&format!("{target} with {}", toolchain.compiler));
        let mut signatures: Vec<CSignature> =
            (0..count).map(|_| generate::plain_signature(&mut random, &plain)).collect();
        signatures.extend((0..count).map(|_| generate::plain_variadic(&mut random, &plain)));
        let edges = enumerate::at_the_edge(&plain);
        let step = edges.len().div_ceil(count.max(1)).max(1);
        signatures.extend(edges.into_iter().step_by(step));
        let group = Group { signatures: &signatures, change: Box::new(|_| true) };
        match prove(toolchain, &[group]) {
            Err(reason) => println!("{reason}"),
            Ok(answers) => {
                println!("{target} with {}: {}", toolchain.compiler, answers[0].trim());
                assert!(!answers[0].starts_with("0 cases"), "nothing was proved");
                assert!(answers[0].contains(" cases, 0 failures"), "{}", answers[0]);
            }
        }
    }
}

/// The control: with any one decision changed, the same proof fails.
fn changed_decisions_are_noticed(target: Target) {
    let Some(toolchain) = Toolchain::of(target).next() else {
        return;
    };
    let plain = plain(toolchain);
    let mut random = random(&format!("{target} flips"));
    let mut signatures: Vec<CSignature> = (0..120).map(|_| generate::plain_signature(&mut random, &plain)).collect();
    signatures.extend(enumerate::at_the_edge(&plain).into_iter().step_by(29));
    let changed: Vec<Cell<usize>> = flips::FLIPS.iter().map(|_| Cell::new(0)).collect();
    let groups: Vec<Group<'_>> = flips::FLIPS
        .iter()
        .zip(&changed)
        .map(|(flip, changed)| Group {
            signatures: &signatures,
            // Few signatures suffice, and a program that dies at the first one hides the others.
            change: Box::new(move |abi| {
                let absent = (flip.absent)(&target).is_some();
                let wanted = !absent && changed.get() < 12 && (flip.apply)(abi, &target);
                changed.set(changed.get() + usize::from(wanted));
                wanted
            }),
        })
        .collect();
    let answers = match prove(toolchain, &groups) {
        Ok(answers) => answers,
        Err(reason) => {
            println!("{reason}");
            return;
        }
    };
    for ((flip, changed), answer) in flips::FLIPS.iter().zip(&changed).zip(answers) {
        if let Some(reason) = (flip.absent)(&target) {
            println!("{target}: no such decision: {}: {reason}", flip.name);
            continue;
        }
        assert!(changed.get() > 0, "{target}: no signature for: {}", flip.name);
        assert!(!answer.contains(" cases, 0 failures"), "{target}: not noticed: {}", flip.name);
        let outcome = answer.lines().last().unwrap_or_default();
        println!("{target}: noticed: {} ({outcome})", flip.name);
    }
}

/// Both proofs of one target.
macro_rules! executable {
    ($($name:ident: $target:ident,)*) => {
        $(mod $name {
            #[test]
            fn values_travel_where_the_description_says() {
                super::values_travel_as_described(abi::Target::$target);
            }

            #[test]
            fn each_changed_decision_is_noticed() {
                super::changed_decisions_are_noticed(abi::Target::$target);
            }
        })*
    };
}

executable! {
    x86_64_linux: X86_64_LINUX,
    x86_64_windows_gnu: X86_64_WINDOWS_GNU,
    aarch64_linux: AARCH64_LINUX,
    s390x_linux: S390X_LINUX,
    s390x_linux_vector: S390X_LINUX_VECTOR,
    riscv64_linux: RISCV64_LINUX,
    loongarch64_linux: LOONGARCH64_LINUX,
    powerpc64le_linux: POWERPC64LE_LINUX,
}
