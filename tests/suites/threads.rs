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
    with_program(path, change, |program| run_by(program, 0))
}

/// Makes a program, does something to it, and hands it on.
fn with_program<T>(path: &Path, change: impl Fn(&mut Module), then: impl FnOnce(&Program<'_>) -> T) -> T {
    let (source, mut run) = open(&Input::File(path.to_path_buf()));
    let problems = driver::check(&source, &mut run);
    assert!(problems.iter().all(|report| report.severity != source::Severity::Error), "{problems:?}");
    let mut made = driver::modules(&source, &run, Product::Program, false).expect("it can be made");
    made.modules.iter_mut().for_each(change);
    then(&Program { modules: &made.modules, positions: &made.positions })
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

/// Each copy is counted, since what is copied is used once more.
const SHARED: &str = "
fn main() {
  let text = \"a\" + \"b\"
  let shared = Shared.new(7)
  let other = shared
  let copy = text
  let thread = spawn(fn move () -> i64 {
    let again = other
    let more = copy
    again + more.length() + other - 7 + copy.length() - 2
  })
  let own = shared
  let mine = text
  println(thread.join() + own + mine.length() + shared - 7 + text.length() - 2)
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

/// Runs a program by seeds from 0 on until it ends in a way; gives the seed. Programs are compiled once.
fn first_seed(text: &str, most: u64, change: impl Fn(&mut Module), is_it: impl Fn(&Ended) -> bool) -> Option<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("app.lang");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the program is written");
    with_program(&path, change, |program| (0..most).find(|seed| is_it(&run_by(program, *seed))))
}

fn run_by(program: &Program<'_>, seed: u64) -> Ended {
    let limits = Limits { seed, ..Limits::default() };
    run_program(program, lower::C_ENTRY, &[], &mut CLibrary::new(), &limits)
}

/// How many seeds are tried.
const SEEDS: u64 = 200;

/// A cell that is handed over by a flag; the reader takes the flag for set before it is.
const EARLY: &str = "
type Cell { let @n: i64 }
let READY: Atomic[i64] = Atomic.new(0)
fn main() {
  let address = Cell(0).into_raw() as i64
  let writer = spawn(fn move () {
    unsafe { (address as Pointer[Cell.Object])[0].n = 1 }
    READY.store(1)
    READY.store(2)
    unsafe { (address as Pointer[Cell.Object])[0].n = 2 }
  })
  if READY.load() == 1 { unsafe { println((address as Pointer[Cell.Object])[0].n) } }
  writer.join()
  unsafe { println(Cell.from_raw((address as Pointer[Cell.Object])).n) }
}
";

#[test]
fn a_race_that_only_some_orders_show_is_found() {
    let seed = first_seed(EARLY, SEEDS, |_| {}, |ended| kind(ended) == Some(FaultKind::DataRace));
    let fine = first_seed(EARLY, SEEDS, |_| {}, |ended| ended.fault.is_none());
    assert!(seed.is_some() && fine.is_some(), "{seed:?} {fine:?}");
    println!("found by seed {}", seed.expect("it is there"));
}

/// Two locks that two threads take in different orders.
const LOCKS: &str = "
let A: Mutex[i64] = Mutex.new(0)
let B: Mutex[i64] = Mutex.new(0)
fn main() {
  let one = spawn(fn move () { A.with(fn (a: mut i64) { B.with(fn (b: mut i64) { a += 1  b += 1 }) }) })
  let two = spawn(fn move () { B.with(fn (b: mut i64) { A.with(fn (a: mut i64) { a += 1  b += 1 }) }) })
  one.join()
  two.join()
  println(A.with(fn (a: mut i64) -> i64 { a }))
}
";

#[test]
fn a_deadlock_by_the_order_of_locks_is_found() {
    let is_deadlock = |ended: &Ended| kind(ended) == Some(FaultKind::Deadlock);
    let seed = first_seed(LOCKS, SEEDS, |_| {}, is_deadlock).expect("some order ends in it");
    let fine = first_seed(LOCKS, SEEDS, |_| {}, |ended| ended.stdout == b"2\n");
    assert!(fine.is_some());
    println!("found by seed {seed}");
    let ordered = LOCKS.replace(
        "B.with(fn (b: mut i64) { A.with(fn (a: mut i64) { a += 1  b += 1 }) })",
        "A.with(fn (a: mut i64) { B.with(fn (b: mut i64) { a += 1  b += 1 }) })",
    );
    assert_ne!(ordered, LOCKS);
    assert_eq!(first_seed(&ordered, SEEDS, |_| {}, |ended| ended.fault.is_some()), None);
}

#[test]
fn a_deadlock_names_who_waits_and_the_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("app.lang");
    std::fs::write(&path, format!("{HEAD}{LOCKS}")).expect("the program is written");
    with_program(
        &path,
        |_| {},
        |program| {
            let ended = (0..SEEDS).map(|seed| (seed, run_by(program, seed))).find(|(_, ended)| ended.fault.is_some());
            let (seed, ended) = ended.expect("some order ends in it");
            let text = ended.fault.as_ref().expect("a fault").to_string();
            for words in
                ["every thread waits", "for a mutex that thread", &format!("threads took turns by seed {seed}")]
            {
                assert!(text.contains(words), "{text}");
            }
            // The same seed, the same run.
            assert_eq!(run_by(program, seed), ended);
        },
    );
}

/// Each of two threads adds to a number, at once or not.
const ADDED: &str = "
let N: Atomic[i64] = Atomic.new(0)
fn main() {
  let one = spawn(fn move () { for i in 0..3 { N.add(1) } })
  let two = spawn(fn move () { for i in 0..3 { N.add(1) } })
  one.join()
  two.join()
  assert(N.load() == 6)
}
";

#[test]
fn what_is_read_and_written_one_after_the_other_loses_steps() {
    assert_eq!(first_seed(ADDED, SEEDS, |_| {}, |ended| ended.exit != 0), None);
    let split = ADDED.replace("N.add(1)", "N.store(N.load() + 1)");
    let seed = first_seed(&split, SEEDS, |_| {}, |ended| ended.exit == 101 && ended.fault.is_none());
    assert!(seed.is_some());
    println!("found by seed {}", seed.expect("it is there"));
}

#[test]
fn what_is_changed_plainly_is_found_in_every_order() {
    let plain =
        ADDED.replace("N.add(1)", "unsafe { let p = ref N as Pointer[Atomic[i64]] as Pointer[i64]  p[0] = p[0] + 1 }");
    assert_ne!(plain, ADDED);
    assert_eq!(first_seed(&plain, SEEDS, |_| {}, |ended| kind(ended) != Some(FaultKind::DataRace)), None);
}

#[test]
fn who_waits_for_a_flag_is_let_on() {
    let spins = "
let FLAG: Atomic[bool] = Atomic.new(false)
fn main() {
  let thread = spawn(fn move () -> i64 {
    let mut turns = 0
    while !FLAG.load() { turns += 1 }
    turns
  })
  FLAG.store(true)
  println(thread.join() >= 0)
}
";
    assert_eq!(first_seed(spins, SEEDS, |_| {}, |ended| ended.stdout != b"true\n"), None);
}

/// One thread waits until another has changed something.
const WAITS: &str = "
import std.thread (Condition)
let IS_DONE: Mutex[bool] = Mutex.new(false)
let CHANGED: Condition = Condition.new()
fn main() {
  let thread = spawn(fn move () {
    IS_DONE.with(fn (is_done) { is_done = true })
    CHANGED.wake_one()
  })
  IS_DONE.with_when(CHANGED, fn (is_done) { is_done }, fn (is_done) { is_done = false })
  thread.join()
}
";

#[test]
fn who_waits_at_a_condition_is_woken() {
    assert_eq!(first_seed(WAITS, SEEDS, |_| {}, |ended| ended.fault.is_some() || ended.exit != 0), None);
    let forgets = WAITS.replace("    CHANGED.wake_one()\n", "");
    assert_ne!(forgets, WAITS);
    // It is found only where the one waits before the other is done.
    let seed = first_seed(&forgets, SEEDS, |_| {}, |ended| kind(ended) == Some(FaultKind::Deadlock));
    let fine = first_seed(&forgets, SEEDS, |_| {}, |ended| ended.fault.is_none());
    assert!(seed.is_some() && fine.is_some(), "{seed:?} {fine:?}");
}
