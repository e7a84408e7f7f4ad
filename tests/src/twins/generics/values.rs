//! Values of types without parameters: for each such type a function that makes one of a number, and one that shows one.
//! Each is written once, when it is first asked for.

use super::super::declaration::Storage;
use super::super::texts::{Both, Texts};
use super::Generator;
use super::types::Type;

impl Generator {
    /// The number of a type, whose functions are `make` and `show` with this number.
    pub(super) fn known(&mut self, ty: &Type) -> usize {
        if let Some(number) = self.grounds.iter().position(|known| known == ty) {
            return number;
        }
        self.grounds.push(ty.clone());
        self.grounds.len() - 1
    }

    /// Writes the functions of all types that are known, and of those that these ask for.
    pub(super) fn write_values(&mut self, texts: &mut Texts) {
        let mut written = 0;
        while let Some(ty) = self.grounds.get(written).cloned() {
            if !ty.has_borrow() {
                self.write_maker(written, &ty, texts);
            }
            self.write_show(written, &ty, texts);
            written += 1;
        }
    }

    /// A value of a scalar or text, of the number `from`.
    pub(super) fn scalar(ty: &Type, from: &str, salt: u32) -> Option<Both> {
        let number = Both::new(format!("({from} +% {salt})"), format!("{from}.wrapping_add({salt})"));
        Some(match ty {
            Type::Int(name) => number.around("(", &format!(" as {name})")),
            Type::Bool => number.around("((", " & 1) == 0)"),
            Type::Float => number.around("((", " & 63) as f64)"),
            Type::Text => Both::new(
                format!("\"s${{{} & 7}}\"", number.language),
                format!("format!(\"s{{}}\", {} & 7)", number.rust),
            ),
            Type::Tuple(_) | Type::Array(_) | Type::Named(..) | Type::Parameter(_) | Type::Ref(_) => return None,
        })
    }

    fn made(&mut self, ty: &Type, salt: u32) -> Both {
        let number = self.known(ty);
        Both::new(format!("make{number}(x +% {salt}, d - 1)"), format!("make{number}(x.wrapping_add({salt}), d - 1)"))
    }

    fn write_maker(&mut self, number: usize, ty: &Type, texts: &mut Texts) {
        let Both { language, rust } = self.written(ty);
        texts.line(
            &format!("fn make{number}(x: i64, d: i64) -> {language} {{"),
            &format!("fn make{number}(x: i64, d: i64) -> {rust} {{"),
        );
        let mut all = |parts: &[Type], salt: u32| {
            parts.iter().zip(salt..).map(|(part, salt)| self.made(part, salt)).collect::<Vec<_>>()
        };
        match ty {
            Type::Tuple(parts) => {
                let made = Both::in_brackets(&all(parts, 1));
                texts.line(&made.language, &made.rust);
            }
            Type::Array(part) => {
                let made = Both::listed(&all(&[(**part).clone(), (**part).clone()], 1)).around("[", "]");
                texts.line(&made.language, &made.rust);
            }
            Type::Named(declared, _) => {
                let count = self.types[*declared].cases.len();
                texts.language(&format!(
                    "  let c = if d <= 0 {{ 0 as i64 }} else {{ (x & 1023) % {count} }}\n  match c {{"
                ));
                texts.rust(&format!("  let c = if d <= 0 {{ 0 }} else {{ (x & 1023) % {count} }};\n  match c {{"));
                for case in 0..count {
                    let parts = self.payload(ty, case);
                    let parts: Vec<Both> =
                        parts.iter().zip(case as u32 * 5 + 1..).map(|(part, salt)| self.made(part, salt)).collect();
                    let made = self.constructed(ty, case, &parts, false);
                    let chosen = if case + 1 == count { "_".to_owned() } else { case.to_string() };
                    texts.line(
                        &format!("    case {chosen} -> {}", made.language),
                        &format!("    {chosen} => {},", made.rust),
                    );
                }
                texts.same("  }");
            }
            Type::Int(_) | Type::Bool | Type::Float | Type::Text | Type::Parameter(_) | Type::Ref(_) => {
                if let Some(made) = Generator::scalar(ty, "x", 0) {
                    texts.line(&made.language, &made.rust);
                }
            }
        }
        texts.same("}");
    }

    /// A value of a named type, of its parts; with its arguments or without.
    pub(super) fn constructed(&self, ty: &Type, case: usize, parts: &[Both], with_arguments: bool) -> Both {
        let Type::Named(number, _) = ty else { unreachable!("only named types are constructed") };
        let declared = &self.types[*number];
        let name = if with_arguments { self.bare(ty, "::") } else { Both::same(&declared.name) };
        let written = if declared.is_record() {
            let fields: Vec<Both> = parts
                .iter()
                .enumerate()
                .map(|(field, part)| Both::new(part.language.clone(), format!("a{field}: {}", part.rust)))
                .collect();
            let listed = Both::listed(&fields);
            Both::new(format!("{}({})", name.language, listed.language), format!("{} {{ {} }}", name.rust, listed.rust))
        } else {
            let (case, listed) = (&declared.cases[case].0, Both::in_brackets(parts));
            let language = if declared.is_known && !with_arguments {
                format!("{case}{}", listed.language)
            } else {
                format!("{}.{case}{}", name.language, listed.language)
            };
            Both::new(language, format!("{}::{case}{}", name.rust, listed.rust))
        };
        let is_heap = declared.storage == Storage::Heap;
        Both::new(written.language, if is_heap { format!("Box::new({})", written.rust) } else { written.rust })
    }

    /// The call that shows what a place holds.
    pub(super) fn shown(&mut self, ty: &Type, place: &Both) -> Both {
        if let Type::Ref(target) = ty {
            return self.shown(target, &Both::new(place.language.clone(), format!("(*{})", place.rust)));
        }
        let number = self.known(ty);
        Both::new(format!("show{number}(ref {})", place.language), format!("show{number}(&{})", place.rust))
    }

    fn write_show(&mut self, number: usize, ty: &Type, texts: &mut Texts) {
        let Both { language, rust } = self.written(ty);
        texts.line(
            &format!("fn show{number}(x: ref {language}) -> String {{\n  let mut out = \"\""),
            &format!("fn show{number}(x: &{rust}) -> String {{\n  let mut out = String::new();"),
        );
        let add = |shown: Both, texts: &mut Texts| {
            texts.line(
                &format!("  out += {} + \",\"", shown.language),
                &format!("  out += &{}; out += \",\";", shown.rust),
            );
        };
        match ty {
            Type::Int(_) | Type::Bool | Type::Float => texts.line("  out += \"${x}\"", "  out += &format!(\"{}\", x);"),
            Type::Text => texts.line("  out += \"<${x}>\"", "  out += &format!(\"<{}>\", x);"),
            Type::Tuple(parts) => {
                for (part, ty) in parts.iter().enumerate() {
                    add(self.shown(ty, &Both::same(format!("x.{part}"))), texts);
                }
            }
            Type::Array(element) => {
                for part in 0..2 {
                    add(self.shown(element, &Both::same(format!("x[{part}]"))), texts);
                }
            }
            Type::Named(declared, _) if self.types[*declared].is_record() => {
                texts.line("  out += \"(\"", "  out += \"(\";");
                for (field, ty) in self.payload(ty, 0).iter().enumerate() {
                    add(self.shown(ty, &Both::same(format!("x.a{field}"))), texts);
                }
                texts.line("  out += \")\"", "  out += \")\";");
            }
            Type::Named(declared, _) => {
                let Type::Named(..) = ty else { return };
                let content = if self.types[*declared].storage == Storage::Heap { "&**x" } else { "x" };
                texts.line("  match x {", &format!("  match {content} {{"));
                for case in 0..self.types[*declared].cases.len() {
                    let parts = self.payload(ty, case);
                    let names: Vec<String> = parts.iter().map(|_| self.fresh()).collect();
                    let pattern = self.case_pattern(*declared, case, &names);
                    let name = self.types[*declared].cases[case].0.clone();
                    texts.line(
                        &format!("    case {} -> {{\n  out += \"{name}(\"", pattern.language),
                        &format!("    {} => {{\n  out += \"{name}(\";", pattern.rust),
                    );
                    for (ty, name) in parts.iter().zip(&names) {
                        add(self.shown(ty, &Both::new(name, format!("(*{name})"))), texts);
                    }
                    texts.line("  out += \")\"\n    }", "  out += \")\";\n    }");
                }
                texts.same("  }");
            }
            Type::Parameter(_) | Type::Ref(_) => {}
        }
        texts.same("  out\n}");
    }

    /// The pattern of a case, or of a structure, whose parts all have names.
    pub(super) fn case_pattern(&self, number: usize, case: usize, names: &[String]) -> Both {
        let declared = &self.types[number];
        let written: Vec<Both> = names.iter().map(Both::same).collect();
        if declared.is_record() {
            let fields: Vec<String> =
                names.iter().enumerate().map(|(field, name)| format!("a{field}: {name}")).collect();
            let language = format!("{}({})", declared.name, Both::listed(&written).language);
            return Both::new(language, format!("{} {{ {} }}", declared.name, fields.join(", ")));
        }
        let (case, parts) = (&declared.cases[case].0, Both::in_brackets(&written));
        Both::new(format!("{case}{}", parts.language), format!("{}::{case}{}", declared.name, parts.rust))
    }
}
