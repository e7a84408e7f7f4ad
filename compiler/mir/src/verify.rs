//! The verifier. Owns the list of invariants, which is this text; must not repair anything.
//!
//! Module
//! - An anonymous type has a body. No type contains itself by value. Members lie inside of their record, those of
//!   unions at offset 0, and aligned unless the record is packed; a record's size is a multiple of its alignment.
//! - A signature has at least the parameters that it declares.
//! - A symbol is defined once. Relocations of data stand by rising offset, eight bytes each, inside of it and
//!   apart; data that has a type has its size.
//! - Metadata nodes and memory kinds name only earlier ones, and texts, symbols and types that are there. Who refers to nodes
//!   from elsewhere, and to which, is the list in `metadata/references.rs`.
//! - What debuggers are told of has the form of its kind (see [`crate::debug`]): descriptions of functions and types of
//!   variables, definitions, and all nodes that these name. A key is defined once, here and for a type whose size stands in
//!   its node. What is noted is a text and a place. Fields, tags and what cases carry lie inside of their type, which contains not itself.
//!
//! Function, either form
//! - There is an entry block; it has no parameters and nothing goes to it. Blocks own disjoint ranges of
//!   instructions.
//! - Every id is in range of its table. Every call entry belongs to one instruction at most.
//! - Every value is defined once: by a parameter, a block parameter or an instruction. Its definition dominates its
//!   uses; in blocks that cannot be reached there is no such rule.
//! - Arguments of a block have number and types of its parameters. Conditions are `bool`; a switch is over an
//!   integer of up to 64 bits, its cases are canonical and different.
//! - Operands and results of each operation have the types that [`crate::Operation`] says; constants are
//!   canonical (see [`crate::constant_bits`]).
//! - Addresses of slots point into them or to their end. A slot is as large and as aligned as its type.
//! - Scopes stand after their parents.
//! - A direct call to a function that is declared here agrees with it in number and kind of arguments and result,
//!   the signs of integers aside.
//!
//! `system-abi`
//! - No description is attached. Parameters, arguments, results and returns are those of the signature, one for
//!   one: a scalar is a value of its type, an aggregate a slot or an address. Every slot is in the frame.
//! - A function that returns its slot has one, of the result's size.
//!
//! Lowered
//! - Descriptions have the positions of the lists that they want.
//! - The function and every call have their description. Parameters, arguments, results and returns are scalars of
//!   the description's carriers and addresses, one for one, and bytes on the stack where it says so.
//! - A slot that lies behind a pointer names a pointer parameter; an incoming slot is one stack parameter.

mod calls;
mod debug;
mod dominance;
mod form;
mod metadata;
mod module;
mod operation;
mod tables;
mod types;

use std::fmt;

use crate::function::{Function, Parameter};
use crate::ids::{Block, SignatureId, Value};
use crate::module::{Declaration, Module};
use crate::scalar::Scalar;
use crate::terminator::Terminator;

use dominance::Dominance;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: a function and block, a datum or a type.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.message)
    }
}

/// Checks every invariant of a module.
///
/// # Errors
/// All broken invariants; of a function whose tables are inconsistent only the first ones.
pub fn verify(module: &Module) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    types::verify_types(module, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    module::verify_module(module, &mut problems);
    metadata::verify_metadata(module, &mut problems);
    if problems.is_empty() {
        let declared = declared_signatures(module);
        for function in &module.functions {
            verify_function(module, function, &declared, &mut problems);
        }
    }
    // Functions name nodes that are there.
    if problems.is_empty() {
        debug::verify_debug(module, &mut problems);
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The signature of each symbol that is declared as a function.
fn declared_signatures(module: &Module) -> Vec<Option<SignatureId>> {
    let mut declared: Vec<_> = module
        .symbols
        .iter()
        .map(|(_, symbol)| match symbol.declaration {
            Declaration::ImportedFunction(signature) => Some(signature),
            Declaration::Undeclared | Declaration::Function | Declaration::Global | Declaration::ImportedGlobal(_) => {
                None
            }
        })
        .collect();
    for function in &module.functions {
        declared[function.symbol.index()] = Some(function.signature);
    }
    declared
}

fn verify_function(
    module: &Module,
    function: &Function,
    declared: &[Option<SignatureId>],
    problems: &mut Vec<Problem>,
) {
    let known = problems.len();
    let mut verifier = Verifier { module, function, declared, block: None, position: 0, problems };
    verifier.tables();
    // What follows indexes the tables.
    if verifier.problems.len() > known {
        return;
    }
    let definitions = verifier.definitions();
    if verifier.problems.len() > known {
        return;
    }
    verifier.form();
    verifier.bodies(&definitions);
}

/// The state of checking one function.
struct Verifier<'module> {
    module: &'module Module,
    function: &'module Function,
    declared: &'module [Option<SignatureId>],
    block: Option<Block>,
    position: u32,
    problems: &'module mut Vec<Problem>,
}

/// Where a value is defined: a block, and a position that counts from 1; 0 is the block's parameters.
#[derive(Clone, Copy)]
struct Definition {
    block: Block,
    position: u32,
}

impl Verifier<'_> {
    fn problem(&mut self, message: impl Into<String>) {
        let name = self.module.symbol_name(self.function.symbol);
        let place = match self.block {
            None => name.to_owned(),
            Some(block) => format!("{name}, {block}, instruction {}", self.position),
        };
        self.problems.push(Problem { place, message: message.into() });
    }

    fn require(&mut self, holds: bool, message: &str) {
        if !holds {
            self.problem(message);
        }
    }

    fn value_type(&self, value: Value) -> Scalar {
        self.function.value_type(value)
    }

    fn require_type(&mut self, value: Value, wanted: Scalar, what: &str) {
        let found = self.value_type(value);
        if found != wanted {
            self.problem(format!("{what} {value} is {found}, not {wanted}"));
        }
    }

    /// Where each value is defined.
    fn definitions(&mut self) -> Vec<Option<Definition>> {
        let function = self.function;
        let mut definitions = vec![None; function.values.len()];
        let mut define = |verifier: &mut Self, value: Value, position: u32, block: Block| {
            let Some(entry) = definitions.get_mut(value.index()) else {
                verifier.problem(format!("{value} is out of range"));
                return;
            };
            if entry.replace(Definition { block, position }).is_some() {
                verifier.problem(format!("{value} is defined twice"));
            }
        };
        for parameter in &function.parameters {
            match parameter {
                Parameter::Scalar(value) => define(self, *value, 0, Function::ENTRY),
                Parameter::Aggregate(slot) | Parameter::Stack(slot) => {
                    self.require(slot.index() < function.slots.len(), "a parameter's slot is out of range");
                }
            }
        }
        for (id, block) in function.blocks() {
            for value in block.parameters.iter() {
                define(self, value, 0, id);
            }
            for (index, instruction) in function.instructions_of(block).iter().enumerate() {
                self.block = Some(id);
                self.position = index as u32 + 1;
                let count = function.result_count(instruction);
                if count == 0 {
                    self.require(!instruction.result.is_some(), "the instruction has no result");
                    continue;
                }
                if !instruction.result.is_some() {
                    self.problem("the instruction has a result");
                    continue;
                }
                for number in 0..count {
                    define(self, Value(instruction.result.0 + number), index as u32 + 1, id);
                }
            }
        }
        self.block = None;
        for (index, definition) in definitions.iter().enumerate() {
            if definition.is_none() {
                self.problem(format!("{} is not defined", Value::new(index)));
            }
        }
        definitions
    }

    fn bodies(&mut self, definitions: &[Option<Definition>]) {
        let function = self.function;
        let dominance = Dominance::new(function);
        let mut operands = Vec::new();
        self.require(function.blocks[0].parameters.count == 0, "the entry block has parameters");
        for (id, block) in function.blocks() {
            self.block = Some(id);
            for (index, instruction) in function.instructions_of(block).iter().enumerate() {
                self.position = index as u32 + 1;
                self.operation(instruction);
                operands.clear();
                function.each_operand(instruction.operation, |value| operands.push(value));
                self.uses(&operands, definitions, &dominance);
            }
            self.position = block.end - block.start + 1;
            self.terminator(block.terminator);
            operands.clear();
            function.each_terminator_operand(block.terminator, |value| operands.push(value));
            self.uses(&operands, definitions, &dominance);
        }
        self.block = None;
    }

    fn uses(&mut self, operands: &[Value], definitions: &[Option<Definition>], dominance: &Dominance) {
        let here = self.block.expect("uses stand in a block");
        if !dominance.is_reachable(here) {
            return;
        }
        for value in operands {
            let Some(definition) = definitions[value.index()] else {
                continue;
            };
            let before = if definition.block == here {
                definition.position < self.position
            } else {
                dominance.dominates(definition.block, here)
            };
            if !before {
                self.problem(format!("{value} is used where its definition need not have run"));
            }
        }
    }

    fn terminator(&mut self, terminator: Terminator) {
        let function = self.function;
        match terminator {
            Terminator::Jump(_) | Terminator::Unreachable | Terminator::Panic { .. } => {}
            Terminator::Branch { condition, .. } => self.require_type(condition, Scalar::Bool, "the condition"),
            Terminator::Switch { value, cases, .. } => {
                let ty = self.value_type(value);
                self.require(ty.is_integer() && ty.bytes() <= 8, "a switch is over an integer of up to 64 bits");
                let mut seen: Vec<u64> = function.case_list(cases).iter().map(|case| case.bits).collect();
                let canonical = seen.iter().all(|bits| crate::builder::constant_bits(ty, *bits) == *bits);
                self.require(canonical, "a case is not canonical");
                seen.sort_unstable();
                self.require(seen.windows(2).all(|pair| pair[0] != pair[1]), "two cases are equal");
            }
            Terminator::Return(value) => self.return_value(value),
        }
        let mut targets = Vec::new();
        function.each_target(terminator, |target| targets.push(target));
        for target in targets {
            self.require(target.block != Function::ENTRY, "nothing goes to the entry block");
            let parameters = function.block(target.block).parameters;
            let arguments = function.list(target.arguments);
            if arguments.len() != parameters.iter().len() {
                self.problem(format!("{} wants {} arguments", target.block, parameters.count));
                continue;
            }
            for (argument, parameter) in arguments.iter().zip(parameters.iter()) {
                let wanted = self.value_type(parameter);
                self.require_type(*argument, wanted, "the argument");
            }
        }
    }
}
