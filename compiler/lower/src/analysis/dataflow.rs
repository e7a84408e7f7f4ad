//! The two solvers that all analyses share: facts that flow forwards and facts that flow backwards, as sets per block
//! with one 'gained' and one 'lost' set each. Blocks stand in an order in which only loops lead back, so a body without
//! loops takes one pass. Must not know what the facts are.

use super::sets::{Set, Sets};
use crate::source_form::SourceForm;

/// What each block does to the facts, and the facts at its boundary; memory is kept from body to body.
#[derive(Default)]
pub struct Dataflow {
    /// What the sets are made of.
    pub sets: Sets,
    /// What each block does.
    pub effects: Vec<Effect>,
    /// The solution: for each block the facts before it (forwards), or after it (backwards).
    pub boundary: Vec<Set>,
    /// The facts on the other side of each block: after it (forwards), or before it (backwards).
    pub beyond: Vec<Set>,
}

/// What a block does to the facts.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effect {
    /// Facts that hold after the block whatever held before.
    pub gained: Set,
    /// Facts that no longer hold after the block (unless gained).
    pub lost: Set,
}

impl Dataflow {
    /// Empty facts for a body.
    pub fn reset(&mut self, blocks: usize, bits: usize) {
        self.sets.reset(bits);
        self.effects.clear();
        self.effects.resize(blocks, Effect::default());
        self.boundary.clear();
        self.boundary.resize(blocks, Set::default());
        self.beyond.clear();
        self.beyond.resize(blocks, Set::default());
    }

    /// Solves forwards: a fact holds before a block if it holds after some predecessor.
    /// What holds at the function's start must stand in the boundary of block 0.
    pub fn solve_forwards(&mut self, form: &SourceForm) {
        loop {
            let mut again = false;
            for (index, block) in form.blocks.iter().enumerate() {
                self.cross(index);
                for target in form.successors(block.terminator) {
                    let target = target.0 as usize;
                    let grown = self.sets.add(&mut self.boundary[target], self.beyond[index]);
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
                for target in form.successors(block.terminator) {
                    let target = target.0 as usize;
                    leads_back |= target <= index;
                    grown |= self.sets.add(&mut self.boundary[index], self.beyond[target]);
                }
                self.cross(index);
            }
            if !(grown && leads_back) {
                return;
            }
        }
    }

    /// Finds the facts beyond a block.
    fn cross(&mut self, block: usize) {
        let Effect { gained, lost } = self.effects[block];
        self.beyond[block] = self.sets.changed(self.boundary[block], lost, gained);
    }
}
