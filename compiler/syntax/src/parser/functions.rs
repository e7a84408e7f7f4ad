//! Functions, closures and their parameters.

use super::foreign::{c_type, is_scalar};
use super::members::Body;
use super::{Done, Open, Parser, TYPES};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// A function whose `fn` is the current token; what stands before it is in `open` already.
    pub(super) fn function(&mut self, mut open: Open, body: Body) -> Done {
        self.bump();
        self.late_public();
        let is_receiver = matches!(self.kind(), TokenKind::Mut | TokenKind::Move) || self.at_word("static");
        if is_receiver && self.kind_ahead(1).is_word_like() {
            self.bump();
        }
        self.declared_name("function");
        self.generic_parameters(&mut open);
        if self.at(TokenKind::OpenParen) {
            self.child(&mut open, |parser| parser.parameters(body));
        }
        self.result(&mut open);
        if self.at_word("where") {
            self.foreign_where();
        }
        self.function_body(&mut open, body);
        self.close(open, NodeKind::Function)
    }

    fn function_body(&mut self, open: &mut Open, body: Body) {
        let has_body = self.at(TokenKind::OpenBrace);
        match body {
            Body::Extern if has_body => {
                let message =
                    "C provides this function: remove the body, or write `extern fn` outside of `extern { … }`";
                self.error(SyntaxErrorKind::WrongBody, message);
                self.child(open, Self::block);
            }
            Body::Extern => {}
            Body::Trait if !has_body && !self.at_brace_on_next_line() => {}
            Body::Trait | Body::File | Body::Record | Body::Enum | Body::Union | Body::Impl => {
                let is_python = self.at(TokenKind::Colon) && self.kind_ahead(1) == TokenKind::LineEnd;
                if has_body || self.at_brace_on_next_line() || is_python {
                    self.child(open, |parser| parser.required_block("function"));
                } else {
                    self.missing_body(open);
                }
            }
        }
    }

    /// `where T: Trait`, where a bound is meant.
    #[cold]
    fn foreign_where(&mut self) {
        let start = self.position;
        while !self.at_end()
            && !self.at(TokenKind::OpenBrace)
            && (self.position == start || !self.at(TokenKind::LineEnd))
        {
            self.bump();
        }
        let range = TextRange::new(self.token_range(start).start, self.token_range(self.position - 1).end);
        let message = "write what a type parameter needs where it is declared: `[T: Trait]`";
        self.foreign(range, message, None);
    }

    #[cold]
    fn missing_body(&mut self, open: &Open) {
        let declaration = open.first_token as usize..self.position;
        let is_of_c = self.tokens[declaration.clone()].iter().any(|token| token.kind() == TokenKind::Extern);
        if !is_of_c || self.is_quiet {
            return self.error(SyntaxErrorKind::WrongBody, "expected the body `{ … }` of the function");
        }
        let count = self.errors.len();
        let message = "expected the body `{ … }` of the function; what C provides is declared as `extern { fn … }`";
        self.error(SyntaxErrorKind::WrongBody, message);
        let written = declaration.clone().find(|at| self.tokens[*at].kind() == TokenKind::Fn);
        let start = declaration.clone().find(|at| self.tokens[*at].kind() == TokenKind::Extern);
        if let (Some(written), Some(start)) = (written, start) {
            let range = TextRange::new(self.token_range(start).start, self.token_range(self.position - 1).end);
            let function = &self.text[self.token_range(written).start as usize..range.end as usize];
            let text = format!("extern {{ {function} }}");
            self.fix_since(count, range, text, false);
        }
    }

    /// `-> T`
    fn result(&mut self, open: &mut Open) {
        if self.eat(TokenKind::Arrow) {
            self.child(open, Self::annotation);
        } else if self.at(TokenKind::Colon) && self.kind_ahead(1) != TokenKind::LineEnd {
            let range = self.token_range(self.position);
            let gap = if self.is_adjacent(0) { " ->" } else { "->" };
            self.foreign(range, "write the result type behind `->`", Some((range, gap.into())));
            self.bump();
            self.quietly(|parser| parser.child(open, Self::annotation));
        } else if self.at(TokenKind::Equal) && self.kind_ahead(1) == TokenKind::Greater {
            let start = self.token_range(self.position).start;
            let range = TextRange::new(start, start + 2);
            self.foreign(range, "write `->` instead of `=>`", Some((range, "->".into())));
            self.bump();
            self.bump();
            self.quietly(|parser| parser.child(open, Self::annotation));
        } else if self.at(TokenKind::Word) && self.kind_ahead(1) == TokenKind::OpenBrace {
            let here = self.token_range(self.position);
            if self.at_word("void") {
                let before = self.token_range(self.position - 1).end;
                let range = TextRange::new(before, here.end);
                let message = "a function without a result has nothing before its body, remove the `void`";
                self.foreign(here, message, Some((range, String::new())));
            } else {
                let fix = Some((TextRange::empty(here.start), "-> ".to_string()));
                self.foreign(here, "write the result type behind `->`", fix);
            }
            self.bump();
        }
    }

    fn parameters(&mut self, body: Body) -> Done {
        let mut open = self.open();
        self.list(&mut open, TokenKind::CloseParen, "list of parameters", |parser, open| {
            if parser.at(TokenKind::Ellipsis) {
                parser.ellipsis(body);
            } else {
                parser.child(open, Self::parameter);
            }
        });
        self.close(open, NodeKind::ParameterList)
    }

    fn ellipsis(&mut self, body: Body) {
        if body != Body::Extern {
            self.error_here(SyntaxErrorKind::UnexpectedToken, "only functions of C in `extern { … }` take `...`");
        }
        self.bump();
        if !matches!(self.kind(), TokenKind::CloseParen) && self.kind_ahead(1) != TokenKind::CloseParen {
            self.error_here(SyntaxErrorKind::UnexpectedToken, "`...` comes last");
        }
    }

    /// `name: T`
    fn parameter(&mut self) -> Done {
        let mut open = self.open();
        if self.kind().is_word_like() && self.kind_ahead(1) == TokenKind::Colon && !self.at(TokenKind::SelfValue) {
            self.bump();
            self.bump();
            self.child(&mut open, Self::annotation);
            if self.at(TokenKind::Equal) {
                self.foreign_here("there are no default arguments, every call gives all of them", None);
                self.bump();
                self.quietly(|parser| parser.child(&mut open, Self::expression));
            }
            return self.close(open, NodeKind::Parameter);
        }
        match self.kind() {
            TokenKind::Mut if self.kind_ahead(1) == TokenKind::SelfValue => return self.self_parameter(),
            TokenKind::SelfValue | TokenKind::Ampersand => return self.self_parameter(),
            TokenKind::Mut if self.kind_ahead(2) == TokenKind::Colon => {
                self.error_here(
                    SyntaxErrorKind::MisplacedModifier,
                    "a parameter is no variable: copy it with `let mut`",
                );
                self.bump();
                let inner = self.parameter();
                self.add(&mut open, inner);
                return self.close(open, NodeKind::Parameter);
            }
            TokenKind::Word => {
                let (count, first) = (self.errors.len(), self.token_range(self.position));
                self.bump();
                if self.at(TokenKind::OpenParen) && self.kind_ahead(1) == TokenKind::Star {
                    self.foreign_here("write a function pointer of C as `name: extern fn (i32) -> i32`", None);
                } else {
                    self.error(SyntaxErrorKind::ExpectedType, "expected `:` and the type of the parameter");
                }
                if self.at(TokenKind::Word) {
                    let second = self.token_range(self.position);
                    let text = |range: TextRange| &self.text[range.start as usize..range.end as usize];
                    let is_type = |word: &str| c_type(word) != word || is_scalar(word);
                    let written = if is_type(text(first)) && !is_type(text(second)) {
                        format!("{}: {}", text(second), c_type(text(first)))
                    } else {
                        format!("{}: {}", text(first), text(second))
                    };
                    self.fix_since(count, TextRange::new(first.start, second.end), written, false);
                    self.quietly(|parser| parser.child(&mut open, Self::annotation));
                }
            }
            _ => self.error(SyntaxErrorKind::ExpectedName, "expected a parameter such as `name: Type`"),
        }
        self.close(open, NodeKind::Parameter)
    }

    /// `self`, `&self`, `&mut self`, `self: T` in a list of parameters.
    #[cold]
    fn self_parameter(&mut self) -> Done {
        let count = self.errors.len();
        let start = self.position;
        let open = self.open();
        let is_plain = self.at(TokenKind::SelfValue) || self.kind_ahead(1) == TokenKind::SelfValue;
        let is_plain = is_plain && !self.at(TokenKind::Mut);
        self.foreign_here("`self` is not declared: write `fn`, `fn mut`, `fn move` or `fn static`", None);
        while matches!(self.kind(), TokenKind::Ampersand | TokenKind::Mut) {
            self.bump();
        }
        if !self.eat(TokenKind::SelfValue) {
            self.skip_list_element();
        }
        if self.eat(TokenKind::Colon) {
            self.quietly(|parser| {
                let mut unused = parser.open();
                parser.child(&mut unused, Self::annotation);
            });
        } else if is_plain {
            let end = match self.kind() {
                TokenKind::Comma => {
                    self.tokens.get(self.position + 1).map_or(self.token_range(self.position).end, |next| next.start)
                }
                _ => self.token_range(self.position - 1).end,
            };
            self.fix_since(count, TextRange::new(self.token_range(start).start, end), "", false);
        }
        self.close(open, NodeKind::Error)
    }

    /// Passes over what is no parameter.
    fn skip_list_element(&mut self) {
        while !self.at_end()
            && !matches!(
                self.kind(),
                TokenKind::Comma | TokenKind::CloseParen | TokenKind::LineEnd | TokenKind::OpenBrace
            )
        {
            self.bump();
        }
    }

    /// `(A, name: B) -> C` of a function type.
    pub(super) fn function_type_signature(&mut self, open: &mut Open) {
        let mut untyped = None;
        if self.at(TokenKind::OpenParen) {
            self.child(open, Self::open_parameters);
            untyped = self.untyped.take();
        }
        if self.eat(TokenKind::Arrow) {
            self.child(open, Self::type_syntax);
        }
        self.untyped = untyped;
    }

    /// The parameters of a function type or closure, which begin alike: a lone word may be a type or a name.
    pub(super) fn open_parameters(&mut self) -> Done {
        self.untyped = None;
        let mut open = self.open();
        if self.depth + 2 >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 2;
        self.list(&mut open, TokenKind::CloseParen, "list of parameters", |parser, open| {
            parser.child(open, Self::open_parameter);
        });
        self.depth -= 2;
        self.close(open, NodeKind::ParameterList)
    }

    fn open_parameter(&mut self) -> Done {
        let mut open = self.open();
        let is_name = self.kind().is_word_like() || self.at(TokenKind::Underscore);
        if is_name && self.kind_ahead(1) == TokenKind::Colon {
            self.bump();
            self.bump();
            self.child(&mut open, Self::annotation);
        } else if self.at(TokenKind::Underscore) {
            let here = self.token_range(self.position);
            self.bump();
            self.untyped.get_or_insert(here);
        } else {
            let before = self.untyped.take();
            self.child(&mut open, Self::type_syntax);
            self.untyped = before;
        }
        self.close(open, NodeKind::Parameter)
    }

    /// Says that the parameters at hand need types, if one of them has none.
    pub(super) fn types_are_needed(&mut self) {
        if let Some(range) = self.untyped.take() {
            self.error_at(SyntaxErrorKind::ExpectedType, range, "expected a type");
        }
    }

    /// `fn (x: T) -> U { … }`, or a function type where types may stand.
    pub(super) fn closure(&mut self) -> Done {
        let mut open = self.open();
        if self.at_named_function() && self.tokens[self.position].after_newline() {
            // An item begins here; what precedes it is not finished.
            self.error(SyntaxErrorKind::ExpectedExpression, "expected an expression");
            return self.missing();
        }
        self.bump();
        self.eat(TokenKind::Move);
        if self.at(TokenKind::Word) {
            self.error_here(SyntaxErrorKind::UnexpectedToken, "a closure has no name, bind it with `let`");
            self.bump();
        }
        self.function_type_signature(&mut open);
        if self.at(TokenKind::OpenBrace) {
            self.child(&mut open, Self::block);
            return self.close(open, NodeKind::Closure);
        }
        if self.flags & TYPES != 0 {
            self.types_are_needed();
            return self.close(open, NodeKind::FunctionType);
        }
        self.child(&mut open, |parser| parser.required_block("closure"));
        self.close(open, NodeKind::Closure)
    }

    /// `[T: Order + Hash, U]` behind a declared name.
    pub(super) fn generic_parameters(&mut self, open: &mut Open) {
        if self.at(TokenKind::Less) {
            let message = match self.kind_ahead(1) {
                // `<'a>`
                TokenKind::Character => "there are no lifetimes: leave them out; what holds borrows is a `type view`",
                _ => "write type parameters in `[…]`",
            };
            self.error_here(SyntaxErrorKind::ForeignSyntax, message);
            while !matches!(self.kind(), TokenKind::Greater | TokenKind::LineEnd | TokenKind::OpenBrace) {
                self.bump();
            }
            self.eat(TokenKind::Greater);
        }
        if !self.at(TokenKind::OpenBracket) {
            return;
        }
        if self.kind_ahead(1) == TokenKind::CloseBracket {
            let (count, first) = (self.errors.len(), self.token_range(self.position));
            let range = TextRange::new(first.start, self.token_range(self.position + 1).end);
            let message = "name type parameters between `[` and `]`, or leave both out";
            self.error_with(SyntaxErrorKind::ExpectedName, range, message, None);
            self.fix_since(count, range, "", false);
        }
        let mut list = self.open();
        self.list(&mut list, TokenKind::CloseBracket, "list of type parameters", |parser, list| {
            parser.child(list, Self::generic_parameter);
        });
        let done = self.close(list, NodeKind::GenericParameterList);
        self.add(open, done);
    }

    fn generic_parameter(&mut self) -> Done {
        let mut open = self.open();
        self.declared_name("type parameter");
        if self.eat(TokenKind::Colon) {
            self.bounds(&mut open);
        }
        self.close(open, NodeKind::GenericParameter)
    }

    /// `A + B` behind `:`.
    pub(super) fn bounds(&mut self, open: &mut Open) {
        loop {
            if self.at(TokenKind::Ref) {
                self.child(open, |parser| parser.leaf(NodeKind::RefBound));
            } else {
                self.child(open, Self::type_syntax);
            }
            if !self.eat(TokenKind::Plus) {
                return;
            }
        }
    }
}
