//! Values: functions that make one of a number, and functions that show one.

use super::Generator;
use super::declaration::{Declaration, Shape, Storage, Type};
use super::texts::{Both, Texts};

impl Generator {
    /// An expression that makes a value, of the numbers `from` and `depth`.
    pub(super) fn value(&self, ty: &Type, salt: u32, (from, depth): (&str, &str)) -> Both {
        let number = Both::new(format!("({from} +% {salt})"), format!("{from}.wrapping_add({salt})"));
        let with = |text: fn(&str) -> String| Both::new(text(&number.language), text(&number.rust));
        match ty {
            Type::I64 => number,
            Type::U8 => with(|number| format!("({number} & 3) as u8")),
            Type::Bool => with(|number| format!("({number} & 1) == 0")),
            Type::Text => {
                let (language, rust) = (&number.language, &number.rust);
                Both::new(format!("\"s${{{language} & 3}}\""), format!("format!(\"s{{}}\", {rust} & 3)"))
            }
            Type::Pair(parts) => {
                let first = self.value(&parts.0, salt * 2 + 1, (from, depth));
                Both::in_brackets(&[first, self.value(&parts.1, salt * 3 + 2, (from, depth))])
            }
            Type::Array(element) => {
                let first = self.value(element, salt * 2 + 1, (from, depth));
                let listed = Both::listed(&[first, self.value(element, salt * 3 + 2, (from, depth))]);
                Both::new(format!("[{}]", listed.language), format!("[{}]", listed.rust))
            }
            Type::Named(declared) => {
                let name = &self.types[*declared].name;
                Both::new(
                    format!("make{name}({}, {depth} - 1)", number.language),
                    format!("make{name}({}, {depth} - 1)", number.rust),
                )
            }
        }
    }

    /// A function for each type that makes a value of it.
    pub(super) fn makers(&self, texts: &mut Texts) {
        for (number, Declaration { name, storage, shape }) in self.types.iter().enumerate() {
            let ty = self.written(&Type::Named(number));
            texts.line(
                &format!("fn make{name}(x: i64, d: i64) -> {} {{", ty.language),
                &format!("fn make{name}(x: i64, d: i64) -> {} {{", ty.rust),
            );
            let owned = |rust: String| if *storage == Storage::Heap { format!("Box::new({rust})") } else { rust };
            match shape {
                Shape::Record(fields) => {
                    let parts = (1..).zip(fields).map(|(salt, (field, ty))| (field, self.value(ty, salt, ("x", "d"))));
                    let parts: Vec<Both> = parts
                        .map(|(field, value)| Both::new(value.language, format!("{field}: {}", value.rust)))
                        .collect();
                    let listed = Both::listed(&parts);
                    texts.line(
                        &format!("  {name}({})", listed.language),
                        &owned(format!("{name} {{ {} }}", listed.rust)),
                    );
                }
                Shape::Enum(cases) => {
                    let count = cases.len();
                    texts.language(&format!("  let c = if d <= 0 {{ 0 as i64 }} else {{ (x & 1023) % {count} }}"));
                    texts.rust(&format!("  let c = if d <= 0 {{ 0 }} else {{ (x & 1023) % {count} }};"));
                    texts.same("  match c {");
                    for (index, (case, carried)) in cases.iter().enumerate() {
                        let parts = carried.iter().zip(index as u32 * 7 + 1..);
                        let parts: Vec<Both> = parts.map(|(ty, salt)| self.value(ty, salt, ("x", "d"))).collect();
                        let parts = Both::in_brackets(&parts);
                        let chosen = if index + 1 == count { "_".to_owned() } else { index.to_string() };
                        texts.line(
                            &format!("    case {chosen} -> {name}.{case}{}", parts.language),
                            &format!("    {chosen} => {},", owned(format!("{name}::{case}{}", parts.rust))),
                        );
                    }
                    texts.same("  }");
                }
            }
            texts.same("}");
        }
    }

    /// A function for each type that shows a value of it.
    pub(super) fn shows(&mut self, texts: &mut Texts) {
        for Declaration { name, shape, .. } in self.types.clone() {
            texts.line(
                &format!("fn show{name}(x: ref {name}) -> String {{\n  let mut out = \"{name}(\""),
                &format!("fn show{name}(x: &{name}) -> String {{\n  let mut out = String::from(\"{name}(\");"),
            );
            match shape {
                Shape::Record(fields) => {
                    for (field, ty) in fields {
                        let path = format!("x.{field}");
                        self.show(&ty, &Both::same(path), false, texts);
                    }
                }
                Shape::Enum(cases) => {
                    texts.same("  match x {");
                    for (case, carried) in cases {
                        let names: Vec<String> = carried.iter().map(|_| self.fresh()).collect();
                        let bound: Vec<Both> = names.iter().map(Both::same).collect();
                        let bound = Both::in_brackets(&bound);
                        texts.line(
                            &format!("    case {case}{} -> {{\n  out += \"{case} \"", bound.language),
                            &format!("    {name}::{case}{} => {{\n  out += \"{case} \";", bound.rust),
                        );
                        for (ty, bound) in carried.iter().zip(&names) {
                            self.show(ty, &Both::new(bound, format!("(*{bound})")), true, texts);
                        }
                        texts.same("    }");
                    }
                    texts.same("  }");
                }
            }
            texts.line("  out + \")\"\n}", "  out + \")\"\n}");
        }
    }

    /// Adds the text of what a path leads to to `out`; whether the path is a borrow already.
    pub(super) fn show(&self, ty: &Type, path: &Both, is_lent: bool, texts: &mut Texts) {
        let (language, rust) = (&path.language, &path.rust);
        match ty {
            Type::I64 | Type::U8 | Type::Bool => {
                texts.line(&format!("  out += \"${{{language}}},\""), &format!("  out += &format!(\"{{}},\", {rust});"))
            }
            Type::Text => texts
                .line(&format!("  out += \"<${{{language}}}>\""), &format!("  out += &format!(\"<{{}}>\", {rust});")),
            Type::Pair(parts) => {
                for (number, ty) in [&parts.0, &parts.1].into_iter().enumerate() {
                    let part = Both::new(format!("{language}.{number}"), format!("{rust}.{number}"));
                    self.show(ty, &part, false, texts);
                }
            }
            Type::Array(element) => {
                for number in 0..2 {
                    let part = Both::new(format!("{language}[{number}]"), format!("{rust}[{number}]"));
                    self.show(element, &part, false, texts);
                }
            }
            Type::Named(declared) => {
                let name = &self.types[*declared].name;
                let lent = if is_lent { "" } else { "ref " };
                texts.line(
                    &format!("  out += show{name}({lent}{language})"),
                    &format!("  out += &show{name}(&{rust});"),
                );
            }
        }
    }
}
