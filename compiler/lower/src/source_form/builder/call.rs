//! Calls: arguments in the order they are written, then the call. Functions that the compiler knows by itself become
//! operations or calls of the runtime.

use hir::ExpressionId;
use types::{Adjustment, Argument, Builtin, Call, Cast, Ty};

use super::super::place::Projection;
use super::super::statement::{
    BorrowKind, Callee, ConstantValue, DropExtent, Operand, OperandList, RuntimeFunction, Rvalue, StatementKind,
};
use super::{Builder, Place};
use crate::diagnostics::kinds::always_fits::Condition;

impl Builder<'_> {
    pub(super) fn call(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let inference = self.inference;
        let Some(call) = inference.call_of(expression) else {
            let poison = self.poison(expression);
            return self.deliver(poison, expression, destination);
        };
        match call.callee {
            types::Callee::Function(item, types) => {
                let arguments = self.arguments(call);
                let type_arguments = self.type_list(types);
                let callee = Callee::Function { item, type_arguments };
                self.emit_call(callee, arguments, expression, destination)
            }
            types::Callee::Pointer(pointer) => {
                let ty = self.used_type(pointer);
                let operand = self.operand(pointer);
                let operand = self.hold(operand, pointer);
                let arguments = self.arguments(call);
                self.emit_call(Callee::Pointer { pointer: operand, ty }, arguments, expression, destination)
            }
            types::Callee::Closure(closure) => self.call_closure(call, closure, expression, destination),
            types::Callee::Structure(_) => {
                let fields = self.arguments(call);
                self.compute(Rvalue::Aggregate(fields), expression, destination)
            }
            types::Callee::Case(_, case) => {
                let carried = self.arguments(call);
                self.compute(Rvalue::Case(case, carried), expression, destination)
            }
            types::Callee::Union(_) => {
                let Some(argument) = inference.arguments(call).first() else {
                    let poison = self.poison(expression);
                    return self.deliver(poison, expression, destination);
                };
                let operand = self.operand(argument.expression);
                self.compute(Rvalue::Union(argument.parameter, operand), expression, destination)
            }
            types::Callee::Builtin(builtin) => self.builtin(builtin, call, expression, destination),
            types::Callee::Error => {
                for argument in inference.arguments(call) {
                    self.operand(argument.expression);
                }
                let poison = self.poison(expression);
                self.deliver(poison, expression, destination)
            }
        }
    }

    pub(super) fn type_list(&mut self, arguments: types::Arguments) -> (u32, u32) {
        if arguments.is_empty() {
            return (0, 0);
        }
        let start = self.form.type_lists.len() as u32;
        self.form.type_lists.extend_from_slice(&arguments.types());
        (start, self.form.type_lists.len() as u32 - start)
    }

    /// The arguments: evaluated as written, listed by parameter.
    pub(super) fn arguments(&mut self, call: &Call) -> OperandList {
        let arguments = self.inference.arguments(call);
        let count = arguments.iter().map(|argument| argument.parameter as usize + 1).max().unwrap_or(0);
        let last_write = arguments.iter().rposition(|each| self.may_write(each.expression)).unwrap_or(0);
        // The call reads its operands by parameter: where an argument moves, the others must have been read as written.
        let reordered = arguments.windows(2).any(|pair| pair[0].parameter > pair[1].parameter)
            && arguments.iter().any(|each| {
                let ty = self.used_type(each.expression);
                !self.is_copy(ty)
            });
        let mark = self.pending.len();
        let nothing = self.unit_constant();
        self.pending.resize(mark + count, nothing);
        for (index, argument) in arguments.iter().enumerate() {
            let operand = self.argument(argument);
            let operand =
                if index < last_write || reordered { self.hold(operand, argument.expression) } else { operand };
            self.pending[mark + argument.parameter as usize] = operand;
        }
        self.finish_list(mark)
    }

    /// One argument. A `mut` written as an argument counts as `ref` until all arguments are evaluated.
    fn argument(&mut self, argument: &Argument) -> Operand {
        let expression = argument.expression;
        let adjustment = self.inference.adjustment(expression);
        if let hir::Expression::Borrow { mutable: true, place } = self.body[expression]
            && matches!(adjustment, Adjustment::None | Adjustment::Address | Adjustment::Object)
        {
            let place_lent = self.borrowed_place(place, expression);
            self.note_change(place_lent, expression);
            let ty = self.inference.expression_type(expression);
            let lent = self.value(ty, Rvalue::Borrow(BorrowKind::MutableArgument, place_lent), expression);
            return match adjustment {
                Adjustment::Object => self.object_of(lent, expression),
                _ => lent,
            };
        }
        if let hir::Expression::Borrow { mutable: true, place } = self.body[expression]
            && adjustment == Adjustment::SliceMutable
        {
            let array = self.borrowed_place(place, expression);
            self.note_change(array, expression);
            let ty = self.inference.expression_type(expression).value_type();
            return self.slice_of(array, ty, BorrowKind::MutableArgument, expression);
        }
        self.operand(expression)
    }

    /// The call itself.
    pub(super) fn emit_call(
        &mut self,
        callee: Callee,
        arguments: OperandList,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let ty = self.inference.expression_type(expression);
        let callee = self.callee(callee);
        let rvalue = Rvalue::Call(callee, arguments);
        if ty == Ty::NEVER || ty == Ty::UNIT {
            let unit = self.unit_place();
            self.assign(unit, rvalue, expression);
            if ty == Ty::NEVER {
                self.diverge();
            }
            return self.without_value(destination);
        }
        self.compute(rvalue, expression, destination)
    }

    /// A call of the runtime.
    pub(super) fn runtime_call(
        &mut self,
        function: RuntimeFunction,
        operands: &[Operand],
        ty: Ty,
        expression: ExpressionId,
    ) -> Operand {
        let mark = self.pending.len();
        self.pending.extend_from_slice(operands);
        let arguments = self.finish_list(mark);
        let callee = self.callee(Callee::Runtime(function));
        let rvalue = Rvalue::Call(callee, arguments);
        if ty == Ty::UNIT {
            let unit = self.unit_place();
            self.assign(unit, rvalue, expression);
            return self.unit_constant();
        }
        self.value(ty, rvalue, expression)
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        call: &Call,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let arguments = self.inference.arguments(call);
        let first = arguments.first().map(|argument| argument.expression);
        let second = arguments.get(1).map(|argument| argument.expression);
        let ty = self.inference.expression_type(expression);
        match (builtin, first, second) {
            (Builtin::Print, Some(value), _) => {
                self.print(value);
                self.without_value(destination)
            }
            (Builtin::Println, value, _) => {
                if let Some(value) = value {
                    self.print(value);
                }
                self.runtime_call(RuntimeFunction::PrintNewline, &[], Ty::UNIT, expression);
                self.without_value(destination)
            }
            (Builtin::Panic, Some(message), _) => {
                let message = self.lent_string(message);
                self.panic(message, expression);
                self.unit_constant()
            }
            (Builtin::Assert, Some(condition), _) if self.assert_comparison(condition, expression) => {
                self.without_value(destination)
            }
            (Builtin::Assert, Some(condition), _) => {
                let (holds, fails) = (self.label(), self.label());
                self.condition(condition, Condition::Part, holds, fails);
                self.start(fails);
                let mark = self.mark();
                let message = self.text(Ty::STRING, "assertion failed");
                let message = self.lend_string(message, expression);
                self.panic(message, expression);
                self.endings.truncate(mark);
                self.start(holds);
                self.without_value(destination)
            }
            (Builtin::Swap, Some(left), Some(right)) => {
                let (left, right) =
                    (self.behind_argument(&arguments[0], left), self.behind_argument(&arguments[1], right));
                self.emit(StatementKind::Swap(left, right), expression);
                self.without_value(destination)
            }
            (Builtin::Replace, Some(target), Some(value)) => {
                let target = self.behind_argument(&arguments[0], target);
                let operand = self.operand(value);
                let ty = self.used_type(value);
                let new = self.memory(operand, ty, value);
                self.emit(StatementKind::Swap(target, new), expression);
                self.deliver(Operand::Move(new), expression, destination)
            }
            (Builtin::SizeOf(of), ..) => {
                let operand = self.constant(ty, ConstantValue::SizeOf(of));
                self.deliver(operand, expression, destination)
            }
            (Builtin::AlignOf(of), ..) => {
                let operand = self.constant(ty, ConstantValue::AlignOf(of));
                self.deliver(operand, expression, destination)
            }
            (Builtin::OffsetOf(of, field), ..) => {
                let operand = self.constant(ty, ConstantValue::OffsetOf(of, field));
                self.deliver(operand, expression, destination)
            }
            (Builtin::PointerNull(_), ..) => {
                let operand = self.constant(ty, ConstantValue::Null);
                self.deliver(operand, expression, destination)
            }
            (Builtin::Length, Some(slice), _) => {
                let operand = self.length(slice, expression);
                self.deliver(operand, expression, destination)
            }
            (Builtin::Zeroed(_), ..) => self.compute(Rvalue::Zeroed, expression, destination),
            (Builtin::PointerOffset(_), Some(pointer), Some(count)) => {
                let operand = self.operand(pointer);
                let operand = if self.may_write(count) { self.hold(operand, pointer) } else { operand };
                let count = self.operand(count);
                self.compute(Rvalue::PointerOffset(operand, count), expression, destination)
            }
            (Builtin::PointerWrite(_), Some(pointer), Some(value)) => {
                let place = self.pointed_to(pointer);
                let operand = self.operand(value);
                self.assign(place, Rvalue::Use(operand), expression);
                self.without_value(destination)
            }
            (Builtin::PointerRead(_), Some(pointer), _) => {
                let place = self.pointed_to(pointer);
                self.compute(Rvalue::Use(Operand::Move(place)), expression, destination)
            }
            (Builtin::PointerDrop(of), Some(pointer), _) => {
                let place = self.pointed_to(pointer);
                if types::needs_drop(self.db, of) {
                    let drop = StatementKind::Drop { place, extent: DropExtent::Whole, flag: None };
                    self.emit(drop, expression);
                }
                self.without_value(destination)
            }
            // Owner and pointer are the same address.
            (Builtin::IntoRaw(_) | Builtin::FromRaw(_), Some(value), _) => {
                let operand = self.operand(value);
                self.compute(Rvalue::Cast(Cast::PointerToPointer, operand), expression, destination)
            }
            (
                Builtin::Print
                | Builtin::PointerWrite(_)
                | Builtin::PointerRead(_)
                | Builtin::PointerDrop(_)
                | Builtin::IntoRaw(_)
                | Builtin::FromRaw(_)
                | Builtin::Panic
                | Builtin::Assert
                | Builtin::Swap
                | Builtin::Replace
                | Builtin::Length
                | Builtin::PointerOffset(_),
                ..,
            ) => {
                // The wrong number of arguments has been reported.
                let poison = self.poison(expression);
                self.deliver(poison, expression, destination)
            }
        }
    }

    fn panic(&mut self, message: Operand, expression: ExpressionId) {
        self.runtime_call(RuntimeFunction::Panic, &[message], Ty::UNIT, expression);
        self.diverge();
    }

    /// What a raw pointer leads to; the pointer is evaluated here and does not change with what it was read from.
    fn pointed_to(&mut self, pointer: ExpressionId) -> Place {
        let operand = self.operand(pointer);
        let ty = self.used_type(pointer);
        let place = match self.hold(operand, pointer) {
            Operand::Move(place) | Operand::Copy(place) if place.as_local().is_some() => place,
            operand => self.memory(operand, ty, pointer),
        };
        let first = self.constant(Ty::I64, ConstantValue::Integer(0));
        self.form.project(place, Projection::PointerElement(first))
    }

    /// What an argument of type `mut T` leads to.
    fn behind_argument(&mut self, argument: &Argument, expression: ExpressionId) -> Place {
        if let hir::Expression::Borrow { mutable: true, place } = self.body[expression]
            && self.used_type(place).is_pair()
        {
            // What is lent of a closure or `dyn` is a copy of its words: these themselves are behind a pointer to them.
            let ty = Ty::borrow(self.used_type(place), true);
            let lent = self.borrowed_place(place, expression);
            self.note_change(lent, expression);
            let pointer = self.value(ty, Rvalue::Borrow(BorrowKind::MutableArgument, lent), expression);
            let (Operand::Move(pointer) | Operand::Copy(pointer)) = self.hold(pointer, expression) else {
                unreachable!("what has been computed stands in a place")
            };
            return self.form.project(pointer, Projection::Deref { mutable: true });
        }
        let operand = self.argument(argument);
        let ty = self.used_type(expression);
        let place = match self.hold(operand, expression) {
            Operand::Move(place) | Operand::Copy(place) => place,
            operand @ (Operand::Constant(_) | Operand::Poison(_)) => self.memory(operand, ty, expression),
        };
        if ty.as_borrow().is_some() { self.form.project(place, Projection::Deref { mutable: true }) } else { place }
    }
}
