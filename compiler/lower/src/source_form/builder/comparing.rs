//! Tests of numbers, cases and texts in patterns: with a switch, with few comparisons, with calls of the runtime. Must not know
//! patterns.

use hir::{BinaryOperator, ExpressionId};
use types::Ty;
use types::patterns::{Comparison, NodeId, Number, NumberRange};

use super::super::local::LocalKind;
use super::super::statement::{BorrowKind, ConstantValue, Operand, RuntimeFunction, Rvalue, Terminator};
use super::{Builder, Label, Place};

impl Builder<'_> {
    /// Finds the range in which an integer lies.
    pub(super) fn compare_integer(
        &mut self,
        tested: (Place, Ty),
        comparison: &Comparison,
        labels: &[Label],
        expression: ExpressionId,
    ) {
        match comparison {
            Comparison::Target(target) => self.goto(labels[target.index()]),
            Comparison::Less { than, below, above } => {
                let ways = (self.way(below, labels), self.way(above, labels));
                self.decide_number(tested, BinaryOperator::Less, *than, ways, expression);
                self.go_on(tested, below, ways.0, labels, expression);
                self.go_on(tested, above, ways.1, labels, expression);
            }
            Comparison::Switch { numbers, otherwise } => {
                let (place, ty) = tested;
                let Some(kind) = ty.int_kind() else { return };
                let rest = self.way(otherwise, labels);
                if numbers.len() == 1 || kind.bits() > 64 {
                    for (index, (number, target)) in numbers.iter().enumerate() {
                        let next = if index + 1 == numbers.len() { rest } else { self.label() };
                        let ways = (labels[target.index()], next);
                        self.decide_number(tested, BinaryOperator::Equal, *number, ways, expression);
                        if next != rest {
                            self.start(next);
                        }
                    }
                } else {
                    let cases = numbers.iter().map(|(number, target)| (number.bits(kind), labels[target.index()]));
                    let value = self.read(Operand::Copy(place), ty, expression);
                    self.switch_on(value, cases.collect(), rest);
                }
                self.go_on(tested, otherwise, rest, labels, expression);
            }
        }
    }

    /// Goes where the case of an enum leads. The last of several cases needs no test.
    pub(super) fn compare_case(
        &mut self,
        (place, ty): (Place, Ty),
        (branches, otherwise): (&[(u32, NodeId)], Option<NodeId>),
        labels: &[Label],
        expression: ExpressionId,
    ) {
        let Some(enumeration) = types::enumeration(self.db, ty) else { return };
        let (tested, rest) = match (otherwise, branches) {
            (Some(rest), tested) => (tested, rest),
            (None, [tested @ .., (_, rest)]) => (tested, *rest),
            (None, []) => return self.terminate(Terminator::Unreachable),
        };
        let tag = self.tag(place, ty, expression);
        let number = |case: u32| Number::integer(enumeration.tag(), enumeration.cases[case as usize].tag);
        let numbers = tested.iter().map(|(case, target)| (number(*case), *target)).collect();
        let otherwise = Box::new(Comparison::Target(rest));
        self.compare_integer(tag, &Comparison::Switch { numbers, otherwise }, labels, expression);
    }

    /// The number of the case of an enum in a place, borrows followed; a value of its own.
    pub(super) fn tag(&mut self, place: Place, ty: Ty, expression: ExpressionId) -> (Place, Ty) {
        let place = self.through(place, ty);
        let enumeration = types::enumeration(self.db, ty.value_type());
        let tag = enumeration.map_or(Ty::ERROR, |enumeration| Ty::int(enumeration.tag()));
        let local = Place::local(self.new_local(tag, LocalKind::Value));
        self.assign(local, Rvalue::Tag(place), expression);
        (local, tag)
    }

    /// Where a part of a comparison begins: where it leads, if it tests nothing.
    fn way(&mut self, comparison: &Comparison, labels: &[Label]) -> Label {
        match comparison {
            Comparison::Target(target) => labels[target.index()],
            Comparison::Less { .. } | Comparison::Switch { .. } => self.label(),
        }
    }

    /// Emits a part of a comparison at its label, unless it tests nothing.
    fn go_on(
        &mut self,
        tested: (Place, Ty),
        comparison: &Comparison,
        label: Label,
        labels: &[Label],
        expression: ExpressionId,
    ) {
        match comparison {
            Comparison::Target(_) => {}
            Comparison::Less { .. } | Comparison::Switch { .. } => {
                self.start(label);
                self.compare_integer(tested, comparison, labels, expression);
            }
        }
    }

    /// Goes to the label if a float lies in a range, else on.
    pub(super) fn compare_float(
        &mut self,
        tested: (Place, Ty),
        range: NumberRange,
        label: Label,
        expression: ExpressionId,
    ) {
        let next = self.label();
        if range.is_one() {
            self.decide_number(tested, BinaryOperator::Equal, range.first, (label, next), expression);
        } else {
            let above = self.label();
            self.decide_number(tested, BinaryOperator::GreaterEqual, range.first, (above, next), expression);
            self.start(above);
            self.decide_number(tested, BinaryOperator::LessEqual, range.last, (label, next), expression);
        }
        self.start(next);
    }

    /// Goes to the label if a string has this text, else on.
    pub(super) fn compare_text(&mut self, place: Place, text: &str, label: Label, expression: ExpressionId) {
        let string = self.borrow(place, Ty::STRING, BorrowKind::Shared, expression);
        let text = self.lent_text(text);
        let equal = self.runtime_call(RuntimeFunction::StringEqual, &[string, text], Ty::BOOL, expression);
        let next = self.label();
        self.branch_on(equal, expression, label, next);
        self.start(next);
    }

    fn decide_number(
        &mut self,
        (place, ty): (Place, Ty),
        operator: BinaryOperator,
        number: Number,
        (holds, fails): (Label, Label),
        expression: ExpressionId,
    ) {
        let value = match ty.int_kind() {
            Some(kind) => self.integer_value(number.bits(kind)),
            None if ty == Ty::F32 => ConstantValue::Float(f64::from(number.to_f32()).to_bits()),
            None => ConstantValue::Float(number.to_f64().to_bits()),
        };
        let number = self.constant(ty, value);
        let comparison = Rvalue::Binary(operator, Operand::Copy(place), number);
        let truth = self.value(Ty::BOOL, comparison, expression);
        self.branch_on(truth, expression, holds, fails);
    }
}
