//! Expressions of a type: what some place has, what a call gives, something new. Must not know statements, but that a
//! value may need a variable before it.

use std::fmt::Write;

use super::super::types::{Type, View};
use super::Generator;
use super::known::Callable;
use super::places::Place;

/// How deep expressions are.
const DEPTH: u32 = 4;

impl Generator {
    pub(super) fn expression(&mut self, ty: &Type) -> String {
        self.fuel = DEPTH;
        self.inner(ty)
    }

    pub(super) fn inner(&mut self, ty: &Type) -> String {
        if self.fuel == 0 {
            return self.simple(ty);
        }
        self.fuel -= 1;
        let text = match self.rng.u32(0..24) {
            0..9 => self.used(ty),
            9..12 => self.result_of(ty),
            14 | 15 => self.called(ty),
            12 => {
                let condition = self.condition();
                let (then, otherwise) = (self.inner(ty), self.inner(ty));
                Some(format!("(if {condition} {{ {then} }} else {{ {otherwise} }})"))
            }
            13 if !ty.is_borrow() => self.replaced(ty),
            _ => None,
        };
        let text = text.unwrap_or_else(|| self.simple(ty));
        self.fuel += 1;
        text
    }

    /// A closure that borrows what it names, and changes some of it.
    fn literal(&mut self, mutable: bool, result: &Type) -> String {
        if let Type::Ref(target) = result
            && self.rng.u32(0..12) == 0
        {
            // Its own variable, which it may not lend to others.
            let value = self.simple(target);
            return format!("(fn () {{ let k = {value}  ref k }})");
        }
        let value = self.part(result);
        let changed = if mutable { self.changed_place() } else { None };
        match changed {
            // On a line of its own: behind a value a parenthesis begins a call.
            Some(change) => format!("(fn () {{ {change}\n{value} }})"),
            None => format!("(fn () {{ {value} }})"),
        }
    }

    /// Something small that is changed, or a borrow that is pointed elsewhere.
    fn changed_place(&mut self) -> Option<String> {
        let borrows = self.all_places(false, |place| place.ty == Type::Heap.to_ref());
        if self.rng.u32(0..4) == 0
            && let Some(place) = self.writable(borrows)
        {
            let lent = self.lent(&Type::Heap, "ref")?;
            return Some(format!("{} = {lent}", place.text));
        }
        let places = self.places(|place| place.ty == Type::Int);
        Some(format!("{} = 5", self.writable(places)?.text))
    }

    /// A call of a closure that some variable has.
    fn called(&mut self, ty: &Type) -> Option<String> {
        let makes = |place: &Place| matches!(&place.ty, Type::Closure { result, .. } if **result == *ty);
        let mut places = self.all_places(false, makes);
        places.retain(|place| place.text.chars().all(|letter| letter.is_ascii_alphanumeric()));
        self.any(places).map(|place| format!("{}()", place.text))
    }

    /// What some place has.
    pub(super) fn used(&mut self, ty: &Type) -> Option<String> {
        match ty {
            Type::Ref(target) if self.rng.u32(0..4) > 0 => self.lent(target, "ref"),
            Type::Mut(target) if self.rng.u32(0..4) > 0 => self.lent(target, "mut"),
            Type::Closure { mutable: true, .. } | Type::Object { mutable: true } if self.rng.u32(0..3) > 0 => {
                let places = self.all_places(false, |place| place.ty == *ty && !place.behind_ref);
                self.any(places).map(|place| format!("mut {}", place.text))
            }
            Type::Int | Type::Flag | Type::Plain | Type::Text | Type::Union | Type::Counted(_) => {
                let places = self.places(|place| place.ty == *ty);
                self.any(places).map(|place| place.text)
            }
            _ => self.whole(ty),
        }
    }

    /// A call with arguments, if there is a receiver.
    pub(super) fn call(&mut self, callable: &Callable) -> Option<String> {
        let mut parameters = callable.parameters.as_slice();
        let mut text = String::new();
        if callable.is_method {
            let target = parameters[0].target().clone();
            let places = self.places(|place| place.ty == target);
            let receiver = match &parameters[0] {
                Type::Mut(_) => self.writable(places).map(|place| place.text),
                Type::Ref(_) | Type::Object { .. } => self.any(places).map(|place| place.text),
                _ => self.whole(&target),
            };
            let receiver = match (receiver, &target) {
                (None, Type::Own(_)) => self.declared("w", &target),
                (receiver, _) => receiver?,
            };
            text = format!("{receiver}.");
            parameters = &parameters[1..];
        }
        let mut arguments: Vec<String> = parameters.iter().map(|ty| self.expression(ty)).collect();
        if callable.takes_bits {
            arguments.insert(0, "c".to_owned());
        }
        let _ = write!(text, "{}({})", callable.name, arguments.join(", "));
        Some(text)
    }

    pub(super) fn result_of(&mut self, ty: &Type) -> Option<String> {
        let fitting: Vec<Callable> =
            self.functions.iter().filter(|callable| callable.result.as_ref() == Some(ty)).cloned().collect();
        match fitting.len() {
            0 => None,
            count => {
                let chosen = self.rng.usize(..count);
                self.call(&fitting[chosen])
            }
        }
    }

    pub(super) fn replaced(&mut self, ty: &Type) -> Option<String> {
        let places = self.places(|place| place.ty == *ty);
        let place = self.writable(places)?;
        let value = self.inner(ty);
        Some(format!("replace(mut {}, {value})", place.text))
    }

    /// A new value.
    pub(super) fn simple(&mut self, ty: &Type) -> String {
        match ty {
            Type::Int => self.rng.u32(0..9).to_string(),
            Type::Flag => ["true", "false", "c & 1 == 0"][self.rng.usize(..3)].to_owned(),
            Type::Text => format!("\"t${{{}}}\"", self.rng.u32(0..9)),
            Type::Plain => format!("C({}, {})", self.rng.u32(0..9), self.rng.u32(0..9)),
            Type::Heap => format!("H({}, {})", self.rng.u32(0..9), self.simple(&Type::Text)),
            Type::Inline => {
                let heap = self.part(&Type::Heap);
                format!("P({}, {heap})", self.rng.u32(0..9))
            }
            Type::Own(name) => {
                let heap = self.part(&Type::Heap);
                format!("{name}({}, {heap})", self.rng.u32(0..9))
            }
            Type::OwnView(name) => {
                let (heap, lent) = (self.part(&Type::Heap), self.part(&Type::Heap.to_ref()));
                format!("{name}({}, {heap}, {lent})", self.rng.u32(0..9))
            }
            Type::View(View::Look) => {
                let (lent, heap) = (self.part(&Type::Heap.to_ref()), self.part(&Type::Heap));
                format!("L({lent}, {}, {heap})", self.rng.u32(0..9))
            }
            Type::View(View::Change) => format!("M({}, 1)", self.part(&Type::Heap.mut_borrow())),
            Type::View(View::Deep) => {
                let look = self.part(&Type::View(View::Look).mut_borrow());
                format!("D({look}, {})", self.part(&Type::Int.to_ref()))
            }
            Type::View(View::Ring) => {
                let up = match self.rng.bool() {
                    true => "None".to_owned(),
                    false => format!("Some({})", self.part(&Type::View(View::Ring).to_ref())),
                };
                format!("R({up}, {})", self.part(&Type::Heap.to_ref()))
            }
            Type::View(View::Slot) => {
                format!("S({})", self.part(&Type::Heap.to_ref().optional().mut_borrow()))
            }
            Type::Boxed(inner) => format!("X({}, 1)", self.part(inner)),
            Type::Guard(inner) => format!("G({})", self.part(inner)),
            Type::Closure { mutable, result } => self.literal(*mutable, result),
            Type::Object { mutable } => {
                let word = if *mutable { "mut" } else { "ref" };
                let lent = self.lent(&Type::Heap, word);
                lent.unwrap_or_else(|| format!("{word} {}", self.declared("w", &Type::Heap)))
            }
            Type::Around(inner) => {
                let (inner, heap) = (self.part(inner), self.part(&Type::Heap));
                format!("V({inner}, 1, {heap})")
            }
            // A slice stands behind a borrow only, which lends an array.
            Type::Slice(element) => self.simple(&Type::Array(element.clone(), 2)),
            Type::Union => format!("U({}: {})", if self.rng.bool() { "i" } else { "j" }, self.rng.u32(0..9)),
            Type::Large => {
                let (inline, heap) = (self.part(&Type::Inline), self.part(&Type::Heap));
                format!("B({inline}, {heap}, C(1, 2))")
            }
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.part(part)).collect();
                format!("({})", parts.join(", "))
            }
            Type::Option(_) if self.rng.u32(0..4) == 0 => "None".to_owned(),
            Type::Option(inner) => format!("Some({})", self.part(inner)),
            Type::Mapped(element) => format!("mapped({})", self.part(element)),
            Type::Elements { mutable, element } => {
                let all = self.declared("w", &Type::Growing(element.clone()));
                format!("{all}.{}()", if *mutable { "iter_mut" } else { "iter" })
            }
            Type::Counted(inner) => format!("Shared.new({})", self.part(inner)),
            Type::Either(_) if self.rng.u32(0..4) == 0 => format!("E.Number({})", self.rng.u32(0..9)),
            Type::Either(inner) => {
                let (inner, heap) = (self.part(inner), self.part(&Type::Heap));
                format!("E.Both({inner}, {heap})")
            }
            Type::Owning => {
                // It owns whole variables.
                let is_owned = |place: &Place| place.ty == Type::Heap && !place.text.contains(['.', '[']);
                let owned = self.all_places(false, is_owned);
                match self.any(owned) {
                    Some(place) => {
                        self.variables[place.variable].moved = true;
                        format!("(fn () {{ {}.n }})", place.text)
                    }
                    None => "(fn () { 1 })".to_owned(),
                }
            }
            Type::Growing(element) => self.simple(&Type::Array(element.clone(), 2)),
            Type::Array(element, length) => {
                let elements: Vec<String> = (0..*length).map(|_| self.part(element)).collect();
                format!("[{}]", elements.join(", "))
            }
            Type::Ref(target) | Type::Mut(target) => {
                let word = if matches!(ty, Type::Ref(_)) { "ref" } else { "mut" };
                match self.lent(target, word) {
                    Some(lent) => lent,
                    None => {
                        // Nothing of this type is there yet: a variable for it, or a temporary.
                        if let Type::Slice(element) = &**target {
                            let array = self.declared("w", &Type::Array(element.clone(), 2));
                            return format!("{word} {array}[..]");
                        }
                        if self.rng.u32(0..6) == 0 && !matches!(**target, Type::Growing(_)) {
                            return format!("{word} {}", self.simple(target));
                        }
                        format!("{word} {}", self.declared("w", target))
                    }
                }
            }
        }
    }

    pub(super) fn part(&mut self, ty: &Type) -> String {
        if self.fuel > 0 { self.inner(ty) } else { self.simple(ty) }
    }
}
