//! Work grows as the input does. Programs of each kind are doubled three times, and what checking, formatting, listing
//! names and lowering to MIR allocate must double with them: bytes are counted, never time, which `bench/growth.py` measures. Also the
//! inputs that nothing bounded before: types that double, constants of gigabytes, arrays larger than memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tests::growth::{Kind, kinds};
use tests::session::{Session, instantiate};

/// Counts the bytes that a thread asks for.
struct Counting;

thread_local! {
    static BYTES: Cell<u64> = const { Cell::new(0) };
}

fn count(bytes: usize) {
    // A thread that ends may allocate when its counter is gone; nobody asks it any more.
    let _gone = BYTES.try_with(|counted| counted.set(counted.get() + bytes as u64));
}

// SAFETY: everything is handed to the system's allocator as it came; the counter allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the rules of `alloc`, which are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above, so from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.saturating_sub(layout.size()));
        // SAFETY: as for `dealloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn bytes_of<R>(work: impl FnOnce() -> R) -> (u64, R) {
    let before = BYTES.get();
    let result = work();
    (BYTES.get() - before, result)
}

/// What is measured, each with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Check,
    Lower,
    Format,
    Resolve,
}

/// Kinds that are known to grow faster, with the reason.
const KNOWN: &[(&str, Task, &str)] = &[];

/// The most that counts as in proportion: sets of variables are trees, so their depth adds a little, and tables grow by
/// doubling; a square has 16.
const MOST: f64 = 9.0;

/// Bytes that a task allocates for the program of a size; `None` if it does not come to it.
fn work(kind: &Kind, task: Task, size: usize) -> Option<u64> {
    let folder = tempfile::tempdir().expect("there is room for a program");
    let files = kind.files(size);
    for (path, text) in &files {
        std::fs::write(folder.path().join(path), text).expect("there is room for a program");
    }
    let session = Session::open(&folder.path().join("main.lang"));
    // An error may ask what the library has, at one size and not at another: it is read before.
    for module in hir::all_modules(&session.db).iter().filter(|module| module.is_standard(&session.db)) {
        std::hint::black_box(hir::module_items(&session.db, *module));
    }
    match task {
        Task::Check => Some(bytes_of(|| lower::diagnostics(&session.db, session.file).len()).0),
        Task::Lower => {
            if !session.is_correct() {
                return None;
            }
            let (bytes, result) = bytes_of(|| instantiate(&session));
            result.is_ok().then_some(bytes)
        }
        Task::Format => Some(bytes_of(|| syntax::format(&files[0].1)).0),
        Task::Resolve => Some(bytes_of(|| ide::resolved_names(&session.db, session.file).len()).0),
    }
}

/// How many times as much the last step costs as the first: 4 if work grows as the size does, 16 if as its square.
fn growth(kind: &Kind, task: Task) -> Option<f64> {
    let amounts: Option<Vec<f64>> =
        [1, 2, 4, 8].iter().map(|factor| work(kind, task, kind.start * factor).map(|bytes| bytes as f64)).collect();
    let amounts = amounts?;
    // What a program of the first size costs above an empty one is the least that counts as growth.
    let first = (amounts[1] - amounts[0]).max(amounts[0] / 10.0).max(1.0);
    Some((amounts[3] - amounts[2]) / first)
}

/// The same, measured again if it seems too much: the tables of names belong to the process, and where they double
/// depends on all kinds before. What grows faster by itself does so again.
fn steady_growth(kind: &Kind, task: Task) -> Option<f64> {
    let first = growth(kind, task)?;
    if first <= MOST {
        return Some(first);
    }
    Some(first.min(growth(kind, task)?))
}

/// Deep programs are walked recursively: the compiler's threads have much stack, so this one has, too.
fn check_all(task: Task) {
    let thread = std::thread::Builder::new().stack_size(driver::parallel::STACK_BYTES);
    let running = thread.spawn(move || check_kinds(task));
    if let Err(panic) = running.expect("a thread can be started").join() {
        std::panic::resume_unwind(panic);
    }
}

fn check_kinds(task: Task) {
    let mut wrong = Vec::new();
    // Names are found by what checking has kept; a part of the kinds is asked for them.
    let every = if task == Task::Resolve { 5 } else { 1 };
    for kind in kinds().into_iter().step_by(every) {
        // Each level stands on lines of its own, indented by its depth, up to the parser's limit of depth.
        if task == Task::Format && kind.name.starts_with("nested_") {
            continue;
        }
        let known = KNOWN.iter().find(|(name, of, _)| *name == kind.name && *of == task);
        let Some(growth) = steady_growth(&kind, task) else {
            continue;
        };
        match known {
            None if growth > MOST => wrong.push(format!("{} ({}): {growth:.1} instead of 4", kind.name, kind.what)),
            Some((_, _, why)) => println!("{}: {growth:.1}, known: {why}", kind.name),
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{task:?} grows faster than its input:\n{}", wrong.join("\n"));
}

#[test]
fn checking_grows_as_the_program_does() {
    check_all(Task::Check);
}

#[test]
fn listing_names_grows_as_the_program_does() {
    check_all(Task::Resolve);
}

#[test]
fn lowering_grows_as_the_program_does() {
    check_all(Task::Lower);
}

#[test]
fn formatting_grows_as_the_text_does() {
    check_all(Task::Format);
}

/// Programs that are right when small and wrong when large, since they meet a limit.
const LIMITED: &[&str] = &[
    "doubling_types",
    "doubling_tuples",
    "doubling_initialisers",
    "inline_chain",
    "views_in_views",
    "nested_array_types",
    "nested_tuples",
    "nested_pointers",
    "deep_blocks",
    "deep_parentheses",
    "deep_array_types",
    "deep_negations",
    "deep_sum",
    "deep_chain",
    "deep_else_ifs",
    "deep_interpolations",
    "nested_patterns",
    "nested_guards",
    "deep_patterns",
    "deep_matches",
];

/// A program that is wrong by accident is never lowered: then nothing would be measured.
#[test]
fn what_is_right_when_small_is_right_when_large() {
    let is_correct = |kind: &Kind, size: usize| {
        let folder = tempfile::tempdir().expect("there is room for a program");
        for (path, text) in kind.files(size) {
            std::fs::write(folder.path().join(path), text).expect("there is room for a program");
        }
        Session::open(&folder.path().join("main.lang")).is_correct()
    };
    let thread = std::thread::Builder::new().stack_size(driver::parallel::STACK_BYTES);
    let running = thread.spawn(move || {
        let turned = |kind: &Kind| is_correct(kind, 3) && !is_correct(kind, kind.start * 8);
        kinds().into_iter().filter(turned).map(|kind| kind.name).collect::<Vec<_>>()
    });
    let turned = running.expect("a thread can be started").join();
    assert_eq!(turned.expect("it ends"), LIMITED);
}

#[test]
fn what_is_known_to_grow_faster_is_a_kind() {
    let names: Vec<&str> = kinds().iter().map(|kind| kind.name).collect();
    assert!(KNOWN.iter().all(|(name, _, _)| names.contains(name)));
}

/// Names are followed by steps of many modules: they arrive, and circles are noticed, whatever their length.
#[test]
fn names_arrive_through_any_number_of_modules() {
    let problems = |name: &str, size: usize| {
        let kind = kinds().into_iter().find(|kind| kind.name == name);
        let kind = kind.expect("it is a kind");
        let folder = tempfile::tempdir().expect("there is room for a program");
        for (path, text) in kind.files(size) {
            std::fs::write(folder.path().join(path), text).expect("there is room for a program");
        }
        let session = Session::open(&folder.path().join("main.lang"));
        let found = lower::diagnostics(&session.db, session.file).iter();
        found.map(|diagnostic| diagnostic.kind.name).collect::<Vec<_>>()
    };
    for size in [1, 2, 7, 8, 9, 10, 15, 16, 17, 23, 24, 25, 40, 57, 129] {
        assert!(problems("reexports", size).is_empty(), "{size}");
        assert_eq!(problems("reexport_circle", size), ["import-circle"], "{size}");
    }
}

/// Each type of LLVM's IR says what it is made of once, whatever it is inside of and how often it is passed.
#[test]
fn the_ir_of_types_that_double_grows_by_as_much_for_each() {
    if !tests::has_llvm() {
        return;
    }
    let named = |levels: usize| {
        let types = (1..=levels).map(|i| format!("type copy T{i} {{ let @x: T{}  let @y: T{} }}\n", i - 1, i - 1));
        "type copy T0 { let @x: i64 }\n".to_owned() + &types.collect::<String>()
    };
    let tuples = |levels: usize| {
        let types = (1..=levels).map(|i| format!("type T{i} = (T{}, T{})\n", i - 1, i - 1));
        "type T0 = (i64, i32)\n".to_owned() + &types.collect::<String>()
    };
    let makers: [&dyn Fn(usize) -> String; 2] = [&named, &tuples];
    for types in makers {
        for level in ["-O0", "-O2"] {
            let bytes = |levels: usize| {
                let folder = tempfile::tempdir().expect("there is room for a program");
                let passed = format!("fn f(t: T{levels}) -> T{levels} {{\n  let u = t\n  u\n}}\nfn main() {{}}\n");
                std::fs::write(folder.path().join("main.lang"), types(levels) + &passed).expect("there is room");
                let mut command = tests::lang_command(&folder.path().join("cache"));
                command.args(["build", "main.lang", "--backend", "llvm", "--emit", "llvm-ir", "-o", "-", level]);
                command.current_dir(folder.path());
                let output = tests::finish(command).expect("it ends");
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                output.stdout.len()
            };
            let [small, middle, large] = [2, 6, 14].map(bytes);
            assert!(large - middle < 3 * (middle - small), "{level}: {small}, {middle} and {large} bytes");
        }
    }
}

/// The measure itself: it tells a square from a line.
#[test]
fn a_square_is_noticed() {
    let kind = Kind {
        name: "square",
        what: "functions with as many parameters",
        start: 20,
        make: tests::growth::Make::File(|size| {
            let parameters: Vec<String> = (0..size).map(|number| format!("p{number}: i64")).collect();
            let parameters = parameters.join(", ");
            (0..size).map(|number| format!("fn f{number}({parameters}) {{}}\n")).collect()
        }),
    };
    assert!(growth(&kind, Task::Check).is_some_and(|growth| growth > MOST));
}
