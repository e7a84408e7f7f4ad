//! Comments and quotes of other languages: `// …`, `/* … */`, `` `…` ``. They are reported and then taken for what they are
//! meant to be, so that nothing in them is reported too. Must agree with `trivia` on where such a comment ends.

use super::Lexer;
use crate::trivia::foreign_comment_length;
use crate::{SyntaxErrorKind, TokenKind};

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
