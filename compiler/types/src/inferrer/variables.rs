//! What inference has not found out yet: type arguments that nobody wrote, each a variable until the first use that tells.
//! Owns unification; must not know what the arguments are for.

use std::ops::Range;

use hir::{ExpressionId, ItemId, ItemKind};
use rustc_hash::FxHashMap;

use super::{Expectation, Inferrer};
use crate::classify::holds_borrow;
use crate::display::display;
use crate::generics::{allows_borrows, own_count};
use crate::problem::Problem;
use crate::problems;
use crate::substitute::{Substitution, replace};
use crate::ty::{Arguments, Elements, NamedType, Ty, TypeKind};

/// The variables of a body.
#[derive(Default)]
pub(super) struct Variables {
    all: Vec<Variable>,
    /// The last that arose at an expression for the parameters of an item.
    last: FxHashMap<(ExpressionId, ItemId), usize>,
    /// Those that were found out, in order.
    trail: Vec<u32>,
}

/// A type argument that nobody wrote.
struct Variable {
    /// What it has been found to be; it may hold other variables.
    found: Option<Ty>,
    /// Where it arose.
    origin: ExpressionId,
    /// The type parameter that it stands for.
    item: ItemId,
    index: u32,
}

impl Inferrer<'_> {
    /// New variables for the own type parameters of an item. What is asked for twice at one expression is the same.
    pub(super) fn fresh(&mut self, item: ItemId, origin: ExpressionId) -> Elements {
        let count = own_count(self.db, item);
        match self.variables.last.get(&(origin, item)).copied() {
            Some(last) => variables(last + 1 - count..last + 1),
            None => self.new_variables(item, 0..count as u32, origin),
        }
    }

    /// New variables for some type parameters of an item.
    pub(super) fn new_variables(&mut self, item: ItemId, indices: Range<u32>, origin: ExpressionId) -> Elements {
        let all = &mut self.variables.all;
        let first = all.len();
        all.extend(indices.map(|index| Variable { found: None, origin, item, index }));
        if all.len() > first {
            self.variables.last.insert((origin, item), all.len() - 1);
        }
        let all = &self.variables.all;
        variables(first..all.len())
    }

    /// What is expected of a part of a value that is built for a type argument: anything, but no borrow where the type
    /// argument may be none, so a part is what a borrow leads to, as the argument itself would be.
    pub(super) fn expected_part(&mut self, whole: Expectation, part: ExpressionId) -> Option<Ty> {
        let Expectation::Value(whole) = whole else { return None };
        let TypeKind::Variable(number) = self.resolved(whole).kind() else { return None };
        if self.allows_borrows(number) {
            return None;
        }
        let Variable { item, index, .. } = self.variables.all[number as usize];
        self.variables.all.push(Variable { found: None, origin: part, item, index });
        Some(Ty::variable(self.variables.all.len() as u32 - 1))
    }

    /// A type with all variables replaced whose types are known.
    #[inline]
    pub(super) fn resolved(&self, ty: Ty) -> Ty {
        if !ty.is_open() || self.variables.all.is_empty() { ty } else { self.resolved_open(ty) }
    }

    fn resolved_open(&self, ty: Ty) -> Ty {
        replace(ty, &mut FxHashMap::default(), &mut |part| match part.kind() {
            TypeKind::Variable(number) => self.variables.all[number as usize].found.map(|found| self.resolved(found)),
            _ => None,
        })
    }

    /// Takes what has not been found out in a type for poison.
    pub(super) fn poison_variables(&mut self, ty: Ty) {
        let variables = &mut self.variables.all;
        replace(ty, &mut FxHashMap::default(), &mut |part| {
            if let TypeKind::Variable(number) = part.kind() {
                variables[number as usize].found.get_or_insert(Ty::ERROR);
            }
            None
        });
    }

    /// Whether two types are one, or become one by what is found out here.
    #[inline]
    pub(super) fn unify(&mut self, left: Ty, right: Ty) -> bool {
        left == right || self.unify_different(left, right)
    }

    fn unify_different(&mut self, left: Ty, right: Ty) -> bool {
        if !left.is_open() && !right.is_open() || self.variables.all.is_empty() {
            return false;
        }
        let (left, right) = (self.resolved(left), self.resolved(right));
        match (left.kind(), right.kind()) {
            _ if left == right => true,
            (TypeKind::Variable(number), _) => self.find(number, right),
            (_, TypeKind::Variable(number)) => self.find(number, left),
            (TypeKind::Named(left), TypeKind::Named(right)) | (TypeKind::Object(left), TypeKind::Object(right)) => {
                left.item == right.item && self.unify_all(&left.arguments.types(), &right.arguments.types())
            }
            (TypeKind::Pointer(left), TypeKind::Pointer(right))
            | (TypeKind::Ref(left), TypeKind::Ref(right))
            | (TypeKind::Slice(left), TypeKind::Slice(right))
            | (TypeKind::Mut(left), TypeKind::Mut(right)) => self.unify(left, right),
            (TypeKind::Tuple(left), TypeKind::Tuple(right)) => self.unify_all(&left.types(), &right.types()),
            (TypeKind::Array(left, count), TypeKind::Array(right, other)) => count == other && self.unify(left, right),
            (TypeKind::ExternFunction(left, result), TypeKind::ExternFunction(right, other)) => {
                self.unify_all(&left.types(), &right.types()) && self.unify(result, other)
            }
            (TypeKind::Closure(kind, left, result), TypeKind::Closure(held, right, other)) => {
                kind == held && self.unify_all(&left.types(), &right.types()) && self.unify(result, other)
            }
            (TypeKind::Dyn(kind, left), TypeKind::Dyn(held, right)) => {
                kind == held
                    && left.item == right.item
                    && self.unify_all(&left.arguments.types(), &right.arguments.types())
            }
            _ => false,
        }
    }

    fn unify_all(&mut self, left: &[Ty], right: &[Ty]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(left, right)| self.unify(*left, *right))
    }

    /// Finds out what a variable is, unless that holds the variable itself, is a borrow that may not stand there, or a slice,
    /// whose values have no size.
    fn find(&mut self, number: u32, ty: Ty) -> bool {
        if ty.as_slice().is_some() || self.holds(ty, number) || !self.may_be(number, ty) {
            return false;
        }
        self.variables.all[number as usize].found = Some(ty);
        self.variables.trail.push(number);
        true
    }

    fn may_be(&self, number: u32, ty: Ty) -> bool {
        self.allows_borrows(number) || !holds_borrow(self.db, ty)
    }

    fn allows_borrows(&self, number: u32) -> bool {
        let Variable { item, index, .. } = self.variables.all[number as usize];
        allows_borrows(self.db, item, index)
    }

    /// Whether a type is what has a trait, which nothing has told yet.
    pub(super) fn is_open_self(&self, ty: Ty) -> bool {
        let TypeKind::Variable(number) = self.resolved(ty).kind() else { return false };
        let Variable { item, index, .. } = self.variables.all[number as usize];
        item.kind(self.db) == ItemKind::Trait && index as usize == own_count(self.db, item)
    }

    /// What is wrong where a type parameter that is no borrow would have to stand for one.
    pub(super) fn refused_borrow(&self, expression: ExpressionId, found: Ty, expected: Ty) -> Option<Problem> {
        let TypeKind::Variable(number) = expected.kind() else { return None };
        if self.may_be(number, found) {
            return None;
        }
        let Variable { item, index, .. } = self.variables.all[number as usize];
        let parameter = display(self.db, Ty::parameter(item, index));
        let (at, shown) = (self.at(expression), display(self.db, found));
        Some(problems::borrow_for_parameter(at, &shown, &parameter, &item.name(self.db).text()))
    }

    fn holds(&self, ty: Ty, number: u32) -> bool {
        let mut holds = false;
        replace(ty, &mut FxHashMap::default(), &mut |part| {
            holds |= part.kind() == TypeKind::Variable(number);
            None
        });
        holds
    }

    /// Whether a value of a type that is found becomes one of the type that is expected by reading the borrow that it is:
    /// where nothing has been found out about a type argument that may not be a borrow, it is what the borrow leads to.
    pub(super) fn reads_for(&self, expected: Ty) -> bool {
        matches!(self.resolved(expected).kind(), TypeKind::Variable(number) if !self.allows_borrows(number))
    }

    /// Takes what is expected of a call's result for a hint about its type arguments; what does not fit says nothing here.
    pub(super) fn hint(&mut self, result: Ty, expectation: Expectation) {
        let Some(expected) = expectation.ty() else { return };
        if self.variables.all.is_empty() || !result.is_open() {
            return;
        }
        let takes_borrows =
            matches!(self.resolved(result).kind(), TypeKind::Variable(number) if self.allows_borrows(number));
        match takes_borrows {
            true => self.fits(result, expected),
            false => self.fits(result.value_type(), expected.value_type()),
        };
    }

    /// Makes two types equal if they can be; else nothing is found out.
    pub(super) fn fits(&mut self, ty: Ty, other: Ty) -> bool {
        let before = self.variables.trail.len();
        let fits = self.unify(ty, other);
        if !fits {
            for number in self.variables.trail.split_off(before) {
                self.variables.all[number as usize].found = None;
            }
        }
        fits
    }

    /// Whether something in a type has not been found out.
    pub(super) fn has_variables(&self, ty: Ty) -> bool {
        let mut has_some = false;
        replace(self.resolved(ty), &mut FxHashMap::default(), &mut |part| {
            has_some |= part.is_variable();
            None
        });
        has_some
    }

    /// Whether nothing has been found out about a type itself.
    pub(super) fn is_unknown(&self, ty: Ty) -> bool {
        ty.is_open() && matches!(self.resolved(ty).kind(), TypeKind::Variable(_))
    }

    /// Reports that a type has to be known here, and is not. What arose there is poison from now on.
    pub(super) fn must_be_known(&mut self, ty: Ty) {
        if self.is_unknown(ty) {
            self.settle_all();
        }
        if let TypeKind::Variable(number) = self.resolved(ty).kind() {
            self.report_open(number as usize);
            self.variables.all[number as usize].found = Some(Ty::ERROR);
        }
    }

    fn report_open(&mut self, number: usize) {
        let Variable { origin, item, index, .. } = self.variables.all[number];
        let parameter = display(self.db, Ty::parameter(item, index));
        let name = item.name(self.db).text();
        self.report(problems::open_argument(self.at(origin), &parameter, &name));
    }

    /// At the end of the body: what nothing has told is reported where it arose, the first at each place. Then no table holds
    /// a variable any more.
    pub(super) fn close_variables(&mut self) {
        if self.variables.all.is_empty() {
            return self.report_needs();
        }
        self.settle_all();
        let mut reported = None;
        for number in 0..self.variables.all.len() {
            let Variable { found, origin, .. } = self.variables.all[number];
            if found.is_some() {
                continue;
            }
            // What is wrong elsewhere may be why nothing tells.
            if !self.table.poisoned || reported.is_some_and(|reported| reported != origin) {
                self.report_open(number);
                reported = Some(origin);
            }
            self.table.poisoned = true;
            self.variables.all[number].found = Some(Ty::ERROR);
        }
        self.report_needs();
        self.resolve_table();
    }

    /// Replaces all variables in the tables whose types are known.
    pub(super) fn resolve_table(&mut self) {
        if !self.variables.all.is_empty() {
            let mut table = std::mem::take(&mut self.table);
            table.replace_types(|ty| self.resolved(ty));
            self.table = table;
        }
    }

    /// The type arguments that are written for the own parameters of an item, or variables where none are.
    pub(super) fn own_arguments(
        &mut self,
        item: ItemId,
        written: Option<hir::List>,
        expression: ExpressionId,
        name: &str,
    ) -> Elements {
        let wanted = own_count(self.db, item);
        let body = self.body;
        let Some(written) = written.map(|written| body.types.list(written)).filter(|written| !written.is_empty())
        else {
            return if wanted == 0 { Elements::default() } else { self.fresh(item, expression) };
        };
        if written.len() != wanted {
            self.report(problems::type_argument_count(self.at(expression), name, wanted, written.len()));
            return Elements::from(vec![Ty::ERROR; wanted].as_slice());
        }
        let types = crate::resolve::resolve_arguments(self, item, written);
        self.table.poisoned |= types.contains(&Ty::ERROR);
        Elements::from(types.as_slice())
    }

    /// A named type whose arguments nobody wrote.
    pub(super) fn unwritten(&mut self, item: ItemId, expression: ExpressionId) -> NamedType {
        let types = self.fresh(item, expression);
        let named = NamedType { item, arguments: Arguments::new(&types) };
        self.need_bounds(item, &Substitution::of_type(named), self.at(expression), expression);
        named
    }

    /// What the type parameters of a function stand for at a call, and the list of them: those of what it stands in, then
    /// its own.
    pub(super) fn call_arguments(&mut self, function: ItemId, holder: &[Ty], own: &[Ty]) -> (Arguments, Substitution) {
        if holder.is_empty() && own.is_empty() {
            return (Arguments::NONE, Substitution::default());
        }
        let arguments = Arguments::new(&[holder, own].concat());
        (arguments, Substitution::of_function(self.db, function, arguments))
    }

    /// What stands for the type parameters of a function, and of the `impl` that it stands in, needs to have what they are
    /// declared with. Of a type the arguments are checked where they are written or made.
    pub(super) fn need_for_call(&mut self, function: ItemId, with: &Substitution, expression: ExpressionId) {
        if with.is_empty() {
            return;
        }
        let at = self.at(expression);
        self.need_bounds(function, with, at, expression);
        if let Some(holder) = function.parent_item(self.db).filter(|holder| holder.kind(self.db) == ItemKind::Impl) {
            self.need_bounds(holder, with, at, expression);
            self.need_owned(holder, with, at);
        }
    }
}

fn variables(numbers: Range<usize>) -> Elements {
    let types: Vec<Ty> = numbers.map(|number| Ty::variable(number as u32)).collect();
    Elements::from(types.as_slice())
}
