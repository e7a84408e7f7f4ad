//! Statements in the spelling of other languages: declarations of C, `switch`, `do … while`, bodies without braces, the
//! heads of loops. Each is reported once, with what to write here. Must not know expressions and types of other
//! languages: those are `foreign`.

use super::foreign::c_type;
use super::{Done, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

/// Words that declare a variable elsewhere, and whether it may change.
const DECLARERS: &[(&str, bool)] = &[
    ("var", true),
    ("auto", true),
    ("my", true),
    ("local", true),
    ("static", true),
    ("const", false),
    ("val", false),
    ("final", false),
];

/// First words of C's types.
const C_TYPES: &[&str] = &[
    "int", "char", "short", "long", "float", "double", "unsigned", "signed", "void", "const", "struct", "size_t",
    "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "static", "int32_t", "uint32_t",
    "int64_t", "uint64_t", "uint8_t",
];

/// A statement of another language, by its first tokens.
enum Foreign {
    /// `int x = 3`, `var x = 3`; the distance of the name.
    Declaration(usize),
    /// `switch (x) { … }`
    Switch,
    /// `guard let x = e else { … }`, `guard c else { … }`
    Guard,
    /// `do { … } while (c)`
    DoWhile,
    /// `until c { … }`, `unless c { … }`
    Negated,
    /// `def f(x) { … }` in a function.
    Function,
    /// `goto end`
    Goto,
}

impl Parser<'_> {
    /// Whether what stands before the `=` of a condition looks like a pattern: `Some(x)`, `Shape.Circle(r)`, `None`.
    #[cold]
    pub(super) fn is_pattern_of_condition(&self, left: Done) -> bool {
        let first = self.nodes[left as usize].first_token as usize;
        let word = self.token_text(first);
        let is_call = self.tokens[self.position - 1].kind() == TokenKind::CloseParen;
        let path = (first..self.position)
            .take_while(|at| self.tokens[*at].kind().is_word_like() || self.tokens[*at].kind() == TokenKind::Dot);
        let behind = first + path.count();
        let is_whole = behind == self.position || is_call && self.tokens[behind].kind() == TokenKind::OpenParen;
        word.starts_with(char::is_uppercase) && is_whole && (is_call || word.contains(char::is_lowercase))
    }

    /// `Some(x) = value` in a condition; the current token is the `=`.
    #[cold]
    pub(super) fn condition_without_let(&mut self, left: Done) -> Done {
        let first = self.nodes[left as usize].first_token as usize;
        let range = TextRange::new(self.token_range(first).start, self.token_range(self.position - 1).end);
        let pattern = &self.text[range.start as usize..range.end as usize];
        let message = format!("write `let` before the pattern of a condition: `let {pattern} = …`");
        self.foreign(range, message, Some((TextRange::empty(range.start), "let ".to_string())));
        let mut open = self.open_around(left);
        self.bump();
        self.quietly(|parser| parser.child(&mut open, Self::expression));
        self.lose(first);
        self.close(open, NodeKind::Error)
    }

    /// Parses a statement that begins with a word if it is one of another language.
    #[inline(always)]
    pub(super) fn foreign_statement(&mut self, parent: &mut Open) -> bool {
        let next = self.kind_ahead(1);
        if !matches!(
            next,
            TokenKind::Word
                | TokenKind::Star
                | TokenKind::OpenBrace
                | TokenKind::OpenParen
                | TokenKind::Not
                | TokenKind::True
                | TokenKind::False
                | TokenKind::Let
                | TokenKind::Case
        ) {
            return false;
        }
        let Some(foreign) = self.foreign_start(next) else {
            return false;
        };
        self.parse_foreign(foreign, parent);
        true
    }

    fn foreign_start(&self, next: TokenKind) -> Option<Foreign> {
        let word = self.token_text(self.position);
        match (word, next) {
            ("switch", TokenKind::Word) => Some(Foreign::Switch),
            ("switch", TokenKind::OpenParen) => self.has_brace_behind_parens().then_some(Foreign::Switch),
            ("when", TokenKind::OpenParen) => {
                (self.is_one_space(1) && self.has_brace_behind_parens()).then_some(Foreign::Switch)
            }
            ("guard", TokenKind::Let | TokenKind::Case) => self.is_one_space(1).then_some(Foreign::Guard),
            ("guard", _) if self.has_else_ahead() => Some(Foreign::Guard),
            ("do", TokenKind::OpenBrace) => Some(Foreign::DoWhile),
            ("until" | "unless", TokenKind::Word | TokenKind::Not | TokenKind::True | TokenKind::False) => {
                Some(Foreign::Negated)
            }
            ("until" | "unless", TokenKind::OpenParen) => self.has_brace_behind_parens().then_some(Foreign::Negated),
            ("def" | "func" | "function" | "fun", TokenKind::Word) if self.kind_ahead(2) == TokenKind::OpenParen => {
                Some(Foreign::Function)
            }
            ("goto", TokenKind::Word) => Some(Foreign::Goto),
            (_, TokenKind::Word | TokenKind::Star) => self.declaration_ahead().map(Foreign::Declaration),
            (_, _) => None,
        }
    }

    /// Whether an `else` and its `{` stand on the line and no brace before them.
    fn has_else_ahead(&self) -> bool {
        for distance in 1.. {
            match self.kind_ahead(distance) {
                TokenKind::Else => return self.kind_ahead(distance + 1) == TokenKind::OpenBrace,
                TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::LineEnd | TokenKind::EndOfText => {
                    return false;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether a `{` stands on the line behind the parentheses that begin behind the current token.
    fn has_brace_behind_parens(&self) -> bool {
        let mut depth = 0_usize;
        let mut distance = 1;
        loop {
            match self.kind_ahead(distance) {
                TokenKind::OpenParen => depth += 1,
                TokenKind::CloseParen if depth <= 1 => return self.kind_ahead(distance + 1) == TokenKind::OpenBrace,
                TokenKind::CloseParen => depth -= 1,
                TokenKind::LineEnd | TokenKind::EndOfText => return false,
                _ => {}
            }
            distance += 1;
        }
    }

    /// The distance of the declared name, if words of a type and a name stand in a row here, and what may follow them.
    fn declaration_ahead(&self) -> Option<usize> {
        let mut count = 1;
        while self.kind_ahead(count) == TokenKind::Word {
            count += 1;
        }
        let first = self.token_text(self.position);
        let is_type = C_TYPES.contains(&first);
        let is_declarer = DECLARERS.iter().any(|(word, _)| *word == first);
        let mut name = count.checked_sub(1)?;
        let mut has_star = false;
        while self.kind_ahead(count) == TokenKind::Star {
            has_star = true;
            count += 1;
        }
        if has_star {
            if self.kind_ahead(count) != TokenKind::Word {
                return None;
            }
            name = count;
            count += 1;
        }
        if name == 0 {
            return None;
        }
        let fits = match self.kind_ahead(count) {
            TokenKind::Equal => true,
            TokenKind::Colon => is_declarer && !has_star,
            TokenKind::Semicolon | TokenKind::OpenBracket => is_type,
            TokenKind::LineEnd | TokenKind::CloseBrace | TokenKind::EndOfText => is_type && !has_star,
            _ => false,
        };
        fits.then_some(name)
    }

    #[cold]
    fn parse_foreign(&mut self, foreign: Foreign, parent: &mut Open) {
        let start = self.position;
        match foreign {
            Foreign::Declaration(name) => return self.child(parent, |parser| parser.foreign_declaration(name)),
            Foreign::Switch => {
                let done = self.foreign_switch();
                self.add(parent, done);
            }
            Foreign::Guard if matches!(self.kind_ahead(1), TokenKind::Let | TokenKind::Case) => {
                return self.child(parent, Self::foreign_guard);
            }
            Foreign::Guard => {
                let done = self.guard_of_condition();
                self.add(parent, done);
            }
            Foreign::DoWhile => {
                self.foreign_here("write `loop { …  if !(condition) { break } }`", None);
                let mut open = self.open();
                self.bump();
                self.child(&mut open, Self::block);
                if self.kind_on_any_line() == TokenKind::While {
                    self.start_line();
                    self.bump();
                    self.quietly(|parser| parser.child(&mut open, Self::condition));
                }
                let done = self.close(open, NodeKind::Error);
                self.add(parent, done);
            }
            Foreign::Negated => {
                let word = if self.token_text(start) == "until" { "while" } else { "if" };
                self.foreign_here(format!("write `{word} !(…) {{ … }}`"), None);
                let mut open = self.open();
                self.bump();
                self.quietly(|parser| {
                    parser.child(&mut open, Self::condition);
                    parser.child(&mut open, |parser| parser.required_block("`if`"));
                });
                let done = self.close(open, NodeKind::Error);
                self.add(parent, done);
            }
            Foreign::Function => {
                self.foreign_here("write a function as `fn name(…) { … }`, outside of other functions", None);
                self.quietly(Self::skip_line);
                if self.at(TokenKind::OpenBrace) {
                    self.skip_braces();
                }
            }
            Foreign::Goto => {
                self.foreign_here("there is no `goto`: leave loops by their labels, or return", None);
                self.quietly(Self::skip_line);
            }
        }
        self.lose(start);
    }

    /// `switch x { … }`; the current token is the word.
    #[cold]
    pub(super) fn foreign_switch(&mut self) -> Done {
        let (start, count) = (self.token_range(self.position).start, self.errors.len());
        let mut open = self.open();
        self.foreign_here("write `match x { case 1 -> … }`", None);
        self.bump();
        let value = self.token_range(self.position).start;
        self.quietly(|parser| parser.child(&mut open, Self::expression));
        if self.kind_on_any_line() == TokenKind::OpenBrace {
            let opener = self.position;
            let value = &self.text[value as usize..self.token_range(opener - 1).end as usize];
            if let Some((range, arms)) = self.arms_as_here(opener, true) {
                // Behind `:` the next arm may have been meant to follow.
                let is_guess = self.text[range.start as usize..range.end as usize].contains(':');
                let text = format!("match {value} {{{arms}");
                self.fix_since(count, TextRange::new(start, range.end), text, is_guess);
            }
            self.skip_braces();
        }
        self.close(open, NodeKind::Error)
    }

    /// `guard let x = e else { … }`, which is a `let` here.
    fn foreign_guard(&mut self) -> Done {
        let count = self.errors.len();
        let word = self.token_range(self.position);
        self.foreign(word, "write `let pattern = value else { … }`, without `guard`", None);
        let mut open = self.open();
        self.bump();
        self.eat(TokenKind::Case);
        self.eat(TokenKind::Let);
        let pattern = self.token_range(self.position).start;
        self.child(&mut open, Self::pattern);
        let done = self.let_rest(open);
        self.fix_since(count, TextRange::new(word.start, pattern), "let ", false);
        done
    }

    /// `guard c else { … }`, which is an `if` here.
    fn guard_of_condition(&mut self) -> Done {
        let count = self.errors.len();
        let word = self.token_range(self.position);
        self.foreign(word, "write `if !(…) { … }` instead of `guard … else { … }`", None);
        let mut open = self.open();
        self.bump();
        let value = self.token_range(self.position).start;
        self.quietly(|parser| parser.child(&mut open, Self::condition));
        if self.at(TokenKind::Else) {
            let value = &self.text[value as usize..self.token_range(self.position - 1).end as usize];
            let text = format!("if !({value})");
            self.fix_since(count, TextRange::new(word.start, self.token_range(self.position).end), text, false);
            self.bump();
            self.child(&mut open, |parser| parser.required_block("`else`"));
        }
        self.close(open, NodeKind::Error)
    }

    /// `int x = 3`: a `let` whose pattern is all up to the name, so that the variable may change.
    fn foreign_declaration(&mut self, name: usize) -> Done {
        let mut open = self.open();
        let start = self.position;
        let first = self.token_text(start);
        let declarer = DECLARERS.iter().find(|(word, _)| *word == first);
        let is_type_first = C_TYPES.contains(&first) && name > 1 || declarer.is_none();
        let is_mutable = declarer.is_none_or(|(_, mutable)| *mutable);
        let count = self.errors.len();
        let mut stars = 0;
        while self.tokens[start + name - 1 - stars].kind() == TokenKind::Star {
            stars += 1;
        }
        let words_start = if is_type_first { start } else { start + 1 };
        let words_end = start + name - stars;
        let words = if words_start < words_end {
            let range = TextRange::new(self.token_range(words_start).start, self.token_range(words_end - 1).end);
            self.text[range.start as usize..range.end as usize].to_string()
        } else {
            String::new()
        };
        let mut ty = (!words.is_empty() || stars > 0).then(|| c_type(&words));
        if let Some(written) = ty.as_mut() {
            for _ in 0..stars {
                *written = format!("Pointer[{written}]");
            }
        }
        let ty = ty.filter(|ty| !ty.is_empty());
        let name_text = self.token_text(start + name).to_string();
        let keyword = if is_mutable { "let mut" } else { "let" };
        let declared = match &ty {
            Some(ty) => format!("{keyword} {name_text}: {ty}"),
            None => format!("{keyword} {name_text}"),
        };
        let range = TextRange::new(self.token_range(start).start, self.token_range(start + name).end);
        let message = match &ty {
            Some(_) => format!("declare a variable with `let`, or `let mut`: `{declared}`"),
            None => "declare a variable with `let`, or `let mut`".to_string(),
        };
        // With its type a variable may no longer fit what it is used with.
        self.foreign(self.token_range(start), message, None);
        self.fix_since(count, range, declared, ty.is_some() || self.kind_ahead(name + 1) != TokenKind::Equal);
        let pattern = if is_mutable {
            let pattern = self.open();
            (0..=name).for_each(|_| self.bump());
            self.close(pattern, NodeKind::BindingPattern)
        } else {
            (0..name).for_each(|_| self.bump());
            self.leaf(NodeKind::BindingPattern)
        };
        self.add(&mut open, pattern);
        if self.at(TokenKind::OpenBracket) {
            self.skip_line();
        }
        self.let_rest(open)
    }

    /// A declaration that lacks its `let`: `x := 1`, `x: i64 = 1`, `_ = f()`, `mut x = 1`.
    #[cold]
    pub(super) fn without_let(&mut self) -> Done {
        let mut open = self.open();
        let count = self.errors.len();
        let first = self.token_range(self.position);
        match self.kind() {
            TokenKind::Underscore => {
                let message = "`_` is a pattern and no place: write `let _ = …` to drop a value";
                self.error_here(SyntaxErrorKind::ExpectedExpression, message);
                self.fix_since(count, TextRange::empty(first.start), "let ", false);
            }
            TokenKind::Mut => {
                self.foreign(first, "declare a variable with `let mut`", None);
                self.fix_since(count, TextRange::empty(first.start), "let ", false);
            }
            _ if self.kind_ahead(2) == TokenKind::Equal => {
                let name = self.token_text(self.position).to_string();
                let end = self.token_range(self.position + 2).end;
                self.foreign(first, "declare a variable with `let`, or `let mut`", None);
                self.fix_since(count, TextRange::new(first.start, end), format!("let mut {name} ="), false);
            }
            _ => {
                let message = "write `let` to declare a variable, or `loop`, `while` or `for` behind a label";
                self.error_here(SyntaxErrorKind::ExpectedToken, message);
                if self.kind_ahead(2) != TokenKind::LineEnd {
                    self.fix_since(count, TextRange::empty(first.start), "let ", false);
                }
            }
        }
        self.child(&mut open, Self::pattern);
        if self.at(TokenKind::Colon) && self.kind_ahead(1) == TokenKind::Equal {
            self.bump();
        }
        self.let_rest(open)
    }

    /// A body that is not in braces: `: …` of Python, `then …`, or a lone statement of C.
    #[cold]
    pub(super) fn foreign_body(&mut self, owner: &str) -> Option<Done> {
        let begins_line = self.tokens[self.position].after_newline();
        let is_colon = self.at(TokenKind::Colon);
        let is_then = self.at_word("then") || matches!(owner, "`while`" | "`for`") && self.at_word("do");
        let is_control = matches!(owner, "`if`" | "`else`" | "`while`" | "`for`");
        let is_lone = is_control && !begins_line && !is_colon && !is_then && self.begins_element();
        let indentation = self.line_indentation();
        let is_ended = is_control && self.kind() == TokenKind::LineEnd && self.is_ended_by_a_word(indentation);
        if !is_colon && !is_then && !is_lone && !is_ended {
            return None;
        }
        let count = self.errors.len();
        let message = format!("write the body of the {owner} in `{{ … }}`");
        if self.has_foreign_bodies {
            self.error_position = self.position;
        } else {
            self.foreign_here(message, None);
        }
        self.has_foreign_bodies |= is_colon || is_then || is_ended;
        let mut open = self.open();
        if is_colon || is_then {
            self.bump();
        }
        if self.kind() == TokenKind::LineEnd && !self.at_end() {
            while !self.at_end()
                && self.kind_on_any_line() != TokenKind::CloseBrace
                && self.tokens[self.position].after_newline()
                && self.column() > indentation
            {
                self.start_line();
                self.statement_of_block(&mut open);
            }
            self.eat_ending_word(indentation);
        } else if self.begins_element() {
            let statement = self.position;
            self.statement(&mut open);
            if self.position > statement && is_lone {
                let end = self.token_range(self.position - 1).end;
                let range = TextRange::new(self.token_range(statement).start, end);
                let text = format!("{{ {} }}", &self.text[range.start as usize..end as usize]);
                self.fix_since(count, range, text, false);
            }
        }
        Some(self.close(open, NodeKind::Block))
    }

    /// Whether the lines below, which are indented more, are followed by one that is `end`, perhaps behind an `else`.
    fn is_ended_by_a_word(&self, indentation: usize) -> bool {
        let lines = (self.position..self.tokens.len()).filter(|at| self.tokens[*at].after_newline());
        let mut outer = lines.filter(|at| self.column_of(*at) <= indentation);
        let first = outer.find(|at| !matches!(self.token_text(*at), "else" | "elif" | "elsif" | "elseif"));
        first.is_some_and(|at| self.token_text(at) == "end" && self.column_of(at) == indentation)
    }

    /// Passes over `end` on a line of its own, where other languages end a body with it.
    fn eat_ending_word(&mut self, indentation: usize) {
        if self.at_end() || self.kind_on_any_line() != TokenKind::Word || self.token_text(self.position) != "end" {
            return;
        }
        let is_alone = self.tokens.get(self.position + 1).is_none_or(|token| token.after_newline());
        if is_alone && self.column() == indentation {
            self.start_line();
            self.bump();
        }
    }

    /// How far the line of the token before the current one is indented.
    fn line_indentation(&self) -> usize {
        let before = self.tokens[self.position.saturating_sub(1)].start as usize;
        let line = self.text[..before].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[line..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// Whether the head of a `for`, whose keyword was taken, is one of C, Zig or Go.
    pub(super) fn at_foreign_for(&self) -> bool {
        match self.kind() {
            TokenKind::OpenParen => {
                if matches!(self.kind_ahead(2), TokenKind::In) {
                    return true;
                }
                let mut distance = 1;
                let mut depth = 1_usize;
                loop {
                    match self.kind_ahead(distance) {
                        TokenKind::Semicolon if depth == 1 => return true,
                        TokenKind::OpenParen => depth += 1,
                        TokenKind::CloseParen if depth == 1 => return self.kind_ahead(distance + 1) == TokenKind::Bar,
                        TokenKind::CloseParen => depth -= 1,
                        TokenKind::LineEnd | TokenKind::EndOfText | TokenKind::OpenBrace => return false,
                        _ => {}
                    }
                    distance += 1;
                }
            }
            TokenKind::Word => matches!(self.kind_ahead(1), TokenKind::Colon | TokenKind::Equal),
            _ => false,
        }
    }

    /// The head of such a `for` and its body.
    #[cold]
    pub(super) fn foreign_for(&mut self, mut open: Open) -> Done {
        let opener = self.token_range(self.position);
        if self.kind_ahead(2) == TokenKind::In {
            let count = self.errors.len();
            self.foreign(opener, "write `for` without parentheses", None);
            self.bump();
            self.child(&mut open, Self::pattern);
            self.eat(TokenKind::In);
            let flags = std::mem::replace(&mut self.flags, 0);
            self.child(&mut open, Self::expression);
            self.flags = flags;
            if self.at(TokenKind::CloseParen) {
                let end = self.token_range(self.position);
                let inner = self.text[opener.end as usize..end.start as usize].trim().to_string();
                self.fix_since(count, TextRange::new(opener.start, end.end), inner, false);
                self.bump();
            }
            self.child(&mut open, |parser| parser.required_block("`for`"));
            return self.close(open, NodeKind::For);
        }
        let start = self.position;
        match self.captured_for() {
            Some((range, head)) => {
                let message = format!("write `for {head} {{ … }}`");
                self.foreign(opener, message, Some((range, head)));
            }
            None => self.foreign(opener, "write `for i in 0..n { … }`, or a `while` loop", None),
        }
        self.skip_line();
        if self.kind_on_any_line() == TokenKind::OpenBrace {
            self.skip_braces();
        }
        self.lose(start);
        self.close(open, NodeKind::Error)
    }

    /// `for k, v in m`: the second name behind the first, which has been parsed.
    pub(super) fn second_loop_name(&mut self) {
        if !self.at(TokenKind::Comma) || self.kind_ahead(1) != TokenKind::Word || self.kind_ahead(2) != TokenKind::In {
            return;
        }
        let first = self.token_range(self.position - 1);
        let second = self.token_range(self.position + 1);
        let range = TextRange::new(first.start, second.end);
        let names = &self.text[first.start as usize..second.end as usize];
        // Where no pairs are walked over the first name was to be a position.
        let count = self.errors.len();
        self.foreign(range, format!("write a pair in parentheses: `for ({names}) in …`"), None);
        self.fix_since(count, range, format!("({names})"), true);
        self.bump();
        self.bump();
    }

    /// What `(xs) |x|` is here: the place of all of it, and `x in xs`.
    fn captured_for(&self) -> Option<(TextRange, String)> {
        let opener = self.token_range(self.position);
        let mut distance = 1;
        while self.kind_ahead(distance) != TokenKind::CloseParen || self.kind_ahead(distance + 1) != TokenKind::Bar {
            if matches!(self.kind_ahead(distance), TokenKind::LineEnd | TokenKind::EndOfText | TokenKind::OpenBrace) {
                return None;
            }
            distance += 1;
        }
        let [name, bar] = [distance + 2, distance + 3];
        if self.kind_ahead(name) != TokenKind::Word || self.kind_ahead(bar) != TokenKind::Bar {
            return None;
        }
        let closer = self.token_range(self.position + distance).start;
        let walked = &self.text[opener.end as usize..closer as usize];
        let range = TextRange::new(opener.start, self.token_range(self.position + bar).end);
        let is_one = !walked.contains(',');
        is_one.then(|| (range, format!("{} in {}", self.word_ahead(name), walked.trim())))
    }

    /// `try { … } catch { … }`; the current token is the `try`.
    #[cold]
    pub(super) fn try_block(&mut self) -> Done {
        let message = "errors are values: `try e` takes one out of a `Result`, and there is no `catch`";
        self.foreign_here(message, None);
        let mut open = self.open();
        self.bump();
        self.child(&mut open, Self::block);
        while matches!(self.kind_on_any_line(), TokenKind::Word)
            && matches!(self.token_text(self.position), "catch" | "except" | "finally")
        {
            let start = self.position;
            self.start_line();
            self.bump();
            self.quietly(Self::skip_line);
            if self.kind_on_any_line() == TokenKind::OpenBrace {
                self.skip_braces();
            }
            self.lose(start);
        }
        self.close(open, NodeKind::Error)
    }
}
