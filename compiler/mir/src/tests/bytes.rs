//! Nothing reads or writes past a value: the code that the pass makes for parts is run over an image of exactly the
//! value's bytes, for every size and in both directions.

use crate::call::Argument;
use crate::function::{Function, Parameter};
use crate::ids::Value;
use crate::instruction::{BinaryOperator, Operation};
use crate::module::Module;
use crate::scalar::Scalar;

use super::{ARM, X86};

/// Runs straight-line code over one piece of memory at address 0.
struct Machine<'function> {
    function: &'function Function,
    values: Vec<u64>,
    memory: Vec<u8>,
    written: Vec<bool>,
}

impl<'function> Machine<'function> {
    fn new(function: &'function Function, memory: Vec<u8>) -> Machine<'function> {
        let written = vec![false; memory.len()];
        Machine { function, values: vec![0; function.values.len()], memory, written }
    }

    /// Runs the entry block; gives the arguments of its call, if there is one.
    fn run(&mut self) -> Vec<Argument> {
        let function = self.function;
        let mut arguments = Vec::new();
        for instruction in function.instructions_of(&function.blocks[0]) {
            if let Operation::Call { call } = instruction.operation {
                arguments.extend_from_slice(function.argument_list(function.call(call).arguments));
                continue;
            }
            let result = self.step(instruction.operation, instruction.result);
            if instruction.result.is_some() {
                let bits = function.value_type(instruction.result).bits();
                self.values[instruction.result.index()] = result & (u64::MAX >> (64 - bits));
            }
        }
        arguments
    }

    fn step(&mut self, operation: Operation, result: Value) -> u64 {
        let value = |value: Value| self.values[value.index()];
        match operation {
            Operation::Constant { bits } => bits,
            Operation::SlotAddress { .. } => 0,
            Operation::Convert { value: from } | Operation::Reinterpret { value: from } => value(from),
            Operation::Binary { operator: BinaryOperator::ShiftLeft, left, right } => value(left) << value(right),
            Operation::Binary { operator: BinaryOperator::ShiftRight, left, right } => value(left) >> value(right),
            Operation::Binary { operator: BinaryOperator::Or, left, right } => value(left) | value(right),
            Operation::Load { address, offset, .. } => {
                let start = value(address) as usize + offset as usize;
                let bytes = self.function.value_type(result).bytes() as usize;
                let read = &self.memory[start..start + bytes];
                read.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
            }
            Operation::Store { value: stored, address, offset, .. } => {
                let start = value(address) as usize + offset as usize;
                let bytes = self.function.value_type(stored).bytes() as usize;
                let bits = value(stored).to_le_bytes();
                self.memory[start..start + bytes].copy_from_slice(&bits[..bytes]);
                self.written[start..start + bytes].fill(true);
                0
            }
            other => panic!("the pass makes no {other:?} for parts"),
        }
    }
}

/// A record of so many bytes, as bytes and, where that gives vector registers, as floats.
/// Records of a size, each with its alignment.
fn records(size: u64) -> Vec<(String, u64)> {
    let fields = |ty: &str, width: u64| -> String {
        (0..size / width).map(|index| format!("{ty} @{}", index * width)).collect::<Vec<_>>().join(", ")
    };
    let mut records = vec![(format!("struct {size} align 1 {{ {} }}", fields("u8", 1)), 1)];
    if size.is_multiple_of(4) {
        records.push((format!("struct {size} align 4 {{ {} }}", fields("f32", 4)), 4));
    }
    records
}

fn lowered(text: &str, target: &abi::Target) -> Module {
    let mut module = crate::read(text).unwrap();
    crate::lower_module(&mut module, target).unwrap();
    module
}

fn part_bytes(scalar: Scalar, bits: u64) -> Vec<u8> {
    bits.to_le_bytes()[..scalar.bytes() as usize].to_vec()
}

#[test]
fn nothing_reads_past_a_value() {
    for target in [X86, ARM] {
        for size in 1..=16u64 {
            for (record, align) in records(size) {
                let text = format!(
                    "module \"m\"\ntype %T = {record}
function system_abi export @f(v0: ptr) : (ptr) {{
b0:
  call @g(aggregate v0 align {align}) : (%T)
  return
}}"
                );
                let module = lowered(&text, &target);
                let image: Vec<u8> = (1..=size as u8).map(|byte| byte | 0x80).collect();
                let mut machine = Machine::new(&module.functions[0], image.clone());
                let arguments = machine.run();
                let call = module.functions[0].calls[0];
                let abi = module.abi(call.abi.unwrap());
                let parts = abi.params[0].parts();
                assert!(!parts.is_empty(), "{target} {record}");
                for (part, argument) in parts.iter().zip(arguments) {
                    let Argument::Scalar(value) = argument else { panic!("a part is a scalar") };
                    let bytes = part_bytes(machine.function.value_type(value), machine.values[value.index()]);
                    let (offset, len) = (part.offset as usize, part.len as usize);
                    assert_eq!(bytes[..len], image[offset..offset + len], "{target} {record}");
                }
            }
        }
    }
}

#[test]
fn nothing_writes_past_a_value() {
    for target in [X86, ARM] {
        for size in 1..=16u64 {
            for (record, _) in records(size) {
                let text = format!(
                    "module \"m\"\ntype %T = {record}
function system_abi export @g(s0) : (%T) {{
  slot s0 {size} align 4 parameter frame : %T
b0:
  return
}}"
                );
                let module = lowered(&text, &target);
                let function = &module.functions[0];
                let image: Vec<u8> = (1..=size as u8).map(|byte| byte | 0x80).collect();
                let mut machine = Machine::new(function, vec![0; size as usize]);
                let parts = module.abi(function.abi.unwrap()).params[0].parts();
                for (part, parameter) in parts.iter().zip(&function.parameters) {
                    let Parameter::Scalar(value) = parameter else { panic!("a part is a scalar") };
                    // What is not of the value is garbage in the register.
                    let mut bytes = [0xee; 8];
                    let (offset, len) = (part.offset as usize, part.len as usize);
                    bytes[..len].copy_from_slice(&image[offset..offset + len]);
                    let bits = function.value_type(*value).bits();
                    machine.values[value.index()] = u64::from_le_bytes(bytes) & (u64::MAX >> (64 - bits));
                }
                machine.run();
                assert_eq!(machine.memory, image, "{target} {record}");
                assert!(machine.written.iter().all(|written| *written));
            }
        }
    }
}
