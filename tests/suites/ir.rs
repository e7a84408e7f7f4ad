//! `lang ir`: what is made of programs, printed, read, stripped, lowered and interpreted is the same program; what is damaged is
//! told, and never ends the command in the middle.

use std::path::Path;
use std::process::{Command, Output};

use tests::corpus::{self, Program};
use tests::{finish, for_each, lang_command};

/// So many programs take the way through all forms; `IR=all` takes every one.
const SAMPLE: usize = 16;
/// So many damaged modules of each form; `IR_DAMAGES` says how many else.
const DAMAGES: usize = 1000;

/// Runs `lang ir` in a folder.
fn ir(folder: &Path, words: &[&str]) -> Output {
    let mut command = lang_command(folder);
    command.current_dir(folder).arg("ir").args(words);
    finish(command).expect("it ends")
}

/// The same, which must go well; standard output.
fn done(folder: &Path, words: &[&str]) -> String {
    let output = ir(folder, words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "lang ir {words:?}");
    String::from_utf8(output.stdout).expect("it is text")
}

/// What it says of what is wrong, with its exit code.
fn refused(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = ir(folder, words);
    assert!(output.stdout.is_empty(), "lang ir {words:?}");
    (output.status.code(), String::from_utf8(output.stderr).expect("it is text"))
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("there is room for a file");
    }
    folder
}

#[test]
fn programs_stay_the_same_through_all_forms() {
    let mut programs: Vec<Program> = corpus::programs();
    programs.retain(|program| !program.name.starts_with("bench/"));
    tests::sample("IR", &mut programs, SAMPLE);
    let interpreted = std::sync::atomic::AtomicUsize::new(0);
    for_each(&programs, |program| {
        if goes_through_all_forms(program) {
            interpreted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
    });
    let interpreted = interpreted.into_inner();
    assert!(interpreted * 2 > programs.len(), "{interpreted} of {} were interpreted", programs.len());
}

/// Made as one module and as one for each of its text, printed, read, stripped, linked, and run on every engine. Whether the
/// interpreter knows everything that the program asks of C.
fn goes_through_all_forms(program: &Program) -> bool {
    let folder = folder_with(&[]);
    let folder = folder.path();
    let source = program.path.to_string_lossy();
    done(folder, &["from", &source, "-o", "a.mir"]);
    done(folder, &["print", "a.mir", "-o", "a.mirb"]);
    let bytes = |name: &str| std::fs::read(folder.join(name)).expect("it was written");
    assert_eq!(done(folder, &["print", "a.mirb"]).as_bytes(), bytes("a.mir"), "{}", program.name);
    done(folder, &["strip", "a.mir", "-o", "stripped.mirb"]);
    done(folder, &["strip", "stripped.mirb", "-o", "twice.mirb"]);
    assert!(bytes("stripped.mirb") == bytes("twice.mirb"), "{}", program.name);
    assert_eq!(done(folder, &["diff", "a.mir", "twice.mirb"]), "", "{}", program.name);

    done(folder, &["from", "-g", &source, "--per-module", "parts"]);
    let mut parts: Vec<String> = std::fs::read_dir(folder.join("parts"))
        .expect("it was made")
        .map(|entry| format!("parts/{}", entry.expect("it can be read").file_name().to_string_lossy()))
        .collect();
    parts.sort();
    assert!(parts.len() > 1, "{} has a part of the standard library", program.name);
    for (number, part) in parts.iter().enumerate() {
        // Some stripped, some not: they fit all the same.
        let words: &[&str] = match number % 3 {
            0 => &["print"],
            1 => &["strip", "--debug"],
            _ => &["strip", "--names", "--metadata"],
        };
        done(folder, &[words, &[part, "-o", &format!("{part}b")]].concat());
    }
    let parts: Vec<String> = parts.iter().map(|part| format!("{part}b")).collect();
    let mut words = vec!["link", "-o", "linked.mir"];
    words.extend(parts.iter().map(String::as_str));
    done(folder, &words);
    assert_eq!(done(folder, &["diff", "a.mir", "linked.mir"]), "", "{}", program.name);
    done(folder, &["strip", "linked.mir", "-o", "linked.mirb"]);
    done(folder, &["lower", "linked.mirb", "-o", "lowered.mir"]);
    done(folder, &["verify", "a.mir", "a.mirb", "stripped.mirb", "linked.mir", "linked.mirb", "lowered.mir"]);

    for module in ["linked.mirb", "lowered.mir"] {
        program.assert_ended_as_expected(&ir(folder, &["run", "--backend", "cranelift", module]), module);
        if tests::has_llvm() {
            let level = if module == "lowered.mir" { "-O2" } else { "-O0" };
            program.assert_ended_as_expected(&ir(folder, &["run", "--backend", "llvm", level, module]), module);
        }
    }
    let plain = ir(folder, &["interpret", "a.mirb"]);
    if String::from_utf8_lossy(&plain.stderr).contains("error:") {
        return false;
    }
    for module in ["a.mirb", "linked.mirb", "lowered.mir"] {
        program.assert_ended_as_expected(&ir(folder, &["interpret", module]), module);
    }
    true
}

#[test]
fn the_exit_code_and_the_arguments_are_the_programs() {
    let folder = folder_with(&[(
        "a.lang",
        "import std.env (arguments)\nfn main -> i32 {\n  println(arguments().join(\" \"))\n  7\n}\n",
    )]);
    done(folder.path(), &["from", "a.lang", "-o", "a.mirb"]);
    let ended = ir(folder.path(), &["interpret", "a.mirb", "--", "one", "two"]);
    assert_eq!((ended.status.code(), ended.stdout.as_slice()), (Some(7), &b"main one two\n"[..]));
}

#[test]
fn the_interpreter_reads_what_the_program_reads() {
    let program = "\
import std.io
import std.io (Write)
fn main {
  let mut reader = io.Reader.new(io.standard_input())
  while let Some(line) = reader.read_line().unwrap() { println(\"{line.length()}: {line}\") }
  let mut errors = io.standard_error()
  errors.write_line(\"done\").unwrap()
}
";
    let unknown = "extern { fn getpid() -> i32 }\nfn main { println(unsafe { getpid() } > 0) }\n";
    let folder = folder_with(&[("a.lang", program), ("b.lang", unknown)]);
    let folder = folder.path();
    std::fs::write(folder.join("input"), "one\n\nthree lines".to_owned() + &"x".repeat(100_000))
        .expect("there is room");
    done(folder, &["from", "a.lang", "-o", "a.mir"]);
    let with_input = |words: &[&str]| {
        let mut command = lang_command(folder);
        command.current_dir(folder).arg("ir").args(words);
        command.stdin(std::fs::File::open(folder.join("input")).expect("it is there"));
        let output = finish(command).expect("it ends");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr))
    };
    let run = with_input(&["run", "--backend", "cranelift", "a.mir"]);
    assert!(run.0 == Some(0) && run.1.lines().count() == 3, "{run:?}");
    assert_eq!(run, with_input(&["interpret", "a.mir"]));
    // What the interpreter does not know is its own fault.
    done(folder, &["from", "b.lang", "-o", "b.mir"]);
    let (code, said) = refused(folder, &["interpret", "b.mir"]);
    assert!(code == Some(1) && said.contains("getpid is neither in the program nor known"), "{code:?} {said}");
}

#[test]
fn a_module_made_for_a_target_says_so() {
    let folder = folder_with(&[("a.lang", "import std.c (Long)\nfn main { let n: Long = 5  println(n) }\n")]);
    let folder = folder.path();
    done(folder, &["from", "--target", "aarch64-linux-gnu", "a.lang", "-o", "a.mir"]);
    assert!(done(folder, &["stats", "a.mir"]).contains("for aarch64-linux-gnu"));
    assert!(done(folder, &["lower", "a.mir"]).contains("target \"aarch64-linux-gnu\""));
    let (code, said) = refused(folder, &["lower", "--target", "x86_64-linux-gnu", "a.mir"]);
    assert!(code == Some(1) && said.contains("a.mir is for aarch64-linux-gnu"), "{said}");
    if cfg!(target_arch = "x86_64") {
        let (code, said) = refused(folder, &["run", "--backend", "cranelift", "a.mir"]);
        assert!(code == Some(1) && said.contains("is for aarch64-linux-gnu, and this machine is"), "{said}");
    }
}

#[test]
fn a_module_that_cannot_be_read_hides_no_other() {
    let folder = folder_with(&[("good.mir", "module \"m\" version 2\n"), ("bad.mir", "module m\n")]);
    let (code, said) = refused(folder.path(), &["verify", "missing.mir", "good.mir", "bad.mir"]);
    assert!(said.contains("missing.mir") && said.contains("bad.mir:1:8") && !said.contains("good.mir"), "{said}");
    assert_eq!(code, Some(2));
}

#[test]
fn differences_are_told_by_symbol() {
    let text = |number: u32| {
        format!("fn f -> i64 {{ {number} }}\nfn g -> i64 {{ f() + 1 }}\nfn main {{ println(\"${{g()}}\") }}\n")
    };
    let folder = folder_with(&[("a.lang", &text(41)), ("b.lang", &text(42)), ("c.lang", "fn main {}\n")]);
    for name in ["a", "b", "c"] {
        done(folder.path(), &["from", &format!("{name}.lang"), "-o", &format!("{name}.mir")]);
    }
    // The program is called as its file is.
    let renamed = std::fs::read_to_string(folder.path().join("b.mir")).expect("it was written");
    std::fs::write(folder.path().join("b.mir"), renamed.replace("b.", "a.").replace("\"b\"", "\"a\""))
        .expect("it is there");
    let ended = ir(folder.path(), &["diff", "a.mir", "b.mir"]);
    assert_eq!(
        (ended.status.code(), String::from_utf8_lossy(&ended.stdout).as_ref()),
        (Some(1), "~ a.f: not the same\n")
    );
    let ended = ir(folder.path(), &["diff", "a.mir", "c.mir"]);
    let told = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(told.contains("- a.f: only on the left\n") && told.contains("+ c.main: only on the right\n"), "{told}");
}

#[test]
fn modules_are_joined_or_told_why_not() {
    let folder = folder_with(&[("a.lang", "fn main { println(\"joined\") }\n"), ("b.lang", "fn main {}\n")]);
    done(folder.path(), &["from", "a.lang", "-o", "a.mir"]);
    done(folder.path(), &["from", "b.lang", "-o", "b.mir"]);
    done(folder.path(), &["lower", "a.mir", "-o", "here.mir"]);
    done(folder.path(), &["lower", "--target", "aarch64-linux-gnu", "b.mir", "-o", "there.mir"]);
    let (code, said) = refused(folder.path(), &["link", "a.mir", "b.mir"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("main is defined twice: in a.mir and in b.mir; leave one of them out"), "{said}");
    let (_, said) = refused(folder.path(), &["link", "a.mir", "a.mir"]);
    assert!(said.contains("is defined twice, in two modules that are both a.mir: name it once"), "{said}");
    let (code, said) = refused(folder.path(), &["link", "here.mir", "there.mir"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("one module is for x86_64-linux-gnu, the other for aarch64-linux-gnu"), "{said}");
    let (code, said) = refused(folder.path(), &["lower", "--target", "aarch64-linux-gnu", "here.mir"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("here.mir is for x86_64-linux-gnu"), "{said}");
}

#[test]
fn libraries_are_found_in_the_folders_that_are_named() {
    let folder = folder_with(&[
        ("a.lang", "extern { fn of_library() -> i32 }\n\nfn main { println(unsafe { of_library() }) }\n"),
        ("l.c", "int of_library(void) { return 42; }\n"),
    ]);
    let mut cc = Command::new("cc");
    cc.current_dir(folder.path()).args(["-shared", "-fPIC", "l.c", "-o", "libof_here.so"]);
    assert!(cc.status().expect("cc is there").success());
    done(folder.path(), &["from", "a.lang", "-o", "a.mir"]);
    let ended = ir(folder.path(), &["run", "-L", ".", "-l", "of_here", "a.mir"]);
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "42\n", "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn what_checks_call_stays_when_a_root_is_named() {
    let text = "fn main {\n  let numbers = [1, 2, 3]\n  let mut sum: i64 = 0\n  for number in numbers { sum += number }\n  println(sum)\n}\n";
    let folder = folder_with(&[("a.lang", text)]);
    done(folder.path(), &["from", "--per-module", "parts", "a.lang"]);
    let parts = std::fs::read_dir(folder.path().join("parts")).expect("it is a folder");
    let parts: Vec<String> =
        parts.map(|part| part.expect("it is there").path().to_string_lossy().into_owned()).collect();
    let parts = parts.iter().map(String::as_str);
    done(folder.path(), &["link", "--root", "main", "-o", "b.mirb"].into_iter().chain(parts).collect::<Vec<_>>());
    for more in [&["run", "b.mirb"][..], &["interpret", "b.mirb"]] {
        let ended = ir(folder.path(), more);
        assert_eq!(String::from_utf8_lossy(&ended.stdout), "6\n", "{}", String::from_utf8_lossy(&ended.stderr));
    }
}

#[test]
fn only_what_a_root_leads_to_is_read() {
    let function =
        |name: &str, body: &str| format!("function system_abi hidden @{name}() : () {{\nb0:\n{body}  return\n}}\n");
    let text = format!(
        "module \"m\" version 2\n{}{}{}",
        function("begin", "  call @near() : ()\n"),
        function("near", ""),
        function("far", "")
    );
    let folder = folder_with(&[("a.mir", &text)]);
    let here = folder.path();
    done(here, &["print", "a.mir", "-o", "a.mirb"]);
    for module in ["a.mir", "a.mirb"] {
        let linked = done(here, &["link", "--root", "begin", module]);
        assert!(
            linked.contains("@begin()") && linked.contains("@near() : () {") && !linked.contains("@far"),
            "{linked}"
        );
    }
    // The last thing there is the function that nothing leads to.
    let mut bytes = std::fs::read(here.join("a.mirb")).expect("it was written");
    let end = bytes.len();
    bytes[end - 6..].fill(0xff);
    std::fs::write(here.join("a.mirb"), bytes).expect("there is room");
    done(here, &["link", "--root", "begin", "a.mirb", "-o", "b.mir"]);
    let (code, said) = refused(here, &["link", "a.mirb"]);
    assert!(code == Some(1) && said.contains("a.mirb: the module is damaged"), "{said}");
    let (code, said) = refused(here, &["link", "--root", "nobody", "a.mirb"]);
    assert!(code == Some(1) && said.contains("no module defines nobody"), "{said}");
}

#[test]
fn a_module_that_is_wrong_by_itself_is_named() {
    let wrong = "module \"m\" version 2\nfunction system_abi hidden @f() : () -> i64 {\nb0:\n  return\n}\n";
    let folder = folder_with(&[("wrong.mir", wrong), ("right.mir", "module \"r\" version 2\n")]);
    for modules in [["wrong.mir", "right.mir"], ["right.mir", "wrong.mir"]] {
        let (code, said) = refused(folder.path(), &["link", modules[0], modules[1]]);
        assert!(code == Some(1) && said.contains("wrong.mir is not well-formed\n  f, b0"), "{said}");
    }
}

#[test]
fn bad_input_is_told_with_its_place() {
    let folder = folder_with(&[
        ("words.mir", "module \"m\" version 2\n  frob\n"),
        ("newer.mir", "module \"m\" version 99\n"),
        ("empty.mir", ""),
    ]);
    let here = folder.path();
    std::fs::write(here.join("bytes.mir"), [0xff, 0xfe, 0]).expect("there is room");
    let cases = [
        ("words.mir", 1, "words.mir:2:3: a module has no 'frob'"),
        ("newer.mir", 1, "newer.mir:1:20: this is a module of version 99"),
        ("empty.mir", 1, "empty.mir:1:1: expected 'module'"),
        ("bytes.mir", 1, "bytes.mir is no module of the intermediate representation"),
        ("nothing.mir", 2, "cannot read nothing.mir: "),
    ];
    for (name, code, message) in cases {
        for action in ["verify", "print", "strip", "link", "lower", "interpret", "run", "stats"] {
            let (exit, said) = refused(here, &[action, name]);
            assert_eq!(exit, Some(code), "{action} {name}: {said}");
            assert!(said.contains(message), "{action} {name}: {said}");
        }
    }
    done(here, &["from", &tests::root().join("tests/run/hello.lang").to_string_lossy(), "-o", "a.mir"]);
    let (exit, said) = refused(here, &["diff", "-", "-"]);
    assert!(exit == Some(2) && said.contains("standard input can be read only once"), "{said}");
    std::fs::write(here.join("b.lang"), "fn main {}\n").expect("there is room");
    let (exit, said) = refused(here, &["verify", "b.lang"]);
    assert!(
        exit == Some(1) && said.contains("expected 'module', found 'fn'\n  this is the name of a source"),
        "{said}"
    );
    let (exit, said) = refused(here, &["print", "a.mir", "-o", "a.lang"]);
    assert!(exit == Some(2) && said.contains("a.lang is the name of a source"), "{said}");
    let (exit, said) = refused(here, &["print", "a.mir", "-o", "no/folder.mir"]);
    assert!(exit == Some(2) && said.contains("cannot write no/folder.mir: "), "{said}");
}

/// A module of some size, in both forms.
fn forms() -> (String, Vec<u8>) {
    let path = tests::root().join("tests/run/enum_owners.lang");
    let (program, run) = tests::interpret::open(&project::Input::File(path));
    let made = driver::modules(&program, &run, driver::Product::Program, false).expect("it is a program");
    let module = made.modules.first().expect("there is one");
    (mir::print(module), mir::binary::write(module))
}

fn damaged(bytes: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(0..damaged.len());
        match random.u8(0..5) {
            0 => damaged[at] = random.u8(..),
            1 => damaged[at] ^= 1 << random.u8(0..8),
            2 => damaged.truncate(at.max(1)),
            3 => {
                let end = (at + random.usize(1..32)).min(damaged.len());
                damaged.drain(at..end);
            }
            _ => {
                let end = (at + random.usize(1..64)).min(damaged.len());
                let again = damaged[at..end].to_vec();
                damaged.splice(at..at, again);
            }
        }
        if damaged.is_empty() {
            damaged.push(0);
        }
    }
    damaged
}

/// What commands do with a module that could be read.
fn use_it(module: mir::Module) -> bool {
    if mir::verify(&module).is_err() {
        return false;
    }
    let text = mir::print(&module);
    let mut stripped = module;
    mir::strip(&mut stripped, mir::Strip::EVERYTHING);
    !text.is_empty() && mir::verify(&stripped).is_ok()
}

#[test]
fn damaged_modules_are_errors_and_no_more() {
    let count = std::env::var("IR_DAMAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(DAMAGES);
    let (text, binary) = forms();
    let mut random = fastrand::Rng::with_seed(tests::seed("IR_SEED"));
    let (mut read, mut whole) = (0, 0);
    for _ in 0..count {
        if let Ok(module) = mir::binary::read(&damaged(&binary, &mut random)) {
            read += 1;
            whole += usize::from(use_it(module));
        }
        if let Ok(module) = mir::read(&String::from_utf8_lossy(&damaged(text.as_bytes(), &mut random))) {
            read += 1;
            whole += usize::from(use_it(module));
        }
    }
    println!("{} damaged modules: {read} could be read, {whole} were well-formed", 2 * count);
    assert!(read > 0 && read < 2 * count, "damages are neither none nor all of them noticed by readers");
}
