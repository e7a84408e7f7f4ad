//! Bit-fields of MinGW: Microsoft's units inside of records that GNU's rules lay out otherwise (gcc's `-mms-bitfields`,
//! clang's `ms_struct`). Owns the placing of one bit-field.

use crate::arena::{RecordKind, TypeArena};
use crate::layout::builder::{Builder, Unit};
use crate::layout::spec::FieldSpec;
use crate::target::{Compatibility, Target};

impl Builder {
    /// A bit-field shares the unit of the one before it if their declared types have the same size and it fits; else
    /// it begins a unit, whole and aligned. For clang `packed` changes nothing, `#pragma pack` the alignment of units;
    /// gcc packs units too, and lets their alignment count in unions.
    pub(super) fn place_in_unit(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec, width: u64) -> u64 {
        let gcc = target.features.compatibility == Compatibility::Gcc;
        let unit_bits = 8 * arena.layout(target, field.ty).size;
        let (begin, align) = self.unit_align(field, unit_bits, width, gcc);
        if self.kind == RecordKind::Union {
            let bits = match width {
                0 if gcc => 0,
                0 => 8,
                _ if gcc && 8 * u64::from(align) < unit_bits => width,
                _ => unit_bits,
            };
            self.finish(0, bits, if gcc && width > 0 { align } else { 1 });
            return 0;
        }
        let fits = |unit: &Unit| unit.bits == unit_bits && 0 < width && width <= unit.free_bits;
        if let Some(unit) = self.unit.filter(fits) {
            let offset = self.end_bits - unit.free_bits;
            self.align = self.align.max(align);
            self.unit = Some(Unit { free_bits: unit.free_bits - width, ..unit });
            return offset;
        }
        // For clang, `: 0` of the unit's own size begins behind the bits that are taken, not behind the unit.
        let same = |unit: &Unit| !gcc && width == 0 && unit.bits == unit_bits;
        let free = self.unit.filter(same).map_or(0, |unit| unit.free_bits);
        let offset = (self.end_bits - free).next_multiple_of(8 * u64::from(begin));
        self.finish(offset, if width == 0 { 0 } else { unit_bits }, align);
        self.unit = (width > 0).then_some(Unit { bits: unit_bits, free_bits: unit_bits - width });
        offset
    }

    /// Alignments in bytes: of the first bit (or of what follows `: 0`), and what counts for the record. Behind anything
    /// but a bit-field, `: 0` means nothing. gcc packs the former, and the latter but for `: 0`.
    fn unit_align(&self, field: &FieldSpec, unit_bits: u64, width: u64, gcc: bool) -> (u32, u32) {
        let packed = gcc && (self.packed || field.packed);
        let means_nothing = width == 0 && self.unit.is_none();
        let most = if gcc || width > 0 { self.pack } else { None };
        let with = |natural: u64| {
            let asked = field.align.unwrap_or(1);
            asked.max(natural as u32).min(most.unwrap_or(u32::MAX))
        };
        let begin = with(if packed || means_nothing { 1 } else { unit_bits / 8 });
        let counts = match width {
            0 if gcc && means_nothing => 1,
            0 if gcc => with(unit_bits / 8),
            _ if packed => 1,
            _ => begin,
        };
        (begin, counts)
    }
}
