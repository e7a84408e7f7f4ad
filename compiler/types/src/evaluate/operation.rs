//! Arithmetic, comparison and conversion of values, with the checks of the running program. Must not know expressions
//! beyond the one to blame.

use std::cmp::Ordering;

use hir::{BinaryOperator, ExpressionId, UnaryOperator};

use super::value::Value;
use super::{Evaluated, Interpreter};
use crate::classify::enumeration;
use crate::derivation::Derivable;
use crate::inference::{Cast, Detail, Operator};
use crate::ty::Ty;
use abi::{FloatKind, IntKind};

impl Interpreter<'_> {
    pub(super) fn operate_unary(
        &mut self,
        expression: ExpressionId,
        operator: UnaryOperator,
        ty: Ty,
        value: Value,
    ) -> Evaluated {
        match (operator, value, ty.int_kind()) {
            (UnaryOperator::Negate, Value::Int(value), Some(kind)) => {
                let result = (value as i128).checked_neg().map(|value| value as u128);
                match result.filter(|result| kind.wrap(*result) == *result) {
                    Some(result) => Ok(Value::Int(result)),
                    None => Err(self.panic(expression, "negation overflows")),
                }
            }
            (UnaryOperator::Negate, Value::F32(value), _) => Ok(Value::F32(-value)),
            (UnaryOperator::Negate, Value::F64(value), _) => Ok(Value::F64(-value)),
            (UnaryOperator::Not, Value::Int(value), Some(kind)) => Ok(Value::Int(kind.wrap(!value))),
            (UnaryOperator::Not, Value::Bool(value), _) => Ok(Value::Bool(!value)),
            (UnaryOperator::Negate | UnaryOperator::Not, _, _) => Err(self.silent()),
        }
    }

    /// A binary operator on two values of type `ty`; of shifts the left one.
    pub(super) fn operate(
        &mut self,
        expression: ExpressionId,
        operator: BinaryOperator,
        ty: Ty,
        left: Value,
        right: Value,
    ) -> Evaluated {
        let content = match self.frame().table.detail(expression) {
            Detail::Operator(Operator::ContentEquality) => Some(Derivable::Equal),
            Detail::Operator(Operator::ContentOrder) => Some(Derivable::Order),
            _ => None,
        };
        if let Some(of) = content {
            let ty = self.frame().with.apply(ty).value_type();
            let order = self.compared(expression, of, ty, &left, &right)?;
            return self.ordered(operator, order);
        }
        match (left, right) {
            (Value::Int(left), Value::Int(right)) => match ty.int_kind() {
                Some(kind) => self.integers(expression, operator, kind, left, right),
                None => Err(self.silent()),
            },
            (Value::F32(left), Value::F32(right)) => {
                match float_result(operator, f64::from(left), f64::from(right), || {
                    f32_arithmetic(operator, left, right)
                }) {
                    Some(FloatResult::Value(value)) => Ok(Value::F32(value as f32)),
                    Some(FloatResult::Truth(truth)) => Ok(Value::Bool(truth)),
                    None => Err(self.silent()),
                }
            }
            (Value::F64(left), Value::F64(right)) => {
                match float_result(operator, left, right, || f64_arithmetic(operator, left, right)) {
                    Some(FloatResult::Value(value)) => Ok(Value::F64(value)),
                    Some(FloatResult::Truth(truth)) => Ok(Value::Bool(truth)),
                    None => Err(self.silent()),
                }
            }
            (Value::Bool(left), Value::Bool(right)) => match operator {
                BinaryOperator::BitAnd => Ok(Value::Bool(left & right)),
                BinaryOperator::BitOr => Ok(Value::Bool(left | right)),
                BinaryOperator::BitXor => Ok(Value::Bool(left ^ right)),
                other => self.ordered(other, left.cmp(&right)),
            },
            (Value::String(left), Value::String(right)) => {
                if operator == BinaryOperator::Add {
                    self.spend(expression, (left.len() + right.len()) as u64)?;
                    return Ok(Value::String(format!("{left}{right}").into()));
                }
                self.ordered(operator, left.as_bytes().cmp(right.as_bytes()))
            }
            (Value::Address(left), Value::Address(right)) => self.ordered(operator, left.cmp(&right)),
            (_, _) => Err(self.forbid(expression, "a comparison of addresses")),
        }
    }

    /// What a comparison says of an order.
    fn ordered(&self, operator: BinaryOperator, order: Ordering) -> Evaluated {
        operator.holds_for(Some(order)).map(Value::Bool).ok_or_else(|| self.silent())
    }

    fn integers(
        &mut self,
        expression: ExpressionId,
        operator: BinaryOperator,
        kind: IntKind,
        left: u128,
        right: u128,
    ) -> Evaluated {
        let signed = kind.is_signed();
        let order = if signed { (left as i128).cmp(&(right as i128)) } else { left.cmp(&right) };
        if let Some(truth) = operator.holds_for(Some(order)) {
            return Ok(Value::Bool(truth));
        }
        integer_arithmetic(operator, kind, left, right)
            .map(Value::Int)
            .map_err(|why| self.panic(expression, panic_message(why, operator)))
    }

    pub(super) fn cast(&mut self, expression: ExpressionId, operand: ExpressionId) -> Evaluated {
        let table = self.frame().table;
        let Detail::Cast(cast) = table.detail(expression) else {
            return Err(self.silent());
        };
        let target = table.expression_type(expression);
        let value = self.value(operand)?;
        let value = if cast == Cast::EnumToInt { self.followed(value, expression)? } else { value };
        let number = match (cast, &value) {
            (Cast::Same, _) => return Ok(value),
            (Cast::IntToInt, Value::Int(bits)) => *bits,
            (Cast::IntToInt, Value::Bool(truth)) => u128::from(*truth),
            (Cast::EnumToInt, Value::Case(case, _)) => {
                let enumeration = enumeration(self.db, self.used_type(operand));
                let case = enumeration.and_then(|enumeration| enumeration.cases.get(*case as usize));
                case.map(|case| case.tag).ok_or_else(|| self.silent())?
            }
            (Cast::IntToFloat, Value::Int(bits)) => {
                let signed = self.used_type(operand).int_kind().is_some_and(IntKind::is_signed);
                return Ok(int_to_float(*bits, signed, target));
            }
            (Cast::FloatToFloat, Value::F32(value)) => return Ok(Value::F64(f64::from(*value))),
            (Cast::FloatToFloat, Value::F64(value)) => return Ok(Value::F32(*value as f32)),
            (Cast::FloatToInt, Value::F32(value)) => float_to_int(f64::from(*value), target),
            (Cast::FloatToInt, Value::F64(value)) => float_to_int(*value, target),
            (Cast::IntToPointer, Value::Int(bits)) => return Ok(Value::Address(*bits as u64)),
            (Cast::PointerToPointer, _) => return Ok(value),
            (Cast::PointerToInt, Value::Address(address)) => u128::from(*address),
            (
                Cast::IntToInt
                | Cast::EnumToInt
                | Cast::IntToFloat
                | Cast::FloatToFloat
                | Cast::FloatToInt
                | Cast::IntToPointer
                | Cast::PointerToInt
                | Cast::BorrowToPointer,
                _,
            ) => return Err(self.forbid(expression, "an address")),
        };
        match target.int_kind() {
            Some(kind) => Ok(Value::Int(kind.wrap(number))),
            None => Err(self.silent()),
        }
    }
}

/// Why an operation on integers panics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithmeticFailure {
    /// The result does not fit.
    Overflow,
    /// The right side of `/` or `%` is 0.
    DivisionByZero,
    /// A shift by a negative number, or by the width or more.
    ShiftOutOfRange,
}

/// An arithmetic operator on two integers of a type; of shifts, the right one has a type of its own. Comparisons are none.
pub fn integer_arithmetic(
    operator: BinaryOperator,
    kind: IntKind,
    left: u128,
    right: u128,
) -> Result<u128, ArithmeticFailure> {
    let signed = kind.is_signed();
    let checked = |signed_result: Option<i128>, unsigned_result: Option<u128>| {
        let result = if signed { signed_result.map(|value| value as u128) } else { unsigned_result };
        result.filter(|result| kind.wrap(*result) == *result).ok_or(ArithmeticFailure::Overflow)
    };
    let (a, b) = (left as i128, right as i128);
    match operator {
        BinaryOperator::Add => checked(a.checked_add(b), left.checked_add(right)),
        BinaryOperator::Subtract => checked(a.checked_sub(b), left.checked_sub(right)),
        BinaryOperator::Multiply => checked(a.checked_mul(b), left.checked_mul(right)),
        BinaryOperator::Divide | BinaryOperator::Remainder if right == 0 => Err(ArithmeticFailure::DivisionByZero),
        BinaryOperator::Divide => checked(a.checked_div(b), left.checked_div(right)),
        BinaryOperator::Remainder => checked(Some(a.wrapping_rem(b)), left.checked_rem(right)),
        BinaryOperator::AddWrapping => Ok(kind.wrap(left.wrapping_add(right))),
        BinaryOperator::SubtractWrapping => Ok(kind.wrap(left.wrapping_sub(right))),
        BinaryOperator::MultiplyWrapping => Ok(kind.wrap(left.wrapping_mul(right))),
        BinaryOperator::BitAnd => Ok(left & right),
        BinaryOperator::BitOr => Ok(left | right),
        BinaryOperator::BitXor => Ok(left ^ right),
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
            if right >= u128::from(kind.bits()) {
                return Err(ArithmeticFailure::ShiftOutOfRange);
            }
            let by = right as u32;
            Ok(match operator {
                BinaryOperator::ShiftLeft => kind.wrap(left << by),
                _ if signed => (a >> by) as u128,
                _ => left >> by,
            })
        }
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual => Err(ArithmeticFailure::Overflow),
    }
}

enum FloatResult {
    Value(f64),
    Truth(bool),
}

fn float_result(
    operator: BinaryOperator,
    left: f64,
    right: f64,
    arithmetic: impl FnOnce() -> Option<f64>,
) -> Option<FloatResult> {
    match operator.holds_for(left.partial_cmp(&right)) {
        Some(truth) => Some(FloatResult::Truth(truth)),
        None => arithmetic().map(FloatResult::Value),
    }
}

macro_rules! arithmetic {
    ($name:ident, $float:ty) => {
        /// The operators of one width; each result is rounded to it.
        fn $name(operator: BinaryOperator, left: $float, right: $float) -> Option<f64> {
            let result = match operator {
                BinaryOperator::Add => left + right,
                BinaryOperator::Subtract => left - right,
                BinaryOperator::Multiply => left * right,
                BinaryOperator::Divide => left / right,
                BinaryOperator::Remainder => left % right,
                _ => return None,
            };
            Some(f64::from(result))
        }
    };
}

arithmetic!(f32_arithmetic, f32);
arithmetic!(f64_arithmetic, f64);

fn int_to_float(bits: u128, signed: bool, target: Ty) -> Value {
    match target == Ty::float(FloatKind::F32) {
        true if signed => Value::F32(bits as i128 as f32),
        true => Value::F32(bits as f32),
        false if signed => Value::F64(bits as i128 as f64),
        false => Value::F64(bits as f64),
    }
}

/// Saturating; NaN is 0.
fn float_to_int(value: f64, target: Ty) -> u128 {
    let Some(kind) = target.int_kind() else { return 0 };
    if value.is_nan() {
        return 0;
    }
    if kind.is_signed() {
        let most = kind.maximum() as i128;
        (value as i128).clamp(-most - 1, most) as u128
    } else {
        (value as u128).min(kind.maximum())
    }
}

/// What the running program says where an operator fails.
fn panic_message(why: ArithmeticFailure, operator: BinaryOperator) -> &'static str {
    match (why, operator) {
        (ArithmeticFailure::Overflow, BinaryOperator::Add) => "addition overflows",
        (ArithmeticFailure::Overflow, BinaryOperator::Subtract) => "subtraction overflows",
        (ArithmeticFailure::Overflow, BinaryOperator::Multiply) => "multiplication overflows",
        (ArithmeticFailure::Overflow, _) => "division overflows",
        (ArithmeticFailure::DivisionByZero, BinaryOperator::Remainder) => "remainder of a division by zero",
        (ArithmeticFailure::DivisionByZero, _) => "division by zero",
        (ArithmeticFailure::ShiftOutOfRange, _) => "shift out of range",
    }
}
