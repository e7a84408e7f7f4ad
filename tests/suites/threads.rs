//! Threads in the interpreter: what nothing orders is a fault there, in whatever order it came, and what the library orders is
//! none. Without the atomic reads of counts, or the lock of a mutex, the same programs are found out.

use std::path::Path;

use driver::Product;
use mir::interpret::{CLibrary, Ended, FaultKind, Limits, Program, run_program};
use mir::{AliasId, Align, Argument, Callee, Module, Operation};
use project::Input;
use tests::interpret::open;

const HEAD: &str = "import std.thread (Atomic, Mutex, spawn)\n";

/// Runs a program, on functions before the ABI pass, that something has been done to.
fn run(text: &str, change: impl Fn(&mut Module)) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("app.lang");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the program is written");
    run_file(&path, change)
}

fn run_file(path: &Path, change: impl Fn(&mut Module)) -> Ended {
    let (source, mut run) = open(&Input::File(path.to_path_buf()));
    let problems = driver::check(&source, &mut run);
    assert!(problems.iter().all(|report| report.severity != source::Severity::Error), "{problems:?}");
    let mut made = driver::modules(&source, &run, Product::Program, false).expect("it can be made");
    made.modules.iter_mut().for_each(change);
    let program = Program { modules: &made.modules, positions: &made.positions };
    run_program(&program, lower::C_ENTRY, &[], &mut CLibrary::new(), &Limits::default())
}

fn kind(ended: &Ended) -> Option<FaultKind> {
    ended.fault.as_ref().map(|fault| fault.kind)
}

/// Two threads that write through a raw pointer, which nothing orders.
const RACE: &str = "
type Cell { let @n: i64 }
fn add(address: i64) { unsafe { (address as Pointer[Cell.Object])[0].n += 1 } }
fn main() {
  let address = Cell(0).into_raw() as i64
  let one = spawn(fn move () { add(address) })
  let two = spawn(fn move () { add(address) })
  one.join()
  two.join()
  unsafe { println(Cell.from_raw((address as Pointer[Cell.Object])).n) }
}
";

#[test]
fn a_race_is_a_fault_that_names_both_places() {
    let ended = run(RACE, |_| {});
    assert_eq!(kind(&ended), Some(FaultKind::DataRace), "{ended:?}");
    let text = ended.fault.expect("a fault").to_string();
    assert!(text.contains("app.lang:4:") && text.contains("by the other at"), "{text}");
}

#[test]
fn who_is_joined_first_is_ordered() {
    let ordered = RACE.replace("add(address) })\n  let two", "add(address) })\n  one.join()\n  let two");
    let ordered = ordered.replacen("  one.join()\n  two.join()", "  two.join()", 1);
    let ended = run(&ordered, |_| {});
    assert_eq!((kind(&ended), &*ended.stdout), (None, &b"2\n"[..]), "{ended:?}");
}

#[test]
fn a_lock_that_waits_for_ever_is_a_fault() {
    let ended = run(
        "let M: Mutex[i64] = Mutex.new(0)
fn main() { M.with(fn (n: mut i64) { n += M.with(fn (m: mut i64) -> i64 { m }) }) }",
        |_| {},
    );
    assert_eq!(kind(&ended), Some(FaultKind::Deadlock), "{ended:?}");
}

/// What a mutation makes of each instruction.
fn mutate(module: &mut Module, change: impl Fn(&Operation) -> Option<Operation>) {
    for function in &mut module.functions {
        for instruction in &mut function.instructions {
            if let Some(changed) = change(&instruction.operation) {
                instruction.operation = changed;
            }
        }
    }
}

const SHARED: &str = "
fn main() {
  let text = \"a\" + \"b\"
  let shared = Shared.new(7)
  let other = shared
  let copy = text
  let thread = spawn(fn move () -> i64 {
    let again = other
    let more = copy
    again + more.length()
  })
  let own = shared
  let mine = text
  println(thread.join() + own + mine.length())
}
";

#[test]
fn a_count_that_is_read_plainly_is_found() {
    let ended = run(SHARED, |_| {});
    assert_eq!((kind(&ended), &*ended.stdout), (None, &b"18\n"[..]), "{ended:?}");
    assert!(ended.leaks.is_empty());
    let plain = |operation: &Operation| match *operation {
        Operation::AtomicLoad { address } => {
            Some(Operation::Load { address, offset: 0, align: Align::new(8), alias: AliasId::ANY })
        }
        _ => None,
    };
    let ended = run(SHARED, |module| mutate(module, plain));
    assert_eq!(kind(&ended), Some(FaultKind::DataRace), "{ended:?}");
}

#[test]
fn an_owner_that_is_not_counted_is_found() {
    let ended = run(SHARED, |module| {
        let retain = module.find_symbol("std.runtime.retain");
        for function in &mut module.functions {
            for index in 0..function.instructions.len() {
                let Operation::Call { call } = function.instructions[index].operation else { continue };
                let call = function.call(call);
                if Some(call.callee) != retain.map(Callee::Direct) {
                    continue;
                }
                // Nothing is done instead.
                if let [Argument::Scalar(destination)] = *function.argument_list(call.arguments) {
                    function.instructions[index].operation =
                        Operation::Zero { destination, bytes: 0, align: Align::ONE };
                }
            }
        }
    });
    assert!(
        matches!(kind(&ended), Some(FaultKind::UseAfterFree | FaultKind::DoubleFree | FaultKind::DataRace)),
        "{ended:?}"
    );
}
