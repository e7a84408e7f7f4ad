//! `textDocument/codeAction`: which are offered for what, and that their edits do what they say.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

use crate::edits::applied;

fn client(files: &[(&str, &str)]) -> Client {
    let options = Options {
        capabilities: json!({"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}),
        ..Options::default()
    };
    let mut client = Client::with_options(files, &options);
    client.open("main.lang");
    client
}

/// The actions at the first mark, or from it to the second.
fn actions(client: &mut Client, end: u32, only: Value) -> Vec<Value> {
    let diagnostics = client.wait_for_diagnostics("main.lang");
    let place = |mark| client.at(mark)["position"].clone();
    let range = json!({"start": place(0), "end": place(end)});
    let mut context = json!({"diagnostics": diagnostics});
    if !only.is_null() {
        context["only"] = only;
    }
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "range": range, "context": context});
    let answer = client.ask("textDocument/codeAction", params);
    answer.as_array().cloned().unwrap_or_default()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().filter_map(|action| action["title"].as_str()).collect()
}

#[test]
fn a_name_of_another_file_is_imported() {
    let mut client = client(&[
        ("lang.toml", "name = \"p\"\nversion = \"0.1.0\"\n"),
        ("main.lang", "fn main { println($0dot(1)) }\n"),
        ("geometry/vec.lang", "pub fn dot(x: i64) -> i64 { x }\n"),
    ]);
    let actions = actions(&mut client, 0, Value::Null);
    let action = actions.iter().find(|action| action["title"] == "Import `dot` from `geometry.vec`");
    let action = action.unwrap_or_else(|| panic!("{:?}", titles(&actions)));
    assert_eq!(action["kind"], "quickfix");
    assert_eq!(action["isPreferred"], true);
    assert_eq!(action["diagnostics"][0]["code"], "E0101");
    let edit = &action["edit"]["changes"][client.uri("main.lang")][0];
    assert_eq!(edit["newText"], "import geometry.vec (dot)\n\n");
    client.change("main.lang", "import geometry.vec (dot)\n\nfn main { println(dot(1)) }\n");
    client.wait_for_diagnostics_where("main.lang", |diagnostics| {
        diagnostics["diagnostics"].as_array().is_some_and(Vec::is_empty)
    });
}

#[test]
fn a_selected_expression_is_extracted() {
    let mut client = client(&[("main.lang", "fn main {\n  println($01 + 2$1)\n}\n")]);
    let found = actions(&mut client, 1, json!(["refactor"]));
    assert_eq!(titles(&found), ["Extract into the variable `value`"]);
    assert_eq!(found[0]["kind"], "refactor.extract");
    assert!(actions(&mut client, 1, json!(["quickfix"])).is_empty());
    assert!(actions(&mut client, 1, json!(["refactor.inline"])).is_empty());
}

#[test]
fn imports_are_organised_on_request_only() {
    let mut client = client(&[
        ("lang.toml", "name = \"p\"\nversion = \"0.1.0\"\n"),
        ("main.lang", "import b (two)\nimport a (one)\n$0\nfn main { println(one() + two()) }\n"),
        ("a.lang", "pub fn one -> i64 { 1 }\n"),
        ("b.lang", "pub fn two -> i64 { 2 }\n"),
    ]);
    assert!(actions(&mut client, 0, Value::Null).is_empty());
    for only in [json!(["source"]), json!(["source.organizeImports"])] {
        let found = actions(&mut client, 0, only);
        assert_eq!(titles(&found), ["Organise imports"]);
        let edit = &found[0]["edit"]["changes"][client.uri("main.lang")][0];
        assert_eq!(edit["newText"], "import a (one)\nimport b (two)");
    }
}

#[test]
fn everything_is_put_right_at_once() {
    let mut client = client(&[("main.lang", "fn main {\n  let n = 1\n  n = 2\n  $0println(n)\n}\n")]);
    let found = actions(&mut client, 0, json!(["source.fixAll"]));
    assert_eq!(found[0]["kind"], "source.fixAll");
    let edit = &found[0]["edit"]["changes"][client.uri("main.lang")][0];
    assert_eq!(edit["newText"], "mut ");
}

/// Actions that change one file: title, kind, the text at which it is offered, the text behind it.
const ACTIONS: &[[&str; 4]] = &[
    [
        "Declare it with `let mut`",
        "quickfix",
        "fn main {\n  let n = 1\n  $0n = 2\n  println(n)\n}\n",
        "fn main {\n  let mut n = 1\n  n = 2\n  println(n)\n}\n",
    ],
    [
        "Add all missing fields",
        "quickfix",
        "type copy P { let @x: i64  let @y: f64 }\nfn main { println($0P().x) }\n",
        "type copy P { let @x: i64  let @y: f64 }\nfn main { println(P(x: 0, y: 0.0).x) }\n",
    ],
    [
        "Add the missing argument",
        "quickfix",
        "fn add(a: i64, b: i64) -> i64 { a + b }\nfn main { println($0add(1)) }\n",
        "fn add(a: i64, b: i64) -> i64 { a + b }\nfn main { println(add(1, 0)) }\n",
    ],
    [
        "Write the function `help`",
        "quickfix",
        "fn main { $0help() }\n",
        "fn main { help() }\n\nfn help {\n  panic(\"write `help`\")\n}\n",
    ],
    [
        "Copy `n` into a `let mut`",
        "quickfix",
        "fn f(n: i64) { $0n += 1  println(n) }\n",
        "fn f(n: i64) { let mut n = n  n += 1  println(n) }\n",
    ],
    [
        "Put it in `unsafe { … }`",
        "quickfix",
        "extern { fn getpid -> i32 }\nfn main { println($0getpid()) }\n",
        "extern { fn getpid -> i32 }\nfn main { println(unsafe { getpid() }) }\n",
    ],
    [
        "Take `p` by `ref`",
        "refactor.rewrite",
        "type copy P { let @x: [i64; 9] }\nfn f($0p: P) -> i64 { p.x[1] }\nfn main { println(f(P(x: [1; 9]))) }\n",
        "type copy P { let @x: [i64; 9] }\nfn f(p: ref P) -> i64 { p.x[1] }\nfn main { println(f(P(x: [1; 9]))) }\n",
    ],
    ["Make `P` `copy`", "refactor.rewrite", "type inline $0P { let @x: i64 }\n", "type copy P { let @x: i64 }\n"],
    [
        "Reorder the fields of `P`: 24 → 16 bytes",
        "quickfix",
        "type copy $0P { let @a: u8  let @b: i64  let @c: u8 }\n",
        "type copy P { let @b: i64  let @a: u8  let @c: u8 }\n",
    ],
    [
        "Write the type `f64`",
        "refactor.rewrite",
        "fn main {\n  let $0x = 1.5\n  println(x)\n}\n",
        "fn main {\n  let x: f64 = 1.5\n  println(x)\n}\n",
    ],
    [
        "Inline the variable `x`",
        "refactor.inline",
        "fn main {\n  let $0x = 1.5\n  println(\"😀\")\n  println(x * 2.0)\n}\n",
        "fn main {\n  println(\"😀\")\n  println(1.5 * 2.0)\n}\n",
    ],
    [
        "Extract into the variable `value`",
        "refactor.extract",
        "fn main {\n  println(\"😀\")\n  println($01 + 2$1)\n}\n",
        "fn main {\n  println(\"😀\")\n  let value = 1 + 2\n  println(value)\n}\n",
    ],
];

#[test]
fn each_action_does_what_it_says() {
    for [title, kind, text, expected] in ACTIONS {
        let mut client = client(&[("main.lang", text)]);
        let found = actions(&mut client, u32::from(text.contains("$1")), Value::Null);
        let action = found.iter().find(|action| action["title"] == *title);
        let action = action.unwrap_or_else(|| panic!("{title} is not among {:?}", titles(&found)));
        assert_eq!(action["kind"], *kind, "{title}");
        let edits = action["edit"]["changes"][client.uri("main.lang")].as_array();
        let plain = &client.document("main.lang").text;
        assert_eq!(&applied(plain, edits.expect("it changes the file")), expected, "{title}");
    }
}

#[test]
fn hints_about_the_convention_come_with_their_fixes() {
    let text = "type copy Big { let @a: [i64; 9] }\nfn first(b: $0Big) -> i64 { b.a[0] }\nfn main { println(first(Big(a: [1; 9]))) }\n";
    let mut client = client(&[("main.lang", text)]);
    let hint = client.wait_for_diagnostics("main.lang")[0].clone();
    assert_eq!((&hint["code"], &hint["severity"]), (&json!("W0701"), &json!(4)));
    let found = actions(&mut client, 0, json!(["quickfix"]));
    let edits = found[0]["edit"]["changes"][client.uri("main.lang")].as_array();
    assert_eq!(found[0]["diagnostics"][0]["code"], "W0701");
    let fixed = applied(&client.document("main.lang").text, edits.expect("it changes the file"));
    assert!(fixed.contains("first(b: ref Big)"), "{fixed}");
    let options = Options { initialization_options: json!({"diagnostics": {"hints": false}}), ..Options::default() };
    let mut silent = Client::with_options(&[("main.lang", text)], &options);
    silent.open("main.lang");
    assert_eq!(silent.wait_for_diagnostics("main.lang"), [Value::Null; 0]);
}

#[test]
fn positions_that_do_not_exist_offer_nothing_wrong() {
    let mut client = client(&[("main.lang", "fn main {$0\n")]);
    let params = json!({
        "textDocument": {"uri": client.uri("main.lang")},
        "range": {"start": {"line": 900, "character": 7}, "end": {"line": 2, "character": 1}},
        "context": {"diagnostics": []},
    });
    assert!(client.request("textDocument/codeAction", params).is_ok());
}

/// What the link of a hover asks for: an edit that keeps the meaning of what counts on the order, or nothing.
#[test]
fn fields_are_put_into_the_order_that_the_hover_proposes() {
    let text = "type copy $0Tagged {
  let @kind: u8
  let @value: i64
  let @flag: bool
}
type copy $1Fine { let @a: i64  let @b: u8 }
type copy $2Known { let @kind: u8  let @value: i64  let @flag: bool }
extern { fn take(known: Known) -> i64 }
fn make() -> Tagged { Tagged(1, 2, true) }
";
    let options = Options { initialization_options: json!({"commandLinks": true}), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", text)], &options);
    client.open("main.lang");
    let mut ask = |mark: u32| {
        let page = client.ask("textDocument/hover", client.at(mark));
        let page = page["contents"]["value"].as_str().expect("a page").to_string();
        let place = client.at(mark);
        let argument = json!({"uri": place["textDocument"]["uri"], "position": place["position"]});
        let answer =
            client.ask("workspace/executeCommand", json!({"command": "lang.fieldOrder", "arguments": [argument]}));
        (page, answer)
    };
    for mark in [1, 2] {
        let (page, answer) = ask(mark);
        assert!(!page.contains("Reorder") && !page.contains("\n! "), "{page}");
        assert_eq!(answer, Value::Null);
    }
    let (page, answer) = ask(0);
    assert!(page.contains("\n! value, kind, flag: 16 bytes, in registers\n"), "{page}");
    assert!(page.contains("[Reorder](command:lang.reorderFields?"), "{page}");
    let uri = client.uri("main.lang");
    let edits = match answer["edit"]["changes"][&uri].as_array() {
        Some(edits) => edits.clone(),
        None => answer["edit"]["documentChanges"][0]["edits"].as_array().expect("edits").clone(),
    };
    let changed = crate::edits::applied(&client.document("main.lang").text, &edits);
    assert!(changed.contains("{\n  let @value: i64\n  let @kind: u8\n  let @flag: bool\n}"), "{changed}");
    assert!(changed.contains("Tagged(kind: 1, value: 2, flag: true)"), "{changed}");
    let error =
        client.request("workspace/executeCommand", json!({"command": "lang.fieldOrder", "arguments": [{"uri": 3}]}));
    assert_eq!(error.expect_err("it has no place")["code"], -32602);
}
