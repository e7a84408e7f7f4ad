//! Calls through tables, rewritten: what each set of tables makes of a call, that a program does the same before and after,
//! and that a wrong set shows.

use std::fmt::Write;

use super::{Outcome, run};
use crate::call::Callee;
use crate::dispatch::{Candidate, Dispatch, KnownTables, TableCall, devirtualise};
use crate::ids::{CallId, Value};
use crate::module::Module;

/// Tables `@t0` and so on, each with functions `@oneN` and `@pairN`; `@f` calls both through the table of each in turn, in one
/// block, and adds up what they give.
fn program(tables: usize) -> Module {
    let mut text = String::from("module \"m\"\ntype %Pair = struct 16 align 8 { a: i64 @0, b: i64 @8 }\n");
    for number in 0..tables {
        let weight = 10u64.pow(number as u32);
        let _ = write!(
            text,
            "global constant hidden @t{number} align 8 = \"{}\" {{ 0: @one{number} + 0, 8: @pair{number} + 0 }}
function system_abi hidden @one{number}(v0: ptr, v1: i64) : (ptr, i64) -> i64 {{
b0:
  v2: i64 = constant {weight}
  v3: i64 = add v1, v2
  return v3
}}
function system_abi hidden @pair{number}(v0: ptr, s0) : (ptr, %Pair) -> %Pair {{
  slot s0 16 align 8 parameter frame : %Pair
  slot s1 16 align 8 return frame : %Pair
  return_slot s1
b0:
  v1: ptr = slot_address s0
  v2: i64 = load v1 align 8
  v3: i64 = load v1 + 8 align 8
  v4: ptr = slot_address s1
  v5: i64 = constant {}
  v6: i64 = multiply v2, v5
  store v3, v4 align 8
  store v6, v4 + 8 align 8
  return slot
}}
",
            "\\00".repeat(16),
            number + 2,
        );
    }
    let mut body = String::from("b0:\n  v0: i64 = constant 1\n");
    let mut last = 0;
    for number in 0..tables {
        let (table, sum) = (last + 1, last + 2);
        let _ = writeln!(body, "  v{table}: ptr = symbol_address @t{number} + 0");
        let _ = writeln!(body, "  v{sum}: i64 = call @g(v{table}, v{last}) : (ptr, i64) -> i64");
        last = sum;
    }
    let _ = write!(text, "function system_abi export @f() : () -> i64 {{\n{body}  return v{last}\n}}\n");
    text += "function system_abi hidden @g(v0: ptr, v1: i64) : (ptr, i64) -> i64 {
  slot s0 16 align 8 local frame : %Pair
b0:
  v2: ptr = load v0 align 8
  v3: i64 = call v2(v0, v1) : (ptr, i64) -> i64
  v4: ptr = slot_address s0
  store v3, v4 align 8
  store v1, v4 + 8 align 8
  v5: ptr = load v0 + 8 align 8
  call v5(v0, aggregate v4 align 8) : (ptr, %Pair) -> %Pair into v4
  v6: i64 = load v4 align 8
  v7: i64 = load v4 + 8 align 8
  v8: i64 = add v6, v7
  v9: i64 = add v8, v3
  return v9
}
";
    crate::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The same with calls that are known to be through these tables.
fn rewritten(mut module: Module, is_closed: bool, known: &[usize]) -> Module {
    let function = module.functions.iter().position(|function| module.symbol_name(function.symbol) == "g");
    let function = function.expect("it is there");
    for (call, entry) in [(0, "one"), (1, "pair")] {
        let candidate = |number: &usize| Candidate {
            table: module.find_symbol(&format!("t{number}")).expect("it is there"),
            function: module.find_symbol(&format!("{entry}{number}")),
        };
        let tables = KnownTables { is_closed, candidates: known.iter().map(candidate).collect() };
        let tables = tables.write(&mut module, "dyn A");
        let known = TableCall { call: CallId::new(call), table: Value(0), entry: call as u32, tables };
        module.functions[function].table_calls.push(known);
    }
    crate::tests::assert_valid(&module, 0);
    devirtualise(&mut module);
    crate::tests::assert_valid(&module, 0);
    let again = crate::read(&crate::print(&module)).expect("what was printed is read");
    assert_eq!(crate::print(&again), crate::print(&module));
    module
}

fn result(module: &Module) -> Outcome {
    let mut lowered = module.clone();
    crate::lower_module(&mut lowered, &abi::Target::X86_64_LINUX).expect("the target is described");
    crate::tests::assert_valid(&lowered, 0);
    let (outcome, lowered) = (run(module, "f", &[]).0, run(&lowered, "f", &[]).0);
    assert_eq!(outcome, lowered);
    outcome
}

/// Direct calls and calls through an address in `@g`.
fn calls(module: &Module) -> (usize, usize) {
    let function = module.functions.iter().find(|function| module.symbol_name(function.symbol) == "g");
    let calls = &function.expect("it is there").calls;
    let direct = calls.iter().filter(|call| matches!(call.callee, Callee::Direct(_))).count();
    (direct, calls.len() - direct)
}

#[test]
fn a_program_does_the_same_with_every_right_set() {
    for tables in 1..=5 {
        let all: Vec<usize> = (0..tables).collect();
        let before = result(&program(tables));
        assert!(matches!(before, Outcome::Value(_)));
        for (is_closed, wanted) in
            [(true, [(2, 0), (4, 0), (6, 0), (0, 2), (0, 2)]), (false, [(2, 2), (4, 2), (6, 2), (0, 2), (0, 2)])]
        {
            let after = rewritten(program(tables), is_closed, &all);
            assert_eq!((calls(&after), result(&after)), (wanted[tables - 1], before.clone()), "{tables} {is_closed}");
        }
        // An open set need not be whole.
        for known in 0..tables {
            let after = rewritten(program(tables), false, &[known]);
            assert_eq!((calls(&after), result(&after)), ((2, 2), before.clone()), "{tables} {known}");
        }
    }
}

#[test]
fn a_wrong_set_shows() {
    let before = result(&program(2));
    assert_ne!(result(&rewritten(program(2), true, &[0])), before);
    assert_ne!(result(&rewritten(program(2), true, &[1])), before);
    let before = result(&program(3));
    assert_ne!(result(&rewritten(program(3), true, &[0, 1])), before);
}

#[test]
fn null_entries_are_called_by_nobody() {
    let module = program(1);
    let symbol = |name: &str| module.find_symbol(name).expect("it is there");
    let null = Candidate { table: symbol("t0"), function: None };
    let one = Candidate { table: symbol("t0"), function: Some(symbol("one0")) };
    let dispatch =
        |is_closed, candidates: &[Candidate]| KnownTables { is_closed, candidates: candidates.to_vec() }.dispatch();
    assert_eq!(dispatch(true, &[]), Dispatch::Table);
    assert_eq!(dispatch(true, &[null]), Dispatch::Table);
    assert_eq!(dispatch(true, &[null, one, null, null]), Dispatch::Direct);
    assert_eq!(dispatch(false, &[null, one]), Dispatch::Compared);
    // One function in many tables is one function.
    assert_eq!(dispatch(true, &[one; 9]), Dispatch::Direct);
    assert_eq!(dispatch(false, &[one; 9]), Dispatch::Table);
}
