//! What changed between a text and its formatted form, as edits of the space between tokens. Tokens themselves are never
//! touched, so a cursor in a word stays where it is. It must not know how the form came about.

use crate::{NodeKind, Parse, TextRange, TokenId, TokenKind, parse};

/// Replace the bytes of the range by the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes of the old text.
    pub range: TextRange,
    /// What comes in their place.
    pub text: String,
}

/// The edits that make `after` of the parsed text, in the order of their places, none touching another.
pub(super) fn between(before: &Parse, after: &str) -> Vec<Edit> {
    if before.text() == after {
        return Vec::new();
    }
    let new = parse(after);
    let mut edits = Vec::new();
    let (mut left, mut right) = (0, 0);
    let (mut left_end, mut right_end) = (0, 0);
    loop {
        let is_comma = |parse: &Parse, token: u32| parse.tokens[token as usize].kind() == TokenKind::Comma;
        match (is_comma(before, left), is_comma(&new, right)) {
            (true, false) => left += 1,
            (false, true) => right += 1,
            (true, true) | (false, false) => {}
        }
        let (old_token, new_token) = (before.tokens[left as usize], new.tokens[right as usize]);
        if old_token.kind() != new_token.kind() {
            // Only a text that is no formatted form of the other comes here.
            let range = TextRange::new(0, before.text().len() as u32);
            return vec![Edit { range, text: after.to_string() }];
        }
        let range = TextRange::new(left_end, old_token.start);
        edits.extend(edit(before.text(), range, &after[right_end as usize..new_token.start as usize]));
        if old_token.kind() == TokenKind::EndOfText {
            return edits;
        }
        (left_end, right_end) = (old_token.end(), new_token.end());
        left += 1;
        right += 1;
    }
}

/// The edit that replaces the range by the text, without what both have at their beginnings and ends.
fn edit(old_text: &str, range: TextRange, new: &str) -> Option<Edit> {
    let old = &old_text[range.index()];
    if old == new {
        return None;
    }
    let common = |left: &mut dyn Iterator<Item = char>, right: &mut dyn Iterator<Item = char>| -> usize {
        left.zip(right).take_while(|(left, right)| left == right).map(|(character, _)| character.len_utf8()).sum()
    };
    let start = common(&mut old.chars(), &mut new.chars());
    let end = common(&mut old[start..].chars().rev(), &mut new[start..].chars().rev());
    Some(Edit {
        range: TextRange::new(range.start + start as u32, range.end - end as u32),
        text: new[start..new.len() - end].to_string(),
    })
}

/// The smallest range that covers `range` and holds whole statements, members or items, with the space before them.
pub(super) fn whole_lines(parse: &Parse, range: TextRange) -> TextRange {
    let mut node = parse.root();
    let mut lines = TextRange::new(0, parse.text().len() as u32);
    loop {
        let mut touched = parse
            .children(node)
            .filter(|child| parse.first_token(*child) != parse.end_token(*child))
            .skip_while(|child| parse.range(*child).end < range.start)
            .take_while(|child| parse.range(*child).start <= range.end);
        let first = touched.next();
        let last = touched.last().or(first);
        let has_lines = matches!(
            parse.kind(node),
            NodeKind::File
                | NodeKind::Block
                | NodeKind::Type
                | NodeKind::Trait
                | NodeKind::Impl
                | NodeKind::ExternBlock
                | NodeKind::Match
        );
        let (Some(first), Some(last)) = (first, last) else {
            if has_lines {
                let token = parse.tokens.partition_point(|token| token.start < range.end);
                lines = parse.gap_before(TokenId(token.min(parse.tokens.len() - 1) as u32));
            }
            return lines;
        };
        if has_lines {
            let start = parse.gap_before(parse.first_token(first)).start;
            lines = TextRange::new(start, parse.range(last).end);
        }
        let inner = parse.range(first);
        if first != last || inner.start > range.start || range.end > inner.end {
            return lines;
        }
        node = first;
    }
}
