//! Programs beside C: objects of ours in C programs, C files and objects in ours, in memory and linked, and what is said when
//! something is missing. In memory and as an executable a program links the same.

use crate::support::{Ended, Folder, ended, has_llvm};

const C_HALF: &str = "\
#include <stdio.h>
struct pair { long a; double b; int c; };
int counter = 3;
double twice(struct pair p, long (*back)(long)) { counter++; return p.a + p.b * 2 + p.c + back(10); }
struct pair make(int n) { struct pair p = { n, n + 0.5, -n }; return p; }
long lang_back(long);
long through(long n) { return lang_back(n) + 1; }
long (*chosen(void))(long) { return lang_back; }
";

const PROGRAM: &str = "\
type copy Pair { let @a: i64  let @b: f64  let @c: i32 }
extern {
  fn twice(p: Pair, back: extern fn (i64) -> i64) -> f64
  fn make(n: i32) -> Pair
  fn through(n: i64) -> i64
  fn chosen() -> extern fn (i64) -> i64
  let mut counter: i32
}
extern fn lang_back(n: i64) -> i64 { n * 100 }
fn main() {
  unsafe {
    println(twice(make(5), lang_back))
    counter = counter + 40
    println(counter)
    println(through(7) + chosen()(2))
  }
}
test \"through C\" { assert(unsafe { through(2) } == 201) }
";

const PRINTED: &str = "1011\n44\n901\n";

/// A program that never ends must not hold up the tests.
fn lang_within(folder: &Folder, arguments: &[&str]) -> Ended {
    let mut command = folder.command("timeout");
    command.args(["60", env!("CARGO_BIN_EXE_lang")]).args(arguments);
    ended(command.output().expect("timeout starts"))
}

fn system(folder: &Folder, command: &[&str]) {
    let mut process = folder.command(command[0]);
    process.args(&command[1..]);
    ended(process.output().expect("it starts")).exit(0);
}

#[test]
fn c_files_objects_and_archives_in_every_way_to_run() {
    let folder = Folder::new(&[("half.c", C_HALF), ("program.lang", PROGRAM)]);
    system(&folder, &["cc", "-c", "-O2", "half.c", "-o", "half.o"]);
    // Neither can be part of a running process: such code stands in no shared library, such functions are seen by none
    // but whoever links them.
    folder.write("direct.c", format!("{C_HALF}FILE *out(void) {{ return stdout; }}\n").as_bytes());
    system(&folder, &["cc", "-c", "-O2", "-fPIE", "direct.c", "-o", "direct.o"]);
    system(&folder, &["cc", "-c", "-fvisibility=hidden", "half.c", "-o", "hidden.o"]);
    system(&folder, &["ar", "rcs", "libhalf.a", "half.o"]);
    let mut ways: Vec<&[&str]> =
        vec![&["half.c"], &["half.o"], &["direct.o"], &["hidden.o"], &["libhalf.a"], &["-L", ".", "-l", "half"]];
    if has_llvm() {
        ways.extend([&["--release", "half.c"][..], &["--backend", "llvm", "libhalf.a"]]);
    }
    for way in ways {
        let run = folder.lang(&[&["run", "program.lang"], way].concat());
        assert_eq!(run.exit(0).stdout, PRINTED, "{way:?}");
    }
    folder.lang(&["test", "program.lang", "half.c", "through"]).exit(0).prints("1 passed; 0 failed; 0 filtered out");
    folder.lang(&["test", "program.lang", "libhalf.a", "nothing"]).exit(0).prints("0 passed; 0 failed; 1 filtered out");
    folder.lang(&["build", "program.lang", "half.c"]).exit(0);
    let built = ended(folder.command("./program").output().expect("it starts"));
    assert_eq!(built.exit(0).stdout, PRINTED);
}

#[test]
fn the_cross_check_links_c_files() {
    let folder = Folder::new(&[("half.c", C_HALF), ("program.lang", PROGRAM)]);
    let engines = if has_llvm() { "llvm,cranelift,c" } else { "cranelift,c" };
    let check = |file: &str, more: &[&str]| {
        folder.lang(&[&["crosscheck", "program.lang", file, "--engines", engines], more].concat())
    };
    check("half.c", &["--targets", "x86_64-linux-gnu"])
        .exit(0)
        .prints("programs and tests print the same")
        .prints("everything agrees");
    system(&folder, &["cc", "-c", "half.c"]);
    // An object is for one machine; the others are left out, with the reason.
    check("half.o", &[])
        .exit(0)
        .prints("aarch64-linux-gnu: skipped: half.o is for x86_64-linux-gnu")
        .prints("everything agrees");
}

/// Arrays and names with brackets in signatures, which C does not have.
#[test]
fn the_cross_check_reads_what_only_the_language_has() {
    let program = "fn table -> [u32; 16] { [7; 16] }
fn names -> [String; 3] { [\"a\", \"b\", \"c\"] }
fn third(x: [u8; 20], y: [[i16; 4]; 8]) -> i64 { x[3] as i64 + y[1][1] as i64 }
fn main() {
  let calls: Array[fn move (i64) -> (i64, i64)] = [fn move (x: i64) -> (i64, i64) { (x, x) }]
  println(\"${table()[3]} ${names()[1]} ${third([2; 20], [[1; 4]; 8])} ${calls.length()}\")
}
";
    let folder = Folder::new(&[("program.lang", program)]);
    let engines = if has_llvm() { "llvm,cranelift,c" } else { "cranelift,c" };
    folder.lang(&["crosscheck", "program.lang", "--engines", engines]).exit(0).prints("everything agrees");
}

/// A fault that all engines agree about is none the less one.
#[test]
fn the_cross_check_tells_of_faults() {
    let out_of_bounds = "fn main() {
  let mut all = [1, 2, 3]
  let p = mut all as Pointer[i64]
  unsafe { println(p[5]) }
}
";
    let folder = Folder::new(&[("program.lang", out_of_bounds), ("endless.lang", "fn main() { while true { } }\n")]);
    let only = ["--engines", "interpreter", "--targets", "x86_64-linux-gnu"];
    let check = |file: &str| folder.lang(&[&["crosscheck", file], &only[..]].concat());
    check("program.lang")
        .exit(1)
        .prints("main: the program has a fault")
        .prints("program.lang:4:20: out of bounds")
        .prints("there are faults");
    check("endless.lang").exit(0).prints("1 program or test was not compared");
}

#[test]
fn a_target_without_its_tools_is_skipped_with_a_word() {
    let program = "fn main() { println(3) }\n";
    let folder = Folder::new(&[
        ("a.lang", program),
        (
            "tools/aarch64-linux-gnu-gcc",
            "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho 'no stdint.h here' >&2\nexit 1\n",
        ),
    ]);
    system(&folder, &["chmod", "+x", "tools/aarch64-linux-gnu-gcc"]);
    let path = std::env::var("PATH").expect("there is a search path");
    let with_tools = format!("{}:{path}", folder.path("tools").display());
    let check = |arguments: &[&str]| {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.env("PATH", &with_tools).args(["crosscheck", "a.lang", "--engines", "cranelift,c"]).args(arguments);
        ended(command.output().expect("lang starts"))
    };
    let reason =
        "the C library for aarch64-linux-gnu is not installed (apt install libc6-dev-arm64-cross): no stdint.h here";
    check(&[]).exit(0).prints(&format!("aarch64-linux-gnu: skipped: {reason}")).prints("everything agrees");
    check(&["--format", "json"]).exit(0).prints("\"skipped\": [");
    // Who asks for it is told that it is not there.
    check(&["--targets", "aarch64-linux-gnu"]).exit(2).says(reason);
}

#[test]
fn what_c_files_lack() {
    let folder = Folder::new(&[
        ("program.lang", PROGRAM),
        ("broken.c", "int x = ;\n"),
        ("half.c", "long through(long n) { return n; }\n"),
    ]);
    for command in ["run", "build", "test"] {
        folder
            .lang(&[command, "program.lang", "broken.c"])
            .exit(1)
            .says("error[E0628]: the C compiler refuses broken.c")
            .says("expected expression");
        folder.lang(&[command, "program.lang", "nowhere.c"]).exit(2).says("there is no file nowhere.c");
        // The test calls nothing else.
        let lacking = folder.lang(&[command, "program.lang", "half.c"]);
        lacking.exit(1);
        if command != "test" {
            lacking.says("error[E0627]: no library that is linked has `make`").says("program.lang:4:6");
        }
    }
    folder.lang(&["run", "program.lang", "other.lang"]).exit(2).says("only the first argument is a program");
}

#[test]
fn a_program_in_memory_links_as_its_executable_does() {
    let folder = Folder::new(&[
        ("root.lang", "extern { fn sqrt(x: f64) -> f64 }\nfn main() { println(unsafe { sqrt(2) }) }\n"),
        (
            "asked.lang",
            "import extern \"m\"\nextern { fn sqrt(x: f64) -> f64 }\nfn main() { println(unsafe { sqrt(2) }) }\n",
        ),
        (
            "remainder.lang",
            "extern { fn getpid() -> i32 }\nfn main() { let mut x = 7.5  x = x % 2.0  println(x)  println(unsafe { getpid() } > 1) }\n",
        ),
        (
            "nobody.lang",
            "extern {\n  fn no_such_function()\n  let mut no_such_variable: i32\n}\nfn main() { unsafe { no_such_function()  no_such_variable = 1 } }\n",
        ),
        ("compiler.lang", "extern { fn rust_eh_personality() }\nfn main() { unsafe { rust_eh_personality() } }\n"),
        ("absent.lang", "import extern \"absent\"\nfn main() { }\n"),
    ]);
    let both = |file: &str| [folder.lang(&["run", file]), folder.lang(&["build", file])];
    for ended in both("root.lang") {
        ended
            .exit(1)
            .says("error[E0627]: no library that is linked has `sqrt`")
            .says("root.lang:1:13")
            .says("libm has it: write `import extern \"m\"`, or link with -l m");
    }
    folder.lang(&["run", "root.lang", "-l", "m"]).exit(0).prints("1.4142135623731\n");
    for file in ["asked.lang", "remainder.lang"] {
        for ended in both(file) {
            ended.exit(0);
        }
    }
    for ended in both("nobody.lang") {
        ended.exit(1).says("nobody.lang:2:6").says("nobody.lang:3:11").says("2 errors");
    }
    // What this compiler happens to have is no library.
    for ended in both("compiler.lang") {
        ended.exit(1).says("no library that is linked has `rust_eh_personality`");
    }
    for ended in both("absent.lang") {
        ended.exit(1).says("error[E0629]: the C library `absent` is not found");
    }
}

/// Each runs as it would in a process of its own: on the first thread, alone.
#[test]
fn signals_reach_a_program_in_memory() {
    let folder = Folder::new(&[
        (
            "alarm.lang",
            "\
extern {
  fn signal(n: i32, handler: extern fn (i32)) -> Pointer[()]
  fn alarm(s: u32) -> u32
  fn pause() -> i32
}
extern fn ring(_n: i32) {}
fn main() {
  unsafe {
    signal(14, ring)
    alarm(1)
    pause()
    println(\"awake\")
  }
}
",
        ),
        (
            "alone.lang",
            "\
extern {
  fn getpid() -> i32
  fn gettid() -> i32
  fn system(command: Pointer[u8]) -> i32
  fn fflush(stream: Pointer[()]) -> i32
}
fn main() -> i32 {
  unsafe {
    println(getpid() == gettid())
    fflush(Pointer.null())
    system(c\"ls /proc/$PPID/task | wc -l\")
  }
  7
}
",
        ),
        (
            "waits.lang",
            "\
extern {
  fn getpid() -> i32
  fn kill(process: i32, n: i32) -> i32
  fn raise(n: i32) -> i32
  fn signal(n: i32, handler: extern fn (i32)) -> Pointer[()]
  fn sigemptyset(set: mut [u64; 16]) -> i32
  fn sigaddset(set: mut [u64; 16], n: i32) -> i32
  fn sigprocmask(how: i32, set: ref [u64; 16], old: Pointer[()]) -> i32
  fn sigwait(set: ref [u64; 16], n: mut i32) -> i32
}
extern fn ring(n: i32) { println(\"handled ${n}\") }
fn main() {
  let mut set = [0 as u64; 16]
  let mut got: i32 = 0
  unsafe {
    signal(12, ring)
    raise(12)
    sigemptyset(mut set)
    sigaddset(mut set, 10)
    sigprocmask(0, set, Pointer.null())
    # Only a thread that blocks the signal leaves it to `sigwait`.
    kill(getpid(), 10)
    sigwait(set, mut got)
  }
  println(\"waited for ${got}\")
}
",
        ),
        (
            "deep.lang",
            "fn deep(n: i64) -> i64 { if n == 0 { 0 } else { 1 + deep(n - 1) } }\nfn main() { println(deep(60000)) }\n",
        ),
        (
            "killed.lang",
            "extern { fn raise(n: i32) -> i32 }\nfn main() { println(\"before\")  unsafe { raise(15) } }\n",
        ),
    ]);
    let run = |file: &str| lang_within(&folder, &["run", file]);
    assert_eq!(run("alarm.lang").exit(0).stdout, "awake\n");
    assert_eq!(run("alone.lang").exit(7).stdout, "true\n1\n");
    assert_eq!(run("waits.lang").exit(0).stdout, "handled 12\nwaited for 10\n");
    assert_eq!(run("deep.lang").exit(0).stdout, "60000\n");
    // As a shell says that a signal ended it.
    let mut command = folder.command("sh");
    command.args(["-c", "\"$0\" run killed.lang; echo $?", env!("CARGO_BIN_EXE_lang")]);
    assert_eq!(ended(command.output().expect("a shell")).stdout, "143\n");
}

#[test]
fn objects_of_ours_link_into_one_c_program() {
    let folder = Folder::new(&[
        ("first.lang", "extern fn first(x: i64) -> i64 { x + 1 }\n"),
        ("second.lang", "extern fn second(x: i64) -> i64 { let text = \"b${x}\"  println(text)  text.length() + x }\n"),
        (
            "third.lang",
            "type Box { let @n: i64 }\nfn helper(x: i64) -> i64 { let box = Box(x)  let mut sum = 0  for i in 0..box.n { sum += i }  sum }\nextern fn third(x: i64) -> i64 { helper(x) * helper(x + 1) }\n",
        ),
        (
            "main.c",
            "#include <stdio.h>\nlong first(long), second(long), third(long);\nint main(void) { printf(\"%ld %ld\\n\", first(1), second(20)); fflush(stdout);\n#ifdef THREE\nprintf(\"%ld\\n\", third(4));\n#endif\nreturn 0; }\n",
        ),
    ]);
    let mut forms: Vec<&[&str]> = vec![&["--backend", "cranelift"]];
    if has_llvm() {
        forms.extend([&["--backend", "llvm"][..], &["--release"], &["-Os"]]);
    }
    for (turn, _) in forms.iter().enumerate() {
        for (number, name) in ["first", "second", "third"].into_iter().enumerate() {
            let form = forms[(turn + number) % forms.len()];
            let file = format!("{name}.lang");
            let object = |output: &str, threads: &str| {
                let base = ["build", &file, "--emit", "obj", "--no-cache", "-o", output, "--threads", threads];
                folder.lang(&[&base, form].concat()).exit(0);
            };
            object(&format!("{name}.o"), "1");
            object("again.o", "3");
            assert_eq!(folder.read(&format!("{name}.o")), folder.read("again.o"), "{name} {form:?}");
        }
        for compiler in [&["cc"][..], &["cc", "-static"], &["clang-22", "-fuse-ld=lld"]] {
            if folder.command(compiler[0]).arg("--version").output().is_err() {
                println!("{} cannot be started, so it is left out", compiler[0]);
                continue;
            }
            system(&folder, &[compiler, &["main.c", "first.o", "second.o", "-o", "two"]].concat());
            let two = ended(folder.command("./two").output().expect("it starts"));
            assert_eq!(two.exit(0).stdout, "b20\n2 23\n");
            let three = ["-DTHREE", "main.c", "third.o", "first.o", "second.o", "-o", "three"];
            system(&folder, &[compiler, &three].concat());
            let three = ended(folder.command("./three").output().expect("it starts"));
            assert_eq!(three.exit(0).stdout, "b20\n2 23\n60\n");
        }
    }
}

/// A check that fails in one of several objects says where it stands.
#[test]
fn each_object_has_its_own_places() {
    let check = |name: &str| format!("extern fn {name}(a: i64) -> i64 {{\n  a + 1\n}}\n");
    let folder = Folder::new(&[
        ("left.lang", &check("left")),
        ("right.lang", &format!("\n\n{}", check("right"))),
        (
            "main.c",
            "long left(long), right(long);\nint main(int n, char **v) { (void)v; long most = 0x7fffffffffffffff; return (int)(n > 1 ? right(most) : left(most)); }\n",
        ),
    ]);
    folder.lang(&["build", "left.lang", "--emit", "obj"]).exit(0);
    let level = if has_llvm() { "--release" } else { "-O0" };
    folder.lang(&["build", "right.lang", "--emit", "obj", level]).exit(0);
    system(&folder, &["cc", "main.c", "left.o", "right.o", "-o", "both"]);
    let run = |arguments: &[&str]| ended(folder.command("./both").args(arguments).output().expect("it starts"));
    run(&[]).exit(101).says("left.lang:2:3: addition overflows");
    run(&["right"]).exit(101).says("right.lang:4:3: addition overflows");
}
