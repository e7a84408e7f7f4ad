//! What stands in the IR: signatures and attributes as clang writes them, names, the order of slots and blocks.

use abi::Target;
use expect_test::{Expect, expect};

use super::{Optimisation, ir, lower, options};

const X86: Target = Target::X86_64_LINUX;
const ARM: Target = Target::AARCH64_LINUX;

/// Types in which well-known recipes for passing structures go wrong.
const TYPES: &str = r#"module "shapes"
type %Floats2 = struct 8 align 4 { f32 @0, f32 @4 }
type %Padded = struct 12 align 4 { i8 @0, i8 @1, i8 @2, i32 @4, i8 @8 }
type %Mixed = struct 12 align 4 { i16 @0, f32 @4, f32 @8 }
type %Pair = struct 16 align 8 { low: i64 @0, high: i64 @8 }
type %Floats4 = struct 16 align 4 { f32 @0, f32 @4, f32 @8, f32 @12 }
type %Three = struct 3 align 1 { i8 @0, i8 @1, i8 @2 }
type %Twelve = struct 12 align 4 { i32 @0, i32 @4, i32 @8 }
type %Big = struct 24 align 8 { i64 @0, i64 @8, i64 @16 }
type %Over = struct 32 align 32 unadjusted 8 { i64 @0, i64 @8 }
"#;

/// The IR of some functions over the types above.
pub(super) fn translated(target: Target, optimisation: Optimisation, functions: &str) -> String {
    let mut module = mir::read(&format!("{TYPES}{functions}")).expect("the test's text is of the form");
    lower(&mut module, target);
    ir(&module, target, &options(optimisation))
}

/// Lines of IR that declare, define or call.
fn signatures(target: Target, functions: &str) -> String {
    let mut lines = String::new();
    for line in translated(target, Optimisation::None, functions).lines() {
        let line = line.trim();
        if ["define", "declare", "call", "%"].iter().any(|start| line.starts_with(start)) && line.contains(" @") {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    lines
}

#[test]
fn structures_travel_as_clang_passes_them_on_x86_64() {
    let functions = "
import function @f1 : (%Floats2) -> %Floats2
import function @f2 : (%Padded) -> %Padded
import function @f3 : (%Mixed) -> %Mixed
import function @f4 : (i64, i64, i64, i64, i64, %Pair, i64) -> %Pair
import function @f6 : (%Three) -> %Three
import function @f7 : (%Big) -> %Big
import function @f8 : (i8, bool, u16, i128) -> bool
import function @f9 : (%Over) -> %Over
function system_abi export @use(v0: ptr, v1: i64, v2: i8, v3: bool, v4: u16, v5: i128) : (ptr, i64, i8, bool, u16, i128) {
b0:
  call @f1(aggregate v0 align 4) : (%Floats2) -> %Floats2 into v0
  call @f2(aggregate v0 align 4) : (%Padded) -> %Padded into v0
  call @f3(aggregate v0 align 4) : (%Mixed) -> %Mixed into v0
  call @f4(v1, v1, v1, v1, v1, aggregate v0 align 8, v1) : (i64, i64, i64, i64, i64, %Pair, i64) -> %Pair into v0
  call @f6(aggregate v0 align 1) : (%Three) -> %Three into v0
  call @f7(aggregate v0 align 8) : (%Big) -> %Big into v0
  v6: bool = call @f8(v2, v3, v4, v5) : (i8, bool, u16, i128) -> bool
  call @f9(aggregate v0 align 32) : (%Over) -> %Over into unaliased v0
  return
}";
    let found = signatures(X86, functions);
    expect![[r#"
        define void @use(ptr %argument0, i64 %argument1, i8 signext %argument2, i1 zeroext %argument3, i16 zeroext %argument4, i128 %argument5) #0 {
        %8 = call <2 x float> @f1(<2 x float> %7)
        %12 = call { i64, i8 } @f2(i64 %argument02, i8 %11)
        %18 = call { i64, float } @f3(i64 %argument03, float %17)
        %22 = call { i64, i64 } @f4(i64 %argument1, i64 %argument1, i64 %argument1, i64 %argument1, i64 %argument1, ptr byval(%Pair) align 8 %argument0, i64 %argument1)
        %33 = call i24 @f6(i24 %32)
        call void @f7(ptr dead_on_unwind noalias writable sret(%Big) align 8 %passed, ptr byval(%Big) align 8 %argument0)
        call void @llvm.memcpy.p0.p0.i64(ptr align 8 %argument0, ptr align 8 %passed, i64 24, i1 false)
        %46 = call zeroext i1 @f8(i8 signext %argument2, i1 zeroext %argument3, i16 zeroext %argument4, i128 %45)
        call void @f9(ptr dead_on_unwind noalias writable sret(%Over) align 32 %argument0, ptr byval(%Over) align 32 %argument0)
        declare <2 x float> @f1(<2 x float>)
        declare { i64, i8 } @f2(i64, i8)
        declare { i64, float } @f3(i64, float)
        declare { i64, i64 } @f4(i64, i64, i64, i64, i64, ptr byval(%Pair) align 8, i64)
        declare i24 @f6(i24)
        declare void @f7(ptr dead_on_unwind noalias writable sret(%Big) align 8, ptr byval(%Big) align 8)
        declare zeroext i1 @f8(i8 signext, i1 zeroext, i16 zeroext, i128)
        declare void @f9(ptr dead_on_unwind noalias writable sret(%Over) align 32, ptr byval(%Over) align 32)
        declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1
    "#]].assert_eq(&found);
}

#[test]
fn structures_travel_as_clang_passes_them_on_aarch64() {
    let functions = "
import function @f1 : (%Floats4) -> %Floats4
import function @f2 : (%Pair) -> %Pair
import function @f3 : (%Three) -> %Three
import function @f4 : (%Twelve) -> %Twelve
import function @f5 : (%Big) -> %Big
import function @f6 : (i64, i64, i64, i64, i64, i64, i64, %Twelve, i64)
import function @f7 : (i8, bool, u16, i128) -> bool
function system_abi export @use(v0: ptr, v1: i64, v2: i8, v3: bool, v4: u16, v5: i128) : (ptr, i64, i8, bool, u16, i128) {
b0:
  call @f1(aggregate v0 align 4) : (%Floats4) -> %Floats4 into v0
  call @f2(aggregate v0 align 8) : (%Pair) -> %Pair into v0
  call @f3(aggregate v0 align 1) : (%Three) -> %Three into v0
  call @f4(aggregate v0 align 4) : (%Twelve) -> %Twelve into v0
  call @f5(aggregate v0 align 8) : (%Big) -> %Big into unaliased v0
  call @f6(v1, v1, v1, v1, v1, v1, v1, aggregate v0 align 4, v1) : (i64, i64, i64, i64, i64, i64, i64, %Twelve, i64)
  v6: bool = call @f7(v2, v3, v4, v5) : (i8, bool, u16, i128) -> bool
  return
}";
    let found = signatures(ARM, functions);
    expect![[r#"
        define void @use(ptr %argument0, i64 %argument1, i8 %argument2, i1 %argument3, i16 %argument4, i128 %argument5) #0 {
        %17 = call { float, float, float, float } @f1([4 x float] alignstack(8) %16)
        %29 = call [2 x i64] @f2([2 x i64] %28)
        %40 = call i24 @f3(i64 %39)
        %51 = call [2 x i64] @f4([2 x i64] %50)
        call void @llvm.memcpy.p0.p0.i64(ptr align 8 %passed, ptr align 8 %argument0, i64 24, i1 false)
        call void @f5(ptr dead_on_unwind noalias writable sret(%Big) align 8 %argument0, ptr %passed)
        call void @f6(i64 %argument1, i64 %argument1, i64 %argument1, i64 %argument1, i64 %argument1, i64 %argument1, i64 %argument1, [2 x i64] %65, i64 %argument1)
        %73 = call i1 @f7(i8 %argument2, i1 %argument3, i16 %argument4, i128 %72)
        declare { float, float, float, float } @f1([4 x float] alignstack(8))
        declare [2 x i64] @f2([2 x i64])
        declare i24 @f3(i64)
        declare [2 x i64] @f4([2 x i64])
        declare void @f5(ptr dead_on_unwind noalias writable sret(%Big) align 8, ptr)
        declare void @f6(i64, i64, i64, i64, i64, i64, i64, [2 x i64], i64)
        declare i1 @f7(i8, i1, i16, i128)
        declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1
    "#]].assert_eq(&found);
}

#[test]
fn variadic_functions_keep_their_declared_type() {
    let functions = "
import function @printf : (ptr, ...) -> i32
function system_abi export @use(v0: ptr, v1: f64) : (ptr, f64) -> i32 {
b0:
  v2: i32 = call @printf(v0, v1, v0) : (ptr, ..., f64, ptr) -> i32
  return v2
}";
    let found = signatures(X86, functions);
    expect![[r#"
        define i32 @use(ptr %argument0, double %argument1) #0 {
        %0 = call i32 (ptr, ...) @printf(ptr %argument0, double %argument1, ptr %argument0)
        declare i32 @printf(ptr, ...)
    "#]]
    .assert_eq(&found);
}

fn check(target: Target, optimisation: Optimisation, functions: &str, expected: Expect) {
    let text = translated(target, optimisation, functions);
    let body = text.find("\ndefine").map_or("", |start| &text[start + 1..]);
    let end = body.find("\n}").map_or(body.len(), |end| end + 3);
    expected.assert_eq(&body[..end]);
}

#[test]
fn names_are_those_of_the_source() {
    check(
        X86,
        Optimisation::None,
        r#"
function system_abi export @clamp(v0: i64, s1) : (i64, %Pair) -> i64 {
  slot s0 8 align 8 parameter frame : i64
  slot s1 16 align 8 parameter frame : %Pair
  slot s2 8 align 8 local frame : i64
  scope 0 0 to 100
  variable "value" s0 scope0 at 4 : i64 parameter 0
  variable "range" s1 scope0 at 9 : %Pair parameter 1
  variable "result" s2 scope0 at 20 : i64
b0:
  v1: ptr = slot_address s0
  store v0, v1 align 8
  v2: ptr = slot_address s1
  v3: i64 = load v2 align 8
  v4: i64 = load v1 align 8
  v5: bool = less v4, v3
  branch v5, b1, b2
b1:
  return v3
b2:
  v6: ptr = slot_address s2
  v8: ptr = slot_address s1 + 8
  v9: i64 = load v8 align 8
  store v9, v6 align 8
  v7: i64 = load v6 align 8
  return v7
}"#,
        expect![[r#"
            define i64 @clamp(i64 %value.in, i64 %range.in0, i64 %range.in1) #0 {
            entry:
              %retval = alloca i64, align 8
              %value = alloca i64, align 8
              %range = alloca %Pair, align 8
              %result = alloca i64, align 8
              store i64 %range.in0, ptr %range, align 8
              %0 = getelementptr inbounds i8, ptr %range, i64 8
              store i64 %range.in1, ptr %0, align 8
              store i64 %value.in, ptr %value, align 8
              %range1 = load i64, ptr %range, align 8
              %value2 = load i64, ptr %value, align 8
              %1 = icmp slt i64 %value2, %range1
              br i1 %1, label %b1, label %b2

            b1:                                               ; preds = %entry
              store i64 %range1, ptr %retval, align 8
              br label %return

            b2:                                               ; preds = %entry
              %range.high = getelementptr inbounds i8, ptr %range, i64 8
              %range.high3 = load i64, ptr %range.high, align 8
              store i64 %range.high3, ptr %result, align 8
              %result4 = load i64, ptr %result, align 8
              store i64 %result4, ptr %retval, align 8
              br label %return

            return:                                           ; preds = %b2, %b1
              %2 = load i64, ptr %retval, align 8
              ret i64 %2
            }
        "#]],
    );
}

#[test]
fn a_single_return_needs_no_slot() {
    check(
        X86,
        Optimisation::None,
        "
function system_abi export @big(v0: i64) : (i64) -> %Big {
  slot s0 24 align 8 return frame : %Big
  return_slot s0
b0:
  v1: ptr = slot_address s0
  store v0, v1 align 8
  store v0, v1 + 8 align 8
  store v0, v1 + 16 align 8
  return slot
}",
        expect![[r#"
            define void @big(ptr dead_on_unwind noalias writable sret(%Big) align 8 %result, i64 %argument0) #0 {
            entry:
              store i64 %argument0, ptr %result, align 8
              %0 = getelementptr inbounds i8, ptr %result, i64 8
              store i64 %argument0, ptr %0, align 8
              %1 = getelementptr inbounds i8, ptr %result, i64 16
              store i64 %argument0, ptr %1, align 8
              ret void
            }
        "#]],
    );
}

#[test]
fn blocks_with_two_edges_to_one_block_keep_their_values_apart() {
    check(
        X86,
        Optimisation::None,
        "
function system_abi export @pick(v0: bool, v1: i64, v2: i64) : (bool, i64, i64) -> i64 {
b0:
  branch v0, b1(v1), b1(v2)
b1(v3: i64):
  return v3
}",
        expect![[r#"
            define i64 @pick(i1 zeroext %argument0, i64 %argument1, i64 %argument2) #0 {
            entry:
              br i1 %argument0, label %b1, label %edge

            b1:                                               ; preds = %entry, %edge
              %0 = phi i64 [ %argument1, %entry ], [ %argument2, %edge ]
              ret i64 %0

            edge:                                             ; preds = %entry
              br label %b1
            }
        "#]],
    );
}

#[test]
fn a_name_that_looks_like_an_intrinsic_is_a_function() {
    let found = signatures(
        X86,
        "
function system_abi export @llvm.memcpy() : () {
b0:
  call @llvm.memcpy() : ()
  return
}",
    );
    expect![[r#"
        define void @"\01llvm.memcpy"() #0 {
        call void @"\01llvm.memcpy"()
    "#]]
    .assert_eq(&found);
}

#[test]
fn bytes_for_the_argument_area_are_read_from_aligned_memory() {
    let found = signatures(
        X86,
        "
import function @f : (%Big)
function system_abi export @use(v0: ptr) : (ptr) {
  slot s0 24 align 1 local frame : %Big
b0:
  call @f(aggregate v0 align 1) : (%Big)
  v1: ptr = slot_address s0
  call @f(aggregate v1 align 1) : (%Big)
  return
}",
    );
    expect![[r#"
        define void @use(ptr %argument0) #0 {
        call void @f(ptr byval(%Big) align 1 %argument0)
        call void @f(ptr byval(%Big) align 8 %local)
        declare void @f(ptr byval(%Big) align 8)
    "#]]
    .assert_eq(&found);
}
