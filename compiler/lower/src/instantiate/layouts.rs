//! How values of each type live in MIR: as nothing, as a scalar, or as an aggregate in memory.
//! Owns the cache of layouts of one unit; must not know any rule of layout: those are `abi`'s, asked through `types`.

use hir::Name;
use mir::{Align, Field, Record, RecordKind, Scalar, Type, TypeBody, TypeId};
use rustc_hash::FxHashMap;
use source::Db;
use std::rc::Rc;
use types::{
    DefinitionKind, EnumForm, LARGEST_SIZE, NamedType, OwnForm, Structure, Ty, TypeKind, field_offset, has_finite_size,
    layout, object_layout, type_definition,
};

use super::Unit;
use super::alias::Memory;
use super::learned::emptied;

/// How values of a type live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Representation {
    /// `()`, `Never`: no value.
    Nothing,
    /// In an SSA value.
    Scalar(Scalar),
    /// In memory.
    Aggregate(TypeId),
}

/// Representation and layout of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeLayout {
    pub representation: Representation,
    /// Bytes.
    pub size: u64,
    pub align: Align,
}

/// What a struct, union, tuple or the object of a heap type is made of.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// The types of the fields, in order.
    pub types: Vec<Ty>,
    /// Their offsets in bytes.
    pub offsets: Vec<u64>,
    /// What is known of the memory of each; of some types nothing stands here.
    pub memory: Vec<Memory>,
    /// The size of the whole.
    pub size: u64,
    pub align: Align,
    /// Whether they are those of an object of a heap type.
    pub is_heap: bool,
}

impl TypeLayout {
    const NOTHING: TypeLayout = TypeLayout { representation: Representation::Nothing, size: 0, align: Align::ONE };

    #[inline]
    fn of_scalar(scalar: Scalar) -> TypeLayout {
        let bytes = scalar.bytes();
        TypeLayout { representation: Representation::Scalar(scalar), size: bytes, align: Align::new(bytes) }
    }
}

impl Parts {
    /// Finds the fields of a type, without what is known of their memory.
    pub(super) fn find(db: &dyn Db, ty: Ty) -> Parts {
        let types: Vec<Ty> = match ty.kind() {
            TypeKind::Named(item) | TypeKind::Object(item) => {
                type_definition(db, item).parts().iter().map(|part| part.ty).collect()
            }
            TypeKind::Tuple(elements) => elements.types().to_vec(),
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::Variable(_)
            | TypeKind::Parameter(..)
            | TypeKind::Pointer(_)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::Array(..)
            | TypeKind::Slice(_)
            | TypeKind::ExternFunction(..) => Vec::new(),
            TypeKind::Closure(..) | TypeKind::Dyn(..) => types::pair_words().as_tuple().unwrap_or_default().to_vec(),
        };
        let (size, align) = match ty.kind() {
            TypeKind::Named(item) | TypeKind::Object(item) => {
                let layout = object_layout(db, item);
                (layout.size, layout.align)
            }
            _ => {
                let layout = layout(db, ty);
                (layout.size, layout.align)
            }
        };
        let laid_out = if ty.is_pair() { types::pair_words() } else { ty };
        let offsets = (0..types.len() as u32).map(|field| field_offset(db, laid_out, field)).collect();
        let is_heap = types::is_object_pointer(db, ty);
        Parts { types, offsets, memory: Vec::new(), size, align: Align::new(u64::from(align)), is_heap }
    }
}

/// The scalar of a number or of `bool`.
#[inline]
fn scalar_of(ty: Ty) -> Option<Scalar> {
    if let Some(kind) = ty.int_kind() {
        return Some(Scalar::integer(kind));
    }
    match ty {
        Ty::BOOL => Some(Scalar::Bool),
        Ty::F32 => Some(Scalar::F32),
        Ty::F64 => Some(Scalar::F64),
        _ => None,
    }
}

/// The cache of a unit.
#[derive(Default)]
pub(super) struct Types {
    layouts: FxHashMap<Ty, TypeLayout>,
    /// With what only optimisers read; without it parts are the same in all units.
    parts: FxHashMap<Ty, Rc<Parts>>,
    empty: Option<TypeId>,
}

impl Types {
    /// The same without entries, for another unit.
    pub(super) fn emptied(self) -> Types {
        Types { layouts: emptied(self.layouts), parts: emptied(self.parts), empty: None }
    }
}

/// Whether the values of a type are laid out with all their parts; of what lies inside the same is asked by itself.
fn is_finite(db: &dyn Db, ty: Ty) -> bool {
    match ty.structure() {
        Structure::Named(named) | Structure::Object(named) => !named.is_generic() || has_finite_size(db, named),
        Structure::Tuple(_) | Structure::Array(..) | Structure::Whole => true,
    }
}

impl Unit<'_> {
    /// How values of a type live.
    #[inline]
    pub(super) fn layout_of(&mut self, ty: Ty) -> TypeLayout {
        // Most values are numbers, and for these no table is needed.
        match scalar_of(ty) {
            Some(scalar) => TypeLayout::of_scalar(scalar),
            None => self.layout_in_table(ty),
        }
    }

    fn layout_in_table(&mut self, ty: Ty) -> TypeLayout {
        if let Some(known) = self.tables.types.layouts.get(&ty) {
            return *known;
        }
        let representation = self.represent(ty);
        let layout = match representation {
            Representation::Nothing => TypeLayout::NOTHING,
            Representation::Scalar(scalar) => TypeLayout::of_scalar(scalar),
            Representation::Aggregate(_) => {
                let layout = layout(self.db, ty);
                // What `type` items and bodies write is judged where it stands; this is what type arguments have made of them.
                self.is_too_large |= layout.size >= LARGEST_SIZE || !is_finite(self.db, ty);
                TypeLayout { representation, size: layout.size, align: Align::new(u64::from(layout.align)) }
            }
        };
        self.tables.types.layouts.insert(ty, layout);
        layout
    }

    /// The MIR type of a parameter, field or element; of `()` an empty structure.
    pub(super) fn part(&mut self, ty: Ty) -> Type {
        let layout = self.layout_of(ty);
        self.part_of_layout(layout)
    }

    /// The same of a type whose layout is known.
    #[inline]
    pub(super) fn part_of_layout(&mut self, layout: TypeLayout) -> Type {
        match layout.representation {
            Representation::Scalar(scalar) => Type::Scalar(scalar),
            Representation::Aggregate(id) => Type::Aggregate(id),
            Representation::Nothing => Type::Aggregate(self.empty_type()),
        }
    }

    /// The MIR type of a result, if there is one.
    pub(super) fn result(&mut self, ty: Ty) -> Option<Type> {
        match self.layout_of(ty).representation {
            Representation::Scalar(scalar) => Some(Type::Scalar(scalar)),
            Representation::Aggregate(id) => Some(Type::Aggregate(id)),
            Representation::Nothing => None,
        }
    }

    /// The fields of a struct, union, tuple or of the object of a heap type; of other types none.
    pub(super) fn parts(&mut self, ty: Ty) -> Rc<Parts> {
        if !self.settings.facts {
            return self.learned.parts(self.db, ty).clone();
        }
        if let Some(known) = self.tables.types.parts.get(&ty) {
            return known.clone();
        }
        let mut parts = self.learned.parts(self.db, ty).clone();
        let memory = self.field_kinds(ty, &parts.types);
        if !memory.is_empty() {
            Rc::make_mut(&mut parts).memory = memory;
        }
        self.tables.types.parts.insert(ty, parts.clone());
        parts
    }

    fn represent(&mut self, ty: Ty) -> Representation {
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Unit => Representation::Nothing,
            TypeKind::Bool => Representation::Scalar(Scalar::Bool),
            TypeKind::Int(kind) => Representation::Scalar(Scalar::integer(kind)),
            TypeKind::Float(kind) => Representation::Scalar(Scalar::float(kind)),
            TypeKind::Ref(_) | TypeKind::Mut(_) if ty.is_wide() => {
                Representation::Aggregate(self.tuple_type(Ty::words_of_wide()))
            }
            // Elements of which nobody knows how many there are.
            TypeKind::Slice(element) => {
                let element = self.part(element);
                Representation::Aggregate(self.module.types.array(element, 0))
            }
            TypeKind::String
            | TypeKind::Pointer(_)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::ExternFunction(..) => Representation::Scalar(Scalar::Pointer),
            // `can_be_built` has refused it, as what is poisoned.
            TypeKind::Variable(_) | TypeKind::Parameter(..) => Representation::Nothing,
            TypeKind::Named(item) => match type_definition(self.db, item).kind {
                DefinitionKind::Heap | DefinitionKind::Counted => Representation::Scalar(Scalar::Pointer),
                DefinitionKind::Inline
                | DefinitionKind::Copy
                | DefinitionKind::View
                | DefinitionKind::Union
                | DefinitionKind::Opaque => match types::scalar_enum(self.db, ty).map(|scalar| scalar.form) {
                    Some(EnumForm::Integer(kind) | EnumForm::Tagged(kind)) => {
                        Representation::Scalar(Scalar::integer(kind))
                    }
                    Some(EnumForm::Nullable { .. }) => Representation::Scalar(Scalar::Pointer),
                    None => Representation::Aggregate(self.named_type(item, ty)),
                },
            },
            TypeKind::Object(item) => Representation::Aggregate(self.named_type(item, ty)),
            TypeKind::Tuple(_) | TypeKind::Closure(..) | TypeKind::Dyn(..) => {
                Representation::Aggregate(self.tuple_type(ty))
            }
            TypeKind::Array(element, length) => {
                let element = self.part(element);
                Representation::Aggregate(self.module.types.array(element, length))
            }
        }
    }

    fn named_type(&mut self, named: NamedType, ty: Ty) -> TypeId {
        let definition = type_definition(self.db, named);
        let id = self.module.declare_type(self.learned.path(self.db, named));
        if let Some(enumeration) = &definition.enumeration {
            let record = self.enum_record(named, ty, enumeration);
            self.module.types.set_body(id, TypeBody::Record(record));
            return id;
        }
        let names: Vec<Name> = definition.fields.iter().map(|field| field.name).collect();
        let kind = match (types::own_form(self.db, named), definition.kind) {
            (Some(OwnForm::Vector), _) => RecordKind::Vector,
            (Some(OwnForm::Complex), _) => RecordKind::Complex,
            (Some(OwnForm::LongDouble), _) => RecordKind::LongDouble,
            (None, DefinitionKind::Union) => RecordKind::Union,
            (
                None,
                DefinitionKind::Heap
                | DefinitionKind::Counted
                | DefinitionKind::Inline
                | DefinitionKind::Copy
                | DefinitionKind::View
                | DefinitionKind::Opaque,
            ) => RecordKind::Struct,
        };
        let record = self.record(ty, kind, &names, definition.packed, definition.align.is_some());
        self.module.types.set_body(id, TypeBody::Record(record));
        id
    }

    fn tuple_type(&mut self, ty: Ty) -> TypeId {
        let record = self.record(ty, RecordKind::Struct, &[], false, false);
        self.module.types.anonymous(TypeBody::Record(record))
    }

    fn record(&mut self, ty: Ty, kind: RecordKind, names: &[Name], packed: bool, aligned: bool) -> Record {
        let parts = self.parts(ty);
        let mut natural = Align::ONE;
        let mut fields = Vec::with_capacity(parts.types.len());
        for (index, (&field, &offset)) in parts.types.iter().zip(&parts.offsets).enumerate() {
            let ty = self.part(field);
            natural = natural.max(self.layout_of(field).align);
            fields.push(Field {
                name: names.get(index).map(|name| self.module.strings.intern(&name.text())),
                ty,
                offset,
            });
        }
        let unadjusted_align = match (aligned, packed) {
            (false, _) => parts.align,
            (true, true) => Align::ONE,
            (true, false) => natural,
        };
        Record { kind, size: parts.size, align: parts.align, unadjusted_align, packed, fields }
    }

    fn empty_type(&mut self) -> TypeId {
        *self.tables.types.empty.get_or_insert_with(|| {
            self.module.types.anonymous(TypeBody::Record(Record {
                kind: RecordKind::Struct,
                size: 0,
                align: Align::ONE,
                unadjusted_align: Align::ONE,
                packed: false,
                fields: Vec::new(),
            }))
        })
    }
}
