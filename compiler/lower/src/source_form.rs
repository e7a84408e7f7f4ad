//! The source form of a body: a control-flow graph over typed places, generic, layouts and ABI not yet chosen, with the
//! source expression on every statement. Owns the data types, their builder and their printers. It must not know
//! layouts, targets or MIR (`instantiate` reads it), nor positions (`diagnostics` turns expressions into ranges).
//!
//! Everything is a flat table with small handles: a body of the 100,000-line benchmark becomes some 150 statements of 32
//! bytes, and no allocation is made per expression.
//!
//! Facts that readers may rely on:
//! - Blocks stand in an order in which every jump except a loop's leads forwards; block 0 is the entry. There are no
//!   unreachable blocks, and no block falls off its end.
//! - Local 0 is the return place (of type `()` or `Never` if there is no result), then the parameters in order (`self`
//!   first), then variables and temporaries as they begin.
//! - A temporary is assigned on every path that reads it. Those of `LocalKind::Value` are assigned exactly once: a scalar
//!   needs no memory.
//! - Evaluation order is statement order. Operands of one statement are all read before it takes effect; an aggregate
//!   that is made, or returned by a call, never goes to a place that the statement also reads.

mod access;
mod alignment;
mod builder;
mod forwarding;
mod graph;
mod local;
mod mentions;
mod place;
mod print;
mod statement;
#[cfg(test)]
mod tests;
mod typing;
mod verify;

pub use access::Access;
pub use builder::{Built, Counting, build, build_closure, build_derived};
pub use forwarding::forwarding_form;
pub use local::{Local, LocalId, LocalKind};
pub use mentions::{MentionKind, Mentions, Use};
pub use place::{Place, PlaceBase, PlaceData, Projection, RangeId};
pub use statement::{
    BorrowKind, Callee, CalleeId, Constant, ConstantId, ConstantValue, DropExtent, Operand, OperandList, Point,
    RuntimeFunction, Rvalue, Shown, Statement, StatementKind, Switch, SwitchId, Terminator, TextId,
};
pub use typing::projected_type;

use std::ops::Range;
use types::{Arguments, Reported, Ty};

/// A body in source form.
#[derive(Clone, Debug, Default)]
pub struct SourceForm {
    /// The return place, the parameters, variables and temporaries.
    pub locals: Vec<Local>,
    /// How many of the locals, from local 1 on, are parameters.
    pub parameter_count: u32,
    /// The blocks, in the order described above.
    pub blocks: Vec<Block>,
    /// The number of blocks before those that only end values on the way out of the function, for several returns.
    pub shared_exits: u32,
    /// The statements of all blocks.
    pub statements: Vec<Statement>,
    /// Constant operands.
    pub constants: Vec<Constant>,
    /// Integer constants of more than 64 bits.
    pub wide_integers: Vec<u128>,
    /// Texts of string constants.
    pub texts: Vec<Box<str>>,
    /// What calls call.
    pub callees: Vec<Callee>,
    /// Lists of types: type arguments of callees.
    pub type_lists: Vec<Ty>,
    /// The proof that an error of some expression was reported, if there is one: such a body is checked but never instantiated.
    pub poison: Option<Reported>,
    /// The expression that all of it evaluates; none of what nobody wrote.
    pub root: Option<hir::ExpressionId>,
    pub(crate) places: Vec<PlaceData>,
    pub(crate) projections: Vec<Projection>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) switches: Vec<Switch>,
    /// From where to where slices go; the end does not belong to them.
    pub(crate) ranges: Vec<(Operand, Operand)>,
}

/// A block: straight-line statements and how it ends.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// How it ends.
    pub terminator: Terminator,
}

/// An index into `SourceForm::blocks`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BlockId(pub u32);

impl SourceForm {
    /// The statements of a block.
    pub fn block_statements(&self, block: BlockId) -> &[Statement] {
        &self.statements[self.statement_range(block)]
    }

    /// The indices of a block's statements in `statements`.
    pub fn statement_range(&self, block: BlockId) -> Range<usize> {
        let block = &self.blocks[block.0 as usize];
        block.start as usize..block.end as usize
    }

    /// All blocks in order.
    pub fn block_ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// From where to where a slice goes; the end does not belong to it.
    pub fn range(&self, range: RangeId) -> (Operand, Operand) {
        self.ranges[range.0 as usize]
    }

    /// The operands of a list.
    pub fn operand_list(&self, list: OperandList) -> &[Operand] {
        &self.operands[list.start as usize..(list.start + list.length) as usize]
    }

    /// The local with an id.
    pub fn local(&self, local: LocalId) -> &Local {
        &self.locals[local.0 as usize]
    }

    /// The parameters, `self` first.
    pub fn parameters(&self) -> impl Iterator<Item = LocalId> + use<> {
        (1..=self.parameter_count).map(LocalId)
    }

    /// Empties every table and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.locals.clear();
        self.parameter_count = 0;
        self.shared_exits = 0;
        self.blocks.clear();
        self.statements.clear();
        self.constants.clear();
        self.wide_integers.clear();
        self.texts.clear();
        self.callees.clear();
        self.type_lists.clear();
        self.poison = None;
        self.root = None;
        self.places.clear();
        self.projections.clear();
        self.operands.clear();
        self.switches.clear();
        self.ranges.clear();
    }

    /// Whether a block is the last of its way through the function that does more than end values.
    pub fn leaves(&self, block: BlockId) -> bool {
        block.0 < self.shared_exits
            && match self.blocks[block.0 as usize].terminator {
                Terminator::Return => true,
                Terminator::Goto(target) => target.0 >= self.shared_exits,
                Terminator::Branch(..) | Terminator::Switch(..) | Terminator::Unreachable => false,
            }
    }

    /// The blocks that a terminator may go to.
    pub fn successors(&self, terminator: Terminator) -> impl Iterator<Item = BlockId> + '_ {
        let (first, second, cases): (_, _, &[(u128, BlockId)]) = match terminator {
            Terminator::Goto(target) => (Some(target), None, &[]),
            Terminator::Branch(_, then, otherwise) => (Some(then), Some(otherwise), &[]),
            Terminator::Switch(_, switch) => {
                let switch = self.switch(switch);
                (None, Some(switch.otherwise), &switch.cases)
            }
            Terminator::Return | Terminator::Unreachable => (None, None, &[]),
        };
        first.into_iter().chain(cases.iter().map(|(_, target)| *target)).chain(second)
    }

    /// Where a switch may go.
    pub fn switch(&self, switch: SwitchId) -> &Switch {
        &self.switches[switch.0 as usize]
    }

    /// What a call calls.
    pub fn callee(&self, callee: CalleeId) -> Callee {
        self.callees[callee.0 as usize]
    }

    /// The type arguments of a call of a function.
    pub fn type_arguments(&self, (start, length): (u32, u32)) -> Arguments {
        match length {
            0 => Arguments::NONE,
            _ => Arguments::new(&self.type_lists[start as usize..(start + length) as usize]),
        }
    }

    /// A constant operand.
    pub fn constant(&self, constant: ConstantId) -> Constant {
        self.constants[constant.0 as usize]
    }
}

const _: () = assert!(size_of::<Statement>() <= 32, "statements are written by the hundred thousand");
const _: () = assert!(size_of::<Local>() <= 24, "so are locals");
