//! Coverage in code: one number of 64 bits for each point of a body that is counted, raised by a load, an addition and a
//! store, so that no code generator and no interpreter need know of it; and the start of a test executable, which lays the
//! numbers of all bodies into a file. Must not know what is a region (`coverage` does) nor what becomes of the numbers.
//!
//! Raising a number is not atomic: tests run one in a process, so only threads of one test meet, and what they lose is a part
//! of a count, never whether something ran, since each store writes at least one. Atomic additions would be exact and make tight
//! loops three times as slow (fannkuch, optimised: 0.23 s without counters, 0.87 s with these, 2.52 s with atomic ones). The
//! numbers lie in memory that is shared with the file, so they outlive a panic, an abort and a signal alike.

use mir::{Argument, BinaryOperator, Callee, Comparison, FunctionBuilder, Scalar, Signature, SymbolId, Type, Value};
use rustc_hash::FxHashMap;

use super::body::Lowering;
use super::{Instance, Unit, symbol};
use crate::coverage::{self, COUNTER_BYTES, COUNTERS};
use crate::source_form::Point;

/// The counters of one body.
pub(super) struct Counters {
    symbol: SymbolId,
    places: FxHashMap<Point, u32>,
}

impl Unit<'_> {
    /// What the body that is made next counts.
    pub(super) fn begin_counting(&mut self, instance: Instance) {
        let Some(function) = coverage::of_instance(self.db, instance) else { return };
        let name = coverage::counters_symbol(&symbol::symbol(self.db, instance));
        let symbol = self.module.import_global(&name, None);
        let places = function.counters.iter().zip(0..).map(|(counter, place)| (counter.point, place)).collect();
        self.counters = Some(Counters { symbol, places });
    }
}

impl Lowering<'_, '_> {
    /// Counts that control comes to a point.
    pub(super) fn reach(&mut self, point: Point) {
        let Some(counters) = &self.unit.counters else { return };
        let Some(place) = counters.places.get(&point) else { return };
        let (symbol, offset) = (counters.symbol, u64::from(*place) * COUNTER_BYTES);
        let address = self.builder.symbol_address(symbol, offset as i64);
        let before = self.builder.load(Scalar::U64, address, 0);
        let one = self.builder.integer(Scalar::U64, 1);
        let after = self.builder.binary(BinaryOperator::Add, before, one);
        self.builder.store(after, address, 0);
    }
}

/// How a test executable ends that cannot write its counters.
const NO_COUNTERS: i128 = 3;

/// Linux's numbers, the same on every machine that tests run on.
const READ_AND_WRITE: i128 = 2;
const END_OF_FILE: i128 = 2;
const READABLE_AND_WRITABLE: i128 = 3;
const SHARED_AT_THIS_ADDRESS: i128 = 0x11;

/// Lays the counters of the program into the file whose name is the second argument, if there is one: `count` and `vector` are
/// `main`'s. Goes on behind that.
pub(super) fn map_counters(unit: &mut Unit, builder: &mut FunctionBuilder, count: Value, vector: Value) {
    let (given, end) = (builder.block(), builder.block());
    let three = builder.integer(Scalar::I32, 3);
    let is_given = builder.compare(Comparison::Equal, count, three);
    builder.branch(is_given, (given, &[]), (end, &[]));
    builder.switch_to(given);
    let name = builder.load(Scalar::Pointer, vector, 16);
    let mode = builder.integer(Scalar::I32, READ_AND_WRITE);
    let opened = Signature::variadic(vec![Type::Scalar(Scalar::Pointer), Type::Scalar(Scalar::I32)], 2, Some(I32));
    let signature = unit.module.signature(opened);
    let open = Callee::Direct(unit.module.import_function("open", signature));
    let arguments = [Argument::Scalar(name), Argument::Scalar(mode)];
    let file = builder.call_scalar(open, signature, &arguments, Scalar::I32);
    let nothing = builder.integer(Scalar::I64, 0);
    let behind = builder.integer(Scalar::I32, END_OF_FILE);
    let parameters = [Scalar::I32, Scalar::I64, Scalar::I32];
    let bytes = call(unit, builder, "lseek", &parameters, &[file, nothing, behind], Scalar::I64);
    let counters = unit.module.import_global(COUNTERS, None);
    let counters = builder.symbol_address(counters, 0);
    let access = builder.integer(Scalar::I32, READABLE_AND_WRITABLE);
    let how = builder.integer(Scalar::I32, SHARED_AT_THIS_ADDRESS);
    let parameters = [Scalar::Pointer, Scalar::I64, Scalar::I32, Scalar::I32, Scalar::I32, Scalar::I64];
    let arguments = [counters, bytes, access, how, file, nothing];
    let mapped = call(unit, builder, "mmap", &parameters, &arguments, Scalar::Pointer);
    let is_there = builder.compare(Comparison::Equal, mapped, counters);
    let failed = builder.block();
    builder.branch(is_there, (end, &[]), (failed, &[]));
    builder.switch_to(failed);
    let text = unit.local_data("main.counters.text", b"the counters of this test cannot be written\0".to_vec(), 1);
    let text = builder.symbol_address(text, 0);
    let (say, signature) = unit.c_function("perror", &[Scalar::Pointer], None);
    builder.call(Callee::Direct(say), signature, &[Argument::Scalar(text)]);
    let code = builder.integer(Scalar::I32, NO_COUNTERS);
    builder.return_value(mir::ReturnValue::Scalar(code));
    builder.switch_to(end);
}

const I32: Type = Type::Scalar(Scalar::I32);

/// Calls a C function.
fn call(
    unit: &mut Unit,
    builder: &mut FunctionBuilder,
    name: &str,
    parameters: &[Scalar],
    arguments: &[Value],
    result: Scalar,
) -> Value {
    let (function, signature) = unit.c_function(name, parameters, Some(result));
    let arguments: Vec<Argument> = arguments.iter().map(|value| Argument::Scalar(*value)).collect();
    builder.call_scalar(Callee::Direct(function), signature, &arguments, result)
}
