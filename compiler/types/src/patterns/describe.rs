//! Patterns in the spelling of the language, and examples of missing values in words. Must not know how they were found.

use abi::FloatKind;

use super::missing::Missing;
use super::number::{Number, NumberRange};
use super::pattern::{Constructor, Pattern, PatternId, Patterns};
use super::shape::{Shape, Shapes};

/// `_` at the end of a list that are written as one `..`, if there are more.
const WILDCARDS: usize = 3;

/// Elements of an array or slice that are written.
const ELEMENTS: u32 = 16;

/// A pattern as the language writes it; names are not known here and become what they stand for. Of integers up to the
/// end of a large type, which nobody writes, the one next to the others stands for all.
pub fn describe<S: Shapes>(shapes: &S, patterns: &Patterns, pattern: PatternId, ty: S::Type) -> String {
    match patterns.get(pattern) {
        Pattern::Wildcard => "_".to_string(),
        Pattern::Binding { inner, .. } => describe(shapes, patterns, inner, ty),
        Pattern::Alternatives(alternatives) => {
            let alternatives = patterns.list(alternatives).iter();
            let texts = alternatives.map(|(_, alternative)| describe(shapes, patterns, *alternative, ty));
            texts.collect::<Vec<_>>().join(" | ")
        }
        Pattern::Constructor { constructor, parts } => {
            let parts = patterns.list(parts);
            let part = |number: u32, part_type: S::Type| {
                let written = parts.iter().find(|(part, _)| *part == number);
                written.map_or("_".to_string(), |(_, part)| describe(shapes, patterns, *part, part_type))
            };
            let listed = |case: u32| -> Vec<String> {
                (0..shapes.part_count(ty, case)).map(|number| part(number, shapes.part(ty, case, number))).collect()
            };
            match constructor {
                Constructor::Case(case) => named(shapes.name(ty, case), listed(case)),
                Constructor::Single if shapes.shape(ty) == Shape::Tuple => tuple(&listed(0)),
                Constructor::Single => named(shapes.name(ty, 0), listed(0)),
                Constructor::Bool(value) => value.to_string(),
                Constructor::Range(range) => numbers(range, shapes.shape(ty)),
                Constructor::Text(text) => format!("{:?}", patterns.text(text)),
                Constructor::Elements { front, back, has_rest } => {
                    let element = |number| part(number, shapes.element(ty));
                    let mut texts: Vec<String> = (0..front.min(ELEMENTS)).map(element).collect();
                    if has_rest || front > ELEMENTS {
                        texts.push("..".to_string());
                    }
                    texts.extend((front..front + back).map(element));
                    format!("[{}]", texts.join(", "))
                }
                Constructor::Opaque(_) => "_".to_string(),
            }
        }
    }
}

fn named(name: String, mut parts: Vec<String>) -> String {
    if parts.is_empty() {
        return name;
    }
    let written = parts.iter().rposition(|part| part != "_").map_or(0, |last| last + 1);
    if parts.len() - written > WILDCARDS {
        parts.truncate(written);
        parts.push("..".to_string());
    }
    format!("{name}({})", parts.join(", "))
}

fn tuple(parts: &[String]) -> String {
    match parts {
        [only] => format!("({only},)"),
        _ => format!("({})", parts.join(", ")),
    }
}

fn numbers(range: NumberRange, shape: Shape) -> String {
    match shape {
        Shape::Integer(kind) => {
            let text = |number: Number| match kind.is_signed() {
                true => (number.bits(kind) as i128).to_string(),
                false => number.bits(kind).to_string(),
            };
            match End::of(range, shape) {
                Some(End::Above) => text(range.first),
                Some(End::Below) => text(range.last),
                None if range.is_one() => text(range.first),
                None => format!("{}..={}", text(range.first), text(range.last)),
            }
        }
        Shape::Float(FloatKind::F32) => format!("{:?}", range.first.to_f32()),
        Shape::Float(FloatKind::F64) => format!("{:?}", range.first.to_f64()),
        Shape::Enum { .. }
        | Shape::Record
        | Shape::Tuple
        | Shape::Array { .. }
        | Shape::Slice
        | Shape::Bool
        | Shape::Text
        | Shape::Other => "_".to_string(),
    }
}

/// Whether a range goes on to an end of a large integer type, which nobody writes.
pub(super) fn is_open(range: NumberRange, shape: Shape) -> bool {
    End::of(range, shape).is_some()
}

/// The end of a large integer type, at which a range ends.
enum End {
    Below,
    Above,
}

impl End {
    fn of(range: NumberRange, shape: Shape) -> Option<End> {
        let Shape::Integer(kind) = shape else { return None };
        let all = NumberRange::of_integer(kind);
        if kind.bits() == 8 || range.is_one() {
            None
        } else if range.last == all.last {
            Some(End::Above)
        } else {
            (kind.is_signed() && range.first == all.first).then_some(End::Below)
        }
    }
}

impl Missing {
    /// The examples in words: `` `None`, `Some(3..=9)` and 2 more ``, `` `10` and above ``.
    pub fn describe<S: Shapes>(&self, shapes: &S, ty: S::Type) -> String {
        let mut texts: Vec<String> =
            self.examples.iter().map(|example| self.describe_example(*example, shapes, ty)).collect();
        if self.more > 0 {
            texts.push(format!("{} more", self.more));
        }
        match texts.pop() {
            Some(last) if !texts.is_empty() => format!("{} and {last}", texts.join(", ")),
            last => last.unwrap_or_default(),
        }
    }

    fn describe_example<S: Shapes>(&self, example: PatternId, shapes: &S, ty: S::Type) -> String {
        let text = describe(shapes, &self.patterns, example, ty);
        let end = match self.patterns.get(example) {
            Pattern::Constructor { constructor: Constructor::Range(range), .. } => End::of(range, shapes.shape(ty)),
            Pattern::Constructor { .. } | Pattern::Wildcard | Pattern::Binding { .. } | Pattern::Alternatives(_) => {
                None
            }
        };
        match end {
            None => format!("`{text}`"),
            Some(End::Above) => format!("`{text}` and above"),
            Some(End::Below) => format!("`{text}` and below"),
        }
    }
}
