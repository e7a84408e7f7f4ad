//! Bodies of generic functions. A body is made first: it builds values of what it has, takes them apart, changes them and
//! hands them to functions before; what it has at its end is its result.

use super::super::texts::{Both, Texts};
use super::types::{OPTION, Parameter, Type};
use super::{Function, Generator, Holder, Mode};

/// A variable.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) access: Access,
    /// Whether it has its value.
    pub(super) is_live: bool,
    /// In how many loops it has been declared.
    pub(super) loops: u32,
    /// Whether it is lent where this is asked.
    pub(super) is_busy: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    Owned,
    Changed,
    Lent,
    LentMutably,
}

impl Local {
    /// The place that it is, or leads to.
    pub(super) fn place(&self) -> Both {
        match self.access {
            Access::Owned | Access::Changed => Both::same(&self.name),
            Access::Lent | Access::LentMutably => Both::new(&self.name, format!("(*{})", self.name)),
        }
    }
}

/// A body that is being made.
pub(super) struct Body {
    pub(super) texts: Texts,
    pub(super) locals: Vec<Local>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) loops: u32,
    pub(super) may_leave: bool,
    pub(super) number: u32,
}

/// How large types get.
pub(super) const LARGEST: usize = 9;

impl Body {
    pub(super) fn movable(&self, index: usize) -> bool {
        let local = &self.locals[index];
        local.is_live
            && !local.is_busy
            && local.loops == self.loops
            && matches!(local.access, Access::Owned | Access::Changed)
    }

    pub(super) fn changeable(&self, index: usize) -> bool {
        let local = &self.locals[index];
        local.is_live && !local.is_busy && matches!(local.access, Access::Changed | Access::LentMutably)
    }

    pub(super) fn add(&mut self, name: &str, ty: Type, access: Access) {
        let loops = self.loops;
        self.locals.push(Local { name: name.to_owned(), ty, access, is_live: true, loops, is_busy: false });
    }

    pub(super) fn count(&mut self) {
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
pub(super) fn pick(random: &mut fastrand::Rng, body: &Body, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let all: Vec<usize> = (0..body.locals.len()).filter(|index| fits(*index)).collect();
    if all.is_empty() { None } else { Some(all[random.usize(0..all.len())]) }
}
