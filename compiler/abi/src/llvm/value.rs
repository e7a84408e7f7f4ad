//! The IR form of a signature as data, with its text form. Owns nothing else: which type and attributes a value has is
//! decided in one file per convention.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::clang::ir::LlvmType;
use crate::description::{Extend, ValueIndex};

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

impl LlvmValue {
    pub(super) fn plain(ty: LlvmType, carries: LlvmCarries) -> LlvmValue {
        LlvmValue { ty, attributes: LlvmAttributes::default(), carries }
    }

    pub(super) fn extended(ty: LlvmType, extend: Extend, carries: LlvmCarries) -> LlvmValue {
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
