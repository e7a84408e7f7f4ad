//! The C ABI of WebAssembly's tool conventions ("BasicCABI"). Owns which value is which operand; must not know how any
//! code generator is told. Functions have typed operands instead of registers: a value is one or more of them, or the
//! address of a copy is one. Variadic arguments lie in a buffer whose address is the last operand.

#[cfg(test)]
mod tests;

use smallvec::{SmallVec, smallvec};

use crate::arena::{Form, Signature, Ty, TyId, TypeArena};
use crate::classify::{is_empty_record, single_element};
use crate::convention::Convention;
use crate::description::{
    Call, Carrier, Extend, FnAbi, Location, Memory, Part, Parts, Placement, Unsupported, ValueAbi, VariadicLayout,
};
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::rules::rule;
use crate::scalars::Layout;
use crate::target::Target;
use crate::why::{Wasm, Why};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    let mut walk = Walk { target, arena, operands: 0, buffer: None };
    walk_signature(Convention::WasmBasic, signature, &mut walk)
}

/// The scalar or short vector that travels as operands, for itself or for the record that wraps it.
pub(crate) fn direct(target: &Target, arena: &TypeArena, ty: TyId) -> Option<TyId> {
    match arena.get(ty).form() {
        Form::Record(_) => single_element(target, arena, ty)
            .filter(|element| rule(Why::Wasm(Wasm::SingleElement), !matches!(arena.get(*element), Ty::Complex(_)))),
        Form::Complex(_) | Form::Array(_) => None,
        Form::Void | Form::Scalar(_) | Form::Vector(_) => Some(ty),
    }
}

/// The way along one signature.
struct Walk<'a> {
    target: &'a Target,
    arena: &'a TypeArena,
    /// Operands so far.
    operands: u16,
    /// Bytes of the buffer of variadic arguments so far, once it has begun.
    buffer: Option<u32>,
}

type Reasons = SmallVec<[Why; 4]>;

impl SignatureWalk for Walk<'_> {
    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported> {
        if rule(Why::Wasm(Wasm::Variadic), !named) {
            self.buffer.get_or_insert(0);
        }
        let layout = self.arena.layout(self.target, ty);
        let mut why = Reasons::new();
        if self.buffer.is_some() {
            why.push(Why::Wasm(Wasm::Variadic));
        }
        if self.is_empty(ty) {
            why.push(Why::Empty);
            return Ok(self.value(ty, layout, Placement::Ignore, why));
        }
        let Some(element) = direct(self.target, self.arena, ty) else {
            why.push(Why::Wasm(Wasm::ByPointer));
            let pointer = self.next(4, 4, 4);
            let align = layout.align;
            let placement = Placement::Memory(Memory::ByPointer { pointer, align });
            return Ok(self.value(ty, layout, placement, why));
        };
        let pieces = self.pieces(element)?;
        why.push(wrapped(element, ty));
        if pieces.len() > 1 {
            why.push(Why::Wasm(Wasm::Split));
        }
        self.refuse_gaps(element, &pieces)?;
        let extend = self.extend(ty);
        let part = |(index, piece): (usize, &Piece)| {
            // The machine type has at least 4 bytes.
            let slot = piece.len.max(4);
            let align = if index == 0 { layout.align.max(slot) } else { slot };
            piece.part(extend, self.next(piece.len, slot, align))
        };
        let parts: Parts = pieces.iter().enumerate().map(part).collect();
        Ok(self.value(ty, layout, Placement::Parts(parts), why))
    }

    /// One operand at most; what needs more is written to an address, as the code generator has it.
    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        let layout = self.arena.layout(self.target, ty);
        if self.is_empty(ty) {
            return Ok(self.value(ty, layout, Placement::Ignore, smallvec![Why::Empty]));
        }
        let mut why = Reasons::new();
        if let Some(element) = direct(self.target, self.arena, ty) {
            let pieces = self.pieces(element)?;
            if !rule(Why::Wasm(Wasm::Split), pieces.len() > 1) {
                why.push(wrapped(element, ty));
                let extend = self.extend(ty);
                let part = |(index, piece): (usize, &Piece)| piece.part(extend, Location::Operand(index as u16));
                let parts = pieces.iter().enumerate().map(part).collect();
                return Ok(self.value(ty, layout, Placement::Parts(parts), why));
            }
            why.push(Why::Wasm(Wasm::Split));
        }
        why.push(Why::Wasm(Wasm::Sret));
        let placement = Placement::Sret { pointer: self.next(4, 4, 4), returned_in: None };
        Ok(self.value(ty, layout, placement, why))
    }

    /// The operands; the buffer's address is none of them.
    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        let named_general = u8::try_from(self.operands).map_err(|_| {
            Unsupported::new(
                "a variadic function of more than 255 named operands",
                "the description of variadic functions counts them in one byte",
            )
        })?;
        Ok(VariadicLayout { fixed: signature.fixed, named_general, named_vector: 0, named_stack_bytes: 0 })
    }

    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        Call {
            stack_bytes: self.buffer.unwrap_or(0).next_multiple_of(16),
            stack_align: 16,
            shadow_bytes: 0,
            vector_registers: None,
            variadic,
        }
    }
}

impl Walk<'_> {
    fn value(&self, ty: TyId, layout: Layout, placement: Placement, why: Reasons) -> ValueAbi {
        ValueAbi { size: layout.size, align: layout.align, aggregate: self.arena.is_aggregate(ty), placement, why }
    }

    fn is_empty(&self, ty: TyId) -> bool {
        self.arena.get(ty) == Ty::Void || is_empty_record(self.arena, ty)
    }

    /// The next operand, or the next place in the buffer.
    fn next(&mut self, size: u32, slot: u32, align: u32) -> Location {
        match &mut self.buffer {
            Some(end) => {
                let offset = end.next_multiple_of(align);
                *end = offset + slot;
                Location::Stack { offset, size, slot }
            }
            None => {
                self.operands += 1;
                Location::Operand(self.operands - 1)
            }
        }
    }

    /// What the tool conventions' four machine types make of a value.
    fn pieces(&self, ty: TyId) -> Result<SmallVec<[Piece; 4]>, Unsupported> {
        let size = self.arena.layout(self.target, ty).size as u32;
        let one = |carrier: Carrier| Ok(smallvec![Piece { offset: 0, len: size, carrier }]);
        match self.arena.get(ty) {
            Ty::F32 => one(Carrier::F32),
            Ty::F64 => one(Carrier::F64),
            Ty::BitInt { bits: 129.., .. } => Err(Unsupported::new(
                "a _BitInt of more than 128 bits on WebAssembly",
                "no C compiler for the target has it",
            )),
            Ty::Bool | Ty::Int { .. } | Ty::BitInt { .. } | Ty::Pointer if size <= 8 => one(Carrier::integer(size)),
            Ty::Int { .. } | Ty::BitInt { .. } | Ty::F128 => {
                let word = |offset| Piece { offset, len: 8, carrier: Carrier::I64 };
                Ok(smallvec![word(0), word(8)])
            }
            // Without its vectors, which are no part of the basic machine, the elements travel one by one.
            Ty::Vector(vector) => {
                let element = self.pieces(vector.element)?;
                let bytes = self.arena.layout(self.target, vector.element).size as u32;
                let at = |index: u32| {
                    element.iter().map(move |piece| Piece { offset: index * bytes + piece.offset, ..*piece })
                };
                Ok((0..vector.count).flat_map(at).collect())
            }
            Ty::Void
            | Ty::Bool
            | Ty::F16
            | Ty::X87
            | Ty::BF16
            | Ty::DoubleDouble
            | Ty::Pointer
            | Ty::Complex(_)
            | Ty::Array(_)
            | Ty::Record(_) => Err(Unsupported::new("a value of this type", "it is no operand of WebAssembly")),
        }
    }

    /// Elements of less than 4 bytes take a word each in the buffer, where `va_arg` expects them side by side.
    fn refuse_gaps(&self, element: TyId, pieces: &[Piece]) -> Result<(), Unsupported> {
        let is_vector = self.arena.get(element).is_vector();
        if self.buffer.is_some() && is_vector && pieces.len() > 1 && pieces[0].len < 4 {
            return Err(Unsupported::new(
                "a variadic argument that is a vector of elements of less than 4 bytes",
                "LLVM passes each element in a word, but clang reads them side by side",
            ));
        }
        Ok(())
    }

    /// Whoever passes a small integer widens it to 32 bits; records that wrap one are passed as they are.
    fn extend(&self, ty: TyId) -> Extend {
        let promotion = self.arena.get(ty).promotion();
        promotion.filter(|_| rule(Why::Wasm(Wasm::Widened), true)).unwrap_or(Extend::None)
    }
}

/// A value of one of the machine types `i32`, `i64`, `f32` and `f64`, or the narrower integer that it carries.
#[derive(Clone, Copy)]
struct Piece {
    offset: u32,
    len: u32,
    carrier: Carrier,
}

impl Piece {
    fn part(&self, extend: Extend, location: Location) -> Part {
        Part { offset: self.offset, len: self.len, carrier: self.carrier, extend, location }
    }
}

fn wrapped(element: TyId, ty: TyId) -> Why {
    if element == ty { Why::Wasm(Wasm::Scalar) } else { Why::Wasm(Wasm::SingleElement) }
}
