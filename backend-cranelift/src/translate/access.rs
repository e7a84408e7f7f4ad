//! Loads, stores and copies. Owns which of them become code: what [`super::contents`] knows is not loaded again. Must
//! not know why memory is accessed.

use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{self, InstBuilder, MemFlags, MemFlagsData, Opcode, Type};
use mir::{Align, Scalar, Slot, Value};

use super::contents::Known;
use super::reuse::Computation;
use super::tables::Place;
use super::{Translator, machine_type};
use crate::library::Library;
use crate::memory;

/// More scalars than this are copied as memory, although they are known.
const MOST_COPIED: usize = 8;

impl Translator<'_> {
    pub(super) fn load(&mut self, scalar: Scalar, address: Value, offset: i32, align: Align) -> ir::Value {
        let ty = machine_type(scalar);
        let flags = self.access_flags(scalar, align);
        let Some((slot, start)) = self.slot_behind(address, offset) else {
            let address = self.value(address);
            return self.emit_load(ty, flags, address, offset);
        };
        if let Some(known) = self.tables.contents.scalar(slot, start, ty) {
            return known;
        }
        let halves = match ty {
            I64 | F64 => self.tables.contents.halves(slot, start),
            _ => None,
        };
        let value = match halves {
            Some(halves) => self.join(halves, ty),
            None => {
                self.tables.contents.used(slot);
                let (base, offset) = self.base(slot, start);
                self.emit_load(ty, flags, base, offset)
            }
        };
        let known = Known { offset: start, ty, value };
        self.tables.contents.learned(slot, known);
        value
    }

    pub(super) fn store(&mut self, value: Value, address: Value, offset: i32, align: Align) {
        let scalar = self.scalar(value);
        let flags = self.access_flags(scalar, align);
        let value = self.value(value);
        match self.slot_behind(address, offset) {
            Some((slot, offset)) => {
                let ty = machine_type(scalar);
                self.store_to_slot(slot, Known { offset, ty, value }, flags);
            }
            None => {
                let address = self.value(address);
                self.emit_store(flags, value, address, offset);
                self.tables.contents.written_somewhere();
            }
        }
    }

    pub(super) fn copy(&mut self, destination: Value, source: Value, bytes: u64) {
        let [to, from] = [destination, source].map(|address| self.tables.contents.origin(address));
        let mut known = std::mem::take(&mut self.tables.known);
        known.clear();
        let whole = match from {
            Some((slot, offset)) => self.tables.contents.range(slot, offset, bytes, &mut known),
            None => false,
        };
        let by_scalars = whole && known.len() <= MOST_COPIED;
        if !by_scalars {
            if let Some((slot, _)) = from {
                self.tables.contents.used(slot);
            }
            self.copy_memory(destination, source, bytes);
        }
        // Offsets of what is known are those of the source until here.
        let start = from.map_or(0, |(_, offset)| offset);
        match to {
            Some((slot, offset)) => {
                if !by_scalars {
                    self.tables.contents.used(slot);
                    self.tables.contents.overwritten(slot, offset, bytes);
                }
                for known in &known {
                    let known = Known { offset: known.offset - start + offset, ..*known };
                    if by_scalars {
                        self.store_to_slot(slot, known, self.access.any);
                    } else {
                        self.tables.contents.learned(slot, known);
                    }
                }
            }
            None => {
                if by_scalars {
                    let address = self.value(destination);
                    for known in &known {
                        self.emit_store(self.access.any, known.value, address, (known.offset - start) as i32);
                    }
                }
                self.tables.contents.written_somewhere();
            }
        }
        self.tables.known = known;
    }

    fn copy_memory(&mut self, destination: Value, source: Value, bytes: u64) {
        let (destination, source) = (self.value(destination), self.value(source));
        if bytes <= memory::INLINE_BYTES {
            memory::copy(&mut self.builder, (destination, 0), (source, 0), bytes);
        } else {
            let bytes = self.builder.ins().iconst(I64, bytes as i64);
            self.call_library(Library::Memcpy, &[destination, source, bytes]);
        }
    }

    pub(super) fn zero(&mut self, destination: Value, bytes: u64) {
        match self.tables.contents.origin(destination) {
            Some((slot, offset)) => {
                self.tables.contents.used(slot);
                self.tables.contents.overwritten(slot, offset, bytes);
            }
            None => self.tables.contents.written_somewhere(),
        }
        let destination = self.value(destination);
        if bytes <= memory::INLINE_BYTES {
            memory::zero(&mut self.builder, (destination, 0), bytes);
        } else {
            let zero = self.builder.ins().iconst(I32, 0);
            let bytes = self.builder.ins().iconst(I64, bytes as i64);
            self.call_library(Library::Memset, &[destination, zero, bytes]);
        }
    }

    /// Takes out the stores that nothing loads, and the memory of slots that nothing is stored to.
    pub(super) fn finish_slots(&mut self) {
        let function = &mut *self.builder.func;
        for store in self.tables.contents.stores_to_nowhere() {
            function.layout.remove_inst(store);
        }
        for (index, place) in self.tables.slots.iter().enumerate() {
            match place {
                Place::Slot(slot) if self.tables.contents.is_unused(index) => {
                    function.sized_stack_slots[*slot].size = 0
                }
                Place::Slot(_) | Place::Address(_) => {}
            }
        }
    }

    fn slot_behind(&self, address: Value, offset: i32) -> Option<(Slot, u32)> {
        let (slot, start) = self.tables.contents.origin(address)?;
        Some((slot, u32::try_from(i64::from(start) + i64::from(offset)).ok()?))
    }

    fn store_to_slot(&mut self, slot: Slot, known: Known, flags: MemFlags) {
        let (base, offset) = self.base(slot, known.offset);
        let store = self.emit_store(flags, known.value, base, offset);
        self.tables.contents.stored(slot, known, store);
    }

    /// The address of a slot and an offset that together are a place in it.
    fn base(&mut self, slot: Slot, offset: u32) -> (ir::Value, i32) {
        (self.slot_address(slot, 0), offset as i32)
    }

    /// Puts a scalar of 8 bytes together.
    fn join(&mut self, halves: [ir::Value; 2], ty: Type) -> ir::Value {
        let plain = MemFlagsData::new().with_endianness(ir::Endianness::Little);
        let [low, high] = halves.map(|half| {
            let bits = if self.builder.func.dfg.value_type(half) == F32 {
                self.builder.ins().bitcast(I32, plain, half)
            } else {
                half
            };
            self.builder.ins().uextend(I64, bits)
        });
        let high = self.builder.ins().ishl_imm_u(high, 32);
        let whole = self.builder.ins().bor(low, high);
        if ty == I64 { whole } else { self.builder.ins().bitcast(ty, plain, whole) }
    }

    fn emit_load(&mut self, ty: Type, flags: MemFlags, address: ir::Value, offset: i32) -> ir::Value {
        let (load, graph) = self.builder.ins().Load(Opcode::Load, ty, flags, offset.into(), address);
        graph.first_result(load)
    }

    fn emit_store(&mut self, flags: MemFlags, value: ir::Value, address: ir::Value, offset: i32) -> ir::Inst {
        let ty = self.builder.func.dfg.value_type(value);
        let store = self.builder.ins().Store(Opcode::Store, ty, flags, offset.into(), value, address);
        store.0
    }

    fn access_flags(&self, scalar: Scalar, align: Align) -> MemFlags {
        if align.bytes() >= scalar.bytes() { self.access.aligned } else { self.access.any }
    }

    pub(super) fn offset(&mut self, base: Value, index: Value, scale: u64) -> ir::Value {
        let (base, index) = (self.value(base), self.value(index));
        if let Some(index) = self.known(index) {
            return match index.wrapping_mul(scale as i64) {
                0 => base,
                bytes => self.builder.ins().iadd_imm_s(base, bytes),
            };
        }
        let computation = Computation::Offset(base, index, scale);
        if let Some(known) = self.tables.reuse.computed(computation) {
            return known;
        }
        let bytes = if scale == 1 {
            index
        } else if scale.is_power_of_two() {
            self.builder.ins().ishl_imm_u(index, i64::from(scale.trailing_zeros()))
        } else {
            self.builder.ins().imul_imm_s(index, scale as i64)
        };
        let address = self.builder.ins().iadd(base, bytes);
        self.tables.reuse.keep_computed(computation, address);
        address
    }

    /// Loads exactly `bytes` (1 to 8) bytes into the low end of an `i64`.
    pub(super) fn load_bytes(&mut self, address: ir::Value, offset: u32, bytes: u32) -> ir::Value {
        let flags = MemFlagsData::new().with_notrap();
        let mut whole = None;
        for piece in abi::description::pieces(offset, bytes) {
            let ty = ir::Type::int(piece.bytes as u16 * 8).expect("pieces of a word have 1, 2, 4 or 8 bytes");
            let part = self.builder.ins().load(ty, flags, address, piece.offset as i32);
            let part = if ty == I64 { part } else { self.builder.ins().uextend(I64, part) };
            let part = if piece.shift_bits == 0 {
                part
            } else {
                self.builder.ins().ishl_imm_u(part, i64::from(piece.shift_bits))
            };
            whole = Some(match whole {
                None => part,
                Some(whole) => self.builder.ins().bor(whole, part),
            });
        }
        whole.unwrap_or_else(|| self.builder.ins().iconst(I64, 0))
    }

    /// Stores exactly `bytes` (1 to 8) bytes of an `i64`'s low end.
    pub(super) fn store_bytes(&mut self, word: ir::Value, address: ir::Value, offset: u32, bytes: u32) {
        let flags = MemFlagsData::new().with_notrap();
        for piece in abi::description::pieces(offset, bytes) {
            let part = if piece.shift_bits == 0 {
                word
            } else {
                self.builder.ins().ushr_imm_u(word, i64::from(piece.shift_bits))
            };
            let offset = piece.offset as i32;
            match piece.bytes {
                1 => self.builder.ins().istore8(flags, part, address, offset),
                2 => self.builder.ins().istore16(flags, part, address, offset),
                4 => self.builder.ins().istore32(flags, part, address, offset),
                _ => self.builder.ins().store(flags, part, address, offset),
            };
        }
    }
}
