//! Views of statements. An expression statement is the expression's own node.

use super::{Attribute, BinaryOperator, Block, Broken, Expression, Pattern, Token, TypeSyntax, view_enum, views};
use crate::{NodeId, NodeKind, Parse, TokenKind};

views! {
    /// `let pattern: T = e else { … }`
    Let of Let;
    /// `place = e`, `place += e`
    Assign of Assign;
}

/// A statement of a block or an arm of `match`.
#[derive(Clone, Copy, Debug)]
pub enum Statement<'tree> {
    /// `let x = e`
    Let(Let<'tree>),
    /// `x = e`
    Assign(Assign<'tree>),
    /// An expression; the last one of a block is its value.
    Expression(Expression<'tree>),
    /// Text that is no statement; the syntax error is reported already.
    Error(Broken<'tree>),
}

impl<'tree> Statement<'tree> {
    /// The view of `node`, `None` if it is no statement.
    #[inline]
    pub fn cast(parse: &'tree Parse, node: NodeId) -> Option<Statement<'tree>> {
        match parse.kind(node) {
            NodeKind::Let => Some(Statement::Let(Let::new(parse, node))),
            NodeKind::Assign => Some(Statement::Assign(Assign::new(parse, node))),
            NodeKind::Error => Some(Statement::Error(Broken::new(parse, node))),
            _ => Expression::cast(parse, node).map(Statement::Expression),
        }
    }
}

view_enum! { Statement of Let Assign Expression Error }

impl<'tree> Let<'tree> {
    /// The attributes before it.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'tree>> {
        Attribute::all(self.parse, self.node)
    }

    fn pattern_node(self) -> Option<NodeId> {
        self.parse.children(self.node).find(|node| self.parse.kind(*node) != NodeKind::Attribute)
    }

    /// What it binds.
    pub fn pattern(self) -> Option<Pattern<'tree>> {
        Pattern::cast(self.parse, self.pattern_node()?)
    }

    /// The written type.
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        let pattern = self.pattern_node()?;
        if self.has_type(pattern) { TypeSyntax::cast(self.parse, self.parse.next_sibling(pattern)?) } else { None }
    }

    /// Whether a type stands behind the pattern; the `:` may have been forgotten.
    fn has_type(self, pattern: NodeId) -> bool {
        matches!(self.parse.kind_behind(pattern), TokenKind::Colon | TokenKind::Word)
    }

    fn value_node(self) -> Option<NodeId> {
        let mut before = self.pattern_node()?;
        if self.has_type(before) {
            before = self.parse.next_sibling(before)?;
        }
        let value = self.parse.next_sibling(before)?;
        matches!(self.parse.kind_before(value), Some(TokenKind::Equal | TokenKind::EqualEqual)).then_some(value)
    }

    /// The value behind `=`.
    pub fn value(self) -> Option<Expression<'tree>> {
        Expression::cast(self.parse, self.value_node()?)
    }

    /// The block behind `else`.
    pub fn else_block(self) -> Option<Block<'tree>> {
        Block::cast(self.parse, self.parse.next_sibling(self.value_node()?)?)
    }
}

impl<'tree> Assign<'tree> {
    /// What is assigned to.
    pub fn place(self) -> Option<Expression<'tree>> {
        Expression::cast(self.parse, self.parse.first_child(self.node)?)
    }

    /// The `=`, `+=`, ….
    pub fn operator_token(self) -> Option<Token<'tree>> {
        let place = self.parse.first_child(self.node)?;
        Some(Token::new(self.parse, self.parse.end_token(place)))
    }

    /// The operator of a compound assignment.
    pub fn operator(self) -> Option<BinaryOperator> {
        BinaryOperator::of_assignment(self.operator_token()?.kind())
    }

    /// The value.
    pub fn value(self) -> Option<Expression<'tree>> {
        Expression::cast(self.parse, self.parse.child(self.node, 1)?)
    }
}
