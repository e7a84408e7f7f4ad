//! `try` and `throw`: where there is no value, the function returns the failure as `return` would. Must not know whether types
//! allow that.

use hir::ExpressionId;
use types::{Outcome, Ty};

use super::super::local::LocalKind;
use super::super::statement::{Callee, Operand, Point, Rvalue};
use super::exits::Target;
use super::{Builder, LocalId, Place};

impl Builder<'_> {
    /// What is tried has a place of its own, out of which its value or its failure moves at once.
    pub(super) fn try_value(
        &mut self,
        expression: ExpressionId,
        tried: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let ty = self.used_type(tried);
        let Some((outcome, _)) = Outcome::of(self.db, ty) else {
            self.operand(tried);
            let poison = self.poison(expression);
            return self.deliver(poison, expression, destination);
        };
        let place = Place::local(self.new_local(ty, LocalKind::Temporary));
        self.into(place, tried);
        let (success, failure) = (self.label(), self.label());
        self.branch_on_outcome(outcome, (place, ty), expression, success, failure);
        self.start(failure);
        let carried = self.outcome_part(outcome.failure(), (place, ty));
        let carried = carried.map(|(part, _)| self.converted_failure(expression, part));
        self.return_failure(expression, outcome, carried);
        self.start(success);
        self.come_to(Point::After(expression));
        match self.outcome_part(outcome.success(), (place, ty)) {
            // Such a call has no value.
            Some((_, Ty::NEVER)) => {
                self.diverge();
                self.unit_constant()
            }
            Some((part, _)) => self.compute(Rvalue::Use(Operand::Move(part)), expression, destination),
            None => {
                let poison = self.poison(expression);
                self.deliver(poison, expression, destination)
            }
        }
    }

    /// The failure as the function returns it.
    fn converted_failure(&mut self, expression: ExpressionId, failure: Place) -> Operand {
        let Some(call) = self.inference.call_of(expression) else {
            return Operand::Move(failure);
        };
        let types::Callee::Function(item, types) = call.callee else {
            return self.poison(expression);
        };
        let type_arguments = self.type_list(types);
        let call = self.call_of_values(Callee::Function { item, type_arguments }, &[Operand::Move(failure)]);
        match Outcome::of(self.db, self.result).and_then(|(_, types)| types.get(1).copied()) {
            Some(ty) => self.value(ty, call, expression),
            None => self.poison(expression),
        }
    }

    pub(super) fn throw_value(&mut self, expression: ExpressionId, value: ExpressionId) {
        let failure = self.operand(value);
        self.return_failure(expression, Outcome::Result, Some(failure));
    }

    fn return_failure(&mut self, expression: ExpressionId, outcome: Outcome, carried: Option<Operand>) {
        let mark = self.pending.len();
        self.pending.extend(carried);
        let carried = self.finish_list(mark);
        self.assign(Place::local(LocalId::RETURN), Rvalue::Case(outcome.failure(), carried), expression);
        self.jump_out(0, Target::Return, expression);
    }
}
