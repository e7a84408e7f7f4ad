//! The places that a program can name at some point, and what may be taken of them. Must not know statements.

use super::super::types::Type;
use super::{Generator, Variable};

/// How many steps the path of a place has at most.
const STEPS: u32 = 3;

/// A place.
#[derive(Clone)]
pub(super) struct Place {
    /// How it is written.
    pub(super) text: String,
    pub(super) ty: Type,
    /// The variable that it begins with.
    pub(super) variable: usize,
    /// Whether what stands there may be changed, as far as types tell.
    pub(super) writable: bool,
    /// Whether a `ref` lies on the way.
    pub(super) behind_ref: bool,
    /// Whether a borrow or a computed index lies on the way, so that nothing moves out.
    pub(super) keeps: bool,
}

impl Generator {
    /// The places that variables lead to, through borrows too, which count as what they lead to.
    pub(super) fn places(&mut self, wanted: impl Fn(&Place) -> bool) -> Vec<Place> {
        self.all_places(true, wanted)
    }

    /// The places that variables lead to. At their ends borrows are followed or not.
    pub(super) fn all_places(&mut self, follow: bool, wanted: impl Fn(&Place) -> bool) -> Vec<Place> {
        let mut places = Vec::new();
        let with_moved = self.rng.u32(0..25) == 0;
        for (number, variable) in self.variables.iter().enumerate() {
            if variable.moved && !with_moved {
                continue;
            }
            let whole = Place {
                text: variable.name.clone(),
                ty: variable.ty.clone(),
                variable: number,
                writable: variable.mutable,
                behind_ref: false,
                keeps: false,
            };
            collect(&whole, STEPS, follow, &mut places);
        }
        places.retain(|place| wanted(place));
        places
    }

    pub(super) fn any(&mut self, mut places: Vec<Place>) -> Option<Place> {
        match places.len() {
            0 => None,
            count => Some(places.swap_remove(self.rng.usize(..count))),
        }
    }

    /// One that may be changed as far as types tell, and that is not behind a `ref`, but rarely.
    pub(super) fn writable(&mut self, mut places: Vec<Place>) -> Option<Place> {
        let behind_ref = self.rng.u32(0..30) == 0;
        places.retain(|place| place.writable && (behind_ref || !place.behind_ref));
        self.any(places)
    }

    /// What a function gives back: mostly something that an argument leads to.
    pub(super) fn given_back(&mut self, ty: &Type) -> String {
        if let Type::Ref(target) | Type::Mut(target) = ty
            && self.rng.u32(0..10) > 0
        {
            let mut places = self.places(|place| place.ty == **target && place.keeps);
            places.retain(|place| {
                let variable = &self.variables[place.variable];
                variable.is_parameter && variable.ty.holds_borrow()
            });
            // A method mostly gives a part of `self`.
            if self.rng.u32(0..8) > 0 && places.iter().any(|place| place.text.starts_with("self")) {
                places.retain(|place| place.text.starts_with("self"));
            }
            let place = if matches!(ty, Type::Mut(_)) { self.writable(places) } else { self.any(places) };
            if let Some(place) = place {
                let word = if matches!(ty, Type::Mut(_)) { "mut" } else { "ref" };
                return format!("{word} {}", place.text);
            }
        }
        let same = |variable: &&Variable| variable.is_parameter && variable.ty == *ty && ty.holds_borrow();
        if self.rng.u32(0..4) > 0
            && let Some(parameter) = self.variables.iter().find(same)
        {
            return parameter.name.clone();
        }
        self.expression(ty)
    }

    /// `ref place` or `mut place`.
    pub(super) fn lent(&mut self, target: &Type, word: &str) -> Option<String> {
        // A slice is lent from an array, or is a part of another.
        let places = self.places(|place| place.ty.lends(target));
        let place = if word == "mut" { self.writable(places) } else { self.any(places) }?;
        let range = match (target, self.rng.u32(0..3)) {
            (Type::Slice(_), 0) => "[0..2]",
            (Type::Slice(_), _) => "[..]",
            _ => "",
        };
        Some(format!("{word} {}{range}", place.text))
    }

    /// A variable, or a part of one, of exactly this type, whose value is used up by that, unless it is copied.
    pub(super) fn whole(&mut self, ty: &Type) -> Option<String> {
        let mut places = self.all_places(false, |place| place.ty == *ty);
        let moves =
            !matches!(ty, Type::Ref(_) | Type::Closure { mutable: false, .. } | Type::Object { mutable: false });
        if moves && self.rng.u32(0..12) > 0 {
            places.retain(|place| !place.keeps);
        }
        let place = self.any(places)?;
        if moves {
            self.variables[place.variable].moved = true;
        }
        Some(place.text)
    }
}

/// A place and its parts, through borrows.
pub(super) fn collect(place: &Place, steps: u32, follow: bool, into: &mut Vec<Place>) {
    let behind = Place {
        ty: place.ty.target().clone(),
        writable: match place.ty {
            Type::Ref(_) | Type::Counted(_) => false,
            Type::Mut(_) => true,
            _ => place.writable,
        },
        behind_ref: place.behind_ref || matches!(place.ty, Type::Ref(_) | Type::Counted(_)),
        keeps: place.keeps || place.ty.is_borrow() || matches!(place.ty, Type::Counted(_)),
        ..place.clone()
    };
    if steps > 0 {
        for (text, ty) in place.ty.parts() {
            let part = Place {
                text: format!("{}{text}", place.text),
                ty,
                keeps: behind.keeps || text.starts_with('['),
                ..behind.clone()
            };
            collect(&part, steps - 1, follow, into);
        }
    }
    into.push(if follow { behind } else { place.clone() });
}
