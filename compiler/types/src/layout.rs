//! Sizes, alignments and offsets, and the C form of each type, by the layout rules of `abi` for the selected target.
//! Owns the translation of types and signatures into `abi`'s terms; must not know any rule of layout itself.
//! A heap type, `String` or borrow is a pointer; a tuple is an anonymous structure; `()` as a part is an empty one.

mod enumeration;
mod own_types;
#[cfg(test)]
mod tests;

use abi::{FieldSpec, Record, RecordKind, TyId, TypeArena};
use hir::ItemId;
use rustc_hash::FxHashMap;
use source::Db;

use crate::classify::{is_object_pointer, scalar_enum};
use crate::definition::{DefinitionKind, Field, InstanceType, TypeDefinition, type_definition};
use crate::enumeration::EnumForm;
use crate::extent::has_finite_size;
use crate::signatures::signature;
use crate::substitute::Substitution;
use crate::ty::{NamedType, Structure, Ty, TypeKind};

pub(crate) use own_types::long_double_bytes;
pub use own_types::own_form;
use own_types::{own_layout, own_type};

pub use enumeration::{CaseLayout, CaseLayouts, EnumField, enum_fields};

/// Every value is smaller, so that offsets fit into 32 bits, with a sign, too. What has been reported as too large is
/// clipped to a little more, so sums and products of sizes cannot overflow.
pub const LARGEST_SIZE: u64 = 1 << 31;

/// A structure, union, tuple or enum laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLayout {
    /// Bytes, tail padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// The offset of each field in bytes; of an enum, of each of what its cases carry.
    pub offsets: Vec<u64>,
    /// Of an enum with a tag, where what the cases carry lies.
    pub cases: Option<CaseLayouts>,
    /// What Microsoft's layout must know of a record inside of another, see [`Record::required_align`].
    required_align: u32,
}

/// The selected target. `project` refuses unknown triples before they get here.
#[salsa::tracked(returns(copy))]
pub fn target(db: &dyn Db) -> abi::Target {
    source::Program::try_get(db)
        .and_then(|program| abi::Target::parse(program.target(db).triple(db)).ok())
        .unwrap_or(abi::Target::X86_64_LINUX)
}

/// Size and alignment of a value of a type on the selected target; of a heap type those of the pointer.
pub fn layout(db: &dyn Db, ty: Ty) -> abi::Layout {
    match ty.structure() {
        Structure::Named(named) if !is_object_pointer(db, ty) => {
            let record = object_layout(db, named);
            abi::Layout { size: record.size, align: record.align }
        }
        Structure::Object(named) => {
            let record = object_layout(db, named);
            abi::Layout { size: record.size, align: record.align }
        }
        Structure::Array(element, length) => {
            let element = layout(db, element);
            abi::Layout { size: clipped_length(element.size, length) * element.size, align: element.align }
        }
        Structure::Tuple(_) => {
            let record = tuple_layout(db, ty);
            abi::Layout { size: record.size, align: record.align }
        }
        Structure::Whole | Structure::Named(_) => {
            let mut arena = TypeArena::new();
            let id = abi_type(db, ty, &mut arena);
            arena.layout(&target(db), id)
        }
    }
}

/// The layout of what a named type defines: of a heap type that of the object behind the pointer. It asks for the
/// layouts of its fields, never for what is inside of them, so that types that double cost as much as any other.
pub fn object_layout(db: &dyn Db, named: impl Into<NamedType>) -> &RecordLayout {
    let named: NamedType = named.into();
    match named.is_generic() {
        true => instance_layout(db, InstanceType::new(db, named)),
        false => item_layout(db, named.item),
    }
}

#[salsa::tracked(cycle_result = layout_in_a_cycle)]
fn item_layout(db: &dyn Db, item: ItemId) -> RecordLayout {
    named_layout(db, NamedType::plain(item))
}

#[salsa::tracked]
fn instance_layout<'db>(db: &'db dyn Db, instance: InstanceType<'db>) -> RecordLayout {
    named_layout(db, instance.named(db))
}

fn named_layout(db: &dyn Db, named: NamedType) -> RecordLayout {
    let definition = type_definition(db, named);
    if definition.enumeration.is_some() {
        return enumeration::lay_out(db, named);
    }
    let fields = laid_out_parts(db, named).iter().map(|field| field.ty);
    let natural = lay_out(db, record_kind(definition), fields, definition.packed, definition.align);
    own_layout(db, named, natural)
}

/// A type whose layout needs itself, through an array's length; reported where the length is written.
fn layout_in_a_cycle(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> RecordLayout {
    RecordLayout { size: 0, align: 1, offsets: Vec::new(), cases: None, required_align: 1 }
}

/// The layout of a tuple.
pub fn tuple_layout(db: &dyn Db, ty: Ty) -> &RecordLayout {
    known_tuple_layout(db, TupleType::new(db, ty))
}

/// A tuple as a key.
#[salsa::interned]
struct TupleType<'db> {
    ty: Ty,
}

#[salsa::tracked]
fn known_tuple_layout<'db>(db: &'db dyn Db, tuple: TupleType<'db>) -> RecordLayout {
    let elements = tuple.ty(db).as_tuple().unwrap_or_default();
    lay_out(db, RecordKind::Struct, elements.iter().copied(), false, None)
}

/// Lays out a record whose fields are known by their layouts.
fn lay_out(
    db: &dyn Db,
    kind: RecordKind,
    fields: impl Iterator<Item = Ty>,
    packed: bool,
    align: Option<u32>,
) -> RecordLayout {
    let mut arena = TypeArena::new();
    let fields: Vec<FieldSpec> = fields.map(|ty| FieldSpec::new(stand_in(db, ty, &mut arena))).collect();
    let record = abi::layout_record(&target(db), &arena, kind, &fields, packed, align);
    RecordLayout {
        size: record.size,
        align: record.align,
        required_align: record.required_align,
        offsets: record.fields.iter().map(|field| field.offset_bits / 8).collect(),
        cases: None,
    }
}

/// A type with the same layout as a field's, without what is inside of it.
fn stand_in(db: &dyn Db, ty: Ty, arena: &mut TypeArena) -> TyId {
    let layout = layout(db, ty);
    let record = Record {
        kind: RecordKind::Struct,
        size: layout.size,
        align: layout.align,
        unadjusted_align: layout.align,
        required_align: required_align(db, ty),
        packed: false,
        fields: std::iter::empty().collect(),
    };
    arena.add_record(record)
}

fn required_align(db: &dyn Db, ty: Ty) -> u32 {
    match ty.structure() {
        Structure::Named(named) if !is_object_pointer(db, ty) => object_layout(db, named).required_align,
        Structure::Tuple(_) => tuple_layout(db, ty).required_align,
        Structure::Array(element, _) => required_align(db, element),
        Structure::Whole | Structure::Named(_) | Structure::Object(_) => 1,
    }
}

/// The offset in bytes of a field of a structure, union or tuple, or of what a case of an enum carries; of a heap type
/// within the object.
pub fn field_offset(db: &dyn Db, ty: Ty, field: u32) -> u64 {
    let offset = |layout: &RecordLayout| layout.offsets.get(field as usize).copied().unwrap_or(0);
    match ty.structure() {
        Structure::Named(named) | Structure::Object(named) => offset(object_layout(db, named)),
        Structure::Tuple(_) => offset(tuple_layout(db, ty)),
        Structure::Whole | Structure::Array(..) => 0,
    }
}

/// The alignment that a field of a packed structure has whatever its type; of others nothing.
pub fn packed_field_align(db: &dyn Db, structure: Ty, field: u32) -> Option<u32> {
    let (TypeKind::Named(named) | TypeKind::Object(named)) = structure.kind() else { return None };
    if !type_definition(db, named.item).packed {
        return None;
    }
    if structure.is_open() {
        return Some(1);
    }
    let whole = object_layout(db, named).align;
    let offset = 1u32.checked_shl(field_offset(db, structure, field).trailing_zeros());
    Some(offset.map_or(whole, |offset| offset.min(whole)))
}

/// The alignment in bytes that a borrow of a type relies on; nothing where that depends on type arguments.
pub fn borrowed_align(db: &dyn Db, ty: Ty) -> Option<u32> {
    let is_known = match ty.structure() {
        Structure::Whole => !ty.is_parameter(),
        Structure::Named(_) => !ty.is_open() || is_object_pointer(db, ty),
        Structure::Object(_) | Structure::Tuple(_) | Structure::Array(..) => !ty.is_open(),
    };
    is_known.then(|| layout(db, ty).align)
}

/// The C form of a type, added to `arena`. `()` and `Never` are void.
pub fn abi_type(db: &dyn Db, ty: Ty, arena: &mut TypeArena) -> TyId {
    CForms::new(db, arena).of(ty)
}

/// The C form of what a `type` item defines: of a heap type the structure behind the pointer.
pub fn object_type(db: &dyn Db, named: impl Into<NamedType>, arena: &mut TypeArena) -> TyId {
    CForms::new(db, arena).object(named.into())
}

/// The signature of a function in `abi`'s terms, its types added to `arena`.
pub fn abi_signature(db: &dyn Db, function: ItemId, arena: &mut TypeArena) -> abi::Signature {
    abi_signature_of(db, function, &Substitution::default(), arena)
}

/// The same of an instance.
pub fn abi_signature_of(db: &dyn Db, function: ItemId, with: &Substitution, arena: &mut TypeArena) -> abi::Signature {
    let signature = signature(db, function);
    let mut forms = CForms::new(db, arena);
    let result = forms.of(with.apply(signature.result));
    let parameters = signature.parameters.iter().map(|parameter| forms.part(with.apply(parameter.ty)));
    let parameters: Vec<TyId> = parameters.collect();
    if signature.variadic {
        let fixed = u16::try_from(parameters.len()).unwrap_or(u16::MAX);
        abi::Signature::variadic(result, parameters, fixed)
    } else {
        abi::Signature::new(result, parameters)
    }
}

/// What a closure is made of, the address of its code and that of its environment, and what a `dyn` is: the address of its
/// object and that of its table of methods.
pub fn pair_words() -> Ty {
    Ty::tuple(&[Ty::pointer(Ty::UNIT); 2])
}

/// The C form of a type as a field, element or parameter, where `()` is an empty structure.
pub fn part_type(db: &dyn Db, ty: Ty, arena: &mut TypeArena) -> TyId {
    CForms::new(db, arena).part(ty)
}

/// Writes types into an arena, each once: types that double have as many records as names.
struct CForms<'a> {
    db: &'a dyn Db,
    arena: &'a mut TypeArena,
    known: FxHashMap<Ty, TyId>,
    target: abi::Target,
}

impl CForms<'_> {
    fn new<'a>(db: &'a dyn Db, arena: &'a mut TypeArena) -> CForms<'a> {
        CForms { db, arena, known: FxHashMap::default(), target: target(db) }
    }

    fn of(&mut self, ty: Ty) -> TyId {
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Unit => TyId::VOID,
            // Only an instance has a layout; until then it is as unknown as poison's.
            TypeKind::Variable(_) | TypeKind::Parameter(..) => TyId::VOID,
            TypeKind::Bool => TyId::BOOL,
            TypeKind::Int(kind) => TyId::integer(kind),
            TypeKind::Float(kind) => TyId::float(kind),
            TypeKind::Ref(_) | TypeKind::Mut(_) if ty.is_wide() => self.compound(Ty::words_of_wide()),
            TypeKind::String
            | TypeKind::Pointer(_)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::ExternFunction(..) => TyId::POINTER,
            // The elements that a borrow leads to, of which nobody knows how many there are.
            TypeKind::Slice(element) => {
                let element = self.part(element);
                self.arena.array(element, 0)
            }
            TypeKind::Named(_)
            | TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Array(..)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..) => {
                if let Some(&known) = self.known.get(&ty) {
                    return known;
                }
                let id = self.compound(ty);
                self.known.insert(ty, id);
                id
            }
        }
    }

    fn compound(&mut self, ty: Ty) -> TyId {
        match ty.structure() {
            Structure::Named(named) => match type_definition(self.db, named).kind {
                DefinitionKind::Heap | DefinitionKind::Counted => TyId::POINTER,
                DefinitionKind::Inline
                | DefinitionKind::Copy
                | DefinitionKind::View
                | DefinitionKind::Union
                | DefinitionKind::Opaque => match scalar_enum(self.db, ty).map(|scalar| scalar.form) {
                    Some(EnumForm::Integer(kind) | EnumForm::Tagged(kind)) => TyId::integer(kind),
                    Some(EnumForm::Nullable { .. }) => TyId::POINTER,
                    None => self.object(named),
                },
            },
            Structure::Object(named) => self.object(named),
            Structure::Tuple(elements) => self.record(RecordKind::Struct, elements.iter().copied(), false, None),
            Structure::Array(element, length) => {
                let size = layout(self.db, element).size;
                let element = self.part(element);
                self.arena.array(element, clipped_length(size, length))
            }
            Structure::Whole if ty.is_pair() => self.of(pair_words()),
            Structure::Whole => self.of(ty),
        }
    }

    fn object(&mut self, named: NamedType) -> TyId {
        let definition = type_definition(self.db, named);
        if definition.enumeration.is_some() {
            return self.enumeration(named);
        }
        if let Some(own) = own_type(self.db, named, self.arena) {
            return own;
        }
        let fields = laid_out_parts(self.db, named).iter().map(|field| field.ty);
        self.record(record_kind(definition), fields, definition.packed, definition.align)
    }

    fn part(&mut self, ty: Ty) -> TyId {
        match self.of(ty) {
            TyId::VOID => self.record(RecordKind::Struct, std::iter::empty(), false, None),
            id => id,
        }
    }

    fn record(&mut self, kind: RecordKind, fields: impl Iterator<Item = Ty>, packed: bool, align: Option<u32>) -> TyId {
        let fields: Vec<FieldSpec> = fields.map(|ty| FieldSpec::new(self.part(ty))).collect();
        let record = abi::layout_record(&self.target, self.arena, kind, &fields, packed, align);
        self.arena.add_record(record)
    }
}

fn record_kind(definition: &TypeDefinition) -> RecordKind {
    match definition.kind {
        DefinitionKind::Union => RecordKind::Union,
        DefinitionKind::Heap
        | DefinitionKind::Counted
        | DefinitionKind::Inline
        | DefinitionKind::Copy
        | DefinitionKind::View
        | DefinitionKind::Opaque => RecordKind::Struct,
    }
}

/// The parts that a type is laid out with: none if it contains itself or is beyond the limits, which has been reported.
fn laid_out_parts(db: &dyn Db, named: NamedType) -> &[Field] {
    if has_finite_size(db, named) { type_definition(db, named).parts() } else { &[] }
}

/// `length`, or a smaller one that makes the array just too large: sizes stay small enough to be added up.
fn clipped_length(element: u64, length: u64) -> u64 {
    length.min(LARGEST_SIZE / element.max(1) + 1)
}
