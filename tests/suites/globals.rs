//! Globals in objects: where they lie, how large and how aligned they are, who sees them, and that optimised code reads and
//! writes them directly; and that debuggers are told where each is declared, without anything being compiled when it moves. The
//! hover says the same; its tests pin the words.

use std::path::Path;
use std::process::Command;

use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use tests::{finish, has_llvm, lang_command};

const PROGRAM: &str = r#"
type copy Small { let @a: i8  let @b: i16 }
@[align(64)]
type copy Lane { let @values: [f32; 4] }

let mut zero: i64 = 0
let mut one: i32 = 1
let mut wide: [i128; 2] = [0; 2]
let mut small: Small = Small(a: 1, b: 2)
let mut lane: Lane = Lane([0.0; 4])
let mut negative_zero: f64 = -0.0
let mut null: Pointer[u8] = Pointer.null()
let mut text: Pointer[u8] = c"text"
let mut hook: extern fn (i64) -> i64 = twice
@[name("seen_by_c")]
let mut seen: u8 = 3
@[name("zero_for_c")]
let mut seen_zero: u16 = 0

extern fn twice(n: i64) -> i64 { n * 2 }
extern fn next() -> i64 {
  unsafe {
    zero = zero +% 1
    zero
  }
}
extern fn all() -> i64 {
  unsafe {
    one += small.a as i32
    wide[1] += 1
    lane.values[0] = lane.values[3] + negative_zero as f32
    if null as u64 == text as u64 { return hook(seen as i64) }
    negative_zero = 1.0
    small.b = 7
    text = null
    seen += 1
    seen_zero += 1
    zero + wide[0] as i64 + one as i64 + lane.values[0] as i64
  }
}
"#;

fn build(options: &[&str], output: &Path) -> Vec<u8> {
    let folder = output.parent().expect("the output stands in a folder");
    let source = folder.join("app.lang");
    std::fs::write(&source, PROGRAM).expect("a written file");
    let mut command = lang_command(folder);
    command.arg("build").args(options).arg("-o").arg(output).arg(&source);
    let ended = finish(command).expect("lang ends");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    std::fs::read(output).expect("the output is there")
}

/// Name, section, bytes, alignment of the address, and whether other objects see it.
fn measured(options: &[&str]) -> Vec<(String, SectionKind, u64, bool, bool)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bytes = build(options, &folder.path().join("app.o"));
    let object = object::File::parse(&*bytes).expect("it is an object");
    EXPECTED
        .iter()
        .map(|(name, _, _, align, _)| {
            let symbol = object.symbols().find(|symbol| symbol.name() == Ok(name));
            let symbol = symbol.unwrap_or_else(|| panic!("{name} is missing"));
            let section = symbol.section_index().expect("it is defined");
            let section = object.section_by_index(section).expect("the section is there");
            let is_aligned = section.align() >= *align && symbol.address().is_multiple_of(*align);
            ((*name).to_owned(), section.kind(), symbol.size(), is_aligned, symbol.is_global())
        })
        .collect()
}

const DATA: SectionKind = SectionKind::Data;
const ZEROS: SectionKind = SectionKind::UninitializedData;

const EXPECTED: &[(&str, SectionKind, u64, u64, bool)] = &[
    ("app.zero", ZEROS, 8, 8, false),
    ("app.one", DATA, 4, 4, false),
    ("app.wide", ZEROS, 32, 16, false),
    ("app.small", DATA, 4, 2, false),
    ("app.lane", ZEROS, 64, 64, false),
    ("app.negative_zero", DATA, 8, 8, false),
    ("app.null", ZEROS, 8, 8, false),
    ("app.text", DATA, 8, 8, false),
    ("app.hook", DATA, 8, 8, false),
    ("seen_by_c", DATA, 1, 1, true),
    ("zero_for_c", ZEROS, 2, 2, true),
];

fn check(options: &[&str]) {
    let expected: Vec<_> = EXPECTED
        .iter()
        .map(|(name, kind, size, _, is_global)| ((*name).to_owned(), *kind, *size, true, *is_global))
        .collect();
    assert_eq!(measured(options), expected, "{options:?}");
}

#[test]
fn globals_lie_where_c_compilers_put_variables() {
    check(&["--emit", "obj"]);
    if has_llvm() {
        check(&["--emit", "obj", "--backend", "llvm", "-O0"]);
    }
}

#[test]
fn optimised_code_reads_and_writes_them_directly() {
    if !has_llvm() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = folder.path().join("app.s");
    let target = ["--target", "x86_64-linux-gnu"];
    let options = [&["--emit", "asm", "--release"], &target[..]].concat();
    let text = String::from_utf8(build(&options, &output)).expect("assembly is text");
    let body = text.split_once("\nnext:").expect("the function is there").1;
    let body = body.split_once("ret").expect("it returns").0;
    let instructions: Vec<&str> = body
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with(['.', '#']) && !line.contains(':'))
        .collect();
    assert!(instructions.len() <= 3, "{instructions:#?}");
    assert!(instructions.iter().any(|line| line.contains("zero") && line.contains("(%rip)")), "{instructions:#?}");
}

const TOLD: &str = r#"let LIMIT = 10
let HALF = 0.5
let NAMES = ["one", "two"]
let TEXT = "text"
let mut zero: i64 = 0
let mut pair: (i64, f64) = (1, 2.0)
@[name("seen_by_c")]
let mut seen: u8 = 3
let mut unused: u8 = 3
let UNUSED = 5

fn next(n: i64) -> i64 {
  unsafe {
    zero += n + LIMIT + seen as i64
    pair.1 = HALF
    zero
  }
}

fn main {
  println(next(3))
  println(NAMES[1] + TEXT)
}
"#;

/// What debuggers are told outside of functions, each with its line.
fn told(object: &Path) -> Vec<(String, usize)> {
    let output = Command::new("llvm-dwarfdump-22").arg("--debug-info").arg(object).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let value = |entry: &str, what: &str| {
        let (_, value) = entry.split_once(what)?;
        Some(value.lines().next()?.trim().trim_matches(['(', ')', '"']).to_owned())
    };
    let entries =
        text.split("\n\n").filter(|entry| entry.contains("DW_TAG_variable") && entry.contains("DW_AT_external"));
    let mut told: Vec<(String, usize)> = entries
        .map(|entry| {
            assert!(entry.contains("DW_AT_location") || entry.contains("DW_AT_const_value"), "{entry}");
            let line = value(entry, "DW_AT_decl_line").and_then(|line| line.parse().ok()).unwrap_or(0);
            (value(entry, "DW_AT_name").expect("a name"), line)
        })
        .collect();
    told.sort();
    told
}

/// Lines are found when the object is written: what stands elsewhere is told so, and not compiled again.
#[test]
fn what_moves_is_told_where_it_is_and_compiled_no_more() {
    let makers: &[&[&str]] = &[&["-g"], &["--backend", "llvm", "-O0", "-g"]];
    for options in &makers[..if has_llvm() { 2 } else { 1 }] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (source, object) = (folder.path().join("app.lang"), folder.path().join("app.o"));
        let build = |text: &str, threads: &str| {
            std::fs::write(&source, text).expect("a written file");
            let mut command = lang_command(folder.path());
            command.arg("build").args(*options).args(["--timings", "--threads", threads, "--emit", "obj", "-o"]);
            command.args([&object, &source]);
            let ended = finish(command).expect("lang ends");
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert!(ended.status.success(), "{said}");
            (said, std::fs::read(&object).expect("it is there"))
        };
        let (said, one) = build(TOLD, "1");
        assert!(!said.contains("compile  0 of "), "{said}");
        let lines = |before: usize| {
            let lines = [("HALF", 2), ("LIMIT", 1), ("NAMES", 3), ("TEXT", 4), ("pair", 6), ("seen", 8), ("zero", 5)];
            lines.map(|(name, line)| (name.to_owned(), line + before)).to_vec()
        };
        assert_eq!(told(&object), lines(0), "{options:?}");
        let (said, moved) = build(&format!("# Of nothing.\n\n{TOLD}"), "1");
        assert!(said.contains("compile  0 of "), "{options:?}: {said}");
        assert_eq!(told(&object), lines(2), "{options:?}");
        assert!(one != moved, "{options:?}");
        assert!(build(TOLD, "4").1 == one, "{options:?}: other threads make other bytes");
    }
}
