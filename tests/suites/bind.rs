//! `lang bind`: modules of the headers of libraries, checked, formatted, compared with C and called. The witness of layouts and
//! constants is a program of C that clang compiles from the same headers; that of functions are the libraries themselves,
//! called on both code generators. Must not know how headers are read.
//!
//! That it would notice: `a_wrong_module_is_noticed` gives a record a member more and a constant another value, and each must be
//! a difference from what C prints.

#[path = "bind/bits.rs"]
mod bits;
#[path = "bind/contents.rs"]
mod contents;
#[path = "bind/libraries.rs"]
mod libraries;
#[path = "bind/passed.rs"]
mod passed;
#[path = "bind/project.rs"]
mod project;
#[path = "bind/targets.rs"]
mod targets;
#[path = "bind/twin.rs"]
mod twin;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use contents::{CONTENTS, declares};
use libraries::{LIBRARIES, Library, Place};
use tests::{for_each, has_llvm, lang_command};
use twin::{Declared, pairs};

fn has_clang() -> bool {
    let is_there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    let has = is_there("clang-22") && Path::new("/usr/lib/llvm-22/lib").is_dir() && cfg!(target_arch = "x86_64");
    if !has {
        println!("skipped: clang-22 is not installed, or this is another machine");
    }
    has
}

#[track_caller]
fn succeeded(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn bind(folder: &Path, headers: &[&str], options: &[String]) -> Output {
    let mut command = lang_command(folder);
    command.arg("bind").args(headers).arg("--").args(options).current_dir(folder);
    command.output().expect("lang runs")
}

fn module(folder: &Path, library: &Library, place: &Place) -> PathBuf {
    let path = folder.join("bound.lang");
    let mut command = lang_command(folder);
    command.arg("bind").args(library.headers).args(["--link", library.link, "-o"]).arg(&path);
    succeeded(&command.arg("--").args(&place.options).output().expect("lang runs"));
    path
}

/// Without an error, a warning and anything to format; the hints are about the library's own design.
fn assert_well_kept(folder: &Path, module: &Path) {
    let mut check = lang_command(folder);
    let output = check.args(["check", "--deny", "warnings", "--message-format", "short"]).arg(module).output();
    let output = output.expect("lang runs");
    succeeded(&output);
    succeeded(&lang_command(folder).args(["fmt", "--check"]).arg(module).output().expect("lang runs"));
}

#[test]
fn libraries_are_called_on_both_code_generators() {
    if !has_clang() {
        return;
    }
    let mut backends = vec!["cranelift"];
    if has_llvm() {
        backends.push("llvm");
    }
    for_each(&LIBRARIES, |library| {
        let Some(place) = library.place() else { return };
        let folder = tempfile::tempdir().expect("a folder");
        let path = module(folder.path(), library, &place);
        assert_well_kept(folder.path(), &path);
        let program = folder.path().join("main.lang");
        let source = tests::root().join("tests/bind").join(format!("{}.lang", library.name));
        std::fs::copy(source, &program).expect("there is a program");
        for backend in &backends {
            let mut command = lang_command(folder.path());
            command.args(["run", "--backend", backend]).arg(&program);
            if let Some(libraries) = &place.folder {
                // Its libraries need others of their packages.
                command.arg("-L").arg(libraries).env("LD_LIBRARY_PATH", libraries);
            }
            let output = succeeded(&command.output().expect("lang runs"));
            assert_eq!(output, library.output, "{} by {backend}", library.name);
        }
    });
}

/// What a program of a module prints, beside what C does: the differences, and how many records and constants are the same.
fn compare(library: &Library, place: &Place, folder: &Path, text: &str) -> (Vec<String>, (usize, usize)) {
    std::fs::write(folder.join("bound.lang"), text).expect("a file");
    let declared = Declared::of(text);
    let c = declared.in_c(library.headers, &place.options, folder);
    let program = folder.join("main.lang");
    std::fs::write(&program, declared.program()).expect("a file");
    let mut command = lang_command(folder);
    command.env_remove("LANG_VERIFY").args(["run", "--backend", "cranelift"]).arg(&program);
    let printed = succeeded(&command.output().expect("lang runs"));
    let (mut differences, mut records, mut constants) = (Vec::new(), 0, 0);
    for (name, value) in pairs(&printed) {
        match c.get(&name) {
            Some(theirs) if *theirs == value => match value.starts_with("= ") {
                true => constants += 1,
                false => records += usize::from(!name.contains('.')),
            },
            Some(theirs) => differences.push(format!("{}: {name} {value}, in C {theirs}", library.name)),
            None => {}
        }
    }
    (differences, (records, constants))
}

#[test]
fn layouts_and_constants_are_those_of_c() {
    if !has_clang() {
        return;
    }
    let counts = std::sync::Mutex::new(Vec::new());
    for_each(&LIBRARIES, |library| {
        let Some(place) = library.place() else { return };
        let folder = tempfile::tempdir().expect("a folder");
        let text = std::fs::read_to_string(module(folder.path(), library, &place)).expect("a module");
        let again = std::fs::read_to_string(module(folder.path(), library, &place)).expect("a module");
        assert!(text == again, "{} is written in another way the second time", library.name);
        let (differences, (records, constants)) = compare(library, &place, folder.path(), &text);
        assert!(differences.is_empty(), "{}", differences.join("\n"));
        counts.lock().expect("no thread panicked").push((library.name, records, constants, library.least));
    });
    for (name, records, constants, least) in counts.into_inner().expect("no thread panicked") {
        println!("{name}: {records} records and {constants} constants agree");
        assert!(records >= least.0 && constants >= least.1, "{name}: fewer than {least:?}");
    }
}

#[test]
fn a_wrong_module_is_noticed() {
    if !has_clang() {
        return;
    }
    let library = &LIBRARIES[0];
    let place = library.place().expect("it is installed");
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(module(folder.path(), library, &place)).expect("a module");
    let moved = text.replacen("  pub let @next_in", "  pub let @mutation: u8\n  pub let @next_in", 1);
    let changed = text.replacen("pub let Z_FINISH: Int = 4", "pub let Z_FINISH: Int = 5", 1);
    for wrong in [moved, changed] {
        assert_ne!(wrong, text, "there is something to change");
        let (differences, _) = compare(library, &place, folder.path(), &wrong);
        assert!(!differences.is_empty());
    }
}

/// What has no form, names that clash, all kinds of constants.
const CORNERS: &str = include_str!("../bind/corners.h");

#[test]
fn corners_are_written_or_said_to_be_left_out() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("corners.h"), CORNERS).expect("a file");
    let text = succeeded(&bind(folder.path(), &["corners.h"], &[]));
    let path = folder.path().join("bound.lang");
    std::fs::write(&path, &text).expect("a file");
    assert_well_kept(folder.path(), &path);
    let expected = tests::root().join("tests/bind/corners.expected");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&expected, &text).expect("it can be written");
    }
    assert_eq!(text, tests::corpus::read(&expected), "UPDATE_EXPECT=1 writes it anew");
    let library = Library { name: "corners", headers: &["corners.h"], ..LIBRARIES[0] };
    let place = Place { options: vec![format!("-I{}", folder.path().display())], folder: None };
    let (differences, (records, constants)) = compare(&library, &place, folder.path(), &text);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(records >= 12 && constants >= 12, "{records} {constants}");
}

#[test]
fn what_cannot_be_bound_is_said() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let refused = |headers: &[&str], words: &str| {
        let output = bind(folder.path(), headers, &[]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("error[E0636]") && errors.contains(words), "{errors}");
        assert!(output.stdout.is_empty());
    };
    refused(&["nowhere.h"], "'nowhere.h' file not found");
    refused(&["a\"b.h"], "is no name of a header");
    file("damaged.h", "int f(int);\nint g(unknown_t);\nstruct S { int");
    refused(&["damaged.h"], "damaged.h:");
    file("noise.h", "\u{1}\u{7f}}}}}((\\\n\u{fffd}#if\n");
    refused(&["noise.h"], "noise.h:");
    file("empty.h", "");
    refused(&["empty.h"], "empty.h and what it includes declare nothing");
    file("other.h", "#include <stddef.h>\n#include <limits.h>\n#ifndef OTHER_H\n#define OTHER_H\n#endif\n");
    refused(&["other.h"], "others that it includes do: ");
    file("fine.h", "int f(int);\n");
    let output = lang_command(folder.path())
        .args(["bind", "fine.h", "--only", "g*"])
        .current_dir(folder.path())
        .output()
        .expect("lang runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("fine.h is not like `g*`"));
    // What somebody wrote stays.
    file("mine.lang", "fn main {}\n");
    let write = |name: &str| {
        let mut command = lang_command(folder.path());
        command.args(["bind", "fine.h", "-o", name]).current_dir(folder.path()).output().expect("lang runs")
    };
    assert_eq!(write("mine.lang").status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.lang")).expect("it is there"), "fn main {}\n");
    succeeded(&write("new.lang"));
    succeeded(&write("new.lang"));
}

/// What clang's code writes into bit-fields the methods read, and what they write has each bit where clang's code has it.
#[test]
fn bit_fields_are_read_and_written_as_c_does() {
    if !has_clang() {
        return;
    }
    let seed = tests::seed("BITS_SEED");
    let records = bits::records(&mut fastrand::Rng::with_seed(seed), 40);
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    file("bits.h", &format!("{}{}", bits::header(&records), bits::functions(&records, false)));
    file("bits.c", &bits::functions(&records, true));
    file("main.lang", &bits::program(&records));
    let mut clang = Command::new("clang-22");
    clang.args(["-w", "-O1", "-shared", "-fPIC", "-o", "libbits.so", "bits.c"]).current_dir(folder.path());
    succeeded(&clang.output().expect("clang runs"));
    let mut command = lang_command(folder.path());
    command.args(["bind", "bits.h", "--link", "bits", "-o", "bound.lang"]).current_dir(folder.path());
    succeeded(&command.output().expect("lang runs"));
    assert_well_kept(folder.path(), &folder.path().join("bound.lang"));
    let run = |backend: &str| {
        let mut command = lang_command(folder.path());
        command.args(["run", "--backend", backend, "main.lang", "-L", "."]).current_dir(folder.path());
        succeeded(&command.env("LD_LIBRARY_PATH", folder.path()).output().expect("lang runs"))
    };
    let backends = if has_llvm() { ["cranelift", "llvm"].as_slice() } else { &["cranelift"] };
    for backend in backends {
        assert_eq!(run(backend), "40 records\n", "BITS_SEED={seed} {backend}");
    }
    // A method that keeps one bit of its neighbours too few, or reads one too low, is noticed.
    let text = std::fs::read_to_string(folder.path().join("bound.lang")).expect("a module");
    for (right, wrong) in [(" & 0xf8 |", " & 0xf0 |"), (" >> 3 & ", " >> 2 & ")] {
        if text.contains(right) {
            file("bound.lang", &text.replace(right, wrong));
            assert!(run("cranelift").contains(" is "), "BITS_SEED={seed} {right}");
        }
    }
}

/// The bytes of other targets are those of objects that clang makes for them; the methods are tried on them here.
#[test]
fn bit_fields_of_other_targets_lie_where_clang_has_them() {
    if !has_clang() {
        return;
    }
    let seed = tests::seed("BITS_SEED");
    let tried = std::sync::Mutex::new(Vec::new());
    // In objects of WebAssembly all data is one section, which nobody cuts.
    let targets: Vec<abi::Target> =
        abi::Target::ALL.into_iter().filter(|target| *target != abi::Target::WASM32).collect();
    for_each(&targets, |target| {
        let mut random = fastrand::Rng::with_seed(seed);
        let records = bits::records(&mut random, 25);
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
        file("bits.h", &bits::header(&records));
        let is_darwin = target.triple().contains("darwin");
        let (text, values) = bits::objects(&mut random, &records, if is_darwin { "__DATA," } else { "" });
        file("objects.c", &text);
        let mut clang = Command::new("clang-22");
        clang.arg(format!("--target={}", target.triple())).args(["-w", "-c", "-O0", "objects.c", "-o", "objects.o"]);
        succeeded(&clang.current_dir(folder.path()).output().expect("clang runs"));
        let mut dump = Command::new("llvm-objdump-22");
        let shown = succeeded(&dump.args(["-s", "objects.o"]).current_dir(folder.path()).output().expect("it runs"));
        let sections = bits::sections(&shown);
        let object = |record: &bits::Record| {
            sections.iter().find(|(name, _)| *name == record.name).map(|(_, bytes)| bytes.clone()).unwrap_or_default()
        };
        let objects: Vec<Vec<u8>> = records.iter().map(object).collect();
        let is_signed = target.triple().contains("msvc");
        file("main.lang", &bits::program_of_objects(&records, &values, &objects, is_signed));
        let mut command = lang_command(folder.path());
        command.args(["bind", "bits.h", "--target", target.name(), "-o", "bound.lang"]).current_dir(folder.path());
        succeeded(&command.output().expect("lang runs"));
        let mut command = lang_command(folder.path());
        command.args(["run", "--backend", "cranelift", "main.lang"]).current_dir(folder.path());
        let output = succeeded(&command.output().expect("lang runs"));
        assert_eq!(output, "done\n", "BITS_SEED={seed} {}", target.name());
        let count =
            records.iter().zip(&objects).filter(|(record, object)| !record.bits.is_empty() && !object.is_empty());
        tried.lock().expect("no thread panicked").push((target.name(), count.count()));
    });
    for (name, count) in tried.into_inner().expect("no thread panicked") {
        println!("{name}: {count} records");
        assert!(count > 10, "{name}: {count} records");
    }
}

/// Each target's module is what clang dumps for that target; one with another type of a member is not.
#[test]
fn modules_of_other_targets_lie_as_clang_has_them() {
    if !has_clang() {
        return;
    }
    let seed = tests::seed("TARGETS_SEED");
    let random = targets::header(&mut fastrand::Rng::with_seed(seed), 60);
    let counts = std::sync::Mutex::new(Vec::new());
    let targets: Vec<abi::Target> = abi::Target::ALL.into_iter().collect();
    for_each(&targets, |target| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
        file("targets.h", include_str!("../bind/targets.h"));
        file("random.h", &random);
        let mut headers = vec!["targets.h", "random.h"];
        // It includes only what clang has itself.
        if std::fs::copy("/usr/include/sqlite3.h", folder.path().join("sqlite3.h")).is_ok() {
            headers.push("sqlite3.h");
        }
        let mut command = lang_command(folder.path());
        command.arg("bind").args(&headers).args(["--target", target.name(), "-o", "bound.lang"]);
        succeeded(&command.current_dir(folder.path()).output().expect("lang runs"));
        let mut check = lang_command(folder.path());
        check.args(["check", "--deny", "warnings", "bound.lang", "--target", target.name()]);
        succeeded(&check.current_dir(folder.path()).output().expect("lang runs"));
        let compared = targets::compared(folder.path(), target, &headers);
        let differences = compared.differences.join("\n");
        assert!(differences.is_empty(), "TARGETS_SEED={seed} {target}:\n{differences}");
        if [abi::Target::WASM32, abi::Target::S390X_LINUX].contains(target) {
            let text = std::fs::read_to_string(folder.path().join("bound.lang")).expect("a module");
            for (right, wrong) in [
                ("pub let @behind: Int", "pub let @behind: i64"),
                ("@[packed]\npub type copy packed {", "pub type copy packed {"),
                ("@s: Short", "@s: Int"),
            ] {
                assert!(text.contains(right), "{target}: {right}");
                file("bound.lang", &text.replacen(right, wrong, 1));
                let noticed = targets::compared(folder.path(), target, &headers);
                assert!(!noticed.differences.is_empty(), "{target}: {wrong} for {right}");
            }
        }
        counts.lock().expect("no thread panicked").push((target.name(), compared.records, compared.members));
    });
    for (name, records, members) in counts.into_inner().expect("no thread panicked") {
        println!("{name}: {records} records with {members} members agree");
        assert!(records > 110 && members > 500, "{name}: {records} records with {members} members");
    }
}

/// Most of what they declare stands in files that no program includes by itself.
#[test]
fn headers_of_the_c_library_hold_what_posix_says() {
    if !has_clang() {
        return;
    }
    let wrong = std::sync::Mutex::new(Vec::new());
    for_each(&CONTENTS, |contents| {
        let folder = tempfile::tempdir().expect("a folder");
        let text = succeeded(&bind(folder.path(), &[contents.header], &[]));
        let path = folder.path().join("bound.lang");
        std::fs::write(&path, &text).expect("a file");
        assert_well_kept(folder.path(), &path);
        let has = contents.has.split_ascii_whitespace().filter(|name| !declares(&text, name));
        let lacks = contents.lacks.split_ascii_whitespace().filter(|name| declares(&text, name));
        let has = has.map(|name| format!("{} has no {name}", contents.header));
        let lacks = lacks.map(|name| format!("{} has {name}", contents.header));
        wrong.lock().expect("no thread panicked").extend(has.chain(lacks));
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Types and macros that are twice as long as those before them are written, or said to be too long, as quickly as others.
#[test]
fn what_doubles_is_written_or_left_out() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from("typedef void (*f0)(int);\n#define A0 1\n#define D(x) ((x) + (x))\n#define C0 1\n");
    text.push_str("typedef void ((*g0))(int);\n");
    (1..60).for_each(|number| text.push_str(&format!("typedef void ((*g{number}))(g{0}, g{0});\n", number - 1)));
    for number in 1..400 {
        let before = number - 1;
        text.push_str(&format!("typedef f{before} (*f{number})(f{before}, f{before});\n"));
        text.push_str(&format!("#define A{number} (A{before} + A{before})\n#define C{number} D(C{before})\n"));
    }
    text.push_str(&format!("#define B {}1{}\n", "D(".repeat(200), ")".repeat(200)));
    text.push_str("#define CAT(a, b) a##b\n#define PASTED CAT(A, 399)\n#define APPLY(f, x) f(x)\n");
    text.push_str(&format!("#define APPLIED {}1{}\n", "APPLY(D, ".repeat(100), ")".repeat(100)));
    text.push_str("void take(f399 f);\n#define LAST 5\n");
    let path = folder.path().join("doubles.h");
    std::fs::write(&path, &text).expect("a file");
    let begin = std::time::Instant::now();
    let module = succeeded(&bind(folder.path(), &["doubles.h"], &[]));
    let mut command = lang_command(folder.path());
    let described = command.args(["abi", "--c-file"]).arg(&path).output().expect("lang runs");
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
    assert!(succeeded(&described).contains("take"));
    assert!(module.contains("pub fn take(f: f399)\n"), "{module}");
    assert!(module.contains("pub let A9: Int = 512\n") && module.contains("pub let C9: Int = 512\n"));
    assert!(module.contains("pub let LAST: Int = 5\n"));
    let left_out = module.split("# Not written, since ").find(|part| part.starts_with("it is a macro that expands"));
    let left_out = left_out.expect("some are left out");
    assert!(["A399 ", "C399 ", "B ", "PASTED ", "APPLIED "].iter().all(|name| left_out.contains(name)), "{left_out}");
    std::fs::write(folder.path().join("bound.lang"), &module).expect("a file");
    assert_well_kept(folder.path(), &folder.path().join("bound.lang"));
}

/// A library may be compiled by either.
#[test]
fn what_gcc_and_clang_pass_in_different_ways_is_left_out() {
    if !has_clang() {
        return;
    }
    let seed = tests::seed("PASSED_SEED");
    let count = 60;
    let folder = tempfile::tempdir().expect("a folder");
    let (header, values) = passed::header(&mut fastrand::Rng::with_seed(seed), count);
    std::fs::write(folder.path().join("passed.h"), &header).expect("a file");
    let module = succeeded(&bind(folder.path(), &["passed.h"], &[]));
    let lost = passed::lost(folder.path(), &values);
    let written: Vec<usize> = (0..count).filter(|number| declares(&module, &format!("take_{number}"))).collect();
    println!("PASSED_SEED={seed}: {} of {count} do not arrive, {} are written", lost.len(), written.len());
    let wrong: Vec<_> = lost.iter().filter(|number| written.contains(number)).collect();
    assert!(wrong.is_empty(), "PASSED_SEED={seed}: {wrong:?} of\n{header}");
    assert!((0..4).all(|number| lost.contains(&number)) && written.len() > 10, "PASSED_SEED={seed}");
}

/// The language has 128 levels of types, its words, and one form of each letter.
#[test]
fn deep_types_and_names_of_all_kinds_are_written_or_left_out() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from("typedef int *p0, a0, f0; struct n0 { int a; };\n");
    for number in 1..300 {
        let before = number - 1;
        text.push_str(&format!("typedef p{before} *p{number}; typedef a{before} a{number}[1];\n"));
        text.push_str(&format!("typedef void (*f{number})(f{before});\n"));
        text.push_str(&format!("struct n{number} {{ struct n{before} a; }};\n"));
    }
    text.push_str("struct all { a299 a; p299 p; f299 f; struct n299 n; int behind; };\n");
    text.push_str("extern a299 array; void take(p299 p, f299 f, struct n100 n);\n");
    text.push_str(&format!("int {}pointer; int array_of_arrays{};\n", "*".repeat(200), "[1]".repeat(200)));
    text.push_str("void names(int _, int __, int ___, int a\u{e9}, int a\u{e8}, int match, int match_, int self, int Self, int Int);\n");
    text.push_str("struct members { int a\u{e9}, a\u{e8}, _, __, opaque_0, anonymous_9; unsigned b\u{e9} : 3, b\u{e8} : 3; struct { int x; }; };\n");
    text.push_str("void Some(void); void None(void); void println(int); void assert(int); int main(int, char **);\n");
    text.push_str(
        "struct Option { int a; }; struct Array { int a; }; enum Pointer { Ok, Err }; int drop, self, Self;\n",
    );
    text.push_str(
        "typedef void (*destructor)(void *);\n#define NO_END ((destructor)0)\n#define SOME_END ((destructor)-1)\n",
    );
    std::fs::write(folder.path().join("deep.h"), text).expect("a file");
    let module = succeeded(&bind(folder.path(), &["deep.h"], &[]));
    let path = folder.path().join("bound.lang");
    std::fs::write(&path, &module).expect("a file");
    assert_well_kept(folder.path(), &path);
    assert!(module.contains("\npub type a126 = ") && !module.contains("\npub type a299 = "), "arrays are left out");
    assert!(module.contains("# Not written, since its type has more parts or levels"));
    assert!(module.contains("pub fn names(") && module.contains("pub let NO_END: destructor = Option.None\n"));
}

/// Chains of records through pointers, many macros, and macros that nest deeper than clang's own threads have room for.
#[test]
fn large_headers_are_written() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from("struct s0 { int a; };\n");
    for number in 1..5000 {
        text.push_str(&format!(
            "struct s{number} {{ struct s{} *next; int (*f)(struct s{number} *); }};\n",
            number - 1
        ));
        text.push_str(&format!("#define M{number} (M{} + 1)\n", if number < 600 { number - 1 } else { 0 }));
    }
    // Each callback has the one before it twice.
    text.push_str("typedef int (*d0)(int);\n");
    (1..12).for_each(|number| {
        let before = format!("d{}", number - 1);
        text.push_str(&format!("typedef {before} (*d{number})({before}, {before});\n"));
    });
    text.push_str("#define M0 0\nstruct s4999 *last(void);\n");
    std::fs::write(folder.path().join("large.h"), text).expect("a file");
    let module = succeeded(&bind(folder.path(), &["large.h"], &[]));
    assert_eq!(module.matches("pub type copy s").count(), 5000);
    assert!(module.contains("pub let M599: Int = 599\n") && module.contains("pub let M4999: Int = 1\n"));
}
