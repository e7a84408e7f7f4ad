//! RISC-V's integer and hardware floating-point calling conventions, LP64D, as on Linux. Owns where they differ from
//! LoongArch's; the rules themselves are in [`crate::convention::lp64d`].

#[cfg(test)]
mod tests;

use crate::arena::{Signature, TypeArena};
use crate::convention::Convention;
use crate::convention::lp64d::Lp64d;
use crate::description::{FnAbi, Unsupported};
use crate::target::Target;
use crate::why::Why;

/// The document ignores zero-width bit-fields, and so does gcc since 10; clang does not quite.
pub(crate) const LP64D: Lp64d = Lp64d {
    convention: Convention::RiscvLp64d,
    why: Why::Riscv,
    sees_zero_width: true,
    widens_bit_int_as_word: false,
};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    LP64D.lower(target, arena, signature)
}
