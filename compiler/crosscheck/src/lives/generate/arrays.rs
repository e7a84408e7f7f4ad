//! Makes what is done with arrays and slices, and loops over them.

use super::super::forms::arrays::{For, OfArray, Operation, Pick, Walked};
use super::super::forms::control::{Evaluate, If};
use super::super::forms::matches::Mode;
use super::super::forms::places::{Assign, Place};
use super::super::forms::values::{Arithmetic, Literal};
use super::super::node::{Block, Expr, Statement};
use super::super::tree::Tree;
use super::super::types::Type;
use super::Generator;
use super::scope::{Flow, Known, Lent, way};

/// The type of the elements of arrays and slices.
fn element(ty: &Type) -> Option<&Type> {
    if let Type::Array(element) | Type::Slice(element) | Type::Fixed(element, _) = ty { Some(element) } else { None }
}

impl Generator {
    fn array_places(&self, fits: impl Fn(&Known) -> bool) -> Vec<Known> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| element(&known.place.ty).is_some() && fits(known));
        places
    }

    /// A change of an array or slice.
    pub(super) fn change_array(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let mut places = self.array_places(|known| known.may_change);
        if places.is_empty() {
            return None;
        }
        let place = places.swap_remove(self.below(places.len())).place;
        let Type::Array(element) = place.ty.clone() else {
            let call = OfArray { operation: Operation::Reverse, place, arguments: Vec::new() };
            return Some(Box::new(Evaluate(Box::new(call), false)));
        };
        let number = |number: i64| -> Expr { Box::new(Literal::Int(number)) };
        let variable = place.variable.number;
        let (operation, arguments) = match self.below(8) {
            0 => (Operation::Reverse, Vec::new()),
            1 => (Operation::Clear, Vec::new()),
            2 => (Operation::Truncate, vec![number(self.rng.i64(0..3))]),
            kind @ (3 | 4) => {
                let index = self.rng.i64(0..2);
                let operation = if kind == 3 { Operation::Remove } else { Operation::SwapRemove };
                let length = OfArray { operation: Operation::Length, place: place.clone(), arguments: Vec::new() };
                let condition = Box::new(Arithmetic("<", number(index), Box::new(length)));
                let call = OfArray { operation, place, arguments: vec![number(index)] };
                let mut then = Block::default();
                then.statements.push((self.number(), Box::new(Evaluate(Box::new(call), self.rng.bool()))));
                return Some(Box::new(If { condition, then, otherwise: None }));
            }
            kind => {
                let value =
                    self.while_lent(&[Lent::briefly(variable, true)], |generator| generator.value(&element, depth))?;
                if !self.scope.is_whole(&place) {
                    return None;
                }
                if kind == 5 { (Operation::Insert, vec![number(0), value]) } else { (Operation::Push, vec![value]) }
            }
        };
        Some(Box::new(Evaluate(Box::new(OfArray { operation, place, arguments }), false)))
    }

    /// The last element of an array, taken out of it.
    pub(super) fn popped(&mut self, ty: &Type) -> Option<Expr> {
        let Type::Option(some) = ty else { return None };
        let array = Type::Array(some.clone());
        let mut places = self.array_places(|known| known.may_change && known.place.ty == array);
        if places.is_empty() {
            return None;
        }
        let place = places.swap_remove(self.below(places.len())).place;
        Some(Box::new(OfArray { operation: Operation::Pop, place, arguments: Vec::new() }))
    }

    /// How many elements there are.
    pub(super) fn counted(&mut self) -> Option<Expr> {
        let mut places = self.array_places(|_| true);
        if places.is_empty() {
            return None;
        }
        let place = places.swap_remove(self.below(places.len())).place;
        Some(Box::new(OfArray { operation: Operation::Length, place, arguments: Vec::new() }))
    }

    /// An index that is computed, of a place of elements: within them, but sometimes anything where the program may panic.
    fn index_of(&mut self, place: &Place) -> Option<Expr> {
        let is_fixed = matches!(place.ty, Type::Fixed(..));
        if self.tree.may_panic && !is_fixed && self.chance(35) {
            // The last element, or the one behind it.
            let length = OfArray { operation: Operation::Length, place: place.clone(), arguments: Vec::new() };
            let back = Box::new(Literal::Int(i64::from(self.chance(75))));
            return Some(Box::new(Arithmetic("-", Box::new(length), back)));
        }
        if self.tree.may_panic && self.chance(45) {
            let used = self.used(&Type::Int);
            // What is known while compiling to be outside of an array is refused.
            let literal = (!is_fixed).then(|| self.rng.i64(0..4));
            return used.or_else(|| literal.map(|literal| Box::new(Literal::Int(literal)) as Expr));
        }
        let way = way(place);
        let known = match place.ty {
            Type::Fixed(_, count) => Some(count),
            _ => self.scope.counted.iter().filter(|(of, _)| *of == way).map(|(_, count)| *count).max(),
        };
        let count = known.filter(|count| *count > 0)?;
        let counted = self.counted()?;
        Some(Box::new(Arithmetic("%", counted, Box::new(Literal::Int(count as i64)))))
    }

    /// `place[index]`, of a type of elements that fits.
    pub(super) fn picked(
        &mut self,
        is_copied: bool,
        fits: impl Fn(&Tree, &Known, &Type) -> bool,
    ) -> Option<(Pick, Type)> {
        let (place, ty) = self.place_of_elements(fits)?;
        let index = self.index_of(&place)?;
        Some((Pick { place, index, is_copied }, ty))
    }

    /// A place of elements that fit, and their type.
    fn place_of_elements(&mut self, fits: impl Fn(&Tree, &Known, &Type) -> bool) -> Option<(Place, Type)> {
        let fits = |known: &Known| element(&known.place.ty).is_some_and(|element| fits(&self.tree, known, element));
        let places = self.array_places(fits);
        let place = self.choose_place(places)?;
        let ty = element(&place.ty)?.clone();
        Some((place, ty))
    }

    /// `place[index] = value`: the value is made before the index.
    pub(super) fn store(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let fits = |_: &Tree, known: &Known, element: &Type| known.may_change && !element.holds_borrow();
        let (place, ty) = self.place_of_elements(fits)?;
        let value = self.value(&ty, depth)?;
        if !self.scope.is_whole(&place) {
            return None;
        }
        let index = self.index_of(&place)?;
        Some(Box::new(Assign(Pick { place, index, is_copied: false }, value)))
    }

    /// `if count <= array.length() { … }`, where elements are indexed; what happens to the array there may make that fail.
    pub(super) fn indexed(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let places = self.array_places(|known| !matches!(known.place.ty, Type::Fixed(..)));
        let place = self.choose_place(places)?;
        let count = 1 + self.below(3);
        let length = OfArray { operation: Operation::Length, place: place.clone(), arguments: Vec::new() };
        let number = Box::new(Literal::Int(count as i64 - 1));
        let condition = Box::new(Arithmetic("<", number, Box::new(length)));
        let too_many = usize::from(self.tree.may_panic && self.chance(35));
        self.scope.counted.push((way(&place), count + too_many));
        let made = self.branch(|generator| generator.block(None, 5, depth));
        self.scope.counted.pop();
        let (then, flow) = made?;
        self.scope.flow = Flow::join(vec![flow, self.scope.flow.clone()]);
        Some(Box::new(If { condition, then, otherwise: None }))
    }

    /// `for` over an array or slice.
    pub(super) fn for_elements(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let (walked, own, mode, lent) = if self.chance(25) {
            let ty = Type::Array(Box::new(self.any_type(1)));
            let value = self.called(&ty, depth + 1)?;
            (Walked::Temporary(value), ty, Mode::Take, Vec::new())
        } else {
            let mut places = self.array_places(|_| true);
            if places.is_empty() {
                return None;
            }
            let known = places.swap_remove(self.below(places.len()));
            let variable = known.place.variable.number;
            let ty = known.place.ty.clone();
            let (mode, lent) = match self.below(3) {
                0 if known.may_change => (Mode::Change, vec![Lent::briefly(variable, true)]),
                1 if known.may_move && !self.tree.is_copied(&ty) => {
                    self.scope.flow.moved.insert(way(&known.place));
                    (Mode::Take, Vec::new())
                }
                _ => (Mode::Look, vec![Lent::briefly(variable, false)]),
            };
            (Walked::Place(known.place, mode), ty, mode, lent)
        };
        let element = Box::new(element(&own)?.clone());
        let variable = self.local(*element.clone(), false);
        let mut named = variable.clone();
        named.ty = match mode {
            Mode::Look => Type::Ref(element),
            Mode::Change => Type::Mut(element),
            Mode::Take => *element,
        };
        let id = self.number();
        let body = self.loop_body(id, &lent, &[named], depth)?;
        Some(Box::new(For { id, variable, walked, body }))
    }
}
