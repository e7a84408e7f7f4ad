//! Calls. Owns the table entry behind a call instruction in both forms; must not know registers, which the
//! attached description holds.

use serde::{Deserialize, Serialize};

use crate::ids::{AbiId, Align, SignatureId, SymbolId, Value};

/// One call of a function.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The signature of this call; of a variadic one with the types of all its arguments.
    pub signature: SignatureId,
    /// What is passed.
    pub arguments: ArgumentList,
    /// What comes back.
    pub result: CallResult,
    /// How it travels; present in lowered functions.
    pub abi: Option<AbiId>,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Callee {
    /// A function by its name.
    Direct(SymbolId),
    /// The function at an address.
    Indirect(Value),
}

/// A range in [`crate::Function::arguments`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ArgumentList {
    /// Position of the first.
    pub start: u32,
    /// How many.
    pub count: u32,
}

/// One thing passed to a callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Argument {
    /// `system-abi`: a parameter. Lowered: a part of one, or an address.
    Scalar(Value),
    /// `system-abi`: an aggregate of the type that the signature says.
    Aggregate {
        /// Where it lies.
        address: Value,
        /// What is known of the address: less than the type's alignment for a field of a packed record.
        align: Align,
        /// Whether nobody uses that memory after the call: then the callee may have it without a copy.
        owned_temporary: bool,
    },
    /// Lowered: bytes that go into the argument area as they are. The backend reads exactly that many. This is a copy, but
    /// no instruction, because no code generator can write the area before the call.
    Stack {
        /// Where they lie.
        address: Value,
        /// How many: the value's size.
        bytes: u32,
        /// What is known of the address: [`abi::Convention::source_align`] at least.
        align: Align,
    },
}

/// What a call gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CallResult {
    /// `system-abi`: nothing.
    Nothing,
    /// `system-abi`: the instruction's result.
    Scalar,
    /// `system-abi`: an aggregate, written to an address.
    Aggregate {
        /// Where to.
        address: Value,
        /// Whether the callee cannot reach that memory otherwise: then it may write there directly.
        unaliased: bool,
    },
    /// Lowered: so many values from the instruction's result on: the parts in order.
    /// None if the result is written to an address.
    Parts(u32),
}
