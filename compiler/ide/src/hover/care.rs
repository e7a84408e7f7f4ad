//! What becomes of values of a type when they are used and when they end, in a sentence. It owns the words; what is copied
//! or dropped is `types`' to say.

use source::Db;
use types::{Ty, TypeKind};

use super::page::bytes;

/// Whether a use copies or moves, and what happens at the end.
pub(super) fn sentence(db: &dyn Db, ty: Ty) -> String {
    let size = bytes(types::layout(db, ty).size);
    match ty.kind() {
        TypeKind::String => {
            "copied by counting: the pointer is copied and the count raised; a last use moves".to_string()
        }
        TypeKind::Ref(_) => "a borrow: copied as a pointer, nothing behind it is".to_string(),
        TypeKind::Mut(_) => "a `mut` borrow: a pointer that is handed on, never copied".to_string(),
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Named(_)
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..)
        | TypeKind::Pointer(_)
        | TypeKind::Tuple(_)
        | TypeKind::Array(..)
        | TypeKind::Object(_)
        | TypeKind::ExternFunction(..) => {
            let end = if types::needs_drop(db, ty) { "dropped" } else { "nothing is done" };
            if types::is_heap(db, ty) {
                "moved: the pointer goes, the object stays; freed at its owner's end".to_string()
            } else if !types::is_copy(db, ty) {
                format!("moved on use ({size}); {end} at its owner's end")
            } else if types::needs_drop(db, ty) {
                format!("copied on use ({size}, counts in it are raised)")
            } else {
                format!("copied on use ({size}, plain bits)")
            }
        }
    }
}
