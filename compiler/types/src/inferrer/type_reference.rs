//! Types and lengths written inside a body. Must not know what a type means, which is `resolve`'s.

use hir::{ConstantExpression, Expression, ExpressionId, ItemId, Name, TypeReferenceId, TypeReferences};
use source::Db;

use super::{Expectation, Inferrer, REMEMBERED};
use crate::constant::ConstantValue;
use crate::display::display;
use crate::evaluate::{body_length, constant_value};
use crate::inference::{Detail, ItemUse};
use crate::layout::LARGEST_SIZE;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::{Position, Written, resolve};
use crate::substitute::Substitution;
use crate::ty::Ty;

impl Inferrer<'_> {
    /// The type that a type written in the body means.
    pub(super) fn resolve_written(&mut self, id: TypeReferenceId) -> Ty {
        let ty = resolve(self, id, Position::Value);
        self.table.poisoned |= ty.is_error();
        ty
    }

    /// The type behind a pointer written in the body.
    pub(super) fn resolve_pointee(&mut self, id: TypeReferenceId) -> Ty {
        let ty = resolve(self, id, Position::Pointee);
        self.table.poisoned |= ty.is_error();
        ty
    }

    /// The type whose layout is asked for.
    pub(super) fn resolve_measured(&mut self, id: TypeReferenceId) -> Ty {
        let ty = resolve(self, id, Position::Measured);
        self.table.poisoned |= ty.is_error();
        ty
    }

    /// The number of elements that a constant expression of the body says.
    pub(super) fn constant_length(&mut self, count: ExpressionId) -> Option<u64> {
        // Evaluation refuses all that is unsafe, and says why.
        self.unsafe_depth += 1;
        let ty = self.infer(count, Expectation::Any);
        self.unsafe_depth -= 1;
        let value = self.read_value(count, ty);
        if value.is_error() {
            return None;
        }
        if !value.is_integer() {
            let problem = problems::not_an_integer(self.at(count), &display(self.db, value));
            self.report(problem.note("the length of an array"));
            return None;
        }
        if let Expression::Integer(length) = self.expression(count) {
            let length = self.body[length];
            return match u64::try_from(length) {
                Ok(length) if length <= LARGEST_SIZE => Some(length),
                Ok(_) | Err(_) => {
                    self.report(problems::array_length(self.at(count), &length.to_string()));
                    None
                }
            };
        }
        if let Detail::Item(ItemUse::Constant(item)) = self.table.detail(count)
            && let ConstantValue::Int(length) = constant_value(self.db, item)
            && let Ok(length) = u64::try_from(*length)
            && length <= LARGEST_SIZE
        {
            return Some(length);
        }
        self.settle_all();
        self.resolve_table();
        match body_length(self.db, self.item, self.body, &self.table.packed(), count) {
            Ok(length) => Some(length),
            Err(problem) => {
                self.table.poisoned = true;
                if let Some(problem) = problem {
                    self.report(*problem);
                }
                None
            }
        }
    }
}

impl Written for Inferrer<'_> {
    fn db(&self) -> &dyn Db {
        self.db
    }

    fn item(&self) -> ItemId {
        self.item
    }

    fn types(&self) -> &TypeReferences {
        &self.body.types
    }

    fn anchor(&self, id: TypeReferenceId) -> Anchor {
        Anchor::BodyType(id)
    }

    fn report(&mut self, problem: Problem) {
        Inferrer::report(self, problem);
    }

    fn known(&self, name: Name) -> Option<Ty> {
        self.known_types.iter().rev().take(REMEMBERED).find(|(known, _)| *known == name).map(|(_, ty)| *ty)
    }

    fn remember(&mut self, name: Name, ty: Ty) {
        self.known_types.push((name, ty));
    }

    fn need(&mut self, id: TypeReferenceId, item: ItemId, arguments: &[Ty]) {
        let mut with = Substitution::default();
        with.add(item, arguments.into());
        self.need_bounds(item, &with, Anchor::BodyType(id), self.body.root);
    }

    fn length(&mut self, length: ConstantExpression, at: TypeReferenceId) -> Option<u64> {
        match length {
            ConstantExpression::Missing | ConstantExpression::Anonymous(_) => None,
            ConstantExpression::Integer(length) if length <= LARGEST_SIZE => Some(length),
            ConstantExpression::Integer(length) => {
                self.report(problems::array_length(Anchor::BodyType(at), &length.to_string()));
                None
            }
            ConstantExpression::Expression(expression) => self.constant_length(expression),
        }
    }
}
