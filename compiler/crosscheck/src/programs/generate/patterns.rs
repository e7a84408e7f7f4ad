//! Patterns for values of a type: with names or without, such that the value may not fit or surely fits, and lists of
//! patterns of which one fits each value.

use std::cell::{Cell, RefCell};

use super::super::arithmetic;
use super::super::ast::{Adoption, IntType, Literal, Mode, Naming, Pattern, PatternKind, Type};
use super::super::evaluate::{field_type, ordered};
use super::Generator;

/// How often an alternative with the names of the first one is tried.
const ATTEMPTS: usize = 6;

/// A part of what is matched, which a pattern is made for.
#[derive(Clone)]
pub(super) struct Spot {
    pub(super) ty: Type,
    /// The fields up to the first element of an array.
    path: Vec<usize>,
    indexed: bool,
    mode: Mode,
    /// Whether names may stand here.
    named: bool,
    depth: u32,
}

/// A name in a pattern and what it stands for.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) variable: usize,
    pub(super) ty: Type,
    pub(super) path: Vec<usize>,
}

/// The names of a pattern while it is made.
#[derive(Default)]
pub(super) struct Names {
    /// All, one of several alternatives more than once.
    pub(super) found: Vec<Named>,
    /// In an alternative: the names that the first one has and this one has not yet.
    wanted: Option<Vec<(usize, Type)>>,
}

impl Spot {
    /// The whole of what is matched.
    pub(super) fn whole(ty: &Type, mode: Mode, named: bool) -> Spot {
        Spot { ty: ty.clone(), path: Vec::new(), indexed: false, mode, named, depth: 3 }
    }
}

impl Generator {
    fn part(&self, spot: &Spot, number: usize) -> Spot {
        let mut part = Spot { depth: spot.depth.saturating_sub(1), ..spot.clone() };
        match &spot.ty {
            Type::Array(element, _) => {
                part.ty = (**element).clone();
                part.indexed = true;
            }
            whole => {
                part.ty = field_type(&self.tree, whole, number);
                if !spot.indexed {
                    part.path.push(number);
                }
                if let Type::Struct(index) = whole {
                    // Fields of packed structs are not lent.
                    part.named &= spot.mode == Mode::Given || !self.tree.structs[*index].packed;
                }
            }
        }
        part
    }

    fn part_count(&self, ty: &Type) -> Option<usize> {
        match ty {
            Type::Struct(index) => Some(self.tree.structs[*index].fields.len()),
            Type::Tuple(parts) => Some(parts.len()),
            Type::Array(_, count) => Some(*count),
            _ => None,
        }
    }

    /// A pattern that some values do not fit.
    pub(super) fn pattern(&mut self, spot: &Spot, names: &mut Names) -> Pattern {
        let kind = match self.below(20) {
            0 => PatternKind::Wildcard,
            1 | 2 => self.name(spot, names),
            3 | 4 if spot.depth > 0 => return self.whole_and_parts(spot, names, false),
            5..=7 if spot.depth > 0 => return self.alternatives(spot, names),
            _ => return self.tested(spot, names),
        };
        Pattern { ty: spot.ty.clone(), kind }
    }

    /// A pattern that each value fits.
    pub(super) fn sure_pattern(&mut self, spot: &Spot, names: &mut Names) -> Pattern {
        let kind = match self.below(10) {
            0..=3 => self.name(spot, names),
            4 if spot.depth > 0 => return self.whole_and_parts(spot, names, true),
            5..=8 if spot.depth > 0 && self.part_count(&spot.ty).is_some() => self.parts(spot, names, true, None),
            _ => PatternKind::Wildcard,
        };
        Pattern { ty: spot.ty.clone(), kind }
    }

    /// Patterns of which each value fits at least one.
    pub(super) fn covering(&mut self, spot: &Spot) -> Vec<(Pattern, Names)> {
        let plain = |kind| (Pattern { ty: spot.ty.clone(), kind }, Names::default());
        match (&spot.ty, self.part_count(&spot.ty)) {
            (Type::Bool, _) => {
                let literal =
                    |truth| PatternKind::Literal(RefCell::new(Literal::Bool(truth)), Cell::new(Adoption::Never));
                vec![plain(literal(true)), plain(literal(false))]
            }
            (Type::Int(int), _) => {
                let top = arithmetic::mask(*int);
                let middle = ordered(*int, self.integer_bits(*int)).min(top - 1);
                let range = |first, last| {
                    let ends = (Literal::Int(ordered(*int, first)), Literal::Int(ordered(*int, last)));
                    PatternKind::Range(RefCell::new(ends), true, Cell::new(Adoption::Never))
                };
                vec![plain(range(0, middle)), plain(range(middle + 1, top))]
            }
            (_, Some(count)) if count > 0 && spot.depth > 0 => {
                let split = self.below(count);
                let part = self.part(spot, split);
                let covering = self.covering(&part);
                covering
                    .into_iter()
                    .map(|(pattern, mut names)| {
                        let kind = self.parts(spot, &mut names, true, Some((split, pattern)));
                        (Pattern { ty: spot.ty.clone(), kind }, names)
                    })
                    .collect()
            }
            (_, _) => {
                let mut names = Names::default();
                let pattern = self.sure_pattern(spot, &mut names);
                vec![(pattern, names)]
            }
        }
    }

    /// A new name; in an alternative one that is still wanted.
    fn name(&mut self, spot: &Spot, names: &mut Names) -> PatternKind {
        let mutable = spot.mode == Mode::Given && self.chance(20);
        match self.named(spot, names, mutable) {
            Some(variable) => PatternKind::Name(variable),
            None => PatternKind::Wildcard,
        }
    }

    fn named(&mut self, spot: &Spot, names: &mut Names, mutable: bool) -> Option<usize> {
        if !spot.named {
            return None;
        }
        let variable = match &mut names.wanted {
            Some(wanted) => {
                let place = wanted.iter().position(|(variable, ty)| {
                    *ty == spot.ty && (mutable || !self.scope.variables[*variable].mutable)
                })?;
                wanted.remove(place).0
            }
            None => {
                let ty = Box::new(spot.ty.clone());
                let ty = match spot.mode {
                    Mode::Lent => Type::Ref(ty),
                    Mode::Changed => Type::Mut(ty),
                    Mode::Given => spot.ty.clone(),
                };
                let name = format!("v{}", self.scope.variables.len());
                self.scope.declare(name, ty, mutable)
            }
        };
        names.found.push(Named { variable, ty: spot.ty.clone(), path: spot.path.clone() });
        Some(variable)
    }

    /// `pattern as name`. Where the whole is moved or lent `mut`, its parts have no names.
    fn whole_and_parts(&mut self, spot: &Spot, names: &mut Names, sure: bool) -> Pattern {
        let shares = match spot.mode {
            Mode::Lent => true,
            Mode::Changed => false,
            Mode::Given => !self.tree.is_owner(&spot.ty),
        };
        let inner = Spot { named: spot.named && shares, depth: spot.depth - 1, ..spot.clone() };
        let pattern = if sure { self.sure_pattern(&inner, names) } else { self.pattern(&inner, names) };
        if matches!(pattern.kind, PatternKind::As(..)) {
            return pattern;
        }
        match self.named(spot, names, false) {
            Some(variable) => Pattern { ty: spot.ty.clone(), kind: PatternKind::As(Box::new(pattern), variable) },
            None => pattern,
        }
    }

    /// `pattern | pattern`, with the same names in each.
    fn alternatives(&mut self, spot: &Spot, names: &mut Names) -> Pattern {
        let mut plain = spot.clone();
        plain.depth -= 1;
        if names.wanted.is_some() {
            plain.named = false;
        }
        let mut first_names = Names::default();
        let first = self.pattern(&plain, &mut first_names);
        let wanted: Vec<(usize, Type)> =
            first_names.found.iter().map(|named| (named.variable, named.ty.clone())).collect();
        let wanted = unique(wanted);
        names.found.append(&mut first_names.found);
        let mut alternatives = vec![first];
        for _alternative in 0..1 + self.below(2) {
            for _attempt in 0..ATTEMPTS {
                let mut others = Names { found: Vec::new(), wanted: Some(wanted.clone()) };
                let alternative = self.pattern(&plain, &mut others);
                if others.wanted.is_some_and(|wanted| wanted.is_empty()) {
                    names.found.append(&mut others.found);
                    alternatives.push(alternative);
                    break;
                }
            }
        }
        match alternatives.pop() {
            Some(only) if alternatives.is_empty() => only,
            last => {
                alternatives.extend(last);
                Pattern { ty: spot.ty.clone(), kind: PatternKind::Or(alternatives) }
            }
        }
    }

    /// A pattern that looks at the value itself.
    fn tested(&mut self, spot: &Spot, names: &mut Names) -> Pattern {
        let adoption = [
            Adoption::Never,
            Adoption::Never,
            Adoption::Never,
            Adoption::First,
            Adoption::First,
            Adoption::Last,
            Adoption::Above,
            Adoption::Below,
        ][self.below(8)];
        let constant = if self.chance(20) { self.pattern_constant(&spot.ty) } else { None };
        let kind = match (&spot.ty, constant) {
            (_, Some(constant)) => PatternKind::Constant(constant),
            (Type::Bool, None) => {
                let literal = Literal::Bool(self.rng.bool());
                PatternKind::Literal(RefCell::new(literal), Cell::new(Adoption::Never))
            }
            (Type::Int(int), None) if self.chance(55) => self.integer_range(*int, adoption),
            (Type::Int(int), None) => {
                let literal = Literal::Int(self.integer_bits(*int));
                let adoption = if self.chance(50) { Adoption::First } else { Adoption::Never };
                PatternKind::Literal(RefCell::new(literal), Cell::new(adoption))
            }
            (Type::F32 | Type::F64, None) => {
                let (first, width) = (self.float(), f64::from(self.rng.u8(1..100)));
                if self.chance(40) {
                    PatternKind::Literal(RefCell::new(Literal::Float(first)), Cell::new(adoption))
                } else {
                    let ends = RefCell::new((Literal::Float(first), Literal::Float(first + width * 4096.0)));
                    PatternKind::Range(ends, self.rng.bool(), Cell::new(adoption))
                }
            }
            (Type::Text, None) => PatternKind::Literal(RefCell::new(Literal::Text(self.word())), Cell::new(adoption)),
            (ty, None) if self.part_count(ty).is_some() && spot.depth > 0 => self.parts(spot, names, false, None),
            (_, None) => self.name(spot, names),
        };
        Pattern { ty: spot.ty.clone(), kind }
    }

    fn integer_range(&mut self, int: IntType, adoption: Adoption) -> PatternKind {
        let inclusive = self.chance(60);
        let width = u128::from(self.rng.u8(0..6));
        let top = arithmetic::mask(int);
        let first = ordered(int, self.integer_bits(int)).min(top - 6);
        let last = first + width.max(u128::from(!inclusive));
        let ends = (Literal::Int(ordered(int, first)), Literal::Int(ordered(int, last)));
        PatternKind::Range(RefCell::new(ends), inclusive, Cell::new(adoption))
    }

    /// A constant that a value of a type is compared with.
    fn pattern_constant(&mut self, ty: &Type) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.tree.constants.len())
            .filter(|index| {
                let constant = &self.tree.constants[*index];
                Self::is_shown(ty) && constant.ty == *ty && !constant.mutable
            })
            .collect();
        self.choose(&fitting)
    }

    /// The parts of a struct, tuple or array; one of them may be given.
    fn parts(&mut self, spot: &Spot, names: &mut Names, sure: bool, given: Option<(usize, Pattern)>) -> PatternKind {
        let count = self.part_count(&spot.ty).unwrap_or_default();
        let mut order: Vec<usize> = (0..count).collect();
        let mut naming = Naming::Positional;
        let is_structure = matches!(spot.ty, Type::Struct(_));
        let (given_number, mut given) = given.map_or((None, None), |(number, part)| (Some(number), Some(part)));
        if is_structure && count > 0 {
            let by_position = self.below(count + 1);
            if self.chance(40) {
                naming = Naming::Named(by_position);
                self.rng.shuffle(&mut order[by_position..]);
            }
            // What stands by position stays, and what is given.
            let least = if let Naming::Named(by_position) = naming { by_position } else { 0 };
            let given_place = given_number.and_then(|given| order.iter().position(|number| *number == given));
            let least = least.max(given_place.map_or(0, |place| place + 1));
            if self.chance(40) {
                let more = self.below(count + 1 - least);
                order.truncate(least + more);
            }
        }
        let parts = order
            .into_iter()
            .map(|number| {
                if given_number == Some(number)
                    && let Some(part) = given.take()
                {
                    return (number, part);
                }
                let part = self.part(spot, number);
                let pattern = match sure || self.chance(40) {
                    true => self.sure_pattern(&part, names),
                    false => self.pattern(&part, names),
                };
                (number, pattern)
            })
            .collect();
        PatternKind::Parts(parts, naming)
    }

    /// Whether a value of a type can be taken apart or compared with something.
    pub(super) fn is_matched(ty: &Type) -> bool {
        match ty {
            Type::Int(_) | Type::F32 | Type::F64 | Type::Bool | Type::Text => true,
            Type::Struct(_) | Type::Tuple(_) | Type::Array(..) => true,
            Type::Unit | Type::Union(_) | Type::Pointer(_) | Type::Function(..) | Type::Ref(_) | Type::Mut(_) => false,
        }
    }
}

/// Each variable once.
fn unique(names: Vec<(usize, Type)>) -> Vec<(usize, Type)> {
    let mut unique: Vec<(usize, Type)> = Vec::new();
    for name in names {
        if unique.iter().all(|(variable, _)| *variable != name.0) {
            unique.push(name);
        }
    }
    unique
}
