//! Blocks and statements.

use super::members::Body;
use super::{Done, LET, Open, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TokenKind};

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
    fn statement_of_block(&mut self, open: &mut Open) {
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
        self.semicolon();
        if is_broken && self.kind() != TokenKind::LineEnd {
            let is_new_line = self.tokens[self.position].after_newline() && self.position > before;
            let is_rest = matches!(
                self.kind(),
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::Comma
            );
            if !is_new_line || is_rest {
                self.skip_statement(open);
            }
        }
        if self.position == before {
            self.bump();
        }
    }

    /// A `;`, which is passed over and reported once for the whole text.
    pub(super) fn semicolon(&mut self) {
        while self.at(TokenKind::Semicolon) {
            if !self.has_semicolon {
                self.has_semicolon = true;
                self.error_at(
                    SyntaxErrorKind::Semicolon,
                    self.token_range(self.position),
                    "remove the `;`, a statement ends with its line",
                );
            }
            self.bump();
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
            self.error_at(
                SyntaxErrorKind::BraceOnNextLine,
                range,
                format!("put this `{{` on the line of its {owner}"),
            );
            self.start_line();
            return true;
        }
        let word = if self.at(TokenKind::Word) {
            self.token_text(self.position)
        } else {
            ""
        };
        let advice = match word {
            "and" => Some("write `&&` instead of `and`"),
            "or" => Some("write `||` instead of `or`"),
            _ => None,
        };
        match advice {
            Some(advice) => self.error_here(SyntaxErrorKind::ForeignSyntax, advice),
            None => self.error(
                SyntaxErrorKind::ExpectedToken,
                format!("expected `{{` to begin the body of the {owner}"),
            ),
        }
        false
    }

    /// The block that belongs to `owner`.
    pub(super) fn required_block(&mut self, owner: &str) -> Done {
        if self.at_brace_on_line(owner) {
            self.block()
        } else {
            self.missing()
        }
    }

    /// One statement into a block or arm.
    #[inline(always)]
    pub(super) fn statement(&mut self, parent: &mut Open) {
        match self.kind() {
            TokenKind::Let => {
                let open = self.open();
                self.child(parent, |parser| parser.let_statement(open));
            }
            TokenKind::Word if self.kind_ahead(1) == TokenKind::Colon => self.labelled(parent),
            TokenKind::Word if self.at_foreign_declaration() => {
                self.error_here(
                    SyntaxErrorKind::ForeignSyntax,
                    "declare a variable with `let`, or `let mut`",
                );
                let open = self.open();
                self.child(parent, |parser| parser.let_statement(open));
            }
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

    /// Whether two words and a `=` stand in a row, as in `var x = 1` and `int x = 1`.
    #[inline(always)]
    fn at_foreign_declaration(&self) -> bool {
        self.kind_ahead(1) == TokenKind::Word
            && self.kind_ahead(2) == TokenKind::Equal
            && !self.tokens[self.position + 1].after_newline()
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
        self.child(&mut open, Self::pattern);
        if self.eat(TokenKind::Colon) {
            self.child(&mut open, Self::annotation);
        } else if self.at(TokenKind::Word) && self.kind_ahead(1) == TokenKind::Equal {
            self.error_here(SyntaxErrorKind::ForeignSyntax, "write `:` before the type");
            self.child(&mut open, Self::annotation);
        }
        if self.eat(TokenKind::Equal) || self.eat_comparison_as_equal() {
            self.child(&mut open, Self::expression);
            if self.eat(TokenKind::Else) {
                self.child(&mut open, |parser| parser.required_block("`else`"));
            }
        }
        self.close(open, NodeKind::Let)
    }

    /// `==` or `===` where a variable gets its value.
    fn eat_comparison_as_equal(&mut self) -> bool {
        if !self.at(TokenKind::EqualEqual) {
            return false;
        }
        self.error_here(SyntaxErrorKind::ForeignSyntax, "write `=`");
        self.bump();
        self.eat(TokenKind::Equal);
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
        let mut open = self.open();
        if matches!(self.kind_ahead(2), TokenKind::Loop | TokenKind::While | TokenKind::For) {
            self.bump();
            self.bump();
            return self.child(parent, |parser| parser.loop_expression(open));
        }
        self.error(
            SyntaxErrorKind::ExpectedToken,
            "write `let` to declare a variable, or `loop`, `while` or `for` behind a label",
        );
        self.bump();
        self.bump();
        if self.begins_element() {
            self.child(&mut open, Self::type_syntax);
        }
        if self.eat(TokenKind::Equal) {
            self.child(&mut open, Self::expression);
        }
        let done = self.close(open, NodeKind::Error);
        self.add(parent, done);
    }

    fn misplaced_item(&mut self) {
        self.error_here(SyntaxErrorKind::MisplacedItem, "move this item out of the function");
    }

    /// An item in a block. It is parsed as one, so that its inside is seen, but no statement shows it.
    fn nested_item(&mut self, parent: &mut Open) {
        self.misplaced_item();
        self.member(parent, Body::File);
    }

    fn stray_case(&mut self) {
        self.error_here(
            SyntaxErrorKind::UnexpectedToken,
            "a `case` belongs in the braces of a `match`",
        );
        self.bump();
    }

    /// What is tested by `if`, `while` and a guard.
    #[inline(always)]
    pub(super) fn condition(&mut self) -> Done {
        let flags = std::mem::replace(&mut self.flags, LET);
        let has_let = std::mem::replace(&mut self.has_let_condition, false);
        let mut done = self.expression();
        if self.kind().is_assignment() {
            self.error_here(SyntaxErrorKind::MisplacedAssignment, "use `==` to compare");
            let mut open = self.open_around(done);
            self.bump();
            self.child(&mut open, Self::expression);
            done = self.close(open, NodeKind::Binary);
        }
        self.has_let_condition = has_let;
        self.flags = flags;
        done
    }
}
