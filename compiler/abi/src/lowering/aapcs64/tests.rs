//! Tables of AAPCS64 placements, the traps that well-known recipes fall into, and register exhaustion.

use expect_test::{Expect, expect};

use super::*;
use crate::notation::{Notation, lowered, place, places};
use crate::rules::switch::without;
use crate::why::Aapcs64;

const TARGET: Target = Target::AARCH64_LINUX;

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

#[test]
fn scalars() {
    let types = ["bool", "i8", "u16", "i32", "i64", "i128", "ptr", "f16", "f32", "f64", "f128", "b7", "b65"];
    expect![[r#"
        bool: x0[0..1] -> x0[0..1]
        i8: x0[0..1] -> x0[0..1]
        u16: x0[0..2] -> x0[0..2]
        i32: x0[0..4] -> x0[0..4]
        i64: x0[0..8] -> x0[0..8]
        i128: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        ptr: x0[0..8] -> x0[0..8]
        f16: v0[0..2] -> v0[0..2]
        f32: v0[0..4] -> v0[0..4]
        f64: v0[0..8] -> v0[0..8]
        f128: v0[0..16] -> v0[0..16]
        b7: x0[0..1] -> x0[0..1]
        b65: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
    "#]]
    .assert_eq(&table(&types));
}

/// Vectors that AAPCS64 does not know: as parameters integers or whole registers, as results what LLVM makes of them.
#[test]
fn odd_vectors() {
    let types = [
        "v(i8,1)",
        "v(i8,2)",
        "v(i8,3)",
        "v(i8,4)",
        "v(i16,2)",
        "v(f16,2)",
        "v(f32,1)",
        "v(i8,9)",
        "v(i128,1)",
        "v(f32,8)",
    ];
    expect![[r#"
        v(i8,1): x0[0..1] -> v0[0..1]
        v(i8,2): x0[0..2] -> v0[0..2] in lanes of 4
        v(i8,3): x0[0..4] -> x0[0..1] x1[1..2] x2[2..3]
        v(i8,4): x0[0..4] -> v0[0..4] in lanes of 2
        v(i16,2): x0[0..4] -> v0[0..4] in lanes of 4
        v(f16,2): x0[0..4] -> v0[0..4]
        v(f32,1): x0[0..4] -> v0[0..4]
        v(i8,9): v0[0..16] -> v0[0..16]
        v(i128,1): v0[0..16] -> x0[0..8] x1[8..16]
        v(f32,8): *x0 -> sret x8
    "#]]
    .assert_eq(&table(&types));
    let gcc = TARGET.compatible_with(Compatibility::Gcc);
    let results = types[1..4].iter().map(|ty| place(&lowered(gcc, ty, "").result));
    assert_eq!(results.collect::<Vec<_>>(), ["x0[0..2]", "x0[0..4]", "x0[0..4]"]);
}

#[test]
fn homogeneous_aggregates_of_brain_floats_are_clangs() {
    check("void", "{bf16[3]}", expect!["v0[0..2] v1[2..4] v2[4..6] -> -"]);
    let gcc = lowered(TARGET.compatible_with(Compatibility::Gcc), "void", "{bf16[3]}");
    assert_eq!(places(&gcc), "x0[0..6] -> -");
}

#[test]
fn aggregates() {
    let types = [
        "{}",
        "{i8[3]}",
        "{i64, i8}",
        "{i64, i64, i64}",
        "{f32, f32, f32}",
        "{f64[4]}",
        "{f64[5]}",
        "{f32, f64}",
        "{f32}@16",
        "{i8, f64}!",
        "{i64, i64}@16",
        "{i64@16, i64}",
        "{i64, i64}@32",
        "u{f32, i32}",
        "u{f64, {f64, f64}}",
        "{_i32:0, f32, f32}",
        "{f32[0], f32}",
        "{{}, f32}",
        "c(f32)",
        "c(f128)",
        "{f128}",
        "{v(f32,4), v(i64,2)}",
        "v(f32,2)",
        "v(f32,8)",
        "{f16[3]}",
    ];
    expect![[r#"
        {}: - -> -
        {i8[3]}: x0[0..3] -> x0[0..3]
        {i64, i8}: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        {i64, i64, i64}: *x0 -> sret x8
        {f32, f32, f32}: v0[0..4] v1[4..8] v2[8..12] -> v0[0..4] v1[4..8] v2[8..12]
        {f64[4]}: v0[0..8] v1[8..16] v2[16..24] v3[24..32] -> v0[0..8] v1[8..16] v2[16..24] v3[24..32]
        {f64[5]}: *x0 -> sret x8
        {f32, f64}: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        {f32}@16: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        {i8, f64}!: x0[0..8] x1[8..9] -> x0[0..8] x1[8..9]
        {i64, i64}@16: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        {i64@16, i64}: x0[0..8] x1[8..16] -> x0[0..8] x1[8..16]
        {i64, i64}@32: *x0 -> sret x8
        u{f32, i32}: x0[0..4] -> x0[0..4]
        u{f64, {f64, f64}}: v0[0..8] v1[8..16] -> v0[0..8] v1[8..16]
        {_i32:0, f32, f32}: v0[0..4] v1[4..8] -> v0[0..4] v1[4..8]
        {f32[0], f32}: x0[0..4] -> x0[0..4]
        {{}, f32}: v0[0..4] -> v0[0..4]
        c(f32): v0[0..4] v1[4..8] -> v0[0..4] v1[4..8]
        c(f128): v0[0..16] v1[16..32] -> v0[0..16] v1[16..32]
        {f128}: v0[0..16] -> v0[0..16]
        {v(f32,4), v(i64,2)}: v0[0..16] v1[16..32] -> v0[0..16] v1[16..32]
        v(f32,2): v0[0..8] -> v0[0..8]
        v(f32,8): *x0 -> sret x8
        {f16[3]}: v0[0..2] v1[2..4] v2[4..6] -> v0[0..2] v1[2..4] v2[4..6]
    "#]]
    .assert_eq(&table(&types));
}

/// As LLVM structs they would be split between the last register and the stack.
#[test]
fn trap_5_pairs_and_homogeneous_aggregates_are_kept_whole() {
    check(
        "void",
        "i64, i64, i64, i64, i64, i64, i64, {i64, i64}, i64",
        expect![
            "x0[0..8] | x1[0..8] | x2[0..8] | x3[0..8] | x4[0..8] | x5[0..8] | x6[0..8] | stack+0(16) | stack+16[0..8] -> -"
        ],
    );
    check(
        "void",
        "f64, f64, f64, f64, f64, f64, {f32, f32, f32}, f32",
        expect!["v0[0..8] | v1[0..8] | v2[0..8] | v3[0..8] | v4[0..8] | v5[0..8] | stack+0(16) | stack+16[0..4] -> -"],
    );
    let (arena, ty) = Notation::ty(TARGET, "{i32, i64}");
    let signature = Signature::new(ty, [ty]);
    let abi = lower(&TARGET, &arena, &signature).expect("the signature is described");
    expect!["[2 x i64] ([2 x i64])"].assert_eq(&crate::llvm::signature(&TARGET, &arena, &signature, &abi).to_string());
}

#[test]
fn trap_6_copies_have_the_size_of_the_value() {
    let abi = lowered(TARGET, "{i8[19]}", "{i8[19]}, {i8[9]}, {i8[3]}");
    let copies: Vec<String> = abi
        .copies
        .iter()
        .map(|copy| format!("{:?} {:?} {} bytes: {:?}", copy.value, copy.side, copy.bytes, copy.reason))
        .collect();
    expect![[r#"
        Param(0) Caller 19 bytes: Argument
        Param(1) Callee 9 bytes: CalleeLocal
        Param(2) Callee 3 bytes: CalleeLocal
        Result Callee 19 bytes: ReturnSlot"#]]
    .assert_eq(&copies.join("\n"));
    let lens = |index: usize| abi.params[index].parts().iter().map(|part| part.len).collect::<Vec<_>>();
    assert_eq!((lens(1), lens(2)), (vec![8, 1], vec![3]));
}

#[test]
fn trap_7_large_values_travel_as_a_plain_address_of_a_copy() {
    check("void", "i64, {i64[3]}, {i8[17]}@32", expect!["x0[0..8] | *x1 | *x2 -> -"]);
    check(
        "void",
        "i64, i64, i64, i64, i64, i64, i64, i64, {i64[3]}, i8",
        expect![
            "x0[0..8] | x1[0..8] | x2[0..8] | x3[0..8] | x4[0..8] | x5[0..8] | x6[0..8] | x7[0..8] | *stack+0 | stack+8[0..1] -> -"
        ],
    );
    let (arena, ty) = Notation::ty(TARGET, "{i64[3]}");
    let signature = Signature::new(TyId::VOID, [ty]);
    let abi = lower(&TARGET, &arena, &signature).expect("the signature is described");
    expect![["void (ptr)"]].assert_eq(&crate::llvm::signature(&TARGET, &arena, &signature, &abi).to_string());
}

#[test]
fn trap_8_the_address_of_a_large_result_travels_in_x8_and_is_not_returned() {
    let abi = lowered(TARGET, "{i64[3]}", "i32");
    let pointer = Location::Register(Register::X8);
    assert_eq!(abi.result.placement, Placement::Sret { pointer, returned_in: None });
    assert_eq!(place(&abi.params[0]), "x0[0..4]");
}

#[test]
fn alignment_of_16_takes_even_pairs_and_closes_what_it_skips() {
    check("void", "i64, i128, i64", expect!["x0[0..8] | x2[0..8] x3[8..16] | x4[0..8] -> -"]);
    check("void", "i64, {i128}, i64", expect!["x0[0..8] | x2[0..8] x3[8..16] | x4[0..8] -> -"]);
    check(
        "void",
        "i64, i64, i64, i64, i64, i64, i64, i128, i64, i128",
        expect![
            "x0[0..8] | x1[0..8] | x2[0..8] | x3[0..8] | x4[0..8] | x5[0..8] | x6[0..8] | stack+0[0..8] stack+8[8..16] | stack+16[0..8] | stack+32[0..8] stack+40[8..16] -> -"
        ],
    );
    check("void", "i64, {i64, i64}@16, i64", expect!["x0[0..8] | x1[0..8] x2[8..16] | x3[0..8] -> -"]);
}

#[test]
fn the_stack_has_slots_of_eight_bytes() {
    check(
        "void",
        "i64, i64, i64, i64, i64, i64, i64, i64, i8, i16, {i8[3]}, {i8[9]}, i128, f32, bool",
        expect![
            "x0[0..8] | x1[0..8] | x2[0..8] | x3[0..8] | x4[0..8] | x5[0..8] | x6[0..8] | x7[0..8] | stack+0[0..1] | stack+8[0..2] | stack+16(8) | stack+24(16) | stack+48[0..8] stack+56[8..16] | v0[0..4] | stack+64[0..1] -> -"
        ],
    );
    check(
        "void",
        "f64, f64, f64, f64, f64, f64, f64, f64, f32, {f32[3]}, f128, f16, v(f32,2), {f32}",
        expect![
            "v0[0..8] | v1[0..8] | v2[0..8] | v3[0..8] | v4[0..8] | v5[0..8] | v6[0..8] | v7[0..8] | stack+0[0..4] | stack+8(16) | stack+32[0..16] | stack+48[0..2] | stack+56[0..8] | stack+64(8) -> -"
        ],
    );
}

#[test]
fn stack_slots_of_aligned_values_are_aligned() {
    check(
        "void",
        "i64, i64, i64, i64, i64, i64, i64, i64, i8, {i128}, i8, {i64, i64}@16, i8, i128",
        expect![
            "x0[0..8] | x1[0..8] | x2[0..8] | x3[0..8] | x4[0..8] | x5[0..8] | x6[0..8] | x7[0..8] | stack+0[0..1] | stack+16(16) | stack+32[0..1] | stack+40(16) | stack+56[0..1] | stack+64[0..8] stack+72[8..16] -> -"
        ],
    );
    check(
        "void",
        "f64, f64, f64, f64, f64, f64, f64, f64, f32, {f128}, f32, {v(f32,4)}, f32, f128",
        expect![
            "v0[0..8] | v1[0..8] | v2[0..8] | v3[0..8] | v4[0..8] | v5[0..8] | v6[0..8] | v7[0..8] | stack+0[0..4] | stack+16(16) | stack+32[0..4] | stack+48(16) | stack+64[0..4] | stack+80[0..16] -> -"
        ],
    );
}

#[test]
fn variadic_arguments_travel_as_named_ones() {
    let arena = TypeArena::new();
    let params = [TyId::POINTER, TyId::F64, TyId::I32];
    let variadic = lower(&TARGET, &arena, &Signature::variadic(TyId::I32, params, 1)).expect("scalars are described");
    let plain = lower(&TARGET, &arena, &Signature::new(TyId::I32, params)).expect("scalars are described");
    assert_eq!(variadic.params, plain.params);
    let named = VariadicLayout { fixed: 1, named_general: 1, named_vector: 0, named_stack_bytes: 0 };
    assert_eq!(variadic.call.variadic, Some(named));
}

/// Seen with gcc, which aligns the copy by the members: a callee that trusts the type's own alignment reads and writes
/// with instructions that want more than it got.
#[test]
fn the_copy_of_an_overaligned_record_is_aligned_as_its_members_ask() {
    for (ty, expected) in [
        ("{i64, i64, i64}", 8),
        ("{i64}@32", 8),
        ("{i64, i64, i64}@16", 8),
        ("{i128, i64}", 16),
        ("{i128, i64}@32", 16),
        ("{i64[3]}!", 1),
    ] {
        let abi = lowered(TARGET, "void", ty);
        let Placement::Memory(Memory::ByPointer { align, .. }) = abi.params[0].placement else {
            panic!("{ty} does not travel by address");
        };
        assert_eq!(align, expected, "{ty}");
    }
}

/// Every rule decides something here: switched off, one of these signatures is described otherwise.
#[test]
fn each_rule_decides_a_signature() {
    let rules = [
        Why::Aapcs64(Aapcs64::GeneralRegister),
        Why::Aapcs64(Aapcs64::VectorRegister),
        Why::Aapcs64(Aapcs64::HomogeneousAggregate),
        Why::Aapcs64(Aapcs64::HomogeneousOnStack),
        Why::Aapcs64(Aapcs64::EvenRegister),
        Why::Aapcs64(Aapcs64::PairOfRegisters),
        Why::Aapcs64(Aapcs64::CompositeInRegisters),
        Why::Aapcs64(Aapcs64::GeneralExhausted),
        Why::Aapcs64(Aapcs64::StackSlot),
        Why::Aapcs64(Aapcs64::LargeComposite),
        Why::Aapcs64(Aapcs64::ResultAsArgument),
        Why::Aapcs64(Aapcs64::Sret),
        Why::Aapcs64(Aapcs64::OddVectorResult),
        Why::Empty,
    ];
    let signatures = [
        ("i32", "i64, i128, f32, {f32, f32}, {}, {i64[3]}"),
        ("{i64[3]}", "f64, f64, f64, f64, f64, {f32[4]}, f32, {i8, i8}"),
        ("v(i8,4)", "i64, i64, i64, i64, i64, i64, i64, {i64, i64}, i64, i128"),
    ];
    for rule in rules {
        let all = || signatures.map(|(result, params)| lowered(TARGET, result, params));
        assert_ne!(without(rule, all), all(), "{rule:?} decides nothing");
    }
}
