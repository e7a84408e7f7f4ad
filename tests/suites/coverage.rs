//! What `lang test --coverage` counts, judged by what shares no code with it: counts that are written beside the lines, clang and
//! `llvm-cov` on a twin in C, and the two code generators on every program of the corpus, of which one optimises. Must not know
//! how anything is counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use tests::{corpus, finish, has_llvm, lang_command, root};

/// The count of each line that has one.
type Lines = BTreeMap<u32, u64>;

/// The lcov file of a program's tests.
fn lcov(source: &Path, folder: &Path, options: &[&str]) -> String {
    let file = folder.join("counts.info");
    let mut command = lang_command(&folder.join("cache"));
    command.arg("test").arg(source).arg("--coverage-lcov").arg(&file).args(options);
    let output = finish(command).expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    std::fs::read_to_string(file).unwrap_or_else(|_| panic!("{}: {said}", source.display()))
}

fn lines(lcov: &str) -> Lines {
    let lines = lcov.lines().filter_map(|line| line.strip_prefix("DA:")?.split_once(','));
    lines.map(|(line, count)| (line.parse().expect("a line"), count.parse().expect("a count"))).collect()
}

/// How often functions ran that begin in a line, which is how those of two languages are the same.
fn functions(lcov: &str) -> BTreeMap<u32, u64> {
    let fields = |prefix: &'static str| lcov.lines().filter_map(move |line| line.strip_prefix(prefix)?.split_once(','));
    let counts: BTreeMap<&str, u64> =
        fields("FNDA:").map(|(count, name)| (name, count.parse().expect("a count"))).collect();
    fields("FN:").map(|(line, name)| (line.parse().expect("a line"), counts[name])).collect()
}

/// The counts of both ways of all branches of a line, in no order. Patterns and constants are another matter in C, and so is the
/// last part of an `&&` or `||` whose value nothing branches on.
fn branches(lcov: &str, source: &str) -> BTreeMap<u32, Vec<String>> {
    let is_compared: Vec<bool> = source
        .lines()
        .map(|line| ["if ", "while ", "b {"].iter().any(|word| line.contains(word)) && !line.contains("while true"))
        .collect();
    let mut branches: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for line in lcov.lines().filter_map(|line| line.strip_prefix("BRDA:")) {
        let [line, _, way, count] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let line: u32 = line.parse().expect("a line");
        if is_compared.get(line as usize - 1).is_some_and(|is_compared| *is_compared) {
            // `llvm-cov` numbers the ways of all branches of a line.
            let holds = way.parse::<u32>().expect("a number").is_multiple_of(2);
            branches.entry(line).or_default().push(format!("{holds}: {count}"));
        }
    }
    branches.values_mut().for_each(|ways| ways.sort());
    branches
}

#[test]
fn lines_have_the_counts_that_are_written_beside_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = root().join("tests/coverage/counts.lang");
    let written: Lines = (1..)
        .zip(corpus::read(&source).lines())
        .filter_map(|(line, text)| Some((line, text.split_once("#= ")?.1.parse().expect("a count"))))
        .collect();
    assert_eq!(lines(&lcov(&source, folder.path(), &[])), written);
}

/// Links a program with the runtime of clang's counters: its own, or the one that Rust brings along.
fn link_with_profile(object: &Path, program: &Path) -> Option<()> {
    let clang = |more: &[PathBuf]| {
        let mut command = Command::new("clang-22");
        command.arg(object).args(more).arg("-o").arg(program);
        command.output().is_ok_and(|output| output.status.success())
    };
    if clang(&[PathBuf::from("-fprofile-instr-generate")]) {
        return Some(());
    }
    let sysroot = Command::new("rustc").args(["--print", "target-libdir"]).output().ok()?;
    let folder = String::from_utf8(sysroot.stdout).ok()?;
    let mut libraries = std::fs::read_dir(folder.trim()).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let is_runtime = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libprofiler_builtins-") && name.ends_with(".rlib")
    };
    // Linkers know archives by their names.
    let archive = object.with_file_name("libprofile.a");
    std::fs::copy(libraries.find(is_runtime)?, &archive).ok()?;
    clang(&[archive, "-Wl,-u,__llvm_profile_runtime".into()]).then_some(())
}

/// The lcov file that clang and `llvm-cov` make of a C program; none where they are not installed.
fn lcov_of_c(source: &Path, folder: &Path) -> Option<String> {
    let [object, program, raw, data] =
        ["twin.o", "twin", "twin.profraw", "twin.profdata"].map(|name| folder.join(name));
    let run = |command: &mut Command| command.output().ok().filter(|output| output.status.success());
    let clang = ["-O0", "-fprofile-instr-generate", "-fcoverage-mapping", "-c"];
    run(Command::new("clang-22").args(clang).arg(source).arg("-o").arg(&object))?;
    link_with_profile(&object, &program)?;
    run(Command::new(&program).env("LLVM_PROFILE_FILE", &raw))?;
    run(Command::new("llvm-profdata-22").arg("merge").arg(&raw).arg("-o").arg(&data))?;
    let mut export = Command::new("llvm-cov-22");
    export.args(["export", "-format=lcov"]).arg(&program).arg("-instr-profile").arg(&data);
    String::from_utf8(run(&mut export)?.stdout).ok()
}

#[test]
fn counts_are_those_of_clang() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = root().join("tests/coverage/twin.lang");
    let Some(of_c) = lcov_of_c(&source.with_extension("c"), folder.path()) else {
        println!("skipped: clang-22 with its profile runtime, llvm-profdata-22 or llvm-cov-22 is not installed");
        return;
    };
    let ours = lcov(&source, folder.path(), &[]);
    // Behind these, each language has its own way to begin.
    let end =
        1 + corpus::read(&source).lines().position(|line| line.starts_with("test ")).expect("it has a test") as u32;
    let before = |mut all: BTreeMap<u32, u64>| {
        all.retain(|line, _| *line < end);
        all
    };
    assert_eq!(before(lines(&ours)), before(lines(&of_c)));
    assert_eq!(before(functions(&ours)), before(functions(&of_c)));
    let text = corpus::read(&source);
    let (ours, of_c) = (branches(&ours, &text), branches(&of_c, &text));
    assert!(ours.len() > 12, "{ours:?}");
    assert_eq!(ours, of_c);
}

/// Every program of `tests/run` whose counts are the same each time, with its `main` as a test.
fn programs() -> Vec<(PathBuf, String)> {
    let mut programs: Vec<(PathBuf, String)> = Vec::new();
    for program in corpus::programs() {
        if program.path.is_dir() {
            continue;
        }
        let text = program.reduced().unwrap_or_else(|| corpus::read(&program.path));
        let call = if text.contains("\nfn main() -> ") { "let _ = main()" } else { "main()" };
        // How often a thread looks whether another is done is different each time.
        if text.contains("\nfn main") && !text.contains("std.thread") {
            programs.push((program.path, format!("{text}\ntest \"runs\" {{ {call} }}\n")));
        }
    }
    programs
}

#[test]
fn both_code_generators_count_the_same_in_every_program() {
    if !has_llvm() {
        return;
    }
    let programs = programs();
    let (next, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let folder = tempfile::tempdir().expect("a temporary folder");
        while let Some((path, text)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let source = folder.path().join("program.lang");
            std::fs::write(&source, text).expect("the program is written");
            let quick = lcov(&source, folder.path(), &["--backend", "cranelift"]);
            let optimised = lcov(&source, folder.path(), &["--release"]);
            assert_eq!(quick, optimised, "{}", path.display());
            compared.fetch_add(1, Ordering::Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let compared = compared.into_inner();
    assert!(compared > 200, "only {compared} programs were compared");
}
