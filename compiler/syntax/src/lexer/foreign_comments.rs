//! Comments, quotes and labels of other languages: `// …`, `/* … */`, `` `…` ``, `'outer`. They are reported and then taken for what they are
//! meant to be, so that nothing in them is reported too. Must agree with `trivia` on where such a comment ends.

use super::Lexer;
use crate::trivia::foreign_comment_length;
use crate::{SyntaxErrorKind, SyntaxFix, TextRange, TokenKind};

impl Lexer<'_> {
    /// `//` or `/*` at the position.
    #[cold]
    pub(super) fn foreign_comment(&mut self) {
        let start = self.position;
        let length = foreign_comment_length(&self.bytes[start..]);
        self.position = start + length;
        let comment = &self.text[start..self.position];
        let kind = SyntaxErrorKind::ForeignSyntax;
        if comment.starts_with("//") {
            let marks = comment.len() - comment.trim_start_matches(['/', '!']).len();
            let message = "write a comment with `#`";
            return self.error_with_fix(kind, (start, start + marks), message, ("#".into(), false));
        }
        let Some(inner) = comment.strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/")) else {
            let message = "write a comment with `#` before each line; this one has no end";
            return self.error(kind, start, start + 2, message);
        };
        let message = "write a comment with `#` before each line";
        let is_alone_behind = self.text[self.position..].trim_start_matches([' ', '\t', '\r']).starts_with('\n')
            || self.text[self.position..].trim_start().is_empty();
        if !is_alone_behind {
            return self.error(kind, start, start + 2, message);
        }
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let before = &self.text[line_start..start];
        let indentation = &before[..before.len() - before.trim_start().len()];
        let lines = inner.trim_matches('*').trim().lines();
        let lines = lines.map(|line| line.trim().trim_start_matches('*').trim());
        let text: Vec<String> = lines.map(|line| format!("# {line}").trim_end().to_string()).collect();
        let text = text.join(&format!("\n{indentation}"));
        let text = if text.is_empty() { "#".to_string() } else { text };
        self.error_with_fix(kind, (start, self.position), message, (text, false));
    }

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
            let (end, text) = self.without_quotes(start, length);
            if let Some(error) = self.errors.get_mut(count) {
                let range = TextRange::new(start as u32, end as u32);
                error.fix = Some(SyntaxFix { range, text, is_guess: false });
            }
        }
        self.push_long(TokenKind::Word, start, self.position);
    }

    /// The text from a label to where it is named last, with its quotes gone, and where that ends.
    fn without_quotes(&self, start: usize, length: usize) -> (usize, String) {
        let label = &self.text[start..start + length];
        let (mut end, mut text) = (start + length, label[1..].to_owned());
        let uses = self.text[end..].match_indices(label).map(|(at, _)| start + length + at);
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

    /// A back quote at the position: the text up to the next one on the line is a string.
    #[cold]
    pub(super) fn back_quotes(&mut self) {
        let start = self.position;
        let message = "back quotes have no meaning here, use `\"`";
        // Nothing but what it takes is looked at, or the rest of the line, where there is no other one.
        let behind = &self.bytes[start + 1..];
        let Some(length) = memchr::memchr2(b'`', b'\n', behind).filter(|length| behind[*length] == b'`') else {
            self.position = start + 1;
            self.error(SyntaxErrorKind::InvalidCharacter, start, self.position, message);
            return self.push(TokenKind::Unknown, start, self.position);
        };
        self.position = start + length + 2;
        let inner = &self.text[start + 1..self.position - 1];
        let fix = (format!("\"{}\"", inner.replace('"', "\\\"")), true);
        self.error_with_fix(SyntaxErrorKind::InvalidCharacter, (start, self.position), message, fix);
        self.push_long(TokenKind::Unknown, start, self.position);
    }
}
