//! Lists in parentheses and square brackets: on one line if they fit, else one element on each and a comma behind the last.

use super::builder::{Builder, Separator};
use super::command::{Command, Group};
use crate::{NodeId, NodeKind, TokenKind};

/// Elements longer than this stand on lines of their own; several shorter ones share one.
const SHORT: u32 = 16;

impl Builder<'_> {
    /// A list whose opening bracket is the next token and whose first element is `child`. Gives back the child behind it.
    pub fn list(&mut self, node: NodeId, child: Option<NodeId>) -> Option<NodeId> {
        let kind = self.parse.kind(node);
        let closer = match self.kind() {
            TokenKind::OpenParen => TokenKind::CloseParen,
            _ => TokenKind::CloseBracket,
        };
        // An index stays with what it indexes, and the arguments of an attribute with its name.
        let is_breakable = !matches!(kind, NodeKind::Index | NodeKind::Attribute);
        let line_end = |spaces| match (is_breakable, spaces) {
            (true, _) => Separator::Soft(spaces),
            (false, 0) => Separator::Nothing,
            (false, _) => Separator::Space,
        };
        let group = self.open(Group::Plain);
        self.take();
        let point = self.position();
        self.push(Command::Indent);
        let mut child = self.with_tokens(child);
        let is_empty = self.kind() == closer;
        let between = if self.is_table(node) { Separator::Fill } else { line_end(1) };
        self.pending = if is_empty { Separator::Nothing } else { line_end(0) };
        let keeps_comma = self.is_single_tuple(node);
        let mut last = None;
        while self.kind() != closer && self.next < self.end_token(node) {
            if let Some(element) = child.filter(|child| self.first_token(*child) == self.next) {
                child = self.with_tokens(self.parse.next_sibling(element));
                last = Some(element);
                self.node(element);
            } else if self.kind() != TokenKind::Comma {
                last = None;
                self.take();
            } else if self.token_kind(self.next + 1) == closer && !keeps_comma {
                self.drop_comma();
            } else {
                self.take_comma();
                self.pending = between;
            }
        }
        if is_breakable && !keeps_comma && last.is_some_and(|last| self.takes_comma(node, last)) {
            self.push(Command::Comma);
        }
        let hugs = !self.at_comment() && last.is_some_and(|last| self.is_huggable(node, last));
        self.close_comments(is_empty, if is_empty { Separator::Nothing } else { line_end(0) });
        self.push(Command::Dedent);
        self.take_closer();
        self.push(Command::Close);
        if hugs {
            self.make_hugging(group, self.hug);
        } else {
            self.hug = point;
        }
        child
    }

    /// Whether the list is `(a,)`, where the comma makes the tuple.
    fn is_single_tuple(&self, node: NodeId) -> bool {
        let is_tuple = matches!(self.parse.kind(node), NodeKind::Tuple | NodeKind::TupleType | NodeKind::TuplePattern);
        is_tuple && self.parse.children(node).nth(1).is_none()
    }

    /// Whether a comma may stand behind the last element.
    fn takes_comma(&self, node: NodeId, last: NodeId) -> bool {
        let is_no_list = matches!(
            self.parse.kind(node),
            NodeKind::Paren
                | NodeKind::ParenType
                | NodeKind::ParenPattern
                | NodeKind::Repeat
                | NodeKind::ArrayType
                | NodeKind::SliceType
        );
        !is_no_list && self.parse.kind(last) != NodeKind::RestPattern
    }

    /// Whether the list is an array of short literals, which reads best as a table.
    fn is_table(&self, node: NodeId) -> bool {
        self.parse.kind(node) == NodeKind::Array
            && self.parse.children(node).all(|child| {
                let is_literal = match self.parse.kind(child) {
                    NodeKind::Literal => true,
                    NodeKind::Unary => self
                        .parse
                        .first_child(child)
                        .is_some_and(|operand| self.parse.kind(operand) == NodeKind::Literal),
                    _ => false,
                };
                is_literal && self.parse.range(child).length() <= SHORT
            })
    }

    /// Whether the list may begin on the line of its opening bracket and end on that of its closing one although its last
    /// element has several lines.
    fn is_huggable(&self, node: NodeId, last: NodeId) -> bool {
        let is_sole = self.parse.first_child(node) == Some(last)
            || (self.parse.kind(node) == NodeKind::Call && self.parse.children(node).nth(1) == Some(last));
        let holds_values =
            matches!(self.parse.kind(node), NodeKind::Call | NodeKind::Paren | NodeKind::Array | NodeKind::Tuple);
        let value = match self.parse.kind(last) {
            NodeKind::NamedArgument => self.parse.first_child(last).unwrap_or(last),
            _ => last,
        };
        let ends_in_bracket = |open: TokenKind| {
            let token = self.end_token(value) - 1;
            self.token_kind(token) == open && self.token_kind(token - 1) != TokenKind::OpenParen
        };
        holds_values
            && match self.parse.kind(value) {
                NodeKind::Closure | NodeKind::Match | NodeKind::Block | NodeKind::Unsafe => true,
                NodeKind::Call | NodeKind::Tuple => is_sole && ends_in_bracket(TokenKind::CloseParen),
                NodeKind::Array | NodeKind::Repeat => is_sole && ends_in_bracket(TokenKind::CloseBracket),
                _ => false,
            }
    }
}
