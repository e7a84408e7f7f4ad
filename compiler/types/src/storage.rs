//! `Array[T]` of the standard library, as far as the language speaks of it by itself: which type it is and what its elements
//! are. That it begins with the address of its elements and their number is said here and in `std.array`, nowhere else. Must
//! not know what is done with elements.

use hir::{ItemId, LangItem, Name};
use source::Db;

use crate::ty::{Ty, TypeKind};

/// The field that leads to the elements, and the one that counts them.
pub const STORAGE_FIELDS: (u32, u32) = (0, 1);

/// The type of the elements of an `Array`.
pub fn stored_element(db: &dyn Db, ty: Ty) -> Option<Ty> {
    let TypeKind::Named(named) = ty.kind() else { return None };
    let [element] = *named.arguments.types() else { return None };
    (hir::prelude_item(db, Name::new("Array")) == Some(named.item)).then_some(element)
}

/// Whether the end of values of a type ends the elements that they own and does nothing else that a program could notice.
pub(crate) fn ends_elements_only(db: &dyn Db, item: ItemId) -> bool {
    hir::prelude_item(db, Name::new("Array")) == Some(item) || hir::lang_item(db, LangItem::TakenElements) == Some(item)
}

/// The type `Array` of such elements, if the program has a standard library.
pub fn array_of(db: &dyn Db, element: Ty) -> Option<Ty> {
    Some(Ty::instance(hir::prelude_item(db, Name::new("Array"))?, &[element]))
}

/// The type of the elements of what is indexed from 0: an array, a slice or an `Array`.
pub fn element_of(db: &dyn Db, ty: Ty) -> Option<Ty> {
    ty.as_elements().or_else(|| stored_element(db, ty))
}
