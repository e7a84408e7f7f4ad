//! `textDocument/semanticTokens`: full, delta, range.

use serde_json::{Value, json};
use tests::language_client::Client;

fn document(client: &Client) -> Value {
    json!({"textDocument": {"uri": client.uri("main.lang")}})
}

fn numbers(value: &Value) -> Vec<u64> {
    let all = value.as_array().expect("numbers");
    all.iter().map(|number| number.as_u64().expect("a number")).collect()
}

/// The tokens as `text kind modifiers`.
fn words(client: &Client, data: &[u64]) -> Vec<String> {
    let legend = &client.initialized["capabilities"]["semanticTokensProvider"]["legend"];
    let text = client.document("main.lang").text.clone();
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let units: Vec<u16> = lines[line as usize].encode_utf16().collect();
        let text = String::from_utf16_lossy(&units[column as usize..(column + token[2]) as usize]);
        let modifiers = legend["tokenModifiers"].as_array().expect("a list").iter().enumerate();
        let modifiers = modifiers.filter(|(bit, _)| token[4] & 1 << bit != 0);
        let modifiers: String = modifiers
            .map(|(_, word)| format!(" {}", word.as_str().expect("a word")))
            .collect();
        let kind = legend["tokenTypes"][token[3] as usize].as_str().expect("a word");
        found.push(format!("{text} {kind}{modifiers}"));
    }
    found
}

#[test]
fn names_by_their_meaning() {
    let text = "type Box { let @n: i64 }\nfn take(b: Box) {}\nfn main {\n  let 😀b = \"😀\"\n  let b = Box(n: 1)\n  take(b)\n}\n";
    let mut client = Client::of_files(&[("main.lang", text)]);
    client.open("main.lang");
    let answer = client.ask("textDocument/semanticTokens/full", document(&client));
    let words = words(&client, &numbers(&answer["data"]));
    for word in [
        "Box struct declaration definition",
        "\"😀\" string",
        "take function",
        "b variable consuming",
        "n property",
    ] {
        assert!(words.iter().any(|each| each == word), "{word} in {words:?}");
    }
}

#[test]
fn semantic_token_deltas() {
    let seed = 20_261_120_u64;
    let mut random = fastrand::Rng::with_seed(seed);
    let start: String = (0..30)
        .map(|n| format!("# Number {n}.\nfn f{n}(a: i64) -> i64 {{\n  let b = a + {n}\n  b\n}}\n\n"))
        .collect();
    let mut client = Client::of_files(&[("main.lang", &start)]);
    client.open("main.lang");
    let answer = client.ask("textDocument/semanticTokens/full", document(&client));
    let (mut known, mut id) = (numbers(&answer["data"]), answer["resultId"].clone());
    let pieces = [
        "x",
        "\n",
        " ",
        "let c = 1\n",
        "f3(",
        ")",
        "{",
        "}",
        "\"",
        "# ",
        "",
        "",
        "é😀",
        "if a < 2 { }",
    ];
    let mut deltas = 0;
    for round in 0..60 {
        let text = client.document("main.lang").text.clone();
        let mut place = || text.floor_char_boundary(random.usize(..=text.len()));
        let at = place();
        let end = text.floor_char_boundary(text.len().min(at + random.usize(..4)));
        client.edit("main.lang", at..end.max(at), pieces[random.usize(..pieces.len())]);
        let mut params = document(&client);
        params["previousResultId"] = id;
        let answer = client.ask("textDocument/semanticTokens/full/delta", params);
        assert!(answer["resultId"].is_string(), "a delta can be built upon: {answer}");
        if let Some(edits) = answer["edits"].as_array() {
            deltas += 1;
            for edit in edits.iter().rev() {
                let start = edit["start"].as_u64().expect("a number") as usize;
                let end = start + edit["deleteCount"].as_u64().expect("a number") as usize;
                let new = if edit["data"].is_null() {
                    Vec::new()
                } else {
                    numbers(&edit["data"])
                };
                known.splice(start..end, new);
            }
        } else {
            known = numbers(&answer["data"]);
        }
        let full = client.ask("textDocument/semanticTokens/full", document(&client));
        assert_eq!(known, numbers(&full["data"]), "seed {seed}, round {round}");
        id = full["resultId"].clone();
    }
    assert_eq!(deltas, 60, "what was sent last is known");
    // A name that the server does not know gets everything.
    let mut params = document(&client);
    params["previousResultId"] = json!("of another life");
    let answer = client.ask("textDocument/semanticTokens/full/delta", params);
    assert_eq!(numbers(&answer["data"]), known);
}

#[test]
fn a_range_is_a_part_of_all() {
    let text: String = (0..20)
        .map(|n| format!("fn f{n}(a: i64) -> i64 {{ a + {n} }}\n"))
        .collect();
    let mut client = Client::of_files(&[("main.lang", &text)]);
    client.open("main.lang");
    let full = client.ask("textDocument/semanticTokens/full", document(&client));
    let all = words(&client, &numbers(&full["data"]));
    let mut params = document(&client);
    params["range"] = json!({"start": {"line": 5, "character": 0}, "end": {"line": 7, "character": 0}});
    let part = client.ask("textDocument/semanticTokens/range", params);
    let part = words(&client, &numbers(&part["data"]));
    let of_lines = |from: &str, to: &str| {
        let start = all.iter().position(|word| word.starts_with(from)).expect("declared");
        let end = all.iter().position(|word| word.starts_with(to)).expect("declared");
        all[start - 1..end - 1].to_vec()
    };
    assert_eq!(part, of_lines("f5 ", "f7 "));
}
