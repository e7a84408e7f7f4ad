//! What must be known of the type that is matched, asked of the caller when it is needed, so that types that contain
//! themselves are no trouble. Owns the question whether a type has any value. Must not know patterns.

use std::fmt::Debug;
use std::hash::Hash;

use abi::{FloatKind, IntKind};
use rustc_hash::FxHashMap;

/// How the values of a type are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One of these cases; none for `Never`.
    Enum {
        /// How many there are.
        cases: u32,
    },
    /// Not at all: a structure. Its parts are those of case 0.
    Record,
    /// Not at all: a tuple. Its parts are those of case 0.
    Tuple,
    /// Not at all: an array.
    Array {
        /// How many elements it has.
        length: u64,
    },
    /// By their length.
    Slice,
    /// `true` and `false`.
    Bool,
    /// Integers.
    Integer(IntKind),
    /// Floats. There is always one that no literal equals.
    Float(FloatKind),
    /// Strings. There is always one that no literal equals.
    Text,
    /// Nothing but names, `_` and constants fit here.
    Other,
}

/// The types of the values that are matched. A pattern looks through borrows: the caller gives the shape of what lies
/// behind, and follows them where it reads a place.
pub trait Shapes {
    /// A type; equal types are one.
    type Type: Copy + Eq + Hash + Debug;

    /// How values of a type are told apart.
    fn shape(&self, ty: Self::Type) -> Shape;

    /// How many parts a case of an enum has, or a structure or tuple as case 0.
    fn part_count(&self, ty: Self::Type, case: u32) -> u32;

    /// The type of a part.
    fn part(&self, ty: Self::Type, case: u32, part: u32) -> Self::Type;

    /// The type of the elements of an array or slice.
    fn element(&self, ty: Self::Type) -> Self::Type;

    /// The name of a case of an enum, or of a structure as case 0, as patterns write it.
    fn name(&self, ty: Self::Type, case: u32) -> String;
}

/// Types that one question may look at. What has more in it is taken for a type with values, which is never wrong for
/// the program: an arm more must be written.
const FUEL: u32 = 256;

/// Which types have no value, as far as asked.
#[derive(Debug)]
pub(super) struct Emptiness<T> {
    known: FxHashMap<T, bool>,
}

impl<T: Copy + Eq + Hash + Debug> Emptiness<T> {
    pub(super) fn new() -> Self {
        Emptiness { known: FxHashMap::default() }
    }

    /// Whether a type has no value.
    pub(super) fn is_empty(&mut self, shapes: &impl Shapes<Type = T>, ty: T) -> bool {
        self.look(shapes, ty, &mut FUEL.clone())
    }

    /// Whether no value is made in this way.
    pub(super) fn is_case_empty(&mut self, shapes: &impl Shapes<Type = T>, ty: T, case: u32) -> bool {
        self.look_at_parts(shapes, ty, case, &mut FUEL.clone())
    }

    fn look(&mut self, shapes: &impl Shapes<Type = T>, ty: T, fuel: &mut u32) -> bool {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let Some(left) = fuel.checked_sub(1) else { return false };
        *fuel = left;
        // A type that is inside itself has values as far as this value is concerned.
        self.known.insert(ty, false);
        let is_empty = match shapes.shape(ty) {
            Shape::Enum { cases } => (0..cases).all(|case| self.look_at_parts(shapes, ty, case, fuel)),
            Shape::Record | Shape::Tuple => self.look_at_parts(shapes, ty, 0, fuel),
            Shape::Array { length } => length > 0 && self.look(shapes, shapes.element(ty), fuel),
            Shape::Slice | Shape::Bool | Shape::Integer(_) | Shape::Float(_) | Shape::Text | Shape::Other => false,
        };
        self.known.insert(ty, is_empty);
        is_empty
    }

    fn look_at_parts(&mut self, shapes: &impl Shapes<Type = T>, ty: T, case: u32, fuel: &mut u32) -> bool {
        (0..shapes.part_count(ty, case)).any(|part| *fuel > 0 && self.look(shapes, shapes.part(ty, case, part), fuel))
    }
}
