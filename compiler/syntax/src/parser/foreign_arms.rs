//! The arms of a `match` as other languages write them, rewritten: `1 => a, _ => b`, `case 1: …`, `default: …`, the arms of a
//! `switch`. This is the text of a fix, and nothing where it is not plain what was meant. Reads tokens only: it moves
//! nothing and reports nothing.

use super::Parser;
use crate::{TextRange, TokenKind};

/// An arm by the numbers of its tokens.
struct Arm {
    start: usize,
    arrow: usize,
    /// Where what it does begins, and where the next arm or the `,` before it does.
    body: usize,
    end: usize,
}

/// A text with changes; what lies between them is copied.
struct Rewriting<'text> {
    text: &'text str,
    written: String,
    copied: usize,
}

impl Rewriting<'_> {
    fn put(&mut self, start: u32, end: u32, text: &str) {
        self.written.push_str(&self.text[self.copied..start as usize]);
        self.written.push_str(text);
        self.copied = end as usize;
    }
}

/// What an arm does, without the words that end it.
struct Done {
    last: usize,
    /// Whether a `break` ended it.
    has_break: bool,
}

impl Parser<'_> {
    /// The arms between the brace at `opener` and the one that closes it, and their text as it is written here.
    pub(super) fn arms_as_here(&self, opener: usize, is_switch: bool) -> Option<(TextRange, String)> {
        let closer = self.closing_brace(opener)?;
        let text = self.arms_between(opener + 1, closer, is_switch)?;
        let range = TextRange::new(self.tokens[opener].end(), self.tokens[closer].start);
        let gap = &self.text[self.tokens[closer - 1].end() as usize..range.end as usize];
        Some((range, text + gap))
    }

    fn closing_brace(&self, opener: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in opener..self.tokens.len() {
            match self.tokens[at].kind() {
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace if depth == 1 => return Some(at),
                TokenKind::CloseBrace => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The text of the arms from behind the token before `first` to the end of the one before `end`.
    pub(super) fn arms_between(&self, first: usize, end: usize, is_switch: bool) -> Option<String> {
        let arms = self.foreign_arms(first, end)?;
        let mut out =
            Rewriting { text: self.text, written: String::new(), copied: self.tokens[first - 1].end() as usize };
        let falls_through = is_switch && arms.iter().any(|arm| self.done(arm, true).has_break);
        let mut is_joined = false;
        for (number, arm) in arms.iter().enumerate() {
            let next = arms.get(number + 1);
            self.rewrite_pattern(&mut out, arm, is_joined)?;
            is_joined = arm.body == arm.end && next.is_some();
            if let Some(next) = next.filter(|_next| is_joined) {
                let pattern = next.start + usize::from(self.tokens[next.start].kind() == TokenKind::Case);
                self.put_plainly(&mut out, (self.tokens[arm.arrow - 1].end(), self.tokens[pattern].start), " | ")?;
                continue;
            }
            let done = self.done(arm, is_switch);
            let leaves = |kind| matches!(kind, TokenKind::Return | TokenKind::Throw | TokenKind::Continue);
            let is_left = done.has_break || (arm.body..done.last).any(|at| leaves(self.tokens[at].kind()));
            if falls_through && next.is_some() && !is_left {
                return None;
            }
            self.rewrite_body(&mut out, arm, &done)?;
            let behind = next.map_or(end, |next| next.start);
            for comma in (arm.end..behind).filter(|at| self.tokens[*at].kind() == TokenKind::Comma) {
                out.put(self.tokens[comma].start, self.tokens[comma].end(), "");
            }
        }
        out.put(self.tokens[end - 1].end().max(out.copied as u32), self.tokens[end - 1].end(), "");
        Some(out.written)
    }

    /// Puts a text in the place of one that holds no comment.
    fn put_plainly(&self, out: &mut Rewriting<'_>, (start, end): (u32, u32), text: &str) -> Option<()> {
        if self.text[start as usize..end as usize].contains('#') {
            return None;
        }
        out.put(start, end, text);
        Some(())
    }

    fn foreign_arms(&self, first: usize, end: usize) -> Option<Vec<Arm>> {
        let mut arms = Vec::new();
        let mut at = first;
        while at < end {
            if matches!(self.tokens[at].kind(), TokenKind::Comma | TokenKind::Semicolon) {
                at += 1;
                continue;
            }
            let arrow = self.arrow_of_arm(at, end)?;
            let body = arrow + if self.tokens[arrow].kind() == TokenKind::Equal { 2 } else { 1 };
            let arm_end = self.end_of_arm(body, end);
            arms.push(Arm { start: at, arrow, body, end: arm_end });
            at = arm_end;
        }
        (!arms.is_empty()).then_some(arms)
    }

    /// The `->`, `=>`, `:` or `then` behind the pattern that begins at a token.
    fn arrow_of_arm(&self, start: usize, end: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in start..end {
            match self.tokens[at].kind() {
                TokenKind::OpenParen | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket => depth = depth.checked_sub(1)?,
                TokenKind::Colon if self.is_of_colons(at) => {}
                TokenKind::Arrow | TokenKind::Colon if depth == 0 && at > start => return Some(at),
                TokenKind::Word if depth == 0 && at > start && self.token_text(at) == "then" => return Some(at),
                TokenKind::Equal if depth == 0 && self.is_fat_arrow(at) && at > start => return Some(at),
                TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Equal => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether a `:` is one of the two in `::`.
    fn is_of_colons(&self, at: usize) -> bool {
        let is_pair = |first: usize| match (self.tokens.get(first), self.tokens.get(first + 1)) {
            (Some(first), Some(second)) => {
                first.kind() == TokenKind::Colon && second.kind() == TokenKind::Colon && first.end() == second.start
            }
            (_, _) => false,
        };
        is_pair(at) || at > 0 && is_pair(at - 1)
    }

    fn end_of_arm(&self, body: usize, end: usize) -> usize {
        let mut depth = 0_usize;
        for at in body..end {
            let token = self.tokens[at];
            let begins_arm = || {
                matches!(token.kind(), TokenKind::Comma | TokenKind::Case)
                    || token.after_newline() && self.begins_foreign_arm(at)
            };
            if depth == 0 && begins_arm() {
                return at;
            }
            match token.kind() {
                TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
        }
        end
    }

    /// Whether an arm without `case` begins at a token.
    pub(super) fn begins_foreign_arm(&self, start: usize) -> bool {
        if self.is_default(start) {
            return true;
        }
        let begins_pattern = matches!(
            self.tokens[start].kind(),
            TokenKind::Word
                | TokenKind::Underscore
                | TokenKind::OpenParen
                | TokenKind::OpenBracket
                | TokenKind::Bar
                | TokenKind::Minus
                | TokenKind::Integer
                | TokenKind::Float
                | TokenKind::Character
                | TokenKind::String
                | TokenKind::True
                | TokenKind::False
        );
        let line = (start + 1..self.tokens.len()).take_while(|at| !self.tokens[*at].after_newline());
        let end = line.last().map_or(start + 1, |last| last + 1);
        let arrow = self.arrow_of_arm(start, end);
        begins_pattern && arrow.is_some_and(|arrow| self.tokens[arrow].kind() != TokenKind::Colon)
    }

    /// `default`, `else` and `otherwise` before what belongs to an arm.
    pub(super) fn is_default(&self, at: usize) -> bool {
        let is_word = matches!(self.token_text(at), "default" | "else" | "otherwise");
        let next = self.tokens.get(at + 1).map(|token| token.kind());
        is_word
            && (matches!(next, Some(TokenKind::Arrow | TokenKind::Colon))
                || next == Some(TokenKind::Equal) && self.is_fat_arrow(at + 1))
    }

    fn rewrite_pattern(&self, out: &mut Rewriting<'_>, arm: &Arm, is_joined: bool) -> Option<()> {
        let has_case = self.tokens[arm.start].kind() == TokenKind::Case;
        if !has_case && !is_joined {
            let start = self.tokens[arm.start].start;
            out.put(start, start, "case ");
        }
        let mut depth = 0_usize;
        for at in arm.start + usize::from(has_case)..arm.arrow {
            let range = self.token_range(at);
            match self.tokens[at].kind() {
                TokenKind::OpenParen | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket => depth -= 1,
                _ if self.is_default(at) => out.put(range.start, range.end, "_"),
                TokenKind::Bar if at == arm.start => out.put(range.start, self.tokens[at + 1].start, ""),
                TokenKind::Colon if self.is_of_colons(at) && self.is_of_colons(at + 1) => {
                    out.put(range.start, range.end, ".");
                }
                TokenKind::Colon if self.is_of_colons(at) => out.put(range.start, range.end, ""),
                TokenKind::Comma if depth == 0 => out.put(range.start, range.end, " |"),
                TokenKind::Ellipsis => out.put(range.start, range.end, "..="),
                TokenKind::Word if matches!(self.token_text(at), "where" | "when") => {
                    out.put(range.start, range.end, "if");
                }
                TokenKind::Let | TokenKind::At | TokenKind::Ampersand | TokenKind::Unknown => return None,
                _ => {}
            }
        }
        Some(())
    }

    fn done(&self, arm: &Arm, is_switch: bool) -> Done {
        let mut last = arm.end;
        let without_semicolons = |mut last: usize| {
            while last > arm.body && self.tokens[last - 1].kind() == TokenKind::Semicolon {
                last -= 1;
            }
            last
        };
        last = without_semicolons(last);
        let begins_statement = |at: usize| {
            at == arm.body || self.tokens[at].after_newline() || self.tokens[at - 1].kind() == TokenKind::Semicolon
        };
        let has_break = is_switch
            && last > arm.body
            && self.tokens[last - 1].kind() == TokenKind::Break
            && begins_statement(last - 1);
        if has_break {
            last = without_semicolons(last - 1);
        }
        Done { last, has_break }
    }

    fn rewrite_body(&self, out: &mut Rewriting<'_>, arm: &Arm, done: &Done) -> Option<()> {
        let arrow = (self.tokens[arm.arrow - 1].end(), self.tokens[arm.body - 1].end());
        let written_end = self.tokens[arm.end - 1].end();
        if done.last == arm.body {
            return self.put_plainly(out, (arrow.0, written_end), " -> {}");
        }
        if (arm.body..done.last).any(|at| self.token_text(at) == "fallthrough") {
            return None;
        }
        let body_end = self.tokens[done.last - 1].end();
        let is_block =
            self.tokens[arm.body].kind() == TokenKind::OpenBrace && self.closing_brace(arm.body) == Some(done.last - 1);
        let is_long = !is_block && self.has_several_statements(arm.body, done.last);
        if is_long && !self.tokens[arm.body].after_newline() {
            return None;
        }
        self.put_plainly(out, arrow, if is_long { " -> {" } else { " ->" })?;
        let closer = if is_long { format!("\n{}}}", self.indentation_of(arm.start)) } else { String::new() };
        self.put_plainly(out, (body_end, written_end), &closer)
    }

    fn has_several_statements(&self, body: usize, last: usize) -> bool {
        let mut depth = 0_usize;
        for at in body..last {
            let token = self.tokens[at];
            let ends = token.number() & crate::tree::RawToken::LINE_END != 0 || token.kind() == TokenKind::Semicolon;
            if depth == 0 && at > body && ends {
                return true;
            }
            match token.kind() {
                TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
        }
        false
    }

    /// The blanks at the beginning of a token's line.
    pub(super) fn indentation_of(&self, token: usize) -> &str {
        let before = &self.text[..self.tokens[token].start as usize];
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let rest = &self.text[line..];
        &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
    }
}
