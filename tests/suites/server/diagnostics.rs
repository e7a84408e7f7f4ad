//! Diagnostics, sent and asked for: the same list as `lang check --message-format json`.

use serde_json::{Value, json};
use tests::corpus;
use tests::language_client::{Client, Options};

use crate::reports;

fn options(capabilities: Value) -> Options {
    let mut all = json!({"general": {"positionEncodings": ["utf-32"]}});
    for (key, value) in capabilities.as_object().into_iter().flatten() {
        all[key] = value.clone();
    }
    Options { capabilities: all, ..Options::default() }
}

fn pulling() -> Options {
    options(json!({
        "textDocument": {"diagnostic": {"dynamicRegistration": false}},
        "workspace": {"diagnostic": {"refreshSupport": true}},
    }))
}

/// Every file of the corpus, opened, shown, and closed again.
#[test]
fn diagnostics_equal_check() {
    let mut client = Client::of_folder(&tests::root().join("tests/check"), &options(json!({})));
    let mut count = 0;
    for path in corpus::files("check") {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        client.open(&name);
        client.wait_for_diagnostics(&name);
        let expected = reports::of_check(&path);
        count += expected.len();
        assert_eq!(reports::of_client(&client), expected, "{name}");
        client.close(&name);
        let is_clear = |params: &Value| params["diagnostics"].as_array().is_some_and(Vec::is_empty);
        client.wait_for_diagnostics_where(&name, is_clear);
    }
    assert!(count > 50, "the corpus is there");
}

const PROJECTS: &[&[(&str, &str)]] = &[
    &[("lang.toml", "name = \"App\"\nversion = 1\n[dependencis]\n"), ("main.lang", "fn main { x }\n")],
    &[("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"), ("other.lang", "fn unused { let a = 1 }\n")],
    &[("lang.toml", "name = \n"), ("main.lang", "import other\nfn main {}\n"), ("other.lang", "fn {\n")],
    &[
        (
            "lang.toml",
            "name = \"app\"\nversion = \"0.1.0\"\n[dependencies]\nlib = { path = \"lib\" }\nno = { path = \"no\" }\n",
        ),
        ("main.lang", "import lib\nfn main { lib.twice(\"a\") }\n"),
        ("lib/lang.toml", "name = \"other\"\nversion = \"0.1.0\"\n[dependencies]\napp = { path = \"..\" }\n"),
        ("lib/lib.lang", "pub fn twice(a: i32) -> i32 { let b = 1\n a * 2 }\nfn broken -> i32 { \"\" }\n"),
    ],
];

/// Projects with everything that can be wrong in manifests.
#[test]
fn diagnostics_equal_check_in_projects() {
    for files in PROJECTS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in *files {
            let path = folder.path().join("app").join(path);
            std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        // Below the workspace's folder there may be more packages; the one that is asked about is the outermost.
        let root = folder.path().join("app");
        let mut client = Client::of_folder(&root, &options(json!({})));
        client.wait_until_quiet();
        let mut expected = reports::of_check(&root);
        for (path, _) in files.iter().filter(|(path, _)| path.ends_with("/lang.toml")) {
            // A package below is a project of its own in the editor, and so all of it is reported on.
            let inner = root.join(path).parent().expect("inside").to_path_buf();
            for (uri, list) in reports::of_check(&inner) {
                if uri.starts_with(&tests::language_client::uri_of(&inner)) {
                    expected.insert(uri, list);
                }
            }
        }
        assert_eq!(reports::of_client(&client), expected, "{files:?}");
    }
}

/// A declaration for another target is faded, as long as it is for another.
#[test]
fn what_is_left_out_is_faded() {
    let text = "@[only(os: \"linux\")]\nfn size -> i64 { 1 }\n@[only(os: \"windows\")]\nfn size -> i64 { 2 }\nfn main { println(size()) }\n";
    let mut client = Client::with_options(&[("main.lang", text)], &options(json!({})));
    client.open("main.lang");
    let faded = |params: &Value| {
        let found = params["diagnostics"].as_array().expect("a list");
        found.iter().filter(|found| reports::is_faded(found)).map(|found| found["range"].clone()).collect::<Vec<_>>()
    };
    let range =
        |first: u32| json!({"start": {"line": first, "character": 0}, "end": {"line": first + 1, "character": 20}});
    client.wait_for_diagnostics_where("main.lang", |params| faded(params) == [range(2)]);
    client.change("main.lang", &text.replace("\"linux\"", "\"macos\"").replace("\"windows\"", "\"linux\""));
    client.wait_for_diagnostics_where("main.lang", |params| faded(params) == [range(0)]);
}

const BROKEN: &str = "fn main {\n  nothing()\n}\n";
const TWO_FILES: &[(&str, &str)] = &[
    ("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"),
    ("main.lang", "import other (double)\nfn main { println(\"${double(2)}\") }\n"),
    ("other.lang", "pub fn double(a: i32) -> i32 { a * 2 }\n"),
];

#[test]
fn workspace_wide_pull_diagnostics() {
    let mut client = Client::with_options(TWO_FILES, &pulling());
    let provider = client.initialized["capabilities"]["diagnosticProvider"].clone();
    assert_eq!(provider["workspaceDiagnostics"], true);
    client.wait_for_request("workspace/diagnostic/refresh");
    let pull = |client: &mut Client, previous: Value| {
        client.ask("workspace/diagnostic", json!({"previousResultIds": previous}))["items"].clone()
    };
    assert_eq!(pull(&mut client, json!([])), json!([]));
    // An edit of one file breaks the other, which is not open.
    client.open("other.lang");
    client.change("other.lang", "pub fn triple(a: i32) -> i32 { a * 3 }\n");
    let items = pull(&mut client, json!([]));
    let main = client.uri("main.lang");
    let item = items.as_array().expect("a list").iter().find(|item| item["uri"] == main);
    let item = item.expect("the other file is reported on").clone();
    assert_eq!(item["kind"], "full");
    assert!(!item["items"].as_array().expect("a list").is_empty());
    // The same again is said with less.
    let known = json!([{"uri": main, "value": item["resultId"]}]);
    let items = pull(&mut client, known.clone());
    let again = items.as_array().expect("a list").iter().find(|item| item["uri"] == main);
    assert_eq!(again.expect("it is mentioned")["kind"], "unchanged");
    // What is right again is said once, with an empty list.
    client.change("other.lang", TWO_FILES[2].1);
    let items = pull(&mut client, known);
    assert_eq!(items[0]["uri"], main);
    assert_eq!(items[0]["items"], json!([]));
    assert!(client.diagnostics.is_empty(), "nothing is sent to a client that asks");
}

#[test]
fn pull_diagnostics_of_one_document() {
    let mut client = Client::with_options(&[("main.lang", BROKEN)], &pulling());
    client.open("main.lang");
    let document = json!({"uri": client.uri("main.lang")});
    let report = client.ask("textDocument/diagnostic", json!({"textDocument": document}));
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["code"], "E0101");
    let params = json!({"textDocument": document, "previousResultId": report["resultId"]});
    assert_eq!(client.ask("textDocument/diagnostic", params.clone())["kind"], "unchanged");
    client.change("main.lang", "fn main {\n}\n");
    let report = client.ask("textDocument/diagnostic", params);
    assert_eq!((report["kind"].as_str(), &report["items"]), (Some("full"), &json!([])));
}

/// The same lists, asked for.
#[test]
fn pulled_diagnostics_equal_check() {
    let mut client = Client::of_folder(&tests::root().join("tests/check"), &pulling());
    for path in corpus::files("check").into_iter().step_by(4) {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        client.open(&name);
        let params = json!({"textDocument": {"uri": client.uri(&name)}});
        let report = client.ask("textDocument/diagnostic", params);
        let items: Vec<Value> = report["items"]
            .as_array()
            .expect("a full report")
            .iter()
            // `check` fades nothing.
            .filter(|found| !reports::is_faded(found))
            .map(reports::of_diagnostic)
            .map(|mut found| {
                // This client has not said that it takes related places.
                found["related"] = json!(null);
                found
            })
            .collect();
        let mut expected = reports::of_check(&path).remove(&client.uri(&name)).unwrap_or_default();
        for report in &mut expected {
            report["related"] = json!(null);
        }
        assert_eq!(items, expected, "{name}");
    }
}

#[test]
fn related_places_tags_fixes_and_explanations() {
    let text = "import std.c (Int, __errno_location)\nfn main {\n  maim()\n}\n";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    let found = client.wait_for_diagnostics("main.lang");
    let unused = found.iter().find(|found| found["tags"] == json!([1])).expect("it is unnecessary");
    let href = unused["codeDescription"]["href"].as_str().expect("there is an explanation");
    let page = std::fs::read_to_string(path(href)).expect("the page is there");
    assert!(page.contains(unused["code"].as_str().expect("it has a code")), "{page}");
    let related = found.iter().find_map(|found| found["relatedInformation"].get(0).cloned());
    let related = related.expect("the private function is named");
    let uri = related["location"]["uri"].as_str().expect("a place");
    let library = std::fs::read_to_string(path(uri)).expect("the library can be opened");
    let line = related["location"]["range"]["start"]["line"].as_u64().expect("a line");
    let line = library.lines().nth(line as usize).expect("the library has this line");
    assert!(line.contains("fn __errno_location"), "{line}");
    let fix = found.iter().find_map(|found| found["data"]["fix"].as_object()).expect("the name is nearly right");
    assert_eq!((&fix["text"], &fix["uri"]), (&json!("main"), &json!(client.uri("main.lang"))));
}

fn path(uri: &str) -> &str {
    uri.strip_prefix("file://").expect("every editor can open it")
}

#[test]
fn only_what_changed_is_sent_again() {
    let mut client = Client::of_files(TWO_FILES);
    client.wait_until_quiet();
    client.open("main.lang");
    client.open("other.lang");
    client.wait_for_diagnostics("main.lang");
    client.wait_for_diagnostics("other.lang");
    client.diagnostics.clear();
    client.change("other.lang", "# A comment.\npub fn double(a: i32) -> i32 { a * 2 }\n");
    client.wait_for_diagnostics("other.lang");
    client.change("other.lang", "pub fn double(a: i64) -> i32 { 2 }\n");
    client.wait_for_diagnostics("other.lang");
    client.change("other.lang", TWO_FILES[2].1);
    client.wait_for_diagnostics("other.lang");
    client.ask("workspace/executeCommand", json!({"command": "lang.serverStatus"}));
    client.look();
    let main = client.uri("main.lang");
    assert!(client.diagnostics.get(&main).is_none_or(|params| params["diagnostics"] == json!([])));
}
