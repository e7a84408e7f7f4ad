//! Tables of System V placements, the traps that well-known recipes fall into, and register exhaustion.

use expect_test::{Expect, expect};

use super::*;
use crate::description::{CopyReason, Side, ValueIndex};
use crate::notation::{Notation, lowered, place, places};
use crate::rules::switch::without;
use crate::why::SystemV;

const TARGET: Target = Target::X86_64_LINUX;

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
    let types = ["bool", "i8", "u16", "i32", "i64", "i128", "ptr", "f16", "f32", "f64", "x87", "f128", "b7", "b65"];
    expect![[r#"
        bool: rdi[0..1] -> rax[0..1]
        i8: rdi[0..1] -> rax[0..1]
        u16: rdi[0..2] -> rax[0..2]
        i32: rdi[0..4] -> rax[0..4]
        i64: rdi[0..8] -> rax[0..8]
        i128: rdi[0..8] rsi[8..16] -> rax[0..8] rdx[8..16]
        ptr: rdi[0..8] -> rax[0..8]
        f16: xmm0[0..2] -> xmm0[0..2]
        f32: xmm0[0..4] -> xmm0[0..4]
        f64: xmm0[0..8] -> xmm0[0..8]
        x87: stack+0(16) -> st0[0..10]
        f128: xmm0[0..16] -> xmm0[0..16]
        b7: rdi[0..1] -> rax[0..1]
        b65: rdi[0..8] rsi[8..16] -> rax[0..8] rdx[8..16]
    "#]]
    .assert_eq(&table(&types));
}

#[test]
fn aggregates() {
    let types = [
        "{}",
        "{i8[3]}",
        "{i64, i8}",
        "{i64, i64, i64}",
        "{f32, f32, f32}",
        "{f64, i32}",
        "{i32, f64}",
        "{i8, f64}!",
        "{i64, i64}@16",
        "{i64, i64}@32",
        "u{f32, i32}",
        "u{f64, {f64, f64}}",
        "{i32:20, i64:50}",
        "{_i64:64, i32}",
        "{_i64:40}",
        "c(f32)",
        "c(f64)",
        "c(x87)",
        "{x87}",
        "u{x87, i32}",
        "{v(f32,4)}",
        "v(f32,2)",
        "v(i8,4)",
        "v(f32,8)",
        "{{i16[2]}[3], {}}",
        "{f32, f32[]}",
    ];
    expect![[r#"
        {}: - -> -
        {i8[3]}: rdi[0..3] -> rax[0..3]
        {i64, i8}: rdi[0..8] rsi[8..9] -> rax[0..8] rdx[8..9]
        {i64, i64, i64}: stack+0(24) -> sret rdi
        {f32, f32, f32}: xmm0[0..8] xmm1[8..12] -> xmm0[0..8] xmm1[8..12]
        {f64, i32}: xmm0[0..8] rdi[8..12] -> xmm0[0..8] rax[8..12]
        {i32, f64}: rdi[0..4] xmm0[8..16] -> rax[0..4] xmm0[8..16]
        {i8, f64}!: stack+0(16) -> sret rdi
        {i64, i64}@16: rdi[0..8] rsi[8..16] -> rax[0..8] rdx[8..16]
        {i64, i64}@32: stack+0(32) -> sret rdi
        u{f32, i32}: rdi[0..4] -> rax[0..4]
        u{f64, {f64, f64}}: xmm0[0..8] xmm1[8..16] -> xmm0[0..8] xmm1[8..16]
        {i32:20, i64:50}: rdi[0..4] rsi[8..16] -> rax[0..4] rdx[8..16]
        {_i64:64, i32}: rdi[8..12] -> rax[8..12]
        {_i64:40}: - -> -
        c(f32): xmm0[0..8] -> xmm0[0..8]
        c(f64): xmm0[0..8] xmm1[8..16] -> xmm0[0..8] xmm1[8..16]
        c(x87): stack+0(32) -> st0[0..10] st1[16..26]
        {x87}: stack+0(16) -> st0[0..10]
        u{x87, i32}: stack+0(16) -> sret rdi
        {v(f32,4)}: xmm0[0..16] -> xmm0[0..16]
        v(f32,2): xmm0[0..8] -> xmm0[0..8]
        v(i8,4): rdi[0..4] -> rax[0..4]
        v(f32,8): stack+0(32) -> xmm0[0..16] xmm1[16..32]
        {{i16[2]}[3], {}}: rdi[0..8] rsi[8..12] -> rax[0..8] rdx[8..12]
        {f32, f32[]}: stack+0(8) -> sret rdi
    "#]]
    .assert_eq(&table(&types));
}

/// Recipes that pass small structs as integers of their size lose them to a general register.
#[test]
fn trap_1_an_eightbyte_of_floats_travels_in_a_vector_register() {
    expect![[r#"
        {f32}: xmm0[0..4] -> xmm0[0..4]
        {f64}: xmm0[0..8] -> xmm0[0..8]
        {f32, f32}: xmm0[0..8] -> xmm0[0..8]
        {f32[2], f32}: xmm0[0..8] xmm1[8..12] -> xmm0[0..8] xmm1[8..12]
        {f16[3]}: xmm0[0..6] -> xmm0[0..6]
    "#]]
    .assert_eq(&table(&["{f32}", "{f64}", "{f32, f32}", "{f32[2], f32}", "{f16[3]}"]));
}

/// Recipes that sum member sizes put the last byte into the first eightbyte.
#[test]
fn trap_2_eightbytes_are_classified_by_offset_with_padding() {
    expect![[r#"
        {i8, i8, i8, i32, i8}: rdi[0..8] rsi[8..9] -> rax[0..8] rdx[8..9]
        {i8, i16, i8, f32, i8}: rdi[0..8] rsi[8..16] -> rax[0..8] rdx[8..16]
        {f32, {}, f32@8}: xmm0[0..4] xmm1[8..12] -> xmm0[0..4] xmm1[8..12]
    "#]]
    .assert_eq(&table(&["{i8, i8, i8, i32, i8}", "{i8, i16, i8, f32, i8}", "{f32, {}, f32@8}"]));
}

/// At -O0 an `i48` for the first eightbyte looks right; at -O2 the float beside it arrives as 0.
#[test]
fn trap_3_the_first_eightbyte_of_a_pair_is_taken_whole() {
    let (arena, ty) = Notation::ty(TARGET, "{i16, f32, f32}");
    let signature = Signature::new(TyId::VOID, [ty]);
    let abi = lower(&TARGET, &arena, &signature).expect("the signature is described");
    expect!["void (i64, float)"].assert_eq(&crate::llvm::signature(&TARGET, &arena, &signature, &abi).to_string());
    check("void", "{i16, f32, f32}", expect!["rdi[0..8] xmm0[8..12] -> -"]);
}

#[test]
fn trap_4_what_does_not_fit_goes_to_memory_whole_and_takes_no_register() {
    check(
        "void",
        "i64, i64, i64, i64, i64, {i64, i64}, i64, i64",
        expect![
            "rdi[0..8] | rsi[0..8] | rdx[0..8] | rcx[0..8] | r8[0..8] | stack+0(16) | r9[0..8] | stack+16[0..8] -> -"
        ],
    );
    check(
        "void",
        "i64, i64, i64, i64, i64, i128, i64, i64",
        expect![
            "rdi[0..8] | rsi[0..8] | rdx[0..8] | rcx[0..8] | r8[0..8] | stack+0[0..8] stack+8[8..16] | r9[0..8] | stack+16[0..8] -> -"
        ],
    );
    check(
        "void",
        "i64, i64, i64, i64, i64, i64, {i64, f64}, f64",
        expect!["rdi[0..8] | rsi[0..8] | rdx[0..8] | rcx[0..8] | r8[0..8] | r9[0..8] | stack+0(16) | xmm0[0..8] -> -"],
    );
    check(
        "{i64[3]}",
        "i64, i64, i64, i64, {i64, i64}, i8",
        expect!["rsi[0..8] | rdx[0..8] | rcx[0..8] | r8[0..8] | stack+0(16) | r9[0..1] -> sret rdi"],
    );
}

/// Copying the slot's eight bytes per word reads past the end of the value.
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

/// Only what clang passes with `byval` lies in the argument area; nothing travels as the address of a copy.
#[test]
fn trap_7_large_values_lie_in_the_argument_area() {
    check(
        "void",
        "{i64[3]}, i32, {i8[17]}, {f64[4]}@32",
        expect!["stack+0(24) | rdi[0..4] | stack+24(24) | stack+64(32) -> -"],
    );
    let abi = lowered(TARGET, "void", "{i64[3]}");
    let copy = abi.copies_of(ValueIndex::Param(0)).next().expect("the value is copied");
    assert_eq!((copy.side, copy.reason, copy.elidable), (Side::Caller, CopyReason::Argument, false));
}

#[test]
fn trap_8_the_address_of_a_large_result_comes_back_in_rax() {
    let abi = lowered(TARGET, "{i64[3]}", "i32");
    let pointer = Location::Register(Register::RDI);
    assert_eq!(abi.result.placement, Placement::Sret { pointer, returned_in: Some(Register::RAX) });
    assert_eq!(place(&abi.params[0]), "rsi[0..4]");
}

#[test]
fn registers_run_out_per_class() {
    check(
        "void",
        "f32, f64, f32, f64, f32, f64, f32, f64, f32, {f64}, i8, v(f32,4), i64",
        expect![
            "xmm0[0..4] | xmm1[0..8] | xmm2[0..4] | xmm3[0..8] | xmm4[0..4] | xmm5[0..8] | xmm6[0..4] | xmm7[0..8] | stack+0[0..4] | stack+8(8) | rdi[0..1] | stack+16[0..16] | rsi[0..8] -> -"
        ],
    );
    check(
        "void",
        "i8, i16, i32, i64, ptr, bool, i8, {i8[3]}, f32, x87, i16",
        expect![
            "rdi[0..1] | rsi[0..2] | rdx[0..4] | rcx[0..8] | r8[0..8] | r9[0..1] | stack+0[0..1] | stack+8(8) | xmm0[0..4] | stack+16(16) | stack+32[0..2] -> -"
        ],
    );
}

#[test]
fn variadic_calls_count_vector_registers() {
    let arena = TypeArena::new();
    let params = [TyId::POINTER, TyId::F64, TyId::I32, TyId::F64];
    let abi = lower(&TARGET, &arena, &Signature::variadic(TyId::I32, params, 1)).expect("scalars are described");
    assert_eq!(abi.call.vector_registers, Some(2));
    let named = VariadicLayout { fixed: 1, named_general: 1, named_vector: 0, named_stack_bytes: 0 };
    assert_eq!(abi.call.variadic, Some(named));
    let fixed = lower(&TARGET, &arena, &Signature::new(TyId::I32, params)).expect("scalars are described");
    assert_eq!((fixed.call.vector_registers, fixed.call.variadic), (None, None));
}

#[test]
fn an_argument_area_of_gigabytes_is_refused() {
    let mut arena = TypeArena::new();
    let bytes = arena.array(TyId::U8, 3 << 30);
    let field = crate::FieldSpec::new(bytes);
    let record = crate::layout_record(&TARGET, &arena, crate::RecordKind::Struct, &[field], false, None);
    let huge = arena.add_record(record);
    let refusal = lower(&TARGET, &arena, &Signature::new(TyId::VOID, [huge])).expect_err("3 GiB are too much");
    expect!["an argument of this size is not supported: the argument area is limited to 2 GiB"]
        .assert_eq(&refusal.to_string());
}

/// What macOS does differently, and gcc on Linux.
#[test]
fn the_same_types_by_other_compilers() {
    let answer = |target: Target, ty: &str| {
        let abi = lowered(target, ty, ty);
        format!("{} -> {}", place(&abi.params[0]), place(&abi.result))
    };
    let gcc = TARGET.compatible_with(Compatibility::Gcc);
    let types = [
        ("v(i64,1)", Target::X86_64_DARWIN),
        ("u{x87, i64}", Target::X86_64_DARWIN),
        ("u{x87, u{ptr, x87}}", Target::X86_64_DARWIN),
        ("v(f64,4)", gcc),
        ("v(f64,1)", gcc),
        ("u{_i128:122, i64}", gcc),
    ];
    let line = |(ty, other): &(&str, Target)| format!("{ty}: {}, there {}\n", answer(TARGET, ty), answer(*other, ty));
    let lines: String = types.iter().map(line).collect();
    expect![[r#"
        v(i64,1): xmm0[0..8] -> xmm0[0..8], there rdi[0..8] -> rax[0..8]
        u{x87, i64}: stack+0(16) -> sret rdi, there rdi[0..8] xmm0[8..16] -> rax[0..8] xmm0[8..16]
        u{x87, u{ptr, x87}}: stack+0(16) -> sret rdi, there rdi[0..8] xmm0[8..16] -> rax[0..8] xmm0[8..16]
        v(f64,4): stack+0(32) -> xmm0[0..16] xmm1[16..32], there stack+0(32) -> sret rdi
        v(f64,1): stack+0(8) -> xmm0[0..8], there stack+0(8) -> sret rdi
        u{_i128:122, i64}: rdi[0..8] rsi[8..16] -> rax[0..8] rdx[8..16], there rdi[0..8] -> rax[0..8]
    "#]]
    .assert_eq(&lines);
}

/// Clang makes an integer of such a half, gcc follows the document. Found by running programs.
#[test]
fn a_half_that_clang_passes_elsewhere_is_refused_unless_gcc_is_followed() {
    for text in ["u{f16[2], {f64, i8}!}", "{f16[2], i8@8}", "{bf16, i8@8}"] {
        let (arena, ty) = Notation::ty(TARGET, text);
        let signature = Signature::new(TyId::VOID, [ty]);
        let refusal = lower(&TARGET, &arena, &signature).expect_err("clang departs from the document");
        assert!(refusal.to_string().contains("general register"), "{text}: {refusal}");
        let gcc = TARGET.compatible_with(Compatibility::Gcc);
        let abi = lower(&gcc, &arena, &signature).expect("gcc follows the document");
        assert!(places(&abi).starts_with("xmm0"), "{text}: {}", places(&abi));
    }
}

/// Every rule decides something here: switched off, one of these signatures is described otherwise.
#[test]
fn each_rule_decides_a_signature() {
    let rules = [
        Why::SystemV(SystemV::IntegerEightbyte),
        Why::SystemV(SystemV::SseEightbyte),
        Why::SystemV(SystemV::SseUpEightbyte),
        Why::SystemV(SystemV::IntegerClass),
        Why::SystemV(SystemV::SseClass),
        Why::SystemV(SystemV::Int128Pair),
        Why::SystemV(SystemV::Int128Memory),
        Why::SystemV(SystemV::X87Memory),
        Why::SystemV(SystemV::X87Result),
        Why::SystemV(SystemV::ComplexX87Result),
        Why::SystemV(SystemV::LargeAggregate),
        Why::SystemV(SystemV::UnalignedMember),
        Why::SystemV(SystemV::X87InAggregate),
        Why::SystemV(SystemV::WideVector),
        Why::SystemV(SystemV::NoRegistersLeft),
        Why::SystemV(SystemV::Sret),
        Why::SystemV(SystemV::Widened),
    ];
    let signatures = [
        ("x87", "i8, f32, {i32, f32}, {f32}, v(f32,4), {i8, f64}!"),
        ("c(x87)", "i128, x87, u{x87, i64}, v(f32,8)"),
        ("{i64, i64, i64}", "i64, i64, i64, i64, {i64, i64}, i128, i64"),
    ];
    for rule in rules {
        let all = || signatures.map(|(result, params)| lowered(TARGET, result, params));
        assert_ne!(without(rule, all), all(), "{rule:?} decides nothing");
    }
}

#[test]
fn what_clang_reads_past_its_end_is_refused() {
    let (arena, ty) = Notation::ty(TARGET, "{_i128:126, bool:1}");
    let signature = Signature::new(TyId::VOID, [ty]);
    assert!(lower(&TARGET, &arena, &signature).is_err());
    assert!(lower(&TARGET.compatible_with(Compatibility::Gcc), &arena, &signature).is_ok());
}

/// gcc looks at the first element of an array only. Found by running programs.
#[test]
fn arrays_of_packed_records_of_clang_and_gcc() {
    let at = |target: Target| places(&lowered(target, "void", "{{f32, i8}![2]}"));
    expect!["stack+0(16) -> -"].assert_eq(&at(TARGET));
    let gcc = TARGET.compatible_with(Compatibility::Gcc);
    expect!["rdi[0..8] rsi[8..10] -> -"].assert_eq(&at(gcc));
}
