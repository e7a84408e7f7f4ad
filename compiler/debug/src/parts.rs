//! Whether debuggers can be told of a value of which only some bytes are somewhere, or all but in several places. Owns what they
//! cannot do: lldb shows zeros for bytes that are nowhere, and so does gdb behind the last ones that are somewhere; and gdb 13
//! ends with an internal error where a reference is part of a value in several places (`coerce_pieced_ref`).

use std::ops::Range;

use mir::Scalar;
use mir::debug::{Count, DebugType, Fields, Shape};
use rustc_hash::FxHashMap;

use crate::names::Names;
use crate::read::{ReadLocation, Step};

/// What is known of types, by unit.
#[derive(Default)]
pub(crate) struct Parts {
    references: FxHashMap<(usize, DebugType), bool>,
    sizes: FxHashMap<(usize, DebugType), u64>,
}

impl Parts {
    /// What of a location can be told of a variable of a type, bytes of which may be nowhere.
    pub(crate) fn told(
        &mut self,
        names: &Names<'_>,
        unit: usize,
        ty: DebugType,
        location: &ReadLocation,
    ) -> Option<ReadLocation> {
        told(location, |steps| {
            let Pieces { count, gaps } = Pieces::of(steps);
            (count <= 1 || !self.has_references(names, unit, ty))
                && !gaps.iter().any(|gap| self.has_bytes(names, unit, ty, 0, gap))
        })
    }

    /// The same of a number that is described by nothing else.
    pub(crate) fn told_of_scalar(scalar: Scalar, location: &ReadLocation) -> Option<ReadLocation> {
        told(location, |steps| Pieces::of(steps).gaps.iter().all(|gap| gap.start >= scalar.bytes()))
    }

    /// Whether a value of a type that begins at an offset has bytes that mean something in a gap.
    fn has_bytes(&mut self, names: &Names<'_>, unit: usize, ty: DebugType, at: u64, gap: &Range<u64>) -> bool {
        let end = at + self.bytes(names, unit, ty);
        if end <= gap.start || gap.end <= at {
            return false;
        }
        let Some((unit, shape)) = names.shape(unit, ty) else { return true };
        match shape {
            Shape::Array(element, Count::Known(count)) => {
                let bytes = self.bytes(names, unit, element);
                let first = gap.start.saturating_sub(at).checked_div(bytes).unwrap_or(count);
                let mut met = (first..count).map(|index| at + index * bytes).take_while(|at| *at < gap.end);
                met.any(|at| self.has_bytes(names, unit, element, at, gap))
            }
            Shape::Structure(_, fields) | Shape::Union(_, fields) => self.have_bytes(names, unit, fields, at, gap),
            Shape::Variants(variants) => {
                self.has_bytes(names, unit, variants.tag, at, gap)
                    || variants.variants.iter().any(|variant| {
                        let variant = names.said(unit).variant(*variant);
                        variant.is_some_and(|variant| {
                            self.have_bytes(names, unit, variant.fields, at + variants.offset, gap)
                        })
                    })
            }
            Shape::Scalar(_)
            | Shape::Pointer(_)
            | Shape::Reference(_)
            | Shape::Code
            | Shape::Enumeration(..)
            | Shape::Array(_, Count::Open)
            | Shape::Text
            | Shape::Opaque => true,
        }
    }

    fn have_bytes(&mut self, names: &Names<'_>, unit: usize, fields: Fields<'_>, at: u64, gap: &Range<u64>) -> bool {
        fields.iter().any(|field| {
            let field = names.said(unit).member(*field);
            let part = field.and_then(|field| Some((field.ty?, field.value as u64)));
            part.is_some_and(|(ty, offset)| self.has_bytes(names, unit, ty, at + offset, gap))
        })
    }

    /// Bytes of a type.
    fn bytes(&mut self, names: &Names<'_>, unit: usize, ty: DebugType) -> u64 {
        const ADDRESS: u64 = 8;
        if let Some(known) = self.sizes.get(&(unit, ty)) {
            return *known;
        }
        let bytes = match names.shape(unit, ty) {
            Some((_, Shape::Scalar(scalar) | Shape::Enumeration(scalar, _))) => scalar.bytes(),
            Some((_, Shape::Pointer(_) | Shape::Reference(_) | Shape::Code)) => ADDRESS,
            Some((unit, Shape::Array(element, Count::Known(count)))) => {
                self.bytes(names, unit, element).saturating_mul(count)
            }
            Some((_, Shape::Structure(bytes, _) | Shape::Union(bytes, _))) => bytes,
            Some((_, Shape::Variants(variants))) => variants.size,
            Some((_, Shape::Array(_, Count::Open) | Shape::Text | Shape::Opaque)) | None => 0,
        };
        self.sizes.insert((unit, ty), bytes);
        bytes
    }

    /// Whether a value of a type has a reference in it.
    fn has_references(&mut self, names: &Names<'_>, unit: usize, ty: DebugType) -> bool {
        if let Some(known) = self.references.get(&(unit, ty)) {
            return *known;
        }
        let found = match names.shape(unit, ty) {
            Some((_, Shape::Reference(_))) => true,
            Some((unit, Shape::Array(element, _))) => self.has_references(names, unit, element),
            Some((unit, Shape::Structure(_, fields) | Shape::Union(_, fields))) => {
                self.have_references(names, unit, fields)
            }
            Some((unit, Shape::Variants(variants))) => variants.variants.iter().any(|variant| {
                let variant = names.said(unit).variant(*variant);
                variant.is_some_and(|variant| self.have_references(names, unit, variant.fields))
            }),
            Some((
                _,
                Shape::Scalar(_)
                | Shape::Pointer(_)
                | Shape::Code
                | Shape::Enumeration(..)
                | Shape::Text
                | Shape::Opaque,
            ))
            | None => false,
        };
        self.references.insert((unit, ty), found);
        found
    }

    fn have_references(&mut self, names: &Names<'_>, unit: usize, fields: Fields<'_>) -> bool {
        fields.iter().any(|field| {
            let ty = names.said(unit).member(*field).and_then(|field| field.ty);
            ty.is_some_and(|ty| self.has_references(names, unit, ty))
        })
    }
}

/// What of a location is told if only some steps are.
fn told(location: &ReadLocation, mut is_told: impl FnMut(&[Step]) -> bool) -> Option<ReadLocation> {
    match location {
        ReadLocation::Always(steps) => is_told(steps).then(|| location.clone()),
        ReadLocation::Ranges(ranges) => {
            let ranges: Vec<_> = ranges.iter().filter(|(_, steps)| is_told(steps)).cloned().collect();
            (!ranges.is_empty()).then_some(ReadLocation::Ranges(ranges))
        }
        ReadLocation::Constant(_) => Some(location.clone()),
    }
}

/// What of a location can be told of a variable that changes. An optimiser that takes a change out, as that of a counter in a
/// loop that it ends, often goes on saying what number the variable was before; of what lies somewhere it does not.
pub(crate) fn told_of_changing(location: &ReadLocation) -> Option<ReadLocation> {
    match location {
        ReadLocation::Always(_) | ReadLocation::Ranges(_) => told(location, |steps| steps.iter().any(Step::is_place)),
        ReadLocation::Constant(_) => None,
    }
}

/// The pieces that a value lies in.
struct Pieces {
    count: usize,
    /// Bytes that are nowhere, by rising offsets; of a value in one place there are none.
    gaps: Vec<Range<u64>>,
}

impl Pieces {
    fn of(steps: &[Step]) -> Pieces {
        let mut gaps: Vec<Range<u64>> = Vec::new();
        let (mut end, mut count, mut is_somewhere) = (0, 0, false);
        for step in steps {
            let Step::Piece(bytes) = step else {
                is_somewhere = true;
                continue;
            };
            if !is_somewhere {
                gaps.push(end..end + bytes);
            }
            (end, count, is_somewhere) = (end + bytes, count + 1, false);
        }
        if count > 0 {
            gaps.push(end..u64::MAX);
        }
        Pieces { count, gaps }
    }
}

#[cfg(test)]
mod tests {
    use mir::Module;
    use mir::debug::{DebugNodes, Records};

    use super::*;
    use crate::read::ReadConstant;

    /// What of a location is told of a variable of the type that `make` describes.
    fn is_told(make: impl FnOnce(&mut DebugNodes<'_>) -> DebugType, steps: &[Step]) -> bool {
        let mut module = Module::new("m");
        let ty = make(&mut module.debug_nodes());
        let records = Records::of(module, false);
        let records = [&records];
        let names = Names::new(&records);
        Parts::default().told(&names, 0, ty, &ReadLocation::Always(steps.to_vec())).is_some()
    }

    /// A structure of two fields at these offsets.
    fn pair(nodes: &mut DebugNodes<'_>, first: DebugType, second: (DebugType, u64)) -> DebugType {
        let fields = [nodes.field("a", first, 0), nodes.field("b", second.0, second.1)];
        nodes.structure("Pair", 16, &fields)
    }

    const REGISTER: Step = Step::Register(3);

    #[test]
    fn bytes_that_mean_something_must_be_somewhere() {
        let float_and_byte = |nodes: &mut DebugNodes<'_>| {
            let (first, second) = (nodes.scalar("f64", Scalar::F64), nodes.scalar("i8", Scalar::I8));
            pair(nodes, first, (second, 8))
        };
        assert!(is_told(float_and_byte, &[REGISTER]));
        assert!(is_told(float_and_byte, &[REGISTER, Step::Piece(8), REGISTER, Step::Piece(1)]));
        assert!(!is_told(float_and_byte, &[REGISTER, Step::Piece(8)]));
        assert!(!is_told(float_and_byte, &[REGISTER, Step::Piece(8), Step::Piece(8)]));
        assert!(!is_told(float_and_byte, &[Step::Piece(8), REGISTER, Step::Piece(1)]));
    }

    #[test]
    fn padding_may_be_nowhere() {
        let byte_and_word = |nodes: &mut DebugNodes<'_>| {
            let (first, second) = (nodes.scalar("i8", Scalar::I8), nodes.scalar("i64", Scalar::I64));
            pair(nodes, first, (second, 8))
        };
        let steps = [REGISTER, Step::Piece(1), Step::Piece(7), REGISTER, Step::Piece(8)];
        assert!(is_told(byte_and_word, &steps));
    }

    #[test]
    fn elements_must_be_somewhere() {
        let four = |nodes: &mut DebugNodes<'_>| {
            let element = nodes.scalar("i32", Scalar::I32);
            nodes.array("i32[4]", element, Count::Known(4))
        };
        assert!(is_told(four, &[REGISTER, Step::Piece(8), REGISTER, Step::Piece(8)]));
        assert!(!is_told(four, &[REGISTER, Step::Piece(8), Step::Piece(4), REGISTER, Step::Piece(4)]));
        assert!(!is_told(four, &[REGISTER, Step::Piece(12)]));
    }

    #[test]
    fn references_are_in_one_place() {
        let with_reference = |nodes: &mut DebugNodes<'_>| {
            let number = nodes.scalar("i64", Scalar::I64);
            let reference = nodes.reference("ref i64", number);
            pair(nodes, reference, (number, 8))
        };
        assert!(is_told(with_reference, &[REGISTER, Step::Piece(16)]));
        assert!(!is_told(with_reference, &[REGISTER, Step::Piece(8), REGISTER, Step::Piece(8)]));
    }

    #[test]
    fn all_bytes_of_a_number_must_be_somewhere() {
        let is_told =
            |steps: &[Step]| Parts::told_of_scalar(Scalar::I128, &ReadLocation::Always(steps.to_vec())).is_some();
        assert!(is_told(&[REGISTER, Step::Piece(8), REGISTER, Step::Piece(8)]));
        assert!(!is_told(&[REGISTER, Step::Piece(8)]));
        assert!(!is_told(&[Step::Piece(8), REGISTER, Step::Piece(8)]));
    }

    #[test]
    fn a_variable_that_changes_is_no_number_that_was_known_before() {
        let constant = vec![Step::Unsigned(62), Step::Plain(gimli::constants::DW_OP_stack_value)];
        let ranges = ReadLocation::Ranges(vec![((0, 4), constant.clone()), ((4, 8), vec![REGISTER])]);
        assert_eq!(told_of_changing(&ranges), Some(ReadLocation::Ranges(vec![((4, 8), vec![REGISTER])])));
        assert_eq!(told_of_changing(&ReadLocation::Always(constant)), None);
        assert_eq!(told_of_changing(&ReadLocation::Constant(ReadConstant::Signed(3))), None);
    }
}
