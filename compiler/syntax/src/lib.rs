//! The first room of the compiler: text in, lossless tree and syntax errors out.
//!
//! It owns the lexer, the error-tolerant parser, the flat tree, the typed views on it, the values of literals and the
//! formatter. It must not know names, files or types, nor what a query is: `a[b]` stays one form, whatever `a` turns out to
//! be. Its input is one text: a whole file or one item of it, and every range is relative to that text.
//!
//! [`parse`] never fails: each prefix of each text gives a tree. What is missing has an empty [`NodeKind::Error`] node, so
//! that parts are found by position; what fits nowhere lies in an `Error` node too.
//!
//! ```
//! let parse = syntax::parse("fn double(x: i64) -> i64 { x * 2 }");
//! assert!(parse.errors().is_empty());
//! let syntax::view::Item::Function(function) = parse.file().items().next().unwrap() else { panic!() };
//! assert_eq!(function.name().unwrap().text(), "double");
//! ```
//!
//! Reading order: `token`, `lexer`, `node`, `tree`, `parser`, `view`, `literal`, `dump`, `format`.

pub mod dump;
mod error;
pub mod format;
mod lexer;
pub mod literal;
mod node;
mod parser;
#[cfg(test)]
mod tests;
mod text;
mod token;
mod tree;
mod trivia;
pub mod view;

use std::sync::Arc;

pub use error::{Related, SyntaxError, SyntaxErrorKind, SyntaxFix};
pub use format::format;
pub use lexer::keywords;
pub use node::NodeKind;
pub use parser::attributes::foreign_attribute;
pub use text::TextRange;
pub use token::{TokenKind, TriviaKind};
pub use tree::{Children, NodeId, Parse, TokenId};
pub use trivia::{Gap, Piece, line_ends};

/// No way from the root of a tree to a leaf has more nodes than this and a few, so that every later pass may recurse.
pub const MAX_DEPTH: usize = 1000;

/// No text gets more errors than this; what follows them is noise.
const MAX_ERRORS: usize = 1000;

/// Offsets, lengths and numbers of nodes must fit 32 bits.
const MAX_LENGTH: usize = 1 << 30;

/// Parses a whole file, or the text of one item with the comments and attributes above it. Of a text of more than a
/// gigabyte only the beginning is read, and the rest is an error.
pub fn parse(text: &str) -> Parse {
    parse_shared(Arc::from(text))
}

/// The same of a text that others have too, which the tree then shares with them.
pub fn parse_shared(text: Arc<str>) -> Parse {
    if text.len() <= MAX_LENGTH {
        let lexed = lexer::lex(&text);
        return parser::parse(text, lexed);
    }
    let cut = text.floor_char_boundary(MAX_LENGTH);
    let text: Arc<str> = Arc::from(&text[..cut]);
    let mut lexed = lexer::lex(&text);
    let range = TextRange::empty(cut as u32);
    let message = "split this file, it has more than a gigabyte".to_string();
    lexed.errors.push(SyntaxError { kind: SyntaxErrorKind::TooDeep, range, message, related: None, fix: None });
    parser::parse(text, lexed)
}
