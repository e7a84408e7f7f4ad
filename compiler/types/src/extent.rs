//! How large a type is as a tree: levels inside each other, and parts, both without what is behind pointers. What walks
//! through the parts of types does it by recursion and part by part, so a type beyond the limits is an error, and such a
//! `type` counts as if it were empty. An array counts its element once. Must not know sizes in bytes, which are the
//! layout's.

use hir::ItemId;
use rustc_hash::FxHashMap;
use source::Db;

use crate::definition::{DefinitionKind, InstanceType, form_of, type_definition};
use crate::ty::{NamedType, Structure, Ty};

/// How large a type is as a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    levels: u32,
    parts: u32,
}

/// Levels that types may have: twice as many as C asks of its compilers.
pub(crate) const MOST_LEVELS: u32 = 128;
/// Parts that types may have: more than any table of fields that people or programs write.
pub(crate) const MOST_PARTS: u32 = 1 << 16;

impl Extent {
    /// A type without parts.
    pub(crate) const SINGLE: Extent = Extent { levels: 1, parts: 1 };

    /// A type that consists of others.
    pub(crate) fn around(parts: impl Iterator<Item = Extent>) -> Extent {
        parts.fold(Extent::SINGLE, Extent::with)
    }

    /// The same with one part more.
    pub(crate) fn with(self, part: Extent) -> Extent {
        Extent { levels: self.levels.max(part.levels.saturating_add(1)), parts: self.parts.saturating_add(part.parts) }
    }

    /// Whether it keeps to the limits.
    pub(crate) fn fits(self) -> bool {
        self.levels <= MOST_LEVELS && self.parts <= MOST_PARTS
    }
}

/// The extent of a named type with its fields; `None` if it contains itself, or what contains itself or is beyond the
/// limits: then that has been reported. It walks through the types inside with a path of its own, which ends at the
/// limit of levels: a query that asks itself would go as deep as the longest chain, or around the longest circle.
pub(crate) fn named_extent(db: &dyn Db, named: NamedType) -> Option<Extent> {
    if named.is_generic() { instance_extent(db, InstanceType::new(db, named)) } else { item_extent(db, named.item) }
}

#[salsa::tracked(returns(copy), cycle_result = endless)]
fn item_extent(db: &dyn Db, item: ItemId) -> Option<Extent> {
    walked_extent(db, NamedType::plain(item))
}

#[salsa::tracked(returns(copy))]
fn instance_extent<'db>(db: &'db dyn Db, instance: InstanceType<'db>) -> Option<Extent> {
    walked_extent(db, instance.named(db))
}

fn walked_extent(db: &dyn Db, named: NamedType) -> Option<Extent> {
    let mut known: FxHashMap<NamedType, Extent> = FxHashMap::default();
    let mut path = vec![Visit::of(db, named)];
    loop {
        let depth = path.len();
        let visit = path.last_mut()?;
        if let Some(&inner) = visit.inside.get(visit.next) {
            visit.next += 1;
            if known.contains_key(&inner) {
                continue;
            }
            if depth > MOST_LEVELS as usize || path.iter().any(|outer| outer.named == inner) || !inner.ty().fits() {
                return None;
            }
            path.push(Visit::of(db, inner));
            continue;
        }
        let parts = type_definition(db, visit.named).parts();
        let extent = Extent::around(parts.iter().map(|part| value_extent(part.ty, &known)));
        if depth == 1 {
            return Some(extent);
        }
        if !extent.fits() {
            return None;
        }
        known.insert(visit.named, extent);
        path.pop();
    }
}

/// A type whose definition needs its own layout, through an array's length; reported there.
fn endless(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> Option<Extent> {
    None
}

/// A type on the path from the outermost one, and how far it has been walked through.
struct Visit {
    named: NamedType,
    /// The named types whose values lie inside.
    inside: Vec<NamedType>,
    next: usize,
}

impl Visit {
    fn of(db: &dyn Db, named: NamedType) -> Visit {
        let mut inside = Vec::new();
        for part in type_definition(db, named).parts() {
            types_inside(db, part.ty, &mut |inner| inside.push(inner));
        }
        Visit { named, inside, next: 0 }
    }
}

/// Calls `found` with the named types whose values lie inside a value of a type, not behind pointers, at the first level.
pub(crate) fn types_inside(db: &dyn Db, ty: Ty, found: &mut impl FnMut(NamedType)) {
    match ty.structure() {
        Structure::Named(named) => {
            if is_by_value(db, named.item) {
                found(named);
            }
        }
        Structure::Array(element, _) => types_inside(db, element, found),
        Structure::Tuple(elements) => elements.iter().for_each(|element| types_inside(db, *element, found)),
        Structure::Whole | Structure::Object(_) => {}
    }
}

fn value_extent(ty: Ty, known: &FxHashMap<NamedType, Extent>) -> Extent {
    match ty.structure() {
        Structure::Named(named) => known.get(&named).copied().unwrap_or(Extent::SINGLE),
        Structure::Array(element, _) => Extent::around([value_extent(element, known)].into_iter()),
        Structure::Tuple(elements) => Extent::around(elements.iter().map(|element| value_extent(*element, known))),
        Structure::Whole | Structure::Object(_) => Extent::SINGLE,
    }
}

/// Whether the fields of a `type` item lie inside a value of it: not behind a pointer.
pub(crate) fn is_by_value(db: &dyn Db, item: ItemId) -> bool {
    match form_of(db, item) {
        Some(DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View | DefinitionKind::Union) => true,
        Some(DefinitionKind::Heap | DefinitionKind::Counted | DefinitionKind::Opaque) | None => false,
    }
}

/// Whether what a named type defines can be laid out: it does not contain itself except through the heap or a pointer,
/// and keeps to the limits.
pub fn has_finite_size(db: &dyn Db, named: impl Into<NamedType>) -> bool {
    named_extent(db, named.into()).is_some_and(Extent::fits)
}
