//! Chains: operators of one precedence, and calls of methods on results of calls. A chain that does not fit is broken at
//! all of its links: behind an operator, but before `&&` and `||` and before a point, where the language lets a line go on.

use super::builder::{Builder, Separator};
use super::command::{Command, Group};
use crate::parser::binding_power;
use crate::{NodeId, NodeKind, TokenKind};

/// A name up to this length is so short that the first link of a chain stays on its line.
const SHORT_BASE: u32 = 8;

impl Builder<'_> {
    /// `a + b - c`, indented by `levels` where it goes on. Operators that bind equally may stand one behind the other without
    /// parentheses, and form one chain.
    pub fn binary(&mut self, node: NodeId, levels: usize) {
        let power = self.operator(node).map_or(0, binding_power);
        let mut operands = Vec::new();
        let mut left = node;
        while self.parse.kind(left) == NodeKind::Binary && self.operator(left).map(binding_power) == Some(power) {
            let mut children = self.parse.children(left);
            let (Some(first), Some(second)) = (children.next(), children.next()) else {
                break;
            };
            operands.push(second);
            left = first;
        }
        self.open(Group::Plain);
        self.node(left);
        (0..levels).for_each(|_| self.push(Command::Indent));
        for operand in operands.into_iter().rev() {
            let is_led = matches!(self.kind(), TokenKind::AndAnd | TokenKind::OrOr);
            self.pending = if is_led { Separator::Soft(1) } else { Separator::Space };
            self.take();
            self.pending = if is_led { Separator::Space } else { Separator::Soft(1) };
            self.node(operand);
        }
        (0..levels).for_each(|_| self.push(Command::Dedent));
        self.push(Command::Close);
    }

    fn operator(&self, node: NodeId) -> Option<TokenKind> {
        let left = self.parse.first_child(node)?;
        Some(self.token_kind(self.end_token(left)))
    }

    /// `a.b(c).d[e](f)`
    pub fn postfix(&mut self, node: NodeId) {
        let mut links = Vec::new();
        let mut base = node;
        while matches!(self.parse.kind(base), NodeKind::Call | NodeKind::FieldAccess | NodeKind::Index) {
            links.push(base);
            let Some(inner) = self.parse.first_child(base) else {
                break;
            };
            base = inner;
        }
        links.reverse();
        let methods = links.iter().enumerate().filter(|(position, _)| self.is_method(&links, *position)).count();
        // A comment before a link makes a chain of it, so that what follows is indented.
        let has_comment = links.iter().any(|link| {
            let base = self.parse.first_child(*link);
            base.is_some_and(|base| self.has_comment_before(self.end_token(base)))
        });
        let is_chain = methods > 1 || has_comment;
        let group = is_chain.then(|| self.open(Group::Plain));
        self.node(base);
        if is_chain {
            self.push(Command::Indent);
        }
        let mut keeps_line = self.is_short_base(base);
        for (position, link) in links.iter().enumerate() {
            let is_method = self.is_method(&links, position);
            let is_soft = is_chain && is_method && !keeps_line;
            keeps_line &= !is_method;
            self.pending = if is_soft { Separator::Soft(0) } else { Separator::Nothing };
            if self.parse.kind(*link) == NodeKind::FieldAccess {
                self.take();
                while self.next < self.end_token(*link) {
                    self.take();
                }
            } else {
                let base = self.parse.first_child(*link);
                self.list(*link, base.and_then(|base| self.parse.next_sibling(base)));
            }
        }
        if let Some(group) = group {
            self.push(Command::Dedent);
            self.push(Command::Close);
            if links.last().is_some_and(|last| self.ends_in_closure(*last)) {
                self.make_hugging(group, self.hug);
            }
        }
    }

    /// Whether the link is the name of a method that is called, perhaps with type arguments between.
    fn is_method(&self, links: &[NodeId], position: usize) -> bool {
        let kind = |position: usize| links.get(position).map(|link| self.parse.kind(*link));
        kind(position) == Some(NodeKind::FieldAccess)
            && (kind(position + 1) == Some(NodeKind::Call)
                || kind(position + 1) == Some(NodeKind::Index) && kind(position + 2) == Some(NodeKind::Call))
    }

    fn is_short_base(&self, base: NodeId) -> bool {
        matches!(self.parse.kind(base), NodeKind::Name | NodeKind::SelfValue | NodeKind::SelfField)
            && self.parse.range(base).length() <= SHORT_BASE
    }

    /// Whether the last argument of the call is a closure.
    fn ends_in_closure(&self, call: NodeId) -> bool {
        let last = self.parse.children(call).skip(1).last();
        let value = last.and_then(|last| match self.parse.kind(last) {
            NodeKind::NamedArgument => self.parse.first_child(last),
            _ => Some(last),
        });
        self.parse.kind(call) == NodeKind::Call
            && value.is_some_and(|value| self.parse.kind(value) == NodeKind::Closure)
    }
}
