//! Arms and patterns as other languages write them. Must not know what is right here: the parser comes to it only where
//! nothing of its own fits.

use super::{Done, Open, Parser};
use crate::{NodeKind, SyntaxErrorKind, TextRange, TokenKind};

impl Parser<'_> {
    /// Whether an arm of a `match` is written without `case`: `1 => …`, `_ if x -> …`, `default: …`.
    #[cold]
    pub(super) fn at_foreign_arm(&self) -> bool {
        self.begins_foreign_arm(self.position)
    }

    /// Says how the arm at hand is written.
    #[cold]
    pub(super) fn foreign_arm(&mut self) {
        let message = match self.is_default(self.position) {
            true => "write the arm for all other values as `case _ -> …`",
            false => "write an arm as `case pattern -> …`",
        };
        self.foreign_arms_at(self.token_range(self.position), message);
    }

    /// Reports the arms of this `match` once, with all of them as they are written here.
    #[cold]
    pub(super) fn foreign_arms_at(&mut self, range: TextRange, message: &str) {
        if std::mem::replace(&mut self.has_foreign_arms, true) {
            // Nothing follows from what was told before.
            self.error_position = self.position;
            return;
        }
        let count = self.errors.len();
        self.foreign(range, message, None);
        if self.errors.len() > count
            && let Some((range, text)) = self.arms_as_here(self.arms_opener, false)
        {
            self.fix_since(count, range, text, false);
        }
    }

    /// What an arm does behind the `:` or `=>` of another language, up to the next arm.
    #[cold]
    pub(super) fn foreign_arm_body(&mut self, open: &mut Open) {
        self.start_line();
        let mut block = self.open();
        while !self.at_end()
            && !matches!(self.kind_on_any_line(), TokenKind::Case | TokenKind::CloseBrace | TokenKind::Comma)
            && (self.position == block.first_token as usize || self.tokens[self.position].after_newline())
            && !self.begins_foreign_arm(self.position)
        {
            self.start_line();
            self.statement_of_block(&mut block);
        }
        self.error_position = self.position;
        let done = self.close(block, NodeKind::Block);
        self.add(open, done);
    }

    /// `match x:` with the arms below it, as Python has them, and `match x with` before arms that begin with `|`.
    #[cold]
    pub(super) fn foreign_match_body(&mut self) -> bool {
        let from = self.position;
        let is_colon = self.at(TokenKind::Colon);
        let has_word = self.at(TokenKind::Word) && matches!(self.token_text(from), "with" | "of");
        let first = from + usize::from(is_colon || has_word);
        let begins_line = self.tokens.get(first).is_some_and(|token| token.after_newline());
        let is_ml = begins_line && self.tokens[first].kind() == TokenKind::Bar;
        if !is_colon && !is_ml {
            return false;
        }
        let count = self.errors.len();
        self.foreign_here("write the arms of a `match` in `{ … }`: `match x { case 1 -> … }`", None);
        let indentation = self.indentation_of(from.min(first - 1));
        let (width, closer) = (indentation.len(), format!("\n{indentation}}}"));
        while self.position < first {
            self.bump();
        }
        while !self.at_end() && self.kind_on_any_line() != TokenKind::CloseBrace {
            let begins_line = self.tokens[self.position].after_newline();
            let is_arm = is_ml && self.kind_on_any_line() == TokenKind::Bar;
            if begins_line && self.column() <= width && !is_arm {
                break;
            }
            if self.kind_on_any_line() == TokenKind::OpenBrace {
                self.skip_braces();
            } else {
                self.skip_token();
            }
        }
        if let Some(arms) = self.arms_between(first, self.position, false) {
            let start = self.token_range(first - 1).end;
            let start = if first > from { self.token_range(from).start } else { start };
            let range = TextRange::new(start, self.token_range(self.position - 1).end);
            let gap = if is_colon { " " } else { "" };
            let gap = if first > from { gap } else { " " };
            self.fix_since(count, range, format!("{gap}{{{arms}{closer}"), false);
        }
        self.lose(from);
        true
    }

    /// `match {` before arms: what is matched is missing.
    #[cold]
    pub(super) fn match_without_value(&mut self) {
        self.error_here(
            SyntaxErrorKind::ExpectedExpression,
            "a `match` begins with what it matches: `match x { … }`; `if … else if …` compares different things",
        );
        self.skip_braces();
    }

    /// What stands between the pattern of an arm and its `if` or `->`; whether the rest of the arm was parsed with it.
    #[cold]
    pub(super) fn foreign_behind_pattern(&mut self, open: &mut Open, start: usize) -> bool {
        match self.kind() {
            TokenKind::Word => return self.foreign_word_behind_pattern(open, start),
            TokenKind::Comma => {
                self.foreign_here("write `|` between the patterns of an arm", Some(" |"));
                self.quietly(|parser| {
                    while parser.eat(TokenKind::Comma) {
                        parser.child(open, Self::pattern);
                    }
                });
            }
            TokenKind::OrOr => {
                self.foreign_here("write `|` between the patterns of an arm", Some("|"));
                self.quietly(|parser| {
                    while parser.eat(TokenKind::OrOr) {
                        parser.child(open, Self::pattern);
                    }
                });
            }
            TokenKind::At => {
                self.foreign_here("write the pattern first: `1..=3 as n`", None);
                self.bump();
                self.quietly(|parser| parser.child(open, Self::pattern));
            }
            TokenKind::OpenBrace => {
                let count = self.errors.len();
                let place = TextRange::empty(self.token_range(self.position).start);
                self.foreign_here("write `->` before the `{`", None);
                self.fix_since(count, place, "-> ", false);
                self.statement(open);
                return true;
            }
            TokenKind::Colon if self.is_type_behind_pattern() => {
                let count = self.errors.len();
                let range = self.token_range(self.position);
                self.foreign(range, "what is matched has its type: a pattern writes none", None);
                self.bump();
                self.quietly(|parser| parser.child(open, Self::annotation));
                let end = self.token_range(self.position - 1).end;
                self.fix_since(count, TextRange::new(range.start, end), "", false);
            }
            kind if is_comparison(kind) => {
                let count = self.errors.len();
                let place = TextRange::empty(self.token_range(start).start);
                self.foreign_here("a pattern compares nothing, a guard does: `case _ if x > 2 -> …`", None);
                self.fix_since(count, place, "_ if ", true);
                self.bump();
                self.quietly(|parser| parser.child(open, Self::condition));
            }
            _ => {}
        }
        false
    }

    fn foreign_word_behind_pattern(&mut self, open: &mut Open, start: usize) -> bool {
        let here = self.token_range(self.position);
        match self.token_text(self.position) {
            word @ ("where" | "when" | "unless") => {
                let is_negated = word == "unless";
                let message = match is_negated {
                    true => "write `if !(…)` instead of `unless`".to_string(),
                    false => format!("write `if` instead of `{word}`"),
                };
                self.foreign_here(message, if is_negated { None } else { Some("if") });
                self.bump();
                let was_in_guard = std::mem::replace(&mut self.is_in_guard, true);
                self.child(open, Self::condition);
                self.is_in_guard = was_in_guard;
            }
            "or" => {
                self.foreign_here("write `|` between the patterns of an arm", Some("|"));
                self.bump();
                self.quietly(|parser| parser.child(open, Self::pattern));
            }
            "then" => {
                self.foreign_arms_at(here, "write `->` instead of `then`");
                self.bump();
                self.foreign_arm_body(open);
                return true;
            }
            _ if matches!(self.token_text(start), "var" | "const" | "val" | "is") && self.position == start + 1 => {
                let word = self.token_text(start).to_string();
                let message = match word.as_str() {
                    "is" => "a pattern is the type or case itself: remove the `is`".to_string(),
                    _ => format!("a name in a pattern stands alone, and lends by itself: remove the `{word}`"),
                };
                let range = TextRange::new(self.token_range(start).start, here.start);
                self.foreign(range, message, Some((range, String::new())));
                self.quietly(|parser| parser.child(open, Self::pattern));
            }
            _ => {}
        }
        false
    }

    /// Whether a type and the rest of an arm stand behind the `:` here, and not what the arm does.
    fn is_type_behind_pattern(&self) -> bool {
        let mut distance = 1;
        while matches!(
            self.kind_ahead(distance),
            TokenKind::Word
                | TokenKind::Dot
                | TokenKind::OpenBracket
                | TokenKind::CloseBracket
                | TokenKind::Ref
                | TokenKind::Mut
        ) {
            distance += 1;
        }
        let is_arrow = match self.kind_ahead(distance) {
            TokenKind::Arrow | TokenKind::If => true,
            TokenKind::Equal => self.kind_ahead(distance + 1) == TokenKind::Greater,
            _ => false,
        };
        distance > 1 && is_arrow
    }

    /// A pattern that begins with what none begins with here, if another language has it.
    #[cold]
    pub(super) fn foreign_pattern(&mut self) -> Option<Done> {
        let next = self.kind_ahead(1);
        let is_literal =
            matches!(next, TokenKind::Integer | TokenKind::Float | TokenKind::Character | TokenKind::Minus);
        let message = match self.kind() {
            TokenKind::DotDot | TokenKind::DotDotEqual if is_literal => {
                let operator = if self.at(TokenKind::DotDot) { "<" } else { "<=" };
                return Some(self.comparing_pattern(operator, "a range in a pattern has both ends"));
            }
            TokenKind::Caret if next == TokenKind::Word => {
                return Some(self.comparing_pattern("==", "a pattern names no variable to compare with"));
            }
            kind if is_comparison(kind) => {
                let operator = self.token_text(self.position).to_string();
                return Some(self.comparing_pattern(&operator, "a pattern compares nothing"));
            }
            TokenKind::Let | TokenKind::Ref if begins_pattern(next) => {
                let word = self.token_text(self.position);
                format!("a name in a pattern stands alone, and lends by itself: remove the `{word}`")
            }
            TokenKind::Ampersand => "patterns look through borrows: remove the `&`".to_string(),
            TokenKind::Bar => "`|` stands between patterns: remove the first".to_string(),
            TokenKind::Dot if next == TokenKind::Word => "write the case without the `.` before it".to_string(),
            TokenKind::In if self.kind_before() == Some(TokenKind::Case) => {
                "a range is a pattern itself: remove the `in`".to_string()
            }
            TokenKind::Else => {
                self.foreign_here("write `case _` for all other values", Some("_"));
                return Some(self.leaf(NodeKind::Error));
            }
            _ => return None,
        };
        let range = TextRange::new(self.token_range(self.position).start, self.token_range(self.position + 1).start);
        self.foreign(self.token_range(self.position), message, Some((range, String::new())));
        self.bump();
        Some(self.one_pattern_again())
    }

    /// `...rest`, `*rest` and `rest @ ..` among the elements of an array.
    #[cold]
    pub(super) fn foreign_rest(&mut self) -> Done {
        let (open, first, count) = (self.open(), self.position, self.errors.len());
        let name = match self.kind() {
            TokenKind::Word => first,
            _ => first + 1,
        };
        let has_name = self.tokens.get(name).is_some_and(|token| token.kind() == TokenKind::Word);
        let last = match self.kind() {
            TokenKind::Word => first + 2,
            _ => first + usize::from(has_name),
        };
        let range = TextRange::new(self.token_range(first).start, self.token_range(last).end);
        let text = if has_name { format!(".. as {}", self.token_text(name)) } else { "..".to_string() };
        self.foreign(range, format!("write the elements that are left as `{text}`"), None);
        self.fix_since(count, range, text, false);
        while self.position <= last {
            self.bump();
        }
        self.close(open, NodeKind::Error)
    }

    /// `..5`, `> 5`, `^x`: what a guard says here.
    fn comparing_pattern(&mut self, operator: &str, message: &str) -> Done {
        let mut open = self.open();
        let (start, count) = (self.position, self.errors.len());
        let operand = self.token_range(start + 1);
        self.foreign_here(message, None);
        self.bump();
        let end = self.position;
        self.quietly(|parser| parser.child(&mut open, Self::unary_again));
        let range = TextRange::new(operand.start, self.token_range(self.position.max(end + 1) - 1).end);
        let operand = self.text[range.start as usize..range.end as usize].to_string();
        self.say_guard(count, start, &format!("{operator} {operand}"));
        self.close(open, NodeKind::Error)
    }

    /// Completes the report of a comparison that a guard must make.
    pub(super) fn say_guard(&mut self, count: usize, start: usize, comparison: &str) {
        let is_whole = start > 0 && self.tokens[start - 1].kind() == TokenKind::Case && self.at(TokenKind::Arrow);
        let range = TextRange::new(self.token_range(start).start, self.token_range(self.position - 1).end);
        let guard = format!("n if n {comparison}");
        if let Some(error) = self.errors.get_mut(count..).and_then(|new| new.last_mut()) {
            error.message = format!("{}: write a guard, `{guard}`", error.message);
        }
        if is_whole {
            // The name may mean something else in the arm.
            self.fix_since(count, range, guard, true);
        }
    }

    /// `P { x, y: 1, .. }`, whose parts stand in parentheses here; the current token is the brace.
    #[cold]
    pub(super) fn braces_of_pattern(&mut self) {
        let count = self.errors.len();
        let opener = self.position;
        self.foreign_here("the parts of a pattern stand in parentheses: `P(x: 1, ..)`", None);
        let parts = self.parts_as_here(opener);
        self.skip_braces();
        if let Some(parts) = parts {
            let range = TextRange::new(self.token_range(opener).start, self.token_range(self.position - 1).end);
            self.fix_since(count, range, parts, false);
        }
    }

    /// Whether the brace here begins the parts of a pattern and not what an arm does.
    pub(super) fn at_braces_of_pattern(&self) -> bool {
        let first = self.kind_ahead(1);
        self.at(TokenKind::OpenBrace)
            && (first == TokenKind::DotDot
                || matches!(first, TokenKind::Word | TokenKind::Ref | TokenKind::Mut)
                    && matches!(
                        self.kind_ahead(2),
                        TokenKind::Colon | TokenKind::Comma | TokenKind::CloseBrace | TokenKind::Word
                    ))
    }

    /// The parts in the braces with each name that stands for its field written twice.
    fn parts_as_here(&self, opener: usize) -> Option<String> {
        let mut written = "(".to_string();
        let mut is_separated = true;
        for at in opener + 1..self.tokens.len() {
            let (kind, text) = (self.tokens[at].kind(), self.token_text(at));
            let ends_part = |at: usize| {
                let next = self.tokens.get(at + 1).map(|token| token.kind());
                matches!(next, Some(TokenKind::Comma | TokenKind::CloseBrace))
            };
            match kind {
                TokenKind::CloseBrace => return Some(written + ")"),
                TokenKind::Word if is_separated && ends_part(at) => written.push_str(&format!("{text}: {text}")),
                TokenKind::Comma | TokenKind::Colon => written.push_str(&format!("{text} ")),
                TokenKind::DotDot
                | TokenKind::Word
                | TokenKind::Underscore
                | TokenKind::Integer
                | TokenKind::True
                | TokenKind::False => written.push_str(text),
                _ => return None,
            }
            is_separated = kind == TokenKind::Comma;
        }
        None
    }

    /// `case` and `case let` where a condition has `let` here; the current token is the `case`.
    #[cold]
    pub(super) fn case_condition(&mut self) -> Done {
        let here = self.token_range(self.position);
        let is_doubled = self.kind_ahead(1) == TokenKind::Let;
        let range = match is_doubled {
            true => TextRange::new(here.start, self.token_range(self.position + 1).end),
            false => here,
        };
        self.foreign(range, "write `let` before the pattern of a condition", Some((range, "let".to_string())));
        if is_doubled {
            self.bump();
        }
        self.let_condition()
    }
}

fn is_comparison(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Less
            | TokenKind::LessEqual
            | TokenKind::Greater
            | TokenKind::GreaterEqual
            | TokenKind::EqualEqual
            | TokenKind::NotEqual
    )
}

/// Whether a kind may follow a word that does not belong before a pattern.
fn begins_pattern(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Word | TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::Dot)
}
