//! Which one or two numbers a struct consists of once its members are taken apart: what decides whether it travels in
//! floating-point registers. Owns the walk and the points where the conventions and the compilers differ; must not know
//! registers.

use smallvec::SmallVec;

use crate::arena::{Array, Form, Record, RecordKind, Ty, TyId, TypeArena};
use crate::classify::is_empty_record;
use crate::lowering::lp64d::variant::Lp64d;
use crate::target::{Compatibility, Target};
use crate::why::Lp64dRule;

/// One number of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its type, a scalar; the standard 64-bit integer for bit-fields of wider types.
    pub ty: TyId,
    /// Its first byte in the struct.
    pub offset: u32,
    /// Bytes that carry it: those of the type, or of the bits of a bit-field.
    pub len: u32,
    /// Whether it is a floating-point number.
    pub is_float: bool,
}

/// What a struct is made of.
pub(crate) type Numbers = SmallVec<[Number; 2]>;

/// The numbers of a struct or complex number that may travel in floating-point registers: a floating-point number, two
/// of them, or one and an integer. With them the rule that says so.
pub(crate) fn flatten(
    convention: &Lp64d,
    target: &Target,
    arena: &TypeArena,
    ty: TyId,
) -> Option<(Numbers, Lp64dRule)> {
    let mut walk = Walk { convention, target, arena, numbers: Numbers::new(), opaque: false, complex: false };
    match arena.get(ty).form() {
        Form::Complex(element) => {
            walk.complex(element, 0)?;
            let floats = walk.numbers.iter().all(|number| number.is_float);
            return convention.rule(Lp64dRule::ComplexPair, floats).then_some((walk.numbers, Lp64dRule::ComplexPair));
        }
        Form::Record(record) => {
            let record = arena.record(record);
            walk.record(record, 0)?;
            if walk.opaque && !walk.is_bare_float(record) {
                return None;
            }
        }
        Form::Void | Form::Scalar(_) | Form::Vector(_) | Form::Array(_) => return None,
    }
    let rule = match walk.numbers.as_slice() {
        [one] if one.is_float => Lp64dRule::OneFloat,
        [one, two] => match (one.is_float, two.is_float) {
            (true, true) => Lp64dRule::TwoFloats,
            (true, false) | (false, true) => Lp64dRule::FloatAndInteger,
            // Only complex integers come as two: a second integer ends the walk.
            (false, false) => Lp64dRule::ComplexIntegerPair,
        },
        [] | [_] | [_, _, ..] => return None,
    };
    convention.rule(rule, true).then_some((walk.numbers, rule))
}

struct Walk<'a> {
    convention: &'a Lp64d,
    target: &'a Target,
    arena: &'a TypeArena,
    numbers: Numbers,
    /// gcc: a member without bytes was met that it cannot look into.
    opaque: bool,
    /// Whether the numbers are those of a complex number.
    complex: bool,
}

/// Each step answers nothing as soon as the struct is known to be of another kind.
impl Walk<'_> {
    fn follows_gcc(&self) -> bool {
        self.target.features.compatibility == Compatibility::Gcc
    }

    fn record(&mut self, record: &Record, base: u32) -> Option<()> {
        let is_union = record.kind == RecordKind::Union;
        if self.convention.rule(Lp64dRule::UnionAsInteger, is_union) {
            return None;
        }
        let mut zero_width = false;
        for field in &record.fields {
            let offset = base + (field.offset_bits / 8) as u32;
            match field.bit_width {
                Some(0) => {
                    zero_width = true;
                    continue;
                }
                Some(width) => self.bit_field(field.ty, width, offset)?,
                None => self.member(field.ty, offset)?,
            }
            let hidden = zero_width && self.numbers.len() == 2;
            if self.convention.rule(Lp64dRule::ZeroWidthBitField, self.convention.sees_zero_width && hidden)
                && !self.follows_gcc()
            {
                return None;
            }
        }
        Some(())
    }

    fn bit_field(&mut self, ty: TyId, width: u16, offset: u32) -> Option<()> {
        let wide = self.arena.layout(self.target, ty).size > 8;
        if wide && width > 64 {
            return None;
        }
        self.push(Number {
            ty: if wide { TyId::I64 } else { ty },
            offset,
            len: u32::from(width).div_ceil(8),
            is_float: false,
        })
    }

    fn member(&mut self, ty: TyId, offset: u32) -> Option<()> {
        let is_float = match self.arena.get(ty) {
            Ty::Bool | Ty::Int { .. } | Ty::BitInt { .. } => false,
            Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 | Ty::F128 | Ty::X87 | Ty::DoubleDouble => true,
            Ty::Complex(element) => return self.complex(element, offset),
            Ty::Array(_) | Ty::Record(_) if !self.convention.rule(Lp64dRule::Flattening, true) => return None,
            Ty::Array(array) => return self.array(array, offset),
            Ty::Record(record) => return self.inner_record(ty, self.arena.record(record), offset),
            Ty::Void | Ty::Pointer | Ty::Vector(_) => return None,
        };
        let len = self.arena.layout(self.target, ty).size;
        let number = Number { ty, offset, len: len as u32, is_float };
        if len <= 8 { self.push(number) } else { None }
    }

    fn push(&mut self, number: Number) -> Option<()> {
        let second_integer = !number.is_float && self.numbers.iter().any(|known| !known.is_float);
        if second_integer || self.numbers.len() == 2 {
            return None;
        }
        self.numbers.push(number);
        Some(())
    }

    /// Two numbers at once, even if they are integers, but only where no other stands before them.
    fn complex(&mut self, element: TyId, offset: u32) -> Option<()> {
        let len = self.arena.layout(self.target, element).size as u32;
        let is_float = !matches!(self.arena.get(element), Ty::Int { .. } | Ty::BitInt { .. } | Ty::Bool);
        if !self.numbers.is_empty() || len > 8 || (self.follows_gcc() && !is_float) {
            return None;
        }
        self.complex = true;
        self.numbers.extend([0, len].map(|half| Number { ty: element, offset: offset + half, len, is_float }));
        Some(())
    }

    fn array(&mut self, array: Array, offset: u32) -> Option<()> {
        if array.flexible {
            return None;
        }
        let bytes = self.arena.layout(self.target, array.element).size;
        if bytes * array.count == 0 {
            self.opaque |= self.follows_gcc();
            return Some(());
        }
        for index in 0..array.count {
            self.member(array.element, offset + (index * bytes) as u32)?;
        }
        Some(())
    }

    fn inner_record(&mut self, ty: TyId, record: &Record, offset: u32) -> Option<()> {
        // gcc looks into records without data too, where it meets unnamed bit-fields, but not into unions.
        if !self.follows_gcc() && is_empty_record(self.arena, ty) {
            return Some(());
        }
        if self.follows_gcc() && record.kind == RecordKind::Union && record.size == 0 {
            self.opaque = true;
            return Some(());
        }
        self.record(record, offset)
    }

    /// gcc gives a record the machine mode of its only member if nothing else takes room in it.
    fn is_bare_float(&self, record: &Record) -> bool {
        match (self.numbers.as_slice(), self.complex) {
            ([one], _) => u64::from(one.len) == record.size && one.len <= record.align,
            ([one, _], true) => 2 * u64::from(one.len) == record.size && one.len <= record.align,
            ([] | [_, _, ..], _) => false,
        }
    }
}
