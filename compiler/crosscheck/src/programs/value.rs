//! Values of the model that computes what a generated program prints: plain trees, without layout, so that it shares no
//! mistake with the compiler. Unions alone are bytes.

use std::rc::Rc;

use super::arithmetic;
use super::ast::{IntType, Type};

/// A place of the model's memory: a slot and the way into its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub(crate) slot: usize,
    pub(crate) path: Vec<usize>,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Unit,
    /// The bits of an integer, the ones above its width zero.
    Int(u128),
    F32(f32),
    F64(f64),
    Bool(bool),
    Text(Rc<str>),
    /// The parts of a struct, tuple or array.
    Parts(Vec<Value>),
    /// Which union, and its bytes.
    Bytes(usize, Vec<u8>),
    Borrow(Address),
    Pointer(Option<Address>),
    Function(usize),
    /// What was moved away or never assigned.
    Missing,
}

/// The bytes of a scalar or an array of scalars, as a union keeps them.
pub(crate) fn to_bytes(ty: &Type, value: &Value) -> Vec<u8> {
    match (ty, value) {
        (Type::Int(int), Value::Int(bits)) => bits.to_le_bytes()[..int.bits as usize / 8].to_vec(),
        (Type::F32, Value::F32(number)) => number.to_le_bytes().to_vec(),
        (Type::F64, Value::F64(number)) => number.to_le_bytes().to_vec(),
        (Type::Array(element, _), Value::Parts(parts)) => {
            parts.iter().flat_map(|part| to_bytes(element, part)).collect()
        }
        (other, value) => panic!("a union cannot hold {value:?} as {other:?}"),
    }
}

/// The value that bytes of a union mean.
pub(crate) fn from_bytes(ty: &Type, bytes: &[u8]) -> Value {
    match ty {
        Type::Int(int) => {
            let mut all = [0; 16];
            let size = int.bits as usize / 8;
            all[..size].copy_from_slice(&bytes[..size]);
            Value::Int(u128::from_le_bytes(all))
        }
        Type::F32 => Value::F32(f32::from_bits(read(ty, bytes) as u32)),
        Type::F64 => Value::F64(f64::from_bits(read(ty, bytes) as u64)),
        Type::Array(element, count) => {
            let size = bytes.len() / count;
            Value::Parts(bytes.chunks(size).map(|chunk| from_bytes(element, chunk)).collect())
        }
        other => panic!("no union has a field of {other:?}"),
    }
}

fn read(ty: &Type, bytes: &[u8]) -> u128 {
    let size = if *ty == Type::F32 { 4 } else { 8 };
    bytes[..size].iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte))
}

/// Whether two values are equal by content; a number that is none equals itself inside a tuple or array only.
pub(crate) fn order(ty: &Type, left: &Value, right: &Value) -> std::cmp::Ordering {
    use std::cmp::Ordering::Equal;
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => match ty {
            Type::Int(int) => compare_integers(*int, *left, *right),
            other => panic!("integers of type {other:?}"),
        },
        (Value::F32(left), Value::F32(right)) => order_floats(f64::from(*left), f64::from(*right)),
        (Value::F64(left), Value::F64(right)) => order_floats(*left, *right),
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        (Value::Text(left), Value::Text(right)) => left.as_bytes().cmp(right.as_bytes()),
        (Value::Parts(left), Value::Parts(right)) => left
            .iter()
            .zip(right)
            .enumerate()
            .map(|(index, (left, right))| order(part_type(ty, index), left, right))
            .find(|ordering| *ordering != Equal)
            .unwrap_or(Equal),
        (left, right) => panic!("{left:?} and {right:?} have no order"),
    }
}

/// The order by content: a number that is none comes last, and the two zeros are one.
fn order_floats(left: f64, right: f64) -> std::cmp::Ordering {
    left.partial_cmp(&right).unwrap_or_else(|| left.is_nan().cmp(&right.is_nan()))
}

/// Compares the bits of two integers of a type.
pub(crate) fn compare_integers(int: IntType, left: u128, right: u128) -> std::cmp::Ordering {
    if int.signed { arithmetic::signed(int, left).cmp(&arithmetic::signed(int, right)) } else { left.cmp(&right) }
}

fn part_type(ty: &Type, index: usize) -> &Type {
    match ty {
        Type::Tuple(parts) => &parts[index],
        Type::Array(element, _) => element,
        other => panic!("{other:?} is not compared by its parts"),
    }
}
