//! Expressions that steer control: branches, loops, jumps.

use super::expressions::AND;
use super::{Done, Open, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// `if c { … } else if d { … } else { … }`
    pub(super) fn if_expression(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        self.child(&mut open, Self::condition);
        if self.at(TokenKind::Else) {
            // Python's `a if c else b`.
            self.foreign_here("write `if c { a } else { b }`", None);
            self.bump();
            self.quietly(|parser| parser.child(&mut open, Self::unary_again));
            return self.close(open, NodeKind::Error);
        }
        self.child(&mut open, |parser| parser.required_block("`if`"));
        if self.eat(TokenKind::Else) {
            if self.at(TokenKind::If) {
                self.child(&mut open, Self::else_if);
            } else {
                self.child(&mut open, |parser| parser.required_block("`else`"));
            }
        } else if self.kind_on_any_line() == TokenKind::Word && self.is_else_if_elsewhere() {
            self.start_line();
            self.foreign_here("write `else if`", Some("else if"));
            self.child(&mut open, Self::else_if);
        }
        self.close(open, NodeKind::If)
    }

    fn is_else_if_elsewhere(&self) -> bool {
        let is_elsewhere = matches!(self.token_text(self.position), "elif" | "elsif" | "elseif" | "elsewhen");
        is_elsewhere && !matches!(self.kind_ahead(1), TokenKind::Equal | TokenKind::Dot | TokenKind::LineEnd)
    }

    fn else_if(&mut self) -> Done {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let done = self.if_expression();
        self.depth -= 1;
        done
    }

    /// `let pattern = e` in a condition. The value ends before `&&` and `||`.
    pub(super) fn let_condition(&mut self) -> Done {
        let mut open = self.open();
        self.has_let_condition = true;
        self.bump();
        self.child(&mut open, Self::pattern);
        if self.at(TokenKind::EqualEqual) {
            self.foreign_here("write `=` instead of `==` behind the pattern", Some("="));
            self.bump();
            self.child(&mut open, |parser| parser.expression_above(AND));
        } else if self.expect(TokenKind::Equal, "and the value to match in the condition") {
            self.child(&mut open, |parser| parser.expression_above(AND));
        } else {
            self.child(&mut open, Self::missing);
        }
        self.close(open, NodeKind::LetCondition)
    }

    /// `match e { case … }`
    pub(super) fn match_expression(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        if self.at(TokenKind::OpenBrace) && self.token_is(1, TokenKind::Case) {
            self.match_without_value();
            return self.close(open, NodeKind::Error);
        }
        let flags = std::mem::replace(&mut self.flags, 0);
        self.child(&mut open, Self::expression);
        let mut kind = NodeKind::Match;
        if self.foreign_match_body() {
            kind = NodeKind::Error;
        } else if self.at_brace_of_match() {
            let outer = (self.arms_opener, self.has_foreign_arms);
            self.arms_opener = self.position;
            self.depth += 1;
            if !self.arms(&mut open) {
                kind = NodeKind::Error;
            }
            self.depth -= 1;
            (self.arms_opener, self.has_foreign_arms) = outer;
        }
        self.flags = flags;
        self.close(open, kind)
    }

    #[inline(always)]
    fn at_brace_of_match(&mut self) -> bool {
        if self.at(TokenKind::Word) && matches!(self.token_text(self.position), "with" | "of") {
            self.foreign_here("write `match x { case 1 -> … }`, without a word before the `{`", Some(""));
            self.bump();
        }
        self.at_brace_on_line("`match`")
    }

    /// The arms of a `match`; `false` if they are written as in other languages.
    fn arms(&mut self, open: &mut Open) -> bool {
        let opener = self.position;
        self.bump();
        loop {
            self.start_line();
            match self.kind() {
                TokenKind::CloseBrace => {
                    self.bump();
                    return true;
                }
                _ if self.at_end() || self.is_outside_by_indentation(opener) => {
                    self.unclosed(opener, TokenKind::CloseBrace, "`match`");
                    return true;
                }
                TokenKind::Case => self.child(open, Self::arm),
                TokenKind::Comma => {
                    if !self.has_foreign_arms {
                        let message = "remove the `,`, the next `case` ends an arm";
                        self.error_here_with_fix(SyntaxErrorKind::UnexpectedToken, message, "");
                    }
                    self.bump();
                }
                TokenKind::Semicolon => self.semicolon(),
                _ if self.at_foreign_arm() => {
                    self.foreign_arm();
                    self.position = opener;
                    self.current = self.tokens[opener].number();
                    self.start_line();
                    self.skip_braces();
                    return false;
                }
                _ => {
                    self.error(
                        SyntaxErrorKind::ExpectedToken,
                        "expected `case` or `}`, put several statements of an arm in `{ … }`",
                    );
                    let before = self.position;
                    self.skip_statement(open);
                    if self.position == before {
                        self.bump();
                    }
                }
            }
        }
    }

    /// `case pattern if guard -> statement`
    fn arm(&mut self) -> Done {
        let mut open = self.open();
        let errors = self.errors.len();
        self.bump();
        let start = self.position;
        self.child(&mut open, Self::pattern);
        if !matches!(self.kind(), TokenKind::Arrow | TokenKind::If) && self.foreign_behind_pattern(&mut open, start) {
            return self.close(open, NodeKind::MatchArm);
        }
        if self.eat(TokenKind::If) {
            let was_in_guard = std::mem::replace(&mut self.is_in_guard, true);
            self.child(&mut open, Self::condition);
            self.is_in_guard = was_in_guard;
        }
        if self.at(TokenKind::Colon) {
            self.foreign_arms_at(self.token_range(self.position), "write `->` instead of `:`");
            self.bump();
            self.foreign_arm_body(&mut open);
        } else if self.at(TokenKind::Equal) && self.kind_ahead(1) == TokenKind::Greater {
            let start = self.token_range(self.position).start;
            self.foreign_arms_at(TextRange::new(start, start + 2), "write `->` instead of `=>`");
            self.bump();
            self.bump();
            self.foreign_arm_body(&mut open);
        } else if self.expect(TokenKind::Arrow, "and what to do in this case") {
            self.arm_statement(&mut open);
        }
        if self.errors.len() > errors && self.kind() != TokenKind::LineEnd && !self.at(TokenKind::Case) {
            self.skip_arm(&mut open);
        }
        self.close(open, NodeKind::MatchArm)
    }

    /// What an arm does.
    #[inline(always)]
    fn arm_statement(&mut self, open: &mut Open) {
        if matches!(self.kind_on_any_line(), TokenKind::Case | TokenKind::CloseBrace) {
            self.arm_without_statement(open);
        } else {
            self.statement(open);
        }
    }

    /// `case 1 ->` before the next `case`, which C and others go on to, or before the end.
    #[cold]
    fn arm_without_statement(&mut self, open: &mut Open) {
        let count = self.errors.len();
        let arrow = self.token_range(self.position - 1);
        let place = TextRange::empty(arrow.end);
        if self.has_foreign_arms {
            self.error_position = self.position;
        } else if self.kind_on_any_line() == TokenKind::Case {
            let message = "an arm ends here and does nothing: write `{}`, or join it with the next, `case 1 | 2 -> …`";
            self.foreign(arrow, message, None);
            self.fix_since(count, place, " {}", true);
        } else {
            self.foreign(arrow, "write `{}` for an arm that does nothing", Some((place, " {}".to_string())));
        }
        self.child(open, Self::missing);
    }

    /// Passes over the rest of a broken arm.
    fn skip_arm(&mut self, open: &mut Open) {
        if !self.at(TokenKind::CloseBrace) && !self.at_end() && !self.tokens[self.position].after_newline() {
            self.skip_statement(open);
        }
    }

    pub(super) fn unsafe_block(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        self.child(&mut open, |parser| parser.required_block("`unsafe`"));
        self.close(open, NodeKind::Unsafe)
    }

    /// A loop whose keyword is the current token; its label is in `open` already.
    pub(super) fn loop_expression(&mut self, mut open: Open) -> Done {
        let kind = self.kind();
        self.bump();
        match kind {
            TokenKind::While => {
                self.child(&mut open, Self::condition);
                self.child(&mut open, |parser| parser.required_block("`while`"));
                self.close(open, NodeKind::While)
            }
            TokenKind::For if self.at_foreign_for() => self.foreign_for(open),
            TokenKind::For => {
                self.child(&mut open, Self::pattern);
                let flags = std::mem::replace(&mut self.flags, 0);
                self.second_loop_name();
                if self.expect(TokenKind::In, "and what to loop over") {
                    self.child(&mut open, Self::expression);
                } else {
                    self.child(&mut open, Self::missing);
                }
                if self.at(TokenKind::Ellipsis) {
                    self.foreign_here("write `0..n`, or `0..=n` with its end", Some("..="));
                    self.bump();
                    self.quietly(|parser| parser.child(&mut open, Self::expression));
                    self.flags = flags;
                    self.child(&mut open, |parser| parser.required_block("`for`"));
                    return self.close(open, NodeKind::Error);
                }
                self.flags = flags;
                self.child(&mut open, |parser| parser.required_block("`for`"));
                self.close(open, NodeKind::For)
            }
            _ => {
                self.child(&mut open, |parser| parser.required_block("`loop`"));
                self.close(open, NodeKind::Loop)
            }
        }
    }

    pub(super) fn return_expression(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        if self.begins_element() {
            self.child(&mut open, Self::expression);
        }
        self.close(open, NodeKind::Return)
    }

    pub(super) fn throw_expression(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        self.child(&mut open, Self::expression);
        self.close(open, NodeKind::Throw)
    }

    /// `break label`, `continue label`
    pub(super) fn jump(&mut self, kind: NodeKind) -> Done {
        let open = self.open();
        self.bump();
        self.eat(TokenKind::Word);
        let is_value = matches!(
            self.kind(),
            TokenKind::Integer | TokenKind::Float | TokenKind::String | TokenKind::True | TokenKind::False
        );
        if is_value && kind == NodeKind::Break {
            self.error_here(
                SyntaxErrorKind::UnexpectedToken,
                "`break` gives no value: assign it to a variable declared before the loop",
            );
            self.bump();
        }
        self.close(open, kind)
    }
}
