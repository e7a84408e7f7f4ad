//! How fast the backend compiles: the MIR of a file, or functions like those of a debug build, with variables in slots,
//! checks and calls. Prints functions and IR instructions per second of processor time, of one thread.

use backend_cranelift::Cranelift;
use mir::{
    Align, Argument, Backend, BinaryOperator, Callee, CheckKind, CheckedOperator, Comparison, FunctionBuilder, Linkage,
    Module, NoPositions, Options, ReturnValue, Scalar, Signature, SiteKind, Slot, SlotData, SlotKind, SymbolId, Type,
    Value,
};

const FUNCTIONS: usize = 3000;
const STATEMENTS: i128 = 34;
const VARIABLES: i128 = 6;

fn main() {
    let target = abi::Target::X86_64_LINUX;
    let backend = Cranelift::new();
    let mut module = match std::env::args().nth(1) {
        Some(path) => mir::read(&std::fs::read_to_string(path).expect("the file can be read")).expect("it is MIR"),
        None => program(),
    };
    let start = processor_time();
    mir::lower_module(&mut module, &target).expect("scalars are described");
    let lowered = processor_time() - start;
    let options = Options::default();
    for _ in 0..5 {
        let start = processor_time();
        let artifacts = backend.compile(&module, &target, &options).expect("the program is supported");
        let seconds = processor_time() - start;
        let statistics = artifacts.statistics;
        let start = processor_time();
        let object =
            backend.assemble(&[(&artifacts, None)], &NoPositions, &target, &options).expect("it can be assembled");
        println!(
            "{:.1} ms: {:.0} functions/s, {:.0} instructions/s, {} bytes of code; assembly {:.1} ms to {} bytes; ABI pass {:.1} ms",
            seconds * 1e3,
            statistics.functions as f64 / seconds,
            statistics.instructions as f64 / seconds,
            statistics.code_bytes,
            (processor_time() - start) * 1e3,
            object.len(),
            lowered * 1e3,
        );
    }
}

/// Seconds that this thread has run: what else the machine does counts little.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells it");
    let nanoseconds = text.split_whitespace().next().expect("it comes first");
    nanoseconds.parse::<f64>().expect("it is a number") / 1e9
}

fn program() -> Module {
    let mut module = Module::new("speed");
    let mut previous = None;
    for number in 0..FUNCTIONS {
        previous = Some(function(&mut module, number, previous));
    }
    module
}

fn function(module: &mut Module, number: usize, previous: Option<SymbolId>) -> SymbolId {
    let symbol = module.symbol(&format!("function_{number}"));
    let integer = Type::Scalar(Scalar::I64);
    let signature = module.signature(Signature::new(vec![integer; 2], Some(integer)));
    let mut builder = FunctionBuilder::new(symbol, signature);
    builder.function_mut().linkage = Linkage::Hidden;
    let parameters = [builder.scalar_parameter(Scalar::I64), builder.scalar_parameter(Scalar::I64)];
    let slots: Vec<Slot> =
        (0..VARIABLES).map(|_| builder.slot(SlotData::frame(8, Align::new(8), SlotKind::Local, None))).collect();
    let entry = builder.block();
    builder.switch_to(entry);
    for (index, slot) in slots.iter().enumerate() {
        let address = builder.slot_address(*slot, 0);
        builder.store(parameters[index % 2], address, 0);
    }
    for statement in 0..STATEMENTS {
        builder.set_source(statement as u32 * 40);
        let slot = |index: i128| slots[((statement * 7 + index + number as i128) % VARIABLES) as usize];
        match statement % 6 {
            0 => condition(&mut builder, slot(0), slot(1), slot(2)),
            1 if previous.is_some() => {
                let arguments = [read(&mut builder, slot(0)), read(&mut builder, slot(1))].map(Argument::Scalar);
                let callee = Callee::Direct(previous.expect("just matched"));
                let result = builder.call_scalar(callee, signature, &arguments, Scalar::I64);
                write(&mut builder, slot(2), result);
            }
            _ => {
                let value = sum(&mut builder, slot(0), slot(1));
                write(&mut builder, slot(2), value);
            }
        }
    }
    let result = read(&mut builder, slots[0]);
    builder.return_value(ReturnValue::Scalar(result));
    module.add_function(builder.finish());
    symbol
}

fn read(builder: &mut FunctionBuilder, slot: Slot) -> Value {
    let address = builder.slot_address(slot, 0);
    builder.load(Scalar::I64, address, 0)
}

fn write(builder: &mut FunctionBuilder, slot: Slot, value: Value) {
    let address = builder.slot_address(slot, 0);
    builder.store(value, address, 0);
}

/// `(left * 7 + right / 3) & 0xfffff`, checked.
fn sum(builder: &mut FunctionBuilder, left: Slot, right: Slot) -> Value {
    let left = read(builder, left);
    let seven = builder.integer(Scalar::I64, 7);
    let site = builder.site(SiteKind::MultiplyOverflow);
    let product = builder.checked(CheckedOperator::Multiply, left, seven, site);
    let right = read(builder, right);
    let three = builder.integer(Scalar::I64, 3);
    let site = builder.site(SiteKind::DivideByZero);
    builder.check(CheckKind::NotZero, three, three, site);
    builder.check(CheckKind::QuotientFits, right, three, site);
    let quotient = builder.binary(BinaryOperator::Divide, right, three);
    let site = builder.site(SiteKind::AddOverflow);
    let sum = builder.checked(CheckedOperator::Add, product, quotient, site);
    let mask = builder.integer(Scalar::I64, 0xfffff);
    builder.binary(BinaryOperator::And, sum, mask)
}

/// `if left < right { place = left } else { place = right - left }`
fn condition(builder: &mut FunctionBuilder, left: Slot, right: Slot, place: Slot) {
    let (left, right) = (read(builder, left), read(builder, right));
    let less = builder.compare(Comparison::Less, left, right);
    let (then, otherwise, end) = (builder.block(), builder.block(), builder.block());
    builder.branch(less, (then, &[]), (otherwise, &[]));
    builder.switch_to(then);
    write(builder, place, left);
    builder.jump(end, &[]);
    builder.switch_to(otherwise);
    let site = builder.site(SiteKind::SubtractOverflow);
    let difference = builder.checked(CheckedOperator::Subtract, right, left, site);
    write(builder, place, difference);
    builder.jump(end, &[]);
    builder.switch_to(end);
}
