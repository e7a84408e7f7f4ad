//! Memory that ends: a server that runs for weeks keeps what its open projects need. Projects come and go, names and types
//! are typed and erased, questions are asked meanwhile; what the server keeps is counted (its own count of names, types
//! and items, and the system's of its memory) and must be as much in the second half as in the first. Each program is
//! wrong in a way of its own, so that a name that stood for another would show.
//!
//! `LANG_MEMORY_PROJECTS` and `LANG_MEMORY_EDITS` say how many.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

const PROJECTS: usize = 160;
const EDITS: usize = 4000;

fn number(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What a server keeps.
#[derive(Clone, Copy)]
struct Kept {
    entries: u64,
    renewals: u64,
    /// KiB of memory, where the system tells.
    resident: Option<u64>,
}

fn kept(client: &mut Client) -> Kept {
    let status = client.ask("workspace/executeCommand", json!({"command": "lang.serverStatus"}));
    let number = |name: &str| status["memory"][name].as_u64().expect("the server counts what it keeps");
    let process = std::fs::read_to_string(format!("/proc/{}/status", client.process())).unwrap_or_default();
    let line = process.lines().find(|line| line.starts_with("VmRSS:"));
    let resident = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    Kept { entries: number("entries"), renewals: number("renewals"), resident }
}

/// The most entries that a part of a run had, and the median of its memory: what is not given back raises all of a part,
/// while one peak only says that the system's allocator met two renewals at an unlucky moment.
fn entries_and_resident(part: &[Kept]) -> (u64, u64) {
    let mut resident: Vec<u64> = part.iter().filter_map(|kept| kept.resident).collect();
    resident.sort_unstable();
    let entries = part.iter().map(|kept| kept.entries).max().unwrap_or(0);
    (entries, resident.get(resident.len() / 2).copied().unwrap_or(0))
}

/// Takes `steps` steps, each of which says what is kept behind it: the second half keeps hardly more than the first; the
/// first tenth is the start.
///
/// The allocator keeps up to twice as much where other processes take the processors, and renewals come later there, so what
/// rose by more than a quarter (entries) or three tenths (memory) is a leak or a machine that became busy. Four times the
/// length tells them apart: a leak of that size is by then at three times the first half.
fn assert_flat(steps: usize, mut step: impl FnMut(usize) -> Kept) {
    let half = steps * 9 / 20;
    let mut measured: Vec<Kept> = (0..steps).map(&mut step).collect();
    let (first_entries, first_resident) = entries_and_resident(&measured[steps - 2 * half..steps - half]);
    let (mut second_entries, mut second_resident) = entries_and_resident(&measured[steps - half..]);
    let (mut tenths, mut quarters) = (13, 5);
    if second_resident * 10 > first_resident * tenths || second_entries * 4 > first_entries * quarters {
        println!(
            "{first_entries} and {second_entries} entries, {first_resident} and {second_resident} KiB: once more, four times as \
             long"
        );
        measured.extend((steps..4 * steps).map(&mut step));
        (second_entries, second_resident) = entries_and_resident(&measured[4 * steps - half..]);
        (tenths, quarters) = (22, 9);
    }
    let renewals = measured.last().map_or(0, |last| last.renewals);
    let shown = format!(
        "{first_entries} and {second_entries} entries, {first_resident} and {second_resident} KiB, {renewals} renewals"
    );
    println!("{shown}");
    assert!(renewals >= 3, "{shown}");
    assert!(second_entries * 4 <= first_entries * quarters, "{shown}");
    assert!(second_resident * 10 <= first_resident * tenths, "{shown}");
}

/// A program whose every name and compound type no other has, and its one error.
fn program(project: usize, functions: usize) -> (String, String) {
    let mut text = format!("fn main() {{ nothing_{project}() }}\n");
    for number in 0..functions {
        let own = format!("p{project}_{number}");
        let length = project * functions + number + 1;
        text += &format!("type copy T{own} {{ let @f{own}: i64 }}\n");
        text += &format!("pub fn f{own}(a{own}: Pointer[[T{own}; {length}]]) -> (i64, Pointer[T{own}]) {{\n");
        text += &format!("  let l{own}: [u8; {length}] = [1; {length}]\n  println(l{own}[0])\n");
        text += &format!("  (0, a{own} as Pointer[T{own}])\n}}\n");
    }
    (text, format!("nothing_{project}"))
}

fn says(params: &Value, name: &str) -> bool {
    let list = params["diagnostics"].as_array();
    list.is_some_and(|list| list.iter().any(|each| each["message"].as_str().is_some_and(|text| text.contains(name))))
}

#[test]
fn projects_that_come_and_go_leave_nothing() {
    let projects = number("LANG_MEMORY_PROJECTS", PROJECTS);
    let start = [("p/lang.toml", "name = \"p\"\nversion = \"0.1.0\"\n"), ("p/main.lang", "fn main() {}\n")];
    let options = Options { workspace_folders: vec!["p".to_string()], ..Options::default() };
    let mut client = Client::with_options(&start, &options);
    client.wait_until_quiet();
    let mut before = "p".to_string();
    assert_flat(projects, |project| {
        let name = format!("p{project}");
        let folder = client.folder().join(&name);
        std::fs::create_dir(&folder).expect("a writable folder");
        std::fs::write(folder.join("lang.toml"), format!("name = \"{name}\"\nversion = \"0.1.0\"\n")).expect("a file");
        let (text, error) = program(project, 200);
        std::fs::write(folder.join("main.lang"), text).expect("a file");
        let place = |client: &Client, name: &str| json!({"uri": client.uri(name), "name": name});
        let event = json!({"added": [place(&client, &name)], "removed": [place(&client, &before)]});
        // Some are asked about while they are closed.
        let main = json!({"uri": client.uri(&format!("{before}/main.lang"))});
        for line in 1..20 {
            let position = json!({"line": line, "character": 9});
            client.begin("textDocument/hover", json!({"textDocument": main, "position": position}));
        }
        client.notify("workspace/didChangeWorkspaceFolders", json!({"event": event}));
        client.wait_for_diagnostics_where(&format!("{name}/main.lang"), |params| says(params, &error));
        client.take_answers();
        let kept = kept(&mut client);
        std::fs::remove_dir_all(client.folder().join(&before)).expect("nobody uses it");
        before = name;
        kept
    });
    assert_eq!(client.shut_down(), Some(0));
    assert!(!client.stderr().contains("internal error"), "{}", client.stderr());
}

/// Types functions whose every name and type no other edit has, asks about one, and waits for their errors.
fn type_and_ask(client: &mut Client, edit: usize) {
    let function = |number: usize| {
        let own = format!("{edit}_{number}");
        format!("fn typed_{own}(a: (i32, [i64; {edit}{number}])) {{\n  let local_{own} = a\n  missing_{own}()\n}}\n")
    };
    client.change("other.lang", &(0..5).map(function).collect::<String>());
    let document = json!({"uri": client.uri("other.lang")});
    let position = json!({"line": 1, "character": 8});
    client.begin("textDocument/hover", json!({"textDocument": document, "position": position}));
    let missing = format!("missing_{edit}_4");
    client.wait_for_diagnostics_where("other.lang", |params| says(params, &missing));
}

#[test]
fn names_and_types_that_are_typed_and_erased_leave_nothing() {
    let edits = number("LANG_MEMORY_EDITS", EDITS);
    let (kept_text, error) = program(0, 20);
    let mut client = Client::of_files(&[("main.lang", &kept_text), ("other.lang", "fn main() {\n  nothing()\n}\n")]);
    client.open("main.lang");
    client.open("other.lang");
    client.wait_for_diagnostics_where("main.lang", |params| says(params, &error));
    assert_flat(edits / 10, |step| {
        for edit in 10 * step + 1..=10 * (step + 1) {
            type_and_ask(&mut client, edit);
            let uri = client.uri("main.lang");
            assert!(client.diagnostics.get(&uri).is_some_and(|params| says(params, &error)), "after {edit} edits");
        }
        let kept = kept(&mut client);
        for (_, answer) in client.take_answers() {
            // What is shown of a variable is of the text that was asked about.
            let shown = answer.unwrap_or_default().to_string();
            assert!(shown == "null" || shown == "\"\"" || shown.contains("local_"), "{shown}");
        }
        kept
    });
    assert_eq!(client.shut_down(), Some(0));
    assert!(!client.stderr().contains("internal error"), "{}", client.stderr());
}
