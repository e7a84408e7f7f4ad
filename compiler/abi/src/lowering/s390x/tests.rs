//! Tables of placements on IBM z with and without the vector facility, register exhaustion, and where clang and gcc differ.

use expect_test::{Expect, expect};

use super::*;
use crate::notation::{Notation, lowered, place, places};
use crate::rules::switch::without;
use crate::why::S390x;

const PLAIN: Target = Target::S390X_LINUX;
const VECTOR: Target = Target::S390X_LINUX_VECTOR;

fn check(target: Target, result: &str, params: &str, expect: Expect) {
    expect.assert_eq(&places(&lowered(target, result, params)));
}

/// One line per type: as the only parameter, and as the result.
fn table(target: Target, types: &[&str]) -> String {
    let line = |ty: &&str| {
        let abi = lowered(target, ty, ty);
        format!("{ty}: {} -> {}\n", place(&abi.params[0]), place(&abi.result))
    };
    types.iter().map(line).collect()
}

fn variadic(target: Target, params: &str, fixed: u16) -> FnAbi {
    let mut notation = Notation::new(target, params);
    let params = notation.list();
    let signature = Signature::variadic(TyId::VOID, params, fixed);
    lower(&target, &notation.arena, &signature).expect("the call is described")
}

#[test]
fn scalars() {
    let types =
        ["bool", "i8", "u16", "i32", "i64", "i128", "ptr", "f16", "f32", "f64", "f128", "b7", "b64", "b65", "c(f32)"];
    expect![[r#"
        bool: r2[0..1] -> r2[0..1]
        i8: r2[0..1] -> r2[0..1]
        u16: r2[0..2] -> r2[0..2]
        i32: r2[0..4] -> r2[0..4]
        i64: r2[0..8] -> r2[0..8]
        i128: *r3 -> sret r2
        ptr: r2[0..8] -> r2[0..8]
        f16: f0[0..2] -> f0[0..2]
        f32: f0[0..4] -> f0[0..4]
        f64: f0[0..8] -> f0[0..8]
        f128: *r3 -> sret r2
        b7: r2[0..1] -> r2[0..1]
        b64: r2[0..8] -> r2[0..8]
        b65: *r3 -> sret r2
        c(f32): *r3 -> sret r2
    "#]]
    .assert_eq(&table(PLAIN, &types));
}

#[test]
fn records() {
    let types = [
        "{}",
        "{i8}",
        "{i8[3]}",
        "{i16, i8}",
        "{i64, i8}",
        "{f32}",
        "{f64}",
        "{f16}",
        "{f32}@8",
        "{f16}@8",
        "{f32}@16",
        "{{f32}}",
        "{f32, f32}",
        "{f32[1]}",
        "u{f32}",
        "{{}, f32}",
        "{_i32:0, f32}",
        "{i32, i32[]}",
        "{v(f32,4)}",
    ];
    expect![[r#"
        {}: *r3 -> sret r2
        {i8}: r3[0..1] -> sret r2
        {i8[3]}: *r3 -> sret r2
        {i16, i8}: r3[0..4] -> sret r2
        {i64, i8}: *r3 -> sret r2
        {f32}: f0[0..4] -> sret r2
        {f64}: f0[0..8] -> sret r2
        {f16}: f0[0..2] -> sret r2
        {f32}@8: f0[0..8] -> sret r2
        {f16}@8: f0[0..8] -> sret r2
        {f32}@16: *r3 -> sret r2
        {{f32}}: f0[0..4] -> sret r2
        {f32, f32}: r3[0..8] -> sret r2
        {f32[1]}: r3[0..4] -> sret r2
        u{f32}: r3[0..4] -> sret r2
        {{}, f32}: r3[0..4] -> sret r2
        {_i32:0, f32}: r3[0..4] -> sret r2
        {i32, i32[]}: *r3 -> sret r2
        {v(f32,4)}: *r3 -> sret r2
    "#]]
    .assert_eq(&table(PLAIN, &types));
}

#[test]
fn vectors_travel_in_vector_registers_where_there_are_any() {
    let types = [
        "v(i8,2)",
        "v(f32,2)",
        "v(f32,4)",
        "v(f32,8)",
        "{v(f32,4)}",
        "{{v(i8,4)}}",
        "{v(i8,4)}@8",
        "{v(f32,4), v(f32,4)}",
    ];
    expect![[r#"
        v(i8,2): *r3 -> sret r2
        v(f32,2): *r3 -> sret r2
        v(f32,4): *r3 -> sret r2
        v(f32,8): *r3 -> sret r2
        {v(f32,4)}: *r3 -> sret r2
        {{v(i8,4)}}: r3[0..4] -> sret r2
        {v(i8,4)}@8: r3[0..8] -> sret r2
        {v(f32,4), v(f32,4)}: *r3 -> sret r2
    "#]]
    .assert_eq(&table(PLAIN, &types));
    expect![[r#"
        v(i8,2): v24[0..2] -> v24[0..2]
        v(f32,2): v24[0..8] -> v24[0..8]
        v(f32,4): v24[0..16] -> v24[0..16]
        v(f32,8): *r3 -> sret r2
        {v(f32,4)}: v24[0..16] -> sret r2
        {{v(i8,4)}}: v24[0..4] -> sret r2
        {v(i8,4)}@8: r3[0..8] -> sret r2
        {v(f32,4), v(f32,4)}: *r3 -> sret r2
    "#]]
    .assert_eq(&table(VECTOR, &types));
}

/// Seen in what clang and gcc compile.
#[test]
fn without_a_register_a_value_stands_at_the_right_of_its_slot() {
    check(
        PLAIN,
        "void",
        "i64, i64, i64, i64, i64, i8, {i16}, i128, f64, f64, f64, f64, f32, f16, {f32}@8",
        expect![
            "r2[0..8] | r3[0..8] | r4[0..8] | r5[0..8] | r6[0..8] | stack+167[0..1] | stack+174[0..2] | *stack+176 | f0[0..8] | f2[0..8] | f4[0..8] | f6[0..8] | stack+188[0..4] | stack+198[0..2] | stack+200[0..8] -> -"
        ],
    );
}

/// Seen in what clang and gcc compile.
#[test]
fn without_a_register_a_vector_stands_at_the_left_of_its_slots() {
    check(
        VECTOR,
        "void",
        "v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(i8,4), v(f32,4), {v(f32,2)}, i32",
        expect![
            "v24[0..16] | v26[0..16] | v28[0..16] | v30[0..16] | v25[0..16] | v27[0..16] | v29[0..16] | v31[0..16] | stack+160[0..4] | stack+168[0..16] | stack+184[0..8] | r2[0..4] -> -"
        ],
    );
}

#[test]
fn unnamed_vectors_travel_on_the_stack() {
    let abi = variadic(VECTOR, "v(f32,4), v(f32,4), v(i8,4), {v(f32,4)}, f64, i64", 1);
    expect!["v24[0..16] | stack+160[0..16] | stack+176[0..4] | stack+184[0..16] | f0[0..8] | r2[0..8] -> -"]
        .assert_eq(&places(&abi));
    expect!["Call { stack_bytes: 208, stack_align: 8, shadow_bytes: 160, vector_registers: None, variadic: Some(VariadicLayout { fixed: 1, named_general: 0, named_vector: 0, named_stack_bytes: 160 }) }"].assert_eq(&format!("{:?}", abi.call));
    assert_eq!(
        places(&variadic(PLAIN, "v(f32,4), v(f32,4), f64", 1)),
        places(&lowered(PLAIN, "void", "v(f32,4), v(f32,4), f64"))
    );
}

#[test]
fn the_address_of_a_result_takes_the_first_register_and_does_not_come_back() {
    check(PLAIN, "{i8}", "i64, f64", expect!["r3[0..8] | f0[0..8] -> sret r2"]);
    let abi = lowered(PLAIN, "{i8}", "");
    assert!(matches!(abi.result.placement, Placement::Sret { returned_in: None, .. }));
}

/// gcc looks at the size alone; seen in what both compile.
#[test]
fn clang_and_gcc_disagree_on_flexible_arrays() {
    let both = |types: &[&str]| {
        let gcc = PLAIN.compatible_with(Compatibility::Gcc);
        format!("clang\n{}gcc\n{}", table(PLAIN, types), table(gcc, types))
    };
    expect![[r#"
        clang
        {i32, i32[]}: *r3 -> sret r2
        {{f32, i32[]}}: *r3 -> sret r2
        {i64, i64, i64[]}: *r3 -> sret r2
        gcc
        {i32, i32[]}: r3[0..4] -> sret r2
        {{f32, i32[]}}: r3[0..4] -> sret r2
        {i64, i64, i64[]}: *r3 -> sret r2
    "#]]
    .assert_eq(&both(&["{i32, i32[]}", "{{f32, i32[]}}", "{i64, i64, i64[]}"]));
}

#[test]
fn types_of_other_processors_are_refused() {
    let arena = TypeArena::new();
    for ty in [TyId::X87, TyId::BF16, TyId::DOUBLE_DOUBLE] {
        lower(&PLAIN, &arena, &Signature::new(TyId::VOID, [ty])).expect_err("the type does not exist there");
        lower(&PLAIN, &arena, &Signature::new(ty, [])).expect_err("the type does not exist there");
    }
}

/// Each rule, switched off, changes what the tables above show.
#[test]
fn every_rule_matters() {
    let vectors = "v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(i8,4), i8, i8";
    let text = || {
        let integers = lowered(VECTOR, "{i64}", "i8, {i16}, {f32}, f32, {v(f32,4)}, {i32, i32[]}, i8, i8, c(f32)");
        let vectors = lowered(VECTOR, "i32", vectors);
        let unnamed = variadic(VECTOR, "i32, v(f32,4)", 1);
        format!("{integers:?}{vectors:?}{unnamed:?}")
    };
    let rules = [
        Why::S390x(S390x::Widened),
        Why::S390x(S390x::VectorRegister),
        Why::S390x(S390x::VectorRecord),
        Why::S390x(S390x::SmallRecord),
        Why::S390x(S390x::FlexibleRecord),
        Why::S390x(S390x::FloatRecord),
        Why::S390x(S390x::GeneralRegister),
        Why::S390x(S390x::FloatRegister),
        Why::S390x(S390x::ParameterSlot),
        Why::S390x(S390x::UnnamedVector),
        Why::S390x(S390x::VectorSlot),
        Why::S390x(S390x::Sret),
        Why::S390x(S390x::ByReference),
    ];
    let described = text();
    for rule in rules {
        assert_ne!(without(rule, text), described, "{rule:?}");
    }
}
