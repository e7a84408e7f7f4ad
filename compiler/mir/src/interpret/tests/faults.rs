//! What a correct program never does, one program for each, before and after the ABI pass.

use super::{Both, Outcome, body, run};
use crate::interpret::{FaultKind, Limits};

#[track_caller]
fn faults(outcome: Outcome, expected: FaultKind, words: &str) {
    match outcome {
        Outcome::Faults(kind, message) if kind == expected => assert!(message.contains(words), "{message}"),
        other => panic!("not {expected}: {other:?}"),
    }
}

/// A function with eight allocated bytes at `v1`.
fn with_heap(inside: &str) -> Outcome {
    let text = format!(
        "import function @malloc : (u64) -> ptr
import function @free : (ptr)
function system_abi export @f() : () -> i64 {{
b0:
  v0: u64 = constant 8
  v1: ptr = call @malloc(v0) : (u64) -> ptr
{inside}
}}"
    );
    Both::new(&text).call("f", &[])
}

#[test]
fn accesses_outside_of_a_slot() {
    for (offset, words) in [
        ("8", "at byte 8 of a slot s0 of 8 bytes"),
        ("-1", "1 bytes before a slot s0 of 8 bytes"),
        ("4", "at byte 4 of a slot s0 of 8 bytes"),
    ] {
        let outcome = body(&format!(
            "  slot s0 8 align 8 local frame
  slot s1 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  zero v0, 8 align 8
  v1: i64 = constant {offset}
  v2: ptr = offset v0, v1 * 1
  v3: i64 = load v2 align 1
  return v3"
        ));
        faults(outcome, FaultKind::OutOfBounds, words);
    }
}

#[test]
fn accesses_outside_of_an_allocation() {
    for offset in [8, -8, 1, -1, 4096, 1i64 << 40] {
        for access in [
            "v4: i64 = load v3 align 1",
            "v4: i64 = constant 1\n  store v4, v3 align 1",
            "v4: i64 = constant 1\n  zero v3, 8 align 1",
            "v4: i64 = constant 1\n  copy v3, v1, 8 align 1 reason assignment",
        ] {
            let overlaps = access.contains("copy") && (-8..8).contains(&offset) && offset != -8;
            let outcome = with_heap(&format!(
                "  zero v1, 8 align 8
  v2: i64 = constant {offset}
  v3: ptr = offset v1, v2 * 1
  {access}
  return v4"
            ));
            let expected = if overlaps { FaultKind::OverlappingCopy } else { FaultKind::OutOfBounds };
            faults(outcome, expected, "");
        }
    }
}

#[test]
fn nothing_may_be_copied_from_and_to_anywhere() {
    let outcome = body(
        "b0:
  v0: ptr = constant 4000
  v1: ptr = constant 99
  copy v0, v1, 0 align 1 reason assignment
  zero v0, 0 align 1
  v2: i64 = constant 3
  return v2",
    );
    assert_eq!(outcome, Outcome::Value(3));
}

#[test]
fn null_code_and_nowhere() {
    for (address, expected) in [
        ("constant 0", FaultKind::NullPointer),
        ("constant 40", FaultKind::NullPointer),
        ("constant 18446744073709551608", FaultKind::NullPointer),
        ("constant 281474976710656", FaultKind::OutOfBounds),
        ("symbol_address @f", FaultKind::OutOfBounds),
    ] {
        let outcome = body(&format!("b0:\n  v0: ptr = {address}\n  v1: i64 = load v0 align 1\n  return v1"));
        faults(outcome, expected, "");
    }
}

#[test]
fn freed_memory() {
    let free = "  zero v1, 8 align 8\n  call @free(v1) : (ptr)\n";
    let end = "  v9: i64 = constant 0\n  return v9";
    for (rest, expected) in [
        ("  v2: i64 = load v1 align 8\n  return v2".to_owned(), FaultKind::UseAfterFree),
        (format!("  zero v1, 8 align 8\n{}", end.replace("v9", "v2")), FaultKind::UseAfterFree),
        (format!("  call @free(v1) : (ptr)\n{}", end.replace("v9", "v2")), FaultKind::DoubleFree),
    ] {
        faults(with_heap(&format!("{free}{rest}")), expected, "");
    }
    let inside =
        with_heap("  v2: i64 = constant 4\n  v3: ptr = offset v1, v2 * 1\n  call @free(v3) : (ptr)\n  return v2");
    faults(inside, FaultKind::BadFree, "");
    let slot = Both::new(
        "import function @free : (ptr)
function system_abi export @f() : () {
  slot s0 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  call @free(v0) : (ptr)
  return
}",
    );
    faults(slot.call("f", &[]), FaultKind::BadFree, "");
}

#[test]
fn slots_of_calls_that_have_returned() {
    let text = "
function system_abi local @address() : () -> ptr {
  slot s0 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  zero v0, 8 align 8
  return v0
}
function system_abi export @f() : () -> i64 {
b0:
  v0: ptr = call @address() : () -> ptr
  REUSE
  v1: i64 = load v0 align 8
  return v1
}";
    let once = Both::new(&text.replace("REUSE", ""));
    faults(once.call("f", &[]), FaultKind::UseAfterReturn, "");
    // Another call at the same depth has the same memory, and another address.
    let text = text.replace("v1:", "v2:").replace("return v1", "return v2");
    let again = Both::new(&text.replace("REUSE", "v1: ptr = call @address() : () -> ptr"));
    faults(again.call("f", &[]), FaultKind::UseAfterReturn, "");
}

#[test]
fn undefined_bits_that_decide() {
    let slot = "  slot s0 16 align 16 local frame\nb0:\n  v0: ptr = slot_address s0\n";
    let end = "b1:\n  v9: i64 = constant 0\n  return v9";
    let finish = |values: u32| end.replace("v9", &format!("v{values}"));
    for (inside, values) in [
        ("  v1: bool = load v0 align 1\n  branch v1, b1, b1\n", 2),
        ("  v1: i32 = load v0 align 4\n  switch v1 [], b1\n", 2),
        ("  v1: i64 = load v0 align 8\n  v2: i64 = add v1, v1\n  jump b1\n", 3),
        ("  v1: i128 = load v0 align 16\n  v2: i128 = add v1, v1\n  jump b1\n", 3),
        ("  v1: f64 = load v0 align 8\n  v2: f64 = negate v1\n  jump b1\n", 3),
        ("  v1: u8 = load v0 align 1\n  v2: bool = equal v1, v1\n  jump b1\n", 3),
        ("  v1: ptr = load v0 align 8\n  v2: i8 = load v1 align 1\n  jump b1\n", 3),
        ("  v1: i64 = load v0 align 8\n  v2: ptr = offset v0, v1 * 8\n  jump b1\n", 3),
        ("  v1: i32 = load v0 align 4\n  v2: f32 = convert v1\n  jump b1\n", 3),
        ("  v1: i64 = load v0 align 8\n  v2: i64 = shift_left v1, v1\n  jump b1\n", 3),
    ] {
        let outcome = body(&format!("{slot}{inside}{}", finish(values)));
        faults(outcome, FaultKind::Uninitialised, "never written");
    }
    let host = Both::new(
        "import function @labs : (i64) -> i64
function system_abi export @f() : () -> i64 {
  slot s0 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  v1: i64 = load v0 align 8
  v2: i64 = call @labs(v1) : (i64) -> i64
  return v2
}",
    );
    faults(host.call("f", &[]), FaultKind::Uninitialised, "argument of a C function");
}

#[test]
fn undefined_bits_may_travel() {
    // Only the first byte and the sixth are written; the rest is copied, loaded, converted and masked away.
    let outcome = body(
        "  slot s0 8 align 8 local frame
  slot s1 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  v1: ptr = slot_address s1
  v2: u8 = constant 7
  store v2, v0 align 1
  store v2, v0 + 5 align 1
  copy v1, v0, 8 align 8 reason assignment
  v3: u64 = load v1 align 8
  v4: u8 = constant 40
  v5: u64 = shift_right v3, v4
  v6: u8 = convert v5
  v7: u64 = constant 255
  v8: u64 = and v3, v7
  v9: u8 = convert v8
  v10: u8 = add v6, v9
  v11: i64 = convert v10
  return v11",
    );
    assert_eq!(outcome, Outcome::Value(14));
    let decided = body(
        "  slot s0 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  v1: i64 = load v0 align 8
  v2: i64 = constant -1
  v3: i64 = or v1, v2
  v4: i64 = subtract v3, v2
  return v4",
    );
    assert_eq!(decided, Outcome::Value(0));
}

#[test]
fn what_has_no_meaning_otherwise() {
    let slot = "  slot s0 16 align 16 local frame\nb0:\n  v0: ptr = slot_address s0\n  zero v0, 16 align 16\n";
    for (inside, expected) in [
        ("  v1: i64 = load v0 + 4 align 8\n  return v1", FaultKind::Misaligned),
        (
            "  v1: u8 = constant 2\n  store v1, v0 align 1\n  v2: bool = load v0 align 1\n  v3: i64 = convert v2\n  return v3",
            FaultKind::InvalidBool,
        ),
        (
            "  v1: i64 = constant 3\n  v2: ptr = offset v0, v1 * 1\n  copy v2, v0, 8 align 1 reason assignment\n  return v1",
            FaultKind::OverlappingCopy,
        ),
        ("  unreachable", FaultKind::Unreachable),
        ("  v1: i64 = call v0() : () -> i64\n  return v1", FaultKind::NotAFunction),
        (
            "  v1: ptr = symbol_address @f\n  v2: i64 = call v1(v0) : (ptr) -> i64\n  return v2",
            FaultKind::SignatureMismatch,
        ),
        ("  v1: i64 = call @f() : () -> i64\n  return v1", FaultKind::StackExhausted),
        ("  jump b1\nb1:\n  jump b1", FaultKind::StepLimit),
    ] {
        faults(body(&format!("{slot}{inside}")), expected, "");
    }
    let constant = Both::new(
        "global constant local @c align 8 = \"12345678\"
function system_abi export @f() : () -> i64 {
b0:
  v0: ptr = symbol_address @c
  v1: i64 = load v0 align 8
  store v1, v0 align 8
  return v1
}",
    );
    faults(constant.call("f", &[]), FaultKind::WriteToConstant, "in a constant");
    let unknown = Both::new(
        "import function @launch : (i64) -> i64
import global @rocket : i64
function system_abi export @f() : () -> i64 {
b0:
  v0: i64 = constant 1
  v1: i64 = call @launch(v0) : (i64) -> i64
  return v1
}
function system_abi export @g() : () -> ptr {
b0:
  v0: ptr = symbol_address @rocket
  return v0
}",
    );
    faults(unknown.call("f", &[]), FaultKind::NoSymbol, "launch");
    faults(unknown.call("g", &[]), FaultKind::NoSymbol, "rocket");
    let greedy = with_heap(
        "  v2: u64 = constant 4000000000000\n  v3: ptr = call @malloc(v2) : (u64) -> ptr\n  v4: i64 = constant 0\n  return v4",
    );
    faults(greedy, FaultKind::MemoryLimit, "raise the limit");
}

#[test]
fn a_fault_names_function_source_and_callers() {
    let text = "
function system_abi local @inner(v0: ptr) : (ptr) -> i64 {
b0:
  v1: i64 = load v0 align 8 at 42
  return v1
}
function system_abi export @outer() : () -> i64 {
b0:
  v0: ptr = constant 0
  v1: i64 = call @inner(v0) : (ptr) -> i64 at 9
  return v1
}";
    let both = Both::new(text);
    for module in both.modules() {
        let (_, fault) = run(module, "outer", &[]);
        let fault = fault.expect("it reads at address 0");
        assert_eq!((fault.function.as_str(), fault.source), ("inner", 42));
        assert_eq!(fault.callers, ["outer"]);
        let expected = "null pointer: a read of 8 bytes at 0x0, beside address 0 (in inner, at 42)\n  called by outer";
        assert_eq!(fault.to_string(), expected);
    }
}

#[test]
fn the_limits_that_nobody_sets_let_programs_run() {
    let limits = Limits::default();
    assert!(limits.steps > 1_000_000_000 && limits.memory > 1 << 30 && limits.depth > 50_000);
}

#[test]
fn data_of_the_other_order_of_bytes_is_refused() {
    let text =
        "module \"m\"\nfunction system_abi export @f() : () -> i64 {\nb0:\n  v0: i64 = constant 1\n  return v0\n}\n";
    let mut module = crate::read(text).unwrap_or_else(|error| panic!("{error}"));
    crate::lower_module(&mut module, &abi::Target::S390X_LINUX).expect("numbers are described");
    faults(run(&module, "f", &[]).0, FaultKind::BadProgram, "s390x-linux-gnu");
}
