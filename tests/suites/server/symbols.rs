//! `textDocument/documentSymbol`, `workspace/symbol`, `foldingRange`, `selectionRange` and the call hierarchy.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

use crate::places::{MANIFEST, shown, text_at};

const MAIN: &str = "\
import shapes
import std.c

# A point.
# In the plane.
type copy P {
  let @x: f64
  fn twice -> f64 { @x * $02.0 }
}
fn $1help(
  n: f64,
) -> f64 {
  shapes.area(n) + shapes.area(1.0)
}
test \"helping\" { assert(help(1.0) > 0.0) }
fn main { println(help(P(x: 1.0).twice())) }
";

fn client(capabilities: Value) -> Client {
    let options = Options { capabilities, ..Options::default() };
    let files = [MANIFEST, ("main.lang", MAIN), ("shapes.lang", "pub fn area(side: f64) -> f64 { side * side }\n")];
    let mut client = Client::with_options(&files, &options);
    client.open("main.lang");
    client
}

fn list(answer: &Value) -> &[Value] {
    answer.as_array().expect("a list")
}

fn names(answer: &Value) -> Vec<&str> {
    list(answer).iter().filter_map(|each| each["name"].as_str()).collect()
}

#[test]
fn an_outline_as_a_tree_and_as_a_list() {
    let mut client = client(json!({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}}));
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}});
    let answer = client.ask("textDocument/documentSymbol", params.clone());
    assert_eq!(names(&answer), ["P", "help", "helping", "main"]);
    assert_eq!(names(&answer[0]["children"]), ["x", "twice"]);
    assert_eq!(answer[1]["detail"], "( n: f64, ) -> f64");
    assert_eq!(text_at(&client, "main.lang", &answer[0]["selectionRange"]), "P");

    let mut client = self::client(Value::Null);
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}});
    let answer = client.ask("textDocument/documentSymbol", params);
    assert_eq!(names(&answer), ["P", "x", "twice", "help", "helping", "main"]);
    assert_eq!(answer[1]["containerName"], "P");
}

#[test]
fn the_workspace_is_searched_for_letters_of_names() {
    let mut client = client(Value::Null);
    let answer = client.ask("workspace/symbol", json!({"query": "ar"}));
    assert_eq!(names(&answer).first(), Some(&"area"));
    assert_eq!(shown(&client, &answer[0]["location"]), "shapes.lang:1:8 area");
    let answer = client.ask("workspace/symbol", json!({"query": "p.twi"}));
    assert_eq!(names(&answer).first(), Some(&"twice"));
    let answer = client.ask("workspace/symbol", json!({"query": "no such name"}));
    assert_eq!(names(&answer), [""; 0]);
}

#[test]
fn folds_of_whole_lines_show_the_closing_bracket() {
    let fold = |client: &mut Client| {
        let params = json!({"textDocument": {"uri": client.uri("main.lang")}});
        let answer = client.ask("textDocument/foldingRange", params);
        let folds = list(&answer).iter().map(|fold| {
            let kind = fold["kind"].as_str().unwrap_or("-");
            format!("{}-{} {kind}", fold["startLine"], fold["endLine"])
        });
        folds.collect::<Vec<String>>()
    };
    let mut lines = client(json!({"textDocument": {"foldingRange": {"lineFoldingOnly": true}}}));
    assert_eq!(fold(&mut lines), ["0-1 imports", "3-4 comment", "5-7 -", "9-10 -", "11-12 -"]);
    let mut columns = client(Value::Null);
    assert_eq!(fold(&mut columns), ["0-1 imports", "3-4 comment", "5-8 -", "9-11 -", "11-13 -"]);
}

#[test]
fn a_selection_grows_from_the_number_to_the_file() {
    let mut client = client(Value::Null);
    let place = client.at(0);
    let params = json!({"textDocument": place["textDocument"], "positions": [place["position"]]});
    let answer = client.ask("textDocument/selectionRange", params);
    let mut steps = Vec::new();
    let mut next = &answer[0];
    while next.is_object() {
        steps.push(text_at(&client, "main.lang", &next["range"]));
        next = &next["parent"];
    }
    assert_eq!(&steps[..3], ["2.0", "@x * 2.0", "{ @x * 2.0 }"]);
    assert!(steps.len() > 5, "{steps:?}");
}

#[test]
fn calls_in_both_directions() {
    let mut client = client(Value::Null);
    let items = client.ask("textDocument/prepareCallHierarchy", client.at(1));
    assert_eq!(shown(&client, &items[0]), "main.lang:10:4 help");
    let calls = client.ask("callHierarchy/incomingCalls", json!({"item": items[0]}));
    let callers: Vec<&str> = list(&calls).iter().filter_map(|call| call["from"]["name"].as_str()).collect();
    assert_eq!(callers, ["helping", "main"]);
    let calls = client.ask("callHierarchy/outgoingCalls", json!({"item": items[0]}));
    assert_eq!(shown(&client, &calls[0]["to"]), "shapes.lang:1:8 area");
    assert_eq!(list(&calls[0]["fromRanges"]).len(), 2);
    // A test that was named as a caller can be asked in its turn.
    let calls = client.ask("callHierarchy/incomingCalls", json!({"item": items[0]}));
    let test = calls[0]["from"].clone();
    let calls = client.ask("callHierarchy/outgoingCalls", json!({"item": test}));
    assert_eq!(calls[0]["to"]["name"], "help");
}
