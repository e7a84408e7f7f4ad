//! What becomes of copies: kept, turned into moves, gone; and in each place a body is inlined into.

use abi::Target;
use mir::{CopyFate, CopyReason, Options};

use super::{Optimisation, compile, lower, options};

const HEADER: &str = r#"module "copies"
type %Pair = struct 16 align 8 { i64 @0, i64 @8 }
type %Large = struct 4096 align 8 { i64 @0 }
type %Line = struct 24 align 8 { i64 @0, i64 @8, i64 @16 }
type %Odd = struct 20 align 4 { i32 @0, i32 @4, i32 @8, i32 @12, i32 @16 }
import function @g : (ptr)
import function @take : (%Line) -> i64
import function @two : (%Line, %Large) -> i64
import function @odd : (%Odd) -> i64
"#;

/// A function that passes what lies behind its address by value, and does something afterwards.
fn passing(call: &str) -> String {
    format!(
        "function system_abi export @f(v0: ptr) : (ptr) -> i64 {{
b0:
  v1: i64 = call {call} -> i64
  v2: i64 = constant 1
  v3: i64 = add v1, v2
  return v3
}}"
    )
}

/// Each copy as `function#number in callers: reason, bytes, fate`.
fn fates(functions: &str, optimisation: Optimisation) -> Vec<String> {
    let mut module = mir::read(&format!("{HEADER}{functions}")).expect("the test's text is of the form");
    lower(&mut module, Target::X86_64_LINUX);
    let asked = Options { report_copies: true, ..options(optimisation) };
    let object = compile(&module, Target::X86_64_LINUX, &asked).object.expect("an object");
    let plain = compile(&module, Target::X86_64_LINUX, &options(optimisation)).object.expect("an object");
    assert!(plain.copies.is_empty());
    object
        .copies
        .iter()
        .map(|copy| {
            let callers: String = copy.inlined_into.iter().map(|caller| format!(" in {caller}")).collect();
            let reason = match copy.reason {
                CopyReason::Argument => "argument",
                CopyReason::CalleeLocal => "callee local",
                CopyReason::ReturnSlot => "return slot",
                CopyReason::AbiTemporary => "temporary",
                CopyReason::Capture => "capture",
                CopyReason::Assignment => "assignment",
            };
            let fate = match copy.fate {
                CopyFate::Kept => "kept",
                CopyFate::Moves => "moves",
                CopyFate::Unknown => "not known",
                CopyFate::Gone => "gone",
            };
            format!("{}#{}{callers}: {reason}, {}, {fate}", copy.function, copy.number, copy.bytes)
        })
        .collect()
}

#[test]
fn a_large_copy_stays_a_call() {
    let text = "function system_abi export @f(v0: ptr, v1: ptr) : (ptr, ptr) {
b0:
  copy v0, v1, 4096 align 8 reason assignment at 7
  return
}";
    assert_eq!(fates(text, Optimisation::Speed), ["f#0: assignment, 4096, kept"]);
    assert_eq!(fates(text, Optimisation::None), ["f#0: assignment, 4096, kept"]);
}

#[test]
fn a_small_copy_becomes_moves() {
    let text = "function system_abi export @f(v0: ptr, v1: ptr) : (ptr, ptr) {
b0:
  copy v0, v1, 8 align 8 reason capture
  copy v0, v1, 4096 align 8 reason assignment
  return
}";
    assert_eq!(fates(text, Optimisation::Speed), ["f#0: capture, 8, moves", "f#1: assignment, 4096, kept"]);
    let text = &text.replace("  copy v0, v1, 4096 align 8 reason assignment\n", "");
    assert_eq!(fates(text, Optimisation::Speed), ["f#0: capture, 8, moves"]);
    assert_eq!(fates(text, Optimisation::None), ["f#0: capture, 8, kept"]);
}

#[test]
fn a_copy_that_nobody_reads_is_gone() {
    let text = "function system_abi export @f(v0: ptr) : (ptr) -> i64 {
  slot s0 4096 align 8 local frame : %Large
b0:
  v1: ptr = slot_address s0
  copy v1, v0, 4096 align 8 reason callee_local
  v2: i64 = load v0 align 8
  return v2
}";
    assert_eq!(fates(text, Optimisation::Speed), ["f#0: callee local, 4096, gone"]);
}

#[test]
fn a_copy_between_variables_lives_in_registers() {
    let text = "function system_abi export @f(v0: ptr, v1: ptr) : (ptr, ptr) -> i64 {
  slot s0 16 align 8 local frame : %Pair
b0:
  v2: ptr = slot_address s0
  copy v2, v0, 16 align 8 reason assignment
  v3: i64 = constant 0
  store v3, v0 align 8
  v4: i64 = load v2 align 8
  v5: i64 = load v2 + 8 align 8
  v6: i64 = add v4, v5
  return v6
}";
    assert_eq!(fates(text, Optimisation::Speed), ["f#0: assignment, 16, gone"]);
}

#[test]
fn an_inlined_copy_is_told_apart_by_its_caller() {
    let text = "function system_abi local @inner(v0: ptr, v1: ptr, v2: bool) : (ptr, ptr, bool) {
b0:
  branch v2, b1, b2
b1:
  copy v0, v1, 4096 align 8 reason argument at 3
  return
b2:
  return
}
function system_abi export @always(v0: ptr, v1: ptr) : (ptr, ptr) {
b0:
  v2: bool = constant true
  call @inner(v0, v1, v2) : (ptr, ptr, bool)
  call @g(v0) : (ptr)
  return
}
function system_abi export @through(v0: ptr, v1: ptr, v2: bool) : (ptr, ptr, bool) {
b0:
  call @inner(v0, v1, v2) : (ptr, ptr, bool)
  return
}
function system_abi export @outer(v0: ptr, v1: ptr, v2: bool) : (ptr, ptr, bool) {
b0:
  call @through(v0, v1, v2) : (ptr, ptr, bool)
  return
}";
    assert_eq!(
        fates(text, Optimisation::Speed),
        [
            "inner#0 in always: argument, 4096, kept",
            "inner#0 in through: argument, 4096, kept",
            "inner#0 in through in outer: argument, 4096, kept",
        ]
    );
}

#[test]
fn bodies_that_are_only_inlined_have_no_copies_of_their_own() {
    let text = "function system_abi available @inner(v0: ptr, v1: ptr) : (ptr, ptr) {
b0:
  copy v0, v1, 4096 align 8 reason argument
  return
}
function system_abi export @f(v0: ptr, v1: ptr) : (ptr, ptr) {
b0:
  call @inner(v0, v1) : (ptr, ptr)
  return
}";
    assert_eq!(fates(text, Optimisation::Speed), ["inner#0 in f: argument, 4096, kept"]);
    assert!(fates(text, Optimisation::None).is_empty());
}

#[test]
fn what_a_call_copies_into_the_argument_area_is_read_from_the_machine_code() {
    let line = passing("@take(aggregate v0 align 8) : (%Line)");
    assert_eq!(fates(&line, Optimisation::Speed), ["f#0: argument, 24, moves"]);
    assert_eq!(fates(&line, Optimisation::None), ["f#0: argument, 24, moves"]);
    let two = passing("@two(aggregate v0 align 8, aggregate v0 align 8) : (%Line, %Large)");
    assert_eq!(fates(&two, Optimisation::Speed), ["f#0: argument, 24, moves", "f#1: argument, 4096, kept"]);
    // Less aligned than the area: the one copy that there is does not need more.
    let odd = passing("@odd(aggregate v0 align 4) : (%Odd)");
    assert_eq!(fates(&odd, Optimisation::Speed), ["f#0: argument, 20, moves"]);
}

#[test]
fn a_value_that_is_passed_on_in_place_is_not_copied() {
    let text = "function system_abi export @f(s0) : (%Line) -> i64 {
  slot s0 24 align 8 parameter frame : %Line
b0:
  v0: ptr = slot_address s0
  v1: i64 = call @take(aggregate v0 align 8) : (%Line) -> i64
  return v1
}";
    assert_eq!(fates(text, Optimisation::Speed), ["f#0: argument, 24, gone"]);
    assert_eq!(fates(text, Optimisation::None), ["f#0: argument, 24, moves"]);
}

#[test]
fn what_an_inlined_call_copied_is_told_by_what_is_left() {
    let inner = |body: &str| {
        format!(
            "function system_abi local @inner(s0) : (%Large) -> i64 {{
  slot s0 4096 align 8 parameter frame : %Large
b0:
  v0: ptr = slot_address s0
{body}
  return v1
}}
{}",
            passing("@inner(aggregate v0 align 8) : (%Large)")
        )
    };
    let reads = inner("  v1: i64 = load v0 align 8");
    assert_eq!(fates(&reads, Optimisation::Speed), ["f#0: argument, 4096, gone"]);
    let lends = inner("  call @g(v0) : (ptr)\n  v1: i64 = load v0 align 8");
    // There is one, and LLVM does not say for which argument it made it.
    assert_eq!(fates(&lends, Optimisation::Speed), ["f#0: argument, 4096, not known"]);
}
