//! Expressions that steer control: branches, loops, jumps.

use super::expressions::AND;
use super::{Done, Open, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TokenKind};

impl Parser<'_> {
    /// `if c { … } else if d { … } else { … }`
    pub(super) fn if_expression(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        self.child(&mut open, Self::condition);
        self.child(&mut open, |parser| parser.required_block("`if`"));
        if self.eat(TokenKind::Else) {
            if self.at(TokenKind::If) {
                self.child(&mut open, Self::else_if);
            } else {
                self.child(&mut open, |parser| parser.required_block("`else`"));
            }
        }
        self.close(open, NodeKind::If)
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
        if self.expect(TokenKind::Equal, "and the value to match in the condition") {
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
        let flags = std::mem::replace(&mut self.flags, 0);
        self.child(&mut open, Self::expression);
        if self.at_brace_on_line("`match`") {
            self.depth += 1;
            self.arms(&mut open);
            self.depth -= 1;
        }
        self.flags = flags;
        self.close(open, NodeKind::Match)
    }

    fn arms(&mut self, open: &mut Open) {
        let opener = self.position;
        self.bump();
        loop {
            self.start_line();
            match self.kind() {
                TokenKind::CloseBrace => return self.bump(),
                _ if self.at_end() => return self.unclosed(opener, TokenKind::CloseBrace, "`match`"),
                _ if self.is_outside_by_indentation(opener) => {
                    return self.unclosed(opener, TokenKind::CloseBrace, "`match`");
                }
                TokenKind::Case => self.child(open, Self::arm),
                TokenKind::Comma => {
                    self.error_here(
                        SyntaxErrorKind::UnexpectedToken,
                        "remove the `,`, the next `case` ends an arm",
                    );
                    self.bump();
                }
                TokenKind::Semicolon => self.semicolon(),
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
        self.child(&mut open, Self::pattern);
        if self.eat(TokenKind::If) {
            self.child(&mut open, Self::condition);
        }
        if self.at(TokenKind::Equal) && self.kind_ahead(1) == TokenKind::Greater {
            self.error_here(SyntaxErrorKind::ForeignSyntax, "write `->` instead of `=>`");
            self.bump();
            self.bump();
            self.statement(&mut open);
        } else if self.expect(TokenKind::Arrow, "and what to do in this case") {
            self.statement(&mut open);
        }
        if self.errors.len() > errors && self.kind() != TokenKind::LineEnd && !self.at(TokenKind::Case) {
            self.skip_arm(&mut open);
        }
        self.close(open, NodeKind::MatchArm)
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
            TokenKind::For => {
                self.child(&mut open, Self::pattern);
                let flags = std::mem::replace(&mut self.flags, 0);
                if self.expect(TokenKind::In, "and what to loop over") {
                    self.child(&mut open, Self::expression);
                } else {
                    self.child(&mut open, Self::missing);
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
        self.close(open, kind)
    }
}
