//! Owners in C's memory: the methods of raw pointers, `into_raw` and `from_raw` of heap types. Owns their types and what
//! of them needs `unsafe`; that they move without dropping is `lower`'s.

use hir::{ExpressionId, List, Name};

use super::{Expectation, Inferrer};
use crate::definition::DefinitionKind;
use crate::display::display;
use crate::inference::{Adjustment, Builtin, Callee};
use crate::problems;
use crate::raw::{builtin_method, builtin_method_types, object_pointer};
use crate::ty::{Ty, TypeKind};

impl Inferrer<'_> {
    /// `p.offset(n)`, `p.write(value)`, `p.read()`, `p.drop_in_place()`
    pub(super) fn pointer_method(
        &mut self,
        expression: ExpressionId,
        receiver: ExpressionId,
        found: Ty,
        target: Ty,
        name: Name,
        arguments: List,
    ) -> Ty {
        let ty = self.read_value(receiver, found);
        let builtin = builtin_method(self.db, ty, &name.text());
        let Some((builtin, (parameters, result))) = builtin.and_then(|each| Some((each, builtin_method_types(each)?)))
        else {
            self.unknown_method(expression, ty, name);
            self.infer_arguments(arguments);
            return Ty::ERROR;
        };
        let Some(values) = self.builtin_arguments(expression, &name.text(), parameters.len(), arguments) else {
            return result;
        };
        let is_offset = matches!(builtin, Builtin::PointerOffset(_));
        if !is_offset && !self.check_content(expression, name, target) {
            self.infer_arguments(arguments);
            return Ty::ERROR;
        }
        let first = self.table.arguments.len();
        self.add_argument(receiver, 0);
        for &value in &values {
            self.add_argument(value, 1);
        }
        for &value in &values {
            if is_offset {
                self.distance(value);
            } else {
                self.check(value, target);
            }
        }
        self.add_call(expression, Callee::Builtin(builtin), first, 1 + values.len());
        result
    }

    fn distance(&mut self, distance: ExpressionId) {
        let found = self.infer(distance, Expectation::Any);
        let value = self.read_value(distance, found);
        if !value.is_integer() && !value.is_error() && value != Ty::NEVER {
            let problem = problems::not_an_integer(self.at(distance), &display(self.db, value));
            self.report(problem);
        }
    }

    /// Whether what a pointer leads to can be moved or dropped: it has a size, and is a value but for dropping.
    fn check_content(&mut self, expression: ExpressionId, name: Name, target: Ty) -> bool {
        let opaque = target.as_named().is_some_and(|named| self.definition(named.item).kind == DefinitionKind::Opaque);
        if target == Ty::UNIT || opaque {
            let problem = problems::untyped_pointer(self.at(expression), &display(self.db, target));
            self.report(problem);
            return false;
        }
        self.require_unsafe(expression, &format!("`{}`", name.text()));
        if matches!(target.kind(), TypeKind::Object(_)) && name.text() != "drop_in_place" {
            let problem = problems::object_value(self.at(expression), &display(self.db, target));
            self.report(problem);
            return false;
        }
        true
    }

    /// `value.into_raw()` of a heap type.
    pub(super) fn call_into_raw(
        &mut self,
        expression: ExpressionId,
        receiver: ExpressionId,
        found: Ty,
        arguments: List,
    ) -> Ty {
        let ty = found.value_type();
        let Some(result) = object_pointer(ty) else {
            return Ty::ERROR;
        };
        if self.builtin_arguments(expression, "into_raw", 0, arguments).is_none() {
            return result;
        }
        if found.as_borrow().is_some() {
            self.adjust(receiver, Adjustment::Read);
        }
        let first = self.table.arguments.len();
        self.add_argument(receiver, 0);
        self.add_call(expression, Callee::Builtin(Builtin::IntoRaw(ty)), first, 1);
        result
    }

    /// `T.from_raw(p)` of a heap type.
    pub(super) fn call_from_raw(&mut self, expression: ExpressionId, ty: Ty, arguments: List) -> Ty {
        let Some(object) = object_pointer(ty) else {
            return Ty::ERROR;
        };
        let Some(values) = self.builtin_arguments(expression, "from_raw", 1, arguments) else {
            return ty;
        };
        let first = self.table.arguments.len();
        self.add_argument(values[0], 0);
        self.check(values[0], object);
        self.require_unsafe(expression, "`from_raw`");
        self.add_call(expression, Callee::Builtin(Builtin::FromRaw(ty)), first, 1);
        ty
    }
}
