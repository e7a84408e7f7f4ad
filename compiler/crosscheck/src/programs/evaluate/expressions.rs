//! Expressions of the model, from left to right.

use std::cell::Cell;
use std::rc::Rc;

use super::super::arithmetic;
use super::super::ast::{CFunction, Callee, Comparison, Expr, ExprKind, Operator, Part, Place, Type};
use super::super::layout;
use super::super::value::{Value, order, to_bytes};
use super::places::element;
use super::{Machine, Step};

impl Machine<'_> {
    /// The value of an expression.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Step<Value> {
        self.tick()?;
        Ok(match &expr.kind {
            ExprKind::Int(bits, _, _) => Value::Int(*bits),
            ExprKind::Float(number, _) if expr.ty == Type::F32 => Value::F32(*number as f32),
            ExprKind::Float(number, _) => Value::F64(*number),
            ExprKind::Bool(truth) => Value::Bool(*truth),
            ExprKind::Text(text) | ExprKind::CText(text) => Value::Text(text.as_str().into()),
            ExprKind::RawText(lines) => Value::Text(lines.join("\n").into()),
            ExprKind::Use(place, _) => self.use_place(place, &expr.ty)?,
            ExprKind::Ref(place, _) | ExprKind::Mut(place) => Value::Borrow(self.place(place)?),
            ExprKind::Lent(call) => self.evaluate(call)?,
            ExprKind::Negate(value, guard) => self.negate(expr, value, guard)?,
            ExprKind::Not(value) => self.not(value)?,
            ExprKind::Binary(operator, left, right, guard) => self.binary(expr, *operator, left, right, guard)?,
            ExprKind::Compare(comparison, left, right) => Value::Bool(self.compare(*comparison, left, right)?),
            ExprKind::Both(left, right) => Value::Bool(self.truth(left)? && self.truth(right)?),
            ExprKind::Either(left, right) => Value::Bool(self.truth(left)? || self.truth(right)?),
            ExprKind::Cast(value) => {
                let from = self.evaluate(value)?;
                arithmetic::cast(&value.ty, &expr.ty, &from)
            }
            ExprKind::Call(callee, arguments, order) => self.call_of(callee, arguments, order.as_deref())?,
            ExprKind::Struct(_, fields, order) => Value::Parts(self.arguments(fields, order.as_deref())?),
            ExprKind::Union(union, _, value) => {
                let field = self.evaluate(value)?;
                Value::Bytes(*union, to_bytes(&value.ty, &field))
            }
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => Value::Parts(self.arguments(parts, None)?),
            ExprKind::Repeat(value, count) => Value::Parts(vec![self.evaluate(value)?; *count]),
            ExprKind::If(condition, then, other) => {
                let block = if self.truth(condition)? { then } else { other };
                self.block(block)?
            }
            ExprKind::Block(block) => self.block(block)?,
            ExprKind::Join(left, right) => {
                let left = self.text(left)?;
                let right = self.text(right)?;
                self.made_text(format!("{left}{right}"))?
            }
            ExprKind::Interpolate(parts) => self.interpolate(parts)?,
            ExprKind::Length(text) => Value::Int(self.text(text)?.len() as u128),
            ExprKind::IsEmpty(text) => Value::Bool(self.text(text)?.is_empty()),
            ExprKind::FromC(text) | ExprKind::CString(text) => self.evaluate(text)?,
            ExprKind::SizeOf(ty) => Value::Int(u128::from(layout::layout(self.tree, ty).0)),
            ExprKind::AlignOf(ty) => Value::Int(u128::from(layout::layout(self.tree, ty).1)),
            ExprKind::OffsetOf(index, field) => Value::Int(u128::from(layout::offset(self.tree, *index, *field))),
            ExprKind::PointerTo(place, to_element) => {
                let mut address = self.place(place)?;
                if *to_element {
                    address.path.push(0);
                }
                Value::Pointer(Some(address))
            }
            ExprKind::Null => Value::Pointer(None),
            ExprKind::Offset(pointer, count) => {
                let pointer = self.evaluate(pointer)?;
                let count = self.integer(count)?;
                Value::Pointer(Some(element(&pointer, count as i128)))
            }
            ExprKind::IsNull(pointer) => Value::Bool(matches!(self.evaluate(pointer)?, Value::Pointer(None))),
            ExprKind::FunctionName(function) => Value::Function(*function),
            ExprKind::Replace(place, value) => {
                let address = self.place(place)?;
                let value = self.evaluate(value)?;
                self.exchange(&address, value)
            }
            ExprKind::Fits(pattern, scrutinee) => Value::Bool(self.is_matched(pattern, scrutinee)?),
            ExprKind::Match(scrutinee, arms) => {
                let chosen = self.chosen(scrutinee, arms)?;
                self.block(chosen)?
            }
        })
    }

    fn use_place(&mut self, place: &Place, ty: &Type) -> Step<Value> {
        let address = self.place(place)?;
        let value = if self.tree.is_owner(ty) { self.exchange(&address, Value::Missing) } else { self.load(&address) };
        assert!(!matches!(value, Value::Missing), "a moved value is used");
        Ok(value)
    }

    pub(super) fn truth(&mut self, expr: &Expr) -> Step<bool> {
        match self.evaluate(expr)? {
            Value::Bool(truth) => Ok(truth),
            other => panic!("{other:?} is no truth value"),
        }
    }

    fn text(&mut self, expr: &Expr) -> Step<Rc<str>> {
        match self.evaluate(expr)? {
            Value::Text(text) => Ok(text),
            other => panic!("{other:?} is no text"),
        }
    }

    fn negate(&mut self, expr: &Expr, value: &Expr, guard: &Cell<bool>) -> Step<Value> {
        Ok(match (&expr.ty, self.evaluate(value)?) {
            (Type::Int(int), Value::Int(bits)) => {
                if !guard.get() && bits == arithmetic::minimum(*int) {
                    return Err(self.fail(expr.id, "negation overflows", guard));
                }
                Value::Int(bits.wrapping_neg() & arithmetic::mask(*int))
            }
            (_, Value::F32(number)) => Value::F32(-number),
            (_, Value::F64(number)) => Value::F64(-number),
            (ty, other) => panic!("{other:?} of {ty:?} is not negated"),
        })
    }

    fn not(&mut self, value: &Expr) -> Step<Value> {
        Ok(match (&value.ty, self.evaluate(value)?) {
            (Type::Int(int), Value::Int(bits)) => Value::Int(!bits & arithmetic::mask(*int)),
            (_, Value::Bool(truth)) => Value::Bool(!truth),
            (ty, other) => panic!("{other:?} of {ty:?} is not inverted"),
        })
    }

    fn binary(
        &mut self,
        expr: &Expr,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        guard: &Cell<bool>,
    ) -> Step<Value> {
        let left = self.evaluate(left)?;
        let right = match (operator, &expr.ty) {
            (Operator::ShiftLeft | Operator::ShiftRight, _) => Value::Int(self.integer(right)?),
            (_, _) => self.evaluate(right)?,
        };
        if let (Type::Int(int), Value::Int(left), Value::Int(right)) = (&expr.ty, &left, &right)
            && self.steps < self.failure_from
            && matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply)
            && arithmetic::integers(operator, *int, *left, *right).is_err()
        {
            // What it gave before is what it gives when it wraps, so the program need not run anew.
            guard.set(true);
        }
        self.operate(expr.id, &expr.ty, operator, (left, right), guard)
    }

    /// An operator on two values of a type; a shift's amount is sign-extended.
    pub(super) fn operate(
        &mut self,
        id: u32,
        ty: &Type,
        operator: Operator,
        operands: (Value, Value),
        guard: &Cell<bool>,
    ) -> Step<Value> {
        Ok(match (ty, operands.0, operands.1) {
            (Type::Int(int), Value::Int(left), Value::Int(right)) => {
                let (operator, right) =
                    if guard.get() { guarded(operator, right, int.bits) } else { (operator, right) };
                match arithmetic::integers(operator, *int, left, right) {
                    Ok(bits) => Value::Int(bits),
                    Err(message) => return Err(self.fail(id, message, guard)),
                }
            }
            (_, Value::F32(left), Value::F32(right)) => Value::F32(arithmetic::singles(operator, left, right)),
            (_, Value::F64(left), Value::F64(right)) => Value::F64(arithmetic::doubles(operator, left, right)),
            (_, Value::Bool(left), Value::Bool(right)) => Value::Bool(match operator {
                Operator::And => left & right,
                Operator::Or => left | right,
                _ => left ^ right,
            }),
            (ty, left, right) => panic!("{operator:?} of {left:?} and {right:?} as {ty:?}"),
        })
    }

    fn compare(&mut self, comparison: Comparison, left: &Expr, right: &Expr) -> Step<bool> {
        let ty = left.ty.clone();
        let left = self.evaluate(left)?;
        let right = self.evaluate(right)?;
        Ok(holds(comparison, &ty, &left, &right))
    }

    /// Whether a condition holds, and what an `assert` of it says if it does not: a comparison shows both sides.
    pub(super) fn asserted(&mut self, condition: &Expr) -> Step<(bool, String)> {
        let plain = "assertion failed".to_string();
        let ExprKind::Compare(comparison, left, right) = &condition.kind else {
            return Ok((self.truth(condition)?, plain));
        };
        let ty = left.ty.clone();
        let left = self.evaluate(left)?;
        let right = self.evaluate(right)?;
        let holds = holds(*comparison, &ty, &left, &right);
        let quotes = match ty.target() {
            Type::Text => "\"",
            ty if has_text(ty) => "",
            _ => return Ok((holds, plain)),
        };
        let symbol = match comparison {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        };
        let (left, right) = (shown_text(&ty, &left), shown_text(&ty, &right));
        Ok((holds, format!("{plain}: {quotes}{left}{quotes} {symbol} {quotes}{right}{quotes}")))
    }
    /// Arguments by position, evaluated in the order in which they are written.
    fn arguments(&mut self, arguments: &[Expr], order: Option<&[usize]>) -> Step<Vec<Value>> {
        let Some(order) = order else {
            return arguments.iter().map(|argument| self.evaluate(argument)).collect();
        };
        let mut values = vec![Value::Missing; arguments.len()];
        for index in order {
            values[*index] = self.evaluate(&arguments[*index])?;
        }
        Ok(values)
    }

    fn call_of(&mut self, callee: &Callee, arguments: &[Expr], order: Option<&[usize]>) -> Step<Value> {
        match callee {
            Callee::Function(function) | Callee::Method(function) => {
                let function = self.tree.functions[*function].clone();
                let arguments = self.arguments(arguments, order)?;
                self.call(&function, arguments)
            }
            Callee::Pointer(pointer) => {
                let Value::Function(function) = self.evaluate(pointer)? else {
                    panic!("only functions are called");
                };
                let function = self.tree.functions[function].clone();
                let arguments = self.arguments(arguments, order)?;
                self.call(&function, arguments)
            }
            Callee::C(CFunction::StrLen) => {
                let text = self.text(&arguments[0])?;
                Ok(Value::Int(text.len() as u128))
            }
            Callee::C(CFunction::SquareRoot) => match self.evaluate(&arguments[0])? {
                Value::F64(number) => Ok(Value::F64(number.sqrt())),
                other => panic!("the root of {other:?}"),
            },
        }
    }

    fn interpolate(&mut self, parts: &[Part]) -> Step<Value> {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(literal) => text.push_str(literal),
                Part::Value(value) => {
                    let shown = self.evaluate(value)?;
                    text.push_str(&shown_text(&value.ty, &shown));
                }
            }
        }
        self.made_text(text)
    }
}

/// Whether two values of a type compare so.
pub(super) fn holds(comparison: Comparison, ty: &Type, left: &Value, right: &Value) -> bool {
    let floats = match (left, right) {
        (Value::F32(left), Value::F32(right)) => Some((f64::from(*left), f64::from(*right))),
        (Value::F64(left), Value::F64(right)) => Some((*left, *right)),
        (_, _) => None,
    };
    let ordering = match floats {
        Some((left, right)) => left.partial_cmp(&right),
        None => Some(order(ty, left, right)),
    };
    match comparison {
        Comparison::Equal => ordering.is_some_and(std::cmp::Ordering::is_eq),
        Comparison::NotEqual => !ordering.is_some_and(std::cmp::Ordering::is_eq),
        Comparison::Less => ordering.is_some_and(std::cmp::Ordering::is_lt),
        Comparison::LessEqual => ordering.is_some_and(std::cmp::Ordering::is_le),
        Comparison::Greater => ordering.is_some_and(std::cmp::Ordering::is_gt),
        Comparison::GreaterEqual => ordering.is_some_and(std::cmp::Ordering::is_ge),
    }
}

/// Whether values of a type have a text form.
fn has_text(ty: &Type) -> bool {
    match ty {
        Type::Tuple(types) => types.iter().all(has_text),
        Type::Array(element, _) => has_text(element),
        Type::Int(_) | Type::F32 | Type::F64 | Type::Bool | Type::Text => true,
        _ => false,
    }
}

/// A value as `println` writes it.
pub(super) fn shown_text(ty: &Type, value: &Value) -> String {
    match (ty.target(), value) {
        (Type::Int(int), Value::Int(bits)) => arithmetic::integer_text(*int, *bits),
        (_, Value::F32(number)) => arithmetic::float_text(f64::from(*number), 6),
        (_, Value::F64(number)) => arithmetic::float_text(*number, 15),
        (_, Value::Bool(truth)) => truth.to_string(),
        (_, Value::Text(text)) => text.to_string(),
        (Type::Tuple(types), Value::Parts(parts)) => {
            let parts: Vec<String> = types.iter().zip(parts).map(|(ty, part)| shown_text(ty, part)).collect();
            format!("({})", parts.join(", "))
        }
        (Type::Array(element, _), Value::Parts(parts)) => {
            let parts: Vec<String> = parts.iter().map(|part| shown_text(element, part)).collect();
            format!("[{}]", parts.join(", "))
        }
        (ty, other) => panic!("{other:?} of {ty:?} has no text form"),
    }
}

/// What a guarded operator does instead: it wraps, divides by a small positive number, or shifts by less.
fn guarded(operator: Operator, right: u128, bits: u32) -> (Operator, u128) {
    match operator {
        Operator::Add => (Operator::AddWrapping, right),
        Operator::Subtract => (Operator::SubtractWrapping, right),
        Operator::Multiply => (Operator::MultiplyWrapping, right),
        Operator::Divide | Operator::Remainder => (operator, right & 15 | 1),
        Operator::ShiftLeft | Operator::ShiftRight => (operator, right & u128::from(bits - 1)),
        Operator::AddWrapping
        | Operator::SubtractWrapping
        | Operator::MultiplyWrapping
        | Operator::And
        | Operator::Or
        | Operator::Xor => (operator, right),
    }
}
