//! What a program does: each function with several type arguments, for several numbers, while it runs and as constants.

use super::super::declaration::Storage;
use super::super::texts::{Both, Texts};
use super::types::{Binding, NODE, OPTION, RESULT, Type};
use super::{Function, Generator, Mode};

impl Generator {
    /// Functions that call the generic ones, and the `main` that prints what they give.
    pub(super) fn write_main(&mut self) {
        let mut calls = Texts::default();
        let mut runs = 0;
        for function in [self.functions.clone(), self.views.clone()].concat() {
            for _ in 0..2 {
                if self.run(&function, runs, &mut calls) {
                    runs += 1;
                }
            }
        }
        let mut sizes = Vec::new();
        for ty in self.grounds.clone().iter().filter(|ty| self.has_same_size(ty)) {
            sizes.push(self.written(ty));
        }
        let calls = calls.into_twins();
        self.texts.line(&format!("fn main() {{\n{}", calls.language), &format!("fn main() {{\n{}", calls.rust));
        for Both { language, rust } in sizes {
            self.texts.line(
                &format!("  println(\"size ${{size_of[{language}]()}} ${{align_of[{language}]()}}\")"),
                &format!("  println!(\"size {{}} {{}}\", size_of::<{rust}>(), align_of::<{rust}>());"),
            );
        }
        self.texts.same("}");
    }

    /// Whether the type has the same layout in Rust: tuples have another, and strings and enums without a tag.
    fn has_same_size(&self, ty: &Type) -> bool {
        let is_other = |part: &Type| match part {
            Type::Text | Type::Tuple(_) | Type::Ref(_) | Type::Parameter(_) => true,
            Type::Named(OPTION, arguments) => !self.is_same_option(&arguments[0]),
            Type::Named(RESULT, _) => true,
            Type::Named(number, _) => {
                let declared = &self.types[*number];
                declared.cases.len() == 2 && declared.cases.iter().any(|(_, parts)| parts.is_empty())
            }
            Type::Int(_) | Type::Bool | Type::Float | Type::Array(_) => false,
        };
        !self.contains(ty, &is_other, 0)
    }

    /// Whether an `Option` of a type has the same layout in Rust: of integers with a tag, of boxes without.
    fn is_same_option(&self, of: &Type) -> bool {
        match of {
            Type::Int(_) => true,
            Type::Named(number, _) => self.types[*number].storage == Storage::Heap,
            _ => false,
        }
    }

    /// Whether a type, or what its values are made of in place, is so.
    fn contains(&self, ty: &Type, is_so: &dyn Fn(&Type) -> bool, depth: u32) -> bool {
        if is_so(ty) || depth > 8 {
            return true;
        }
        match ty {
            Type::Array(part) => self.contains(part, is_so, depth + 1),
            Type::Named(number, _) if self.types[*number].storage == Storage::Heap => false,
            Type::Named(number, _) => (0..self.types[*number].cases.len())
                .any(|case| self.payload(ty, case).iter().any(|part| self.contains(part, is_so, depth + 1))),
            _ => false,
        }
    }

    /// A function that calls a generic one with chosen type arguments.
    fn run(&mut self, function: &Function, number: usize, calls: &mut Texts) -> bool {
        let mut binding = Binding::new();
        for (name, may_be_borrow) in &function.all {
            let ty = if self.happens(20) { Type::Named(NODE, Vec::new()) } else { self.ground(2, false) };
            let ty = if *may_be_borrow && self.happens(40) { Type::Ref(Box::new(ty)) } else { ty };
            binding.insert(name, ty);
        }
        let result = function.result.with(&binding);
        let types: Vec<Type> = function.parameters.iter().map(|(_, ty)| ty.with(&binding)).collect();
        if result.size() > 40 || types.iter().any(|ty| ty.size() > 20) {
            return false;
        }
        let mut texts = Texts::default();
        let (mut arguments, mut after) = (Vec::new(), Vec::new());
        for (index, ((mode, _), ty)) in function.parameters.iter().zip(&types).enumerate() {
            let value = self.argument(ty, index as u32 * 3, &mut texts);
            let name = self.fresh();
            let written = self.written(ty);
            texts.line(
                &format!("  let mut {name}: {} = {}", written.language, value.language),
                &format!("  let mut {name}: {} = {};", written.rust, value.rust),
            );
            let is_copied = self.is_copied(ty) && self.random.bool();
            arguments.push(match mode {
                Mode::Moved if is_copied => Both::new(&name, format!("Clone::clone(&{name})")),
                Mode::Moved => Both::same(&name),
                Mode::Lent => Both::new(format!("ref {name}"), format!("&{name}")),
                Mode::LentMutably => Both::new(format!("mut {name}"), format!("&mut {name}")),
            });
            if is_copied || *mode != Mode::Moved {
                after.push((ty.clone(), name));
            }
        }
        let explicit = self.random.bool();
        let called = self.called(function, &arguments, explicit.then_some(&binding));
        texts.line(&format!("  let r = {}", called.language), &format!("  let r = {};", called.rust));
        let shown = self.shown(&result, &Both::same("r"));
        texts.line(&format!("  let mut out = {}", shown.language), &format!("  let mut out = {};", shown.rust));
        for (ty, name) in after {
            let shown = self.shown(&ty, &Both::same(&name));
            texts.line(&format!("  out += {}", shown.language), &format!("  out += &{};", shown.rust));
        }
        let body = texts.into_twins();
        let name = &function.name;
        self.texts.line(
            &format!("# {name}\nfn run{number}(k: i64) -> String {{\n{}  out\n}}", body.language),
            &format!("fn run{number}(k: i64) -> String {{\n{}  out\n}}", body.rust),
        );
        for from in [0, 5] {
            self.texts.language(&format!("let K{number}X{from}: String = run{number}({from})"));
            calls.line(&format!("  println(K{number}X{from})"), &format!("  println!(\"{{}}\", run{number}({from}));"));
        }
        calls.line(
            &format!("  for k in 0..8 {{ println(\"{number} \" + run{number}(k)) }}"),
            &format!("  for k in 0..8i64 {{ println!(\"{number} {{}}\", run{number}(k)); }}"),
        );
        true
    }

    /// An expression of a value; what it lends gets a variable before.
    fn argument(&mut self, ty: &Type, salt: u32, texts: &mut Texts) -> Both {
        if !ty.has_borrow() {
            let number = self.known(ty);
            return Both::new(
                format!("make{number}(k +% {salt}, 3)"),
                format!("make{number}(k.wrapping_add({salt}), 3)"),
            );
        }
        match ty {
            Type::Ref(target) => {
                let value = self.argument(target, salt, texts);
                let name = self.fresh();
                texts.line(&format!("  let {name} = {}", value.language), &format!("  let {name} = {};", value.rust));
                Both::new(format!("ref {name}"), format!("&{name}"))
            }
            Type::Tuple(parts) => {
                let parts: Vec<Both> =
                    parts.iter().zip(salt..).map(|(part, salt)| self.argument(part, salt, texts)).collect();
                Both::in_brackets(&parts)
            }
            Type::Array(part) => {
                let parts = [self.argument(part, salt + 1, texts), self.argument(part, salt + 2, texts)];
                Both::listed(&parts).around("[", "]")
            }
            Type::Named(number, _) => {
                let case = self.random.usize(0..self.types[*number].cases.len());
                let parts = self.payload(ty, case);
                let parts: Vec<Both> =
                    parts.iter().zip(salt..).map(|(part, salt)| self.argument(part, salt, texts)).collect();
                self.constructed(ty, case, &parts, true)
            }
            Type::Int(_) | Type::Bool | Type::Float | Type::Text | Type::Parameter(_) => Both::same(""),
        }
    }
}
