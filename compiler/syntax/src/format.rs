//! The formatter: one style, no options. Text in, text out; it knows tokens, tree and comments, and neither names nor files.
//!
//! A walk over the tree writes [`command`]s: tokens, spaces, places where a line may end, groups of those. The printer then
//! decides group by group what fits on a line. Newlines end statements in this language, so a line may end only where the
//! grammar lets it go on, and statements that stood on lines of their own are never joined.
//!
//! A formatter must not change what a program means, whatever mistake it has itself. So the result is parsed and compared
//! with the original: the same tree over the same tokens, but for commas behind the last element of a list. What a text
//! with syntax errors cannot promise, that comparison finds: then its broken items are left as they are, or all of it.
//!
//! Reading order: `command`, `builder`, `spacing`, `nodes`, `sequences`, `lists`, `operators`, `printer`, `alignment`,
//! `edits`.

mod alignment;
mod builder;
mod command;
mod edits;
mod lists;
mod nodes;
mod operators;
mod printer;
mod sequences;
mod spacing;
#[cfg(test)]
mod tests;

pub use edits::Edit;

use crate::{MAX_ERRORS, Parse, TextRange, TokenKind, parse};
use builder::Breakage;

/// No line is longer if there is a place where it may end.
const WIDTH: usize = 100;

/// Formats a whole file. Items and statements with syntax errors stay as they are. The result formatted again is itself.
pub fn format(text: &str) -> String {
    format_parse(&parse(text))
}

/// The same for a text that is parsed already.
pub fn format_parse(before: &Parse) -> String {
    if before.errors().len() >= MAX_ERRORS {
        // Not all mistakes are known, so nothing is known to be sound.
        return before.text().to_string();
    }
    for breakage in [Breakage::Statements, Breakage::Items] {
        let text = builder::lay_out(before, breakage);
        if text == before.text() {
            return text;
        }
        let after = parse(&text);
        let is_sound = before.errors().is_empty();
        // Where mistakes lie may depend on the lines around them, so the form of broken text is tried once more.
        if means_the_same(before, &after) && (is_sound || builder::lay_out(&after, breakage) == text) {
            return text;
        }
        if is_sound {
            break;
        }
    }
    before.text().to_string()
}

/// The edits that format a whole file: small ones, so that cursors and marks survive them.
pub fn format_edits(text: &str) -> Vec<Edit> {
    let before = parse(text);
    let after = format_parse(&before);
    edits::between(&before, &after)
}

/// The edits that make of a parsed text its formatted form.
pub fn edits_between(before: &Parse, after: &str) -> Vec<Edit> {
    edits::between(before, after)
}

/// The edits that format the statements, members or items which `range` touches.
pub fn format_range(text: &str, range: TextRange) -> Vec<Edit> {
    let before = parse(text);
    let after = format_parse(&before);
    let touched = edits::whole_lines(&before, range);
    let mut edits = edits::between(&before, &after);
    edits.retain(|edit| touched.start <= edit.range.start && edit.range.end <= touched.end);
    edits
}

/// Whether two texts differ only in space, in the places of comments and in commas behind the last element of a list.
fn means_the_same(before: &Parse, after: &Parse) -> bool {
    let kinds = |parse: &Parse| parse.errors().iter().map(|error| error.kind).collect::<Vec<_>>();
    before.nodes.len() == after.nodes.len()
        && before.nodes.iter().zip(&after.nodes).all(|(left, right)| {
            left.kind == right.kind
                && left.height == right.height
                && left.first_child == right.first_child
                && left.next_sibling == right.next_sibling
        })
        && significant(before).eq(significant(after))
        && kinds(before) == kinds(after)
}

/// The texts of the tokens without commas that stand before a closing bracket.
fn significant(parse: &Parse) -> impl Iterator<Item = &str> {
    parse.tokens().filter(|token| !is_trailing_comma(parse, token.0)).map(|token| parse.token_text(token))
}

fn is_trailing_comma(parse: &Parse, token: u32) -> bool {
    parse.tokens[token as usize].kind() == TokenKind::Comma
        && matches!(parse.tokens[token as usize + 1].kind(), TokenKind::CloseParen | TokenKind::CloseBracket)
}
