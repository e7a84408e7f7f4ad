//! Types as written.

use super::{Done, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TokenKind};

impl Parser<'_> {
    /// A type behind `:` or `->`.
    pub(super) fn annotation(&mut self) -> Done {
        let done = self.type_syntax();
        if self.at(TokenKind::Less) {
            self.error_here(SyntaxErrorKind::ForeignSyntax, "write type arguments in `[…]`");
            let mut depth = 0_usize;
            while matches!(self.kind(), kind if kind.is_word_like())
                || matches!(
                    self.kind(),
                    TokenKind::Less | TokenKind::Greater | TokenKind::ShiftRight | TokenKind::Comma
                )
            {
                match self.kind() {
                    TokenKind::Less => depth += 1,
                    TokenKind::Greater => depth -= 1,
                    TokenKind::ShiftRight => depth = depth.saturating_sub(2),
                    _ => {}
                }
                self.bump();
                if depth == 0 {
                    break;
                }
            }
        }
        done
    }

    pub(super) fn type_syntax(&mut self) -> Done {
        if self.at(TokenKind::Word) && !matches!(self.kind_ahead(1), TokenKind::Dot | TokenKind::OpenBracket) {
            return self.leaf(NodeKind::PathType);
        }
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let done = self.longer_type();
        self.depth -= 1;
        done
    }

    fn longer_type(&mut self) -> Done {
        match self.kind() {
            TokenKind::Word | TokenKind::SelfType => self.path_type(),
            TokenKind::Ref | TokenKind::Mut => self.borrow_type(),
            TokenKind::Dyn => self.dyn_type(),
            TokenKind::OpenParen => self.tuple_type(),
            TokenKind::OpenBracket => self.array_type(),
            TokenKind::Fn | TokenKind::Extern => self.function_type(),
            TokenKind::Ampersand => self.foreign_type("write a borrow as `ref T` or `mut T`"),
            TokenKind::Star => self.foreign_type("write a C pointer as `Pointer[T]`"),
            kind if kind.is_keyword() && !self.tokens[self.position].after_newline() && !self.at_item_start() => {
                let message = format!("{} is a reserved word, not a type", kind.description());
                self.error_here(SyntaxErrorKind::ReservedWord, message);
                self.missing()
            }
            _ => {
                self.error(SyntaxErrorKind::ExpectedType, "expected a type");
                self.missing()
            }
        }
    }

    fn path_type(&mut self) -> Done {
        let mut open = self.open();
        self.path();
        if self.at(TokenKind::OpenBracket) {
            if self.kind_ahead(1) == TokenKind::CloseBracket {
                self.error(
                    SyntaxErrorKind::ExpectedType,
                    "write a type in the brackets, or leave them out",
                );
            }
            self.list(
                &mut open,
                TokenKind::CloseBracket,
                "list of type arguments",
                |parser, open| {
                    parser.child(open, Self::type_syntax);
                },
            );
        }
        self.close(open, NodeKind::PathType)
    }

    fn borrow_type(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        if matches!(self.kind(), TokenKind::Ref | TokenKind::Mut) {
            self.error_here(SyntaxErrorKind::UnexpectedToken, "a borrow has one `ref` or `mut`");
        }
        self.child(&mut open, Self::type_syntax);
        self.close(open, NodeKind::BorrowType)
    }

    fn foreign_type(&mut self, message: &str) -> Done {
        self.error_here(SyntaxErrorKind::ForeignSyntax, message);
        let mut open = self.open();
        self.bump();
        if self.at(TokenKind::Mut) {
            self.bump();
        }
        self.child(&mut open, Self::type_syntax);
        self.close(open, NodeKind::BorrowType)
    }

    pub(super) fn dyn_type(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        if matches!(self.kind(), TokenKind::Word | TokenKind::SelfType) {
            self.child(&mut open, Self::path_type);
        } else {
            self.error(
                SyntaxErrorKind::ExpectedType,
                "expected the name of a trait behind `dyn`",
            );
            self.child(&mut open, Self::missing);
        }
        self.close(open, NodeKind::DynType)
    }

    fn tuple_type(&mut self) -> Done {
        let mut open = self.open();
        let mut is_tuple = self.kind_ahead(1) == TokenKind::CloseParen;
        self.list(&mut open, TokenKind::CloseParen, "tuple type", |parser, open| {
            parser.child(open, Self::type_syntax);
            is_tuple |= parser.at(TokenKind::Comma);
        });
        self.close(
            open,
            if is_tuple {
                NodeKind::TupleType
            } else {
                NodeKind::ParenType
            },
        )
    }

    fn array_type(&mut self) -> Done {
        let mut open = self.open();
        let opener = self.position;
        self.bump();
        self.child(&mut open, Self::type_syntax);
        let is_array = self.eat(TokenKind::Semicolon);
        if is_array {
            let flags = std::mem::replace(&mut self.flags, 0);
            self.child(&mut open, Self::expression);
            self.flags = flags;
        }
        if !self.eat(TokenKind::CloseBracket) {
            self.unclosed(opener, TokenKind::CloseBracket, "array type");
        }
        self.close(
            open,
            if is_array {
                NodeKind::ArrayType
            } else {
                NodeKind::SliceType
            },
        )
    }

    /// `fn (A) -> B`, `extern fn (A) -> B`.
    pub(super) fn function_type(&mut self) -> Done {
        let mut open = self.open();
        if self.eat(TokenKind::Extern) && !self.at(TokenKind::Fn) {
            self.error(SyntaxErrorKind::ExpectedToken, "expected `fn` behind `extern`");
            return self.close(open, NodeKind::FunctionType);
        }
        self.bump();
        self.eat(TokenKind::Move);
        self.function_type_signature(&mut open);
        self.close(open, NodeKind::FunctionType)
    }
}
