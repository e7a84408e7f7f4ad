//! The rules of the Itanium C++ ABI and of GNU C, on every target but Microsoft's. Owns where each member begins; the
//! bit-fields of MinGW, which alone differ there, have a file of their own.

use smallvec::SmallVec;

use crate::arena::{Field, Record, TypeArena};
use crate::layout::builder::Builder;
use crate::layout::spec::{FieldSpec, RecordLayout, RecordSpec};
use crate::scalars::Layout;
use crate::target::{Compatibility, RecordRules, Target};

pub(super) fn layout(spec: &RecordSpec, target: &Target, arena: &TypeArena) -> RecordLayout {
    let mut layout = Builder {
        kind: spec.kind,
        packed: spec.packed,
        pack: spec.pack,
        end_bits: 0,
        size_bits: 0,
        align: 1,
        unit: None,
    };
    let mut placed: SmallVec<[Field; 4]> = SmallVec::with_capacity(spec.fields.len());
    for field in spec.fields {
        let offset_bits = layout.place(target, arena, field);
        placed.push(Field { ty: field.ty, offset_bits, bit_width: field.bit_width, named: field.named });
    }
    let unadjusted_align = layout.align;
    let align = unadjusted_align.max(spec.align.unwrap_or(1));
    let size = layout.size_bits.div_ceil(8).next_multiple_of(u64::from(align));
    Record { kind: spec.kind, size, align, unadjusted_align, required_align: 1, packed: spec.packed, fields: placed }
}

impl Builder {
    fn place(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec) -> u64 {
        match field.bit_width {
            Some(width) if target.record_rules() == RecordRules::Mingw => {
                self.place_in_unit(target, arena, field, u64::from(width))
            }
            Some(width) => self.place_bits(target, arena, field, u64::from(width)),
            None => self.place_plain(target, arena, field),
        }
    }

    fn place_plain(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec) -> u64 {
        let layout = arena.layout(target, field.ty);
        let natural = if self.packed || field.packed { 1 } else { layout.align };
        let align = natural.max(field.align.unwrap_or(1)).min(self.pack.unwrap_or(u32::MAX));
        let offset = self.end_bits.next_multiple_of(8 * u64::from(align));
        self.finish(offset, 8 * layout.size, align);
        self.unit = None;
        offset
    }

    /// Bit-fields share storage units of their declared type and never straddle one, unless `packed` or
    /// `#pragma pack` is in force. The pragma lowers what `packed` and `aligned` ask for, but not of width 0.
    fn place_bits(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec, width: u64) -> u64 {
        let layout = arena.layout(target, field.ty);
        let packed = (self.packed || field.packed) && width > 0;
        let wanted = field.align.unwrap_or(1);
        let align = match self.pack {
            Some(pack) if width > 0 => layout.align.max(wanted).min(pack),
            Some(_) | None if packed => wanted,
            Some(_) | None => layout.align.max(wanted),
        };
        let align_bits = 8 * u64::from(align);
        // Without any alignment asked for, a packed one begins at any bit.
        let free = packed && field.align.is_none();
        let straddles = self.pack.is_none() && !free && self.end_bits % align_bits + width > 8 * layout.size;
        let offset = if width == 0 {
            self.end_bits.next_multiple_of(align_bits)
        } else if target.features.compatibility == Compatibility::Gcc {
            let asked = field.align.map_or(1, |align| 8 * u64::from(align.min(self.pack.unwrap_or(align))));
            let end_bits = self.end_bits.next_multiple_of(asked);
            gcc_bits(end_bits, layout, width, !packed && self.pack.is_none())
        } else if straddles {
            self.end_bits.next_multiple_of(align_bits)
        } else if self.pack.is_none_or(|pack| wanted <= pack) && field.align.is_some() {
            self.end_bits.next_multiple_of(8 * u64::from(wanted))
        } else {
            self.end_bits
        };
        let counts = field.named || target.unnamed_bit_fields_align();
        self.finish(offset, width, if counts { align } else { 1 });
        offset
    }
}

/// Where gcc begins a bit-field from a bit on that `aligned` has rounded up already: it does not span more units of its
/// type's alignment than the type itself does. Clang asks how far it reaches from the alignment that `aligned` raises.
fn gcc_bits(from: u64, layout: Layout, width: u64, keeps_to_units: bool) -> u64 {
    let unit = 8 * u64::from(layout.align);
    let spanned = (from % unit + width).div_ceil(unit);
    if keeps_to_units && spanned > 8 * layout.size / unit { from.next_multiple_of(unit) } else { from }
}
