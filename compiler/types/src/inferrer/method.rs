//! Method calls: on a value, and static ones on a type. Owns how the receiver is lent; looking methods up by name is
//! `hir`'s, what raw pointers have is `raw`'s.

use hir::{Expression, ExpressionId, ItemId, List, Name, Receiver};
use smallvec::SmallVec;

use super::argument::{Slot, Target};
use super::foreign_method::foreign_method;
use super::{Expectation, Inferrer};
use crate::classify::{is_object_pointer, within};
use crate::definition::type_definition;
use crate::derivable_impls::derivable_impls;
use crate::derivation::Derivable;
use crate::destruction::is_drop_method;
use crate::display::display;
use crate::inference::{Adjustment, Builtin, Callee};
use crate::methods::{find_method_of, method_elsewhere, method_names};
use crate::problem::{Anchor, Edit, Problem};
use crate::problems;
use crate::raw::builtin_method;
use crate::signatures::is_visible;
use crate::storage::element_of;
use crate::ty::{Elements, Ty, TypeKind};

impl Inferrer<'_> {
    pub(super) fn method_call(
        &mut self,
        expression: ExpressionId,
        receiver: ExpressionId,
        name: Name,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        if let Some(of) = self.named_trait(receiver) {
            self.set_no_value(receiver);
            return self.trait_call(expression, of, name, arguments, expectation);
        }
        if let Some(ty) = self.named_type(receiver) {
            self.set_no_value(receiver);
            return self.static_call(expression, ty, name, arguments, expectation);
        }
        let found = self.infer_known(receiver);
        let is_more = within(self.db, found.value_type()).is_some();
        let found = match is_more && !self.is_of_counted(found.value_type(), name) {
            true => self.look_through(receiver, found),
            false => found,
        };
        let ty = found.value_type();
        if ty.is_error() || ty == Ty::NEVER {
            self.infer_arguments(arguments);
            return ty;
        }
        if let TypeKind::Pointer(target) = ty.kind()
            && (builtin_method(self.db, ty, &name.text()).is_some() || self.traits_with(ty, name).is_empty())
        {
            return self.pointer_method(expression, receiver, found, target, name, arguments);
        }
        if builtin_method(self.db, ty, &name.text()) == Some(Builtin::Length) && self.method(ty, name).is_none() {
            return self.length_call(expression, receiver, found, arguments);
        }
        let mut holder_type = ty;
        let mut method = self.found_method(expression, ty, name);
        if method.is_none()
            && ty.as_slice().is_none()
            && let Some(element) = element_of(self.db, ty)
        {
            // An array is lent as a slice silently.
            holder_type = Ty::slice(element);
            method = self.found_method(expression, holder_type, name);
        }
        let Some((method, holder)) = method else {
            if name.text() == "into_raw" && is_object_pointer(self.db, ty) {
                return self.call_into_raw(expression, receiver, found, arguments);
            }
            self.unknown_method(expression, ty, name);
            self.infer_arguments(arguments);
            return Ty::ERROR;
        };
        if is_drop_method(self.db, method) {
            return self.drop_by_hand(expression, arguments);
        }
        let signature = self.signature(method);
        let Some(mode) = signature.receiver else {
            let owner = display(self.db, ty);
            let problem = problems::static_on_value(Anchor::Member(expression), &name.text(), &owner);
            self.report(problem.also(Anchor::Other(method), "declared `static` here"));
            self.infer_arguments(arguments);
            return signature.result;
        };
        self.lend_receiver(receiver, found, mode, method);
        if holder_type != ty && self.is_looked_through(receiver) {
            self.become_content(receiver, Ty::borrow(holder_type, false));
        } else if holder_type != ty {
            self.adjust(receiver, if mode == Receiver::Mut { Adjustment::SliceMutable } else { Adjustment::Slice });
        }
        self.call_method(expression, (method, holder), Some(receiver), arguments, expectation)
    }

    /// `s.length()` of a slice or array.
    fn length_call(&mut self, expression: ExpressionId, receiver: ExpressionId, found: Ty, arguments: List) -> Ty {
        if self.builtin_arguments(expression, "length", 0, arguments).is_none() {
            return Ty::I64;
        }
        let first = self.table.arguments.len();
        self.add_argument(receiver, 0);
        if found.as_borrow().is_none() {
            self.adjust(receiver, Adjustment::Borrow);
        }
        self.add_call(expression, Callee::Builtin(Builtin::Length), first, 1);
        Ty::I64
    }

    /// A call of the method of `Drop`.
    pub(super) fn drop_by_hand(&mut self, expression: ExpressionId, arguments: List) -> Ty {
        self.report(problems::drop_by_hand(Anchor::Member(expression)));
        self.infer_arguments(arguments);
        Ty::UNIT
    }

    /// The receiver of a method is lent silently, as the method wants it.
    pub(super) fn lend_receiver(&mut self, receiver: ExpressionId, found: Ty, mode: Receiver, method: ItemId) {
        match (mode, found.as_borrow()) {
            (Receiver::Ref, None) => {
                self.adjust(receiver, Adjustment::Borrow);
                self.check_lendable(receiver, found);
            }
            (Receiver::Ref, Some((_, false))) => {}
            (Receiver::Ref, Some((_, true))) => self.adjust(receiver, Adjustment::Reborrow),
            (Receiver::Mut, None) => {
                self.adjust(receiver, Adjustment::BorrowMutable);
                let how = format!("changed by `fn mut {}`", method.name(self.db).text());
                self.check_changeable(receiver, &how);
                self.check_lendable(receiver, found);
            }
            (Receiver::Mut, Some((_, true))) => self.adjust(receiver, Adjustment::ReborrowMutable),
            (Receiver::Mut, Some(_)) if self.is_looked_through(receiver) => {
                let how = format!("changed by `fn mut {}`", method.name(self.db).text());
                self.report(self.changed_within(self.at(receiver), receiver, &how));
            }
            (Receiver::Mut, Some((_, false))) => {
                let how = format!("changed by `fn mut {}`", method.name(self.db).text());
                let problem = if self.is_self(receiver) {
                    problems::immutable_self(self.at(receiver), &how)
                } else {
                    problems::changed_through_ref(self.at(receiver), &how)
                };
                self.report(problem);
            }
            (Receiver::Move, None) => {}
            (Receiver::Move, Some((target, _))) if self.is_looked_through(receiver) => {
                self.become_content(receiver, target)
            }
            (Receiver::Move, Some(_)) => self.adjust(receiver, Adjustment::Read),
        }
    }

    /// A call of a method that has been found; the receiver, if there is one, is the first argument.
    pub(super) fn call_method(
        &mut self,
        expression: ExpressionId,
        (method, holder): (ItemId, Elements),
        receiver: Option<ExpressionId>,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        let signature = self.signature(method);
        if signature.is_unsafe {
            self.require_unsafe(expression, "calling an `unsafe fn`");
        }
        let name = method.name(self.db).text();
        if !is_visible(self.db, method, self.item) {
            self.report(problems::private_method(Anchor::Member(expression), &name, method));
        }
        let written = self.body.method_type_arguments(expression);
        let own = self.own_arguments(method, Some(written), expression, &name);
        let (type_arguments, with) = self.call_arguments(method, &holder, &own);
        self.need_for_call(method, &with, expression);
        let result = with.apply(signature.result);
        let first = self.table.arguments.len();
        if let Some(receiver) = receiver {
            self.add_argument(receiver, 0);
        }
        let slots: SmallVec<[Slot; 8]> =
            signature.parameters.iter().map(|parameter| Slot::from_parameter(parameter, &with)).collect();
        let taken = usize::from(receiver.is_some());
        let target = Target {
            call: expression,
            slots: &slots,
            first: taken,
            variadic: false,
            for_c: false,
            name: &format_args!("`{name}`"),
            declared: Anchor::Other(method),
            constructs: false,
            incomplete: signature.incomplete,
            result: (result, expectation),
        };
        let count = self.pass(&target, arguments);
        self.settle_recent();
        self.add_call(expression, Callee::Function(method, type_arguments), first, taken + count);
        self.generic_result(expression, type_arguments, result)
    }

    /// `Type.name(…)`
    fn static_call(
        &mut self,
        expression: ExpressionId,
        ty: Ty,
        name: Name,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        if ty.is_error() {
            self.infer_arguments(arguments);
            return Ty::ERROR;
        }
        if let TypeKind::Pointer(target) = ty.kind()
            && name.text() == "null"
        {
            return self.null_pointer(expression, target, arguments, expectation);
        }
        if let Some(ty) = self.case_call(expression, ty, name, arguments, expectation) {
            return ty;
        }
        let Some((method, holder)) = self.found_method(expression, ty, name) else {
            if name.text() == "from_raw" && is_object_pointer(self.db, ty) {
                return self.call_from_raw(expression, ty, arguments);
            }
            if builtin_method(self.db, ty, &name.text()).is_some() {
                let problem = self.method_on_type(expression, ty, name, arguments);
                self.report(problem);
            } else {
                self.unknown_static(expression, ty, name);
            }
            self.infer_arguments(arguments);
            return Ty::ERROR;
        };
        if self.signature(method).receiver.is_some() {
            let problem = self.method_on_type(expression, ty, name, arguments);
            self.report(problem.also(Anchor::Other(method), "takes `self`"));
            self.infer_arguments(arguments);
            return self.signature(method).result;
        }
        self.call_method(expression, (method, holder), None, arguments, expectation)
    }

    /// `Type.name(…)` of neither a method nor a case.
    fn unknown_static(&mut self, expression: ExpressionId, ty: Ty, name: Name) {
        let is_case = name.text().starts_with(char::is_uppercase) && !self.is_incomplete(ty);
        match is_case.then(|| self.unknown_case(Anchor::Member(expression), ty, name)).flatten() {
            Some(problem) => self.report(problem),
            None => self.unknown_method(expression, ty, name),
        }
    }

    /// `Type.method(value)`: says how it is written, with the value if that is a variable.
    fn method_on_type(&self, expression: ExpressionId, ty: Ty, name: Name, arguments: List) -> Problem {
        let owner = display(self.db, ty);
        let at = Anchor::Member(expression);
        let values = self.body.arguments(arguments);
        let (receiver, rest) = match values.split_first().map(|(first, rest)| (self.expression(first.value), rest)) {
            Some((Expression::Local(local), rest)) => (self.body[local].name.text(), rest),
            Some((_, rest)) => ("value".into(), rest),
            None => ("value".into(), &[][..]),
        };
        let list = if rest.is_empty() { "" } else { "…" };
        problems::method_on_type(at, &name.text(), &owner).help(format!("write `{receiver}.{}({list})`", name.text()))
    }

    /// `Pointer.null()`: what it points to is written, or taken from what is expected. Poison stands for unwritten.
    fn null_pointer(&mut self, expression: ExpressionId, written: Ty, arguments: List, expectation: Expectation) -> Ty {
        if !arguments.is_empty() {
            let problem = problems::builtin_argument_count(self.at(expression), "null", 0, arguments.len());
            self.report(problem);
            self.infer_arguments(arguments);
        }
        let expected = match expectation.ty().map(|ty| ty.value_type().kind()) {
            Some(TypeKind::Pointer(target)) => Some(target),
            Some(_) | None => None,
        };
        let target = if written.is_error() { expected } else { Some(written) };
        let Some(target) = target else {
            let advice = "write it: `Pointer[T].null()`, or give the variable a type";
            return self.unknown_type(expression, expectation, "what this pointer points to", advice);
        };
        let first = self.table.arguments.len();
        self.add_call(expression, Callee::Builtin(Builtin::PointerNull(target)), first, 0);
        Ty::pointer(target)
    }

    /// The method of a type with a name.
    pub(super) fn method(&self, ty: Ty, name: Name) -> Option<ItemId> {
        self.method_of(ty, name).map(|(method, _)| method)
    }

    /// The method of a type with a name, its own or that of a trait, and what the parameters of what it stands in are.
    pub(super) fn found_method(&mut self, expression: ExpressionId, ty: Ty, name: Name) -> Option<(ItemId, Elements)> {
        self.method_of(ty, name).or_else(|| self.method_of_trait(expression, ty, name))
    }

    /// The method of a type with a name, and what the parameters of the type or `impl` that it stands in are.
    pub(super) fn method_of(&self, ty: Ty, name: Name) -> Option<(ItemId, Elements)> {
        find_method_of(self.db, self.item.module(self.db), self.resolved(ty), name)
    }

    fn is_iterator(&mut self, expression: ExpressionId, ty: Ty) -> bool {
        ty.as_named().is_some() && self.found_method(expression, ty, Name::new("next")).is_some()
    }

    /// Whether a type has a field of a name that may be used here.
    fn is_visible_field(&self, ty: Ty, name: Name) -> bool {
        let Some(item) = ty.as_named().map(|named| named.item) else { return false };
        let definition = type_definition(self.db, item);
        definition.field(name).is_some_and(|index| definition.fields[index as usize].public || self.is_own(item))
    }

    pub(super) fn unknown_method(&mut self, expression: ExpressionId, ty: Ty, name: Name) {
        // It may be declared in text that syntax errors have made unreadable.
        if self.is_incomplete(ty) || hir::is_lost(self.db, self.item.module(self.db), name) {
            self.table.poisoned = true;
            return;
        }
        let at = Anchor::Member(expression);
        let mut problem = problems::unknown_method(at, &name.text(), &display(self.db, ty));
        problem = self.with_hidden_trait(problem, ty, name);
        let is_field = self.is_visible_field(ty, name);
        let names = method_names(self.db, self.item.module(self.db), ty);
        let names: Vec<Name> = names.take(crate::similar::MOST_NAMES).collect();
        if let Some(targets) = method_elsewhere(self.db, self.item.module(self.db), ty, name) {
            problem = problem.help(format!("there is one, but only on {}", targets.describe()));
        } else if is_field {
            problem =
                problem.help(format!("there is a field of this name; `(x.{})(…)` calls what it holds", name.text()));
        } else if let Some(of) = Derivable::ALL.into_iter().find(|of| of.method_name() == &*name.text())
            && ty.as_named().is_some_and(|named| derivable_impls(self.db, of, named.item).is_some())
        {
            problem = self.with_derivable(problem, of, ty);
        } else if let Some(advice) = raw_method(ty, &name.text()) {
            problem = problem.help(advice);
        } else if let Some(advice) = foreign_method(ty, &name.text(), &names, self.is_iterator(expression, ty)) {
            problem = problem.help(advice.text);
            if let Some(method) = advice.method {
                problem = problem.fix(format!("write `{method}`"), at, Edit::Replace(method.into()));
            }
        } else if let Some(similar) = crate::similar::most_similar(&name.text(), names.iter().map(|name| name.text())) {
            problem = problem.help(format!("did you mean `{similar}`?")).guess(
                format!("change to `{similar}`"),
                at,
                Edit::Replace(similar.into()),
            );
        } else {
            if let Some(list) = crate::similar::listed(&names) {
                problem = problem.help(format!("it has {list}"));
            }
        }
        self.report(problem);
    }
}

/// What takes the place of `into_raw` and `from_raw`, which heap types have.
fn raw_method(ty: Ty, name: &str) -> Option<&'static str> {
    if !matches!(name, "into_raw" | "from_raw") {
        return None;
    }
    Some(match ty.kind() {
        TypeKind::String => {
            "a heap type has it; a `String` is kept in C's memory by `p.write(text)` and `p.read()`, with `p` a \
             `Pointer[String]`"
        }
        _ => "a heap type has it, whose values are pointers; others are kept by `p.write(value)` and `p.read()`",
    })
}
