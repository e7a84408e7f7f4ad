//! Tables of placements on POWER, the doublewords that registers skip, and register exhaustion.

use expect_test::{Expect, expect};

use super::*;
use crate::notation::{Notation, lowered, place, places};
use crate::rules::switch::without;
use crate::target::Compatibility;
use crate::why::Power;

const TARGET: Target = Target::POWERPC64LE_LINUX;

fn check(result: &str, params: &str, expect: Expect) {
    expect.assert_eq(&places(&lowered(TARGET, result, params)));
}

/// One line per type: as the only parameter, and as the result.
fn table(types: &[&str]) -> String {
    let line = |ty: &&str| {
        let abi = lowered(TARGET, ty, ty);
        format!("{ty}: {} -> {}\n", place(&abi.params[0]), place(&abi.result))
    };
    types.iter().map(line).collect()
}

fn variadic(params: &str, fixed: u16) -> FnAbi {
    let mut notation = Notation::new(TARGET, params);
    let params = notation.list();
    let signature = Signature::variadic(TyId::VOID, params, fixed);
    lower(&TARGET, &notation.arena, &signature).expect("the call is described")
}

#[test]
fn scalars() {
    let types = [
        "bool", "i8", "u16", "i32", "i64", "i128", "ptr", "f32", "f64", "f128", "dd", "b7", "b64", "b65", "c(i8)",
        "c(f32)", "c(dd)", "v(i8,4)", "v(f32,2)", "v(f32,4)", "v(f32,8)",
    ];
    expect![[r#"
        bool: r3[0..1] -> r3[0..1]
        i8: r3[0..1] -> r3[0..1]
        u16: r3[0..2] -> r3[0..2]
        i32: r3[0..4] -> r3[0..4]
        i64: r3[0..8] -> r3[0..8]
        i128: r3[0..8] r4[8..16] -> r3[0..8] r4[8..16]
        ptr: r3[0..8] -> r3[0..8]
        f32: f1[0..4] -> f1[0..4]
        f64: f1[0..8] -> f1[0..8]
        f128: v2[0..16] -> v2[0..16]
        dd: f1[0..8] f2[8..16] -> f1[0..8] f2[8..16]
        b7: r3[0..1] -> r3[0..1]
        b64: r3[0..8] -> r3[0..8]
        b65: r3[0..8] r4[8..16] -> r3[0..8] r4[8..16]
        c(i8): r3[0..1] r4[1..2] -> r3[0..1] r4[1..2]
        c(f32): f1[0..4] f2[4..8] -> f1[0..4] f2[4..8]
        c(dd): f1[0..8] f2[8..16] f3[16..24] f4[24..32] -> f1[0..8] f2[8..16] f3[16..24] f4[24..32]
        v(i8,4): r3[0..4] -> r3[0..4]
        v(f32,2): r3[0..8] -> r3[0..8]
        v(f32,4): v2[0..16] -> v2[0..16]
        v(f32,8): *r4 -> sret r3
    "#]]
    .assert_eq(&table(&types));
}

#[test]
fn aggregates() {
    let types = [
        "{}",
        "{i8}",
        "{i8[3]}",
        "{i64, i8}",
        "{i64[3]}",
        "{f32}",
        "{f32[3]}",
        "{f32[8]}",
        "{f32[9]}",
        "{f64[8]}",
        "{dd[4]}",
        "{dd[5]}",
        "{f32, f64}",
        "{f32}@8",
        "{f64, f64}@16",
        "{_i32:0, f32, f32}",
        "{f32[0], f32}",
        "{f32, f32[]}",
        "{{}, f32}",
        "u{f32, i32}",
        "u{f64, {f64, f64}}",
        "{c(f64), f64}",
        "{v(f32,4)}",
        "{v(f32,4)[8]}",
        "{v(f32,2)}",
        "{f128, f128}",
        "{i128}",
        "{i64, i64}@32",
    ];
    expect![[r#"
        {}: - -> -
        {i8}: r3[0..1] -> r3[0..1]
        {i8[3]}: r3[0..3] -> r3[0..3]
        {i64, i8}: r3[0..8] r4[8..16] -> r3[0..8] r4[8..16]
        {i64[3]}: r4[0..8] r5[8..16] r6[16..24] -> sret r3
        {f32}: f1[0..4] -> f1[0..4]
        {f32[3]}: f1[0..4] f2[4..8] f3[8..12] -> f1[0..4] f2[4..8] f3[8..12]
        {f32[8]}: f1[0..4] f2[4..8] f3[8..12] f4[12..16] f5[16..20] f6[20..24] f7[24..28] f8[28..32] -> f1[0..4] f2[4..8] f3[8..12] f4[12..16] f5[16..20] f6[20..24] f7[24..28] f8[28..32]
        {f32[9]}: r4[0..8] r5[8..16] r6[16..24] r7[24..32] r8[32..36] -> sret r3
        {f64[8]}: f1[0..8] f2[8..16] f3[16..24] f4[24..32] f5[32..40] f6[40..48] f7[48..56] f8[56..64] -> f1[0..8] f2[8..16] f3[16..24] f4[24..32] f5[32..40] f6[40..48] f7[48..56] f8[56..64]
        {dd[4]}: f1[0..8] f2[8..16] f3[16..24] f4[24..32] f5[32..40] f6[40..48] f7[48..56] f8[56..64] -> f1[0..8] f2[8..16] f3[16..24] f4[24..32] f5[32..40] f6[40..48] f7[48..56] f8[56..64]
        {dd[5]}: r5[0..8] r6[8..16] r7[16..24] r8[24..32] r9[32..40] r10[40..48] stack+96[48..56] stack+104[56..64] stack+112[64..72] stack+120[72..80] -> sret r3
        {f32, f64}: r3[0..8] r4[8..16] -> r3[0..8] r4[8..16]
        {f32}@8: r3[0..8] -> r3[0..8]
        {f64, f64}@16: f1[0..8] f2[8..16] -> f1[0..8] f2[8..16]
        {_i32:0, f32, f32}: r3[0..8] -> r3[0..8]
        {f32[0], f32}: f1[0..4] -> r3[0..4]
        {f32, f32[]}: r3[0..4] -> r3[0..4]
        {{}, f32}: f1[0..4] -> f1[0..4]
        u{f32, i32}: r3[0..4] -> r3[0..4]
        u{f64, {f64, f64}}: f1[0..8] f2[8..16] -> f1[0..8] f2[8..16]
        {c(f64), f64}: f1[0..8] f2[8..16] f3[16..24] -> f1[0..8] f2[8..16] f3[16..24]
        {v(f32,4)}: v2[0..16] -> v2[0..16]
        {v(f32,4)[8]}: v2[0..16] v3[16..32] v4[32..48] v5[48..64] v6[64..80] v7[80..96] v8[96..112] v9[112..128] -> v2[0..16] v3[16..32] v4[32..48] v5[48..64] v6[64..80] v7[80..96] v8[96..112] v9[112..128]
        {v(f32,2)}: r3[0..8] -> r3[0..8]
        {f128, f128}: v2[0..16] v3[16..32] -> v2[0..16] v3[16..32]
        {i128}: r3[0..8] r4[8..16] -> r3[0..8] r4[8..16]
        {i64, i64}@32: r5[0..8] r6[8..16] r7[16..24] r8[24..32] -> sret r3
    "#]].assert_eq(&table(&types));
}

/// The first example of §2.2.4.2.
#[test]
fn registers_of_other_kinds_skip_the_doublewords_of_the_general_ones() {
    check(
        "i64",
        "i32, f64, i32, dd, {i32, f64}, f64, {i32, f64}, i32, f64",
        expect![
            "r3[0..4] | f1[0..8] | r5[0..4] | f2[0..8] f3[8..16] | r8[0..8] r9[8..16] | f4[0..8] | stack+96(16) | stack+112[0..4] | f5[0..8] -> r3[0..8]"
        ],
    );
}

/// §2.2.4.2, and seen in what clang and gcc compile.
#[test]
fn doublewords_are_whole() {
    let floats = "f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, {f32[3]}";
    check(
        "void",
        floats,
        expect![
            "f1[0..4] | f2[0..4] | f3[0..4] | f4[0..4] | f5[0..4] | f6[0..4] | f7[0..4] | f8[0..4] | f9[0..4] | f10[0..4] | f11[0..4] | f12[0..4] | f13[0..4] stack+132[4..8] stack+136[8..12] -> -"
        ],
    );
    expect!["f1[0..4] | f2[0..4] | f3[0..4] | f4[0..4] | f5[0..4] | f6[0..4] | f7[0..4] | f8[0..4] | f9[0..4] | f10[0..4] | f11[0..4] | f12[0..4] | f13[0..4] stack+128[0..8] stack+136[8..12] -> -"].assert_eq(&places(&lowered(
        TARGET.compatible_with(Compatibility::Gcc),
        "void",
        floats,
    )));
    check(
        "void",
        "{f32[8]}, {f32[4]}, {f32, f32}, {f32, f32}, {f32, f32}",
        expect![
            "f1[0..4] f2[4..8] f3[8..12] f4[12..16] f5[16..20] f6[20..24] f7[24..28] f8[28..32] | f9[0..4] f10[4..8] f11[8..12] f12[12..16] | f13[0..4] r9[0..8] | r10[0..8] | stack+96(8) -> -"
        ],
    );
    check(
        "void",
        "{f32[8]}, {f32[5]}, f32, f64, f32",
        expect![
            "f1[0..4] f2[4..8] f3[8..12] f4[12..16] f5[16..20] f6[20..24] f7[24..28] f8[28..32] | f9[0..4] f10[4..8] f11[8..12] f12[12..16] f13[16..20] | r10[0..4] | stack+96[0..8] | stack+104[0..4] -> -"
        ],
    );
}

#[test]
fn aggregates_are_split_between_registers_and_stack() {
    check(
        "void",
        "i64, i64, i64, i64, i64, i64, i64, {i64[2]}, i8",
        expect![
            "r3[0..8] | r4[0..8] | r5[0..8] | r6[0..8] | r7[0..8] | r8[0..8] | r9[0..8] | r10[0..8] stack+96[8..16] | stack+104[0..1] -> -"
        ],
    );
    check(
        "{i64[3]}",
        "{i64[10]}, {i8[3]}, {i64, i8}",
        expect![
            "r4[0..8] r5[8..16] r6[16..24] r7[24..32] r8[32..40] r9[40..48] r10[48..56] stack+96[56..64] stack+104[64..72] stack+112[72..80] | stack+120(8) | stack+128(16) -> sret r3"
        ],
    );
    check(
        "void",
        "f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, dd, {f64, f64}",
        expect![
            "f1[0..8] | f2[0..8] | f3[0..8] | f4[0..8] | f5[0..8] | f6[0..8] | f7[0..8] | f8[0..8] | f9[0..8] | f10[0..8] | f11[0..8] | f12[0..8] | f13[0..8] stack+136[8..16] | stack+144(16) -> -"
        ],
    );
}

#[test]
fn alignment_skips_doublewords() {
    check(
        "void",
        "i64, v(f32,4), i64, {i128}, i64, i128, i64, {v(f32,4)}, i64",
        expect![
            "r3[0..8] | v2[0..16] | r7[0..8] | r9[0..8] r10[8..16] | stack+96[0..8] | stack+104[0..8] stack+112[8..16] | stack+120[0..8] | v3[0..16] | stack+144[0..8] -> -"
        ],
    );
    check(
        "void",
        "i64, {}@16, i64, {i64, i64}@32, u{v(f32,4), i32}",
        expect!["r3[0..8] | - | r5[0..8] | r7[0..8] r8[8..16] r9[16..24] r10[24..32] | stack+96(16) -> -"],
    );
    check("void", "i64, {f64, f64}@16, i64", expect!["r3[0..8] | f1[0..8] f2[8..16] | r6[0..8] -> -"]);
}

#[test]
fn unnamed_arguments_travel_in_doublewords() {
    let abi = variadic("f64, f64, v(f32,4), {f32, f32}, {f64}, c(f64), i8, {v(f32,4), v(f32,4)}", 1);
    expect!["f1[0..8] | r4[0..8] | r5[0..8] r6[8..16] | r7[0..8] | r8[0..8] | r9[0..8] r10[8..16] | stack+96[0..1] | stack+112(32) -> -"].assert_eq(&places(&abi));
    expect!["Call { stack_bytes: 144, stack_align: 16, shadow_bytes: 32, vector_registers: None, variadic: Some(VariadicLayout { fixed: 1, named_general: 1, named_vector: 1, named_stack_bytes: 40 }) }"].assert_eq(&format!("{:?}", abi.call));
}

/// The area exists as a whole or not at all.
#[test]
fn the_parameter_save_area_has_room_for_the_registers() {
    let bytes = |params| lowered(TARGET, "void", params).call.stack_bytes;
    assert_eq!(bytes("i64, i64, i64, i64, i64, i64, i64, i64"), 32);
    assert_eq!(bytes("f64, f64, f64, f64, f64, f64, f64, f64, f64"), 32);
    assert_eq!(bytes("i64, i64, i64, i64, i64, i64, i64, i64, i64"), 32 + 80);
    assert_eq!(variadic("i64", 1).call.stack_bytes, 32 + 64);
}

#[test]
fn types_of_other_processors_are_refused() {
    let mut arena = TypeArena::new();
    let wide = arena.bit_int(200, true);
    for ty in [TyId::X87, TyId::BF16, TyId::F16, wide] {
        lower(&TARGET, &arena, &Signature::new(TyId::VOID, [ty])).expect_err("the type does not exist there");
        lower(&TARGET, &arena, &Signature::new(ty, [])).expect_err("the type does not exist there");
    }
}

/// Each rule, switched off, changes what the tables above show.
#[test]
fn every_rule_matters() {
    let text = || {
        let first =
            lowered(TARGET, "{i64[3]}", "i8, {i128}, f32, {f32[0], f32}, v(f32,2), v(f32,8), c(f32), {}, v(f32,4)");
        let second = lowered(TARGET, "void", "{f32[8]}, {f32[4]}, {f32, f32}");
        let unnamed = variadic("i32, f64", 1);
        format!("{first:?}{second:?}{unnamed:?}")
    };
    let rules = [
        Why::Power(Power::GeneralRegister),
        Why::Power(Power::Widened),
        Why::Power(Power::FloatRegister),
        Why::Power(Power::VectorRegister),
        Why::Power(Power::Complex),
        Why::Power(Power::Empty),
        Why::Power(Power::Doublewords),
        Why::Power(Power::Homogeneous),
        Why::Power(Power::SingleMember),
        Why::Power(Power::FullDoubleword),
        Why::Power(Power::Quadword),
        Why::Power(Power::Unnamed),
        Why::Power(Power::SmallVector),
        Why::Power(Power::WideVector),
        Why::Power(Power::Sret),
    ];
    let described = text();
    for rule in rules {
        assert_ne!(without(rule, text), described, "{rule:?}");
    }
}
