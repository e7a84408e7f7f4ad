//! Moving bytes. Owns how a copy or a clearing of a known number of bytes becomes loads and stores, or a call when
//! there are many. Must not know why bytes move: the copy instruction of MIR says how many, never more are touched.

use cranelift_codegen::ir::types::{I8, I8X16, I16, I32, I64};
use cranelift_codegen::ir::{ConstantData, InstBuilder, MemFlagsData, Type, Value};
use cranelift_frontend::FunctionBuilder;

/// More bytes than this go through `memcpy` and `memset`: by then a call is shorter, and no slower.
pub(crate) const INLINE_BYTES: u64 = 128;

/// Loads of at most this many pieces happen before the first store, so that they can overlap in the processor
/// without running out of registers.
const PIECES_AT_ONCE: usize = 4;

/// One access: its type and its offset.
type Access = (Type, i32);

/// Copies at most [`INLINE_BYTES`] bytes between two places that do not overlap, or are the same.
pub(crate) fn copy(builder: &mut FunctionBuilder<'_>, target: (Value, i32), source: (Value, i32), bytes: u64) {
    let flags = MemFlagsData::new().with_notrap();
    for group in accesses(bytes).chunks(PIECES_AT_ONCE) {
        let mut loaded = [None; PIECES_AT_ONCE];
        for (place, (ty, offset)) in loaded.iter_mut().zip(group) {
            *place = Some(builder.ins().load(*ty, flags, source.0, source.1 + offset));
        }
        for (value, (_, offset)) in loaded.into_iter().flatten().zip(group) {
            builder.ins().store(flags, value, target.0, target.1 + offset);
        }
    }
}

/// Clears at most [`INLINE_BYTES`] bytes.
pub(crate) fn zero(builder: &mut FunctionBuilder<'_>, target: (Value, i32), bytes: u64) {
    let flags = MemFlagsData::new().with_notrap();
    let mut zero = None;
    for (ty, offset) in accesses(bytes) {
        let value = match zero {
            Some((known, value)) if known == ty => value,
            _ if ty == I8X16 => {
                let constant = builder.func.dfg.constants.insert(ConstantData::from(&[0; 16][..]));
                builder.ins().vconst(I8X16, constant)
            }
            _ => builder.ins().iconst(ty, 0),
        };
        zero = Some((ty, value));
        builder.ins().store(flags, value, target.0, target.1 + offset);
    }
}

/// Cuts a number of bytes into accesses that touch each byte and none behind the last: 16 bytes at a time, then one
/// of each smaller power of two. What is left over behind the first 16 bytes, if not a power of two itself, is
/// covered by one more access that overlaps the one before.
fn accesses(bytes: u64) -> Vec<Access> {
    let bytes = i32::try_from(bytes).expect("only small copies are inline");
    let mut accesses = Vec::with_capacity(PIECES_AT_ONCE);
    let mut done = 0;
    while bytes - done >= 16 {
        accesses.push((I8X16, done));
        done += 16;
    }
    let left = bytes - done;
    if done > 0 && left > 0 && !(left as u32).is_power_of_two() {
        accesses.push((I8X16, bytes - 16));
        return accesses;
    }
    for (size, ty) in [(8, I64), (4, I32), (2, I16), (1, I8)] {
        if bytes - done >= size {
            accesses.push((ty, done));
            done += size;
        }
    }
    accesses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_touch_every_byte_and_none_behind() {
        for bytes in 0..=INLINE_BYTES {
            let mut touched = vec![false; bytes as usize];
            for (ty, offset) in accesses(bytes) {
                for byte in offset..offset + ty.bytes() as i32 {
                    touched[byte as usize] = true;
                }
            }
            assert!(touched.into_iter().all(|touched| touched), "{bytes}");
        }
    }
}
