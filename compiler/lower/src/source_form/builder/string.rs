//! What the language does with strings by itself: `+`, comparison, `${…}` and printing, as calls of the runtime.

use hir::{
    Align, BinaryOperator, Expression, ExpressionId, InterpolationPart, LangItem, List, NumberForm, TextFormat,
    UnaryOperator,
};
use types::{Adjustment, Cast, Derivable, Detail, Operator, Ty};

use super::super::statement::{
    BorrowKind, Callee, ConstantValue, DropExtent, Operand, RuntimeFunction, Rvalue, Shown, StatementKind,
};
use super::{Builder, Place};

impl Builder<'_> {
    /// `((a + b) + c) + d`: down the left sides, then up again.
    pub(super) fn concatenation(&mut self, expression: ExpressionId) -> Operand {
        let mark = self.spine.len();
        let mut innermost = expression;
        while let Expression::Binary { left, .. } = self.body[innermost]
            && self.inference.detail(innermost) == Detail::Operator(Operator::StringConcatenation)
            && (innermost == expression || self.inference.adjustment(innermost) == Adjustment::None)
        {
            self.spine.push(innermost);
            innermost = left;
        }
        let mut joined = self.lent_string(innermost);
        while self.spine.len() > mark {
            let Some(link) = self.spine.pop() else { break };
            let Expression::Binary { right, .. } = self.body[link] else {
                break;
            };
            let right = self.lent_string(right);
            let text = self.runtime_call(RuntimeFunction::StringConcat, &[joined, right], Ty::STRING, link);
            if self.spine.len() == mark {
                return text;
            }
            joined = self.lend_string(text, link);
        }
        joined
    }

    /// `place += right`, the right side lent.
    pub(super) fn append(&mut self, place: Place, right: Operand, expression: ExpressionId) {
        let left = self.borrow(place, Ty::STRING, BorrowKind::Shared, expression);
        let joined = self.runtime_call(RuntimeFunction::StringConcat, &[left, right], Ty::STRING, expression);
        self.emit(StatementKind::Drop { place, extent: DropExtent::Whole, flag: None }, expression);
        self.assign(place, Rvalue::Use(joined), expression);
    }

    pub(super) fn string_comparison(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let left = self.lent_string(left);
        let right = self.lent_string(right);
        if operator == BinaryOperator::Equal || operator == BinaryOperator::NotEqual {
            let equal = self.runtime_call(RuntimeFunction::StringEqual, &[left, right], Ty::BOOL, expression);
            if operator == BinaryOperator::Equal {
                return self.deliver(equal, expression, destination);
            }
            return self.compute(Rvalue::Unary(UnaryOperator::Not, equal), expression, destination);
        }
        let order = self.runtime_call(RuntimeFunction::StringCompare, &[left, right], Ty::I64, expression);
        let zero = self.constant(Ty::I64, ConstantValue::Integer(0));
        self.compute(Rvalue::Binary(operator, order, zero), expression, destination)
    }

    /// `"… ${x} …"`: the texts of the parts joined from left to right, each value with the text behind it.
    pub(super) fn interpolation(&mut self, parts: List, expression: ExpressionId) -> Operand {
        let body = self.body;
        let mut joined: Option<Operand> = None;
        let mut parts = body.parts(parts).iter().peekable();
        while let Some(part) = parts.next() {
            let value = match *part {
                InterpolationPart::Text(text) => (Shown::String, self.text(Ty::STRING, &body[text])),
                InterpolationPart::Value(value, None) => match self.shown(value) {
                    Some(shown) => shown,
                    None => (Shown::String, self.poison(value)),
                },
                InterpolationPart::Value(value, Some(format)) => (Shown::String, self.formatted(value, format)),
            };
            let behind = match (part, parts.peek()) {
                (InterpolationPart::Value(..), Some(&InterpolationPart::Text(text))) => {
                    parts.next();
                    Some(&*body[*text])
                }
                (InterpolationPart::Text(_) | InterpolationPart::Value(..), _) => None,
            };
            joined = Some(self.between(joined, value, behind, expression));
        }
        match joined {
            None => self.text(Ty::STRING, ""),
            // A single part that is a string is only lent so far.
            Some(joined) => self.owned_text(joined, expression),
        }
    }

    /// A value between two texts, either of which may be missing: a string of one's own, or, of a string alone, a borrow.
    pub(super) fn between(
        &mut self,
        before: Option<Operand>,
        (shown, value): (Shown, Operand),
        behind: Option<&str>,
        at: ExpressionId,
    ) -> Operand {
        let around = match shown {
            Shown::I64 => LangItem::StringAroundI64,
            Shown::U64 => LangItem::StringAroundU64,
            Shown::String => LangItem::StringAround,
            Shown::Bool | Shown::I128 | Shown::U128 | Shown::F32 | Shown::F64 => {
                let text = self.runtime_call(RuntimeFunction::ToString(shown), &[value], Ty::STRING, at);
                return self.between(before, (Shown::String, text), behind, at);
            }
        };
        let value = match (shown, before, behind) {
            (Shown::String, None, None) => return value,
            (Shown::String, Some(before), None) => return self.concatenated(before, value, at),
            (Shown::String, None, Some(behind)) => {
                let behind = self.lent_text(behind);
                return self.concatenated(value, behind, at);
            }
            (_, None, None) => return self.runtime_call(RuntimeFunction::ToString(shown), &[value], Ty::STRING, at),
            (Shown::String, Some(_), Some(_)) => self.lend_string(value, at),
            (_, _, _) => value,
        };
        let before = match before {
            Some(before) => self.lend_string(before, at),
            None => self.lent_text(""),
        };
        let behind = self.lent_text(behind.unwrap_or_default());
        self.call_of_library(around, &[before, value, behind], at)
    }

    /// The string that a function of the library makes: one as any other, though nobody writes the call.
    fn call_of_library(&mut self, function: LangItem, values: &[Operand], at: ExpressionId) -> Operand {
        let Some(item) = hir::lang_item(self.db, function) else { return self.poison(at) };
        let type_arguments = (self.form.type_lists.len() as u32, 0);
        let call = self.call_of_values(Callee::Function { item, type_arguments }, values);
        self.value(Ty::STRING, call, at)
    }

    /// The text of a value in a format that fits it.
    fn formatted(&mut self, value: ExpressionId, format: TextFormat) -> Operand {
        let of = self.used_type(value).value_type();
        let Some((shown, operand)) = self.shown(value) else {
            return self.poison(value);
        };
        let (function, operand, flag) = match shown {
            Shown::I64 | Shown::U64 | Shown::I128 | Shown::U128 => {
                let is_signed = matches!(shown, Shown::I64 | Shown::I128) && format.form.is_none();
                // Other forms write the bits that there are.
                let operand = match of.int_kind() {
                    Some(kind) if !is_signed => {
                        self.value(Ty::int(kind.unsigned()), Rvalue::Cast(Cast::IntToInt, operand), value)
                    }
                    Some(_) | None => operand,
                };
                let wide = self.value(Ty::U128, Rvalue::Cast(Cast::IntToInt, operand), value);
                (LangItem::FormatInteger, wide, is_signed)
            }
            Shown::F64 => (LangItem::FormatFloat, operand, false),
            Shown::F32 => {
                let wide = self.value(Ty::F64, Rvalue::Cast(Cast::FloatToFloat, operand), value);
                (LangItem::FormatFloat, wide, true)
            }
            Shown::Bool => {
                let text = self.runtime_call(RuntimeFunction::ToString(shown), &[operand], Ty::STRING, value);
                (LangItem::FormatText, self.lend_string(text, value), false)
            }
            Shown::String => (LangItem::FormatText, self.lend_string(operand, value), false),
        };
        let packed = self.constant(Ty::I64, ConstantValue::Integer(packed(format, flag)));
        self.call_of_library(function, &[operand, packed], value)
    }

    pub(super) fn print(&mut self, value: ExpressionId) {
        match self.shown(value) {
            Some((shown, operand)) => {
                let operand = if shown == Shown::String { self.lend_string(operand, value) } else { operand };
                self.runtime_call(RuntimeFunction::Print(shown), &[operand], Ty::UNIT, value);
            }
            None => {
                self.give_up(value);
            }
        }
    }

    /// How a value is shown, and the value as the runtime takes it: widened, or lent.
    fn shown(&mut self, value: ExpressionId) -> Option<(Shown, Operand)> {
        let ty = self.used_type(value);
        let of = ty.value_type();
        let Some((shown, widened)) = Shown::of(of) else {
            if of.is_error() {
                self.operand(value);
                return None;
            }
            let place = self.looked_at_place(value);
            let lent = self.lent_part(place, of, value);
            let text = self.derivable_call(Derivable::Show, of, &[lent], Ty::STRING, value);
            return Some((Shown::String, text));
        };
        if shown == Shown::String {
            return Some((shown, self.lent_string(value)));
        }
        let operand = if ty == of {
            self.operand(value)
        } else {
            let place = self.looked_at_place(value);
            self.consume(place, of, value)
        };
        if of == widened {
            return Some((shown, operand));
        }
        Some((shown, self.value(widened, Rvalue::Cast(Cast::IntToInt, operand), value)))
    }

    /// A borrow of the string an expression yields, where it is.
    pub(super) fn lent_string(&mut self, expression: ExpressionId) -> Operand {
        if let hir::Expression::String(text) = self.body[expression]
            && self.inference.adjustment(expression) == types::Adjustment::None
        {
            return self.lent_text(&self.body[text]);
        }
        let place = self.looked_at_place(expression);
        self.borrow(place, Ty::STRING, BorrowKind::Shared, expression)
    }

    /// A borrow of a literal: its object is there for ever, so this is no loan.
    pub(super) fn lent_text(&mut self, text: &str) -> Operand {
        self.text(Ty::borrow(Ty::STRING, false), text)
    }

    /// A borrow of a string at hand.
    pub(super) fn lend_string(&mut self, text: Operand, expression: ExpressionId) -> Operand {
        let place = match text {
            Operand::Constant(constant) => {
                let value = self.form.constant(constant).value;
                return self.constant(Ty::borrow(Ty::STRING, false), value);
            }
            Operand::Poison(_) => return text,
            Operand::Copy(place) | Operand::Move(place) => {
                if self.form.place_type(self.db, place).as_borrow().is_some() {
                    return text;
                }
                match text {
                    Operand::Move(_) => self.memory(text, Ty::STRING, expression),
                    Operand::Copy(_) | Operand::Constant(_) | Operand::Poison(_) => place,
                }
            }
        };
        self.borrow(place, Ty::STRING, BorrowKind::Shared, expression)
    }
}

/// A format as the standard library takes it, in one integer; `flag` says that an integer has a sign, or that a float is an
/// `f32`. `std/runtime/format.lang` takes it apart.
fn packed(format: TextFormat, flag: bool) -> i64 {
    let align = match format.align {
        None => 0,
        Some(Align::Left) => 1,
        Some(Align::Centre) => 2,
        Some(Align::Right) => 3,
    };
    let form = match format.form {
        None => 0,
        Some(NumberForm::Binary) => 1,
        Some(NumberForm::Octal) => 2,
        Some(NumberForm::Hexadecimal) => 3,
        Some(NumberForm::UpperHexadecimal) => 4,
        Some(NumberForm::Exponent) => 5,
    };
    let fields = [
        (i64::from(u32::from(format.fill)), 21),
        (align, 2),
        (i64::from(format.has_plus), 1),
        (i64::from(format.has_zeros), 1),
        (form, 3),
        (i64::from(format.width.unwrap_or(0)), 14),
        (format.digits.map_or(0, |digits| i64::from(digits) + 1), 15),
        (i64::from(flag), 1),
    ];
    fields.iter().rev().fold(0, |packed, (value, bits)| packed << bits | value)
}
