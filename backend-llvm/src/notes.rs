//! What programs note about themselves (`@[note("…")]`), as metadata of LLVM's module: `!lang.notes`, a node for each note with
//! what it is about, its text, file and line. Owns this form. Where things stand the module says itself (`mir::keep_positions`),
//! and only one that is made for readers does: what is compiled knows no positions, so that moving an item compiles nothing,
//! and bears no notes. No pass reads them, so they change no code.

use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::BasicMetadataValueEnum;
use mir::debug::{Noted, noted};
use mir::{BackendError, KeptPositions, Positions};

/// The name of the list of notes.
const NOTES: &str = "lang.notes";

/// Tells all notes of a unit that says where they stand.
pub(crate) fn tell<'ctx>(mir: &mir::Module, context: &'ctx Context, llvm: &Module<'ctx>) -> Result<(), BackendError> {
    let noted = noted(mir);
    if noted.is_empty() {
        return Ok(());
    }
    let positions = KeptPositions::of(std::slice::from_ref(mir));
    for Noted { owner, variable, text, offset } in noted {
        let Some(position) = positions.position(owner, offset) else { continue };
        let about = variable.map_or_else(|| owner.to_owned(), |variable| format!("{owner}: {variable}"));
        let string = |text: &str| BasicMetadataValueEnum::from(context.metadata_string(text));
        let line = context.i64_type().const_int(position.line.into(), false);
        let said = [string(&about), string(text), string(positions.file(position.file)), line.into()];
        llvm.add_global_metadata(NOTES, &context.metadata_node(&said))
            .map_err(|error| BackendError::new(error.to_string()))?;
    }
    Ok(())
}
