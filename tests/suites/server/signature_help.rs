//! `textDocument/signatureHelp`.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

fn help(text: &str, capabilities: Value) -> Value {
    let options = Options {
        capabilities: json!({"textDocument": {"signatureHelp": {"signatureInformation": capabilities}}}),
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", text)], &options);
    client.open("main.lang");
    client.ask("textDocument/signatureHelp", client.at(0))
}

const MAX: &str = "# The larger one.\nfn max(left: i64, right: i64) -> i64 { left }\n";

#[test]
fn signature_help_in_an_unclosed_call() {
    let text = format!("{MAX}fn main {{\n  let a = max(1, $0\n  let b = 2\n}}\n\nfn after {{}}\n");
    let answer = help(&text, json!({"parameterInformation": {"labelOffsetSupport": true}}));
    let signature = &answer["signatures"][0];
    assert_eq!(signature["label"], "max(left: i64, right: i64) -> i64");
    assert_eq!(signature["parameters"][1]["label"], json!([15, 25]));
    assert_eq!(answer["activeParameter"], 1);
    assert_eq!(signature["documentation"]["value"], "The larger one.");
    let travels = signature["parameters"][1]["documentation"]["value"].as_str().expect("a text");
    assert!(travels.contains("rsi"), "{travels}");
}

#[test]
fn by_name_and_for_clients_that_take_no_offsets() {
    let answer = help(&format!("{MAX}fn main {{ max(right: 1$0) }}\n"), json!({}));
    assert_eq!(answer["signatures"][0]["parameters"][0]["label"], "left: i64");
    assert_eq!(answer["activeParameter"], 1);
}

#[test]
fn nothing_outside_of_calls() {
    assert_eq!(help(&format!("{MAX}fn main {{ max(1, 2)$0 }}\n"), json!({})), Value::Null);
}

/// Letters that come before the answer do not turn it into an error; neither for the page of a name.
#[test]
fn answers_come_while_letters_are_typed() {
    let functions: String = (0..1500)
        .map(|n| format!("# Number {n}.\nfn name_{n}(first: i64, second: i64) -> i64 {{ first +% second +% {n} }}\n"))
        .collect();
    let text = format!("{functions}fn main() {{\n  let a = name_7(1, )\n}}\n");
    let mut client = Client::of_files(&[("main.lang", &text)]);
    client.open("main.lang");
    let at = text.find("(1, )").expect("the call") + "(1, ".len();
    for method in ["textDocument/signatureHelp", "textDocument/hover"] {
        let mut waiting = Vec::new();
        for letters in 0..60 {
            let place = if method.ends_with("hover") { at - 8 } else { at };
            let params = json!({
                "textDocument": {"uri": client.uri("main.lang")},
                "position": client.position("main.lang", place),
            });
            waiting.push(client.begin(method, params));
            client.edit("main.lang", at + letters..at + letters, "1");
        }
        for id in waiting {
            let answer = client.answer(id).unwrap_or_else(|error| panic!("{method}: {error}"));
            assert!(answer.to_string().contains("name_7"), "{method}: {answer}");
        }
        client.change("main.lang", &text);
    }
}
