//! Where values travel: one file per calling convention, and the choice among them. Owns the rules; the registers are
//! [`crate::convention`]'s, the clauses [`crate::why`]'s. Must not know LLVM or Cranelift.

pub(crate) mod aapcs64;
pub(crate) mod lp64d;
pub(crate) mod power;
mod s390x;
mod system_v;
mod walk;
pub(crate) mod wasm;
mod windows64;

use crate::arena::{Signature, TypeArena};
use crate::convention::Convention;
use crate::description::{FnAbi, Unsupported};
use crate::lowering::lp64d::variant::Lp64d;
use crate::target::Target;

/// Lowers a signature by the convention of the target; see [`crate::lower`].
pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    match target.convention() {
        Convention::SystemV64 => system_v::lower(target, arena, signature),
        Convention::Windows64 => windows64::lower(target, arena, signature),
        Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => {
            aapcs64::lower(target, arena, signature)
        }
        Convention::RiscvLp64d => lp64d::lower(&Lp64d::RISCV, target, arena, signature),
        Convention::S390x => s390x::lower(target, arena, signature),
        Convention::LoongarchLp64d => lp64d::lower(&Lp64d::LOONGARCH, target, arena, signature),
        Convention::PowerElfV2 => power::lower(target, arena, signature),
        Convention::WasmBasic => wasm::lower(target, arena, signature),
    }
}
