//! Patterns in the editor, as somebody writes, reads and changes a `match`.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

use crate::edits::applied;

const HEAD: &str = "type copy Point {\n  let @x: i64\n  let @on: bool\n}\n";

pub(super) fn open(text: &str) -> Client {
    let options = Options {
        capabilities: json!({"textDocument": {
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
            "completion": {"completionItem": {"snippetSupport": true}},
        }}),
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", text)], &options);
    client.open("main.lang");
    client
}

/// The text after the action of a title at the first mark.
pub(super) fn fixed(client: &mut Client, title: &str) -> String {
    let diagnostics = client.wait_for_diagnostics("main.lang");
    let place = client.at(0)["position"].clone();
    let range = json!({"start": place, "end": place});
    let document = json!({"uri": client.uri("main.lang")});
    let params = json!({"textDocument": document, "range": range, "context": {"diagnostics": diagnostics}});
    let answer = client.ask("textDocument/codeAction", params);
    let actions = answer.as_array().cloned().unwrap_or_default();
    let action = actions.iter().find(|action| action["title"] == title);
    let titles: Vec<&Value> = actions.iter().map(|action| &action["title"]).collect();
    let edits = &action.unwrap_or_else(|| panic!("{titles:?}"))["edit"]["changes"][client.uri("main.lang")];
    applied(&client.document("main.lang").text, edits.as_array().expect("a list of edits"))
}

/// Puts a text in and waits until nothing but what is expected is said about it.
pub(super) fn expect_codes(client: &mut Client, text: &str, codes: &[&str]) {
    client.change("main.lang", text);
    client.wait_for_diagnostics_where("main.lang", |params| {
        let found = params["diagnostics"].as_array().into_iter().flatten();
        found.map(|each| each["code"].as_str().unwrap_or_default()).eq(codes.iter().copied())
    });
}

pub(super) fn labels(client: &mut Client) -> Vec<String> {
    let answer = client.ask("textDocument/completion", client.at(0));
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    items.iter().filter_map(|item| item["label"].as_str().map(str::to_owned)).collect()
}

#[test]
fn missing_arms_are_added_until_all_is_well() {
    let body = "fn f(p: Point, b: bool) -> i64 {\n  match ($0p, b) {\n    case (Point(_, true), true) -> 1 # both\n  }\n}\nfn main { println(f(Point(1, true), true)) }\n";
    let mut client = open(&format!("{HEAD}{body}"));
    let text = fixed(&mut client, "Add the missing arms");
    assert!(text.contains("-> 1 # both\n    case (Point("), "{text}");
    assert!(text.contains(") -> panic(\"write this arm\")\n  }\n}\n"), "{text}");
    expect_codes(&mut client, &text, &[]);
}

#[test]
fn one_line_and_no_arms_at_all() {
    let mut client = open("fn main {\n  let n = 3\n  match $0n { case 1 -> println(1) }\n}\n");
    let text = fixed(&mut client, "Add `case _` for all other values");
    assert_eq!(text, "fn main {\n  let n = 3\n  match n { case 1 -> println(1) case _ -> {} }\n}\n");
    expect_codes(&mut client, &text, &[]);
    let mut client = open("fn main {\n  let n = true\n  match $0n {\n  }\n}\n");
    let text = fixed(&mut client, "Add the missing arms");
    assert_eq!(text, "fn main {\n  let n = true\n  match n {\n    case true -> {}\n    case false -> {}\n  }\n}\n");
    expect_codes(&mut client, &text, &[]);
    let mut client = open("fn main {\n  let n = true\n  match $0n {}\n}\n");
    let text = fixed(&mut client, "Add the missing arms");
    assert_eq!(text, "fn main {\n  let n = true\n  match n {\n    case true -> {}\n    case false -> {}\n  }\n}\n");
}

#[test]
fn what_no_value_gets_to_is_removed() {
    let arms = "    case true -> println(1)\n    case false -> println(2)\n";
    let mut client = open(&format!("fn main {{\n  match 1 > 2 {{\n{arms}    case $0_ -> println(3)\n  }}\n}}\n"));
    let text = fixed(&mut client, "Remove the arm");
    assert_eq!(text, format!("fn main {{\n  match 1 > 2 {{\n{arms}  }}\n}}\n"));
    expect_codes(&mut client, &text, &[]);
    for (before, after) in [("1 | 2 | $01", "1 | 2"), ("(3 | $03) | 4", "(3) | 4"), ("(1, _) | $0(1, 2)", "(1, _)")] {
        let value = if before.starts_with("(1") { "(1, 2)" } else { "5" };
        let program = |pattern: &str| {
            format!("fn main {{\n  match {value} {{\n    case {pattern} -> println(1)\n    case _ -> {{}}\n  }}\n}}\n")
        };
        let mut client = open(&program(before));
        assert_eq!(fixed(&mut client, "Remove the alternative"), program(after));
    }
}

#[test]
fn what_stands_in_a_match_is_completed() {
    let body = "fn f(p: Point) {\n  match p {\n    ca$0\n  }\n}\n";
    assert_eq!(labels(&mut open(&format!("{HEAD}{body}"))), ["case"]);
    let body = "fn f(p: Point) {\n  match p {\n    case Point($0) -> {}\n  }\n}\n";
    let found = labels(&mut open(&format!("{HEAD}{body}")));
    assert_eq!(found[..2], ["x:", "on:"], "{found:?}");
    // A field that is named, and one that stands before, is not proposed again.
    let body = "fn f(p: Point) {\n  match p {\n    case Point(x: 1, $0) -> {}\n  }\n}\n";
    let found = labels(&mut open(&format!("{HEAD}{body}")));
    assert!(found.contains(&"on:".to_string()) && !found.contains(&"x:".to_string()), "{found:?}");
    let body = "fn f(p: Point) {\n  match p {\n    case Point(1, o$0) -> {}\n  }\n}\n";
    let found = labels(&mut open(&format!("{HEAD}{body}")));
    assert!(found.contains(&"on:".to_string()) && !found.contains(&"x:".to_string()), "{found:?}");
    let body = "fn f(p: Point) {\n  mat$0\n}\n";
    assert!(labels(&mut open(&format!("{HEAD}{body}"))).contains(&"match".to_string()));
}

const READ: &str = "\
fn f(p: Point, t: (i64, i64)) -> i64 {
  match p {
    case Point($0left, $1on: true) -> left
    case Point(..) -> 0
  }
}
fn g(t: (i64, i64)) -> i64 {
  match t {
    case ($2a, 1) | (1, $3a) -> {
      $4a
    }
    case _ -> 0
  }
}
fn h(name: String) {
  match (name, 2) {
    case ($5text, $6k) -> println(\"${text}${k}\")
  }
  let mut p = Point(1, true)
  match mut p {
    case Point($7changed, _) -> changed = 2
  }
}
";

#[test]
fn a_name_says_what_it_stands_for() {
    let mut client = open(&format!("{HEAD}{READ}"));
    let mut page = |mark| {
        let answer = client.ask("textDocument/hover", client.at(mark));
        answer["contents"]["value"].as_str().unwrap_or_default().to_string()
    };
    for (mark, news) in [
        (0, "left · p.x · lent ref, nothing copied\n"),
        (2, "a · t.0 or t.1 · lent ref, nothing copied\n"),
        (3, "a · t.0 or t.1 · lent ref, nothing copied\n"),
        (5, "text · (value).0 · "),
        (6, "k · (value).1 · its own value, 8 B\n"),
        (7, "changed · p.x · lent mut, nothing copied\n"),
    ] {
        let text = page(mark);
        assert!(text.starts_with(&format!("```text\n{news}")), "{news} is not first in:\n{text}");
    }
    let field = page(1);
    assert!(field.contains("on: bool · offset 8"), "{field}");
}

#[test]
fn names_of_alternatives_and_fields_are_renamed_everywhere() {
    let mut client = open(&format!("{HEAD}{READ}"));
    for (mark, name, count) in [(2, "other", 3), (3, "other", 3), (4, "other", 3), (1, "lit", 2), (0, "first", 2)] {
        let mut params = client.at(mark);
        params["newName"] = json!(name);
        let edit = client.ask("textDocument/rename", params);
        let edits = edit["changes"][client.uri("main.lang")].as_array().cloned().unwrap_or_default();
        assert_eq!(edits.len(), count, "mark {mark}: {edits:?}");
        let text = applied(&client.document("main.lang").text, &edits);
        let before = client.document("main.lang").text.clone();
        // `t` of `f` is not used, before and after.
        expect_codes(&mut client, &text, &["W0401"]);
        client.change("main.lang", &before);
    }
    let mut params = client.at(3);
    params["context"] = json!({"includeDeclaration": true});
    let found = client.ask("textDocument/references", params);
    assert_eq!(found.as_array().map(Vec::len), Some(3), "{found}");
    let definition = client.ask("textDocument/definition", client.at(3));
    assert_eq!(definition[0]["range"]["start"], client.at(2)["position"]);
}

#[test]
fn a_match_folds_and_is_selected_step_by_step() {
    let mut client = open(&format!("{HEAD}{READ}"));
    let document = json!({"textDocument": {"uri": client.uri("main.lang")}});
    let folds = client.ask("textDocument/foldingRange", document);
    let folds: Vec<(u64, u64)> = (folds.as_array().into_iter().flatten())
        .filter_map(|fold| Some((fold["startLine"].as_u64()?, fold["endLine"].as_u64()?)))
        .collect();
    // The `match`, and the arm with a block.
    for wanted in [(11, 16), (12, 14)] {
        assert!(folds.contains(&wanted), "{folds:?}");
    }
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "positions": [client.at(3)["position"]]});
    let mut range = client.ask("textDocument/selectionRange", params)[0].clone();
    let text = client.document("main.lang").text.clone();
    let mut selected = Vec::new();
    while range.is_object() {
        let at = |end: &str| {
            let place = &range["range"][end];
            let line = place["line"].as_u64().unwrap_or_default() as usize;
            let start: usize = text.lines().take(line).map(|line| line.len() + 1).sum();
            start + place["character"].as_u64().unwrap_or_default() as usize
        };
        selected.push(text[at("start")..at("end")].to_string());
        range = range["parent"].clone();
    }
    for (step, wanted) in ["a", "(1, a)", "(a, 1) | (1, a)"].iter().enumerate() {
        assert!(selected.iter().skip(step).any(|each| each == wanted), "{wanted} in {selected:?}");
    }
}

#[test]
fn names_of_patterns_have_colours() {
    let mut client = open(&format!("{HEAD}{READ}"));
    let document = json!({"textDocument": {"uri": client.uri("main.lang")}});
    let answer = client.ask("textDocument/semanticTokens/full", document);
    let legend = client.initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let data: Vec<u64> = answer["data"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let (mut line, mut column, mut places) = (0, 0, Vec::new());
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        places.push((line, column, legend[token[3] as usize].as_str().unwrap_or_default().to_string()));
    }
    for (mark, kind) in [(0, "variable"), (1, "property"), (2, "variable"), (3, "variable")] {
        let place = client.at(mark)["position"].clone();
        let wanted = (place["line"].as_u64(), place["character"].as_u64());
        let found = places.iter().find(|(line, column, _)| (Some(*line), Some(*column)) == wanted);
        assert_eq!(found.map(|(_, _, kind)| kind.as_str()), Some(kind), "mark {mark}");
    }
}
