//! Blocks and statements.

use super::members::Body;
use super::{Done, LET, Open, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// `{ … }`; the current token is the brace.
    pub(super) fn block(&mut self) -> Done {
        let mut open = self.open();
        if self.depth + 2 >= MAX_DEPTH {
            return self.too_deep();
        }
        let flags = std::mem::replace(&mut self.flags, 0);
        self.depth += 2;
        let opener = self.position;
        self.bump();
        loop {
            self.start_line();
            match self.kind() {
                TokenKind::CloseBrace => {
                    self.bump();
                    break;
                }
                _ if self.at_end() || self.is_outside_by_indentation(opener) => {
                    self.unclosed(opener, TokenKind::CloseBrace, "block");
                    break;
                }
                _ => self.statement_of_block(&mut open),
            }
        }
        self.depth -= 2;
        self.flags = flags;
        self.close(open, NodeKind::Block)
    }

    #[inline(always)]
    pub(super) fn statement_of_block(&mut self, open: &mut Open) {
        let (before, errors) = (self.position, self.errors.len());
        self.statement(open);
        // Most statements end with their line.
        if self.kind() != TokenKind::LineEnd || self.errors.len() > errors || self.position == before {
            self.end_statement(open, before, errors);
        }
    }

    /// Behind a statement that is broken, or followed by something on its line.
    fn end_statement(&mut self, open: &mut Open, before: usize, errors: usize) {
        let is_broken = self.errors.len() > errors;
        if is_broken {
            self.swallow_semicolon(errors, before);
        } else {
            self.semicolon();
        }
        if is_broken && self.kind() != TokenKind::LineEnd {
            let is_new_line = self.tokens[self.position].after_newline() && self.position > before;
            let is_rest = matches!(self.kind(), TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::Comma);
            if !is_new_line || is_rest {
                self.skip_statement(open);
            }
        }
        if self.position == before {
            self.bump();
        }
    }

    /// A `;`, which is passed over.
    pub(super) fn semicolon(&mut self) {
        while self.at(TokenKind::Semicolon) {
            let count = self.errors.len();
            let range = self.token_range(self.position);
            let message = "remove the `;`, a statement ends with its line";
            self.error_at(SyntaxErrorKind::Semicolon, range, message);
            self.bump();
            // What follows on the line must not go on the statement.
            let is_last = matches!(
                self.kind(),
                TokenKind::LineEnd | TokenKind::CloseBrace | TokenKind::Semicolon | TokenKind::EndOfText
            );
            self.fix_since(count, range, if is_last { "" } else { "\n" }, false);
        }
    }

    /// Whether a `{` stands on the next line, where it is a statement of its own.
    pub(super) fn at_brace_on_next_line(&self) -> bool {
        self.kind() == TokenKind::LineEnd && self.kind_on_any_line() == TokenKind::OpenBrace
    }

    /// Whether a `{` is the current token. Reports one on the next line, and that there is none.
    pub(super) fn at_brace_on_line(&mut self, owner: &str) -> bool {
        if self.at(TokenKind::OpenBrace) {
            return true;
        }
        if self.at_brace_on_next_line() {
            let range = self.token_range(self.position);
            self.error_at(SyntaxErrorKind::BraceOnNextLine, range, format!("put this `{{` on the line of its {owner}"));
            self.start_line();
            return true;
        }
        self.error(SyntaxErrorKind::ExpectedToken, format!("expected `{{` to begin the body of the {owner}"));
        false
    }

    /// The block that belongs to `owner`.
    pub(super) fn required_block(&mut self, owner: &str) -> Done {
        if self.at(TokenKind::OpenBrace) {
            return self.block();
        }
        if let Some(body) = self.foreign_body(owner) {
            return body;
        }
        if self.at_brace_on_line(owner) { self.block() } else { self.missing() }
    }

    /// One statement into a block or arm.
    #[inline(always)]
    pub(super) fn statement(&mut self, parent: &mut Open) {
        match self.kind() {
            TokenKind::Let => {
                let open = self.open();
                self.child(parent, |parser| parser.let_statement(open));
            }
            TokenKind::Word if self.kind_ahead(1) == TokenKind::Colon && self.kind_ahead(2) != TokenKind::Colon => {
                self.labelled(parent);
            }
            TokenKind::Word if self.foreign_statement(parent) => {}
            TokenKind::Underscore if self.kind_ahead(1) == TokenKind::Equal => self.child(parent, Self::without_let),
            TokenKind::Mut if self.kind_ahead(1) == TokenKind::Word && self.kind_ahead(2) == TokenKind::Equal => {
                self.child(parent, Self::without_let);
            }
            TokenKind::Minus if self.kind_ahead(1) == TokenKind::Minus && self.is_adjacent(1) => self.decrement(parent),
            TokenKind::AttributeStart => self.attributed_statement(parent),
            TokenKind::Fn if self.at_named_function() => self.nested_item(parent),
            TokenKind::Unsafe if self.kind_ahead(1) == TokenKind::Fn => self.nested_item(parent),
            TokenKind::Extern => self.nested_item(parent),
            TokenKind::Type | TokenKind::Import | TokenKind::Impl | TokenKind::Trait | TokenKind::Pub => {
                self.nested_item(parent)
            }
            TokenKind::Case => self.stray_case(),
            TokenKind::Semicolon => self.semicolon(),
            TokenKind::CloseParen | TokenKind::CloseBracket => {
                let message = format!("remove this {}, it closes nothing", self.kind().description());
                self.error_here(SyntaxErrorKind::UnexpectedClosing, message);
                self.bump();
            }
            _ => self.child(parent, Self::expression_statement),
        }
    }

    /// `--x` as a statement.
    #[cold]
    fn decrement(&mut self, parent: &mut Open) {
        let is_statement = self.kind_ahead(2) == TokenKind::Word
            && matches!(self.kind_ahead(3), TokenKind::LineEnd | TokenKind::CloseBrace | TokenKind::Semicolon);
        if is_statement {
            let name = self.token_text(self.position + 2).to_string();
            let range = TextRange::new(self.token_range(self.position).start, self.token_range(self.position + 2).end);
            let message = format!("write `{name} -= 1`");
            self.foreign(range, message, Some((range, format!("{name} -= 1"))));
            let open = self.open();
            (0..3).for_each(|_| self.bump());
            let done = self.close(open, NodeKind::Error);
            return self.add(parent, done);
        }
        self.child(parent, Self::expression_statement);
    }

    #[inline(always)]
    fn expression_statement(&mut self) -> Done {
        let left = self.expression();
        if !self.kind().is_assignment() {
            return left;
        }
        let mut open = self.open_around(left);
        self.bump();
        self.child(&mut open, Self::expression);
        if self.at(TokenKind::Equal) {
            self.error_here(SyntaxErrorKind::MisplacedAssignment, "assign to one place at a time");
        }
        self.close(open, NodeKind::Assign)
    }

    /// `let pattern: T = e else { … }`; the attributes before it are in `open`.
    #[inline(always)]
    fn let_statement(&mut self, mut open: Open) -> Done {
        self.bump();
        self.storage_word(false);
        self.child(&mut open, Self::pattern);
        self.let_rest(open)
    }

    /// What stands behind the pattern of a `let`.
    #[inline(always)]
    pub(super) fn let_rest(&mut self, mut open: Open) -> Done {
        if self.at(TokenKind::Comma) && self.kind_ahead(1) == TokenKind::Word {
            let start = self.position;
            self.foreign_here("write the names of a tuple in parentheses: `let (a, b) = …`", None);
            self.quietly(Self::skip_line);
            self.lose(start);
            return self.close(open, NodeKind::Let);
        }
        if self.eat(TokenKind::Colon) {
            self.child(&mut open, Self::annotation);
        } else if self.at(TokenKind::Word) && self.kind_ahead(1) == TokenKind::Equal {
            self.type_without_colon(&mut open);
        }
        if self.eat(TokenKind::Equal) || self.eat_comparison_as_equal() {
            self.child(&mut open, Self::expression);
            if self.at_fat_arrow() {
                self.arrow_closure(&mut open);
            }
            if self.eat(TokenKind::Else) {
                self.child(&mut open, |parser| parser.required_block("`else`"));
            }
            if self.at(TokenKind::Comma) {
                self.second_variable();
            }
        }
        self.close(open, NodeKind::Let)
    }

    /// `let x i64 = 1`, or C's order `let i64 x = 1`.
    #[cold]
    fn type_without_colon(&mut self, open: &mut Open) {
        let count = self.errors.len();
        let before = self.token_range(self.position - 1);
        self.error_here(SyntaxErrorKind::ForeignSyntax, "write `:` before the type");
        self.fix_since(count, TextRange::empty(before.end), ":", true);
        self.child(open, Self::annotation);
    }

    /// `let a = 1, b = 2`
    #[cold]
    fn second_variable(&mut self) {
        if !self.kind_ahead(1).is_word_like() || !matches!(self.kind_ahead(2), TokenKind::Equal | TokenKind::Colon) {
            self.foreign_here("write a tuple in parentheses: `(a, b)`", None);
            return self.quietly(Self::skip_line);
        }
        let comma = self.token_range(self.position);
        self.foreign(comma, "write a `let` for each variable", Some((comma, "  let".into())));
        self.quietly(Self::skip_line);
    }

    /// `==` or `===` where a variable gets its value.
    fn eat_comparison_as_equal(&mut self) -> bool {
        if !self.at(TokenKind::EqualEqual) {
            return false;
        }
        let count = self.errors.len();
        let start = self.token_range(self.position).start;
        self.error_here(SyntaxErrorKind::ForeignSyntax, "write `=`");
        self.bump();
        self.eat(TokenKind::Equal);
        let end = self.token_range(self.position - 1).end;
        self.fix_since(count, TextRange::new(start, end), "=", false);
        true
    }

    fn attributed_statement(&mut self, parent: &mut Open) {
        let mut open = self.open();
        self.attributes(&mut open);
        if self.at(TokenKind::Let) {
            return self.child(parent, |parser| parser.let_statement(open));
        }
        if self.at_item_start() {
            self.misplaced_item();
        } else {
            self.error_here(
                SyntaxErrorKind::MisplacedAttribute,
                "an attribute belongs to an item, a member or a `let`",
            );
        }
        let done = self.close(open, NodeKind::Error);
        self.add(parent, done);
        if self.at_item_start() {
            self.member(parent, Body::File);
        }
    }

    /// `label: loop { … }`, or a declaration that lacks its `let`.
    fn labelled(&mut self, parent: &mut Open) {
        if matches!(self.kind_ahead(2), TokenKind::Loop | TokenKind::While | TokenKind::For) {
            let open = self.open();
            self.bump();
            self.bump();
            return self.child(parent, |parser| parser.loop_expression(open));
        }
        self.child(parent, Self::without_let);
    }

    fn misplaced_item(&mut self) {
        self.error_here(SyntaxErrorKind::MisplacedItem, "move this item out of the function");
    }

    /// An item in a block. It is parsed as one, so that its inside is seen, but no statement shows it.
    fn nested_item(&mut self, parent: &mut Open) {
        let start = self.position;
        self.misplaced_item();
        self.member(parent, Body::File);
        self.lose(start);
    }

    fn stray_case(&mut self) {
        self.error_here(SyntaxErrorKind::UnexpectedToken, "a `case` belongs in the braces of a `match`");
        self.bump();
    }

    /// What is tested by `if`, `while` and a guard.
    #[inline(always)]
    pub(super) fn condition(&mut self) -> Done {
        let flags = std::mem::replace(&mut self.flags, LET);
        let has_let = std::mem::replace(&mut self.has_let_condition, false);
        let mut done = self.expression();
        if self.at(TokenKind::Equal) && self.is_pattern_of_condition(done) {
            done = self.condition_without_let(done);
        } else if self.kind().is_assignment() {
            let is_plain = self.at(TokenKind::Equal);
            let count = self.errors.len();
            let range = self.token_range(self.position);
            self.error_here(SyntaxErrorKind::MisplacedAssignment, "use `==` to compare");
            if is_plain {
                self.fix_since(count, range, "==", false);
            }
            let mut open = self.open_around(done);
            self.bump();
            self.child(&mut open, Self::expression);
            done = self.close(open, NodeKind::Binary);
        }
        if self.at(TokenKind::In) {
            self.foreign_here("there is no `in`: compare, or call `contains`", None);
            let mut open = self.open_around(done);
            self.bump();
            self.quietly(|parser| parser.child(&mut open, Self::expression));
            done = self.close(open, NodeKind::Error);
        }
        self.has_let_condition = has_let;
        self.flags = flags;
        done
    }
}
