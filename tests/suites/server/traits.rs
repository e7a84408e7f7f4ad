//! Traits, generic types and closures in the editor, as somebody writes an `impl`, goes to it and reads what is captured.

use serde_json::{Value, json};

use crate::patterns::{expect_codes, fixed, labels, open};

const HEAD: &str = "\
trait Area {
  fn area -> f64
  fn mut grow(by: f64)
  fn twice -> f64 { self.area() * 2.0 }
}
type copy Square { let @side: f64 }
type copy Circle { let @radius: f64 }
";

const IMPLS: &str = "\
impl Area for Square {
  fn area -> f64 { @side * @side }
  fn mut grow(by: f64) { @side += by }
}
impl Area for Circle {
  fn area -> f64 { @radius * @radius * 3.0 }
  fn mut grow(by: f64) { @radius += by }
}
";

#[test]
fn missing_methods_are_written_until_all_is_well() {
    let mut client = open(&format!("{HEAD}impl Area for $0Square\nfn main {{ println(Square(1.0).twice()) }}\n"));
    let text = fixed(&mut client, "Implement the 2 missing methods");
    let written =
        "impl Area for Square {\n  fn area -> f64 {\n    panic(\"write `area`\")\n  }\n\n  fn mut grow(by: f64) {\n";
    assert!(text.contains(written), "{text}");
    // What the new methods do not use yet is said.
    expect_codes(&mut client, &text, &["W0401"]);
}

#[test]
fn an_impl_is_completed() {
    let text = format!("{HEAD}impl Area for Square {{\n  $0\n}}\n");
    assert_eq!(labels(&mut open(&text))[..2], ["fn area -> f64", "fn mut grow(by: f64)"]);
    let text = format!("{HEAD}impl Area for Square {{\n  fn mut gr$0\n}}\n");
    assert_eq!(labels(&mut open(&text)), ["grow"]);
}

#[test]
fn a_trait_is_derived_for_an_operator() {
    let mut client = open("type copy P { let @x: i64 }\nfn main { println($0P(1) < P(2)) }\n");
    let text = fixed(&mut client, "Derive `Order`");
    assert_eq!(
        text,
        "type copy P { let @x: i64 }\nimpl Equal for P\nimpl Order for P\nfn main { println(P(1) < P(2)) }\n"
    );
    expect_codes(&mut client, &text, &[]);
}

#[test]
fn a_method_of_a_hidden_trait_comes_with_its_import() {
    let text = "fn main {\n  let n = 7\n  println(n.dou$0)\n}\n";
    let other = "pub trait Doubled { fn doubled -> i64 }\nimpl Doubled for i64 { fn doubled -> i64 { self * 2 } }\n";
    let mut client = tests::language_client::Client::with_options(
        &[("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"), ("main.lang", text), ("sums.lang", other)],
        &tests::language_client::Options::default(),
    );
    client.open("main.lang");
    let answer = client.ask("textDocument/completion", client.at(0));
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    let item = items.iter().find(|item| item["label"] == "doubled").expect("it is proposed");
    assert_eq!(item["additionalTextEdits"][0]["newText"], "import sums (Doubled)\n\n");
}

/// The lines that an answer leads to.
fn lines(answer: &Value) -> Vec<u64> {
    let all = answer.as_array().cloned().unwrap_or_default();
    all.iter().filter_map(|each| each["range"]["start"]["line"].as_u64()).collect()
}

#[test]
fn implementations_of_traits_methods_types_and_calls() {
    let heads = HEAD.replace("trait Area", "trait $0Area").replace("fn area -> f64\n", "fn $1area -> f64\n");
    let heads = heads.replace("copy Square", "copy $2Square");
    let text =
        format!("{heads}{IMPLS}fn f(s: Square, d: ref dyn Area) -> f64 {{ s.$3area() + d.$4area() + s.$5twice() }}\n");
    let mut client = open(&text);
    let mut ask = |mark: u32| {
        let answer = client.ask("textDocument/implementation", client.at(mark));
        lines(&answer)
    };
    assert_eq!(ask(0), [7, 11]);
    assert_eq!(ask(1), [8, 12]);
    assert_eq!(ask(2), [7]);
    // Of a known type the one method, behind `dyn` all of them.
    assert_eq!(ask(3), [8]);
    assert_eq!(ask(4), [8, 12]);
    assert_eq!(ask(5), [3]);
}

#[test]
fn callers_through_a_trait() {
    let impls = IMPLS.replacen("fn area", "fn $0area", 1);
    let text = format!(
        "{HEAD}{impls}fn known(s: Square) -> f64 {{ s.area() }}\nfn other(c: Circle) -> f64 {{ c.area() }}\nfn any(d: ref dyn Area) -> f64 {{ d.area() }}\n"
    );
    let mut client = open(&text);
    let prepared = client.ask("textDocument/prepareCallHierarchy", client.at(0));
    let incoming = client.ask("callHierarchy/incomingCalls", json!({"item": prepared[0]}));
    let names = incoming.as_array().cloned().unwrap_or_default();
    let names: Vec<&str> = names.iter().filter_map(|each| each["from"]["name"].as_str()).collect();
    assert_eq!(names, ["twice", "known", "any"]);
}

#[test]
fn what_closures_capture_is_shown() {
    let text = "fn each(does: mut fn (i64)) { does(1) }\nfn main {\n  let mut sum = 0\n  let n = 2\n  each($0fn (i) { sum += i + n })\n  println(sum)\n}\n";
    let mut client = open(text);
    let hover = client.ask("textDocument/hover", client.at(0));
    let page = hover["contents"]["value"].as_str().unwrap_or_default().to_string();
    assert!(page.contains("mut fn (i64) · closure · 16 bytes: code, environment\n"), "{page}");
    assert!(page.contains("environment: 24 bytes in the frame"), "{page}");
    assert!(page.contains("  8  sum  i64  8 B  mut: its address\n"), "{page}");
    let document = json!({"uri": client.uri("main.lang")});
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let hints = client.ask("textDocument/inlayHint", json!({"textDocument": document, "range": range}));
    let hints = hints.as_array().cloned().unwrap_or_default();
    let found = hints.iter().find(|hint| hint["label"] == "captures mut sum, ref n").expect("a hint");
    assert_eq!(found["position"], json!({"line": 4, "character": 13}));
}

#[test]
fn an_instance_and_a_table_are_shown() {
    let text = "type inline Pair[A, B] { let @a: A  let @b: B }\ntrait Area { fn area -> f64 }\nfn f(p: $0Pair[i8, i64], d: ref $1dyn Area) { println(d.$2area()) }\n";
    let mut client = open(text);
    let mut page = |mark: u32| {
        let hover = client.ask("textDocument/hover", client.at(mark));
        hover["contents"]["value"].as_str().unwrap_or_default().to_string()
    };
    let pair = page(0);
    assert!(pair.contains("Pair[i8, i64] · 16 bytes · align 8 · 7 padding · moved on use\n"), "{pair}");
    let table = page(1);
    assert!(table.contains("vtable: 4 words, 32 bytes\n") && table.contains(" 24  area   fn area -> f64\n"), "{table}");
    let call = page(2);
    assert!(call.contains("through dyn Area · slot 3 of the vtable, at byte 24\n"), "{call}");
}
