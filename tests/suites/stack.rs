//! Stacks that overflow: never silently, never into other memory, on every engine that makes machine code. The program
//! ends as a panic does, with the name of the function; what is no overflow ends as it would without us.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tests::machine::{AARCH64, NATIVE};
use tests::{finish, has_llvm, lang_command};

/// The exit code of a program that panics.
const PANICKED: i32 = 101;

/// Options of `lang build`; `None` is `lang run`.
type Engine = Option<&'static [&'static str]>;

const IN_PROCESS: Engine = None;
const CRANELIFT: Engine = Some(&["--backend", "cranelift"]);
const CRANELIFT_AARCH64: Engine = Some(&["--backend", "cranelift", "--target", "aarch64-linux-gnu"]);
const LLVM: Engine = Some(&["--backend", "llvm", "-O0"]);
const RELEASE: Engine = Some(&["--release"]);
const RELEASE_AARCH64: Engine = Some(&["--release", "--target", "aarch64-linux-gnu"]);

const DEEP: &str = "\
@[inline(never)]
fn deep(n: i64) -> i64 {
  let mut b = [n; 100]
  b[n % 100] = 1
  deep(n + 1) + b[(n + 3) % 100]
}

fn main() {
  print(\"before \")
  println(deep(1))
}
";

/// A frame of 139 MB, whose ends lie in other memory, and a small one below it.
const WIDE: &str = "\
type H { let @a: [i64; 400000] }

@[inline(never)]
fn fill(h: mut H, v: i64) { for i in 0..400000 { h.a[i] = v } }

@[inline(never)]
fn below(n: i64) -> i64 {
  let mut b = [n; 1000]
  b[n] = 5
  let mut s = 0
  for i in 0..1000 { s += b[i] }
  s
}

@[inline(never)]
fn wide(n: i64) -> i64 {
  let mut a: [i64; 17400000]
  if n > 5 {
    a = [n; 17400000]
    a[n] = 3
    println(a[n * 2])
  }
  below(n) + n
}

fn main() {
  let mut h = H([0; 400000])
  fill(mut h, 1)
  println(wide(\"${h.a[3] + 3}\".length()))
}
";

/// Each call of ours goes through C's `qsort`, and C's frames lie between ours.
const THROUGH_C: &str = "\
extern {
  fn qsort(base: Pointer[()], count: u64, size: u64, compare: extern fn (Pointer[()], Pointer[()]) -> i32)
}

type copy Pair { let @a: i64  let @b: i64 }

extern fn compare_deeply(_a: Pointer[()], _b: Pointer[()]) -> i32 {
  let mut pair = Pair(2, 1)
  unsafe { qsort(mut pair as Pointer[()], 2, 8, compare_deeply) }
  pair.a as i32
}

fn main() { println(compare_deeply(Pointer.null(), Pointer.null())) }
";

/// Methods have the name of their type in theirs.
const METHOD: &str = "\
type copy Tree {
  let @depth: i64
  @[inline(never)]
  fn count -> i64 {
    let next = Tree(@depth + 1)
    next.count() + next.depth % 3
  }
}

fn main() { println(Tree(1).count()) }
";

const NULL: &str = "\
fn main() {
  println(\"before\")
  let mut p: Pointer[i64] = Pointer.null()
  for i in 0..3 { if i == 2 { p = p.offset(4) } }
  unsafe { println(p[0]) }
}
";

const OWN_HANDLER: &str = "\
extern {
  fn signal(number: i32, handler: extern fn (i32)) -> Pointer[()]
  fn _exit(code: i32) -> Never
}

extern fn mine(number: i32) { unsafe { _exit(number + 30) } }

fn main() {
  unsafe {
    signal(11, mine)
    let p = (\"${8}\".length() * 8) as Pointer[i64]
    println(p[0])
  }
}
";

/// The engines that are here.
fn engines() -> Vec<Engine> {
    let (llvm, aarch64) = (has_llvm(), AARCH64.missing().is_none());
    let mut engines = vec![IN_PROCESS, CRANELIFT];
    if aarch64 {
        engines.push(CRANELIFT_AARCH64);
    }
    if llvm {
        engines.extend([LLVM, RELEASE]);
    }
    if llvm && aarch64 {
        engines.push(RELEASE_AARCH64);
    }
    engines
}

fn build(source: &Path, options: &[&str]) -> PathBuf {
    let folder = source.parent().expect("a file lies in a folder");
    let executable = folder.join("program");
    let mut command = lang_command(folder);
    command.arg("build").args(options).arg(source).arg("-o").arg(&executable);
    let output = finish(command).expect("lang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    executable
}

fn start(executable: &Path, options: &[&str]) -> Output {
    let machine = if options.contains(&"aarch64-linux-gnu") { AARCH64 } else { NATIVE };
    let mut command = machine.command(executable);
    command.current_dir(executable.parent().expect("a file lies in a folder"));
    finish(command).expect("the program starts")
}

/// Runs a program, whose module is called `app`.
fn run(text: &str, engine: Engine) -> Output {
    let folder = tempfile::tempdir().expect("a folder for the program");
    let source = folder.path().join("app.lang");
    std::fs::write(&source, text).expect("the program is written");
    match engine {
        None => {
            let mut command = lang_command(folder.path());
            command.arg("run").arg(&source);
            finish(command).expect("lang starts")
        }
        Some(options) => start(&build(&source, options), options),
    }
}

fn overflows_in(text: &str, line: &str, printed: &str) {
    for engine in engines() {
        let output = run(text, engine);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.lines().any(|found| found == line), "{engine:?}: {}: {stderr}", output.status);
        assert_eq!(output.status.code(), Some(PANICKED), "{engine:?}: {stderr}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "{engine:?}");
    }
}

#[test]
fn a_recursion_without_end_is_named_and_what_was_printed_is_there() {
    overflows_in(DEEP, "stack overflow in app.deep", "before ");
}

#[test]
fn a_frame_that_is_larger_than_the_stack_touches_no_other_memory() {
    overflows_in(WIDE, "stack overflow in app.wide", "");
}

/// Optimisers would build what C's `main` calls into it, and its frame would be made before anybody watches the stack.
#[test]
fn the_first_frame_may_be_too_large() {
    let here = "fn touch(a: mut [i64; 2_000_000], i: i64) { a[i] = 4 }\n\
        fn main() { let mut a = [3; 2_000_000]\n touch(mut a, 5)\n println(a[6]) }";
    overflows_in(here, "stack overflow in app.main", "");
    let argument = "@[inline(never)]\nfn f(a: [i64; 2_000_000]) -> i64 { a[5] }\n\
        fn main() { println(f([3; 2_000_000])) }";
    overflows_in(argument, "stack overflow in app.main", "");
    let called_once = "fn once(n: i64) -> i64 { let mut a = [n; 2_000_000]\n a[n] = 1\n a[n * 2] }\n\
        @[inline(always)]\nfn main() { println(once(3)) }";
    for engine in engines() {
        let output = run(called_once, engine);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with("stack overflow in app."), "{engine:?}: {}: {stderr}", output.status);
        assert_eq!(output.status.code(), Some(PANICKED), "{engine:?}: {stderr}");
    }
}

#[test]
fn a_method_is_named_with_its_type() {
    overflows_in(METHOD, "stack overflow in app.Tree.count", "");
}

/// The linker's names have `$` and digits for what the language's may have besides letters.
#[test]
fn a_module_with_a_dash_is_named_as_its_file_is() {
    for options in [CRANELIFT, has_llvm().then_some(RELEASE).flatten()].into_iter().flatten() {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let source = folder.path().join("deep-end.lang");
        std::fs::write(&source, DEEP).expect("the program is written");
        let output = start(&build(&source, options), options);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr, "stack overflow in deep-end.deep\n", "{options:?}");
    }
}

/// Nothing shortens a name, and the line comes whole.
#[test]
fn a_long_name_is_told_to_its_end() {
    let name = "deep_".repeat(200);
    overflows_in(&DEEP.replace("deep", &name), &format!("stack overflow in app.{name}"), "before ");
}

#[test]
fn where_c_overflows_its_caller_is_named() {
    for engine in engines() {
        let output = run(THROUGH_C, engine);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(PANICKED), "{engine:?}: {stderr}");
        let named = stderr.starts_with("stack overflow in ") && stderr.trim_end().ends_with("compare_deeply");
        assert!(named, "{engine:?}: {stderr}");
    }
}

#[test]
fn a_stripped_executable_names_its_functions() {
    for options in [CRANELIFT, has_llvm().then_some(RELEASE).flatten()].into_iter().flatten() {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let source = folder.path().join("app.lang");
        std::fs::write(&source, DEEP).expect("the program is written");
        let executable = build(&source, options);
        let stripped = finish({
            let mut command = Command::new("strip");
            command.arg(&executable);
            command
        });
        assert!(stripped.expect("strip starts").status.success());
        let output = start(&executable, options);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "stack overflow in app.deep\n");
        assert_eq!(output.status.code(), Some(PANICKED));
    }
}

#[test]
fn a_test_that_overflows_fails_with_the_name() {
    let folder = tempfile::tempdir().expect("a folder for the program");
    let source = folder.path().join("app.lang");
    let text = DEEP.replace("fn main() {", "test \"deep\" {");
    std::fs::write(&source, text).expect("the program is written");
    let mut command = lang_command(folder.path());
    command.arg("test").arg(&source);
    let output = finish(command).expect("lang starts");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("stack overflow in app.deep"), "{said}");
    assert!(!output.status.success());
}

#[test]
fn other_faults_end_the_program_as_they_would_in_c() {
    use std::os::unix::process::ExitStatusExt;
    const SEGMENTATION_FAULT: i32 = 11;
    for engine in engines() {
        let output = run(NULL, engine);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let died = output.status.signal() == Some(SEGMENTATION_FAULT)
            || output.status.code() == Some(128 + SEGMENTATION_FAULT);
        assert!(died, "{engine:?}: {}: {stderr}", output.status);
        assert!(!stderr.contains("overflow"), "{engine:?}: {stderr}");

        let output = run(OWN_HANDLER, engine);
        assert_eq!(output.status.code(), Some(41), "{engine:?}: {output:?}");
    }
}

#[test]
fn large_frames_touch_each_page() {
    if !has_llvm() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the program");
    let source = folder.path().join("app.lang");
    std::fs::write(&source, WIDE).expect("the program is written");
    // One step of a page, and the store that touches it.
    let targets = [
        ("x86_64-linux-gnu", ["subq\t$4096, %rsp", "movq\t$0, (%rsp)"]),
        ("aarch64-linux-gnu", ["sub\tsp, sp, #1, lsl #12", "str\txzr, [sp]"]),
    ];
    for level in ["-O0", "-O2"] {
        for (target, probe) in targets {
            let mut command = lang_command(folder.path());
            command.args(["build", "--backend", "llvm", level, "--target", target, "--emit", "asm"]);
            command.arg(&source).args(["-o", "-"]);
            let output = finish(command).expect("lang starts");
            let text = String::from_utf8_lossy(&output.stdout);
            let wide = text.split("app.wide:").nth(1).unwrap_or_default();
            let prologue: Vec<&str> = wide.lines().take(60).collect();
            for instruction in probe {
                let found = prologue.iter().any(|line| line.contains(instruction));
                assert!(found, "{target} {level}: no {instruction} in\n{}", prologue.join("\n"));
            }
        }
    }
}
