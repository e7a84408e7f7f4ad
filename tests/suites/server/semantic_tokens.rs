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
        let modifiers: String = modifiers.map(|(_, word)| format!(" {}", word.as_str().expect("a word"))).collect();
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
    for word in
        ["Box struct declaration definition", "\"😀\" string", "take function", "b variable consuming", "n property"]
    {
        assert!(words.iter().any(|each| each == word), "{word} in {words:?}");
    }
}

#[test]
fn semantic_token_deltas() {
    let seed = 20_261_120_u64;
    let mut random = fastrand::Rng::with_seed(seed);
    let start: String =
        (0..30).map(|n| format!("# Number {n}.\nfn f{n}(a: i64) -> i64 {{\n  let b = a + {n}\n  b\n}}\n\n")).collect();
    let mut client = Client::of_files(&[("main.lang", &start)]);
    client.open("main.lang");
    let answer = client.ask("textDocument/semanticTokens/full", document(&client));
    let (mut known, mut id) = (numbers(&answer["data"]), answer["resultId"].clone());
    let pieces = ["x", "\n", " ", "let c = 1\n", "f3(", ")", "{", "}", "\"", "# ", "", "", "é😀", "if a < 2 { }"];
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
                let new = if edit["data"].is_null() { Vec::new() } else { numbers(&edit["data"]) };
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

/// Line, column and the rest of each token.
fn places(data: &[u64]) -> Vec<[u64; 5]> {
    let (mut line, mut column) = (0, 0);
    let places = data.chunks(5).map(|token| {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        [line, column, token[2], token[3], token[4]]
    });
    places.collect()
}

/// Of any part of any program, whole and broken, the tokens are those of the whole text that touch it.
#[test]
fn a_range_is_a_part_of_all() {
    let seed = 20_261_122_u64;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut client = Client::of_files(&[("main.lang", "")]);
    client.open("main.lang");
    let mut parts = 0;
    let files = tests::corpus::programs().into_iter().map(|program| program.path);
    for path in files.filter(|path| path.is_file()).step_by(5).take(60) {
        let mut text = std::fs::read_to_string(&path).expect("it can be read");
        if random.bool() {
            let at = text.floor_char_boundary(random.usize(..=text.len()));
            text.insert_str(at, ["\"", "{", "(", "}", "\"\"\"", "é😀"][random.usize(..6)]);
        }
        client.change("main.lang", &text);
        let full = client.ask("textDocument/semanticTokens/full", document(&client));
        let all = places(&numbers(&full["data"]));
        for _ in 0..8 {
            let mut ends = [0, 0].map(|_| text.floor_char_boundary(random.usize(..=text.len())));
            ends.sort_unstable();
            let [start, end] = ends.map(|offset| client.position("main.lang", offset));
            let number = |value: &Value| value.as_u64().expect("a number");
            let [from, to] = [&start, &end].map(|place| (number(&place["line"]), number(&place["character"])));
            let mut params = document(&client);
            params["range"] = json!({"start": start, "end": end});
            let part = client.ask("textDocument/semanticTokens/range", params);
            let touches = |token: &&[u64; 5]| (token[0], token[1] + token[2]) > from && (token[0], token[1]) < to;
            let expected: Vec<[u64; 5]> = all.iter().filter(touches).copied().collect();
            assert_eq!(places(&numbers(&part["data"])), expected, "{path:?} {from:?} {to:?}, seed {seed}");
            parts += usize::from(!expected.is_empty());
        }
    }
    assert!(parts > 100, "{parts}");
}
