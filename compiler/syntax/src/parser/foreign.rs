//! Expressions and types in the spelling of other languages. Each is reported once, with what to write here, and the rest of
//! it is passed over in silence: what it holds becomes an error node, so that nothing follows from it. Must not be entered by text
//! that is right: every way in asks for tokens that cannot stand so in a program.

use super::expressions::joins_values;
use super::{Done, LET, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

/// Letters that other languages put before a string or character literal.
const LITERAL_PREFIXES: &[&str] = &["f", "F", "r", "R", "b", "B", "u", "U", "L", "u8", "rb", "br", "fr", "rf"];

/// Types that a C cast may name.
const SCALARS: &[&str] = &[
    "i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "f32", "f64", "bool", "int", "char", "short",
    "long", "float", "double", "size_t", "usize", "isize",
];

impl Parser<'_> {
    /// Reports a spelling of another language, with the text to put in the place of a range if that is plain.
    pub(super) fn foreign(&mut self, range: TextRange, message: impl Into<String>, fix: Option<(TextRange, String)>) {
        let count = self.errors.len();
        self.error_with(SyntaxErrorKind::ForeignSyntax, range, message, None);
        if let Some((range, text)) = fix {
            self.fix_since(count, range, text, false);
        }
    }

    /// The same for the current token, which another text replaces.
    pub(super) fn foreign_here(&mut self, message: impl Into<String>, text: Option<&str>) {
        let range = self.token_range(self.position);
        self.foreign(range, message, text.map(|text| (range, text.to_string())));
    }

    /// Parses a part in which nothing more is reported.
    pub(super) fn quietly<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let was_quiet = std::mem::replace(&mut self.is_quiet, true);
        let result = part(self);
        self.is_quiet = was_quiet;
        result
    }

    /// The text of the token `distance` behind the current one, if it is a word on this line.
    pub(super) fn word_ahead(&self, distance: usize) -> &str {
        if self.kind_ahead(distance).is_word_like() { self.token_text(self.position + distance) } else { "" }
    }

    /// Whether nothing stands between the token `distance` behind the current one and the one before it.
    pub(super) fn is_adjacent(&self, distance: usize) -> bool {
        let at = self.position + distance;
        match (self.tokens.get(at.wrapping_sub(1)), self.tokens.get(at)) {
            (Some(before), Some(token)) => before.end() == token.start,
            (_, _) => false,
        }
    }

    /// Whether one space stands before the token `distance` behind the current one. Two statements on one line, of which the
    /// first ends in a name, have two between them.
    pub(super) fn is_one_space(&self, distance: usize) -> bool {
        let at = self.position + distance;
        match (self.tokens.get(at.wrapping_sub(1)), self.tokens.get(at)) {
            (Some(before), Some(token)) => &self.text[before.end() as usize..token.start as usize] == " ",
            (_, _) => false,
        }
    }

    /// Whether the statement ends before the token `distance` behind the current one.
    fn ends_ahead(&self, distance: usize) -> bool {
        matches!(
            self.kind_ahead(distance),
            TokenKind::LineEnd
                | TokenKind::EndOfText
                | TokenKind::CloseBrace
                | TokenKind::CloseParen
                | TokenKind::CloseBracket
                | TokenKind::Semicolon
                | TokenKind::Comma
        )
    }

    /// Passes over a `{` and all up to its `}`.
    pub(super) fn skip_braces(&mut self) {
        let start = self.position;
        let mut depth = 0_usize;
        while !self.at_end() {
            match self.kind_on_any_line() {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace if depth <= 1 => {
                    self.bump();
                    break;
                }
                TokenKind::CloseBrace => depth -= 1,
                _ => {}
            }
            self.skip_token();
        }
        self.lose(start);
    }

    /// Passes over the rest of a line, up to a brace.
    pub(super) fn skip_line(&mut self) {
        let start = self.position;
        while !self.at_end()
            && !matches!(self.kind_on_any_line(), TokenKind::OpenBrace | TokenKind::CloseBrace)
            && (self.position == start || !self.tokens[self.position].after_newline())
        {
            self.skip_token();
        }
        self.lose(start);
    }

    /// A word that begins an operand in other languages only, before what may not follow a name.
    #[inline(always)]
    pub(super) fn at_foreign_operand(&self) -> bool {
        FOLLOWS_NO_NAME[self.kind_ahead(1) as usize] && self.is_foreign_operand()
    }

    #[cold]
    fn is_foreign_operand(&self) -> bool {
        let word = self.token_text(self.position);
        match self.kind_ahead(1) {
            TokenKind::String | TokenKind::StringStart | TokenKind::MultilineString | TokenKind::Character => {
                self.is_adjacent(1) && LITERAL_PREFIXES.contains(&word)
            }
            TokenKind::Not => {
                let opens = matches!(self.kind_ahead(2), TokenKind::OpenParen | TokenKind::OpenBracket);
                opens && self.is_adjacent(1) && self.is_adjacent(2)
            }
            TokenKind::OpenBrace => {
                let kind = |distance: usize| self.tokens.get(self.position + distance).map(|token| token.kind());
                let (first, behind) = (kind(2), kind(3));
                // `P { x, y }`; a constant before a block has capitals only, and the block may end in its value.
                let is_short = word.contains(char::is_lowercase)
                    && first == Some(TokenKind::Word)
                    && self.flags & LET == 0
                    && (behind == Some(TokenKind::Comma) || self.kind_ahead(3) == TokenKind::CloseBrace);
                let names_field =
                    first.is_some_and(TokenKind::is_word_like) && (behind == Some(TokenKind::Colon) || is_short);
                let is_label = matches!(kind(4), Some(TokenKind::Loop | TokenKind::While | TokenKind::For));
                word.starts_with(char::is_uppercase) && names_field && !is_label
            }
            _ => {
                let is_prefix = match word {
                    "new" | "not" | "lambda" | "await" | "delete" | "del" | "typeof" => true,
                    "var" | "val" | "const" => self.flags & LET != 0 && self.kind_ahead(2) == TokenKind::Equal,
                    "switch" => self.kind_ahead(2) == TokenKind::OpenBrace,
                    _ => false,
                };
                is_prefix && self.is_one_space(1)
            }
        }
    }

    #[cold]
    pub(super) fn foreign_operand(&mut self) -> Done {
        let mut open = self.open();
        let start = self.position;
        let word = self.token_text(start).to_string();
        let here = self.token_range(start);
        let next = self.token_range(start + 1);
        let to_next = TextRange::new(here.start, next.start);
        match self.kind_ahead(1) {
            TokenKind::String | TokenKind::StringStart | TokenKind::MultilineString | TokenKind::Character => {
                let message = match word.as_str() {
                    "f" | "F" | "fr" | "rf" => "values stand in every string as `${…}`: remove the `f`".to_string(),
                    "b" | "B" if self.kind_ahead(1) == TokenKind::Character => {
                        "a character literal is an integer already: remove the `b`".to_string()
                    }
                    "b" | "B" | "rb" | "br" => "bytes for C are written `c\"…\"`".to_string(),
                    _ => format!("a string has no prefix `{word}`, remove it"),
                };
                let count = self.errors.len();
                self.foreign(here, message, None);
                // What is in the literal may mean something else here.
                let is_guess = self.kind_ahead(1) != TokenKind::Character;
                self.fix_since(count, here, "", is_guess);
                self.bump();
                let literal = self.quietly(Self::primary_again);
                self.add(&mut open, literal);
            }
            TokenKind::Not => {
                let count = self.errors.len();
                if let Some((advice, instead)) = macro_advice(&word) {
                    self.foreign(next, format!("there are no macros: {advice}"), None);
                    if let Some(instead) = instead {
                        self.fix_since(count, TextRange::new(here.start, next.end), instead, true);
                    }
                } else {
                    self.foreign(next, format!("there are no macros: write `{word}(…)`"), None);
                    self.fix_since(count, next, "", true);
                }
                self.bump();
                self.bump();
                self.quietly(Self::skip_brackets);
            }
            TokenKind::OpenBrace => {
                let count = self.errors.len();
                let message =
                    format!("a value is made by calling its type: `{word}({}: …)`", self.token_text(start + 2));
                self.foreign(next, message, None);
                self.bump();
                let brace = self.position;
                self.skip_braces();
                let last = self.token_range(self.position - 1);
                let inner = &self.text[self.token_range(brace).end as usize..last.start as usize];
                // Without names the order counts.
                let is_guess = !inner.contains(':');
                let is_one_line = !inner.contains('\n');
                let text = if is_one_line { format!("({})", inner.trim()) } else { format!("({inner})") };
                self.fix_since(count, TextRange::new(next.start, last.end), text, is_guess);
            }
            _ if word == "switch" => return self.foreign_switch(),
            _ => {
                let (message, fix) = match word.as_str() {
                    "new" => ("a value is made by calling its type, without `new`", Some(String::new())),
                    "not" => ("write `!` instead of `not`", Some("!".to_string())),
                    "var" | "val" | "const" => ("write `let` before the name of a condition", Some("let ".to_string())),
                    "lambda" => ("write a closure as `fn (x) { … }`", None),
                    "await" => ("there is no `await`: call the function", Some(String::new())),
                    "typeof" => ("a type cannot be asked for, name it", None),
                    _ => ("a value ends with its scope, nothing is freed by hand", None),
                };
                self.foreign(here, message, fix.map(|text| (to_next, text)));
                self.bump();
                if matches!(word.as_str(), "var" | "val" | "const") {
                    self.quietly(|parser| {
                        parser.child(&mut open, Self::pattern);
                        parser.bump();
                        parser.child(&mut open, |parser| parser.expression_above(super::expressions::AND));
                    });
                } else if word == "lambda" {
                    self.skip_line();
                } else {
                    let operand = self.quietly(Self::unary_again);
                    self.add(&mut open, operand);
                }
            }
        }
        self.lose(start);
        self.close(open, NodeKind::Error)
    }

    /// Whether `{ "a": 1 }` or `{ 1, 2 }` stands here.
    pub(super) fn at_foreign_collection(&self) -> bool {
        let is_literal = matches!(
            self.kind_ahead(1),
            TokenKind::String | TokenKind::Integer | TokenKind::Float | TokenKind::Character
        );
        is_literal && matches!(self.kind_ahead(2), TokenKind::Colon | TokenKind::Comma)
    }

    /// A map or array in braces.
    #[cold]
    pub(super) fn foreign_collection(&mut self) -> Done {
        let (open, start, count) = (self.open(), self.position, self.errors.len());
        let is_map = self.kind_ahead(2) == TokenKind::Colon;
        self.foreign_here(
            match is_map {
                true => "a map is made by `Map.new()` and filled by `insert(key, value)`",
                false => "write an array as `[a, b]`",
            },
            None,
        );
        self.skip_braces();
        let (first, last) = (self.token_range(start), self.token_range(self.position - 1));
        if !is_map && self.tokens[self.position - 1].kind() == TokenKind::CloseBrace {
            let inner = &self.text[first.end as usize..last.start as usize];
            let text = format!("[{}]", inner.trim());
            self.fix_since(count, TextRange::new(first.start, last.end), text, true);
        }
        self.lose(start);
        self.close(open, NodeKind::Error)
    }

    /// Passes over a bracket and all up to the one that closes it.
    fn skip_brackets(&mut self) {
        let start = self.position;
        let mut depth = 0_usize;
        while !self.at_end() {
            match self.kind_on_any_line() {
                TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                }
                _ => {}
            }
            self.skip_token();
            if depth == 0 {
                break;
            }
        }
        self.lose(start);
    }

    /// `::`, `->` and `?` behind an operand.
    #[cold]
    pub(super) fn foreign_postfix(&mut self, left: Done) -> Option<Done> {
        let range = self.token_range(self.position);
        match self.kind() {
            TokenKind::Colon if self.kind_ahead(1) == TokenKind::Colon && self.is_adjacent(1) => {
                let colons = TextRange::new(range.start, range.end + 1);
                let count = self.errors.len();
                self.foreign(colons, "write `.` instead of `::`", None);
                self.fix_since(count, colons, ".", true);
                let start = self.position;
                let mut open = self.open_around(left);
                self.quietly(|parser| parser.skip_path_rest(&mut open));
                self.lose(start);
                Some(self.close(open, NodeKind::Error))
            }
            TokenKind::Arrow if !self.is_in_guard && self.is_adjacent(0) && self.is_adjacent(1) => {
                if !self.kind_ahead(1).is_word_like() {
                    return None;
                }
                self.foreign(range, "write `.` instead of `->`", Some((range, ".".into())));
                let open = self.open_around(left);
                self.bump();
                self.bump();
                Some(self.close(open, NodeKind::Error))
            }
            TokenKind::Unknown if self.token_text(self.position) == "?" => {
                let mut open = self.open_around(left);
                self.bump();
                if self.begins_element() {
                    self.quietly(|parser| {
                        parser.child(&mut open, Self::expression);
                        if parser.eat(TokenKind::Colon) {
                            parser.child(&mut open, Self::expression);
                        }
                    });
                }
                Some(self.close(open, NodeKind::Error))
            }
            _ => None,
        }
    }

    /// `::a::b::<T>(x)`
    fn skip_path_rest(&mut self, open: &mut Open) {
        while self.at(TokenKind::Colon) && self.kind_ahead(1) == TokenKind::Colon {
            self.bump();
            self.bump();
            if self.kind().is_word_like() {
                self.bump();
            } else if self.at(TokenKind::Less) {
                while !matches!(self.kind(), TokenKind::Greater | TokenKind::LineEnd) && !self.at_end() {
                    self.bump();
                }
                self.eat(TokenKind::Greater);
            }
        }
        if self.at(TokenKind::OpenParen) {
            let arguments = self.paren();
            self.add(open, arguments);
        }
    }

    /// `and`, `or`, `is` between operands.
    #[cold]
    pub(super) fn foreign_operator(&mut self, left: Done, minimum: u8) -> Option<Done> {
        let (power, message, text) = match self.token_text(self.position) {
            "and" => (super::expressions::AND, "write `&&` instead of `and`", "&&"),
            "or" => (super::expressions::OR, "write `||` instead of `or`", "||"),
            "is" => (super::expressions::COMPARISON, "write `==` instead of `is`", "=="),
            _ => return None,
        };
        if power <= minimum || self.ends_ahead(1) || !self.is_one_space(0) {
            return None;
        }
        self.foreign_here(message, Some(text));
        let mut open = self.open_around(left);
        self.bump();
        self.quietly(|parser| parser.child(&mut open, |parser| parser.expression_above(power)));
        Some(self.close(open, NodeKind::Error))
    }

    /// `x++` and `x--`; the current token is the first sign.
    #[cold]
    pub(super) fn increment(&mut self, left: Done) -> Option<Done> {
        // A line that ends in an operator goes on, so the lexer has not ended the statement here.
        let ends_line = self.tokens.get(self.position + 2).is_some_and(|token| token.after_newline());
        if !self.is_adjacent(1) || !ends_line && !self.ends_ahead(2) {
            return None;
        }
        let sign = self.token_text(self.position).to_string();
        let first = self.token_range(self.position);
        let range = TextRange::new(first.start, first.end + 1);
        let begin = self.nodes[left as usize].first_token as usize;
        let begins_statement =
            self.tokens[begin].after_newline() || begin > 0 && self.tokens[begin - 1].kind() == TokenKind::OpenBrace;
        let gap = if self.is_adjacent(0) { " " } else { "" };
        let fix = begins_statement.then(|| (range, format!("{gap}{sign}= 1")));
        self.foreign(range, format!("write `x {sign}= 1`"), fix);
        let open = self.open_around(left);
        self.bump();
        self.bump();
        Some(self.close(open, NodeKind::Error))
    }

    /// An operator that begins a line: the statement above has ended.
    #[cold]
    pub(super) fn leading_operator(&mut self) -> Option<Done> {
        let kind = self.kind();
        let is_prefix = matches!(kind, TokenKind::Star | TokenKind::Ampersand | TokenKind::Bar);
        let is_operator = joins_values(kind) && kind != TokenKind::Minus;
        let begins_line = self.position > 0 && self.tokens[self.position].after_newline();
        let is_increment = self.kind_ahead(1) == kind && self.is_adjacent(1);
        if !is_operator || !begins_line || is_prefix && self.is_adjacent(1) || is_increment {
            return None;
        }
        let before = self.tokens[self.position - 1];
        if matches!(before.kind(), TokenKind::OpenBrace | TokenKind::CloseBrace) {
            return None;
        }
        let range = self.token_range(self.position);
        let sign = self.token_text(self.position).to_string();
        let gap = &self.text[before.end() as usize..range.start as usize];
        let behind = self.tokens.get(self.position + 1).map_or(range.end, |token| token.start);
        let fix = gap.trim().is_empty().then(|| {
            let moved = format!(" {sign}{gap}");
            (TextRange::new(before.end(), behind), moved)
        });
        self.foreign(range, format!("put the `{sign}` at the end of the line before"), fix);
        let mut open = self.open();
        self.bump();
        if self.begins_element() {
            self.quietly(|parser| parser.child(&mut open, Self::expression));
        }
        Some(self.close(open, NodeKind::Error))
    }

    /// `(i64) x` and `(x) => e`, behind the closing parenthesis of `inner`.
    #[cold]
    pub(super) fn behind_paren(&mut self, paren: Done, opener: usize) -> Option<Done> {
        if self.at_fat_arrow() {
            let mut open = self.open_around(paren);
            self.arrow_closure(&mut open);
            return Some(self.close(open, NodeKind::Error));
        }
        let is_type = self.position == opener + 3 && SCALARS.contains(&self.token_text(opener + 1));
        // A variable may be called `i64`, and `(i64) - x`, `(i64)(x)` and `(i64)[0]` are about it.
        let goes_on = matches!(
            self.kind(),
            TokenKind::OpenBrace | TokenKind::Minus | TokenKind::OpenParen | TokenKind::OpenBracket
        );
        if !is_type || goes_on || !self.begins_element() {
            return None;
        }
        let ty = self.token_text(opener + 1).to_string();
        let count = self.errors.len();
        let written = TextRange::new(self.token_range(opener).start, self.token_range(self.position - 1).end);
        self.foreign(written, format!("write `x as {ty}`"), None);
        let mut open = self.open_around(paren);
        let operand = self.position;
        self.quietly(|parser| parser.child(&mut open, Self::unary_again));
        let end = self.token_range(self.position - 1).end;
        let value = &self.text[self.token_range(operand).start as usize..end as usize];
        let text = format!("{value} as {ty}");
        self.fix_since(count, TextRange::new(written.start, end), text, false);
        Some(self.close(open, NodeKind::Error))
    }

    /// Behind a type: `<T>`, `*`, `[3]` and the words of C.
    #[inline(always)]
    pub(super) fn behind_type(&mut self, done: Done) -> Done {
        if matches!(self.kind(), TokenKind::Less | TokenKind::Star | TokenKind::Word) {
            self.foreign_type_rest(done)
        } else {
            done
        }
    }

    #[cold]
    fn foreign_type_rest(&mut self, done: Done) -> Done {
        let start = self.nodes[done as usize].first_token as usize;
        let first = self.token_range(start).start;
        let count = self.errors.len();
        match self.kind() {
            TokenKind::Less => {
                self.foreign_here("write type arguments in `[…]`", None);
                self.skip_angles();
            }
            TokenKind::Star => {
                let before = self.text[first as usize..self.token_range(self.position - 1).end as usize].to_string();
                self.foreign_here("write a C pointer as `Pointer[T]`", None);
                let mut text = c_type(&before);
                while self.eat(TokenKind::Star) {
                    text = format!("Pointer[{text}]");
                }
                let end = self.token_range(self.position - 1).end;
                self.fix_since(count, TextRange::new(first, end), text, false);
            }
            _ => {
                if !matches!(
                    self.token_text(start),
                    "const" | "unsigned" | "signed" | "struct" | "long" | "short" | "volatile"
                ) {
                    return done;
                }
                let range = TextRange::new(first, self.token_range(start).end);
                self.foreign(range, "a type is one word here: write C's `unsigned int` as `u32`", None);
                while self.eat(TokenKind::Word) {}
                let words = self.text[first as usize..self.token_range(self.position - 1).end as usize].to_string();
                let mut text = c_type(&words);
                while self.eat(TokenKind::Star) {
                    text = format!("Pointer[{text}]");
                }
                let end = self.token_range(self.position - 1).end;
                self.fix_since(count, TextRange::new(first, end), text, false);
            }
        }
        let open = self.open_around(done);
        self.close(open, NodeKind::Error)
    }

    /// `<A, B<C>>`
    fn skip_angles(&mut self) {
        let mut depth = 0_usize;
        while matches!(self.kind(), kind if kind.is_word_like())
            || matches!(
                self.kind(),
                TokenKind::Less
                    | TokenKind::Greater
                    | TokenKind::ShiftRight
                    | TokenKind::Comma
                    | TokenKind::OpenBracket
                    | TokenKind::CloseBracket
                    | TokenKind::OpenParen
                    | TokenKind::CloseParen
            )
        {
            match self.kind() {
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth = depth.saturating_sub(1),
                TokenKind::ShiftRight => depth = depth.saturating_sub(2),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }
}

/// What is written here for a macro of Rust that no function of its name stands for, and what takes the place of its name.
fn macro_advice(word: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match word {
        "matches" => ("write `if let pattern = value { … }`, or a `match`", None),
        "vec" => ("write `[a, b]`, which becomes an `Array` where one is expected", Some("")),
        "format" => ("write a string with `${…}` in it", None),
        "eprintln" | "eprint" | "dbg" => ("write `println(…)`", Some("println")),
        "assert_eq" => ("write `assert(a == b)`, which shows both sides when it fails", None),
        "assert_ne" => ("write `assert(a != b)`, which shows both sides when it fails", None),
        "todo" | "unimplemented" | "unreachable" => ("write `panic(\"…\")`", None),
        _ => return None,
    })
}

/// Whether a word is a scalar type, here or in C.
pub(super) fn is_scalar(word: &str) -> bool {
    SCALARS.contains(&word)
}

/// What C's words for a type are here: `unsigned int` is `u32`. A name that is none of C's stays.
pub(super) fn c_type(words: &str) -> String {
    const NO_TYPE: &[&str] = &["const", "volatile", "static", "register", "struct", "extern", "enum"];
    let kept: Vec<&str> = words.split_whitespace().filter(|word| !NO_TYPE.contains(word)).collect();
    let ty = match kept.join(" ").as_str() {
        "int" | "signed" | "signed int" | "int32_t" => "i32",
        "unsigned" | "unsigned int" | "uint32_t" | "uint" => "u32",
        "char" | "unsigned char" | "uint8_t" | "byte" => "u8",
        "signed char" | "int8_t" => "i8",
        "short" | "short int" | "int16_t" => "i16",
        "unsigned short" | "unsigned short int" | "uint16_t" => "u16",
        "long" | "long int" | "long long" | "long long int" | "int64_t" | "ssize_t" | "ptrdiff_t" | "isize" => "i64",
        "unsigned long" | "unsigned long int" | "unsigned long long" | "uint64_t" | "size_t" | "usize" => "u64",
        "float" => "f32",
        "double" => "f64",
        "_Bool" | "boolean" => "bool",
        "void" => "()",
        "string" | "str" => "String",
        other => return other.to_string(),
    };
    ty.to_string()
}

/// The kinds that no operator or bracket is and that so never follow a name on its line, but `{`, `!` and the literals.
static FOLLOWS_NO_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let kinds = [
        TokenKind::Word,
        TokenKind::SelfValue,
        TokenKind::Integer,
        TokenKind::Character,
        TokenKind::String,
        TokenKind::StringStart,
        TokenKind::MultilineString,
        TokenKind::OpenBrace,
        TokenKind::Not,
    ];
    let mut index = 0;
    while index < kinds.len() {
        table[kinds[index] as usize] = true;
        index += 1;
    }
    table
};
