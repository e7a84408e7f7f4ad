//! `textDocument/documentLink`.

use serde_json::json;
use tests::language_client::Client;

use crate::places::{MANIFEST, text_at};

#[test]
fn imports_lead_to_their_files() {
    let mut client = Client::of_files(&[
        MANIFEST,
        ("main.lang", "import deep.part (two)\nimport std.c\nimport missing\nfn main { println(two()) }\n"),
        ("deep/part.lang", "pub fn two -> i64 { 2 }\n"),
    ]);
    client.open("main.lang");
    let params = json!({"textDocument": {"uri": client.uri("main.lang")}});
    let answer = client.ask("textDocument/documentLink", params);
    let links = answer.as_array().expect("a list");
    let texts: Vec<String> = links.iter().map(|link| text_at(&client, "main.lang", &link["range"])).collect();
    assert_eq!(texts, ["deep.part", "std.c"]);
    assert_eq!(links[0]["target"], client.uri("deep/part.lang"));
    // The standard library lies where an editor can open it.
    let library = links[1]["target"].as_str().and_then(|uri| uri.strip_prefix("file://"));
    assert!(std::path::Path::new(library.expect("a file")).is_file(), "{answer}");
}
