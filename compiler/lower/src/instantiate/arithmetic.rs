//! Arithmetic on scalars: the checks that each operator implies, and casts.
//! Owns which checks a constant operand makes needless; must not know places or aggregates.

use mir::{BinaryOperator, Callee, CheckKind, CheckedOperator, Comparison, Scalar, SiteKind, UnaryOperator, Value};
use types::Cast;

use super::body::Lowering;
use crate::source_form::{ConstantValue, Operand};

impl Lowering<'_, '_> {
    pub(super) fn zero(&mut self, scalar: Scalar) -> Value {
        match scalar {
            Scalar::F32 => self.builder.float32(0.0),
            Scalar::F64 => self.builder.float64(0.0),
            Scalar::Bool => self.builder.boolean(false),
            Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::I128
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::U128
            | Scalar::Pointer => self.builder.integer(scalar, 0),
        }
    }

    pub(super) fn cast(&mut self, cast: Cast, operand: Operand, to: Scalar) -> Value {
        let value = self.scalar(operand);
        match cast {
            Cast::Same | Cast::PointerToPointer | Cast::BorrowToPointer => value,
            // Of an enum its tag has been read.
            Cast::IntToInt
            | Cast::EnumToInt
            | Cast::IntToFloat
            | Cast::FloatToInt
            | Cast::FloatToFloat
            | Cast::PointerToInt
            | Cast::IntToPointer => self.converted(value, to),
        }
    }

    pub(super) fn unary(&mut self, operation: hir::UnaryOperator, operand: Operand) -> Value {
        let value = self.scalar(operand);
        let scalar = self.builder.function().value_type(value);
        match operation {
            hir::UnaryOperator::Not => self.builder.unary(UnaryOperator::Not, value),
            hir::UnaryOperator::Negate if scalar.is_float() || !self.unit.settings.overflow_checks => {
                self.builder.unary(UnaryOperator::Negate, value)
            }
            hir::UnaryOperator::Negate => {
                let zero = self.builder.integer(scalar, 0);
                let site = self.builder.site(SiteKind::NegateOverflow);
                self.builder.checked(CheckedOperator::Subtract, zero, value, site)
            }
        }
    }

    pub(super) fn binary(&mut self, operation: hir::BinaryOperator, left: Operand, right: Operand) -> Value {
        let (left_value, right_value) = (self.scalar(left), self.scalar(right));
        let scalar = self.builder.function().value_type(left_value);
        let pair = (left_value, right_value);
        match operation {
            hir::BinaryOperator::Add => {
                self.sum(CheckedOperator::Add, BinaryOperator::Add, SiteKind::AddOverflow, pair)
            }
            hir::BinaryOperator::Subtract => {
                self.sum(CheckedOperator::Subtract, BinaryOperator::Subtract, SiteKind::SubtractOverflow, pair)
            }
            hir::BinaryOperator::Multiply => {
                self.sum(CheckedOperator::Multiply, BinaryOperator::Multiply, SiteKind::MultiplyOverflow, pair)
            }
            hir::BinaryOperator::Divide => {
                if !scalar.is_float() {
                    self.check_divisor(right, pair, SiteKind::DivideByZero, scalar.is_signed());
                }
                self.builder.binary(BinaryOperator::Divide, left_value, right_value)
            }
            hir::BinaryOperator::Remainder if scalar.is_float() => self.float_remainder(scalar, pair),
            hir::BinaryOperator::Remainder => {
                self.check_divisor(right, pair, SiteKind::RemainderByZero, false);
                self.builder.binary(BinaryOperator::Remainder, left_value, right_value)
            }
            hir::BinaryOperator::AddWrapping => self.builder.binary(BinaryOperator::Add, left_value, right_value),
            hir::BinaryOperator::SubtractWrapping => {
                self.builder.binary(BinaryOperator::Subtract, left_value, right_value)
            }
            hir::BinaryOperator::MultiplyWrapping => {
                self.builder.binary(BinaryOperator::Multiply, left_value, right_value)
            }
            hir::BinaryOperator::BitAnd => self.builder.binary(BinaryOperator::And, left_value, right_value),
            hir::BinaryOperator::BitOr => self.builder.binary(BinaryOperator::Or, left_value, right_value),
            hir::BinaryOperator::BitXor => self.builder.binary(BinaryOperator::Xor, left_value, right_value),
            hir::BinaryOperator::ShiftLeft => self.shift_by(BinaryOperator::ShiftLeft, right, pair),
            hir::BinaryOperator::ShiftRight => self.shift_by(BinaryOperator::ShiftRight, right, pair),
            hir::BinaryOperator::Equal => self.builder.compare(Comparison::Equal, left_value, right_value),
            hir::BinaryOperator::NotEqual => self.builder.compare(Comparison::NotEqual, left_value, right_value),
            hir::BinaryOperator::Less => self.builder.compare(Comparison::Less, left_value, right_value),
            hir::BinaryOperator::LessEqual => self.builder.compare(Comparison::LessOrEqual, left_value, right_value),
            hir::BinaryOperator::Greater => self.builder.compare(Comparison::Greater, left_value, right_value),
            hir::BinaryOperator::GreaterEqual => {
                self.builder.compare(Comparison::GreaterOrEqual, left_value, right_value)
            }
        }
    }

    fn sum(
        &mut self,
        checked: CheckedOperator,
        plain: BinaryOperator,
        site: SiteKind,
        (left, right): (Value, Value),
    ) -> Value {
        if self.builder.function().value_type(left).is_float() || !self.unit.settings.overflow_checks {
            return self.builder.binary(plain, left, right);
        }
        let site = self.builder.site(site);
        self.builder.checked(checked, left, right, site)
    }

    /// Checks that a divisor is not 0 and, where that matters, that the quotient fits. A constant needs fewer checks.
    fn check_divisor(&mut self, divisor: Operand, (left, right): (Value, Value), zero: SiteKind, quotient: bool) {
        let known = self.known_integer(divisor);
        if known.is_none_or(|divisor| divisor == 0) {
            let site = self.builder.site(zero);
            self.builder.check(CheckKind::NotZero, right, right, site);
        }
        if quotient && known.is_none_or(|divisor| divisor == -1) {
            let site = self.builder.site(SiteKind::DivideOverflow);
            self.builder.check(CheckKind::QuotientFits, left, right, site);
        }
    }

    fn shift_by(&mut self, operator: BinaryOperator, count: Operand, (left, right): (Value, Value)) -> Value {
        let bits = i64::from(self.builder.function().value_type(left).bits());
        if self.known_integer(count).is_none_or(|count| !(0..bits).contains(&count)) {
            let site = self.builder.site(SiteKind::ShiftOutOfRange);
            self.builder.check(CheckKind::ShiftInRange, right, left, site);
        }
        self.builder.binary(operator, left, right)
    }

    fn known_integer(&self, operand: Operand) -> Option<i64> {
        match operand {
            Operand::Constant(id) => match self.form.constant(id).value {
                ConstantValue::Integer(value) => Some(value),
                ConstantValue::Unit
                | ConstantValue::Bool(_)
                | ConstantValue::WideInteger(_)
                | ConstantValue::Float(_)
                | ConstantValue::Text(_)
                | ConstantValue::Function(_)
                | ConstantValue::Null
                | ConstantValue::SizeOf(_)
                | ConstantValue::AlignOf(_)
                | ConstantValue::OffsetOf(..) => None,
            },
            Operand::Copy(_) | Operand::Move(_) | Operand::Poison(_) => None,
        }
    }

    fn float_remainder(&mut self, scalar: Scalar, (left, right): (Value, Value)) -> Value {
        let name = if scalar == Scalar::F32 { "fmodf" } else { "fmod" };
        let (symbol, signature) = self.unit.c_function(name, &[scalar, scalar], Some(scalar));
        let arguments = [mir::Argument::Scalar(left), mir::Argument::Scalar(right)];
        self.builder.call_scalar(Callee::Direct(symbol), signature, &arguments, scalar)
    }
}
