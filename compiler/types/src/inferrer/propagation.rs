//! `try` and `throw`: whether there is a value to take, and whether the function can return the failure. Must not know how it is
//! left.

use hir::{ExpressionId, ItemKind, Name};

use super::{Expectation, Inferrer};
use crate::bounds::TraitReference;
use crate::display::display;
use crate::inference::Callee;
use crate::outcome::Outcome;
use crate::problems;
use crate::ty::{Arguments, Elements, Ty};

impl Inferrer<'_> {
    /// `try e`: the value of an `Option` or `Result`, whose failure the function returns.
    pub(super) fn try_value(&mut self, expression: ExpressionId, tried: ExpressionId, expectation: Expectation) -> Ty {
        let expectation = self.expected_outcome(expectation);
        let found = self.infer(tried, expectation);
        let found = self.known_type(found);
        let ty = self.read_value(tried, found);
        if ty.is_error() || ty == Ty::NEVER {
            return ty;
        }
        let Some((outcome, types)) = Outcome::of(self.db, self.resolved(ty)) else {
            self.report(problems::nothing_to_try(self.at(tried), &display(self.db, ty)));
            return Ty::ERROR;
        };
        match (outcome, self.returned_outcome()) {
            (Outcome::Option, Some((Outcome::Option, _))) => {}
            (Outcome::Result, Some((Outcome::Result, returned))) => {
                self.convert_failure(expression, tried, types[1], returned[1]);
            }
            (_, returned) => self.cannot_fail(expression, "try", outcome, returned.map(|(returned, _)| returned)),
        }
        types[0]
    }

    /// What is expected of a tried value that is to give what is expected: it fails as the function does.
    fn expected_outcome(&self, expectation: Expectation) -> Expectation {
        let (Some(expected), Some((outcome, types))) = (expectation.ty(), self.returned_outcome()) else {
            return Expectation::Any;
        };
        let Some(named) = self.resolved(self.table.result).as_named() else { return Expectation::Any };
        Expectation::Value(match outcome {
            Outcome::Option => Ty::instance(named.item, &[expected]),
            Outcome::Result => Ty::instance(named.item, &[expected, types[1]]),
        })
    }

    /// `throw e`: the function returns `Err(e)`.
    pub(super) fn throw_value(&mut self, expression: ExpressionId, value: ExpressionId) -> Ty {
        match self.returned_outcome() {
            Some((Outcome::Result, returned)) => self.check(value, returned[1]),
            returned => {
                self.infer(value, Expectation::Any);
                self.cannot_fail(expression, "throw", Outcome::Result, returned.map(|(returned, _)| returned));
            }
        }
        Ty::NEVER
    }

    /// What the function or closure returns, if that can tell of a failure.
    fn returned_outcome(&self) -> Option<(Outcome, Elements)> {
        let returns = self.in_closure || self.item.kind(self.db) == ItemKind::Function;
        returns.then(|| Outcome::of(self.db, self.resolved(self.table.result))).flatten()
    }

    /// The function returns a failure of another type, which it has to be converted to.
    fn convert_failure(&mut self, expression: ExpressionId, tried: ExpressionId, from: Ty, to: Ty) {
        if self.unify(from, to) {
            return;
        }
        let of = hir::prelude_item(self.db, Name::new("From")).filter(|of| of.kind(self.db) == ItemKind::Trait);
        let method = of.and_then(|of| Some((of, hir::member(self.db, of, Name::new("from"))?)));
        let Some((of, method)) = method else {
            let (expected, found) = (display(self.db, to), display(self.db, from));
            return self.report(problems::mismatched_types(self.at(tried), &expected, &found));
        };
        let reference = TraitReference { item: of, arguments: Arguments::new(&[from]) };
        self.need_trait(reference, to, self.at(tried), expression);
        let (arguments, _) = self.call_arguments(method, &[from, to], &[]);
        let first = self.table.arguments.len();
        self.add_call(expression, Callee::Function(method, arguments), first, 0);
    }

    /// The function cannot return such a failure. What is wrong with its head has been reported.
    fn cannot_fail(&mut self, expression: ExpressionId, word: &str, outcome: Outcome, returned: Option<Outcome>) {
        if self.table.result.is_error() {
            self.table.poisoned = true;
            return;
        }
        let problem = problems::nowhere_to_fail(self.at(expression), word, outcome, returned);
        self.report(problem);
    }
}
