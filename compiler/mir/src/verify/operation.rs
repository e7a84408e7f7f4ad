//! Types of operands and results, one arm per operation.

use crate::builder::constant_bits;
use crate::ids::{SiteId, Value};
use crate::instruction::{BinaryOperator, CheckKind, Instruction, Operation};
use crate::scalar::Scalar;

use super::Verifier;

impl Verifier<'_> {
    pub fn operation(&mut self, instruction: &Instruction) {
        let result = instruction.result.is_some().then(|| self.value_type(instruction.result));
        match instruction.operation {
            Operation::Constant { bits } => {
                let Some(ty) = self.required(result) else { return };
                self.require(ty.bytes() <= 8, "a wide constant has its own operation");
                self.require(constant_bits(ty, bits) == bits, "the constant is not canonical");
            }
            Operation::WideConstant { .. } => {
                self.require_result(result, |ty| matches!(ty, Scalar::I128 | Scalar::U128));
            }
            Operation::SlotAddress { slot, offset } => {
                self.require_result(result, |ty| ty == Scalar::Pointer);
                let size = self.function.slot(slot).size;
                self.require(u64::from(offset) <= size, "the address lies outside of its slot");
            }
            Operation::SymbolAddress { .. } | Operation::SiteAddress { .. } => {
                self.require_result(result, |ty| ty == Scalar::Pointer);
            }
            Operation::Load { address, .. } => {
                self.address(address);
                self.require_result(result, |_| true);
            }
            Operation::Store { address, .. } => {
                self.address(address);
                self.no_result(result);
            }
            Operation::Copy { destination, source, .. } => {
                self.address(destination);
                self.address(source);
                self.no_result(result);
            }
            Operation::Zero { destination, .. } => {
                self.address(destination);
                self.no_result(result);
            }
            Operation::Unary { operator, value } => {
                let Some(ty) = self.required(result) else { return };
                self.require_type(value, ty, "the operand");
                self.require(operator.applies_to(ty), "the operator does not apply to the type");
            }
            Operation::Binary { operator, left, right } => self.binary(result, operator, left, right),
            Operation::Checked { left, right, site, .. } => {
                let Some(ty) = self.required(result) else { return };
                self.require(!self.tells_index(site), "arithmetic has no index");
                self.require(ty.is_integer(), "checked arithmetic is on integers");
                self.require_type(left, ty, "the left operand");
                self.require_type(right, ty, "the right operand");
            }
            Operation::Check { kind, left, right, site } => {
                let tells = self.tells_index(site);
                let may_tell = kind == CheckKind::Below && self.value_type(left).bits() == 64;
                self.require(!tells || may_tell, "an index that is told is checked and has 64 bits");
                self.check(result, kind, left, right);
            }
            Operation::Compare { operator: _, left, right } => {
                self.require_result(result, |ty| ty == Scalar::Bool);
                let ty = self.value_type(left);
                self.require_type(right, ty, "the right operand");
            }
            Operation::Convert { value } => {
                let from = self.value_type(value);
                self.require_result(result, |to| converts(from, to));
            }
            Operation::Reinterpret { value } => {
                let from = self.value_type(value);
                self.require_result(result, |to| {
                    from.bytes() == to.bytes() && to != Scalar::Bool && from != Scalar::Bool
                });
            }
            Operation::Half { value, .. } => {
                self.require_result(result, |ty| ty == Scalar::U64);
                self.require(self.value_type(value).bytes() == 16, "only 128-bit integers have halves");
            }
            Operation::Concatenate { low, high } => {
                self.require_result(result, |ty| ty.bytes() == 16);
                self.require_type(low, Scalar::U64, "the low half");
                self.require_type(high, Scalar::U64, "the high half");
            }
            Operation::Offset { base, index, scale } => {
                self.address(base);
                let wide = matches!(self.value_type(index), Scalar::I64 | Scalar::U64);
                self.require(wide, "an index has 64 bits");
                self.require(scale > 0, "the scale is at least 1");
                self.require_result(result, |ty| ty == Scalar::Pointer);
            }
            Operation::Select { condition, if_true, if_false } => {
                let Some(ty) = self.required(result) else { return };
                self.require_type(condition, Scalar::Bool, "the condition");
                self.require_type(if_true, ty, "the choice");
                self.require_type(if_false, ty, "the choice");
            }
            Operation::Atomic { address, value, .. } => {
                let Some(ty) = self.required(result) else { return };
                self.address(address);
                self.require_type(value, ty, "the operand");
                self.require(ty.is_integer() && ty.bytes() <= 8, "atomics are integers of up to 64 bits");
            }
            Operation::AtomicLoad { address } => {
                let Some(ty) = self.required(result) else { return };
                self.address(address);
                self.require(ty.is_integer() && ty.bytes() <= 8, "atomics are integers of up to 64 bits");
            }
            Operation::CompareExchange { address, expected, replacement } => {
                let Some(ty) = self.required(result) else { return };
                self.address(address);
                self.require_type(expected, ty, "what is expected");
                self.require_type(replacement, ty, "what replaces it");
                self.require(ty.is_integer() && ty.bytes() <= 8, "atomics are integers of up to 64 bits");
            }
            Operation::Call { call } => self.call(call, instruction.result),
        }
    }

    fn binary(&mut self, result: Option<Scalar>, operator: BinaryOperator, left: Value, right: Value) {
        let Some(ty) = self.required(result) else { return };
        self.require_type(left, ty, "the left operand");
        self.require(operator.applies_to(ty), "the operator does not apply to the type");
        if operator.is_shift() {
            self.require(self.value_type(right).is_integer(), "a shift is by an integer");
        } else {
            self.require_type(right, ty, "the right operand");
        }
    }

    /// Whether the index of a site is told; sites that are out of range have been reported.
    fn tells_index(&self, site: SiteId) -> bool {
        self.function.sites.get(site.index()).is_some_and(|site| site.kind.told().is_some())
    }

    fn check(&mut self, result: Option<Scalar>, kind: CheckKind, left: Value, right: Value) {
        self.no_result(result);
        let ty = self.value_type(left);
        match kind {
            CheckKind::Below | CheckKind::QuotientFits => {
                self.require(ty.is_integer(), "the check is on integers");
                self.require_type(right, ty, "the right operand");
            }
            CheckKind::NotZero => {
                self.require(ty.is_integer() && left == right, "the check is on one integer, given twice");
            }
            CheckKind::ShiftInRange => {
                let integers = ty.is_integer() && self.value_type(right).is_integer();
                self.require(integers, "the check is on integers");
            }
            CheckKind::True => {
                let one = ty == Scalar::Bool && left == right;
                self.require(one, "the check is on one truth value, given twice");
            }
        }
    }

    pub fn address(&mut self, value: Value) {
        self.require_type(value, Scalar::Pointer, "the address");
    }

    fn required(&mut self, result: Option<Scalar>) -> Option<Scalar> {
        self.require(result.is_some(), "the instruction has a result");
        result
    }

    fn require_result(&mut self, result: Option<Scalar>, holds: impl Fn(Scalar) -> bool) {
        self.require(result.is_some_and(holds), "the result has another type");
    }

    fn no_result(&mut self, result: Option<Scalar>) {
        self.require(result.is_none(), "the instruction has no result");
    }
}

/// Whether [`Operation::Convert`] goes from one type to another.
fn converts(from: Scalar, to: Scalar) -> bool {
    if from == Scalar::Pointer || to == Scalar::Pointer {
        let other = if from == Scalar::Pointer { to } else { from };
        return other == Scalar::Pointer || (other.is_integer() && other.bytes() == 8);
    }
    to != Scalar::Bool && (from != Scalar::Bool || to.is_integer())
}
