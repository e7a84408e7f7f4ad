//! What programs note about themselves (`@[note("…")]`) in the debug information of both code generators, as LLVM's tools read
//! it: which entry each note stands in. Must not know how it gets there.

use std::path::Path;
use std::process::Command;

use tests::{finish, has_llvm, lang_command};

const PROGRAM: &str = r#"@[note("in metres")]
let LIMITS: [i64; 2] = [3, 4]

@[note("a point")]
@[note("in space")]
type copy Vec {
  let @x: f64

  @[note("of a point")]
  @[inline(never)]
  fn length -> f64 { @x }
}

@[note("states")]
type enum State { case On case Off }

@[note("generic")]
type copy Box[T] { let @value: T }

@[note("adds")]
@[inline(never)]
extern fn add(a: i64, b: i64) -> i64 {
  @[note("of both")]
  let sum = a + b
  @[note("a pair, \"quoted\"")]
  let (p, q) = (sum, match a { case inner -> inner })
  let plain = p + q
  plain
}

fn main {
  let state = State.On
  let box = Box(LIMITS[1])
  match state { case On -> println("on") case Off -> println("off") }
  println(Vec(1.0).length())
  println(add(box.value, LIMITS[0]))
}
"#;

/// The notes of an object, each behind the names of what it is about.
fn notes(program: &str, options: &[&str], cache: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, object) = (folder.path().join("notes.lang"), folder.path().join("notes.o"));
    std::fs::write(&source, program).expect("a written file");
    let mut command = lang_command(cache);
    command.arg("build").args(options).args(["--emit", "obj", "-o"]).args([&object, &source]);
    finish(command).expect("the program is built");
    let dump = |arguments: &[&str]| {
        let output =
            Command::new("llvm-dwarfdump-22").args(arguments).arg(&object).output().expect("llvm-dwarfdump-22 runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    dump(&["--verify"]);
    of_entries(&dump(&["--debug-info"]))
}

/// Reads entries off a printed tree: two columns more are one level down.
fn of_entries(dump: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut around: Vec<(usize, &str, String)> = Vec::new();
    for line in dump.lines() {
        if let Some((_, entry)) = line.split_once(": ").filter(|(address, _)| address.starts_with("0x")) {
            let level = entry.len() - entry.trim_start().len();
            around.retain(|(other, ..)| *other < level);
            around.push((level, entry.trim(), String::new()));
        }
        let text = |attribute: &str| {
            let text = line.trim().strip_prefix(attribute)?.trim().strip_prefix("(\"")?;
            Some(text.strip_suffix("\")")?.to_owned())
        };
        if let (Some(name), Some((.., own))) = (text("DW_AT_name"), around.last_mut()) {
            *own = name;
        }
        if let (Some(note), [.., (_, kind, owner), (_, "DW_TAG_LLVM_annotation", name)]) =
            (text("DW_AT_const_value"), around.as_slice())
        {
            assert_eq!(name, "note");
            found.push(format!("{} {owner}: {note}", kind.trim_start_matches("DW_TAG_")));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// What an optimiser leaves nothing of.
const GONE: &str = "variable LIMITS: in metres";

const EXPECTED: [&str; 10] = [
    "enumeration_type State: states",
    "structure_type Box[i64]: generic",
    "structure_type Vec: a point",
    "structure_type Vec: in space",
    "subprogram add: adds",
    "subprogram length: of a point",
    GONE,
    "variable p: a pair, \\\"quoted\\\"",
    "variable q: a pair, \\\"quoted\\\"",
    "variable sum: of both",
];

#[test]
fn both_code_generators_tell_what_is_noted() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(notes(PROGRAM, &["--backend", "cranelift", "-g"], cache.path()), EXPECTED);
    // Only the text of a note is another: no code is made, and the new text is told.
    let changed = PROGRAM.replace("adds", "sums up");
    let found = notes(&changed, &["--backend", "cranelift", "-g"], cache.path());
    assert!(found.contains(&"subprogram add: sums up".to_owned()), "{found:?}");
    assert_eq!(notes(PROGRAM, &["--backend", "cranelift", "-g1"], cache.path()), [""; 0]);
    assert!(has_llvm(), "lang-llvm is missing: run `cargo build --release -p backend-llvm` first");
    assert_eq!(notes(PROGRAM, &["--backend", "llvm", "-O0", "-g"], cache.path()), EXPECTED);
    let left: Vec<&str> = EXPECTED.into_iter().filter(|note| *note != GONE).collect();
    assert_eq!(notes(PROGRAM, &["--backend", "llvm", "-O2", "-g"], cache.path()), left);
}

#[test]
fn another_text_of_a_note_compiles_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, program) = (folder.path().join("notes.lang"), folder.path().join("notes"));
    let build = |text: &str| {
        std::fs::write(&source, text).expect("a written file");
        let mut command = lang_command(folder.path());
        command.args(["build", "-g", "--timings", "-o"]).args([&program, &source]);
        let output = finish(command).expect("the program is built");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(!build(PROGRAM).contains(" 0 of "));
    // As long as the other, since code says where in its item it comes from.
    let timings = build(&PROGRAM.replace("adds", "sums"));
    assert!(timings.contains("compile  0 of "), "{timings}");
}
