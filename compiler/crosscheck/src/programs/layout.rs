//! Sizes, alignments and offsets of the types of generated programs, by the rules of the C compilers of 64-bit Linux.
//! Computed here once more, so that `size_of` and its siblings have a second opinion.

use super::ast::{StructKind, Structure, Tree, Type};

/// Size and alignment in bytes.
pub(crate) fn layout(tree: &Tree, ty: &Type) -> (u64, u64) {
    match ty {
        Type::Unit => (0, 1),
        Type::Int(int) => (u64::from(int.bits / 8), u64::from(int.bits / 8)),
        Type::F32 => (4, 4),
        Type::F64 => (8, 8),
        Type::Bool => (1, 1),
        Type::Text | Type::Pointer(_) | Type::Function(..) | Type::Ref(_) | Type::Mut(_) => (8, 8),
        Type::Struct(index) => match tree.structs[*index].kind {
            StructKind::Heap => (8, 8),
            StructKind::Inline | StructKind::Copy => structure(tree, &tree.structs[*index]).0,
        },
        Type::Union(index) => {
            let fields = tree.unions[*index].fields.iter().map(|(_, field)| layout(tree, field));
            let (size, align) = fields.fold((0, 1), |(size, align), field| (field.0.max(size), field.1.max(align)));
            (size.next_multiple_of(align), align)
        }
        Type::Tuple(parts) => sequence(parts.iter().map(|part| layout(tree, part)), false, 1).0,
        Type::Array(element, count) => {
            let (size, align) = layout(tree, element);
            (size * *count as u64, align)
        }
    }
}

/// The offset of a struct's field.
pub(crate) fn offset(tree: &Tree, index: usize, field: usize) -> u64 {
    structure(tree, &tree.structs[index]).1[field]
}

fn structure(tree: &Tree, structure: &Structure) -> ((u64, u64), Vec<u64>) {
    let fields = structure.fields.iter().map(|(_, field)| layout(tree, field));
    sequence(fields, structure.packed, structure.alignment.unwrap_or(1))
}

fn sequence(fields: impl Iterator<Item = (u64, u64)>, packed: bool, least: u64) -> ((u64, u64), Vec<u64>) {
    let mut offsets = Vec::new();
    let (mut end, mut alignment) = (0_u64, least);
    for (size, align) in fields {
        let align = if packed { 1 } else { align };
        end = end.next_multiple_of(align);
        offsets.push(end);
        end += size;
        alignment = alignment.max(align);
    }
    ((end.next_multiple_of(alignment), alignment), offsets)
}
