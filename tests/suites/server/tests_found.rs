//! `lang.tests`: the tests of a file and of everything, by the names that `lang test --exact` takes.

use serde_json::{Value, json};
use tests::language_client::Client;

const FILES: &[(&str, &str)] = &[
    ("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"),
    ("main.lang", "import deep.part (two)\n\ntest \"adds\" { assert(1 + 1 == two()) }\n\nfn main() {}\n"),
    ("deep/part.lang", "pub fn two -> i64 { 2 }\n\ntest \"is two\" {\n  assert(two() == 2)\n}\n"),
];

fn found(client: &mut Client, argument: Value) -> Vec<(String, Value, Value)> {
    let answer = client.ask("workspace/executeCommand", json!({"command": "lang.tests", "arguments": [argument]}));
    let tests = answer.as_array().expect("a list").iter();
    tests
        .map(|test| {
            let name = test["name"].as_str().unwrap_or_default().to_string();
            let range = &test["range"];
            let lines = json!([range["start"]["line"], range["end"]["line"]]);
            (name, test["uri"].clone(), lines)
        })
        .collect()
}

#[test]
fn tests_of_a_file_and_of_everything() {
    let mut client = Client::of_files(FILES);
    client.open("main.lang");
    client.open("deep/part.lang");
    let adds = ("adds".to_string(), json!(client.uri("main.lang")), json!([2, 2]));
    let is_two = ("deep.part: is two".to_string(), json!(client.uri("deep/part.lang")), json!([2, 4]));
    let uri = client.uri("deep/part.lang");
    assert_eq!(found(&mut client, json!({"uri": uri})), std::slice::from_ref(&is_two));
    let mut all = found(&mut client, json!({}));
    all.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(all, [adds, is_two]);
}
