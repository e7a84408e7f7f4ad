//! Parameters of large types that are copied for every call, where `ref` would pass an address.

use abi::TypeArena;
use hir::ItemId;
use source::{Db, Diagnostic};
use types::{Anchor, Linkage, Signature, Ty};

use super::{is_in_memory, lone_argument};
use crate::diagnostics::kinds::large_argument_copy;

/// Copies of up to this many bytes, a cache line, are a few moves.
const SMALL: u64 = 64;

pub(super) fn hints(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let signature = types::signature(db, item);
    if !signature.parameters.iter().any(|parameter| is_plain_aggregate(db, parameter.ty)) {
        return Vec::new();
    }
    if !may_take_borrows(db, signature) || types::infer(db, item).poisoned {
        return Vec::new();
    }
    let Some(data) = hir::item_data(db, item) else {
        return Vec::new();
    };
    let Some(function) = data.item().function() else {
        return Vec::new();
    };
    let first = usize::from(signature.receiver.is_some());
    let written = function.parameters.iter().zip(signature.parameters.iter().skip(first));
    written
        .filter_map(|(written, parameter)| {
            let bytes = copied_bytes(db, parameter.ty)?;
            let ty = types::display(db, parameter.ty);
            let at = Anchor::HeadType(written.type_reference);
            let problem = large_argument_copy::problem(at, &parameter.name.text(), &ty, bytes);
            types::diagnostic(db, item, &problem)
        })
        .collect()
}

/// Whether a parameter of the function may become a `ref` without anything else that changes: nothing is lent `mut` to it,
/// which might be the same value; its result holds no loan; and C does not call it.
fn may_take_borrows(db: &dyn Db, signature: &Signature) -> bool {
    let changes = |ty: Ty| matches!(ty.as_borrow(), Some((_, true)));
    let by_language = match signature.linkage {
        Linkage::Mangled => true,
        Linkage::Exported(_) | Linkage::Imported(_) | Linkage::Intrinsic(_) => false,
    };
    by_language
        && !signature.poisoned
        && !types::holds_borrow(db, signature.result)
        && !signature.parameters.iter().any(|parameter| changes(parameter.ty))
}

/// The bytes that a call copies to pass a value, if they are many.
fn copied_bytes(db: &dyn Db, ty: Ty) -> Option<u64> {
    if !is_plain_aggregate(db, ty) {
        return None;
    }
    let bytes = types::layout(db, ty).size;
    if bytes <= SMALL {
        return None;
    }
    let mut arena = TypeArena::new();
    let id = types::part_type(db, ty, &mut arena);
    is_in_memory(&lone_argument(db, id, &arena)?).then_some(bytes)
}

/// Whether a type lives by value and is copied on use.
fn is_plain_aggregate(db: &dyn Db, ty: Ty) -> bool {
    types::is_aggregate(db, ty) && types::is_plain(db, ty)
}
