//! What a client does with edits of the server.

use serde_json::Value;
use tests::language_client::Encoding;

/// The text after edits in any order, whose columns count UTF-16 units.
pub fn applied<'edits>(text: &str, edits: impl IntoIterator<Item = &'edits Value>) -> String {
    let place = |edit: &Value, end: &str| {
        // A completion may say what it replaces besides what it inserts over.
        let range = edit.get("range").unwrap_or(&edit["replace"]);
        offset(text, &range[end])
    };
    let mut changes: Vec<(usize, usize, &str)> = edits
        .into_iter()
        .map(|edit| {
            let new = edit["newText"].as_str().expect("a text");
            (place(edit, "start"), place(edit, "end"), new)
        })
        .collect();
    changes.sort_unstable();
    let mut out = text.to_string();
    for (start, end, new) in changes.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

/// The offset of a position, which must be one of the text.
fn offset(text: &str, wanted: &Value) -> usize {
    let mut offsets = 0..=text.len();
    let found = offsets.find(|at| {
        text.is_char_boundary(*at) && tests::language_client::position(text, *at, Encoding::Utf16) == *wanted
    });
    found.unwrap_or_else(|| panic!("{wanted} is a place in\n{text}"))
}
