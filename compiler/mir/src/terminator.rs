//! How blocks end. Owns jumps, branches, switches, returns and panics; must not know calling conventions.

use serde::{Deserialize, Serialize};

use crate::ids::{Block, SiteId, Value};

/// The end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Terminator {
    /// Goes to a block.
    Jump(BlockCall),
    /// Goes to one of two blocks.
    Branch {
        /// A `Bool`.
        condition: Value,
        /// If it is 1.
        if_true: BlockCall,
        /// If it is 0.
        if_false: BlockCall,
    },
    /// Goes to the block of the case that equals an integer of up to 64 bits.
    Switch {
        /// The integer.
        value: Value,
        /// The cases, each value once.
        cases: CaseList,
        /// If none equals.
        default: BlockCall,
    },
    /// Leaves the function.
    Return(ReturnValue),
    /// Is never reached: what stands before it does not return.
    Unreachable,
    /// Panics at a site.
    Panic {
        /// Where.
        site: SiteId,
    },
}

/// A block to go to and the values for its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockCall {
    /// The block; never the entry block.
    pub block: Block,
    /// One value for each of its parameters.
    pub arguments: ValueList,
}

/// A range in [`crate::Function::value_lists`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueList {
    /// Position of the first.
    pub start: u32,
    /// How many.
    pub count: u32,
}

/// A range in [`crate::Function::cases`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseList {
    /// Position of the first.
    pub start: u32,
    /// How many.
    pub count: u32,
}

/// One case of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The integer, extended to 64 bits by its sign.
    pub bits: u64,
    /// Where to go.
    pub target: BlockCall,
}

/// What a return gives back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReturnValue {
    /// `system-abi`: nothing.
    Nothing,
    /// `system-abi`: a scalar.
    Scalar(Value),
    /// `system-abi`: the aggregate at an address.
    Aggregate(Value),
    /// `system-abi`: the aggregate in the function's return slot, where it was built. If the caller gave an
    /// address, the slot is that memory and nothing is copied.
    ReturnSlot,
    /// Lowered: the parts of the result in order; none if there is no result or it was written to the caller's
    /// address, which the backend echoes in a register if the description says so.
    Parts(ValueList),
}
