//! The IR types that clang gives the eightbytes of System V x86-64, which it derives from the value's form in memory. Owns
//! this derivation; must not know registers, but for the one choice that clang makes by it.

use crate::arena::{Form, Ty, TyId, TypeArena};
use crate::clang::ir::LlvmType;
use crate::clang::storage::storage;
use crate::classify::eightbyte::{Class, classify};
use crate::target::Target;

/// Whether clang widens an SSE half of two eightbytes to an integer, which LLVM puts into a general register: one of one
/// or two 16-bit floats that the other half does not follow at byte 8 by itself.
pub(crate) fn first_half_becomes_integer(target: &Target, arena: &TypeArena, ty: TyId) -> bool {
    let value = Eightbytes::of(target, arena, ty);
    let high = match classify(target, arena, ty).high {
        Class::Integer => value.integer(8),
        Class::None | Class::Sse | Class::SseUp | Class::X87 | Class::X87Up | Class::ComplexX87 | Class::Memory => {
            value.float(8)
        }
    };
    value.widened_low(value.float(0), &high) == LlvmType::Int(64)
}

/// A value that travels as eightbytes, with its form in memory.
pub(crate) struct Eightbytes<'a> {
    target: &'a Target,
    arena: &'a TypeArena,
    ty: TyId,
    /// The IR type that it has in memory; a `_BitInt` has exactly its bits.
    pub(crate) memory: LlvmType,
    /// Its size in bytes.
    size: u64,
}

impl Eightbytes<'_> {
    /// The eightbytes of a value.
    pub(crate) fn of<'a>(target: &'a Target, arena: &'a TypeArena, ty: TyId) -> Eightbytes<'a> {
        let memory = if let Ty::BitInt { bits, signed: _ } = arena.get(ty) {
            LlvmType::Int(u32::from(bits))
        } else {
            storage(target, arena, ty)
        };
        Eightbytes { target, arena, ty, memory, size: arena.layout(target, ty).size }
    }

    /// The IR type of the INTEGER eightbyte at an offset: the element that stands there if nothing but padding follows it,
    /// else an integer as wide as the value allows.
    pub(crate) fn integer(&self, source_offset: u64) -> LlvmType {
        self.integer_in(&self.memory, source_offset, source_offset)
    }

    fn integer_in(&self, memory: &LlvmType, offset: u64, source_offset: u64) -> LlvmType {
        if offset == 0 {
            match memory {
                LlvmType::Pointer | LlvmType::Int(64) => return memory.clone(),
                LlvmType::Int(128) if source_offset == 0 => return memory.clone(),
                LlvmType::Int(bits @ (8 | 16 | 32)) => {
                    let first = 8 * source_offset + u64::from(*bits);
                    if self.no_data(self.ty, first, 8 * source_offset + 64) {
                        return memory.clone();
                    }
                }
                LlvmType::Void
                | LlvmType::Int(_)
                | LlvmType::Half
                | LlvmType::Float
                | LlvmType::Double
                | LlvmType::X86Fp80
                | LlvmType::Fp128
                | LlvmType::BFloat
                | LlvmType::PpcFp128
                | LlvmType::Vector(_, _)
                | LlvmType::Array(_, _)
                | LlvmType::Struct(_)
                | LlvmType::PackedStruct(_) => {}
            }
        }
        let is_struct = matches!(memory, LlvmType::Struct(_) | LlvmType::PackedStruct(_));
        if (!is_struct || offset < memory.size(self.target))
            && let Some((element, inside)) = memory.element_at(self.target, offset)
        {
            return self.integer_in(element, inside, source_offset);
        }
        LlvmType::Int(8 * (self.size - source_offset).min(8) as u32)
    }

    /// Whether no member touches the bits `start..end`. Declared types of bit-fields count in full, as in clang.
    fn no_data(&self, ty: TyId, start: u64, end: u64) -> bool {
        if 8 * self.arena.layout(self.target, ty).size <= start {
            return true;
        }
        match self.arena.get(ty).form() {
            Form::Array(array) => {
                let bits = 8 * self.arena.layout(self.target, array.element).size;
                (0..array.count)
                    .map(|index| index * bits)
                    .take_while(|offset| *offset < end)
                    .all(|offset| self.no_data(array.element, start.saturating_sub(offset), end - offset))
            }
            Form::Record(record) => {
                self.arena.record(record).fields.iter().take_while(|field| field.offset_bits < end).all(|field| {
                    let offset = field.offset_bits;
                    self.no_data(field.ty, start.saturating_sub(offset), end - offset)
                })
            }
            Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) => false,
        }
    }

    /// The IR type of an SSE eightbyte: one or more floating-point numbers that stand there, else `double`.
    pub(crate) fn float(&self, source_offset: u64) -> LlvmType {
        let left = self.size - source_offset;
        let Some(first) = self.float_at(&self.memory, source_offset).filter(|ty| *ty != LlvmType::Double) else {
            return LlvmType::Double;
        };
        let is_half = |ty: &LlvmType| matches!(ty, LlvmType::Half | LlvmType::BFloat);
        let mut second = None;
        if left > first.size(self.target) {
            second = self.float_at(&self.memory, source_offset + first.size(self.target));
        }
        if second.is_none() && is_half(&first) && left > 4 {
            second = self.float_at(&self.memory, source_offset + 4);
        }
        let Some(second) = second else {
            return first;
        };
        if first == LlvmType::Float && second == LlvmType::Float {
            return LlvmType::Vector(2, Box::new(first));
        }
        if is_half(&first) && is_half(&second) {
            let third = if left > 4 { self.float_at(&self.memory, source_offset + 4) } else { None };
            return LlvmType::Vector(if third.is_some() { 4 } else { 2 }, Box::new(first));
        }
        if is_half(&first) || is_half(&second) {
            return LlvmType::Vector(4, Box::new(LlvmType::Half));
        }
        LlvmType::Double
    }

    fn float_at(&self, memory: &LlvmType, offset: u64) -> Option<LlvmType> {
        match memory {
            LlvmType::Half
            | LlvmType::Float
            | LlvmType::Double
            | LlvmType::X86Fp80
            | LlvmType::Fp128
            | LlvmType::BFloat
            | LlvmType::PpcFp128 => (offset == 0).then(|| memory.clone()),
            LlvmType::Struct(_) | LlvmType::PackedStruct(_) | LlvmType::Array(_, _) => {
                let (element, inside) = memory.element_at(self.target, offset)?;
                self.float_at(element, inside)
            }
            LlvmType::Void | LlvmType::Int(_) | LlvmType::Pointer | LlvmType::Vector(_, _) => None,
        }
    }

    /// The upper half of a pair must start at byte 8 of the pair's struct type.
    pub(crate) fn widened_low(&self, low: LlvmType, high: &LlvmType) -> LlvmType {
        if low.size(self.target).next_multiple_of(u64::from(high.align(self.target))) == 8 {
            return low;
        }
        match low {
            LlvmType::Half | LlvmType::Float => LlvmType::Double,
            LlvmType::Void
            | LlvmType::Int(_)
            | LlvmType::Double
            | LlvmType::X86Fp80
            | LlvmType::Fp128
            | LlvmType::PpcFp128
            | LlvmType::BFloat
            | LlvmType::Pointer
            | LlvmType::Vector(_, _)
            | LlvmType::Array(_, _)
            | LlvmType::Struct(_)
            | LlvmType::PackedStruct(_) => LlvmType::Int(64),
        }
    }
}
