//! Heads of items: whether one starts at a place, and where its name ends. Names chunks; knows nothing of bodies.

use super::literals::{Literals, StringEnd};

/// Whether an item or an attribute starts at `at`, judged by its first words.
pub(super) fn starts_item(bytes: &[u8], at: usize) -> bool {
    match word(bytes, at) {
        b"import" | b"let" | b"type" | b"trait" | b"impl" | b"fn" | b"extern" | b"pub" => true,
        b"unsafe" => word(bytes, skip_blanks(bytes, at + b"unsafe".len())) == b"fn",
        name @ (b"test" | b"bench") => bytes.get(skip_blanks(bytes, at + name.len())) == Some(&b'"'),
        b"" => bytes[at..].starts_with(b"@["),
        _ => false,
    }
}

/// Where the item itself starts: behind the attributes at `at` and the comments between them. An attribute that
/// is not closed before the next line that starts an item is taken for the item. `None` if there is nothing behind
/// the attributes: then there is nothing behind any of them.
pub(super) fn item_start(bytes: &[u8], at: usize, literals: &mut Literals<'_>) -> Option<usize> {
    let mut item = at;
    loop {
        if bytes[item..].starts_with(b"@[") {
            match attribute_end(bytes, item, literals) {
                Some(end) => item = end,
                None => return Some(item),
            }
        } else {
            match bytes.get(item) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => item += 1,
                Some(b'#') => item = memchr::memchr(b'\n', &bytes[item..]).map_or(bytes.len(), |length| item + length),
                Some(_) => return Some(item),
                None => return None,
            }
        }
    }
}

fn attribute_end(bytes: &[u8], at: usize, literals: &mut Literals<'_>) -> Option<usize> {
    let mut depth = 0;
    let mut at = at;
    loop {
        match bytes.get(at)? {
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'\n' if starts_item(bytes, at + 1) => return None,
            b'#' => {
                at += memchr::memchr(b'\n', &bytes[at..])?;
                continue;
            }
            b'"' => match literals.string(at) {
                StringEnd::At(end) => {
                    at = end;
                    continue;
                }
                StringEnd::Missing => return None,
            },
            b'\'' => {
                at = literals.character(at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Where the head ends that starts at `at`: behind the words up to the name; imports, impls and tests, which have no
/// name, take the rest of the line up to the body.
pub(super) fn head_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    let mut next = at;
    loop {
        match word(bytes, next) {
            b"" => return end,
            b"import" => return rest_of_line(bytes, at, b"#"),
            b"impl" => return rest_of_line(bytes, at, b"#{"),
            b"test" | b"bench" if end == at => return rest_of_line(bytes, at, b"{"),
            text => {
                end = next + text.len();
                next = skip_blanks(bytes, end);
            }
        }
    }
}

fn rest_of_line(bytes: &[u8], at: usize, stops: &[u8]) -> usize {
    let rest = &bytes[at..];
    let length = rest.iter().position(|byte| *byte == b'\n' || stops.contains(byte)).unwrap_or(rest.len());
    at + rest[..length].trim_ascii_end().len()
}

/// The letters, digits, `_` and non-ASCII bytes at `at`.
fn word(bytes: &[u8], at: usize) -> &[u8] {
    let rest = bytes.get(at..).unwrap_or_default();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let length = rest.iter().position(|byte| !is_word(byte)).unwrap_or(rest.len());
    &rest[..length]
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(rest.len())
}
