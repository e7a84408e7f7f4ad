//! The first room of the compiler: text in, lossless tree and syntax errors out.
//!
//! It owns the lexer, the error-tolerant parser, the flat tree, the typed views on it and the values of literals. It must
//! not know names, files or types, nor what a query is: `a[b]` stays one form, whatever `a` turns out to be. Its input is
//! one text: a whole file or one item of it, and every range is relative to that text.
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
//! Reading order: `token`, `lexer`, `node`, `tree`, `parser`, `view`, `literal`, `dump`.

mod error;
pub mod literal;
mod node;
mod text;
mod token;
mod tree;
mod trivia;
pub mod view;

pub use error::{Related, SyntaxError, SyntaxErrorKind};
pub use node::NodeKind;
pub use text::TextRange;
pub use token::{TokenKind, TriviaKind};
pub use tree::{Children, NodeId, Parse, TokenId};
pub use trivia::{Gap, Piece};

/// No way from the root of a tree to a leaf has more nodes than this and a few, so that every later pass may recurse.
pub const MAX_DEPTH: usize = 1000;

/// Parses a whole file, or the text of one item with the comments and attributes above it.
pub fn parse(text: &str) -> Parse {
    let end = text.len() as u32;
    let token = tree::RawToken::new(TokenKind::EndOfText, end, 0, false, false);
    let file = tree::Node {
        first_token: 0,
        end_token: 0,
        first_child: 0,
        next_sibling: 0,
        height: 1,
        kind: NodeKind::File,
    };
    Parse {
        text: text.into(),
        tokens: vec![token],
        nodes: vec![file, file],
        errors: Vec::new(),
    }
}
