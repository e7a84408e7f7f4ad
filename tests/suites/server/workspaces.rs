//! Folders, files on disk, settings, and servers that come and go.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

const ONE: &[(&str, &str)] = &[
    ("one/lang.toml", "name = \"one\"\nversion = \"0.1.0\"\n"),
    ("one/main.lang", "import other (double)\nfn main { println(\"${double(2)}\") }\n"),
    ("one/other.lang", "pub fn double(a: i32) -> i32 { a * 2 }\n"),
    ("two/lang.toml", "name = \"two\"\nversion = \"0.1.0\"\n"),
    ("two/main.lang", "fn main { nothing() }\n"),
    ("three/lang.toml", "name = \"three\"\nversion = \"0.1.0\"\n"),
    ("three/main.lang", "fn main { neither() }\n"),
];

fn has_error(params: &Value) -> bool {
    params["diagnostics"].as_array().is_some_and(|list| !list.is_empty())
}

fn is_clear(params: &Value) -> bool {
    !has_error(params)
}

fn folders(names: &[&str]) -> Options {
    Options {
        capabilities: json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}),
        workspace_folders: names.iter().map(ToString::to_string).collect(),
        ..Options::default()
    }
}

fn names(client: &mut Client) -> Vec<String> {
    let status = client.ask("workspace/executeCommand", json!({"command": "lang.serverStatus"}));
    let projects = status["projects"].as_array().cloned().unwrap_or_default();
    let mut names: Vec<String> =
        projects.iter().filter_map(|project| project["name"].as_str().map(str::to_string)).collect();
    names.sort();
    names
}

#[test]
fn two_workspace_folders() {
    let mut client = Client::with_options(ONE, &folders(&["one", "two"]));
    // Nothing is open, and yet the whole workspace is reported on.
    client.wait_for_diagnostics_where("two/main.lang", has_error);
    client.wait_until_quiet();
    assert_eq!(names(&mut client), ["one", "two"]);
    assert!(!client.diagnostics.contains_key(&client.uri("three/main.lang")));
    // Edits of one folder do not mix with those of the other.
    client.open("one/main.lang");
    client.open("two/main.lang");
    client.change("two/main.lang", "fn main {}\n");
    assert!(client.wait_for_diagnostics("two/main.lang").is_empty());
    assert!(client.wait_for_diagnostics("one/main.lang").is_empty());
    client.close("two/main.lang");
    client.wait_for_diagnostics_where("two/main.lang", has_error);
    // A folder goes, another comes.
    let folder = |client: &Client, name: &str| json!({"uri": client.uri(name), "name": name});
    let event = json!({"removed": [folder(&client, "two")], "added": [folder(&client, "three")]});
    client.notify("workspace/didChangeWorkspaceFolders", json!({"event": event}));
    client.wait_for_diagnostics_where("two/main.lang", is_clear);
    client.wait_for_diagnostics_where("three/main.lang", has_error);
    assert_eq!(names(&mut client), ["one", "three"]);
}

#[test]
fn files_that_come_go_and_change() {
    let mut client = Client::with_options(ONE, &folders(&["one"]));
    let registration = client.wait_for_request("client/registerCapability");
    assert_eq!(registration["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    client.wait_until_quiet();
    let tell = |client: &mut Client, path: &str, kind: u32| {
        let changes = json!([{"uri": client.uri(path), "type": kind}]);
        client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    };
    let other = client.folder().join("one/other.lang");
    std::fs::remove_file(&other).expect("it is there");
    tell(&mut client, "one/other.lang", 3);
    client.wait_for_diagnostics_where("one/main.lang", has_error);
    std::fs::write(&other, "pub fn double(a: i32) -> i32 { a + a }\n").expect("a writable folder");
    tell(&mut client, "one/other.lang", 1);
    client.wait_for_diagnostics_where("one/main.lang", is_clear);
    std::fs::write(&other, "pub fn triple(a: i32) -> i32 { a + a }\n").expect("a writable folder");
    tell(&mut client, "one/other.lang", 2);
    client.wait_for_diagnostics_where("one/main.lang", has_error);
    // An open file is what the editor says, whatever happens to the one on disk.
    client.open_text("one/other.lang", "pub fn double(a: i32) -> i32 { 2 * a }\n");
    client.wait_for_diagnostics_where("one/main.lang", is_clear);
    std::fs::remove_file(&other).expect("it is there");
    tell(&mut client, "one/other.lang", 3);
    assert!(client.wait_for_diagnostics("one/other.lang").is_empty());
    client.change("one/other.lang", "pub fn double(a: i32) -> i32 { 3 * a }\n");
    assert!(client.wait_for_diagnostics("one/other.lang").is_empty());
    client.close("one/other.lang");
    client.wait_for_diagnostics_where("one/main.lang", has_error);
}

#[test]
fn manifests_are_edited_like_programs() {
    let mut client = Client::with_options(ONE, &folders(&["one"]));
    client.open("one/lang.toml");
    client.change("one/lang.toml", "name = \"One\"\nversion = \"0.1.0\"\n");
    client.wait_for_diagnostics_where("one/lang.toml", |params| has_error(params) && params["version"] == 2);
    client.change("one/lang.toml", "name = \"one\"\nversion = \"0.2.0\"\n");
    client.wait_for_diagnostics_where("one/lang.toml", is_clear);
}

#[test]
fn a_lone_file_and_what_it_imports() {
    let files = [("a.lang", "import b (twice)\nfn main { twice(1) }\n"), ("b.lang", "pub fn other {}\n")];
    let mut client = Client::of_files(&files);
    client.open("a.lang");
    assert!(!client.wait_for_diagnostics("a.lang").is_empty());
    client.open("b.lang");
    client.change("b.lang", "pub fn twice(_a: i32) {}\n");
    client.wait_for_diagnostics_where("a.lang", is_clear);
    assert!(client.wait_for_diagnostics("b.lang").is_empty());
    // Closed again, it is the importer's, with what is wrong on disk.
    client.close("b.lang");
    client.wait_for_diagnostics_where("a.lang", has_error);
    client.open_text("b.lang", "pub fn twice(_a: i32) {}\n");
    // A new import loads a file that nobody has opened.
    std::fs::write(client.folder().join("c.lang"), "pub fn thrice {}\n").expect("a writable folder");
    client.change("a.lang", "import b (twice)\nimport c (thrice)\nfn main {\n  twice(1)\n  thrice()\n}\n");
    assert!(client.wait_for_diagnostics("a.lang").is_empty());
}

#[test]
fn an_unsaved_document() {
    let mut client = Client::of_files(&[]);
    client.open_text("untitled:Untitled-1", "fn main { nothing() }\n");
    let found = client.wait_for_diagnostics("untitled:Untitled-1");
    assert_eq!(found[0]["code"], "E0101");
    client.close("untitled:Untitled-1");
    client.wait_for_diagnostics_where("untitled:Untitled-1", is_clear);
}

#[test]
fn server_restarted_by_the_client() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in ONE {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let options = folders(&["one", "two"]);
    let mut reports = Vec::new();
    for _start in 0..3 {
        let mut client = Client::of_folder(folder.path(), &options);
        client.open("one/main.lang");
        client.open("two/main.lang");
        client.change("one/main.lang", "import other (triple)\nfn main {}\n");
        client.wait_for_diagnostics("two/main.lang");
        client.wait_for_diagnostics("one/main.lang");
        client.wait_until_quiet();
        reports.push(client.diagnostics.clone());
        assert_eq!(client.shut_down(), Some(0));
    }
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[1], reports[2]);
}

#[test]
fn the_standard_library_can_be_opened() {
    let mut client = Client::of_files(&[("main.lang", "fn main {\n  let s = \"a\"\n  println(s.$0length())\n}\n")]);
    client.open("main.lang");
    let answer = client.ask("textDocument/definition", client.at(0));
    let Some(uri) = answer[0]["uri"].as_str() else {
        return;
    };
    let path = uri.strip_prefix("file://").expect("it is a file");
    let text = std::fs::read_to_string(path).expect("it is there");
    client.open_text(uri, &text);
    assert!(client.wait_for_diagnostics("main.lang").is_empty());
}

#[test]
fn settings_are_asked_for_and_taken() {
    let options = Options {
        capabilities: json!({"workspace": {
            "configuration": true, "didChangeConfiguration": {"dynamicRegistration": true},
            "inlayHint": {"refreshSupport": true}, "codeLens": {"refreshSupport": true},
        }}),
        initialization_options: json!({"inlayHints": {"types": false}}),
        ..Options::default()
    };
    let text = "fn main {\n  let n = 1\n  println(n)\n}\n";
    let mut client = Client::with_options(&[("main.lang", text)], &options);
    client.open("main.lang");
    let shown = |client: &mut Client| {
        let document = json!({"uri": client.uri("main.lang")});
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
        let params = json!({"textDocument": document, "range": range});
        ["textDocument/inlayHint", "textDocument/codeLens"].map(|method| {
            let list = client.ask(method, params.clone());
            list.as_array().map_or(0, Vec::len)
        })
    };
    let registration = client.wait_for_request("client/registerCapability");
    assert_eq!(registration["registrations"][0]["method"], "workspace/didChangeConfiguration");
    client.wait_for_request("workspace/configuration");
    assert_eq!(shown(&mut client), [0, 1]);
    // Clients that are asked send nothing with the notification.
    client.settings = json!({"inlayHints": {"types": true}, "debug": true});
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    client.wait_for_request("workspace/configuration");
    client.wait_for_request("workspace/inlayHint/refresh");
    client.wait_for_request("workspace/codeLens/refresh");
    assert_eq!(shown(&mut client), [1, 2]);
    // What makes no sense leaves the defaults.
    client.settings = json!({"inlayHints": 7, "targets": 5, "lens": {"run": false}});
    let settings = json!({"lang": client.settings});
    client.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
    client.wait_for_request("workspace/codeLens/refresh");
    assert_eq!(shown(&mut client), [1, 0]);
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn loading_is_shown() {
    let options = Options { capabilities: json!({"window": {"workDoneProgress": true}}), ..Options::default() };
    let mut client = Client::with_options(ONE, &options);
    client.wait_for_request("window/workDoneProgress/create");
    let kinds = ["begin", "report", "report", "report", "end"];
    for kind in kinds {
        assert_eq!(client.wait_for_notification("$/progress")["value"]["kind"], kind);
    }
    client.wait_until_quiet();
}

/// A client that watches no files: the server looks by itself.
#[test]
fn changes_on_disk_are_seen_without_a_watching_client() {
    let mut client = Client::of_files(ONE);
    client.wait_until_quiet();
    let other = client.folder().join("one/other.lang");
    // The first look is not the one that sees the change.
    std::thread::sleep(std::time::Duration::from_secs(3));
    std::fs::remove_file(&other).expect("it is there");
    client.wait_for_diagnostics_where("one/main.lang", has_error);
    std::fs::write(&other, ONE[2].1).expect("a writable folder");
    client.wait_for_diagnostics_where("one/main.lang", is_clear);
}

/// A folder becomes a package, and is none again, under open files.
#[test]
fn a_manifest_comes_and_goes() {
    let mut client = Client::with_options(&[("main.lang", "fn main {}\n"), ("other.lang", "fn { \n")], &folders(&[""]));
    client.open("main.lang");
    assert!(client.wait_for_diagnostics("main.lang").is_empty());
    assert_eq!(names(&mut client), ["main"]);
    std::fs::write(client.folder().join("lang.toml"), "name = \"app\"\nversion = \"0.1.0\"\n")
        .expect("a writable folder");
    let change = |client: &Client, kind: u32| json!({"changes": [{"uri": client.uri("lang.toml"), "type": kind}]});
    let created = change(&client, 1);
    client.notify("workspace/didChangeWatchedFiles", created);
    client.wait_for_diagnostics_where("other.lang", has_error);
    assert_eq!(names(&mut client), ["app"]);
    std::fs::remove_file(client.folder().join("lang.toml")).expect("it is there");
    let deleted = change(&client, 3);
    client.notify("workspace/didChangeWatchedFiles", deleted);
    client.wait_for_diagnostics_where("other.lang", is_clear);
    assert_eq!(names(&mut client), ["main"]);
}

/// Clients may send whatever is open. What is written in something else is no program, and is not in the way of one.
#[test]
fn a_document_of_another_language_is_no_program() {
    let mut client = Client::of_files(&[("notes.txt", "fn {\n"), ("main.lang", "fn main { nothing() }\n")]);
    client.wait_until_quiet();
    for (path, language) in [("notes.txt", "plaintext"), ("untitled:Untitled-1", "python")] {
        client.open_as(language, path, "fn { $0\n");
        client.change(path, "fn {{ $0\n");
        for method in ["textDocument/hover", "textDocument/completion"] {
            assert_eq!(client.ask(method, client.at(0)), Value::Null, "{path}");
        }
    }
    assert_eq!(names(&mut client), [""; 0]);
    // A module of a program is one, whatever the client takes it for.
    client.open_as("plaintext", "main.lang", "fn main { nothing() }\n");
    assert_eq!(client.wait_for_diagnostics("main.lang")[0]["code"], "E0101");
    assert_eq!(names(&mut client), ["main"]);
    // The language of a document can be changed: the client closes and opens it.
    client.close("untitled:Untitled-1");
    client.open_text("untitled:Untitled-1", "fn main { nothing() }\n");
    assert_eq!(client.wait_for_diagnostics("untitled:Untitled-1")[0]["code"], "E0101");
    assert!(!client.diagnostics.contains_key(&client.uri("notes.txt")));
    assert!(!client.stderr().contains("ignored"), "{}", client.stderr());
    let warnings = client.notifications.iter().filter(|message| message["method"] == "window/logMessage");
    assert_eq!(warnings.count(), 0);
}
