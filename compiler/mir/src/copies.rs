//! The one list of the memory copies that a function makes. Owns which instructions and which arguments of a lowered
//! function copy bytes, and the number of each; whoever explains, counts or follows copies (editors, reports, code
//! generators) reads this list, so that a number means the same copy to all of them. Must not know why a program copies.
//!
//! A copy is an [`Operation::Copy`], or an aggregate of a call whose bytes go into the argument area
//! ([`Argument::Stack`]). Scalars are loaded and stored, and parts of aggregates travel in registers: neither is a copy.

use abi::{Memory, Placement};

use crate::call::Argument;
use crate::function::Function;
use crate::ids::{Align, CallId};
use crate::instruction::{CopyReason, Operation};
use crate::module::Module;
use crate::types::Type;

/// One copy of a function. Its number is its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopySite {
    /// What makes it.
    pub place: CopyPlace,
    /// How much.
    pub bytes: u64,
    /// What is known of the addresses.
    pub align: Align,
    /// Why.
    pub reason: CopyReason,
    /// What the source says, as [`crate::Instruction::source`].
    pub source: u32,
}

/// What makes a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyPlace {
    /// An instruction, by its position in [`Function::instructions`].
    Instruction(u32),
    /// An argument of a call that goes into the argument area.
    Argument {
        /// The call.
        call: CallId,
        /// Its position in the call's list.
        position: u32,
        /// The parameter of the signature.
        parameter: u32,
        /// Where it goes, in bytes from the start of the argument area.
        offset: u32,
    },
}

/// The copies of a function in lowered form, blocks in [`Function::reverse_postorder`], the arguments of a call in the
/// order of its parameters.
pub fn copies_of(module: &Module, function: &Function) -> Vec<CopySite> {
    let mut sites = Vec::new();
    for block in function.reverse_postorder() {
        let data = function.block(block);
        for index in data.start..data.end {
            let instruction = &function.instructions[index as usize];
            if let Operation::Copy { bytes, align, reason, .. } = instruction.operation {
                sites.push(CopySite {
                    place: CopyPlace::Instruction(index),
                    bytes,
                    align,
                    reason,
                    source: instruction.source,
                });
            } else if let Operation::Call { call } = instruction.operation {
                arguments(module, function, call, instruction.source, &mut sites);
            }
        }
    }
    sites
}

/// The arguments of a call whose bytes are copied into the argument area.
fn arguments(module: &Module, function: &Function, call: CallId, source: u32, sites: &mut Vec<CopySite>) {
    let data = function.call(call);
    let given = function.argument_list(data.arguments);
    let Some(abi) = data.abi else {
        return;
    };
    let passing = module.passing(abi);
    let signature = module.signatures.get(data.signature);
    for (parameter, (value, range)) in passing.abi.params.iter().zip(passing.list.parameters()).enumerate() {
        if let Placement::Memory(Memory::OnStack { offset, .. }) = value.placement
            && let Some(Argument::Stack { bytes, align, .. }) = given.get(range.start)
            && *bytes > 0
            && matches!(signature.parameters.get(parameter), Some(Type::Aggregate(_)))
        {
            let position = range.start as u32;
            sites.push(CopySite {
                place: CopyPlace::Argument { call, position, parameter: parameter as u32, offset },
                bytes: u64::from(*bytes),
                align: *align,
                reason: CopyReason::Argument,
                source,
            });
        }
    }
}
