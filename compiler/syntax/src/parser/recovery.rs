//! Errors, and how the parser finds its feet again after one. Recovery stops at line ends and at braces, because those
//! are what a half-written text still has right.

use super::{Done, Open, Parser};
use crate::{MAX_ERRORS, NodeKind, Related, SyntaxError, SyntaxErrorKind, SyntaxFix, TextRange, TokenKind};

impl Parser<'_> {
    /// Reports that something is missing before the current token, unless a mistake was reported here already or the
    /// lexer complained about the token.
    pub(super) fn error(&mut self, kind: SyntaxErrorKind, message: impl Into<String>) {
        self.error_with(kind, self.place(), message, None);
    }

    /// The same for a mistake that is the current token itself.
    pub(super) fn error_here(&mut self, kind: SyntaxErrorKind, message: impl Into<String>) {
        self.error_with(kind, self.token_range(self.position), message, None);
    }

    pub(super) fn error_with(
        &mut self,
        kind: SyntaxErrorKind,
        range: TextRange,
        message: impl Into<String>,
        related: Option<Related>,
    ) {
        let is_reported = self.is_quiet
            || self.error_position == self.position
            || self.is_complained_about()
            || self.is_behind_unterminated_literal();
        self.error_position = self.position;
        if !is_reported && self.errors.len() < MAX_ERRORS {
            self.errors.push(SyntaxError { kind, range, message: message.into(), related, fix: None });
        }
    }

    /// Reports a mistake at an earlier place, which says nothing about the current token.
    pub(super) fn error_at(&mut self, kind: SyntaxErrorKind, range: TextRange, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS && !self.is_quiet {
            self.errors.push(SyntaxError { kind, range, message: message.into(), related: None, fix: None });
        }
    }

    /// Adds to the error reported last, if it was reported since there were `count`, what to write instead.
    pub(super) fn fix_since(&mut self, count: usize, range: TextRange, text: impl Into<String>, is_guess: bool) {
        if let Some(error) = self.errors.get_mut(count..).and_then(|new| new.last_mut()) {
            let text = text.into();
            error.fix = Some(SyntaxFix { range, text, is_guess });
        }
    }

    /// Reports a mistake that is the current token itself, with the text to write in its place.
    pub(super) fn error_here_with_fix(&mut self, kind: SyntaxErrorKind, message: impl Into<String>, text: &str) {
        let count = self.errors.len();
        let range = self.token_range(self.position);
        self.error_here(kind, message);
        self.fix_since(count, range, text, false);
    }

    /// Whether the lexer has reported the current token: invalid bytes, or the missing end of a string.
    fn is_complained_about(&self) -> bool {
        let token = self.tokens[self.position];
        match token.kind() {
            TokenKind::Unknown => true,
            TokenKind::EndOfText => self.ends_in_string,
            TokenKind::InterpolationEnd | TokenKind::StringEnd => token.start == token.end(),
            _ => false,
        }
    }

    /// Whether the token before the current one is a literal without its end, which swallowed whatever is missing here.
    fn is_behind_unterminated_literal(&self) -> bool {
        let Some(previous) = self.position.checked_sub(1) else {
            return false;
        };
        let range = self.token_range(previous);
        self.tokens[previous].kind().is_quoted()
            && self.errors.iter().any(|error| {
                error.kind == SyntaxErrorKind::UnterminatedLiteral
                    && error.range.start <= range.end
                    && (range.start <= error.range.end || range.is_empty())
            })
    }

    /// Where it is shown that something is missing before the current token: at the token, or behind the one before it
    /// if a line ends between them.
    pub(super) fn place(&self) -> TextRange {
        let token = self.tokens[self.position];
        let is_behind = token.after_newline() || token.kind() == TokenKind::EndOfText;
        match self.position.checked_sub(1) {
            Some(previous) if is_behind => TextRange::empty(self.tokens[previous].end()),
            _ => self.token_range(self.position),
        }
    }

    /// Takes the token, or reports that it is missing: "expected `=` before the value".
    pub(super) fn expect(&mut self, kind: TokenKind, purpose: &str) -> bool {
        let is_there = self.eat(kind);
        if !is_there {
            self.error(SyntaxErrorKind::ExpectedToken, format!("expected {} {purpose}", kind.description()));
        }
        is_there
    }

    /// Reports that the bracket at `opener` is not closed before the current token.
    pub(super) fn unclosed(&mut self, opener: usize, closer: TokenKind, what: &str) {
        let related = Related { range: self.token_range(opener), message: format!("the {what} begins here") };
        let message = format!("expected {} to close the {what}", closer.description());
        self.error_with(SyntaxErrorKind::Unclosed, self.place(), message, Some(related));
    }

    /// Whether nothing more can follow inside of any bracket: the text or the string around an interpolation ends.
    pub(super) fn at_end(&self) -> bool {
        matches!(
            self.kind_on_any_line(),
            TokenKind::EndOfText
                | TokenKind::InterpolationEnd
                | TokenKind::TextFormat
                | TokenKind::StringEnd
                | TokenKind::StringText
                | TokenKind::InterpolationStart
        )
    }

    /// Passes over a whole string with interpolations, so that none of its inner tokens is met outside of one.
    fn skip_string(&mut self) {
        let mut depth = 0;
        loop {
            match self.kind_on_any_line() {
                TokenKind::StringStart => depth += 1,
                TokenKind::StringEnd => depth -= 1,
                TokenKind::EndOfText => return,
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    /// Passes over one token, or over all of a string.
    pub(super) fn skip_token(&mut self) {
        match self.kind_on_any_line() {
            TokenKind::StringStart => self.skip_string(),
            _ => self.bump(),
        }
    }

    /// Passes over the rest of a broken statement: up to the next line that is no rest of a list, or the closing brace.
    /// Blocks on the way are parsed into `open`.
    pub(super) fn skip_statement(&mut self, open: &mut Open) {
        let start = self.position;
        while !self.at_end() && self.kind_on_any_line() != TokenKind::CloseBrace {
            let kind = self.kind_on_any_line();
            let is_rest = matches!(kind, TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::Comma);
            if self.position > start && self.tokens[self.position].after_newline() && !is_rest {
                break;
            }
            if kind == TokenKind::OpenBrace {
                self.start_line();
                let block = self.block();
                self.add(open, block);
            } else {
                self.skip_token();
            }
        }
        self.lose(start);
    }

    /// Notes that the tokens since `start` are in no part of the tree that means anything.
    pub(super) fn lose(&mut self, start: usize) {
        if self.position > start {
            self.lost.push((start as u32, self.position as u32));
        }
    }

    /// Passes over text that is no item or member: up to a line that begins one, or the closing brace of the body.
    pub(super) fn skip_to_member(&mut self) {
        let mut depth = 0_usize;
        let start = self.position;
        while !self.at_end() {
            let is_line_start = self.position > start && self.tokens[self.position].after_newline();
            if is_line_start && self.at_item_start() && (depth == 0 || self.has_open_brace && self.column() == 0) {
                break;
            }
            match self.kind_on_any_line() {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace if depth == 0 => break,
                TokenKind::CloseBrace => depth -= 1,
                _ => {}
            }
            self.skip_token();
        }
        self.lose(start);
    }

    /// Passes over the rest of an expression, type or pattern with all brackets in it.
    fn skip_nested(&mut self) {
        let start = self.position;
        let mut depth = 0_usize;
        while !self.at_end() {
            match self.kind_on_any_line() {
                TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace | TokenKind::AttributeStart => {
                    depth += 1;
                }
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                }
                TokenKind::Comma | TokenKind::Arrow | TokenKind::Equal if depth == 0 => break,
                _ if depth == 0 && self.kind() == TokenKind::LineEnd => break,
                _ => {}
            }
            self.skip_token();
        }
        self.lose(start);
        // What is missing behind too deep nesting is no news.
        self.error_position = self.position;
    }

    /// Reports too deep nesting, once, and passes over what lies too deep.
    #[cold]
    pub(super) fn too_deep(&mut self) -> Done {
        let open = self.open();
        self.skip_too_deep();
        self.close(open, NodeKind::Error)
    }

    /// The same where a node would grow too high on its left side. It stays as it is, so that nothing gets higher.
    #[cold]
    pub(super) fn skip_too_deep(&mut self) {
        if !self.is_too_deep {
            self.is_too_deep = true;
            self.error_here(SyntaxErrorKind::TooDeep, "this is nested too deeply, give parts of it names");
        }
        self.skip_nested();
    }

    /// Whether the current token begins an item or a member, as far as one token and its follower tell.
    pub(super) fn at_item_start(&self) -> bool {
        let next = self.kind_ahead(1);
        match self.kind_on_any_line() {
            TokenKind::Import
            | TokenKind::Impl
            | TokenKind::Trait
            | TokenKind::Pub
            | TokenKind::Type
            | TokenKind::AttributeStart
            | TokenKind::Case
            | TokenKind::Let => true,
            TokenKind::Extern => next != TokenKind::LineEnd,
            TokenKind::Fn => self.at_named_function(),
            TokenKind::Unsafe => next == TokenKind::Fn,
            TokenKind::Word => next == TokenKind::String && self.at_test_word(),
            _ => false,
        }
    }

    /// Whether the `fn` here has a name, so that it is no closure.
    pub(super) fn at_named_function(&self) -> bool {
        match self.kind_ahead(1) {
            TokenKind::Move => self.kind_ahead(2).is_word_like(),
            next => next.is_word_like(),
        }
    }

    /// The number of bytes before the current token in its line.
    pub(super) fn column(&self) -> usize {
        self.column_of(self.position)
    }

    /// The same for any token.
    pub(super) fn column_of(&self, token: usize) -> usize {
        let start = self.tokens[token].start as usize;
        start - self.text[..start].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Whether the current token begins a line that is indented, in a text whose first token is not.
    pub(super) fn is_indented_line(&self) -> bool {
        let first = self.tokens[0].start as usize;
        let is_flush = first == 0 || self.text.as_bytes()[first - 1] == b'\n';
        is_flush && self.tokens[self.position].after_newline() && self.column() > 0
    }

    /// Whether the braces of the text do not balance and this line, by its indentation, belongs outside of the body that
    /// was opened at `opener`. Text whose braces balance is never judged by its indentation.
    pub(super) fn is_outside_by_indentation(&self, opener: usize) -> bool {
        if !self.has_open_brace || !self.tokens[self.position].after_newline() || !self.at_item_start() {
            return false;
        }
        let brace = self.tokens[opener].start as usize;
        let line = self.text[..brace].rfind('\n').map_or(0, |newline| newline + 1);
        let indentation = self.text[line..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        self.column() <= indentation
    }
}
