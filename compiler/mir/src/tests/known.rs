//! The pass on known signatures: what a reader of `--emit mir` sees, pinned.

use expect_test::{Expect, expect};

use crate::call::Argument;
use crate::ids::Align;

use super::{ARM, X86, assert_valid};

/// Reads functions over a few types, lowers them and prints what became of them.
fn check(target: abi::Target, functions: &str, expected: Expect) {
    let header = r#"module "known"
type %Pair = struct 16 align 8 { a: i64 @0, b: f64 @8 }
type %Three = struct 3 align 1 { i8 @0, i8 @1, i8 @2 }
type %Seven = struct 7 align 1 packed { i32 @0, i16 @4, i8 @6 }
type %Big = struct 24 align 8 { i64 @0, i64 @8, i64 @16 }
type %Floats = struct 12 align 4 { f32 @0, f32 @4, f32 @8 }
type %Over = struct 32 align 32 unadjusted 8 { i64 @0, i64 @8 }
type %Wide = struct 16 align 16 unadjusted 8 { i64 @0, i64 @8 }
type %Empty = struct 0 align 1 { }
"#;
    let mut module = crate::read(&format!("{header}{functions}")).expect("the test's text is of the form");
    assert_valid(&module, 0);
    crate::lower_module(&mut module, &target).expect("the target is described");
    assert_valid(&module, 0);
    let texts: Vec<_> = module.functions.iter().map(|function| crate::print_function(&module, function)).collect();
    expected.assert_eq(&texts.join("\n"));
}

#[test]
fn scalars_are_left_alone() {
    let text = "function system_abi export @f(v0: i64, v1: f32, v2: bool) : (i64, f32, bool) -> bool {
b0:
  v3: bool = call @f(v0, v1, v2) : (i64, f32, bool) -> bool at 4
  call @g() : ()
  return v3
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @f(v0: i64, v1: f32, v2: bool) : (i64, f32, bool) -> bool abi "rdi, xmm0, rsi -> rax" {
        b0:
          v3: bool = call @f(v0, v1, v2) : (i64, f32, bool) -> bool abi "rdi, xmm0, rsi -> rax" at 4
          call @g() : () abi "-> -"
          return parts(v3)
        }
    "#]],
    );
}

#[test]
fn parameters_arrive_in_their_slots() {
    let text = "function system_abi export @f(s0, s1, s2, s3, s4) : (%Pair, %Three, %Seven, %Big, %Empty) {
  slot s0 16 align 8 parameter frame : %Pair
  slot s1 3 align 1 parameter frame : %Three
  slot s2 7 align 1 parameter frame : %Seven
  slot s3 24 align 8 parameter frame : %Big
  slot s4 0 align 1 parameter frame : %Empty
b0:
  return
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @f(v0: u64, v1: f64, v3: u32, v9: u64, stack s3) : (%Pair, %Three, %Seven, %Big, %Empty) abi "rdi:xmm0, rsi, rdx, [0..24), - -> -" {
          slot s0 16 align 8 parameter frame : %Pair
          slot s1 3 align 1 parameter frame : %Three
          slot s2 7 align 1 parameter frame : %Seven
          slot s3 24 align 8 parameter incoming : %Big
          slot s4 0 align 1 parameter frame : %Empty
        b0:
          v2: ptr = slot_address s0
          store v0, v2 align 8
          store v1, v2 + 8 align 8
          v4: ptr = slot_address s1
          v5: u16 = convert v3
          store v5, v4 align 1
          v6: u32 = constant 8
          v7: u32 = shift_right v3, v6
          v8: u16 = convert v7
          store v8, v4 + 1 align 1
          v10: ptr = slot_address s2
          v11: u32 = convert v9
          store v11, v10 align 1
          v12: u32 = constant 24
          v13: u64 = shift_right v9, v12
          v14: u32 = convert v13
          store v14, v10 + 3 align 1
          return parts()
        }
    "#]],
    );
    check(
        ARM,
        text,
        expect![[r#"
        function lowered export @f(v0: u64, v1: u64, v3: u32, v9: u64, v15: ptr) : (%Pair, %Three, %Seven, %Big, %Empty) abi "x0:x1, x2, x3, &x4, - -> -" {
          slot s0 16 align 8 parameter frame : %Pair
          slot s1 3 align 1 parameter frame : %Three
          slot s2 7 align 1 parameter frame : %Seven
          slot s3 24 align 8 parameter through v15 : %Big
          slot s4 0 align 1 parameter frame : %Empty
        b0:
          v2: ptr = slot_address s0
          store v0, v2 align 8
          store v1, v2 + 8 align 8
          v4: ptr = slot_address s1
          v5: u16 = convert v3
          store v5, v4 align 1
          v6: u32 = constant 8
          v7: u32 = shift_right v3, v6
          v8: u16 = convert v7
          store v8, v4 + 1 align 1
          v10: ptr = slot_address s2
          v11: u32 = convert v9
          store v11, v10 align 1
          v12: u32 = constant 24
          v13: u64 = shift_right v9, v12
          v14: u32 = convert v13
          store v14, v10 + 3 align 1
          return parts()
        }
    "#]],
    );
}

#[test]
fn arguments_are_read_to_the_byte() {
    let text = "function system_abi export @f(v0: ptr) : (ptr) {
b0:
  call @g(aggregate v0 align 1, aggregate v0 align 8, owned v0 align 8) : (%Three, %Big, %Big) at 9
  call @h(aggregate v0 align 4, aggregate v0 align 1) : (%Floats, %Seven) at 12
  return
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @f(v0: ptr) : (ptr) abi "rdi -> -" {
        b0:
          v1: u16 = load v0 align 1 at 9
          v2: u32 = convert v1
          v3: u16 = load v0 + 1 align 1
          v4: u32 = convert v3
          v5: u32 = constant 8
          v6: u32 = shift_left v4, v5
          v7: u32 = or v2, v6
          call @g(v7, stack v0, 24 align 8, stack v0, 24 align 8) : (%Three, %Big, %Big) abi "rdi, [0..24), [24..48) -> -"
          v8: f64 = load v0 align 4 at 12
          v9: f32 = load v0 + 8 align 4
          v10: u32 = load v0 align 1
          v11: u64 = convert v10
          v12: u32 = load v0 + 3 align 1
          v13: u64 = convert v12
          v14: u32 = constant 24
          v15: u64 = shift_left v13, v14
          v16: u64 = or v11, v15
          call @h(v8, v9, v16) : (%Floats, %Seven) abi "xmm0:xmm1, rdi -> -"
          return parts()
        }
    "#]],
    );
    check(
        ARM,
        text,
        expect![[r#"
        function lowered export @f(v0: ptr) : (ptr) abi "x0 -> -" {
          slot s0 24 align 8 abi_temporary frame
        b0:
          v1: u16 = load v0 align 1 at 9
          v2: u32 = convert v1
          v3: u16 = load v0 + 1 align 1
          v4: u32 = convert v3
          v5: u32 = constant 8
          v6: u32 = shift_left v4, v5
          v7: u32 = or v2, v6
          v8: ptr = slot_address s0
          copy v8, v0, 24 align 8 reason argument
          call @g(v7, v8, v0) : (%Three, %Big, %Big) abi "x0, &x1, &x2 -> -"
          v9: f32 = load v0 align 4 at 12
          v10: f32 = load v0 + 4 align 4
          v11: f32 = load v0 + 8 align 4
          v12: u32 = load v0 align 1
          v13: u64 = convert v12
          v14: u32 = load v0 + 3 align 1
          v15: u64 = convert v14
          v16: u32 = constant 24
          v17: u64 = shift_left v15, v16
          v18: u64 = or v13, v17
          call @h(v9, v10, v11, v18) : (%Floats, %Seven) abi "v0:v1:v2, x0 -> -"
          return parts()
        }
    "#]],
    );
}

/// A field of a packed record is read as what it is, and copied to where it is aligned.
#[test]
fn arguments_may_be_less_aligned_than_their_type() {
    let text = "function system_abi export @f(v0: ptr) : (ptr) {
b0:
  call @g(aggregate v0 align 1, owned v0 align 2) : (%Pair, %Big)
  return
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @f(v0: ptr) : (ptr) abi "rdi -> -" {
        b0:
          v1: u64 = load v0 align 1
          v2: f64 = load v0 + 8 align 1
          call @g(v1, v2, stack v0, 24 align 2) : (%Pair, %Big) abi "rdi:xmm0, [0..24) -> -"
          return parts()
        }
    "#]],
    );
    check(
        ARM,
        text,
        expect![[r#"
        function lowered export @f(v0: ptr) : (ptr) abi "x0 -> -" {
          slot s0 24 align 8 abi_temporary frame
        b0:
          v1: u64 = load v0 align 1
          v2: u64 = load v0 + 8 align 1
          v3: ptr = slot_address s0
          copy v3, v0, 24 align 2 reason argument
          call @g(v1, v2, v3) : (%Pair, %Big) abi "x0:x1, &x2 -> -"
          return parts()
        }
    "#]],
    );
}

#[test]
fn results_in_registers_and_in_memory() {
    let text = "function system_abi export @pair(v0: ptr) : (ptr) -> %Pair {
b0:
  call @pair(v0) : (ptr) -> %Pair into v0
  return aggregate v0 at 3
}

function system_abi export @big(v0: ptr) : (ptr) -> %Big {
  slot s0 24 align 8 return frame : %Big
  return_slot s0
b0:
  v1: ptr = slot_address s0
  call @big(v0) : (ptr) -> %Big into unaliased v1 at 1
  call @big(v0) : (ptr) -> %Big into v1 at 2
  v2: bool = constant true
  branch v2, b1, b2
b1:
  return slot at 5
b2:
  return aggregate v0
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @pair(v0: ptr) : (ptr) -> %Pair abi "rdi -> rax:xmm0" {
        b0:
          v1: u64, v2: f64 = call @pair(v0) : (ptr) -> %Pair abi "rdi -> rax:xmm0"
          store v1, v0 align 8
          store v2, v0 + 8 align 8
          v3: u64 = load v0 align 8 at 3
          v4: f64 = load v0 + 8 align 8
          return parts(v3, v4)
        }

        function lowered export @big(v3: ptr, v0: ptr) : (ptr) -> %Big abi "rsi -> &rdi in rax" {
          slot s0 24 align 8 return through v3 : %Big
          slot s1 24 align 8 abi_temporary frame
          return_slot s0
        b0:
          v1: ptr = slot_address s0
          call @big(v1, v0) : (ptr) -> %Big abi "rsi -> &rdi in rax" at 1
          v4: ptr = slot_address s1 at 2
          call @big(v4, v0) : (ptr) -> %Big abi "rsi -> &rdi in rax"
          copy v1, v4, 24 align 8 reason return_slot
          v2: bool = constant true
          branch v2, b1, b2
        b1:
          return parts() at 5
        b2:
          copy v3, v0, 24 align 8 reason return_slot
          return parts()
        }
    "#]],
    );
    check(
        ARM,
        text,
        expect![[r#"
        function lowered export @pair(v0: ptr) : (ptr) -> %Pair abi "x0 -> x0:x1" {
        b0:
          v1: u64, v2: u64 = call @pair(v0) : (ptr) -> %Pair abi "x0 -> x0:x1"
          store v1, v0 align 8
          store v2, v0 + 8 align 8
          v3: u64 = load v0 align 8 at 3
          v4: u64 = load v0 + 8 align 8
          return parts(v3, v4)
        }

        function lowered export @big(v3: ptr, v0: ptr) : (ptr) -> %Big abi "x0 -> &x8" {
          slot s0 24 align 8 return through v3 : %Big
          slot s1 24 align 8 abi_temporary frame
          return_slot s0
        b0:
          v1: ptr = slot_address s0
          call @big(v1, v0) : (ptr) -> %Big abi "x0 -> &x8" at 1
          v4: ptr = slot_address s1 at 2
          call @big(v4, v0) : (ptr) -> %Big abi "x0 -> &x8"
          copy v1, v4, 24 align 8 reason return_slot
          v2: bool = constant true
          branch v2, b1, b2
        b1:
          return parts() at 5
        b2:
          copy v3, v0, 24 align 8 reason return_slot
          return parts()
        }
    "#]],
    );
}

#[test]
fn wide_integers_travel_in_halves_or_on_the_stack() {
    let text =
        "function system_abi export @f(v0: i128, v1: u128, v2: i64, v3: u128) : (i128, u128, i64, u128) -> i128 {
b0:
  v4: i128 = call @f(v0, v1, v2, v3) : (i128, u128, i64, u128) -> i128 at 2
  return v4
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @f(v5: u64, v6: u64, v7: u64, v8: u64, v2: i64, v9: u64, v10: u64) : (i128, u128, i64, u128) -> i128 abi "rdi:rsi, rdx:rcx, r8, [0..8):[8..16) -> rax:rdx" {
        b0:
          v0: i128 = concatenate v5, v6
          v1: u128 = concatenate v7, v8
          v3: u128 = concatenate v9, v10
          v13: u64 = low_half v0 at 2
          v14: u64 = high_half v0
          v15: u64 = low_half v1
          v16: u64 = high_half v1
          v17: u64 = low_half v3
          v18: u64 = high_half v3
          v11: u64, v12: u64 = call @f(v13, v14, v15, v16, v2, v17, v18) : (i128, u128, i64, u128) -> i128 abi "rdi:rsi, rdx:rcx, r8, [0..8):[8..16) -> rax:rdx"
          v4: i128 = concatenate v11, v12
          v19: u64 = low_half v4
          v20: u64 = high_half v4
          return parts(v19, v20)
        }
    "#]],
    );
}

#[test]
fn temporaries_of_calls_are_shared() {
    let text = "function system_abi export @f(v0: ptr) : (ptr) {
b0:
  call @g(aggregate v0 align 8, aggregate v0 align 8) : (%Big, %Big)
  call @g(aggregate v0 align 8, aggregate v0 align 8) : (%Big, %Big)
  return
}";
    check(
        ARM,
        text,
        expect![[r#"
        function lowered export @f(v0: ptr) : (ptr) abi "x0 -> -" {
          slot s0 24 align 8 abi_temporary frame
          slot s1 24 align 8 abi_temporary frame
        b0:
          v1: ptr = slot_address s0
          copy v1, v0, 24 align 8 reason argument
          v2: ptr = slot_address s1
          copy v2, v0, 24 align 8 reason argument
          call @g(v1, v2) : (%Big, %Big) abi "&x0, &x1 -> -"
          v3: ptr = slot_address s0
          copy v3, v0, 24 align 8 reason argument
          v4: ptr = slot_address s1
          copy v4, v0, 24 align 8 reason argument
          call @g(v3, v4) : (%Big, %Big) abi "&x0, &x1 -> -"
          return parts()
        }
    "#]],
    );
}

#[test]
fn over_aligned_values_keep_their_alignment() {
    let text = "function system_abi export @f(v0: i64, s0, v1: i64, v2: i64, v3: i64, v4: i64, v5: i64, v6: i64, s1) : (i64, %Over, i64, i64, i64, i64, i64, i64, %Wide) {
  slot s0 32 align 32 parameter frame : %Over
  slot s1 16 align 16 parameter frame : %Wide
b0:
  v7: ptr = slot_address s0
  call @g(v0, aggregate v7 align 32) : (i64, %Over)
  return
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @f(v0: i64, stack s0, v1: i64, v2: i64, v3: i64, v4: i64, v5: i64, v6: i64, stack s1) : (i64, %Over, i64, i64, i64, i64, i64, i64, %Wide) abi "rdi, [0..32), rsi, rdx, rcx, r8, r9, [32..40), [48..64) -> -" {
          slot s0 32 align 32 parameter incoming : %Over
          slot s1 16 align 16 parameter incoming : %Wide
        b0:
          v7: ptr = slot_address s0
          call @g(v0, stack v7, 32 align 32) : (i64, %Over) abi "rdi, [0..32) -> -"
          return parts()
        }
    "#]],
    );
    check(
        ARM,
        text,
        expect![[r#"
            function lowered export @f(v0: i64, v8: ptr, v1: i64, v2: i64, v3: i64, v4: i64, v5: i64, v6: i64, stack s2) : (i64, %Over, i64, i64, i64, i64, i64, i64, %Wide) abi "x0, &x1, x2, x3, x4, x5, x6, x7, [0..16) -> -" {
              slot s0 32 align 32 parameter frame : %Over
              slot s1 16 align 16 parameter frame : %Wide
              slot s2 16 align 8 abi_temporary incoming
              slot s3 32 align 32 abi_temporary frame
            b0:
              v9: ptr = slot_address s0
              copy v9, v8, 32 align 8 reason callee_local
              v10: ptr = slot_address s2
              v11: ptr = slot_address s1
              copy v11, v10, 16 align 8 reason callee_local
              v7: ptr = slot_address s0
              v12: ptr = slot_address s3
              copy v12, v7, 32 align 32 reason argument
              call @g(v0, v12) : (i64, %Over) abi "x0, &x1 -> -"
              return parts()
            }
        "#]],
    );
}

/// Bytes come into an over-aligned slot of the argument area from memory that is as aligned: an object of the frame is
/// made so, anything else goes by way of a temporary. AArch64 passes the address of a copy, which is aligned anyway.
#[test]
fn bytes_for_the_stack_come_from_aligned_memory() {
    let text = "function system_abi export @f(v0: ptr) : (ptr) {
  slot s0 40 align 1 local frame
  slot s1 40 align 1 local frame
b0:
  v1: ptr = slot_address s0
  v2: ptr = slot_address s1 + 1
  call @g(aggregate v0 align 1) : (%Over) at 9
  call @g(aggregate v0 align 32) : (%Over) at 10
  call @g(aggregate v1 align 1) : (%Over) at 11
  call @g(owned v2 align 1) : (%Over) at 12
  call @h(aggregate v0 align 1, aggregate v2 align 1) : (%Big, %Big) at 13
  return
}";
    check(
        X86,
        text,
        expect![[r#"
        function lowered export @f(v0: ptr) : (ptr) abi "rdi -> -" {
          slot s0 40 align 32 local frame
          slot s1 40 align 1 local frame
          slot s2 32 align 32 abi_temporary frame
        b0:
          v1: ptr = slot_address s0
          v2: ptr = slot_address s1 + 1
          v3: ptr = slot_address s2 at 9
          copy v3, v0, 32 align 1 reason abi_temporary
          call @g(stack v3, 32 align 32) : (%Over) abi "[0..32) -> -"
          call @g(stack v0, 32 align 32) : (%Over) abi "[0..32) -> -" at 10
          call @g(stack v1, 32 align 32) : (%Over) abi "[0..32) -> -" at 11
          v4: ptr = slot_address s2 at 12
          copy v4, v2, 32 align 1 reason abi_temporary
          call @g(stack v4, 32 align 32) : (%Over) abi "[0..32) -> -"
          call @h(stack v0, 24 align 1, stack v2, 24 align 1) : (%Big, %Big) abi "[0..24), [24..48) -> -" at 13
          return parts()
        }
    "#]],
    );
    check(
        ARM,
        text,
        expect![[r#"
        function lowered export @f(v0: ptr) : (ptr) abi "x0 -> -" {
          slot s0 40 align 1 local frame
          slot s1 40 align 1 local frame
          slot s2 32 align 32 abi_temporary frame
          slot s3 24 align 8 abi_temporary frame
        b0:
          v1: ptr = slot_address s0
          v2: ptr = slot_address s1 + 1
          v3: ptr = slot_address s2 at 9
          copy v3, v0, 32 align 1 reason argument
          call @g(v3) : (%Over) abi "&x0 -> -"
          v4: ptr = slot_address s2 at 10
          copy v4, v0, 32 align 32 reason argument
          call @g(v4) : (%Over) abi "&x0 -> -"
          v5: ptr = slot_address s2 at 11
          copy v5, v1, 32 align 1 reason argument
          call @g(v5) : (%Over) abi "&x0 -> -"
          v6: ptr = slot_address s2 at 12
          copy v6, v2, 32 align 1 reason argument
          call @g(v6) : (%Over) abi "&x0 -> -"
          v7: ptr = slot_address s2 at 13
          copy v7, v0, 24 align 1 reason argument
          v8: ptr = slot_address s3
          copy v8, v2, 24 align 1 reason argument
          call @h(v7, v8) : (%Big, %Big) abi "&x0, &x1 -> -"
          return parts()
        }
    "#]],
    );
}

#[test]
fn bytes_for_the_stack_that_are_less_aligned_than_their_slot_are_refused() {
    let text = "module \"known\"
type %Over = struct 32 align 32 unadjusted 8 { i64 @0, i64 @8 }
function system_abi export @f(v0: ptr) : (ptr) {
b0:
  call @g(aggregate v0 align 32) : (%Over)
  return
}";
    let mut module = crate::read(text).expect("the test's text is of the form");
    crate::lower_module(&mut module, &X86).expect("the target is described");
    assert_valid(&module, 0);
    for less in [1, 8, 16] {
        let Argument::Stack { align, .. } = &mut module.functions[0].arguments[0] else {
            panic!("it goes into the argument area");
        };
        *align = Align::new(less);
        let problems = crate::verify(&module).expect_err("LLVM would read as if it were aligned");
        assert!(problems[0].to_string().contains("less aligned than their slot"), "{}", problems[0]);
    }
}
