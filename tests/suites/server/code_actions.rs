//! `textDocument/codeAction`: which are offered for what, and that their edits do what they say.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

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
    let action = actions
        .iter()
        .find(|action| action["title"] == "Import `dot` from `geometry.vec`");
    let action = action.unwrap_or_else(|| panic!("{:?}", titles(&actions)));
    assert_eq!(action["kind"], "quickfix");
    assert_eq!(action["isPreferred"], true);
    assert_eq!(action["diagnostics"][0]["code"], "E0101");
    let edit = &action["edit"]["changes"][client.uri("main.lang")][0];
    assert_eq!(edit["newText"], "import geometry.vec (dot)\n\n");
    client.change(
        "main.lang",
        "import geometry.vec (dot)\n\nfn main { println(dot(1)) }\n",
    );
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
        (
            "main.lang",
            "import b (two)\nimport a (one)\n$0\nfn main { println(one() + two()) }\n",
        ),
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
