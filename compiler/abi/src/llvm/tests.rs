//! IR types of the types that were tried first, one column per target, as clang 22.1.8 emits them: parameter,
//! then result. `T` is the type's own memory form, `-` a value that is not passed. An empty cell: the type does
//! not exist on the target.

use crate::arena::{Signature, Ty};
use crate::clang::storage::storage;
use crate::llvm::signature;
use crate::lower;
use crate::notation::Notation;
use crate::target::Target;

const MATRIX: [(&str, &str, &str); 61] = [
    ("{}", "- ⇒ void", "- ⇒ void"),
    ("{i8[3]}", "i24 ⇒ i24", "i64 ⇒ i24"),
    ("{i32}", "i32 ⇒ i32", "i64 ⇒ i32"),
    ("{i64, i64}", "i64, i64 ⇒ { i64, i64 }", "[2 x i64] ⇒ [2 x i64]"),
    ("{i64, i8}", "i64, i8 ⇒ { i64, i8 }", "[2 x i64] ⇒ [2 x i64]"),
    ("{i64, i64, i64}", "ptr byval(T) align 8 ⇒ sret", "ptr ⇒ sret"),
    ("{f32}", "float ⇒ float", "[1 x float] alignstack(8) ⇒ T"),
    ("{f32, f32}", "<2 x float> ⇒ <2 x float>", "[2 x float] alignstack(8) ⇒ T"),
    ("{f32, f32, f32}", "<2 x float>, float ⇒ { <2 x float>, float }", "[3 x float] alignstack(8) ⇒ T"),
    ("{f32[4]}", "<2 x float>, <2 x float> ⇒ { <2 x float>, <2 x float> }", "[4 x float] alignstack(8) ⇒ T"),
    ("{f32[5]}", "ptr byval(T) align 8 ⇒ sret", "ptr ⇒ sret"),
    ("{f64}", "double ⇒ double", "[1 x double] alignstack(8) ⇒ T"),
    ("{f64, f64}", "double, double ⇒ { double, double }", "[2 x double] alignstack(8) ⇒ T"),
    ("{f32, f64}", "float, double ⇒ { float, double }", "[2 x i64] ⇒ [2 x i64]"),
    ("{f32, i32}", "i64 ⇒ i64", "i64 ⇒ i64"),
    ("{f64, i32}", "double, i32 ⇒ { double, i32 }", "[2 x i64] ⇒ [2 x i64]"),
    ("{i8, f32}", "i64 ⇒ i64", "i64 ⇒ i64"),
    ("{i32, f32, f32, i32}", "i64, i64 ⇒ { i64, i64 }", "[2 x i64] ⇒ [2 x i64]"),
    ("{f64[1]}", "double ⇒ double", "[1 x double] alignstack(8) ⇒ T"),
    ("{f32}@8", "float ⇒ float", "i64 ⇒ i64"),
    ("{f32}@16", "float ⇒ float", "[2 x i64] ⇒ i128"),
    ("{i32}@16", "i32 ⇒ i32", "[2 x i64] ⇒ i128"),
    ("{i64, i64}@16", "i64, i64 ⇒ { i64, i64 }", "[2 x i64] ⇒ i128"),
    ("{i64@16, i64}", "i64, i64 ⇒ { i64, i64 }", "i128 ⇒ i128"),
    ("{i64, i64}@32", "ptr byval(T) align 32 ⇒ sret", "ptr ⇒ sret"),
    ("{i8, f64}!", "ptr byval(T) align 8 ⇒ sret", "[2 x i64] ⇒ [2 x i64]"),
    ("{i32, f32}!", "i64 ⇒ i64", "i64 ⇒ i64"),
    ("{i32:3, i32:29}", "i32 ⇒ i32", "i64 ⇒ i32"),
    ("{i32:20, f32}", "i64 ⇒ i64", "i64 ⇒ i64"),
    ("{_i32:0, f32, f32}", "<2 x float> ⇒ <2 x float>", "[2 x float] alignstack(8) ⇒ T"),
    ("{i64, _i32:5}", "i64 ⇒ i64", "[2 x i64] ⇒ [2 x i64]"),
    ("u{f32, i32}", "i32 ⇒ i32", "i64 ⇒ i32"),
    ("u{f64, {f64, f64}}", "double, double ⇒ { double, double }", "[2 x double] alignstack(8) ⇒ T"),
    ("u{f32[4], f64}", "double, double ⇒ { double, double }", "[2 x i64] ⇒ [2 x i64]"),
    ("{{}, f32}", "float ⇒ float", "[1 x float] alignstack(8) ⇒ T"),
    ("{{f32, f32}, f32}", "<2 x float>, float ⇒ { <2 x float>, float }", "[3 x float] alignstack(8) ⇒ T"),
    ("{f32, f32[]}", "ptr byval(T) align 8 ⇒ sret", "i64 ⇒ i32"),
    ("{f32[0], f32}", "float ⇒ float", "i64 ⇒ i32"),
    ("c(f32)", "<2 x float> ⇒ <2 x float>", "[2 x float] alignstack(8) ⇒ { float, float }"),
    ("c(f64)", "double, double ⇒ { double, double }", "[2 x double] alignstack(8) ⇒ { double, double }"),
    ("{c(f32)}", "<2 x float> ⇒ <2 x float>", "[2 x float] alignstack(8) ⇒ T"),
    ("c(i32)", "i64 ⇒ i64", "i64 ⇒ i64"),
    ("x87", "x86_fp80 ⇒ x86_fp80", ""),
    ("f128", "", "fp128 ⇒ fp128"),
    ("{x87}", "ptr byval(T) align 16 ⇒ x86_fp80", ""),
    ("{f128}", "", "[1 x fp128] alignstack(16) ⇒ T"),
    ("i128", "i128 ⇒ i128", "i128 ⇒ i128"),
    ("{i128}", "i128 ⇒ i128", "i128 ⇒ i128"),
    ("bool", "i1 zeroext ⇒ zeroext i1", "i1 ⇒ i1"),
    ("i8", "i8 signext ⇒ signext i8", "i8 ⇒ i8"),
    ("u16", "i16 zeroext ⇒ zeroext i16", "i16 ⇒ i16"),
    ("u32", "i32 ⇒ i32", "i32 ⇒ i32"),
    ("b7", "i7 signext ⇒ signext i7", "i7 ⇒ i7"),
    ("b65", "i64, i64 ⇒ { i64, i64 }", "i65 ⇒ i65"),
    ("f16", "half ⇒ half", "half ⇒ half"),
    ("{f16[3]}", "<4 x half> ⇒ <4 x half>", "[3 x half] alignstack(8) ⇒ T"),
    ("v(f32,2)", "double ⇒ double", "<2 x float> ⇒ <2 x float>"),
    ("v(f32,4)", "<4 x float> ⇒ <4 x float>", "<4 x float> ⇒ <4 x float>"),
    ("v(f32,8)", "ptr byval(<8 x float>) align 32 ⇒ <8 x float>", "ptr ⇒ sret"),
    ("{v(f32,4)}", "<4 x float> ⇒ <4 x float>", "[1 x <4 x float>] alignstack(16) ⇒ T"),
    ("{v(f32,4), v(f32,4)}", "ptr byval(T) align 16 ⇒ sret", "[2 x <4 x float>] alignstack(16) ⇒ T"),
];

fn cell(target: Target, text: &str) -> String {
    let (arena, ty) = Notation::ty(target, text);
    let plain = Signature::new(ty, [ty]);
    let abi = lower(&target, &arena, &plain).expect("the types of the matrix are described");
    let llvm = signature(&target, &arena, &plain, &abi);
    let memory = storage(&target, &arena, ty);
    let is_record = matches!(arena.get(ty), Ty::Record(_));
    let own = |text: String| {
        if is_record { text.replace(&format!("byval({memory})"), "byval(T)") } else { text }
    };
    let sret = llvm.params.first().is_some_and(|param| param.attributes.struct_return.is_some());
    let params: Vec<String> =
        llvm.params[usize::from(sret)..].iter().map(|param| own(format!("{}{}", param.ty, param.attributes))).collect();
    let params = if params.is_empty() { "-".to_string() } else { params.join(", ") };
    let is_own = target == Target::AARCH64_LINUX && is_record && llvm.result.ty == memory;
    let result = if sret {
        "sret".to_string()
    } else if is_own {
        "T".to_string()
    } else {
        format!("{} {}", llvm.result.attributes, llvm.result.ty).trim().to_string()
    };
    format!("{params} ⇒ {result}")
}

#[test]
fn types_travel_as_the_matrix_says() {
    for (text, x86_64, aarch64) in MATRIX {
        for (target, wanted) in [(Target::X86_64_LINUX, x86_64), (Target::AARCH64_LINUX, aarch64)] {
            if !wanted.is_empty() {
                assert_eq!(cell(target, text), wanted, "{text} on {target}");
            }
        }
    }
}

/// Seen at run time: clang hands over the first of the two floats only, and so did we.
#[test]
fn no_float_of_a_union_is_lost() {
    let target = Target::X86_64_LINUX;
    let both = |text: &str| {
        let (arena, ty) = Notation::ty(target, text);
        let asked = Signature::new(ty, [ty]);
        let abi = lower(&target, &arena, &asked).expect("it is described");
        let ours = signature(&target, &arena, &asked, &abi).to_string();
        (ours, super::signature_of_clang(&target, &arena, &asked, &abi).to_string())
    };
    let (ours, clangs) = both("u{{f32, f32}, {f32, f64}}");
    assert_eq!(clangs, "{ float, double } (float, double)");
    assert_eq!(ours, "{ double, double } (double, double)");
    let (ours, clangs) = both("{f32, f64}");
    assert_eq!(ours, clangs);
    assert_eq!(ours, "{ float, double } (float, double)");
}
