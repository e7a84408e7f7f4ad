//! Types of LLVM. Owns the IR type of each scalar, as a value and in memory, and of the ABI's IR types; must not
//! know signatures.

use std::num::NonZeroU32;

use abi::llvm::LlvmType;
use inkwell::AddressSpace;
use inkwell::context::Context;
use inkwell::types::{ArrayType, BasicType, BasicTypeEnum, IntType, PointerType, VectorType};
use mir::Scalar;

use crate::failure::{Failure, Outcome};

/// Makes types in one context.
#[derive(Clone, Copy)]
pub(crate) struct Types<'ctx> {
    context: &'ctx Context,
}

impl<'ctx> Types<'ctx> {
    pub(crate) fn new(context: &'ctx Context) -> Types<'ctx> {
        Types { context }
    }

    /// What a scalar is while it is computed with: a `Bool` is one bit.
    pub(crate) fn value(self, scalar: Scalar) -> BasicTypeEnum<'ctx> {
        match scalar {
            Scalar::Bool => self.context.bool_type().into(),
            Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::I128
            | Scalar::U8
            | Scalar::U16
            | Scalar::U32
            | Scalar::U64
            | Scalar::U128
            | Scalar::F32
            | Scalar::F64
            | Scalar::Pointer => self.memory(scalar),
        }
    }

    /// What a scalar is in memory: a `Bool` is a byte.
    pub(crate) fn memory(self, scalar: Scalar) -> BasicTypeEnum<'ctx> {
        match scalar {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => self.context.i8_type().into(),
            Scalar::I16 | Scalar::U16 => self.context.i16_type().into(),
            Scalar::I32 | Scalar::U32 => self.context.i32_type().into(),
            Scalar::I64 | Scalar::U64 => self.context.i64_type().into(),
            Scalar::I128 | Scalar::U128 => self.context.i128_type().into(),
            Scalar::F32 => self.context.f32_type().into(),
            Scalar::F64 => self.context.f64_type().into(),
            Scalar::Pointer => self.pointer().into(),
        }
    }

    /// An address.
    pub(crate) fn pointer(self) -> PointerType<'ctx> {
        self.context.ptr_type(AddressSpace::default())
    }

    /// A whole number of so many bits, at least 1.
    pub(crate) fn integer(self, bits: u32) -> IntType<'ctx> {
        NonZeroU32::new(bits)
            .and_then(|bits| self.context.custom_width_int_type(bits).ok())
            .expect("no value is wider than LLVM's integers, and none has no bits")
    }

    /// So many bytes without a structure.
    pub(crate) fn bytes(self, count: u64) -> Outcome<ArrayType<'ctx>> {
        let count =
            u32::try_from(count).map_err(|_| format!("{count} bytes in one variable are more than LLVM is given"))?;
        Ok(self.context.i8_type().array_type(count))
    }

    /// The type of the ABI description; `None` is `void`.
    pub(crate) fn described(self, ty: &LlvmType) -> Outcome<Option<BasicTypeEnum<'ctx>>> {
        Ok(Some(match ty {
            LlvmType::Void => return Ok(None),
            LlvmType::Int(bits) => self.integer(*bits).into(),
            LlvmType::Half => self.context.f16_type().into(),
            LlvmType::Float => self.context.f32_type().into(),
            LlvmType::Double => self.context.f64_type().into(),
            LlvmType::X86Fp80 => self.context.x86_f80_type().into(),
            LlvmType::Fp128 => self.context.f128_type().into(),
            LlvmType::BFloat => self.context.bf16_type().into(),
            LlvmType::PpcFp128 => self.context.ppc_f128_type().into(),
            LlvmType::Pointer => self.pointer().into(),
            LlvmType::Vector(count, element) => self.vector(*count, self.some(element)?)?.into(),
            LlvmType::Array(count, element) => {
                let count = u32::try_from(*count).map_err(|_| "an array of more than 4,294,967,295 elements")?;
                self.some(element)?.array_type(count).into()
            }
            LlvmType::Struct(elements) => self.context.struct_type(&self.all(elements)?, false).into(),
            LlvmType::PackedStruct(elements) => self.context.struct_type(&self.all(elements)?, true).into(),
        }))
    }

    /// A type of the ABI description that is not `void`.
    pub(crate) fn some(self, ty: &LlvmType) -> Outcome<BasicTypeEnum<'ctx>> {
        self.described(ty)?.ok_or_else(|| Failure::from("the ABI description passes a value without a type"))
    }

    fn all(self, elements: &[LlvmType]) -> Outcome<Vec<BasicTypeEnum<'ctx>>> {
        elements.iter().map(|element| self.some(element)).collect()
    }

    /// A vector of so many scalars.
    pub(crate) fn vector(self, count: u32, element: BasicTypeEnum<'ctx>) -> Outcome<VectorType<'ctx>> {
        match element {
            BasicTypeEnum::IntType(element) => Ok(element.vec_type(count)),
            BasicTypeEnum::FloatType(element) => Ok(element.vec_type(count)),
            BasicTypeEnum::PointerType(element) => Ok(element.vec_type(count)),
            BasicTypeEnum::ArrayType(_)
            | BasicTypeEnum::StructType(_)
            | BasicTypeEnum::VectorType(_)
            | BasicTypeEnum::ScalableVectorType(_) => Err("a vector of aggregates".into()),
        }
    }
}
