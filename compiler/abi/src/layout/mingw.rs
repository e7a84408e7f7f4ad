//! Bit-fields of MinGW: Microsoft's units inside of records that GNU's rules lay out otherwise (gcc's `-mms-bitfields`,
//! clang's `ms_struct`). Owns the placing of one bit-field.

use crate::arena::{RecordKind, TypeArena};
use crate::layout::{Builder, FieldSpec, Unit};
use crate::target::Target;

impl Builder {
    /// A bit-field shares the unit of the one before it if their declared types have the same size and it fits; else
    /// it begins a unit, whole and aligned. `packed` changes nothing, `#pragma pack` the alignment of units.
    pub(super) fn place_in_unit(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec, width: u64) -> u64 {
        let unit_bits = 8 * arena.layout(target, field.ty).size;
        let open = self.unit.filter(|unit| unit.bits == unit_bits);
        if self.kind == RecordKind::Union {
            // The whole unit counts, its alignment does not.
            self.finish(0, if width == 0 { 8 } else { unit_bits }, 1);
            self.unit = (width > 0).then_some(Unit {
                bits: unit_bits,
                free_bits: 0,
            });
            return 0;
        }
        // Behind anything but a bit-field, `: 0` means nothing.
        let natural = if width == 0 && self.unit.is_none() {
            1
        } else {
            (unit_bits / 8) as u32
        };
        let wanted = natural.max(field.align.unwrap_or(1));
        let align = if width == 0 {
            wanted
        } else {
            wanted.min(self.pack.unwrap_or(u32::MAX))
        };
        if let Some(unit) = open.filter(|unit| 0 < width && width <= unit.free_bits) {
            let offset = self.end_bits - unit.free_bits;
            self.align = self.align.max(align);
            self.unit = Some(Unit {
                free_bits: unit.free_bits - width,
                ..unit
            });
            return offset;
        }
        let offset = self.end_bits.next_multiple_of(8 * u64::from(align));
        self.finish(offset, if width == 0 { 0 } else { unit_bits }, align);
        self.unit = (width > 0).then_some(Unit {
            bits: unit_bits,
            free_bits: unit_bits - width,
        });
        offset
    }
}
