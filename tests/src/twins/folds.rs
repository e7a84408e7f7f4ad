//! Functions that take values apart by `match` and `let … else`, and the `main` that calls them.

use super::declaration::{Storage, Type};
use super::patterns::Pattern;
use super::texts::{Both, Texts};
use super::{DEPTH, Generator};

/// How a function gets its value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    Moved,
    Lent,
    LentMutably,
}

/// A function that takes a value apart.
pub(super) struct Fold {
    /// Which type.
    ty: usize,
    name: String,
    mode: Mode,
}

impl Generator {
    /// Three functions for each type.
    pub(super) fn folds(&mut self, texts: &mut Texts) -> Vec<Fold> {
        let mut folds = Vec::new();
        for ty in 0..self.types.len() {
            for number in 0..3 {
                let mode = [Mode::Moved, Mode::Moved, Mode::Lent, Mode::LentMutably][self.random.usize(0..4)];
                let fold = Fold { ty, name: format!("fold{}x{number}", self.types[ty].name), mode };
                self.fold(&fold, texts);
                folds.push(fold);
            }
        }
        folds
    }

    fn fold(&mut self, fold: &Fold, texts: &mut Texts) {
        let declared = self.types[fold.ty].clone();
        let (written, name) = (self.written(&Type::Named(fold.ty)), &declared.name);
        let parameter = match fold.mode {
            Mode::Moved => written,
            Mode::Lent => Both::new(format!("ref {name}"), format!("&{name}")),
            Mode::LentMutably => Both::new(format!("mut {name}"), format!("&mut {name}")),
        };
        let fold_name = &fold.name;
        texts.line(
            &format!("fn {fold_name}(x: {}, k: i64) -> String {{\n  let mut out = \"\"", parameter.language),
            &format!("fn {fold_name}(x: {}, k: i64) -> String {{\n  let mut out = String::new();", parameter.rust),
        );
        let content = if fold.mode == Mode::Moved && declared.storage == Storage::Heap { "*x" } else { "x" };
        if fold.mode == Mode::Moved && self.happens(20) {
            let Pattern { written, names } = self.pattern(&Type::Named(fold.ty), 4, true);
            texts.line(
                &format!("  let {} = x else {{ return \"other\" }}", written.language),
                &format!("  let ({}) = {content} else {{ return String::from(\"other\") }};", written.rust),
            );
            self.use_names(&names, fold.mode, texts);
        } else {
            let matched = match fold.mode {
                Mode::Moved => "move x",
                Mode::Lent => "x",
                Mode::LentMutably => "mut x",
            };
            texts.line(&format!("  match {matched} {{"), &format!("  match {content} {{"));
            let count = self.random.usize(1..6);
            for arm in 0..=count {
                self.arm(arm, arm == count, fold, texts);
            }
            texts.same("  }");
        }
        texts.same("  out + \"end\"\n}");
    }

    fn arm(&mut self, number: usize, is_last: bool, fold: &Fold, texts: &mut Texts) {
        let whole = Type::Named(fold.ty);
        let Pattern { written, names } = if is_last { Pattern::wildcard() } else { self.pattern(&whole, 4, true) };
        let is_guarded = !is_last && self.happens(if names.is_empty() { 15 } else { 50 });
        let guard = if is_guarded { self.guard(&names, fold.mode) } else { Both::same("") };
        texts.line(
            &format!("    case {}{} -> {{\n  out += \"arm{number} \"", written.language, guard.language),
            &format!("    {}{} => {{\n  out += \"arm{number} \";", written.rust, guard.rust),
        );
        self.use_names(&names, fold.mode, texts);
        if self.happens(20) {
            texts.line("  return out", "  return out;");
        }
        texts.same("    }");
    }

    /// A condition on one of the names, if one can be compared.
    fn guard(&mut self, names: &[(String, Type)], mode: Mode) -> Both {
        let star = if mode == Mode::Moved { "" } else { "*" };
        let compared = names.iter().find(|(_, ty)| matches!(ty, Type::I64 | Type::Text));
        match compared {
            Some((name, Type::I64)) => {
                Both::new(format!(" if ({name} & 1) == (k & 1)"), format!(" if ({star}{name} & 1) == (k & 1)"))
            }
            Some((name, _)) => Both::new(format!(" if {name} == \"s1\""), format!(" if {star}{name} == \"s1\"")),
            None => Both::same(" if (k & 2) == 0"),
        }
    }

    /// Shows most of what the names stand for, and changes some of what is lent `mut`.
    fn use_names(&mut self, names: &[(String, Type)], mode: Mode, texts: &mut Texts) {
        for (name, ty) in names {
            if self.happens(75) {
                let rust = if mode == Mode::Moved { name.clone() } else { format!("(*{name})") };
                self.show(ty, &Both::new(name, rust), mode != Mode::Moved, texts);
            }
            if mode == Mode::LentMutably && self.random.bool() {
                let value = self.value(ty, 3, ("k", "2"));
                texts.line(&format!("  {name} = {}", value.language), &format!("  *{name} = {};", value.rust));
            }
        }
    }

    /// What some of the functions give while compiling, as constants of the language and calls in Rust.
    pub(super) fn constants(&self, texts: &mut Texts, folds: &[Fold]) {
        for fold in folds.iter().filter(|fold| fold.mode != Mode::LentMutably) {
            for from in [0, 3, 5] {
                let call = self.call(fold, &from.to_string(), "1");
                let constant = format!("K{}X{from}", fold.name);
                texts.language(&format!("let {constant}: String = {}", call.language));
                texts.rust(&format!("fn {constant}() -> String {{ {} }}", call.rust));
            }
        }
    }

    fn call(&self, fold: &Fold, from: &str, salt: &str) -> Both {
        let (name, made) = (&fold.name, &self.types[fold.ty].name);
        let (language, rust) = if fold.mode == Mode::Lent { ("ref ", "&") } else { ("", "") };
        Both::new(
            format!("{name}({language}make{made}({from}, {DEPTH}), {salt})"),
            format!("{name}({rust}make{made}({from}, {DEPTH}), {salt})"),
        )
    }

    /// Prints what all functions give for some values.
    pub(super) fn main(&self, texts: &mut Texts, folds: &[Fold]) {
        texts.same("fn main() {");
        for declared in &self.types {
            let name = &declared.name;
            texts.line(
                &format!("  for x in 0..6 {{ println(show{name}(ref make{name}(x, {DEPTH}))) }}"),
                &format!("  for x in 0..6i64 {{ println!(\"{{}}\", show{name}(&make{name}(x, {DEPTH}))); }}"),
            );
        }
        for fold in folds {
            let (name, made) = (&fold.name, &self.types[fold.ty].name);
            if fold.mode == Mode::LentMutably {
                texts.line(
                    &format!("  for x in 0..8 {{\n    let mut y = make{made}(x, {DEPTH})"),
                    &format!("  for x in 0..8i64 {{\n    let mut y = make{made}(x, {DEPTH});"),
                );
                texts.line(
                    &format!("    println({name}(mut y, x % 3))\n    println(show{made}(ref y))\n  }}"),
                    &format!(
                        "    println!(\"{{}}\", {name}(&mut y, x % 3));\n    println!(\"{{}}\", show{made}(&y));\n  }}"
                    ),
                );
                continue;
            }
            let call = self.call(fold, "x", "x % 5");
            texts.line(
                &format!("  for x in 0..8 {{ println({}) }}", call.language),
                &format!("  for x in 0..8i64 {{ println!(\"{{}}\", {}); }}", call.rust),
            );
            for from in [0, 3, 5] {
                texts.line(&format!("  println(K{name}X{from})"), &format!("  println!(\"{{}}\", K{name}X{from}());"));
            }
        }
        texts.same("}");
    }
}
