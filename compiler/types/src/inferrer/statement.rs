//! Statements and assignments. Must not know initialisation or mutability of whole variables: both depend on paths.

use hir::{BinaryOperator, Expression, ExpressionId, Pattern, Statement, StatementId, TypeReferenceId};

use super::{Expectation, Inferrer};
use crate::display::display;
use crate::inference::{Assign, Detail, Operator};
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::ty::Ty;

impl Inferrer<'_> {
    /// Infers a statement and says whether it never ends.
    pub(super) fn statement(&mut self, statement: StatementId) -> bool {
        match self.body[statement] {
            Statement::Expression(expression) => {
                let ty = self.infer(expression, Expectation::Discard);
                self.unused_result(expression, ty, false);
                ty == Ty::NEVER
            }
            Statement::Let { pattern, type_reference, initialiser, otherwise } => {
                let ty = self.let_type(type_reference, initialiser);
                match self.body[pattern] {
                    Pattern::Binding(local) => match ty {
                        Some(ty) => {
                            if initialiser.is_none() {
                                self.without_value.insert(local);
                            }
                            self.set_local(local, ty);
                        }
                        None => self.report(problems::type_unknown(
                            Anchor::Local(local),
                            "the type of this variable",
                            "write its type, `let x: i64`, or give it a value",
                        )),
                    },
                    Pattern::Wildcard | Pattern::Missing => {}
                    _ => {
                        if initialiser.is_none() {
                            self.report(problems::pattern_without_value(Anchor::Pattern(pattern)));
                        }
                        let matched = self.taken_apart(initialiser, ty.unwrap_or(Ty::ERROR));
                        self.pattern(pattern, matched);
                    }
                }
                if let Some(otherwise) = otherwise {
                    let ty = self.infer(otherwise, Expectation::Discard);
                    if ty != Ty::NEVER && !ty.is_error() {
                        self.report(problems::else_goes_on(self.at(otherwise)));
                    }
                }
                initialiser.is_some_and(|initialiser| self.type_of(initialiser) == Ty::NEVER)
            }
        }
    }

    /// The type of a value that is kept; poison, once it is reported, of a slice.
    fn sized(&mut self, value: ExpressionId, ty: Ty) -> Ty {
        if ty.as_slice().is_none() {
            return ty;
        }
        self.report(problems::slice_value(value, &display(self.db, ty)));
        Ty::ERROR
    }

    fn let_type(&mut self, written: Option<TypeReferenceId>, initialiser: Option<ExpressionId>) -> Option<Ty> {
        match (written, initialiser) {
            (Some(written), Some(initialiser)) => {
                let ty = self.resolve_written(written);
                self.check(initialiser, ty);
                Some(ty)
            }
            (Some(written), None) => Some(self.resolve_written(written)),
            (None, Some(initialiser)) => {
                let ty = self.infer(initialiser, Expectation::Any);
                Some(self.sized(initialiser, ty))
            }
            (None, None) => None,
        }
    }

    pub(super) fn assign(
        &mut self,
        expression: ExpressionId,
        place: ExpressionId,
        operator: Option<BinaryOperator>,
        value: ExpressionId,
    ) -> Ty {
        let ty = if operator.is_none()
            && let Expression::Field { receiver, name } = self.expression(place)
        {
            let ty = self.written_field(place, receiver, name, Expectation::Any);
            self.set_type(place, ty);
            ty
        } else {
            match operator {
                Some(_) => self.infer_known(place),
                None => self.infer(place, Expectation::Any),
            }
        };
        if !self.is_place(place) {
            if !ty.is_error() {
                let problem = problems::not_a_place(self.at(place));
                self.report(problem);
            }
            self.infer(value, Expectation::Any);
            return Ty::UNIT;
        }
        match operator {
            Some(operator) => self.compound(expression, place, ty, operator, value),
            None => self.store(expression, place, ty, value),
        }
        Ty::UNIT
    }

    fn store(&mut self, expression: ExpressionId, place: ExpressionId, ty: Ty, value: ExpressionId) {
        let repoints = matches!(self.expression(value), Expression::Borrow { .. });
        let (assign, wanted) = match ty.as_borrow() {
            Some(_) if repoints => (Assign::Repoint, ty),
            Some(_) | None if ty.value_type().as_slice().is_some() => {
                self.report(problems::slice_assigned(self.at(place), &display(self.db, ty.value_type())));
                self.infer(value, Expectation::Any);
                return;
            }
            Some(_) if ty.is_pair() => {
                self.report(problems::assigned_pair(self.at(place), &display(self.db, ty)));
                self.infer(value, Expectation::Any);
                return;
            }
            None => (Assign::Store, ty),
            Some((target, true)) => (Assign::Through, target),
            Some((target, false)) => {
                let found = self.infer(value, Expectation::Value(target)).value_type();
                if !found.is_error() {
                    let problem = if found == target || found == Ty::NEVER {
                        self.assigned_through_ref(place, target, value)
                    } else {
                        let [shown, shown_found] = self.display_both([target, found]);
                        problems::mismatched_types(self.at(value), &shown, &shown_found)
                    };
                    self.report(problem);
                }
                return;
            }
        };
        self.check(value, wanted);
        self.detail(expression, Detail::Assign(assign));
        match assign {
            Assign::Store | Assign::Repoint => self.check_writable_part(place),
            Assign::Through => {}
        }
    }

    fn compound(
        &mut self,
        expression: ExpressionId,
        place: ExpressionId,
        ty: Ty,
        operator: BinaryOperator,
        value: ExpressionId,
    ) {
        let target = ty.value_type();
        if self.has_operator_trait(operator, target) {
            return self.compound_by_trait(expression, (place, ty), operator, value);
        }
        if operator.is_shift() {
            self.shift_amount(value);
        } else {
            let found = self.infer(value, Expectation::Value(target));
            if found.is_error() || target.is_error() {
                return;
            }
            if !self.unify(found.value_type(), target) && found != Ty::NEVER {
                let problem = self.operands_differ(Some(operator), (value, found.value_type()), (place, target));
                self.report(problem);
                return;
            }
        }
        let Some(meaning) = self.meaning(operator, target) else {
            if !target.is_error() {
                self.no_operator(expression, operator, target);
            }
            return;
        };
        if meaning == Operator::Scalar && !operator.is_shift() {
            let found = self.type_of(value);
            self.read_value(value, found);
        }
        if let Some(assign) = self.compound_target(place, ty, operator) {
            self.detail(expression, Detail::Assign(assign));
        }
    }

    /// A value assigned where a `ref` is held: what lies somewhere may be lent instead, what is made may not.
    fn assigned_through_ref(&self, place: ExpressionId, target: Ty, value: ExpressionId) -> Problem {
        let (at, held) = (self.at(value), self.at(place));
        match self.expression(place) {
            Expression::Local(local) if !self.is_place(value) => {
                let (name, shown) = (self.body[local].name.text(), display(self.db, target));
                problems::value_assigned_to_ref(at, held, &name, &shown)
            }
            _ => {
                let may_lead_elsewhere = matches!(self.is_changeable(place), problems::Lendable::Place);
                problems::assigned_through_ref(at, held, may_lead_elsewhere && self.is_place(value))
            }
        }
    }

    /// How a compound assignment stores its result, if its place may be changed.
    fn compound_target(&mut self, place: ExpressionId, ty: Ty, operator: BinaryOperator) -> Option<Assign> {
        match ty.as_borrow() {
            Some((_, true)) => Some(Assign::Through),
            Some((_, false)) => {
                let what = format!("`{}=`", operator.symbol());
                self.report(problems::changed_through_ref(self.at(place), &what));
                None
            }
            None => {
                self.check_writable_part(place);
                Some(Assign::Store)
            }
        }
    }

    /// `a += b` of a type that has the operator's trait: a call with the place lent, whose result the place gets.
    fn compound_by_trait(
        &mut self,
        expression: ExpressionId,
        (place, ty): (ExpressionId, Ty),
        operator: BinaryOperator,
        value: ExpressionId,
    ) {
        let target = ty.value_type();
        let Some(result) = self.compound_call(expression, operator, (place, target), value) else { return };
        if !self.unify(result, target) {
            let [result, target] = [result, target].map(|ty| display(self.db, ty));
            self.report(problems::compound_result(self.at(expression), operator.symbol(), &result, &target));
            return;
        }
        if ty.as_borrow().is_none() {
            self.check_lendable(place, ty);
        }
        self.compound_target(place, ty, operator);
    }
}
