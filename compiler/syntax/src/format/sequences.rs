//! What stands on lines: the items of a file, members, statements, the arms of a `match`. What stood on one line stays
//! there if it fits; what stood on several is never joined. An element with a syntax error is left as it is, together with
//! what was passed over behind it.

use super::builder::{Breakage, Builder, Separator};
use super::command::{Command, Group};
use crate::{NodeId, NodeKind, TokenKind};

impl Builder<'_> {
    /// The whole text.
    pub fn file(&mut self) {
        let root = self.parse.root();
        let end = self.parse.tokens.len() as u32 - 1;
        let is_empty = self.next == end;
        self.sequence(self.parse.first_child(root), end, Separator::Line);
        self.close_comments(is_empty, Separator::Nothing);
    }

    /// `{ … }` around elements, the first of which is `child`. The next token is the brace.
    pub fn braces(&mut self, child: Option<NodeId>, closer: u32, is_one_line: bool) {
        let opener = self.next;
        self.take();
        let point = self.position();
        self.push(Command::Indent);
        let (first, last) = if is_one_line {
            (Separator::Soft(1), Separator::Soft(1))
        } else {
            (Separator::LineWithoutBlank, Separator::LineWithoutBlank)
        };
        let is_empty = opener + 1 == closer;
        self.sequence(child, closer, first);
        self.close_comments(is_empty, if is_empty { Separator::Nothing } else { last });
        self.push(Command::Dedent);
        self.take_closer();
        self.hug = point;
    }

    /// `{ … }` as a group of its own, on one line if it is written so and fits.
    pub fn body(&mut self, child: Option<NodeId>, closer: u32) {
        let is_one_line = self.on_one_line(self.next, closer);
        self.open(Group::Plain);
        self.braces(child, closer, is_one_line);
        self.push(Command::Close);
    }

    /// Elements up to the token `end`.
    fn sequence(&mut self, child: Option<NodeId>, end: u32, first: Separator) {
        let is_on_lines = !matches!(first, Separator::Soft(_));
        let mut child = self.with_tokens(child);
        let mut separator = first;
        let mut is_in_run = false;
        while self.next < end {
            while let Some(passed) = child.filter(|child| self.first_token(*child) < self.next) {
                child = self.with_tokens(self.parse.next_sibling(passed));
            }
            let node = child.filter(|child| self.first_token(*child) == self.next);
            if let Some(node) = node {
                child = self.with_tokens(self.parse.next_sibling(node));
            }
            let behind = child.map_or(end, |child| self.first_token(child).clamp(self.next + 1, end));
            let sound = node.filter(|node| !self.is_broken(*node, behind));
            if sound.is_none() && matches!(separator, Separator::Soft(_)) {
                separator = Separator::Space;
            }
            self.pending = separator;
            let is_line_end = behind == end || self.begins_line(behind);
            if is_on_lines && !is_line_end && !is_in_run {
                self.open(Group::Plain);
                is_in_run = true;
            }
            match sound {
                Some(node) => self.node(node),
                None => self.verbatim(behind),
            }
            if is_in_run && is_line_end {
                self.push(Command::Close);
                is_in_run = false;
            }
            separator = match (is_line_end, sound) {
                (true, _) => Separator::Line,
                (false, Some(_)) => Separator::Soft(2),
                (false, None) => Separator::Space,
            };
        }
        // What is broken may have taken the last element of the line along.
        if is_in_run {
            self.push(Command::Close);
        }
    }

    /// Whether something is wrong with the element itself, or with what stands between it and the token `behind`, rather
    /// than with an element inside of its braces.
    fn is_broken(&self, node: NodeId, behind: u32) -> bool {
        if self.parse.kind(node) == NodeKind::Error || self.end_token(node) != behind {
            return true;
        }
        let start = self.parse.tokens[self.first_token(node) as usize].start;
        let end = self.parse.tokens[behind as usize].start;
        let errors = self.parse.errors();
        let first = errors.partition_point(|error| error.range.start < start);
        errors[first..].iter().take_while(|error| error.range.start < end).any(|error| {
            self.breakage == Breakage::Items || !self.is_in_braces(node, error.range.start, error.range.end)
        })
    }

    /// Whether the range lies between the braces of the node or of one below it.
    fn is_in_braces(&self, mut node: NodeId, start: u32, end: u32) -> bool {
        loop {
            let last = self.end_token(node) - 1;
            let has_body = matches!(
                self.parse.kind(node),
                NodeKind::Block
                    | NodeKind::Type
                    | NodeKind::Trait
                    | NodeKind::Impl
                    | NodeKind::ExternBlock
                    | NodeKind::Match
            );
            if has_body && self.token_kind(last) == TokenKind::CloseBrace {
                let opener = self.body_opener(node);
                let is_inside = opener.is_some_and(|opener| {
                    self.parse.tokens[opener as usize].end() <= start && end <= self.parse.tokens[last as usize].start
                });
                if is_inside {
                    return true;
                }
            }
            let inner = self.parse.children(node).find(|child| {
                let range = self.parse.range(*child);
                !range.is_empty() && range.start <= start && end <= range.end
            });
            match inner {
                Some(inner) => node = inner,
                None => return false,
            }
        }
    }

    /// The `{` that belongs to the node itself.
    fn body_opener(&self, node: NodeId) -> Option<u32> {
        let mut token = self.first_token(node);
        for child in self.parse.children(node) {
            if let Some(opener) =
                (token..self.first_token(child)).find(|token| self.token_kind(*token) == TokenKind::OpenBrace)
            {
                return Some(opener);
            }
            token = self.end_token(child);
        }
        (token..self.end_token(node)).find(|token| self.token_kind(*token) == TokenKind::OpenBrace)
    }
}
