//! Random modules through everything: verifier, text form, fingerprints, the pass for two targets, strip.

use std::sync::Arc;

use crate::function::Form;
use crate::module::Module;
use crate::{Fingerprinter, LoweredList, Options, Passing};

use super::random::random_module;
use super::{ARM, X86, assert_valid};

/// Seeds that are always tried; `MIR_SEED` adds the one of a failure report, `MIR_CASES` more of them.
fn seeds() -> impl Iterator<Item = u64> {
    let from_environment = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let cases = from_environment("MIR_CASES").unwrap_or(400);
    from_environment("MIR_SEED").into_iter().chain(0..cases)
}

fn fingerprints(module: &Module) -> Vec<[u8; 32]> {
    let mut fingerprinter = Fingerprinter::new(module, &X86, &Options::default(), "test");
    let functions: Vec<_> = module.functions.iter().map(|function| fingerprinter.function(function)).collect();
    functions.into_iter().chain(module.globals.iter().map(|global| fingerprinter.global(global))).collect()
}

/// The text reads back to a valid module of the same text and the same fingerprints.
fn assert_reads_back(module: &Module, seed: u64) {
    let text = crate::print(module);
    let again = crate::read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    assert_valid(&again, seed);
    assert_eq!(crate::print(&again), text, "seed {seed}");
    assert_eq!(fingerprints(&again), fingerprints(module), "seed {seed}\n{text}");
}

#[test]
fn system_abi_form_and_lowered_form_both_verified_and_read_back() {
    let mut lowered = 0;
    for seed in seeds() {
        let module = random_module(seed);
        assert!(module.functions.iter().all(|function| function.form == Form::SystemAbi));
        assert_valid(&module, seed);
        assert_reads_back(&module, seed);
        for target in [X86, ARM] {
            let mut module = module.clone();
            if let Err(error) = crate::lower_module(&mut module, &target) {
                panic!("seed {seed}, {target}: {error}\n{}", crate::print(&module));
            }
            assert!(module.functions.iter().all(|function| function.form == Form::Lowered));
            assert_valid(&module, seed);
            assert_reads_back(&module, seed);
            lowered += module.functions.len();
        }
    }
    assert!(lowered > 0);
}

#[test]
fn wrong_positions_are_refused() {
    let mut refused = 0;
    for seed in seeds().take(60) {
        for target in [X86, ARM] {
            let mut module = random_module(seed);
            crate::lower_module(&mut module, &target).expect("the first test says that it can be lowered");
            for index in 0..module.abis.len() {
                let right = module.abis[index].clone();
                for wrong in wrong_lists(&right.list) {
                    module.abis[index] = Arc::new(Passing { list: wrong.clone(), ..Passing::clone(&right) });
                    let problems = crate::verify(&module).expect_err("positions are wrong");
                    let found = problems[0].to_string();
                    assert!(found.contains("the positions are not those"), "seed {seed}: {found}: {wrong:?}");
                    refused += 1;
                }
                module.abis[index] = right;
            }
            assert_valid(&module, seed);
        }
    }
    assert!(refused > 1000, "{refused}");
}

/// The positions of a list with one of them wrong, one left out, and one too many.
fn wrong_lists(right: &LoweredList) -> Vec<LoweredList> {
    let changed = |change: &dyn Fn(&mut LoweredList)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        wrong
    };
    let mut wrong = vec![
        changed(&|list| list.bounds.truncate(right.bounds.len() - 1)),
        changed(&|list| list.bounds.push(*right.bounds.last().expect("a list has an end"))),
    ];
    for place in 0..right.bounds.len() {
        wrong.push(changed(&|list| list.bounds[place] += 1));
        if right.bounds[place] > 0 {
            wrong.push(changed(&|list| list.bounds[place] -= 1));
        }
    }
    wrong
}

#[test]
fn stripping_keeps_what_runs() {
    for seed in seeds() {
        let mut module = random_module(seed);
        crate::lower_module(&mut module, &X86).expect("the first test says that it can be lowered");
        let before = module.clone();
        crate::strip(&mut module, crate::Strip::EVERYTHING);
        assert_valid(&module, seed);
        assert_reads_back(&module, seed);
        let text = crate::print(&module);
        assert!(!text.contains("variable \"") && !text.contains("%Clash") && !text.contains("field0:"), "{text}");
        let instructions = |module: &Module| -> Vec<usize> {
            module.functions.iter().map(|function| function.instructions.len()).collect()
        };
        assert_eq!(instructions(&module), instructions(&before));
    }
}

#[test]
fn linking_into_an_empty_module_changes_no_fingerprint() {
    for seed in seeds() {
        let module = random_module(seed);
        let expected = fingerprints(&module);
        // What comes first takes the low ids, so every id of the moved module changes.
        let mut destination = random_module(seed + 1_000_000);
        destination.functions.clear();
        destination.globals.clear();
        let mut names = Module::new("linked");
        for (_, symbol) in destination.symbols.iter() {
            names.symbol(&format!("other.{}", destination.strings.text(symbol.name)));
        }
        crate::link(&mut names, module).expect("nothing is there twice");
        assert_valid(&names, seed);
        assert_eq!(fingerprints(&names), expected, "seed {seed}");
    }
}
