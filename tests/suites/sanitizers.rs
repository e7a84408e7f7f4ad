//! `--sanitize`: what is wrong with memory or between threads is reported with our functions, files and lines, and nothing else is.
//! Must not know how accesses are watched.

use std::path::{Path, PathBuf};
use std::process::Command;

use project::standard_library;
use tests::library::{FEWEST_EXAMPLES, passed, test_examples};
use tests::{corpus, finish, has_llvm, lang_command};

const PAST: &str = "\
extern {
  fn malloc(size: u64) -> Pointer[()]
  fn free(memory: Pointer[()])
}

@[inline(never)]
fn fill(numbers: Pointer[i64], count: i64) {
  for i in 0..count {
    unsafe { numbers[i] = i }
  }
}

@[inline(never)]
fn first(numbers: Pointer[i64]) -> i64 {
  unsafe { numbers[0] }
}

fn main {
  unsafe {
    let numbers = malloc(24) as Pointer[i64]
    fill(numbers, COUNT)
    println(first(numbers))
    free(numbers as Pointer[()])
    if COUNT == 3 { println(first(numbers)) }
  }
}
";

const RACE: &str = "\
import std.thread (spawn)

@[inline(never)]
fn add(place: i64) {
  let at = place as Pointer[i64]
  for _ in 0..1000 {
    unsafe { at[0] = at[0] + 1 }
  }
}

fn main {
  let mut sum = 0
  let place = (mut sum as Pointer[i64]) as i64
  let one = spawn(fn move () -> i64 { add(place)  1 })
  let two = spawn(fn move () -> i64 { add(place)  2 })
  println(one.join() + two.join())
  println(sum > 0)
}
";

/// Everything that threads may share, and all that is freed by counting.
const RIGHT: &str = "\
import std.thread (spawn, Mutex, Atomic)

fn main {
  let shared = Shared.new(\"abc${1}\")
  let again = shared
  let total = Shared.new(Mutex.new(0))
  let count = Shared.new(Atomic.new(0))
  let (t1, c1) = (total, count)
  let (t2, c2) = (total, count)
  let one = spawn(fn move () -> i64 { for i in 0..100 { t1.with(fn (n: mut i64) { n += i })  c1.add(1) }  again.length() })
  let two = spawn(fn move () -> i64 { for i in 0..100 { t2.with(fn (n: mut i64) { n += i })  c2.add(1) }  2 })
  println(one.join() + two.join())
  println(total.with(fn (n: mut i64) -> i64 { n }))
  println(count.load())
  println(shared)
}

test \"they are equal\" { assert([\"a${1}\"].to_array().length() == 1) }
";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    folder
}

/// The exit code, and what `lang` or a program says.
fn answer(mut command: Command, folder: &Path) -> (Option<i32>, String) {
    command.current_dir(folder);
    let output = finish(command).expect("it is there, and ends");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

fn lang(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = lang_command(&folder.join("cache"));
    command.args(words);
    answer(command, folder)
}

#[track_caller]
fn assert_reports(said: &str, lines: &[&str]) {
    let mut rest = said;
    for line in lines {
        let Some((_, behind)) = rest.split_once(line) else { panic!("`{line}` is not said, or not there:\n{said}") };
        rest = behind;
    }
}

#[test]
fn accesses_to_memory_that_is_not_ours_are_reported() {
    if !has_llvm() {
        return;
    }
    let [past, after] = ["4", "3"].map(|count| PAST.replace("COUNT", count));
    let folder = folder(&[("past.lang", &past), ("after.lang", &after)]);
    for level in ["-O0", "-O2"] {
        let (code, said) = lang(folder.path(), &["run", "--sanitize", "address", level, "past.lang"]);
        assert_ne!(code, Some(0));
        let expected = ["heap-buffer-overflow", "WRITE of size 8", "#0 ", "past.fill", "past.lang:9", "past.main"];
        assert_reports(&said, &[&expected[..], &["past.lang:21", "0 bytes after 24-byte region"]].concat());
        let (code, said) = lang(folder.path(), &["build", "--sanitize", "address", level, "after.lang", "-o", "after"]);
        assert_eq!(code, Some(0), "{said}");
        let (code, said) = answer(Command::new(folder.path().join("after")), folder.path());
        assert_ne!(code, Some(0));
        let expected = ["heap-use-after-free", "READ of size 8", "#0 ", "after.first", "after.lang:15"];
        assert_reports(&said, &[&expected[..], &["freed by", "after.main", "after.lang:23"]].concat());
    }
}

#[test]
fn races_are_reported() {
    if !has_llvm() {
        return;
    }
    let folder = folder(&[("race.lang", RACE)]);
    for level in ["-O0", "-O2"] {
        let (code, said) = lang(folder.path(), &["run", "--sanitize", "thread", level, "race.lang"]);
        assert_eq!(code, Some(66), "{said}");
        assert_reports(&said, &["data race", "race.add", "race.lang", "race.main", "race.lang:14", "race.lang:15"]);
        assert!(said.contains("race.lang:7"), "{said}");
    }
}

#[test]
fn of_right_programs_nothing_is_said() {
    if !has_llvm() {
        return;
    }
    let folder = folder(&[("right.lang", RIGHT)]);
    for sanitizer in ["address", "thread"] {
        for level in ["-O0", "-O1", "-O2", "-Os"] {
            let said = lang(folder.path(), &["run", "--sanitize", sanitizer, level, "right.lang"]);
            assert_eq!(said, (Some(0), "6\n9900\n200\nabc1\n".to_owned()), "{sanitizer} {level}");
        }
        let (code, said) = lang(folder.path(), &["test", "--sanitize", sanitizer, "right.lang"]);
        assert!(code == Some(0) && said.contains("1 passed"), "{said}");
    }
    let waits =
        |path: &PathBuf| path.file_stem().is_some_and(|name| name == "thread_channels" || name == "thread_scoped");
    let files = corpus::files("run");
    for path in files.iter().step_by(20).chain(files.iter().filter(|path| waits(path))) {
        let path = path.to_string_lossy();
        let plain = lang(folder.path(), &["run", &path]);
        for sanitizer in ["address", "thread"] {
            assert_eq!(lang(folder.path(), &["run", "--sanitize", sanitizer, &path]), plain, "{path} {sanitizer}");
        }
    }
}

/// The examples of the library whose names contain `filter`, with `library` in the place of what was built in.
fn examples(folder: &Path, sanitizer: &str, filter: &str, library: Option<&Path>) -> (Option<i32>, String) {
    let mut command = test_examples(folder, &["--sanitize", sanitizer], filter);
    command.envs(library.map(|library| ("LANG_STD", library)));
    answer(command, folder)
}

#[test]
fn nothing_is_said_of_the_library() {
    if !has_llvm() {
        return;
    }
    let folder = folder(&[]);
    for (sanitizer, filter, fewest) in
        [("address", "", FEWEST_EXAMPLES), ("thread", "thread", 30), ("thread", "net", 19)]
    {
        let (code, said) = examples(folder.path(), sanitizer, filter, None);
        assert_eq!(code, Some(0), "{said}");
        assert!(passed(&said) >= fewest, "{sanitizer} {filter}: {said}");
    }
    for name in ["network", "threads_in_time"] {
        let path = tests::root().join(format!("tests/system/{name}.lang"));
        let expected = std::fs::read_to_string(path.with_extension("stdout")).expect("it is there");
        for sanitizer in ["address", "thread"] {
            let said = lang(folder.path(), &["run", "--sanitize", sanitizer, &path.to_string_lossy()]);
            assert_eq!(said, (Some(0), expected.clone()), "{name} {sanitizer}");
        }
    }
}

/// A library that forgets to lock, or to free, is told of.
#[test]
fn mistakes_of_the_library_are_reported() {
    if !has_llvm() {
        return;
    }
    let folder = folder(&[]);
    for (module, right, sanitizer, filter, report) in [
        ("thread", "pthread_mutex_lock(mutex as Pointer[()])", "thread", "Mutex", "data race"),
        ("runtime", "free(object as Pointer[()])", "address", "String.", "LeakSanitizer"),
    ] {
        let library = tempfile::tempdir().expect("a temporary folder");
        let path = library.path().join(standard_library::display_path(module));
        let (_, text) = standard_library::MODULES.iter().find(|(name, _)| *name == module).expect("a module");
        assert!(text.contains(right), "{module}");
        std::fs::create_dir(library.path().join("std")).expect("a writable folder");
        std::fs::write(path, text.replacen(right, "()", 1)).expect("a writable folder");
        let (code, said) = examples(folder.path(), sanitizer, filter, Some(library.path()));
        assert!(code != Some(0) && said.contains(report), "{said}");
    }
}

/// C files are watched, too, and what they are given.
#[test]
fn c_beside_it_is_watched() {
    if !has_llvm() {
        return;
    }
    let c = "long last(const long *numbers, long count) {\n  return numbers[count];\n}\n";
    let text = "\
extern { fn last(numbers: Pointer[i64], count: i64) -> i64 }
fn main {
  let numbers = [1, 2, 3].to_array()
  unsafe { println(last(ref numbers[0], numbers.capacity())) }
}
";
    let folder = folder(&[("main.lang", text), ("last.c", c)]);
    let (code, said) = lang(folder.path(), &["run", "--sanitize", "address", "main.lang", "last.c"]);
    assert_ne!(code, Some(0));
    assert_reports(&said, &["heap-buffer-overflow", "#0 ", "last", "last.c:2", "main.main", "main.lang:4"]);
}

#[test]
fn what_cannot_be_sanitized_says_what_to_do() {
    let folder = folder(&[("right.lang", RIGHT)]);
    for words in [&["--backend", "cranelift"][..], &["--backend-for", "right=cranelift"], &["--emit", "clif"]] {
        let (code, said) = lang(folder.path(), &[&["build", "--sanitize", "thread", "right.lang"], words].concat());
        assert!(code == Some(2) && said.contains("--sanitize needs code by LLVM: use --backend llvm"), "{said}");
    }
    if !has_llvm() {
        return;
    }
    let target = ["build", "--sanitize", "address", "--target", "aarch64-linux-gnu", "right.lang"];
    let (code, said) = lang(folder.path(), &target);
    assert!(code == Some(1) && said.contains("error[E0634]: only programs for this machine"), "{said}");
    let mut command = lang_command(&folder.path().join("cache"));
    command.args(["build", "--sanitize", "address", "right.lang"]).env("PATH", folder.path()).env_remove("CC");
    let (code, said) = answer(command, folder.path());
    assert!(code == Some(1) && said.contains("error[E0634]") && said.contains("libclang-rt-22-dev"), "{said}");
}
