//! The layout of each construct. Most need nothing of their own: their tokens and children stand in a row, lists in
//! brackets and bodies in braces among them.

use super::builder::{Builder, Separator};
use super::command::{Command, Group};
use crate::{NodeId, NodeKind, TokenKind};

impl Builder<'_> {
    /// One node, whose first token is the next one.
    pub fn node(&mut self, node: NodeId) {
        match self.parse.kind(node) {
            NodeKind::Binary => self.binary(node, 1),
            NodeKind::Call | NodeKind::FieldAccess | NodeKind::Index => self.postfix(node),
            NodeKind::If => self.if_expression(node),
            NodeKind::InterpolatedString | NodeKind::Error => self.verbatim(self.end_token(node)),
            NodeKind::LiteralPattern | NodeKind::RangePattern => self.glued(node),
            NodeKind::Unary => self.unary(node),
            NodeKind::OrPattern => self.or_pattern(node),
            _ => self.row(node),
        }
    }

    /// Tokens and children one behind the other.
    fn row(&mut self, node: NodeId) {
        let kind = self.parse.kind(node);
        let end = self.end_token(node);
        let mut child = self.with_tokens(self.parse.first_child(node));
        while self.next < end {
            if let Some(part) = child.filter(|child| self.first_token(*child) == self.next) {
                child = self.with_tokens(self.parse.next_sibling(part));
                self.part(kind, part);
                continue;
            }
            match self.kind() {
                TokenKind::OpenBrace if self.token_kind(end - 1) != TokenKind::CloseBrace => self.verbatim(end),
                TokenKind::OpenBrace => {
                    self.body(child, end - 1);
                    child = None;
                }
                TokenKind::OpenParen | TokenKind::OpenBracket => {
                    if kind != NodeKind::Import && self.next > self.first_token(node) {
                        self.pending = Separator::Nothing;
                    }
                    child = self.list(node, child);
                }
                token => {
                    self.take();
                    let leads_value = match kind {
                        NodeKind::Let | NodeKind::Constant | NodeKind::Assign => token.is_assignment(),
                        NodeKind::MatchArm => token == TokenKind::Arrow,
                        _ => false,
                    };
                    if let Some(value) = child.filter(|child| leads_value && self.first_token(*child) == self.next) {
                        child = self.with_tokens(self.parse.next_sibling(value));
                        self.value(value);
                    }
                }
            }
        }
    }

    /// A child of a row.
    fn part(&mut self, parent: NodeKind, part: NodeId) {
        let kind = self.parse.kind(part);
        let is_glued = match kind {
            NodeKind::GenericParameterList => true,
            NodeKind::ParameterList => matches!(parent, NodeKind::Function | NodeKind::Case),
            _ => false,
        };
        if is_glued {
            self.pending = Separator::Nothing;
        }
        // What goes on a condition is indented more deeply than the block behind it.
        let is_condition = matches!(parent, NodeKind::While | NodeKind::Match | NodeKind::For | NodeKind::MatchArm);
        match kind {
            NodeKind::Binary if is_condition => self.binary(part, 2),
            _ => self.node(part),
        }
        if kind == NodeKind::Attribute {
            self.pending = if self.begins_line(self.next) { Separator::LineWithoutBlank } else { Separator::Space };
        }
    }

    /// What stands behind `=` or `->`.
    fn value(&mut self, value: NodeId) {
        if !self.moves_to_next_line(value) {
            return self.node(value);
        }
        let group = if self.at_comment() { Group::Plain } else { Group::Value };
        self.push(Command::Open(group));
        self.push(Command::Indent);
        self.pending = Separator::Soft(1);
        self.node(value);
        self.push(Command::Dedent);
        self.push(Command::Close);
    }

    /// Whether a value that is too long for its line is better begun on the next one than broken inside.
    fn moves_to_next_line(&self, mut value: NodeId) -> bool {
        loop {
            match self.parse.kind(value) {
                NodeKind::Unary | NodeKind::FieldAccess => match self.parse.first_child(value) {
                    Some(inner) => value = inner,
                    None => return false,
                },
                NodeKind::Name | NodeKind::Literal | NodeKind::InterpolatedString | NodeKind::SelfField => {
                    return !self.is_multiline(value);
                }
                kind => return kind.is_operator() && !self.is_multiline(value),
            }
        }
    }

    fn is_multiline(&self, value: NodeId) -> bool {
        let has_lines = |kind: NodeKind| matches!(kind, NodeKind::Literal | NodeKind::InterpolatedString);
        has_lines(self.parse.kind(value)) && self.parse.node_text(value).contains('\n')
    }

    /// `if a { … } else if b { … } else { … }`: all blocks on one line, or none.
    fn if_expression(&mut self, node: NodeId) {
        let is_one_line = self.on_one_line(self.next, self.end_token(node) - 1);
        self.open(Group::Plain);
        self.if_parts(node, is_one_line);
        self.push(Command::Close);
    }

    fn if_parts(&mut self, node: NodeId, is_one_line: bool) {
        self.take();
        for (position, part) in self.parse.children(node).enumerate() {
            if self.kind() == TokenKind::Else {
                self.pending = Separator::Space;
                self.take();
            }
            match self.parse.kind(part) {
                NodeKind::Binary if position == 0 => self.binary(part, 2),
                NodeKind::If if position == 2 => self.if_parts(part, is_one_line),
                NodeKind::Block
                    if position > 0 && self.token_kind(self.end_token(part) - 1) == TokenKind::CloseBrace =>
                {
                    self.braces(self.parse.first_child(part), self.end_token(part) - 1, is_one_line);
                }
                _ => self.node(part),
            }
        }
    }

    /// Tokens without space between them.
    fn glued(&mut self, node: NodeId) {
        self.take();
        while self.next < self.end_token(node) {
            self.pending = Separator::Nothing;
            self.take();
        }
    }

    fn unary(&mut self, node: NodeId) {
        let is_sign = self.kind() == TokenKind::Minus;
        self.take();
        if is_sign {
            self.pending = Separator::Nothing;
        }
        if let Some(operand) = self.parse.first_child(node) {
            self.node(operand);
        }
    }

    /// `A | B`
    fn or_pattern(&mut self, node: NodeId) {
        self.open(Group::Plain);
        (0..2).for_each(|_| self.push(Command::Indent));
        for pattern in self.parse.children(node) {
            if self.kind() == TokenKind::Bar {
                self.pending = Separator::Space;
                self.take();
                self.pending = Separator::Soft(1);
            }
            self.node(pattern);
        }
        (0..2).for_each(|_| self.push(Command::Dedent));
        self.push(Command::Close);
    }
}
