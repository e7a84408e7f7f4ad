//! `LANG_BACKTRACE`: what a failed check says of its callers. gdb is the witness, at the same failure in the same executable;
//! what is damaged, stripped or foreign says less, and ends the program all the same. Must not know how callers are found.

use std::path::{Path, PathBuf};
use std::process::Command;

use tests::{corpus, finish, has_llvm, lang_command, root};

const PANICKED: Option<i32> = Some(101);
const NO_LINES: &str = "build with -g for lines\n";
/// Code generators and levels whose executables have lines.
const TOLD: [&[&str]; 4] = [
    &["--backend", "cranelift"],
    &["--backend", "llvm"],
    &["--release", "-g"],
    &["-O1", "-g", "--backend", "cranelift"],
];

/// Fails in a function that C calls.
const THROUGH_C: &str = "\
extern { fn each(numbers: Pointer[i64], count: i64, visit: extern fn (i64) -> i64) -> i64 }

fn visit(n: i64) -> i64 { 100 / (n - 2) }

fn sum(numbers: mut [i64; 3]) -> i64 {
  unsafe { each(mut numbers as Pointer[i64], 3, visit) }
}

fn main {
  let mut numbers = [1, 3, 2]
  println(sum(mut numbers))
}

test \"it fails\" {
  let mut numbers = [1, 2, 3]
  assert(sum(mut numbers) == 0)
}
";

const EACH: &str = "\
long each(const long *numbers, long count, long (*visit)(long)) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += visit(numbers[i]);
  return sum;
}
";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    folder
}

/// What a command says on standard error, or, if it ends well, on standard output.
#[track_caller]
fn said(mut command: Command, folder: &Path, code: Option<i32>) -> String {
    let shown = format!("{command:?}");
    command.current_dir(folder);
    let output = finish(command).expect("it is there, and ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(output.status.code(), code, "{shown}: {}", text(&output.stderr));
    text(if output.stderr.is_empty() { &output.stdout } else { &output.stderr })
}

#[track_caller]
fn built(folder: &Path, words: &[&str]) -> PathBuf {
    let mut command = lang_command(&folder.join("cache"));
    command.arg("build").args(["-o", "program"]).args(words);
    said(command, folder, Some(0));
    folder.join("program")
}

fn wishing(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("LANG_BACKTRACE", "1");
    command
}

/// What a program says that fails, with its callers.
#[track_caller]
fn told(program: &Path, folder: &Path) -> String {
    said(wishing(program), folder, PANICKED)
}

/// `NAME:LINE` of the frames in what was said, of those in libraries `-`.
fn frames(said: &str) -> Vec<String> {
    let frame = |line: &str| {
        let (number, frame) = line.split_once(": ")?;
        number.trim().parse::<u32>().ok().filter(|_| number.starts_with(' '))?;
        if frame.contains(" in ") {
            return Some("-".to_owned());
        }
        let (name, line) = match frame.split_once(" at ") {
            Some((name, place)) => (name, place.rsplit(':').next().unwrap_or_default()),
            None => (frame, "0"),
        };
        Some(format!("{}:{line}", without_trait(name)))
    };
    said.lines().filter_map(frame).collect()
}

/// A method's name without the trait, which debuggers do not tell; nor do they tell a number's type, which has no scope.
fn without_trait(name: &str) -> String {
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for letter in name.chars() {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        match letter {
            '.' | ':' if depth == 0 => parts.push(letter.to_string()),
            _ => parts.last_mut().expect("there is one").push(letter),
        }
    }
    match parts.iter().position(|part| part.starts_with(':')) {
        Some(colon) if colon + 1 < parts.len() => {
            let is_number = [".i8", ".i16", ".i32", ".i64", ".u8", ".u16", ".u32", ".u64", ".f32", ".f64"]
                .contains(&&*parts[colon - 1]);
            format!("{}{}", parts[..colon - usize::from(is_number)].concat(), parts[parts.len() - 1])
        }
        Some(_) | None => name.to_owned(),
    }
}

fn frames_of_gdb(program: &Path, folder: &Path) -> Vec<String> {
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-batch", "-x"]).arg(root().join("tests/debug/callers_gdb.py")).arg(program);
    let output = finish(gdb).expect("it is installed, and ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: Vec<String> = text.lines().filter_map(|line| line.strip_prefix("FRAME ")).map(str::to_owned).collect();
    assert!(!found.is_empty(), "{}: {text}{}", folder.display(), String::from_utf8_lossy(&output.stderr));
    found
}

/// Programs of the corpus that fail.
fn failing() -> Vec<PathBuf> {
    let fails = |path: &PathBuf| corpus::read(path).lines().any(|line| line == "# exit: 101");
    corpus::files("run").into_iter().filter(fails).collect()
}

#[test]
fn gdb_finds_the_same_frames_and_lines() {
    let folder = folder(&[]);
    let programs = failing();
    assert!(programs.len() > 30, "{}", programs.len());
    for (number, path) in programs.iter().enumerate() {
        let words = TOLD[number % TOLD.len()];
        if !words.contains(&"cranelift") && !has_llvm() {
            continue;
        }
        let path = path.to_string_lossy();
        let program = built(folder.path(), &[words, &[&*path]].concat());
        let told = told(&program, folder.path());
        let ours = frames(&told);
        assert_eq!(ours, frames_of_gdb(&program, folder.path()), "{path} {words:?}");
        // The first frame is at the line that failed; of the standard library none has a line.
        let failed = told.lines().find_map(|line| line.strip_prefix(&*path)?.strip_prefix(':')?.split(':').next());
        let first = ours.iter().find_map(|frame| frame.rsplit(':').next());
        assert!(failed.is_none() || failed == first, "{path} {words:?}: {told}");
    }
}

#[test]
fn programs_in_memory_tell_what_executables_tell() {
    let folder = folder(&[]);
    for path in failing().iter().step_by(4) {
        let path = path.to_string_lossy();
        let program = built(folder.path(), &[&*path]);
        let mut run = lang_command(&folder.path().join("cache"));
        run.args(["run", &*path]).env("LANG_BACKTRACE", "1");
        let found = said(run, folder.path(), PANICKED);
        let expected = told(&program, folder.path());
        // What the compiler warns of stands before it.
        assert!(found.ends_with(&expected), "{path}: {found}{expected}");
    }
}

/// The frames of C between ours have their names, and lines where C has any, in every version of its tables.
#[test]
fn callers_of_c_are_found_on_both_sides() {
    let folder = folder(&[("main.lang", THROUGH_C), ("each.c", EACH)]);
    let expected = |line: &str, c: &str| {
        format!(
            "main.lang:3:27: division by zero\n   0: main.visit at main.lang:3\n   1: each{c}\n   2: main.sum at main.lang:6\n   3: {line}\n"
        )
    };
    for words in TOLD {
        if !words.contains(&"cranelift") && !has_llvm() {
            continue;
        }
        for compiler in ["gcc", "clang-22"] {
            for version in ["-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5", "-gdwarf64", "-g0"] {
                let mut c = Command::new(compiler);
                c.args(["-c", "-O1", version, "-o", "each.o", "each.c"]);
                said(c, folder.path(), Some(0));
                let program = built(folder.path(), &[words, &["main.lang", "each.o"]].concat());
                let place = match version {
                    // The other is for tables of more than 4 GiB, and skipped.
                    "-g0" | "-gdwarf64" => " in program",
                    _ => " at each.c:4",
                };
                let found = told(&program, folder.path());
                let main = "main.main at main.lang:11";
                // What is built into `main` is not told.
                if words == TOLD[2] {
                    assert!(found.contains(&format!("each{place}\n")), "{found}");
                    continue;
                }
                assert_eq!(found, expected(main, place), "{words:?} {compiler} {version}");
                if version == "-gdwarf-5" {
                    assert_eq!(frames(&found), frames_of_gdb(&program, folder.path()), "{words:?} {compiler}");
                }
            }
        }
    }
    let mut run = lang_command(&folder.path().join("cache"));
    run.args(["run", "main.lang", "each.c"]).env("LANG_BACKTRACE", "1");
    let found = said(run, folder.path(), PANICKED);
    assert_eq!(found, expected("main.main at main.lang:11", " at each.c:4"));
}

/// On AArch64 the emulator stands in for the machine.
#[test]
fn callers_are_told_on_aarch64() {
    if Command::new("qemu-aarch64").arg("--version").output().is_err() {
        println!("skipped: qemu-aarch64 is not installed");
        return;
    }
    let text = "\
extern { fn qsort(base: Pointer[i64], count: u64, size: u64, compare: extern fn (Pointer[i64], Pointer[i64]) -> i32) }

fn compare(a: Pointer[i64], b: Pointer[i64]) -> i32 { unsafe { (6 / (a[0] - b[0])) as i32 } }

@[inline(never)]
fn sort(numbers: mut [i64; 3]) { unsafe { qsort(mut numbers as Pointer[i64], 3, 8, compare) } }

fn main {
  let mut numbers = [1, 3, 3]
  sort(mut numbers)
}
";
    let folder = folder(&[("main.lang", text)]);
    for words in TOLD {
        if !words.contains(&"cranelift") && !has_llvm() {
            continue;
        }
        built(folder.path(), &[words, &["--target", "aarch64-linux-gnu", "main.lang"]].concat());
        let mut emulated = Command::new("qemu-aarch64");
        emulated.args(["-L", "/usr/aarch64-linux-gnu", "./program"]).env("LANG_BACKTRACE", "1");
        let found = frames(&said(emulated, folder.path(), PANICKED));
        assert_eq!(found.first().map(String::as_str), Some("main.compare:3"), "{words:?}");
        assert!(found[1..].contains(&"-".to_owned()), "{found:?}");
        assert_eq!(found.last().map(String::as_str), Some("main.main:10"), "{words:?} {found:?}");
    }
}

#[test]
fn failed_tests_tell_their_callers() {
    let folder = folder(&[("main.lang", THROUGH_C), ("each.c", EACH)]);
    for backend in ["cranelift", "llvm"] {
        if backend == "llvm" && !has_llvm() {
            continue;
        }
        let mut test = lang_command(&folder.path().join("cache"));
        test.args(["test", "main.lang", "each.c", "--backend", backend]).env("LANG_BACKTRACE", "1");
        let found = said(test, folder.path(), Some(1));
        let expected = "main.lang:3:27: division by zero\n   0: main.visit at main.lang:3\n   1: each at each.c:4\n   2: main.sum at main.lang:6\n   3: main.it fails:test at main.lang:16\n";
        assert!(found.contains(expected), "{backend}: {found}");
    }
}

#[test]
fn only_who_wishes_is_told() {
    let folder = folder(&[("main.lang", THROUGH_C), ("each.c", EACH)]);
    let program = built(folder.path(), &["main.lang", "each.c"]);
    for wish in [None, Some(""), Some("0")] {
        let mut command = Command::new(&program);
        match wish {
            Some(wish) => command.env("LANG_BACKTRACE", wish),
            None => command.env_remove("LANG_BACKTRACE"),
        };
        assert_eq!(said(command, folder.path(), PANICKED), "main.lang:3:27: division by zero\n", "{wish:?}");
    }
}

#[test]
fn without_lines_there_are_names() {
    let folder = folder(&[("main.lang", THROUGH_C), ("each.c", EACH)]);
    let expected =
        "main.lang:3:27: division by zero\n   0: main.visit\n   1: each in program\n   2: main.sum\n   3: main.main\n";
    let expected = format!("{expected}{NO_LINES}");
    let program = built(folder.path(), &["-g0", "main.lang", "each.c"]);
    assert_eq!(told(&program, folder.path()), expected);
    let mut run = lang_command(&folder.path().join("cache"));
    run.args(["run", "-g0", "main.lang", "each.c"]).env("LANG_BACKTRACE", "1");
    assert_eq!(said(run, folder.path(), PANICKED), expected.replace("in program", "in outside.so"));
    if has_llvm() {
        let program = built(folder.path(), &["-g1", "--backend", "llvm", "main.lang", "each.c"]);
        assert!(told(&program, folder.path()).contains("main.sum at main.lang:6\n"));
    }
    // The names of our functions are no symbols.
    let program = built(folder.path(), &["main.lang", "each.c"]);
    let mut strip = Command::new("strip");
    strip.arg(&program);
    said(strip, folder.path(), Some(0));
    assert_eq!(told(&program, folder.path()), expected.replace("each in", "?? in"));
}

/// Whatever the file says, the program ends as it would, and the names of our functions are told.
#[test]
fn damaged_tables_harm_nobody() {
    use object::{Object, ObjectSection};
    let folder = folder(&[("main.lang", THROUGH_C), ("each.c", EACH)]);
    let program = built(folder.path(), &["main.lang", "each.c"]);
    let whole = std::fs::read(&program).expect("it is there");
    let file = object::File::parse(&*whole).expect("it is an executable");
    let ranges: Vec<(u64, u64)> = [".debug_line", ".debug_line_str", ".symtab", ".strtab", ".shstrtab"]
        .iter()
        .filter_map(|name| file.section_by_name(name)?.file_range())
        .collect();
    assert_eq!(ranges.len(), 5);
    let headers = u64::from_le_bytes(whole[40..48].try_into().expect("eight bytes"));
    let mut random = fastrand::Rng::with_seed(7);
    let [written, damaged] = ["written", "damaged"].map(|name| folder.path().join(name));
    for turn in 0..300 {
        let mut bytes = whole.clone();
        let headers = (headers, whole.len() as u64 - headers);
        let (start, length) = if turn % 6 == 0 { headers } else { ranges[turn % ranges.len()] };
        for _ in 0..random.usize(1..20) {
            bytes[(start + random.u64(0..length)) as usize] = random.u8(..);
        }
        if turn % 7 == 0 {
            bytes.truncate((start + random.u64(0..length)) as usize);
        }
        // Another process writes what is started: one that another test starts meanwhile could have it open for writing.
        std::fs::write(&written, &bytes).expect("a writable folder");
        set_executable(&written);
        let copied = Command::new("cp").args([&written, &damaged]).status().expect("there is a `cp`");
        assert!(copied.success());
        let found = told(&damaged, folder.path());
        assert!(found.contains("   0: main.visit") && found.contains("   3: main.main"), "{turn}: {found}");
    }
}

fn set_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// A program that has written over its stack says what it can, and ends with the code of a failure.
#[test]
fn a_damaged_stack_ends_the_program() {
    let text = "\
@[inline(never)]
fn damage(from: i64, words: i64, value: i64) -> i64 {
  let mut here = [value; 2]
  unsafe {
    let at = mut here as Pointer[i64]
    for i in from..from + words { at[i] = value +% i *% 8 }
  }
  panic(\"damaged\")
}

fn main {
  for_each(WHERE, WORDS, VALUE)
}

fn for_each(from: i64, words: i64, value: i64) { damage(from, words, value) }
";
    let folder = folder(&[]);
    for (from, words) in [(2, 8), (2, 60), (8, 4), (4, 2)] {
        for value in ["0", "-1", "8", "4096", "0x7fffffffe000", "0x555555555000"] {
            let text = text.replace("WHERE", &from.to_string()).replace("WORDS", &words.to_string());
            let text = text.replace("VALUE", value);
            std::fs::write(folder.path().join("main.lang"), text).expect("a writable folder");
            let program = built(folder.path(), &["main.lang"]);
            let output = finish(wishing(&program)).expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr);
            // Where the loop has written over itself, the fault is not one of telling.
            if said.contains("damaged") {
                assert_eq!(output.status.code(), PANICKED, "{from} {words} {value}: {said}");
            }
        }
    }
}

#[test]
fn of_threads_that_fail_at_once_one_is_told() {
    let text = "\
import std.thread (spawn, Thread)

fn fail(n: i64) -> i64 { 1 / (n - n) }

fn main {
  let mut threads: Array[Thread[i64]] = []
  for i in 0..16 { threads.push(spawn(fn move () -> i64 { fail(i) })) }
}
";
    let folder = folder(&[("main.lang", text)]);
    let program = built(folder.path(), &["main.lang"]);
    for _ in 0..50 {
        let found = told(&program, folder.path());
        assert_eq!(frames(&found)[0], "main.fail:3", "{found}");
        assert_eq!(found.matches("   0: ").count(), 1, "{found}");
    }
}

#[test]
fn what_calls_itself_for_ever_so_long_is_cut() {
    let text = "fn deep(n: i64) -> i64 { if n == 0 { panic(\"bottom\") }  deep(n - 1) + 1 }\nfn main { println(deep(5000)) }\n";
    let folder = folder(&[("main.lang", text)]);
    let program = built(folder.path(), &["main.lang"]);
    let found = told(&program, folder.path());
    assert!(found.ends_with(": main.deep at main.lang:1\n      and more\n"), "{found}");
    assert!((100..130).contains(&found.lines().count()), "{found}");
}
