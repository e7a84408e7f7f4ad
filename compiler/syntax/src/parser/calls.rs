//! Forms in parentheses and square brackets: calls, indexing, tuples, arrays.

use super::{Done, OPEN_RANGE, Open, Parser, TYPES};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// `callee(a, name: b)`
    pub(super) fn call(&mut self, callee: Done) -> Done {
        let mut open = self.open_around(callee);
        let flags = std::mem::replace(&mut self.flags, 0);
        self.depth += 1;
        let mut is_named = false;
        self.list(&mut open, TokenKind::CloseParen, "list of arguments", |parser, open| {
            let is_name = parser.kind().is_word_like() && parser.kind_ahead(1) == TokenKind::Colon;
            if is_name && parser.kind_ahead(2) != TokenKind::Colon {
                is_named = true;
                parser.child(open, Self::named_argument);
            } else {
                if is_named {
                    parser.error_here(
                        SyntaxErrorKind::PositionalAfterNamed,
                        "put arguments without a name before those with one",
                    );
                }
                parser.child(open, Self::expression);
                if parser.at(TokenKind::Equal) {
                    parser.assignment_in_list(open);
                }
            }
        });
        self.depth -= 1;
        self.flags = flags;
        self.close(open, NodeKind::Call)
    }

    fn named_argument(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        self.bump();
        self.child(&mut open, Self::expression);
        self.close(open, NodeKind::NamedArgument)
    }

    /// `name = e` where `name: e` is meant.
    fn assignment_in_list(&mut self, open: &mut Open) {
        if self.at_fat_arrow() {
            return self.arrow_closure(open);
        }
        let (count, gap) = (self.errors.len(), self.token_range(self.position - 1).end);
        let range = TextRange::new(gap, self.token_range(self.position).end);
        let message = "name an argument with `:`, as in `f(x: 1)`";
        self.error_here(SyntaxErrorKind::MisplacedAssignment, message);
        self.fix_since(count, range, ":", false);
        self.bump();
        self.child(open, Self::expression);
    }

    /// `base[i]`, `base[T, U]`, `base[i..j]`
    pub(super) fn index(&mut self, base: Done) -> Done {
        let mut open = self.open_around(base);
        let flags = std::mem::replace(&mut self.flags, OPEN_RANGE | TYPES);
        if self.kind_ahead(1) == TokenKind::CloseBracket {
            self.bump();
            self.error(SyntaxErrorKind::ExpectedExpression, "expected an index or type in the brackets");
            let missing = self.missing();
            self.add(&mut open, missing);
            self.bump();
        } else {
            self.list(&mut open, TokenKind::CloseBracket, "index", |parser, open| {
                parser.child(open, Self::expression);
            });
        }
        self.flags = flags;
        self.close(open, NodeKind::Index)
    }

    /// `(e)`, `(a, b)`, `()`
    pub(super) fn paren(&mut self) -> Done {
        let mut open = self.open();
        let opener = self.position;
        let flags = self.flags;
        self.flags &= TYPES;
        let mut is_tuple = self.kind_ahead(1) == TokenKind::CloseParen;
        self.list(&mut open, TokenKind::CloseParen, "parenthesised expression", |parser, open| {
            parser.child(open, Self::expression);
            if parser.at(TokenKind::Equal) {
                parser
                    .error_here(SyntaxErrorKind::MisplacedAssignment, "an assignment is a statement, it has no value");
                parser.bump();
                parser.child(open, Self::expression);
            }
            if parser.at(TokenKind::Colon) {
                parser.skip_foreign_parameters();
            }
            is_tuple |= parser.at(TokenKind::Comma);
        });
        self.flags = flags;
        let done = self.close(open, if is_tuple { NodeKind::Tuple } else { NodeKind::Paren });
        if matches!(self.kind(), TokenKind::Equal) || self.begins_element() {
            return self.behind_paren(done, opener).unwrap_or(done);
        }
        done
    }

    /// `[a, b]`, `[x; N]`
    pub(super) fn array(&mut self) -> Done {
        let mut open = self.open();
        let flags = self.flags;
        self.flags &= TYPES;
        let mut is_repeat = false;
        self.list(&mut open, TokenKind::CloseBracket, "array", |parser, open| {
            parser.child(open, Self::expression);
            if !is_repeat && parser.at(TokenKind::Semicolon) {
                is_repeat = true;
                parser.bump();
                parser.child(open, Self::expression);
            }
        });
        self.flags = flags;
        self.close(open, if is_repeat { NodeKind::Repeat } else { NodeKind::Array })
    }
}
