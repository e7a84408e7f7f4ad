//! `lang build --strip`: programs that run as before, in files that hold no names and no debug information which nothing
//! needs. `strip --strip-all` of the twin that keeps all is the witness.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use object::{Object, ObjectSection, ObjectSymbol};
use tests::corpus::{self, Program};
use tests::{finish, for_each, has_llvm, lang_command};

/// So many programs are built and run; `STRIP=all` takes every one.
const SAMPLE: usize = 8;

/// Cranelift, as debug builds have it, and LLVM.
fn backends() -> Vec<&'static [&'static str]> {
    let mut all: Vec<&[&str]> = vec![&["--backend", "cranelift"]];
    if has_llvm() {
        all.push(&["--release", "--backend", "llvm"]);
    }
    all
}

fn build(folder: &Path, words: &[&str]) -> Output {
    let mut command = lang_command(&folder.join("cache"));
    command.current_dir(folder).arg("build").args(words);
    finish(command).expect("it ends")
}

fn built(folder: &Path, words: &[&str], name: &str) -> Vec<u8> {
    let output = build(folder, &[words, &["-o", name]].concat());
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(folder.join(name)).expect("it is there")
}

/// What is left in a file of what `--strip` takes away.
fn left_over(bytes: &[u8]) -> Vec<String> {
    let file = object::File::parse(bytes).expect("it is an ELF file");
    let sections = file.sections().filter_map(|section| section.name().ok().map(str::to_owned));
    let useless =
        |name: &String| name.starts_with(".debug") || [".symtab", ".strtab", ".lldbsummaries"].contains(&&**name);
    let symbols = file.symbols().filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    sections.filter(useless).chain(symbols).collect()
}

fn dynamic(bytes: &[u8]) -> BTreeSet<String> {
    let file = object::File::parse(bytes).expect("it is an ELF file");
    file.dynamic_symbols().filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect()
}

/// The bytes of the sections that are loaded.
fn code(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let file = object::File::parse(bytes).expect("it is an ELF file");
    let names = [".text", ".rodata", ".data", ".eh_frame"];
    let found = names.iter().filter_map(|name| {
        let section = file.section_by_name(name)?;
        Some(((*name).to_owned(), section.data().ok()?.to_vec()))
    });
    found.collect()
}

#[test]
fn stripped_programs_run_the_same() {
    let mut programs: Vec<Program> = corpus::programs();
    programs.retain(|program| !program.name.starts_with("bench/"));
    if std::env::var("STRIP").as_deref() != Ok("all") {
        let mut random = fastrand::Rng::with_seed(tests::seed("STRIP_SEED"));
        random.shuffle(&mut programs);
        // Half of them say something on standard error: their messages stay.
        programs.sort_by_key(|program| program.stderr.is_empty());
        let failing = programs.iter().filter(|program| !program.stderr.is_empty()).count();
        let quiet = programs.split_off(failing.min(programs.len()));
        programs.truncate(SAMPLE / 2);
        programs.extend(quiet.into_iter().take(SAMPLE / 2));
    }
    for backend in backends() {
        for_each(&programs, |program| {
            let folder = tempfile::tempdir().expect("a folder");
            let source = program.path.to_string_lossy();
            let bytes =
                built(folder.path(), &[backend, &["--strip", "--allow", "warnings", &source]].concat(), "program");
            assert_eq!(left_over(&bytes), Vec::<String>::new(), "{} {backend:?}", program.name);
            let output = finish(Command::new(folder.path().join("program"))).expect("it ends");
            program.assert_ended_as_expected(&output, &format!("{backend:?}"));
        });
    }
}

const FAILS: &str = "fn at(values: ref [i64], place: i64) -> i64 { values[place] }\n\nfn main {\n  let values: Array[i64] = [1, 2, 3]\n  \
                     println(at(values, 7))\n}\n";

/// What is left is what `strip` leaves of the twin; failures tell the same functions.
#[test]
fn nothing_is_left_to_strip() {
    for backend in backends() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        std::fs::write(folder.join("main.lang"), FAILS).expect("it is written");
        std::fs::write(folder.join("own.c"), "int own(void) { return 1; }\n").expect("it is written");
        let words = [backend, &["main.lang", "own.c"]].concat();
        let stripped = built(folder, &[&words[..], &["--strip"]].concat(), "stripped");
        let twin = built(folder, &[&words[..], &["-g0"]].concat(), "twin");
        // The check that finds nothing in the one finds what it looks for in the other.
        assert!(left_over(&twin).iter().any(|name| name == "main"), "{backend:?}");
        assert_eq!(left_over(&stripped), Vec::<String>::new(), "{backend:?}");
        let mut strip = Command::new("strip");
        strip.current_dir(folder).args(["--strip-all", "twin"]);
        assert!(finish(strip).expect("strip is installed").status.success());
        let by_tool = std::fs::read(folder.join("twin")).expect("it is there");
        println!("{backend:?}: {} bytes, twin {}, stripped by strip {}", stripped.len(), twin.len(), by_tool.len());
        assert!(stripped.len() <= by_tool.len() + by_tool.len() / 50 && stripped.len() < twin.len());
        assert_eq!(dynamic(&stripped), dynamic(&by_tool));
        let sections = code(&stripped);
        assert!(sections.len() >= 3 && sections == code(&by_tool), "{backend:?}");

        let told = |name: &str| {
            let mut command = Command::new(folder.join(name));
            command.current_dir(folder).env("LANG_BACKTRACE", "1");
            let output = finish(command).expect("it ends");
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        let (code, message) = told("stripped");
        assert_eq!((code, &message), (Some(101), &told("twin").1), "{backend:?}");
        let names = message.starts_with("main.lang:1:") && message.contains("index 7 out of bounds of 3 elements");
        assert!(names && message.contains(": main.main\n"), "{backend:?}: {message}");
        // It says why there are no lines.
        assert!(message.contains("-g"), "{backend:?}: {message}");
    }
}

/// A shared library shows what it shows.
#[test]
fn a_stripped_library_keeps_what_c_can_name() {
    for backend in backends() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let text = "extern fn shown(a: i64) -> i64 { hidden(a) + 1 }\n\nfn hidden(a: i64) -> i64 { a * 2 }\n";
        std::fs::write(folder.join("lib.lang"), text).expect("it is written");
        let caller = "#include <stdio.h>\nlong shown(long);\nint main(void) { printf(\"%ld\\n\", shown(20)); }\n";
        std::fs::write(folder.join("caller.c"), caller).expect("it is written");
        let words = [backend, &["lib.lang", "--emit", "shared"]].concat();
        let stripped = built(folder, &[&words[..], &["--strip"]].concat(), "libstripped.so");
        let twin = built(folder, &words, "libtwin.so");
        assert_eq!(left_over(&stripped), Vec::<String>::new());
        assert!(!left_over(&twin).is_empty());
        assert_eq!(dynamic(&stripped), dynamic(&twin));
        assert!(dynamic(&stripped).contains("shown"));
        let mut compile = Command::new("cc");
        compile.current_dir(folder).args(["caller.c", "-o", "caller", "-L.", "-lstripped", "-Wl,-rpath,."]);
        assert!(finish(compile).expect("cc is installed").status.success());
        let mut caller = Command::new(folder.join("caller"));
        caller.current_dir(folder);
        assert_eq!(finish(caller).expect("it ends").stdout, b"41\n");
    }
}

#[test]
fn what_contradicts_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("main.lang"), FAILS).expect("it is written");
    for (words, message) in [
        (&["--strip", "-g"][..], "leave one of them away"),
        (&["--strip", "-g1"], "leave one of them away"),
        (&["--strip", "--emit", "obj"], "strip what it is linked to"),
        (&["--strip", "--emit", "mir"], "strip what it is linked to"),
        (&["--strip", "--sanitize", "address"], "cannot be used with"),
    ] {
        let output = build(folder.path(), &[words, &["main.lang"]].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(message), "{words:?}: {said}");
    }
    let output = build(folder.path(), &["--strip", "-g0", "main.lang"]);
    assert!(output.status.success());
}

/// What the manifest says holds for what is optimised, and gives way to who asks for debug information.
#[test]
fn a_manifest_wants_it() {
    if !has_llvm() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("main.lang"), FAILS).expect("it is written");
    for (wish, words, strips) in [
        ("true", &["--release"][..], true),
        ("true", &["-O2", "-g0"], true),
        ("true", &["--release", "-g"], false),
        ("true", &[], false),
        ("false", &["--release"], false),
        ("false", &["--release", "--strip"], true),
    ] {
        let manifest = format!("name = \"fails\"\nversion = \"0.1.0\"\nstrip = {wish}\n");
        std::fs::write(folder.join("lang.toml"), manifest).expect("it is written");
        let bytes = built(folder, words, "program");
        assert_eq!(left_over(&bytes).is_empty(), strips, "{wish} {words:?}");
    }
    std::fs::write(folder.join("lang.toml"), "name = \"fails\"\nversion = \"0.1.0\"\nstrip = \"all\"\n")
        .expect("it is written");
    let output = build(folder, &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("`strip` wants `true` or `false`, not a string"), "{said}");
}
