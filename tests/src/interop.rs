//! Random signatures, written in C and in the language, that check every byte which crosses the border.
//!
//! For each signature two functions exist: one in C that the language calls, one in the language that C calls. The
//! callee checks every leaf of every argument and returns a value that the caller checks; C callees overwrite their
//! arguments before they return, and the caller checks that its own copies survived; guard words stand on both sides of
//! every value, or a page that nobody may touch behind it. Must not know how the compiler passes anything: the C compiler is the witness.

pub mod c;
pub mod edge;
pub mod generate;
pub mod language;

pub use generate::{Calling, Case, Field, Kind, Mistake, Placing, Record, Scalar, Shape, Suite, generate};

/// One scalar inside a value: how to reach it, and what it must hold.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// What is written behind the value's name, such as `.f1.f0[2]`; the same text in both languages.
    pub path: String,
    /// The type of the scalar.
    pub scalar: Scalar,
    /// The number that decides its bytes.
    pub seed: u32,
}

/// The leaves of a value of type `shape`, with bytes that depend on `tag` (which argument it is) and on their place.
/// A union counts with its first member only, because that is the one it is made with.
pub fn leaves(suite: &Suite, shape: Shape, tag: u32) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(suite, shape, String::new(), tag, &mut found);
    found
}

fn collect(suite: &Suite, shape: Shape, path: String, tag: u32, found: &mut Vec<Leaf>) {
    match shape {
        Shape::Scalar(scalar) => found.push(Leaf { path, scalar, seed: tag * 37 + found.len() as u32 * 5 + 1 }),
        Shape::Array(element, length) => {
            for index in 0..length {
                collect(suite, Shape::Scalar(element), format!("{path}[{index}]"), tag, found);
            }
        }
        Shape::Record(index) => {
            let record = &suite.records[index];
            let members = match record.kind {
                Kind::Struct => record.fields.len(),
                Kind::Union => 1,
            };
            for (number, field) in record.fields.iter().take(members).enumerate() {
                collect(suite, field.shape, format!("{path}.f{number}"), tag, found);
            }
        }
    }
}

/// The bytes of an integer leaf, the lowest first; each byte says whose it is.
pub fn pattern(seed: u32, bytes: u32) -> u128 {
    (0..bytes).fold(0, |value, byte| value | u128::from((seed + byte * 17) as u8) << (8 * byte))
}
