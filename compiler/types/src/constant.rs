//! Values of constants. Owns the data; the interpreter that makes them is in [`evaluate`]. Must not know how values
//! lie in memory: that is for whoever writes them into an object.

use std::sync::Arc;

use hir::ItemId;

/// The value of a constant expression. Its type is known where it stands and not repeated here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantValue {
    /// None: a problem has been reported.
    Error,
    /// `()`
    Unit,
    /// `true`, `false`
    Bool(bool),
    /// An integer: its bits extended to 128 by the sign of its type.
    Int(u128),
    /// An `f32`, as its bits, so that equal values are equal whatever NaN thinks.
    F32(u32),
    /// An `f64`, as its bits.
    F64(u64),
    /// A `String`: a static literal.
    String(Arc<str>),
    /// `c"…"`: a pointer to static bytes; the NUL at the end is not among them.
    CString(Arc<[u8]>),
    /// A pointer that is this address: null, or made of an integer.
    Address(u64),
    /// The address of a function, as an `extern fn` pointer.
    Function(ItemId),
    /// A structure, tuple or array: its parts in order.
    Aggregate(Arc<[ConstantValue]>),
    /// A union made with the field at this position.
    Union(u32, Arc<ConstantValue>),
    /// An enum: which case, and what it carries.
    Case(u32, Arc<[ConstantValue]>),
}

impl ConstantValue {
    /// Whether it is nothing but zeros in memory.
    pub fn is_zeros(&self) -> bool {
        match self {
            ConstantValue::Error | ConstantValue::Unit => true,
            ConstantValue::Bool(value) => !value,
            ConstantValue::Int(bits) => *bits == 0,
            ConstantValue::F32(bits) => *bits == 0,
            ConstantValue::F64(bits) | ConstantValue::Address(bits) => *bits == 0,
            ConstantValue::String(_) | ConstantValue::CString(_) | ConstantValue::Function(_) => false,
            ConstantValue::Aggregate(parts) => parts.iter().all(ConstantValue::is_zeros),
            ConstantValue::Union(_, value) => value.is_zeros(),
            // What is not written of the longest case is zero, but a tag may be anything.
            ConstantValue::Case(..) => false,
        }
    }
}
