//! Pursuits: something is lent, the borrow is handed on a few times (into a tuple, through a `mut`, by `swap`, `replace` or
//! a call), then what was lent is disturbed, and the borrow is used. All of it happens by chance as well, but seldom one
//! after the other. Must not know which of them the rules allow.

use super::super::types::Type;
use super::Generator;
use super::known::Callable;
use super::places::{Place, collect};

/// A tuple with room for a borrow.
fn slot(borrow: &Type) -> Type {
    Type::Tuple(vec![borrow.clone(), Type::Int])
}

/// Whether values of a type are exchanged as a whole: tuples and views.
fn is_slot(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(_) | Type::Around(_) | Type::Boxed(_) | Type::Guard(_) | Type::View(_) | Type::OwnView(_))
}

impl Generator {
    /// Something is lent and disturbed, and the borrow used.
    pub(super) fn pursuit(&mut self, borrow: Option<Type>) {
        if self.rng.bool()
            && let Some((root, first)) = self.given_by_own_type()
        {
            self.disturb(&root, std::slice::from_ref(&first));
            return self.use_up(&first);
        }
        let borrow = borrow.unwrap_or_else(|| Type::random_single_borrow(&mut self.rng));
        let target = borrow.target().clone();
        let word = if matches!(borrow, Type::Ref(_)) { "ref" } else { "mut" };
        // In a block of its own, which something that was there before outlives.
        let outer = (self.rng.u32(0..4) == 0).then(|| {
            let ty = if self.rng.bool() { borrow.clone() } else { slot(&borrow) };
            let value = self.expression(&ty);
            let outer = self.new_place(&ty, &value);
            self.line("{");
            self.depth += 1;
            outer
        });
        let mark = self.variables.len();
        let root = self.root_of(&target);
        let lent = self.inside(&root, |place| place.ty.lends(&target));
        let Some(lent) = lent.or_else(|| self.inside(&root, |place| place.ty.target().lends(&target))) else {
            return self.close(outer, None, mark);
        };
        let range = if matches!(target, Type::Slice(_)) { "[..]" } else { "" };
        let first = self.new_place(&borrow, &format!("{word} {}{range}", lent.text));
        let mut chain = vec![first];
        for _ in 0..self.rng.u32(0..4) {
            let last = chain[chain.len() - 1].clone();
            let next = self.hand_on(&last);
            chain.push(next);
        }
        let last = chain[chain.len() - 1].clone();
        if outer.is_some() {
            return self.close(outer, Some(last), mark);
        }
        if self.rng.u32(0..4) > 0 {
            self.disturb(&root, &chain);
        }
        self.use_up(&last);
    }

    /// A value of the program's own type, and a borrow that one of its methods gives.
    fn given_by_own_type(&mut self) -> Option<(Place, Place)> {
        let own = self.own.clone()?;
        let gives = |callable: &&Callable| {
            let receiver = callable.parameters.first().filter(|_| callable.is_method && callable.takes_bits);
            receiver.is_some_and(|receiver| receiver.is_borrow() && *receiver.target() == own)
                && callable.result.as_ref().is_some_and(Type::is_borrow)
        };
        let method = self.functions.iter().find(gives)?.clone();
        let value = self.simple(&own);
        let root = self.new_place(&own, &value);
        let arguments: Vec<String> = method.parameters[1..].iter().map(|ty| self.expression(ty)).collect();
        let arguments: Vec<String> = std::iter::once("c".to_owned()).chain(arguments).collect();
        let value = format!("{}.{}({})", root.text, method.name, arguments.join(", "));
        let first = self.new_place(&method.result?, &value);
        Some((root, first))
    }

    /// Ends the block of a pursuit; what was there before it leads into it then.
    fn close(&mut self, outer: Option<Place>, last: Option<Place>, mark: usize) {
        let Some(outer) = outer else { return };
        if let Some(last) = last {
            self.lead(&outer, &last);
        }
        self.depth -= 1;
        self.line("}");
        self.variables.truncate(mark);
        self.use_up(&outer);
    }

    /// A variable with a new value, as a place.
    fn new_place(&mut self, ty: &Type, value: &str) -> Place {
        let text = self.fresh("v", ty.clone());
        self.line(&format!("let mut {text}: {} = {value}", ty.text()));
        Place {
            text,
            ty: ty.clone(),
            variable: self.variables.len() - 1,
            writable: true,
            behind_ref: false,
            keeps: false,
        }
    }

    /// Where something of a type may be found: a variable that is there, or a new one, maybe with more around it.
    fn root_of(&mut self, target: &Type) -> Place {
        if let Type::Slice(element) = target {
            let all = if self.rng.bool() { Type::Growing(element.clone()) } else { Type::Array(element.clone(), 2) };
            return self.root_of(&all);
        }
        if self.rng.u32(0..4) == 0 {
            let places = self.places(|place| place.ty == *target && place.writable && !place.behind_ref);
            if let Some(place) = self.any(places) {
                let variable = self.variables[place.variable].clone();
                return Place {
                    text: variable.name,
                    ty: variable.ty,
                    writable: variable.mutable,
                    keeps: false,
                    ..place
                };
            }
        }
        let around = match (self.rng.u32(0..6), target) {
            (0, Type::Heap) => Type::Inline,
            (1, Type::Heap | Type::Inline) => Type::Large,
            (0 | 1, Type::Int) => Type::Heap,
            (2, Type::Int) => Type::Union,
            (3, _) => Type::Tuple(vec![target.clone(), target.clone()]),
            (4, _) => match self.rng.u32(0..4) {
                0 => Type::Array(Box::new(target.clone()), 2),
                1 => Type::Mapped(Box::new(target.clone())),
                _ => Type::Growing(Box::new(target.clone())),
            },
            (5, Type::Heap | Type::Inline) => Type::Counted(Box::new(target.clone())),
            _ => target.clone(),
        };
        let value = self.simple(&around);
        self.new_place(&around, &value)
    }

    /// A place inside of one, or itself, with everything that borrows lead to.
    fn inside(&mut self, root: &Place, wanted: impl Fn(&Place) -> bool) -> Option<Place> {
        let mut places = Vec::new();
        collect(root, 3, true, &mut places);
        places.retain(|place| wanted(place));
        self.any(places)
    }

    /// A place that a borrow inside of one leads to, if there is one, or any inside of it.
    fn led_to(&mut self, root: &Place, wanted: impl Fn(&Place) -> bool) -> Option<Place> {
        let behind = self.inside(root, |place| place.keeps && wanted(place));
        behind.or_else(|| self.inside(root, wanted))
    }

    /// A place inside of one, or itself, that holds borrows.
    fn borrows_inside(&mut self, root: &Place, wanted: impl Fn(&Place) -> bool) -> Option<Place> {
        let mut places = Vec::new();
        collect(root, 3, false, &mut places);
        places.retain(|place| place.ty.holds_borrow() && wanted(place));
        self.any(places)
    }

    /// The value of a place that holds borrows: itself, or lent on.
    fn handed(&mut self, place: &Place) -> String {
        match &place.ty {
            Type::Ref(_) if self.rng.bool() => format!("ref {}", place.text),
            Type::Mut(_) if place.keeps || self.rng.bool() => format!("mut {}", place.text),
            Type::Ref(_) => place.text.clone(),
            _ => {
                self.variables[place.variable].moved = true;
                place.text.clone()
            }
        }
    }

    /// Where the borrow stands next.
    fn hand_on(&mut self, held: &Place) -> Place {
        let is_tuple = is_slot(held.ty.target());
        match (self.rng.u32(0..17), is_tuple) {
            (15, _) if !matches!(held.ty, Type::Option(_)) => {
                let value = format!("Some({})", self.handed(held));
                self.new_place(&held.ty.optional(), &value)
            }
            (0, _) | (1..6, false) => {
                let handed = self.handed(held);
                match self.rng.u32(0..10) {
                    7 => {
                        let other = self.simple(&held.ty);
                        let all = Type::Growing(Box::new(held.ty.clone()));
                        self.new_place(&all, &format!("[{other}, {handed}]"))
                    }
                    8 => self.new_place(&Type::Mapped(Box::new(held.ty.clone())), &format!("mapped({handed})")),
                    9 => {
                        let ty = Type::Either(Box::new(held.ty.clone()));
                        self.new_place(&ty, &format!("E.Both({handed}, H(1, \"a\"))"))
                    }
                    4 => self.new_place(&Type::Boxed(Box::new(held.ty.clone())), &format!("X({handed}, 1)")),
                    5 if matches!(held.ty.target(), Type::Int | Type::Heap) && held.ty.is_borrow() => {
                        self.new_place(&Type::Guard(Box::new(held.ty.clone())), &format!("G({handed})"))
                    }
                    6 if matches!(held.ty, Type::Ref(_)) => self.captured(held),
                    0 => self
                        .new_place(&Type::Around(Box::new(held.ty.clone())), &format!("V({handed}, 1, H(1, \"a\"))")),
                    1 => {
                        let other = self.simple(&held.ty);
                        let ty = Type::Array(Box::new(held.ty.clone()), 2);
                        let array = self.new_place(&ty, &format!("[{handed}, {other}]"));
                        self.slice_of(&array, &held.ty)
                    }
                    _ => self.new_place(&slot(&held.ty), &format!("({handed}, 1)")),
                }
            }
            (1..4, true) => self.lent_whole(held),
            (4..6, true) => self.exchanged(held),
            (6..8, _) => self.part_lent(held),
            (8..10, _) => self.stored(held),
            (10..12, true) => self.exchanged(held),
            (10..15, _) => self.passed(held),
            _ => {
                let value = self.handed(held);
                self.new_place(&held.ty, &value)
            }
        }
    }

    /// A closure that gives the borrow, or what it makes.
    fn captured(&mut self, held: &Place) -> Place {
        let ty = Type::Closure { mutable: self.rng.bool(), result: Box::new(held.ty.clone()) };
        let closure = self.new_place(&ty, &format!("fn () {{ ref {} }}", held.text));
        match self.rng.bool() {
            true => self.new_place(&held.ty, &format!("{}()", closure.text)),
            false => closure,
        }
    }

    /// A borrow of all elements of an array, or the array itself.
    fn slice_of(&mut self, array: &Place, element: &Type) -> Place {
        match self.rng.u32(0..3) {
            0 => self.new_place(&element.slice().mut_borrow(), &format!("mut {}", array.text)),
            1 => self.new_place(&element.slice().to_ref(), &format!("ref {}[..]", array.text)),
            _ => array.clone(),
        }
    }

    /// A borrow of a tuple that holds the borrow.
    fn lent_whole(&mut self, held: &Place) -> Place {
        let Some(tuple) = self.inside(held, |place| is_slot(&place.ty) && place.ty.holds_borrow()) else {
            return held.clone();
        };
        match self.rng.bool() && tuple.writable {
            true => self.new_place(&tuple.ty.mut_borrow(), &format!("mut {}", tuple.text)),
            false => self.new_place(&tuple.ty.to_ref(), &format!("ref {}", tuple.text)),
        }
    }

    /// A borrow of a part of what the borrow leads to.
    fn part_lent(&mut self, held: &Place) -> Place {
        let wanted = |place: &Place| matches!(place.ty, Type::Int | Type::Heap | Type::Inline);
        let Some(part) = self.led_to(held, wanted) else {
            return held.clone();
        };
        let word = if part.writable && !part.behind_ref && self.rng.bool() { "mut" } else { "ref" };
        let ty = if word == "mut" { part.ty.mut_borrow() } else { part.ty.to_ref() };
        self.new_place(&ty, &format!("{word} {}", part.text))
    }

    /// The borrow is stored where another one stands, directly or through a `mut`.
    fn stored(&mut self, held: &Place) -> Place {
        let Some(borrow) = self.borrows_inside(held, |place| place.ty.is_borrow()) else {
            return held.clone();
        };
        let ty = slot(&borrow.ty);
        let other = self.simple(&ty);
        let into = self.new_place(&ty, &other);
        let through = match self.rng.u32(0..3) {
            0 => into.clone(),
            _ => self.new_place(&ty.mut_borrow(), &format!("mut {}", into.text)),
        };
        self.lead(&through, &borrow);
        into
    }

    /// A place that holds borrows gets one that another place has.
    fn lead(&mut self, to: &Place, from: &Place) {
        let Some(from) = self.borrows_inside(from, |_| true) else {
            return;
        };
        let fitting = |place: &Place| place.ty == from.ty && place.text != from.text;
        let Some(to) = self.borrows_inside(to, fitting) else {
            return;
        };
        let value = match &from.ty {
            Type::Ref(_) => format!("ref {}", from.text),
            Type::Mut(_) => format!("mut {}", from.text),
            _ if self.rng.u32(0..3) == 0 => {
                self.line(&format!("swap(mut {}, mut {})", to.text, from.text));
                return;
            }
            _ => self.handed(&from),
        };
        self.line(&format!("{} = {value}", to.text));
    }

    /// The borrow leaves its place by `swap` or `replace`.
    fn exchanged(&mut self, held: &Place) -> Place {
        let Some(tuple) = self.inside(held, |place| is_slot(&place.ty) && place.writable) else {
            return held.clone();
        };
        let other = self.simple(&tuple.ty);
        if self.rng.bool() {
            let value = format!("replace(mut {}, {other})", tuple.text);
            return self.new_place(&tuple.ty, &value);
        }
        let into = self.new_place(&tuple.ty, &other);
        let (left, right) = match self.rng.bool() {
            true => (&into, &tuple),
            false => (&tuple, &into),
        };
        self.line(&format!("swap(mut {}, mut {})", left.text, right.text));
        into
    }

    /// The borrow is an argument: the result holds it, or what another argument leads to.
    fn passed(&mut self, held: &Place) -> Place {
        let inner = self.borrows_inside(held, |_| true).unwrap_or_else(|| held.clone());
        let mut ways = Vec::new();
        for (number, callable) in self.functions.iter().enumerate() {
            for (position, parameter) in callable.parameters.iter().enumerate() {
                if *parameter == inner.ty || parameter.is_borrow() && *parameter.target() == inner.ty {
                    ways.push((number, position));
                }
            }
        }
        if ways.is_empty() {
            return held.clone();
        }
        // The program's own functions are the last.
        let own = ways.iter().filter(|(number, _)| self.functions[*number].takes_bits).count();
        if own > 0 && self.rng.u32(0..4) > 0 {
            ways.drain(..ways.len() - own);
        }
        let (number, position) = ways[self.rng.usize(..ways.len())];
        let callable = self.functions[number].clone();
        let mut into = None;
        let mut arguments = Vec::new();
        for (number, parameter) in callable.parameters.iter().enumerate() {
            arguments.push(match parameter {
                _ if number == position && *parameter == inner.ty => self.handed(&inner),
                Type::Ref(_) if number == position => format!("ref {}", inner.text),
                _ if number == position => format!("mut {}", inner.text),
                Type::Mut(target) if target.holds_borrow() && into.is_none() => {
                    let target = match &**target {
                        Type::Slice(element) => Type::Growing(element.clone()),
                        target => target.clone(),
                    };
                    let value = self.simple(&target);
                    let place = self.new_place(&target, &value);
                    let argument = format!("mut {}", place.text);
                    into = Some(place);
                    argument
                }
                other => self.expression(other),
            });
        }
        let mut text = String::new();
        if callable.is_method {
            let receiver = arguments.remove(0);
            let receiver = receiver.trim_start_matches("ref ").trim_start_matches("mut ");
            if !receiver.starts_with(|first: char| first.is_ascii_lowercase()) || receiver.contains('(') {
                return held.clone();
            }
            text = format!("{receiver}.");
        }
        if callable.takes_bits {
            arguments.insert(0, "c".to_owned());
        }
        text.push_str(&format!("{}({})", callable.name, arguments.join(", ")));
        match (&callable.result, into) {
            (Some(result), into) if result.holds_borrow() && (into.is_none() || self.rng.bool()) => {
                self.new_place(result, &text)
            }
            (_, into) => {
                self.line(&text);
                into.unwrap_or_else(|| held.clone())
            }
        }
    }

    /// Something happens to what was lent: at its place, through an earlier borrow, or through a `ref` of one.
    fn disturb(&mut self, root: &Place, chain: &[Place]) {
        let link = chain[self.rng.usize(..chain.len())].clone();
        let mut with_mut = chain.to_vec();
        with_mut.retain(|link| link.ty.leads_to_mut());
        let with_mut = self.any(with_mut);
        let place = match (self.rng.u32(0..9), with_mut) {
            (0..4, Some(link)) => {
                let through = self.new_place(&link.ty.target().to_ref(), &format!("ref {}", link.text));
                self.led_to(&through, |place| place.writable)
            }
            (0..6, _) => self.inside(root, |_| true),
            _ => self.inside(&link, |place| place.writable),
        };
        if let Some(place) = place {
            self.change(&place);
        }
    }

    /// A place is changed, moved, lent or read.
    fn change(&mut self, place: &Place) {
        let text = &place.text;
        let line = match (self.rng.u32(0..8), &place.ty) {
            (0, Type::Int) => format!("put(mut {text}, 4)"),
            (1, Type::Int | Type::Flag) => self.reading(place),
            (0, Type::Heap) => format!("fill(mut {text}, 4)"),
            (1, Type::Heap) => format!("sink(look({text}))"),
            (2, Type::Heap) => format!("eat({text})"),
            (3, Type::Heap) => format!("{text}.put(5)"),
            (4, Type::Heap) => format!("{text}.n = 6"),
            (2, Type::Inline) => format!("eat_p({text})"),
            (0 | 1, Type::Growing(element)) => format!("{text}.push({})", self.simple(element)),
            (2, Type::Growing(_)) => format!("{text}.clear()"),
            (0 | 1, Type::Mapped(element)) => format!("map_put(mut {text}, {})", self.simple(element)),
            (2, Type::Mapped(_)) => format!("{text}.clear()"),
            (5, ty) if *ty != Type::Int => {
                let other = self.simple(ty);
                let other = self.new_place(ty, &other);
                format!("swap(mut {text}, mut {})", other.text)
            }
            (6, ty) => {
                let lent = self.new_place(&ty.mut_borrow(), &format!("mut {text}"));
                return self.use_up(&lent);
            }
            (_, Type::Ref(_) | Type::Mut(_)) => return self.use_up(place),
            (_, ty) => format!("{text} = {}", self.simple(ty)),
        };
        self.line(&line);
    }

    /// What a place leads to is read or changed.
    fn use_up(&mut self, place: &Place) {
        if let Type::Closure { result, .. } = &place.ty {
            let value = self.new_place(result, &format!("{}()", place.text));
            return self.use_up(&value);
        }
        let wanted = |place: &Place| matches!(place.ty, Type::Int | Type::Heap);
        let Some(place) = self.led_to(place, wanted) else {
            return self.use_up_optional(place);
        };
        let text = &place.text;
        let changes = place.writable && !place.behind_ref && self.rng.bool();
        let line = match (&place.ty, changes) {
            (Type::Heap, true) => format!("{text}.n = 7"),
            (Type::Heap, false) => format!("sink(look({text}))"),
            (_, true) => format!("{text} = 8"),
            (_, false) => format!("sink({text})"),
        };
        self.line(&line);
    }

    /// The same of what an `Option` inside of a place holds, if it holds something.
    fn use_up_optional(&mut self, place: &Place) {
        let Some(slot) = self.inside(place, |place| matches!(place.ty, Type::Option(_) | Type::Either(_))) else {
            return;
        };
        let (head, tail, inner) = match &slot.ty {
            Type::Option(inner) => ("Some(", ")", inner),
            Type::Either(inner) => ("Both(", ", _)", inner),
            _ => return,
        };
        let mark = self.variables.len();
        let name = self.fresh("o", inner.target().to_ref());
        self.line(&format!("if let {head}{name}{tail} = {} {{", slot.text));
        self.depth += 1;
        let found = Place {
            text: name,
            ty: inner.target().to_ref(),
            variable: self.variables.len() - 1,
            writable: false,
            behind_ref: true,
            keeps: true,
        };
        self.use_up(&found);
        self.depth -= 1;
        self.line("}");
        self.variables.truncate(mark);
    }
}
