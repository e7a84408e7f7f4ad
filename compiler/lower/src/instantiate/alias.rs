//! What memory an access may touch, for optimisers: a tree of kinds, in which `Vec3.x` stands under `f64`. Accesses of
//! kinds of which neither contains the other do not overlap. Owns the choice of the kind; must not know how a backend
//! says it.
//!
//! A place of memory has the kind of the innermost field of a named type that it lies in, or else that of its scalar.
//! A path of fields from a variable, an object or a borrow knows that field; a borrow of the field itself knows only
//! the scalar, which is above. Signed and unsigned integers of a width are one kind, and so are all addresses.
//!
//! No kind, so that they may touch everything:
//! - what is reached through a raw pointer, up to the next pointer that is followed: it may lead to anything;
//! - fields of unions and what several cases of an enum carry, and, because a borrow does not tell where it was taken, what
//!   is reached through a borrow of any type that may occur in some union or such enum of the program;
//! - bytes that are not fields, as in C, where `char` may look at everything;
//! - globals, which C and raw pointers may look at in any way, and C globals, which two modules may declare by types of
//!   different names.

use mir::{AliasId, Scalar};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;
use types::{DefinitionKind, NamedType, Structure, Ty, TypeKind, has_finite_size, type_definition};

use super::Unit;
use super::layouts::{Parts, Representation};
use super::place::Located;

/// What is known of the kind of the memory that a path has led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// Nothing: it may be looked at in other ways too.
    Any,
    /// Its kind is that of the scalar in it.
    Plain,
    /// It is a field of a named type, or an array's element in one.
    Field(AliasId),
}

/// The kinds that a unit has made so far.
#[derive(Default)]
pub(super) struct Kinds {
    scalars: [Option<AliasId>; SCALARS.len()],
    contents: FxHashMap<Ty, Contents>,
}

/// What scalars a value consists of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    None,
    /// All of one kind.
    Of(Scalar),
    Various,
}

impl Contents {
    fn and(self, other: Contents) -> Contents {
        match (self, other) {
            (Contents::None, only) | (only, Contents::None) => only,
            (Contents::Of(one), Contents::Of(two)) if scalar_kind(one) == scalar_kind(two) => self,
            (Contents::Of(_) | Contents::Various, Contents::Of(_) | Contents::Various) => Contents::Various,
        }
    }
}

/// The kinds of scalars by name; the bytes have none.
const SCALARS: [&str; 8] = ["bool", "i16", "i32", "i64", "i128", "f32", "f64", "address"];

fn scalar_kind(scalar: Scalar) -> Option<usize> {
    match scalar {
        Scalar::I8 | Scalar::U8 => None,
        Scalar::Bool => Some(0),
        Scalar::I16 | Scalar::U16 => Some(1),
        Scalar::I32 | Scalar::U32 => Some(2),
        Scalar::I64 | Scalar::U64 => Some(3),
        Scalar::I128 | Scalar::U128 => Some(4),
        Scalar::F32 => Some(5),
        Scalar::F64 => Some(6),
        Scalar::Pointer => Some(7),
    }
}

impl Parts {
    /// The memory of a field, where the whole lies in some memory.
    pub(super) fn memory_of(&self, whole: Memory, field: u32) -> Memory {
        match whole {
            Memory::Any => Memory::Any,
            Memory::Plain | Memory::Field(_) => self.memory.get(field as usize).copied().unwrap_or(Memory::Plain),
        }
    }
}

impl Unit<'_> {
    /// The kind of an access of a scalar in some memory.
    pub(super) fn alias(&mut self, memory: Memory, scalar: Scalar) -> AliasId {
        match memory {
            Memory::Any => AliasId::ANY,
            Memory::Field(alias) => alias,
            Memory::Plain if self.settings.facts => self.scalar_alias(scalar),
            Memory::Plain => AliasId::ANY,
        }
    }

    /// The kind of a copy of a value: that of its scalars, if they are of one.
    pub(super) fn copy_alias(&mut self, from: Located, to: Located) -> AliasId {
        if !self.settings.facts || from.memory == Memory::Any || to.memory == Memory::Any {
            return AliasId::ANY;
        }
        match self.contents(to.ty) {
            Contents::None | Contents::Various => AliasId::ANY,
            Contents::Of(scalar) => self.scalar_alias(scalar),
        }
    }

    fn contents(&mut self, ty: Ty) -> Contents {
        if let Some(known) = self.kinds.contents.get(&ty) {
            return *known;
        }
        let contents = match self.layout_of(ty).representation {
            Representation::Nothing => Contents::None,
            Representation::Scalar(scalar) => Contents::Of(scalar),
            Representation::Aggregate(_) => match ty.kind() {
                TypeKind::Array(element, _) => self.contents(element),
                // The tag is no part.
                _ if types::enumeration(self.db, ty).is_some() => Contents::Various,
                _ => {
                    let parts = self.parts(ty);
                    let parts = parts.types.iter().map(|part| self.contents(*part));
                    parts.fold(Contents::None, Contents::and)
                }
            },
        };
        self.kinds.contents.insert(ty, contents);
        contents
    }

    fn scalar_alias(&mut self, scalar: Scalar) -> AliasId {
        let Some(kind) = scalar_kind(scalar) else {
            return AliasId::ANY;
        };
        if let Some(known) = self.kinds.scalars[kind] {
            return known;
        }
        let name = self.module.strings.intern(SCALARS[kind]);
        let alias = self.module.metadata.alias(name, AliasId::ANY);
        self.kinds.scalars[kind] = Some(alias);
        alias
    }

    /// The memory behind a borrow of a type.
    pub(super) fn behind_borrow(&self, target: Ty) -> Memory {
        match self.unions {
            Some(contents) if contents.contains(&head(target)) => Memory::Any,
            Some(_) | None => Memory::Plain,
        }
    }

    /// Whether what lies in such memory has been found, without which optimised code would be wrong.
    fn is_known_to_overlap(&self, part: Ty) -> bool {
        let is_heap = |named: NamedType| type_definition(self.db, named.item).kind == DefinitionKind::Heap;
        part.as_named().is_some_and(is_heap) || self.unions.is_some_and(|contents| contents.contains(&head(part)))
    }

    /// The kinds of the fields of a type.
    pub(super) fn field_kinds(&mut self, ty: Ty, fields: &[Ty]) -> Vec<Memory> {
        let Some(named) = ty.as_named() else {
            return Vec::new();
        };
        if !self.settings.facts {
            return Vec::new();
        }
        let definition = type_definition(self.db, named);
        let overlaps = definition.enumeration.as_ref().is_some_and(|enumeration| enumeration.overlaps());
        if overlaps || definition.kind == DefinitionKind::Union {
            for field in fields {
                assert!(self.is_known_to_overlap(*field), "what an enum may hold is found before any is made");
            }
            return vec![Memory::Any; fields.len()];
        }
        let path = self.learned.path(self.db, named).to_owned();
        let fields = definition.fields.iter().zip(fields).map(|(field, &ty)| {
            match self.layout_of(innermost(ty)).representation {
                Representation::Scalar(scalar) => {
                    let parent = self.scalar_alias(scalar);
                    let name = self.module.strings.intern(&format!("{path}.{}", field.name.text()));
                    Memory::Field(self.module.metadata.alias(name, parent))
                }
                Representation::Aggregate(_) | Representation::Nothing => Memory::Plain,
            }
        });
        fields.collect()
    }
}

/// The type of the elements of an array, of arrays of arrays too; of others the type itself.
fn innermost(mut ty: Ty) -> Ty {
    while let Some(element) = ty.as_elements() {
        ty = element;
    }
    ty
}

/// What memory of the program may hold that is shared, see [`types::overlapping_types`]: the types, and those of their parts,
/// each as [`head`] says it.
#[salsa::tracked(returns(ref))]
pub(super) fn union_contents(db: &dyn Db) -> FxHashSet<Ty> {
    let mut contents = OverlappingContents {
        db,
        heads: FxHashSet::default(),
        visited: FxHashSet::default(),
        addresses: FxHashSet::default(),
        has_elements_of_any_type: false,
    };
    types::overlapping_types(db).into_iter().for_each(|ty| contents.add(ty));
    if contents.has_elements_of_any_type {
        let elements: Vec<Ty> =
            contents.heads.iter().chain(&contents.addresses).map(|head| elements_head(*head)).collect();
        contents.heads.extend(elements);
    }
    contents.heads
}

/// The one type that stands for all instances of a generic type, one for all tuples, and for elements that lie side by side one
/// for arrays of all lengths and slices.
pub(super) fn head(ty: Ty) -> Ty {
    match ty.structure() {
        Structure::Named(named) => Ty::named(named.item),
        Structure::Tuple(_) => Ty::UNIT,
        Structure::Array(..) => elements_head(head(innermost(ty))),
        Structure::Whole => ty.as_slice().map_or(ty, |element| elements_head(head(innermost(element)))),
        Structure::Object(_) => ty,
    }
}

/// The head of what consists of elements with this head.
fn elements_head(of: Ty) -> Ty {
    if of.as_slice().is_some() { of } else { Ty::slice(of) }
}

struct OverlappingContents<'db> {
    db: &'db dyn Db,
    heads: FxHashSet<Ty>,
    visited: FxHashSet<Ty>,
    /// The heads of heap types: their address alone lies there, and no borrow of one leads to the address. One of an array of
    /// them does.
    addresses: FxHashSet<Ty>,
    /// There are arrays of a type parameter, for which any of the types may stand.
    has_elements_of_any_type: bool,
}

impl OverlappingContents<'_> {
    fn add(&mut self, ty: Ty) {
        if !self.visited.insert(ty) {
            return;
        }
        match ty.structure() {
            Structure::Named(named) if type_definition(self.db, named.item).kind == DefinitionKind::Heap => {
                self.addresses.insert(head(ty));
            }
            Structure::Named(named) => {
                self.heads.insert(head(ty));
                let is_address = type_definition(self.db, named.item).kind == DefinitionKind::Counted;
                if !is_address && has_finite_size(self.db, named) {
                    type_definition(self.db, named).parts().iter().for_each(|part| self.add(part.ty));
                }
            }
            Structure::Tuple(elements) => {
                self.heads.insert(head(ty));
                elements.iter().for_each(|element| self.add(*element));
            }
            Structure::Array(element, _) => {
                self.has_elements_of_any_type |= innermost(element).is_parameter();
                self.heads.insert(head(ty));
                self.add(element);
            }
            Structure::Whole | Structure::Object(_) => {
                self.heads.insert(ty);
            }
        }
    }
}
