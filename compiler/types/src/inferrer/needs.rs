//! What type arguments need to have: each is checked as soon as it is known, and where a single `impl` or bound fits, that
//! tells type arguments that are open. Must not know what the arguments are for.

use hir::{ExpressionId, ItemId};

use super::Inferrer;
use crate::bounds::TraitReference;
use crate::classify::holds_borrow;
use crate::derivation::derivable;
use crate::display::display;
use crate::generics::{own_count, own_parameters};
use crate::implementations::{fitting_candidates, has_trait, is_copy_trait, needs_with};
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::borrow_of_impl;
use crate::substitute::{Substitution, agree};
use crate::trait_checks::unmet_bounds;
use crate::traits::traits_of_its_own;
use crate::ty::{Arguments, Elements, Ty, TypeKind};

/// A trait that a type needs to have, of which something was open when it was met.
#[derive(Clone, Copy)]
pub(super) struct Need {
    of: TraitReference,
    ty: Ty,
    /// Where it is reported.
    at: Anchor,
    /// Where open type arguments arise from it.
    origin: ExpressionId,
    /// Whose parameter it is for.
    item: ItemId,
    /// Whether it follows from another, which is reported in its stead.
    is_part: bool,
    /// Whether the `impl` or bound that it has to be by was found: it waits until all is known.
    is_chosen: bool,
}

/// A type that stands for a parameter of an `impl` that allows no borrows.
#[derive(Clone, Copy)]
pub(super) struct Owned {
    ty: Ty,
    /// The `impl`.
    item: ItemId,
    /// The place of its parameter.
    index: usize,
    /// Where it is reported.
    at: Anchor,
}

/// What became of a need.
enum Fate {
    /// Nothing more has to be found out.
    Settled,
    /// It told something, and may tell more.
    Told,
    /// It waits for something that is open.
    Waits,
}

/// So many passes are made over the needs that wait: each pass tells something, and what tells what may form a long chain.
const MOST_PASSES: usize = 100;
/// So many needs are looked at again where a call is done; all of them at the end of the body.
const MOST_RECENT: usize = 32;

impl Inferrer<'_> {
    /// What stands for the own parameters of an item needs to have what these are declared with.
    pub(super) fn need_bounds(&mut self, item: ItemId, with: &Substitution, at: Anchor, origin: ExpressionId) {
        for (of, ty) in needs_with(self.db, item, with) {
            self.need(Need { of, ty, at, origin, item, is_part: false, is_chosen: false });
        }
    }

    /// A type needs to have a trait.
    pub(super) fn need_trait(&mut self, of: TraitReference, ty: Ty, at: Anchor, origin: ExpressionId) {
        self.need(Need { of, ty, at, origin, item: of.item, is_part: false, is_chosen: false });
    }

    /// What stands for the own parameters of an `impl` is no borrow where these allow none, which is told when all is known.
    pub(super) fn need_owned(&mut self, item: ItemId, with: &Substitution, at: Anchor) {
        for (index, parameter) in own_parameters(self.db, item).iter().enumerate() {
            if !parameter.allows_borrows {
                let ty = with.apply(Ty::parameter(item, index as u32));
                self.owned.push(Owned { ty, item, index, at });
            }
        }
    }

    fn need(&mut self, need: Need) {
        let mut wait = need;
        loop {
            match self.settle(&mut wait) {
                Fate::Settled => return,
                Fate::Told => {}
                Fate::Waits => return self.needs.push(wait),
            }
        }
    }

    /// Looks again at what waits, now that more may be known.
    pub(super) fn settle_recent(&mut self) {
        if !self.needs.is_empty() {
            self.settle_from(self.needs.len().saturating_sub(MOST_RECENT));
        }
    }

    /// Looks at everything that waits until nothing tells anything more.
    pub(super) fn settle_all(&mut self) {
        for _ in 0..MOST_PASSES {
            if self.needs.is_empty() || !self.settle_from(0) {
                return;
            }
        }
    }

    /// At the end of the body, when no variable is left: what still waits is had or is not.
    pub(super) fn report_needs(&mut self) {
        for mut need in std::mem::take(&mut self.needs) {
            self.settle(&mut need);
        }
        for Owned { ty, item, index, at } in std::mem::take(&mut self.owned) {
            let ty = self.resolved(ty);
            if holds_borrow(self.db, ty) {
                let problem = borrow_of_impl(self.db, at, item, index, ty);
                self.report(problem);
            }
        }
    }

    fn settle_from(&mut self, first: usize) -> bool {
        let mut has_told = false;
        let waiting: Vec<Need> = self.needs.drain(first..).collect();
        for mut need in waiting {
            loop {
                match self.settle(&mut need) {
                    Fate::Settled => {
                        has_told = true;
                        break;
                    }
                    Fate::Told => has_told = true,
                    Fate::Waits => {
                        self.needs.push(need);
                        break;
                    }
                }
            }
        }
        has_told
    }

    fn settle(&mut self, need: &mut Need) -> Fate {
        need.ty = self.resolved(need.ty);
        need.of.arguments = need.of.arguments.map(|ty| self.resolved(ty));
        let Need { of, ty, .. } = *need;
        if ty.mentions_error() || of.arguments.types().iter().any(|ty| ty.mentions_error()) {
            return Fate::Settled;
        }
        let is_open = self.has_variables(ty) || of.arguments.types().iter().any(|ty| self.has_variables(*ty));
        if !is_open {
            if !need.is_part && !has_trait(self.db, of, ty) {
                self.unmet(need);
            }
            return Fate::Settled;
        }
        match ty.kind() {
            TypeKind::Variable(_) => Fate::Waits,
            _ if need.is_chosen => Fate::Waits,
            _ if is_copy_trait(self.db, of.item) => Fate::Waits,
            _ => match traits_of_its_own(self.db, ty) {
                Some(traits) => self.settle_by_traits(need, &traits),
                None => self.settle_known(need),
            },
        }
    }

    /// Of a type parameter or `dyn`: the only one of its traits that fits tells what is open.
    fn settle_by_traits(&mut self, need: &mut Need, traits: &[TraitReference]) -> Fate {
        let of = need.of;
        let wanted = of.arguments.types();
        let fits = |found: &&TraitReference| {
            let found = found.arguments.types();
            found.iter().zip(&*wanted).all(|(found, wanted)| agree(*found, *wanted, &Ty::is_variable))
        };
        let mut fitting = traits.iter().filter(|found| found.item == of.item).filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => {
                need.is_chosen = true;
                self.tell(&wanted, &only.arguments.types())
            }
            (Some(_), Some(_)) => Fate::Waits,
            (None, _) => {
                self.unmet(need);
                Fate::Settled
            }
        }
    }

    /// Of a type whose constructor is known: the only `impl` that fits tells what is open.
    fn settle_known(&mut self, need: &mut Need) -> Fate {
        let Need { of, ty, at, origin, .. } = *need;
        let wanted = of.arguments.types();
        let db = self.db;
        let mut fitting = fitting_candidates(db, of, ty).filter(|candidate| {
            let is_anything = |part: Ty| {
                part.is_variable() || matches!(part.kind(), TypeKind::Parameter(item, _) if item == candidate.item)
            };
            let declared = candidate.of.arguments.types();
            agree(candidate.target, ty, &is_anything)
                && declared.iter().zip(&*wanted).all(|(declared, wanted)| agree(*declared, *wanted, &is_anything))
        });
        let only = match (fitting.next(), fitting.next()) {
            (Some(only), None) => *only,
            (Some(_), Some(_)) => return Fate::Waits,
            (None, _) => {
                self.unmet(need);
                return Fate::Settled;
            }
        };
        need.is_chosen = true;
        let mut with = Substitution::default();
        with.add(only.item, self.fresh_again(only.item, origin));
        if !self.unify(with.apply(only.target), ty) {
            self.unmet(need);
            return Fate::Settled;
        }
        for (of, ty) in needs_with(db, only.item, &with) {
            self.need(Need { of, ty, at, origin, item: only.item, is_part: true, is_chosen: false });
        }
        self.tell(&wanted, &with.arguments(only.of.arguments).types())
    }

    /// Two lists of type arguments are one.
    fn tell(&mut self, wanted: &[Ty], found: &[Ty]) -> Fate {
        for (wanted, found) in wanted.iter().zip(found) {
            // What does not fit is reported when everything is known.
            self.unify(*wanted, *found);
        }
        Fate::Told
    }

    fn unmet(&mut self, need: &Need) {
        if need.is_part {
            return;
        }
        let Need { of, ty, at, item, .. } = *need;
        // What it would have told is nobody's fault any more.
        for argument in &*of.arguments.types() {
            self.poison_variables(*argument);
        }
        let problem = problems::unmet_bound(self.db, at, ty, of);
        let problem = problem.also(Anchor::Other(item), if item == of.item { "the trait" } else { "needs it" });
        let problem = match derivable(self.db, of.item) {
            Some(derivable) => self.with_derivation(problem, derivable, ty),
            None => problem,
        };
        // A type that is written in the head is met again where a value of it is made.
        let is_said = |known: &Problem| known.kind == problem.kind && known.message == problem.message;
        let mut here = self.table.problems.iter().filter(|known| known.at == problem.at);
        // A type lacks a trait because what it is made of lacks one.
        let arguments = ty.as_named().map(|named| named.arguments.types());
        let parts: Vec<String> =
            arguments.iter().flat_map(|types| types.iter()).map(|ty| display(self.db, *ty)).collect();
        let is_of_part = |known: &Problem| {
            known.kind == problem.kind && parts.iter().any(|part| known.message.starts_with(&format!("`{part}` ")))
        };
        if here.any(is_said)
            || self.table.problems.iter().any(is_of_part)
            || unmet_bounds(self.db, self.item).iter().any(is_said)
        {
            self.table.poisoned = true;
            return;
        }
        self.report(problem);
    }

    /// New variables for the own type parameters of an `impl`, of which one expression may use several.
    fn fresh_again(&mut self, item: ItemId, origin: ExpressionId) -> Elements {
        let count = own_count(self.db, item);
        self.new_variables(item, 0..count as u32, origin)
    }
}

/// A trait with its arguments as they are written.
pub(crate) fn trait_text(db: &dyn source::Db, of: TraitReference) -> String {
    let name = of.item.name(db).text();
    if of.arguments == Arguments::NONE {
        return name.to_string();
    }
    let arguments: Vec<String> = of.arguments.types().iter().map(|ty| display(db, *ty)).collect();
    format!("{name}[{}]", arguments.join(", "))
}
