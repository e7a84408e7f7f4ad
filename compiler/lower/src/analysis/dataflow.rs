//! The two solvers that all analyses share: facts that flow forwards and facts that flow backwards, as sets per block
//! with one 'gained' and one 'lost' set each. Blocks stand in an order in which only loops lead back, so a body without
//! loops takes one pass. Must not know what the facts are.

use super::bits::BitMatrix;
use crate::source_form::SourceForm;

/// What each block does to the facts, and the facts at its boundary; memory is kept from body to body.
#[derive(Default)]
pub struct Dataflow {
    /// Facts that hold after the block whatever held before.
    pub gained: BitMatrix,
    /// Facts that no longer hold after the block (unless gained).
    pub lost: BitMatrix,
    /// The solution: facts before the block (forwards), or after the block (backwards).
    pub boundary: BitMatrix,
    scratch: Vec<u64>,
}

impl Dataflow {
    /// Empty facts for a body.
    pub fn reset(&mut self, blocks: usize, bits: usize) {
        self.gained.reset(blocks, bits);
        self.lost.reset(blocks, bits);
        self.boundary.reset(blocks, bits);
    }

    /// Solves forwards: a fact holds before a block if it holds after some predecessor.
    /// What holds at the function's start must stand in the boundary of block 0.
    pub fn solve_forwards(&mut self, form: &SourceForm) {
        loop {
            let mut again = false;
            for (index, block) in form.blocks.iter().enumerate() {
                self.after(index);
                for target in block.terminator.successors() {
                    let target = target.0 as usize;
                    let grown = self.boundary.union_into(target, &self.scratch);
                    again |= grown && target <= index;
                }
            }
            if !again {
                return;
            }
        }
    }

    /// Solves backwards: a fact holds after a block if it holds before some successor.
    pub fn solve_backwards(&mut self, form: &SourceForm) {
        loop {
            let mut grown = false;
            let mut leads_back = false;
            for (index, block) in form.blocks.iter().enumerate().rev() {
                for target in block.terminator.successors() {
                    let target = target.0 as usize;
                    leads_back |= target <= index;
                    self.after(target);
                    grown |= self.boundary.union_into(index, &self.scratch);
                }
            }
            if !(grown && leads_back) {
                return;
            }
        }
    }

    /// Leaves in `scratch` what the block makes of the facts at its boundary: those on its other side.
    fn after(&mut self, block: usize) {
        self.scratch.clear();
        let facts = self
            .boundary
            .row(block)
            .iter()
            .zip(self.gained.row(block))
            .zip(self.lost.row(block));
        self.scratch
            .extend(facts.map(|((before, gained), lost)| before & !lost | gained));
    }
}
