//! `lang debug`, and what debuggers hear of programs that `lang run` has in memory: whether they are told anything, lines alone
//! or all of it, and of those that `lang run` links. That the answers are those of an executable, `debuggers.rs` shows. Must not
//! know how debuggers are told.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "\
extern { fn qsort(base: Pointer[i32], count: u64, size: u64, compare: extern fn (Pointer[i32], Pointer[i32]) -> i32) }

fn compare(a: Pointer[i32], b: Pointer[i32]) -> i32 {
  let left = unsafe { a[0] }
  left - unsafe { b[0] }
}

fn at(list: ref [i32], i: i64) -> i32 {
  list[i]
}

fn main {
  let mut numbers: [i32; 2] = [3, 1]
  unsafe { qsort(mut numbers as Pointer[i32], 2, 4, compare) }
  println(at(numbers, 2))
}

test \"it sorts\" {
  let one = at([1, 2], 0)
  assert(one == 1)
}

test \"it sorts, too\" {
  let three = at([1, 2], 2)
  assert(three == 3)
}
";

/// What a command prints, in a folder that has the program as `sort.lang`; with a cache of its own.
fn said(folder: &Path, command: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(command);
    command.current_dir(folder).args(arguments);
    command.env("LANG_CACHE_DIR", folder.join("cache")).env("NO_COLOR", "1").env("LANG_VERIFY", "1");
    let output = tests::finish(command).expect("it is installed, and ends");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("sort.lang"), PROGRAM).expect("a writable folder");
    folder
}

/// What gdb says of `lang run` with these words, when it is asked this.
fn gdb_of_run(folder: &Path, questions: &[&str], words: &[&str]) -> String {
    let lang = tests::lang();
    let mut arguments = vec!["-nx", "-q", "-batch", "-ex", "set breakpoint pending on", "-ex", "set width 0"];
    arguments.extend(questions.iter().flat_map(|question| ["-ex", question]));
    let program = lang.to_string_lossy();
    arguments.extend(["--args", &program, "run"]);
    arguments.extend(words);
    said(folder, "gdb", &arguments)
}

/// What gdb answers where the list of symbol files begins.
const FIRST: &str = "print *(long *) ((char *) &__jit_debug_descriptor + 16)";

#[track_caller]
fn assert_says(text: &str, lines: &[&str]) {
    let mut rest = text;
    for line in lines {
        let Some((_, behind)) = rest.split_once(line) else { panic!("`{line}` is not said, or not there:\n{text}") };
        rest = behind;
    }
}

#[test]
fn gdb_sees_lines_variables_and_callers_through_c() {
    let folder = folder();
    let questions =
        ["break sort.lang:5", "break panic_index", "run", "info locals", "info args", "bt", "continue", "bt", FIRST];
    let text = gdb_of_run(folder.path(), &questions, &["-g", "sort.lang"]);
    assert_says(
        &text,
        &[
            "at sort.lang:5\n5\t  left - unsafe { b[0] }",
            "left = 3",
            "a = 0x",
            "in sort::main () at sort.lang:14",
            "in sort::at(ref [i32], i64) (list=..., i=2) at sort.lang:9",
            "in sort::main () at sort.lang:15",
            "$1 = ",
        ],
    );
    assert!(text.contains("#0  sort::compare(Pointer[i32], Pointer[i32]) (a=0x"), "{text}");
}

#[test]
fn lldb_sees_the_same_when_it_is_told_to_look() {
    let folder = folder();
    let lang = tests::lang();
    let mut arguments = vec!["--no-lldbinit", "-b"];
    let commands = [
        "settings set plugin.jit-loader.gdb.enable on",
        "breakpoint set -f sort.lang -l 5",
        "breakpoint set --name panic_index",
        "run",
        "frame variable",
        "bt",
        "continue",
        "bt",
        "image show-unwind --name panic_index",
    ];
    arguments.extend(commands.iter().flat_map(|command| ["-o", command]));
    let program = lang.to_string_lossy();
    arguments.extend(["--", &program, "run", "-g", "sort.lang"]);
    let text = said(folder.path(), "lldb-22", &arguments);
    assert_says(
        &text,
        &["(i32) left = 3", "main at sort.lang:14", "at(list=", "at sort.lang:9", "main at sort.lang:15"],
    );
    // Where nobody tells them, debuggers guess the caller from the code, which is right for most of it.
    assert_says(&text, &["sort.lang:15", "debug_frame UnwindPlan:"]);
}

#[test]
fn nothing_is_told_without_the_option() {
    let folder = folder();
    for options in [&["sort.lang"][..], &["-g0", "sort.lang"]] {
        let text = gdb_of_run(folder.path(), &["break sort.lang:5", "break _exit", "run", FIRST], options);
        assert_says(&text, &["_exit", "$1 = 0\n"]);
        assert!(!text.contains("at sort.lang:5"), "{text}");
    }
}

#[test]
fn lines_alone_can_be_told() {
    let folder = folder();
    let text = gdb_of_run(folder.path(), &["break sort.lang:5", "run", "info locals", "bt"], &["-g1", "sort.lang"]);
    assert_says(&text, &["at sort.lang:5", "No locals.", "in sort::main () at sort.lang:14"]);
}

/// What cannot be in memory is a program of its own, whose file is there as long as a debugger may read it. lldb waits for
/// ever for one that does not begin on the first thread.
#[test]
fn debuggers_follow_into_a_program_that_is_linked() {
    if !tests::has_llvm() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [
        ("lang.toml", "name = \"both\"\nversion = \"0.1.0\"\n"),
        ("four.lang", "pub fn four -> i64 { 4 }\n"),
        ("main.lang", "import four (four)\n\nfn main {\n  let a = four()\n  println(a)\n}\n"),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    let words = ["-g", "--backend-for", "both.four=llvm"];
    let text = gdb_of_run(folder.path(), &["break main.lang:5", "run", "info locals"], &words);
    assert_says(&text, &["both::main () at ", "main.lang:5", "a = 4"]);
    let lang = tests::lang();
    let program = lang.to_string_lossy();
    let mut arguments = vec!["--no-lldbinit", "-b", "-o", "breakpoint set -f main.lang -l 5", "-o", "run"];
    arguments.extend(["-o", "continue", "-o", "frame variable", "--", &program, "run"]);
    arguments.extend(words);
    // lldb's server ends now and then where a process begins anew, which says nothing of the process.
    let mut texts = (0..5).map(|_| said(folder.path(), "lldb-22", &arguments));
    let text = texts.find(|text| !text.contains("lost connection")).expect("lldb's server lives once in five times");
    assert_says(&text, &["stop reason = exec", "main at main.lang:5", "(i64) a = 4"]);
}

/// The first prompt stands at the first statement, the next where a check fails.
#[test]
fn lang_debug_starts_gdb() {
    let folder = folder();
    let lang = tests::lang();
    let debug = |words: &[&str], input: &str| {
        let mut command = Command::new("sh");
        let text = format!("printf '{input}' | \"$0\" debug sort.lang \"$@\"");
        command.current_dir(folder.path()).args(["-c", &text]).arg(&lang).args(words);
        command.env("LANG_CACHE_DIR", folder.path().join("cache")).env("NO_COLOR", "1").env("HOME", folder.path());
        let output = tests::finish(command).expect("it ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = debug(&["--debugger", "gdb", "--", "given"], "show args\\ncontinue\\nbt\\n");
    assert_says(
        &text,
        &["sort::main () at sort.lang:13", "\"given\"", "std::runtime::end_failed", "sort.lang:9", "sort.lang:15"],
    );
    let text = debug(&["--debugger", "gdb", "it sorts"], "next\\ninfo locals\\ncontinue\\n");
    assert_says(&text, &["at sort.lang:19", "one = 1", "exited normally"]);
}

#[test]
fn lang_debug_prints_commands_that_work() {
    let folder = folder();
    let lang = tests::lang().to_string_lossy().into_owned();
    for (debugger, batch) in [("gdb", "gdb -nx -batch "), ("lldb", "lldb-22 --no-lldbinit -b ")] {
        let text = said(folder.path(), &lang, &["debug", "--print", "--debugger", debugger, "sort.lang", "too"]);
        let (_, options) = text.split_once(' ').expect("a command");
        assert!(text.contains("sort-debug 1\n"), "{text}");
        let text = said(folder.path(), "sh", &["-c", &format!("{batch} {options}")]);
        assert_says(&text, &["it_sorts__too", "sort.lang:24"]);
    }
}

/// C code that a program in memory is linked with is unwound by tables in its file, which is there as long as the program runs.
#[test]
fn callers_of_c_in_memory_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let each = "long each(long (*f)(long), long n) {\n  long sum = 0;\n  for (long i = 0; i < n; i++)\n    sum += f(i);\n  return sum;\n}\n";
    let main = "extern { fn each(f: extern fn (i64) -> i64, n: i64) -> i64 }\nfn own(i: i64) -> i64 {\n  i * 2\n}\nfn main {\n  println(unsafe { each(own, 3) })\n}\n";
    for (name, text) in [("each.c", each), ("main.lang", main)] {
        std::fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    said(folder.path(), "cc", &["-g", "-O2", "-fomit-frame-pointer", "-c", "each.c", "-o", "each.o"]);
    let text = gdb_of_run(folder.path(), &["break main.lang:3", "run", "bt 3"], &["-g", "main.lang", "each.o"]);
    assert_says(&text, &["main::own (i=0) at ", "in each (", "each.c:4", "in main::main () at ", "main.lang:6"]);
}
