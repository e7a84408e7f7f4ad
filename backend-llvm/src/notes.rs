//! What programs note about themselves (`@[note("…")]`), as metadata of LLVM's module: `!lang.notes`, a node for each note with
//! what it is about, its text, file and line. Owns this form; must not know positions: as in debug information here a file is
//! the symbol of a chunk, and a line is a byte offset in it plus one. No pass reads it, so it changes no code.

use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::BasicMetadataValueEnum;
use mir::{BackendError, NodeId, Operand};

/// The name of the list of notes.
const NOTES: &str = "lang.notes";

/// Tells all notes of a unit.
pub(crate) fn tell<'ctx>(mir: &mir::Module, context: &'ctx Context, llvm: &Module<'ctx>) -> Result<(), BackendError> {
    let tell = |about: &str, symbol: &str, node: NodeId| {
        // The verifier knows no other.
        let [Operand::String(noted), Operand::Integer(offset)] = *mir.metadata.operands(node) else { return Ok(()) };
        let text = |text: &str| BasicMetadataValueEnum::from(context.metadata_string(text));
        let line = context.i64_type().const_int(offset.unsigned_abs() + 1, false);
        let said = [text(about), text(mir.strings.text(noted)), text(symbol), line.into()];
        llvm.add_global_metadata(NOTES, &context.metadata_node(&said))
            .map_err(|error| BackendError::new(error.to_string()))
    };
    for global in &mir.globals {
        let symbol = mir.symbol_name(global.symbol);
        global.notes.iter().try_for_each(|note| tell(symbol, symbol, *note))?;
    }
    for function in &mir.functions {
        let symbol = mir.symbol_name(function.symbol);
        for note in &function.notes {
            let variable = note.variable.and_then(|variable| function.variables.get(variable.index()));
            let about = match variable {
                Some(variable) => format!("{symbol}: {}", mir.strings.text(variable.name)),
                None => symbol.to_owned(),
            };
            tell(&about, symbol, note.node)?;
        }
    }
    Ok(())
}
