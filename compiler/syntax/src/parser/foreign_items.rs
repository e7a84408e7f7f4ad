//! Items and members in the spelling of other languages. Each is reported once, with what to write here, and passed over;
//! the names that it declares are lost, so that nobody reports them as unknown. Must not know statements.

use super::foreign::c_type;
use super::members::Body;
use super::{Done, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

const WRITE_TYPE: &str = "write a type as `type Name { let @field: Type }`, or `type copy Name { … }` for plain bits";
const WRITE_ENUM: &str = "write an enum as `type enum Name { case A  case B }`";
const WRITE_UNION: &str = "write a union as `type union Name { let @field: Type }`";
const WRITE_IMPORT: &str = "write an import as `import package.module (Name)`";

impl Parser<'_> {
    /// A declaration of another language, passed over with its body.
    #[cold]
    pub(super) fn foreign_item(&mut self, open: Open, body: Body) -> Option<Done> {
        let start = self.position;
        match self.kind() {
            TokenKind::Word => {}
            TokenKind::At if body == Body::File && self.kind_ahead(1).is_word_like() => {
                self.foreign_here("write an attribute as `@[name]`", None);
                self.skip_line();
                return Some(self.close(open, NodeKind::Error));
            }
            _ => return None,
        }
        let range = self.token_range(start);
        let count = self.errors.len();
        if let Some((message, fix)) = self.foreign_keyword(body) {
            self.foreign(range, message, fix);
        } else if self.is_c_function() {
            let head = self.c_function_head();
            let message = if body == Body::Extern {
                format!("declare a function of C as `{head}`")
            } else {
                format!("write a function as `{head} {{ … }}`")
            };
            self.foreign(range, message, None);
        } else {
            return None;
        }
        self.quietly(|parser| {
            parser.bump();
            if parser.at(TokenKind::Semicolon) || parser.kind() != TokenKind::LineEnd {
                parser.skip_line();
            }
            if parser.kind_on_any_line() == TokenKind::OpenBrace
                && (parser.kind() != TokenKind::LineEnd || parser.at_brace_on_next_line())
            {
                parser.skip_braces();
                if !parser.tokens[parser.position].after_newline() && parser.at(TokenKind::Word) {
                    parser.skip_line();
                }
            } else if parser.kind() == TokenKind::LineEnd && !parser.at_item_start() {
                parser.skip_to_member();
            }
            while parser.eat(TokenKind::Semicolon) {}
        });
        if self.tokens[self.position - 1].kind() == TokenKind::Semicolon {
            self.extend_fix(count, self.token_range(self.position - 1));
        }
        self.lose(start);
        Some(self.close(open, NodeKind::Error))
    }

    /// What to write instead of a keyword of another language.
    fn foreign_keyword(&self, body: Body) -> Option<(&'static str, Option<(TextRange, String)>)> {
        let here = self.token_range(self.position);
        let next = self.kind_ahead(1);
        if !next.is_word_like() && !matches!(next, TokenKind::OpenBrace | TokenKind::OpenParen | TokenKind::String) {
            return None;
        }
        let is_word = next.is_word_like();
        let instead = |text: &str| Some((here, text.to_string()));
        Some(match self.token_text(self.position) {
            "func" | "function" | "def" | "fun" | "proc" if is_word => {
                let is_ours = self.kind_ahead(2) == TokenKind::OpenParen && self.has_body_and_types();
                ("write a function as `fn name(…) { … }`", is_ours.then(|| (here, "fn".into())))
            }
            "func" if next == TokenKind::OpenParen => {
                ("write a method as `fn name(…) { … }` in the braces of its type", None)
            }
            "struct" | "class" | "record" if is_word => (WRITE_TYPE, None),
            "enum" if is_word => (WRITE_ENUM, None),
            "union" if is_word => (WRITE_UNION, None),
            "static" if next == TokenKind::Fn && body != Body::File => {
                ("write a function without `self` as `fn static`", None)
            }
            "static" | "inline" | "const" | "virtual" | "override" | "final" | "abstract" | "private"
                if next == TokenKind::Fn =>
            {
                let behind = self.token_range(self.position + 1).start;
                ("write `fn` without this word", Some((TextRange::new(here.start, behind), String::new())))
            }
            "inline" | "copy" | "view" if is_word => ("write `type` before this word", None),
            "interface" | "protocol" if is_word => ("write a trait as `trait Name { … }`", None),
            "var" | "const" | "val" | "static" | "final" if is_word && body == Body::File && !self.is_c_function() => {
                let is_plain = matches!(self.kind_ahead(2), TokenKind::Equal | TokenKind::Colon);
                let fits = is_plain && self.token_text(self.position) != "var" && !self.holds_foreign_value();
                let message = match self.word_ahead(3) {
                    "struct" => WRITE_TYPE,
                    "enum" => WRITE_ENUM,
                    "union" => WRITE_UNION,
                    _ if self.kind_ahead(3) == TokenKind::At || self.word_ahead(3) == "require" => WRITE_IMPORT,
                    _ => "write a constant as `let NAME = value`",
                };
                (message, fits.then(|| (here, "let".into())))
            }
            "var" | "const" | "val" | "final" | "readonly" if is_word && !self.is_c_function() => {
                let fix = matches!(self.kind_ahead(2), TokenKind::Colon).then(|| {
                    let name = self.token_range(self.position + 1);
                    (TextRange::new(here.start, name.start), "let @".to_string())
                });
                ("a field is written `let @name: Type`", fix)
            }
            "use" | "using" | "include" | "require" | "from" if is_word || next == TokenKind::String => {
                (WRITE_IMPORT, self.import_instead())
            }
            "mod" | "module" | "namespace" | "package" if is_word => ("a file is a module, remove this line", None),
            "public" | "export" if is_word => ("write `pub`", instead("pub")),
            "typedef" if is_word => ("write an alias as `type Name = Type`", None),
            "async" if is_word => {
                let behind = self.token_range(self.position + 1).start;
                ("there is no `async`, remove it", Some((TextRange::new(here.start, behind), String::new())))
            }
            _ => return None,
        })
    }

    /// Whether what follows reads as a function of ours but for its keyword: its parameters have types and it has a body.
    fn has_body_and_types(&self) -> bool {
        let mut distance = 3;
        loop {
            match self.kind_ahead(distance) {
                TokenKind::OpenBrace => return true,
                TokenKind::Word
                    if matches!(
                        self.kind_ahead(distance + 1),
                        TokenKind::Word | TokenKind::Comma | TokenKind::Equal
                    ) && matches!(self.kind_ahead(distance - 1), TokenKind::OpenParen | TokenKind::Comma) =>
                {
                    return false;
                }
                TokenKind::LineEnd | TokenKind::EndOfText => return false,
                TokenKind::Colon if self.kind_ahead(distance - 1) == TokenKind::CloseParen => return false,
                _ => {}
            }
            distance += 1;
        }
    }

    /// `const P = struct { … }`, `const std = @import("std")`
    fn holds_foreign_value(&self) -> bool {
        self.kind_ahead(3) == TokenKind::At || matches!(self.word_ahead(3), "struct" | "enum" | "union" | "require")
    }

    /// The import that `use a::b::{C, D}` or `from a.b import C, D` means.
    fn import_instead(&self) -> Option<(TextRange, String)> {
        let is_from = self.token_text(self.position) == "from";
        let mut path: Vec<&str> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        let mut in_names = false;
        let mut distance = 1;
        loop {
            match self.kind_ahead(distance) {
                TokenKind::Import if is_from => in_names = true,
                TokenKind::OpenBrace | TokenKind::OpenParen => in_names = true,
                TokenKind::Word if in_names => names.push(self.word_ahead(distance)),
                TokenKind::Word => path.push(self.word_ahead(distance)),
                TokenKind::Colon | TokenKind::Dot | TokenKind::Comma => {}
                TokenKind::CloseBrace | TokenKind::CloseParen | TokenKind::Semicolon => {}
                TokenKind::LineEnd | TokenKind::EndOfText => break,
                _ => return None,
            }
            distance += 1;
        }
        let is_type = |name: &&str| name.starts_with(char::is_uppercase);
        if names.is_empty() && path.len() > 1 && path.last().is_some_and(is_type) {
            names.extend(path.pop());
        }
        if path.is_empty() {
            return None;
        }
        let path = path.join(".");
        let text =
            if names.is_empty() { format!("import {path}") } else { format!("import {path} ({})", names.join(", ")) };
        let end = self.token_range(self.position + distance - 1).end;
        Some((TextRange::new(self.token_range(self.position).start, end), text))
    }

    /// `int add(int x)`: words of a type, perhaps stars, a name and a parenthesis.
    fn is_c_function(&self) -> bool {
        let mut distance = 1;
        while self.kind_ahead(distance) == TokenKind::Word || self.kind_ahead(distance) == TokenKind::Star {
            distance += 1;
        }
        distance > 1 && self.kind_ahead(distance) == TokenKind::OpenParen
    }

    /// The head of the function that C would declare so.
    fn c_function_head(&self) -> String {
        let behind = (1..).find(|distance| self.kind_ahead(*distance) == TokenKind::OpenParen).unwrap_or(1);
        let name = self.word_ahead(behind - 1);
        match self.c_type_of_words(behind - 1).as_str() {
            "()" => format!("fn {name}(…)"),
            result => format!("fn {name}(…) -> {result}"),
        }
    }

    /// The type that C writes in so many tokens from here: words, then stars.
    fn c_type_of_words(&self, count: usize) -> String {
        let stars = (0..count).rev().take_while(|distance| self.kind_ahead(*distance) == TokenKind::Star).count();
        let last = self.token_range(self.position + (count - stars).max(1) - 1).end;
        let ty = c_type(&self.text[self.token_range(self.position).start as usize..last as usize]);
        (0..stars).fold(ty, |ty, _| format!("Pointer[{ty}]"))
    }

    /// Whether a name of a case stands here that lacks its `case`.
    pub(super) fn at_bare_case(&self) -> bool {
        let is_capital = self.token_text(self.position).starts_with(char::is_uppercase);
        let behind = self.kind_ahead(1);
        is_capital
            && matches!(
                behind,
                TokenKind::Comma
                    | TokenKind::OpenParen
                    | TokenKind::OpenBrace
                    | TokenKind::CloseBrace
                    | TokenKind::Equal
                    | TokenKind::LineEnd
            )
    }

    /// Cases without `case`, up to what is written as here.
    #[cold]
    pub(super) fn bare_cases(&mut self, open: Open) -> Done {
        let start = self.position;
        let here = self.token_range(start);
        let only = self.kind_ahead(1) == TokenKind::CloseBrace;
        let fix = only.then(|| (TextRange::empty(here.start), "case ".to_owned()));
        self.foreign(here, "write `case` before each case, without `,` between them", fix);
        self.quietly(|parser| {
            while !parser.at_end() {
                match parser.kind_on_any_line() {
                    TokenKind::CloseBrace | TokenKind::Case | TokenKind::Fn => break,
                    TokenKind::OpenBrace => parser.skip_braces(),
                    _ => parser.skip_token(),
                }
            }
        });
        self.lose(start);
        self.close(open, NodeKind::Error)
    }

    /// A field without `let` or `@`: `x: i64`, `i64 x`; the current token is its first word.
    #[cold]
    pub(super) fn foreign_field(&mut self, open: Open) -> Option<Done> {
        let start = self.position;
        let here = self.token_range(start);
        let count = self.errors.len();
        if !self.at(TokenKind::Word) {
            return None;
        }
        if self.kind_ahead(1) == TokenKind::Colon {
            let name = self.token_text(start).to_string();
            self.error_here(SyntaxErrorKind::ExpectedItem, format!("a field is written `let @{name}: Type`"));
            self.fix_since(count, TextRange::empty(here.start), "let @", false);
        } else {
            let mut distance = 1;
            while matches!(self.kind_ahead(distance), TokenKind::Word) {
                distance += 1;
            }
            let words = distance;
            while self.kind_ahead(distance) == TokenKind::Star {
                distance += 1;
            }
            if distance > words {
                distance += 1;
            }
            let name = distance - 1;
            let ends = matches!(
                self.kind_ahead(distance),
                TokenKind::Semicolon | TokenKind::LineEnd | TokenKind::Comma | TokenKind::CloseBrace
            );
            if name == 0 || self.kind_ahead(name) != TokenKind::Word || !ends {
                return None;
            }
            let ty = self.c_type_of_words(name);
            let name = self.token_range(start + name);
            let name_text = &self.text[name.start as usize..name.end as usize];
            let text = format!("let @{name_text}: {ty}");
            self.foreign(here, format!("a field is written `{text}`"), None);
            self.fix_since(count, TextRange::new(here.start, name.end), text, false);
        }
        self.quietly(Self::skip_line);
        if matches!(self.tokens[self.position - 1].kind(), TokenKind::Semicolon | TokenKind::Comma) {
            self.extend_fix(count, self.token_range(self.position - 1));
        }
        self.lose(start);
        Some(self.close(open, NodeKind::Error))
    }

    /// Lets the fix of the only error since `count` also remove a `;` or `,` behind it.
    pub(super) fn extend_fix(&mut self, count: usize, mark: TextRange) {
        let text = self.text;
        if let Some([error]) = self.errors.get_mut(count..)
            && let Some(fix) = &mut error.fix
            && fix.range.end <= mark.start
        {
            fix.text.push_str(&text[fix.range.end as usize..mark.start as usize]);
            fix.range.end = mark.end;
        }
    }

    /// Passes over the `;` of a broken statement. What to write instead of the statement has none either.
    pub(super) fn swallow_semicolon(&mut self, count: usize, start: usize) {
        while self.at(TokenKind::Semicolon) {
            let range = self.token_range(self.position);
            let behind = self.token_range(start).start;
            if range.start >= behind {
                self.extend_fix(count, range);
            }
            self.bump();
        }
    }
}
