//! The signature that clang emits, value by value. Owns the choice among the conventions and what is counted along the way.

use smallvec::SmallVec;

use crate::arena::{Signature, TypeArena};
use crate::clang::ir::LlvmType;
use crate::convention::Convention;
use crate::description::{FnAbi, Location, Placement};
use crate::llvm::value::{LlvmCarries, LlvmSignature, LlvmValue};
use crate::llvm::writer::{Param, Writer};
use crate::llvm::{aarch64, lp64d, power, s390x, wasm, windows64, x86_64};
use crate::target::Target;

/// Exactly what clang 22 emits, where it loses bytes too.
pub fn signature_of_clang(target: &Target, arena: &TypeArena, signature: &Signature, abi: &FnAbi) -> LlvmSignature {
    let writer = Writer { target, arena };
    let mut params: SmallVec<[LlvmValue; 6]> = SmallVec::with_capacity(signature.params.len() + 1);
    let mut fixed = 0;
    let is_wasm = abi.convention == Convention::WasmBasic;
    let unsplit = is_wasm.then(|| wasm::unsplit_result(&writer, signature.result)).flatten();
    let result = match &abi.result.placement {
        Placement::Sret { .. } => unsplit.unwrap_or_else(|| {
            params.push(writer.struct_return(signature.result, &abi.result));
            LlvmValue::plain(LlvmType::Void, LlvmCarries::Nothing)
        }),
        Placement::Ignore => LlvmValue::plain(LlvmType::Void, LlvmCarries::Nothing),
        Placement::Parts(_) | Placement::Memory(_) => match abi.convention {
            Convention::SystemV64 => x86_64::result(&writer, signature.result, &abi.result),
            Convention::Windows64 => windows64::result(&writer, signature.result, &abi.result),
            Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => {
                aarch64::result(&writer, signature.result, &abi.result)
            }
            Convention::RiscvLp64d | Convention::LoongarchLp64d => {
                lp64d::result(abi.convention, &writer, signature.result, &abi.result)
            }
            Convention::S390x => s390x::result(&writer, signature.result, &abi.result),
            Convention::PowerElfV2 => power::result(&writer, signature.result, &abi.result),
            Convention::WasmBasic => wasm::result(&writer, signature.result, &abi.result),
        },
    };
    let mut general_used = params.len() as u32;
    for (index, (ty, value)) in signature.params.iter().zip(&abi.params).enumerate() {
        if index == usize::from(signature.fixed) {
            fixed = params.len() as u16;
        }
        let param = Param {
            index: index as u16,
            ty: *ty,
            value,
            named: !signature.variadic || index < usize::from(signature.fixed),
            of_variadic: signature.variadic,
        };
        match abi.convention {
            Convention::SystemV64 => x86_64::param(&writer, &param, general_used, &mut params),
            Convention::Windows64 => windows64::param(&writer, &param, &mut params),
            Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => {
                aarch64::param(&writer, &param, &mut params);
            }
            Convention::RiscvLp64d | Convention::LoongarchLp64d => {
                lp64d::param(abi.convention, &writer, &param, &mut params);
            }
            Convention::S390x => s390x::param(&writer, &param, &mut params),
            Convention::PowerElfV2 => power::param(&writer, &param, &mut params),
            Convention::WasmBasic => wasm::param(&writer, &param, &mut params),
        }
        let in_general = |location: Location| matches!(location, Location::Register(register) if register.is_general());
        general_used += value.parts().iter().filter(|part| in_general(part.location)).count() as u32;
    }
    if usize::from(signature.fixed) >= signature.params.len() {
        fixed = params.len() as u16;
    }
    LlvmSignature { result, params, variadic: signature.variadic, fixed }
}
