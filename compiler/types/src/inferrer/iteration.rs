//! `for`: what it walks over, which iterator is asked for that, and what its variable is. Must not know how a walk is made.

use hir::{Expression, ExpressionId, ItemId, ItemKind, LangItem, List, Name, Pattern, PatternId};
use source::Db;

use super::pattern::Matched;
use super::{Expectation, Inferrer};
use crate::bounds::TraitReference;
use crate::classify::is_copy;
use crate::display::display;
use crate::inference::{Call, CallId, Callee, Iteration};
use crate::outcome::Outcome;
use crate::problem::Anchor;
use crate::problems::{self, Asked};
use crate::signatures::signature;
use crate::trait_methods::may_have;
use crate::traits::traits_of_its_own;
use crate::ty::{Arguments, Ty, TypeKind};

/// Whether a method is one by which `for` asks for an iterator.
pub fn is_asked_by_loops(db: &dyn Db, method: ItemId) -> bool {
    let name = method.name(db).text();
    let is_asked = [Asked::Shared, Asked::Mutable, Asked::Move].iter().any(|asked| asked.method() == &*name);
    is_asked && method.kind(db) == ItemKind::Function && {
        let signature = signature(db, method);
        signature.receiver.is_some() && signature.parameters.len() == 1
    }
}

impl Inferrer<'_> {
    pub(super) fn for_loop(
        &mut self,
        expression: ExpressionId,
        pattern: PatternId,
        iterable: ExpressionId,
        body: ExpressionId,
    ) -> Ty {
        let element = match self.expression(iterable) {
            Expression::Range { start: Some(start), end: Some(end), .. } => {
                match self.range_of_loop(iterable, start, end) {
                    Ok(counted) => counted,
                    Err(range) => self.iteration(expression, iterable, range),
                }
            }
            _ => {
                let iterated = self.scrutinee(iterable);
                if let Some(element) = iterated.elements(self.db)
                    && (!iterated.moves() || is_copy(self.db, element))
                {
                    self.pattern(pattern, iterated.element(element));
                    self.infer(body, Expectation::Discard);
                    return Ty::UNIT;
                }
                match iterated.ty().as_array() {
                    Some((element, _)) if iterated.moves() => self.taken_elements(expression, iterable, element),
                    _ => self.iteration(expression, iterable, iterated.ty()),
                }
            }
        };
        match self.body[pattern] {
            Pattern::Binding(local) => self.set_local(local, element),
            Pattern::Missing | Pattern::Wildcard => {}
            _ => self.pattern(pattern, Matched::moved(element)),
        }
        self.infer(body, Expectation::Discard);
        Ty::UNIT
    }

    /// An array whose elements move into the loop, one after another.
    fn taken_elements(&mut self, expression: ExpressionId, iterable: ExpressionId, element: Ty) -> Ty {
        let of = hir::prelude_item(self.db, Name::new("Iterator"));
        let (Some(of), Some(iterator)) = (of, hir::lang_item(self.db, LangItem::TakenElements)) else {
            return self.not_in_library(iterable, "std.iterator.Iterator");
        };
        self.walk(expression, iterable, of, Ty::instance(iterator, &[element]))
    }

    /// What is no range: an iterator, or what gives one when it is asked. Gives the type of its elements.
    fn iteration(&mut self, expression: ExpressionId, iterable: ExpressionId, found: Ty) -> Ty {
        let ty = found.value_type();
        if ty.is_error() || ty == Ty::NEVER {
            return ty;
        }
        if ty.is_integer() {
            self.report(problems::not_a_range(self.at(iterable), &display(self.db, ty)));
            return Ty::ERROR;
        }
        let is_looked_at = matches!(found.as_borrow(), Some((_, false)));
        if !is_looked_at && let Some(of) = self.iterator_trait(ty) {
            return self.walk(expression, iterable, of, found);
        }
        let asked = match (self.expression(iterable), found.as_borrow()) {
            (Expression::Borrow { mutable: true, .. }, Some((_, true))) => Asked::Mutable,
            (_, Some(_)) => Asked::Shared,
            (_, None) if self.is_place(iterable) => Asked::Shared,
            (_, None) => Asked::Move,
        };
        let Some((method, holder)) = self.found_method(expression, ty, Name::new(asked.method())) else {
            let is_iterator = self.iterator_trait(ty).is_some();
            let at = self.at(iterable);
            let shown = display(self.db, ty);
            self.report(match is_iterator {
                true => problems::iterator_behind_ref(at, &shown),
                false => problems::not_iterable(at, &shown, asked).help(self.iterable_advice(ty, asked)),
            });
            return Ty::ERROR;
        };
        let Some(mode) = self.signature(method).receiver else {
            let problem = problems::not_iterable(self.at(iterable), &display(self.db, ty), asked);
            let problem = problem.also(Anchor::Other(method), "declared `static` here");
            self.report(problem.help(self.iterable_advice(ty, asked)));
            return Ty::ERROR;
        };
        self.lend_receiver(iterable, found, mode, method);
        let given = self.call_method(expression, (method, holder), Some(iterable), List::EMPTY, Expectation::Any);
        let given = self.known_type(given);
        if given.is_error() {
            return Ty::ERROR;
        }
        match self.iterator_trait(given) {
            Some(of) => self.walk(expression, iterable, of, given),
            None => {
                let shown = display(self.db, given);
                let problem = problems::no_iterator_given(self.at(iterable), asked, &shown);
                self.report(problem.also(Anchor::Other(method), "declared here"));
                Ty::ERROR
            }
        }
    }

    /// The loop asks an iterator again and again; a `mut` leads to one that lies elsewhere.
    fn walk(&mut self, expression: ExpressionId, iterable: ExpressionId, of: ItemId, iterator: Ty) -> Ty {
        let Some(next) = hir::member(self.db, of, Name::new("next")) else {
            return self.not_in_library(iterable, "std.iterator.Iterator");
        };
        let ty = iterator.value_type();
        let types = self.new_variables(of, 0..1, expression);
        self.need_trait(
            TraitReference { item: of, arguments: Arguments::new(&types) },
            ty,
            self.at(iterable),
            iterable,
        );
        let element = self.known_type(types[0]);
        let element = self.resolved(element);
        let (arguments, with) = self.call_arguments(next, &[element, ty], &[]);
        let given = with.apply(self.signature(next).result);
        let call = CallId(self.table.calls.len() as u32);
        self.table.calls.push(Call {
            callee: Callee::Function(next, arguments),
            first: self.table.arguments.len() as u32,
            count: 0,
        });
        self.table.iterations.push((expression, Iteration { iterator, given, next: call }));
        element
    }

    /// How a type comes to be walked over.
    fn iterable_advice(&self, ty: Ty, asked: Asked) -> String {
        match ty.kind() {
            TypeKind::Parameter(..) => {
                format!("declare the type parameter as `{}: Iterator[…]`", display(self.db, ty))
            }
            TypeKind::Named(_) if Outcome::of(self.db, ty).is_some() => {
                "take the value out: `if let`, `match` or `unwrap()`".into()
            }
            TypeKind::Named(_) => asked.advice(),
            TypeKind::String => "`for byte in s.bytes()` walks over its bytes".into(),
            _ => "`for` walks over ranges, `for i in 0..n`, over iterators, and over what gives one".into(),
        }
    }

    /// The trait `Iterator`, if a type has it.
    fn iterator_trait(&self, ty: Ty) -> Option<ItemId> {
        let of = hir::prelude_item(self.db, Name::new("Iterator"));
        let of = of.filter(|item| item.kind(self.db) == ItemKind::Trait)?;
        let ty = self.resolved(ty.value_type());
        let has_it = match traits_of_its_own(self.db, ty) {
            Some(own) => own.iter().any(|known| known.item == of),
            None => may_have(self.db, of, ty),
        };
        has_it.then_some(of)
    }
}
