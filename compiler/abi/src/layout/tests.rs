//! Tables of layouts: sizes, alignments and offsets of odd records, per family of compilers.

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
        "{i8:1, i64:14, _i64:0, i32:6}#2",
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
            {i8:1, i64:14, _i64:0, i32:6}#2: 16 8 8 [0, 16, 64, 64]
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
            {i8:1, i64:14, _i64:0, i32:6}#2: 14 2 2 [0, 16, 80, 80]
        "#]],
    );
}

/// Where gcc and clang disagree elsewhere: `aligned` on a bit-field. gcc asks for the units of the type from the bit that
/// it rounds up to, and rounds under `#pragma pack` too.
#[test]
fn aligned_bit_fields_of_clang_and_gcc() {
    let types = ["{bool:1, i64:51@4}", "{i8:4, i64:39, i32:21@1}", "{i8:1, u16:7@32}#8", "{f32, i8:1, i32:10@16}#4"];
    let clang = Target::X86_64_LINUX;
    check(
        clang,
        &types,
        expect![[r#"
        {bool:1, i64:51@4}: 16 8 8 [0, 32]
        {i8:4, i64:39, i32:21@1}: 16 8 8 [0, 4, 48]
        {i8:1, u16:7@32}#8: 8 8 8 [0, 1]
        {f32, i8:1, i32:10@16}#4: 8 4 4 [0, 32, 33]
    "#]],
    );
    check(
        clang.compatible_with(Compatibility::Gcc),
        &types,
        expect![[r#"
        {bool:1, i64:51@4}: 16 8 8 [0, 64]
        {i8:4, i64:39, i32:21@1}: 16 8 8 [0, 4, 64]
        {i8:1, u16:7@32}#8: 16 8 8 [0, 64]
        {f32, i8:1, i32:10@16}#4: 12 4 4 [0, 32, 64]
    "#]],
    );
}
