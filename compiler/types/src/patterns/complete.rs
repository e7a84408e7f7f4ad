//! The arms that a `match` lacks: not a few examples, as a message shows them, but patterns that take all that is left.
//! Owns the choice of patterns that people would write. Must not know where they are put.

use super::describe::{describe, is_open};
use super::pattern::{Constructor, Pattern, PatternId, Patterns};
use super::shape::{Shape, Shapes};
use super::{Arm, STEPS, compile_within};

/// With more patterns than this nobody wants them all.
const MOST: usize = 64;

/// The patterns that are missing, as the language writes them: each case by itself, `_` where there are too many values.
/// Nothing if there are more than anybody wants to have written, or they cannot be found in reasonable time.
pub fn complete<S: Shapes>(shapes: &S, ty: S::Type, patterns: &Patterns, arms: &[Arm]) -> Option<Vec<String>> {
    if arms.is_empty() && shapes.shape(ty) == Shape::Bool {
        return Some(vec!["true".to_string(), "false".to_string()]);
    }
    let (mut all, mut arms) = (patterns.clone(), arms.to_vec());
    let (mut steps, written) = (STEPS, arms.len());
    loop {
        let matching = compile_within(steps, shapes, ty, &all, &arms).ok()?;
        steps -= matching.steps.min(steps);
        let Some(missing) = matching.missing else { break };
        for example in missing.examples {
            let pattern = Copying { shapes, from: &missing.patterns, to: &mut all }.pattern(example, ty);
            arms.push(Arm { pattern, has_guard: false });
        }
        if arms.len() - written > MOST {
            return None;
        }
    }
    // A pattern for more than its example may leave nothing to others.
    let mut place = arms.len();
    while place > written {
        place -= 1;
        let removed = arms.remove(place);
        let matching = compile_within(steps, shapes, ty, &all, &arms).ok()?;
        steps -= matching.steps.min(steps);
        if matching.missing.is_some() {
            arms.insert(place, removed);
        }
    }
    Some(arms[written..].iter().map(|arm| describe(shapes, &all, arm.pattern, ty)).collect())
}

struct Copying<'a, S> {
    shapes: &'a S,
    from: &'a Patterns,
    to: &'a mut Patterns,
}

impl<S: Shapes> Copying<'_, S> {
    /// The same pattern, but `_` for a range up to the end of a large integer type.
    fn pattern(&mut self, pattern: PatternId, ty: S::Type) -> PatternId {
        let from = self.from;
        match from.get(pattern) {
            Pattern::Wildcard => self.to.wildcard(),
            Pattern::Binding { inner, .. } => self.pattern(inner, ty),
            Pattern::Alternatives(list) => {
                let parts: Vec<PatternId> = from.list(list).iter().map(|(_, part)| self.pattern(*part, ty)).collect();
                self.to.alternatives(&parts)
            }
            Pattern::Constructor { constructor, parts } => {
                let constructor = match constructor {
                    Constructor::Range(range) if is_open(range, self.shapes.shape(ty)) => return self.to.wildcard(),
                    Constructor::Range(_) if matches!(self.shapes.shape(ty), Shape::Float(_)) => {
                        return self.to.wildcard();
                    }
                    Constructor::Text(_) | Constructor::Opaque(_) => return self.to.wildcard(),
                    Constructor::Case(_)
                    | Constructor::Single
                    | Constructor::Bool(_)
                    | Constructor::Range(_)
                    | Constructor::Elements { .. } => constructor,
                };
                let part_type = |number: u32| match constructor {
                    Constructor::Case(case) => self.shapes.part(ty, case, number),
                    Constructor::Elements { .. } => self.shapes.element(ty),
                    Constructor::Single
                    | Constructor::Bool(_)
                    | Constructor::Range(_)
                    | Constructor::Text(_)
                    | Constructor::Opaque(_) => self.shapes.part(ty, 0, number),
                };
                let typed: Vec<(u32, PatternId, S::Type)> =
                    from.list(parts).iter().map(|(number, part)| (*number, *part, part_type(*number))).collect();
                let parts: Vec<(u32, PatternId)> =
                    typed.into_iter().map(|(number, part, ty)| (number, self.pattern(part, ty))).collect();
                self.to.constructor(constructor, &parts)
            }
        }
    }
}
