//! Tables of placements on Windows on Arm64: where it differs from AAPCS64, and its variadic functions.

use expect_test::{Expect, expect};

use crate::notation::{Notation, lowered, place, places};
use crate::rules::switch::without;
use crate::target::Target;
use crate::why::Aapcs64;
use crate::{FnAbi, Memory, Placement, Signature, TyId, Unsupported, Why, lower};

const TARGET: Target = Target::AARCH64_WINDOWS;

/// One line per type: as the only parameter, and as the result.
fn table(target: Target, types: &[&str]) -> String {
    let line = |ty: &&str| {
        let abi = lowered(target, ty, ty);
        format!("{ty}: {} -> {}\n", place(&abi.params[0]), place(&abi.result))
    };
    types.iter().map(line).collect()
}

/// The parameters of a variadic function, of which the first is named.
fn variadic(params: &str) -> Result<FnAbi, Unsupported> {
    let mut notation = Notation::new(TARGET, params);
    let params = notation.list();
    lower(&TARGET, &notation.arena, &Signature::variadic(TyId::VOID, params, 1))
}

fn check(params: &str, expect: Expect) {
    expect.assert_eq(&variadic(params).map_or_else(|refused| refused.to_string(), |abi| places(&abi)));
}

#[test]
fn most_values_travel_as_on_linux() {
    let types = [
        "bool",
        "i8",
        "i128",
        "f16",
        "f64",
        "{i8[3]}",
        "{i64, i64}",
        "{i64, i64, i64}",
        "{f32[4]}",
        "c(f64)",
        "v(f32,4)",
    ];
    let ours = table(TARGET, &types);
    assert_eq!(ours, table(Target::AARCH64_LINUX, &types));
    expect![[r#"
        bool: x0[0..1] -> x0[0..1]
        i8: x0[0..1] -> x0[0..1]
        i128: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        f16: v0[0..2] -> v0[0..2]
        f64: v0[0..8] -> v0[0..8]
        {i8[3]}: x0[0..3] -> x0[0..3]
        {i64, i64}: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        {i64, i64, i64}: *x0 -> sret x8
        {f32[4]}: v0[0..4] v1[4..8] v2[8..12] v3[12..16] -> v0[0..4] v1[4..8] v2[8..12] v3[12..16]
        c(f64): v0[0..8] v1[8..16] -> v0[0..8] v1[8..16]
        v(f32,4): v0[0..16] -> v0[0..16]
    "#]]
    .assert_eq(&ours);
}

/// The empty record has four bytes, which are not passed, but which keep a record around it from being homogeneous.
#[test]
fn empty_records() {
    expect![[r#"
        {}: - -> -
        {{}, f32}: x0[0..8] -> x0[0..8]
        {f32, f32[0]}: x0[0..4] -> x0[0..4]
    "#]]
    .assert_eq(&table(TARGET, &["{}", "{{}, f32}", "{f32, f32[0]}"]));
}

/// An attribute of the record itself counts, of a homogeneous aggregate nothing but the type of its members.
#[test]
fn alignment_is_that_of_the_type() {
    let both = |params| {
        let [ours, linux] = [TARGET, Target::AARCH64_LINUX].map(|target| places(&lowered(target, "void", params)));
        format!("{ours}\nlinux: {linux}\n")
    };
    expect![[r#"
        x0[0..4] | x2[0..8] x3[8..16] | x4[0..4] -> -
        linux: x0[0..4] | x1[0..8] x2[8..16] | x3[0..4] -> -
    "#]]
    .assert_eq(&both("i32, {i64, i64}@16, i32"));
    expect![[r#"
        v0[0..8] | v1[0..8] | v2[0..8] | v3[0..8] | v4[0..8] | v5[0..8] | v6[0..8] | v7[0..8] | stack+0[0..4] | stack+8(16) | stack+24[0..4] -> -
        linux: v0[0..8] | v1[0..8] | v2[0..8] | v3[0..8] | v4[0..8] | v5[0..8] | v6[0..8] | v7[0..8] | stack+0[0..4] | stack+16(16) | stack+32[0..4] -> -
    "#]].assert_eq(&both("f64, f64, f64, f64, f64, f64, f64, f64, f32, {f32@16, f32[3]}, f32"));
    let abi = lowered(TARGET, "void", "{i64[3]}@32");
    assert!(matches!(abi.params[0].placement, Placement::Memory(Memory::ByPointer { align: 32, .. })));
}

#[test]
fn variadic_functions_use_general_registers() {
    check(
        "f64, f32, i32, f64, {f32, f32}, {f64, f64}, f64",
        expect!["x0[0..8] | x1[0..4] | x2[0..4] | x3[0..8] | x4[0..8] | x5[0..8] x6[8..16] | x7[0..8] -> -"],
    );
    check(
        "i32, {f64[3]}, c(f32), {i128}, i8",
        expect!["x0[0..4] | *x1 | x2[0..8] | x4[0..8] x5[8..16] | x6[0..1] -> -"],
    );
    check(
        "i32, i32, i32, i32, i32, i32, i32, i128, i8",
        expect![
            "x0[0..4] | x1[0..4] | x2[0..4] | x3[0..4] | x4[0..4] | x5[0..4] | x6[0..4] | stack+0[0..8] stack+8[8..16] | stack+16[0..1] -> -"
        ],
    );
}

/// Here Microsoft's document and LLVM disagree.
#[test]
fn what_nobody_agrees_on_is_refused() {
    check(
        "i32, i32, i32, i32, i32, i32, i32, {i64, i64}",
        expect![
            "a composite of two words for which a variadic function has one register left is not supported: Microsoft's document splits it between x7 and the stack, LLVM puts it on the stack as a whole"
        ],
    );
    check(
        "i32, v(f32,4)",
        expect![
            "a short vector as an argument of a variadic function is not supported: Microsoft's document wants it in general registers, LLVM passes it in a vector register"
        ],
    );
}

#[test]
fn the_rule_of_variadic_functions_decides() {
    let described = || variadic("i32, f64, {f64, f64}").map(|abi| places(&abi));
    assert_ne!(without(Why::Aapcs64(Aapcs64::VariadicInGeneral), described), described());
}
