//! Where C enters the program: `main`, for programs and for test executables. Owns nothing but these two functions.

use hir::ItemId;
use mir::{Argument, Callee, FunctionBuilder, Linkage, ReturnValue, Scalar, Signature, SymbolId, Type, Value};
use types::Ty;

use super::symbol::C_ENTRY;
use super::{Unit, counters, symbol};

/// What a test executable ends with when its argument names no test.
const NO_SUCH_TEST: i128 = 2;

/// Builds C's `main`, which calls the language's and returns its result or 0.
pub(super) fn add_main(unit: &mut Unit, item: ItemId) {
    let callable = unit.callable(item);
    let (mut builder, count, vector) = begin(unit);
    call_runtime(unit, &mut builder, symbol::stack_guard(unit.db), &[count, vector]);
    let callee = Callee::Direct(callable.symbol);
    let code = if callable.result == Ty::I32 {
        builder.call_scalar(callee, callable.signature, &[], Scalar::I32)
    } else {
        builder.call(callee, callable.signature, &[]);
        builder.integer(Scalar::I32, 0)
    };
    call_runtime(unit, &mut builder, symbol::output_end(unit.db), &[]);
    builder.return_value(ReturnValue::Scalar(code));
    let function = builder.finish();
    unit.module.add_function(function);
}

/// Builds C's `main` of a test executable: the first argument is the number of the test to run, or of the bench to measure.
pub(super) fn add_tests(unit: &mut Unit, tests: &[ItemId]) {
    let callables: Vec<_> = tests.iter().map(|test| unit.callable(*test)).collect();
    let (atoi, atoi_signature) = unit.c_function("atoi", &[Scalar::Pointer], Some(Scalar::I32));
    let has_benches = tests.first().is_some_and(|test| hir::is_bench(unit.db, *test));
    let measure = if has_benches { symbol::measure(unit.db) } else { None };
    let measure = measure.map(|item| unit.callable(item));
    let (mut builder, count, vector) = begin(unit);
    call_runtime(unit, &mut builder, symbol::stack_guard(unit.db), &[count, vector]);
    if unit.settings.coverage {
        counters::map_counters(unit, &mut builder, count, vector);
    }
    let (missing, chosen) = (builder.block(), builder.block());
    let two = builder.integer(Scalar::I32, 2);
    // Behind it may stand where counters go.
    let how = if unit.settings.coverage { mir::Comparison::GreaterOrEqual } else { mir::Comparison::Equal };
    let given = builder.compare(how, count, two);
    builder.branch(given, (chosen, &[]), (missing, &[]));
    builder.switch_to(missing);
    let code = builder.integer(Scalar::I32, NO_SUCH_TEST);
    builder.return_value(ReturnValue::Scalar(code));
    builder.switch_to(chosen);
    let text = builder.load(Scalar::Pointer, vector, 8);
    let number = builder.call_scalar(Callee::Direct(atoi), atoi_signature, &[Argument::Scalar(text)], Scalar::I32);
    let blocks: Vec<_> = (0..).zip(&callables).map(|(number, _)| (number, builder.block())).collect();
    builder.switch(number, &blocks, missing);
    for ((_, block), callable) in blocks.iter().zip(&callables) {
        builder.switch_to(*block);
        match &measure {
            Some(measure) => {
                let bench = builder.symbol_address(callable.symbol, 0);
                builder.call(Callee::Direct(measure.symbol), measure.signature, &[Argument::Scalar(bench)]);
            }
            None => builder.call(Callee::Direct(callable.symbol), callable.signature, &[]),
        }
        let code = builder.integer(Scalar::I32, 0);
        builder.return_value(ReturnValue::Scalar(code));
    }
    let function = builder.finish();
    unit.module.add_function(function);
}

/// Calls a function of the runtime if there is one for this target.
fn call_runtime(unit: &mut Unit, builder: &mut FunctionBuilder, item: Option<ItemId>, arguments: &[Value]) {
    if let Some(item) = item {
        let callable = unit.callable(item);
        let arguments: Vec<_> = arguments.iter().map(|value| Argument::Scalar(*value)).collect();
        builder.call(Callee::Direct(callable.symbol), callable.signature, &arguments);
    }
}

/// Begins `int main(int, char **)`.
fn begin(unit: &mut Unit) -> (FunctionBuilder, Value, Value) {
    let parameters = vec![Type::Scalar(Scalar::I32), Type::Scalar(Scalar::Pointer)];
    let signature = unit.module.signature(Signature::new(parameters, Some(Type::Scalar(Scalar::I32))));
    let symbol: SymbolId = unit.module.symbol(C_ENTRY);
    let mut builder = unit.learned.begin_function(symbol, signature);
    builder.function_mut().linkage = Linkage::Export;
    let count = builder.scalar_parameter(Scalar::I32);
    let vector = builder.scalar_parameter(Scalar::Pointer);
    let entry = builder.block();
    builder.switch_to(entry);
    (builder, count, vector)
}
