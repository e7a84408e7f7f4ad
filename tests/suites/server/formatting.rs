//! `textDocument/formatting` and `rangeFormatting`.

use serde_json::{Value, json};
use tests::language_client::{Client, position};

const TEXT: &str = "fn  main {\n  let s = \"😀\"   # a\n  println( s )\n}\n\nfn  help( ) {}\n";
const FORMATTED: &str = "fn main {\n  let s = \"😀\" # a\n  println(s)\n}\n\nfn help() {}\n";

/// The text after edits as the server sent them.
fn applied(text: &str, edits: &Value) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let offset = |place: &Value| -> usize {
        let line = place["line"].as_u64().unwrap() as usize;
        let mut units = place["character"].as_u64().unwrap() as usize;
        let start: usize = lines[..line].iter().map(|line| line.len()).sum();
        let letters = lines.get(line).copied().unwrap_or("").chars().take_while(|letter| {
            let goes_on = units > 0;
            units = units.saturating_sub(letter.len_utf16());
            goes_on
        });
        start + letters.map(char::len_utf8).sum::<usize>()
    };
    let mut out = text.to_string();
    for edit in edits.as_array().unwrap().iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        out.replace_range(range, edit["newText"].as_str().unwrap());
    }
    out
}

fn options() -> Value {
    json!({"tabSize": 4, "insertSpaces": true})
}

#[test]
fn a_file_is_formatted_by_small_edits() {
    let mut client = Client::of_files(&[("main.lang", TEXT)]);
    client.open("main.lang");
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "options": options()});
    let edits = client.ask("textDocument/formatting", params.clone());
    assert_eq!(applied(TEXT, &edits), FORMATTED);
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
    assert_eq!(applied(TEXT, &edits), TEXT.replace("fn  help( )", "fn help()"));
}

#[test]
fn broken_parts_stay() {
    let text = "fn  f {\n  let  = 1\n  g(  )\n}\n";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "options": options()});
    let edits = client.ask("textDocument/formatting", params);
    assert_eq!(applied(text, &edits), "fn f {\n  let  = 1\n  g()\n}\n");
}
