//! AAPCS64, as on Linux, and what the variants of Windows and Apple share with it ([`Variant`] says what they do not).
//! Owns which value travels where; must not know how any code generator is told.
//! Unlike System V, a value that does not fit closes its register file: no later value gets what it left.
//! Variadic arguments travel as named ones.

#[cfg(test)]
mod apple64_tests;
#[cfg(test)]
mod tests;
pub(crate) mod variant;
#[cfg(test)]
mod windows_arm64_tests;

use variant::{Natural, Stack, Variadic, Variant};

use smallvec::{SmallVec, smallvec};

use crate::arena::{Signature, Ty, TyId, TypeArena};
use crate::classify::{Homogeneous, homogeneous, is_empty_record, unsupported_format};
use crate::cursor::Cursor;
use crate::description::{
    Call, Carrier, Extend, FnAbi, Location, Memory, Part, Parts, Placement, Unsupported, ValueAbi, VariadicLayout,
};
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::registers::Register;
use crate::rules::rule;
use crate::scalars::Layout;
use crate::target::{Compatibility, Target};
use crate::why::{Aapcs64, Why};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    let variant = Variant::of(target);
    let mut walk = Walk {
        target,
        arena,
        variant,
        general_only: variant.general_only(signature.variadic),
        stack_only: false,
        cursor: Cursor::arguments(variant.convention),
    };
    walk_signature(variant.convention, signature, &mut walk)
}

/// The way along one list of values.
struct Walk<'a> {
    target: &'a Target,
    arena: &'a TypeArena,
    variant: &'static Variant,
    /// Whether floating-point numbers travel as integers, and homogeneous aggregates as any other.
    general_only: bool,
    /// Whether registers are no longer given out, but for later results.
    stack_only: bool,
    cursor: Cursor,
}

type Reasons = SmallVec<[Why; 4]>;

impl SignatureWalk for Walk<'_> {
    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        self.lower_result(ty)
    }

    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported> {
        self.stack_only = self.variant.unnamed_on_stack(!named);
        self.lower_param(ty)
    }

    /// Unnamed ones on the stack begin at the next word.
    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        if self.variant.variadic == Variadic::OnStack {
            self.cursor.stack = self.cursor.stack.next_multiple_of(8);
        }
        Ok(VariadicLayout::after(signature, &self.cursor))
    }

    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        self.cursor.call(self.variant.convention, variadic)
    }
}

impl Walk<'_> {
    fn lower_param(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        let layout = self.arena.layout(self.target, ty);
        let aggregate = self.arena.is_aggregate(ty);
        let mut why = SmallVec::new();
        let placement = self.place(ty, layout, &mut why)?;
        Ok(ValueAbi { size: layout.size, align: layout.align, aggregate, placement, why })
    }

    fn place(&mut self, ty: TyId, layout: Layout, why: &mut Reasons) -> Result<Placement, Unsupported> {
        let size = layout.size as u32;
        match self.arena.get(ty) {
            Ty::Void => return Ok(ignore(why)),
            format @ (Ty::X87 | Ty::DoubleDouble) => return Err(unsupported_format(self.target, format)),
            Ty::Bool | Ty::Int { bits: 8..=64, .. } | Ty::BitInt { bits: 1..=64, .. } | Ty::Pointer => {
                return Ok(self.one_part(ty, Carrier::integer(size), size, why));
            }
            Ty::Int { .. } | Ty::BitInt { bits: 65..=128, .. } => return Ok(self.wide_integer(layout, why)),
            Ty::F16 => return self.float(ty, Carrier::F16, why),
            Ty::BF16 => return self.float(ty, Carrier::BF16, why),
            Ty::F32 => return self.float(ty, Carrier::F32, why),
            Ty::F64 => return self.float(ty, Carrier::F64, why),
            Ty::F128 => return self.float(ty, Carrier::F128, why),
            // Vectors below 8 bytes are no short vectors of AAPCS64; clang and gcc pass them as integers.
            Ty::Vector(_) if size <= 4 => return Ok(self.one_part(ty, Carrier::integer(size), size, why)),
            Ty::Vector(_) if size <= 16 && self.general_only => {
                return Err(Unsupported::new(
                    "a short vector as an argument of a variadic function",
                    "Microsoft's document wants it in general registers, LLVM passes it in a vector register",
                ));
            }
            Ty::Vector(_) if size == 8 => return Ok(self.one_part(ty, Carrier::F64, 8, why)),
            Ty::Vector(_) if size == 16 => return Ok(self.one_part(ty, Carrier::V128, 16, why)),
            Ty::Vector(_) | Ty::BitInt { .. } => return Ok(self.by_pointer(layout, layout.align, why)),
            Ty::Complex(_) | Ty::Array(_) | Ty::Record(_) => {}
        }
        if rule(Why::Empty, layout.size == 0 || is_empty_record(self.arena, ty)) {
            return Ok(ignore(why));
        }
        let natural = self.variant.natural_align(self.target, self.arena, ty);
        match homogeneous(self.target, self.arena, ty)
            .filter(|_| rule(Why::Aapcs64(Aapcs64::HomogeneousAggregate), true))
        {
            Some(_) if self.general_only => {
                why.push(Why::Aapcs64(Aapcs64::VariadicInGeneral));
                self.general(layout, natural, why)
            }
            Some(found) => {
                let natural = match self.variant.natural {
                    Natural::OfMembers => natural,
                    Natural::OfType => self.arena.layout(self.target, found.base).align,
                };
                self.homogeneous_param(layout, &found, natural, why)
            }
            None => self.general(layout, natural, why),
        }
    }

    /// An aggregate that is not homogeneous, or does not travel as such.
    fn general(&mut self, layout: Layout, natural: u32, why: &mut Reasons) -> Result<Placement, Unsupported> {
        if rule(Why::Aapcs64(Aapcs64::LargeComposite), layout.size > 16) {
            Ok(self.by_pointer(layout, natural, why))
        } else {
            self.composite(layout, natural, why)
        }
    }

    fn float(&mut self, ty: TyId, carrier: Carrier, why: &mut Reasons) -> Result<Placement, Unsupported> {
        let bytes = carrier.bytes();
        if self.stack_only && bytes < 8 {
            return Err(Unsupported::new(
                "a floating-point number of less than 8 bytes as an unnamed argument",
                "LLVM converts it to double, and no clause says so",
            ));
        }
        if !self.general_only {
            return Ok(self.one_part(ty, carrier, bytes, why));
        }
        if bytes > 8 {
            return Err(Unsupported::new(
                "a floating-point number of 16 bytes as an argument of a variadic function",
                "no compiler for a target that passes them in general registers has the format",
            ));
        }
        why.push(Why::Aapcs64(Aapcs64::VariadicInGeneral));
        Ok(self.one_part(ty, Carrier::integer(bytes), bytes, why))
    }

    /// A scalar or short vector: one register, or one slot of the argument area.
    fn one_part(&mut self, ty: TyId, carrier: Carrier, len: u32, why: &mut Reasons) -> Placement {
        let general = carrier.is_integer();
        let mut extend = self.variant.extend(self.arena, ty);
        let location = if general && self.general_free() > 0 {
            why.push(Why::Aapcs64(Aapcs64::GeneralRegister));
            self.cursor.take_general()
        } else if !general && self.vector_free() > 0 {
            why.push(Why::Aapcs64(Aapcs64::VectorRegister));
            self.cursor.take_vector()
        } else {
            why.push(match (self.stack_only, general) {
                (true, _) => Why::Aapcs64(Aapcs64::AppleVariadic),
                (false, true) => Why::Aapcs64(Aapcs64::GeneralExhausted),
                (false, false) => Why::Aapcs64(Aapcs64::VectorExhausted),
            });
            let mut slot = len.max(8);
            if self.is_packed() {
                why.push(Why::Aapcs64(Aapcs64::ApplePackedStack));
                slot = self.variant.packed_bytes(self.arena, ty, len);
                if slot < 4 {
                    extend = Extend::None;
                }
            }
            Location::Stack { offset: self.cursor.take_stack(slot, slot), size: len, slot }
        };
        if extend != Extend::None {
            why.push(Why::Aapcs64(Aapcs64::AppleWidened));
        }
        Placement::Parts(smallvec![Part { offset: 0, len, carrier, extend, location }])
    }

    fn general_free(&self) -> u32 {
        let free = self.cursor.general_free();
        if rule(Why::Aapcs64(Aapcs64::GeneralRegister), free > 0 && !self.stack_only) { free } else { 0 }
    }

    fn vector_free(&self) -> u32 {
        let free = self.cursor.vector_free();
        if rule(Why::Aapcs64(Aapcs64::VectorRegister), free > 0 && !self.stack_only) { free } else { 0 }
    }

    /// No later argument gets a general register.
    fn close_general(&mut self) {
        if rule(Why::Aapcs64(Aapcs64::GeneralExhausted), !self.stack_only) {
            self.cursor.close_general();
        }
    }

    /// Whether the next value on the stack is packed.
    fn is_packed(&self) -> bool {
        let packed = self.variant.stack == Stack::Packed && !self.stack_only;
        rule(Why::Aapcs64(Aapcs64::ApplePackedStack), packed)
    }

    /// C.2 to C.4: one vector register per member, or the stack as a whole, which closes the vector registers.
    fn homogeneous_param(
        &mut self,
        layout: Layout,
        found: &Homogeneous,
        natural: u32,
        why: &mut Reasons,
    ) -> Result<Placement, Unsupported> {
        why.push(Why::Aapcs64(Aapcs64::HomogeneousAggregate));
        if found.count <= u64::from(self.vector_free()) {
            return Ok(Placement::Parts(homogeneous_parts(self.arena, found, &mut self.cursor)));
        }
        if self.stack_only && layout.align >= 16 && !self.cursor.stack.is_multiple_of(16) {
            return Err(Unsupported::new(
                "an unnamed homogeneous aggregate whose alignment of 16 its place does not have",
                "LLVM puts it at the next multiple of 8, clang looks for it at the next of 16",
            ));
        }
        if rule(Why::Aapcs64(Aapcs64::HomogeneousOnStack), !self.stack_only) {
            self.cursor.close_vector();
        }
        if self.is_packed() {
            why.extend([Why::Aapcs64(Aapcs64::HomogeneousOnStack), Why::Aapcs64(Aapcs64::ApplePackedStack)]);
            let slot = layout.size as u32;
            return Ok(Placement::Memory(Memory::OnStack {
                offset: self.cursor.take_stack(slot, natural),
                slot,
                align: natural,
            }));
        }
        why.push(Why::Aapcs64(Aapcs64::HomogeneousOnStack));
        Ok(self.on_stack(layout, if self.stack_only { 8 } else { natural }, why))
    }

    /// C.10 to C.14: up to 16 bytes in one or two general registers, or the stack as a whole, which closes them.
    fn composite(&mut self, layout: Layout, natural: u32, why: &mut Reasons) -> Result<Placement, Unsupported> {
        let registers = layout.size.div_ceil(8) as u32;
        self.round_to_even(natural, why);
        if rule(Why::Aapcs64(Aapcs64::CompositeInRegisters), registers <= self.general_free()) {
            why.push(Why::Aapcs64(Aapcs64::CompositeInRegisters));
            return Ok(Placement::Parts(words(layout, |_| self.cursor.take_general())));
        }
        if self.general_only && self.general_free() > 0 {
            return Err(Unsupported::new(
                "a composite of two words for which a variadic function has one register left",
                "Microsoft's document splits it between x7 and the stack, LLVM puts it on the stack as a whole",
            ));
        }
        self.close_general();
        why.push(self.why_no_general());
        Ok(self.on_stack(layout, natural, why))
    }

    /// C.9 and C.11: an even pair of general registers, or two words of the stack; both close what they skip.
    fn wide_integer(&mut self, layout: Layout, why: &mut Reasons) -> Placement {
        self.round_to_even(16, why);
        if rule(Why::Aapcs64(Aapcs64::PairOfRegisters), self.general_free() >= 2) {
            why.push(Why::Aapcs64(Aapcs64::PairOfRegisters));
            return Placement::Parts(words(layout, |_| self.cursor.take_general()));
        }
        self.close_general();
        why.extend([self.why_no_general(), Why::Aapcs64(Aapcs64::StackSlot)]);
        let start = self.cursor.take_stack(16, stack_align(16));
        Placement::Parts(words(layout, |offset| Location::Stack { offset: start + offset, size: 8, slot: 8 }))
    }

    /// The rounding up happens whether or not the value then fits.
    fn round_to_even(&mut self, natural: u32, why: &mut Reasons) {
        let even = rule(Why::Aapcs64(Aapcs64::EvenRegister), natural >= 16 && self.variant.even_pairs);
        if even && self.general_free() > 0 && self.cursor.round_general_to_even() {
            why.push(Why::Aapcs64(Aapcs64::EvenRegister));
        }
    }

    fn why_no_general(&self) -> Why {
        if self.stack_only { Why::Aapcs64(Aapcs64::AppleVariadic) } else { Why::Aapcs64(Aapcs64::GeneralExhausted) }
    }

    fn on_stack(&mut self, layout: Layout, natural: u32, why: &mut Reasons) -> Placement {
        why.push(Why::Aapcs64(Aapcs64::StackSlot));
        let align = stack_align(natural);
        let slot = layout.size.next_multiple_of(8) as u32;
        Placement::Memory(Memory::OnStack { offset: self.cursor.take_stack(slot, align), slot, align })
    }

    /// B.4: the address of a copy, passed like any pointer. B.5: the copy of a record is aligned to 16 bytes if its
    /// members ask for that, else to 8, whatever the type itself asks for; gcc does no more.
    fn by_pointer(&mut self, layout: Layout, natural: u32, why: &mut Reasons) -> Placement {
        why.push(Why::Aapcs64(Aapcs64::LargeComposite));
        let pointer = if self.general_free() > 0 {
            why.push(Why::Aapcs64(Aapcs64::GeneralRegister));
            self.cursor.take_general()
        } else {
            why.push(self.why_no_general());
            Location::Stack { offset: self.cursor.take_stack(8, 8), size: 8, slot: 8 }
        };
        let most = match self.variant.natural {
            Natural::OfMembers if natural >= 16 => 16,
            Natural::OfMembers => 8,
            Natural::OfType => natural,
        };
        Placement::Memory(Memory::ByPointer { pointer, align: layout.align.min(most) })
    }

    /// §6.9: as a first argument, or through the address in x8, which is not returned.
    fn lower_result(&self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        let mut first = Walk {
            general_only: false,
            stack_only: false,
            cursor: Cursor::arguments(self.variant.convention),
            ..*self
        };
        let mut value = first.lower_param(ty)?;
        if let Ty::Vector(vector) = self.arena.get(ty)
            && self.target.features.compatibility == Compatibility::Clang
            && rule(Why::Aapcs64(Aapcs64::OddVectorResult), true)
            && let Some(parts) = odd_vector_result(self.arena.get(vector.element), vector.count, value.size)
        {
            value.placement = Placement::Parts(parts);
            value.why = smallvec![Why::Aapcs64(Aapcs64::OddVectorResult)];
            return Ok(value);
        }
        let sret = Placement::Sret { pointer: Location::Register(Register::X8), returned_in: None };
        match value.placement {
            Placement::Ignore | Placement::Sret { .. } => {}
            Placement::Parts(_) if rule(Why::Aapcs64(Aapcs64::ResultAsArgument), true) => {
                value.why.push(Why::Aapcs64(Aapcs64::ResultAsArgument))
            }
            Placement::Parts(_) => value.placement = sret,
            Placement::Memory(_) if rule(Why::Aapcs64(Aapcs64::Sret), true) => {
                value.placement = sret;
                value.why = smallvec![Why::Aapcs64(Aapcs64::Sret)];
            }
            Placement::Memory(_) => {}
        }
        Ok(value)
    }
}

/// C.4 and C.14: what a value on the stack is aligned to, bytes.
fn stack_align(natural: u32) -> u32 {
    if rule(Why::Aapcs64(Aapcs64::StackSlot), natural >= 16) { 16 } else { 8 }
}

fn ignore(why: &mut Reasons) -> Placement {
    why.push(Why::Empty);
    Placement::Ignore
}

fn homogeneous_parts(arena: &TypeArena, found: &Homogeneous, cursor: &mut Cursor) -> Parts {
    let carrier = match found.bytes {
        2 if arena.get(found.base) == Ty::BF16 => Carrier::BF16,
        2 => Carrier::F16,
        4 => Carrier::F32,
        8 => Carrier::F64,
        _ if arena.get(found.base) == Ty::F128 => Carrier::F128,
        _ => Carrier::V128,
    };
    let len = found.bytes as u32;
    let part =
        |index: u32| Part { offset: index * len, len, carrier, extend: Extend::None, location: cursor.take_vector() };
    (0..found.count as u32).map(part).collect()
}

/// The value cut into 8-byte words, the last one as short as the value.
fn words(layout: Layout, mut location: impl FnMut(u32) -> Location) -> Parts {
    let size = layout.size as u32;
    let word = |offset: u32| {
        let len = (size - offset).min(8);
        Part { offset, len, carrier: Carrier::integer(len), extend: Extend::None, location: location(offset) }
    };
    (0..size).step_by(8).map(word).collect()
}

/// What no clause of AAPCS64 knows: clang leaves results of vectors that are no short vectors to LLVM, which widens their
/// elements to fill 8 bytes or hands them out one by one. gcc returns them as integers.
fn odd_vector_result(element: Ty, count: u32, size: u64) -> Option<Parts> {
    let size = size as u32;
    let part = |offset, len, carrier, register| Part {
        offset,
        len,
        carrier,
        extend: Extend::None,
        location: Location::Register(register),
    };
    let in_v0 = |carrier| Some(smallvec![part(0, size, carrier, Register::v(0))]);
    let is_float = matches!(element, Ty::F16 | Ty::BF16);
    match (size, count) {
        (16, 1) => Some((0..2).map(|word| part(8 * word, 8, Carrier::I64, Register::x(word as u8))).collect()),
        (5.., _) => None,
        (_, 1) if element == Ty::BF16 => in_v0(Carrier::BF16),
        (1 | 2, 1) => in_v0(Carrier::F16),
        (_, 1) => in_v0(Carrier::F32),
        (_, 2) if is_float => in_v0(Carrier::F32),
        (_, 2) => in_v0(Carrier::Lanes { bytes: 4 }),
        (_, 3) => Some((0..3).map(|byte| part(byte, 1, Carrier::I8, Register::x(byte as u8))).collect()),
        (_, _) => in_v0(Carrier::Lanes { bytes: 2 }),
    }
}
