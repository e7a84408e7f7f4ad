//! Where one value travels: its numbers in registers of their kind, else its bytes as one or two words, else its address.
//! Owns these decisions for a single value; the list they belong to is walked by [`super::lower`].

use smallvec::{SmallVec, smallvec};

use crate::arena::{Ty, TyId, TypeArena};
use crate::classify::{is_empty_record, unsupported_format};
use crate::cursor::Cursor;
use crate::description::{Carrier, Extend, Location, Memory, Part, Parts, Placement, Unsupported, ValueAbi};
use crate::lowering::lp64d::flatten::{Number, Numbers, flatten};
use crate::lowering::lp64d::variant::Lp64d;
use crate::scalars::Layout;
use crate::target::{Compatibility, Target};
use crate::why::{Lp64dRule, Why};

/// One value on its way.
pub(super) struct Walk<'a> {
    pub rules: &'a Lp64d,
    pub target: &'a Target,
    pub arena: &'a TypeArena,
    pub cursor: &'a mut Cursor,
    /// Whether it is declared, not an argument for `...`.
    pub named: bool,
    /// The rules that applied so far.
    pub why: SmallVec<[Why; 4]>,
}

impl Walk<'_> {
    pub(super) fn value(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        let layout = self.arena.layout(self.target, ty);
        let placement = self.place(ty, layout)?;
        Ok(ValueAbi {
            size: layout.size,
            align: layout.align,
            aggregate: self.arena.is_aggregate(ty),
            placement,
            why: std::mem::take(&mut self.why),
        })
    }

    fn because(&mut self, rule: Lp64dRule) {
        self.why.push((self.rules.why)(rule));
    }

    /// Asks a rule and notes it if it applies.
    fn rule(&mut self, rule: Lp64dRule, condition: bool) -> bool {
        let applies = self.rules.rule(rule, condition);
        if applies {
            self.because(rule);
        }
        applies
    }

    fn place(&mut self, ty: TyId, layout: Layout) -> Result<Placement, Unsupported> {
        match self.arena.get(ty) {
            Ty::Void => {
                self.because(Lp64dRule::Empty);
                Ok(Placement::Ignore)
            }
            format @ (Ty::X87 | Ty::DoubleDouble) => Err(unsupported_format(self.target, format)),
            Ty::Bool | Ty::Int { bits: 8..=64, .. } | Ty::BitInt { bits: 1..=64, .. } | Ty::Pointer => {
                Ok(self.integer(ty, layout))
            }
            Ty::F16 => Ok(self.float(Carrier::F16, layout)),
            Ty::BF16 => Ok(self.float(Carrier::BF16, layout)),
            Ty::F32 => Ok(self.float(Carrier::F32, layout)),
            Ty::F64 => Ok(self.float(Carrier::F64, layout)),
            // On the stack clang aligns a `_BitInt` to 16 bytes even where its type is aligned to 8.
            Ty::BitInt { bits: 65..=128, .. } => {
                let layout = Layout { align: 16, ..layout };
                Ok(self.words(layout, false))
            }
            Ty::Int { .. } | Ty::F128 => Ok(self.words(layout, false)),
            Ty::Vector(_) | Ty::BitInt { .. } => Ok(self.words(layout, true)),
            Ty::Complex(_) | Ty::Array(_) | Ty::Record(_) => self.aggregate(ty, layout),
        }
    }

    fn aggregate(&mut self, ty: TyId, layout: Layout) -> Result<Placement, Unsupported> {
        if u32::try_from(layout.size).is_err() {
            return Err(Unsupported::new(
                "a record of 4 gigabytes or more as a parameter or result",
                "offsets in a description have 32 bits",
            ));
        }
        let empty = layout.size == 0 && is_empty_record(self.arena, ty);
        if self.rule(Lp64dRule::Empty, empty) {
            return Ok(Placement::Ignore);
        }
        let numbers = if self.may_take_floats() { flatten(self.rules, self.target, self.arena, ty) } else { None };
        if let Some((numbers, rule)) = numbers
            && let Some(parts) = self.numbers(&numbers)
        {
            self.because(rule);
            return Ok(Placement::Parts(parts));
        }
        Ok(self.words(layout, true))
    }

    fn may_take_floats(&mut self) -> bool {
        !self.rule(Lp64dRule::Variadic, !self.named)
    }

    /// One register for each number, or none for any if one of them finds none.
    fn numbers(&mut self, numbers: &Numbers) -> Option<Parts> {
        let floats = numbers.iter().filter(|number| number.is_float).count() as u32;
        if floats > self.cursor.vector_free() || numbers.len() as u32 - floats > self.cursor.general_free() {
            return None;
        }
        Some(numbers.iter().map(|number| self.number(number)).collect())
    }

    /// The bits above a small integer mean nothing here.
    fn number(&mut self, number: &Number) -> Part {
        let (carrier, location) = match self.arena.get(number.ty) {
            Ty::F16 => (Carrier::F16, self.cursor.take_vector()),
            Ty::BF16 => (Carrier::BF16, self.cursor.take_vector()),
            _ if number.is_float && number.len == 4 => (Carrier::F32, self.cursor.take_vector()),
            _ if number.is_float => (Carrier::F64, self.cursor.take_vector()),
            _ => {
                let bytes = self.arena.layout(self.target, number.ty).size;
                (Carrier::integer(bytes as u32), self.cursor.take_general())
            }
        };
        Part { offset: number.offset, len: number.len, carrier, extend: Extend::None, location }
    }

    fn float(&mut self, carrier: Carrier, layout: Layout) -> Placement {
        let free = self.may_take_floats() && self.cursor.vector_free() > 0;
        if !self.rule(Lp64dRule::FloatRegister, free) {
            return self.word(layout, Extend::None);
        }
        Placement::Parts(smallvec![Part {
            offset: 0,
            len: layout.size as u32,
            carrier,
            extend: Extend::None,
            location: self.cursor.take_vector(),
        }])
    }

    fn integer(&mut self, ty: TyId, layout: Layout) -> Placement {
        let extend = match self.rules.extension(self.arena, ty) {
            // All bits of the register come from memory.
            _ if layout.size == 8 => Extend::None,
            other => other,
        };
        match (extend, layout.size) {
            (Extend::None, _) => {}
            (Extend::Sign, 4) => self.because(Lp64dRule::WordSignExtended),
            (Extend::Sign | Extend::Zero, _) => self.because(Lp64dRule::Widened),
        }
        self.word(layout, extend)
    }

    /// A scalar of up to 8 bytes in a general register or on the stack.
    fn word(&mut self, layout: Layout, extend: Extend) -> Placement {
        let len = layout.size as u32;
        let free = self.cursor.general_free() > 0;
        let location = if self.rule(Lp64dRule::OneRegister, free) {
            self.cursor.take_general()
        } else {
            self.because(Lp64dRule::OnStack);
            Location::Stack { offset: self.cursor.take_stack(8, 8), size: len, slot: 8 }
        };
        Placement::Parts(smallvec![Part { offset: 0, len, carrier: Carrier::integer(len), extend, location }])
    }

    /// The bytes as they lie in memory: in one or two general registers, in the last one and on the stack, on the stack, or
    /// at an address. On the stack an aggregate is one piece and a scalar two words.
    fn words(&mut self, layout: Layout, aggregate: bool) -> Placement {
        if self.rule(Lp64dRule::ByReference, layout.size > 16) {
            return self.by_reference(layout);
        }
        let variadic_pair = !self.named && layout.align == 16 && self.cursor.general_free() > 0;
        if self.rule(Lp64dRule::EvenPair, variadic_pair) {
            self.cursor.round_general_to_even();
        }
        let needed = layout.size.div_ceil(8) as u32;
        let free = self.cursor.general_free();
        if self.rule(Lp64dRule::OneRegister, needed <= 1 && free > 0)
            || self.rule(Lp64dRule::TwoRegisters, needed == 2 && free >= 2)
        {
            return Placement::Parts(self.cut(layout, |cursor, _| cursor.take_general()));
        }
        if self.rule(Lp64dRule::SplitPair, needed == 2 && free == 1) {
            return Placement::Parts(self.cut(layout, |cursor, len| match cursor.general_free() {
                0 => Location::Stack { offset: cursor.take_stack(8, 8), size: len, slot: 8 },
                _ => cursor.take_general(),
            }));
        }
        self.on_stack(layout, aggregate)
    }

    fn on_stack(&mut self, layout: Layout, aggregate: bool) -> Placement {
        self.because(Lp64dRule::OnStack);
        let align = if self.rule(Lp64dRule::StackAlignment, layout.align >= 16) { 16 } else { 8 };
        let slot = layout.size.next_multiple_of(8) as u32;
        let offset = self.cursor.take_stack(slot, align);
        if aggregate {
            return Placement::Memory(Memory::OnStack { offset, slot, align });
        }
        let mut next = offset;
        Placement::Parts(self.cut(layout, |_, len| {
            next += 8;
            Location::Stack { offset: next - 8, size: len, slot: 8 }
        }))
    }

    /// Words of 8 bytes, the last one as short as the value.
    fn cut(&mut self, layout: Layout, mut location: impl FnMut(&mut Cursor, u32) -> Location) -> Parts {
        let size = layout.size as u32;
        let mut word = |offset: u32| {
            let len = (size - offset).min(8);
            Part {
                offset,
                len,
                carrier: Carrier::integer(len),
                extend: Extend::None,
                location: location(self.cursor, len),
            }
        };
        (0..size).step_by(8).map(&mut word).collect()
    }

    /// The address travels like any pointer. gcc aligns the copy to no more than the stack is.
    fn by_reference(&mut self, layout: Layout) -> Placement {
        let pointer = if self.cursor.general_free() > 0 {
            self.cursor.take_general()
        } else {
            self.because(Lp64dRule::OnStack);
            Location::Stack { offset: self.cursor.take_stack(8, 8), size: 8, slot: 8 }
        };
        let align = match self.target.features.compatibility {
            Compatibility::Clang => layout.align,
            Compatibility::Gcc => layout.align.min(16),
        };
        Placement::Memory(Memory::ByPointer { pointer, align })
    }
}
