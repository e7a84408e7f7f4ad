//! Conversions between scalars. Must not know why a program converts.

use inkwell::types::{BasicTypeEnum, IntType};
use inkwell::values::{BasicValueEnum, IntValue};
use mir::{Scalar, Value};

use super::{Translator, wrong};
use crate::failure::Outcome;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// Converts a value as the instruction of that name says.
    pub(super) fn convert(&mut self, value: Value, to: Scalar) -> Outcome<BasicValueEnum<'ctx>> {
        let from = self.scalar(value);
        let ty = self.unit.types.value(to);
        match (from.is_float(), to.is_float()) {
            (false, false) => match (self.value(value), ty) {
                (BasicValueEnum::IntValue(value), BasicTypeEnum::IntType(ty)) => {
                    Ok(self.resize(value, ty, from.is_signed())?.into())
                }
                (value @ BasicValueEnum::PointerValue(_), ty) => self.coerce(value, ty),
                (BasicValueEnum::IntValue(value), ty) => {
                    let wide = self.resize(value, self.unit.context.i64_type(), from.is_signed())?;
                    self.coerce(wide.into(), ty)
                }
                (other, _) => Err(wrong("an integer", other.get_type())),
            },
            (false, true) => {
                let value = self.integer(value)?;
                let ty = ty.into_float_type();
                let builder = &self.unit.builder;
                Ok(if from.is_signed() {
                    builder.build_signed_int_to_float(value, ty, "")?.into()
                } else {
                    builder.build_unsigned_int_to_float(value, ty, "")?.into()
                })
            }
            (true, false) => {
                // These saturate, with NaN as 0.
                let name = if to.is_signed() { "llvm.fptosi.sat" } else { "llvm.fptoui.sat" };
                let value = self.value(value);
                self.intrinsic(name, &[ty, value.get_type()], &[value])
            }
            (true, true) => {
                let value = self.float(value)?;
                let ty = ty.into_float_type();
                Ok(self.unit.builder.build_float_cast(value, ty, "")?.into())
            }
        }
    }

    /// Wraps, or extends by the sign given.
    pub(super) fn resize(&self, value: IntValue<'ctx>, to: IntType<'ctx>, signed: bool) -> Outcome<IntValue<'ctx>> {
        let builder = &self.unit.builder;
        let (from, wanted) = (value.get_type().get_bit_width(), to.get_bit_width());
        Ok(match from.cmp(&wanted) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => builder.build_int_truncate(value, to, "")?,
            std::cmp::Ordering::Less if signed => builder.build_int_s_extend(value, to, "")?,
            std::cmp::Ordering::Less => builder.build_int_z_extend(value, to, "")?,
        })
    }
}
