//! `textDocument/hover`.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

const TEXT: &str = "\
type copy Line { let @start: f64  let @middle: f64  let @end: f64 }
fn draw(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, last: i64, $3line: Line) -> Line { line }
fn use_it($4line: $0Line) -> Line { draw(1, 2, 3, 4, 5, 6, $1777, $2line) }
";

/// The page at a mark.
fn page(client: &mut Client, mark: u32) -> String {
    let answer = client.ask("textDocument/hover", client.at(mark));
    answer["contents"]["value"].as_str().unwrap_or_default().to_string()
}

fn server(settings: Value) -> Client {
    let options = Options {
        initialization_options: settings,
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    client
}

#[test]
fn a_page_with_its_range() {
    let mut client = server(Value::Null);
    let answer = client.ask("textDocument/hover", client.at(0));
    assert_eq!(answer["contents"]["kind"], "markdown");
    assert_eq!(answer["range"]["start"], client.at(0)["position"]);
    let text = page(&mut client, 0);
    for expected in [
        "```lang\ntype copy Line {\n  let @start: f64\n",
        "24 bytes, aligned to 8, no padding.",
        "memory at stack+0 (x86_64-linux-gnu), v0[0..8] v1[8..16] v2[16..24] (aarch64-linux-gnu)",
    ] {
        assert!(text.contains(expected), "{expected} is not in:\n{text}");
    }
}

#[test]
fn hover_of_an_argument_after_the_registers_ran_out() {
    let mut client = server(Value::Null);
    let scalar = page(&mut client, 1);
    let row = "| `last` | `i64` |     8 | stack+8          | x6                |";
    assert!(scalar.contains(row), "{scalar}");
    let structure = page(&mut client, 2);
    let row = "| `line` | `Line` |    24 | memory at stack+16 | v0[0..8] v1[8..16] v2[16..24] |";
    assert!(structure.contains(row), "{structure}");
    assert!(structure.contains("Copies made here:"), "{structure}");
}

#[test]
fn switches_of_the_user() {
    let settings = json!({"targets": [], "hover": {"layout": "never", "abi": "never", "copies": false}});
    let mut client = server(settings);
    let text = page(&mut client, 0);
    assert!(!text.contains("24 bytes") && !text.contains("stack+0"), "{text}");
    let text = page(&mut client, 2);
    assert!(!text.contains("Copies made here"), "{text}");
    let mut client = server(json!({"hover": {"layout": "always", "abi": "always", "codegen": false}}));
    let text = page(&mut client, 0);
    assert!(
        text.contains("| offset | size | padding | field    | type  |"),
        "{text}"
    );
    assert!(!text.contains("LLVM"), "{text}");
}

#[test]
fn hover_on_broken_code() {
    let text = "type copy Pair { let @a: i64  let @b: }\nfn f(p: $0Pair { let c = $1p. }\n";
    let mut client = Client::of_files(&[("main.lang", "")]);
    client.open_text("main.lang", text);
    let shown = page(&mut client, 0);
    assert!(shown.contains("type copy Pair"), "{shown}");
    assert!(!shown.contains("bytes"), "{shown}");
    let shown = page(&mut client, 1);
    assert!(shown.contains("p: Pair"), "{shown}");
    assert!(!shown.contains("bytes"), "{shown}");
}

#[test]
fn right_after_an_edit_of_the_same_text() {
    let mut client = server(Value::Null);
    for round in 0..20 {
        let field = format!("  let @more_{round}: f64");
        let end = client.document("main.lang").text.find(" }").expect("the type ends");
        client.edit("main.lang", end..end, &field);
        let expected = format!("{} bytes, aligned to 8", 32 + 8 * round);
        let at = client
            .document("main.lang")
            .text
            .find("Line {")
            .expect("the type is there");
        let position = client.position("main.lang", at);
        let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "position": position});
        let answer = client.ask("textDocument/hover", params);
        let shown = answer["contents"]["value"].as_str().unwrap_or_default();
        assert!(shown.contains(&expected), "{expected} is not in:\n{shown}");
    }
}

#[test]
fn plain_text_for_those_who_take_nothing_else() {
    let options = Options {
        capabilities: json!({"textDocument": {"hover": {"contentFormat": ["plaintext"]}}}),
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", "fn $0main { }\n")], &options);
    client.open("main.lang");
    let answer = client.ask("textDocument/hover", client.at(0));
    assert_eq!(answer["contents"]["kind"], "plaintext");
}
