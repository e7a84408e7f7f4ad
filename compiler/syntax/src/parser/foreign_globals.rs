//! Constants and globals in the spelling of other languages: `static mut X`, `var x`, `mut x = 5`, `let static x`, C's
//! `int x = 5`. Owns which words stand before such a name elsewhere; must not know other items.

use super::members::Body;
use super::{Done, Open, Parser};
use crate::{NodeKind, TextRange, TokenKind};

/// Words that stand before the name of a variable elsewhere, behind `let` too.
const STORAGE: [&str; 8] = ["static", "const", "var", "global", "final", "volatile", "thread_local", "register"];

/// What is to be written at the top level.
const EITHER: &str = "a constant is written `let NAME = value`, what changes is a global, `let mut NAME: T = constant`";

impl Parser<'_> {
    /// A variable at the top level, or of C, that does not begin with `let`; the rest of its line is passed over.
    #[cold]
    pub(super) fn foreign_global(&mut self, open: Open, body: Body) -> Option<Done> {
        let start = self.position;
        let words = self.storage_words()?;
        let changes = words.iter().any(|word| matches!(*word, "mut" | "var" | "global" | "thread_local" | "volatile"));
        let (is_var, is_static_mut) = (words == ["var"], words == ["static", "mut"]);
        let begins_with_let = words.first() == Some(&"let");
        let name = words.len();
        let behind = self.kind_ahead(name + 1);
        if self.kind_ahead(name) != TokenKind::Word || begins_with_let {
            return None;
        }
        let is_declared = matches!(behind, TokenKind::Colon | TokenKind::Equal);
        // C's order: `static int x = 5`.
        let is_typed_before = behind == TokenKind::Word
            && matches!(self.kind_ahead(name + 2), TokenKind::Equal | TokenKind::Semicolon)
            && body == Body::File;
        if !(is_declared || is_typed_before) || name == 0 && (body != Body::File || self.column() > 0) {
            return None;
        }
        // `const` and `static` without `mut` are constants; what Zig imports so has words of its own.
        if !changes && name > 0 && is_declared {
            return None;
        }
        let here = self.token_range(start);
        let count = self.errors.len();
        if body == Body::Extern {
            self.foreign(here, "declare a global of C as `let mut NAME: T`", None);
        } else if changes && !is_var {
            let message = "write a global as `let mut NAME: T = constant`; each use of it needs `unsafe`";
            self.foreign(here, message, None);
        } else {
            self.foreign(here, EITHER, None);
        }
        if changes && behind == TokenKind::Colon {
            // The uses of Rust's `static mut` are `unsafe` already.
            let is_certain = is_static_mut && self.is_scalar_and_literal(name + 2);
            let range = TextRange::new(here.start, self.token_range(start + name).start);
            self.fix_since(count, range, "let mut ", body == Body::File && !is_certain);
        }
        self.quietly(|parser| {
            parser.skip_line();
            if parser.kind_on_any_line() == TokenKind::OpenBrace && parser.kind() != TokenKind::LineEnd {
                parser.skip_braces();
            } else if name == 0 && parser.kind() == TokenKind::LineEnd && !parser.at_item_start() {
                // Statements outside of a function, of which one is told.
                parser.skip_to_member();
            }
        });
        self.lose(start);
        Some(self.close(open, NodeKind::Error))
    }

    /// The words before the name of a variable; `None` if there is something else.
    fn storage_words(&self) -> Option<Vec<&str>> {
        let mut words = Vec::new();
        loop {
            let distance = words.len();
            match self.kind_ahead(distance) {
                TokenKind::Mut => words.push("mut"),
                TokenKind::Let => words.push("let"),
                TokenKind::Word if STORAGE.contains(&self.word_ahead(distance)) => {
                    words.push(self.word_ahead(distance));
                }
                TokenKind::Word => return Some(words),
                _ => return None,
            }
        }
    }

    /// Whether a scalar type stands here and a literal is its value, to the end of the line.
    fn is_scalar_and_literal(&self, distance: usize) -> bool {
        let is_scalar = matches!(
            self.word_ahead(distance),
            "i8" | "i16" | "i32" | "i64" | "i128" | "u8" | "u16" | "u32" | "u64" | "u128"
        );
        is_scalar
            && self.kind_ahead(distance + 1) == TokenKind::Equal
            && self.kind_ahead(distance + 2) == TokenKind::Integer
            && matches!(self.kind_ahead(distance + 3), TokenKind::LineEnd | TokenKind::EndOfText)
    }

    /// `static` and its kin behind `let` or `let mut`: reported and passed over.
    #[inline(always)]
    pub(super) fn storage_word(&mut self, is_global: bool) {
        if self.at(TokenKind::Word) && self.kind_ahead(1) == TokenKind::Word {
            self.storage_word_before_name(is_global);
        }
    }

    #[cold]
    fn storage_word_before_name(&mut self, is_global: bool) {
        let word = self.token_text(self.position);
        if !STORAGE.contains(&word) {
            return;
        }
        let range = self.token_range(self.position);
        let until = self.token_range(self.position + 1).start;
        if is_global || matches!(word, "const" | "final" | "var" | "register") {
            let message = format!("remove `{word}`");
            let fix = (TextRange::new(range.start, until), String::new());
            self.foreign(range, message, Some(fix));
        } else {
            let name = self.word_ahead(1);
            let message = format!(
                "a variable ends with its function; what lasts is a global at the top level, `let mut {name}: T = constant`"
            );
            self.foreign(range, message, None);
        }
        // Where it was passed over, the name is not found behind it.
        self.lost.push((self.position as u32, self.position as u32 + 2));
        self.bump();
    }
}
