//! Attributes `@[name(arguments)]` and the comment block above an item. What an attribute does is known elsewhere.

use super::{Token, views};
use crate::trivia::Gap;
use crate::{NodeId, NodeKind, Parse, TextRange, TokenKind, TriviaKind};

views! {
    /// `@[name(arguments)]`
    Attribute of Attribute;
    /// One argument of an attribute.
    AttributeArgument of AttributeArgument;
}

impl<'tree> Attribute<'tree> {
    /// The attributes of an item, field, case or `let`.
    pub fn all(parse: &'tree Parse, node: NodeId) -> impl Iterator<Item = Attribute<'tree>> {
        parse
            .children(node)
            .take_while(|child| parse.kind(*child) == NodeKind::Attribute)
            .map(|child| Attribute::new(parse, child))
    }

    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.parse.first_token(self.node).0 + 1)
    }

    /// What stands in its parentheses.
    pub fn arguments(self) -> impl Iterator<Item = AttributeArgument<'tree>> {
        self.parse.children(self.node).filter_map(move |child| AttributeArgument::cast(self.parse, child))
    }
}

impl<'tree> AttributeArgument<'tree> {
    /// The word before `:`.
    pub fn label(self) -> Option<Token<'tree>> {
        let is_labelled = self.parse.token_of(self.node, 1).is_some_and(|token| token.kind() == TokenKind::Colon);
        if is_labelled { self.parse.token_of(self.node, 0) } else { None }
    }

    /// The literal or word.
    pub fn value(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, if self.label().is_some() { 2 } else { 0 })
    }
}

/// The lines of the comment block directly above an item (no empty line between), without `#` and the space behind it.
/// Empty if there is none.
pub fn documentation(parse: &Parse, item: NodeId) -> Vec<&str> {
    documentation_ranges(parse, item).into_iter().map(|range| &parse.text[range.index()]).collect()
}

/// Where these lines stand.
pub fn documentation_ranges(parse: &Parse, item: NodeId) -> Vec<TextRange> {
    let gap = parse.gap_before(parse.first_token(item));
    let pieces: Vec<(TriviaKind, TextRange)> = Gap::new(&parse.text, gap).collect();
    let mut lines = Vec::new();
    let mut newlines = 0;
    let mut comment = None;
    for (kind, range) in pieces.into_iter().rev() {
        match kind {
            TriviaKind::Whitespace => {}
            TriviaKind::Comment => comment = Some(range),
            TriviaKind::Newline => {
                lines.extend(comment.take());
                // The first newline ends the line above the item; a second one without a comment is an empty line.
                newlines += 1;
                if newlines > lines.len() + 1 {
                    break;
                }
            }
        }
    }
    // At the very start of the text no newline precedes the comment; elsewhere it would belong to the line of a token.
    if gap.start == 0 && newlines == lines.len() + 1 {
        lines.extend(comment);
    }
    lines.reverse();
    lines.into_iter().map(|range| said(&parse.text[range.index()]).shifted(range.start)).collect()
}

/// What a comment says, without `#` and the space behind it.
fn said(comment: &str) -> TextRange {
    let line = comment.trim_start_matches('#');
    let line = line.strip_prefix(' ').unwrap_or(line);
    let start = comment.len() - line.len();
    TextRange::new(start as u32, (start + line.trim_end().len()) as u32)
}
