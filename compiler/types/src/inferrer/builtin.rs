//! Functions of the compiler: their types cannot be written in the language. Must not know how they are carried out.

use hir::{BuiltinFunction, Expression, ExpressionId, List};

use super::{Expectation, Inferrer};
use crate::classify::is_plain;
use crate::display::display;
use crate::inference::{Builtin, Callee};
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::ty::Ty;

impl Inferrer<'_> {
    /// `println`, `size_of[T]` and their kin, if that is what is called, with the written type arguments.
    pub(super) fn builtin_callee(&self, callee: ExpressionId) -> Option<(BuiltinFunction, Option<List>)> {
        if let Expression::BuiltinFunction(function) = self.expression(callee) {
            return Some((function, None));
        }
        if let Expression::Instantiate { base, arguments } = self.expression(callee)
            && let Expression::BuiltinFunction(function) = self.expression(base)
        {
            return Some((function, Some(arguments)));
        }
        None
    }

    pub(super) fn builtin_as_value(&mut self, expression: ExpressionId, name: &str) -> Ty {
        self.report(problems::not_a_value(self.at(expression), name, "a function of the compiler", "call it"));
        Ty::ERROR
    }

    pub(super) fn call_builtin(
        &mut self,
        expression: ExpressionId,
        function: BuiltinFunction,
        types: Option<List>,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        let wanted = match function {
            BuiltinFunction::Print | BuiltinFunction::Println | BuiltinFunction::Panic | BuiltinFunction::Assert => 1,
            BuiltinFunction::Swap | BuiltinFunction::Replace => 2,
            BuiltinFunction::SizeOf | BuiltinFunction::AlignOf | BuiltinFunction::Zeroed => 0,
            BuiltinFunction::OffsetOf => 1,
        };
        let Some(values) = self.builtin_arguments(expression, function.text(), wanted, arguments) else {
            return Ty::ERROR;
        };
        let first = self.table.arguments.len();
        for (index, &value) in values.iter().enumerate() {
            self.add_argument(value, index as u32);
        }
        let target = match function {
            BuiltinFunction::SizeOf
            | BuiltinFunction::AlignOf
            | BuiltinFunction::OffsetOf
            | BuiltinFunction::Zeroed => Some(self.builtin_type(expression, function, types, expectation)),
            BuiltinFunction::Print
            | BuiltinFunction::Println
            | BuiltinFunction::Panic
            | BuiltinFunction::Assert
            | BuiltinFunction::Swap
            | BuiltinFunction::Replace => {
                if let Some(types) = types {
                    self.type_arguments_refused(expression, function.text(), types);
                }
                None
            }
        };
        let ty = target.unwrap_or(Ty::UNIT);
        if ty.is_error() {
            self.infer_arguments(arguments);
            return Ty::ERROR;
        }
        let Some((builtin, result)) = self.checked_builtin(expression, function, ty, &values) else {
            return Ty::ERROR;
        };
        let count = if function == BuiltinFunction::OffsetOf { 0 } else { values.len() };
        self.add_call(expression, Callee::Builtin(builtin), first, count);
        result
    }

    /// Checks the arguments of a function of the compiler; `ty` is its type argument. Gives the type of its result.
    fn checked_builtin(
        &mut self,
        expression: ExpressionId,
        function: BuiltinFunction,
        ty: Ty,
        values: &[ExpressionId],
    ) -> Option<(Builtin, Ty)> {
        let found = match function {
            BuiltinFunction::Print => {
                self.printable(values[0]);
                (Builtin::Print, Ty::UNIT)
            }
            BuiltinFunction::Println => {
                self.printable(values[0]);
                (Builtin::Println, Ty::UNIT)
            }
            BuiltinFunction::Panic => {
                self.message(values[0]);
                (Builtin::Panic, Ty::NEVER)
            }
            BuiltinFunction::Assert => {
                self.check(values[0], Ty::BOOL);
                (Builtin::Assert, Ty::UNIT)
            }
            BuiltinFunction::Swap => {
                let borrow = self.mutable_argument(values[0], None);
                self.mutable_argument(values[1], borrow);
                (Builtin::Swap, Ty::UNIT)
            }
            BuiltinFunction::Replace => {
                let result = match self.mutable_argument(values[0], None) {
                    Some(borrow) => {
                        self.check(values[1], borrow.value_type());
                        borrow.value_type()
                    }
                    None => {
                        self.infer(values[1], Expectation::Any);
                        Ty::ERROR
                    }
                };
                (Builtin::Replace, result)
            }
            BuiltinFunction::SizeOf => (Builtin::SizeOf(ty), Ty::I64),
            BuiltinFunction::AlignOf => (Builtin::AlignOf(ty), Ty::I64),
            BuiltinFunction::OffsetOf => match self.offset_field(values[0], ty) {
                Some(field) => (Builtin::OffsetOf(ty, field), Ty::I64),
                None => return None,
            },
            BuiltinFunction::Zeroed => {
                self.require_unsafe(expression, "`zeroed`");
                if !is_plain(self.db, ty) {
                    let problem = problems::zeroed_owner(self.at(expression), &display(self.db, ty));
                    self.report(problem);
                }
                (Builtin::Zeroed(ty), ty)
            }
        };
        Some(found)
    }

    /// The arguments of a function of the compiler, which are never named.
    pub(super) fn builtin_arguments(
        &mut self,
        expression: ExpressionId,
        name: &str,
        wanted: usize,
        arguments: List,
    ) -> Option<smallvec::SmallVec<[ExpressionId; 2]>> {
        let body = self.body;
        let written = body.arguments(arguments);
        if let Some((named, argument)) =
            written.iter().find_map(|argument| argument.name.map(|named| (named, argument.value)))
        {
            let callee = format_args!("`{name}`").to_string();
            self.report(problems::unknown_argument(self.at(argument), &named.text(), &callee, "parameter", &[]));
            self.infer_arguments(arguments);
            return None;
        }
        if let Some(problem) = self.type_as_argument(expression, name, arguments) {
            self.report(problem);
            return None;
        }
        if written.len() != wanted {
            self.report(problems::builtin_argument_count(self.at(expression), name, wanted, written.len()));
            self.infer_arguments(arguments);
            return None;
        }
        Some(written.iter().map(|argument| argument.value).collect())
    }

    /// The one type argument of `size_of[T]()` and its kin; `zeroed()` may take it from what is expected.
    fn builtin_type(
        &mut self,
        expression: ExpressionId,
        function: BuiltinFunction,
        types: Option<List>,
        expectation: Expectation,
    ) -> Ty {
        let body = self.body;
        let name = function.text();
        match types.map(|types| body.types.list(types)) {
            Some(&[only]) if function == BuiltinFunction::Zeroed => self.resolve_written(only),
            Some(&[only]) => self.resolve_measured(only),
            Some(several) => {
                self.report(problems::type_argument_count(self.at(expression), name, 1, several.len()));
                Ty::ERROR
            }
            None => match expectation.ty() {
                Some(ty) if function == BuiltinFunction::Zeroed => ty,
                Some(_) | None => {
                    let advice = format!("write it: `{name}[T](…)`");
                    self.unknown_type(expression, expectation, "the type argument", &advice)
                }
            },
        }
    }

    fn type_arguments_refused(&mut self, expression: ExpressionId, name: &str, types: List) {
        self.report(problems::type_argument_count(self.at(expression), name, 0, types.len()));
    }

    /// A `String` that is only looked at.
    fn message(&mut self, value: ExpressionId) {
        let found = self.infer_known(value);
        let ty = found.value_type();
        if ty != Ty::STRING && ty != Ty::NEVER && !ty.is_error() {
            let problem = problems::mismatched_types(self.at(value), "String", &display(self.db, ty));
            self.report(self.with_text(problem, value));
        }
    }

    /// An argument written `mut x`, of the type of the other if that is known.
    fn mutable_argument(&mut self, value: ExpressionId, other: Option<Ty>) -> Option<Ty> {
        match other {
            Some(borrow) => {
                self.check(value, borrow);
                self.check_exchanged(value);
                Some(borrow)
            }
            None => {
                let found = self.infer(value, Expectation::Any);
                self.check_exchanged(value);
                match found.as_borrow() {
                    Some((_, true)) => Some(found),
                    Some((_, false)) | None => {
                        if !found.is_error() && found != Ty::NEVER {
                            let problem = problems::mut_not_written(
                                self.at(value),
                                &display(self.db, found.value_type()),
                                self.is_changeable(value),
                            );
                            self.report(problem);
                        }
                        None
                    }
                }
            }
        }
    }

    /// What a lent closure or `dyn` leads to is of a type that is not known, and exchanged with nothing.
    fn check_exchanged(&mut self, value: ExpressionId) {
        let place = match self.expression(value) {
            Expression::Borrow { place, .. } => place,
            _ => value,
        };
        let ty = self.type_of(place);
        if ty.is_pair() && ty.as_borrow().is_some() {
            self.report(problems::assigned_pair(self.at(value), &display(self.db, ty)));
        }
    }

    /// `size_of(T)` for `size_of[T]()`.
    fn type_as_argument(&mut self, expression: ExpressionId, name: &str, arguments: List) -> Option<Problem> {
        if !matches!(name, "size_of" | "align_of" | "offset_of" | "zeroed") {
            return None;
        }
        let body = self.body;
        let (first, rest) = body.arguments(arguments).split_first()?;
        let ty = self.named_type(first.value)?;
        let is_known = !ty.is_error()
            && matches!(self.expression(expression), Expression::Call { callee, .. } if matches!(self.expression(callee), Expression::BuiltinFunction(_)));
        let rest_fits = rest.len() == usize::from(name == "offset_of");
        if !(is_known && rest_fits) {
            return None;
        }
        let shown = display(self.db, ty);
        Some(problems::type_in_parentheses(self.at(expression), name, &shown))
    }

    /// The field that `offset_of[T]("field")` names.
    fn offset_field(&mut self, value: ExpressionId, ty: Ty) -> Option<u32> {
        self.infer(value, Expectation::Any);
        let Expression::String(text) = self.expression(value) else {
            self.report(problems::offset_of_name(self.at(value)));
            return None;
        };
        let text = &self.body[text];
        if let Some(item) = ty.as_item() {
            let definition = self.definition(item);
            if let Some(index) = definition.fields.iter().position(|field| *field.name.text() == **text) {
                return Some(index as u32);
            }
        }
        let problem = problems::unknown_field(Anchor::Expression(value), text, &display(self.db, ty));
        self.report(problem);
        None
    }
}
