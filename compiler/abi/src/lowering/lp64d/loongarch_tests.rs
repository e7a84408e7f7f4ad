//! Where LoongArch's placements differ from RISC-V's, and that they are equal otherwise.

use expect_test::expect;

use crate::notation::{lowered, lowered_variadic, place, places};
use crate::rules::switch::without;
use crate::{Extend, Lp64dRule, Target, TyId, TypeArena, Why};

const TARGET: Target = Target::LOONGARCH64_LINUX;

#[test]
fn zero_width_bit_fields_do_not_count() {
    let types = ["{f32, _i32:0, f32}", "{_i32:0, f32, f32}!", "{f32, i8[0], i32}", "{f32, {_i32:5}}"];
    let lines: String = types
        .iter()
        .map(|ty| {
            let abi = lowered(TARGET, ty, ty);
            format!("{ty}: {} -> {}\n", place(&abi.params[0]), place(&abi.result))
        })
        .collect();
    expect![[r#"
        {f32, _i32:0, f32}: fa0[0..4] fa1[4..8] -> fa0[0..4] fa1[4..8]
        {_i32:0, f32, f32}!: fa0[0..4] fa1[4..8] -> fa0[0..4] fa1[4..8]
        {f32, i8[0], i32}: fa0[0..4] a0[4..8] -> fa0[0..4] a0[4..8]
        {f32, {_i32:5}}: fa0[0..4] -> fa0[0..4]
    "#]]
    .assert_eq(&lines);
    // No such rule exists here, so switching it off changes nothing.
    let describe = || places(&lowered(TARGET, "void", types[0]));
    assert_eq!(without(Why::Loongarch(Lp64dRule::ZeroWidthBitField), describe), describe());
}

#[test]
fn signatures_without_such_oddities_travel_as_on_risc_v() {
    let signatures = [
        "bool, i8, u32, i64, i128, ptr, f16, f32, f64, f128",
        "{}, {f32}, {f32, f64}, {i8, f64}!, {ptr, f64}, u{f32}, c(f32), c(i32), {c(i32)}, v(f32,4), {i64[3]}",
        "f64, f64, f64, f64, f64, f64, f64, f64, f32, {f32, f32}, {f64, i8}, c(f32), {f64}, f64, f64, f32",
        "i64, i64, i64, i64, i64, i64, i64, i128, i8, i128, i8, f128, {i64, i64}@16",
    ];
    for params in signatures {
        for result in ["void", "{i64[3]}", "{f32, i8}", "i128"] {
            let [ours, theirs] = [TARGET, Target::RISCV64_LINUX].map(|target| places(&lowered(target, result, params)));
            assert_eq!(ours, theirs);
            let variadic = |target| places(&lowered_variadic(target, result, params, 1));
            assert_eq!(variadic(TARGET), variadic(Target::RISCV64_LINUX));
        }
    }
}

/// clang takes the 4 bytes of `unsigned _BitInt(20)` for a word, which is sign-extended even if it is unsigned.
#[test]
fn bit_integers_of_four_bytes_are_widened_as_words() {
    let extension = |target: Target, bits| {
        let mut arena = TypeArena::new();
        let ty = arena.bit_int(bits, false);
        let signature = crate::Signature::new(TyId::VOID, [ty]);
        let abi = crate::lower(&target, &arena, &signature).expect("bit integers are described");
        abi.params[0].parts()[0].extend
    };
    assert_eq!(extension(TARGET, 20), Extend::Sign);
    assert_eq!(extension(Target::RISCV64_LINUX, 20), Extend::Zero);
    for target in [TARGET, Target::RISCV64_LINUX] {
        assert_eq!(extension(target, 16), Extend::Zero);
        assert_eq!(extension(target, 32), Extend::Sign);
        assert_eq!(extension(target, 33), Extend::None);
    }
}

/// The type itself is aligned to 16 bytes here and to 8 on RISC-V.
#[test]
fn wide_bit_integers_have_the_alignment_of_the_target() {
    for (target, expected) in [(TARGET, "a2[0..8] a3[8..16]"), (Target::RISCV64_LINUX, "a1[0..8] a2[8..16]")] {
        let abi = lowered_variadic(target, "void", "i32, {b100}", 1);
        assert_eq!(place(&abi.params[1]), expected);
    }
}
