//! Makes expressions of a type.

use super::super::forms::control::If;
use super::super::forms::places::{Lend, LendTemporary, Place, Replace, Take, Taken, Use};
use super::super::forms::shared::Share;
use super::super::forms::threads::Guard;
use super::super::forms::values::{Arithmetic, Interpolate, IsSome, Literal, Logic, Make};
use super::super::node::Expr;
use super::super::tree::Tree;
use super::super::types::{Closure, Parameter, Type};
use super::super::value::Shape;
use super::Generator;
use super::scope::{Flow, Known, Lent, way};

impl Generator {
    /// The instances of declared types without type parameters that fit.
    pub(super) fn instances(&self, fits: impl Fn(&Tree, &Type) -> bool) -> Vec<Type> {
        let declared = self.tree.declarations.iter().enumerate();
        let plain = declared.filter(|(_, declaration)| declaration.parameters.is_empty());
        plain.map(|(index, _)| Type::Named(index, Vec::new())).filter(|ty| fits(&self.tree, ty)).collect()
    }

    /// Any type of a value without borrows.
    pub(super) fn any_type(&mut self, depth: u32) -> Type {
        let count = self.tree.declarations.len();
        if count > 0 && self.chance(if depth == 0 { 55 } else { 65 }) {
            let index = self.below(count);
            let parameters = self.tree.declarations[index].parameters.clone();
            let arguments = parameters.iter().map(|parameter| self.argument_type(parameter)).collect();
            return Type::Named(index, arguments);
        }
        let depth = depth.saturating_sub(1);
        match self.below(12) {
            8 => Type::Array(Box::new(self.any_type(depth))),
            9 => self.keyed_type(depth),
            0..=2 => Type::Option(Box::new(self.any_type(depth))),
            3 => Type::Tuple(vec![self.any_type(depth), self.any_type(depth)]),
            4 => {
                let count = 1 + self.below(3);
                Type::Fixed(Box::new(self.any_type(depth)), count)
            }
            5 => Type::Text,
            6 => Type::Bool,
            7 => match self.below(8) {
                0 | 1 => Type::Result(Box::new(self.any_type(depth)), Box::new(self.any_type(depth))),
                2 | 3 => Type::Array(Box::new(self.any_type(depth))),
                4 => Type::Shared(Box::new(self.any_type(depth))),
                5 => {
                    let guarded = Type::Mutex(Box::new(self.any_type(depth)));
                    if self.rng.bool() { Type::Shared(Box::new(guarded)) } else { guarded }
                }
                _ => {
                    let open: Vec<usize> = (0..self.tree.traits.len()).filter(|of| self.tree.is_open(*of)).collect();
                    self.choose(&open).map_or(Type::Int, Type::Dyn)
                }
            },
            _ => Type::Int,
        }
    }

    /// A type that a type parameter may stand for.
    pub(super) fn argument_type(&mut self, parameter: &Parameter) -> Type {
        let mut types = self.instances(Tree::is_shown);
        types.extend([Type::Int, Type::Text]);
        types.extend(self.scope.generics.iter().map(|parameter| Type::Parameter(parameter.number)));
        types.retain(|ty| self.may_stand_for(ty, parameter));
        if self.may_stand_for(&Type::Option(Box::new(Type::Text)), parameter) && self.chance(15) {
            return Type::Option(Box::new(Type::Text));
        }
        self.choose(&types).unwrap_or(Type::Int)
    }

    /// Whether a type has what a type parameter has.
    pub(super) fn may_stand_for(&self, ty: &Type, parameter: &Parameter) -> bool {
        let bounds = self.tree.bounds.get(&parameter.number);
        let mut has = bounds.into_iter().flatten();
        has.all(|content| self.tree.has(ty, *content)) && parameter.traits.iter().all(|of| self.has_trait(ty, *of))
    }

    /// Whether a type has a trait.
    pub(super) fn has_trait(&self, ty: &Type, of: usize) -> bool {
        match ty {
            Type::Parameter(number) => {
                let mut generics = self.scope.generics.iter();
                generics.any(|parameter| parameter.number == *number && parameter.traits.contains(&of))
            }
            Type::Dyn(own) => *own == of,
            _ => Tree::head(ty).is_some_and(|head| self.tree.implementations.contains_key(&(of, head))),
        }
    }

    /// Whether an expression of the type tells it by itself.
    pub(super) fn tells(&self, ty: &Type) -> bool {
        match ty {
            Type::Int | Type::Bool | Type::Text | Type::Parameter(_) => true,
            Type::Named(_, arguments) => arguments.is_empty(),
            Type::Tuple(parts) => parts.iter().all(|part| self.tells(part)),
            Type::Fixed(element, _) | Type::Mutex(element) => self.tells(element),
            Type::Ref(target) | Type::Mut(target) => self.tells(target),
            Type::Unit
            | Type::Ordering
            | Type::Option(_)
            | Type::Result(..)
            | Type::Array(_)
            | Type::Slice(_)
            | Type::View(_)
            | Type::Map(..)
            | Type::Set(_)
            | Type::Shared(_)
            | Type::Dyn(_)
            | Type::Function(..) => false,
        }
    }

    /// A value of a type, where the type is expected.
    pub(super) fn value(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        if let Type::View(view) = ty {
            let used = if self.rng.bool() { self.used(ty) } else { None };
            return used.or_else(|| self.view(*view, depth));
        }
        if depth > 0 {
            for choice in self.order(13) {
                if !self.chance([70, 45, 12, 12, 30, 30, 20, 8, 50, 35, 20, 2, 40][choice]) {
                    continue;
                }
                let made = self.attempt(|generator| match choice {
                    0 => generator.used(ty),
                    1 => generator.called(ty, depth),
                    2 => generator.chosen(ty, depth - 1),
                    3 => generator.matched_value(ty, depth - 1),
                    4 => generator.replaced(ty, depth - 1),
                    5 => generator
                        .taken(ty)
                        .or_else(|| generator.popped(ty))
                        .or_else(|| generator.exchanged(ty, depth - 1)),
                    6 => generator.computed(ty, depth - 1),
                    8 => generator.closure_call(ty, depth - 1),
                    9 => generator.tried(ty, depth),
                    10 => generator.cloned(ty),
                    11 => generator.spawned(ty, depth - 1),
                    12 => generator.guarded(ty, depth - 1),
                    _ => generator.block(Some(ty), 2, depth - 1).map(|block| Box::new(block) as Expr),
                });
                if made.is_some() {
                    return made;
                }
            }
        }
        self.attempt(|generator| generator.plain(ty, depth.saturating_sub(1))).or_else(|| self.used(ty))
    }

    /// A use of a place.
    pub(super) fn used(&mut self, ty: &Type) -> Option<Expr> {
        let is_copied = self.tree.is_copied(ty);
        if is_copied && self.chance(25) {
            let picked = self.attempt(|generator| generator.picked(true, |_, _, element| element == ty));
            if let Some((pick, _)) = picked {
                return Some(Box::new(pick));
            }
        }
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.place.ty == *ty && (is_copied || known.may_move));
        if places.is_empty() {
            return None;
        }
        let known = places.swap_remove(self.below(places.len()));
        Some(Box::new(self.use_of(known)))
    }

    /// A use of a place. That of a variable of what is counted is the last one, behind which nothing names it, or it copies
    /// through a borrow: so the model need not find out which uses are the last ones.
    pub(super) fn use_of(&mut self, known: Known) -> Use {
        let Known { place, may_move, may_change: _ } = known;
        let is_variable = place.steps.is_empty() && !place.variable.ty.is_borrow();
        let taken = if !self.tree.is_copied(&place.ty) {
            Taken::Moved
        } else if !is_variable || !self.tree.is_counted(&place.ty) {
            Taken::Copied
        } else if may_move && self.chance(60) {
            Taken::Moved
        } else {
            Taken::CopiedThroughBorrow
        };
        if taken == Taken::Moved {
            self.scope.flow.moved.insert(way(&place));
        }
        Use { place, taken }
    }

    /// What makes a value of the type anew.
    pub(super) fn plain(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        Some(match ty {
            Type::Unit | Type::Ordering | Type::Ref(_) | Type::Mut(_) | Type::Slice(_) => return None,
            Type::Function(Closure::Owned | Closure::Once, ..) => return self.owned_closure(ty, depth),
            Type::Function(Closure::Looks | Closure::Changes, ..) => return self.lent_closure(ty, depth),
            Type::Result(ok, error) => {
                let is_ok = depth == 0 || self.chance(65);
                let value = self.value(if is_ok { ok } else { error }, depth)?;
                let shape = if is_ok { Shape::Ok } else { Shape::Err };
                Box::new(Make { shape, is_named: false, parts: vec![value] })
            }
            Type::Array(element) => {
                let count = if depth == 0 { 0 } else { self.below(4) };
                let parts = self.values(&vec![(**element).clone(); count], depth)?;
                Box::new(Make { shape: Shape::Array, is_named: false, parts })
            }
            Type::View(view) => return self.view(*view, depth),
            Type::Shared(content) => Box::new(Share(self.value(content, depth)?, self.written(content))),
            Type::Map(key, value) => return self.filled(ty, &[(**key).clone(), (**value).clone()], depth),
            Type::Set(value) => return self.filled(ty, std::slice::from_ref(value), depth),
            Type::Mutex(content) => Box::new(Guard(self.value(content, depth)?, self.written(content))),
            Type::Dyn(of) => {
                // Declared types may hold a `dyn` again, so an end is needed; what prints at its end says most.
                let mut types = if depth == 0 { Vec::new() } else { self.instances(|tree, ty| !tree.is_copied(ty)) };
                types.retain(|ty| self.has_trait(ty, *of));
                if types.is_empty() || self.chance(15) {
                    types = vec![Type::Int, Type::Text];
                }
                let ty = self.choose(&types)?;
                // A borrow of what is copied would be no owner.
                let moved = if self.tree.is_copied(&ty) { None } else { self.used(&ty) };
                let value = moved.or_else(|| self.attempt(|generator| generator.plain(&ty, depth)))?;
                Box::new(Make { shape: Shape::Dyn, is_named: false, parts: vec![value] })
            }
            Type::Int if self.tree.may_panic && self.chance(1) => Box::new(Literal::Int(i64::MAX - self.rng.i64(0..4))),
            // Small ones are often equal, so that what is compared differs in one part only.
            Type::Int if self.chance(60) => Box::new(Literal::Int(self.rng.i64(0..3))),
            Type::Int => Box::new(Literal::Int(self.rng.i64(-3..100))),
            Type::Bool => Box::new(Literal::Bool(self.rng.bool())),
            Type::Text => {
                let word = ["ash", "birch", "cedar", "", "elm and oak"][self.below(5)];
                Box::new(Literal::Text(word.to_owned()))
            }
            Type::Parameter(_) => {
                if !self.scope.calls {
                    return None;
                }
                let of = self.order(self.tree.traits.len());
                let of = of.into_iter().find(|of| self.has_trait(ty, *of))?;
                return self.static_call(of, ty, depth);
            }
            Type::Named(index, arguments) => {
                let count = self.tree.declarations[*index].cases.len();
                let case = if depth == 0 { 0 } else { self.below(count) };
                let types = self.tree.declarations[*index].parts(case, arguments);
                let parts = self.values(&types, depth)?;
                let declaration = &self.tree.declarations[*index];
                let can_name = declaration.cases[case].is_named;
                let is_named = can_name && self.chance(40);
                Box::new(Make { shape: Shape::Case(*index, case), is_named, parts })
            }
            Type::Option(some) => {
                if depth == 0 || self.chance(30) {
                    return Some(Box::new(Make { shape: Shape::None, is_named: false, parts: Vec::new() }));
                }
                let value = self.value(some, depth)?;
                Box::new(Make { shape: Shape::Some, is_named: false, parts: vec![value] })
            }
            Type::Tuple(types) => {
                let parts = self.values(types, depth)?;
                Box::new(Make { shape: Shape::Tuple, is_named: false, parts })
            }
            Type::Fixed(element, count) => {
                let types = vec![(**element).clone(); *count];
                let parts = self.values(&types, depth)?;
                Box::new(Make { shape: Shape::Array, is_named: false, parts })
            }
        })
    }

    /// A type that is written where values of it do not tell it.
    fn written(&mut self, ty: &Type) -> Option<Type> {
        (!self.tells(ty) || self.chance(20)).then(|| ty.clone())
    }

    /// Values from left to right.
    pub(super) fn values(&mut self, types: &[Type], depth: u32) -> Option<Vec<Expr>> {
        types.iter().map(|ty| self.value(ty, depth)).collect()
    }

    /// `if` with values.
    fn chosen(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let condition = self.condition(depth)?;
        let (then, first) = self.branch(|generator| generator.block(Some(ty), 1, depth))?;
        let (otherwise, second) = self.branch(|generator| generator.block(Some(ty), 1, depth))?;
        self.scope.flow = Flow::join(vec![first, second]);
        self.scope.flow.is_reached.then(|| Box::new(If { condition, then, otherwise: Some(otherwise) }) as Expr)
    }

    /// `replace(mut place, value)`
    fn replaced(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.place.ty == *ty && known.may_change && Self::is_assigned(&known.place));
        let place = self.choose_place(places)?;
        let value =
            self.while_lent(&[Lent::briefly(place.variable.number, true)], |generator| generator.value(ty, depth))?;
        self.scope.is_whole(&place).then(|| Box::new(Replace(place, value)) as Expr)
    }

    /// `place.take()`
    fn taken(&mut self, ty: &Type) -> Option<Expr> {
        let Type::Option(_) = ty else { return None };
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.place.ty == *ty && known.may_change);
        Some(Box::new(Take(self.choose_place(places)?)))
    }

    /// One of several places, if there is one.
    pub(super) fn choose_place(&mut self, mut places: Vec<Known>) -> Option<Place> {
        if places.is_empty() { None } else { Some(places.swap_remove(self.below(places.len())).place) }
    }

    /// Makes something while variables are lent.
    pub(super) fn while_lent<T>(&mut self, lent: &[Lent], make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let count = self.scope.lent.len();
        self.scope.lent.extend_from_slice(lent);
        let made = make(self);
        self.scope.lent.truncate(count);
        made
    }

    /// Numbers, truth values and texts from others.
    fn computed(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        match ty {
            Type::Int => {
                let operator = Arithmetic::NUMBERS[self.below(8)];
                let left = self.small(depth)?;
                let divides = matches!(operator, "%" | "/");
                let right: Expr = if divides && !(self.tree.may_panic && self.chance(20)) {
                    Box::new(Literal::Int(self.rng.i64(2..7)))
                } else {
                    self.small(depth)?
                };
                Some(Box::new(Arithmetic(operator, left, right)))
            }
            Type::Bool => self.condition(depth),
            Type::Text => {
                let shown = self.shown()?;
                Some(Box::new(Interpolate("text".to_owned(), vec![shown])))
            }
            _ => None,
        }
    }

    /// A number that stands in an operator.
    pub(super) fn small(&mut self, depth: u32) -> Option<Expr> {
        match self.below(4) {
            3 => self.counted().or_else(|| self.entries_counted()).or_else(|| self.plain(&Type::Int, 0)),
            0 => self.used(&Type::Int).or_else(|| self.plain(&Type::Int, 0)),
            1 if depth > 0 => {
                self.attempt(|generator| generator.called(&Type::Int, depth)).or_else(|| self.plain(&Type::Int, 0))
            }
            _ => self.plain(&Type::Int, 0),
        }
    }

    /// A condition.
    pub(super) fn condition(&mut self, depth: u32) -> Option<Expr> {
        match self.below(7) {
            6 => {
                if self.chance(30)
                    && let Some(contained) = self.attempt(|generator| generator.contained(depth))
                {
                    return Some(contained);
                }
                if let Some(compared) = self.attempt(|generator| generator.compared(depth)) {
                    return Some(compared);
                }
            }
            0 => {
                if let Some(place) = self.used(&Type::Bool) {
                    return Some(place);
                }
            }
            1 => {
                let some = self.lent_option(depth);
                if let Some(some) = some {
                    return Some(Box::new(IsSome(some)));
                }
            }
            2 if depth > 0 => {
                let left = self.condition(depth - 1)?;
                let (right, flow) = self.branch(|generator| generator.condition(depth - 1))?;
                self.scope.flow = Flow::join(vec![self.scope.flow.clone(), flow]);
                return Some(Box::new(Logic(self.rng.bool(), left, right)));
            }
            _ => {}
        }
        let left = self.small(depth)?;
        let right = self.small(depth)?;
        let operator = Arithmetic::TRUTHS[self.below(4)];
        Some(Box::new(Arithmetic(operator, left, right)))
    }

    /// An `Option` before a dot.
    fn lent_option(&mut self, depth: u32) -> Option<Expr> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| matches!(known.place.ty, Type::Option(_)));
        if !places.is_empty() && self.chance(70) {
            let place = places.swap_remove(self.below(places.len())).place;
            return Some(Box::new(Lend { place, word: "" }));
        }
        let ty = Type::Option(Box::new(self.any_type(1)));
        let made = self.attempt(|generator| generator.called(&ty, depth))?;
        Some(Box::new(LendTemporary(made)))
    }

    /// A place that has a text.
    pub(super) fn shown(&mut self) -> Option<Expr> {
        if self.chance(25) {
            let picked = self.attempt(|generator| generator.picked(false, |tree, _, element| tree.is_shown(element)));
            if let Some((pick, _)) = picked {
                return Some(Box::new(pick));
            }
        }
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| self.tree.is_shown(&known.place.ty));
        if places.is_empty() {
            return None;
        }
        Some(Box::new(Lend { place: places.swap_remove(self.below(places.len())).place, word: "" }))
    }
}
