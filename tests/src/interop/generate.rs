//! Random types and signatures from a seed.

use super::leaves;
use fastrand::Rng;

/// A scalar that both languages have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer of so many bytes.
    Integer {
        /// 1, 2, 4, 8 or 16.
        bytes: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// `float`
    F32,
    /// `double`
    F64,
    /// `_Bool`
    Bool,
    /// `void *`
    Pointer,
}

impl Scalar {
    /// Each of them.
    pub const ALL: [Scalar; 14] = [
        Scalar::integer(1, true),
        Scalar::integer(2, true),
        Scalar::integer(4, true),
        Scalar::integer(8, true),
        Scalar::integer(16, true),
        Scalar::integer(1, false),
        Scalar::integer(2, false),
        Scalar::integer(4, false),
        Scalar::integer(8, false),
        Scalar::integer(16, false),
        Scalar::F32,
        Scalar::F64,
        Scalar::Bool,
        Scalar::Pointer,
    ];

    /// An integer type.
    pub const fn integer(bytes: u32, signed: bool) -> Scalar {
        Scalar::Integer { bytes, signed }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A scalar.
    Scalar(Scalar),
    /// An inline array; only inside a record.
    Array(Scalar, u32),
    /// A record of the suite, by index.
    Record(usize),
}

/// Whether the members of a record follow one another or lie on one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One after the other.
    Struct,
    /// All at offset 0.
    Union,
}

/// A member of a record; its name is `f` and its number.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its type.
    pub shape: Shape,
}

/// A struct or union of the suite.
#[derive(Clone, Debug)]
pub struct Record {
    /// Struct or union.
    pub kind: Kind,
    /// Its members.
    pub fields: Vec<Field>,
    /// Without padding.
    pub packed: bool,
    /// A larger alignment in bytes, if one is asked for.
    pub align: Option<u32>,
}

/// One signature.
#[derive(Clone, Debug)]
pub struct Case {
    /// The types of the arguments.
    pub parameters: Vec<Shape>,
    /// The type of the result; none is `void`.
    pub result: Option<Shape>,
    /// How the language calls the function of C.
    pub calling: Calling,
}

/// How the language calls a function of C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Calling {
    /// By its name.
    #[default]
    Name,
    /// Through a pointer.
    Pointer,
    /// By its name, with so many named parameters, the others behind `...`.
    Variadic(usize),
}

/// Types and the signatures that use them.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The records; a record uses only earlier ones.
    pub records: Vec<Record>,
    /// The signatures.
    pub cases: Vec<Case>,
    /// Where callers keep the values that they pass and get.
    pub placing: Placing,
    /// What the half in the language is to get wrong.
    pub mistake: Option<Mistake>,
}

/// Where a caller keeps the values that it passes and gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placing {
    /// In locals, between two guard words each.
    #[default]
    Guarded,
    /// Each at the very end of a page, behind which nothing may be read or written.
    PageEdge,
}

/// A wrong declaration in the language whose values have the right bytes all the same: only the registers, the stack
/// slots or the bits beyond the value are wrong. A suite that does not notice proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// `f32` and `f64` are declared as integers.
    FloatsAsIntegers,
    /// Small signed integers are declared unsigned: they are widened with zeros instead of their sign.
    SignedAsUnsigned,
    /// The last two parameters are exchanged, and their values with them.
    Exchanged,
}

/// The most parameters of a signature.
const PARAMETERS: usize = 14;

/// The most leaves of a record inside another.
const LARGEST_NESTED: usize = 8;

/// `count` random signatures; equal seeds give equal suites.
pub fn generate(seed: u64, count: usize) -> Suite {
    let mut random = Rng::with_seed(seed);
    let mut suite = Suite::default();
    for _ in 0..count / 4 + 8 {
        let record = record(&mut random, &suite);
        suite.records.push(record);
    }
    for _ in 0..count {
        let parameters: Vec<_> =
            (0..random.usize(1..=PARAMETERS)).map(|_| value(&mut random, suite.records.len())).collect();
        let result = random.u32(0..10).ne(&0).then(|| value(&mut random, suite.records.len()));
        let calling = match random.u32(0..8) {
            0 => Calling::Variadic(random.usize(1..=parameters.len())),
            1 => Calling::Pointer,
            _ => Calling::Name,
        };
        suite.cases.push(Case { parameters, result, calling });
    }
    suite
}

fn value(random: &mut Rng, records: usize) -> Shape {
    match random.bool() {
        true => Shape::Record(random.usize(..records)),
        false => Shape::Scalar(scalar(random)),
    }
}

fn scalar(random: &mut Rng) -> Scalar {
    match random.u32(0..12) {
        0..=5 => Scalar::Integer { bytes: 1 << random.u32(0..4), signed: random.bool() },
        6 => Scalar::Integer { bytes: 16, signed: random.bool() },
        7 | 8 => Scalar::F32,
        9 => Scalar::F64,
        10 => Scalar::Bool,
        _ => Scalar::Pointer,
    }
}

fn record(random: &mut Rng, suite: &Suite) -> Record {
    let kind = if random.u32(0..6) == 0 { Kind::Union } else { Kind::Struct };
    // Records that are all float travel in a class of their own on many targets; make them often enough.
    let uniform = (random.u32(0..4) == 0).then(|| if random.bool() { Scalar::F32 } else { Scalar::F64 });
    let fields = (0..random.usize(1..=5)).map(|_| Field { shape: member(random, suite, uniform) }).collect();
    let packed = random.u32(0..10) == 0;
    let align = (!packed && random.u32(0..12) == 0).then(|| 1 << random.u32(3..5));
    Record { kind, fields, packed, align }
}

fn member(random: &mut Rng, suite: &Suite, uniform: Option<Scalar>) -> Shape {
    let earlier = suite.records.len();
    let element = uniform.unwrap_or_else(|| scalar(random));
    match random.u32(0..8) {
        0 | 1 => Shape::Array(element, random.u32(1..5)),
        3 if random.u32(0..12) == 0 => Shape::Array(element, random.u32(5..40)),
        2 if earlier > 0 && uniform.is_none() => {
            let nested = Shape::Record(random.usize(..earlier));
            // Deep nests of many leaves cost time and show nothing that smaller ones do not.
            match leaves(suite, nested, 0).len() {
                0..=LARGEST_NESTED => nested,
                _ => Shape::Scalar(element),
            }
        }
        _ => Shape::Scalar(element),
    }
}
