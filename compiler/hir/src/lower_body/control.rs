//! Lowering of control flow: blocks, conditions with `let`, loops with labels, `match`, closures.

use syntax::NodeId;
use syntax::view::{self, Expression as Syntax, Statement as StatementSyntax};

use super::BodyLowering;
use crate::Name;
use crate::arena::List;
use crate::bodies::*;
use crate::expression::*;
use crate::lower_types::lower_type;
use crate::pattern::*;
use crate::problems::{break_outside_loop, name_clash, unknown_label};

impl<'db> BodyLowering<'db> {
    pub(super) fn unsafe_block(&mut self, view: view::Unsafe<'_>) -> ExpressionId {
        let block = self.optional(view.block().map(Syntax::Block), view.node());
        self.push(Expression::Unsafe(block), view.node())
    }

    /// What `let` binds in the condition is in scope in the rest of it and in the block, not behind `else`.
    pub(super) fn if_expression(&mut self, view: view::If<'_>) -> ExpressionId {
        let mark = self.table.mark();
        let condition = self.optional(view.condition(), view.node());
        let then = self.optional(view.then_block().map(Syntax::Block), view.node());
        self.table.end_scope(mark);
        let otherwise = view.else_branch().map(|branch| self.expression(branch));
        self.push(Expression::If { condition, then, otherwise }, view.node())
    }

    pub(super) fn let_condition(&mut self, view: view::LetCondition<'_>) -> ExpressionId {
        let value = self.optional(view.value(), view.node());
        let pattern = self.matching_pattern(view.pattern(), view.node());
        self.push(Expression::LetCondition { pattern, value }, view.node())
    }

    pub(super) fn loop_expression(&mut self, view: view::Loop<'_>) -> ExpressionId {
        let id = self.begin_loop(view.label(), view.node());
        let body = self.optional(view.body().map(Syntax::Block), view.node());
        self.end_loop(id, Expression::Loop(body))
    }

    pub(super) fn while_expression(&mut self, view: view::While<'_>) -> ExpressionId {
        let id = self.begin_loop(view.label(), view.node());
        let mark = self.table.mark();
        let condition = self.optional(view.condition(), view.node());
        let body = self.optional(view.body().map(Syntax::Block), view.node());
        self.table.end_scope(mark);
        self.end_loop(id, Expression::While { condition, body })
    }

    pub(super) fn for_expression(&mut self, view: view::For<'_>) -> ExpressionId {
        // What is walked over stands outside of the loop: a `break` in it leaves the loop around.
        let iterable = self.optional(view.iterated(), view.node());
        let id = self.begin_loop(view.label(), view.node());
        let mark = self.table.mark();
        let pattern = self.optional_pattern(view.pattern(), view.node());
        let body = self.optional(view.body().map(Syntax::Block), view.node());
        self.table.end_scope(mark);
        self.end_loop(id, Expression::For { pattern, iterable, body })
    }

    /// Numbers a loop before its parts, so that they can name it.
    fn begin_loop(&mut self, label: Option<view::Token<'_>>, node: NodeId) -> ExpressionId {
        let id = self.push(Expression::Missing, node);
        let label = label.map(|token| (Name::new(token.text()), token.range()));
        if let Some((name, range)) = label {
            let mut around = self.loops.iter().filter_map(|(label, _)| *label);
            if let Some((_, first)) = around.find(|(known, _)| *known == name) {
                let problem = name_clash::twice(name, self.range_span(range), self.range_span(first));
                self.diagnostics.push(problem);
            }
        }
        self.loops.push((label, id));
        id
    }

    fn end_loop(&mut self, id: ExpressionId, expression: Expression) -> ExpressionId {
        self.loops.pop();
        self.body.expressions[id.index()] = expression;
        id
    }

    /// `break` and `continue`.
    pub(super) fn jump(
        &mut self,
        label: Option<view::Token<'_>>,
        node: NodeId,
        make: fn(ExpressionId) -> Expression,
        word: &str,
    ) -> ExpressionId {
        let target = match label {
            None => {
                let innermost = self.loops.last().map(|(_, id)| *id);
                if innermost.is_none() {
                    let problem = break_outside_loop::at(word, self.span(node));
                    self.diagnostics.push(problem);
                }
                innermost
            }
            Some(token) => {
                let name = Name::new(token.text());
                let found = self
                    .loops
                    .iter()
                    .rev()
                    .find(|(label, _)| label.is_some_and(|(label, _)| label == name))
                    .map(|(_, id)| *id);
                if found.is_none() {
                    let known = self.loops.iter().filter_map(|(label, _)| label.map(|(label, _)| label));
                    let problem = unknown_label::at(name, self.range_span(token.range()), known);
                    self.diagnostics.push(problem);
                }
                found
            }
        };
        self.push(target.map_or(Expression::Missing, make), node)
    }

    pub(super) fn match_expression(&mut self, view: view::Match<'_>) -> ExpressionId {
        let scrutinee = self.optional(view.scrutinee(), view.node());
        let mut arms = Vec::new();
        for arm in view.arms() {
            let mark = self.table.mark();
            let pattern = self.matching_pattern(arm.pattern(), arm.node());
            let guard = arm.guard().map(|guard| self.expression(guard));
            let body = self.arm_body(arm);
            self.table.end_scope(mark);
            arms.push(MatchArm { pattern, guard, body });
        }
        let start = self.body.arms.len();
        self.body.arms.extend(arms);
        let arms = List::rest_of(&self.body.arms, start);
        self.push(Expression::Match { scrutinee, arms }, view.node())
    }

    /// An arm is a statement: an expression is its value, anything else becomes a block without one.
    fn arm_body(&mut self, arm: view::MatchArm<'_>) -> ExpressionId {
        match arm.body() {
            None => self.push(Expression::Missing, arm.node()),
            Some(StatementSyntax::Expression(expression)) => self.expression(expression),
            Some(StatementSyntax::Assign(assign)) => self.assign(assign.node()),
            Some(StatementSyntax::Error(broken)) => self.push(Expression::Missing, broken.node()),
            Some(StatementSyntax::Let(view)) => {
                let statement = self.let_statement(view.node());
                let start = self.body.statements.len();
                self.body.statements.push(statement);
                let statements = List::rest_of(&self.body.statements, start);
                self.push(Expression::Block { statements, tail: None }, view.node())
            }
        }
    }

    /// Labels and loops outside of a closure cannot be reached from inside.
    pub(super) fn closure(&mut self, closure: view::Closure<'_>) -> ExpressionId {
        let node = closure.node();
        let mark = self.table.mark();
        let loops = std::mem::take(&mut self.loops);
        let first_expression = self.body.expressions.len() as u32;
        let first_local = self.body.locals.len() as u32;
        let mut parameters = Vec::new();
        for parameter in closure.parameters() {
            let type_reference = parameter.closure_type().map(|written| lower_type(self, written));
            let pattern = match parameter.closure_name() {
                None => self.push_pattern(Pattern::Missing, parameter.node()),
                Some(token) if token.text() == "_" => self.push_pattern(Pattern::Wildcard, parameter.node()),
                Some(token) => {
                    let name = Name::new(token.text());
                    let local = self.local(name, false, LocalKind::ClosureParameter, parameter.node());
                    self.bind_once(name, local, mark, parameter.node());
                    self.push_pattern(Pattern::Binding(local), parameter.node())
                }
            };
            parameters.push(ClosureParameter { pattern, type_reference });
        }
        let result = closure.result().map(|result| lower_type(self, result));
        let body = self.optional(closure.body().map(Syntax::Block), node);
        self.loops = loops;
        self.table.end_scope(mark);
        let start = self.body.closure_parameters.len();
        self.body.closure_parameters.extend(parameters);
        let parameters = List::rest_of(&self.body.closure_parameters, start);
        let inside = Inside { first_expression, first_local, end_local: self.body.locals.len() as u32 };
        self.body.closures.push(Closure { is_move: closure.is_move(), parameters, result, body, inside });
        let id = ClosureId::from_index(self.body.closures.len() - 1);
        self.push(Expression::Closure(id), node)
    }
}
