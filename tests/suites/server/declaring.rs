//! The quick fix 'declare from header'. The witness is the header: whatever a fix writes must pass `lang check --headers`, and the
//! same with a wrong type in it must not.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::language_client::{Client, Options};
use tests::{for_each, lang_command, seed};

use crate::edits::applied;

const HEADER: &str = "\
struct point { int x, y; };
typedef struct point place;
struct closed;
long far_between(place from, const struct point *to);
void shut(struct closed *it, int (*how)(place));
extern const int most;
static int hidden(int x) { return x; }
#define NEAR 3
#define closest(x) (x)
";

/// So long may it take until headers were read.
const LIMIT: Duration = Duration::from_secs(60);

/// So long is waited for what must not come, after the header was read.
const QUIET: Duration = Duration::from_millis(1500);

fn client(files: &[(&str, &str)]) -> Client {
    let options = Options {
        capabilities: json!({"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}),
        ..Options::default()
    };
    let mut client = Client::with_options(files, &options);
    client.open("main.lang");
    client
}

/// The fix at an offset, if it is offered now.
fn offered(client: &mut Client, text: &str, offset: usize) -> Option<Value> {
    let place = tests::language_client::position(text, offset, tests::language_client::Encoding::Utf16);
    let params = json!({
        "textDocument": {"uri": client.uri("main.lang")},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": [], "only": ["quickfix"]},
    });
    let answer = client.ask("textDocument/codeAction", params);
    let actions = answer.as_array()?;
    let is_it =
        |action: &&Value| action["title"].as_str().is_some_and(|title| title.starts_with("Declare from header"));
    actions.iter().find(is_it).cloned()
}

/// The text after the fix at an offset.
fn fixed(client: &mut Client, text: &str, offset: usize) -> Option<String> {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Some(action) = offered(client, text, offset) {
            let edits = action["edit"]["changes"][client.uri("main.lang")].as_array().cloned().expect("edits");
            return Some(applied(text, &edits));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

/// What `lang check --headers` says of a text beside the header: whether it is right, and its words.
fn check(text: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("shapes.h"), HEADER).expect("a file");
    std::fs::write(folder.path().join("main.lang"), text).expect("a file");
    let mut command = lang_command(folder.path());
    let output = command.args(["check", "--headers", "main.lang"]).current_dir(folder.path()).output();
    let output = output.expect("lang runs");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[track_caller]
fn assert_right(text: &str) {
    let (is_right, told) = check(text);
    assert!(is_right, "{told}\n{text}");
}

#[test]
fn a_wrong_declaration_becomes_the_headers() {
    let before = "@[header(\"shapes.h\")]\nextern {\n  # Ours.\n  fn far_between(from: i32) -> i64\n\n  let mut most: u8\n}\n\nfn main { }\n";
    let mut client = client(&[("shapes.h", HEADER), ("main.lang", before)]);
    let at = |text: &str, word: &str| text.find(word).expect("it is there");
    let text = fixed(&mut client, before, at(before, "far_between")).expect("a fix");
    assert!(text.contains("  # Ours.\n  fn far_between(from: place, to: Pointer[point]) -> Long\n"), "{text}");
    assert!(text.contains("type copy point {") && text.contains("\ntype place = point\n"), "{text}");
    client.change("main.lang", &text);
    let text = fixed(&mut client, &text, at(&text, "most")).expect("a fix");
    assert!(text.contains("  let most: Int\n"), "{text}");
    assert_right(&text);
}

/// A type that lies otherwise in memory is why the declaration is wrong.
#[test]
fn types_become_the_headers_where_they_are_wrong() {
    let before = "import std.c (Long)\n\n@[header(\"shapes.h\")]\npub extern {\n  pub fn far_between(from: place, to: Pointer[point]) -> Long\n}\n\n\
        pub type copy point {\n  pub let @x: i64\n}\n\npub type place = point\n\nfn main { }\n"
        .replace("pub extern", "extern");
    let mut client = client(&[("shapes.h", HEADER), ("main.lang", &before)]);
    let text = fixed(&mut client, &before, before.find("far_between").expect("it is there")).expect("a fix");
    assert!(text.contains("pub type copy point {\n  pub let @x: Int\n  pub let @y: Int\n}"), "{text}");
    assert_right(&text);
}

#[test]
fn an_unknown_name_is_declared_with_what_it_needs() {
    let before = "@[header(\"shapes.h\")]\nextern { }\n\nfn main {\n  unsafe {\n    println(far_between(NEAR, most))\n    shut\n    let it: place = 3\n  }\n}\n";
    let mut client = client(&[("shapes.h", HEADER), ("main.lang", before)]);
    let mut text = before.to_string();
    for name in ["far_between(", "shut\n", "most)", "NEAR,"] {
        client.change("main.lang", &text);
        let at = text.rfind(name).expect("it is there");
        text = fixed(&mut client, &text, at).unwrap_or_else(|| panic!("no fix for {name} in\n{text}"));
    }
    let block = "  fn far_between(from: place, to: Pointer[point]) -> Long\n";
    assert!(
        text.contains(block) && text.contains("  type closed\n") && text.contains("\nlet NEAR: Int = 3\n"),
        "{text}"
    );
    assert_eq!(text.matches("type place").count(), 1, "{text}");
    assert_right(&format!("{}fn main {{ }}\n", &text[..text.find("fn main").expect("it is there")]));
    client.change("main.lang", &before.replace("extern { }", "extern {\n  # Nothing.\n}"));
}

/// Nothing is offered that the header would refuse, or that it does not have.
#[test]
fn what_is_not_sure_is_not_offered() {
    let before = "@[header(\"shapes.h\")]\nextern {\n  fn NEAR() -> i32\n}\n\ntype copy point {\n  let @x: i64\n}\n\nfn main {\n  unsafe {\n    \
        far_between()\n    hidden()\n    closest()\n    nowhere()\n    let a: place = 1\n    shut()\n    most\n  }\n}\n";
    let mut client = client(&[("shapes.h", HEADER), ("main.lang", before)]);
    // Of the last one nothing stands in the way, and all the others had their time before it.
    assert!(fixed(&mut client, before, before.find("most").expect("it is there")).is_some());
    let start = Instant::now();
    while start.elapsed() < QUIET {
        for name in ["NEAR", "far_between", "hidden", "closest", "nowhere", "place", "shut"] {
            let found = offered(&mut client, before, before.find(name).expect("it is there"));
            assert!(found.is_none(), "{name}: {found:?}");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Functions of real headers, by chance: those that a program lacks, and those that it declares without parameters.
#[test]
fn functions_of_real_headers_are_declared_right() {
    let mut random = fastrand::Rng::with_seed(seed("DECLARE_SEED"));
    let count: usize = std::env::var("DECLARE").ok().and_then(|count| count.parse().ok()).unwrap_or(2);
    let headers = ["math.h", "zlib.h", "sqlite3.h", "string.h", "stdlib.h", "poll.h", "time.h", "signal.h"];
    let cases: Vec<(&str, u64)> = headers.iter().map(|header| (*header, random.u64(..))).collect();
    for_each(&cases, |(header, seed)| {
        let folder = tempfile::tempdir().expect("a folder");
        let bound = lang_command(folder.path()).args(["bind", header]).output().expect("lang runs");
        assert!(bound.status.success(), "{header}: {bound:?}");
        let bound = String::from_utf8_lossy(&bound.stdout).into_owned();
        let functions = bound.lines().filter_map(|line| line.trim_start().strip_prefix("pub fn ")?.split('(').next());
        let mut functions: Vec<&str> = functions.filter(|name| !name.contains(' ')).collect();
        functions.sort_unstable();
        fastrand::Rng::with_seed(*seed).shuffle(&mut functions);
        functions.truncate(2 * count);
        // C's name of a function and ours may differ, where C's is a word of the language.
        let (unknown, wrong) = functions.split_at(functions.len() / 2);
        let mut text = format!("@[header(\"{header}\")]\nextern {{\n");
        wrong.iter().for_each(|name| writeln!(text, "  fn {name}(...) -> f32").expect("a text"));
        text.push_str("}\n\nfn main {\n  unsafe {\n");
        unknown.iter().for_each(|name| writeln!(text, "    {name}").expect("a text"));
        text.push_str("  }\n}\n");
        let mut client = client(&[("main.lang", &text)]);
        for name in &functions {
            let at = match unknown.contains(name) {
                true => text.rfind(&format!("    {name}\n")).expect("it is there") + 4,
                false => text.find(&format!("fn {name}(")).expect("it is there") + 3,
            };
            let fixed = fixed(&mut client, &text, at);
            let fixed = fixed.unwrap_or_else(|| panic!("no fix for `{name}` of {header} in\n{text}"));
            let behind = fixed.rfind("fn main {").expect("it is there");
            let others = wrong.iter().filter(|other| *other != name);
            let alone: String = fixed[..behind]
                .lines()
                .filter(|line| !others.clone().any(|other| line.starts_with(&format!("  fn {other}(...) -> f32"))))
                .map(|line| format!("{line}\n"))
                .collect();
            let alone = format!("{alone}fn main {{ }}\n");
            assert_right(&alone);
            // A parameter of another kind must be noticed, or whoever says that it is right says so of everything.
            let line = alone.lines().find(|line| line.starts_with(&format!("  fn {name}("))).expect("it is there");
            let Some((before, first)) = line.split_once(": ") else { continue };
            let rest = behind_type(first);
            let is_byte = matches!(&first[..first.len() - rest.len()], "i8" | "Char" | "SChar");
            let other = if is_byte { "f32" } else { "i8" };
            let mutant = format!("{before}: {other}{rest}");
            let (is_right, told) = check(&alone.replace(line, &mutant));
            assert!(!is_right && told.contains("E0640"), "{mutant} of {header} passes: {told}");
        }
    });
}

/// What stands behind the type that a text begins with.
fn behind_type(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            ',' | ')' if depth == 0 => return true,
            _ => {}
        }
        false
    });
    &text[end.unwrap_or(text.len())..]
}
