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
