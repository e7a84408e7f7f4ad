//! Tables of what Apple's variant does differently, each line as clang's code for `arm64-apple-darwin` does it.

use expect_test::{Expect, expect};

use crate::arena::{Signature, TyId};
use crate::lower;
use crate::notation::{Notation, lowered, places};
use crate::rules::switch::without;
use crate::target::Target;
use crate::why::Aapcs64;
use crate::{Extend, Location, Why};

const TARGET: Target = Target::AARCH64_DARWIN;
const EIGHT_INTEGERS: &str = "i64, i64, i64, i64, i64, i64, i64, i64, ";
const EIGHT_FLOATS: &str = "f64, f64, f64, f64, f64, f64, f64, f64, ";

/// Places behind eight arguments that take all registers of a class.
fn behind(eight: &str, params: &str, expect: Expect) {
    let all = places(&lowered(TARGET, "void", &format!("{eight}{params}")));
    let rest: Vec<&str> = all.split(" | ").skip(8).collect();
    expect.assert_eq(&rest.join(" | "));
}

#[test]
fn integers_are_packed_on_the_stack() {
    behind(
        EIGHT_INTEGERS,
        "i8, bool, i16, i8, i32, b7, b40, i8",
        expect![
            "stack+0[0..1] | stack+1[0..1] | stack+2[0..2] | stack+4[0..1] | stack+8[0..4] | stack+12[0..1] | stack+16[0..8] | stack+24[0..1] -> -"
        ],
    );
}

#[test]
fn floats_and_homogeneous_aggregates_are_packed_on_the_stack() {
    behind(
        EIGHT_FLOATS,
        "f32, {f32, f32, f32}, f32, {f16[3]}, f16, f64",
        expect!["stack+0[0..4] | stack+4(12) | stack+16[0..4] | stack+20(6) | stack+26[0..2] | stack+32[0..8] -> -"],
    );
    behind(
        EIGHT_FLOATS,
        "f32, {f32@16, f32, f32, f32}, {v(f32,4)}",
        expect!["stack+0[0..4] | stack+4(16) | stack+32(16) -> -"],
    );
}

#[test]
fn other_composites_take_words_of_the_stack() {
    behind(EIGHT_INTEGERS, "i8, {i8[3]}, i8", expect!["stack+0[0..1] | stack+8(8) | stack+16[0..1] -> -"]);
    behind(EIGHT_INTEGERS, "i8, v(i8,4), v(i8,1)", expect!["stack+0[0..1] | stack+4[0..4] | stack+8[0..1] -> -"]);
}

#[test]
fn pairs_begin_in_any_register() {
    let check = |params, expect: Expect| expect.assert_eq(&places(&lowered(TARGET, "void", params)));
    check("i64, i128, i64", expect!["x0[0..8] | x1[0..8] x2[8..16] | x3[0..8] -> -"]);
    check("i64, {i64, i64}@16", expect!["x0[0..8] | x1[0..8] x2[8..16] -> -"]);
    check(
        "i64, i64, i64, i64, i64, i64, i64, i128, i64",
        expect![
            "x0[0..8] | x1[0..8] | x2[0..8] | x3[0..8] | x4[0..8] | x5[0..8] | x6[0..8] | stack+0[0..8] stack+8[8..16] | stack+16[0..8] -> -"
        ],
    );
    check(
        "i64, i64, i64, i64, i64, i64, i64, {i64, i64}@16, i64",
        expect![
            "x0[0..8] | x1[0..8] | x2[0..8] | x3[0..8] | x4[0..8] | x5[0..8] | x6[0..8] | stack+0(16) | stack+16[0..8] -> -"
        ],
    );
}

#[test]
fn small_integers_are_widened_in_registers_only() {
    let abi = lowered(TARGET, "i8", &format!("bool, i16, b7, u16, i32, {EIGHT_INTEGERS} i8, b7"));
    let extends = abi.params.iter().map(|param| param.parts()[0].extend);
    let mut named = vec![Extend::Zero, Extend::Sign, Extend::Sign, Extend::Zero];
    named.extend([Extend::None; 10]);
    // LLVM makes a 32-bit number of the last one, wherever it travels.
    named.push(Extend::Sign);
    assert_eq!(extends.collect::<Vec<_>>(), named);
    assert_eq!(abi.result.parts()[0].extend, Extend::Sign);
}

fn variadic(params: &str, fixed: u16) -> Result<crate::FnAbi, crate::Unsupported> {
    let mut notation = Notation::new(TARGET, params);
    let params = notation.list();
    lower(&TARGET, &notation.arena, &Signature::variadic(TyId::VOID, params, fixed))
}

#[test]
fn unnamed_arguments_lie_on_the_stack_in_words() {
    let check = |params, expect: Expect| {
        let abi = variadic(params, 1).expect("the call is described");
        expect.assert_eq(&places(&abi));
    };
    check("i8, {f32, f32, f32}, i32", expect!["x0[0..1] | stack+0(16) | stack+16[0..4] -> -"]);
    check("i8, i32, {i64, i64}@16, i32", expect!["x0[0..1] | stack+0[0..4] | stack+16(16) | stack+32[0..4] -> -"]);
    check("i8, {i8[3]}, i32, {i64, i64, i64}", expect!["x0[0..1] | stack+0(8) | stack+8[0..4] | *stack+16 -> -"]);
    check("i8, v(i8,4), v(f32,4), i32", expect!["x0[0..1] | stack+0[0..4] | stack+16[0..16] | stack+32[0..4] -> -"]);
    check("i8, b7, b65", expect!["x0[0..1] | stack+0[0..1] | stack+16[0..8] stack+24[8..16] -> -"]);
}

#[test]
fn unnamed_arguments_begin_at_a_word_behind_the_named_ones() {
    let params = format!("{EIGHT_INTEGERS} i8, i32, i128");
    let abi = variadic(&params, 9).expect("the call is described");
    let offset = |index: usize| match abi.params[index].parts()[0].location {
        Location::Stack { offset, .. } => offset,
        Location::Register(_) | Location::Operand(_) => panic!("not on the stack"),
    };
    assert_eq!([offset(8), offset(9), offset(10)], [0, 8, 16]);
    assert_eq!(abi.call.variadic.map(|layout| layout.named_stack_bytes), Some(8));
}

#[test]
fn what_clang_itself_gets_wrong_is_refused() {
    assert!(variadic("i32, f16", 1).is_err());
    assert!(variadic("i32, i32, {v(f32,4)}", 1).is_err());
    assert!(variadic("i32, {v(f32,4)}", 1).is_ok());
}

#[test]
fn each_rule_decides_a_signature() {
    let all = || {
        let packed = lowered(TARGET, "i8", &format!("{EIGHT_INTEGERS}i8, i8"));
        [Ok(packed), variadic("i32, i64", 1)]
    };
    for rule in [
        Why::Aapcs64(Aapcs64::ApplePackedStack),
        Why::Aapcs64(Aapcs64::AppleVariadic),
        Why::Aapcs64(Aapcs64::AppleWidened),
    ] {
        assert_ne!(without(rule, all), all(), "{rule:?} decides nothing");
    }
}
