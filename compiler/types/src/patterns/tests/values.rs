//! Values for the model: of each type so many that every set of values that patterns of the model can tell apart has one.

use abi::{FloatKind, IntKind};

use super::super::{Number, NumberRange};
use super::types::{Type, TypeId, Types};

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A case, or a structure or tuple as case 0.
    Parts(u32, Vec<Value>),
    Bool(bool),
    Number(Number),
    /// A float that is not NaN; its sign counts where it is zero.
    Float(f64),
    NaN,
    Text(&'static str),
    Elements(Vec<Value>),
    Other,
}

/// The texts of patterns; values are these and one more.
pub(super) const TEXTS: [&str; 2] = ["a", "b"];

/// The longest slice: patterns have at most two elements on each side of a `..`, three without.
const LONGEST: usize = 5;

/// Where ranges of an integer type begin and end.
pub(super) fn integer_ends(kind: IntKind) -> Vec<Number> {
    let all = NumberRange::of_integer(kind);
    let near = |end: Number, step: i128| Number::integer(kind, (end.bits(kind) as i128).wrapping_add(step) as u128);
    let zero = Number::integer(kind, 0);
    let steps: &[i128] = if kind.is_signed() { &[-1, 0, 1] } else { &[1, 3] };
    let inner = steps.iter().map(|step| near(zero, *step));
    [all.first, near(all.first, 1), near(all.last, -1), all.last].into_iter().chain(inner).collect()
}

/// Where ranges of floats begin and end.
pub(super) const FLOAT_ENDS: [f64; 5] = [f64::NEG_INFINITY, -1.0, -0.0, 1.0, f64::INFINITY];

fn neighbours(numbers: Vec<Number>, all: NumberRange) -> Vec<Number> {
    let near = |number: Number| [number.before(), Some(number), number.after()];
    let mut near: Vec<Number> = numbers.into_iter().flat_map(near).flatten().collect();
    near.retain(|number| all.contains(*number));
    near.sort_unstable();
    near.dedup();
    near
}

impl Types {
    /// How many values `values` gives.
    pub(super) fn value_count(&self, ty: TypeId) -> usize {
        let product =
            |parts: &[TypeId]| parts.iter().fold(1, |count: usize, part| count.saturating_mul(self.value_count(*part)));
        match &self.all[ty] {
            Type::Enum(cases) => cases.iter().fold(0, |count, (_, parts)| count.saturating_add(product(parts))),
            Type::Record(_, parts) | Type::Tuple(parts) => product(parts),
            Type::Array(length, element) => product(&vec![*element; *length as usize]),
            Type::Slice(element) => {
                (0..=LONGEST).fold(0, |count, length| count.saturating_add(product(&vec![*element; length])))
            }
            Type::Bool => 2,
            Type::Integer(_) | Type::Float(_) | Type::Text | Type::Other => self.values(ty).len(),
        }
    }

    /// Values of a type.
    pub(super) fn values(&self, ty: TypeId) -> Vec<Value> {
        match &self.all[ty] {
            Type::Enum(cases) => {
                let made = (0..).zip(cases).flat_map(|(case, (_, parts))| {
                    self.products(parts).into_iter().map(move |parts| Value::Parts(case, parts))
                });
                made.collect()
            }
            Type::Record(_, parts) | Type::Tuple(parts) => {
                self.products(parts).into_iter().map(|parts| Value::Parts(0, parts)).collect()
            }
            Type::Array(length, element) => {
                self.products(&vec![*element; *length as usize]).into_iter().map(Value::Elements).collect()
            }
            Type::Slice(element) => {
                let lengths = (0..=LONGEST).flat_map(|length| self.products(&vec![*element; length]));
                lengths.map(Value::Elements).collect()
            }
            Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Type::Integer(kind) => {
                let numbers = neighbours(integer_ends(*kind), NumberRange::of_integer(*kind));
                numbers.into_iter().map(Value::Number).collect()
            }
            Type::Float(kind) => floats(*kind),
            Type::Text => TEXTS.into_iter().chain(["c"]).map(Value::Text).collect(),
            Type::Other => vec![Value::Other],
        }
    }

    fn products(&self, parts: &[TypeId]) -> Vec<Vec<Value>> {
        if parts.iter().any(|part| self.value_count(*part) == 0) {
            return Vec::new();
        }
        parts.iter().fold(vec![Vec::new()], |products, part| {
            let values = self.values(*part);
            let with = |product: &Vec<Value>, value: &Value| [&product[..], std::slice::from_ref(value)].concat();
            products.iter().flat_map(|product| values.iter().map(|value| with(product, value))).collect()
        })
    }
}

fn floats(kind: FloatKind) -> Vec<Value> {
    let number = |value: f64| match kind {
        FloatKind::F32 => Number::f32(value as f32),
        FloatKind::F64 => Number::f64(value),
    };
    let to_float = |number: Number| match kind {
        FloatKind::F32 => f64::from(number.to_f32()),
        FloatKind::F64 => number.to_f64(),
    };
    let ends = FLOAT_ENDS.into_iter().filter_map(number).collect();
    let numbers = neighbours(ends, NumberRange::of_float(kind));
    let values = numbers.into_iter().map(|number| Value::Float(to_float(number)));
    values.chain([Value::Float(-0.0), Value::NaN]).collect()
}
