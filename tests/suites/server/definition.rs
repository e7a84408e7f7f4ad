//! `textDocument/definition`.

use serde_json::json;
use tests::language_client::{Client, Options};

const TEXT: &str = "fn main {\n  $0help()\n}\n\nfn $1help {}\n";

#[test]
fn leads_to_the_name() {
    let mut client = Client::of_files(&[("main.lang", TEXT)]);
    client.open("main.lang");
    let answer = client.ask("textDocument/definition", client.at(0));
    assert_eq!(answer[0]["uri"], client.uri("main.lang"));
    assert_eq!(answer[0]["range"]["start"], client.at(1)["position"]);
}

#[test]
fn as_a_link_where_the_client_takes_links() {
    let options = Options {
        capabilities: json!({"textDocument": {"definition": {"linkSupport": true}}}),
        ..Options::default()
    };
    let mut client = Client::with_options(&[("main.lang", TEXT)], &options);
    client.open("main.lang");
    let answer = client.ask("textDocument/definition", client.at(0));
    assert_eq!(answer[0]["targetSelectionRange"]["start"], client.at(1)["position"]);
}
