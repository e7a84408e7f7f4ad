//! C's layout of records: sizes, alignments and offsets as the target's C compilers choose them. Owns the rules
//! of the Itanium and GNU family (every target but Windows); those of Windows have files of their own. Must not know
//! how values are passed.

mod microsoft;
mod mingw;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::arena::{Field, Record, RecordKind, TyId, TypeArena};
use crate::target::{RecordRules, Target};

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
        FieldSpec {
            ty,
            align: None,
            packed: false,
            bit_width: None,
            named: true,
        }
    }

    /// A bit-field.
    pub const fn bits(ty: TyId, width: u16) -> FieldSpec {
        FieldSpec {
            bit_width: Some(width),
            ..FieldSpec::new(ty)
        }
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
    RecordSpec {
        kind,
        fields,
        packed,
        pack,
        align,
    }
    .layout(target, arena)
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
            placed.push(Field {
                ty: field.ty,
                offset_bits,
                bit_width: field.bit_width,
                named: field.named,
            });
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
        let offset = if width == 0 || straddles {
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

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::arena::Ty;
    use crate::notation::Notation;
    use crate::target::Compatibility;

    /// Size, alignment, alignment before attributes of the type, and offsets in bits.
    fn check(target: Target, types: &[&str], expect: Expect) {
        let mut table = String::new();
        for text in types {
            let (arena, ty) = Notation::ty(target, text);
            let Ty::Record(record) = arena.get(ty) else {
                panic!("{text} is no record");
            };
            let record = arena.record(record);
            let offsets: Vec<u64> = record.fields.iter().map(|field| field.offset_bits).collect();
            let (size, align, unadjusted) = (record.size, record.align, record.unadjusted_align);
            writeln!(table, "{text}: {size} {align} {unadjusted} {offsets:?}").expect("a string takes all");
        }
        expect.assert_eq(&table);
    }

    const TYPES: [&str; 25] = [
        "{}",
        "{i8, i64, i8}",
        "{i8, i64, i8}!",
        "{i8, i64, i8}@32",
        "{i8, i64@16, i8}",
        "{i8, i128}",
        "u{i8[5], i32}",
        "u{i8[5], i32}!",
        "{i8, {i16, i8}[3]}",
        "{x87, i8}",
        "{i8, v(f32,4)}",
        "{i32:3, i32:30, i8}",
        "{i32:3, i64:40, i64:30}",
        "{i8, i32:20, i16:3}!",
        "{i8, _i32:0, i8}",
        "{i8, _i64:9, i8}",
        "{i8, i32[]}",
        "{bool, c(f64), ptr}",
        "{i64:11}#1",
        "{i32:3, i32:30, i8}!",
        "{i32:3, i32:30, i8}#4",
        "{i32:3, i32:30, i8}!#2",
        "{i8, _i32:0, i8}#1",
        "{i8, i32@8, i32:20@2}#4",
        "{i8, i32:20@2}",
    ];

    #[test]
    fn records_on_x86_64() {
        check(
            Target::X86_64_LINUX,
            &TYPES,
            expect![[r#"
                {}: 0 1 1 []
                {i8, i64, i8}: 24 8 8 [0, 64, 128]
                {i8, i64, i8}!: 10 1 1 [0, 8, 72]
                {i8, i64, i8}@32: 32 32 8 [0, 64, 128]
                {i8, i64@16, i8}: 32 16 16 [0, 128, 192]
                {i8, i128}: 32 16 16 [0, 128]
                u{i8[5], i32}: 8 4 4 [0, 0]
                u{i8[5], i32}!: 5 1 1 [0, 0]
                {i8, {i16, i8}[3]}: 14 2 2 [0, 16]
                {x87, i8}: 32 16 16 [0, 128]
                {i8, v(f32,4)}: 32 16 16 [0, 128]
                {i32:3, i32:30, i8}: 12 4 4 [0, 32, 64]
                {i32:3, i64:40, i64:30}: 16 8 8 [0, 3, 64]
                {i8, i32:20, i16:3}!: 4 1 1 [0, 8, 28]
                {i8, _i32:0, i8}: 5 1 1 [0, 32, 32]
                {i8, _i64:9, i8}: 4 1 1 [0, 8, 24]
                {i8, i32[]}: 4 4 4 [0, 32]
                {bool, c(f64), ptr}: 32 8 8 [0, 64, 192]
                {i64:11}#1: 2 1 1 [0]
                {i32:3, i32:30, i8}!: 6 1 1 [0, 3, 40]
                {i32:3, i32:30, i8}#4: 8 4 4 [0, 3, 40]
                {i32:3, i32:30, i8}!#2: 6 2 2 [0, 3, 40]
                {i8, _i32:0, i8}#1: 5 1 1 [0, 32, 32]
                {i8, i32@8, i32:20@2}#4: 12 4 4 [0, 32, 64]
                {i8, i32:20@2}: 8 4 4 [0, 16]
            "#]],
        );
    }

    /// Unnamed bit-fields raise the alignment here.
    #[test]
    fn records_on_aarch64() {
        check(
            Target::AARCH64_LINUX,
            &TYPES[14..16],
            expect![[r#"
            {i8, _i32:0, i8}: 8 4 4 [0, 32, 32]
            {i8, _i64:9, i8}: 8 8 8 [0, 8, 24]
        "#]],
        );
    }

    /// Microsoft's rules differ: bit-fields in units, `: 0` that means nothing behind a member, `aligned` that no packing
    /// lowers, `pragma pack` beyond 8 that is ignored, no empty records.
    const WINDOWS_TYPES: [&str; 22] = [
        "{}",
        "{}@2",
        "{}@16",
        "{i64[0]}",
        "{i32:3, i32:30, i8}",
        "{i32:3, i8:3, i8}",
        "{i32:3, i64:40, i64:20}",
        "{i8, i32:20, i16:3}!",
        "{i8, _i32:0, i8}",
        "{i8:1, _i32:0, i8}",
        "{i8, _i64:9, i8}",
        "{i16:2, i16:4@4}",
        "u{i8, i32:3}",
        "u{i8, _i32:0}",
        "{i8, i64}#2",
        "{i8, i32:7, i32:27}#2",
        "{i8, i128}#16",
        "{i8, i64@4}#2",
        "{i8, {i32}@8}#2",
        "{i8, {i32}@8}!",
        "{i8, {i8@4}[2]}!",
        "{i8, i64@1}@2",
    ];

    #[test]
    fn records_of_microsoft() {
        check(
            Target::X86_64_WINDOWS_MSVC,
            &WINDOWS_TYPES,
            expect![[r#"
            {}: 4 1 1 []
            {}@2: 4 2 2 []
            {}@16: 16 16 16 []
            {i64[0]}: 4 8 8 [0]
            {i32:3, i32:30, i8}: 12 4 4 [0, 32, 64]
            {i32:3, i8:3, i8}: 8 4 4 [0, 32, 40]
            {i32:3, i64:40, i64:20}: 16 8 8 [0, 64, 104]
            {i8, i32:20, i16:3}!: 7 1 1 [0, 8, 40]
            {i8, _i32:0, i8}: 2 1 1 [0, 8, 8]
            {i8:1, _i32:0, i8}: 8 4 4 [0, 32, 32]
            {i8, _i64:9, i8}: 24 8 8 [0, 64, 128]
            {i16:2, i16:4@4}: 2 2 2 [0, 2]
            u{i8, i32:3}: 4 1 1 [0, 0]
            u{i8, _i32:0}: 1 1 1 [0, 0]
            {i8, i64}#2: 10 2 2 [0, 16]
            {i8, i32:7, i32:27}#2: 10 2 2 [0, 16, 48]
            {i8, i128}#16: 32 16 16 [0, 128]
            {i8, i64@4}#2: 12 4 4 [0, 32]
            {i8, {i32}@8}#2: 16 8 8 [0, 64]
            {i8, {i32}@8}!: 16 8 8 [0, 64]
            {i8, {i8@4}[2]}!: 12 4 4 [0, 32]
            {i8, i64@1}@2: 16 8 8 [0, 64]
        "#]],
        );
    }

    #[test]
    fn records_of_mingw() {
        check(
            Target::X86_64_WINDOWS_GNU,
            &WINDOWS_TYPES,
            expect![[r#"
            {}: 0 1 1 []
            {}@2: 0 2 1 []
            {}@16: 0 16 1 []
            {i64[0]}: 0 8 8 [0]
            {i32:3, i32:30, i8}: 12 4 4 [0, 32, 64]
            {i32:3, i8:3, i8}: 8 4 4 [0, 32, 40]
            {i32:3, i64:40, i64:20}: 16 8 8 [0, 64, 104]
            {i8, i32:20, i16:3}!: 12 4 4 [0, 32, 64]
            {i8, _i32:0, i8}: 2 1 1 [0, 8, 8]
            {i8:1, _i32:0, i8}: 8 4 4 [0, 32, 32]
            {i8, _i64:9, i8}: 24 8 8 [0, 64, 128]
            {i16:2, i16:4@4}: 4 4 4 [0, 2]
            u{i8, i32:3}: 4 1 1 [0, 0]
            u{i8, _i32:0}: 1 1 1 [0, 0]
            {i8, i64}#2: 10 2 2 [0, 16]
            {i8, i32:7, i32:27}#2: 10 2 2 [0, 16, 48]
            {i8, i128}#16: 32 16 16 [0, 128]
            {i8, i64@4}#2: 10 2 2 [0, 16]
            {i8, {i32}@8}#2: 10 2 2 [0, 16]
            {i8, {i32}@8}!: 9 1 1 [0, 8]
            {i8, {i8@4}[2]}!: 9 1 1 [0, 8]
            {i8, i64@1}@2: 16 8 8 [0, 64]
        "#]],
        );
    }

    /// Where the two compilers of MinGW disagree: gcc packs units, and lets their alignment count in unions.
    #[test]
    fn records_of_clang_and_gcc_in_mingw() {
        let types = [
            "{i8, i32:20, i16:3}!",
            "u{i8, i32:3}",
            "u{i32:3}#2",
            "{i32:3, _i32:0, i8}#2",
            "{i8, _i32:0@8, i8}",
        ];
        let clang = Target::X86_64_WINDOWS_GNU;
        check(
            clang,
            &types,
            expect![[r#"
            {i8, i32:20, i16:3}!: 12 4 4 [0, 32, 64]
            u{i8, i32:3}: 4 1 1 [0, 0]
            u{i32:3}#2: 4 1 1 [0]
            {i32:3, _i32:0, i8}#2: 8 4 4 [0, 32, 32]
            {i8, _i32:0@8, i8}: 16 8 8 [0, 64, 64]
        "#]],
        );
        check(
            clang.compatible_with(Compatibility::Gcc),
            &types,
            expect![[r#"
            {i8, i32:20, i16:3}!: 7 1 1 [0, 8, 40]
            u{i8, i32:3}: 4 4 4 [0, 0]
            u{i32:3}#2: 2 2 2 [0]
            {i32:3, _i32:0, i8}#2: 6 2 2 [0, 32, 32]
            {i8, _i32:0@8, i8}: 9 1 1 [0, 64, 64]
        "#]],
        );
    }
}
