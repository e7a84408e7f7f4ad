//! Patterns that may fit a value of a type, with the names that they bind.

use super::Generator;
use super::declaration::{Shape, Storage, Type};
use super::texts::Both;

/// A pattern in both languages.
pub(super) struct Pattern {
    pub(super) written: Both,
    /// The names, each with the type of what it stands for.
    pub(super) names: Vec<(String, Type)>,
}

impl Pattern {
    /// What fits always.
    pub(super) fn wildcard() -> Pattern {
        Pattern { written: Both::same("_"), names: Vec::new() }
    }

    fn plain(text: String) -> Pattern {
        Pattern { written: Both::same(text), names: Vec::new() }
    }

    /// Patterns of parts inside of something.
    fn around(parts: Vec<Pattern>, write: impl FnOnce(&[Both]) -> Both) -> Pattern {
        let written: Vec<Both> = parts.iter().map(|part| part.written.clone()).collect();
        Pattern { written: write(&written), names: parts.into_iter().flat_map(|part| part.names).collect() }
    }
}

impl Generator {
    /// A pattern that says something about a value, or a part of one.
    pub(super) fn pattern(&mut self, ty: &Type, depth: u32, is_whole: bool) -> Pattern {
        match self.random.u32(0..100) {
            choice if !is_whole && (depth == 0 || choice < 25) => Pattern::wildcard(),
            choice if !is_whole && choice < 50 => self.name(ty),
            _ => self.taken_apart(ty, depth, is_whole),
        }
    }

    fn name(&mut self, ty: &Type) -> Pattern {
        let name = self.fresh();
        Pattern { written: Both::same(&name), names: vec![(name, ty.clone())] }
    }

    fn taken_apart(&mut self, ty: &Type, depth: u32, is_whole: bool) -> Pattern {
        let below = depth.saturating_sub(1);
        match ty {
            Type::I64 => {
                let first = self.random.i32(-2..10);
                let is_range = self.happens(40);
                Pattern::plain(if is_range { format!("{first}..={}", first + 5) } else { first.to_string() })
            }
            Type::U8 if self.happens(40) => Pattern::plain("1 | 3".to_owned()),
            Type::U8 => Pattern::plain(self.random.u32(0..4).to_string()),
            Type::Bool => Pattern::plain(self.random.bool().to_string()),
            // Rust compares no text inside of a value.
            Type::Text => self.name(ty),
            Type::Pair(parts) => {
                let parts = vec![self.pattern(&parts.0, below, false), self.pattern(&parts.1, below, false)];
                Pattern::around(parts, Both::in_brackets)
            }
            Type::Array(element) => {
                let parts = vec![self.pattern(element, below, false), self.pattern(element, below, false)];
                Pattern::around(parts, |parts| {
                    let listed = Both::listed(parts);
                    Both::new(format!("[{}]", listed.language), format!("[{}]", listed.rust))
                })
            }
            // Rust looks into no `Box`.
            Type::Named(number) if !is_whole && self.types[*number].storage == Storage::Heap => self.name(ty),
            Type::Named(number) => {
                let declared = self.types[*number].clone();
                match declared.shape {
                    Shape::Record(fields) => {
                        let parts = fields.iter().map(|(_, ty)| self.pattern(ty, below, false)).collect();
                        Pattern::around(parts, |parts| {
                            let named = parts.iter().zip(&fields).map(|(part, (field, _))| {
                                Both::new(part.language.clone(), format!("{field}: {}", part.rust))
                            });
                            let listed = Both::listed(&named.collect::<Vec<_>>());
                            let name = &declared.name;
                            Both::new(format!("{name}({})", listed.language), format!("{name} {{ {} }}", listed.rust))
                        })
                    }
                    Shape::Enum(cases) => self.case(&declared.name, &cases, below),
                }
            }
        }
    }

    fn case(&mut self, name: &str, cases: &[(String, Vec<Type>)], depth: u32) -> Pattern {
        let first = self.random.usize(0..cases.len());
        if cases.len() > 1 && self.happens(15) {
            let second = (first + self.random.usize(1..cases.len())) % cases.len();
            let any = |(case, carried): &(String, Vec<Type>)| {
                let rest = if carried.is_empty() { "" } else { "(..)" };
                Both::new(format!("{name}.{case}{rest}"), format!("{name}::{case}{rest}"))
            };
            let (one, two) = (any(&cases[first]), any(&cases[second]));
            let written =
                Both::new(format!("{} | {}", one.language, two.language), format!("{} | {}", one.rust, two.rust));
            return Pattern { written, names: Vec::new() };
        }
        let (case, carried) = &cases[first];
        let parts = carried.iter().map(|ty| self.pattern(ty, depth, false)).collect();
        Pattern::around(parts, |parts| {
            let parts = Both::in_brackets(parts);
            Both::new(format!("{case}{}", parts.language), format!("{name}::{case}{}", parts.rust))
        })
    }
}
