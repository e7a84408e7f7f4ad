//! Types as written.

use super::{Done, Open, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// A type behind `:` or `->`.
    pub(super) fn annotation(&mut self) -> Done {
        let done = self.type_syntax();
        self.behind_type(done)
    }

    pub(super) fn type_syntax(&mut self) -> Done {
        if self.at(TokenKind::Word) && !matches!(self.kind_ahead(1), TokenKind::Dot | TokenKind::OpenBracket) {
            return self.leaf(NodeKind::PathType);
        }
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let first = self.position;
        let done = self.longer_type();
        self.depth -= 1;
        if self.at(TokenKind::Dot) && self.word_ahead(1) == "Object" {
            self.object_behind_type(first);
        }
        done
    }

    /// `(A, B).Object`, `[T; N].Object`, `Tree[T].Object`
    #[cold]
    fn object_behind_type(&mut self, first: usize) {
        let end = self.token_range(self.position + 1).end;
        let range = TextRange::new(self.token_range(self.position).start, end);
        let bracket = (first..self.position).find(|at| self.tokens[*at].kind() == TokenKind::OpenBracket);
        if let (TokenKind::Word, Some(bracket)) = (self.tokens[first].kind(), bracket) {
            let text = |from: usize, to: usize| {
                &self.text[self.token_range(from).start as usize..self.token_range(to - 1).end as usize]
            };
            let right = format!("{}.Object{}", text(first, bracket), text(bracket, self.position));
            let message = format!("`.Object` stands before the type arguments: write `{right}`");
            let whole = TextRange::new(self.token_range(first).start, end);
            self.foreign(range, &message, Some((whole, right)));
            self.bump();
            self.bump();
            return;
        }
        let message = "remove `.Object`: only a heap type has an object of its own, behind its name";
        self.foreign(range, message, Some((range, String::new())));
        self.bump();
        self.bump();
    }

    fn longer_type(&mut self) -> Done {
        match self.kind() {
            TokenKind::Word | TokenKind::SelfType => self.path_type(),
            TokenKind::Ref | TokenKind::Mut => self.borrow_type(),
            TokenKind::Dyn => self.dyn_type(),
            TokenKind::OpenParen => self.tuple_type(),
            TokenKind::OpenBracket => self.array_type(),
            TokenKind::Fn | TokenKind::Extern => self.function_type(),
            TokenKind::Ampersand => self.foreign_borrow(),
            TokenKind::Star => self.foreign_pointer(),
            TokenKind::Not => self.foreign_result(),
            TokenKind::Impl if !self.tokens[self.position].after_newline() => self.foreign_impl(),
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
            if self.kind_ahead(1) == TokenKind::Integer && self.kind_ahead(2) == TokenKind::CloseBracket {
                let start = self.token_range(open.first_token as usize).start;
                let element = self.text[start as usize..self.token_range(self.position - 1).end as usize].to_string();
                let length = self.token_text(self.position + 1).to_string();
                (0..3).for_each(|_| self.bump());
                let range = TextRange::new(start, self.token_range(self.position - 1).end);
                return self.foreign_array(open, range, &element, &length);
            }
            if self.kind_ahead(1) == TokenKind::CloseBracket {
                self.error(SyntaxErrorKind::ExpectedType, "write a type in the brackets, or leave them out");
            }
            self.list(&mut open, TokenKind::CloseBracket, "list of type arguments", |parser, open| {
                parser.child(open, Self::type_syntax);
            });
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

    /// `&T`, `&mut T`
    fn foreign_borrow(&mut self) -> Done {
        let count = self.errors.len();
        let range = self.token_range(self.position);
        self.foreign_here("write a borrow as `ref T` or `mut T`", None);
        if self.kind_ahead(1) == TokenKind::Mut {
            self.fix_since(count, range, "", false);
            self.bump();
            return self.borrow_type();
        }
        if self.word_ahead(1) == "str" {
            let end = self.token_range(self.position + 1).end;
            self.fix_since(count, TextRange::new(range.start, end), "ref String", false);
        } else {
            self.fix_since(count, range, "ref ", false);
        }
        let mut open = self.open();
        self.bump();
        self.child(&mut open, Self::type_syntax);
        self.close(open, NodeKind::BorrowType)
    }

    /// `*T`, `*const T`, `*mut T`
    fn foreign_pointer(&mut self) -> Done {
        let count = self.errors.len();
        let start = self.token_range(self.position).start;
        self.foreign_here("write a C pointer as `Pointer[T]`", None);
        let mut open = self.open();
        self.bump();
        if self.at(TokenKind::Mut) || self.at_word("const") {
            self.bump();
        }
        let inner = self.position;
        self.quietly(|parser| parser.child(&mut open, Self::type_syntax));
        if self.position > inner {
            let end = self.token_range(self.position - 1).end;
            let written = &self.text[self.token_range(inner).start as usize..end as usize];
            let text = format!("Pointer[{}]", super::foreign::c_type(written));
            self.fix_since(count, TextRange::new(start, end), text, false);
        }
        self.close(open, NodeKind::Error)
    }

    /// `!T`, which may be an error elsewhere.
    #[cold]
    fn foreign_result(&mut self) -> Done {
        self.foreign_here("write what may fail as `Result[T, E]`, and what does not return as `Never`", None);
        let mut open = self.open();
        self.bump();
        if self.at(TokenKind::Word) {
            self.quietly(|parser| parser.child(&mut open, Self::type_syntax));
        }
        self.close(open, NodeKind::Error)
    }

    /// `impl Trait`, where a type parameter is meant.
    #[cold]
    fn foreign_impl(&mut self) -> Done {
        self.foreign_here("write a type parameter instead: `fn name[T: Trait](value: T)`", None);
        let mut open = self.open();
        self.bump();
        self.quietly(|parser| parser.child(&mut open, Self::type_syntax));
        self.close(open, NodeKind::Error)
    }

    /// `i64[3]` and `[3]i64`, where `[i64; 3]` is meant.
    fn foreign_array(&mut self, open: Open, range: TextRange, element: &str, length: &str) -> Done {
        let count = self.errors.len();
        let text = format!("[{element}; {length}]");
        self.error_with(SyntaxErrorKind::ForeignSyntax, range, format!("write an array type as `{text}`"), None);
        self.fix_since(count, range, text, false);
        self.close(open, NodeKind::Error)
    }

    pub(super) fn dyn_type(&mut self) -> Done {
        let mut open = self.open();
        self.bump();
        if matches!(self.kind(), TokenKind::Word | TokenKind::SelfType) {
            self.child(&mut open, Self::path_type);
        } else {
            self.error(SyntaxErrorKind::ExpectedType, "expected the name of a trait behind `dyn`");
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
        self.close(open, if is_tuple { NodeKind::TupleType } else { NodeKind::ParenType })
    }

    fn array_type(&mut self) -> Done {
        let mut open = self.open();
        let opener = self.position;
        if self.kind_ahead(1) == TokenKind::Integer
            && self.kind_ahead(2) == TokenKind::CloseBracket
            && self.kind_ahead(3) == TokenKind::Word
        {
            let length = self.token_text(opener + 1).to_string();
            let element = self.token_text(opener + 3).to_string();
            (0..4).for_each(|_| self.bump());
            let range = TextRange::new(self.token_range(opener).start, self.token_range(opener + 3).end);
            return self.foreign_array(open, range, &element, &length);
        }
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
        self.close(open, if is_array { NodeKind::ArrayType } else { NodeKind::SliceType })
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
        self.types_are_needed();
        self.close(open, NodeKind::FunctionType)
    }
}
