//! Control flow: `if`, loops, `break`, `continue`, `return`.

use hir::{BinaryOperator, Expression, ExpressionId, Pattern, PatternId};
use types::Ty;

use super::super::BlockId;
use super::super::local::LocalKind;
use super::super::statement::{ConstantValue, Operand, Point, Rvalue, Terminator};
use super::exits::Target;
use super::scope::LoopFrame;
use super::{Builder, Label, LocalId, Place};
use crate::analysis::rules::{BorrowRule, rule};
use crate::diagnostics::kinds::always_fits::Condition;

impl Builder<'_> {
    /// `if … else if … else`, without recursion along the `else`s; what is done with a branch's value, if it is wanted, is the
    /// caller's affair. Whether there is a last `else`.
    pub(super) fn if_else(
        &mut self,
        expression: ExpressionId,
        is_wanted: bool,
        mut branch: impl FnMut(&mut Self, ExpressionId),
    ) -> bool {
        let mut end = self.label();
        let mut next = expression;
        // Where conditions made something that both branches still have: what began before, and where all of it has ended.
        let mut around: Vec<(usize, Label)> = Vec::new();
        // What branches lend outlives what conditions made.
        let mut kept = Vec::new();
        let has_else = loop {
            let Expression::If { condition, then, otherwise } = self.body[next] else {
                let inside = self.mark();
                branch(self, next);
                if !around.is_empty() && self.lends(is_wanted, next) {
                    kept.extend(self.kept_from(inside));
                }
                break true;
            };
            let has_let = self.has_let(condition);
            let mark = self.mark();
            let then_label = self.label();
            let else_label = if otherwise.is_some() || has_let { self.label() } else { end };
            self.condition(condition, Condition::If, then_label, else_label);
            self.start(then_label);
            self.come_to(Point::Before(then));
            let inside = self.mark();
            branch(self, then);
            if (has_let || !around.is_empty()) && self.lends(is_wanted, then) {
                kept.extend(self.kept_from(inside));
            }
            if has_let {
                self.leave_to(mark, condition);
                self.goto(end);
                around.push((mark, end));
                end = self.label();
                self.start(else_label);
            }
            let Some(otherwise) = otherwise else { break false };
            if !has_let {
                self.goto(end);
                self.start(else_label);
            }
            self.come_to(Point::Before(otherwise));
            next = otherwise;
        };
        self.start(end);
        while let Some((mark, end)) = around.pop() {
            self.close_to(mark, expression);
            self.start(end);
        }
        self.come_to(Point::After(expression));
        self.end_kept(kept);
        has_else
    }

    /// Whether the value of a branch or arm may lead to what that made.
    pub(super) fn lends(&self, is_wanted: bool, branch: ExpressionId) -> bool {
        is_wanted && types::holds_borrow(self.db, self.used_type(branch))
    }

    pub(super) fn while_loop(&mut self, expression: ExpressionId, condition: ExpressionId, body: ExpressionId) {
        if self.body[condition] == Expression::Bool(true) {
            return self.endless_loop(expression, body);
        }
        let (head, inside, end) = (self.label(), self.label(), self.label());
        let fails = if self.has_let(condition) { self.label() } else { end };
        let mark = self.mark();
        self.start_loop(head);
        self.come_to(Point::Before(condition));
        self.condition(condition, Condition::While, inside, fails);
        self.start(inside);
        self.turn(mark, expression, body, head, end);
        if fails != end {
            self.leave_to(mark, condition);
            self.goto(head);
            self.start(fails);
            self.close_to(mark, condition);
            self.goto(end);
        }
        self.end_loop(head, end);
    }

    pub(super) fn endless_loop(&mut self, expression: ExpressionId, body: ExpressionId) {
        let (head, end) = (self.label(), self.label());
        self.start_loop(head);
        self.loop_body(expression, body, head, end);
        self.end_loop(head, end);
    }

    pub(super) fn end_loop(&mut self, head: Label, end: Label) {
        self.goto(head);
        self.emit_exits(Target::Label(head));
        self.emit_exits(Target::Label(end));
        self.start(end);
    }

    fn loop_body(&mut self, expression: ExpressionId, body: ExpressionId, next: Label, end: Label) {
        self.turn(self.mark(), expression, body, next, end);
    }

    /// One turn of a loop, in which what began at `mark` ends.
    pub(super) fn turn(&mut self, mark: usize, expression: ExpressionId, body: ExpressionId, next: Label, end: Label) {
        self.loops.push(LoopFrame { expression, end, next, mark });
        self.come_to(Point::Before(body));
        self.statement_expression(body);
        self.loops.pop();
    }

    /// `for x in a..b`. The counter is hidden, so that the body may change its own `x`; it is compared before it is
    /// increased, so that it never overflows.
    pub(super) fn for_loop(
        &mut self,
        expression: ExpressionId,
        pattern: PatternId,
        iterable: ExpressionId,
        body: ExpressionId,
    ) {
        let iteration = self.inference.iteration(expression);
        let (Expression::Range { start: Some(start), end: Some(last), inclusive }, None) =
            (self.body[iterable], iteration)
        else {
            match iteration {
                _ if self.inference.expression_type(iterable) == Ty::NEVER => {
                    self.operand(iterable);
                }
                Some(iteration) => self.iteration(expression, pattern, iterable, body, iteration),
                None => self.for_elements(expression, pattern, iterable, body),
            }
            return;
        };
        let ty = self.used_type(start);
        let mark = self.mark();
        let counter = Place::local(self.new_local(ty, LocalKind::Temporary));
        self.into(counter, start);
        let last_operand = self.operand(last);
        let last_operand = match self.hold(last_operand, last) {
            // Every turn reads it.
            Operand::Move(place) | Operand::Copy(place) => Operand::Copy(place),
            constant @ (Operand::Constant(_) | Operand::Poison(_)) => constant,
        };
        self.close_to(mark, iterable);
        let (head, inside, next, end) = (self.label(), self.label(), self.label(), self.label());
        self.start_loop(head);
        let operation = if inclusive { BinaryOperator::LessEqual } else { BinaryOperator::Less };
        self.branch(operation, counter, last_operand, iterable, inside, end);
        self.start(inside);
        let mark = self.mark();
        self.loop_variable(pattern, ty, counter, iterable);
        self.turn(mark, expression, body, next, end);
        self.close_to(mark, body);
        if self.exits.has(Target::Label(next)) || self.exits.has(Target::Label(end)) {
            self.goto(next);
            self.emit_exits(Target::Label(next));
            self.emit_exits(Target::Label(end));
        }
        self.start(next);
        if inclusive {
            let increase = self.label();
            self.branch(BinaryOperator::Equal, counter, last_operand, iterable, end, increase);
            self.start(increase);
        }
        let one = self.constant(ty, ConstantValue::Integer(1));
        let increased = Rvalue::Binary(BinaryOperator::AddWrapping, Operand::Copy(counter), one);
        self.assign(counter, increased, iterable);
        self.goto(head);
        self.start(end);
    }

    fn loop_variable(&mut self, pattern: PatternId, ty: Ty, counter: Place, iterable: ExpressionId) {
        match self.body[pattern] {
            Pattern::Binding(variable) => {
                let local = self.variable(variable, LocalKind::Variable);
                if self.form.local(local).ty != ty {
                    self.give_up(iterable);
                }
                self.assign(Place::local(local), Rvalue::Use(Operand::Copy(counter)), iterable);
                self.note_begin(local);
                self.ends_with_scope(local);
            }
            Pattern::Wildcard => {}
            _ => self.loop_pattern(pattern, counter, ty, iterable),
        }
    }

    /// Compares a place with an operand and goes one of two ways.
    pub(super) fn branch(
        &mut self,
        operation: BinaryOperator,
        left: Place,
        right: Operand,
        expression: ExpressionId,
        then: Label,
        otherwise: Label,
    ) {
        let comparison = Rvalue::Binary(operation, Operand::Copy(left), right);
        let holds = self.value(Ty::BOOL, comparison, expression);
        self.branch_on(holds, expression, then, otherwise);
    }

    /// To one of two blocks, as the condition at hand says.
    pub(super) fn branch_on(&mut self, condition: Operand, expression: ExpressionId, then: Label, otherwise: Label) {
        let condition = self.read(condition, Ty::BOOL, expression);
        self.terminate(Terminator::Branch(condition, BlockId(then.0), BlockId(otherwise.0)));
    }

    /// An operand of a terminator: a place of the program is read by a statement, since statements are what the analyses of
    /// ownership see.
    pub(super) fn read(&mut self, operand: Operand, ty: Ty, expression: ExpressionId) -> Operand {
        match operand {
            Operand::Copy(place) | Operand::Move(place)
                if !place.as_local().is_some_and(|local| self.is_on_its_way(local))
                    && rule(BorrowRule::TestsAreUses) =>
            {
                self.value(ty, Rvalue::Use(operand), expression)
            }
            Operand::Copy(_) | Operand::Move(_) | Operand::Constant(_) | Operand::Poison(_) => operand,
        }
    }

    pub(super) fn leave_loop(&mut self, expression: ExpressionId, target: ExpressionId, continues: bool) {
        let Some(frame) = self.loops.iter().rev().find(|frame| frame.expression == target).copied() else {
            self.give_up(expression);
            return;
        };
        let target = Target::Label(if continues { frame.next } else { frame.end });
        self.jump_out(frame.mark, target, expression);
    }

    /// `return`: the result is computed, then everything ends.
    pub(super) fn leave_function(&mut self, expression: ExpressionId, value: Option<ExpressionId>) {
        if let Some(value) = value {
            if self.form.local(LocalId::RETURN).ty == Ty::UNIT {
                self.discard(value);
            } else {
                self.into(Place::local(LocalId::RETURN), value);
            }
        }
        self.jump_out(0, Target::Return, expression);
    }
}
