//! Conversions between scalars. Must not know why a program converts.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::types::{F32, F64, I32, I128};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData};
use mir::{Scalar, Value};

use super::reuse::Computation;
use super::{Translator, machine_type};
use crate::library::Library;
use crate::wide;

impl Translator<'_> {
    /// Converts a value as the instruction of that name says.
    pub(super) fn convert(&mut self, value: Value, to: Scalar) -> ir::Value {
        let from = self.scalar(value);
        let value = self.value(value);
        match (from.is_float(), to.is_float()) {
            (false, false) if machine_type(from) == machine_type(to) => value,
            (false, false) => {
                let (ty, signed) = (machine_type(to), from.is_signed());
                let computation = Computation::Resize(value, ty, signed);
                if let Some(known) = self.tables.reuse.computed(computation) {
                    return known;
                }
                let resized = self.resize(value, ty, signed);
                self.tables.reuse.keep_computed(computation, resized);
                resized
            }
            (false, true) => self.integer_to_float(value, from, machine_type(to)),
            (true, false) => self.float_to_integer(value, machine_type(from), to),
            (true, true) => match (from, to) {
                (Scalar::F32, Scalar::F64) => self.builder.ins().fpromote(F64, value),
                (Scalar::F64, Scalar::F32) => self.builder.ins().fdemote(F32, value),
                _ => value,
            },
        }
    }

    /// Keeps the bits.
    pub(super) fn reinterpret(&mut self, value: Value, to: Scalar) -> ir::Value {
        let (from, to) = (machine_type(self.scalar(value)), machine_type(to));
        let value = self.value(value);
        if from == to { value } else { self.builder.ins().bitcast(to, MemFlagsData::new(), value) }
    }

    /// Wraps, or extends by the sign given.
    pub(super) fn resize(&mut self, value: ir::Value, to: ir::Type, signed: bool) -> ir::Value {
        let from = self.builder.func.dfg.value_type(value);
        match from.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.builder.ins().ireduce(to, value),
            std::cmp::Ordering::Less if signed => self.builder.ins().sextend(to, value),
            std::cmp::Ordering::Less => self.builder.ins().uextend(to, value),
        }
    }

    fn integer_to_float(&mut self, value: ir::Value, from: Scalar, to: ir::Type) -> ir::Value {
        let signed = from.is_signed();
        if machine_type(from) == I128 {
            let function = match (to == F32, signed) {
                (true, true) => Library::Floattisf,
                (true, false) => Library::Floatuntisf,
                (false, true) => Library::Floattidf,
                (false, false) => Library::Floatuntidf,
            };
            let (low, high) = self.builder.ins().isplit(value);
            let call = self.call_library(function, &[low, high]);
            return self.first_result(call);
        }
        // Narrow integers are widened first, which no target does worse and not all do themselves.
        let value = if from.bits() < 32 { self.resize(value, I32, signed) } else { value };
        if signed { self.builder.ins().fcvt_from_sint(to, value) } else { self.builder.ins().fcvt_from_uint(to, value) }
    }

    fn float_to_integer(&mut self, value: ir::Value, from: ir::Type, to: Scalar) -> ir::Value {
        let signed = to.is_signed();
        let ty = machine_type(to);
        if ty == I128 {
            return self.float_to_wide(value, from, signed);
        }
        // Cranelift saturates to 32 and 64 bits only; narrower bounds are applied behind it.
        let wide = if to.bits() < 32 { I32 } else { ty };
        let converted = if signed {
            self.builder.ins().fcvt_to_sint_sat(wide, value)
        } else {
            self.builder.ins().fcvt_to_uint_sat(wide, value)
        };
        if wide == ty {
            return converted;
        }
        let bits = to.bits();
        let clamped = if signed {
            let largest = self.builder.ins().iconst(I32, (1 << (bits - 1)) - 1);
            let smallest = self.builder.ins().iconst(I32, i64::from((-1i32 << (bits - 1)) as u32));
            let below = self.builder.ins().smin(converted, largest);
            self.builder.ins().smax(below, smallest)
        } else {
            let largest = self.builder.ins().iconst(I32, (1 << bits) - 1);
            self.builder.ins().umin(converted, largest)
        };
        self.builder.ins().ireduce(ty, clamped)
    }

    /// The library function does not saturate, so it gets 0 in place of what does not fit, and the bound is chosen
    /// behind it.
    fn float_to_wide(&mut self, value: ir::Value, from: ir::Type, signed: bool) -> ir::Value {
        let function = match (from == F32, signed) {
            (true, true) => Library::Fixsfti,
            (true, false) => Library::Fixunssfti,
            (false, true) => Library::Fixdfti,
            (false, false) => Library::Fixunsdfti,
        };
        // 2^127 and 2^128 are numbers of both types; -1 and below truncate to what an unsigned integer is not.
        let (smallest, largest) = if signed { (-(2f64.powi(127)), i128::MAX as u128) } else { (0.0, u128::MAX) };
        // As an `f32`, 2^128 is infinity; every finite one is below it.
        let limit = if signed { 2f64.powi(127) } else { 2f64.powi(128) };
        let limit = self.float_constant(from, limit);
        let smallest_float = self.float_constant(from, smallest);
        let above = self.builder.ins().fcmp(FloatCC::GreaterThanOrEqual, value, limit);
        let below = self.builder.ins().fcmp(FloatCC::LessThan, value, smallest_float);
        let unordered = self.builder.ins().fcmp(FloatCC::Unordered, value, value);
        let outside = self.builder.ins().bor(above, below);
        let outside = self.builder.ins().bor(outside, unordered);
        let zero = self.float_constant(from, 0.0);
        let safe = self.builder.ins().select(outside, zero, value);
        let call = self.call_library(function, &[safe]);
        let converted = self.wide_result(call);
        let largest = wide::constant(&mut self.builder, largest);
        let smallest = wide::constant(&mut self.builder, if signed { i128::MIN as u128 } else { 0 });
        let bounded = self.builder.ins().select(above, largest, converted);
        self.builder.ins().select(below, smallest, bounded)
    }

    fn float_constant(&mut self, ty: ir::Type, value: f64) -> ir::Value {
        if ty == F32 { self.builder.ins().f32const(value as f32) } else { self.builder.ins().f64const(value) }
    }
}
