//! `textDocument/completion` and `completionItem/resolve`.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

use crate::edits::applied;

const VEC: &str = "# A point.\npub type copy Vec3 {\n  pub let @x: f64\n  pub let @y: f64\n}\n\n# Both, added.\npub fn sum_of(a: Vec3, b: Vec3) -> Vec3 { a }\n";

fn project(main: &str, capabilities: Value) -> Client {
    let files = [("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"), ("main.lang", main), ("geo/vec.lang", VEC)];
    let options = Options {
        capabilities: json!({"textDocument": {"completion": {"completionItem": capabilities}}}),
        ..Options::default()
    };
    let mut client = Client::with_options(&files, &options);
    client.open("main.lang");
    client
}

fn everything() -> Value {
    json!({"snippetSupport": true, "labelDetailsSupport": true, "insertReplaceSupport": true})
}

fn item(client: &mut Client, label: &str) -> Value {
    let answer = client.ask("textDocument/completion", client.at(0));
    let items = answer["items"].as_array().expect("a list").clone();
    let found = items.into_iter().find(|item| item["label"] == label);
    found.unwrap_or_else(|| panic!("{label} is proposed"))
}

/// The text of `main.lang` after a proposal is taken.
fn accept(client: &mut Client, item: &Value) -> String {
    let mut edits = vec![item["textEdit"].clone()];
    edits.extend(item["additionalTextEdits"].as_array().into_iter().flatten().cloned());
    applied(&client.document("main.lang").text, &edits)
}

#[test]
fn completion_with_auto_import() {
    let mut client = project("fn main {\n  let v = sum_$0\n}\n", everything());
    let found = item(&mut client, "sum_of");
    assert_eq!(found["labelDetails"]["description"], "geo.vec");
    assert_eq!(found["labelDetails"]["detail"], "(a: Vec3, b: Vec3)");
    let changed = accept(&mut client, &found);
    assert_eq!(changed, "import geo.vec (sum_of)\n\nfn main {\n  let v = sum_of(${1:a}, ${2:b})$0\n}\n");
    // The name is known now: what is left to say is that its arguments are no vectors.
    client.change("main.lang", &changed.replace("${1:a}, ${2:b})$0", "1, 2)"));
    let is_mismatch = |problem: &Value| problem["code"] == "E0201";
    let problems = client.wait_for_diagnostics_where("main.lang", |params| {
        let all = params["diagnostics"].as_array();
        all.is_some_and(|all| all.iter().any(is_mismatch))
    });
    assert!(problems.iter().all(is_mismatch), "{problems:?}");

    let resolved = client.ask("completionItem/resolve", found);
    let documentation = resolved["documentation"]["value"].as_str().expect("a text");
    for part in ["pub fn sum_of(a: Vec3, b: Vec3) -> Vec3", "Both, added.", "`a` xmm0", "x86_64"] {
        assert!(documentation.contains(part), "{documentation}");
    }
}

#[test]
fn an_import_that_is_there_gets_one_name_more() {
    let mut client = project("import geo.vec (Vec3)\n\nfn main {\n  let v = sum_$0\n}\n", everything());
    let found = item(&mut client, "sum_of");
    let changed = accept(&mut client, &found);
    assert!(changed.starts_with("import geo.vec (Vec3, sum_of)\n\nfn main"), "{changed}");
}

#[test]
fn members_behind_a_point_in_code_that_is_being_typed() {
    let mut client = project("import geo.vec (Vec3)\n\nfn f(v: Vec3) {\n  v.$0\n  let after = 1\n}\n", everything());
    let found = item(&mut client, "x");
    assert_eq!(found["kind"], 5);
    assert_eq!(found["labelDetails"]["description"], "f64");
    assert_eq!(found["textEdit"]["newText"], "x");
    let resolved = client.ask("completionItem/resolve", found);
    assert!(resolved["documentation"]["value"].to_string().contains("pub let @x: f64"));
}

#[test]
fn clients_without_snippets_get_names() {
    let mut client = project("import geo.vec (Vec3, sum_of)\n\nfn main {\n  let 😀 = su$0m\n}\n", json!({}));
    let found = item(&mut client, "sum_of");
    assert_eq!(found["textEdit"]["newText"], "sum_of");
    assert_eq!(found["insertTextFormat"], 1);
    assert_eq!(found["detail"], "(a: Vec3, b: Vec3) Vec3");
    // Columns are UTF-16 units, of which the emoji has two; the rest of the word is left to the editor.
    assert_eq!(found["textEdit"]["range"]["start"]["character"], 11);
    assert_eq!(found["textEdit"]["range"]["end"]["character"], 13);
}

#[test]
fn a_bracket_proposes_attributes_only() {
    for (text, expected) in [("@[$0\nfn f {}\n", true), ("fn f(a: [i64; 3]) {\n  a[$0\n}\n", false)] {
        let mut client = project(text, everything());
        let mut place = client.at(0);
        place["context"] = json!({"triggerKind": 2, "triggerCharacter": "["});
        let answer = client.ask("textDocument/completion", place);
        assert_eq!(answer["items"].is_array(), expected, "{answer}");
    }
}

/// Many letters come before the first question is answered: each question still gets its list.
#[test]
fn letters_are_typed_faster_than_lists_are_made() {
    let functions: String = (0..3000)
        .map(|n| format!("# Number {n}.\nfn name_{n}(first: i64, second: i64) -> i64 {{ first +% second +% {n} }}\n"))
        .collect();
    let text = format!("{functions}fn main() {{\n  \n}}\n");
    let mut client = Client::of_files(&[("main.lang", &text)]);
    client.open("main.lang");
    let start = text.len() - "\n}\n".len();
    let mut waiting = Vec::new();
    for round in 0..6 {
        for typed in 1..=b"name_2999".len() {
            let (from, to) = (start + typed - 1, start + typed);
            let letter = &"name_2999"[typed - 1..typed];
            client.edit("main.lang", from..from, letter);
            let params = json!({
                "textDocument": {"uri": client.uri("main.lang")},
                "position": client.position("main.lang", to),
            });
            waiting.push((client.begin("textDocument/completion", params), typed));
        }
        // A line above moves what was asked about; then all is as it was.
        client.edit("main.lang", 0..0, "# A line more.\n");
        client.change("main.lang", &text);
        println!("round {round}");
    }
    let mut with_names = 0;
    for (id, typed) in waiting {
        let answer = client.answer(id).unwrap_or_else(|error| panic!("after {typed} letters: {error}"));
        let items = answer["items"].as_array().unwrap_or_else(|| panic!("no list after {typed} letters: {answer}"));
        with_names += usize::from(
            items.iter().any(|item| item["label"].as_str().is_some_and(|label| label.starts_with("name_"))),
        );
    }
    assert!(with_names > 0);
    println!("{with_names} lists have the names");
}

#[test]
fn what_the_compiler_knows_explains_itself() {
    let mut client =
        project("fn f(p: Pointer[u8]) {\n  $0\n  unsafe { p.$1 }\n  let a = Pointer.$2\n}\n", everything());
    for name in ["println", "size_of", "String", "Pointer"] {
        let found = item(&mut client, name);
        let resolved = client.ask("completionItem/resolve", found);
        assert!(resolved["documentation"]["value"].as_str().is_some_and(|text| text.len() > 20), "{name}: {resolved}");
    }
    for (mark, name) in [(1, "offset"), (2, "null")] {
        let answer = client.ask("textDocument/completion", client.at(mark));
        let items = answer["items"].as_array().expect("a list").iter();
        let found = items.clone().find(|item| item["label"] == name).expect("it is proposed").clone();
        let resolved = client.ask("completionItem/resolve", found);
        assert!(resolved["documentation"]["value"].is_string(), "{name}: {resolved}");
    }
}
