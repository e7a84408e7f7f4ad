//! What programs note about themselves (`@[note("…")]`): in the debug information of both code generators, as LLVM's tools read
//! it, which entry each note stands in; in printed modules what refers to it; in LLVM's IR of what, in which file and line it
//! is. Must not know how it gets there.

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

/// Lines of a module, by how they begin and what their comment says of the nodes that they refer to.
const PRINTED: [(&str, &str); 9] = [
    ("global constant hidden @notes.LIMITS ", "'in metres'"),
    ("metadata \"type\", \"notes.Vec\"", "'structure', !N = 'a point', !N = 'in space'"),
    ("metadata \"type\", \"notes.State\"", "'enumeration', !N = 'states'"),
    ("metadata \"type\", \"notes.Box[i64]\"", "'structure', !N = 'generic'"),
    ("  note", "'adds'"),
    ("  note", "'of a point'"),
    ("  variable \"sum\" ", "'of both'"),
    ("  variable \"p\" ", "'a pair, \"quoted\"'"),
    ("  variable \"q\" ", "'a pair, \"quoted\"'"),
];

#[test]
fn printed_modules_say_what_is_noted_where_it_is_referred_to() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, file) = (folder.path().join("notes.lang"), folder.path().join("notes.mirb"));
    std::fs::write(&source, PROGRAM).expect("a written file");
    let (program, run) = tests::interpret::open(&project::Input::File(source));
    let (modules, types) = driver::described_modules(&program, &run, driver::Product::Program).expect("a program");
    let mut whole = mir::Module::new("notes");
    for module in modules.modules.into_iter().chain(types) {
        mir::link(&mut whole, module).expect("its parts fit");
    }
    std::fs::write(&file, mir::binary::write(&whole)).expect("a written file");
    let mut command = lang_command(folder.path());
    command.args(["ir", "print"]).arg(&file);
    let printed = finish(command).expect("it ends");
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    // Numbers of nodes are of no interest.
    let lines: Vec<String> = printed.lines().map(without_numbers).collect();
    for (begin, comment) in PRINTED {
        let is_it = |line: &&String| line.starts_with(begin) && line.ends_with(&format!("!N = {comment}"));
        assert_eq!(lines.iter().filter(is_it).count(), 1, "{begin}: {comment} in\n{printed}");
    }
}

/// `!N` for each node, and `metadata ` alone where one is said.
fn without_numbers(line: &str) -> String {
    let mut pieces = line.split('!');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text.push_str("!N");
        text.push_str(piece.trim_start_matches(|character: char| character.is_ascii_digit()));
    }
    text.replacen("metadata !N = { ", "metadata ", 1)
}

/// A dump by LLVM of a program in a folder that has only it.
fn dumped(program: &str, form: &str, options: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, dump) = (folder.path().join("notes.lang"), folder.path().join("dump"));
    std::fs::write(&source, program).expect("a written file");
    let mut command = lang_command(folder.path());
    command.current_dir(folder.path()).args(["build", "--backend", "llvm", "--emit", form, "-o"]).arg(&dump);
    command.args(options).arg("notes.lang");
    let output = finish(command).expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(&dump).expect("it is written")
}

/// The module as LLVM's own tool has read it, with its own verifier.
fn as_read_by_opt(module: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), module).expect("a written file");
    let read = Command::new("opt-22").args(["-passes=verify", "-S"]).arg(file.path()).output().expect("opt-22 runs");
    assert!(read.status.success() && read.stderr.is_empty(), "{}", String::from_utf8_lossy(&read.stderr));
    String::from_utf8(read.stdout).expect("it is text")
}

/// What stands in a module of LLVM's of notes, each as `of what: line: text`, and all of this file.
fn told_in(text: &str) -> Vec<String> {
    let Some(list) = text.lines().find_map(|line| line.strip_prefix("!lang.notes = !{")) else { return Vec::new() };
    let told = list.trim_end_matches('}').split(", ").map(|number| {
        let node = text.lines().find_map(|line| line.strip_prefix(&format!("{number} = !{{")));
        let node = node.expect("the node is there").trim_end_matches('}');
        let parts: Vec<&str> = node.split(", ").collect();
        // The text alone may hold a comma.
        let [about, noted @ .., file, line] = parts.as_slice() else { panic!("{node}") };
        assert_eq!(*file, "!\"notes.lang\"", "{node}");
        let text = |part: &str| part.trim_start_matches("!\"").trim_end_matches('"').replace("\\22", "\"");
        let line = line.trim_start_matches("i64 ");
        format!("{}: {line}: {}", text(about), text(&noted.join(", ")))
    });
    let mut told: Vec<String> = told.collect();
    told.sort();
    told
}

/// What is noted in the program: about what, where its line begins, and how often the note stands there.
const NOTED: [(&str, &str); 10] = [
    ("add", "adds"),
    ("add: p", "a pair, \"quoted\""),
    ("add: q", "a pair, \"quoted\""),
    ("add: sum", "of both"),
    ("notes.Box[i64]", "generic"),
    ("notes.LIMITS", "in metres"),
    ("notes.State", "states"),
    ("notes.Vec", "a point"),
    ("notes.Vec", "in space"),
    ("notes.Vec.length", "of a point"),
];

/// The same with the lines that the text has them in.
fn expected_lines(program: &str) -> Vec<String> {
    let line = |noted: &str| {
        let noted = format!("@[note(\"{}\")]", noted.replace('"', "\\\""));
        program.lines().position(|line| line.trim() == noted).expect("the note is there") + 1
    };
    let mut all: Vec<String> =
        NOTED.iter().map(|(about, noted)| format!("{about}: {}: {noted}", line(noted))).collect();
    all.sort();
    all
}

#[test]
fn llvm_is_told_of_what_in_which_file_and_line() {
    assert!(has_llvm(), "lang-llvm is missing: run `cargo build --release -p backend-llvm` first");
    // Where it stands in the file is told, and not in its item.
    let moved = format!("# \u{e4}\n\nfn first {{}}\n\n{PROGRAM}");
    for program in [PROGRAM, &moved] {
        let expected = expected_lines(program);
        for options in [["-g", "-O0"], ["-g", "-O2"]] {
            assert_eq!(told_in(&as_read_by_opt(&dumped(program, "llvm-ir", &options))), expected, "{options:?}");
        }
        assert_eq!(told_in(&as_read_by_opt(&dumped(program, "llvm-bc", &["-g"]))), expected);
    }
    assert_ne!(expected_lines(PROGRAM), expected_lines(&moved));
    assert_eq!(told_in(&as_read_by_opt(&dumped(PROGRAM, "llvm-ir", &["-g1"]))), [""; 0]);
}

#[test]
fn an_item_that_moves_compiles_nothing() {
    assert!(has_llvm(), "lang-llvm is missing: run `cargo build --release -p backend-llvm` first");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for backend in ["cranelift", "llvm"] {
        assert!(!built(folder.path(), backend, PROGRAM).contains("compile  0 of "));
        let timings = built(folder.path(), backend, &format!("# Moved.\n\n{PROGRAM}"));
        assert!(timings.contains("compile  0 of "), "{backend}: {timings}");
    }
}

/// The timings of a build with debug information.
fn built(folder: &Path, backend: &str, text: &str) -> String {
    let (source, program) = (folder.join("notes.lang"), folder.join("notes"));
    std::fs::write(&source, text).expect("a written file");
    let mut command = lang_command(folder);
    command.args(["build", "-g", "--timings", "--backend", backend, "-o"]).args([&program, &source]);
    let output = finish(command).expect("the program is built");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn another_text_of_a_note_compiles_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert!(!built(folder.path(), "cranelift", PROGRAM).contains(" 0 of "));
    // As long as the other, since code says where in its item it comes from.
    let timings = built(folder.path(), "cranelift", &PROGRAM.replace("adds", "sums"));
    assert!(timings.contains("compile  0 of "), "{timings}");
}
