//! Members of structures and unions on both sides, by where they lie. Owns which member of C's stands beside one of ours; what
//! is compared of both, [`super::pointers`] says.

use c::clang::Answer;
use c::clang::wire::{Kind, Type, TypeIndex};
use types::{Ty, TypeKind};

use super::pointers::{Alike, Pair, Pointers};

/// A member of C's.
struct Member<'a> {
    name: Option<&'a str>,
    ty: TypeIndex,
    /// What has it.
    of: &'a str,
}

/// Has each member of ours compared with the one that lies there in C; of several, as in unions, with that of its name.
pub(super) fn add(pointers: &mut Pointers<'_>, pair: Pair, theirs: &Type, place: &str) {
    let ours = fields(pointers, pair.ours);
    let Kind::Record(record) = theirs.kind else {
        // A structure around one value is passed and kept as that.
        if let [(_, first, _)] = ours[..] {
            pointers.add(Pair { ours: first, alike: Alike::Known, ..pair }, place.to_string());
        }
        return;
    };
    for (name, ty, offset) in ours {
        let is_compound = pointers.is_compound(ty);
        let mut there = at(pointers.answer, record, offset.saturating_mul(8));
        there.retain(|member| matches!(pointers.c_type(member.ty).kind, Kind::Record(_)) == is_compound);
        let known = match &there[..] {
            [member] => Some(member),
            several => several.iter().find(|member| member.name == Some(&*name)),
        };
        let Some(member) = known else { continue };
        let place = match member.name {
            Some(name) => format!("`{name}` of `{}`", member.of),
            None => format!("a member of `{}`", member.of),
        };
        pointers.add(Pair { ours: ty, theirs: member.ty, alike: Alike::Known, ..pair }, place);
    }
}

/// Name, type and offset in bytes of what a value holds.
fn fields(pointers: &Pointers<'_>, ty: Ty) -> Vec<(String, Ty, u64)> {
    let db = pointers.db;
    match ty.kind() {
        TypeKind::Named(named) | TypeKind::Object(named) => {
            let definition = types::type_definition(db, named);
            let offsets = &types::object_layout(db, named).offsets;
            if definition.enumeration.is_some() {
                return Vec::new();
            }
            let fields = definition.fields.iter().zip(offsets);
            fields.map(|(field, offset)| (field.name.text().to_string(), field.ty, *offset)).collect()
        }
        TypeKind::Tuple(elements) => {
            let offsets = types::tuple_layout(db, ty).offsets.iter();
            elements.types().iter().zip(offsets).map(|(ty, offset)| (String::new(), *ty, *offset)).collect()
        }
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Parameter(..)
        | TypeKind::Variable(_)
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::Array(..)
        | TypeKind::Slice(_)
        | TypeKind::ExternFunction(..)
        | TypeKind::Closure(..)
        | TypeKind::Dyn(..) => Vec::new(),
    }
}

/// What begins at a bit of a record, through the records in it; no bit-fields.
fn at(answer: &Answer, record: u32, offset_bits: u64) -> Vec<Member<'_>> {
    let (mut found, mut waiting) = (Vec::new(), vec![(record, offset_bits)]);
    while let Some((record, wanted)) = waiting.pop() {
        let record = &answer.records[record as usize];
        for field in record.fields.iter().filter(|field| field.width.is_none()) {
            let ty = &answer.types[field.ty as usize];
            let Some(inside) = wanted.checked_sub(field.offset_bits) else { continue };
            if inside == 0 {
                found.push(Member { name: field.name.as_deref(), ty: field.ty, of: &record.name });
            }
            if let Kind::Record(inner) = ty.kind
                && inside < ty.size.unwrap_or(0).saturating_mul(8)
            {
                waiting.push((inner, inside));
            }
        }
    }
    found
}
