//! Members of structures and unions on both sides, by where they lie. Owns which member of C's stands beside one of ours; what
//! is compared of both, [`super::pointers`] says.

use c::clang::Answer;
use c::clang::wire::{Kind, Type, TypeIndex};
use rustc_hash::FxHashMap;
use types::{Ty, TypeKind};

use super::cases::common_prefix;
use super::pointers::{Alike, Pair, Pointers};

/// A member of C's.
struct Member<'a> {
    name: Option<&'a str>,
    ty: TypeIndex,
    /// What has it.
    of: &'a str,
}

/// Has each member of ours compared with the one that lies there in C; of several, as in unions, with that of its name. A member
/// that C has by this name elsewhere is a difference, in words behind the names of both types.
pub(super) fn add(pointers: &mut Pointers<'_>, pair: Pair, theirs: &Type, place: &str) -> Option<String> {
    let ours = fields(pointers, pair.ours);
    let Kind::Record(record) = theirs.kind else {
        // A structure around one value is passed and kept as that.
        if let [(_, first, _)] = ours[..] {
            pointers.add(Pair { ours: first, alike: Alike::Known, ..pair }, place.to_string());
        }
        return None;
    };
    let names = Names::of(pointers.answer, record);
    if let Some(why) = ours.iter().find_map(|(name, _, offset)| names.moved(name, *offset)) {
        return Some(why);
    }
    for (name, ty, offset) in ours {
        let is_compound = pointers.is_compound(ty);
        let mut there = at(pointers.answer, record, offset.saturating_mul(8));
        there.retain(|member| matches!(pointers.c_type(member.ty).kind, Kind::Record(_)) == is_compound);
        let known = match &there[..] {
            [member] => Some(member),
            several => several.iter().find(|member| member.name.is_some_and(|there| names.is_one(&name, there))),
        };
        let Some(member) = known else { continue };
        let place = match member.name {
            Some(name) => format!("`{name}` of `{}`", member.of),
            None => format!("a member of `{}`", member.of),
        };
        pointers.add(Pair { ours: ty, theirs: member.ty, alike: Alike::Known, ..pair }, place);
    }
    None
}

/// What C calls the members of a record, those of records without a name in it among them; no bit-fields.
struct Names<'a> {
    /// With the offsets in bits.
    known: FxHashMap<&'a str, u64>,
    /// What all of its own begin with: programs leave it out.
    prefix: &'a str,
}

impl<'a> Names<'a> {
    fn of(answer: &'a Answer, record: u32) -> Names<'a> {
        let own = || answer.records[record as usize].fields.iter().filter_map(|field| field.name.as_deref());
        let prefix = own().next().map_or("", |first| &first[..common_prefix(own())]);
        let (mut known, mut waiting) = (FxHashMap::default(), vec![(record, 0)]);
        while let Some((record, offset_bits)) = waiting.pop() {
            for field in answer.records[record as usize].fields.iter().filter(|field| field.width.is_none()) {
                let at = offset_bits + field.offset_bits;
                if let Some(name) = &field.name {
                    known.insert(name.as_str(), at);
                } else if let Kind::Record(inner) = answer.types[field.ty as usize].kind {
                    waiting.push((inner, at));
                }
            }
        }
        Names { known, prefix }
    }

    /// Whether a name of ours is one of C's, as it is or without what all of C's begin with.
    fn is_one(&self, ours: &str, theirs: &str) -> bool {
        ours == theirs || theirs.strip_prefix(self.prefix) == Some(ours)
    }

    fn moved(&self, name: &str, offset: u64) -> Option<String> {
        let with_prefix = format!("{}{name}", self.prefix);
        let (word, at) = self.known.get_key_value(name).or_else(|| self.known.get_key_value(with_prefix.as_str()))?;
        let there = at / 8;
        (there != offset).then(|| format!(": `{name}` lies at byte {offset} here, and `{word}` at byte {there} in C"))
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
