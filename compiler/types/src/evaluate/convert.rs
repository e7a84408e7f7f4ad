//! Between values in evaluation and constants. Owns what a constant may hold: no borrow, no object on the heap.

use std::sync::Arc;

use source::Db;

use super::value::Value;
use crate::classify::{enumeration, is_counted, is_object_pointer};
use crate::constant::ConstantValue;
use crate::definition::field_type;
use crate::display::display;
use crate::ty::Ty;

/// The constant that a value of a type is, or what it holds that constants may not.
pub(super) fn to_constant(db: &dyn Db, ty: Ty, value: &Value) -> Result<ConstantValue, String> {
    if is_object_pointer(db, ty) {
        let what = if is_counted(db, ty) { "counted" } else { "heap" };
        return Err(format!("a value of the {what} type `{}`", display(db, ty)));
    }
    match value {
        Value::Unit => Ok(ConstantValue::Unit),
        Value::Bool(value) => Ok(ConstantValue::Bool(*value)),
        Value::Int(bits) => Ok(ConstantValue::Int(*bits)),
        Value::F32(value) => Ok(ConstantValue::F32(value.to_bits())),
        Value::F64(value) => Ok(ConstantValue::F64(value.to_bits())),
        Value::String(text) => Ok(ConstantValue::String(text.clone())),
        Value::CString(bytes) => Ok(ConstantValue::CString(bytes.clone())),
        Value::Address(address) => Ok(ConstantValue::Address(*address)),
        Value::Function(function) => Ok(ConstantValue::Function(*function)),
        Value::Aggregate(parts) => {
            let parts: Result<Arc<[ConstantValue]>, String> =
                (0..).zip(parts).map(|(index, part)| to_constant(db, part_type(db, ty, index), part)).collect();
            parts.map(ConstantValue::Aggregate)
        }
        Value::Union(field, value) => {
            let value = to_constant(db, field_type(db, ty, *field), value)?;
            Ok(ConstantValue::Union(*field, Arc::new(value)))
        }
        Value::Case(case, parts) => {
            let carried = enumeration(db, ty).map_or(&[][..], |enumeration| enumeration.payload(*case));
            let parts: Result<Arc<[ConstantValue]>, String> =
                parts.iter().zip(carried).map(|(part, carried)| to_constant(db, carried.ty, part)).collect();
            Ok(ConstantValue::Case(*case, parts?))
        }
        Value::Borrow(_) => Err("a borrow".into()),
    }
}

/// The type of a field or element.
pub(super) fn part_type(db: &dyn Db, ty: Ty, index: u32) -> Ty {
    match ty.as_array() {
        Some((element, _)) => element,
        None => field_type(db, ty, index),
    }
}

/// The part of a constant at a path, as a value.
pub(super) fn from_constant(constant: &ConstantValue, path: &[u32]) -> Option<Value> {
    value_of(constant_part(constant, path)?)
}

/// The case of the enum at a path of a constant. Nothing of what it carries is copied.
pub(super) fn case_of_constant(constant: &ConstantValue, path: &[u32]) -> Option<u32> {
    if let ConstantValue::Case(case, _) = constant_part(constant, path)? { Some(*case) } else { None }
}

/// The part of a constant at a path; of a union its one value, if the path asks for the field it was made with.
fn constant_part<'a>(constant: &'a ConstantValue, path: &[u32]) -> Option<&'a ConstantValue> {
    path.iter().try_fold(constant, |constant, step| match constant {
        ConstantValue::Aggregate(parts) | ConstantValue::Case(_, parts) => parts.get(*step as usize),
        ConstantValue::Union(field, value) if field == step => Some(&**value),
        _ => None,
    })
}

fn value_of(constant: &ConstantValue) -> Option<Value> {
    match constant {
        ConstantValue::Error => None,
        ConstantValue::Unit => Some(Value::Unit),
        ConstantValue::Bool(value) => Some(Value::Bool(*value)),
        ConstantValue::Int(bits) => Some(Value::Int(*bits)),
        ConstantValue::F32(bits) => Some(Value::F32(f32::from_bits(*bits))),
        ConstantValue::F64(bits) => Some(Value::F64(f64::from_bits(*bits))),
        ConstantValue::String(text) => Some(Value::String(text.clone())),
        ConstantValue::CString(bytes) => Some(Value::CString(bytes.clone())),
        ConstantValue::Address(address) => Some(Value::Address(*address)),
        ConstantValue::Function(function) => Some(Value::Function(*function)),
        ConstantValue::Aggregate(parts) => {
            let parts: Option<Vec<Value>> = parts.iter().map(value_of).collect();
            parts.map(Value::Aggregate)
        }
        ConstantValue::Case(case, parts) => {
            let parts: Option<Vec<Value>> = parts.iter().map(value_of).collect();
            Some(Value::Case(*case, parts?))
        }
        ConstantValue::Union(field, value) => Some(Value::Union(*field, Box::new(value_of(value)?))),
    }
}
