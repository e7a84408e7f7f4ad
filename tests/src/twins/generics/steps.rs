//! What a generic body does in one step with the values that it has: builds others, takes them apart, changes them. Must not
//! know how the body ends.

use super::super::declaration::Storage;
use super::super::texts::Both;
use super::Generator;
use super::bodies::{Access, Body, LARGEST, pick};
use super::types::{Binding, Parameter, Type, closed};

impl Generator {
    pub(super) fn step(&mut self, body: &mut Body, depth: u32) {
        let before = body.locals.clone();
        let is_done = match self.random.u32(0..100) {
            0..8 => self.rebind(body),
            8..28 => self.build(body),
            28..36 => self.take_fields(body),
            36..50 if depth > 0 => self.match_moved(body, depth),
            50..58 if depth > 0 => self.match_lent(body, depth),
            58..70 => self.change(body),
            70..76 if depth > 0 => self.condition(body, depth),
            76..80 if depth > 0 => self.repeat(body, depth),
            80..84 if body.may_leave => {
                let number = self.random.u32(0..8);
                body.texts.line(
                    &format!("  if (k & 7) == {number} {{ return None }}"),
                    &format!("  if (k & 7) == {number} {{ return None; }}"),
                );
                true
            }
            _ => self.call(body),
        };
        if !is_done {
            body.locals = before;
        }
    }

    pub(super) fn bound(&mut self, body: &mut Body, ty: Type, value: &Both, is_written: bool) {
        let name = self.fresh();
        let is_changed = self.happens(60);
        let word = if is_changed { "let mut" } else { "let" };
        let written = if is_written || self.happens(20) { self.written(&ty).around(": ", "") } else { Both::same("") };
        body.texts.line(
            &format!("  {word} {name}{} = {}", written.language, value.language),
            &format!("  {word} {name}{} = {};", written.rust, value.rust),
        );
        body.add(&name, ty, if is_changed { Access::Changed } else { Access::Owned });
    }

    fn rebind(&mut self, body: &mut Body) -> bool {
        let Some(index) = pick(&mut self.random, body, |index| body.movable(index)) else { return false };
        body.locals[index].is_live = false;
        let (ty, value) = (body.locals[index].ty.clone(), Both::same(&body.locals[index].name));
        self.bound(body, ty, &value, false);
        true
    }

    /// An expression of a type, of what variables hold; parameters that stand for nothing yet are found.
    pub(super) fn produce(
        &mut self,
        body: &mut Body,
        pattern: &Type,
        binding: &mut Binding,
        depth: u32,
    ) -> Option<Both> {
        let fits = |index: usize| body.movable(index) && pattern.bind(&body.locals[index].ty, &mut binding.clone());
        if self.happens(85)
            && let Some(index) = pick(&mut self.random, body, fits)
        {
            pattern.bind(&body.locals[index].ty.clone(), binding);
            body.locals[index].is_live = false;
            return Some(Both::same(&body.locals[index].name));
        }
        while let Some(name) = pattern.with(binding).first_open() {
            let found = self.found(body);
            binding.insert(name, found);
        }
        let ty = pattern.with(binding);
        let salt = self.random.u32(0..50);
        if let Some(scalar) = Generator::scalar(&ty, "k", salt) {
            return Some(scalar);
        }
        if depth == 0 {
            return None;
        }
        match &ty {
            Type::Tuple(parts) => {
                let made: Option<Vec<Both>> =
                    parts.iter().map(|part| self.produce(body, part, &mut Binding::new(), depth - 1)).collect();
                Some(Both::in_brackets(&made?))
            }
            Type::Array(part) => {
                let first = self.produce(body, part, &mut Binding::new(), depth - 1)?;
                let second = self.produce(body, part, &mut Binding::new(), depth - 1)?;
                Some(Both::listed(&[first, second]).around("[", "]"))
            }
            Type::Named(number, _) if ty.is_ground() || ty.size() < LARGEST => {
                let case = self.random.usize(0..self.types[*number].cases.len());
                let parts = self.payload(&ty, case);
                let made: Option<Vec<Both>> =
                    parts.iter().map(|part| self.produce(body, part, &mut Binding::new(), depth - 1)).collect();
                Some(self.constructed(&ty, case, &made?, true))
            }
            _ => None,
        }
    }

    /// A type for a parameter that nothing tells.
    fn found(&mut self, body: &Body) -> Type {
        let own: Vec<_> = body.parameters.iter().filter(|(_, may)| !may).map(|(own, _)| *own).collect();
        match own.len() {
            0 => self.ground(1, false),
            _ if self.happens(30) => self.ground(1, false),
            count => Type::Parameter(own[self.random.usize(0..count)]),
        }
    }

    /// Makes a value of others: a tuple, an array, a structure or an enum.
    fn build(&mut self, body: &mut Body) -> bool {
        let mut binding = Binding::new();
        let number = self.random.usize(0..self.types.len() + 2);
        if number >= self.types.len() {
            let Some(first) = pick(&mut self.random, body, |index| body.movable(index)) else { return false };
            body.locals[first].is_live = false;
            let is_array = self.random.bool();
            let ty = body.locals[first].ty.clone();
            let second =
                pick(&mut self.random, body, |index| body.movable(index) && (!is_array || body.locals[index].ty == ty));
            let Some(second) = second else { return false };
            body.locals[second].is_live = false;
            let parts = [first, second].map(|index| Both::same(&body.locals[index].name));
            let other = body.locals[second].ty.clone();
            let (ty, value) = match is_array {
                true => (Type::Array(Box::new(ty)), Both::listed(&parts).around("[", "]")),
                false => (Type::Tuple(vec![ty, other]), Both::in_brackets(&parts)),
            };
            if ty.size() > LARGEST {
                return false;
            }
            self.bound(body, ty, &value, false);
            return true;
        }
        let declared = self.types[number].clone();
        let case = self.random.usize(0..declared.cases.len());
        let mut made = Vec::new();
        for part in &declared.cases[case].1 {
            let Some(value) = self.produce(body, &part.opened(), &mut binding, 1) else { return false };
            made.push(value);
        }
        let mut binding = closed(&binding);
        let is_told = declared.parameters.iter().all(|(name, _)| binding.contains_key(name));
        for (name, _) in &declared.parameters {
            let found = self.found(body);
            binding.entry(name).or_insert(found);
        }
        if !self.allowed(&declared.parameters, &binding, &body.parameters) {
            return false;
        }
        let ty = Type::Named(number, declared.parameters.iter().map(|(name, _)| binding[name].clone()).collect());
        if ty.size() > LARGEST {
            return false;
        }
        let with_arguments = self.happens(30);
        let value = self.constructed(&ty, case, &made, with_arguments);
        self.bound(body, ty, &value, !with_arguments && !is_told);
        true
    }

    /// Whether all arguments may stand for their parameters.
    pub(super) fn allowed(&self, wanted: &[Parameter], binding: &Binding, around: &[Parameter]) -> bool {
        let is_borrow = |ty: &Type| match ty {
            Type::Parameter(name) => around.iter().any(|(known, may)| known == name && *may),
            Type::Ref(_) => true,
            _ => false,
        };
        wanted.iter().all(|(name, may)| *may || binding.get(name).is_none_or(|ty| !ty.any(&is_borrow)))
    }

    /// Takes a structure or tuple apart.
    fn take_fields(&mut self, body: &mut Body) -> bool {
        let is_whole = |ty: &Type| match ty {
            Type::Tuple(_) => true,
            Type::Named(number, _) => self.types[*number].is_record(),
            _ => false,
        };
        let Some(index) = pick(&mut self.random, body, |index| body.movable(index) && is_whole(&body.locals[index].ty))
        else {
            return false;
        };
        body.locals[index].is_live = false;
        let (name, ty) = (body.locals[index].name.clone(), body.locals[index].ty.clone());
        let (parts, field) = match &ty {
            Type::Tuple(parts) => (parts.clone(), ""),
            _ => (self.payload(&ty, 0), "a"),
        };
        if self.random.bool() {
            for (number, part) in parts.into_iter().enumerate() {
                if self.happens(65) {
                    self.bound(body, part, &Both::same(format!("{name}.{field}{number}")), false);
                }
            }
            return true;
        }
        let names: Vec<String> = parts.iter().map(|_| self.fresh()).collect();
        let (pattern, content) = match &ty {
            Type::Named(number, _) => {
                let is_heap = self.types[*number].storage == Storage::Heap;
                (self.case_pattern(*number, 0, &names), if is_heap { format!("*{name}") } else { name.clone() })
            }
            _ => (Both::in_brackets(&names.iter().map(Both::same).collect::<Vec<_>>()), name.clone()),
        };
        body.texts
            .line(&format!("  let {} = {name}", pattern.language), &format!("  let {} = {content};", pattern.rust));
        for (name, part) in names.iter().zip(parts) {
            body.add(name, part, Access::Owned);
        }
        true
    }

    /// Exchanges, replaces or assigns.
    fn change(&mut self, body: &mut Body) -> bool {
        let choice = self.random.u32(0..3);
        let is_dead = |index: usize| {
            let local = &body.locals[index];
            !local.is_live && local.access == Access::Changed && local.loops == body.loops
        };
        let Some(first) =
            pick(&mut self.random, body, |index| body.changeable(index) || (choice == 0 && is_dead(index)))
        else {
            return false;
        };
        let ty = body.locals[first].ty.clone();
        let place = body.locals[first].place();
        if choice == 1 {
            let second = pick(&mut self.random, body, |index| {
                index != first && body.changeable(index) && body.locals[index].ty == ty
            });
            let Some(second) = second else { return false };
            let other = body.locals[second].place();
            body.texts.line(
                &format!("  swap(mut {}, mut {})", place.language, other.language),
                &format!("  std::mem::swap(&mut {}, &mut {});", place.rust, other.rust),
            );
            return true;
        }
        let was_live = std::mem::replace(&mut body.locals[first].is_busy, true);
        let value = self.produce(body, &ty, &mut Binding::new(), 2);
        body.locals[first].is_busy = was_live;
        let Some(value) = value else { return false };
        if choice == 2 {
            let replaced = Both::new(
                format!("replace(mut {}, {})", place.language, value.language),
                format!("std::mem::replace(&mut {}, {})", place.rust, value.rust),
            );
            self.bound(body, ty, &replaced, false);
            return true;
        }
        body.texts.line(
            &format!("  {} = {}", place.language, value.language),
            &format!("  {} = {};", place.rust, value.rust),
        );
        body.locals[first].is_live = true;
        true
    }
}
