//! Values that are larger than any memory though no `type` item is: arrays and tuples in signatures and bodies. Asked for
//! with an item's problems only, so that neither signatures nor inference depend on layouts. A `type` item that is too
//! large reports for itself.

use hir::ItemId;
use source::Db;

use crate::inference::Inference;
use crate::layout::{LARGEST_SIZE, layout};
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::signatures::Signature;
use crate::ty::{Ty, TypeKind};

/// The bytes of the largest type of fixed id.
const LARGEST_FIXED: u64 = 16;

/// The first array or tuple of an item's signature that is too large.
pub(crate) fn oversized_signature(db: &dyn Db, item: ItemId, signature: &Signature) -> Option<Problem> {
    let mut types = signature.parameters.iter().map(|parameter| parameter.ty);
    if !types.any(|ty| is_oversized(db, ty)) && !is_oversized(db, signature.result) {
        return None;
    }
    let data = hir::item_data(db, item)?;
    let function = data.item().function()?;
    let first = usize::from(signature.receiver.is_some());
    let written = function.parameters.iter().map(|parameter| parameter.type_reference);
    let parameters = signature.parameters.iter().skip(first).map(|parameter| parameter.ty);
    let results = function.result.into_iter().zip([signature.result]);
    let mut all = written.zip(parameters).chain(results);
    let (at, _) = all.find(|(_, ty)| is_oversized(db, *ty))?;
    Some(problems::type_too_large(Anchor::HeadType(at), "this type"))
}

/// The first array or tuple that an item's body makes and that is too large. What it only names is reported where it is
/// declared.
pub(crate) fn oversized_value(db: &dyn Db, item: ItemId, table: &Inference) -> Option<Problem> {
    let body = hir::body(db, item);
    let mut made = body.aggregates().iter();
    let at = made.find(|made| is_oversized(db, table.expression_type(**made)))?;
    Some(problems::type_too_large(Anchor::Expression(*at), "the type of this"))
}

fn is_oversized(db: &dyn Db, ty: Ty) -> bool {
    let is_written = !ty.is_fixed() && matches!(ty.kind(), TypeKind::Array(..) | TypeKind::Tuple(_));
    // Of the types without parts none is larger, so the layouts of most arrays need not be known here.
    let is_small = |element: Ty, length: u64| element.is_fixed() && length < LARGEST_SIZE / LARGEST_FIXED;
    is_written
        && !matches!(ty.kind(), TypeKind::Array(element, length) if is_small(element, length))
        && layout(db, ty).size >= LARGEST_SIZE
}
