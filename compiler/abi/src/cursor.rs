//! The register cursor: which argument registers are still free and where the argument area ends. Owns the
//! counting; must not know types. One cursor walks a whole parameter list.

use crate::arena::Signature;
use crate::convention::Convention;
use crate::description::{Location, VariadicLayout};
use crate::registers::Register;

/// The state while a parameter list is walked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    general: &'static [Register],
    vector: &'static [Register],
    wide: &'static [Register],
    /// General argument registers used or closed so far.
    pub general_used: u8,
    /// Vector argument registers used or closed so far.
    pub vector_used: u8,
    /// Registers used so far for short vectors, where those have registers of their own.
    pub wide_used: u8,
    /// End of the argument area so far, bytes.
    pub stack: u32,
    /// Largest alignment of a stack slot so far, bytes.
    pub stack_align: u32,
}

impl Cursor {
    /// A cursor in front of the first argument. Where floating-point numbers and short vectors have registers of their
    /// own, `vector` counts those of floating-point numbers, `wide` those of short vectors.
    pub fn arguments(convention: Convention) -> Cursor {
        Cursor {
            wide: convention.vector_arguments(),
            stack: convention.shadow_bytes(),
            ..Cursor::new(convention.general_arguments(), convention.float_arguments())
        }
    }

    /// A cursor in front of the result. Short vectors with registers of their own are returned in the first of those.
    pub fn results(convention: Convention) -> Cursor {
        Cursor {
            wide: convention.vector_arguments(),
            ..Cursor::new(convention.general_results(), convention.float_results())
        }
    }

    fn new(general: &'static [Register], vector: &'static [Register]) -> Cursor {
        Cursor { general, vector, wide: &[], general_used: 0, vector_used: 0, wide_used: 0, stack: 0, stack_align: 16 }
    }

    /// Free general registers.
    pub fn general_free(&self) -> u32 {
        self.general.len() as u32 - u32::from(self.general_used)
    }

    /// Free vector registers.
    pub fn vector_free(&self) -> u32 {
        self.vector.len() as u32 - u32::from(self.vector_used)
    }

    /// The general register of a number among those of arguments, if there are so many.
    pub fn general(&self, number: u32) -> Option<Location> {
        let register = self.general.get(number as usize)?;
        Some(Location::Register(*register))
    }

    /// Takes a general register; the caller has looked that one is free.
    pub fn take_general(&mut self) -> Location {
        let register = self.general[usize::from(self.general_used)];
        self.general_used += 1;
        Location::Register(register)
    }

    /// Takes a vector register; the caller has looked that one is free.
    pub fn take_vector(&mut self) -> Location {
        let register = self.vector[usize::from(self.vector_used)];
        self.vector_used += 1;
        Location::Register(register)
    }

    /// The next register for short vectors, if one is free.
    pub fn take_wide(&mut self) -> Option<Location> {
        let register = self.wide.get(usize::from(self.wide_used))?;
        self.wide_used += 1;
        Some(Location::Register(*register))
    }

    /// No later argument gets a general register.
    pub fn close_general(&mut self) {
        self.general_used = self.general.len() as u8;
    }

    /// No later argument gets a vector register.
    pub fn close_vector(&mut self) {
        self.vector_used = self.vector.len() as u8;
    }

    /// Skips a general register so that the next number is even.
    pub fn round_general_to_even(&mut self) -> bool {
        let odd = !self.general_used.is_multiple_of(2);
        self.general_used += u8::from(odd);
        odd
    }

    /// Reserves `slot` bytes (a multiple of 8) at a multiple of `align`; answers the offset.
    pub fn take_stack(&mut self, slot: u32, align: u32) -> u32 {
        let offset = self.stack.next_multiple_of(align);
        self.stack = offset + slot;
        self.stack_align = self.stack_align.max(align);
        offset
    }

    /// Bytes of the argument area as the call reserves it.
    pub fn stack_bytes(&self) -> u32 {
        self.stack.next_multiple_of(16)
    }
}

impl VariadicLayout {
    /// What the named parameters have used when the cursor stands behind them.
    pub(crate) fn after(signature: &Signature, cursor: &Cursor) -> VariadicLayout {
        VariadicLayout {
            fixed: signature.fixed,
            named_general: cursor.general_used,
            named_vector: cursor.vector_used,
            named_stack_bytes: cursor.stack,
        }
    }
}
