//! Patterns.

use super::{Done, Open, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// `one | one as name`
    #[inline(always)]
    pub(super) fn pattern(&mut self) -> Done {
        let first = self.one_pattern();
        if matches!(self.kind(), TokenKind::Bar | TokenKind::As) { self.joined_pattern(first) } else { first }
    }

    fn joined_pattern(&mut self, first: Done) -> Done {
        let mut done = first;
        if self.at(TokenKind::Bar) {
            let mut open = self.open_around(first);
            while self.eat(TokenKind::Bar) {
                self.child(&mut open, Self::one_pattern);
            }
            done = self.close(open, NodeKind::OrPattern);
        }
        if self.at(TokenKind::As) {
            let open = self.open_around(done);
            self.bump();
            self.declared_name("pattern");
            done = self.close(open, NodeKind::AsPattern);
        }
        done
    }

    #[inline(always)]
    fn one_pattern(&mut self) -> Done {
        let is_lone_word = self.at(TokenKind::Word)
            && !matches!(self.kind_ahead(1), TokenKind::Dot | TokenKind::OpenParen | TokenKind::OpenBrace);
        if is_lone_word {
            let kind = if self.is_capitalised() { NodeKind::PathPattern } else { NodeKind::BindingPattern };
            return self.leaf(kind);
        }
        self.longer_pattern()
    }

    /// The pattern behind a word that does not belong there.
    pub(super) fn one_pattern_again(&mut self) -> Done {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let done = self.one_pattern();
        self.depth -= 1;
        done
    }

    fn is_capitalised(&self) -> bool {
        let start = self.tokens[self.position].start as usize;
        match self.text.as_bytes()[start] {
            byte if byte < 0x80 => byte.is_ascii_uppercase(),
            _ => self.text[start..].starts_with(char::is_uppercase),
        }
    }

    fn longer_pattern(&mut self) -> Done {
        let mut open = self.open();
        match self.kind() {
            TokenKind::Word | TokenKind::SelfType => self.path_pattern(),
            TokenKind::Mut => {
                self.bump();
                self.storage_word(false);
                self.declared_name("variable");
                self.close(open, NodeKind::BindingPattern)
            }
            TokenKind::Underscore => self.leaf(NodeKind::WildcardPattern),
            TokenKind::OpenParen => {
                let mut is_tuple = self.kind_ahead(1) == TokenKind::CloseParen;
                self.nested_patterns(&mut open, TokenKind::CloseParen, "tuple pattern", &mut is_tuple);
                self.close(open, if is_tuple { NodeKind::TuplePattern } else { NodeKind::ParenPattern })
            }
            TokenKind::OpenBracket => {
                self.nested_patterns(&mut open, TokenKind::CloseBracket, "array pattern", &mut false);
                self.close(open, NodeKind::ArrayPattern)
            }
            TokenKind::StringStart => {
                self.error_here(
                    SyntaxErrorKind::MisplacedInterpolation,
                    "a pattern holds no `${…}`, compare in a guard `if`",
                );
                self.child(&mut open, Self::interpolated_string);
                self.close(open, NodeKind::Error)
            }
            _ if self.at_literal() => self.literal_pattern(),
            kind => {
                if let Some(done) = self.foreign_pattern() {
                    return done;
                }
                if !kind.is_keyword() || !self.is_meant_as_name() {
                    self.error(SyntaxErrorKind::ExpectedPattern, "expected a name or another pattern");
                    return self.missing();
                }
                let message = format!("{} is a reserved word, choose another name", kind.description());
                self.error_here(SyntaxErrorKind::ReservedWord, message);
                self.leaf(NodeKind::Error)
            }
        }
    }

    /// Whether the reserved word here stands where a name was meant, rather than where the next thing begins.
    fn is_meant_as_name(&self) -> bool {
        matches!(
            self.kind_ahead(1),
            TokenKind::Equal
                | TokenKind::Colon
                | TokenKind::In
                | TokenKind::Comma
                | TokenKind::CloseParen
                | TokenKind::CloseBracket
                | TokenKind::Bar
                | TokenKind::As
                | TokenKind::Arrow
        )
    }

    /// The elements of a tuple or array pattern.
    fn nested_patterns(&mut self, open: &mut Open, closer: TokenKind, what: &str, has_comma: &mut bool) {
        if self.depth >= MAX_DEPTH {
            let done = self.too_deep();
            return self.add(open, done);
        }
        self.depth += 1;
        let mut has_rest = false;
        self.list(open, closer, what, |parser, open| {
            if closer == TokenKind::CloseBracket && parser.at_rest() {
                if std::mem::replace(&mut has_rest, true) {
                    parser.error_here(SyntaxErrorKind::UnexpectedToken, "a pattern of an array has one `..`");
                }
                parser.child(open, Self::rest_pattern);
            } else if parser.at(TokenKind::DotDot) && !parser.token_begins_literal(1) {
                parser.error_here(
                    SyntaxErrorKind::UnexpectedToken,
                    "`..` stands only in the parentheses of a case or type, and in arrays",
                );
                parser.bump();
            } else {
                parser.child(open, Self::pattern);
            }
            *has_comma |= parser.at(TokenKind::Comma);
        });
        self.depth -= 1;
    }

    /// Whether the elements that a pattern of an array leaves out begin here: `..`, or what other languages write.
    fn at_rest(&self) -> bool {
        match self.kind() {
            TokenKind::DotDot => !self.token_begins_literal(1),
            TokenKind::Ellipsis => true,
            TokenKind::Star => self.kind_ahead(1) == TokenKind::Word,
            TokenKind::Word => self.kind_ahead(1) == TokenKind::At && self.kind_ahead(2) == TokenKind::DotDot,
            _ => false,
        }
    }

    fn token_begins_literal(&self, distance: usize) -> bool {
        let kind = self.kind_ahead(distance);
        matches!(kind, TokenKind::Minus | TokenKind::Integer | TokenKind::Float | TokenKind::Character)
    }

    /// `..`, `.. as rest`
    fn rest_pattern(&mut self) -> Done {
        if !self.at(TokenKind::DotDot) {
            return self.foreign_rest();
        }
        let open = self.open();
        self.bump();
        if self.eat(TokenKind::As) {
            self.declared_name("pattern");
        }
        self.close(open, NodeKind::RestPattern)
    }

    fn path_pattern(&mut self) -> Done {
        let mut open = self.open();
        let is_name = self.kind_ahead(1) == TokenKind::OpenBrace && !self.is_capitalised();
        self.path();
        if self.at_braces_of_pattern() && !is_name {
            self.braces_of_pattern();
            return self.close(open, NodeKind::Error);
        }
        if !self.at(TokenKind::OpenParen) {
            return self.close(open, if is_name { NodeKind::BindingPattern } else { NodeKind::PathPattern });
        }
        if self.depth + 2 >= MAX_DEPTH {
            let done = self.too_deep();
            self.add(&mut open, done);
            return self.close(open, NodeKind::PathPattern);
        }
        self.depth += 2;
        let mut is_named = false;
        self.list(&mut open, TokenKind::CloseParen, "list of patterns", |parser, open| {
            if parser.at(TokenKind::DotDot) {
                parser.child(open, |parser| parser.leaf(NodeKind::RestPattern));
                if !parser.at(TokenKind::CloseParen) {
                    parser.error_here(SyntaxErrorKind::UnexpectedToken, "`..` comes last");
                }
            } else if parser.kind().is_word_like()
                && matches!(parser.kind_ahead(1), TokenKind::Colon | TokenKind::Equal)
            {
                is_named = true;
                parser.child(open, Self::field_pattern);
            } else {
                if is_named {
                    parser.error_here(
                        SyntaxErrorKind::PositionalAfterNamed,
                        "put patterns without a name before those with one",
                    );
                }
                parser.child(open, Self::pattern);
            }
        });
        self.depth -= 2;
        self.close(open, NodeKind::PathPattern)
    }

    fn field_pattern(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        if self.at(TokenKind::Equal) {
            let before = self.token_range(self.position - 1).end;
            let range = TextRange::new(before, self.token_range(self.position).end);
            let gap = if self.is_adjacent(1) { ": " } else { ":" };
            self.foreign(range, "write `:` between a field and its pattern", Some((range, gap.to_string())));
        }
        self.bump();
        self.child(&mut open, Self::pattern);
        self.close(open, NodeKind::FieldPattern)
    }

    fn at_literal(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Minus
                | TokenKind::Integer
                | TokenKind::Float
                | TokenKind::Character
                | TokenKind::String
                | TokenKind::MultilineString
                | TokenKind::CString
                | TokenKind::True
                | TokenKind::False
        )
    }

    /// `1`, `-1`, `1..5`
    fn literal_pattern(&mut self) -> Done {
        let open = self.open();
        let start = self.position;
        self.literal();
        if self.at(TokenKind::Ellipsis) {
            self.foreign_here("write `1..=3`, or `1..3` without its end", Some("..="));
        } else if !matches!(self.kind(), TokenKind::DotDot | TokenKind::DotDotEqual) {
            return self.close(open, NodeKind::LiteralPattern);
        }
        self.bump();
        if self.at_literal() {
            self.literal();
        } else {
            let count = self.errors.len();
            let range = TextRange::new(self.token_range(start).start, self.token_range(self.position - 2).end);
            let least = format!(">= {}", &self.text[range.start as usize..range.end as usize]);
            self.error(SyntaxErrorKind::InvalidRange, "a range in a pattern has both ends, as literals");
            self.say_guard(count, start, &least);
        }
        self.close(open, NodeKind::RangePattern)
    }

    fn literal(&mut self) {
        let is_negative = self.eat(TokenKind::Minus);
        if is_negative && !matches!(self.kind(), TokenKind::Integer | TokenKind::Float | TokenKind::Character) {
            self.error(SyntaxErrorKind::ExpectedPattern, "expected a number behind `-`");
        } else {
            self.bump();
        }
    }
}
