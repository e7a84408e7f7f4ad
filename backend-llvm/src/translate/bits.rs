//! The same bits in another type. Owns how pieces of MIR and values of IR become each other; must not know why a
//! value has the type it has.

use inkwell::types::BasicTypeEnum;
use inkwell::values::{AggregateValueEnum, BasicValueEnum, IntValue};
use mir::Scalar;

use super::{Translator, wrong};
use crate::failure::Outcome;

const WIDE: u32 = 128;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// The same bits in another scalar type; bits that the old type does not have are 0.
    pub(super) fn coerce(&self, value: BasicValueEnum<'ctx>, to: BasicTypeEnum<'ctx>) -> Outcome<BasicValueEnum<'ctx>> {
        let from = value.get_type();
        if from == to {
            return Ok(value);
        }
        let builder = &self.unit.builder;
        let bits = match value {
            BasicValueEnum::IntValue(value) => value,
            BasicValueEnum::PointerValue(value) => builder.build_ptr_to_int(value, self.unit.context.i64_type(), "")?,
            BasicValueEnum::FloatValue(_) | BasicValueEnum::VectorValue(_) => {
                let integer = self.unit.types.integer(width(from)?);
                if width(from)? == width(to)? && !matches!(to, BasicTypeEnum::PointerType(_)) {
                    return Ok(builder.build_bit_cast(value, to, "")?);
                }
                builder.build_bit_cast(value, integer, "")?.into_int_value()
            }
            BasicValueEnum::ArrayValue(_) | BasicValueEnum::StructValue(_) | BasicValueEnum::ScalableVectorValue(_) => {
                return Err(wrong("a scalar", from));
            }
        };
        let bits = self.resize(bits, self.unit.types.integer(width(to)?), false)?;
        Ok(match to {
            BasicTypeEnum::IntType(_) => bits.into(),
            BasicTypeEnum::PointerType(to) => builder.build_int_to_ptr(bits, to, "")?.into(),
            BasicTypeEnum::FloatType(_) | BasicTypeEnum::VectorType(_) => builder.build_bit_cast(bits, to, "")?,
            BasicTypeEnum::ArrayType(_) | BasicTypeEnum::StructType(_) | BasicTypeEnum::ScalableVectorType(_) => {
                return Err(wrong("a scalar", to));
            }
        })
    }

    /// One value of IR from pieces, in the order of its leaves.
    pub(super) fn join(
        &self,
        ty: BasicTypeEnum<'ctx>,
        pieces: &mut &[BasicValueEnum<'ctx>],
    ) -> Outcome<BasicValueEnum<'ctx>> {
        let (aggregate, elements): (AggregateValueEnum<'ctx>, Vec<BasicTypeEnum<'ctx>>) = match ty {
            BasicTypeEnum::ArrayType(array) => {
                (array.get_poison().into(), vec![array.get_element_type(); array.len() as usize])
            }
            BasicTypeEnum::StructType(record) => (record.get_poison().into(), record.get_field_types()),
            BasicTypeEnum::IntType(_)
            | BasicTypeEnum::FloatType(_)
            | BasicTypeEnum::PointerType(_)
            | BasicTypeEnum::VectorType(_)
            | BasicTypeEnum::ScalableVectorType(_) => return self.join_leaf(ty, pieces),
        };
        let mut aggregate = aggregate;
        for (index, element) in elements.into_iter().enumerate() {
            let value = self.join(element, pieces)?;
            aggregate = self.unit.builder.build_insert_value(aggregate, value, index as u32, "")?;
        }
        Ok(match aggregate {
            AggregateValueEnum::ArrayValue(value) => value.into(),
            AggregateValueEnum::StructValue(value) => value.into(),
        })
    }

    fn join_leaf(
        &self,
        ty: BasicTypeEnum<'ctx>,
        pieces: &mut &[BasicValueEnum<'ctx>],
    ) -> Outcome<BasicValueEnum<'ctx>> {
        match **pieces {
            [BasicValueEnum::IntValue(low), BasicValueEnum::IntValue(high), ref rest @ ..]
                if width(ty)? == WIDE && low.get_type().get_bit_width() < WIDE =>
            {
                *pieces = rest;
                let wide = self.concatenate(low, high)?;
                self.coerce(wide.into(), ty)
            }
            [piece, ref rest @ ..] => {
                *pieces = rest;
                self.coerce(piece, ty)
            }
            [] => Err("a value has fewer parts than its description says".into()),
        }
    }

    /// The pieces that one value of IR stands for, as values of the scalars given.
    pub(super) fn split(&self, value: BasicValueEnum<'ctx>, scalars: &[Scalar]) -> Outcome<Vec<BasicValueEnum<'ctx>>> {
        let mut leaves = Vec::new();
        self.leaves(value, &mut leaves)?;
        let mut pieces = Vec::with_capacity(scalars.len());
        let mut left = scalars;
        for leaf in leaves {
            match *left {
                [low, high, ref rest @ ..] if width(leaf.get_type())? == WIDE && low.bits() < WIDE => {
                    let bits = self.coerce(leaf, self.unit.context.i128_type().into())?;
                    for (scalar, is_high) in [(low, false), (high, true)] {
                        let half = self.half(bits.into_int_value(), is_high)?;
                        pieces.push(self.coerce(half.into(), self.unit.types.value(scalar))?);
                    }
                    left = rest;
                }
                [scalar, ref rest @ ..] => {
                    pieces.push(self.coerce(leaf, self.unit.types.value(scalar))?);
                    left = rest;
                }
                [] => break,
            }
        }
        if left.is_empty() { Ok(pieces) } else { Err("a value has more parts than its description says".into()) }
    }

    fn leaves(&self, value: BasicValueEnum<'ctx>, out: &mut Vec<BasicValueEnum<'ctx>>) -> Outcome<()> {
        let (aggregate, count): (AggregateValueEnum<'ctx>, u32) = match value {
            BasicValueEnum::ArrayValue(array) => (array.into(), array.get_type().len()),
            BasicValueEnum::StructValue(record) => (record.into(), record.get_type().count_fields()),
            BasicValueEnum::IntValue(_)
            | BasicValueEnum::FloatValue(_)
            | BasicValueEnum::PointerValue(_)
            | BasicValueEnum::VectorValue(_)
            | BasicValueEnum::ScalableVectorValue(_) => {
                out.push(value);
                return Ok(());
            }
        };
        for index in 0..count {
            let element = self.unit.builder.build_extract_value(aggregate, index, "")?;
            self.leaves(element, out)?;
        }
        Ok(())
    }

    pub(super) fn concatenate(&self, low: IntValue<'ctx>, high: IntValue<'ctx>) -> Outcome<IntValue<'ctx>> {
        let wide = self.unit.context.i128_type();
        let builder = &self.unit.builder;
        let low = builder.build_int_z_extend(low, wide, "")?;
        let high = builder.build_int_z_extend(high, wide, "")?;
        let high = builder.build_left_shift(high, wide.const_int(64, false), "")?;
        Ok(builder.build_or(low, high, "")?)
    }

    pub(super) fn half(&self, value: IntValue<'ctx>, high: bool) -> Outcome<IntValue<'ctx>> {
        let builder = &self.unit.builder;
        let value = if high {
            builder.build_right_shift(value, value.get_type().const_int(64, false), false, "")?
        } else {
            value
        };
        Ok(builder.build_int_truncate(value, self.unit.context.i64_type(), "")?)
    }
}

/// The bits of a scalar or vector.
fn width(ty: BasicTypeEnum<'_>) -> Outcome<u32> {
    Ok(match ty {
        BasicTypeEnum::IntType(ty) => ty.get_bit_width(),
        BasicTypeEnum::FloatType(float) => float.get_bit_width(),
        BasicTypeEnum::PointerType(_) => 64,
        BasicTypeEnum::VectorType(vector) => vector.get_size() * width(vector.get_element_type())?,
        BasicTypeEnum::ArrayType(_) | BasicTypeEnum::StructType(_) | BasicTypeEnum::ScalableVectorType(_) => {
            return Err(wrong("a scalar", ty));
        }
    })
}
