//! Cases of enums in the editor: completed, found, renamed, coloured and added.

use serde_json::json;

use crate::edits::applied;
use crate::patterns::{expect_codes, fixed, labels, open};

const HEAD: &str = "\
type copy enum Shape {
  case $0Circle($1radius: f64)
  case Rect(wide: f64, high: f64)
  case Line(f64)
  case Dot
  fn static unit -> Shape { Shape.$2Circle($3radius: 1.0) }
}
";

const MATCH: &str = "\
fn area(s: Shape) -> f64 {
  match s {
    case $4Circle($5radius: r) -> r
    case Shape.Rect(wide: w, high: $6high) -> w * high
    case Line($7length) -> length
    case $8Dot -> 0.0
  }
}
fn main { println(area(Shape.unit()) + area(Shape.Rect(wide: 1.0, high: 2.0)) + area(Shape.Line(1.0)) + area(Shape.Dot)) }
";

/// The declaration without its marks.
fn plain() -> String {
    (0..4).fold(HEAD.to_string(), |text, mark| text.replace(&format!("${mark}"), ""))
}

#[test]
fn an_arm_is_offered_the_cases_that_no_other_takes() {
    let offered = |arms: &str| {
        let text = format!("{}fn f(s: Shape) {{\n  match ref s {{\n{arms}  }}\n}}\n", plain());
        let all = labels(&mut open(&text));
        let is_case = |label: &&String| label.starts_with(char::is_uppercase) && !label.starts_with("Shape");
        all.iter().filter(is_case).take_while(|label| *label != "Pointer").cloned().collect::<Vec<_>>()
    };
    assert_eq!(offered("    case $0\n"), ["Circle(radius)", "Rect(wide, high)", "Line(_)", "Dot"]);
    assert_eq!(offered("    case Circle(r) -> {}\n    case Dot | $0 -> {}\n"), ["Rect(wide, high)", "Line(_)"]);
    // A guard, or a part that asks for more, takes not all of a case.
    let arms =
        "    case Rect(1.0, _) -> {}\n    case Dot if 1 > 2 -> {}\n    case (Line(_) as l) -> {}\n    case $0 -> {}\n";
    assert_eq!(offered(arms), ["Circle(radius)", "Rect(wide, high)", "Dot"]);
    // What the whole pattern is matched with says nothing about its parts.
    assert_eq!(offered("    case Line($0) -> {}\n"), [""; 0]);
}

#[test]
fn cases_and_what_they_carry_are_completed() {
    let offered = |body: &str| labels(&mut open(&format!("{}fn f(s: Shape) {{\n  {body}\n}}\n", plain())));
    assert_eq!(offered("let t = Shape.$0"), ["Circle", "Rect", "Line", "Dot", "unit"]);
    assert_eq!(offered("if let Shape.$0 = s {}"), ["Circle(radius)", "Rect(wide, high)", "Line(_)", "Dot"]);
    assert_eq!(offered("match s { case Rect(wide: w, $0) -> {} }")[..1], ["high:"]);
    assert_eq!(offered("if let Shape.Rect($0) = s {}")[..2], ["wide:", "high:"]);
    assert_eq!(offered("let t = Shape.Rect(wide: 1.0, $0)")[..1], ["high:"]);
    assert!(!offered("let t = Sh$0").contains(&"Shape()".to_string()), "an enum itself is not constructed");
}

#[test]
fn names_of_cases_and_of_what_they_carry_lead_to_each_other() {
    let text = format!("{HEAD}{MATCH}");
    let mut client = open(&text);
    let declared: Vec<_> = (0..2).map(|mark| client.at(mark)["position"].clone()).collect();
    for (mark, declaration) in [(2, 0), (3, 1), (4, 0), (5, 1)] {
        let found = client.ask("textDocument/definition", client.at(mark));
        assert_eq!(found[0]["range"]["start"], declared[declaration], "mark {mark}: {found}");
    }
    for (mark, count) in [(0, 3), (1, 3), (2, 3), (5, 3)] {
        let mut params = client.at(mark);
        params["context"] = json!({"includeDeclaration": true});
        let found = client.ask("textDocument/references", params);
        assert_eq!(found.as_array().map(Vec::len), Some(count), "mark {mark}: {found}");
    }
    let before = client.document("main.lang").text.clone();
    for (mark, name, count) in [(4, "Round", 3), (0, "Round", 3), (5, "size", 3), (1, "size", 3), (8, "Point", 3)] {
        let mut params = client.at(mark);
        params["newName"] = json!(name);
        let edit = client.ask("textDocument/rename", params);
        let edits = edit["changes"][client.uri("main.lang")].as_array().cloned().unwrap_or_default();
        assert_eq!(edits.len(), if mark == 8 { 3 } else { count }, "mark {mark}: {edit}");
        let after = applied(&before, &edits);
        expect_codes(&mut client, &after, &[]);
        client.change("main.lang", &before);
    }
}

#[test]
fn a_name_says_which_part_of_which_case_it_is() {
    let mut client = open(&format!("{HEAD}{MATCH}"));
    for (mark, news) in [(6, "high · s.Rect.high · "), (7, "length · s.Line.0 · ")] {
        let answer = client.ask("textDocument/hover", client.at(mark));
        let text = answer["contents"]["value"].as_str().unwrap_or_default().to_string();
        assert!(text.starts_with(&format!("```text\n{news}")), "{news} is not first in:\n{text}");
    }
}

#[test]
fn the_missing_cases_are_added_with_what_they_carry() {
    let body =
        "fn f(s: Shape) -> f64 {\n  match $0s {\n    case Circle(r) -> r\n  }\n}\nfn main { println(f(Shape.Dot)) }\n";
    let mut client = open(&format!("{}{body}", plain()));
    let text = fixed(&mut client, "Add the missing arms");
    let arm = |pattern: &str| format!("    case {pattern} -> panic(\"write this arm\")\n");
    let arms = [arm("Rect(_, _)"), arm("Line(_)"), arm("Dot")].concat();
    assert!(text.contains(&format!("    case Circle(r) -> r\n{arms}  }}\n")), "{text}");
    expect_codes(&mut client, &text, &[]);
    // Of a part, the cases that it lacks.
    let body = "fn f(s: Shape, b: bool) {\n  match $0(s, b) {\n    case (Circle(_) | Dot | Line(_), _) -> {}\n    case (_, false) -> {}\n  }\n}\nfn main { f(Shape.Dot, true) }\n";
    let mut client = open(&format!("{}{body}", plain()));
    let text = fixed(&mut client, "Add the missing arm");
    assert!(text.contains("    case (Rect(_, _), true) -> {}\n"), "{text}");
    expect_codes(&mut client, &text, &[]);
}
