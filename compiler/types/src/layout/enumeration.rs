//! How enums lie in memory: a tag before a union of structures, one for each case that carries something; without the
//! tag, the pointer that a case carries; without anything to carry, the tag. Must not know any rule of layout itself.

use abi::{FieldSpec, Record, RecordKind, TyId, TypeArena};
use source::Db;

use super::{CForms, RecordLayout, laid_out_parts, stand_in, target};
use crate::definition::type_definition;
use crate::enumeration::{EnumForm, Enumeration};
use crate::ty::{NamedType, Ty};

/// Where what the cases of an enum carry lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseLayouts {
    /// The offset of the union in bytes.
    pub offset: u64,
    /// The union's size in bytes.
    pub size: u64,
    /// The union's alignment in bytes.
    pub align: u32,
    /// The structure of each case; nothing for a case that carries nothing.
    pub cases: Vec<Option<CaseLayout>>,
}

/// The structure of what a case carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseLayout {
    /// Bytes, tail padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// The offset of each part within the structure, in bytes.
    pub offsets: Vec<u64>,
}

/// Lays out an enum; of a heap type what the pointer leads to.
pub(super) fn lay_out(db: &dyn Db, named: NamedType) -> RecordLayout {
    let mut arena = TypeArena::new();
    let parts: Vec<TyId> = laid_out_parts(db, named).iter().map(|part| stand_in(db, part.ty, &mut arena)).collect();
    let (record, cases) = record(db, named, &parts, &mut arena);
    let offsets = match &cases {
        Some(cases) => {
            let offsets = cases.cases.iter().flatten().flat_map(|case| &case.offsets);
            offsets.map(|offset| cases.offset + offset).collect()
        }
        None => vec![0; parts.len()],
    };
    RecordLayout { size: record.size, align: record.align, offsets, cases, required_align: record.required_align }
}

/// A scalar part of the layout of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumField {
    /// `tag`, or the case and the name or number of what it carries: `Rect.width`, `Circle.0`.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its offset in bytes; of a heap type in the object.
    pub offset: u64,
}

/// The tag of an enum, if it has one, and what its cases carry, in order.
pub fn enum_fields(db: &dyn Db, named: impl Into<NamedType>) -> Vec<EnumField> {
    let named = named.into();
    let Some(enumeration) = type_definition(db, named).enumeration.as_deref() else {
        return Vec::new();
    };
    let mut fields = Vec::new();
    match enumeration.form {
        EnumForm::Integer(_) | EnumForm::Tagged(_) => {
            fields.push(EnumField { name: "tag".to_string(), ty: Ty::int(enumeration.tag()), offset: 0 });
        }
        EnumForm::Nullable { .. } => {}
    }
    let offsets = &super::object_layout(db, named).offsets;
    for (case, written) in (0..).zip(&enumeration.cases) {
        for (number, (part, carried)) in enumeration.parts(case).zip(enumeration.payload(case)).enumerate() {
            let name = if carried.name.is_empty() { number.to_string() } else { carried.name.text().to_string() };
            let offset = offsets.get(part as usize).copied().unwrap_or(0);
            fields.push(EnumField { name: format!("{}.{name}", written.name.text()), ty: carried.ty, offset });
        }
    }
    fields
}

impl CForms<'_> {
    /// The C form of an enum; of a heap type of what the pointer leads to.
    pub(super) fn enumeration(&mut self, named: NamedType) -> TyId {
        let parts = laid_out_parts(self.db, named);
        let parts: Vec<TyId> = parts.iter().map(|part| self.part(part.ty)).collect();
        let (record, _) = record(self.db, named, &parts, self.arena);
        self.arena.add_record(record)
    }
}

/// The record of an enum whose parts have these types.
fn record(db: &dyn Db, named: NamedType, parts: &[TyId], arena: &mut TypeArena) -> (Record, Option<CaseLayouts>) {
    let Some(enumeration) = type_definition(db, named).enumeration.as_deref() else {
        return (structure(db, RecordKind::Struct, &[], arena), None);
    };
    match enumeration.form {
        EnumForm::Integer(kind) => (structure(db, RecordKind::Struct, &[TyId::integer(kind)], arena), None),
        EnumForm::Nullable { .. } => (structure(db, RecordKind::Struct, parts, arena), None),
        EnumForm::Tagged(kind) => {
            let tag = TyId::integer(kind);
            let (cases, structures) = case_layouts(db, enumeration, parts, arena);
            if structures.is_empty() {
                return (structure(db, RecordKind::Struct, &[tag], arena), None);
            }
            let union = structure(db, RecordKind::Union, &structures, arena);
            let (size, align) = (union.size, union.align);
            let union = arena.add_record(union);
            let record = structure(db, RecordKind::Struct, &[tag, union], arena);
            let offset = record.fields.get(1).map_or(0, |field| field.offset_bits / 8);
            (record, Some(CaseLayouts { offset, size, align, cases }))
        }
    }
}

/// The structures of the cases, and their types.
fn case_layouts(
    db: &dyn Db,
    enumeration: &Enumeration,
    parts: &[TyId],
    arena: &mut TypeArena,
) -> (Vec<Option<CaseLayout>>, Vec<TyId>) {
    let mut structures = Vec::new();
    let mut cases = Vec::with_capacity(enumeration.cases.len());
    for case in 0..enumeration.cases.len() as u32 {
        let range = enumeration.parts(case);
        let carried = parts.get(range.start as usize..range.end as usize).unwrap_or_default();
        cases.push((!carried.is_empty()).then(|| {
            let record = structure(db, RecordKind::Struct, carried, arena);
            let offsets = record.fields.iter().map(|field| field.offset_bits / 8).collect();
            let layout = CaseLayout { size: record.size, align: record.align, offsets };
            structures.push(arena.add_record(record));
            layout
        }));
    }
    (cases, structures)
}

fn structure(db: &dyn Db, kind: RecordKind, parts: &[TyId], arena: &TypeArena) -> Record {
    let fields: Vec<FieldSpec> = parts.iter().map(|part| FieldSpec::new(*part)).collect();
    abi::layout_record(&target(db), arena, kind, &fields, false, None)
}
