//! Names used as values or as types: constants, C globals, functions whose address is taken, and types before a point
//! or an argument list. Must not resolve names, which `hir` has done.

use hir::{BuiltinType, Expression, ExpressionId, ItemClass, ItemId, ItemKind, List, Name};

use super::{Expectation, Inferrer};
use crate::constant_type::{constant_type, global_type};
use crate::enumeration::Enumeration;
use crate::inference::{Detail, ItemUse};
use crate::methods::method_names;
use crate::problems;
use crate::resolve::{builtin_type, has_self, item_type, self_type};
use crate::signatures::{is_visible, signature};
use crate::similar::MOST_NAMES;
use crate::substitute::Substitution;
use crate::ty::{Elements, Ty, TypeKind};

impl Inferrer<'_> {
    /// An item's name where a value is needed.
    pub(super) fn item_value(&mut self, expression: ExpressionId, item: ItemId, expectation: Expectation) -> Ty {
        match item.kind(self.db) {
            ItemKind::Constant => {
                self.detail(expression, Detail::Item(ItemUse::Constant(item)));
                constant_type(self.db, item)
            }
            ItemKind::Global | ItemKind::ExternGlobal => {
                let ty = global_type(self.db, item);
                // What is evaluated while compiling reads none, `unsafe` or not; evaluation says so. One that is declared
                // wrongly has been reported.
                let is_evaluated = matches!(self.item.kind(self.db), ItemKind::Constant | ItemKind::Global);
                if !is_evaluated && !ty.is_error() {
                    let what = if item.kind(self.db) == ItemKind::Global {
                        "using a global that may change"
                    } else {
                        "using a C global"
                    };
                    self.require_unsafe(expression, what);
                }
                self.detail(expression, Detail::Item(ItemUse::Global(item)));
                ty
            }
            ItemKind::Function | ItemKind::ExternFunction => {
                self.function_value(expression, (item, None), Elements::default(), expectation)
            }
            ItemKind::Type | ItemKind::Alias | ItemKind::OpaqueType => {
                self.type_as_value(expression, &item.name(self.db).text())
            }
            ItemKind::Trait => {
                let name = item.name(self.db).text();
                let advice = "name a type that has it, or one of its methods: `Trait.method(value)`";
                self.report(problems::not_a_value(self.at(expression), &name, "a trait", advice));
                Ty::ERROR
            }
            ItemKind::Impl | ItemKind::Test => Ty::ERROR,
        }
    }

    pub(super) fn type_as_value(&mut self, expression: ExpressionId, name: &str) -> Ty {
        let advice = match self.named_type(expression) {
            Some(ty) if !ty.is_error() => self.how_made(ty, name),
            Some(_) | None => format!("a value is made by calling it: `{name}(…)`"),
        };
        self.report(problems::not_a_value(self.at(expression), name, "a type", &advice));
        Ty::ERROR
    }

    /// `base[T]` that is not called.
    pub(super) fn instantiation_as_value(
        &mut self,
        expression: ExpressionId,
        base: ExpressionId,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        if let Expression::BuiltinFunction(function) = self.expression(base) {
            return self.builtin_as_value(expression, function.text());
        }
        if let Some(ty) = self.named_type(expression) {
            if !ty.is_error() {
                let name = crate::display::display(self.db, ty);
                return self.type_as_value(expression, &name);
            }
            return Ty::ERROR;
        }
        if let Expression::Item(item) = self.expression(base)
            && item.kind(self.db).is_function()
        {
            self.set_no_value(expression);
            return self.function_value(expression, (item, Some(arguments)), Elements::default(), expectation);
        }
        self.report(problems::case_type_arguments(self.at(expression)));
        Ty::ERROR
    }

    /// The type that an expression names, if it names one. `Pointer` without its argument is a pointer to poison.
    pub(super) fn named_type(&mut self, expression: ExpressionId) -> Option<Ty> {
        let written = self.expression(expression);
        if let Expression::Item(item) = written {
            return match item.kind(self.db).class() {
                ItemClass::Type => Some(self.item_as_type(expression, item, None)),
                ItemClass::Function | ItemClass::Value | ItemClass::Trait | ItemClass::Impl | ItemClass::Test => None,
            };
        }
        if let Expression::BuiltinType(ty) = written {
            return Some(builtin_type(ty).unwrap_or_else(|| Ty::pointer(Ty::ERROR)));
        }
        if let Expression::SelfType = written {
            if !has_self(self.db, self.item) {
                self.report(problems::self_without_type(self.at(expression)));
                return Some(Ty::ERROR);
            }
            return Some(self_type(self.db, self.item).unwrap_or(Ty::ERROR));
        }
        if let Expression::GenericParameter { item, index } = written {
            return Some(Ty::parameter(item, index));
        }
        if let Expression::Instantiate { base, arguments } = written {
            if self.expression(base) == Expression::BuiltinType(BuiltinType::Pointer) {
                let body = self.body;
                let &[target] = body.types.list(arguments) else {
                    let problem = problems::type_argument_count(self.at(expression), "Pointer", 1, arguments.len());
                    self.report(problem);
                    return Some(Ty::ERROR);
                };
                return Some(Ty::pointer(self.resolve_pointee(target)));
            }
            if let Expression::Item(item) = self.expression(base)
                && item.kind(self.db).class() == ItemClass::Type
            {
                return Some(self.item_as_type(expression, item, Some(arguments)));
            }
        }
        None
    }

    /// How a value of a type is made, for people who used the type for one.
    pub(super) fn how_made(&mut self, ty: Ty, name: &str) -> String {
        if let Some(named) = ty.as_named()
            && let Some(enumeration) = &self.definition(named.item).enumeration
        {
            return how_case_made(enumeration, name);
        }
        how_plain_made(ty, name)
    }

    /// The calls that make a value of a type: of its static methods that are visible here and give one, in the order in
    /// which they are declared; first the literal of an array.
    pub(super) fn makers(&self, ty: Ty, name: &str) -> Vec<String> {
        let Some(named) = ty.as_named() else { return Vec::new() };
        let module = self.item.module(self.db);
        let is_array = hir::prelude_item(self.db, Name::new("Array")) == Some(named.item);
        let mut makers: Vec<String> = is_array.then(|| "[a, b]".to_owned()).into_iter().collect();
        for method in method_names(self.db, module, ty).take(MOST_NAMES) {
            let Some((found, _)) = self.method_of(ty, method) else { continue };
            let signature = signature(self.db, found);
            let gives_it = signature.result.as_named().is_some_and(|result| result.item == named.item);
            if signature.receiver.is_none() && gives_it && is_visible(self.db, found, self.item) {
                let arguments = if signature.parameters.is_empty() { "" } else { "…" };
                makers.push(format!("{name}.{}({arguments})", method.text()));
            }
        }
        makers.truncate(3);
        makers
    }

    fn item_as_type(&mut self, expression: ExpressionId, item: ItemId, arguments: Option<List>) -> Ty {
        match item_type(self.db, item) {
            Ok(ty) => {
                self.table.poisoned |= ty.is_error();
                let arguments = self.own_arguments(item, arguments, expression, &item.name(self.db).text());
                if arguments.contains(&Ty::ERROR) {
                    return Ty::ERROR;
                }
                let mut with = Substitution::default();
                with.add(item, arguments);
                self.need_bounds(item, &with, self.at(expression), expression);
                with.apply(ty)
            }
            // Only a trait is no type, and that is asked for first.
            Err(_trait_name) => Ty::ERROR,
        }
    }
}

/// How a value of an enum is made.
fn how_case_made(enumeration: &Enumeration, name: &str) -> String {
    let Some(case) = enumeration.cases.first() else { return "no value has this type".to_owned() };
    let carried = if enumeration.payload(0).is_empty() { "" } else { "(…)" };
    format!("a value is one of its cases: `{name}.{}{carried}`", case.name.text())
}

/// How a value of a type that is no enum is made.
fn how_plain_made(ty: Ty, name: &str) -> String {
    match ty.kind() {
        TypeKind::Int(_) | TypeKind::Float(_) => format!("a number is converted by `as`: `x as {name}`"),
        TypeKind::Bool => "a `bool` is `true`, `false` or a comparison: `n != 0`".to_owned(),
        TypeKind::String => "a text stands in quotes, with values in it: `\"n is ${n}\"`".to_owned(),
        TypeKind::Pointer(_) | TypeKind::ExternFunction(..) => {
            format!("an address is converted by `as`: `p as {name}`")
        }
        TypeKind::Never => "no value has this type".to_owned(),
        TypeKind::Named(_) => format!("a value is made by calling it: `{name}(…)`"),
        _ => format!("a value of type `{name}` is written with the values in it"),
    }
}
