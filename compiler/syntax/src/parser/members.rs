//! Items and members alike: attributes, words before the keyword, the keyword, what it declares. Which of them fit where
//! is decided here, so that a misplaced one still gets its node.

use super::{Done, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

/// The body whose members are being parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Body {
    /// The file itself.
    File,
    /// `type T { … }`
    Record,
    /// `type enum T { … }`
    Enum,
    /// `type union T { … }`
    Union,
    /// `trait T { … }`
    Trait,
    /// `impl T { … }`
    Impl,
    /// `extern { … }`
    Extern,
}

impl Body {
    fn description(self) -> &'static str {
        match self {
            Body::File => "file",
            Body::Record => "body of the type",
            Body::Enum => "body of the enum",
            Body::Union => "body of the union",
            Body::Trait => "body of the trait",
            Body::Impl => "body of the `impl`",
            Body::Extern => "`extern` block",
        }
    }

    fn expectation(self) -> &'static str {
        match self {
            Body::File => "expected an item such as `fn`, `type`, `let` or `import`",
            Body::Record => "expected a field `let @name: Type` or a method `fn`",
            Body::Enum => "expected a `case` or a method `fn`",
            Body::Union => "expected a field `let @name: Type`",
            Body::Trait | Body::Impl => "expected a method `fn`",
            Body::Extern => "expected `fn`, `let` or `type`",
        }
    }
}

/// The words before a keyword.
#[derive(Clone, Copy, Default)]
struct Modifiers {
    /// The token, plus one; 0 for none.
    public: usize,
    unsafety: usize,
}

impl Parser<'_> {
    /// `{ … }` with members.
    pub(super) fn body(&mut self, open: &mut Open, body: Body) {
        if !self.at_brace_on_line("declaration") {
            return;
        }
        let opener = self.position;
        self.bump();
        loop {
            self.start_line();
            match self.kind() {
                TokenKind::CloseBrace => return self.bump(),
                _ if self.at_end() || self.is_outside_by_indentation(opener) => {
                    return self.unclosed(opener, TokenKind::CloseBrace, body.description());
                }
                TokenKind::Comma => {
                    let message = "remove the `,`, a member ends with its line";
                    self.error_here_with_fix(SyntaxErrorKind::UnexpectedToken, message, "");
                    self.bump();
                }
                _ => {
                    let before = self.position;
                    self.member(open, body);
                    if self.position == before {
                        self.bump();
                    }
                }
            }
        }
    }

    /// One item or member, and what is left of its line if it is broken.
    pub(super) fn member(&mut self, parent: &mut Open, body: Body) {
        let (errors, start) = (self.errors.len(), self.position);
        let mut open = self.open();
        self.attributes(&mut open);
        match self.declaration(open, body) {
            Some(done) => self.add(parent, done),
            None => {
                // The attributes belong to nothing, but they need a parent.
                let done = self.close(open, NodeKind::Error);
                self.add(parent, done);
                self.expected_member(body);
                return;
            }
        }
        let is_broken = self.errors.len() > errors;
        if is_broken {
            self.swallow_semicolon(errors, start);
        } else {
            self.semicolon();
        }
        if is_broken && self.kind() != TokenKind::LineEnd && !self.at_item_start() && !self.at(TokenKind::Comma) {
            self.skip_to_member();
        }
    }

    /// The declaration at the current token; `None` if there is none, with nothing taken or only modifiers.
    fn declaration(&mut self, open: Open, body: Body) -> Option<Done> {
        let mut modifiers = Modifiers::default();
        if self.eat(TokenKind::Pub) {
            modifiers.public = self.position;
            if self.at(TokenKind::OpenParen) && self.kind_ahead(2) == TokenKind::CloseParen {
                let range =
                    TextRange::new(self.token_range(self.position).start, self.token_range(self.position + 2).end);
                self.foreign(range, "write `pub` alone", Some((range, String::new())));
                (0..3).for_each(|_| self.bump());
            }
        }
        let is_extern = self.at(TokenKind::Extern);
        if is_extern {
            self.bump();
            if self.at(TokenKind::String) {
                let range = self.token_range(self.position);
                let fix = TextRange::new(self.token_range(self.position - 1).end, range.end);
                let message = "`extern` is C's, it needs no name";
                self.foreign(range, message, Some((fix, String::new())));
                self.bump();
            }
            if self.at(TokenKind::OpenBrace) || self.at_brace_on_next_line() {
                self.check_public(modifiers, "put `pub` before each declaration in the `extern` block");
                self.check_place(body, &[Body::File], "`extern { … }` belongs outside of other items");
                return Some(self.extern_block(open));
            }
        }
        if self.eat(TokenKind::Unsafe) {
            modifiers.unsafety = self.position;
        }
        if is_extern && self.at(TokenKind::Fn) {
            self.check_place(body, &[Body::File], "`extern fn` belongs outside of other items");
        }
        self.check_modifiers(modifiers, is_extern);
        self.plain_declaration(open, body, modifiers)
    }

    /// The declaration behind its modifiers.
    fn plain_declaration(&mut self, open: Open, body: Body, modifiers: Modifiers) -> Option<Done> {
        let types = [Body::File, Body::Extern];
        Some(match self.kind() {
            TokenKind::Fn if self.kind_ahead(1) != TokenKind::OpenParen => {
                if body == Body::Trait {
                    self.check_public(modifiers, "remove `pub`, methods of a trait are as visible as the trait");
                }
                if body == Body::Union {
                    self.error_here(
                        SyntaxErrorKind::ExpectedItem,
                        "a union has fields only, write its methods in an `impl`",
                    );
                }
                self.function(open, body)
            }
            TokenKind::Let => match body {
                Body::File | Body::Extern => self.constant(open, body),
                Body::Record | Body::Enum | Body::Union | Body::Trait | Body::Impl => self.field(open, body),
            },
            TokenKind::At if matches!(body, Body::Record | Body::Union) => self.field(open, body),
            TokenKind::Case => {
                self.check_public(modifiers, "remove `pub`, cases are as visible as their type");
                self.check_place(body, &[Body::Enum], "a `case` belongs in `type enum Name { … }`");
                self.case(open)
            }
            TokenKind::Type => {
                let message = match body {
                    Body::Trait => "a trait has type parameters instead: `trait Name[Item] { … }`",
                    Body::Impl => "what a trait leaves open is written behind its name: `impl Name[Type] for …`",
                    Body::File | Body::Record | Body::Enum | Body::Union | Body::Extern => {
                        "types are declared outside of other items"
                    }
                };
                self.check_place(body, &types, message);
                self.type_item(open, body)
            }
            TokenKind::Import => {
                self.check_place(body, &[Body::File], "imports stand outside of other items");
                self.import(open)
            }
            TokenKind::Trait => {
                self.check_place(body, &[Body::File], "traits are declared outside of other items");
                self.trait_item(open)
            }
            TokenKind::Impl => {
                self.check_public(modifiers, "remove `pub`, an `impl` is as visible as its parts");
                self.check_place(body, &[Body::File], "an `impl` stands outside of other items");
                self.impl_item(open)
            }
            TokenKind::Word if self.kind_ahead(1) == TokenKind::String && self.at_test_word() => {
                self.check_public(modifiers, "remove `pub`, tests and benches are seen by nobody");
                self.check_place(body, &[Body::File], "tests and benches stand outside of other items");
                self.test(open)
            }
            TokenKind::Word if body == Body::Enum && self.at_bare_case() => self.bare_cases(open),
            TokenKind::Word if matches!(body, Body::Record | Body::Union) => match self.foreign_item(open, body) {
                Some(done) => done,
                None => return self.foreign_field(open),
            },
            TokenKind::Word | TokenKind::Mut if matches!(body, Body::File | Body::Extern) => {
                let global = self.foreign_global(open, body);
                return global.or_else(|| self.foreign_item(open, body));
            }
            TokenKind::Word | TokenKind::At => return self.foreign_item(open, body),
            _ => return None,
        })
    }

    fn check_place(&mut self, body: Body, allowed: &[Body], message: &str) {
        if !allowed.contains(&body) {
            self.error_here(SyntaxErrorKind::MisplacedItem, message);
        }
    }

    fn check_public(&mut self, modifiers: Modifiers, message: &str) {
        if modifiers.public > 0 {
            let range = self.token_range(modifiers.public - 1);
            self.error_at(SyntaxErrorKind::MisplacedModifier, range, message);
        }
    }

    /// `unsafe` and `extern` stand before `fn` only.
    fn check_modifiers(&mut self, modifiers: Modifiers, is_extern: bool) {
        if self.at(TokenKind::Fn) {
            return;
        }
        if modifiers.unsafety > 0 {
            let range = self.token_range(modifiers.unsafety - 1);
            self.error_at(
                SyntaxErrorKind::MisplacedModifier,
                range,
                "`unsafe` stands before `fn` or a block in a function",
            );
        } else if is_extern {
            self.error(SyntaxErrorKind::ExpectedToken, "expected `fn` or `{` behind `extern`");
        }
    }

    /// Reports that no member begins here, and passes over what does.
    fn expected_member(&mut self, body: Body) {
        let message = match self.kind() {
            TokenKind::Semicolon => return self.semicolon(),
            TokenKind::AttributeStart | TokenKind::EndOfText | TokenKind::CloseBrace => {
                "expected an item behind the attribute".to_string()
            }
            _ if body == Body::File && self.begins_element() => {
                "statements belong in a function, here stand items such as `fn`, `type` or `import`".to_string()
            }
            TokenKind::Word if matches!(body, Body::Record | Body::Union) => {
                format!("{}; a field is written `let @{}: Type`", body.expectation(), self.token_text(self.position))
            }
            _ => body.expectation().to_string(),
        };
        self.error_here(SyntaxErrorKind::ExpectedItem, message);
        if !self.at(TokenKind::CloseBrace) {
            self.skip_to_member();
        }
    }

    /// `let @name: T`
    fn field(&mut self, mut open: Open, body: Body) -> Done {
        if !matches!(body, Body::Record | Body::Union) {
            self.error_here(SyntaxErrorKind::ExpectedItem, body.expectation());
        }
        if !self.eat(TokenKind::Let) {
            let (count, here) = (self.errors.len(), self.token_range(self.position));
            self.error_here(SyntaxErrorKind::ExpectedToken, "write `let` before the field");
            self.fix_since(count, TextRange::empty(here.start), "let ", false);
        }
        self.late_public();
        if self.at(TokenKind::Mut) {
            self.error_here(SyntaxErrorKind::MisplacedModifier, "a field has no `mut` of its own");
            self.bump();
        }
        if !self.eat(TokenKind::At) {
            let (count, here) = (self.errors.len(), self.token_range(self.position));
            self.error(SyntaxErrorKind::ExpectedToken, "write `@` before the name of the field");
            if self.at(TokenKind::SelfValue) && self.kind_ahead(1) == TokenKind::Dot {
                self.bump();
                self.bump();
                self.fix_since(count, TextRange::new(here.start, here.end + 1), "@", false);
            } else if self.kind().is_word_like() {
                self.fix_since(count, TextRange::empty(here.start), "@", false);
            }
        }
        if self.kind().is_word_like() {
            self.bump();
        } else {
            self.error(SyntaxErrorKind::ExpectedName, "expected the name of the field");
        }
        if self.eat(TokenKind::Colon) {
            self.child(&mut open, Self::annotation);
        } else {
            self.error(SyntaxErrorKind::ExpectedType, "expected `:` and the type of the field");
            if self.at(TokenKind::Word) {
                self.child(&mut open, Self::annotation);
            }
        }
        if self.at(TokenKind::Equal) {
            self.error_here(
                SyntaxErrorKind::UnexpectedToken,
                "a field has no default, give its value where the type is constructed",
            );
            self.bump();
            self.child(&mut open, Self::expression);
        }
        self.close(open, NodeKind::Field)
    }

    /// `case Name(T) = e`
    fn case(&mut self, mut open: Open) -> Done {
        self.bump();
        self.declared_name("case");
        if self.at(TokenKind::OpenParen) {
            self.child(&mut open, Self::open_parameters);
            self.types_are_needed();
        }
        if self.eat(TokenKind::Equal) {
            self.child(&mut open, Self::expression);
        }
        self.close(open, NodeKind::Case)
    }

    /// `type …` in all its forms.
    fn type_item(&mut self, mut open: Open, place: Body) -> Done {
        self.bump();
        self.late_public();
        let body = self.type_modifiers();
        self.declared_name("type");
        self.generic_parameters(&mut open);
        if self.eat(TokenKind::Equal) {
            self.child(&mut open, Self::annotation);
            return self.close(open, NodeKind::Alias);
        }
        if place == Body::Extern && !self.at(TokenKind::OpenBrace) && !self.at(TokenKind::Colon) {
            return self.close(open, NodeKind::OpaqueType);
        }
        if self.at(TokenKind::Colon) {
            if body != Body::Enum {
                self.foreign_here(
                    "only an enum has a type behind `:`; a trait is given by `impl Trait for Type`",
                    None,
                );
            }
            self.bump();
            self.child(&mut open, Self::type_syntax);
        }
        self.body(&mut open, body);
        self.close(open, NodeKind::Type)
    }

    /// `inline`, `copy`, `view`, `enum`, `union` before a type's name. The last word is the name, whatever it is.
    fn type_modifiers(&mut self) -> Body {
        let mut body = Body::Record;
        let mut storages = 0;
        while self.at(TokenKind::Word) && self.kind_ahead(1).is_word_like() {
            let is_behind_enum = body != Body::Record;
            match self.token_text(self.position) {
                "inline" | "copy" | "view" => storages += 1,
                "enum" => body = Body::Enum,
                "union" => body = Body::Union,
                _ => break,
            }
            if is_behind_enum || storages > 1 || body == Body::Union && storages > 0 {
                let message = "write one of `inline`, `copy` and `view`, then perhaps `enum`; or `union` alone";
                self.error_here(SyntaxErrorKind::MisplacedModifier, message);
            }
            self.bump();
        }
        body
    }
}
