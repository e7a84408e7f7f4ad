//! Hints about costs that the C convention and C's layouts have and that the source does not show, and a warning about
//! C's memory. Owns when something is worth a hint: thresholds are chosen so that ordinary code gets none. Must not know editors; what a value costs is asked
//! of `abi`.

mod field_order;
mod fresh_memory;
mod large_argument;
#[cfg(test)]
mod tests;

pub use field_order::best_order;

use abi::{Memory, Placement, TyId, TypeArena, ValueAbi};
use hir::{ItemId, ItemKind};
use source::{Db, Diagnostic};

/// What could be cheaper about an item without errors, and what it does to memory that C has just given.
pub(crate) fn hints(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    match item.kind(db) {
        ItemKind::Function => {
            let mut found = large_argument::hints(db, item);
            found.extend(fresh_memory::warnings(db, item));
            found
        }
        ItemKind::Test => fresh_memory::warnings(db, item),
        ItemKind::Type => field_order::hint(db, item).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// How a value of a type travels as the only argument; `None` where the target's description does not cover it.
fn lone_argument(db: &dyn Db, ty: TyId, arena: &TypeArena) -> Option<ValueAbi> {
    let signature = abi::Signature::new(TyId::VOID, [ty]);
    let described = abi::lower(&types::target(db), arena, &signature).ok()?;
    described.params.into_iter().next()
}

/// Whether the caller copies a value that travels so to memory.
fn is_in_memory(value: &ValueAbi) -> bool {
    match value.placement {
        Placement::Memory(Memory::OnStack { .. } | Memory::ByPointer { .. }) => true,
        Placement::Ignore | Placement::Parts(_) | Placement::Sret { .. } => false,
    }
}
