//! What `unsafe` code must keep ('Decisions' in LANGUAGE.md), whole programs: those that break a promise which optimised code
//! relies on, and those that only look so. And all programs of the corpus, none of which may break anything.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use mir::interpret::{BorrowModel, Ended, FaultKind, Limits};
use tests::corpus::{Program, programs};
use tests::interpret::interpret;

fn run(path: &Path, lowered: bool, borrows: BorrowModel) -> Ended {
    let limits = Limits { steps: 300_000_000, borrows, ..Limits::default() };
    interpret(path, lowered, &limits).unwrap_or_else(|problems| panic!("{}: {problems}", path.display()))
}

/// The fault of a program of one file, the same in both forms.
fn fault(text: &str, borrows: BorrowModel) -> Option<String> {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("program.lang");
    std::fs::write(&path, text).expect("there is room for a file");
    let [plain, lowered] = [false, true].map(|lowered| {
        let ended = run(&path, lowered, borrows);
        ended.fault.map(|fault| fault.to_string())
    });
    assert_eq!(plain.is_some(), lowered.is_some(), "{text}\n{plain:?}\n{lowered:?}");
    plain
}

#[track_caller]
fn breaks(text: &str, words: &str) {
    let fault = fault(text, BorrowModel::Promises).unwrap_or_else(|| panic!("nothing is found in\n{text}"));
    assert!(fault.contains("broken borrow") && fault.contains(words), "{fault}");
}

#[track_caller]
fn keeps(text: &str) {
    assert_eq!(fault(text, BorrowModel::Promises), None, "{text}");
}

#[test]
fn a_mut_parameter_is_the_only_way() {
    breaks(
        "fn two(a: mut i64, b: mut i64) { a = 1  b = 2  println(a) }
fn main() {
  let mut x = 1
  unsafe {
    let p = mut x as Pointer[i64]
    two(mut p[0], mut p[0])
  }
}
",
        "while the function runs",
    );
    breaks(
        "fn read(a: mut i64, p: Pointer[i64]) -> i64 { a = 1  unsafe { p[0] } }
fn main() {
  let mut x = 1
  let p = mut x as Pointer[i64]
  println(read(mut x, p))
}
",
        "is read by others",
    );
    breaks(
        "let STATE_COUNT = 1
type H { let @n: i64 }
fn change(h: mut H, data: Pointer[()]) { let before = h.n  again(data)  println(before + h.n) }
fn again(data: Pointer[()]) { unsafe { mut (data as Pointer[i64])[0] = 5 } }
fn main() {
  let mut h = H(STATE_COUNT)
  let data = mut h as Pointer[()]
  change(mut h, data)
}
"
        .replace("mut (data as Pointer[i64])[0] = 5", "(data as Pointer[i64])[0] = 5")
        .as_str(),
        "is changed by others",
    );
}

#[test]
fn a_ref_parameter_is_not_written() {
    breaks(
        "fn f(r: ref i64, p: Pointer[i64]) -> i64 { let before: i64 = r  unsafe { p[0] = 5 }  before + r }
fn main() {
  let mut x = 1
  let p = mut x as Pointer[i64]
  println(f(ref x, p))
}
",
        "is changed by others",
    );
    breaks(
        "fn f(r: ref i64) { unsafe { (ref r as Pointer[i64])[0] = 3 } }
fn main() { let x = 1  f(ref x)  println(x) }
",
        "something is written through a parameter declared `ref`",
    );
}

#[test]
fn faults_name_the_places_in_the_file() {
    let text = "fn f(r: ref i64, p: Pointer[i64]) -> i64 {
  unsafe { p[0] = 5 }
  r
}
fn main() {
  let mut x = 1
  let p = mut x as Pointer[i64]
  println(f(ref x, p))
}
";
    let fault = fault(text, BorrowModel::Promises).expect("it breaks a promise");
    assert!(fault.contains("program.lang:2:"), "{fault}");
    assert!(fault.contains("the function began at "), "{fault}");
}

#[test]
fn what_is_made_of_a_parameter_may_be_used() {
    keeps(
        "fn f(m: mut [i64; 3]) {
  let p = mut m[0] as Pointer[i64]
  m[1] = 2
  unsafe { p[1] = p[0] + p[1]  println(p[1]) }
  println(m[1])
}
fn main() { let mut a = [1, 2, 3]  f(mut a)  println(a[1]) }
",
    );
}

/// The closure has a `ref` where its method has a `mut`.
#[test]
fn what_a_method_promises_is_not_said_of_its_closures() {
    let text = "type inline Few {
  let @numbers: [i64; 2]
  fn mut each(look: ref fn (ref i64) -> bool) -> bool { look(ref @numbers[0]) }
  fn mut first -> bool { self.each(fn (n) { n == 1 }) }
}
fn main() {
  let mut few = Few([1, 2])
  println(few.first())
}
";
    assert_eq!(fault(text, BorrowModel::Rules), None);
}

#[test]
fn outside_of_calls_nothing_is_promised() {
    let text = "fn main() {
  let mut x = 1
  let p = mut x as Pointer[i64]
  let m = mut x
  unsafe { p[0] = 2 }
  m = 3
  unsafe { println(p[0]) }
}
";
    keeps(text);
    let fault = fault(text, BorrowModel::Rules).expect("safe code would not do so");
    assert!(fault.contains("broken borrow"), "{fault}");
}

#[test]
fn addresses_compare_and_become_numbers() {
    keeps(
        "fn f(r: mut i64, p: Pointer[i64]) {
  println(mut r as Pointer[i64] == p)
  let number = mut r as Pointer[i64] as u64
  println(number == p as u64)
  unsafe { (number as Pointer[i64])[0] = 4 }
  println(r)
}
fn main() {
  let mut x = 1
  let p = mut x as Pointer[i64]
  f(mut x, p)
}
",
    );
}

/// The texts of a program: a file, or all files of a folder.
fn text(path: &Path) -> String {
    if path.is_file() {
        return std::fs::read_to_string(path).expect("the corpus can be read");
    }
    let files = std::fs::read_dir(path).expect("the corpus can be read");
    files
        .flatten()
        .map(|file| file.path())
        .filter(|path| path.is_dir() || is_source(path))
        .map(|path| text(&path))
        .collect()
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "lang")
}

#[test]
fn no_program_of_the_corpus_breaks_a_borrow() {
    // The benchmarks are the same language at length.
    let programs: Vec<Program> = programs().into_iter().filter(|program| !program.name.starts_with("bench/")).collect();
    let watched = [const { AtomicUsize::new(0) }; 2];
    let wrong = Mutex::new(Vec::new());
    let times = Mutex::new(Vec::new());
    tests::for_each(&programs, |program| {
        let begin = Instant::now();
        let safe = !text(&program.path).contains("unsafe");
        watched[usize::from(safe)].fetch_add(1, Ordering::Relaxed);
        let borrows = if safe { BorrowModel::Rules } else { BorrowModel::Promises };
        let found = broken(program, borrows);
        wrong.lock().expect("no thread has failed").extend(found);
        times.lock().expect("no thread has failed").push((begin.elapsed(), program.name.clone()));
    });
    let mut times = times.into_inner().expect("no thread has failed");
    times.sort_by_key(|(time, _)| Reverse(*time));
    println!("the slowest: {:?}", &times[..5.min(times.len())]);
    let wrong = wrong.into_inner().expect("no thread has failed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let watched = watched.map(AtomicUsize::into_inner);
    assert!(watched.iter().all(|count| *count >= 5), "{watched:?}");
}

/// The fault of a program of the corpus that is no limit of the interpreter.
fn broken(program: &Program, borrows: BorrowModel) -> Option<String> {
    let fault = run(&program.path, false, borrows).fault?;
    let is_limit = matches!(
        fault.kind,
        FaultKind::NoSymbol
            | FaultKind::StackExhausted
            | FaultKind::MemoryLimit
            | FaultKind::StepLimit
            | FaultKind::BadHostCall
    );
    (!is_limit).then(|| format!("{}: {fault}", program.name))
}
