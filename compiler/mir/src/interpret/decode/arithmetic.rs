//! Steps of arithmetic, checks, comparisons and conversions. Owns which step an operator is on which type; must not
//! know calls nor blocks.

use crate::builder::constant_bits;
use crate::ids::{SiteId, Value};
use crate::instruction::{BinaryOperator, CheckKind, CheckedOperator, Comparison, UnaryOperator};
use crate::scalar::Scalar;

use super::Decoder;
use crate::interpret::cell::{Form, is_wide};
use crate::interpret::code::{Register, Step, WideOperation};

impl Decoder<'_> {
    pub(super) fn constant(&mut self, to: Register, scalar: Scalar, bits: u64) {
        let bits = constant_bits(scalar, bits);
        let low = if scalar == Scalar::F32 { bits & 0xffff_ffff } else { bits };
        self.step(Step::Constant { to, bits: low });
        if is_wide(scalar) {
            let negative = scalar.is_signed() && bits.cast_signed() < 0;
            self.step(Step::Constant { to: to + 1, bits: if negative { u64::MAX } else { 0 } });
        }
    }

    pub(super) fn unary(&self, to: Register, operator: UnaryOperator, value: Value) -> Step {
        let scalar = self.scalar(value);
        let from = self.register(value);
        if is_wide(scalar) {
            return self.wide(WideOperation::Unary(operator), scalar, to, (value, value), 0);
        }
        if scalar.is_float() {
            let double = scalar == Scalar::F64;
            return Step::UnaryFloat { operator, double, to, from };
        }
        // Of a truth value only the lowest bit counts.
        let form = if scalar == Scalar::Bool { Form { shift: 63, signed: false } } else { Form::of(scalar) };
        Step::Unary { operator, form, to, from }
    }

    pub(super) fn wide(
        &self,
        operation: WideOperation,
        scalar: Scalar,
        to: Register,
        (left, right): (Value, Value),
        site: u32,
    ) -> Step {
        Step::Wide {
            operation,
            signed: scalar.is_signed(),
            to,
            left: self.register(left),
            right: self.register(right),
            site,
        }
    }

    pub(super) fn binary(&self, to: Register, operator: BinaryOperator, left: Value, right: Value) -> Step {
        let scalar = self.scalar(left);
        if is_wide(scalar) {
            return self.wide(WideOperation::Binary(operator), scalar, to, (left, right), 0);
        }
        let (left, right) = (self.register(left), self.register(right));
        if scalar.is_float() {
            let double = scalar == Scalar::F64;
            return Step::BinaryFloat { operator, double, to, left, right };
        }
        Step::Binary { operator, form: Form::of(scalar), to, left, right }
    }

    pub(super) fn checked(
        &self,
        to: Register,
        operator: CheckedOperator,
        (left, right): (Value, Value),
        site: SiteId,
    ) -> Step {
        let scalar = self.scalar(left);
        if is_wide(scalar) {
            return self.wide(WideOperation::Checked(operator), scalar, to, (left, right), site.0);
        }
        let (left, right) = (self.register(left), self.register(right));
        Step::Checked { operator, form: Form::of(scalar), to, left, right, site: site.0 }
    }

    pub(super) fn check(&self, kind: CheckKind, (left, right): (Value, Value), site: SiteId) -> Step {
        let (scalar, width) = (self.scalar(left), self.scalar(right).bits() as u8);
        if is_wide(scalar) {
            let operation = match kind {
                // Only the amount is read: the shifted value may be narrow, and what lies behind it another's.
                CheckKind::ShiftInRange => {
                    return self.wide(WideOperation::ShiftCheck(width), scalar, 0, (left, left), site.0);
                }
                CheckKind::Below | CheckKind::NotZero | CheckKind::QuotientFits | CheckKind::True => {
                    WideOperation::Check(kind)
                }
            };
            return self.wide(operation, scalar, 0, (left, right), site.0);
        }
        Step::Check {
            kind,
            form: Form::of(scalar),
            width,
            told: self.function.site(site).kind.told(),
            left: self.register(left),
            right: self.register(right),
            site: site.0,
        }
    }

    /// Of addresses the real ones are compared.
    pub(super) fn compare(&mut self, to: Register, operator: Comparison, left: Value, right: Value) -> Step {
        let scalar = self.scalar(left);
        if is_wide(scalar) {
            return self.wide(WideOperation::Compare(operator), scalar, to, (left, right), 0);
        }
        let (left, right) = (self.real(left, false), self.real(right, false));
        if scalar.is_float() {
            let double = scalar == Scalar::F64;
            return Step::CompareFloat { operator, double, to, left, right };
        }
        Step::Compare { operator, signed: scalar.is_signed(), to, left, right }
    }

    pub(super) fn convert(&mut self, to: Register, target: Scalar, value: Value) {
        let source = self.scalar(value);
        if source == target {
            return self.keep(to, target, value);
        }
        let from = self.real(value, true);
        let floats = source.is_float() || target.is_float();
        if floats || (is_wide(target) && !is_wide(source)) {
            self.step(Step::Convert { to, from, source, target });
        } else if is_wide(target) {
            self.keep(to, target, value);
        } else {
            self.step(Step::Fit { to, from, form: Form::of(target) });
        }
    }

    /// Keeps the bits.
    pub(super) fn keep(&mut self, to: Register, target: Scalar, value: Value) {
        let step = if is_wide(target) {
            self.wide(WideOperation::Copy, target, to, (value, value), 0)
        } else {
            Step::Fit { to, from: self.register(value), form: Form::of(target) }
        };
        self.step(step);
    }
}
