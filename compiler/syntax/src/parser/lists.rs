//! Lists in brackets, separated by commas, and names.

use super::{Done, Open, Parser};
use crate::{SyntaxErrorKind, TextRange, TokenKind};

/// Which kinds may begin an element of some list: an expression, type, pattern or parameter.
static BEGINS_ELEMENT: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < ELEMENT_STARTS.len() {
        table[ELEMENT_STARTS[index] as usize] = true;
        index += 1;
    }
    table
};

const ELEMENT_STARTS: &[TokenKind] = &[
    TokenKind::Word,
    TokenKind::Underscore,
    TokenKind::Integer,
    TokenKind::Float,
    TokenKind::Character,
    TokenKind::String,
    TokenKind::MultilineString,
    TokenKind::CString,
    TokenKind::StringStart,
    TokenKind::True,
    TokenKind::False,
    TokenKind::SelfValue,
    TokenKind::SelfType,
    TokenKind::OpenParen,
    TokenKind::OpenBracket,
    TokenKind::OpenBrace,
    TokenKind::At,
    TokenKind::Minus,
    TokenKind::Not,
    TokenKind::Try,
    TokenKind::Ref,
    TokenKind::Mut,
    TokenKind::Move,
    TokenKind::If,
    TokenKind::Match,
    TokenKind::Unsafe,
    TokenKind::Loop,
    TokenKind::While,
    TokenKind::For,
    TokenKind::Fn,
    TokenKind::Extern,
    TokenKind::Dyn,
    TokenKind::Return,
    TokenKind::Throw,
    TokenKind::Break,
    TokenKind::Continue,
];

impl Parser<'_> {
    /// Whether the current token begins an expression, type or pattern on this line.
    #[inline(always)]
    pub(super) fn begins_element(&self) -> bool {
        BEGINS_ELEMENT[self.current as usize]
    }

    /// A list whose opening bracket is the current token. `element` parses one element into the node.
    #[inline(always)]
    pub(super) fn list(
        &mut self,
        open: &mut Open,
        closer: TokenKind,
        what: &str,
        mut element: impl FnMut(&mut Self, &mut Open),
    ) {
        let opener = self.position;
        self.bump();
        while !self.at(closer) {
            if self.kind() == TokenKind::LineEnd {
                return self.unclosed(opener, closer, what);
            }
            let before = self.position;
            element(self, open);
            if self.eat(TokenKind::Comma) {
                continue;
            }
            if !self.at(closer) && !self.recover_in_list(opener, before, closer, what) {
                return;
            }
        }
        self.bump();
    }

    /// Decides what is missing behind an element: a comma (then the list goes on) or the closing bracket.
    #[cold]
    fn recover_in_list(&mut self, opener: usize, before: usize, closer: TokenKind, what: &str) -> bool {
        let is_new_line = self.tokens[self.position].after_newline();
        let begins_element = self.begins_element() && !self.at(TokenKind::OpenBrace);
        if self.at(TokenKind::For) && closer == TokenKind::CloseBracket && !is_new_line {
            self.foreign_here("there are no comprehensions: `push` to an `Array` in a `for` loop", None);
            while !self.at(closer) && self.kind() != TokenKind::LineEnd {
                self.bump();
            }
            return true;
        }
        if self.position > before && begins_element && !is_new_line {
            self.error(
                SyntaxErrorKind::ExpectedToken,
                format!("expected `,` or {} in the {what}", closer.description()),
            );
            return true;
        }
        let is_other_closer = matches!(self.kind(), TokenKind::CloseParen | TokenKind::CloseBracket);
        if is_other_closer && self.kind_ahead(1) == closer {
            // One closing bracket too many.
            let message = format!("remove this {}, it closes nothing", self.kind().description());
            self.error_here(SyntaxErrorKind::UnexpectedClosing, message);
            self.bump();
            return true;
        }
        self.unclosed(opener, closer, what);
        false
    }

    /// Takes a `pub` behind the keyword of an item, where others have it: here it stands before the keyword.
    pub(super) fn late_public(&mut self) {
        if self.at(TokenKind::Pub) && self.kind_ahead(1).follows_late_public() {
            self.report_late_public();
        }
    }

    #[cold]
    fn report_late_public(&mut self) {
        let keyword = self.token_text(self.position - 1);
        let is_said_twice = self.position >= 2 && self.tokens[self.position - 2].kind() == TokenKind::Pub;
        let text = if is_said_twice { keyword.to_owned() } else { format!("pub {keyword}") };
        let message = format!("`pub` stands before `{keyword}`");
        let (start, end) = (self.token_range(self.position - 1).start, self.token_range(self.position).end);
        let count = self.errors.len();
        self.error_here(SyntaxErrorKind::MisplacedModifier, message);
        self.fix_since(count, TextRange::new(start, end), text, false);
        self.bump();
    }

    /// The name that a declaration gives. A reserved word is taken with a complaint.
    pub(super) fn declared_name(&mut self, what: &str) -> bool {
        if self.eat(TokenKind::Word) {
            return true;
        }
        if self.kind().is_keyword() {
            let message =
                format!("{} is a reserved word, choose another name for the {what}", self.kind().description());
            self.error_here(SyntaxErrorKind::ReservedWord, message);
            self.bump();
            return true;
        }
        self.error(SyntaxErrorKind::ExpectedName, format!("expected the name of the {what}"));
        false
    }

    /// Words joined by points, as in types, patterns and imports.
    pub(super) fn path(&mut self) {
        self.bump();
        while self.at(TokenKind::Dot) {
            self.bump();
            if self.at(TokenKind::Star) {
                self.error_here(SyntaxErrorKind::ForeignSyntax, "write out the names, there is no wildcard");
                return self.bump();
            }
            if !self.kind().is_word_like() {
                self.error(SyntaxErrorKind::ExpectedName, "expected a name behind the `.`");
                return;
            }
            self.bump();
        }
    }

    /// Parses one more child.
    #[inline(always)]
    pub(super) fn child(&mut self, open: &mut Open, part: impl FnOnce(&mut Self) -> Done) {
        let done = part(self);
        self.add(open, done);
    }
}
