//! The IR types and attributes that clang 22 emits, so that LLVM's own register assignment agrees with the
//! description. Owns signatures in IR as data with their text form; depends on no LLVM crate.

mod aarch64;
mod declaration;
mod lp64d;
mod of_clang;
mod power;
mod s390x;
#[cfg(test)]
mod tests;
mod value;
mod wasm;
mod windows64;
mod writer;
mod x86_64;

use crate::arena::{Signature, TyId, TypeArena};
use crate::clang::storage::storage;
use crate::description::{Carrier, FnAbi, Part, Placement};
use crate::target::Target;
use writer::Writer;

pub use crate::clang::ir::LlvmType;
pub use declaration::declaration;
pub use of_clang::signature_of_clang;
pub use value::{LlvmAttributes, LlvmCarries, LlvmSignature, LlvmValue};

/// The IR type that a C type has in memory, as clang chooses it.
pub fn memory(target: &Target, arena: &TypeArena, ty: TyId) -> LlvmType {
    storage(target, arena, ty)
}

/// The IR form of a signature that [`crate::lower`] described; the arguments are the same as there.
///
/// It is clang's but for values of which clang itself loses bytes: in a union of `{float, float}` and `{float, double}`
/// it takes the second `float` for padding and passes the first alone. Here that eightbyte is a `double`, which travels
/// in the same register, so that nothing is lost between callers and callees that both know better. And a result that
/// clang leaves to LLVM to return through an address has that address as a parameter here.
pub fn signature(target: &Target, arena: &TypeArena, signature: &Signature, abi: &FnAbi) -> LlvmSignature {
    let mut lossless = signature_of_clang(target, arena, signature, abi);
    let by_address = matches!(abi.result.placement, Placement::Sret { .. });
    if by_address && lossless.result.ty != LlvmType::Void {
        let address = Writer { target, arena }.struct_return(signature.result, &abi.result);
        lossless.params.insert(0, address);
        lossless.fixed += 1;
        lossless.result = LlvmValue::plain(LlvmType::Void, LlvmCarries::Nothing);
    }
    for value in lossless.params.iter_mut().chain([&mut lossless.result]) {
        if let LlvmCarries::Parts { value: index, first, .. } = value.carries {
            let parts = &abi.value(index).parts()[usize::from(first)..];
            keep_bytes(target, &mut value.ty, parts);
        }
    }
    lossless
}

/// Makes a float that is narrower than its part as wide as the register's half that carries it.
fn keep_bytes(target: &Target, ty: &mut LlvmType, parts: &[Part]) {
    match (ty, parts) {
        (LlvmType::Struct(elements), parts) => {
            for (element, part) in elements.iter_mut().zip(parts) {
                keep_bytes(target, element, std::slice::from_ref(part));
            }
        }
        (ty @ (LlvmType::Half | LlvmType::BFloat | LlvmType::Float | LlvmType::Vector(..)), [part, ..])
            if ty.size(target) < u64::from(part.len) && part.carrier == Carrier::F64 =>
        {
            *ty = LlvmType::Double;
        }
        (
            LlvmType::Void
            | LlvmType::Int(_)
            | LlvmType::Half
            | LlvmType::Float
            | LlvmType::Double
            | LlvmType::X86Fp80
            | LlvmType::BFloat
            | LlvmType::Fp128
            | LlvmType::PpcFp128
            | LlvmType::Pointer
            | LlvmType::Vector(..)
            | LlvmType::Array(..)
            | LlvmType::PackedStruct(_),
            _,
        ) => {}
    }
}
