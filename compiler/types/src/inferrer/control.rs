//! Blocks, conditions, loops and `return`: how types flow through branches and which of them never end. Must not know
//! the control-flow graph: whether all paths return or initialise is found there, not here.

use hir::{Expression, ExpressionId, List};

use super::{Expectation, Inferrer};
use crate::display::display;
use crate::problems;
use crate::ty::Ty;

/// Branches while they are joined: the first that has an end gives the type, and the others are made to fit.
struct Branches {
    /// What is expected of the next.
    expectation: Expectation,
    /// The type of what they give; as long as none of them ends, none.
    ty: Ty,
}

impl Branches {
    fn join(&mut self, branch: Ty) {
        if branch == Ty::NEVER {
            return;
        }
        if self.ty == Ty::NEVER {
            self.ty = branch;
        }
        match self.expectation {
            Expectation::Any | Expectation::Hoped(_) => self.expectation = Expectation::Value(branch),
            Expectation::Value(_) | Expectation::Discard => {}
        }
    }
}

impl Inferrer<'_> {
    /// The block of a function that returns a value. If it ends in a statement, whether its end is reached is a
    /// question about paths and not about types.
    pub(super) fn returned_block(&mut self, root: ExpressionId, result: Ty) {
        let found = self.infer(root, Expectation::Value(result));
        if found == Ty::UNIT && self.ends_in_statement(root) {
            return;
        }
        self.coerce(root, found, result);
    }

    /// Whether a block's last part is a statement, a loop or an `if` without `else`, none of which has a value.
    fn ends_in_statement(&self, block: ExpressionId) -> bool {
        if let Expression::Unsafe(inner) = self.expression(block) {
            return self.ends_in_statement(inner);
        }
        let Expression::Block { tail, .. } = self.expression(block) else {
            return false;
        };
        let Some(tail) = tail else { return true };
        let is_block = matches!(self.expression(tail), Expression::Block { .. } | Expression::Unsafe(_));
        self.is_statement(tail) || is_block && self.ends_in_statement(tail)
    }

    /// Whether an expression is one that never has a value.
    fn is_statement(&self, expression: ExpressionId) -> bool {
        matches!(
            self.expression(expression),
            Expression::If { otherwise: None, .. }
                | Expression::While { .. }
                | Expression::Loop(_)
                | Expression::For { .. }
                | Expression::Assign { .. }
        )
    }

    pub(super) fn block(&mut self, statements: List, tail: Option<ExpressionId>, expectation: Expectation) -> Ty {
        let mut diverges = false;
        for statement in self.body.statements(statements) {
            diverges |= self.statement(statement);
        }
        let Some(tail) = tail else {
            return if diverges { Ty::NEVER } else { Ty::UNIT };
        };
        let ty = self.branch(tail, expectation);
        if diverges && ty == Ty::UNIT { Ty::NEVER } else { ty }
    }

    /// The value of a block or branch: made to fit what is expected of the whole.
    fn branch(&mut self, value: ExpressionId, expectation: Expectation) -> Ty {
        let found = self.infer(value, expectation);
        match expectation {
            Expectation::Any => found,
            Expectation::Discard => {
                self.unused_result(value, found, true);
                if found == Ty::NEVER { Ty::NEVER } else { Ty::UNIT }
            }
            Expectation::Value(expected) | Expectation::Hoped(expected) => {
                let without_value = matches!(self.expression(value), Expression::Block { tail: None, .. });
                let unreturned = found == Ty::UNIT && (without_value || self.is_statement(value));
                if found == Ty::NEVER || expected.is_error() || unreturned || self.keeps_its_own(found, expectation) {
                    return found;
                }
                self.coerce(value, found, expected);
                expected
            }
        }
    }

    /// `if … else if … else …`, without recursion along the `else`s.
    pub(super) fn if_chain(&mut self, expression: ExpressionId, expectation: Expectation) -> Ty {
        let mut links = smallvec::SmallVec::<[ExpressionId; 4]>::new();
        let mut next = Some(expression);
        let mut branches = Branches { expectation, ty: Ty::NEVER };
        let mut has_else = false;
        let dropped = self.dropped;
        while let Some(current) = next {
            let mut block = current;
            let mut block_expectation = branches.expectation;
            next = None;
            if let Expression::If { condition, then, otherwise } = self.expression(current) {
                links.push(current);
                self.check(condition, Ty::BOOL);
                if otherwise.is_none() && links.len() == 1 {
                    block_expectation = match branches.expectation {
                        Expectation::Value(_) | Expectation::Hoped(_) | Expectation::Any => Expectation::Any,
                        Expectation::Discard => Expectation::Discard,
                    };
                }
                block = then;
                next = otherwise;
            } else {
                has_else = true;
            }
            self.drop_end_of(block, expression, dropped);
            branches.join(self.whole_branch(block, block_expectation));
        }
        self.dropped = dropped;
        let ty = if has_else { branches.ty } else { self.without_else(expression, branches) };
        for link in links {
            self.set_type(link, ty);
        }
        ty
    }

    /// `match`, whose arms are branches.
    pub(super) fn match_expression(
        &mut self,
        expression: ExpressionId,
        scrutinee: ExpressionId,
        arms: List,
        expectation: Expectation,
    ) -> Ty {
        let dropped = self.dropped;
        let matched = self.scrutinee(scrutinee);
        let body = self.body;
        let mut branches = Branches { expectation, ty: Ty::NEVER };
        for arm in body.arms(arms) {
            self.pattern(arm.pattern, matched);
            if let Some(guard) = arm.guard {
                self.check(guard, Ty::BOOL);
            }
            self.drop_end_of(arm.body, expression, dropped);
            branches.join(match branches.expectation {
                Expectation::Discard => self.branch(arm.body, Expectation::Discard),
                Expectation::Any | Expectation::Value(_) | Expectation::Hoped(_) => {
                    self.whole_branch(arm.body, branches.expectation)
                }
            });
        }
        self.dropped = dropped;
        branches.ty
    }

    /// The end of a branch is dropped where that of the whole is.
    fn drop_end_of(&mut self, branch: ExpressionId, whole: ExpressionId, dropped: Option<ExpressionId>) {
        if dropped == Some(whole) {
            self.dropped = Some(self.last_value(branch));
        }
    }

    /// The type of a chain without a last `else`; `if a { 1 } else if b { 2 }` has no value in the third case.
    fn without_else(&mut self, expression: ExpressionId, branches: Branches) -> Ty {
        let value = branches.ty;
        let is_value = value != Ty::UNIT && value != Ty::NEVER && !value.is_error();
        if is_value && branches.expectation != Expectation::Discard {
            self.report(problems::else_missing(self.at(expression), &display(self.db, value)));
            return Ty::ERROR;
        }
        Ty::UNIT
    }

    /// A branch made to fit.
    fn whole_branch(&mut self, block: ExpressionId, expectation: Expectation) -> Ty {
        let found = self.infer(block, expectation);
        match expectation {
            Expectation::Value(expected) | Expectation::Hoped(expected) if found != Ty::NEVER => {
                if expected.is_error() || self.keeps_its_own(found, expectation) {
                    return found;
                }
                self.coerce(block, found, expected);
                expected
            }
            Expectation::Value(_) | Expectation::Hoped(_) | Expectation::Any | Expectation::Discard => found,
        }
    }

    /// Whether a branch of type `found` has another type than is hoped for, which nothing makes of it.
    fn keeps_its_own(&mut self, found: Ty, expectation: Expectation) -> bool {
        let Expectation::Hoped(hoped) = expectation else { return false };
        !self.fits(found.value_type(), hoped) && self.content_that_fits(found, hoped).is_none()
    }

    pub(super) fn while_loop(&mut self, expression: ExpressionId, condition: ExpressionId, body: ExpressionId) -> Ty {
        self.check(condition, Ty::BOOL);
        self.infer(body, Expectation::Discard);
        let endless = self.expression(condition) == Expression::Bool(true);
        if endless && !self.left_loops.contains(&expression) { Ty::NEVER } else { Ty::UNIT }
    }

    pub(super) fn endless_loop(&mut self, expression: ExpressionId, body: ExpressionId) -> Ty {
        self.infer(body, Expectation::Discard);
        if self.left_loops.contains(&expression) { Ty::UNIT } else { Ty::NEVER }
    }

    pub(super) fn return_value(&mut self, expression: ExpressionId, value: Option<ExpressionId>) -> Ty {
        if self.open_result {
            self.open_return(value);
            return Ty::NEVER;
        }
        let result = self.table.result;
        match value {
            Some(value) if result == Ty::UNIT => {
                let found = self.infer(value, Expectation::Any);
                if found != Ty::UNIT && found != Ty::NEVER && !found.is_error() {
                    let problem = problems::returned_from_unit(self.at(value), &display(self.db, found));
                    self.report(problem);
                }
            }
            Some(value) => self.check(value, result),
            None if result == Ty::UNIT || result.is_error() => {}
            None => {
                let problem = problems::return_without_value(self.at(expression), &display(self.db, result));
                self.report(problem);
            }
        }
        Ty::NEVER
    }
}
