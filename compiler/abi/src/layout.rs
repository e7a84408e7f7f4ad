//! C's layout of records: sizes, alignments and offsets as the target's C compilers choose them. Owns the rules
//! of the Itanium and GNU family (every target but Windows); those of Windows have files of their own. Must not know
//! how values are passed.

mod microsoft;
mod mingw;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::arena::{Field, Record, RecordKind, TyId, TypeArena};
use crate::target::{Compatibility, Layout, RecordRules, Target};

/// A member as the programmer writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FieldSpec {
    /// Its type.
    pub ty: TyId,
    /// `aligned(N)` on the member, in bytes.
    pub align: Option<u32>,
    /// `packed` on the member.
    pub packed: bool,
    /// Width in bits if it is a bit-field; 0 is C's `: 0`.
    pub bit_width: Option<u16>,
    /// False for an unnamed bit-field.
    pub named: bool,
}

impl FieldSpec {
    /// A plain member.
    pub const fn new(ty: TyId) -> FieldSpec {
        FieldSpec { ty, align: None, packed: false, bit_width: None, named: true }
    }

    /// A bit-field.
    pub const fn bits(ty: TyId, width: u16) -> FieldSpec {
        FieldSpec { bit_width: Some(width), ..FieldSpec::new(ty) }
    }
}

/// A record with its layout, ready for [`TypeArena::add_record`].
pub type RecordLayout = Record;

/// A record as the programmer writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordSpec<'a> {
    /// Structure or union.
    pub kind: RecordKind,
    /// Members in declaration order.
    pub fields: &'a [FieldSpec],
    /// `packed` on the record itself.
    pub packed: bool,
    /// `#pragma pack(N)` in force where the record is defined, in bytes: no member is aligned to more.
    pub pack: Option<u32>,
    /// `aligned(N)` on the record itself, in bytes.
    pub align: Option<u32>,
}

/// Lays a record out as the target's C compiler does, without `#pragma pack`; see [`RecordSpec::layout`].
pub fn layout_record(
    target: &Target,
    arena: &TypeArena,
    kind: RecordKind,
    fields: &[FieldSpec],
    packed: bool,
    align: Option<u32>,
) -> RecordLayout {
    let pack = None;
    RecordSpec { kind, fields, packed, pack, align }.layout(target, arena)
}

impl RecordSpec<'_> {
    /// Lays the record out as the target's C compiler does. Offsets of the answer are in bits, sizes and alignments in
    /// bytes.
    pub fn layout(&self, target: &Target, arena: &TypeArena) -> RecordLayout {
        match target.record_rules() {
            RecordRules::Microsoft => microsoft::layout(self, target, arena),
            RecordRules::Gnu | RecordRules::Mingw => self.gnu_layout(target, arena),
        }
    }

    fn gnu_layout(&self, target: &Target, arena: &TypeArena) -> RecordLayout {
        let mut layout = Builder {
            kind: self.kind,
            packed: self.packed,
            pack: self.pack,
            end_bits: 0,
            size_bits: 0,
            align: 1,
            unit: None,
        };
        let mut placed: SmallVec<[Field; 4]> = SmallVec::with_capacity(self.fields.len());
        for field in self.fields {
            let offset_bits = layout.place(target, arena, field);
            placed.push(Field { ty: field.ty, offset_bits, bit_width: field.bit_width, named: field.named });
        }
        let unadjusted_align = layout.align;
        let align = unadjusted_align.max(self.align.unwrap_or(1));
        let size = layout.size_bits.div_ceil(8).next_multiple_of(u64::from(align));
        Record {
            kind: self.kind,
            size,
            align,
            unadjusted_align,
            required_align: 1,
            packed: self.packed,
            fields: placed,
        }
    }
}

struct Builder {
    kind: RecordKind,
    packed: bool,
    /// Most bytes that a member is aligned to.
    pack: Option<u32>,
    /// First free bit of a struct; always 0 in a union.
    end_bits: u64,
    /// Size so far.
    size_bits: u64,
    /// Alignment so far, bytes.
    align: u32,
    /// Where bit-fields follow Microsoft's rules, the unit that the last one left open.
    unit: Option<Unit>,
}

/// A unit of a declared type that bit-fields share by Microsoft's rules.
#[derive(Clone, Copy)]
struct Unit {
    /// Its size.
    bits: u64,
    /// Its last bits, which are still free.
    free_bits: u64,
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

    fn finish(&mut self, offset: u64, bits: u64, align: u32) {
        let end = offset + bits;
        self.size_bits = self.size_bits.max(end);
        self.align = self.align.max(align);
        self.end_bits = match self.kind {
            RecordKind::Struct => end,
            RecordKind::Union => 0,
        };
    }
}

/// Where gcc begins a bit-field from a bit on that `aligned` has rounded up already: it does not span more units of its
/// type's alignment than the type itself does. Clang asks how far it reaches from the alignment that `aligned` raises.
fn gcc_bits(from: u64, layout: Layout, width: u64, keeps_to_units: bool) -> u64 {
    let unit = 8 * u64::from(layout.align);
    let spanned = (from % unit + width).div_ceil(unit);
    if keeps_to_units && spanned > 8 * layout.size / unit { from.next_multiple_of(unit) } else { from }
}
