//! `lang debug`: which test is meant, which debugger is found, what is kept and what is printed. What the debugger then shows is
//! asked in `tests/suites`.

use crate::support::{Ended, Folder, ended, has_llvm};

const PROGRAM: &str = "\
fn twice(n: i64) -> i64 { n * 2 }

fn main { println(twice(2)) }

test \"it doubles\" { assert(twice(1) == 2) }
test \"it doubles nothing\" { assert(twice(0) == 0) }
test \"what's 'odd' \\$HOME\" { assert(twice(3) == 6) }
";

/// A folder in which nothing but programs of these names are on the PATH, and a C compiler.
fn with_debuggers(names: &[&str]) -> Folder {
    let folder = Folder::new(&[("twice.lang", PROGRAM), ("bin/notes", "")]);
    for name in names {
        folder.write(
            &format!("bin/{name}"),
            b"#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\"\nPATH=/usr/bin:/bin test -x \"$9\"\n",
        );
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.path(&format!("bin/{name}")), executable).expect("it is ours");
    }
    folder
}

fn debug(folder: &Folder, words: &[&str]) -> Ended {
    let compiler = ["/usr/bin/cc", "/usr/local/bin/cc"].into_iter().find(|path| std::path::Path::new(path).exists());
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    command.arg("debug").args(words).env("PATH", folder.path("bin")).env("NO_COLOR", "1");
    command.env("CC", compiler.unwrap_or("cc")).env("COMPILER_PATH", "/usr/bin");
    ended(command.output().expect("lang starts"))
}

#[test]
fn the_command_is_printed_and_the_executable_kept() {
    let folder = with_debuggers(&["gdb", "lldb"]);
    let printed = debug(&folder, &["--print", "twice.lang", "--", "a b"]);
    let expected =
        "gdb -q -ex 'tbreak twice.main' -ex 'break std.runtime.end_failed' -ex run --args twice-debug 'a b'\n";
    assert_eq!(printed.exit(0).stdout, expected);
    assert_eq!(folder.names(), ["bin", "twice-debug", "twice.lang"]);
    let printed = debug(&folder, &["--print", "--debugger", "lldb", "-o", "kept", "twice.lang", "nothing"]);
    let expected = "lldb -o 'breakpoint set --one-shot true --name twice.it$20doubles$20nothing$3atest' \
                    -o 'breakpoint set --name std.runtime.end_failed' -o run -- kept 1\n";
    assert_eq!(printed.exit(0).stdout, expected);
    assert_eq!(folder.names(), ["bin", "kept", "twice-debug", "twice.lang"]);
}

#[test]
fn a_failed_check_is_a_stop_whoever_makes_the_code() {
    if !has_llvm() {
        return;
    }
    let folder = with_debuggers(&["gdb"]);
    for options in [&["--backend", "llvm"][..], &["--release"]] {
        let printed = debug(&folder, &[&["--print", "twice.lang"], options].concat());
        printed.exit(0).prints("-ex 'break std.runtime.end_failed'");
    }
}

/// The debugger has the executable before it, and nothing stays in the user's folder.
#[test]
fn the_debugger_takes_the_place_of_lang() {
    let folder = with_debuggers(&["gdb"]);
    let started = debug(&folder, &["twice.lang"]);
    started
        .exit(0)
        .prints("bin/gdb\n-q\n-ex\ntbreak twice.main\n-ex\nbreak std.runtime.end_failed\n-ex\nrun\n--args\n/");
    assert_eq!(folder.names(), ["bin", "twice.lang"]);
}

#[test]
fn debuggers_are_found_by_their_names_and_by_versions() {
    let cases: [(&[&str], &[&str], &str); 4] = [
        (&["lldb", "gdb"], &[], "gdb "),
        (&["lldb-19", "lldb-22", "lldb-9", "gdb-multiarch"], &[], "lldb-22 "),
        (&["gdb", "lldb-19"], &["--debugger", "lldb"], "lldb-19 "),
        (&["gdb-14"], &["--debugger", "gdb"], "gdb-14 "),
    ];
    for (installed, words, chosen) in cases {
        let folder = with_debuggers(installed);
        let printed = debug(&folder, &[&["--print", "twice.lang"], words].concat());
        assert!(printed.exit(0).stdout.starts_with(chosen), "{installed:?}: {}", printed.stdout);
    }
}

#[test]
fn without_a_debugger_it_says_what_to_install() {
    let folder = with_debuggers(&[]);
    let none = debug(&folder, &["twice.lang"]);
    none.exit(1).says("error[E0631]: neither gdb nor lldb is in a folder of PATH").says("apt install gdb");
    let folder = with_debuggers(&["gdb"]);
    let other = debug(&folder, &["--debugger", "lldb", "twice.lang"]);
    other.exit(1).says("error[E0631]: the debugger `lldb` is not in a folder of PATH").says("apt install lldb");
    assert_eq!(folder.names(), ["bin", "twice.lang"]);
}

#[test]
fn one_test_is_meant() {
    let folder = with_debuggers(&["gdb"]);
    let number = |words: &[&str]| {
        let printed = debug(&folder, &[&["--print", "twice.lang"], words].concat());
        printed.exit(0).stdout.trim_end().rsplit(' ').next().map(str::to_owned)
    };
    assert_eq!(number(&["it doubles"]).as_deref(), Some("0"), "a whole name goes before parts");
    assert_eq!(number(&["nothing"]).as_deref(), Some("1"));
    assert_eq!(number(&["$HOME"]).as_deref(), Some("2"));
    let several = debug(&folder, &["twice.lang", "doubles"]);
    several
        .exit(1)
        .says("error[E0633]: 2 tests have `doubles` in their names")
        .says("`it doubles`, `it doubles nothing`");
    let none = debug(&folder, &["twice.lang", "halves"]);
    none.exit(1)
        .says("error[E0632]: no test has `halves` in its name")
        .says("`it doubles`, `it doubles nothing`, `what's");
    folder.write("none.lang", b"fn main() {}\n");
    debug(&folder, &["none.lang", "halves"]).exit(1).says("there are no tests").says("write one: test");
    debug(&folder, &["twice.lang", "it", "doubles"]).exit(2).says("put its name in quotes if it is `it doubles`");
    debug(&folder, &["twice.lang", "nothing", "--", "a"]).exit(2).says("tests take no arguments");
    debug(&folder, &["twice.lang", "-o", "kept"]).exit(2).says("--print");
}

#[test]
fn a_program_without_main_is_told() {
    let folder = with_debuggers(&["gdb"]);
    folder.write("tests.lang", b"test \"one\" { assert(true) }\n");
    debug(&folder, &["tests.lang"]).exit(1).says("error[E0620]");
    debug(&folder, &["--print", "tests.lang", "one"]).exit(0).prints("tests-debug 0\n");
    folder.write("wrong.lang", b"fn main() { missing }\n");
    debug(&folder, &["wrong.lang"]).exit(1).says("error[E0");
}

#[test]
fn perf_is_told_of_functions_in_memory() {
    let folder = Folder::new(&[(
        "busy.lang",
        "extern {\n  fn getpid() -> i32\n}\n\nfn work(n: i64) -> i64 { n * 2 }\n\nfn main {\n  println(work(4))\n  \
         println(unsafe { getpid() })\n}\n",
    )]);
    let number = |output: &str| output.lines().last().map(|number| format!("/tmp/perf-{number}.map"));
    let told = folder.lang(&["run", "--perf-map", "busy.lang"]);
    told.exit(0);
    let path = number(&told.stdout).expect("the program prints its process");
    let map = std::fs::read_to_string(&path).expect("the map is there");
    std::fs::remove_file(&path).expect("the map is ours");
    let mut places = Vec::new();
    for line in map.lines() {
        let mut words = line.splitn(3, ' ');
        let mut digits = || u64::from_str_radix(words.next().expect("a number"), 16).expect("hexadecimal digits");
        places.push((digits(), digits(), words.next().expect("a name").to_owned()));
    }
    assert!(places.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "{map}");
    for wanted in ["busy.work", "busy.main"] {
        assert!(places.iter().any(|(_, bytes, name)| name == wanted && *bytes > 0), "{map}");
    }
    let silent = folder.lang(&["run", "busy.lang"]);
    silent.exit(0);
    let path = number(&silent.stdout).expect("the program prints its process");
    assert!(!std::path::Path::new(&path).exists());
}

/// Types that are pointers and lead back to themselves end.
#[test]
fn pointers_that_lead_to_themselves_are_told() {
    let program = "\
type view enum Chain { case None  case Some(ref Chain) }
type view enum One { case None  case Some(ref Other) }
type view enum Other { case None  case Some(ref One) }
fn length(chain: ref Chain, one: ref One, count: i64) -> i64 {
  if let One.Some(_) = one { println(\"one\") }
  match chain {
    case Some(next) -> length(next, one, count + 1)
    case None -> count
  }
}
fn main {
  let last = Chain.None
  let first = Chain.Some(ref last)
  println(length(ref Chain.Some(ref first), ref One.None, 0))
}
";
    let folder = Folder::new(&[("a.lang", program)]);
    for backend in ["cranelift", "llvm"] {
        if backend == "llvm" && !has_llvm() {
            continue;
        }
        folder.lang(&["build", "-g", "--backend", backend, "a.lang", "-o", "a"]).exit(0);
        let mut command = std::process::Command::new(folder.path("a"));
        ended(command.output().expect("it starts")).exit(0).prints("2");
    }
}
