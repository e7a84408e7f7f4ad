//! How long it takes to build and lower what 100,000 lines of a program come to. The bounds are generous: they
//! catch an allocation per instruction or a walk that is quadratic, not a slow machine.

use std::time::Instant;

use crate::call::{Argument, Callee};
use crate::instruction::{CheckedOperator, Comparison};
use crate::{
    Align, Fingerprinter, FunctionBuilder, Module, Options, ReturnValue, Scalar, Signature, SiteKind, SlotData,
    SlotKind, Type,
};

use super::X86;

const FUNCTIONS: u32 = 2900;
/// Lines of one function; each becomes two loads, a constant, a checked operation and a store.
const LINES: u32 = 34;

/// With `by_value`, every call passes a pair besides, so that no function takes the short way through the pass.
fn build(module: &mut Module, by_value: bool) {
    let scalar = Type::Scalar(Scalar::I64);
    let pair = Type::Aggregate(module.types.array(scalar, 2));
    let parameters = if by_value { vec![scalar, scalar, pair] } else { vec![scalar, scalar] };
    let signature = module.signature(Signature::new(parameters, Some(scalar)));
    for number in 0..FUNCTIONS {
        let symbol = module.symbol(&format!("module{}.function{number}", number / 60));
        let callee = module.symbol(&format!("module{}.function{}", number / 61, number / 2));
        let mut builder = FunctionBuilder::new(symbol, signature);
        let parameters = [builder.scalar_parameter(Scalar::I64), builder.scalar_parameter(Scalar::I64)];
        let slot = |builder: &mut FunctionBuilder| {
            builder.slot(SlotData::frame(8, Align::new(8), SlotKind::Local, Some(scalar)))
        };
        let pair_slot = builder.slot(SlotData::frame(16, Align::new(8), SlotKind::Parameter, Some(pair)));
        if by_value {
            builder.aggregate_parameter(pair_slot);
        }
        let slots = [slot(&mut builder), slot(&mut builder)];
        let mut block = builder.block();
        builder.switch_to(block);
        for line in 0..LINES {
            builder.set_source(line * 50);
            let addresses = slots.map(|slot| builder.slot_address(slot, 0));
            let left = builder.load(Scalar::I64, addresses[0], 0);
            let right = builder.load(Scalar::I64, addresses[1], 0);
            let constant = builder.integer(Scalar::I64, i128::from(line));
            let site = builder.site(SiteKind::AddOverflow);
            let sum = builder.checked(CheckedOperator::Add, left, right, site);
            builder.store(sum, addresses[line as usize % 2], 0);
            if line % 4 == 3 {
                let address = builder.slot_address(pair_slot, 0);
                let arguments = [
                    Argument::Scalar(sum),
                    Argument::Scalar(parameters[1]),
                    Argument::Aggregate { address, align: Align::new(8), owned_temporary: false },
                ];
                let arguments = if by_value { &arguments[..] } else { &arguments[..2] };
                let result = builder.call_scalar(Callee::Direct(callee), signature, arguments, Scalar::I64);
                let condition = builder.compare(Comparison::Less, result, constant);
                let (yes, no) = (builder.block(), builder.block());
                builder.branch(condition, (yes, &[]), (no, &[]));
                builder.switch_to(yes);
                builder.jump(no, &[]);
                block = no;
                builder.switch_to(block);
            }
        }
        builder.return_value(ReturnValue::Scalar(parameters[0]));
        module.add_function(builder.finish());
    }
}

fn measure(by_value: bool) {
    let mut best = [f64::MAX; 3];
    for _ in 0..5 {
        let mut module = Module::new("speed");
        let start = Instant::now();
        build(&mut module, by_value);
        let built = Instant::now();
        crate::lower_module(&mut module, &X86).unwrap();
        let lowered = Instant::now();
        let mut fingerprinter = Fingerprinter::new(&module, &X86, &Options::default(), "test");
        for function in &module.functions {
            fingerprinter.function(function);
        }
        let times = [built - start, lowered - built, lowered.elapsed()];
        for (best, time) in best.iter_mut().zip(times) {
            *best = best.min(time.as_secs_f64() * 1000.0);
        }
    }
    println!("by value {by_value}: build {:.1} ms, pass {:.1} ms, fingerprints {:.1} ms", best[0], best[1], best[2]);
    assert!(best.iter().all(|time| *time < 500.0), "{best:?}");
}

#[test]
fn a_hundred_thousand_lines_are_built_and_lowered_in_no_time() {
    measure(false);
    measure(true);
}

/// Twenty modules, of which `main` needs one function in ten.
fn parts() -> Vec<Vec<u8>> {
    let scalar = Type::Scalar(Scalar::I64);
    let part = |number: u32| {
        let mut module = Module::new(format!("part{number}"));
        let signature = module.signature(Signature::new(vec![scalar], Some(scalar)));
        for function in 0..600 {
            let symbol = module.symbol(&format!("part{number}.function{function}"));
            let next = (function + 10) % 600;
            let after = if next < 10 && number > 0 { number - 1 } else { number };
            let callee = module.symbol(&format!("part{after}.function{next}"));
            if after != number {
                module.import_function(&format!("part{after}.function{next}"), signature);
            }
            let mut builder = FunctionBuilder::new(symbol, signature);
            let mut value = builder.scalar_parameter(Scalar::I64);
            let block = builder.block();
            builder.switch_to(block);
            for line in 0..LINES {
                builder.set_source(line * 50);
                let constant = builder.integer(Scalar::I64, i128::from(line));
                let site = builder.site(SiteKind::AddOverflow);
                value = builder.checked(CheckedOperator::Add, value, constant, site);
            }
            let arguments = [Argument::Scalar(value)];
            value = builder.call_scalar(Callee::Direct(callee), signature, &arguments, Scalar::I64);
            builder.return_value(ReturnValue::Scalar(value));
            module.add_function(builder.finish());
        }
        crate::binary::write(&module)
    };
    (0..20).map(part).collect()
}

#[test]
fn linking_while_reading_takes_less_than_reading_and_linking() {
    let parts = parts();
    let mut best = [f64::MAX; 3];
    let mut kept = [0; 3];
    for _ in 0..7 {
        let start = Instant::now();
        let mut whole = Module::new("whole");
        for part in &parts {
            crate::link(&mut whole, crate::binary::read(part).unwrap()).unwrap();
        }
        let apart = start.elapsed();
        let linker = || {
            let mut linker = crate::Linker::new();
            for (number, part) in parts.iter().enumerate() {
                linker.add_bytes(&format!("{number}"), part).unwrap();
            }
            linker
        };
        let start = Instant::now();
        let all = linker().all().unwrap();
        let fused = start.elapsed();
        let start = Instant::now();
        let needed = linker().reachable_from(&["part19.function0"]).unwrap();
        let times = [apart, fused, start.elapsed()];
        for (best, time) in best.iter_mut().zip(times) {
            *best = best.min(time.as_secs_f64() * 1000.0);
        }
        kept = [whole, all, needed].map(|module| module.functions.len());
    }
    println!(
        "read, then link {:.1} ms; fused {:.1} ms ({:.2}); what one function needs {:.1} ms ({:.2})",
        best[0],
        best[1],
        best[1] / best[0],
        best[2],
        best[2] / best[0]
    );
    assert_eq!(kept, [12_000, 12_000, 1_200]);
}
