//! The model of borrows on what modules tell: the examples of the papers on Stacked and Tree Borrows, each before and after
//! the ABI pass. Places of one `i64` at `v0`; what is derived from it has an identity of its own.

use crate::interpret::{BorrowModel, CLibrary, FaultKind, HostValue, Limits, Machine, Program, Stop};
use crate::{Module, NoPositions};

const IMPORTS: &str = "module \"m\"
import function @$watch.ref : (ptr, u64) -> ptr
import function @$watch.mut : (ptr, u64) -> ptr
import function @$watch.mut_argument : (ptr, u64) -> ptr
import function @$watch.ref_parameter : (ptr, u64) -> ptr
import function @$watch.mut_parameter : (ptr, u64) -> ptr
import function @$watch.end : (ptr, u64) -> ptr
import function @malloc : (u64) -> ptr
import function @free : (ptr)
";

fn run(module: &Module, borrows: BorrowModel) -> Result<u128, (FaultKind, String)> {
    let program = Program { modules: std::slice::from_ref(module), positions: &NoPositions };
    let limits = Limits { steps: 10_000, borrows, ..Limits::default() };
    let mut host = CLibrary::new();
    let mut machine = Machine::new(&program, &limits, &mut host).expect("the module is a program");
    let address = machine.address_of("f").expect("it has the function");
    match machine.call(address, &[] as &[HostValue], &mut host) {
        Ok(value) => Ok(value),
        Err(Stop::Fault(problem)) => {
            let fault = machine.fault(problem, &NoPositions);
            Err((fault.kind, fault.to_string()))
        }
        Err(Stop::Exit(code)) => panic!("it exits with {code}"),
    }
}

/// Runs `@f` under a model; both forms must agree.
fn outcome(text: &str, borrows: BorrowModel) -> Result<u128, (FaultKind, String)> {
    let text = format!("{IMPORTS}{text}\n");
    let module = crate::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    crate::tests::assert_valid(&module, 0);
    let mut lowered = module.clone();
    crate::lower_module(&mut lowered, &abi::Target::X86_64_LINUX).expect("tests pass what is described");
    let plain = run(&module, borrows);
    assert_eq!(plain, run(&lowered, borrows), "before and after the ABI pass\n{text}");
    plain
}

/// The steps of a short script as MIR. `v0` is the place, `v1` the number 8, `v2` the number 5; each step defines one value:
/// `watch=of` makes a borrow from a value, `!of` writes through one, `?of` reads, `~of` ends the place.
fn script(steps: &str) -> String {
    let mut text = String::from(
        "function system_abi export @f() : () -> i64 {
  slot s0 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  v1: u64 = constant 8
  v2: i64 = constant 5
  store v2, v0 align 8
",
    );
    let mut names: Vec<&str> = vec!["x"];
    let mut values: Vec<u32> = vec![0];
    let mut next = 3;
    let value = |names: &[&str], values: &[u32], name: &str| {
        let at = names.iter().position(|known| *known == name);
        values[at.unwrap_or_else(|| panic!("nothing is called {name}"))]
    };
    for step in steps.split_whitespace() {
        if let Some(name) = step.strip_prefix('!') {
            let of = value(&names, &values, name);
            text.push_str(&format!("  store v2, v{of} align 8\n"));
        } else if let Some(name) = step.strip_prefix('?') {
            let of = value(&names, &values, name);
            text.push_str(&format!("  v{next}: i64 = load v{of} align 8\n"));
            next += 1;
        } else if let Some(name) = step.strip_prefix('~') {
            let of = value(&names, &values, name);
            text.push_str(&format!("  v{next}: ptr = call @$watch.end(v{of}, v1) : (ptr, u64) -> ptr\n"));
            next += 1;
        } else {
            let (name, rest) = step.split_once('=').expect("a step makes a borrow");
            let (watch, of) = rest.split_once(':').expect("a borrow is of something");
            let of = value(&names, &values, of);
            text.push_str(&format!("  v{next}: ptr = call @$watch.{watch}(v{of}, v1) : (ptr, u64) -> ptr\n"));
            names.push(name);
            values.push(next);
            next += 1;
        }
    }
    text.push_str("  return v2\n}");
    text
}

#[track_caller]
fn fine(steps: &str) {
    assert_eq!(outcome(&script(steps), BorrowModel::Rules), Ok(5), "{steps}");
    assert_eq!(outcome(&script(steps), BorrowModel::Off), Ok(5), "{steps}");
}

#[track_caller]
fn broken(steps: &str, words: &str) {
    match outcome(&script(steps), BorrowModel::Rules) {
        Err((FaultKind::BrokenBorrow, message)) => assert!(message.contains(words), "{steps}: {message}"),
        other => panic!("{steps}: {other:?}"),
    }
    assert_eq!(outcome(&script(steps), BorrowModel::Off), Ok(5), "{steps}");
}

#[test]
fn borrows_in_each_other_and_one_after_the_other_are_fine() {
    fine("r=ref:x ?r ?x ?r");
    fine("a=ref:x b=ref:x ?a ?b ?a");
    fine("m=mut:x !m ?m !x");
    fine("m=mut:x n=mut:m !n ?n !m ?m ?x");
    fine("m=mut:x r=ref:m ?r ?m ?r !m");
    fine("m=mut:x !m r=ref:x ?r");
    fine("r=ref:x ?r m=mut:x !m");
}

#[test]
fn a_borrow_is_not_used_after_others_changed_its_place() {
    broken("r=ref:x !x ?r", "a `ref` is read through after others have changed what it leads to");
    broken("m=mut:x !x ?m", "a `mut` is read through after others have changed");
    broken("m=mut:x !x !m", "something is written through a `mut` after others have changed");
    broken("m=mut:x n=mut:m !m !n", "something is written through a `mut` after others have changed");
    broken("m=mut:x r=ref:m !m ?r", "a `ref` is read through");
    broken("r=ref:x m=mut:x ?r", "a `ref` is read through");
    broken("m=mut:x n=mut:x !n ?m", "a `mut` is read through");
}

#[test]
fn a_mut_that_others_have_read_is_only_read() {
    fine("m=mut:x !m ?x ?m");
    broken("m=mut:x !m ?x !m", "after others have used what it leads to");
    broken("m=mut:x r=ref:x !m", "after others have used what it leads to");
}

#[test]
fn nothing_is_written_through_a_ref() {
    broken("r=ref:x !r", "something is written through a `ref`");
    broken("r=ref:x m=mut_argument:r !m", "something is written through a `ref`");
    broken("r=ref:x m=mut:r", "something is written through a `ref`");
}

#[test]
fn a_mut_argument_counts_as_ref_until_it_is_written_through() {
    fine("m=mut_argument:x ?x !m ?m");
    fine("m=mut_argument:x r=ref:x ?r p=mut_parameter:m !p");
    broken("m=mut_argument:x !x !m", "after others have changed");
    broken("m=mut_argument:x r=ref:x !m ?r", "a `ref` is read through");
}

#[test]
fn what_a_function_was_given_is_its_own_while_it_runs() {
    fine("p=mut_parameter:x !p ?p");
    fine("p=ref_parameter:x ?p ?x");
    fine("p=ref_parameter:x q=ref_parameter:x ?p ?q");
    broken("p=mut_parameter:x ?x", "what a parameter declared `mut` leads to is read by others");
    broken("p=mut_parameter:x !x", "what a parameter declared `mut` leads to is changed by others");
    broken("p=ref_parameter:x !x", "what a parameter declared `ref` leads to is changed by others");
    broken("p=mut_parameter:x q=mut_parameter:x", "while the function runs");
    broken("p=ref_parameter:x q=mut_parameter:x", "while the function runs");
    broken("p=ref_parameter:x !p", "something is written through a parameter declared `ref`");
}

#[test]
fn a_place_that_ended_has_no_value_and_no_borrows() {
    broken("r=ref:x ~x ?r", "a `ref` is read through after others have changed");
    match outcome(&script("~x ?x").replace("return v2", "return v4"), BorrowModel::Rules) {
        Err((FaultKind::Uninitialised, _)) => {}
        other => panic!("{other:?}"),
    }
    fine("r=ref:x ~x !x ?x");
}

#[test]
fn faults_name_where_the_borrow_was_made_and_broken() {
    let (_, message) = outcome(&script("r=ref:x !x ?r"), BorrowModel::Rules).expect_err("it is broken");
    assert!(message.contains("the borrow was made (in f"), "{message}");
    assert!(message.contains("it was written by others (in f"), "{message}");
}

#[test]
fn bytes_beside_each_other_are_separate() {
    let text = "function system_abi export @f() : () -> i64 {
  slot s0 16 align 8 local frame
b0:
  v0: ptr = slot_address s0
  v1: u64 = constant 8
  v2: i64 = constant 5
  store v2, v0 align 8
  v3: ptr = call @$watch.mut(v0, v1) : (ptr, u64) -> ptr
  v4: ptr = slot_address s0 + 8
  store v2, v4 align 8
  store v2, v3 align 8
  v5: i64 = load v3 align 8
  return v5
}";
    assert_eq!(outcome(text, BorrowModel::Rules), Ok(5));
    let overlapping = text.replace("slot_address s0 + 8", "slot_address s0 + 4").replace("v4 align 8", "v4 align 4");
    match outcome(&overlapping, BorrowModel::Rules) {
        Err((FaultKind::BrokenBorrow, _)) => {}
        other => panic!("{other:?}"),
    }
}

/// `@g` gets `v0` as its parameter, keeps it in memory where `@f` finds it afterwards.
fn kept(parameter: &str, inside: &str, behind: &str) -> String {
    format!(
        "function system_abi export @g(v0: ptr, v1: ptr, v2: ptr) : (ptr, ptr, ptr) {{
b0:
  v3: u64 = constant 8
  v4: i64 = constant 5
  v5: ptr = call @$watch.{parameter}(v0, v3) : (ptr, u64) -> ptr
  store v5, v1 align 8
{inside}
  return
}}
function system_abi export @f() : () -> i64 {{
b0:
  v0: u64 = constant 8
  v1: ptr = call @malloc(v0) : (u64) -> ptr
  v2: ptr = call @malloc(v0) : (u64) -> ptr
  v3: i64 = constant 5
  store v3, v1 align 8
  call @g(v1, v2, v1) : (ptr, ptr, ptr)
  v4: ptr = load v2 align 8
{behind}
  return v3
}}"
    )
}

#[test]
fn promises_are_for_the_call_alone() {
    let both = [BorrowModel::Promises, BorrowModel::Rules];
    for model in both {
        // Through the parameter, kept in memory and loaded again.
        let own = "  v6: ptr = load v1 align 8\n  store v4, v6 align 8";
        assert_eq!(outcome(&kept("mut_parameter", own, ""), model), Ok(5));
        let others = "  store v4, v2 align 8\n  v6: i64 = load v5 align 8";
        for parameter in ["mut_parameter", "ref_parameter"] {
            match outcome(&kept(parameter, others, ""), model) {
                Err((FaultKind::BrokenBorrow, message)) => {
                    assert!(message.contains("changed by others while the function runs"), "{message}");
                }
                other => panic!("{parameter}: {other:?}"),
            }
            match outcome(&kept(parameter, "  call @free(v2) : (ptr)", ""), model) {
                Err((FaultKind::BrokenBorrow, _)) => {}
                other => panic!("{parameter}: {other:?}"),
            }
        }
    }
    // After the call others may use the place, and what was made of the parameter too: only the rules forbid that.
    let behind = "  store v3, v1 align 8\n  store v3, v4 align 8";
    assert_eq!(outcome(&kept("mut_parameter", "", behind), BorrowModel::Promises), Ok(5));
    match outcome(&kept("mut_parameter", "", behind), BorrowModel::Rules) {
        Err((FaultKind::BrokenBorrow, _)) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn memory_that_ended_is_not_reached_by_what_was_made_of_it() {
    let behind = "  call @free(v1) : (ptr)\n  v5: i64 = load v4 align 8";
    match outcome(&kept("ref_parameter", "", behind), BorrowModel::Rules) {
        Err((FaultKind::BrokenBorrow, message)) => {
            assert!(message.contains("the memory was freed"), "{message}");
            assert!(message.contains("the borrow was made (in g"), "{message}");
        }
        other => panic!("{other:?}"),
    }
    match outcome(&kept("ref_parameter", "", behind), BorrowModel::Promises) {
        Err((FaultKind::UseAfterFree, _)) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn addresses_are_equal_whatever_their_identity() {
    for model in [BorrowModel::Promises, BorrowModel::Rules, BorrowModel::Off] {
        let equal =
            "  v6: bool = equal v5, v2\n  v7: u64 = convert v5\n  v8: u64 = convert v2\n  v9: bool = equal v7, v8
  v10: bool = and v6, v9\n  branch v10, b1, b2\nb1:\n  return\nb2:\n  unreachable\nb3:";
        assert_eq!(outcome(&kept("ref_parameter", equal, ""), model), Ok(5));
    }
}

#[test]
fn loops_that_borrow_do_not_keep_what_is_broken() {
    let text = "function system_abi export @f() : () -> i64 {
  slot s0 8 align 8 local frame
b0:
  v0: ptr = slot_address s0
  v1: u64 = constant 8
  v2: i64 = constant 0
  v3: i64 = constant 1
  v4: i64 = constant 500
  jump b1(v2)
b1(v5: i64):
  v6: ptr = call @$watch.mut(v0, v1) : (ptr, u64) -> ptr
  store v5, v6 align 8
  v7: i64 = add v5, v3
  v8: bool = less v7, v4
  branch v8, b1(v7), b2
b2:
  v9: i64 = load v6 align 8
  return v9
}";
    assert_eq!(outcome(text, BorrowModel::Rules), Ok(499));
}
