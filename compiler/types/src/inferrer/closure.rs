//! Closures: literals, names of functions where a value is needed, and calls of what holds one. Owns which way a closure is
//! held and what tells the types of its parameters; what it captures is `captures`'s, and whether it may `lower`'s.

use hir::{ClosureId, Expression, ExpressionId, ItemId, List, Name, Pattern};
use smallvec::SmallVec;

use super::argument::{Slot, Target};
use super::{Expectation, Inferrer};
use crate::classify::may_be_kept;
use crate::display::display;
use crate::inference::{Callee, Detail, ItemUse};
use crate::problem::Anchor;
use crate::problems;
use crate::signatures::{Linkage, Signature, is_visible};
use crate::ty::{ClosureKind, Elements, Ty, TypeKind};

/// What a function becomes as a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// A C function pointer.
    Extern,
    Closure(ClosureKind),
}

impl Held {
    fn ty(self, parameters: &[Ty], result: Ty) -> Ty {
        match self {
            Held::Extern => Ty::extern_function(parameters, result),
            Held::Closure(kind) => Ty::closure(kind, parameters, result),
        }
    }
}

/// The function type that is expected, taken apart.
fn expected_function(expected: Ty) -> Option<(Held, Elements, Ty)> {
    match expected.kind() {
        TypeKind::ExternFunction(parameters, result) => Some((Held::Extern, parameters.types(), result)),
        TypeKind::Closure(kind, parameters, result) => Some((Held::Closure(kind), parameters.types(), result)),
        _ => None,
    }
}

impl Inferrer<'_> {
    /// `fn (x: T) -> U { … }`
    pub(super) fn closure(&mut self, expression: ExpressionId, closure: ClosureId, expectation: Expectation) -> Ty {
        let written = self.body[closure];
        let expected = expectation.ty().and_then(expected_function);
        let held = match (&expected, written.is_move) {
            (Some((Held::Extern, ..)), _) => Held::Extern,
            (_, true) => Held::Closure(ClosureKind::Once),
            (Some((held, ..)), false) => *held,
            (None, false) => Held::Closure(ClosureKind::Owned),
        };
        let wanted = expected.as_ref().map(|(_, parameters, _)| parameters.len());
        let given = expected.as_ref().map(|(_, parameters, _)| parameters.clone());
        let parameters = self.closure_parameters(expression, written.parameters, given);
        let result = match (written.result, expected) {
            (Some(result), _) => Some(self.resolve_written(result)),
            (None, Some((_, _, result))) => Some(result),
            (None, None) => None,
        };
        let result = self.closure_body(written.body, result);
        let is_wrong = wanted.is_some_and(|wanted| wanted != parameters.len());
        if is_wrong || parameters.contains(&Ty::ERROR) || result.is_error() {
            return Ty::ERROR;
        }
        let ty = held.ty(&parameters, result);
        self.within_limits(expression, ty)
    }

    /// The types of a literal's parameters: written, or what is expected.
    fn closure_parameters(&mut self, expression: ExpressionId, list: List, wanted: Option<Elements>) -> Vec<Ty> {
        let body = self.body;
        let written = body.closure_parameters(list);
        if let Some(wanted) = wanted.as_ref().filter(|wanted| wanted.len() != written.len()) {
            self.report(problems::closure_parameters(self.at(expression), wanted.len(), written.len()));
        }
        let mut types = Vec::with_capacity(written.len());
        for (index, parameter) in written.iter().enumerate() {
            let expected = wanted.as_ref().and_then(|wanted| wanted.get(index).copied());
            let ty = match (parameter.type_reference, expected) {
                (Some(reference), _) => {
                    let written = self.resolve_written(reference);
                    expected.filter(|expected| self.leads_to_pair(*expected, written)).unwrap_or(written)
                }
                (None, Some(expected)) => self.known_type(expected),
                (None, None) => {
                    // With too many parameters nobody can tell what the last ones are.
                    if wanted.is_none() {
                        let what = "the type of this closure's parameters";
                        let advice = "nothing here says what they are: write them, `fn (x: i64) { … }`";
                        self.report(problems::type_unknown(self.at(expression), what, advice));
                    }
                    Ty::ERROR
                }
            };
            if let Pattern::Binding(local) = body[parameter.pattern] {
                self.set_local(local, ty);
            }
            types.push(ty);
        }
        types
    }

    /// Whether what is expected is a pointer to the owned closure or `dyn` that `written` lends. No type that can be written
    /// is that pointer, and it becomes what is written wherever it is used.
    fn leads_to_pair(&mut self, expected: Ty, written: Ty) -> bool {
        let expected = self.resolved(expected);
        match (expected.as_borrow(), written.as_borrow()) {
            (Some((target, mutable)), Some((lent, lent_mutably))) if written.is_pair() => {
                mutable == lent_mutably && expected.is_pair_pointer() && self.unify(target, lent)
            }
            (Some(_) | None, Some(_) | None) => false,
        }
    }

    /// Infers the body of a literal, which `return` leaves. Its result is what is expected, else what the body's end gives.
    fn closure_body(&mut self, block: ExpressionId, expected: Option<Ty>) -> Ty {
        let around = (self.table.result, self.open_result, self.dropped, self.told_dropped.take(), self.in_closure);
        self.in_closure = true;
        self.table.result = expected.unwrap_or(Ty::NEVER);
        self.open_result = expected.is_none();
        match expected {
            Some(Ty::UNIT) => {
                self.dropped = Some(self.last_value(block));
                self.infer(block, Expectation::Discard);
            }
            Some(result) => {
                self.returned_block(block, result);
                if self.is_unknown(result) && self.type_of(block) == Ty::UNIT {
                    self.unify(result, Ty::UNIT);
                }
            }
            None => self.open_block(block),
        }
        let result = self.resolved(self.table.result);
        (self.table.result, self.open_result, self.dropped, self.told_dropped, self.in_closure) = around;
        result
    }

    /// The body of a literal whose result nothing tells but its own ends.
    fn open_block(&mut self, block: ExpressionId) {
        let found = self.infer(block, Expectation::Any);
        if self.open_result {
            self.table.result = if found == Ty::NEVER { Ty::UNIT } else { found };
        } else if found != Ty::UNIT || self.table.result == Ty::UNIT {
            self.coerce(block, found, self.table.result);
        }
    }

    /// The first `return` of a closure tells the result where nothing else has.
    pub(super) fn open_return(&mut self, value: Option<ExpressionId>) {
        self.table.result = match value {
            Some(value) => self.infer_known(value),
            None => Ty::UNIT,
        };
        self.open_result = false;
    }

    /// A function's name as a value: a closure without captures, or its address where an `extern fn` is expected. Of a
    /// method, `holder` is what the parameters of the type or `impl` are that it stands in.
    pub(super) fn function_value(
        &mut self,
        expression: ExpressionId,
        (function, types): (ItemId, Option<List>),
        holder: Elements,
        expectation: Expectation,
    ) -> Ty {
        let signature = self.signature(function);
        let name = function.name(self.db).text();
        let is_extern = match signature.linkage {
            Linkage::Exported(_) | Linkage::Imported(_) => true,
            Linkage::Mangled => false,
            Linkage::Intrinsic(_) => {
                self.report(problems::not_a_value(self.at(expression), &name, "a function of the compiler", "call it"));
                return Ty::ERROR;
            }
        };
        if signature.variadic {
            self.report(problems::variadic_value(self.at(expression), &name));
            return Ty::ERROR;
        }
        if signature.poisoned {
            self.table.poisoned = true;
            return Ty::ERROR;
        }
        let held = match expectation.ty().and_then(expected_function) {
            Some((held, ..)) => held,
            None if is_extern => Held::Extern,
            None => Held::Closure(ClosureKind::Owned),
        };
        if held != Held::Extern && signature.is_unsafe {
            self.require_unsafe(expression, "making a closure of an unsafe function");
        }
        if let Some(parameter) = self.stored_parameter(signature) {
            self.report(problems::storing_closure(self.at(expression), &name, &parameter.text()));
            return Ty::ERROR;
        }
        let own = self.own_arguments(function, types, expression, &name);
        let (arguments, with) = self.call_arguments(function, &holder, &own);
        self.need_for_call(function, &with, expression);
        self.detail(expression, Detail::Item(ItemUse::Function(function, arguments)));
        let parameters: Vec<Ty> = signature.parameters.iter().map(|parameter| with.apply(parameter.ty)).collect();
        let ty = held.ty(&parameters, with.apply(signature.result));
        self.generic_result(expression, arguments, ty)
    }

    /// Whether a function's name would be a value that fits.
    pub(super) fn expects_function(&self, expectation: Expectation) -> bool {
        expectation.ty().and_then(expected_function).is_some()
    }

    /// `Type.method` as a value.
    pub(super) fn method_value(
        &mut self,
        expression: ExpressionId,
        (method, holder): (ItemId, Elements),
        expectation: Expectation,
    ) -> Ty {
        if !is_visible(self.db, method, self.item) {
            let name = method.name(self.db).text();
            self.report(problems::private_method(Anchor::Member(expression), &name, method));
        }
        self.function_value(expression, (method, None), holder, expectation)
    }

    /// A parameter whose value a function may store where another argument leads: whoever calls it by its name knows, whoever
    /// calls a closure does not.
    fn stored_parameter(&self, signature: &Signature) -> Option<Name> {
        let is_stored = |ty: Ty| may_be_kept(self.db, ty);
        signature.parameters.iter().find(|parameter| is_stored(parameter.ty)).map(|parameter| parameter.name)
    }

    /// A call of a value that is a closure, or a borrow of one.
    pub(super) fn call_closure(&mut self, expression: ExpressionId, callee: ExpressionId, arguments: List) -> Ty {
        let found = self.seen_type(callee);
        let Some((kind, parameters, result)) = found.value_type().as_closure() else { return Ty::ERROR };
        if kind == ClosureKind::Once && found.as_borrow().is_some() {
            let problem = problems::not_callable(self.at(callee), &display(self.db, found));
            self.report(problem.help("calling a `fn move` consumes it, and it is only lent here: declare it as `fn`"));
            self.infer_arguments(arguments);
            return Ty::ERROR;
        }
        let first = self.table.arguments.len();
        let slots: SmallVec<[Slot; 8]> = parameters.iter().map(|&ty| Slot { name: None, ty }).collect();
        let target = Target {
            call: expression,
            slots: &slots,
            first: 0,
            variadic: false,
            for_c: false,
            name: &"this closure",
            declared: self.at(callee),
            constructs: false,
            incomplete: false,
            result: (result, Expectation::Any),
        };
        let count = self.pass(&target, arguments);
        self.add_call(expression, Callee::Closure(callee), first, count);
        self.resolved(result)
    }

    /// Whether an expression is a closure literal, whose parameters others tell.
    pub(super) fn is_closure_literal(&self, expression: ExpressionId) -> bool {
        matches!(self.expression(expression), Expression::Closure(_))
    }
}
