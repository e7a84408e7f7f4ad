//! Values that nobody uses, and constants whose type must be written. Must not judge expressions that are made for
//! their effect: C functions, functions that change their receiver or an argument, calls without result; but a `Result` is
//! for somebody to look at, whatever gave it.

use hir::{Expression, ExpressionClass, ExpressionId, ItemId, ItemKind, LocalId, Pattern, Receiver, Statement};

use super::Inferrer;
use crate::classify::{is_plain, leads_to_changing};
use crate::constant_type::needs_declared_type;
use crate::display::display;
use crate::inference::{Builtin, CallId, Callee, Detail, ItemUse};
use crate::outcome::Outcome;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::signatures::{Linkage, is_main};
use crate::ty::Ty;

/// What is said of a function whose result type may have been forgotten, where its value is missed.
pub const FORGOTTEN_RESULT: &str = "this function has no result type";

impl Inferrer<'_> {
    /// Warns of a statement, or what ends a branch, whose value is lost though it was made for nothing else.
    pub(super) fn unused_result(&mut self, expression: ExpressionId, ty: Ty, ends_branch: bool) {
        if ty == Ty::UNIT || ty == Ty::NEVER || ty.is_error() || self.table.poisoned {
            return;
        }
        // What ends a branch, or a function without result, is often a call that is made for its effect.
        let is_dropped = Some(expression) == self.dropped;
        let is_effect = (is_dropped || ends_branch) && matches!(self.table.detail(expression), Detail::Call(_));
        let may_have_failed = self.may_have_failed(ty);
        if !may_have_failed && (is_effect || !self.is_for_its_value(expression)) {
            return;
        }
        if is_dropped && self.told_dropped.replace(ty) == Some(ty) {
            return;
        }
        let shown = display(self.db, ty);
        let problem = match may_have_failed {
            true => problems::unused_failure(self.at(expression), &shown),
            false => problems::unused_result(self.at(expression), &shown),
        };
        let may_return = is_dropped && self.item.kind(self.db) == ItemKind::Function && !is_main(self.db, self.item);
        self.report(if may_return {
            problem.help(format!("if it is the function's result, write `-> {shown}` before the body"))
        } else {
            problem
        });
    }

    /// Whether a value says that something went wrong: whatever else was done, that is for somebody to look at.
    fn may_have_failed(&self, ty: Ty) -> bool {
        matches!(Outcome::of(self.db, self.resolved(ty)), Some((Outcome::Result, _)))
    }

    /// A problem of a value that is missed, with the function whose result type may have been forgotten.
    pub(super) fn with_function_without_result(&mut self, problem: Problem, value: ExpressionId, found: Ty) -> Problem {
        let is_missed = found == Ty::UNIT || found.as_closure().is_some_and(|(.., result)| result == Ty::UNIT);
        match self.function_without_result(value).filter(|_| is_missed) {
            Some(function) => problem.also(Anchor::Other(function), FORGOTTEN_RESULT),
            None => problem,
        }
    }

    /// The function without a result type that is the value, whose call is it, or was that of the variable.
    fn function_without_result(&mut self, value: ExpressionId) -> Option<ItemId> {
        let call = match self.expression(value) {
            Expression::Local(local) => self.initialiser(local)?,
            _ => value,
        };
        let function = match self.table.detail(call) {
            Detail::Call(call) => self.table.calls[call.0 as usize].callee.as_function(),
            Detail::Item(ItemUse::Function(function, _)) => Some(function),
            _ => None,
        };
        function.filter(|function| self.signature(*function).result == Ty::UNIT)
    }

    /// What a variable is given where it is declared.
    fn initialiser(&self, variable: LocalId) -> Option<ExpressionId> {
        let blocks = self.body.expressions().filter_map(|(_, expression)| match expression {
            Expression::Block { statements, .. } => Some(statements),
            _ => None,
        });
        let mut statements = blocks.flat_map(|statements| self.body.statements(statements));
        statements.find_map(|statement| match self.body[statement] {
            Statement::Let { pattern, initialiser, .. } if self.body[pattern] == Pattern::Binding(variable) => {
                initialiser
            }
            _ => None,
        })
    }

    /// The value that a body ends in, through blocks.
    pub(super) fn last_value(&self, body: ExpressionId) -> ExpressionId {
        let mut last = body;
        while let Expression::Block { tail: Some(inner), .. } | Expression::Unsafe(inner) = self.expression(last) {
            last = inner;
        }
        last
    }

    fn is_for_its_value(&mut self, expression: ExpressionId) -> bool {
        if let Expression::Try(_) = self.expression(expression) {
            return false;
        }
        if let Detail::Call(call) = self.table.detail(expression) {
            return match self.table.calls[call.0 as usize].callee {
                Callee::Function(function, _) => {
                    let signature = self.signature(function);
                    let changes = |ty: Ty| matches!(ty.as_borrow(), Some((_, true)));
                    signature.receiver != Some(Receiver::Mut)
                        && !signature.parameters.iter().any(|parameter| changes(parameter.ty))
                        && signature.linkage == Linkage::Mangled
                        && !signature.is_unsafe
                        && !self.gets_changing(call)
                }
                Callee::Structure(_) | Callee::Union(_) | Callee::Case(..) => true,
                Callee::Pointer(_) | Callee::Closure(_) | Callee::Error => false,
                Callee::Builtin(builtin) => matches!(
                    builtin,
                    Builtin::SizeOf(_)
                        | Builtin::AlignOf(_)
                        | Builtin::OffsetOf(..)
                        | Builtin::Zeroed(_)
                        | Builtin::PointerNull(_)
                        | Builtin::PointerOffset(_)
                        | Builtin::IntoRaw(_)
                ),
            };
        }
        let written = self.expression(expression);
        match written.class() {
            ExpressionClass::Literal | ExpressionClass::Part | ExpressionClass::Operation => true,
            ExpressionClass::Name => matches!(written, Expression::Local(_) | Expression::Item(_)),
            ExpressionClass::Other => {
                matches!(written, Expression::Interpolation(_) | Expression::Borrow { .. })
            }
            ExpressionClass::Missing => false,
        }
    }

    /// Whether a call gets something that it may change through a `ref`: an `Atomic`, a `Mutex`.
    fn gets_changing(&self, call: CallId) -> bool {
        let call = self.table.calls[call.0 as usize];
        let arguments = &self.table.arguments[call.first as usize..(call.first + call.count) as usize];
        arguments.iter().any(|argument| {
            let ty = self.resolved(self.type_of(argument.expression).value_type());
            !ty.is_error() && leads_to_changing(self.db, ty)
        })
    }

    /// A constant without a type must be made of literals, operators and constants; a global always has one.
    pub(super) fn undeclared_constant(&mut self, root: ExpressionId) {
        if self.item.kind(self.db) == ItemKind::Global {
            let ty = self.table.result;
            let may_be =
                !self.table.poisoned && !ty.is_error() && ty != Ty::UNIT && ty != Ty::NEVER && is_plain(self.db, ty);
            let shown = may_be.then(|| display(self.db, ty));
            let name = self.item.name(self.db).text();
            return self.report(problems::global_type_missing(&name, shown.as_deref()));
        }
        if self.table.poisoned {
            return;
        }
        if let Some(at) = needs_declared_type(self.db, self.body, root) {
            let ty = display(self.db, self.table.result);
            self.report(problems::constant_type_missing(self.at(at), &self.item.name(self.db).text(), &ty));
        }
    }
}
