//! The record while its members are placed by the rules of the Itanium and GNU family, MinGW's among them. Owns what both
//! count; must not know where either begins a member.

use crate::arena::RecordKind;

/// A record of which the first members have their places.
pub(super) struct Builder {
    /// Structure or union.
    pub kind: RecordKind,
    /// `packed` on the record itself.
    pub packed: bool,
    /// Most bytes that a member is aligned to.
    pub pack: Option<u32>,
    /// First free bit of a struct; always 0 in a union.
    pub end_bits: u64,
    /// Size so far.
    pub size_bits: u64,
    /// Alignment so far, bytes.
    pub align: u32,
    /// Where bit-fields follow Microsoft's rules, the unit that the last one left open.
    pub unit: Option<Unit>,
}

/// A unit of a declared type that bit-fields share by Microsoft's rules.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    /// Its size.
    pub bits: u64,
    /// Its last bits, which are still free.
    pub free_bits: u64,
}

impl Builder {
    /// Counts a member of so many bits from a bit on, aligned to so many bytes.
    pub fn finish(&mut self, offset: u64, bits: u64, align: u32) {
        let end = offset + bits;
        self.size_bits = self.size_bits.max(end);
        self.align = self.align.max(align);
        self.end_bits = match self.kind {
            RecordKind::Struct => end,
            RecordKind::Union => 0,
        };
    }
}
