//! What C's headers are to an editor: modules of `[bind]`, and what a header says of a declaration that names it. The header
//! itself is the witness of each place.

use std::time::{Duration, Instant};

use serde_json::json;
use tests::language_client::{Client, uri_of};

const HEADER: &str = "\
/* Points of the plane. */
struct point { int x, y; };

/** How far it is. */
long far_between(struct point from, struct point to);
#define NEAR 3
typedef void (*watcher)(int);
void watch(watcher callback);
";

const MANIFEST: (&str, &str) =
    ("lang.toml", "name = \"plane\"\nversion = \"0.1.0\"\n\n[bind]\nshapes = { header = \"native/shapes.h\" }\n");

const MAIN: &str = "\
import shapes ($0point, $1far_between, $2NEAR)

fn main {
  let a = point(x: 1, y: 2)
  let b = point(x: NEAR, y: a.$3x)
  unsafe { println($4far_between(a, b)) }
}
";

fn client(main: &str) -> Client {
    let mut client = Client::of_files(&[MANIFEST, ("native/shapes.h", HEADER), ("main.lang", main)]);
    client.open("main.lang");
    client
}

/// The text of the header at the place that an answer leads to.
fn text_at(client: &Client, answer: &serde_json::Value) -> String {
    assert_eq!(answer[0]["uri"], uri_of(&client.folder().join("native/shapes.h")), "{answer}");
    let start = &answer[0]["range"]["start"];
    let number = |value: &serde_json::Value| value.as_u64().expect("a number") as usize;
    let line = HEADER.lines().nth(number(&start["line"])).expect("the header has the line");
    line[number(&start["character"])..].to_string()
}

#[test]
fn definitions_are_in_the_header() {
    let mut client = client(MAIN);
    assert_eq!(client.wait_for_diagnostics("main.lang"), Vec::<serde_json::Value>::new());
    for (mark, expected) in [(0, "point {"), (1, "far_between("), (2, "NEAR 3"), (3, "point {"), (4, "far_between(")] {
        let answer = client.ask("textDocument/definition", client.at(mark));
        let text = text_at(&client, &answer);
        assert!(text.starts_with(expected), "{mark}: {text}");
    }
    // How the language has it is a module that can be opened.
    let answer = client.ask("textDocument/declaration", client.at(1));
    let uri = answer[0]["uri"].as_str().expect("a place");
    assert!(uri.contains("/shapes-") && uri.ends_with(".lang"), "{uri}");
}

#[test]
fn hovers_say_what_c_declares() {
    let mut client = client(MAIN);
    let page = client.ask("textDocument/hover", client.at(1))["contents"]["value"].to_string();
    assert!(page.contains("```c\\nlong far_between(struct point from, struct point to)\\n```"), "{page}");
    assert!(page.contains("native/shapes.h:5`"), "{page}");
    assert!(page.contains("How far it is."), "{page}");
    let page = client.ask("textDocument/hover", client.at(3))["contents"]["value"].to_string();
    assert!(!page.contains("```c\\n"), "a field is no declaration of its own: {page}");
}

#[test]
fn names_of_headers_are_completed_and_not_renamed() {
    let mut client = client("import shapes (point, wa$0)\nfn main { println(point(x: 1, y: 2).$1x) }\n");
    let answer = client.ask("textDocument/completion", client.at(0));
    let items = answer["items"].as_array().or_else(|| answer.as_array()).expect("a list");
    let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(labels.contains(&"watch") && labels.contains(&"watcher"), "{labels:?}");
    let refused = client.request("textDocument/rename", {
        let mut place = client.at(1);
        place["newName"] = json!("column");
        place
    });
    let message = refused.expect_err("the header is C's")["message"].to_string();
    assert!(message.contains("C's headers"), "{message}");
}

#[test]
fn a_changed_header_is_another_module() {
    let mut client = client(MAIN);
    assert_eq!(client.wait_for_diagnostics("main.lang"), Vec::<serde_json::Value>::new());
    let header = client.folder().join("native/shapes.h");
    std::fs::write(&header, HEADER.replace("far_between", "apart")).expect("the header can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri_of(&header), "type": 2}]}));
    let told = client.wait_for_diagnostics_where("main.lang", |params| params["diagnostics"] != json!([]));
    assert!(told.iter().any(|each| each["message"].to_string().contains("far_between")), "{told:?}");
    std::fs::remove_file(&header).expect("the header can be removed");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri_of(&header), "type": 3}]}));
    let told = client.wait_for_diagnostics("lang.toml");
    assert!(told.iter().any(|each| each["code"] == "E0659"), "{told:?}");
    // Why names are missing is told once.
    client.wait_for_diagnostics_where("main.lang", |params| params["diagnostics"] == json!([]));
    std::fs::write(&header, HEADER).expect("the header can be written");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri_of(&header), "type": 1}]}));
    client.wait_for_diagnostics_where("lang.toml", |params| params["diagnostics"] == json!([]));
    client.wait_for_diagnostics_where("main.lang", |params| params["diagnostics"] == json!([]));
}

/// Declarations that were written by hand name their headers, which are read in the background.
#[test]
fn hovers_over_declarations_by_hand() {
    let text = "@[header(\"native/shapes.h\")]\nextern {\n  fn $0watch(callback: Option[extern fn (i32)])\n  fn $1nowhere()\n}\n\nfn main { }\n";
    let mut client = Client::of_files(&[("native/shapes.h", HEADER), ("main.lang", text)]);
    client.open("main.lang");
    let start = Instant::now();
    loop {
        let page = client.ask("textDocument/hover", client.at(0))["contents"]["value"].to_string();
        if page.contains("```c\\nvoid watch(watcher callback)\\n```") {
            assert!(page.contains("native/shapes.h:8`"), "{page}");
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the header was not read: {page}");
        std::thread::sleep(Duration::from_millis(50));
    }
    let page = client.ask("textDocument/hover", client.at(1))["contents"]["value"].to_string();
    assert!(!page.contains("```c\\n"), "{page}");
}

/// What `lang check` says of such declarations an editor shows as soon as the headers were read, and for each text.
#[test]
fn declarations_by_hand_are_compared_with_their_header() {
    let text = |result: &str| {
        format!(
            "@[header(\"native/shapes.h\")]\nextern {{\n  fn far_between(from: point, to: point) -> {result}\n}}\n\n\
             type copy point {{\n  let @x: i32\n  let @y: i32\n}}\n\nfn main {{ }}\n"
        )
    };
    let mut client = Client::of_files(&[("native/shapes.h", HEADER), ("main.lang", &text("i32"))]);
    client.open("main.lang");
    let is_wrong = |params: &serde_json::Value| params["diagnostics"][0]["code"] == "E0640";
    let told = client.wait_for_diagnostics_where("main.lang", is_wrong);
    let place = &told[0]["relatedInformation"][0]["location"];
    assert_eq!(place["uri"], uri_of(&client.folder().join("native/shapes.h")), "{told:?}");
    assert_eq!(place["range"]["start"], json!({"line": 4, "character": 5}), "{told:?}");
    client.change("main.lang", &text("i64"));
    client
        .wait_for_diagnostics_where("main.lang", |params| params["version"] == 2 && params["diagnostics"] == json!([]));
    // The header is another one now, which shows with the next edit.
    let header = client.folder().join("native/shapes.h");
    std::fs::write(&header, HEADER.replace("long far", "char far")).expect("the header can be written");
    client.change("main.lang", &format!("{}\n", text("i64")));
    client.wait_for_diagnostics_where("main.lang", is_wrong);
}
