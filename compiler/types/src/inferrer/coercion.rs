//! What happens where a type is required: borrows taken silently, borrows read, divergence, and the mismatch. Must not
//! know where the requirement comes from.

use hir::{Expression, ExpressionId};

use super::{Expectation, Inferrer};
use crate::display::display;
use crate::inference::Adjustment;
use crate::problem::{Edit, Problem};
use crate::problems;
use crate::ty::{Ty, TypeKind};

impl Inferrer<'_> {
    /// Infers an expression where a type is required, and makes it fit.
    pub(super) fn check(&mut self, expression: ExpressionId, expected: Ty) {
        let found = self.infer(expression, Expectation::Value(expected));
        self.coerce(expression, found, expected);
    }

    /// Makes an expression of type `found` fit where `expected` is required, or reports that it does not.
    pub(super) fn coerce(&mut self, expression: ExpressionId, found: Ty, expected: Ty) {
        if found == expected || found.is_error() || expected.is_error() {
            return;
        }
        if found == Ty::NEVER {
            self.adjust(expression, Adjustment::Diverge);
            return;
        }
        match (expected.as_borrow(), found.as_borrow()) {
            (Some((target, false)), None) if target == found => {
                self.adjust(expression, Adjustment::Borrow);
                self.check_lendable(expression, found);
            }
            (Some((target, false)), Some((lent, true))) if target == lent => {
                self.adjust(expression, Adjustment::Reborrow);
            }
            (Some((target, true)), None) if target == found => {
                let problem =
                    problems::mut_not_written(self.at(expression), &display(self.db, found), self.is_place(expression));
                self.report(problem);
            }
            (None, Some((target, _))) if target == expected => self.adjust(expression, Adjustment::Read),
            (Some(_) | None, Some(_) | None) => {
                let problem = self.mismatch(expression, found, expected);
                self.report(problem);
            }
        }
    }

    /// Reads a borrow: the expression is used as the value it leads to. Gives the type of the value.
    pub(super) fn read_value(&mut self, expression: ExpressionId, ty: Ty) -> Ty {
        match ty.as_borrow() {
            Some((target, _)) => {
                self.adjust(expression, Adjustment::Read);
                target
            }
            None => ty,
        }
    }

    fn mismatch(&self, expression: ExpressionId, found: Ty, expected: Ty) -> Problem {
        let at = self.at(expression);
        let problem = problems::mismatched_types(at, &display(self.db, expected), &display(self.db, found));
        let (wanted, given) = (expected.value_type(), found.value_type());
        if let (Some((target, true)), Some((lent, false))) = (expected.as_borrow(), found.as_borrow())
            && target == lent
        {
            let wanted = display(self.db, expected);
            return problem.help(format!(
                "through a `ref` nothing is changed or lent `mut`: declare what is lent here as `{wanted}`"
            ));
        }
        if wanted.is_number() && given.is_number() && wanted != given && expected.as_borrow().is_none() {
            let wanted = display(self.db, wanted);
            return problem.help(format!("convert it: `… as {wanted}`")).guess(
                format!("convert to `{wanted}`"),
                at,
                Edit::After(format!(" as {wanted}")),
            );
        }
        if let (TypeKind::Pointer(_), Some((_, _))) = (expected.kind(), found.as_borrow()) {
            return problem.help("a borrow becomes a pointer by `as`");
        }
        if expected.kind() == TypeKind::Pointer(Ty::U8) && given == Ty::STRING {
            return problem.help("`.c_string()` gives the text to C; a literal may be written `c\"…\"`");
        }
        if wanted == Ty::STRING && given.is_scalar() {
            return problem.help("`\"${…}\"` makes a `String` of it");
        }
        if expected == Ty::BOOL && given.is_integer() {
            return problem.help("compare it: `… != 0`");
        }
        if found == Ty::UNIT && matches!(self.expression(expression), Expression::Block { tail: None, .. }) {
            return problem.note("a block's value is its last expression; this block ends in a statement");
        }
        problem
    }
}
