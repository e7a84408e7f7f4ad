//! Closures: what a literal captures on the way, the body of a literal as a function of its own, and calls of closures. Must
//! not know what an environment looks like in memory, nor what a closure may be used for while its captures are lent.

use hir::{ClosureId, Expression, ExpressionId, Pattern};
use types::{Adjustment, Capture, CaptureKind, Captures, ClosureKind, Ty, TypeKind};

use super::super::local::{Local, LocalKind};
use super::super::statement::{BorrowKind, Callee, ConstantValue, Operand, OperandList, Rvalue};
use super::{Builder, LocalId, Place};

impl Builder<'_> {
    /// `fn (x: T) -> U { … }`: its captures, then the closure of them.
    pub(super) fn closure_literal(
        &mut self,
        closure: ClosureId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let Some(captures) = types::captures(self.db, self.body, self.inference, closure) else {
            let poison = self.poison(expression);
            return self.deliver(poison, expression, destination);
        };
        self.check_captures(&captures);
        let mark = self.pending.len();
        if captures.is_lent() {
            let null = self.constant(Ty::pointer(Ty::UNIT), ConstantValue::Null);
            self.pending.push(null);
        }
        for capture in &captures.variables {
            let operand = self.captured(capture, expression);
            self.pending.push(operand);
        }
        let mut operands = self.finish_list(mark);
        if captures.is_lent() {
            operands = self.environment(&captures, operands, expression);
        }
        let code = self.callee(Callee::Literal(closure));
        self.compute(Rvalue::Closure(code, operands), expression, destination)
    }

    /// The environment of a closure that is lent: memory that ends as that of any temporary. Gives the borrow of it.
    fn environment(&mut self, captures: &Captures, operands: OperandList, expression: ExpressionId) -> OperandList {
        let ty = captures.environment();
        let environment = self.new_local(ty, LocalKind::Temporary);
        self.assign(Place::local(environment), Rvalue::Aggregate(operands), expression);
        self.memory_ends_with_scope(environment);
        let mutable = captures.held == Some(ClosureKind::Mut);
        let kind = if mutable { BorrowKind::Mutable } else { BorrowKind::Shared };
        let lent = self.value(Ty::borrow(ty, mutable), Rvalue::Borrow(kind, Place::local(environment)), expression);
        let mark = self.pending.len();
        self.pending.push(lent);
        self.finish_list(mark)
    }

    /// What of a variable gets into a closure.
    fn captured(&mut self, capture: &Capture, expression: ExpressionId) -> Operand {
        let place = self.variable_place(capture.local, capture.named);
        match capture.kind {
            CaptureKind::Copy | CaptureKind::Move => self.consume(place, capture.ty, capture.named),
            CaptureKind::Borrow { mutable } => {
                self.lend_captured(place, Ty::borrow(capture.ty, mutable), (mutable, expression))
            }
            CaptureKind::Reborrow { mutable } => {
                let place = self.through(place, capture.ty);
                let ty = match capture.ty.kind() {
                    TypeKind::Mut(target) if !mutable => Ty::borrow(target, false),
                    TypeKind::Closure(ClosureKind::Mut, ..) if !mutable => {
                        capture.ty.with_closure_kind(ClosureKind::Ref)
                    }
                    _ => capture.ty,
                };
                self.lend_captured(place, ty, (mutable, expression))
            }
        }
    }

    fn lend_captured(&mut self, place: Place, ty: Ty, (mutable, expression): (bool, ExpressionId)) -> Operand {
        if mutable {
            self.note_change(place, expression);
        }
        let kind = if mutable { BorrowKind::Mutable } else { BorrowKind::Shared };
        self.value(ty, Rvalue::Borrow(kind, place), expression)
    }

    /// Reports what a closure may not capture, and what it may not change of it.
    fn check_captures(&mut self, captures: &Captures) {
        for capture in &captures.variables {
            let name = self.body[capture.local].name.text();
            let changes_fixed = |at: ExpressionId| {
                let is_whole = matches!(self.body[at], Expression::Local(_));
                is_whole && !self.body[capture.local].is_mutable && capture.ty.as_borrow().is_none()
            };
            let problem = match (captures.held, capture.changed) {
                (None, _) => Some(types::capturing_pointer(capture.named, &name)),
                (Some(kind), _) if kind.is_owned() && types::holds_borrow(self.db, capture.ty) => {
                    let ty = types::display(self.db, capture.ty);
                    Some(types::captured_borrow(capture.named, &name, &ty))
                }
                (Some(kind @ (ClosureKind::Ref | ClosureKind::Owned)), Some(at)) => {
                    Some(types::changed_capture(at, &name, kind))
                }
                (Some(kind @ (ClosureKind::Mut | ClosureKind::Once)), Some(at)) if changes_fixed(at) => {
                    Some(types::changed_capture(at, &name, kind))
                }
                (Some(_), _) => None,
            };
            if let Some(problem) = problem {
                self.form.poison = Some(types::report(&mut self.problems, problem));
            }
        }
    }

    /// The body of a literal: what it has captured comes first, then its parameters.
    pub(super) fn closure_body(&mut self, (closure, captures): (ClosureId, &Captures)) {
        let body = self.body;
        let written = body[closure];
        self.result = captures.result;
        self.has_loans = types::holds_borrow(self.db, captures.result);
        self.new_local(captures.result, LocalKind::Return);
        self.form.poison = self.inference.reported();
        for capture in &captures.variables {
            let (ty, through) = captures.seen(capture);
            self.captured_variable(capture, ty);
            self.seen_through.extend(through.map(|mutable| (capture.local, mutable)));
            self.has_loans |= types::leads_to_borrow(self.db, ty);
        }
        for (parameter, ty) in body.closure_parameters(written.parameters).iter().zip(&captures.parameters) {
            self.has_loans |= types::leads_to_borrow(self.db, *ty);
            let local = match body[parameter.pattern] {
                Pattern::Binding(local) => self.variable(local, LocalKind::Parameter),
                _ => self.new_local(*ty, LocalKind::Parameter),
            };
            if self.form.local(local).variable.is_none() && self.needs_drop(*ty) {
                self.tracked.push(local);
            }
            self.ends_with_scope(local);
        }
        self.form.parameter_count = (captures.variables.len() + captures.parameters.len()) as u32;
        self.whole(written.body);
    }

    /// A captured variable begins.
    fn captured_variable(&mut self, capture: &Capture, ty: Ty) {
        let data = self.body[capture.local];
        let local = LocalId(self.form.locals.len() as u32);
        if !self.is_copy(ty) || self.needs_drop(ty) {
            self.tracked.push(local);
        }
        self.form.locals.push(Local {
            ty,
            kind: LocalKind::Captured,
            mutable: data.is_mutable,
            name: Some(data.name),
            variable: Some(capture.local),
        });
        self.variables[capture.local.index()] = Some(local);
        self.ends_with_scope(local);
    }

    /// A call of a closure: it is lent, or consumed, before the arguments are evaluated.
    pub(super) fn call_closure(
        &mut self,
        call: &types::Call,
        closure: ExpressionId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let ty = self.inference.seen_type(closure);
        let is_consumed = matches!(ty.as_closure(), Some((ClosureKind::Once, ..)));
        let operand = if is_consumed {
            let operand = self.operand(closure);
            self.hold(operand, closure)
        } else {
            let place = match self.inference.adjustment(closure) {
                Adjustment::Content => self.content_place(closure),
                _ => {
                    let place = self.plain_place(closure);
                    self.through(place, ty)
                }
            };
            let kind = match ty.as_closure() {
                Some((ClosureKind::Mut, ..)) => BorrowKind::MutableArgument,
                _ => BorrowKind::Shared,
            };
            self.borrow(place, ty.value_type(), kind, closure)
        };
        let arguments = self.arguments(call);
        let mark = self.pending.len();
        self.pending.push(operand);
        for argument in 0..arguments.length as usize {
            let argument = self.form.operand_list(arguments)[argument];
            self.pending.push(argument);
        }
        let operands = self.finish_list(mark);
        let ty = self.form.operand_type(self.db, operand);
        self.emit_call(Callee::Closure { ty }, operands, expression, destination)
    }
}
