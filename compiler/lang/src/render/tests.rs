//! Each form of the same two reports, and SARIF against its schema.

use std::sync::Arc;

use expect_test::{Expect, expect};
use project::{Change, Origin, Place, Report};
use source::{DiagnosticKind, Severity, Tag};

use super::{Style, to_text};
use crate::arguments::MessageFormat;

static MISMATCH: DiagnosticKind = DiagnosticKind {
    code: "E0999",
    name: "example-mismatch",
    title: "types differ",
    explanation: "An *example*.",
    severity: Severity::Error,
};
static UNUSED: DiagnosticKind = DiagnosticKind {
    code: "W0999",
    name: "example-unused",
    title: "unused",
    explanation: "Another *example*.",
    severity: Severity::Warning,
};
static COPY: DiagnosticKind = DiagnosticKind {
    code: "W0998",
    name: "example-copy",
    title: "a copy",
    explanation: "A *hint*.",
    severity: Severity::Hint,
};
static LINK: DiagnosticKind = DiagnosticKind {
    code: "E0998",
    name: "example-link",
    title: "not linked",
    explanation: "No place.",
    severity: Severity::Error,
};

/// The first place of a part in a text.
fn place_of(origin: &Origin, part: &str, label: &str) -> Place {
    let start = origin.text.find(part).expect("it is in there") as u32;
    Place { origin: origin.clone(), range: start..start + part.len() as u32, label: label.to_string() }
}

fn reports() -> Vec<Report> {
    let text = "fn main() {\n  let größe: i64 = \"x\"\n  let unused = 1\n}\n";
    let origin = Origin { path: Arc::from("src, a:b/größe.lang"), text: Arc::from(text) };
    let place = |part: &str, label: &str| place_of(&origin, part, label);
    let mut mismatch = Report::without_place(&MISMATCH, "expected `i64`, found `String`");
    mismatch.primary = Some(place("\"x\"", "a `String`"));
    mismatch.secondary = vec![place("i64", "wanted by this")];
    mismatch.notes = vec!["100% sure".to_string()];
    mismatch.help = vec!["write a number".to_string()];
    let mut unused = Report::without_place(&UNUSED, "`unused` is never read");
    unused.primary = Some(place("unused", ""));
    unused.fix = Some(Change {
        also: Vec::new(),
        title: "name it `_unused`".to_string(),
        place: place("unused", ""),
        text: "_unused".to_string(),
        is_guess: false,
    });
    unused.tags = vec![Tag::Unnecessary];
    vec![mismatch, unused, Report::without_place(&LINK, "cannot link\nat all")]
}

fn style(format: MessageFormat) -> Style {
    Style { format, colors: false, hints: false }
}

/// A hint alone: hidden from people unless they ask, never from programs.
#[test]
fn hints() {
    let mut hint = Report::without_place(&COPY, "`line` is copied");
    hint.primary = reports()[1].primary.clone();
    let render = |format, hints| to_text(&[hint.clone()], Style { hints, ..style(format) }, &[&COPY]);
    let counted = "1 hint (--hints shows them)\n";
    assert_eq!(render(MessageFormat::Short, false), counted);
    assert_eq!(render(MessageFormat::Human, false), counted);
    let line = "src, a:b/größe.lang:3:7: hint[W0998]: `line` is copied\n1 hint\n";
    assert_eq!(render(MessageFormat::Short, true), line);
    assert!(render(MessageFormat::Human, true).contains("hint[W0998]: `line` is copied"));
    assert!(render(MessageFormat::Github, false).starts_with("::notice title=W0998 example-copy,"));
    assert!(render(MessageFormat::Json, false).contains(r#""severity":"hint""#));
    assert!(render(MessageFormat::Sarif, false).contains(r#""level": "note""#));
}

fn rendered(format: MessageFormat) -> String {
    to_text(&reports(), style(format), &[&MISMATCH, &UNUSED, &LINK])
}

fn check(format: MessageFormat, expected: Expect) {
    expected.assert_eq(&rendered(format));
}

#[test]
fn human() {
    check(
        MessageFormat::Human,
        expect![[r#"
        error[E0999]: expected `i64`, found `String`
         --> src, a:b/größe.lang:2:20
          |
        2 |   let größe: i64 = "x"
          |              ---   ^^^ a `String`
          |              |
          |              wanted by this
          |
          = note: 100% sure
          = help: write a number

        warning[W0999]: `unused` is never read
         --> src, a:b/größe.lang:3:7
          |
        3 |   let unused = 1
          |       ^^^^^^
          |
        help: name it `_unused`
          |
        3 |   let _unused = 1
          |       +

        error[E0998]: cannot link
                      at all

        2 errors, 1 warning
    "#]],
    );
}

#[test]
fn short() {
    check(
        MessageFormat::Short,
        expect![[r#"
        src, a:b/größe.lang:2:20: error[E0999]: expected `i64`, found `String`
        src, a:b/größe.lang:3:7: warning[W0999]: `unused` is never read
        error[E0998]: cannot link at all
        2 errors, 1 warning
    "#]],
    );
}

#[test]
fn json() {
    check(
        MessageFormat::Json,
        expect![[r#"
            {"code":"E0999","name":"example-mismatch","severity":"error","message":"expected `i64`, found `String`","file":"src, a:b/größe.lang","range":{"start":{"line":2,"column":20,"offset":33},"end":{"line":2,"column":23,"offset":36}},"label":"a `String`","related":[{"file":"src, a:b/größe.lang","range":{"start":{"line":2,"column":14,"offset":27},"end":{"line":2,"column":17,"offset":30}},"label":"wanted by this"}],"notes":["100% sure"],"help":["write a number"],"fix":null,"tags":[]}
            {"code":"W0999","name":"example-unused","severity":"warning","message":"`unused` is never read","file":"src, a:b/größe.lang","range":{"start":{"line":3,"column":7,"offset":43},"end":{"line":3,"column":13,"offset":49}},"label":"","related":[],"notes":[],"help":[],"fix":{"title":"name it `_unused`","file":"src, a:b/größe.lang","range":{"start":{"line":3,"column":7,"offset":43},"end":{"line":3,"column":13,"offset":49}},"text":"_unused","guess":false},"tags":["unnecessary"]}
            {"code":"E0998","name":"example-link","severity":"error","message":"cannot link\nat all","file":null,"range":null,"label":"","related":[],"notes":[],"help":[],"fix":null,"tags":[]}
        "#]],
    );
}

#[test]
fn github() {
    check(
        MessageFormat::Github,
        expect![[r#"
        ::error title=E0999 example-mismatch,file=src%2C a%3Ab/größe.lang,line=2,endLine=2,col=20,endColumn=22::expected `i64`, found `String`%0Aa `String`%0Asrc, a:b/größe.lang:2:14: wanted by this%0Anote: 100%25 sure%0Ahelp: write a number
        ::warning title=W0999 example-unused,file=src%2C a%3Ab/größe.lang,line=3,endLine=3,col=7,endColumn=12::`unused` is never read
        ::error title=E0998 example-link::cannot link%0Aat all
    "#]],
    );
}

#[test]
fn colors_only_where_asked() {
    let text = to_text(&reports(), Style { colors: true, ..style(MessageFormat::Human) }, &[]);
    assert!(text.contains("\u{1b}["));
    assert!(!rendered(MessageFormat::Human).contains('\u{1b}'));
}

#[test]
fn json_is_as_its_schema_says() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../report.schema.json")).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    for line in rendered(MessageFormat::Json).lines() {
        let mut report: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        let faults: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new());
        report["range"] = 1.into();
        assert!(!validator.is_valid(&report));
    }
}

#[test]
fn sarif_is_valid_against_the_official_schema() {
    let schema = include_str!("../../tests/sarif-2.1.0.schema.json");
    // One pattern of the official schema is no regular expression: its bracket is never opened.
    let schema = schema.replace("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let mut document: serde_json::Value = serde_json::from_str(&rendered(MessageFormat::Sarif)).expect("a document");
    let faults: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new());
    let region = &document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&region["startLine"], &region["startColumn"], &region["endColumn"]),
        (&2.into(), &20.into(), &23.into())
    );
    // The schema does find faults.
    document["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!validator.is_valid(&document));
}

/// A report about part of a text, about another part of it, and with a change of a third.
fn report_of(text: &str, first: &str, second: &str, changed: &str) -> Report {
    let origin = Origin { path: Arc::from("long.lang"), text: Arc::from(text) };
    let place = |part: &str, label: &str| place_of(&origin, part, label);
    let mut report = Report::without_place(&MISMATCH, "they differ");
    report.primary = Some(place(first, "here is one"));
    report.secondary = vec![place(second, "here is the other")];
    report.fix = Some(Change {
        also: Vec::new(),
        title: "write another".to_string(),
        place: place(changed, ""),
        text: "another".to_string(),
        is_guess: false,
    });
    report
}

fn shown(reports: &[Report]) -> String {
    to_text(reports, style(MessageFormat::Human), &[&MISMATCH])
}

#[test]
fn of_long_lines_what_stands_around_the_places_is_shown() {
    let calls = |count: usize, name: &str| format!("{name}(größe)  ").repeat(count);
    let text = format!(
        "fn main() {{\n  {}one {} two {}\n  let three = 3\n}}\n",
        calls(100, "f"),
        calls(100, "g"),
        calls(100, "h")
    );
    expect![[r#"
        error[E0999]: they differ
         --> long.lang:2:1003
          |
        2 | ...(größe)  one g(größe)  g(größe)  g(größe)  g(größe)  g... g(größe)  g(größe)  g(größe)  g(größe)   two h(größe)  h(größe)  h(größe...
          |             ^^^ here is one                                                                           --- here is the other
          |
        help: write another
          |
        2 - ... g(größe)  g(größe)  g(größe)  g(größe)   two h(größe)  h(größe)  h(größe)  h(größe)  h...
        2 + ... g(größe)  g(größe)  g(größe)  g(größe)   another h(größe)  h(größe)  h(größe)  h(größe)  h...
          |

        1 error
    "#]].assert_eq(&shown(&[report_of(&text, "one", "two", "two")]));
    // A short line beside a long one, a place at the end of a line and one that begins and ends in cut lines.
    expect![[r#"
        error[E0999]: they differ
         --> long.lang:3:7
          |
        2 | ...  f(größe)  f(größe)  f(größe)  f(größe)  one g(größe)  g(größe)  g(größe)  g(größe)  g...
          |                                              --- here is the other
        3 |   let three = 3
          |       ^^^^^ here is one
          |
        help: write another
          |
        3 -   let three = 3
        3 +   let another = 3
          |

        1 error
    "#]]
    .assert_eq(&shown(&[report_of(&text, "three", "one", "three")]));
    let long = &text[text.find("one").unwrap_or(0)..text.find(" two").unwrap_or(0)];
    expect![[r#"
        error[E0999]: they differ
         --> long.lang:2:1003
          |
        1 |   fn main() {
          |  ___________-
        2 | |   f(größe)  f(größe)  f(größe)  f(größe)  ...  f(größe)  f(größe)  f(größe)  f(größe)  one g(größe)  g(größe)  g(größe)  g(größe)...  g(größe)  g(größe)  g(größe)  g(größe)   tw...
          | | -                                                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ here is one
          | |_|
          |   here is the other
          |
          = help: write another

        1 error
    "#]].assert_eq(&shown(&[report_of(&text, long, "{\n", long)]));
    let end = &text[text.rfind("h(").unwrap_or(0)..text.rfind("let").unwrap_or(0)];
    expect![[r#"
        error[E0999]: they differ
         --> long.lang:2:3002
          |
        2 |   ...  h(größe)  h(größe)  h(größe)  h(größe)  h(größe)  
          |  ______________________________________________^
        3 | |   let three = 3
          | |  ^--------- here is the other
          | |__|
          |    here is one
          |
        help: write another
          |
        1 - fn main() {
        1 + another main() {
          |

        1 error
    "#]]
    .assert_eq(&shown(&[report_of(&text, end, "let three", "fn")]));
}

/// A report of one problem costs as much as it says, not as much as its line: n problems in one line cost n.
#[test]
fn problems_in_one_line_are_shown_in_proportion() {
    let length = |count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!("größe{number:06}")).collect();
        let text = format!("fn main() {{ {} }}", names.join("  "));
        let reports: Vec<Report> = names.iter().map(|name| report_of(&text, name, "main", name)).collect();
        shown(&reports).len()
    };
    let (few, many) = (length(200), length(800));
    assert!(many < 5 * few, "{few} {many}");
}

/// Many reports of the same text must not each draw all of it: places far apart stand in pieces of their own, and lines
/// too long to be read are not shown.
#[test]
fn what_is_drawn_of_a_large_text_is_bounded() {
    let wide = format!("fn main() {{ {}let größe = 1 }}", "f()  ".repeat(10_000));
    let tall = format!("let first = 1\n{}let last = 2\n", "f()\n".repeat(10_000));
    let report = |path: &str, text: &str, first: &str, second: &str| {
        let origin = Origin { path: Arc::from(path), text: Arc::from(text) };
        let place = |part: &str| {
            let start = text.find(part).expect("it is in there") as u32;
            Place { origin: origin.clone(), range: start..start + part.len() as u32, label: format!("here is {part}") }
        };
        let mut report = Report::without_place(&MISMATCH, "they differ");
        report.primary = Some(place(first));
        report.secondary = vec![place(second)];
        report
    };
    let reports = [report("large.lang", &wide, "= 1", "main"), report("tall.lang", &tall, "last", "first")];
    let shown = shown(&reports);
    assert!(shown.len() < 1_000, "{shown}");
    for part in ["large.lang:1:50023", "here is = 1", "large.lang:1:4", "here is main"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    for part in ["10002 | let last = 2", "here is last", "1 | let first = 1", "here is first"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}
