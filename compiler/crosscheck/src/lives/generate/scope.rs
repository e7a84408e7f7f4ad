//! What may be used where a program is being made: variables, what has moved away, what is lent, the loops around. Owns
//! the rules of ownership as far as they are followed; stricter than the language, it must never allow more.

use std::collections::BTreeSet;

use super::super::forms::places::{Place, Step};
use super::super::tree::{Local, Tree};
use super::super::types::{Closure, Parameter, Type};

/// What has moved away, by variables and ways into them, and whether the text goes on here.
#[derive(Clone)]
pub(super) struct Flow {
    pub(super) moved: BTreeSet<(u32, Vec<usize>)>,
    pub(super) is_reached: bool,
}

impl Flow {
    /// After several branches.
    pub(super) fn join(flows: Vec<Flow>) -> Flow {
        let mut joined = Flow { moved: BTreeSet::new(), is_reached: false };
        for flow in flows.into_iter().filter(|flow| flow.is_reached) {
            joined.moved.extend(flow.moved);
            joined.is_reached = true;
        }
        joined
    }
}

/// A variable that is lent.
#[derive(Clone, Copy)]
pub(super) struct Lent {
    pub(super) variable: u32,
    pub(super) mutably: bool,
    /// The loan ends where no more variables than so many are known.
    pub(super) until: usize,
}

impl Lent {
    fn is(&self, variable: u32, mutably: bool) -> bool {
        (self.variable, self.mutably) == (variable, mutably)
    }

    /// A loan that ends with an expression.
    pub(super) fn briefly(variable: u32, mutably: bool) -> Lent {
        Lent { variable, mutably, until: 0 }
    }
}

/// A loop around.
#[derive(Clone)]
pub(super) struct Around {
    pub(super) id: u32,
    /// How many variables it sees from outside.
    pub(super) outside: usize,
    /// What had moved away before it.
    pub(super) start: BTreeSet<(u32, Vec<usize>)>,
    /// What has moved away where it is left.
    pub(super) breaks: Vec<Flow>,
}

/// Where a program is being made.
#[derive(Clone)]
pub(super) struct Scope {
    pub(super) variables: Vec<Local>,
    pub(super) flow: Flow,
    pub(super) lent: Vec<Lent>,
    pub(super) loops: Vec<Around>,
    pub(super) result: Type,
    /// Whether nothing may be moved or changed, as in a guard.
    pub(super) only_looks: bool,
    /// Whether the block leaves the loop at its end, so that it may move what lies outside.
    pub(super) leaves: bool,
    /// Whether functions and traits may be called.
    pub(super) calls: bool,
    /// Arrays that had so many elements when a condition was met; others are not indexed.
    pub(super) counted: Vec<((u32, Vec<usize>), usize)>,
    /// The type parameters around.
    pub(super) generics: Vec<Parameter>,
}

impl Scope {
    pub(super) fn new(result: Type, generics: Vec<Parameter>) -> Scope {
        Scope {
            variables: Vec::new(),
            flow: Flow { moved: BTreeSet::new(), is_reached: true },
            lent: Vec::new(),
            loops: Vec::new(),
            result,
            only_looks: false,
            leaves: false,
            calls: true,
            counted: Vec::new(),
            generics,
        }
    }

    /// What has moved away of the first variables.
    pub(super) fn moved_of(&self, count: usize) -> BTreeSet<(u32, Vec<usize>)> {
        let numbers: BTreeSet<u32> = self.variables[..count].iter().map(|variable| variable.number).collect();
        self.flow.moved.iter().filter(|(variable, _)| numbers.contains(variable)).cloned().collect()
    }
}

/// A place that can be named, and what may be done with it.
pub(super) struct Known {
    pub(super) place: Place,
    pub(super) may_change: bool,
    pub(super) may_move: bool,
}

/// How many steps lead into places.
const STEPS: usize = 2;

impl Scope {
    /// The places that hold a value now.
    pub(super) fn places(&self, tree: &Tree) -> Vec<Known> {
        let mut known = Vec::new();
        for (index, variable) in self.variables.iter().enumerate() {
            let is_lent = |mutably: bool| self.lent.iter().any(|lent| lent.is(variable.number, mutably));
            if is_lent(true) {
                continue;
            }
            let is_outside = self.loops.last().is_some_and(|around| index < around.outside);
            let free = !is_lent(false) && !self.only_looks;
            let may_move = free && !variable.ty.is_borrow() && (!is_outside || variable.mutable || self.leaves);
            let may_change = free && (variable.mutable || matches!(variable.ty, Type::Mut(_)));
            self.collect(tree, Known { place: Place::of(variable), may_change, may_move }, &mut known);
        }
        known
    }

    fn collect(&self, tree: &Tree, mut at: Known, known: &mut Vec<Known>) {
        if at.place.ty.is_borrow() {
            let is_ref = matches!(at.place.ty, Type::Ref(_));
            at.place.ty = at.place.ty.target().clone();
            at.may_change &= !is_ref;
            at.may_move = false;
        }
        if at.place.steps.len() < STEPS {
            let is_shared = matches!(at.place.ty, Type::Shared(_));
            let inside = at.may_move && !is_shared && !tree.has_drop(&at.place.ty);
            let may_change = at.may_change && !is_shared;
            for (step, ty, is_index) in self.parts(tree, &at.place) {
                let mut place = at.place.clone();
                place.steps.push(step);
                place.ty = ty;
                let may_move = inside && !is_index;
                self.collect(tree, Known { place, may_change, may_move }, known);
            }
        }
        if self.is_whole(&at.place) {
            known.push(at);
        }
    }

    /// The parts of a place that can be named, with the elements of an array that is known to have some.
    fn parts(&self, tree: &Tree, place: &Place) -> Vec<(Step, Type, bool)> {
        let (Type::Array(element) | Type::Slice(element)) = &place.ty else { return parts(tree, &place.ty) };
        let way = way(place);
        let counted = self.counted.iter().filter(|(of, _)| *of == way).map(|(_, count)| *count);
        let count = counted.max().unwrap_or(0);
        (0..count).map(|index| (Step::Index(index), (**element).clone(), true)).collect()
    }

    /// Whether nothing of a place has moved away.
    pub(super) fn is_whole(&self, place: &Place) -> bool {
        let (variable, way) = way(place);
        self.flow
            .moved
            .iter()
            .all(|(of, moved)| *of != variable || !(moved.starts_with(&way) || way.starts_with(moved)))
    }
}

/// The way that leads to a place.
pub(super) fn way(place: &Place) -> (u32, Vec<usize>) {
    let steps = place.steps.iter().map(|step| match step {
        Step::Part(_, part) | Step::Index(part) => *part,
    });
    (place.variable.number, steps.collect())
}

/// The parts of a value that can be named.
fn parts(tree: &Tree, ty: &Type) -> Vec<(Step, Type, bool)> {
    match ty {
        Type::Named(index, arguments) if !tree.declarations[*index].is_enum => {
            let declaration = &tree.declarations[*index];
            let types = declaration.parts(0, arguments);
            let names = declaration.cases[0].parts.iter().map(|(name, _)| name);
            let steps = names.enumerate().map(|(part, name)| Step::Part(name.as_str().into(), part));
            steps.zip(types).map(|(step, ty)| (step, ty, false)).collect()
        }
        Type::View(view) => {
            let parts = tree.views[*view].parts.iter().enumerate();
            parts.map(|(part, (name, ty))| (Step::Part(name.as_str().into(), part), ty.clone(), false)).collect()
        }
        Type::Tuple(types) => types
            .iter()
            .enumerate()
            .map(|(part, ty)| (Step::Part(part.to_string().into(), part), ty.clone(), false))
            .collect(),
        Type::Fixed(element, count) => {
            (0..*count).map(|index| (Step::Index(index), (**element).clone(), true)).collect()
        }
        Type::Shared(content) => parts(tree, content),
        Type::Named(..)
        | Type::Unit
        | Type::Int
        | Type::Bool
        | Type::Text
        | Type::Ordering
        | Type::Option(_)
        | Type::Result(..)
        | Type::Array(_)
        | Type::Slice(_)
        | Type::Mutex(_)
        | Type::Map(..)
        | Type::Set(_)
        | Type::Dyn(_)
        | Type::Function(..)
        | Type::Parameter(_)
        | Type::Ref(_)
        | Type::Mut(_) => Vec::new(),
    }
}

impl Type {
    pub(super) fn is_borrow(&self) -> bool {
        matches!(self, Type::Ref(_) | Type::Mut(_))
    }

    /// Whether its values are borrows, closures that are lent among them.
    pub(super) fn holds_borrow(&self) -> bool {
        self.is_borrow() || matches!(self, Type::View(_) | Type::Function(Closure::Looks | Closure::Changes, ..))
    }
}
