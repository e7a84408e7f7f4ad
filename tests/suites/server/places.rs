//! What the tests of answers with places share: answers as `path:line:column text`, as a person would read them.

use serde_json::Value;
use tests::language_client::Client;

/// The manifest of the tests' projects.
pub const MANIFEST: (&str, &str) = ("lang.toml", "name = \"program\"\n");

/// `main.lang:3:5 text` of a location, a link or a call hierarchy's item.
pub fn shown(client: &Client, location: &Value) -> String {
    let either = |one: &str, other: &str| location.get(one).unwrap_or(&location[other]).clone();
    let uri = either("uri", "targetUri");
    let range = match location.get("selectionRange") {
        Some(range) => range.clone(),
        None => either("range", "targetSelectionRange"),
    };
    let uri = uri.as_str().expect("a URI");
    let folder = client.uri("");
    let path = uri.strip_prefix(&format!("{folder}/")).unwrap_or(uri);
    let known = !path.contains(':');
    let text = if known { text_at(client, path, &range) } else { String::new() };
    let path = path.rsplit_once("/std/").map_or(path.to_string(), |(_, file)| format!("std/{file}"));
    let start = &range["start"];
    let (line, column) = (start["line"].as_u64(), start["character"].as_u64());
    format!("{path}:{}:{} {text}", line.expect("a line") + 1, column.expect("a column") + 1).trim_end().to_string()
}

/// All of an answer with places.
pub fn all_shown(client: &Client, answer: &Value) -> Vec<String> {
    let locations = answer.as_array().map(Vec::as_slice).unwrap_or_default();
    locations.iter().map(|location| shown(client, location)).collect()
}

/// The text of a range of a file, which is one line of ASCII at most.
pub fn text_at(client: &Client, path: &str, range: &Value) -> String {
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let text = std::fs::read_to_string(client.folder().join(path)).expect("the file is there");
    let line = text.lines().nth(number(&range["start"]["line"])).unwrap_or_default();
    let (start, end) = (number(&range["start"]["character"]), number(&range["end"]["character"]));
    line.get(start..end.min(line.len())).unwrap_or_default().to_string()
}
