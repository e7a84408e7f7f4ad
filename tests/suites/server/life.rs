//! The server itself: its beginning and end, texts, diagnostics after edits.

use std::io::{Read, Write};
use std::process::Stdio;

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
        let options =
            Options { capabilities: json!({"general": {"positionEncodings": offered}}), ..Options::default() };
        let mut client = Client::with_options(&[("main.lang", text)], &options);
        assert_eq!(client.initialized["capabilities"]["positionEncoding"], encoding);
        client.open("main.lang");
        let found = client.wait_for_diagnostics("main.lang");
        let missing = found.iter().find(|found| found["code"] == "E0101").expect("it is reported");
        assert_eq!(missing["range"]["start"], client.at(0)["position"], "{encoding}");
        // An edit behind the emoji lands where it should.
        let offset = client.mark(0).offset;
        client.edit("main.lang", offset..offset + "missing".len(), "\"b\"");
        let found = client.wait_for_diagnostics("main.lang");
        assert!(!codes(&found).contains(&"E0101"), "{encoding}: {found:?}");
    }
}

/// A question is answered for the text that the client had when it asked, or not at all.
#[test]
fn an_answer_is_never_for_another_text() {
    let mut client = Client::of_files(&[("main.lang", "fn main {\n  help()\n}\nfn help {}\n")]);
    client.open("main.lang");
    let mut waiting = Vec::new();
    for lines in 1..300 {
        client.edit("main.lang", 0..0, "# A line.\n");
        let text = client.document("main.lang").text.clone();
        let at = text.find("help()").expect("it is there");
        let params = json!({
            "textDocument": {"uri": client.uri("main.lang")},
            "position": client.position("main.lang", at),
        });
        waiting.push((client.begin("textDocument/definition", params), lines + 3));
        if lines % 10 == 0 {
            let (id, _) = waiting[waiting.len() - 1];
            let answer = client.answer(id).expect("nothing comes after it");
            assert_eq!(answer[0]["range"]["start"]["line"], lines + 3);
            waiting.pop();
        }
    }
    let mut answered = 0;
    for (id, line) in waiting {
        match client.answer(id) {
            Ok(answer) => {
                assert_eq!(answer[0]["range"]["start"]["line"], line);
                answered += 1;
            }
            Err(error) => assert_eq!(error["code"], -32801, "{error}"),
        }
    }
    println!("{answered} answered");
}

#[test]
fn rubbish_does_not_end_it() {
    let mut client = Client::of_files(&[("main.lang", CLEAN)]);
    client.send_bytes(b"rubbish\r\n\r\nContent-Length: 3\r\n\r\n{{{Content-Length: 2\r\n\r\n[]");
    client.send_bytes(b"Content-Length: 5\r\n\r\n\xff\xff\xff\xff\xff");
    client.notify("textDocument/didChange", json!({"nonsense": true}));
    client.notify("textDocument/didOpen", json!([]));
    client.send(&json!({"jsonrpc": "2.0", "id": 4711, "result": "nobody asked"}));
    let error = client.request("textDocument/definition", json!({})).expect_err("it has no position");
    assert_eq!(error["code"], -32602);
    let error = client.request("no/method", json!({})).expect_err("it does not exist");
    assert_eq!(error["code"], -32601);
    client.open("main.lang");
    assert!(client.wait_for_diagnostics("main.lang").is_empty());
    assert_eq!(client.shut_down(), Some(0));
}

#[test]
fn requests_before_and_after_their_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut client = Client::uninitialized(folder.path());
    let error = client.request("textDocument/hover", json!({})).expect_err("it is too early");
    assert_eq!(error["code"], -32002);
    client.notify("textDocument/didOpen", json!({}));
    client.initialize(&Options::default());
    client.ask("shutdown", Value::Null);
    let error = client.request("textDocument/definition", json!({})).expect_err("it is too late");
    assert_eq!(error["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(), Some(0));
}

/// The editor's process dies, but its pipes stay open.
#[test]
fn ends_with_its_editor() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut editor = std::process::Command::new("sleep").arg("600").spawn().expect("it starts");
    let mut client = Client::uninitialized(folder.path());
    client.ask("initialize", json!({"processId": editor.id(), "capabilities": {}}));
    editor.kill().expect("it runs");
    editor.wait().expect("it is ours");
    assert_eq!(client.exit_code(), Some(1));
}

/// Nothing can be written any more: the server ends, though its input is still open.
#[test]
fn ends_when_nobody_can_read_its_answers() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let full = std::fs::File::options().write(true).open("/dev/full");
    let full = Stdio::from(full.expect("Linux has /dev/full"));
    for (output, code, said) in [(full, 2, "cannot write to standard output: "), (Stdio::piped(), 1, "")] {
        let mut command = tests::lang_command(cache.path());
        let command = command.arg("lsp").stdin(Stdio::piped()).stdout(output);
        let mut server = command.stderr(Stdio::piped()).spawn().expect("it starts");
        // Where it is a pipe, nobody reads it.
        drop(server.stdout.take());
        let body =
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}).to_string();
        let mut input = server.stdin.take().expect("it is piped");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
        let mut errors = String::new();
        let mut stream = server.stderr.take().expect("it is piped");
        stream.read_to_string(&mut errors).expect("it is text");
        assert_eq!(server.wait().expect("it ends").code(), Some(code), "{errors}");
        assert!(errors.contains(said) && errors.is_empty() == said.is_empty(), "{errors}");
        drop(input);
    }
}
