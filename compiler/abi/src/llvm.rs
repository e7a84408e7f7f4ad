//! The IR types and attributes that clang 22 emits, so that LLVM's own register assignment agrees with the
//! description. Owns IR types as data with their text form; depends on no LLVM crate.

mod aarch64;
mod declaration;
mod lp64d;
mod power;
mod s390x;
mod storage;
#[cfg(test)]
mod tests;
mod wasm;
mod windows64;
mod x86_64;

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::arena::{Signature, TypeArena};
use crate::arena::{Ty, TyId};
use crate::convention::Convention;
use crate::description::{Carrier, Extend, FnAbi, Location, Part, Placement, ValueAbi, ValueIndex};
use crate::target::Target;

pub use declaration::declaration;
pub(crate) use storage::storage;
pub(crate) use x86_64::first_half_becomes_integer;

/// The IR form of a function's signature. Print it for the text that clang would write.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LlvmSignature {
    /// The result.
    pub result: LlvmValue,
    /// The parameters, the address of the result included.
    pub params: SmallVec<[LlvmValue; 6]>,
    /// Whether the function is declared with `...`; only the first `fixed` of `params` belong to its type.
    pub variadic: bool,
    /// Number of leading `params` that come from named parameters.
    pub fixed: u16,
}

/// One parameter or the result, in IR.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LlvmValue {
    /// Its type.
    pub ty: LlvmType,
    /// Attributes that change how it travels.
    pub attributes: LlvmAttributes,
    /// What it carries.
    pub carries: LlvmCarries,
}

/// Attributes of a parameter or result that change how it travels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LlvmAttributes {
    /// `zeroext`.
    pub zero_extend: bool,
    /// `signext`.
    pub sign_extend: bool,
    /// `noext`: what IBM z wants to hear of integers that stand for records.
    pub no_extend: bool,
    /// `inreg`.
    pub in_register: bool,
    /// `byval(T)`.
    pub by_value: Option<LlvmType>,
    /// `sret(T)`.
    pub struct_return: Option<LlvmType>,
    /// `align N`, bytes.
    pub align: Option<u32>,
    /// `alignstack(N)`, bytes.
    pub stack_align: Option<u32>,
}

/// What an IR value carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LlvmCarries {
    /// Nothing: a `void` result, or in clang's own form one that LLVM makes a parameter with an address of.
    Nothing,
    /// The address that the result is written to.
    SretPointer,
    /// An address: of the copy that the caller made, or with `byval` of the value itself.
    Pointer {
        /// Which parameter.
        param: u16,
    },
    /// `count` parts from `first` on: alone, or as the elements of an array, struct or pair of one integer.
    Parts {
        /// Which value.
        value: ValueIndex,
        /// First part.
        first: u8,
        /// Number of parts.
        count: u8,
    },
    /// The value's bytes as they lie in memory, loaded as this type from memory that is large enough: the
    /// parameter travels on the stack or by the address of a copy, but LLVM wants it as a value.
    Image {
        /// Which parameter.
        param: u16,
    },
}

/// An IR type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LlvmType {
    /// `void`.
    Void,
    /// `iN`.
    Int(u32),
    /// `half`.
    Half,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `x86_fp80`.
    X86Fp80,
    /// `fp128`.
    Fp128,
    /// `bfloat`.
    BFloat,
    /// `ppc_fp128`.
    PpcFp128,
    /// `ptr`.
    Pointer,
    /// `<N x T>`.
    Vector(u32, Box<LlvmType>),
    /// `[N x T]`.
    Array(u64, Box<LlvmType>),
    /// `{ T, … }`.
    Struct(Vec<LlvmType>),
    /// `<{ T, … }>`.
    PackedStruct(Vec<LlvmType>),
}

impl fmt::Display for LlvmType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |formatter: &mut fmt::Formatter<'_>, open: &str, elements: &[LlvmType], close: &str| {
            if elements.is_empty() {
                return write!(formatter, "{open}{close}");
            }
            write!(formatter, "{open} ")?;
            for (index, element) in elements.iter().enumerate() {
                write!(formatter, "{}{element}", if index == 0 { "" } else { ", " })?;
            }
            write!(formatter, " {close}")
        };
        match self {
            LlvmType::Void => formatter.write_str("void"),
            LlvmType::Int(bits) => write!(formatter, "i{bits}"),
            LlvmType::Half => formatter.write_str("half"),
            LlvmType::Float => formatter.write_str("float"),
            LlvmType::Double => formatter.write_str("double"),
            LlvmType::X86Fp80 => formatter.write_str("x86_fp80"),
            LlvmType::Fp128 => formatter.write_str("fp128"),
            LlvmType::BFloat => formatter.write_str("bfloat"),
            LlvmType::PpcFp128 => formatter.write_str("ppc_fp128"),
            LlvmType::Pointer => formatter.write_str("ptr"),
            LlvmType::Vector(count, element) => write!(formatter, "<{count} x {element}>"),
            LlvmType::Array(count, element) => write!(formatter, "[{count} x {element}]"),
            LlvmType::Struct(elements) => list(formatter, "{", elements, "}"),
            LlvmType::PackedStruct(elements) => list(formatter, "<{", elements, "}>"),
        }
    }
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

/// One parameter of the signature.
struct Param<'a> {
    index: u16,
    ty: TyId,
    value: &'a ValueAbi,
    /// Whether it is declared, not an argument for `...`.
    named: bool,
    /// Whether the function is declared with `...`.
    of_variadic: bool,
}

impl Param<'_> {
    fn parts(&self) -> LlvmCarries {
        let count = self.value.parts().len() as u8;
        LlvmCarries::Parts { value: ValueIndex::Param(self.index), first: 0, count }
    }

    fn part(&self, first: u8) -> LlvmCarries {
        LlvmCarries::Parts { value: ValueIndex::Param(self.index), first, count: 1 }
    }
}

fn result_parts(value: &ValueAbi) -> LlvmCarries {
    LlvmCarries::Parts { value: ValueIndex::Result, first: 0, count: value.parts().len() as u8 }
}

/// What all conventions share.
struct Writer<'a> {
    target: &'a Target,
    arena: &'a TypeArena,
}

impl Writer<'_> {
    fn storage(&self, ty: TyId) -> LlvmType {
        storage(self.target, self.arena, ty)
    }

    fn struct_return(&self, ty: TyId, value: &ValueAbi) -> LlvmValue {
        let attributes = LlvmAttributes {
            struct_return: Some(self.storage(ty)),
            align: Some(value.align),
            ..LlvmAttributes::default()
        };
        LlvmValue { ty: LlvmType::Pointer, attributes, carries: LlvmCarries::SretPointer }
    }

    /// The IR type of a scalar as a value: `i1` for `bool`, exact widths for bit integers.
    fn scalar(&self, ty: TyId) -> LlvmType {
        match self.arena.get(ty) {
            Ty::Bool => LlvmType::Int(1),
            Ty::BitInt { bits, signed: _ } => LlvmType::Int(u32::from(bits)),
            Ty::Void
            | Ty::Int { .. }
            | Ty::F16
            | Ty::F32
            | Ty::F64
            | Ty::X87
            | Ty::F128
            | Ty::BF16
            | Ty::DoubleDouble
            | Ty::Pointer
            | Ty::Complex(_)
            | Ty::Vector(_)
            | Ty::Array(_)
            | Ty::Record(_) => self.storage(ty),
        }
    }
}

impl LlvmValue {
    fn plain(ty: LlvmType, carries: LlvmCarries) -> LlvmValue {
        LlvmValue { ty, attributes: LlvmAttributes::default(), carries }
    }

    fn extended(ty: LlvmType, extend: Extend, carries: LlvmCarries) -> LlvmValue {
        let attributes = LlvmAttributes {
            zero_extend: extend == Extend::Zero,
            sign_extend: extend == Extend::Sign,
            ..LlvmAttributes::default()
        };
        LlvmValue { ty, attributes, carries }
    }
}

impl fmt::Display for LlvmAttributes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.zero_extend {
            formatter.write_str(" zeroext")?;
        }
        if self.sign_extend {
            formatter.write_str(" signext")?;
        }
        if self.no_extend {
            formatter.write_str(" noext")?;
        }
        if self.in_register {
            formatter.write_str(" inreg")?;
        }
        if let Some(ty) = &self.by_value {
            write!(formatter, " byval({ty})")?;
        }
        if let Some(ty) = &self.struct_return {
            write!(formatter, " sret({ty})")?;
        }
        if let Some(bytes) = self.align {
            write!(formatter, " align {bytes}")?;
        }
        if let Some(bytes) = self.stack_align {
            write!(formatter, " alignstack({bytes})")?;
        }
        Ok(())
    }
}

impl fmt::Display for LlvmSignature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result_attributes = self.result.attributes.to_string();
        write!(
            formatter,
            "{}{}{} (",
            result_attributes.trim_start(),
            if result_attributes.is_empty() { "" } else { " " },
            self.result.ty
        )?;
        for (index, param) in self.params.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let dots = if self.variadic && index == usize::from(self.fixed) { "..., " } else { "" };
            write!(formatter, "{comma}{dots}{}{}", param.ty, param.attributes)?;
        }
        if self.variadic && usize::from(self.fixed) == self.params.len() {
            formatter.write_str(if self.params.is_empty() { "..." } else { ", ..." })?;
        }
        formatter.write_str(")")
    }
}
