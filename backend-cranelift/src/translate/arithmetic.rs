//! Arithmetic, checks and comparisons. Must not know what a failed check leads to.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I8, I32, I64, I128};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, ValueDef};
use mir::{BinaryOperator, CheckKind, CheckedOperator, Comparison, Scalar, SiteId, UnaryOperator, Value};

use super::failures::told_operands;
use super::reuse::Computation;
use super::{CHECK, CheckForm, Translator, machine_type};
use crate::library::Library;
use crate::wide;

impl Translator<'_> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: Value) -> ir::Value {
        let scalar = self.scalar(operand);
        let value = self.value(operand);
        match operator {
            UnaryOperator::Negate if scalar.is_float() => self.builder.ins().fneg(value),
            UnaryOperator::Negate => self.builder.ins().ineg(value),
            UnaryOperator::Not if scalar == Scalar::Bool => self.builder.ins().bxor_imm_u(value, 1),
            UnaryOperator::Not => self.builder.ins().bnot(value),
        }
    }

    pub(super) fn binary(&mut self, operator: BinaryOperator, left: Value, right: Value) -> ir::Value {
        let scalar = self.scalar(left);
        if scalar.is_float() {
            return self.float_binary(operator, scalar, left, right);
        }
        let signed = scalar.is_signed();
        match operator {
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                let amount = self.shift_amount(right);
                let left = self.value(left);
                return match operator {
                    BinaryOperator::ShiftLeft => self.builder.ins().ishl(left, amount),
                    _ if signed => self.builder.ins().sshr(left, amount),
                    _ => self.builder.ins().ushr(left, amount),
                };
            }
            BinaryOperator::Divide | BinaryOperator::Remainder if machine_type(scalar) == I128 => {
                return self.wide_division(operator, signed, left, right);
            }
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                if let Some(exponent) = self.power_of_two(scalar, right) {
                    let left = self.value(left);
                    return self.division_by_power(operator, signed, left, exponent);
                }
                if machine_type(scalar) == I8 {
                    return self.narrow_division(operator, signed, left, right);
                }
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Xor => {}
        }
        let (left, right) = (self.value(left), self.value(right));
        let ins = self.builder.ins();
        match operator {
            BinaryOperator::Add => ins.iadd(left, right),
            BinaryOperator::Subtract => ins.isub(left, right),
            BinaryOperator::Multiply => ins.imul(left, right),
            BinaryOperator::Divide if signed => ins.sdiv(left, right),
            BinaryOperator::Divide => ins.udiv(left, right),
            BinaryOperator::Remainder if signed => ins.srem(left, right),
            BinaryOperator::Remainder => ins.urem(left, right),
            BinaryOperator::And => ins.band(left, right),
            BinaryOperator::Or => ins.bor(left, right),
            BinaryOperator::Xor => ins.bxor(left, right),
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => unreachable!("returned above"),
        }
    }

    fn float_binary(&mut self, operator: BinaryOperator, scalar: Scalar, left: Value, right: Value) -> ir::Value {
        let (left, right) = (self.value(left), self.float_operand(right));
        match operator {
            BinaryOperator::Add => self.builder.ins().fadd(left, right),
            BinaryOperator::Subtract => self.builder.ins().fsub(left, right),
            BinaryOperator::Multiply => self.builder.ins().fmul(left, right),
            BinaryOperator::Divide => self.builder.ins().fdiv(left, right),
            BinaryOperator::Remainder => {
                let function = if scalar == Scalar::F32 { Library::Fmodf } else { Library::Fmod };
                let call = self.call_library(function, &[left, right]);
                self.first_result(call)
            }
            BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Xor
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => unreachable!("the verifier admits these on integers only"),
        }
    }

    /// The exponent of a constant divisor of up to 64 bits, if it is a power of two above 1.
    fn power_of_two(&mut self, scalar: Scalar, divisor: Value) -> Option<u32> {
        let divisor = self.value(divisor);
        let divisor = u64::try_from(self.known(divisor)?).ok()?;
        let exponent = divisor.trailing_zeros();
        let fits = divisor.is_power_of_two() && exponent > 0 && exponent + 1 < scalar.bits();
        fits.then_some(exponent)
    }

    /// A division that shifts. It is a few instructions that take a cycle each; the processor divides for ten to forty.
    fn division_by_power(
        &mut self,
        operator: BinaryOperator,
        signed: bool,
        left: ir::Value,
        exponent: u32,
    ) -> ir::Value {
        let bits = self.builder.func.dfg.value_type(left).bits();
        let mask = (1i64 << exponent) - 1;
        let shift = i64::from(exponent);
        if !signed {
            return if operator == BinaryOperator::Divide {
                self.builder.ins().ushr_imm_u(left, shift)
            } else {
                self.builder.ins().band_imm_s(left, mask)
            };
        }
        // Shifts round down, divisions towards 0: of negative numbers, one less than the divisor is added before.
        let sign = self.builder.ins().sshr_imm_u(left, i64::from(bits) - 1);
        let correction = self.builder.ins().ushr_imm_u(sign, i64::from(bits) - shift);
        let corrected = self.builder.ins().iadd(left, correction);
        if operator == BinaryOperator::Divide {
            return self.builder.ins().sshr_imm_u(corrected, shift);
        }
        let multiple = self.builder.ins().band_imm_s(corrected, !mask);
        self.builder.ins().isub(left, multiple)
    }

    /// Cranelift divides bytes with a check of its own, which is a trap that has no site.
    fn narrow_division(&mut self, operator: BinaryOperator, signed: bool, left: Value, right: Value) -> ir::Value {
        let [left, right] = [left, right].map(|value| {
            let value = self.value(value);
            self.resize(value, I32, signed)
        });
        let ins = self.builder.ins();
        let result = match (operator == BinaryOperator::Divide, signed) {
            (true, true) => ins.sdiv(left, right),
            (true, false) => ins.udiv(left, right),
            (false, true) => ins.srem(left, right),
            (false, false) => ins.urem(left, right),
        };
        self.builder.ins().ireduce(I8, result)
    }

    /// An operand that Cranelift would load from behind the code if it is a constant: as long as there is room for that.
    fn float_operand(&mut self, operand: Value) -> ir::Value {
        let value = self.value(operand);
        let ValueDef::Result(instruction, _) = self.builder.func.dfg.value_def(value) else {
            return value;
        };
        let (ty, bits) = match self.builder.func.dfg.insts[instruction] {
            ir::InstructionData::UnaryIeee32 { imm, .. } => (F32, i64::from(imm.bits())),
            ir::InstructionData::UnaryIeee64 { imm, .. } => (F64, imm.bits() as i64),
            _ => return value,
        };
        if self.pool > 0 {
            self.pool -= 1;
            return value;
        }
        let bits = self.builder.ins().iconst(ty.as_int(), bits);
        self.builder.ins().bitcast(ty, MemFlagsData::new(), bits)
    }

    fn wide_division(&mut self, operator: BinaryOperator, signed: bool, left: Value, right: Value) -> ir::Value {
        let function = match (operator == BinaryOperator::Divide, signed) {
            (true, true) => Library::Divti3,
            (true, false) => Library::Udivti3,
            (false, true) => Library::Modti3,
            (false, false) => Library::Umodti3,
        };
        let (left, right) = (self.value(left), self.value(right));
        let (left_low, left_high) = self.builder.ins().isplit(left);
        let (right_low, right_high) = self.builder.ins().isplit(right);
        let call = self.call_library(function, &[left_low, left_high, right_low, right_high]);
        self.wide_result(call)
    }

    /// A shift amount is below 128, so the low half of a wide one says it all.
    fn shift_amount(&mut self, amount: Value) -> ir::Value {
        let wide = machine_type(self.scalar(amount)) == I128;
        let amount = self.value(amount);
        if wide { self.builder.ins().isplit(amount).0 } else { amount }
    }

    pub(super) fn checked(&mut self, operator: CheckedOperator, left: Value, right: Value, site: SiteId) -> ir::Value {
        let scalar = self.scalar(left);
        let signed = scalar.is_signed();
        let (left, right) = (self.value(left), self.value(right));
        let is_wide = machine_type(scalar) == I128;
        let fuses = matches!(scalar, Scalar::U32 | Scalar::U64);
        let (result, failed) = match (operator, signed) {
            (CheckedOperator::Add, true) => self.builder.ins().sadd_overflow(left, right),
            (CheckedOperator::Add, false) if self.checks != CheckForm::Block && fuses => {
                let located = self.at_site(site);
                let sum = self.builder.ins().uadd_overflow_trap(left, right, CHECK);
                self.builder.set_srcloc(located);
                return sum;
            }
            (CheckedOperator::Add, false) => self.builder.ins().uadd_overflow(left, right),
            (CheckedOperator::Subtract, true) => self.builder.ins().ssub_overflow(left, right),
            (CheckedOperator::Subtract, false) => {
                let below = self.builder.ins().icmp(IntCC::UnsignedLessThan, left, right);
                (self.builder.ins().isub(left, right), below)
            }
            (CheckedOperator::Multiply, signed) if is_wide => {
                wide::checked_product(&mut self.builder, signed, left, right)
            }
            (CheckedOperator::Multiply, signed) if scalar.bits() < 64 => self.narrow_product(signed, left, right),
            (CheckedOperator::Multiply, signed) => {
                // On the right, a constant would be put into memory.
                let swap = self.known(right).is_some();
                let (left, right) = if swap { (right, left) } else { (left, right) };
                if signed {
                    self.builder.ins().smul_overflow(left, right)
                } else {
                    self.builder.ins().umul_overflow(left, right)
                }
            }
        };
        self.fail_if(failed, site, None);
        result
    }

    /// The product of integers of up to 32 bits, and whether it does not fit: by a multiplication that is twice as
    /// wide, which may use any registers. The one that says itself whether it fits may not.
    fn narrow_product(&mut self, signed: bool, left: ir::Value, right: ir::Value) -> (ir::Value, ir::Value) {
        let ty = self.builder.func.dfg.value_type(left);
        let wide = if ty.bits() < 32 { I32 } else { I64 };
        let [wide_left, wide_right] = [left, right].map(|value| match self.known(value) {
            Some(bits) => {
                let unused = 64 - ty.bits();
                let bits = if signed { bits << unused >> unused } else { bits };
                let mask = u64::MAX >> (64 - wide.bits());
                self.builder.ins().iconst(wide, (bits as u64 & mask) as i64)
            }
            None => self.resize(value, wide, signed),
        });
        let product = self.builder.ins().imul(wide_left, wide_right);
        let result = self.builder.ins().ireduce(ty, product);
        let again = self.resize(result, wide, signed);
        (result, self.builder.ins().icmp(IntCC::NotEqual, again, product))
    }

    pub(super) fn check(&mut self, kind: CheckKind, left: Value, right: Value, site: SiteId) {
        let scalar = self.scalar(left);
        let bits = self.scalar(right).bits();
        let (left, right) = (self.value(left), self.value(right));
        let failed = match kind {
            CheckKind::Below => {
                if let (Some(index), Some(length)) = (self.known(left), self.known(right))
                    && (index as u64) < length as u64
                {
                    return;
                }
                let computation = Computation::Below(left, right);
                if self.tables.reuse.computed(computation).is_some() {
                    return;
                }
                self.tables.reuse.keep_computed(computation, left);
                let told = self.function.site(site).kind.told().map_or(0, told_operands);
                let compared_left = if told > 0 { self.in_register(left) } else { left };
                let compared_right = if told > 1 { self.in_register(right) } else { right };
                self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, compared_left, compared_right)
            }
            CheckKind::NotZero => match self.known(left) {
                Some(divisor) if divisor != 0 => return,
                Some(_) | None => self.compare_immediate(IntCC::Equal, left, scalar, 0),
            },
            CheckKind::QuotientFits => {
                // The constant -1, masked to its type's width, is the only known divisor that can fail.
                let minus_one = -1i64 as u64 >> (64 - scalar.bits().min(64));
                if self.known(right).is_some_and(|divisor| divisor as u64 != minus_one) {
                    return;
                }
                let smallest = self.smallest(scalar);
                let is_smallest = self.builder.ins().icmp(IntCC::Equal, left, smallest);
                let is_minus_one = self.compare_immediate(IntCC::Equal, right, scalar, -1);
                self.builder.ins().band(is_smallest, is_minus_one)
            }
            CheckKind::ShiftInRange => {
                if self.known(left).is_some_and(|amount| (amount as u64) < u64::from(bits)) {
                    return;
                }
                self.compare_immediate(IntCC::UnsignedGreaterThanOrEqual, left, scalar, i64::from(bits))
            }
            CheckKind::True => self.builder.ins().icmp_imm_s(IntCC::Equal, left, 0),
        };
        self.fail_if(failed, site, Some([left, right]));
    }

    /// The bits of a constant of up to 64 bits. A check of one needs no code.
    pub(super) fn known(&self, value: ir::Value) -> Option<i64> {
        let ValueDef::Result(instruction, _) = self.builder.func.dfg.value_def(value) else {
            return None;
        };
        match self.builder.func.dfg.insts[instruction] {
            ir::InstructionData::UnaryImm { imm, .. } => Some(imm.bits()),
            _ => None,
        }
    }

    /// The same value, which Cranelift does not put into the instruction that uses it if it is a constant.
    fn in_register(&mut self, value: ir::Value) -> ir::Value {
        let Some(bits) = self.known(value) else { return value };
        let ty = self.builder.func.dfg.value_type(value);
        let inverted = self.builder.ins().iconst(ty, !bits);
        self.builder.ins().bnot(inverted)
    }

    fn compare_immediate(&mut self, condition: IntCC, value: ir::Value, scalar: Scalar, immediate: i64) -> ir::Value {
        if machine_type(scalar) == I128 {
            let immediate = wide::constant(&mut self.builder, i128::from(immediate) as u128);
            return self.builder.ins().icmp(condition, value, immediate);
        }
        self.builder.ins().icmp_imm_s(condition, value, immediate)
    }

    fn smallest(&mut self, scalar: Scalar) -> ir::Value {
        if machine_type(scalar) == I128 {
            return wide::constant(&mut self.builder, i128::MIN as u128);
        }
        self.builder.ins().iconst(machine_type(scalar), 1i64 << (scalar.bits() - 1))
    }

    pub(super) fn compare(&mut self, operator: Comparison, left: Value, right: Value) -> ir::Value {
        let scalar = self.scalar(left);
        if scalar.is_float() {
            let (left, right) = (self.float_operand(left), self.float_operand(right));
            let condition = match operator {
                Comparison::Equal => FloatCC::Equal,
                Comparison::NotEqual => FloatCC::NotEqual,
                Comparison::Less => FloatCC::LessThan,
                Comparison::LessOrEqual => FloatCC::LessThanOrEqual,
                Comparison::Greater => FloatCC::GreaterThan,
                Comparison::GreaterOrEqual => FloatCC::GreaterThanOrEqual,
            };
            return self.builder.ins().fcmp(condition, left, right);
        }
        let (left, right) = (self.value(left), self.value(right));
        let signed = scalar.is_signed();
        let condition = match (operator, signed) {
            (Comparison::Equal, _) => IntCC::Equal,
            (Comparison::NotEqual, _) => IntCC::NotEqual,
            (Comparison::Less, true) => IntCC::SignedLessThan,
            (Comparison::Less, false) => IntCC::UnsignedLessThan,
            (Comparison::LessOrEqual, true) => IntCC::SignedLessThanOrEqual,
            (Comparison::LessOrEqual, false) => IntCC::UnsignedLessThanOrEqual,
            (Comparison::Greater, true) => IntCC::SignedGreaterThan,
            (Comparison::Greater, false) => IntCC::UnsignedGreaterThan,
            (Comparison::GreaterOrEqual, true) => IntCC::SignedGreaterThanOrEqual,
            (Comparison::GreaterOrEqual, false) => IntCC::UnsignedGreaterThanOrEqual,
        };
        self.builder.ins().icmp(condition, left, right)
    }
}
