//! The parts of literals and comments: escapes, places of a format, lines. Text only.

use super::{RelativeToken, SemanticKind as Kind, SemanticModifiers as Modifiers};

/// Adds a piece of text line by line.
pub(super) fn add_lines(found: &mut Vec<RelativeToken>, text: &str, start: u32, kind: Kind, modifiers: Modifiers) {
    let mut at = start;
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end_matches(['\n', '\r']);
        if !shown.is_empty() {
            found.push(RelativeToken { start: at, end: at + shown.len() as u32, kind, modifiers });
        }
        at += line.len() as u32;
    }
}

/// Adds a literal in quotes, or a piece of one: its escapes apart, and in a format its places.
pub(super) fn add_literal(found: &mut Vec<RelativeToken>, text: &str, start: u32, kind: Kind, is_format: bool) {
    let mut plain = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let special = match rest.as_bytes()[0] {
            b'\\' => Some((escape_length(rest), Kind::EscapeSequence)),
            b'%' if is_format => format_length(rest).map(|length| (length, Kind::FormatSpecifier)),
            _ => None,
        };
        let Some((length, special)) = special else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        add_lines(found, &text[plain..at], start + plain as u32, kind, Modifiers::NONE);
        let end = at + length;
        add_lines(found, &text[at..end], start + at as u32, special, Modifiers::NONE);
        (at, plain) = (end, end);
    }
    add_lines(found, &text[plain..], start + plain as u32, kind, Modifiers::NONE);
}

/// The length of an escape, a broken one included.
fn escape_length(text: &str) -> usize {
    let Some(letter) = text[1..].chars().next() else {
        return 1;
    };
    let short = 1 + letter.len_utf8();
    if let Some(rest) = text.strip_prefix("\\u{") {
        let digits = rest.find(|digit: char| !digit.is_ascii_hexdigit()).unwrap_or(rest.len());
        return if rest[digits..].starts_with('}') { 4 + digits } else { short };
    }
    short
}

/// The length of a conversion of `printf`: `%5.2lf`, `%%`.
fn format_length(text: &str) -> Option<usize> {
    let is_before = |letter: char| letter.is_ascii_digit() || "-+ #.*hlLqjzt".contains(letter);
    let rest = text[1..].trim_start_matches(is_before);
    let letter = rest.chars().next().filter(|letter| "diouxXeEfFgGaAcspn%".contains(*letter))?;
    Some(text.len() - rest.len() + letter.len_utf8())
}
