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

/// What LLVM is told, with the text of the source at the place that it is told.
#[test]
fn llvm_is_told_of_what_in_which_file_and_line() {
    assert!(has_llvm(), "lang-llvm is missing: run `cargo build --release -p backend-llvm` first");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, text) = (folder.path().join("notes.lang"), folder.path().join("notes.ll"));
    std::fs::write(&source, PROGRAM).expect("a written file");
    let told = |debug: &str| {
        let mut command = lang_command(folder.path());
        command.args(["build", "--backend", "llvm", debug, "--emit", "llvm-ir", "-o"]).args([&text, &source]);
        let output = finish(command).expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(&text).expect("it is written");
        let Some(list) = text.lines().find_map(|line| line.strip_prefix("!lang.notes = !{")) else {
            return Vec::new();
        };
        let nodes = list.trim_end_matches('}').split(", ");
        let node = |number: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{number} = !{{")));
            line.expect("the node is there").trim_end_matches('}').to_owned()
        };
        nodes.map(node).collect::<Vec<String>>()
    };
    // Files are items here, and lines bytes in them: `debug::rebase` and its like know where these are.
    let line = |item: &str, noted: &str| {
        let start = PROGRAM.find(item).expect("the item is there");
        let place = PROGRAM[start..].find(&format!("\"{noted}")).expect("the note is there");
        place + 1
    };
    let limits = line("@[note(\"in metres\")]", "in metres");
    let (adds, both, pair) = ("@[note(\"adds\")]", "of both", "a pair, ");
    let expected = [
        format!("!\"notes.LIMITS\", !\"in metres\", !\"notes.LIMITS\", i64 {limits}"),
        format!("!\"add\", !\"adds\", !\"add\", i64 {}", line(adds, "adds")),
        format!("!\"add: sum\", !\"of both\", !\"add\", i64 {}", line(adds, both)),
        format!("!\"add: p\", !\"a pair, \\22quoted\\22\", !\"add\", i64 {}", line(adds, pair)),
        format!("!\"add: q\", !\"a pair, \\22quoted\\22\", !\"add\", i64 {}", line(adds, pair)),
    ];
    let found = told("-g");
    for expected in expected {
        assert!(found.contains(&expected), "{expected} in {found:#?}");
    }
    assert!(found.iter().any(|note| note.contains("\"of a point\"")), "{found:#?}");
    assert_eq!(told("-g1"), [""; 0]);
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
