//! Text forms of tokens and tree, for people: `--emit tokens` and `--emit ast`. Nothing reads them back.

use std::fmt::Write;

use crate::{NodeId, Parse, Piece, TextRange, TokenId};

/// Each token, space, line end and comment on a line of its own, with its kind, range and text.
pub fn tokens(parse: &Parse) -> String {
    let mut out = String::new();
    for piece in parse.pieces() {
        match piece {
            Piece::Token(token) => line(&mut out, parse, parse.token_kind(token), parse.token_range(token)),
            Piece::Trivia(kind, range) => line(&mut out, parse, kind, range),
        }
    }
    out
}

fn line(out: &mut String, parse: &Parse, kind: impl std::fmt::Debug, range: TextRange) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{kind:?}@{range:?} {:?}", &parse.text()[range.index()]);
}

/// The tree with its significant tokens: a node or token per line, indented by its depth, then the errors.
pub fn tree(parse: &Parse) -> String {
    let mut out = String::new();
    let mut printer = Printer { out: &mut out, parse };
    printer.node(parse.root(), 0);
    for error in parse.errors() {
        let _ = writeln!(out, "error {:?}@{:?}: {}", error.kind, error.range, error.message);
        if let Some(related) = &error.related {
            let _ = writeln!(out, "  note @{:?}: {}", related.range, related.message);
        }
    }
    out
}

struct Printer<'out> {
    out: &'out mut String,
    parse: &'out Parse,
}

impl Printer<'_> {
    /// Prints a node. Its depth is bounded by [`crate::MAX_DEPTH`].
    fn node(&mut self, node: NodeId, depth: usize) {
        let parse = self.parse;
        let _ = writeln!(self.out, "{:1$}{2:?}@{3:?}", "", 2 * depth, parse.kind(node), parse.range(node));
        let mut next = parse.first_token(node).0;
        for child in parse.children(node) {
            self.tokens(next, parse.first_token(child).0, depth + 1);
            self.node(child, depth + 1);
            next = parse.end_token(child).0;
        }
        self.tokens(next, parse.end_token(node).0, depth + 1);
    }

    fn tokens(&mut self, start: u32, end: u32, depth: usize) {
        for token in (start..end).map(TokenId) {
            let text = self.parse.token_text(token);
            let _ = writeln!(self.out, "{:1$}{text:?}", "", 2 * depth);
        }
    }
}
