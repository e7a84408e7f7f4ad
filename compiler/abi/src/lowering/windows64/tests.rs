//! Tables of Windows x64 placements: Microsoft's compiler, MinGW's, and where clang and gcc disagree.

use expect_test::{Expect, expect};

use crate::description::{CopyReason, Side, ValueIndex};
use crate::notation::{Notation, lowered, place, places};
use crate::rules::switch::without;
use crate::target::{Compatibility, Target};
use crate::why::Windows64;
use crate::{Signature, TyId, Why, lower};

const MSVC: Target = Target::X86_64_WINDOWS_MSVC;
const GNU: Target = Target::X86_64_WINDOWS_GNU;

fn check(result: &str, params: &str, expect: Expect) {
    expect.assert_eq(&places(&lowered(MSVC, result, params)));
}

/// One line per type: as the only parameter, and as the result.
fn table(target: Target, types: &[&str]) -> String {
    let line = |ty: &&str| {
        let abi = lowered(target, ty, ty);
        format!("{ty}: {} -> {}\n", place(&abi.params[0]), place(&abi.result))
    };
    types.iter().map(line).collect()
}

#[test]
fn scalars() {
    let types = ["bool", "i8", "u16", "i32", "i64", "ptr", "f16", "f32", "f64", "b7", "b40", "bf16", "i128", "b65"];
    expect![[r#"
        bool: rcx[0..1] -> rax[0..1]
        i8: rcx[0..1] -> rax[0..1]
        u16: rcx[0..2] -> rax[0..2]
        i32: rcx[0..4] -> rax[0..4]
        i64: rcx[0..8] -> rax[0..8]
        ptr: rcx[0..8] -> rax[0..8]
        f16: xmm0[0..2] -> xmm0[0..2]
        f32: xmm0[0..4] -> xmm0[0..4]
        f64: xmm0[0..8] -> xmm0[0..8]
        b7: rcx[0..1] -> rax[0..1]
        b40: rcx[0..8] -> rax[0..8]
        bf16: xmm0[0..2] -> xmm0[0..2]
        i128: *rcx -> xmm0[0..16]
        b65: *rdx -> sret rcx
    "#]]
    .assert_eq(&table(MSVC, &types));
}

/// Bytes of 1, 2, 4 or 8: whatever is inside, also floating-point numbers, travels as an integer.
#[test]
fn aggregates() {
    let types = [
        "{}",
        "{i8}",
        "{i8[3]}",
        "{f32}",
        "{f64}",
        "{f32, f32}",
        "{i8[5]}",
        "{i8[7]}",
        "{i64, i8}",
        "{f32}@16",
        "{i32, f64}!",
        "u{f32, i32}",
        "c(f32)",
        "c(f64)",
        "{i32, i32[]}",
        "{i128}",
        "{v(f32,2)}",
        "{v(f32,4)}",
    ];
    expect![[r#"
        {}: rcx[0..4] -> rax[0..4]
        {i8}: rcx[0..1] -> rax[0..1]
        {i8[3]}: *rdx -> sret rcx
        {f32}: rcx[0..4] -> rax[0..4]
        {f64}: rcx[0..8] -> rax[0..8]
        {f32, f32}: rcx[0..8] -> rax[0..8]
        {i8[5]}: *rdx -> sret rcx
        {i8[7]}: *rdx -> sret rcx
        {i64, i8}: *rdx -> sret rcx
        {f32}@16: *rdx -> sret rcx
        {i32, f64}!: *rdx -> sret rcx
        u{f32, i32}: rcx[0..4] -> rax[0..4]
        c(f32): rcx[0..8] -> rax[0..8]
        c(f64): *rdx -> sret rcx
        {i32, i32[]}: *rdx -> sret rcx
        {i128}: *rdx -> sret rcx
        {v(f32,2)}: rcx[0..8] -> rax[0..8]
        {v(f32,4)}: *rdx -> sret rcx
    "#]]
    .assert_eq(&table(MSVC, &types));
}

/// The empty record has no bytes in MinGW, the x87 format exists, and so does binary128.
#[test]
fn only_in_mingw() {
    expect![[r#"
        {}: *rdx -> sret rcx
        x87: *rdx -> sret rcx
        {x87}: *rdx -> sret rcx
        c(x87): *rdx -> sret rcx
        f128: *rcx -> xmm0[0..16]
        {f128}: *rdx -> sret rcx
    "#]]
    .assert_eq(&table(GNU, &["{}", "x87", "{x87}", "c(x87)", "f128", "{f128}"]));
}

#[test]
fn short_vectors_travel_by_the_address_of_sixteen_bytes() {
    expect![[r#"
        v(i8,2): *rcx -> xmm0[0..2]
        v(i8,4): *rcx -> xmm0[0..4]
        v(f32,2): *rcx -> xmm0[0..8]
        v(f32,4): *rcx -> xmm0[0..16]
        v(i64,1): rcx[0..8] -> rax[0..8]
        v(f64,1): xmm0[0..8] -> xmm0[0..8]
    "#]]
    .assert_eq(&table(MSVC, &["v(i8,2)", "v(i8,4)", "v(f32,2)", "v(f32,4)", "v(i64,1)", "v(f64,1)"]));
    let abi = lowered(MSVC, "void", "v(i8,2)");
    let copy = abi.copies_of(ValueIndex::Param(0)).next().expect("the vector is copied");
    assert_eq!((copy.bytes, copy.side, copy.reason), (2, Side::Caller, CopyReason::Argument));
    assert!(!copy.elidable, "two bytes anywhere are not sixteen that may be read");
}

#[test]
fn the_first_four_take_the_register_of_their_position() {
    check(
        "f64",
        "i32, f64, i8, f32, f64, i16, bool",
        expect![
            "rcx[0..4] | xmm1[0..8] | r8[0..1] | xmm3[0..4] | stack+32[0..8] | stack+40[0..2] | stack+48[0..1] -> xmm0[0..8]"
        ],
    );
    check(
        "{i64, i64}",
        "f64, i64, f32, {f64}, ptr",
        expect!["xmm1[0..8] | r8[0..8] | xmm3[0..4] | stack+32[0..8] | stack+40[0..8] -> sret rcx"],
    );
    check(
        "i128",
        "i128, {i8[3]}, f32, i32, {i8[3]}, {i16}",
        expect!["*rcx | *rdx | xmm2[0..4] | r9[0..4] | *stack+32 | stack+40[0..2] -> xmm0[0..16]"],
    );
}

#[test]
fn the_home_space_stands_in_front_of_the_argument_area() {
    let abi = lowered(MSVC, "void", "i32");
    assert_eq!((abi.call.shadow_bytes, abi.call.stack_bytes), (32, 32));
    let abi = lowered(MSVC, "void", "i32, i32, i32, i32, i32");
    assert_eq!((abi.call.shadow_bytes, abi.call.stack_bytes), (32, 48));
}

#[test]
fn unnamed_floating_point_numbers_travel_in_both_registers() {
    let mut notation = Notation::new(MSVC, "f64, f64, i32, f64, f64");
    let params = notation.list();
    let signature = Signature::variadic(params[2], params, 1);
    let abi = lower(&MSVC, &notation.arena, &signature).expect("variadic calls are described");
    expect!["xmm0[0..8] | xmm1[0..8] rdx[0..8] | r8[0..4] | xmm3[0..8] r9[0..8] | stack+32[0..8] -> rax[0..4]"]
        .assert_eq(&places(&abi));
    let layout = abi.call.variadic.expect("the function is variadic");
    assert_eq!((layout.fixed, layout.named_general, layout.named_vector, layout.named_stack_bytes), (1, 1, 1, 32));
}

/// Where the two compilers of MinGW disagree: both answers.
#[test]
fn clang_and_gcc() {
    let types = ["f16", "f128", "v(f32,2)", "v(i8,4)", "v(i32,1)", "{i32, i32[]}"];
    expect![[r#"
        f16: xmm0[0..2] -> xmm0[0..2]
        f128: *rcx -> xmm0[0..16]
        v(f32,2): *rcx -> xmm0[0..8]
        v(i8,4): *rcx -> xmm0[0..4]
        v(i32,1): rcx[0..4] -> rax[0..4]
        {i32, i32[]}: *rdx -> sret rcx
    "#]]
    .assert_eq(&table(GNU, &types));
    let gcc = GNU.compatible_with(Compatibility::Gcc);
    expect![[r#"
        f16: rcx[0..2] -> rax[0..2]
        f128: *rdx -> sret rcx
        v(f32,2): rcx[0..8] -> rax[0..8]
        v(i8,4): rcx[0..4] -> rax[0..4]
        v(i32,1): rcx[0..4] -> rax[0..4]
        {i32, i32[]}: rcx[0..4] -> rax[0..4]
        v(f32,8): *rdx -> sret rcx
    "#]]
    .assert_eq(&table(gcc, &[&types[..], &["v(f32,8)"]].concat()));
}

#[test]
fn what_has_no_convention_is_refused() {
    let refusal = |target: Target, ty: &str| {
        let (arena, id) = Notation::ty(target, ty);
        let refused = lower(&target, &arena, &Signature::new(TyId::VOID, [id]));
        refused.expect_err("no two compilers agree on it").to_string()
    };
    expect!["a vector of more than 16 bytes is not supported: without AVX, clang cuts it into pieces with an address each, which no document asks for"].assert_eq(&refusal(MSVC, "v(f32,8)"));
    expect!["a vector of one 16-byte element is not supported: clang takes it apart, which no document asks for"]
        .assert_eq(&refusal(MSVC, "v(i128,1)"));
    expect![
        "a vector of one floating-point number is not supported: gcc passes its address, but returns it as an integer"
    ]
    .assert_eq(&refusal(GNU.compatible_with(Compatibility::Gcc), "v(f32,1)"));
}

/// Each rule decides something: without it, a signature that it is about travels differently.
#[test]
fn every_rule_decides() {
    let decided = [
        (Why::Windows64(Windows64::RegisterOfPosition), "void", "i64, f64"),
        (Why::Windows64(Windows64::FifthArgument), "void", "i64, i64, i64, i64, i64"),
        (Why::Windows64(Windows64::Float), "f32", "f64"),
        (Why::Windows64(Windows64::SmallRecord), "void", "{i32}"),
        (Why::Windows64(Windows64::Flexible), "void", "{i32, i32[]}"),
        (Why::Windows64(Windows64::Wide), "void", "i128"),
        (Why::Windows64(Windows64::VectorByAddress), "void", "v(f32,4)"),
        (Why::Windows64(Windows64::VectorResult), "i128", ""),
    ];
    for (rule, result, params) in decided {
        let described = || places(&lowered(MSVC, result, params));
        assert_ne!(without(rule, described), described(), "{rule:?}");
    }
    let returned_in = || lowered(MSVC, "{i64, i64}", "").result.placement;
    assert_ne!(without(Why::Windows64(Windows64::Sret), returned_in), returned_in());
    let mut notation = Notation::new(MSVC, "i32, f64");
    let signature = Signature::variadic(TyId::VOID, notation.list(), 1);
    let variadic = || lower(&MSVC, &notation.arena, &signature).map(|abi| places(&abi));
    assert_ne!(without(Why::Windows64(Windows64::VariadicInBoth), variadic), variadic());
}
