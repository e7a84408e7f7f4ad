//! LLVM's own rule of handing out registers for a signature in IR, and the comparison with the description. Owns what
//! `X86CallingConv.td` and `AArch64CallingConvention.td` say of the types that occur, written down anew: types are taken
//! apart into pieces, each piece gets a register of its class or a slot, and what must stay together does.

use abi::llvm::{LlvmAttributes, LlvmCarries, LlvmSignature, LlvmType, LlvmValue};
use abi::{Convention, Extend, FnAbi, Memory, Part, Placement, Register, Target, ValueIndex};

use super::Difference;
use super::place::{Files, Hand, Place, differ};

/// The first value that LLVM puts somewhere else than the description says.
pub(super) fn compare(abi: &FnAbi, signature: &LlvmSignature, target: &Target) -> Option<Difference> {
    let files = Files::of(target)?;
    let mut hand = Hand::new(&files);
    let mut difference = None;
    for value in &signature.params {
        let places = match target.convention() {
            Convention::SystemV64 => x86_64(value, &mut hand, target),
            Convention::Aapcs64 => aarch64(value, &mut hand, &files, target),
            // `Files` knows no others.
            _ => return None,
        };
        difference = difference.or_else(|| compare_value(abi, value, &places, &files));
    }
    if difference.is_none()
        && let Some(described) = abi.call.vector_registers
        && usize::from(described) != hand.vector
    {
        let used = |count: usize| format!("{count} vector registers used");
        return Some(Difference::new("al", used(usize::from(described)), used(hand.vector)));
    }
    difference.or_else(|| compare_value(abi, &signature.result, &results(&signature.result.ty, &files), &files))
}

/// The scalars and vectors that a type is taken apart into.
fn pieces(ty: &LlvmType) -> Vec<&LlvmType> {
    match ty {
        LlvmType::Void => Vec::new(),
        LlvmType::Array(count, element) => (0..*count).flat_map(|_| pieces(element)).collect(),
        LlvmType::Struct(elements) | LlvmType::PackedStruct(elements) => elements.iter().flat_map(pieces).collect(),
        _ => vec![ty],
    }
}

fn is_general(ty: &LlvmType) -> bool {
    matches!(ty, LlvmType::Int(_) | LlvmType::Pointer)
}

fn x86_64(value: &LlvmValue, hand: &mut Hand<'_>, target: &Target) -> Vec<Place> {
    let LlvmAttributes { by_value, align, .. } = &value.attributes;
    if let Some(ty) = by_value {
        let bytes = ty.size(target).next_multiple_of(8) as u32;
        return vec![hand.take_stack(bytes, align.unwrap_or(8).max(8))];
    }
    let mut places = Vec::new();
    for piece in pieces(&value.ty) {
        match piece {
            LlvmType::Int(bits) if *bits > 64 => {
                if hand.general_left() >= 2 {
                    places.extend([hand.take_general(8), hand.take_general(8)]);
                } else {
                    places.extend(two_words(hand.take_stack(16, 16)));
                }
            }
            LlvmType::X86Fp80 => places.push(hand.take_stack(16, 16)),
            piece if is_general(piece) => places.push(hand.take_general(8)),
            piece => places.push(hand.take_vector(if piece.size(target) > 8 { 16 } else { 8 })),
        }
    }
    places
}

fn two_words(place: Place) -> [Place; 2] {
    match place {
        Place::Stack(offset) => [place, Place::Stack(offset + 8)],
        Place::Register(_) | Place::Operand(_) => [place, place],
    }
}

fn aarch64(value: &LlvmValue, hand: &mut Hand<'_>, files: &Files, target: &Target) -> Vec<Place> {
    if value.attributes.struct_return.is_some() {
        return files.result_pointer.map(Place::Register).into_iter().collect();
    }
    let all = pieces(&value.ty);
    let Some(first) = all.first() else {
        return Vec::new();
    };
    // An array is kept together: all of it in registers, or none, and then no later value gets one of them.
    let together = matches!(value.ty, LlvmType::Array(..));
    let wide = matches!(first, LlvmType::Int(bits) if *bits > 64);
    if is_general(first) {
        let needed = if wide { 2 * all.len() } else { all.len() };
        if wide && !hand.general.is_multiple_of(2) && hand.general_left() > 0 {
            hand.general += 1;
        }
        if needed <= hand.general_left() {
            return (0..needed).map(|_| hand.take_general(8)).collect();
        }
        if together || wide {
            hand.general = files.general.len();
            let align = if wide { 16 } else { 8 };
            let start = hand.take_stack(8 * needed as u32, align);
            return words(start, needed, 8);
        }
        return vec![hand.take_general(8)];
    }
    if all.len() <= hand.vector_left() {
        return all.iter().map(|piece| hand.take_vector(piece.size(target) as u32)).collect();
    }
    let bytes = first.size(target) as u32;
    if together {
        hand.vector = files.vector.len();
        let align = value.attributes.stack_align.unwrap_or(8).max(8);
        let start = hand.take_stack(bytes * all.len() as u32, align);
        return words(start, all.len(), bytes);
    }
    vec![hand.take_vector(bytes)]
}

fn words(start: Place, count: usize, bytes: u32) -> Vec<Place> {
    match start {
        Place::Stack(offset) => (0..count as u32).map(|index| Place::Stack(offset + bytes * index)).collect(),
        Place::Register(_) | Place::Operand(_) => vec![start],
    }
}

fn results(ty: &LlvmType, files: &Files) -> Vec<Place> {
    let mut general = files.general_results.iter();
    let mut vector = files.vector_results.iter();
    let mut float = [Register::ST0, Register::ST1].iter();
    let mut places = Vec::new();
    for piece in pieces(ty) {
        let (list, count) = match piece {
            LlvmType::Int(bits) if *bits > 64 => (&mut general, 2),
            LlvmType::X86Fp80 => (&mut float, 1),
            piece if is_general(piece) => (&mut general, 1),
            _ => (&mut vector, 1),
        };
        places.extend(list.take(count).map(|register| Place::Register(*register)));
    }
    places
}

fn compare_value(abi: &FnAbi, value: &LlvmValue, places: &[Place], files: &Files) -> Option<Difference> {
    let first = places.first().copied();
    match value.carries {
        LlvmCarries::Nothing => None,
        LlvmCarries::SretPointer => match abi.result.placement {
            Placement::Sret { pointer, returned_in } => {
                let what = || "address of the result".to_owned();
                differ(what, pointer.into(), first).or_else(|| {
                    let word = |register: Option<Register>| {
                        register.map_or("not returned".to_owned(), |register| format!("returned in {register}"))
                    };
                    (returned_in != files.echo).then(|| Difference::new(what(), word(returned_in), word(files.echo)))
                })
            }
            Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => {
                Some(Difference::new("result", "no address", "an address"))
            }
        },
        LlvmCarries::Pointer { param } => {
            let what = || format!("address of parameter {param}");
            match abi.params[usize::from(param)].placement {
                Placement::Memory(Memory::ByPointer { pointer, .. }) => differ(what, pointer.into(), first),
                Placement::Memory(Memory::OnStack { offset, .. }) => {
                    differ(|| format!("parameter {param}"), Place::Stack(offset), first)
                }
                Placement::Ignore | Placement::Parts(_) | Placement::Sret { .. } => {
                    Some(Difference::new(what(), "no address", "an address"))
                }
            }
        }
        LlvmCarries::Image { param } => match abi.params[usize::from(param)].placement {
            Placement::Memory(Memory::OnStack { offset, .. }) => {
                differ(|| format!("parameter {param}"), Place::Stack(offset), first)
            }
            Placement::Memory(Memory::ByPointer { .. })
            | Placement::Ignore
            | Placement::Parts(_)
            | Placement::Sret { .. } => {
                Some(Difference::new(format!("parameter {param}"), "not on the stack", "on the stack"))
            }
        },
        LlvmCarries::Parts { value: index, first, count } => {
            let parts = abi.value(index).parts();
            let parts = parts.get(usize::from(first)..usize::from(first) + usize::from(count))?;
            compare_parts(index, parts, &value.attributes, places)
        }
    }
}

fn compare_parts(
    index: ValueIndex,
    parts: &[Part],
    attributes: &LlvmAttributes,
    places: &[Place],
) -> Option<Difference> {
    let name = match index {
        ValueIndex::Param(param) => format!("parameter {param}"),
        ValueIndex::Result => "result".to_owned(),
    };
    if parts.len() != places.len() {
        let pieces = |count: usize| format!("{count} pieces");
        return Some(Difference::new(name, pieces(parts.len()), pieces(places.len())));
    }
    let extended = (attributes.zero_extend, attributes.sign_extend);
    for (part, place) in parts.iter().zip(places) {
        let described = (part.extend == Extend::Zero, part.extend == Extend::Sign);
        if described != extended {
            let word = |(zero, sign): (bool, bool)| match (zero, sign) {
                (true, _) => "zero-extended",
                (_, true) => "sign-extended",
                (false, false) => "not extended",
            };
            return Some(Difference::new(name, word(described), word(extended)));
        }
        if let Some(difference) = differ(|| name.clone(), part.location.into(), Some(*place)) {
            return Some(difference);
        }
    }
    None
}
