//! Types of a module. Owns the table of aggregate types in their three kinds; must not know source types.
//!
//! - *Named*: equal by name, one per name and module; a clash gets a suffix `.1`. The body may be set later, and
//!   only a named or unnamed type can contain itself (behind nothing but its own pointers, which are untyped).
//! - *Unnamed*: named without a name, distinct from every other; printed `%42`.
//! - *Anonymous*: equal by content, interned.
//!
//! So type equality is id equality everywhere. Scalars are not in the table: they are variants of [`Type`].

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};

use crate::ids::{Align, StringId, TypeId};
use crate::scalar::Scalar;
use crate::strings::Strings;

/// The type of a parameter, result, field, variable or slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Type {
    /// Lives in a value or in memory.
    Scalar(Scalar),
    /// Lives in memory only.
    Aggregate(TypeId),
}

/// How a type is identified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TypeKind {
    /// By its name.
    Named(StringId),
    /// By itself; the number is only for printing and counts the unnamed types of the module.
    Unnamed(u32),
    /// By its content.
    Anonymous,
}

/// What an aggregate type is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TypeBody {
    /// `count` elements one after the other, each of its own size.
    Array {
        /// The element type.
        element: Type,
        /// Number of elements.
        count: u64,
    },
    /// A structure or union with its layout.
    Record(Record),
}

/// A structure or union with explicit layout, and what is needed to know the C type again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    /// Whether the members follow each other or overlap.
    pub kind: RecordKind,
    /// Size in bytes, tail padding included.
    pub size: u64,
    /// Alignment of the type.
    pub align: Align,
    /// Alignment before attributes of the type itself; some conventions place arguments by it.
    pub unadjusted_align: Align,
    /// Whether the type is packed, as C's attribute.
    pub packed: bool,
    /// The members in order of declaration.
    pub fields: Vec<Field>,
}

impl Record {
    /// A structure whose members lie as C has them on every described target: each at the next multiple of its alignment, and
    /// the whole as aligned as the most aligned member. Sizes beyond 64 bits end at the greatest one.
    pub fn structure(types: &TypeTable, members: impl IntoIterator<Item = (Option<StringId>, Type)>) -> Record {
        let (mut end, mut align) = (0_u64, Align::ONE);
        let aligned = |bytes: u64, align: Align| bytes.checked_next_multiple_of(align.bytes()).unwrap_or(u64::MAX);
        let fields = members.into_iter().map(|(name, ty)| {
            let layout = types.layout(ty);
            let offset = aligned(end, layout.align);
            end = offset.saturating_add(layout.size);
            align = align.max(layout.align);
            Field { name, ty, offset }
        });
        let fields = fields.collect();
        let size = aligned(end, align);
        Record { kind: RecordKind::Struct, size, align, unadjusted_align: align, packed: false, fields }
    }
}

/// Structure or union, or what C has no structure for: it lies in memory as one and is passed as C passes its own type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RecordKind {
    /// Members follow each other.
    Struct,
    /// Members overlap at offset 0.
    Union,
    /// C's short vector, as of `__attribute__((vector_size))`: one member, an array of numbers.
    Vector,
    /// C's `_Complex`: two members, floating-point numbers of one type.
    Complex,
    /// C's `long double`, in the target's format.
    LongDouble,
}

impl RecordKind {
    /// Whether it is a type of C's own that has no members there.
    pub const fn is_whole(self) -> bool {
        match self {
            RecordKind::Vector | RecordKind::Complex | RecordKind::LongDouble => true,
            RecordKind::Struct | RecordKind::Union => false,
        }
    }

    /// Whether members follow each other, so that each has bytes of its own.
    pub const fn is_in_order(self) -> bool {
        match self {
            RecordKind::Struct | RecordKind::Vector | RecordKind::Complex | RecordKind::LongDouble => true,
            RecordKind::Union => false,
        }
    }
}

/// A member of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// Its name, for debuggers and readers; part of the content of an anonymous type.
    pub name: Option<StringId>,
    /// Its type.
    pub ty: Type,
    /// Bytes from the start of the record.
    pub offset: u64,
}

/// Size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// Bytes, tail padding included.
    pub size: u64,
    /// Alignment.
    pub align: Align,
}

/// One aggregate type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeData {
    /// How it is identified.
    pub kind: TypeKind,
    /// What it is made of; `None` as long as it is only declared.
    pub body: Option<TypeBody>,
}

/// The aggregate types of one module.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<TypeData>,
    named: FxHashMap<StringId, TypeId>,
    anonymous: HashTable<TypeId>,
    unnamed: u32,
    clashes: FxHashMap<StringId, Clash>,
}

/// The types that have a name with a suffix since another one has the name itself.
#[derive(Clone, Debug, Default)]
struct Clash {
    by_body: FxHashMap<TypeBody, TypeId>,
    /// All suffixes before this one are taken.
    next: u64,
}

impl TypeTable {
    /// Declares a named type without a body. If the name is taken, the new type gets the first free suffix of
    /// `.1`, `.2`, …
    pub fn declare_named(&mut self, strings: &mut Strings, name: &str) -> TypeId {
        let mut text = strings.intern(name);
        let mut suffix = 0u32;
        while self.named.contains_key(&text) {
            suffix += 1;
            text = strings.intern(&format!("{name}.{suffix}"));
        }
        let id = self.push(TypeKind::Named(text), None);
        self.named.insert(text, id);
        id
    }

    /// The type of a name that another type has, and of this content: with the first suffix that is free, or which is there.
    pub(crate) fn clashing(&mut self, strings: &mut Strings, name: &str, body: TypeBody) -> TypeId {
        let base = strings.intern(name);
        let mut clash = self.clashes.remove(&base).unwrap_or_default();
        let id = loop {
            if let Some(known) = clash.by_body.get(&body) {
                break *known;
            }
            clash.next += 1;
            let text = strings.intern(&format!("{name}.{}", clash.next));
            match self.named.get(&text).copied() {
                Some(taken) => clash.by_body.extend(self.body(taken).map(|body| (body.clone(), taken))),
                None => {
                    let id = self.push(TypeKind::Named(text), Some(body.clone()));
                    self.named.insert(text, id);
                    clash.by_body.insert(body, id);
                    break id;
                }
            }
        };
        self.clashes.insert(base, clash);
        id
    }

    /// The type of a name.
    pub fn find_named(&self, strings: &Strings, name: &str) -> Option<TypeId> {
        self.named.get(&strings.find(name)?).copied()
    }

    /// Declares a type without name or body, distinct from all others.
    pub fn declare_unnamed(&mut self) -> TypeId {
        self.unnamed += 1;
        self.push(TypeKind::Unnamed(self.unnamed - 1), None)
    }

    /// Declares an unnamed type under a number that a text gave it.
    pub(crate) fn declare_unnamed_as(&mut self, number: u32) -> TypeId {
        self.unnamed = self.unnamed.max(number.saturating_add(1));
        self.push(TypeKind::Unnamed(number), None)
    }

    /// Gives a declared type its body.
    ///
    /// # Panics
    /// If the type is anonymous or has a body already: bodies are set once.
    pub fn set_body(&mut self, id: TypeId, body: TypeBody) {
        let data = &mut self.types[id.index()];
        assert!(data.kind != TypeKind::Anonymous && data.body.is_none(), "a body is set once, on a declared type");
        data.body = Some(body);
    }

    /// The anonymous type of a content; the same id for the same content.
    pub fn anonymous(&mut self, body: TypeBody) -> TypeId {
        let types = &mut self.types;
        let same = |known: &TypeId| types[known.index()].body.as_ref() == Some(&body);
        if let Some(known) = self.anonymous.find(hash(&body), same) {
            return *known;
        }
        let id = TypeId::new(types.len());
        let key = hash(&body);
        types.push(TypeData { kind: TypeKind::Anonymous, body: Some(body) });
        self.anonymous.insert_unique(key, id, |known| {
            hash(types[known.index()].body.as_ref().expect("an anonymous type is its body"))
        });
        id
    }

    /// The anonymous array type.
    pub fn array(&mut self, element: Type, count: u64) -> TypeId {
        self.anonymous(TypeBody::Array { element, count })
    }

    /// All types in the order of their ids.
    pub(crate) fn list(&self) -> &[TypeData] {
        &self.types
    }

    /// The table of such a list; `None` if it is not that of any table.
    pub(crate) fn from_list(types: Vec<TypeData>) -> Option<TypeTable> {
        let mut table = TypeTable::default();
        for data in types {
            let id = TypeId::new(table.types.len());
            match data.kind {
                TypeKind::Named(name) => {
                    if table.named.insert(name, id).is_some() {
                        return None;
                    }
                    table.types.push(data);
                }
                TypeKind::Unnamed(number) => {
                    table.declare_unnamed_as(number);
                    table.types[id.index()].body = data.body;
                }
                TypeKind::Anonymous => {
                    if table.anonymous(data.body?) != id {
                        return None;
                    }
                }
            }
        }
        Some(table)
    }

    /// One type.
    pub fn get(&self, id: TypeId) -> &TypeData {
        &self.types[id.index()]
    }

    /// What a type is made of, if that is known.
    pub fn body(&self, id: TypeId) -> Option<&TypeBody> {
        self.types[id.index()].body.as_ref()
    }

    /// All types with their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &TypeData)> {
        self.types.iter().enumerate().map(|(index, data)| (TypeId(index as u32), data))
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Size and alignment; those of a type without body are 0 and 1.
    pub fn layout(&self, ty: Type) -> Layout {
        match ty {
            Type::Scalar(scalar) => Layout { size: scalar.bytes(), align: Align::new(scalar.bytes()) },
            Type::Aggregate(id) => match self.body(id) {
                None => Layout { size: 0, align: Align::ONE },
                Some(TypeBody::Array { element, count }) => {
                    let element = self.layout(*element);
                    Layout { size: element.size.saturating_mul(*count), align: element.align }
                }
                Some(TypeBody::Record(record)) => Layout { size: record.size, align: record.align },
            },
        }
    }

    /// Turns every named type into an unnamed one. Ids, and so all uses, stay.
    pub fn strip(&mut self) {
        for data in &mut self.types {
            match data.kind {
                TypeKind::Named(_) => {
                    data.kind = TypeKind::Unnamed(self.unnamed);
                    self.unnamed += 1;
                }
                TypeKind::Unnamed(_) | TypeKind::Anonymous => {}
            }
        }
        self.named.clear();
    }

    fn push(&mut self, kind: TypeKind, body: Option<TypeBody>) -> TypeId {
        self.types.push(TypeData { kind, body });
        TypeId::new(self.types.len() - 1)
    }
}

fn hash(body: &TypeBody) -> u64 {
    let mut hasher = FxHasher::default();
    std::hash::Hash::hash(body, &mut hasher);
    hasher.finish()
}
