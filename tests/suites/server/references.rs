//! `textDocument/references` and `documentHighlight`.

use serde_json::json;
use tests::language_client::Client;

use crate::places::{MANIFEST, all_shown, text_at};

#[test]
fn in_all_files_through_other_names() {
    let mut client = Client::of_files(&[
        MANIFEST,
        (
            "main.lang",
            "import shapes (area as size)\nfn main { println(size(of: 2.0) + other()) }\nimport other (other)\n",
        ),
        ("other.lang", "import shapes\npub fn other -> f64 { shapes.area(1.0) }\n"),
        ("shapes.lang", "pub fn $0area(of: f64) -> f64 { of * of }\n"),
    ]);
    client.open("shapes.lang");
    let mut params = client.at(0);
    params["context"] = json!({"includeDeclaration": true});
    let answer = client.ask("textDocument/references", params.clone());
    assert_eq!(
        all_shown(&client, &answer),
        [
            "main.lang:1:16 area",
            "main.lang:1:24 size",
            "main.lang:2:19 size",
            "other.lang:2:30 area",
            "shapes.lang:1:8 area",
        ]
    );
    params["context"] = json!({"includeDeclaration": false});
    let answer = client.ask("textDocument/references", params);
    assert_eq!(all_shown(&client, &answer).len(), 4);
}

#[test]
fn of_the_text_that_is_typed_not_of_the_disk() {
    let mut client = Client::of_files(&[MANIFEST, ("main.lang", "fn main { }\n"), ("m.lang", "pub fn $0f { }\n")]);
    client.open("main.lang");
    client.open("m.lang");
    client.change("main.lang", "import m\nfn main { m.f()  m.f() }\n");
    let mut params = client.at(0);
    params["context"] = json!({"includeDeclaration": false});
    let answer = client.ask("textDocument/references", params);
    assert_eq!(answer.as_array().map(Vec::len), Some(2));
}

#[test]
fn highlights_tell_reads_from_writes() {
    let mut client = Client::of_files(&[(
        "main.lang",
        "fn main {\n  let mut $0n = 1\n  n += n\n  println(n)\n  $1loop { break }\n}\n",
    )]);
    client.open("main.lang");
    let mut ask = |mark: u32| {
        let answer = client.ask("textDocument/documentHighlight", client.at(mark));
        let places = answer.as_array().expect("a list").iter().map(|each| {
            let text = text_at(&client, "main.lang", &each["range"]);
            format!("{text} {}", each["kind"])
        });
        places.collect::<Vec<String>>()
    };
    assert_eq!(ask(0), ["n 3", "n 3", "n 2", "n 2"]);
    assert_eq!(ask(1), ["loop 1", "break 1"]);
}
