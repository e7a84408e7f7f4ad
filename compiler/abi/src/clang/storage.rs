//! The IR type that clang gives a C type in memory. Owns clang's choice of elements, padding and access units of
//! bit-fields; needed because clang derives the IR types of register parts from it, and sometimes where they travel. Must
//! not know conventions.

use crate::arena::{Field, Record, RecordKind, Ty, TyId, TypeArena};
use crate::clang::ir::LlvmType;
use crate::target::{RecordRules, Target};

/// The memory form of a C type.
pub(crate) fn storage(target: &Target, arena: &TypeArena, ty: TyId) -> LlvmType {
    match arena.get(ty) {
        Ty::Void => LlvmType::Void,
        Ty::Bool => LlvmType::Int(8),
        Ty::Int { bits, signed: _ } => LlvmType::Int(u32::from(bits)),
        Ty::BitInt { bits, signed: _ } => {
            let size = target.bit_int_layout(bits).size;
            let whole = LlvmType::Int(8 * size as u32);
            if whole.size(target) == size { whole } else { byte_array(size) }
        }
        Ty::F16 => LlvmType::Half,
        Ty::F32 => LlvmType::Float,
        Ty::F64 => LlvmType::Double,
        Ty::X87 => LlvmType::X86Fp80,
        Ty::F128 => LlvmType::Fp128,
        Ty::BF16 => LlvmType::BFloat,
        Ty::DoubleDouble => LlvmType::PpcFp128,
        Ty::Pointer => LlvmType::Pointer,
        Ty::Complex(element) => LlvmType::Struct(vec![storage(target, arena, element); 2]),
        Ty::Vector(vector) => LlvmType::Vector(vector.count, Box::new(storage(target, arena, vector.element))),
        Ty::Array(array) => LlvmType::Array(array.count, Box::new(storage(target, arena, array.element))),
        Ty::Record(record) => {
            let record = arena.record(record);
            match record.kind {
                RecordKind::Struct => struct_storage(target, arena, record),
                RecordKind::Union => union_storage(target, arena, record),
            }
        }
    }
}

/// Bytes of padding, as clang writes them.
fn byte_array(bytes: u64) -> LlvmType {
    if bytes == 1 { LlvmType::Int(8) } else { LlvmType::Array(bytes, Box::new(LlvmType::Int(8))) }
}

/// An integer of at least so many bits, whole bytes.
fn integer_of_bits(bits: u64) -> LlvmType {
    LlvmType::Int(bits.next_multiple_of(8) as u32)
}

fn union_storage(target: &Target, arena: &TypeArena, record: &Record) -> LlvmType {
    let mut best: Option<LlvmType> = None;
    for field in record.fields.iter().filter(|field| field.bit_width != Some(0)) {
        let whole = storage(target, arena, field.ty);
        let candidate = match field.bit_width {
            Some(width) if !has_units(target) => integer_of_bits(u64::from(width).min(8 * whole.size(target))),
            Some(_) | None => whole,
        };
        let better = best.as_ref().is_none_or(|best| {
            let (align, best_align) = (candidate.align(target), best.align(target));
            align > best_align || (align == best_align && candidate.size(target) > best.size(target))
        });
        if better {
            best = Some(candidate);
        }
    }
    let Some(mut best) = best else {
        let padding = if record.size == 0 { vec![] } else { vec![byte_array(record.size)] };
        return LlvmType::Struct(padding);
    };
    if record.size < best.size(target) {
        best = byte_array(record.size);
    }
    let packed = !record.size.is_multiple_of(u64::from(best.align(target)));
    let padding = record.size - best.size(target);
    let mut elements = vec![best];
    if padding > 0 {
        elements.push(byte_array(padding));
    }
    if packed { LlvmType::PackedStruct(elements) } else { LlvmType::Struct(elements) }
}

/// An element of a struct and its offset in bytes.
type Member = (u64, LlvmType);

fn struct_storage(target: &Target, arena: &TypeArena, record: &Record) -> LlvmType {
    let members = members(target, arena, record);
    let misplaced = |(offset, ty): &Member| !offset.is_multiple_of(u64::from(ty.align(target)));
    let align = members.iter().map(|(_, ty)| ty.align(target)).max().unwrap_or(1);
    let packed = members.iter().any(misplaced) || !record.size.is_multiple_of(u64::from(align));
    let mut elements = Vec::with_capacity(members.len());
    let mut end: u64 = 0;
    for (offset, ty) in members {
        let natural = if packed { end } else { end.next_multiple_of(u64::from(ty.align(target))) };
        if offset != natural {
            elements.push(byte_array(offset - end));
        }
        end = offset + ty.size(target);
        elements.push(ty);
    }
    // Clang measures the end with an integer as wide as the alignment, and no integer is aligned to more than that of 128 bits.
    let natural_end =
        if packed { end } else { end.next_multiple_of(u64::from(align.min(target.int_layout(128).align))) };
    if record.size != natural_end {
        elements.push(byte_array(record.size - end));
    }
    if packed { LlvmType::PackedStruct(elements) } else { LlvmType::Struct(elements) }
}

fn members(target: &Target, arena: &TypeArena, record: &Record) -> Vec<Member> {
    let mut members = Vec::with_capacity(record.fields.len());
    let mut index = 0;
    while let Some(field) = record.fields.get(index) {
        if field.bit_width.is_some() {
            let run = record.fields[index..].iter().take_while(|field| field.bit_width.is_some()).count();
            if has_units(target) {
                units(target, arena, &record.fields[index..index + run], &mut members);
            } else {
                access_units(target, arena, record, index, index + run, &mut members);
            }
            index += run;
        } else {
            if !is_empty_in_memory(arena, field.ty) {
                members.push((field.offset_bits / 8, storage(target, arena, field.ty)));
            }
            index += 1;
        }
    }
    members
}

/// Whether clang gives the type no element: a record of only such records. Arrays of nothing do get one.
fn is_empty_in_memory(arena: &TypeArena, ty: TyId) -> bool {
    let record = arena.get(ty).as_record();
    record.is_some_and(|record| !arena.record(record).fields.iter().any(|field| has_storage(arena, field)))
}

/// Whether bit-fields lie in units of their declared types, each of which is one element in memory.
fn has_units(target: &Target) -> bool {
    match target.record_rules() {
        RecordRules::Gnu => false,
        RecordRules::Mingw | RecordRules::Microsoft => true,
    }
}

/// The units in which bit-fields lie that follow each other.
fn units(target: &Target, arena: &TypeArena, fields: &[Field], members: &mut Vec<Member>) {
    let mut end_bit = None;
    for field in fields {
        if field.bit_width == Some(0) {
            end_bit = None;
        } else if end_bit.is_none_or(|end| end <= field.offset_bits) {
            let unit = storage(target, arena, field.ty);
            end_bit = Some(field.offset_bits + 8 * unit.size(target));
            members.push((field.offset_bits / 8, unit));
        }
    }
}

/// Cuts the bit-fields `first..end` into access units: spans of whole bytes that are loaded as one integer.
/// Spans are joined while the result still fits a register and its natural size fits before the next member, and where
/// unaligned loads are dear, while it is aligned.
fn access_units(
    target: &Target,
    arena: &TypeArena,
    record: &Record,
    first: usize,
    end: usize,
    members: &mut Vec<Member>,
) {
    let fields = &record.fields[..end];
    let mut begin = first;
    while begin < end {
        let start_bit = fields[begin].offset_bits;
        let start = start_bit / 8;
        // The best span so far: its end among the fields, its end in bytes, whether an integer covers it.
        let mut best: Option<(usize, u64, bool)> = None;
        let mut next = begin;
        let mut span_end_bit = start_bit;
        loop {
            // Take one span: fields that share bytes.
            while next < end && (next == begin || !fields[next].offset_bits.is_multiple_of(8)) {
                span_end_bit = fields[next].offset_bits + u64::from(fields[next].bit_width.unwrap_or(0));
                next += 1;
            }
            let bytes = (span_end_bit - start_bit).div_ceil(8);
            match best {
                None if bytes == 0 => {
                    best = Some((next, start, false));
                    break;
                }
                None => best = Some((next, start + bytes, false)),
                Some(_) if bytes > target.pointer_bytes() => break,
                Some(_) => {}
            }
            let unit = integer_of_bits(8 * bytes);
            let align = unit.align(target);
            if !target.loads_unaligned_bit_fields() && (align > record.align || !start.is_multiple_of(u64::from(align)))
            {
                if let Some((best_next, _, whole)) = &mut best
                    && *best_next == next
                {
                    *whole = unit.size(target) == bytes;
                }
                break;
            }
            let limit = record.fields[next..]
                .iter()
                .find(|field| has_storage(arena, field))
                .map_or(record.size, |field| field.offset_bits / 8);
            let natural = unit.size(target);
            if start + natural <= limit {
                best = Some((next, start + natural, true));
            }
            if next == end || fields[next].bit_width == Some(0) {
                break;
            }
            span_end_bit = fields[next].offset_bits + u64::from(fields[next].bit_width.unwrap_or(0));
            next += 1;
        }
        let Some((best_next, best_end, whole)) = best else {
            return;
        };
        let bytes = best_end - start;
        if bytes > 0 {
            let unit = if whole { LlvmType::Int(8 * bytes as u32) } else { byte_array(bytes) };
            members.push((start, unit));
        }
        begin = best_next;
    }
}

fn has_storage(arena: &TypeArena, field: &Field) -> bool {
    match field.bit_width {
        Some(width) => width > 0,
        None => !is_empty_in_memory(arena, field.ty),
    }
}
