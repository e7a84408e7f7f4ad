//! Which block is passed on every way to another. Owns the algorithm of Cooper, Harvey and Kennedy; must not know
//! instructions.

use crate::function::Function;
use crate::ids::Block;

/// The dominator tree of a function.
pub struct Dominance {
    /// Immediate dominator by block; that of the entry is itself, of unreachable blocks `None`.
    parents: Vec<Option<u32>>,
    /// Position in reverse post-order by block.
    order: Vec<u32>,
}

impl Dominance {
    pub fn new(function: &Function) -> Dominance {
        let count = function.blocks.len();
        let post_order = post_order(function);
        let mut order = vec![u32::MAX; count];
        for (position, block) in post_order.iter().rev().enumerate() {
            order[*block as usize] = position as u32;
        }
        let mut predecessors = vec![Vec::new(); count];
        for block in &post_order {
            let terminator = function.blocks[*block as usize].terminator;
            function.each_target(terminator, |target| predecessors[target.block.index()].push(*block));
        }
        let mut dominance = Dominance { parents: vec![None; count], order };
        dominance.parents[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for block in post_order.iter().rev().filter(|block| **block != 0) {
                let mut known = predecessors[*block as usize]
                    .iter()
                    .copied()
                    .filter(|before| dominance.parents[*before as usize].is_some());
                let Some(first) = known.next() else { continue };
                let parent = known.fold(first, |one, other| dominance.common(one, other));
                if dominance.parents[*block as usize] != Some(parent) {
                    dominance.parents[*block as usize] = Some(parent);
                    changed = true;
                }
            }
        }
        dominance
    }

    /// Whether some way leads to the block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.parents[block.index()].is_some()
    }

    /// Whether every way to `block` passes `dominator`.
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let mut current = block.0;
        loop {
            if current == dominator.0 {
                return true;
            }
            match self.parents[current as usize] {
                Some(parent) if parent != current => current = parent,
                Some(_) | None => return false,
            }
        }
    }

    fn common(&self, mut one: u32, mut other: u32) -> u32 {
        while one != other {
            let later = if self.order[one as usize] > self.order[other as usize] { &mut one } else { &mut other };
            *later = self.parents[*later as usize].expect("blocks in the walk are reachable");
        }
        one
    }
}

/// Blocks that can be reached, each after those it leads to. An explicit stack, because bodies may be deep.
fn post_order(function: &Function) -> Vec<u32> {
    let mut out = Vec::new();
    let mut seen = vec![false; function.blocks.len()];
    seen[0] = true;
    let mut stack = vec![(0u32, targets(function, 0))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    stack.push((next, targets(function, next)));
                }
            }
            None => {
                out.push(*block);
                stack.pop();
            }
        }
    }
    out
}

fn targets(function: &Function, block: u32) -> Vec<u32> {
    let mut out = Vec::new();
    function.each_target(function.blocks[block as usize].terminator, |target| out.push(target.block.0));
    out
}
