//! Calls by name or through a pointer, and construction. Owns what may be called and when that needs `unsafe`; the
//! matching of arguments to parameters is in `argument`.

use hir::{Expression, ExpressionId, ItemClass, ItemId, List, Name};

use super::argument::{Slot, Target};
use super::{Expectation, Inferrer};
use crate::definition::DefinitionKind;
use crate::display::display;
use crate::inference::Callee;
use crate::problem::Anchor;
use crate::problems;
use crate::signatures::Linkage;
use crate::substitute::Substitution;
use crate::ty::{Arguments, ClosureKind, Ty, TypeKind};

impl Inferrer<'_> {
    pub(super) fn call(
        &mut self,
        expression: ExpressionId,
        callee: ExpressionId,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        if let Some((item, types)) = self.named_function(callee) {
            self.set_no_value(callee);
            return self.call_function(expression, item, types, arguments, expectation);
        }
        if let Expression::Case { item, index } = self.expression(callee) {
            self.set_no_value(callee);
            return self.prelude_case(expression, item, index, Some(arguments), expectation);
        }
        if let Some((function, types)) = self.builtin_callee(callee) {
            self.set_no_value(callee);
            return self.call_builtin(expression, function, types, arguments, expectation);
        }
        if let Some(ty) = self.named_type(callee) {
            self.set_no_value(callee);
            return self.construct(expression, ty, arguments, expectation);
        }
        if let Expression::Field { receiver, name } = self.expression(callee)
            && self.named_type(receiver).is_none()
        {
            return self.call_value(expression, callee, arguments, Some(name));
        }
        self.call_value(expression, callee, arguments, None)
    }

    /// Takes note that an expression names what has no value of its own, with its type arguments or without.
    pub(super) fn set_no_value(&mut self, named: ExpressionId) {
        self.set_type(named, Ty::UNIT);
        if let Expression::Instantiate { base, .. } = self.expression(named) {
            self.set_type(base, Ty::UNIT);
        }
    }

    /// Whether an expression builds a value of its parts where it stands: a tuple, an array, a structure or what a case of
    /// the prelude carries.
    pub(super) fn is_construction(&self, expression: ExpressionId) -> bool {
        let written = self.expression(expression);
        let Expression::Call { callee, .. } = written else {
            return matches!(written, Expression::Tuple(_) | Expression::Array(_) | Expression::Repeat { .. });
        };
        let callee = self.expression(callee);
        matches!(callee, Expression::Item(item) if item.kind(self.db).class() == ItemClass::Type)
            || matches!(callee, Expression::Case { .. } | Expression::SelfType)
    }

    /// The function that an expression names, and the type arguments that are written behind it.
    fn named_function(&self, callee: ExpressionId) -> Option<(ItemId, Option<List>)> {
        let (named, types) = match self.expression(callee) {
            Expression::Instantiate { base, arguments } => (self.expression(base), Some(arguments)),
            named => (named, None),
        };
        let Expression::Item(item) = named else { return None };
        item.kind(self.db).is_function().then_some((item, types))
    }

    /// A call of a function or C function by its name.
    fn call_function(
        &mut self,
        expression: ExpressionId,
        function: ItemId,
        types: Option<List>,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        let signature = self.signature(function);
        if signature.is_unsafe {
            let what = match signature.linkage {
                Linkage::Imported(_) | Linkage::Intrinsic(_) => "calling a C function",
                Linkage::Mangled | Linkage::Exported(_) => "calling an `unsafe fn`",
            };
            self.require_unsafe(expression, what);
        }
        let name = function.name(self.db);
        let own = self.own_arguments(function, types, expression, &name.text());
        let (type_arguments, with) = self.call_arguments(function, &[], &own);
        self.need_for_call(function, &with, expression);
        let result = with.apply(signature.result);
        let first = self.table.arguments.len();
        let slots: smallvec::SmallVec<[Slot; 8]> =
            signature.parameters.iter().map(|parameter| Slot::from_parameter(parameter, &with)).collect();
        let target = Target {
            call: expression,
            slots: &slots,
            first: 0,
            variadic: signature.variadic,
            for_c: matches!(signature.linkage, Linkage::Imported(_)),
            name: &format_args!("`{name}`"),
            declared: Anchor::Other(function),
            constructs: false,
            incomplete: signature.incomplete,
            result: (result, expectation),
        };
        let count = self.pass(&target, arguments);
        self.settle_recent();
        self.add_call(expression, Callee::Function(function, type_arguments), first, count);
        self.generic_result(expression, type_arguments, result)
    }

    /// What a call gives whose type arguments may have made it too large.
    pub(super) fn generic_result(&mut self, expression: ExpressionId, arguments: Arguments, result: Ty) -> Ty {
        if arguments.is_empty() || !result.is_open() && result.fits() {
            return result;
        }
        if arguments.types().iter().any(|argument| self.resolved(*argument).is_error()) {
            return Ty::ERROR;
        }
        let result = self.resolved(result);
        self.within_limits(expression, result)
    }

    /// `Type(…)`: a value made of its fields.
    fn construct(&mut self, expression: ExpressionId, ty: Ty, arguments: List, expectation: Expectation) -> Ty {
        let TypeKind::Named(named) = ty.kind() else {
            if !ty.is_error() {
                let name = display(self.db, ty);
                let advice = self.how_made(ty, &name);
                self.report(problems::type_is_not_called(self.at(expression), &name, &advice));
            }
            self.infer_arguments(arguments);
            return Ty::ERROR;
        };
        let item = named.item;
        let definition = self.definition(item);
        let name = item.name(self.db);
        if let Some(enumeration) = &definition.enumeration {
            let is_prelude = hir::prelude_item(self.db, name) == Some(item);
            let mut cases = 0..enumeration.cases.len() as u32;
            let carrying = cases.find(|&case| !enumeration.payload(case).is_empty());
            let advice = match carrying {
                Some(case) if is_prelude && !arguments.is_empty() => {
                    format!("a value that is there is written `{}(…)`", enumeration.cases[case as usize].name.text())
                }
                Some(_) | None => self.how_made(ty, &name.text()),
            };
            self.report(problems::type_is_not_called(self.at(expression), &name.text(), &advice));
            self.infer_arguments(arguments);
            return if self.has_variables(ty) { Ty::ERROR } else { ty };
        }
        if definition.kind == DefinitionKind::Opaque {
            self.report(problems::opaque_value(self.at(expression), &name.text()));
            self.infer_arguments(arguments);
            return Ty::ERROR;
        }
        if !self.is_own(item)
            && let Some(hidden) = definition.fields.iter().position(|field| !field.public)
        {
            let makers = self.makers(ty, &name.text());
            let field = definition.fields[hidden].name.text();
            let problem = problems::hidden_construction(self.at(expression), &name.text(), &field, &makers);
            let is_offered = !makers.is_empty();
            self.report(match is_offered {
                true => problem,
                false => problem.also(Anchor::OtherField(item, hidden as u32), "not `pub`"),
            });
            self.infer_arguments(arguments);
            return if self.has_variables(ty) { Ty::ERROR } else { ty };
        }
        let first = self.table.arguments.len();
        let with = Substitution::of_type(named);
        let slots: smallvec::SmallVec<[Slot; 8]> =
            definition.fields.iter().map(|field| Slot::from_field(field, &with)).collect();
        if definition.kind == DefinitionKind::Union {
            let count = self.pass_union(expression, arguments, &slots, item);
            self.add_call(expression, Callee::Union(item), first, count);
        } else {
            let target = Target {
                call: expression,
                slots: &slots,
                first: 0,
                variadic: false,
                for_c: false,
                name: &format_args!("`{name}`"),
                declared: Anchor::Other(item),
                constructs: true,
                incomplete: definition.incomplete,
                result: (ty, expectation),
            };
            let count = self.pass(&target, arguments);
            self.add_call(expression, Callee::Structure(item), first, count);
        }
        ty
    }

    /// A call of a value: an `extern fn` pointer or a closure.
    fn call_value(
        &mut self,
        expression: ExpressionId,
        callee: ExpressionId,
        arguments: List,
        field: Option<Name>,
    ) -> Ty {
        let found = self.infer_looked_through(callee);
        let ty = found.value_type();
        if let TypeKind::ExternFunction(parameters, result) = ty.kind() {
            self.read_value(callee, found);
            self.require_unsafe(expression, "calling an `extern fn` pointer");
            let first = self.table.arguments.len();
            let slots: smallvec::SmallVec<[Slot; 8]> =
                parameters.types().iter().map(|&ty| Slot { name: None, ty }).collect();
            let target = Target {
                call: expression,
                slots: &slots,
                first: 0,
                variadic: false,
                for_c: true,
                name: &"this function pointer",
                declared: self.at(callee),
                constructs: false,
                incomplete: false,
                result: (result, Expectation::Any),
            };
            let count = self.pass(&target, arguments);
            self.add_call(expression, Callee::Pointer(callee), first, count);
            return result;
        }
        if ty.as_closure().is_some() {
            return self.call_closure(expression, callee, arguments);
        }
        if ty == Ty::NEVER {
            self.infer_arguments(arguments);
            return ty;
        }
        if !ty.is_error() {
            let mut problem = problems::not_callable(self.at(callee), &display(self.db, ty));
            if let Some(name) = field {
                problem = problem.note(format!("`{}` is a field", name.text()));
            }
            self.report(problem);
        }
        self.infer_arguments(arguments);
        Ty::ERROR
    }

    /// Infers the arguments of a call that calls nothing, so that they have types.
    pub(super) fn infer_arguments(&mut self, arguments: List) {
        let body = self.body;
        for argument in body.arguments(arguments) {
            // A type as an argument, as in `sizeof(i64)`, is a consequence of what is called.
            let is_type = matches!(self.expression(argument.value), Expression::BuiltinType(_) | Expression::SelfType);
            if is_type {
                continue;
            }
            let expectation = match self.expression(argument.value) {
                // What is called would have told what its parameters are.
                Expression::Closure(closure) => {
                    let count = body.closure_parameters(body[closure].parameters).len();
                    Expectation::Value(Ty::closure(ClosureKind::Owned, &vec![Ty::ERROR; count], Ty::ERROR))
                }
                _ => Expectation::Any,
            };
            self.infer(argument.value, expectation);
        }
    }
}
