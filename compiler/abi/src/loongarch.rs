//! LoongArch's LP64D convention. Owns which value travels where; must not know how any code generator is told.

use crate::arena::{Signature, TypeArena};
use crate::description::{FnAbi, Unsupported};
use crate::target::Target;

pub(crate) fn lower(target: &Target, _arena: &TypeArena, _signature: &Signature) -> Result<FnAbi, Unsupported> {
    Err(Unsupported::new(
        format!("the calling convention of {target}"),
        "it is not described yet",
    ))
}
