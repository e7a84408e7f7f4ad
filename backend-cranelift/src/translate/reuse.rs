//! What a block has computed already: constants, addresses of slots, scaled indices, widened integers and passed checks,
//! each made once per block. Owns the tables; must not know instructions. Constants and addresses of slots cost no
//! register by living longer: Cranelift makes constants again at each use and folds addresses of slots into the
//! accesses, so what is saved is the making of CLIF, 8 % of the compile time. The others save their instructions too.
//!
//! Why this is no pass of `mir`: that two values are equal shows only in CLIF's, after loads are served from what is known
//! of memory; the interpreter must meet every check and LLVM removes its own. It changes no meaning: what is kept depends
//! on its operands alone, which never change, and a check that has passed would pass again.

use cranelift_codegen::entity::packed_option::ReservedValue;
use cranelift_codegen::ir::types::INVALID;
use cranelift_codegen::ir::{Type, Value};

const CONSTANTS_LOG2: u32 = 5;
const COMPUTED_LOG2: u32 = 5;

/// The tables. Entries are valid if they bear the number of the current block, so that none is ever cleared.
pub(super) struct Reuse {
    block: u64,
    constants: [(u64, Constant, Value); 1 << CONSTANTS_LOG2],
    addresses: Vec<(u64, Value)>,
    /// The number from which on addresses are valid.
    addresses_since: u64,
    computed: [(u64, Computation, Value); 1 << COMPUTED_LOG2],
}

/// What depends on its operands only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Computation {
    /// `base + index * scale`
    Offset(Value, Value, u64),
    /// An integer in another type, by its sign.
    Resize(Value, Type, bool),
    /// The left value is below the right one, or the program has ended; what it is kept with means nothing.
    Below(Value, Value),
}

/// A constant: its bits and its type.
pub(super) type Constant = (u64, Type);

impl Default for Reuse {
    fn default() -> Reuse {
        let nothing = Value::reserved_value();
        Reuse {
            block: 0,
            constants: [(0, (0, INVALID), nothing); 1 << CONSTANTS_LOG2],
            addresses: Vec::new(),
            addresses_since: 0,
            computed: [(0, Computation::Below(nothing, nothing), nothing); 1 << COMPUTED_LOG2],
        }
    }
}

impl Reuse {
    /// Begins a function with so many slots.
    pub(super) fn begin_function(&mut self, slots: usize) {
        self.begin_block();
        self.addresses.clear();
        self.addresses.resize(slots, (0, Value::reserved_value()));
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self) {
        self.block = self.block.max(self.addresses_since) + 1;
        self.addresses_since = self.block;
    }

    /// A function is called: an address that stays in a register until it is used behind the call costs more than one
    /// that is made again.
    pub(super) fn called(&mut self) {
        self.addresses_since += 1;
    }

    /// The value of a constant.
    pub(super) fn constant(&self, constant: Constant) -> Option<Value> {
        let (block, known, value) = self.constants[position(constant)];
        (block == self.block && known == constant).then_some(value)
    }

    /// Keeps the value of a constant.
    pub(super) fn keep_constant(&mut self, constant: Constant, value: Value) {
        self.constants[position(constant)] = (self.block, constant, value);
    }

    /// The address of a slot.
    pub(super) fn address(&self, slot: usize) -> Option<Value> {
        let (block, value) = self.addresses[slot];
        (block == self.addresses_since).then_some(value)
    }

    /// Keeps the address of a slot.
    pub(super) fn keep_address(&mut self, slot: usize, value: Value) {
        self.addresses[slot] = (self.addresses_since, value);
    }

    /// What was computed already.
    pub(super) fn computed(&self, computation: Computation) -> Option<Value> {
        let (block, known, value) = self.computed[place(computation)];
        (block == self.block && known == computation).then_some(value)
    }

    /// Keeps what was computed.
    pub(super) fn keep_computed(&mut self, computation: Computation, value: Value) {
        self.computed[place(computation)] = (self.block, computation, value);
    }
}

fn place(computation: Computation) -> usize {
    let (left, right) = match computation {
        Computation::Offset(base, index, scale) => (base.as_u32(), u64::from(index.as_u32()) ^ scale << 20),
        Computation::Resize(value, ty, signed) => (value.as_u32(), u64::from(ty.bits()) | u64::from(signed) << 20),
        Computation::Below(left, right) => (left.as_u32(), u64::from(right.as_u32())),
    };
    let mixed = (u64::from(left) << 32 ^ right).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - COMPUTED_LOG2)) as usize
}

fn position((bits, ty): Constant) -> usize {
    let mixed = (bits ^ u64::from(ty.bits()) << 58).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - CONSTANTS_LOG2)) as usize
}

#[cfg(test)]
mod tests {
    use cranelift_codegen::ir::types::{I32, I64};

    use super::*;

    #[test]
    fn nothing_outlives_its_block() {
        let mut reuse = Reuse::default();
        let value = Value::from_u32(7);
        reuse.begin_function(2);
        reuse.keep_constant((5, I64), value);
        reuse.keep_address(1, value);
        assert_eq!(reuse.constant((5, I64)), Some(value));
        assert_eq!(reuse.constant((5, I32)), None);
        assert_eq!((reuse.address(0), reuse.address(1)), (None, Some(value)));
        reuse.keep_computed(Computation::Offset(value, value, 8), value);
        reuse.begin_block();
        assert_eq!((reuse.constant((5, I64)), reuse.address(1)), (None, None));
        assert_eq!(reuse.computed(Computation::Offset(value, value, 8)), None);
    }

    #[test]
    fn calls_end_addresses_only() {
        let mut reuse = Reuse::default();
        let value = Value::from_u32(7);
        reuse.begin_function(1);
        reuse.keep_constant((5, I64), value);
        reuse.keep_address(0, value);
        reuse.keep_computed(Computation::Resize(value, I64, true), value);
        reuse.called();
        assert_eq!((reuse.constant((5, I64)), reuse.address(0)), (Some(value), None));
        assert_eq!(reuse.computed(Computation::Resize(value, I64, true)), Some(value));
        assert_eq!(reuse.computed(Computation::Resize(value, I64, false)), None);
    }
}
