//! Facts change what optimisation does: each test compiles a function with the fact and without, and sees the difference.

use abi::Target;

use super::{Optimisation, ir, lower, options};

fn optimised(text: &str) -> String {
    let mut module = mir::read(&format!("module \"facts\"\n{text}")).expect("the test's text is of the form");
    lower(&mut module, Target::X86_64_LINUX);
    ir(&module, Target::X86_64_LINUX, &options(Optimisation::Speed))
}

/// How often a word stands in the optimised IR of the function `f`.
fn count(text: &str, word: &str) -> usize {
    let ir = optimised(text);
    let start = ir.find("@f(").expect("the function is there");
    let end = ir[start..].find("\n}").expect("it has an end");
    ir[start..start + end].matches(word).count()
}

#[test]
fn memory_of_different_kinds_is_read_once() {
    let text = |first: &str, second: &str| {
        format!(
            r#"alias1 "i64"
alias2 "f64"
function system_abi export @f(v0: ptr, v1: ptr, v2: f64) : (ptr, ptr, f64) -> i64 {{
b0:
  v3: i64 = load v0 align 8{first}
  store v2, v1 align 8{second}
  v4: i64 = load v0 align 8{first}
  v5: i64 = add v3, v4
  return v5
}}"#
        )
    };
    assert_eq!(count(&text(" alias1", " alias2"), "load i64"), 1);
    assert_eq!(count(&text("", ""), "load i64"), 2);
    assert_eq!(count(&text(" alias1", " alias1"), "load i64"), 2);
    assert_eq!(count(&text(" alias1", ""), "load i64"), 2);
}

#[test]
fn a_kind_inside_of_another_may_be_the_same_memory() {
    let text = |first: &str, second: &str| {
        format!(
            r#"alias1 "f64"
alias2 "Vec.x" in alias1
alias3 "Vec.y" in alias1
function system_abi export @f(v0: ptr, v1: ptr, v2: f64) : (ptr, ptr, f64) -> f64 {{
b0:
  v3: f64 = load v0 align 8 {first}
  store v2, v1 align 8 {second}
  v4: f64 = load v0 align 8 {first}
  v5: f64 = add v3, v4
  return v5
}}"#
        )
    };
    assert_eq!(count(&text("alias2", "alias3"), "load double"), 1);
    assert_eq!(count(&text("alias1", "alias3"), "load double"), 2);
    assert_eq!(count(&text("alias2", "alias1"), "load double"), 2);
}

#[test]
fn unique_memory_is_read_once() {
    let text = |facts: &str| {
        format!(
            "function system_abi export @f(v0: ptr, v1: ptr) : (ptr, ptr) -> i64 {{
{facts}b0:
  v2: i64 = load v0 align 8
  store v2, v1 align 8
  v3: i64 = constant 7
  store v3, v1 + 8 align 8
  v4: i64 = load v0 align 8
  v5: i64 = add v2, v4
  return v5
}}"
        )
    };
    assert_eq!(count(&text(""), "load i64"), 2);
    assert_eq!(count(&text("  pointer 1 unique dereferenceable 0 align 1\n"), "load i64"), 1);
}

#[test]
fn memory_that_a_callee_only_reads_keeps_its_value() {
    let text = |facts: &str| {
        format!(
            "import function @g : (ptr)
function system_abi local @reader(v0: ptr) : (ptr) {{
{facts}b0:
  call @g(v0) : (ptr)
  return
}}
function system_abi export @f() : () -> i64 {{
  slot s0 8 align 8 local frame : i64
b0:
  v0: ptr = slot_address s0
  v1: i64 = constant 7
  store v1, v0 align 8
  call @reader(v0) : (ptr)
  v2: i64 = load v0 align 8
  return v2
}}"
        )
    };
    assert_eq!(count(&text(""), "ret i64 7"), 0);
    let facts = "  pointer 0 non_null unique read_only dereferenceable 8 align 8\n";
    assert_eq!(count(&text(facts), "ret i64 7"), 1);
}

#[test]
fn a_borrow_is_never_null() {
    let text = |facts: &str| {
        format!(
            "function system_abi export @f(v0: ptr) : (ptr) -> bool {{
{facts}b0:
  v1: ptr = constant 0
  v2: bool = equal v0, v1
  return v2
}}"
        )
    };
    assert_eq!(count(&text(""), "icmp"), 1);
    assert_eq!(count(&text("  pointer 0 non_null dereferenceable 0 align 1\n"), "icmp"), 0);
}

#[test]
fn memory_that_can_be_read_is_read_before_it_is_known_to_be_needed() {
    let text = |facts: &str| {
        format!(
            "function system_abi export @f(v0: ptr, v1: bool) : (ptr, bool) -> i64 {{
{facts}b0:
  v2: i64 = constant 0
  branch v1, b1, b2(v2)
b1:
  v3: i64 = load v0 align 8
  jump b2(v3)
b2(v4: i64):
  return v4
}}"
        )
    };
    assert_eq!(count(&text(""), "br i1"), 1);
    let facts = "  pointer 0 non_null dereferenceable 8 align 8\n";
    assert_eq!(count(&text(facts), "br i1"), 0);
}

#[test]
fn a_loaded_truth_value_is_zero_or_one() {
    let text = "function system_abi export @f(v0: ptr) : (ptr) -> i64 {
b0:
  v1: bool = load v0 align 1
  v2: i64 = convert v1
  return v2
}";
    // Without the range, all but one bit would be masked.
    assert_eq!(count(text, "range"), 1);
    assert_eq!(count(text, "and"), 0);
}

#[test]
fn a_call_that_may_panic_is_made_once_for_the_same_arguments() {
    let text = |between: &str| {
        format!(
            "function system_abi local @square(v0: i64) : (i64) -> i64 {{
  site 0 multiply_overflow at 0
  attribute \"inline\" !0
b0:
  v1: i64 = checked_multiply v0, v0, site0
  return v1
}}
function system_abi export @f(v0: i64, v1: ptr) : (i64, ptr) -> i64 {{
b0:
  v2: i64 = call @square(v0) : (i64) -> i64
{between}  v3: i64 = call @square(v0) : (i64) -> i64
  v4: i64 = add v2, v3
  return v4
}}
metadata !0 = {{\"never\"}}"
        )
    };
    assert_eq!(count(&text(""), "call"), 1);
    // What is written between two calls might be what the panic function prints.
    assert_eq!(count(&text("  store v0, v1 align 8\n"), "call"), 2);
}

#[test]
fn what_is_written_before_a_panic_is_there_when_it_happens() {
    let text = "function system_abi export @f(v0: ptr, v1: i64) : (ptr, i64) {
  site 0 add_overflow at 0
b0:
  v2: i64 = constant 1
  store v2, v0 align 8
  v3: i64 = checked_add v1, v1, site0
  store v3, v0 align 8
  return
}";
    assert_eq!(count(text, "store i64"), 2);
    assert_eq!(count(text, "call void @std.runtime.panic_site"), 1);
}

#[test]
fn a_call_with_nothing_behind_it_does_not_return() {
    let count = |text: &str, word: &str| optimised(text).matches(word).count();
    let text = |end: &str| {
        format!(
            "import function @give_up : ()
function system_abi export @f(v0: ptr, v1: bool) : (ptr, bool) -> i64 {{
b0:
  v2: i64 = load v0 align 8
  branch v1, b1, b2
b1:
  call @give_up() : ()
  {end}
b2:
  v3: i64 = load v0 align 8
  v4: i64 = add v2, v3
  return v4
}}"
        )
    };
    assert_eq!(count(&text("unreachable"), "noreturn"), 1);
    assert_eq!(count(&text("jump b2"), "noreturn"), 0);
}
