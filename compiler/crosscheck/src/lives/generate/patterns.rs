//! Makes patterns, and the forms that match.

use std::collections::BTreeSet;

use super::super::forms::matches::{Arm, IfLet, LetPattern, Match, Matched, Mode, Pattern, WhileLet};
use super::super::node::{Expr, Statement};
use super::super::tree::Local;
use super::super::types::Type;
use super::super::value::Shape;
use super::Generator;
use super::scope::{Around, Flow, Lent, way};

/// Something that is matched, before it is written.
struct Subject {
    matched: Matched,
    ty: Type,
    mode: Mode,
    /// The variable that is lent to the arms, and whether `mut`.
    lent: Vec<Lent>,
}

/// A pattern's names.
type Names = Vec<Local>;

impl Generator {
    /// A pattern of a type; one that is total fits every value.
    fn pattern(&mut self, ty: &Type, mode: Mode, depth: u32, is_total: bool, names: &mut Names) -> Pattern {
        let takes_apart = mode != Mode::Take || !self.tree.has_drop(ty);
        if depth == 0 || self.chance(25) {
            return self.name_pattern(ty, mode, takes_apart, is_total, names);
        }
        match ty {
            Type::Int if !is_total && self.chance(30) => {
                // Each once: a guard is asked for each alternative that fits, by the model for one.
                let numbers: BTreeSet<i64> = (0..2 + self.below(2)).map(|_| self.rng.i64(-1..5)).collect();
                let mut numbers: Vec<i64> = numbers.into_iter().collect();
                self.rng.shuffle(&mut numbers);
                match *numbers {
                    [only] => Pattern::Int(only),
                    _ => Pattern::Either(numbers.into_iter().map(Pattern::Int).collect()),
                }
            }
            Type::Int if !is_total => Pattern::Int(self.rng.i64(0..4)),
            Type::Bool if !is_total => Pattern::Bool(self.rng.bool()),
            Type::Text if !is_total => Pattern::Text(["ash", "", "elm and oak"][self.below(3)].to_owned()),
            Type::Named(index, arguments) => {
                let count = self.tree.declarations[*index].cases.len();
                if is_total && count > 1 {
                    return self.name_pattern(ty, mode, takes_apart, is_total, names);
                }
                let case = self.below(count);
                let types = self.tree.declarations[*index].parts(case, arguments);
                self.case_pattern(Shape::Case(*index, case), &types, mode, depth, (is_total, takes_apart), names)
            }
            Type::Option(some) if !is_total => {
                if self.chance(35) {
                    Pattern::Parts(Shape::None, false, Vec::new())
                } else {
                    let types = [(**some).clone()];
                    self.case_pattern(Shape::Some, &types, mode, depth, (false, true), names)
                }
            }
            Type::Result(ok, error) if !is_total => {
                let (shape, part) = if self.rng.bool() { (Shape::Ok, ok) } else { (Shape::Err, error) };
                self.case_pattern(shape, &[(**part).clone()], mode, depth, (false, true), names)
            }
            Type::Tuple(types) => self.case_pattern(Shape::Tuple, types, mode, depth, (is_total, true), names),
            Type::Fixed(element, count) => {
                let types = vec![(**element).clone(); *count];
                self.case_pattern(Shape::Array, &types, mode, depth, (is_total, true), names)
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Option(_)
            | Type::Ordering
            | Type::Unit
            | Type::Result(..)
            | Type::Array(_)
            | Type::Slice(_)
            | Type::Shared(_)
            | Type::Mutex(_)
            | Type::View(_)
            | Type::Map(..)
            | Type::Set(_)
            | Type::Dyn(_)
            | Type::Function(..)
            | Type::Parameter(_)
            | Type::Ref(_)
            | Type::Mut(_) => self.name_pattern(ty, mode, true, is_total, names),
        }
    }

    /// A pattern with parts; of what cannot be taken apart only what is copied gets a name.
    fn case_pattern(
        &mut self,
        shape: Shape,
        types: &[Type],
        mode: Mode,
        depth: u32,
        (is_total, takes_apart): (bool, bool),
        names: &mut Names,
    ) -> Pattern {
        let mut parts = Vec::new();
        for ty in types {
            parts.push(if takes_apart || (self.tree.is_copied(ty) && depth == 1) {
                self.pattern(ty, mode, depth - 1, is_total, names)
            } else {
                Pattern::Any
            });
        }
        let is_named = match shape {
            Shape::Case(declaration, case) => {
                let case = &self.tree.declarations[declaration].cases[case];
                case.is_named && !parts.is_empty() && self.rng.bool()
            }
            Shape::Tuple | Shape::Array | Shape::None | Shape::Some | Shape::Ok | Shape::Err => false,
            Shape::View(_) | Shape::Dyn | Shape::Mutex | Shape::Map | Shape::Set => false,
        };
        Pattern::Parts(shape, is_named, parts)
    }

    fn name_pattern(&mut self, ty: &Type, mode: Mode, _apart: bool, _total: bool, names: &mut Names) -> Pattern {
        if self.chance(25) {
            return Pattern::Any;
        }
        let local = self.local(ty.clone(), false);
        let bound = match mode {
            Mode::Look => Type::Ref(Box::new(ty.clone())),
            Mode::Change => Type::Mut(Box::new(ty.clone())),
            Mode::Take => ty.clone(),
        };
        names.push(Local { ty: bound, ..local.clone() });
        Pattern::Name(local)
    }

    /// Something to match; a temporary is what a call gives.
    fn subject(&mut self, depth: u32) -> Option<Subject> {
        if self.chance(30) {
            let ty = self.matched_type();
            let value = self.attempt(|generator| generator.called(&ty, depth))?;
            return Some(Subject { matched: Matched::Temporary(value), ty, mode: Mode::Take, lent: Vec::new() });
        }
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| match &known.place.ty {
            Type::Named(..) | Type::Option(_) | Type::Tuple(_) | Type::Fixed(..) | Type::Result(..) => true,
            Type::Int => known.place.steps.is_empty(),
            _ => false,
        });
        if places.is_empty() {
            return None;
        }
        let known = places.swap_remove(self.below(places.len()));
        let variable = known.place.variable.number;
        let ty = known.place.ty.clone();
        let mode = match self.below(3) {
            0 if known.may_change => Mode::Change,
            1 if known.may_move && !self.tree.is_copied(&ty) => Mode::Take,
            _ => Mode::Look,
        };
        let lent = match mode {
            Mode::Look => vec![Lent::briefly(variable, false)],
            Mode::Change => vec![Lent::briefly(variable, true)],
            Mode::Take => {
                self.scope.flow.moved.insert(way(&known.place));
                Vec::new()
            }
        };
        Some(Subject { matched: Matched::Place(known.place, mode), ty, mode, lent })
    }

    /// A type of which something gets out by matching.
    fn matched_type(&mut self) -> Type {
        let ty = self.any_type(1);
        match ty {
            Type::Named(..) | Type::Option(_) | Type::Tuple(_) | Type::Result(..) => ty,
            other => Type::Option(Box::new(other)),
        }
    }

    /// Makes something with names in sight, and takes these away again.
    pub(super) fn with_names<T>(&mut self, names: &Names, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let count = self.scope.variables.len();
        self.scope.variables.extend(names.iter().cloned());
        let made = make(self)?;
        self.forget(count);
        Some(made)
    }

    /// The arms of a `match` over every value.
    fn arms(&mut self, subject: &Subject, value: Option<&Type>, depth: u32) -> Option<Vec<Arm>> {
        let mut patterns = Vec::new();
        for _ in 0..self.below(3) {
            let mut names = Names::new();
            let pattern = self.pattern(&subject.ty, subject.mode, 2, false, &mut names);
            patterns.push((pattern, names, true));
        }
        let cases = match &subject.ty {
            Type::Named(index, arguments) => {
                let count = self.tree.declarations[*index].cases.len();
                let case = |case| (Shape::Case(*index, case), self.tree.declarations[*index].parts(case, arguments));
                (0..count).map(case).collect()
            }
            Type::Option(some) => vec![(Shape::None, Vec::new()), (Shape::Some, vec![(**some).clone()])],
            Type::Result(ok, error) => {
                vec![(Shape::Ok, vec![(**ok).clone()]), (Shape::Err, vec![(**error).clone()])]
            }
            _ => Vec::new(),
        };
        if cases.is_empty() || self.chance(20) {
            let mut names = Names::new();
            let pattern = self.pattern(&subject.ty, subject.mode, 2, true, &mut names);
            patterns.push((pattern, names, false));
        } else {
            let takes_apart = subject.mode != Mode::Take || !self.tree.has_drop(&subject.ty);
            for case in self.order(cases.len()) {
                let (shape, types) = &cases[case];
                let mut names = Names::new();
                let apart = (true, takes_apart);
                let pattern = self.case_pattern(*shape, types, subject.mode, 2, apart, &mut names);
                patterns.push((pattern, names, false));
            }
        }
        let mut flows = Vec::new();
        let mut arms = Vec::new();
        for (pattern, names, may_guard) in patterns {
            let guard = if may_guard && self.chance(60) { Some(self.guard(&names, depth)?) } else { None };
            let made =
                self.branch(|generator| generator.with_names(&names, |generator| generator.block(value, 2, depth)));
            let (body, flow) = made?;
            arms.push(Arm { pattern, guard, body });
            flows.push(flow);
        }
        self.scope.flow = Flow::join(flows);
        Some(arms)
    }

    /// A condition in which names only look.
    fn guard(&mut self, names: &Names, depth: u32) -> Option<Expr> {
        let looking: Names = names
            .iter()
            .map(|local| Local { ty: Type::Ref(Box::new(local.ty.target().clone())), ..local.clone() })
            .collect();
        let before = std::mem::replace(&mut self.scope.only_looks, true);
        let made = self.with_names(&looking, |generator| generator.condition(depth));
        self.scope.only_looks = before;
        made
    }

    fn match_of(&mut self, value: Option<&Type>, depth: u32) -> Option<Match> {
        let subject = self.subject(depth)?;
        let lent = subject.lent.clone();
        let arms = self.while_lent(&lent, |generator| generator.arms(&subject, value, depth))?;
        Some(Match(subject.matched, arms))
    }

    /// `match` with a value.
    pub(super) fn matched_value(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let made = self.match_of(Some(ty), depth)?;
        self.scope.flow.is_reached.then(|| Box::new(made) as Expr)
    }

    /// `match` as a statement.
    pub(super) fn match_statement(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        Some(Box::new(self.match_of(None, depth)?))
    }

    /// `if let`
    pub(super) fn if_let(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let subject = self.subject(depth)?;
        let mut names = Names::new();
        let pattern = self.pattern(&subject.ty, subject.mode, 2, false, &mut names);
        let lent = subject.lent.clone();
        let (then, otherwise) = self.while_lent(&lent, |generator| {
            let (then, first) =
                generator.branch(|generator| generator.with_names(&names, |inner| inner.block(None, 3, depth)))?;
            let (otherwise, second) = if generator.rng.bool() {
                let (block, flow) = generator.branch(|generator| generator.block(None, 2, depth))?;
                (Some(block), flow)
            } else {
                (None, generator.scope.flow.clone())
            };
            generator.scope.flow = Flow::join(vec![first, second]);
            Some((then, otherwise))
        })?;
        Some(Box::new(IfLet { pattern, matched: subject.matched, then, otherwise }))
    }

    /// `while let`, with a count that ends it.
    pub(super) fn while_let(&mut self, count: &Local, depth: u32) -> Option<Box<dyn Statement>> {
        let id = self.number();
        let outside = self.scope.variables.len();
        let start = self.scope.flow.clone();
        self.scope.loops.push(Around { id, outside, start: start.moved.clone(), breaks: Vec::new() });
        let subject = self.subject(depth)?;
        let mut names = Names::new();
        let pattern = self.pattern(&subject.ty, subject.mode, 2, false, &mut names);
        let lent = subject.lent.clone();
        // What moves in the head has moved where the loop ends.
        let ended = self.scope.flow.clone();
        let body = self.while_lent(&lent, |generator| {
            generator.with_names(&names, |generator| generator.counted_block(id, count, depth))
        })?;
        self.end_loop(Some(ended));
        Some(Box::new(WhileLet { id, pattern, matched: subject.matched, body }))
    }

    /// `let pattern = value`, also with `else`.
    pub(super) fn let_pattern(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let ty = self.matched_type();
        let value = self.value(&ty, depth)?;
        let mut names = Names::new();
        let may_leave = ty != Type::Int && self.chance(50);
        let pattern = self.pattern(&ty, Mode::Take, 2, !may_leave, &mut names);
        let otherwise = if may_leave {
            let (block, _) = self.branch(|generator| generator.leaving_block(depth))?;
            Some(block)
        } else {
            None
        };
        self.scope.variables.extend(names);
        Some(Box::new(LetPattern { pattern, ty, value, otherwise }))
    }
}
