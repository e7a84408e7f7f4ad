//! Apple's variant of AAPCS64, as on macOS and iOS. Owns what it does differently; the rest is [`crate::convention::aapcs64`]'s.

#[cfg(test)]
mod tests;

use crate::arena::{Signature, TypeArena};
use crate::convention::Convention;
use crate::convention::aapcs64::{Natural, Stack, Variadic, Variant, lower_variant};
use crate::description::{FnAbi, Unsupported};
use crate::target::Target;

pub(crate) const VARIANT: Variant = Variant {
    convention: Convention::Apple64,
    natural: Natural::OfType,
    variadic: Variadic::OnStack,
    stack: Stack::Packed,
    even_pairs: false,
    widens: true,
};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    lower_variant(&VARIANT, target, arena, signature)
}
