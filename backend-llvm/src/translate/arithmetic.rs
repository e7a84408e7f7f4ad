//! Arithmetic, checks and comparisons. Must not know what a failed check leads to.

use inkwell::values::{BasicValueEnum, IntValue};
use inkwell::{FloatPredicate, IntPredicate};
use mir::{BinaryOperator, CheckKind, CheckedOperator, Comparison, SiteId, UnaryOperator, Value};

use super::Translator;
use crate::failure::Outcome;

impl<'ctx> Translator<'_, '_, 'ctx> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: Value) -> Outcome<BasicValueEnum<'ctx>> {
        let builder = &self.unit.builder;
        Ok(match operator {
            UnaryOperator::Negate if self.scalar(operand).is_float() => {
                builder.build_float_neg(self.float(operand)?, "")?.into()
            }
            UnaryOperator::Negate => builder.build_int_neg(self.integer(operand)?, "")?.into(),
            UnaryOperator::Not => builder.build_not(self.integer(operand)?, "")?.into(),
        })
    }

    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: Value,
        right: Value,
    ) -> Outcome<BasicValueEnum<'ctx>> {
        let scalar = self.scalar(left);
        if scalar.is_float() {
            return self.float_binary(operator, left, right);
        }
        let signed = scalar.is_signed();
        let (left, right) = (self.integer(left)?, self.integer(right)?);
        let builder = &self.unit.builder;
        let value = match operator {
            BinaryOperator::Add => builder.build_int_add(left, right, "")?,
            BinaryOperator::Subtract => builder.build_int_sub(left, right, "")?,
            BinaryOperator::Multiply => builder.build_int_mul(left, right, "")?,
            BinaryOperator::Divide if signed => builder.build_int_signed_div(left, right, "")?,
            BinaryOperator::Divide => builder.build_int_unsigned_div(left, right, "")?,
            BinaryOperator::Remainder if signed => {
                let divisor = self.harmless_divisor(right)?;
                builder.build_int_signed_rem(left, divisor, "")?
            }
            BinaryOperator::Remainder => builder.build_int_unsigned_rem(left, right, "")?,
            BinaryOperator::And => builder.build_and(left, right, "")?,
            BinaryOperator::Or => builder.build_or(left, right, "")?,
            BinaryOperator::Xor => builder.build_xor(left, right, "")?,
            // The amount was checked to be below the width, so it fits whatever the left side's type is.
            BinaryOperator::ShiftLeft => {
                let amount = self.resize(right, left.get_type(), false)?;
                builder.build_left_shift(left, amount, "")?
            }
            BinaryOperator::ShiftRight => {
                let amount = self.resize(right, left.get_type(), false)?;
                builder.build_right_shift(left, amount, signed, "")?
            }
        };
        Ok(value.into())
    }

    /// The remainder of a division by -1 is 0, also under the smallest number, where LLVM's has no defined result; so
    /// is the remainder by 1.
    fn harmless_divisor(&self, divisor: IntValue<'ctx>) -> Outcome<IntValue<'ctx>> {
        let ty = divisor.get_type();
        if divisor.is_constant_int() && divisor != ty.const_all_ones() {
            return Ok(divisor);
        }
        let builder = &self.unit.builder;
        let is_minus_one = builder.build_int_compare(IntPredicate::EQ, divisor, ty.const_all_ones(), "")?;
        let one = ty.const_int(1, false);
        Ok(builder.build_select(is_minus_one, one, divisor, "")?.into_int_value())
    }

    fn float_binary(&mut self, operator: BinaryOperator, left: Value, right: Value) -> Outcome<BasicValueEnum<'ctx>> {
        let (left, right) = (self.float(left)?, self.float(right)?);
        let builder = &self.unit.builder;
        Ok(match operator {
            BinaryOperator::Add => builder.build_float_add(left, right, "")?.into(),
            BinaryOperator::Subtract => builder.build_float_sub(left, right, "")?.into(),
            BinaryOperator::Multiply => builder.build_float_mul(left, right, "")?.into(),
            BinaryOperator::Divide => builder.build_float_div(left, right, "")?.into(),
            BinaryOperator::Remainder => builder.build_float_rem(left, right, "")?.into(),
            BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Xor
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => return Err("an operator of integers on floating-point numbers".into()),
        })
    }

    pub(super) fn checked(
        &mut self,
        operator: CheckedOperator,
        left: Value,
        right: Value,
        site: SiteId,
    ) -> Outcome<BasicValueEnum<'ctx>> {
        let name = match (operator, self.scalar(left).is_signed()) {
            (CheckedOperator::Add, true) => "llvm.sadd.with.overflow",
            (CheckedOperator::Add, false) => "llvm.uadd.with.overflow",
            (CheckedOperator::Subtract, true) => "llvm.ssub.with.overflow",
            (CheckedOperator::Subtract, false) => "llvm.usub.with.overflow",
            (CheckedOperator::Multiply, true) => "llvm.smul.with.overflow",
            (CheckedOperator::Multiply, false) => "llvm.umul.with.overflow",
        };
        let (left, right) = (self.integer(left)?, self.integer(right)?);
        let pair = self.intrinsic(name, &[left.get_type().into()], &[left.into(), right.into()])?;
        let pair = pair.into_struct_value();
        let result = self.unit.builder.build_extract_value(pair, 0, "")?;
        let overflows = self.unit.builder.build_extract_value(pair, 1, "")?;
        self.fail_if(overflows.into_int_value(), site, None)?;
        Ok(result)
    }

    pub(super) fn check(&mut self, kind: CheckKind, left: Value, right: Value, site: SiteId) -> Outcome<()> {
        let width = self.scalar(right).bits();
        let (left, right) = (self.integer(left)?, self.integer(right)?);
        let ty = left.get_type();
        let builder = &self.unit.builder;
        let failed = match kind {
            CheckKind::Below => builder.build_int_compare(IntPredicate::UGE, left, right, "")?,
            CheckKind::NotZero => builder.build_int_compare(IntPredicate::EQ, left, ty.const_zero(), "")?,
            CheckKind::QuotientFits => {
                let top = ty.get_bit_width() - 1;
                let one = ty.const_int(1, false);
                let smallest = builder.build_left_shift(one, ty.const_int(u64::from(top), false), "")?;
                let is_smallest = builder.build_int_compare(IntPredicate::EQ, left, smallest, "")?;
                let is_minus_one = builder.build_int_compare(IntPredicate::EQ, right, ty.const_all_ones(), "")?;
                builder.build_and(is_smallest, is_minus_one, "")?
            }
            CheckKind::ShiftInRange if u64::from(width) >> ty.get_bit_width().min(63) != 0 => {
                // Every number of the amount's type is below the width.
                return Ok(());
            }
            CheckKind::ShiftInRange => {
                let width = ty.const_int(u64::from(width), false);
                builder.build_int_compare(IntPredicate::UGE, left, width, "")?
            }
            CheckKind::True => builder.build_not(left, "")?,
        };
        if failed.get_zero_extended_constant() == Some(0) {
            return Ok(());
        }
        self.fail_if(failed, site, Some([left, right]))
    }

    pub(super) fn compare(&mut self, operator: Comparison, left: Value, right: Value) -> Outcome<IntValue<'ctx>> {
        let scalar = self.scalar(left);
        let builder = &self.unit.builder;
        if scalar.is_float() {
            let predicate = match operator {
                Comparison::Equal => FloatPredicate::OEQ,
                Comparison::NotEqual => FloatPredicate::UNE,
                Comparison::Less => FloatPredicate::OLT,
                Comparison::LessOrEqual => FloatPredicate::OLE,
                Comparison::Greater => FloatPredicate::OGT,
                Comparison::GreaterOrEqual => FloatPredicate::OGE,
            };
            let (left, right) = (self.float(left)?, self.float(right)?);
            return Ok(builder.build_float_compare(predicate, left, right, "")?);
        }
        let predicate = match (operator, scalar.is_signed()) {
            (Comparison::Equal, _) => IntPredicate::EQ,
            (Comparison::NotEqual, _) => IntPredicate::NE,
            (Comparison::Less, true) => IntPredicate::SLT,
            (Comparison::Less, false) => IntPredicate::ULT,
            (Comparison::LessOrEqual, true) => IntPredicate::SLE,
            (Comparison::LessOrEqual, false) => IntPredicate::ULE,
            (Comparison::Greater, true) => IntPredicate::SGT,
            (Comparison::Greater, false) => IntPredicate::UGT,
            (Comparison::GreaterOrEqual, true) => IntPredicate::SGE,
            (Comparison::GreaterOrEqual, false) => IntPredicate::UGE,
        };
        match (self.value(left), self.value(right)) {
            (BasicValueEnum::PointerValue(left), BasicValueEnum::PointerValue(right)) => {
                Ok(builder.build_int_compare(predicate, left, right, "")?)
            }
            _ => Ok(builder.build_int_compare(predicate, self.integer(left)?, self.integer(right)?, "")?),
        }
    }
}
