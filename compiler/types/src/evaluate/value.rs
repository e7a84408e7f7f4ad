//! Values while they are evaluated: like constants, but parts can be written in place, and borrows name places.

use std::sync::Arc;

use hir::{Body, ExpressionId, ItemId};
use smallvec::SmallVec;

use crate::inference::Inference;
use crate::substitute::Substitution;

/// A value. Integers are extended to 128 bits by the sign of their type.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Unit,
    Bool(bool),
    Int(u128),
    F32(f32),
    F64(f64),
    String(Arc<str>),
    CString(Arc<[u8]>),
    Address(u64),
    Function(ItemId),
    /// A structure, heap object, tuple or array.
    Aggregate(Vec<Value>),
    Union(u32, Box<Value>),
    /// An enum: which case, and what it carries.
    Case(u32, Vec<Value>),
    Borrow(Place),
}

impl Value {
    /// Whether it is an integer or a float.
    pub(super) fn is_number(&self) -> bool {
        match self {
            Value::Int(_) | Value::F32(_) | Value::F64(_) => true,
            Value::Unit
            | Value::Bool(_)
            | Value::String(_)
            | Value::CString(_)
            | Value::Address(_)
            | Value::Function(_)
            | Value::Aggregate(_)
            | Value::Union(..)
            | Value::Case(..)
            | Value::Borrow(_) => false,
        }
    }
}

/// Where a value is.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) root: Root,
    /// Fields and elements on the way.
    pub(super) path: SmallVec<[u32; 4]>,
    /// Of a slice, which elements of the array there it is: the first, and how many.
    pub(super) window: Option<(u32, u32)>,
}

/// What a place is a part of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// A local or temporary of a running function.
    Slot { frame: u32, slot: u32 },
    /// A constant.
    Constant(ItemId),
}

/// A running function.
pub(super) struct Frame<'a> {
    pub(super) item: ItemId,
    pub(super) body: &'a Body,
    pub(super) table: &'a Inference,
    /// The call, in the caller's body.
    pub(super) call: ExpressionId,
    /// The locals, then temporaries that were lent. A local without value is one that only a running program has.
    pub(super) slots: Vec<Option<Value>>,
    /// What the function's type parameters are.
    pub(super) with: Substitution,
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        item: ItemId,
        body: &'a Body,
        table: &'a Inference,
        call: ExpressionId,
        with: Substitution,
    ) -> Frame<'a> {
        Frame { item, body, table, call, slots: vec![None; body.local_count()], with }
    }
}
