//! Bodies of generic functions. A body is made first: it builds values of what it has, takes them apart, changes them and
//! hands them to functions before; what it has at its end is its result.

use super::super::declaration::Storage;
use super::super::texts::{Both, Texts};
use super::types::{Binding, OPTION, Parameter, Type, closed};
use super::{Function, Generator, Holder, Mode};

/// A variable.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) ty: Type,
    access: Access,
    /// Whether it has its value.
    is_live: bool,
    /// In how many loops it has been declared.
    loops: u32,
    /// Whether it is lent where this is asked.
    is_busy: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Access {
    Owned,
    Changed,
    Lent,
    LentMutably,
}

impl Local {
    /// The place that it is, or leads to.
    fn place(&self) -> Both {
        match self.access {
            Access::Owned | Access::Changed => Both::same(&self.name),
            Access::Lent | Access::LentMutably => Both::new(&self.name, format!("(*{})", self.name)),
        }
    }
}

/// A body that is being made.
pub(super) struct Body {
    texts: Texts,
    locals: Vec<Local>,
    parameters: Vec<Parameter>,
    loops: u32,
    may_leave: bool,
    number: u32,
}

/// How large types get.
const LARGEST: usize = 9;

impl Body {
    fn movable(&self, index: usize) -> bool {
        let local = &self.locals[index];
        local.is_live
            && !local.is_busy
            && local.loops == self.loops
            && matches!(local.access, Access::Owned | Access::Changed)
    }

    fn changeable(&self, index: usize) -> bool {
        let local = &self.locals[index];
        local.is_live && !local.is_busy && matches!(local.access, Access::Changed | Access::LentMutably)
    }

    fn add(&mut self, name: &str, ty: Type, access: Access) {
        let loops = self.loops;
        self.locals.push(Local { name: name.to_owned(), ty, access, is_live: true, loops, is_busy: false });
    }

    fn count(&mut self) {
        self.number += 1;
        let number = self.number;
        self.texts.line(
            &format!("  sum = (sum *% 3) +% {number}"),
            &format!("  sum = sum.wrapping_mul(3).wrapping_add({number});"),
        );
    }
}

impl Generator {
    /// Makes a function, or a method of a type.
    pub(super) fn function(&mut self) {
        let name = format!("f{}", self.fresh());
        let takes_borrows = self.happens(25);
        let holder = if self.happens(45) { self.holder(takes_borrows) } else { None };
        let mut parameters: Vec<Parameter> = Vec::new();
        let names = if holder.is_some() { ["M", "N"] } else { ["A", "B"] };
        for name in &names[..self.random.usize(usize::from(holder.is_none())..3)] {
            parameters.push((name, takes_borrows));
        }
        let mut all = parameters.clone();
        if let Some(Holder { is_generic: true, ty: Type::Named(number, _), .. }) = &holder {
            all.extend(self.types[*number].parameters.clone());
        }
        let mut body = Body {
            texts: Texts::default(),
            locals: Vec::new(),
            parameters: all.clone(),
            loops: 0,
            may_leave: self.happens(40),
            number: 0,
        };
        let mut wanted: Vec<Type> = holder.iter().map(|holder| holder.ty.clone()).collect();
        wanted.extend(parameters.iter().map(|(name, _)| Type::Parameter(name)));
        for _ in 0..self.random.usize(0..3) {
            let ty = self.open(2, &all, takes_borrows);
            wanted.push(ty);
        }
        let mut declared = Vec::new();
        for (index, ty) in wanted.into_iter().enumerate() {
            let mode = match self.random.u32(0..10) {
                0..5 => Mode::Moved,
                5..7 if !takes_borrows => Mode::Lent,
                7.. if !takes_borrows => Mode::LentMutably,
                _ => Mode::Moved,
            };
            let access = match mode {
                Mode::Moved => Access::Owned,
                Mode::Lent => Access::Lent,
                Mode::LentMutably => Access::LentMutably,
            };
            let name = if index == 0 && holder.is_some() { "self".to_owned() } else { self.fresh() };
            body.add(&name, ty.clone(), access);
            declared.push((name, mode, ty));
        }
        for _ in 0..self.random.usize(3..9) {
            self.step(&mut body, 2);
        }
        self.finish(name, holder, parameters, all, declared, body);
    }

    /// What a method is in.
    fn holder(&mut self, takes_borrows: bool) -> Option<Holder> {
        let fits = |number: &usize| {
            let declared = &self.types[*number];
            !declared.is_known
                && !declared.parameters.is_empty()
                && declared.parameters.iter().all(|(_, may)| *may == takes_borrows)
        };
        let fitting: Vec<usize> = (0..self.types.len()).filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let number = fitting[self.random.usize(0..fitting.len())];
        let is_generic = self.happens(75);
        let names = self.types[number].parameters.clone();
        let arguments = names.iter().map(|(name, _)| match is_generic {
            true => Type::Parameter(name),
            false => self.ground(1, false),
        });
        let ty = Type::Named(number, arguments.collect());
        Some(Holder { is_inside: is_generic && self.random.bool(), ty, is_generic })
    }

    /// A type of parameters.
    pub(super) fn open(&mut self, depth: u32, parameters: &[Parameter], takes_borrows: bool) -> Type {
        match self.random.u32(0..100) {
            choice if depth == 0 || choice < 45 => match parameters.len() {
                0 => self.ground(0, false),
                _ if self.happens(15) => self.ground(0, false),
                count => Type::Parameter(parameters[self.random.usize(0..count)].0),
            },
            45..55 => Type::Tuple((0..2).map(|_| self.open(depth - 1, parameters, takes_borrows)).collect()),
            55..60 => Type::Array(Box::new(self.open(depth - 1, parameters, takes_borrows))),
            _ => {
                let number = self.random.usize(0..self.types.len());
                let wanted = self.types[number].parameters.clone();
                let arguments = wanted.iter().map(|(_, may_be_borrow)| match *may_be_borrow || !takes_borrows {
                    true => self.open(depth - 1, parameters, takes_borrows),
                    false => self.ground(1, false),
                });
                Type::Named(number, arguments.collect())
            }
        }
    }

    fn step(&mut self, body: &mut Body, depth: u32) {
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

    fn bound(&mut self, body: &mut Body, ty: Type, value: &Both, is_written: bool) {
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
    fn produce(&mut self, body: &mut Body, pattern: &Type, binding: &mut Binding, depth: u32) -> Option<Both> {
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
    fn allowed(&self, wanted: &[Parameter], binding: &Binding, around: &[Parameter]) -> bool {
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

    /// Steps in a block of its own: what they move is gone after it.
    fn block(&mut self, body: &mut Body, depth: u32, steps: usize) {
        body.count();
        let outer = body.locals.len();
        for _ in 0..steps {
            self.step(body, depth - 1);
        }
        body.locals.truncate(outer);
    }

    /// Continues with what is there after one of several blocks, which begin with the same.
    fn blocks(&mut self, body: &mut Body, count: usize, mut write: impl FnMut(&mut Generator, &mut Body, usize)) {
        let before = body.locals.clone();
        let mut live: Vec<bool> = before.iter().map(|local| local.is_live).collect();
        for block in 0..count {
            body.locals.clone_from(&before);
            write(self, body, block);
            live.iter_mut().zip(&body.locals).for_each(|(live, local)| *live &= local.is_live);
        }
        body.locals = before;
        body.locals.iter_mut().zip(live).for_each(|(local, live)| local.is_live = live);
    }

    fn matched(&mut self, body: &Body, fits: impl Fn(usize) -> bool) -> Option<(usize, Type, usize)> {
        let is_enum = |ty: &Type| matches!(ty, Type::Named(number, _) if !self.types[*number].is_record());
        let index = pick(&mut self.random, body, |index| fits(index) && is_enum(&body.locals[index].ty))?;
        let ty = body.locals[index].ty.clone();
        let Type::Named(number, _) = ty else { return None };
        Some((index, ty, number))
    }

    fn match_moved(&mut self, body: &mut Body, depth: u32) -> bool {
        let Some((index, ty, _)) = self.matched(body, |index| body.movable(index)) else { return false };
        body.locals[index].is_live = false;
        let name = body.locals[index].name.clone();
        self.arms(body, depth, &ty, &Both::new(format!("move {name}"), name), Access::Owned);
        true
    }

    fn match_lent(&mut self, body: &mut Body, depth: u32) -> bool {
        let is_changed = self.random.bool();
        let fits = |index: usize| {
            if is_changed { body.changeable(index) } else { body.locals[index].is_live && !body.locals[index].is_busy }
        };
        let Some((index, ty, _)) = self.matched(body, fits) else { return false };
        let was_busy = std::mem::replace(&mut body.locals[index].is_busy, true);
        let place = body.locals[index].place();
        let (word, sign, access) =
            if is_changed { ("mut ", "&mut ", Access::LentMutably) } else { ("", "&", Access::Lent) };
        let matched = Both::new(format!("{word}{}", place.language), place.rust);
        let content = Both::new(matched.language, matched.rust);
        self.arms_of(body, depth, &ty, &content, access, sign);
        body.locals[index].is_busy = was_busy;
        true
    }

    fn arms(&mut self, body: &mut Body, depth: u32, ty: &Type, matched: &Both, access: Access) {
        self.arms_of(body, depth, ty, matched, access, "");
    }

    fn arms_of(&mut self, body: &mut Body, depth: u32, ty: &Type, matched: &Both, access: Access, sign: &str) {
        let Type::Named(number, _) = ty else { return };
        let declared = self.types[*number].clone();
        let content = if declared.storage == Storage::Heap { "*" } else { "" };
        body.texts
            .line(&format!("  match {} {{", matched.language), &format!("  match {sign}{content}{} {{", matched.rust));
        let count = declared.cases.len();
        let (is_cut, first) = (self.happens(30), self.random.usize(0..count));
        let arms = if is_cut { 2 } else { count + usize::from(self.happens(20)) };
        self.blocks(body, arms, |generator, body, arm| {
            let case = (first + arm) % count;
            if is_cut && arm == 1 {
                body.texts.line("  case _ -> {", "  _ => {");
                generator.block(body, depth, 1);
                body.texts.same("  }");
                return;
            }
            let parts = generator.payload(ty, case);
            let names: Vec<String> = parts.iter().map(|_| generator.fresh()).collect();
            let pattern = generator.case_pattern(*number, case, &names);
            // The first of several arms for one case.
            let is_guarded = (arms > count && arm == 0) || (is_cut && generator.random.bool());
            let guard = if is_guarded { generator.guard(&names, &parts, access) } else { Both::same("") };
            body.texts.line(
                &format!("  case {}{} -> {{", pattern.language, guard.language),
                &format!("  {}{} => {{", pattern.rust, guard.rust),
            );
            let outer = body.locals.len();
            for (name, part) in names.iter().zip(parts) {
                body.add(name, part, access);
            }
            let steps = generator.random.usize(1..4);
            generator.block(body, depth, steps);
            body.locals.truncate(outer);
            body.texts.same("  }");
        });
        body.texts.same("  }");
    }

    fn guard(&mut self, names: &[String], parts: &[Type], access: Access) -> Both {
        let number = names.iter().zip(parts).find(|(_, part)| matches!(part, Type::Int(_)));
        match number {
            Some((name, _)) => {
                let star = if access == Access::Owned { "" } else { "*" };
                Both::new(format!(" if ({name} & 1) == 0"), format!(" if ({star}{name} & 1) == 0"))
            }
            None => Both::same(format!(" if (k & {}) == 0", self.random.u32(1..4))),
        }
    }

    fn condition(&mut self, body: &mut Body, depth: u32) -> bool {
        let (mask, has_else) = (self.random.u32(1..8), self.random.bool());
        body.texts.same(&format!("  if (k & {mask}) == 0 {{"));
        self.blocks(body, 2, |generator, body, block| {
            if block == 1 && has_else {
                body.texts.same("  } else {");
            }
            if block == 0 || has_else {
                generator.block(body, depth, 2);
            }
        });
        body.texts.same("  }");
        true
    }

    fn repeat(&mut self, body: &mut Body, depth: u32) -> bool {
        let name = self.fresh();
        body.texts.line(&format!("  for {name} in 0..(k & 3) {{"), &format!("  for {name} in 0..(k & 3) {{"));
        body.loops += 1;
        self.block(body, depth, 3);
        body.loops -= 1;
        body.texts.same("  }");
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

    /// Calls a function that is there already.
    fn call(&mut self, body: &mut Body) -> bool {
        if self.functions.is_empty() {
            return false;
        }
        let function = self.functions[self.random.usize(0..self.functions.len())].clone();
        let mut binding = Binding::new();
        let mut arguments = Vec::new();
        let mut busy = Vec::new();
        let mut is_possible = true;
        for (mode, pattern) in &function.parameters {
            let pattern = &pattern.opened();
            let fits = |index: usize| pattern.bind(&body.locals[index].ty, &mut binding.clone());
            let (index, word, sign) = match mode {
                Mode::Moved => match self.produce(body, pattern, &mut binding, 2) {
                    Some(value) => {
                        arguments.push(value);
                        continue;
                    }
                    None => (None, "", ""),
                },
                Mode::Lent => (
                    pick(&mut self.random, body, |index| {
                        body.locals[index].is_live && !body.locals[index].is_busy && fits(index)
                    }),
                    "ref",
                    "&",
                ),
                Mode::LentMutably => {
                    (pick(&mut self.random, body, |index| body.changeable(index) && fits(index)), "mut", "&mut")
                }
            };
            let Some(index) = index else {
                is_possible = false;
                break;
            };
            pattern.bind(&body.locals[index].ty.clone(), &mut binding);
            body.locals[index].is_busy = true;
            busy.push(index);
            let place = body.locals[index].place();
            arguments.push(Both::new(format!("{word} {}", place.language), format!("{sign} {}", place.rust)));
        }
        busy.into_iter().for_each(|index| body.locals[index].is_busy = false);
        let binding = closed(&binding);
        let result = function.result.with(&binding);
        if !is_possible || result.size() > 2 * LARGEST || !self.allowed(&function.all, &binding, &body.parameters) {
            return false;
        }
        let explicit = self.happens(30);
        let value = self.called(&function, &arguments, explicit.then_some(&binding));
        self.bound(body, result, &value, false);
        true
    }

    /// The call of a function with arguments, and with type arguments.
    pub(super) fn called(&mut self, function: &Function, arguments: &[Both], binding: Option<&Binding>) -> Both {
        let own: Vec<Both> = match binding {
            Some(binding) => function.own.iter().map(|(name, _)| self.written(&binding[name])).collect(),
            None => Vec::new(),
        };
        let (mut ours, mut theirs) = (String::new(), String::new());
        if !own.is_empty() {
            let own = Both::listed(&own);
            (ours, theirs) = (format!("[{}]", own.language), format!("::<{}>", own.rust));
        }
        let mut all = arguments.to_vec();
        all.push(Both::same("k"));
        let listed = Both::listed(&all);
        let name = &function.name;
        match &function.holder {
            None => Both::new(format!("{name}{ours}({})", listed.language), format!("{name}{theirs}({})", listed.rust)),
            Some(holder) => {
                let Type::Named(number, _) = &holder.ty else { unreachable!("methods are in named types") };
                let receiver = arguments[0].language.clone();
                let receiver = receiver.trim_start_matches("ref ").trim_start_matches("mut ");
                let rest = Both::listed(&all[1..]);
                Both::new(
                    format!("{receiver}.{name}{ours}({})", rest.language),
                    format!("{}::{name}{theirs}({})", self.types[*number].name, listed.rust),
                )
            }
        }
    }

    /// Ends a body with its result, and writes the function.
    fn finish(
        &mut self,
        name: String,
        holder: Option<Holder>,
        own: Vec<Parameter>,
        all: Vec<Parameter>,
        declared: Vec<(String, Mode, Type)>,
        mut body: Body,
    ) {
        let (mut types, mut values) = (vec![Type::Int("i64")], vec![Both::same("sum")]);
        for _ in 0..self.random.usize(1..4) {
            let Some(index) =
                pick(&mut self.random, &body, |index| body.movable(index) && body.locals[index].ty.size() < LARGEST)
            else {
                break;
            };
            body.locals[index].is_live = false;
            types.push(body.locals[index].ty.clone());
            values.push(Both::same(&body.locals[index].name));
        }
        let (mut result, mut value) = (Type::Int("i64"), Both::same("sum"));
        if types.len() > 1 {
            (result, value) = (Type::Tuple(types), Both::in_brackets(&values));
        }
        if body.may_leave {
            (result, value) = (Type::Named(OPTION, vec![result]), value.around("Some(", ")"));
        }
        let mut listed: Vec<Both> = Vec::new();
        let mut word = "";
        for (name, mode, ty) in &declared {
            let ty = self.written(ty);
            let (ours, theirs) = match mode {
                Mode::Moved => ("", ""),
                Mode::Lent => ("ref ", "&"),
                Mode::LentMutably => ("mut ", "&mut "),
            };
            let written = Both::new(format!("{name}: {ours}{}", ty.language), format!("{name}: {theirs}{}", ty.rust));
            if name == "self" {
                word = if *mode == Mode::Moved { "move " } else { ours.trim_start_matches("ref ") };
            }
            listed.push(written);
        }
        listed.push(Both::same("k: i64"));
        let (parameters, result_written) = (super::types::parameters(&own), self.written(&result));
        let first = usize::from(holder.is_some());
        let (ours, theirs) = (Both::listed(&listed[first..]).language, Both::listed(&listed).rust);
        let inner = body.texts.into_twins();
        let written = Both::new(
            format!(
                "fn {word}{name}{}({ours}) -> {} {{\n  let mut sum = k\n{}  {}\n}}\n",
                parameters.language, result_written.language, inner.language, value.language
            ),
            format!(
                "fn {name}{}({theirs}) -> {} {{\n  let mut sum = k;\n{}  {}\n}}\n",
                parameters.rust, result_written.rust, inner.rust, value.rust
            ),
        );
        self.place(&holder, &written);
        let parameters = declared.into_iter().map(|(_, mode, ty)| (mode, ty)).collect();
        self.functions.push(Function { name, holder, own, all, parameters, result });
    }

    /// Puts a function where it stands: among the functions, in its type or in an `impl`.
    fn place(&mut self, holder: &Option<Holder>, written: &Both) {
        let Some(Holder { ty, is_generic, is_inside }) = holder else {
            return self.texts.line(&written.language, &written.rust);
        };
        let Type::Named(number, _) = ty else { return };
        let (bare, name) = (self.bare(ty, ""), &self.types[*number].parameters);
        let list = if *is_generic { super::types::parameters(name) } else { Both::same("") };
        let theirs = format!("impl{} {} {{ {} }}", list.rust, bare.rust, written.rust);
        self.texts.rust(&theirs);
        if *is_inside {
            self.types[*number].methods.language += &written.language;
        } else {
            self.texts.language(&format!("impl{} {} {{\n{}}}", list.language, bare.language, written.language));
        }
    }
}

/// A variable that fits.
fn pick(random: &mut fastrand::Rng, body: &Body, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let all: Vec<usize> = (0..body.locals.len()).filter(|index| fits(*index)).collect();
    if all.is_empty() { None } else { Some(all[random.usize(0..all.len())]) }
}
