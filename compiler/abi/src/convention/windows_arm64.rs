//! Microsoft's variant of AAPCS64, as on Windows. Owns what it does differently; the rest is [`crate::convention::aapcs64`]'s.

#[cfg(test)]
mod tests;

use crate::arena::{Signature, TypeArena};
use crate::convention::Convention;
use crate::convention::aapcs64::{Natural, Variadic, Variant, lower_variant};
use crate::description::{FnAbi, Unsupported};
use crate::target::Target;

pub(crate) const VARIANT: Variant = Variant {
    convention: Convention::WindowsArm64,
    natural: Natural::OfType,
    variadic: Variadic::InGeneralRegisters,
    ..Variant::AAPCS64
};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    lower_variant(&VARIANT, target, arena, signature)
}
