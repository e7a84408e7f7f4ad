//! Functions that optimised builds leave as they are. Owns what is done with them before LLVM's passes and after them.
//! Must not know which functions these are.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;
use inkwell::values::{CallSiteValue, FunctionValue, InstructionOpcode};
use mir::BackendError;

use crate::machine;

/// What keeps LLVM's passes away, and makes it take its quick way to machine code.
const OPTNONE: &str = "optnone";

/// Readies the functions for the passes, while they are the only ones of the module that have bodies.
pub(crate) fn set_aside<'ctx>(
    context: &'ctx Context,
    module: &Module<'ctx>,
    machine: &TargetMachine,
    functions: impl Iterator<Item = FunctionValue<'ctx>>,
) -> Result<(), BackendError> {
    // Variables in registers make less code, and less work for those who make it.
    machine::run_passes(module, machine, "function(sroa)")?;
    for function in functions {
        let attribute = context.create_enum_attribute(kind(OPTNONE), 0);
        function.add_attribute(AttributeLoc::Function, attribute);
    }
    Ok(())
}

/// Keeps the calls of these functions. LLVM's quick way to machine code leaves out a call that gives nothing and writes
/// nothing, as passes may have found out, even if it does not return.
pub(crate) fn keep_calls(module: &Module<'_>) {
    let is_one = |function: &FunctionValue<'_>| {
        let attribute = function.get_enum_attribute(AttributeLoc::Function, kind(OPTNONE));
        attribute.is_some()
    };
    let blocks = module.get_functions().filter(is_one).flat_map(FunctionValue::get_basic_block_iter);
    for instruction in blocks.flat_map(|block| block.get_instructions()) {
        if instruction.get_opcode() != InstructionOpcode::Call {
            continue;
        }
        let Ok(call) = CallSiteValue::try_from(instruction) else {
            continue;
        };
        let memory = kind("memory");
        call.remove_enum_attribute(AttributeLoc::Function, memory);
        if let Some(callee) = call.get_called_fn_value().filter(|callee| callee.get_intrinsic_id() == 0) {
            callee.remove_enum_attribute(AttributeLoc::Function, memory);
        }
    }
}

fn kind(name: &str) -> u32 {
    Attribute::get_named_enum_kind_id(name)
}
