//! Types of LLVM's intermediate representation as data, with their text form, sizes and alignments. Owns what LLVM says of
//! them; must not know which C type has which.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::target::Target;

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

impl LlvmType {
    /// Bytes that the type takes in memory on a target, tail padding included.
    pub fn size(&self, target: &Target) -> u64 {
        match self {
            LlvmType::Void => 0,
            LlvmType::Int(bits) => u64::from(bits.div_ceil(8)).next_multiple_of(u64::from(self.align(target))),
            LlvmType::Half | LlvmType::BFloat => 2,
            LlvmType::Float => 4,
            LlvmType::Double => 8,
            LlvmType::Pointer => target.pointer_bytes(),
            LlvmType::X86Fp80 | LlvmType::Fp128 | LlvmType::PpcFp128 => 16,
            LlvmType::Vector(count, element) => (u64::from(*count) * element.size(target)).next_power_of_two(),
            LlvmType::Array(count, element) => count * element.size(target),
            LlvmType::Struct(elements) => {
                let end = elements.iter().fold(0, |end, element| {
                    u64::next_multiple_of(end, u64::from(element.align(target))) + element.size(target)
                });
                end.next_multiple_of(u64::from(self.align(target)))
            }
            LlvmType::PackedStruct(elements) => elements.iter().map(|element| element.size(target)).sum(),
        }
    }

    /// Alignment in bytes on a target.
    pub fn align(&self, target: &Target) -> u32 {
        match self {
            LlvmType::Void | LlvmType::PackedStruct(_) => 1,
            LlvmType::Int(bits) => bits.div_ceil(8).next_power_of_two().min(target.int_layout(128).align),
            LlvmType::Half | LlvmType::BFloat => 2,
            LlvmType::Float => 4,
            LlvmType::Double => 8,
            LlvmType::Pointer => target.pointer_bytes() as u32,
            LlvmType::X86Fp80 | LlvmType::PpcFp128 => 16,
            LlvmType::Fp128 => target.binary128_layout().align,
            LlvmType::Vector(count, element) => target.ir_vector_align(u64::from(*count) * element.size(target)),
            LlvmType::Array(_, element) => element.align(target),
            LlvmType::Struct(elements) => elements.iter().map(|element| element.align(target)).max().unwrap_or(1),
        }
    }

    /// The scalar or vector that stands at the start, at any depth.
    pub(crate) fn first_scalar(&self, target: &Target) -> &LlvmType {
        match self.element_at(target, 0) {
            Some((element, _)) => element.first_scalar(target),
            None => self,
        }
    }

    /// The element at a byte offset and the offset inside of it, one level down; nothing for scalars.
    pub(crate) fn element_at(&self, target: &Target, offset: u64) -> Option<(&LlvmType, u64)> {
        match self {
            LlvmType::Array(_, element) if element.size(target) > 0 => {
                Some((&**element, offset % element.size(target)))
            }
            LlvmType::Struct(elements) | LlvmType::PackedStruct(elements) => {
                let packed = matches!(self, LlvmType::PackedStruct(_));
                let mut end = 0;
                let mut found = None;
                for element in elements {
                    let start: u64 =
                        if packed { end } else { u64::next_multiple_of(end, u64::from(element.align(target))) };
                    if start <= offset {
                        found = Some((element, offset - start));
                    }
                    end = start + element.size(target);
                }
                found
            }
            LlvmType::Void
            | LlvmType::Int(_)
            | LlvmType::Half
            | LlvmType::Float
            | LlvmType::Double
            | LlvmType::X86Fp80
            | LlvmType::Fp128
            | LlvmType::BFloat
            | LlvmType::PpcFp128
            | LlvmType::Pointer
            | LlvmType::Vector(_, _)
            | LlvmType::Array(_, _) => None,
        }
    }
}
