//! Labels of Rust, `'outer: loop { break 'outer }`: reported once where they name a loop, with a change of all their uses, and
//! taken for names. Must not know which loops there are.

use super::Lexer;
use crate::{SyntaxErrorKind, SyntaxFix, TextRange, TokenKind};

impl Lexer<'_> {
    /// The length of a label of Rust at the position, `'outer`: one that names a loop, or that `break` or `continue` names.
    pub(super) fn foreign_label(&self) -> Option<usize> {
        let rest = &self.text[self.position..];
        let word = rest[1..].find(|character: char| !(character.is_alphanumeric() || character == '_'))?;
        let behind = rest[1 + word..].trim_start_matches(' ');
        if word == 0 || !rest.as_bytes()[1].is_ascii_alphabetic() || behind.starts_with('\'') {
            return None;
        }
        let names_loop = || {
            let of = behind.strip_prefix(':').map(|of| of.trim_start_matches(' '));
            of.is_some_and(|of| ["loop", "while", "for", "{"].iter().any(|word| of.starts_with(word)))
        };
        (self.leaves_loop() || names_loop()).then_some(1 + word)
    }

    /// Whether `break` or `continue` stands before the position.
    fn leaves_loop(&self) -> bool {
        matches!(self.tokens.last().map(|token| token.kind()), Some(TokenKind::Break | TokenKind::Continue))
    }

    /// A label of Rust, which is taken for a name. Reported where it names a loop; where a loop is left if none was reported.
    #[cold]
    pub(super) fn label(&mut self, length: usize) {
        let start = self.position;
        self.position = start + length;
        let message = "write a label without `'`";
        if !(self.leaves_loop() && self.errors.iter().any(|error| error.message == message)) {
            let count = self.errors.len();
            self.error(SyntaxErrorKind::ForeignSyntax, start, start + 1, message);
            // Only for what is reported, of which there is a limit: the rest of the text is looked through.
            if self.errors.len() > count {
                let (end, text) = self.without_quotes(start, length);
                let range = TextRange::new(start as u32, end as u32);
                self.errors[count].fix = Some(SyntaxFix { range, text, is_guess: false });
            }
        }
        self.push_long(TokenKind::Word, start, self.position);
    }

    /// The text from a label to where it is named last, with its quotes gone, and where that ends.
    fn without_quotes(&self, start: usize, length: usize) -> (usize, String) {
        let label = &self.text[start..start + length];
        let (mut end, mut text) = (start + length, label[1..].to_owned());
        let uses = memchr::memmem::find_iter(&self.bytes[end..], label).map(|at| start + length + at);
        for at in uses {
            let before = self.text[..at].trim_end_matches(' ');
            let behind = &self.text[at + length..];
            let is_whole = !behind.starts_with(|next: char| next.is_alphanumeric() || next == '_' || next == '\'');
            if is_whole && behind.trim_start_matches(' ').starts_with(':') {
                break;
            }
            if is_whole && (before.ends_with("break") || before.ends_with("continue")) {
                text.push_str(&self.text[end..at]);
                text.push_str(&label[1..]);
                end = at + length;
            }
        }
        (end, text)
    }
}
