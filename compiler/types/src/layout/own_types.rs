//! Structures that are passed as a type of C's own. Owns which fields each such type wants; must not know how any is passed.

use abi::{Carrier, FieldSpec, RecordKind, Target, TyId, TypeArena};
use source::Db;

use super::{RecordLayout, abi_type, stand_in, target};
use crate::definition::{DefinitionKind, type_definition};
use crate::extent::has_finite_size;
use crate::own_form::OwnForm;
use crate::ty::{NamedType, Structure, Ty, TypeKind};

/// The type of C's own as which values of a type are passed, if it asks for one and has its fields.
pub fn own_form(db: &dyn Db, named: impl Into<NamedType>) -> Option<OwnForm> {
    let named: NamedType = named.into();
    own_type(db, named, &mut TypeArena::new()).and(type_definition(db, named).own_form)
}

/// C's own type in place of a structure, added to `arena`, if it asks for one and has its fields.
pub(super) fn own_type(db: &dyn Db, named: NamedType, arena: &mut TypeArena) -> Option<TyId> {
    let definition = type_definition(db, named);
    let form = definition.own_form?;
    let is_plain = definition.kind == DefinitionKind::Copy && !definition.packed && definition.align.is_none();
    if !is_plain || !has_finite_size(db, named) {
        return None;
    }
    match (form, definition.fields.as_slice()) {
        (OwnForm::Vector, [lanes]) => match lanes.ty.structure() {
            Structure::Array(lane, count) => arena.common_vector(number(lane)?, count),
            Structure::Whole | Structure::Named(_) | Structure::Object(_) | Structure::Tuple(_) => None,
        },
        (OwnForm::Complex, [real, imaginary]) if real.ty == imaginary.ty => {
            let part = abi_type(db, real.ty, arena);
            arena.get(part).is_float().then(|| arena.complex(part))
        }
        (OwnForm::LongDouble, fields) => {
            fields.iter().try_for_each(|field| number(field.ty).map(|_| ()))?;
            let target = target(db);
            let mut inside = TypeArena::new();
            let specs: Vec<FieldSpec> =
                fields.iter().map(|field| FieldSpec::new(stand_in(db, field.ty, &mut inside))).collect();
            let record = abi::layout_record(&target, &inside, RecordKind::Struct, &specs, false, None);
            let end = specs
                .iter()
                .zip(&record.fields)
                .map(|(spec, field)| field.offset_bits / 8 + inside.layout(&target, spec.ty).size);
            (end.max() == Some(long_double_bytes(&target))).then(|| target.long_double_type())
        }
        (OwnForm::Vector | OwnForm::Complex, _) => None,
    }
}

/// The layout of a structure that is passed as C's own type: that type's, with the fields as they follow each other.
pub(super) fn own_layout(db: &dyn Db, named: NamedType, natural: RecordLayout) -> RecordLayout {
    let mut arena = TypeArena::new();
    match own_type(db, named, &mut arena) {
        None => natural,
        Some(own) => {
            let layout = arena.layout(&target(db), own);
            RecordLayout { size: layout.size, align: layout.align, ..natural }
        }
    }
}

/// How many bytes of a `long double` are its value; the others are padding.
pub(crate) fn long_double_bytes(target: &Target) -> u64 {
    let ty = target.long_double_type();
    if ty == TyId::X87 { u64::from(Carrier::X87.bytes()) } else { TypeArena::new().layout(target, ty).size }
}

fn number(ty: Ty) -> Option<TyId> {
    match ty.kind() {
        TypeKind::Int(kind) => Some(TyId::integer(kind)),
        TypeKind::Float(kind) => Some(TyId::float(kind)),
        _ => None,
    }
}
