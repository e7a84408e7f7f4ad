//! Functions that are lent values of generic types and give back a borrow of a part, if there is one.

use super::super::declaration::Storage;
use super::super::texts::{Both, Texts};
use super::types::{Parameter, Type};
use super::{Function, Generator, Mode};

/// A part of a value, and where it lies.
type Part = (Both, Type);

impl Generator {
    /// Makes a function that looks for parts of one type in two values.
    pub(super) fn view(&mut self) {
        let own: Vec<Parameter> = vec![("A", false), ("B", false)];
        let types = [("x", "A"), ("y", "B")].map(|(name, parameter)| {
            let ty = self.open(2, &own, false);
            // Arguments tell what each parameter stands for.
            let ty = Type::Tuple(vec![ty, Type::Parameter(parameter)]);
            (name, ty)
        });
        let mut all: Vec<Type> = Vec::new();
        for (name, ty) in &types {
            let mut parts = Vec::new();
            self.parts(ty, &Both::new(*name, format!("(*{name})")), 3, &mut parts);
            for (_, ty) in &parts {
                all.push(ty.clone());
                if let Some(cases) = self.cases(ty) {
                    all.extend(cases.into_iter().flatten());
                }
            }
        }
        let wanted = all[self.random.usize(0..all.len())].clone();
        let mut texts = Texts::default();
        for (name, ty) in &types {
            let mut parts = Vec::new();
            self.parts(ty, &Both::new(*name, format!("(*{name})")), 3, &mut parts);
            self.random.shuffle(&mut parts);
            for (place, ty) in &parts {
                self.look(place, ty, &wanted, &mut texts);
            }
        }
        let name = format!("view{}", self.fresh());
        let (Both { language: x, rust: x_rust }, y) = (self.written(&types[0].1), self.written(&types[1].1));
        let (result, body) = (self.written(&wanted), texts.into_twins());
        self.texts.line(
            &format!(
                "fn {name}[A, B](x: ref {x}, y: ref {}, k: i64) -> Option[ref {}] {{\n{}  None\n}}",
                y.language, result.language, body.language
            ),
            &format!(
                "fn {name}<'a, A, B>(x: &'a {x_rust}, y: &'a {}, k: i64) -> Option<&'a {}> {{\n{}  None\n}}",
                y.rust, result.rust, body.rust
            ),
        );
        let parameters = types.into_iter().map(|(_, ty)| (Mode::Lent, ty)).collect();
        let result = Type::option(Type::Ref(Box::new(wanted)));
        self.views.push(Function { name, holder: None, all: own.clone(), own, parameters, result });
    }

    /// What the cases of an enum carry.
    fn cases(&self, ty: &Type) -> Option<Vec<Vec<Type>>> {
        let Type::Named(number, _) = ty else { return None };
        let declared = &self.types[*number];
        (!declared.is_record()).then(|| (0..declared.cases.len()).map(|case| self.payload(ty, case)).collect())
    }

    /// The value and the parts in it that are always there.
    fn parts(&self, ty: &Type, place: &Both, depth: u32, all: &mut Vec<Part>) {
        all.push((place.clone(), ty.clone()));
        if depth == 0 {
            return;
        }
        let parts = match ty {
            Type::Tuple(parts) => parts.iter().enumerate().map(|(part, ty)| (format!(".{part}"), ty.clone())).collect(),
            Type::Array(part) => vec![("[0]".to_owned(), (**part).clone()), ("[1]".to_owned(), (**part).clone())],
            Type::Named(number, _) if self.types[*number].is_record() => {
                self.payload(ty, 0).into_iter().enumerate().map(|(part, ty)| (format!(".a{part}"), ty)).collect()
            }
            _ => Vec::new(),
        };
        for (part, ty) in parts {
            self.parts(&ty, &place.around("", &part), depth - 1, all);
        }
    }

    /// Gives a part back if it is of the type, or what its case carries.
    fn look(&mut self, place: &Both, ty: &Type, wanted: &Type, texts: &mut Texts) {
        if ty == wanted {
            return self.give(place, texts);
        }
        let (Type::Named(number, _), Some(cases)) = (ty, self.cases(ty)) else { return };
        if !cases.iter().flatten().any(|part| part == wanted) {
            return;
        }
        let content = if self.types[*number].storage == Storage::Heap { "*" } else { "" };
        texts.line(&format!("  match {} {{", place.language), &format!("  match &{content}{} {{", place.rust));
        for (case, parts) in cases.into_iter().enumerate() {
            let names: Vec<String> = parts.iter().map(|_| self.fresh()).collect();
            let pattern = self.case_pattern(*number, case, &names);
            texts.line(&format!("    case {} -> {{", pattern.language), &format!("    {} => {{", pattern.rust));
            for (name, part) in names.iter().zip(&parts) {
                if part == wanted {
                    self.give(&Both::new(name, format!("(*{name})")), texts);
                }
            }
            texts.same("    }");
        }
        texts.same("  }");
    }

    fn give(&mut self, place: &Both, texts: &mut Texts) {
        let mask = self.random.u32(1..8);
        texts.line(
            &format!("  if (k & {mask}) == 0 {{ return Some(ref {}) }}", place.language),
            &format!("  if (k & {mask}) == 0 {{ return Some(&{}); }}", place.rust),
        );
    }
}
