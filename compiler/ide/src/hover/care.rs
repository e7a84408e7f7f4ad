//! What becomes of values of a type when they are used and when they end, in a sentence. It owns the words; what is copied
//! or dropped is `types`' to say.

use source::Db;
use types::Ty;

use super::page::bytes;

/// Whether a use copies or moves, and what happens at the end.
pub(super) fn sentence(db: &dyn Db, ty: Ty) -> String {
    let size = bytes(types::layout(db, ty).size);
    if types::has_count(db, ty) {
        return "copied by counting: the pointer is copied and the count raised; a last use moves".to_string();
    }
    if let Some((_, is_mutable)) = ty.as_borrow() {
        return if is_mutable {
            "a `mut` borrow: a pointer that is handed on, never copied".to_string()
        } else {
            "a borrow: copied as a pointer, nothing behind it is".to_string()
        };
    }
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
