//! Attributes: `@[name(arguments)]`.

use super::{Done, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// The attributes before an item, field, case or `let`, each perhaps on its own line.
    #[inline(always)]
    pub(super) fn attributes(&mut self, open: &mut Open) {
        while self.kind_on_any_line() == TokenKind::AttributeStart {
            self.start_line();
            self.child(open, Self::attribute);
        }
        self.start_line();
    }

    fn attribute(&mut self) -> Done {
        let mut open = self.open();
        let opener = self.position;
        self.bump();
        if self.kind().is_word_like() {
            if let Some(advice) = foreign_attribute(self.token_text(self.position)) {
                self.foreign_here(advice, None);
                self.quietly(|parser| parser.skip_attribute());
                return self.close(open, NodeKind::Attribute);
            }
            self.bump();
        } else {
            self.error(SyntaxErrorKind::ExpectedName, "expected the name of an attribute behind `@[`");
        }
        if self.at(TokenKind::OpenParen) {
            self.list(&mut open, TokenKind::CloseParen, "list of arguments", |parser, open| {
                parser.child(open, Self::attribute_argument);
            });
        }
        if self.at(TokenKind::Comma) {
            self.error_here(SyntaxErrorKind::UnexpectedToken, "write one attribute in each `@[…]`");
            while !self.at(TokenKind::CloseBracket) && !self.at_end() && !self.tokens[self.position].after_newline() {
                self.bump();
            }
        }
        if !self.eat(TokenKind::CloseBracket) {
            self.unclosed(opener, TokenKind::CloseBracket, "attribute");
        }
        self.close(open, NodeKind::Attribute)
    }

    /// Passes over the rest of an attribute, brackets within it included.
    fn skip_attribute(&mut self) {
        let mut depth = 0_usize;
        while !self.at_end() && !self.tokens[self.position].after_newline() {
            match self.kind() {
                TokenKind::OpenBracket | TokenKind::OpenParen => depth += 1,
                TokenKind::CloseBracket if depth == 0 => return self.bump(),
                TokenKind::CloseBracket | TokenKind::CloseParen => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.bump();
        }
    }

    fn attribute_argument(&mut self) -> Done {
        let open = self.open();
        if self.kind().is_word_like() && self.kind_ahead(1) == TokenKind::Colon {
            self.bump();
            self.bump();
        } else if self.kind().is_word_like() && self.kind_ahead(1) == TokenKind::Equal {
            let written = self.token_range(self.position);
            let value = self.token_range(self.position + 2);
            let name = match self.token_text(self.position) {
                "target_os" => "os",
                "target_arch" => "arch",
                name => name,
            };
            let message = format!("write `{name}: …`");
            let is_known = matches!(
                (name, self.kind_ahead(2)),
                ("os" | "arch", TokenKind::String) | ("max_bytes", TokenKind::Integer)
            );
            let fix = is_known.then(|| (TextRange::new(written.start, value.start), format!("{name}: ")));
            self.foreign(self.token_range(self.position + 1), message, fix);
            self.bump();
            self.bump();
        }
        let is_value = matches!(
            self.kind(),
            TokenKind::Integer
                | TokenKind::Float
                | TokenKind::Character
                | TokenKind::String
                | TokenKind::MultilineString
        );
        if is_value || self.kind().is_word_like() {
            self.bump();
            if self.at(TokenKind::Minus) {
                self.error_here(SyntaxErrorKind::ForeignSyntax, "write `_` instead of `-` in a word");
                while self.at(TokenKind::Minus) || self.kind().is_word_like() {
                    self.bump();
                }
            }
        } else {
            self.error(SyntaxErrorKind::ExpectedExpression, "expected a literal or a word as the attribute's argument");
        }
        self.close(open, NodeKind::AttributeArgument)
    }
}

/// What an attribute of Rust or C is here; `None` of others, and of those that have the same name here.
pub fn foreign_attribute(name: &str) -> Option<&'static str> {
    Some(match name {
        "cfg" | "cfg_attr" | "target_os" => {
            "an item for some targets only is written `@[only(os: \"linux\", arch: \"x86_64\")]`"
        }
        "derive" => "there is no `derive`: write `impl Show for Type` without a body; `type copy` is copied",
        "repr" => "every type has the layout of C; `@[packed]` and `@[align(16)]` change it",
        "no_mangle" | "export_name" | "link_name" | "unsafe" => {
            "the name that C knows is that of an `extern fn`, or in `@[name(\"symbol\")]` before it"
        }
        "link" => "a library is linked by `import extern \"m\"`",
        "bench" => "a bench is written `bench \"what it measures\" { … }`",
        "test" | "should_panic" | "ignore" => "a test is written `test \"what it shows\" { … }`",
        "always_inline" => "write `@[inline(always)]`",
        "noinline" => "write `@[inline(never)]`",
        "warn" | "deny" | "forbid" | "expect" => "a warning is switched off by `@[allow(name)]` before an item",
        "must_use" | "nodiscard" => "leave it out: a result that is not used is warned of",
        "global_allocator" | "feature" | "macro_use" | "macro_export" | "no_std" | "no_main" | "cold"
        | "deprecated" | "doc" | "track_caller" | "non_exhaustive" | "rustfmt" | "clippy" => {
            "leave it out: there is no such attribute"
        }
        _ => return None,
    })
}
