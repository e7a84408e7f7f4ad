//! `textDocument/prepareRename`, `rename` and `workspace/willRenameFiles`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

use crate::edits;
use crate::places::MANIFEST;

const MAIN: &str = "\
import shapes (Square, $0area as size)
fn main {
  let mine = Square(side: 2.0)
  println(\"😀\" + \"x\")  println($1size(of: mine) + mine.$2side)
}
";

const SHAPES: &str = "\
pub type copy Square { pub let @side: f64 }
pub fn $3area($4of: Square) -> f64 { of.side * of.side }
extern { fn $5labs(x: i64) -> i64 }
";

fn client() -> Client {
    let options = Options {
        capabilities: json!({
            "workspace": {"workspaceEdit": {"documentChanges": true}},
            "textDocument": {"rename": {"prepareSupport": true}},
        }),
        ..Options::default()
    };
    let files = [MANIFEST, ("main.lang", MAIN), ("shapes.lang", SHAPES)];
    let mut client = Client::with_options(&files, &options);
    client.open("main.lang");
    client
}

/// The texts after an edit by the paths of the files.
fn applied(client: &Client, edit: &Value) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for document in edit["documentChanges"].as_array().expect("a list of documents") {
        let uri = document["textDocument"]["uri"].as_str().expect("a URI");
        let path = uri.rsplit('/').next().expect("a path").to_string();
        let text = std::fs::read_to_string(client.folder().join(&path)).expect("the file is there");
        let text = edits::applied(&text, document["edits"].as_array().expect("a list of edits"));
        texts.insert(path, text);
    }
    texts
}

fn rename(client: &mut Client, mark: u32, new_name: &str) -> Result<BTreeMap<String, String>, String> {
    let mut params = client.at(mark);
    params["newName"] = json!(new_name);
    match client.request("textDocument/rename", params) {
        Ok(edit) => Ok(applied(client, &edit)),
        Err(error) => Err(error["message"].as_str().unwrap_or_default().to_string()),
    }
}

#[test]
fn rename_across_files() {
    let mut client = client();
    let texts = rename(&mut client, 3, "surface").expect("nothing clashes");
    assert_eq!(texts["main.lang"].lines().next(), Some("import shapes (Square, surface as size)"));
    assert!(texts["shapes.lang"].contains("pub fn surface(of: Square)"));
    let texts = rename(&mut client, 2, "edge").expect("nothing clashes");
    assert!(texts["main.lang"].contains("Square(edge: 2.0)"), "{texts:?}");
    assert!(texts["main.lang"].contains("println(\"😀\" + \"x\")  println(size(of: mine) + mine.edge)"));
    assert!(texts["shapes.lang"].contains("let @edge: f64") && texts["shapes.lang"].contains("of.edge * of.edge"));
    let texts = rename(&mut client, 4, "shape").expect("nothing clashes");
    assert!(texts["main.lang"].contains("size(shape: mine)"));
    assert!(texts["shapes.lang"].contains("area(shape: Square) -> f64 { shape.side * shape.side }"));
}

#[test]
fn an_open_document_is_changed_in_its_version() {
    let mut client = client();
    let mut params = client.at(3);
    params["newName"] = json!("surface");
    let edit = client.ask("textDocument/rename", params);
    let documents = edit["documentChanges"].as_array().expect("a list");
    let versions: Vec<&Value> = documents.iter().map(|each| &each["textDocument"]["version"]).collect();
    assert_eq!(versions, [&json!(1), &Value::Null]);
}

#[test]
fn what_c_knows_keeps_its_symbol() {
    let texts = rename(&mut client(), 5, "magnitude").expect("nothing clashes");
    assert!(texts["shapes.lang"].contains("extern { @[name(\"labs\")] fn magnitude(x: i64)"), "{texts:?}");
}

#[test]
fn clashes_are_refused_with_a_reason() {
    let mut client = client();
    let refused = rename(&mut client, 3, "Square").expect_err("the name is taken");
    assert!(refused.contains("`Square` is declared twice (shapes.lang:"), "{refused}");
    let refused = rename(&mut client, 1, "if").expect_err("a keyword");
    assert_eq!(refused, "`if` is a word of the language: choose another name");
    let refused = rename(&mut client, 1, "mine").expect_err("a variable hides it");
    assert!(refused.contains("would mean"), "{refused}");
}

#[test]
fn prepare_answers_range_and_name_or_a_reason() {
    let mut client = client();
    let answer = client.ask("textDocument/prepareRename", client.at(1));
    assert_eq!(answer["placeholder"], "size");
    assert_eq!(answer["range"]["start"], client.at(1)["position"]);
    let mut params = client.at(0);
    params["position"] = json!({"line": 1, "character": 4});
    let error = client.request("textDocument/prepareRename", params).expect_err("main");
    assert_eq!(error["message"], "`main` cannot be renamed: it is where the program starts");
    assert_eq!(error["code"], -32803);
}

#[test]
fn imports_follow_a_renamed_file() {
    let mut client = client();
    let filters = &client.initialized["capabilities"]["workspace"]["fileOperations"]["willRename"]["filters"];
    assert_eq!(filters[0]["pattern"]["glob"], "**/*.lang");
    let files = json!([{"oldUri": client.uri("shapes.lang"), "newUri": client.uri("plane/figures.lang")}]);
    let edit = client.ask("workspace/willRenameFiles", json!({"files": files}));
    let texts = applied(&client, &edit);
    assert_eq!(texts["main.lang"].lines().next(), Some("import plane.figures (Square, area as size)"));
    let files = json!([{"oldUri": client.uri("unknown"), "newUri": client.uri("other")}]);
    assert_eq!(client.ask("workspace/willRenameFiles", json!({"files": files})), Value::Null);
}

#[test]
fn projects_that_depend_on_the_file_are_changed_too() {
    let manifest = "name = \"app\"\n[dependencies]\ngeometry = { path = \"../geometry\" }\n";
    let mut client = Client::of_files(&[
        ("geometry/lang.toml", "name = \"geometry\"\n"),
        ("geometry/lib.lang", "pub fn $0area(of: f64) -> f64 { of * of }\n"),
        ("app/lang.toml", manifest),
        ("app/main.lang", "import geometry\nfn main { println(geometry.area(2.0)) }\n"),
    ]);
    client.open("geometry/lib.lang");
    client.open("app/main.lang");
    let mut params = client.at(0);
    params["context"] = json!({"includeDeclaration": true});
    let found = client.ask("textDocument/references", params.clone());
    assert_eq!(found.as_array().map(Vec::len), Some(2), "{found}");
    params["newName"] = json!("surface");
    let edit = client.ask("textDocument/rename", params);
    for (path, edits) in [("geometry/lib.lang", 1), ("app/main.lang", 1)] {
        let changes = &edit["changes"][client.uri(path)];
        assert_eq!(changes.as_array().map(Vec::len), Some(edits), "{path}: {edit}");
    }
}
