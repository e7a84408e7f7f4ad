//! What LLVM makes of programs: every form that `--emit` has, levels, `--unchecked`, the same bytes each time, reports on
//! copies and on the ABI pass. LLVM itself is in a worker; where it is not installed these tests say so.

use std::process::Command;

use crate::support::{Ended, Folder, ended, has_llvm};

const PROGRAM: &str = "fn main() {\n  println(half(8))\n}\npub fn half(n: i64) -> i64 {\n  n / 2\n}\n";

fn run(folder: &Folder, program: &str) -> Ended {
    ended(Command::new(folder.path(program)).output().expect("it starts"))
}

#[test]
fn executables_at_every_level() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    for options in [
        &["--release"][..],
        &["--backend", "llvm"],
        &["-O0", "--backend", "llvm"],
        &["-O", "1"],
        &["-O2"],
        &["-O3"],
        &["-Os"],
        &["--release", "-O", "0"],
        &["--release", "--backend", "cranelift"],
    ] {
        let mut arguments = vec!["build", "p.lang"];
        arguments.extend(options);
        folder.lang(&arguments).exit(0);
        run(&folder, "p").exit(0).prints("4\n");
        arguments[0] = "run";
        folder.lang(&arguments).exit(0).prints("4\n");
    }
    folder.lang(&["build", "-O4", "p.lang"]).exit(2);
}

#[test]
fn debug_information_is_written_where_it_is_wanted() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    let has_lines = |name: &str| {
        let bytes = std::fs::read(folder.path(name)).expect("it was built");
        bytes.windows(11).any(|part| part == b".debug_line")
    };
    folder.lang(&["build", "p.lang", "-o", "all"]).exit(0);
    folder.lang(&["build", "-g0", "p.lang", "-o", "none"]).exit(0);
    folder.lang(&["build", "-g1", "-O2", "--backend", "cranelift", "p.lang", "-o", "lines"]).exit(0);
    folder.lang(&["build", "--release", "-g0", "p.lang", "-o", "release"]).exit(0);
    folder.lang(&["build", "--backend", "llvm", "p.lang", "-o", "llvm"]).exit(0);
    folder.lang(&["build", "--release", "p.lang", "-o", "release"]).exit(0);
    folder.lang(&["build", "--release", "-g", "p.lang", "-o", "told"]).exit(0);
    assert_eq!(["all", "none", "lines", "release"].map(has_lines), [true, false, true, false]);
    assert_eq!(["llvm", "release", "told"].map(has_lines), [true, false, true]);
    folder.lang(&["build", "-1", "p.lang"]).exit(2);
}

#[test]
fn a_manifest_says_what_debuggers_are_told() {
    let folder = Folder::new(&[("lang.toml", ""), ("main.lang", PROGRAM)]);
    let has_lines = |setting: &str, options: &[&str]| {
        let manifest = format!("name = \"p\"\nversion = \"0.1.0\"\ndebug = \"{setting}\"\n");
        std::fs::write(folder.path("lang.toml"), manifest).expect("the folder is ours");
        folder.lang(&[&["build", "-o", "p"], options].concat()).exit(0);
        let bytes = std::fs::read(folder.path("p")).expect("it was built");
        bytes.windows(11).any(|part| part == b".debug_line")
    };
    let optimised = ["-O2", "--backend", "cranelift"];
    assert_eq!([has_lines("none", &[]), has_lines("none", &["-g"]), has_lines("full", &["-g0"])], [false, true, false]);
    assert_eq!([has_lines("lines", &optimised), has_lines("none", &optimised)], [true, false]);
}

/// The functions that a release build hands to LLVM, and those of which other code is made beside it.
fn handed_over(program: &str) -> [Vec<String>; 2] {
    let folder = Folder::new(&[("p.lang", program)]);
    let shown = folder.lang(&["build", "--release", "--emit", "mir", "p.lang", "-o", "-"]);
    shown.exit(0);
    let mut names = [Vec::new(), Vec::new()];
    for line in shown.stdout.lines() {
        if line.starts_with("function ") {
            let name = line.split(['@', '(']).nth(1).expect("functions have names");
            names[0].push(name.to_string());
        } else if line.starts_with("  attribute \"optimise\"") {
            let name = names[0].pop().expect("attributes follow their function");
            names[1].push(name);
        }
    }
    names
}

/// What stands in every program is paid for in every build: who makes these lists longer measures what it costs.
#[test]
fn what_a_small_program_gives_llvm() {
    let [all, beside] = handed_over("fn main() { println(\"Hello\") }");
    let expected = [
        "main",
        "p.main",
        "std.runtime.print_newline",
        "std.runtime.print_string",
        "std.runtime.string_c_string",
        "std.runtime.string_length",
    ];
    assert_eq!(all, expected);
    let expected = [
        "finish_output",
        "function_at",
        "guard_stack",
        "handle_fault",
        "second_stack",
        "stack_fault",
        "stack_overflow",
    ];
    assert_eq!(beside, expected.map(|name| format!("std.runtime.{name}")));
    let more = |program: &str| {
        let mut index = 0;
        handed_over(program).map(|names| {
            let known = [&all, &beside][index];
            index += 1;
            names.into_iter().filter(|name| !known.contains(name)).collect::<Vec<_>>()
        })
    };
    let fails = "fn f(n: i64) -> i64 { n + 1 }\nfn main() -> i32 { f(2) as i32 }";
    let [to_llvm, mut beside_it] = more(fails);
    // What tells callers.
    beside_it.retain(|name| !name.starts_with("std.runtime.frames.") && !name.starts_with("std.runtime.lines."));
    assert_eq!(to_llvm, ["p.f", "std.runtime.panic_site", "std.runtime.text_near"]);
    assert_eq!(beside_it, ["std.runtime.end_failed", "std.runtime.fail"]);
    let cannot = "type copy P { let @a: i64 }\nfn f(n: i64, b: bool) -> P { if !b { P(n) } else { P(1) } }\n\
        fn main() -> i32 { f(2, true).a as i32 }";
    assert_eq!(more(cannot), [vec!["p.f".to_string()], Vec::new()]);
}

/// A worker that crashes at a function says who gets it.
#[test]
fn cold_functions_go_to_llvm_only_if_that_is_asked_for() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", "fn main() {\n  let a = [1, 2, 3]\n  println(a[\"four\".length()])\n}\n")]);
    let builds = |options: &[&str], symbol: &str| {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.args(["build", "--no-cache", "p.lang"]).args(options);
        let built = ended(command.env("LANG_LLVM_FAULT", format!("crash:{symbol}")).output().expect("lang starts"));
        built.code == Some(0)
    };
    for target in ["x86_64-linux-gnu", "aarch64-linux-gnu"] {
        let release = ["--release", "--target", target, "--emit", "obj", "-o", "p.o"];
        assert!(!builds(&release, "std.runtime.print_newline"), "{target}");
        for symbol in ["guard_stack", "stack_overflow", "panic_index", "fail"] {
            assert!(builds(&release, &format!("std.runtime.{symbol}")), "{target}: {symbol}");
        }
    }
    let asked = ["--release", "--backend-for", "std.runtime=llvm"];
    assert!(!builds(&asked, "std.runtime.fail"));
    for options in [&["--release"][..], &asked, &["-Os"], &["--release", "--backend-for", "std.runtime=cranelift"]] {
        assert!(builds(options, "nothing"), "{options:?}");
        let said = "p.lang:3:11: index 4 out of bounds of 3 elements";
        run(&folder, "p").exit(101).says(said);
    }
}

#[test]
fn exit_codes_arguments_and_tests_of_release_builds() {
    if !has_llvm() {
        return;
    }
    let program =
        "fn main() -> i32 { 7 }\ntest \"right\" { assert(1 + 1 == 2) }\ntest \"wrong\" { assert(1 + 1 == 3) }\n";
    let folder = Folder::new(&[("p.lang", program)]);
    folder.lang(&["run", "--release", "p.lang"]).exit(7);
    let tested = folder.lang(&["test", "--release", "p.lang"]);
    tested.exit(1).prints("test right ... ok").prints("test wrong ... FAILED").prints("p.lang:3:");
    assert_eq!(folder.names(), ["p.lang"]);
}

#[test]
fn every_form_with_either_backend() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    let emit = |form: &str, options: &[&str]| {
        let mut arguments = vec!["build", "p.lang", "--emit", form];
        arguments.extend(options);
        folder.lang(&arguments)
    };
    for options in [&[][..], &["--release"], &["--backend", "llvm", "-O1"]] {
        let text = emit("llvm-ir", options);
        text.exit(0)
            .prints("source_filename = \"p.lang\"")
            .prints("target triple = \"x86_64-")
            .prints("target datalayout = ")
            .prints("@p.half(i64");
        emit("llvm-bc", options).exit(0);
        assert_eq!(&folder.read("p.bc")[..4], b"BC\xC0\xDE");
    }
    for options in [&[][..], &["--release"], &["--backend", "llvm"], &["--backend", "cranelift", "-O2"]] {
        emit("asm", options).exit(0).prints("p.half");
        emit("obj", options).exit(0);
        assert_eq!(&folder.read("p.o")[..4], b"\x7fELF");
        // One object that is linked like any other.
        let linked = ended(folder.command("cc").args(["p.o", "-o", "linked"]).output().expect("a C compiler"));
        linked.exit(0);
        run(&folder, "linked").exit(0).prints("4\n");
    }
    emit("llvm-ir", &["--backend", "cranelift"]).exit(2).says("the Cranelift backend has no LLVM IR");
    emit("llvm-bc", &["--backend", "cranelift"]).exit(2).says("use --backend llvm");
    emit("copies", &["--backend", "cranelift"]).exit(2).says("--backend llvm");
    emit("clif", &["--release"]).exit(0).prints("function");
    emit("llvm-bc", &["-o", "-"]).exit(2).says("standard output");
}

#[test]
fn optimised_code_reads_differently() {
    if !has_llvm() {
        return;
    }
    let program = "fn main() {\n  let mut sum = 0\n  for i in 0..10 { sum += square(i) }\n  println(sum)\n}\nfn square(n: i64) -> i64 { n * n }\n";
    let folder = Folder::new(&[("p.lang", program)]);
    let calls = |level: &str| {
        let text = folder.lang(&["build", "p.lang", "--emit", "llvm-ir", level]);
        text.exit(0);
        text.stdout.lines().filter(|line| line.contains("call") && line.contains("@p.square(")).count()
    };
    assert!(calls("-O0") > 0);
    assert_eq!(calls("-O2"), 0);
}

/// A function that only its own unit names is nothing to the linker; what others may name stays.
#[test]
fn what_nobody_else_names_leaves_the_object() {
    if !has_llvm() {
        return;
    }
    let helpers = "fn square(n: i64) -> i64 { n * n }\nextern fn offered(n: i64) -> i64 { square(n) }\n";
    let program = format!("fn main() {{ println(offered(4)) }}\n{helpers}");
    let folder = Folder::new(&[("p.lang", &program), ("q.lang", helpers)]);
    let names = |file: &str, options: &[&str]| {
        let mut arguments = vec!["build", file, "--emit", "obj", "-o", "out.o"];
        arguments.extend(options);
        folder.lang(&arguments).exit(0);
        let object = folder.read("out.o");
        let has = |name: &[u8]| object.windows(name.len()).any(|bytes| bytes == name);
        (has(b".square\0"), has(b"\0offered\0"))
    };
    assert_eq!(names("p.lang", &["--release"]), (false, true));
    assert_eq!(names("p.lang", &["--backend", "llvm"]), (true, true));
    assert_eq!(names("q.lang", &["--release"]), (true, true), "a library offers everything");
}

#[test]
fn unchecked_drops_overflow_checks_only() {
    let cases = [
        ("let mut x = 9223372036854775807\n  x += n\n  println(x)", Ok("-9223372036854775808\n")),
        ("let mut x: i8 = -128\n  x -= n as i8\n  println(x)", Ok("127\n")),
        ("let x = 4611686018427387904 * (n * 2)\n  println(x)", Ok("-9223372036854775808\n")),
        ("let mut x = -9223372036854775807 - n\n  x = -x\n  println(x)", Ok("-9223372036854775808\n")),
        ("let a = [1, 2, 3]\n  println(a[n + 2])", Err("index 3 out of bounds of 3 elements")),
        ("println(5 / (n - 1))", Err("division by zero")),
        ("println(5 % (n - 1))", Err("remainder of a division by zero")),
        ("let x = -9223372036854775807 - n\n  println(x / -n)", Err("division overflows")),
        ("println(1 << (n + 63))", Err("shift out of range")),
        ("assert(n == 2)", Err("assertion failed: 1 == 2")),
    ];
    let mut builds = vec![&["--backend", "cranelift"][..], &["--backend", "cranelift", "-O2"]];
    if has_llvm() {
        builds.extend([&["--backend", "llvm"][..], &["--release"]]);
    }
    // One program for all of them, which is told the number of the case.
    let mut text = "extern {\n  fn getenv(name: Pointer[u8]) -> Pointer[u8]\n  fn atoi(text: Pointer[u8]) -> i32\n}\n\
                    fn one() -> i64 { 1 }\nfn main() {\n  let wanted = unsafe { atoi(getenv(c\"CASE\")) }\n"
        .to_owned();
    let calls = (0..cases.len()).map(|number| format!("  if wanted == {number} {{ case{number}(one()) }}\n"));
    text.extend(calls);
    text.push_str("}\n");
    let functions = cases.iter().enumerate();
    text.extend(functions.map(|(number, (statements, _))| format!("fn case{number}(n: i64) {{\n  {statements}\n}}\n")));
    let folder = Folder::new(&[("p.lang", &text)]);
    let run = |number: usize| {
        let mut program = Command::new(folder.path("p"));
        ended(program.env("CASE", number.to_string()).output().expect("it starts"))
    };
    for build in builds {
        let mut arguments = vec!["build", "p.lang"];
        arguments.extend(build);
        folder.lang(&arguments).exit(0);
        for number in 0..cases.len() {
            run(number).exit(101).says("p.lang:");
        }
        // The same cache, other bytes.
        arguments.push("--unchecked");
        folder.lang(&arguments).exit(0);
        for (number, (_, unchecked)) in cases.iter().enumerate() {
            match unchecked {
                Ok(output) => run(number).exit(0).prints(output),
                Err(message) => run(number).exit(101).says(message),
            };
        }
    }
}

/// Many functions in two modules: several units for each worker.
fn large_program() -> String {
    let mut text = String::from("fn main() {\n  println(part0(1))\n}\n");
    for number in 0..150 {
        let next = number + 1;
        text.push_str(&format!("type copy Type{number} {{ let @a: i64  let @b: f64  let @c: [i32; 6] }}\n"));
        text.push_str(&format!(
            "fn part{number}(x: i64) -> i64 {{\n  let v = Type{number}(x, {number}.5, [1, 2, 3, 4, 5, {number}])\n  \
             part{next}(use{number}(v) % 1000 + {number})\n}}\n\
             fn use{number}(v: Type{number}) -> i64 {{ v.a + v.b as i64 + v.c[5] as i64 }}\n"
        ));
    }
    text.push_str("fn part150(x: i64) -> i64 { x % 7 }\n");
    text
}

#[test]
fn same_bytes_with_one_and_many_workers() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", &large_program())]);
    for options in [&["--release"][..], &["--backend", "llvm"]] {
        let build = |threads: &str, emit: &str, cache: &[&str]| {
            let mut arguments = vec!["build", "p.lang", "--emit", emit, "--threads", threads, "-o", "out"];
            arguments.extend(options);
            arguments.extend(cache);
            folder.lang(&arguments).exit(0);
            folder.read("out")
        };
        let expected = build("1", "obj", &["--no-cache"]);
        for threads in ["2", "5"] {
            assert!(expected == build(threads, "obj", &["--no-cache"]), "{options:?} {threads}");
        }
        for _ in 0..2 {
            assert!(expected == build("3", "obj", &[]), "{options:?} with the cache");
        }
        assert!(build("1", "exe", &[]) == build("4", "exe", &[]), "{options:?}");
    }
}

/// Positions are in tables of their own, which are written anew when code has moved.
#[test]
fn failed_checks_of_release_builds_say_where() {
    if !has_llvm() {
        return;
    }
    let program = "fn half(x: i64, by: i64) -> i64 {\n  x / by\n}\nfn main() {\n  println(half(1, 0))\n}\n";
    let folder = Folder::new(&[("p.lang", program)]);
    for options in [&["--release"][..], &["--backend", "llvm"]] {
        folder.write("p.lang", program.as_bytes());
        let mut arguments = vec!["build", "p.lang"];
        arguments.extend(options);
        folder.lang(&arguments).exit(0);
        run(&folder, "p").exit(101).says("p.lang:2:3: division by zero");
        folder.write("p.lang", format!("fn above() {{}}\n\n{program}").as_bytes());
        folder.lang(&arguments).exit(0);
        run(&folder, "p").exit(101).says("p.lang:4:3: division by zero");
    }
}

#[test]
fn a_table_of_copies() {
    if !has_llvm() {
        return;
    }
    let program = "type copy Large { let @numbers: [i64; 40] }\n\
        extern {\n  fn keep(v: Pointer[Large])\n}\n\
        fn sum(v: Large) -> i64 { v.numbers[0] + v.numbers[39] }\n\
        pub fn twice(v: Large) -> i64 {\n  let mut own = v\n  unsafe { keep(mut own as Pointer[Large]) }\n  sum(own) + sum(v)\n}\n";
    let folder = Folder::new(&[("lib.lang", program)]);
    let table = folder.lang(&["build", "lib.lang", "--emit", "copies"]);
    table.exit(0).prints("position").prints("lib.lang:7:").prints("  320  ");
    let mut lines = table.stdout.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    assert_eq!(head, ["position", "bytes", "reason", "fate", "function"]);
    let lines: Vec<&str> = lines.collect();
    assert!(lines.iter().any(|line| line.contains("  still a copy  ")), "{}", table.stdout);
    let unoptimised = folder.lang(&["build", "lib.lang", "--emit", "copies", "-O0"]);
    unoptimised.exit(0);
    assert!(unoptimised.stdout.lines().skip(1).all(|line| line.contains("  still a copy  ")));
    assert!(unoptimised.stdout.lines().count() > 1);
}

#[test]
fn the_abi_pass_side_by_side() {
    let program = "type copy Big { let @a: i64  let @b: i64  let @c: i64 }\n\
        extern fn twice(v: Big) -> Big { Big(v.a, v.b, v.c) }\n\
        extern fn same(n: i64) -> i64 { n }\nfn main() {\n  println(twice(Big(1, 2, 3)).a + same(1))\n}\n";
    let folder = Folder::new(&[("p.lang", program)]);
    let all = folder.lang(&["build", "p.lang", "--emit", "abi-diff"]);
    all.exit(0).prints("function system_abi").prints(" | function lowered");
    let one = folder.lang(&["build", "p.lang", "--emit", "abi-diff", "--function", "twice"]);
    one.exit(0).prints("@twice(").prints("return slot").prints("return parts()");
    assert!(!one.stdout.contains("@same("));
    assert!(all.stdout.contains(one.stdout.trim()));
    folder
        .lang(&["build", "p.lang", "--emit", "abi-diff", "--function", "nothing"])
        .exit(2)
        .says("there is no function `nothing`");
    folder.lang(&["build", "p.lang", "--function", "twice"]).exit(2).says("--function is for --emit abi-diff");
}
