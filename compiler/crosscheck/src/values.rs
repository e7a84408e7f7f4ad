//! Values that name their own bytes: each byte of a value follows from the case, the value's place in the signature and
//! the byte's offset, so that a byte that arrives somewhere says where it comes from. Owns those bytes and which of them
//! count; must not know how they travel.

use mir::Scalar;

use super::model::{Case, Type};

/// What stands in bytes that belong to no scalar.
const PADDING: u8 = 0xCC;

/// The bytes of one value as they lie in memory.
pub struct Image {
    /// All bytes of the value.
    pub bytes: Vec<u8>,
    /// For each byte, whether it belongs to a scalar; the others are not compared.
    pub counts: Vec<bool>,
}

/// The value that stands at a place of a signature: a parameter by its number, the result behind the last one.
pub fn image(number: usize, case: &Case, value: usize) -> Option<Image> {
    case.values().nth(value).map(|ty| image_of(number, value, ty))
}

fn image_of(number: usize, value: usize, ty: &Type) -> Image {
    let size = ty.layout().size as usize;
    let mut image = Image { bytes: vec![PADDING; size], counts: vec![false; size] };
    for leaf in ty.leaves(number) {
        let bytes = leaf.scalar.bytes();
        for inside in 0..bytes {
            let offset = leaf.offset + inside;
            let byte = name(number, value, offset);
            image.counts[offset as usize] = true;
            image.bytes[offset as usize] = match leaf.scalar {
                Scalar::Bool => byte & 1,
                // Never NaN, whose bits a processor may change.
                Scalar::F32 | Scalar::F64 if inside + 1 == bytes => byte & 0xBF,
                _ => byte,
            };
        }
    }
    image
}

/// The byte at an offset of a value; never 0, which is too common to say anything.
fn name(number: usize, value: usize, offset: u64) -> u8 {
    let mixed = (number as u64 + 1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add((value as u64 + 1).wrapping_mul(0xBF58_476D_1CE4_E5B9))
        .wrapping_add((offset + 1).wrapping_mul(0x94D0_49BB_1331_11EB));
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((mixed >> 40) as u8).max(1)
}
