//! `textDocument/codeLens`: Run, Test, Measure, and Debug only where the editor can do it.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

const TEXT: &str =
    "test \"adds\" { assert(1 + 1 == 2) }\n\nfn help {}\n\nfn main { help() }\n\nbench \"sums\" { help() }\n";

fn lenses(settings: Value) -> Vec<(String, String, Value)> {
    let options = Options { initialization_options: settings.clone(), ..Options::default() };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.settings = settings;
    client.open("main.lang");
    let uri = client.uri("main.lang");
    let answer = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    let lenses = answer.as_array().expect("a list").iter();
    lenses
        .map(|lens| {
            let command = &lens["command"];
            let argument = &command["arguments"][0];
            assert_eq!(argument["uri"], uri);
            let (line, kind) = match argument["name"].as_str() {
                Some("main") => (4, "program"),
                Some("sums") => (6, "bench"),
                _ => (0, "test"),
            };
            assert_eq!(lens["range"]["start"]["line"], line);
            assert_eq!(argument["kind"], kind);
            let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
            (text(&command["title"]), text(&command["command"]), argument["name"].clone())
        })
        .collect()
}

fn lens(title: &str, command: &str, name: &str) -> (String, String, Value) {
    (title.to_string(), command.to_string(), json!(name))
}

#[test]
fn run_test_and_measure() {
    let measure = lens("Measure", "lang.bench", "sums");
    let expected = [lens("Test", "lang.test", "adds"), lens("Run", "lang.run", "main"), measure];
    assert_eq!(lenses(json!({})), expected);
}

#[test]
fn debug_where_the_editor_can() {
    let expected = [
        lens("Test", "lang.test", "adds"),
        lens("Debug", "lang.debug", "adds"),
        lens("Run", "lang.run", "main"),
        lens("Debug", "lang.debug", "main"),
        lens("Measure", "lang.bench", "sums"),
    ];
    assert_eq!(lenses(json!({"debug": true})), expected);
    assert_eq!(lenses(json!({"debug": true, "lens": {"run": false, "debug": false}})), []);
}
