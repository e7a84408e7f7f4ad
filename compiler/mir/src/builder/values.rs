//! What computes a value or touches memory: constants, addresses, memory, arithmetic.

use super::{FunctionBuilder, constant_bits};
use crate::ids::{AliasId, Align, SiteId, Slot, SymbolId, Value};
use crate::instruction::{
    AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, CopyReason, Operation, UnaryOperator,
};
use crate::scalar::Scalar;

/// Constants and addresses.
impl FunctionBuilder {
    /// An integer, `Bool` or pointer constant; wraps to the type.
    pub fn integer(&mut self, ty: Scalar, value: i128) -> Value {
        if ty.is_wide() {
            let bits = value as u128;
            self.push_value(ty, Operation::WideConstant { low: bits as u64, high: (bits >> 64) as u64 })
        } else {
            let bits = constant_bits(ty, value as u64);
            self.push_value(ty, Operation::Constant { bits })
        }
    }

    /// A `Bool` constant.
    pub fn boolean(&mut self, value: bool) -> Value {
        self.push_value(Scalar::Bool, Operation::Constant { bits: u64::from(value) })
    }

    /// An `F32` constant.
    pub fn float32(&mut self, value: f32) -> Value {
        self.push_value(Scalar::F32, Operation::Constant { bits: u64::from(value.to_bits()) })
    }

    /// An `F64` constant.
    pub fn float64(&mut self, value: f64) -> Value {
        self.push_value(Scalar::F64, Operation::Constant { bits: value.to_bits() })
    }

    /// The address of a slot plus an offset inside of it.
    pub fn slot_address(&mut self, slot: Slot, offset: u32) -> Value {
        self.push_value(Scalar::Pointer, Operation::SlotAddress { slot, offset })
    }

    /// The address of a function or datum plus an offset.
    pub fn symbol_address(&mut self, symbol: SymbolId, offset: i64) -> Value {
        self.push_value(Scalar::Pointer, Operation::SymbolAddress { symbol, offset })
    }

    /// The address of an entry of the site table.
    pub fn site_address(&mut self, site: SiteId) -> Value {
        self.push_value(Scalar::Pointer, Operation::SiteAddress { site })
    }

    /// The address `base + index * scale`.
    pub fn offset(&mut self, base: Value, index: Value, scale: u64) -> Value {
        self.push_value(Scalar::Pointer, Operation::Offset { base, index, scale })
    }
}

/// Memory.
impl FunctionBuilder {
    /// Reads a scalar with its natural alignment.
    pub fn load(&mut self, ty: Scalar, address: Value, offset: i32) -> Value {
        self.load_with(ty, address, offset, Align::new(ty.bytes()), AliasId::ANY)
    }

    /// Reads a scalar.
    pub fn load_with(&mut self, ty: Scalar, address: Value, offset: i32, align: Align, alias: AliasId) -> Value {
        self.push_value(ty, Operation::Load { address, offset, align, alias })
    }

    /// Writes a scalar with its natural alignment.
    pub fn store(&mut self, value: Value, address: Value, offset: i32) {
        let align = Align::new(self.function.value_type(value).bytes());
        self.store_with(value, address, offset, align, AliasId::ANY);
    }

    /// Writes a scalar.
    pub fn store_with(&mut self, value: Value, address: Value, offset: i32, align: Align, alias: AliasId) {
        self.push(Operation::Store { value, address, offset, align, alias }, Value::NONE);
    }

    /// Copies memory that is the same or does not overlap.
    pub fn copy(&mut self, destination: Value, source: Value, bytes: u64, align: Align, reason: CopyReason) {
        self.copy_with((destination, source), bytes, align, reason, AliasId::ANY);
    }

    /// Copies memory of one kind, from the second address to the first.
    pub fn copy_with(
        &mut self,
        (destination, source): (Value, Value),
        bytes: u64,
        align: Align,
        reason: CopyReason,
        alias: AliasId,
    ) {
        self.push(Operation::Copy { destination, source, bytes, align, reason, alias }, Value::NONE);
    }

    /// Fills memory with zeros.
    pub fn zero(&mut self, destination: Value, bytes: u64, align: Align) {
        self.push(Operation::Zero { destination, bytes, align }, Value::NONE);
    }

    /// Changes an integer in memory at once for all threads; gives the old value.
    pub fn atomic(&mut self, operator: AtomicOperator, address: Value, value: Value) -> Value {
        let ty = self.function.value_type(value);
        self.push_value(ty, Operation::Atomic { operator, address, value })
    }

    /// Reads an integer of a type from memory at once.
    pub fn atomic_load(&mut self, ty: Scalar, address: Value) -> Value {
        self.push_value(ty, Operation::AtomicLoad { address })
    }

    /// Replaces an integer in memory at once if it is what is expected; gives the old value.
    pub fn compare_exchange(&mut self, address: Value, expected: Value, replacement: Value) -> Value {
        let ty = self.function.value_type(expected);
        self.push_value(ty, Operation::CompareExchange { address, expected, replacement })
    }
}

/// Arithmetic.
impl FunctionBuilder {
    /// One operand, same type.
    pub fn unary(&mut self, operator: UnaryOperator, value: Value) -> Value {
        let ty = self.function.value_type(value);
        self.push_value(ty, Operation::Unary { operator, value })
    }

    /// Two operands, wrapping; the type of the left one.
    pub fn binary(&mut self, operator: BinaryOperator, left: Value, right: Value) -> Value {
        let ty = self.function.value_type(left);
        self.push_value(ty, Operation::Binary { operator, left, right })
    }

    /// Two integers; panics at the site if the result does not fit.
    pub fn checked(&mut self, operator: CheckedOperator, left: Value, right: Value, site: SiteId) -> Value {
        let ty = self.function.value_type(left);
        self.push_value(ty, Operation::Checked { operator, left, right, site })
    }

    /// Panics at the site unless the condition holds.
    pub fn check(&mut self, kind: CheckKind, left: Value, right: Value, site: SiteId) {
        self.push(Operation::Check { kind, left, right, site }, Value::NONE);
    }

    /// Compares two scalars of one type.
    pub fn compare(&mut self, operator: Comparison, left: Value, right: Value) -> Value {
        self.push_value(Scalar::Bool, Operation::Compare { operator, left, right })
    }

    /// Converts to a type.
    pub fn convert(&mut self, value: Value, to: Scalar) -> Value {
        self.push_value(to, Operation::Convert { value })
    }

    /// Keeps the bits, changes the type.
    pub fn reinterpret(&mut self, value: Value, to: Scalar) -> Value {
        self.push_value(to, Operation::Reinterpret { value })
    }

    /// One of two values.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        let ty = self.function.value_type(if_true);
        self.push_value(ty, Operation::Select { condition, if_true, if_false })
    }
}
