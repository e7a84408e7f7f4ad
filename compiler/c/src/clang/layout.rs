//! Structures and unions as `abi` lays them out, beside clang's layout of them. Owns the comparison, and the numbers that
//! clang does not tell: how much `aligned` and `#pragma pack` ask for. Those are found by what they do: each that could stand
//! there is tried, and only if all that lead to clang's layout mean the same, it is the answer. Must not know names.

use abi::{Environment, FieldSpec, OperatingSystem, RecordKind, RecordSpec, Target, Ty, TyId, TypeArena};

use super::wire::{Field, Record};

/// Why a record is not described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// It cannot be told what it is.
    Refused(String),
    /// The same of a member.
    Inside {
        /// Its name.
        member: String,
        /// The cause at the bottom of it, however deep.
        cause: String,
    },
    /// `abi` and clang lay it out differently.
    Different(String),
}

/// A member's type, as `abi` knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub ty: TyId,
    /// What a typedef says of the alignment, in bytes, if it says something else than the type.
    pub typedef_align: Option<u32>,
}

/// So many ways to read the attributes of one record are tried.
const MOST_TRIES: usize = 4096;

/// The one description on which `abi` and clang agree.
pub(super) fn solve(
    target: &Target,
    arena: &TypeArena,
    record: &Record,
    members: &[Member],
) -> Result<abi::Record, Problem> {
    let packs: &[Option<u32>] = match record.attributes.implicit {
        true => &[None, Some(1), Some(2), Some(4), Some(8), Some(16)],
        false => &[None],
    };
    let choices: Vec<Vec<FieldSpec>> =
        record.fields.iter().zip(members).map(|(field, member)| specs(target, arena, record, field, member)).collect();
    let tries = choices.iter().try_fold(packs.len(), |tries, specs| tries.checked_mul(specs.len()));
    if tries.is_none_or(|tries| tries > MOST_TRIES) {
        return Err(Problem::Refused("too many of its members are aligned by attributes".to_string()));
    }
    let kind = if record.is_union { RecordKind::Union } else { RecordKind::Struct };
    let (mut found, mut first): (Option<abi::Record>, Option<abi::Record>) = (None, None);
    for pack in packs {
        let mut chosen = vec![0; choices.len()];
        loop {
            let fields: Vec<FieldSpec> = choices.iter().zip(&chosen).map(|(specs, index)| specs[*index]).collect();
            let spec = RecordSpec { kind, fields: &fields, packed: record.attributes.packed, pack: *pack, align: None };
            let layout = lay_out(target, arena, spec, record);
            if agrees(&layout, record) {
                match &found {
                    Some(known) if *known != layout => {
                        let what = "what its attributes ask for cannot be told from its layout".to_string();
                        return Err(Problem::Refused(what));
                    }
                    Some(_) => {}
                    None => found = Some(layout.clone()),
                }
            }
            first.get_or_insert(layout);
            if !step(&mut chosen, &choices) {
                break;
            }
        }
    }
    match (found, first) {
        (Some(found), _) => Ok(found),
        (None, Some(_))
            if members
                .iter()
                .zip(&record.fields)
                .any(|(member, field)| member.typedef_align.is_some() && field.width.is_some()) =>
        {
            Err(Problem::Refused("a typedef says how a bit-field is aligned".to_string()))
        }
        // Of `ms_struct` in a pragma, which is about bit-fields, clang's library does not tell.
        (None, Some(_)) if record.attributes.implicit && record.fields.iter().any(|field| field.width.is_some()) => {
            Err(Problem::Refused("an attribute or a pragma lays it out in a way that is not known here".to_string()))
        }
        (None, Some(first)) => Err(Problem::Different(difference(&first, record))),
        (None, None) => Err(Problem::Refused("nothing is known of its attributes".to_string())),
    }
}

/// `aligned` on the record itself shows in its alignment, or changes nothing.
fn lay_out(target: &Target, arena: &TypeArena, spec: RecordSpec<'_>, record: &Record) -> abi::Record {
    let layout = spec.layout(target, arena);
    match u32::try_from(record.align) {
        Ok(align) if record.attributes.aligned && layout.align < align => {
            RecordSpec { align: Some(align), ..spec }.layout(target, arena)
        }
        Ok(_) | Err(_) => layout,
    }
}

/// All that a member's attributes may mean.
fn specs(target: &Target, arena: &TypeArena, record: &Record, field: &Field, member: &Member) -> Vec<FieldSpec> {
    let is_packed = field.attributes.packed || record.attributes.packed;
    let plain = FieldSpec {
        ty: member.ty,
        packed: field.attributes.packed,
        align: None,
        bit_width: field.width,
        named: field.width.is_none() || field.name.is_some(),
    };
    // A typedef replaces the alignment of the type: it may lower it, as `packed` does.
    let typed = match member.typedef_align {
        // Microsoft's compiler takes it for what the member asks for, which nothing lowers; not that of an array's elements.
        Some(_) if target.environment == Environment::Msvc && !matches!(arena.get(member.ty), Ty::Array(_)) => {
            FieldSpec { align: member.typedef_align, ..plain }
        }
        Some(_) if !is_packed => FieldSpec { packed: true, align: member.typedef_align, ..plain },
        Some(_) | None => plain,
    };
    // Of bit-fields it counts for some questions and not for others.
    let mut written = vec![typed];
    // MinGW's scalars are aligned to their size at least, whatever their typedef says; which of them are, clang's layout says.
    let is_mingw = target.operating_system == OperatingSystem::Windows && target.environment == Environment::Gnu;
    if is_mingw && field.width.is_none() && typed != plain {
        let natural = arena.layout(target, member.ty).align;
        written.push(FieldSpec { align: typed.align.max(Some(natural)), ..typed });
    }
    if field.width.is_some() && member.typedef_align.is_some() {
        written.extend([plain, FieldSpec { align: member.typedef_align, ..plain }]);
    }
    if !field.attributes.aligned {
        return written;
    }
    let powers = (0..29).map(|power| 1u32 << power).take_while(|align| u64::from(*align) <= record.align.max(16));
    let aligned = |align: u32| written.iter().map(move |spec| (spec, align));
    let raised = powers
        .flat_map(aligned)
        .map(|(spec, align)| FieldSpec { align: Some(align.max(spec.align.unwrap_or(1))), ..*spec });
    raised.collect()
}

/// The next combination; false behind the last.
fn step(chosen: &mut [usize], choices: &[Vec<FieldSpec>]) -> bool {
    for (index, specs) in chosen.iter_mut().zip(choices) {
        *index += 1;
        if *index < specs.len() {
            return true;
        }
        *index = 0;
    }
    false
}

fn agrees(layout: &abi::Record, record: &Record) -> bool {
    layout.size == record.size
        && u64::from(layout.align) == record.align
        && layout.fields.iter().zip(&record.fields).all(|(ours, clangs)| ours.offset_bits == clangs.offset_bits)
}

fn difference(layout: &abi::Record, record: &Record) -> String {
    let moved = layout.fields.iter().zip(&record.fields).find(|(ours, clangs)| ours.offset_bits != clangs.offset_bits);
    let (ours, clangs) = (
        format!("{} bytes aligned to {}", layout.size, layout.align),
        format!("{} bytes aligned to {}", record.size, record.align),
    );
    match moved {
        Some((our, clang)) => {
            let name = clang.name.as_deref().unwrap_or("a member without a name");
            let places = format!("{name} at bit {} here, at bit {} there", our.offset_bits, clang.offset_bits);
            format!("{ours} here, {clangs} for clang; {places}")
        }
        None => format!("{ours} here, {clangs} for clang"),
    }
}
