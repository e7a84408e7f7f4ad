//! Values that become a `dyn` where one is expected. Owns which do and how they are lent; what the trait must be like is
//! `objects`'. Must not know where the `dyn` is expected.

use hir::{Expression, ExpressionId};

use super::Inferrer;
use crate::classify::holds_borrow;
use crate::display::display;
use crate::implementations::has_trait;
use crate::inference::Adjustment;
use crate::problems;
use crate::ty::{DynKind, Ty};

impl Inferrer<'_> {
    /// Makes a `dyn` of a value, where one is expected: a value itself becomes an owned one, a borrow a lent one. Says whether
    /// that is done, or a problem reported.
    pub(super) fn becomes_object(&mut self, expression: ExpressionId, found: Ty, expected: Ty) -> bool {
        let Some((kind, mut of)) = expected.as_dyn() else { return false };
        let value = found.value_type();
        let is_whole = !value.is_pair() && value.as_slice().is_none();
        if !is_whole || self.has_variables(found) {
            return false;
        }
        let mut expected = expected;
        if self.has_variables(expected) {
            // The only `impl` that fits tells what the trait's type arguments are.
            let told = self.table.problems.len();
            self.need_trait(of, value, self.at(expression), expression);
            expected = self.resolved(expected);
            of.arguments = of.arguments.map(|ty| self.resolved(ty));
            if self.table.problems.len() > told {
                self.poison_variables(expected);
                return true;
            }
            if self.has_variables(expected) {
                return false;
            }
        }
        let adjustment = match (kind, found.as_borrow()) {
            (DynKind::Owned, None) | (DynKind::Ref, Some((_, false))) => Adjustment::Object,
            (DynKind::Ref, None) => Adjustment::ObjectBorrow,
            (DynKind::Ref, Some((_, true))) => Adjustment::ObjectReborrow,
            (DynKind::Mut, Some((_, true))) => match self.expression(expression) {
                Expression::Borrow { .. } => Adjustment::Object,
                _ => Adjustment::ObjectReborrowMutable,
            },
            (DynKind::Mut, None) => {
                let shown = display(self.db, found);
                let is_changeable = self.is_changeable(expression);
                self.report(problems::mut_not_written(self.at(expression), &shown, is_changeable));
                return true;
            }
            (DynKind::Owned, Some(_)) | (DynKind::Mut, Some((_, false))) => return false,
        };
        if holds_borrow(self.db, value) {
            self.report(problems::borrow_in_dyn(self.at(expression), &display(self.db, value)));
            return true;
        }
        if !has_trait(self.db, of, value) {
            self.report(problems::unmet_bound(self.db, self.at(expression), value, of));
            return true;
        }
        if adjustment == Adjustment::ObjectBorrow {
            self.check_lendable(expression, found);
        }
        self.adjust(expression, adjustment);
        self.table.becomes.push((expression, expected));
        true
    }
}
