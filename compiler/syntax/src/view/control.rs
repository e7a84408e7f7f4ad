//! Views of blocks and of the expressions that steer control.

use super::{Expression, Parameter, ParameterList, Pattern, Statement, Token, TypeSyntax, views};
use crate::{NodeId, NodeKind, Parse, TokenKind};

views! {
    /// `{ … }`
    Block of Block;
    /// `unsafe { … }`
    Unsafe of Unsafe;
    /// `if c { … } else { … }`
    If of If;
    /// `let pattern = e` in a condition.
    LetCondition of LetCondition;
    /// `match e { case … }`
    Match of Match;
    /// `case pattern if guard -> statement`
    MatchArm of MatchArm;
    /// `label: loop { … }`
    Loop of Loop;
    /// `label: while c { … }`
    While of While;
    /// `label: for pattern in e { … }`
    For of For;
    /// `fn move (x: T) -> U { … }`
    Closure of Closure;
    /// `return e`
    Return of Return;
    /// `throw e`
    Throw of Throw;
    /// `break label`
    Break of Break;
    /// `continue label`
    Continue of Continue;
}

fn expression(parse: &Parse, node: NodeId, position: usize) -> Option<Expression<'_>> {
    Expression::cast(parse, parse.child(node, position)?)
}

fn block(parse: &Parse, node: NodeId, position: usize) -> Option<Block<'_>> {
    Block::cast(parse, parse.child(node, position)?)
}

/// The word before the `:` of a labelled loop.
fn label(parse: &Parse, node: NodeId) -> Option<Token<'_>> {
    let first = parse.token_of(node, 0)?;
    (first.kind() == TokenKind::Word).then_some(first)
}

impl<'tree> Block<'tree> {
    /// The statements in order.
    pub fn statements(self) -> impl Iterator<Item = Statement<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Statement::cast(self.parse, node))
    }

    /// The `}`, `None` if it is missing.
    pub fn closing_brace(self) -> Option<Token<'tree>> {
        self.parse.tokens_of(self.node).next_back().filter(|token| token.kind() == TokenKind::CloseBrace)
    }
}

impl<'tree> Unsafe<'tree> {
    /// Its block.
    pub fn block(self) -> Option<Block<'tree>> {
        block(self.parse, self.node, 0)
    }
}

impl<'tree> If<'tree> {
    /// Its condition, which may hold [`LetCondition`]s joined by `&&`.
    pub fn condition(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// What is done if it holds.
    pub fn then_block(self) -> Option<Block<'tree>> {
        block(self.parse, self.node, 1)
    }

    /// What stands behind `else`: a block or another `if`.
    pub fn else_branch(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 2)
    }
}

impl<'tree> LetCondition<'tree> {
    /// The pattern.
    pub fn pattern(self) -> Option<Pattern<'tree>> {
        Pattern::cast(self.parse, self.parse.first_child(self.node)?)
    }

    /// What is matched.
    pub fn value(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 1)
    }
}

impl<'tree> Match<'tree> {
    /// What is matched.
    pub fn scrutinee(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// Its arms in order.
    pub fn arms(self) -> impl Iterator<Item = MatchArm<'tree>> {
        self.parse.children(self.node).filter_map(move |node| MatchArm::cast(self.parse, node))
    }
}

impl<'tree> MatchArm<'tree> {
    /// The pattern behind `case`.
    pub fn pattern(self) -> Option<Pattern<'tree>> {
        Pattern::cast(self.parse, self.parse.first_child(self.node)?)
    }

    fn guard_node(self) -> Option<NodeId> {
        let pattern = self.parse.first_child(self.node)?;
        let has_guard = self.parse.kind_behind(pattern) == TokenKind::If;
        if has_guard { self.parse.next_sibling(pattern) } else { None }
    }

    /// The condition behind `if`.
    pub fn guard(self) -> Option<Expression<'tree>> {
        Expression::cast(self.parse, self.guard_node()?)
    }

    /// What stands behind `->`.
    pub fn body(self) -> Option<Statement<'tree>> {
        let before = self.guard_node().or_else(|| self.parse.first_child(self.node))?;
        Statement::cast(self.parse, self.parse.next_sibling(before)?)
    }
}

impl<'tree> Loop<'tree> {
    /// Its label.
    pub fn label(self) -> Option<Token<'tree>> {
        label(self.parse, self.node)
    }

    /// Its body.
    pub fn body(self) -> Option<Block<'tree>> {
        block(self.parse, self.node, 0)
    }
}

impl<'tree> While<'tree> {
    /// Its label.
    pub fn label(self) -> Option<Token<'tree>> {
        label(self.parse, self.node)
    }

    /// Its condition, which may hold [`LetCondition`]s joined by `&&`.
    pub fn condition(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// Its body.
    pub fn body(self) -> Option<Block<'tree>> {
        block(self.parse, self.node, 1)
    }
}

impl<'tree> For<'tree> {
    /// Its label.
    pub fn label(self) -> Option<Token<'tree>> {
        label(self.parse, self.node)
    }

    /// What each round binds.
    pub fn pattern(self) -> Option<Pattern<'tree>> {
        Pattern::cast(self.parse, self.parse.first_child(self.node)?)
    }

    /// What is walked over.
    pub fn iterated(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 1)
    }

    /// Its body.
    pub fn body(self) -> Option<Block<'tree>> {
        block(self.parse, self.node, 2)
    }
}

impl<'tree> Closure<'tree> {
    /// Whether it is `fn move`: called once.
    pub fn is_move(self) -> bool {
        self.parse.token_of(self.node, 1).is_some_and(|token| token.kind() == TokenKind::Move)
    }

    /// Its parameters; use [`Parameter::closure_name`] and [`Parameter::closure_type`].
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'tree>> {
        ParameterList::of(self.parse, self.node).into_iter().flat_map(ParameterList::parameters)
    }

    /// The type behind `->`.
    pub fn result(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Arrow).and_then(|node| TypeSyntax::cast(self.parse, node))
    }

    /// Its body.
    pub fn body(self) -> Option<Block<'tree>> {
        self.parse.child_of_kind(self.node, NodeKind::Block).map(|node| Block::new(self.parse, node))
    }
}

impl<'tree> Return<'tree> {
    /// The value.
    pub fn value(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }
}

impl<'tree> Throw<'tree> {
    /// The error.
    pub fn value(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }
}

impl<'tree> Break<'tree> {
    /// The label behind it.
    pub fn label(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 1)
    }
}

impl<'tree> Continue<'tree> {
    /// The label behind it.
    pub fn label(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 1)
    }
}
