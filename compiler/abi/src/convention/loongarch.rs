//! LoongArch's procedure call standard, LP64D, as on Linux. Owns where it differs from RISC-V's conventions; the rules
//! themselves are in [`crate::convention::lp64d`].

#[cfg(test)]
mod tests;

use crate::arena::{Signature, TypeArena};
use crate::convention::Convention;
use crate::convention::lp64d::Lp64d;
use crate::description::{FnAbi, Unsupported};
use crate::target::Target;
use crate::why::Why;

/// The document says of `_BitInt` nothing; clang takes one of 4 bytes for a word.
pub(crate) const LP64D: Lp64d = Lp64d {
    convention: Convention::LoongarchLp64d,
    why: Why::Loongarch,
    sees_zero_width: false,
    widens_bit_int_as_word: true,
};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    LP64D.lower(target, arena, signature)
}
