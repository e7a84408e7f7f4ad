//! The server itself: its beginning and end, texts, diagnostics after edits.

use serde_json::{Value, json};
use tests::language_client::{Client, Options};

const CLEAN: &str = "fn main {\n  println(\"hello\")\n}\n";

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|found| found["code"].as_str()).collect()
}

#[test]
fn an_error_comes_and_goes() {
    let mut client = Client::of_files(&[("main.lang", CLEAN)]);
    client.open("main.lang");
    assert_eq!(client.wait_for_diagnostics("main.lang"), [] as [Value; 0]);
    client.change("main.lang", "fn main {\n  print_nothing()\n}\n");
    let found = client.wait_for_diagnostics("main.lang");
    assert_eq!(codes(&found), ["E0101"]);
    client.change("main.lang", CLEAN);
    assert_eq!(client.wait_for_diagnostics("main.lang"), [] as [Value; 0]);
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn ends_with_an_error_when_nobody_said_shutdown() {
    let mut client = Client::of_files(&[("main.lang", CLEAN)]);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(), Some(1));
    let mut client = Client::of_files(&[("main.lang", CLEAN)]);
    client.hang_up();
    assert_eq!(client.exit_code(), Some(1));
}

#[test]
fn utf16_columns_after_an_emoji() {
    let text = "fn main {\n  let s = \"😀é\" + $0missing\n}\n";
    for (offered, encoding) in [
        (json!(null), "utf-16"),
        (json!(["utf-16"]), "utf-16"),
        (json!(["utf-32", "utf-16"]), "utf-16"),
        (json!(["utf-32"]), "utf-32"),
        (json!(["utf-16", "utf-8"]), "utf-8"),
    ] {
        let options = Options {
            capabilities: json!({"general": {"positionEncodings": offered}}),
            ..Options::default()
        };
        let mut client = Client::with_options(&[("main.lang", text)], &options);
        assert_eq!(client.initialized["capabilities"]["positionEncoding"], encoding);
        client.open("main.lang");
        let found = client.wait_for_diagnostics("main.lang");
        let missing = found
            .iter()
            .find(|found| found["code"] == "E0101")
            .expect("it is reported");
        assert_eq!(missing["range"]["start"], client.at(0)["position"], "{encoding}");
        // An edit behind the emoji lands where it should.
        let offset = client.mark(0).offset;
        client.edit("main.lang", offset..offset + "missing".len(), "\"b\"");
        let found = client.wait_for_diagnostics("main.lang");
        assert!(!codes(&found).contains(&"E0101"), "{encoding}: {found:?}");
    }
}
