//! `textDocument/formatting` and `rangeFormatting`.

use serde_json::{Value, json};
use tests::language_client::{Client, position};

use crate::edits::applied;

const TEXT: &str = "fn  main {\n  let s = \"😀\"   # a\n  println( s )\n}\n\nfn  help( ) {}\n";
const FORMATTED: &str = "fn main {\n  let s = \"😀\" # a\n  println(s)\n}\n\nfn help() {}\n";

fn options() -> Value {
    json!({"tabSize": 4, "insertSpaces": true})
}

#[test]
fn a_file_is_formatted_by_small_edits() {
    let mut client = Client::of_files(&[("main.lang", TEXT)]);
    client.open("main.lang");
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "options": options()});
    let edits = client.ask("textDocument/formatting", params.clone());
    assert_eq!(applied(TEXT, edits.as_array().expect("a list")), FORMATTED);
    assert!(edits.as_array().unwrap().len() > 3, "each place by itself: {edits}");
    client.change("main.lang", FORMATTED);
    assert_eq!(client.ask("textDocument/formatting", params), json!([]));
}

#[test]
fn a_range_is_formatted_alone() {
    let mut client = Client::of_files(&[("main.lang", TEXT)]);
    client.open("main.lang");
    let start = TEXT.find("fn  help").unwrap();
    let place = |offset| position(TEXT, offset, tests::language_client::Encoding::Utf16);
    let params = json!({
        "textDocument": {"uri": client.uri("main.lang")},
        "range": {"start": place(start), "end": place(start + 2)},
        "options": options(),
    });
    let edits = client.ask("textDocument/rangeFormatting", params);
    assert_eq!(applied(TEXT, edits.as_array().expect("a list")), TEXT.replace("fn  help( )", "fn help()"));
}

#[test]
fn broken_parts_stay() {
    let text = "fn  f {\n  let  = 1\n  g(  )\n}\n";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "options": options()});
    let edits = client.ask("textDocument/formatting", params);
    assert_eq!(applied(text, edits.as_array().expect("a list")), "fn f {\n  let  = 1\n  g()\n}\n");
}
