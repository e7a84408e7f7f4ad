//! What stands outside functions: the file, imports, constants, traits, impls, extern blocks and tests.

use super::members::Body;
use super::{Done, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// The whole text.
    pub(super) fn file(&mut self) {
        let mut open = self.open();
        open.first_token = 0;
        // The brace of a body whose beginning is broken is no further mistake.
        let mut is_broken = false;
        loop {
            self.start_line();
            match self.kind() {
                TokenKind::EndOfText => break,
                TokenKind::CloseBrace => {
                    if !is_broken {
                        self.error_here(SyntaxErrorKind::UnexpectedClosing, "remove this `}`, no block is open here");
                    }
                    self.bump();
                }
                _ if self.has_extra_brace && self.position > 0 && self.is_indented_line() => {
                    self.lost_statements();
                    is_broken = true;
                }
                _ => {
                    let (before, errors) = (self.position, self.errors.len());
                    self.member(&mut open, Body::File);
                    is_broken = self.errors.len() > errors;
                    if self.position == before {
                        self.bump();
                    }
                }
            }
        }
        self.close(open, NodeKind::File);
    }

    /// What stands between a `}` that closes a body too early and the next line in column 0: the rest of the body.
    #[cold]
    fn lost_statements(&mut self) {
        self.error_here(
            SyntaxErrorKind::UnexpectedClosing,
            "this stands outside of all items: a `}` above is one too many",
        );
        loop {
            self.skip_token();
            if self.at_end() || self.tokens[self.position].after_newline() && self.column() == 0 {
                return;
            }
        }
    }

    /// `import a.b as c`, `import a.b (x as y)`, `import extern "m"`
    pub(super) fn import(&mut self, mut open: Open) -> Done {
        self.bump();
        if self.eat(TokenKind::Extern) {
            if !self.eat(TokenKind::String) {
                self.error(
                    SyntaxErrorKind::ExpectedName,
                    "expected the library's name in quotes, as in `import extern \"m\"`",
                );
            }
            return self.close(open, NodeKind::ImportExtern);
        }
        if self.at(TokenKind::Word) {
            self.path();
        } else {
            self.error(SyntaxErrorKind::ExpectedName, "expected a module such as `geometry.vec`");
            if self.kind() != TokenKind::LineEnd {
                return self.foreign_import(open);
            }
        }
        match self.kind() {
            TokenKind::Slash | TokenKind::Colon => {
                self.foreign_here("write the path of a module with `.`", None);
                return self.foreign_import(open);
            }
            TokenKind::OpenBrace => {
                self.foreign_here("write the imported names in `( … )`", None);
                return self.foreign_import(open);
            }
            TokenKind::Comma => {
                self.foreign_here("write an `import` for each module", None);
                return self.foreign_import(open);
            }
            TokenKind::Word if self.at_word("from") => {
                self.foreign_here("write an import as `import package.module (Name)`", None);
                return self.foreign_import(open);
            }
            _ => {}
        }
        if self.eat(TokenKind::As) {
            self.declared_name("module");
        }
        if self.at(TokenKind::OpenParen) {
            self.list(&mut open, TokenKind::CloseParen, "list of imported names", |parser, open| {
                parser.child(open, Self::import_name);
            });
        }
        self.close(open, NodeKind::Import)
    }

    /// The rest of an import of another language: its names are lost. With a path and names in braces it is plain what to
    /// write.
    #[cold]
    fn foreign_import(&mut self, open: Open) -> Done {
        let start = open.first_token as usize;
        let begin = self.position;
        let count = self.errors.len().saturating_sub(1);
        while !self.at_end() && !self.tokens[self.position].after_newline() {
            self.skip_token();
        }
        let written = &self.tokens[start..self.position];
        let is_known = written.iter().skip(1).all(|token| {
            matches!(
                token.kind(),
                TokenKind::Word
                    | TokenKind::Dot
                    | TokenKind::Colon
                    | TokenKind::Comma
                    | TokenKind::OpenBrace
                    | TokenKind::CloseBrace
                    | TokenKind::OpenParen
                    | TokenKind::CloseParen
                    | TokenKind::Semicolon
            )
        });
        let opens =
            written.iter().position(|token| matches!(token.kind(), TokenKind::OpenBrace | TokenKind::OpenParen));
        let has_from = written.iter().any(|token| &self.text[token.start as usize..token.end() as usize] == "from");
        let has_comma = written[..opens.unwrap_or(written.len())].iter().any(|token| token.kind() == TokenKind::Comma);
        if is_known && !has_from && !has_comma && self.position > begin {
            let words = |tokens: &[crate::tree::RawToken], separator: &str| {
                let texts = tokens.iter().filter(|token| token.kind() == TokenKind::Word);
                let texts = texts.map(|token| &self.text[token.start as usize..token.end() as usize]);
                texts.collect::<Vec<_>>().join(separator)
            };
            let path = words(&written[1..opens.unwrap_or(written.len())], ".");
            let text = match opens {
                Some(opens) => format!("import {path} ({})", words(&written[opens..], ", ")),
                None => format!("import {path}"),
            };
            let range = TextRange::new(self.token_range(start).start, self.token_range(self.position - 1).end);
            self.fix_since(count, range, text, false);
        }
        self.lose(start);
        self.close(open, NodeKind::Error)
    }

    fn import_name(&mut self) -> Done {
        let open = self.open();
        if self.at(TokenKind::Star) {
            self.error_here(SyntaxErrorKind::ForeignSyntax, "name what is imported, there is no wildcard");
            self.bump();
        } else if self.declared_name("imported item") && self.eat(TokenKind::As) {
            self.declared_name("imported item");
        }
        self.close(open, NodeKind::ImportName)
    }

    /// `let NAME: T = e`, `let mut name: T = e`, and in an extern block `let mut name: T`.
    pub(super) fn constant(&mut self, mut open: Open, body: Body) -> Done {
        self.bump();
        self.late_public();
        let is_extern = body == Body::Extern;
        let is_mutable = self.eat(TokenKind::Mut);
        let noun = match (is_extern, is_mutable) {
            (true, _) => "C variable",
            (false, true) => "global",
            (false, false) => "constant",
        };
        self.storage_word(true);
        self.declared_name(noun);
        if self.eat(TokenKind::Colon) {
            self.child(&mut open, Self::annotation);
        } else if is_extern {
            self.error(SyntaxErrorKind::ExpectedType, "expected `:` and the type of the C variable");
        }
        if is_extern {
            if self.at(TokenKind::Equal) {
                self.error(SyntaxErrorKind::WrongBody, "C provides this variable, remove its value");
                self.bump();
                self.child(&mut open, Self::expression);
            }
            return self.close(open, NodeKind::ExternVariable);
        }
        let value =
            if is_mutable { "and the value that the global starts with" } else { "and the value of the constant" };
        if self.expect(TokenKind::Equal, value) {
            self.child(&mut open, Self::expression);
        }
        self.close(open, NodeKind::Constant)
    }

    /// `trait Name[T]: A + B { … }`
    pub(super) fn trait_item(&mut self, mut open: Open) -> Done {
        self.bump();
        self.late_public();
        self.declared_name("trait");
        self.generic_parameters(&mut open);
        if self.eat(TokenKind::Colon) {
            self.bounds(&mut open);
        }
        self.body(&mut open, Body::Trait);
        self.close(open, NodeKind::Trait)
    }

    /// `impl[T] Trait for Type { … }`
    pub(super) fn impl_item(&mut self, mut open: Open) -> Done {
        self.bump();
        self.generic_parameters(&mut open);
        let first = self.position;
        self.child(&mut open, Self::type_syntax);
        if self.at(TokenKind::Colon) && self.position > first {
            return self.impl_with_colon(open, first);
        }
        let is_trait = self.eat(TokenKind::For);
        if is_trait {
            self.child(&mut open, Self::type_syntax);
        }
        // An impl of a trait without a body is derived.
        if !is_trait || self.at(TokenKind::OpenBrace) || self.at_brace_on_next_line() {
            self.body(&mut open, Body::Impl);
        }
        self.close(open, NodeKind::Impl)
    }

    /// `impl Type: Trait { … }`; what it declares is lost, so that nobody misses it.
    #[cold]
    fn impl_with_colon(&mut self, mut open: Open, first: usize) -> Done {
        let (start, count) = (self.position, self.errors.len());
        let written = |parser: &Self, from: usize, to: usize| {
            let range = TextRange::new(parser.token_range(from).start, parser.token_range(to - 1).end);
            parser.text[range.start as usize..range.end as usize].to_string()
        };
        let ty = written(self, first, start);
        self.foreign_here("write `impl Trait for Type`", None);
        self.bump();
        let behind = self.position;
        self.quietly(|parser| {
            parser.child(&mut open, Self::type_syntax);
        });
        if self.position > behind {
            let range = TextRange::new(self.token_range(first).start, self.token_range(self.position - 1).end);
            let text = format!("{} for {ty}", written(self, behind, self.position));
            self.fix_since(count, range, text, false);
        }
        if self.kind_on_any_line() == TokenKind::OpenBrace {
            self.skip_braces();
        }
        self.lose(first);
        self.close(open, NodeKind::Error)
    }

    /// `extern { … }`; the `extern` is taken.
    pub(super) fn extern_block(&mut self, mut open: Open) -> Done {
        self.body(&mut open, Body::Extern);
        self.close(open, NodeKind::ExternBlock)
    }

    /// Whether the current token is one of the words before the name of a test or bench.
    pub(super) fn at_test_word(&self) -> bool {
        matches!(self.token_text(self.position), "test" | "bench")
    }

    /// `test "name" { … }`, `bench "name" { … }`
    pub(super) fn test(&mut self, mut open: Open) -> Done {
        let word = if self.token_text(self.position) == "bench" { "bench" } else { "test" };
        self.bump();
        self.bump();
        self.child(&mut open, |parser| parser.required_block(word));
        self.close(open, NodeKind::Test)
    }
}
