//! Tables of operands, and the buffer of variadic arguments.

use expect_test::{Expect, expect};

use super::*;
use crate::notation::{Notation, lowered, place, places};
use crate::rules::switch::without;
use crate::why::Wasm;

const TARGET: Target = Target::WASM32;

/// One line per type: as the second parameter, and as the result.
fn table(types: &[&str], expect: Expect) {
    let line = |ty: &&str| {
        let param = lowered(TARGET, "void", &format!("i64, {ty}"));
        let result = lowered(TARGET, ty, "");
        format!("{ty}: {} -> {}\n", place(&param.params[1]), place(&result.result))
    };
    expect.assert_eq(&types.iter().map(line).collect::<String>());
}

#[test]
fn scalars() {
    let types = ["bool", "i8", "ptr", "i64", "i128", "f32", "f64", "f128", "b7", "b40", "b65"];
    table(
        &types,
        expect![[r#"
        bool: operand 1[0..1] -> operand 0[0..1]
        i8: operand 1[0..1] -> operand 0[0..1]
        ptr: operand 1[0..4] -> operand 0[0..4]
        i64: operand 1[0..8] -> operand 0[0..8]
        i128: operand 1[0..8] operand 2[8..16] -> sret operand 0
        f32: operand 1[0..4] -> operand 0[0..4]
        f64: operand 1[0..8] -> operand 0[0..8]
        f128: operand 1[0..8] operand 2[8..16] -> sret operand 0
        b7: operand 1[0..1] -> operand 0[0..1]
        b40: operand 1[0..8] -> operand 0[0..8]
        b65: operand 1[0..8] operand 2[8..16] -> sret operand 0
    "#]],
    );
}

#[test]
fn aggregates() {
    let types = [
        "{}",
        "{f32}",
        "{{i8[1]}, {}}",
        "{i64:3}",
        "u{f64, i64}",
        "{i128}",
        "{f32, f32}",
        "{f32}@8",
        "{i8, i8[]}",
        "c(f32)",
        "{c(f32)}",
        "v(f32,4)",
        "{v(i8,2)}",
        "v(i32,1)",
    ];
    table(
        &types,
        expect![[r#"
        {}: - -> -
        {f32}: operand 1[0..4] -> operand 0[0..4]
        {{i8[1]}, {}}: operand 1[0..1] -> operand 0[0..1]
        {i64:3}: operand 1[0..8] -> operand 0[0..8]
        u{f64, i64}: *operand 1 -> sret operand 0
        {i128}: operand 1[0..8] operand 2[8..16] -> sret operand 0
        {f32, f32}: *operand 1 -> sret operand 0
        {f32}@8: *operand 1 -> sret operand 0
        {i8, i8[]}: *operand 1 -> sret operand 0
        c(f32): *operand 1 -> sret operand 0
        {c(f32)}: *operand 1 -> sret operand 0
        v(f32,4): operand 1[0..4] operand 2[4..8] operand 3[8..12] operand 4[12..16] -> sret operand 0
        {v(i8,2)}: operand 1[0..1] operand 2[1..2] -> sret operand 0
        v(i32,1): operand 1[0..4] -> operand 0[0..4]
    "#]],
    );
}

#[test]
fn the_address_of_the_result_is_the_first_operand() {
    let abi = lowered(TARGET, "{i64, i64}", "i32, i128, {i8, i32}, f64");
    expect!["operand 1[0..4] | operand 2[0..8] operand 3[8..16] | *operand 4 | operand 5[0..8] -> sret operand 0"]
        .assert_eq(&places(&abi));
}

#[test]
fn variadic_arguments_lie_in_a_buffer() {
    let mut notation = Notation::new(TARGET, "i32, i32, f64, i128, {f32}, {i8, i64}, i64, v(f32,4), i32");
    let params = notation.list();
    let signature = Signature::variadic(TyId::VOID, params, 1);
    let abi = lower(&TARGET, &notation.arena, &signature).expect("the call is described");
    expect!["operand 0[0..4] | stack+0[0..4] | stack+8[0..8] | stack+16[0..8] stack+24[8..16] | stack+32[0..4] | *stack+36 | stack+40[0..8] | stack+48[0..4] stack+52[4..8] stack+56[8..12] stack+60[12..16] | stack+64[0..4] -> -"].assert_eq(&places(&abi));
    let call = (abi.call.stack_bytes, abi.call.variadic.map(|layout| layout.named_general));
    assert_eq!(call, (80, Some(1)));
}

#[test]
fn small_elements_of_variadic_vectors_are_refused() {
    let mut notation = Notation::new(TARGET, "i32, v(i8,4)");
    let params = notation.list();
    let signature = Signature::variadic(TyId::VOID, params, 1);
    assert!(lower(&TARGET, &notation.arena, &signature).is_err());
}

#[test]
fn each_rule_decides_a_signature() {
    let mut notation = Notation::new(TARGET, "i8, {f32}, i32, i128");
    let params = notation.list();
    let signature = Signature::variadic(TyId::I128, params, 2);
    let all = || lower(&TARGET, &notation.arena, &signature);
    for rule in
        [Why::Wasm(Wasm::SingleElement), Why::Wasm(Wasm::Split), Why::Wasm(Wasm::Variadic), Why::Wasm(Wasm::Widened)]
    {
        assert_ne!(without(rule, all), all(), "{rule:?} decides nothing");
    }
}
