//! Types beyond the limits though no `type` item is: arrays, tuples and instances of generic types, in signatures, bodies and
//! fields. They are larger than any memory, or have more parts than a type may. Asked for with an item's problems only, so
//! that neither signatures nor inference depend on layouts. A `type` item that is too large by itself reports for itself.

use hir::{Expression, ItemId, ItemKind};
use rustc_hash::FxHashSet;
use source::Db;

use crate::definition::type_definition;
use crate::extent::{Extent, has_finite_size, named_extent, types_inside};
use crate::inference::Inference;
use crate::layout::{LARGEST_SIZE, layout, object_layout};
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::signatures::Signature;
use crate::ty::{NamedType, Ty, TypeKind};

/// The bytes of the largest type of fixed id.
const LARGEST_FIXED: u64 = 16;

/// As many instances of generic types are followed from one type.
const MOST_INSTANCES: usize = 1_000;

/// What a type has too many of.
#[derive(Clone, Copy)]
enum Excess {
    Bytes,
    Parts,
}

impl Excess {
    fn problem(self, at: Anchor, whose: &str) -> Problem {
        match self {
            Excess::Bytes => problems::type_too_large(at, whose),
            Excess::Parts => problems::type_too_complex(at, whose),
        }
    }
}

/// The first type of an item's signature that is too large.
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
    all.find_map(|(at, ty)| Some(excess(db, ty)?.problem(Anchor::HeadType(at), "this type")))
}

/// The first value of an item's body, or place that it looks at, whose type is too large; or the first call that is told of
/// such a type.
pub(crate) fn oversized_value(db: &dyn Db, item: ItemId, table: &Inference) -> Option<Problem> {
    let has_excess = |ty: Ty| is_oversized(db, ty);
    let body = hir::body(db, item);
    if table.compact.types().iter().any(|ty| has_excess(*ty)) {
        // What it only names is reported where that is declared.
        let is_declared =
            |item: ItemId| matches!(item.kind(db), ItemKind::Constant | ItemKind::Global | ItemKind::ExternGlobal);
        let mut made = body.expressions().filter_map(|(at, expression)| match expression {
            Expression::Item(item) if is_declared(item) => None,
            _ => Some(at),
        });
        return made.find_map(|at| {
            let excess = excess(db, table.expression_type(at))?;
            Some(excess.problem(Anchor::Expression(at), "the type of this"))
        });
    }
    let is_told = |argument: Ty| !argument.is_fixed() && has_excess(argument);
    if !table.calls.iter().any(|call| call.callee.mentions(is_told)) {
        return None;
    }
    body.expressions().find_map(|(at, _)| {
        let mut found = None;
        table.call_of(at)?.callee.mentions(|ty| {
            found = found.or_else(|| excess(db, ty));
            found.is_some()
        });
        Some(found?.problem(Anchor::Expression(at), "a type of this"))
    })
}

/// The problem of a field that has too many parts, though its type belongs to nobody who reports it.
pub(crate) fn oversized_field(db: &dyn Db, types: impl Iterator<Item = Ty>) -> Option<Problem> {
    let index = types.into_iter().position(|ty| holds_oversized_instance(db, ty))?;
    Some(problems::type_too_complex(Anchor::Field(index as u32), "this type"))
}

/// Whether a type that is written out, or made by type arguments, is too large.
pub(crate) fn is_oversized(db: &dyn Db, ty: Ty) -> bool {
    excess(db, ty).is_some()
}

/// What a type that is written out has too many of, or what a borrow of one leads to. Bytes are known without type
/// parameters only.
fn excess(db: &dyn Db, ty: Ty) -> Option<Excess> {
    if ty.is_fixed() {
        return None;
    }
    let ty = ty.value_type();
    // Of the types without parts none is larger, so the layouts of most arrays need not be known here.
    let is_small = |element: Ty, length: u64| element.is_fixed() && length < LARGEST_SIZE / LARGEST_FIXED;
    let size = |ty: Ty| if ty.is_open() { 0 } else { layout(db, ty).size };
    let size = match ty.kind() {
        TypeKind::Array(element, length) if is_small(element, length) => return None,
        TypeKind::Array(..) | TypeKind::Tuple(_) => size(ty),
        TypeKind::Named(named) | TypeKind::Object(named) if named.is_generic() => match ty.is_open() {
            true => 0,
            false => object_layout(db, named).size,
        },
        _ => return None,
    };
    match holds_oversized_instance(db, ty) {
        true => Some(Excess::Parts),
        false => (size >= LARGEST_SIZE).then_some(Excess::Bytes),
    }
}

/// Whether an instance of a generic type lies in values of a type, or in its objects, that has too many parts by its type
/// arguments: what has them by itself reports them.
fn holds_oversized_instance(db: &dyn Db, ty: Ty) -> bool {
    let mut waiting = Vec::new();
    match ty.kind() {
        TypeKind::Named(named) | TypeKind::Object(named) => waiting.push(named),
        _ => types_inside(db, ty, &mut |inner| waiting.push(inner)),
    }
    let mut seen: FxHashSet<NamedType> = FxHashSet::default();
    while let Some(instance) = waiting.pop() {
        if !instance.is_generic() || !seen.insert(instance) || seen.len() > MOST_INSTANCES {
            continue;
        }
        match named_extent(db, instance) {
            Some(extent) if Extent::fits(extent) => {}
            Some(_) => return has_finite_size(db, instance.item),
            None => {
                for part in type_definition(db, instance).parts() {
                    types_inside(db, part.ty, &mut |inner| waiting.push(inner));
                }
            }
        }
    }
    false
}
