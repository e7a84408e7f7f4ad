//! Random signatures from a seed. Owns the distribution: small records are common, odd ones frequent enough that some
//! hundred cases meet each, and many values of one class run its registers out with something odd at the edge. What the
//! language makes of its own forms is common: the two words of a slice, closure or `dyn`, and an enum's tag beside a union.

use std::sync::Arc;

use fastrand::Rng;
use mir::{RecordKind, Scalar};

use super::model::{Case, Record, Type};

/// So many signatures; equal seeds give equal ones.
pub fn cases(seed: u64, count: usize) -> Vec<Case> {
    let mut random = Rng::with_seed(seed);
    (0..count).map(|_| case(&mut random)).collect()
}

fn case(random: &mut Rng) -> Case {
    let fillers: [&[Scalar]; 5] = [&[], &[], &[Scalar::I64], &[Scalar::F64], &[Scalar::I64, Scalar::F32]];
    let filler = fillers[random.usize(..fillers.len())];
    let most = if filler.is_empty() { 7 } else { 18 };
    let mut parameters: Vec<Type> = (0..random.usize(..most))
        .map(|index| match filler.get(index % filler.len().max(1)) {
            Some(scalar) if random.u8(..3) != 0 => Type::Scalar(*scalar),
            Some(_) | None => ty(random, 2),
        })
        .collect();
    let result = (random.u8(..8) != 0).then(|| ty(random, 2));
    let mut fixed = None;
    if random.u8(..8) == 0 {
        if parameters.is_empty() {
            parameters.push(Type::Scalar(Scalar::I32));
        }
        let named = random.usize(1..=parameters.len());
        for parameter in &mut parameters[named..] {
            promote(parameter);
        }
        fixed = Some(named);
    }
    Case { parameters, result, fixed }
}

/// C's default argument promotions. Values of no size are no arguments.
pub fn promote(parameter: &mut Type) {
    if parameter.layout().size == 0 {
        *parameter = Type::Scalar(Scalar::I64);
    }
    match parameter {
        Type::Scalar(scalar @ Scalar::F32) => *scalar = Scalar::F64,
        Type::Scalar(scalar) if scalar.bits() < 32 => *scalar = Scalar::I32,
        Type::Scalar(_) | Type::Array(..) | Type::Record(_) => {}
    }
}

fn scalar(random: &mut Rng) -> Scalar {
    // 128-bit integers and floats change more than other scalars do.
    match random.u8(..10) {
        0 => Scalar::I128,
        1 => Scalar::F32,
        2 => Scalar::F64,
        _ => Scalar::ALL[random.usize(..Scalar::ALL.len())],
    }
}

fn ty(random: &mut Rng, depth: u32) -> Type {
    if depth == 0 || random.u8(..20) < 8 {
        return Type::Scalar(scalar(random));
    }
    match random.u8(..10) {
        0 => return pair_of_words(random),
        1 => return tagged_union(random, depth),
        2 => return own_type(random),
        _ => {}
    }
    let is_union = random.u8(..7) == 0;
    let kind = if is_union { RecordKind::Union } else { RecordKind::Struct };
    // Records that are all float travel in a class of their own.
    let uniform = match random.u8(..6) {
        0 => Some(Type::Scalar(Scalar::F32)),
        1 => Some(Type::Scalar(Scalar::F64)),
        2 => Some(Type::Scalar(scalar(random))),
        _ => None,
    };
    let is_empty = !is_union && random.u8(..30) == 0;
    let count = if is_empty { 0 } else { 1 + random.usize(..4) };
    let fields = (0..count)
        .map(|_| {
            let field = uniform.clone().unwrap_or_else(|| ty(random, depth - 1));
            match random.u8(..40) {
                0..=7 => Type::Array(Arc::new(field), 1 + random.u64(..3)),
                8 => Type::Array(Arc::new(Type::Scalar(Scalar::U8)), random.u64(1..300)),
                _ => field,
            }
        })
        .collect();
    let packed = random.u8(..12) == 0;
    let align = (random.u8(..12) == 0).then(|| [8, 16, 16, 32][random.usize(..4)]);
    Type::Record(Arc::new(Record { kind, packed, align, fields }))
}

/// A slice, closure or `dyn`, alone or beside what a view may hold more.
fn pair_of_words(random: &mut Rng) -> Type {
    let second = if random.bool() { Scalar::Pointer } else { Scalar::I64 };
    let pair = Type::Record(Arc::new(Record::plain(vec![Type::Scalar(Scalar::Pointer), Type::Scalar(second)])));
    match random.u8(..4) {
        0 => Type::Record(Arc::new(Record::plain(vec![pair, Type::Scalar(scalar(random))]))),
        _ => pair,
    }
}

/// What C has types of its own for, which lie in memory as structures. A `long double` has the bytes of the format that most
/// machines have.
fn own_type(random: &mut Rng) -> Type {
    let long_double = || vec![Type::Scalar(Scalar::U64), Type::Scalar(Scalar::U16)];
    let own = |kind, fields| Type::Record(Arc::new(Record { kind, packed: false, align: None, fields }));
    let (kind, fields) = match random.u8(..4) {
        0 => {
            let parts =
                [Type::Scalar(Scalar::F32), Type::Scalar(Scalar::F64), own(RecordKind::LongDouble, long_double())];
            (RecordKind::Complex, vec![parts[random.usize(..parts.len())].clone(); 2])
        }
        1 => (RecordKind::LongDouble, long_double()),
        _ => {
            let lanes = [Scalar::F32, Scalar::F64, Scalar::I8, Scalar::U16, Scalar::I32, Scalar::U64];
            let lane = lanes[random.usize(..lanes.len())];
            let count = (8 << random.usize(..2)) / lane.bytes();
            (RecordKind::Vector, vec![Type::Array(Arc::new(Type::Scalar(lane)), count.max(2))])
        }
    };
    own(kind, fields)
}

/// An enum as it is laid out: a tag, and a union of a structure for each case that carries something.
fn tagged_union(random: &mut Rng, depth: u32) -> Type {
    let tag = if random.u8(..4) == 0 { Scalar::I32 } else { Scalar::U8 };
    let cases = (0..random.usize(1..4)).map(|_| {
        let parts = (0..random.usize(1..4)).map(|_| ty(random, depth - 1)).collect();
        Type::Record(Arc::new(Record::plain(parts)))
    });
    let union = Record { kind: RecordKind::Union, ..Record::plain(cases.collect()) };
    Type::Record(Arc::new(Record::plain(vec![Type::Scalar(tag), Type::Record(Arc::new(union))])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_signatures_of_every_kind() {
        let cases = cases(3, 400);
        assert_eq!(cases, super::cases(3, 400));
        assert_ne!(cases, super::cases(4, 400));
        let text = cases.iter().map(|case| format!("{case}\n")).collect::<String>();
        for wanted in [
            "union",
            "packed",
            "aligned(32)",
            "..., ",
            "i128",
            "struct {}",
            "; 3]",
            "struct { ptr, i64 }",
            "struct { u8, union {",
            "vector { [f32; 4] }",
            "complex { f64, f64 }",
            "long double {",
        ] {
            assert!(text.contains(wanted), "no signature with {wanted}");
        }
    }
}
