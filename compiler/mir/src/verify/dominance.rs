//! Which block is passed on every way to another. Owns the algorithm of Lengauer and Tarjan: with m edges and n blocks it
//! takes m log n steps whatever the edges are, since modules come from strangers. Must not know instructions.

use crate::function::Function;
use crate::ids::Block;

const NONE: u32 = u32::MAX;

/// The dominator tree of a function: each block's subtree is a range of numbers, so that a question costs one comparison.
pub struct Dominance {
    /// The number of a block, and the end of its subtree's numbers; an empty range for unreachable blocks.
    subtrees: Vec<(u32, u32)>,
}

impl Dominance {
    pub fn new(function: &Function) -> Dominance {
        Dominance::of_graph(function.blocks.len(), |block| {
            let mut out = Vec::new();
            function.each_target(function.blocks[block as usize].terminator, |target| out.push(target.block.0));
            out
        })
    }

    /// Of so many blocks, the first of which is the entry, by where each leads to.
    fn of_graph(count: usize, targets: impl Fn(u32) -> Vec<u32>) -> Dominance {
        let walk = Walk::new(count, targets);
        let parents = walk.immediate_dominators();
        // Whoever dominates has a smaller number in the walk.
        let mut sizes = vec![1u32; parents.len()];
        for vertex in (1..parents.len()).rev() {
            sizes[parents[vertex] as usize] += sizes[vertex];
        }
        let mut subtrees = vec![(0, 0); count];
        let mut free = vec![0u32; parents.len()];
        for (vertex, block) in walk.blocks.iter().enumerate() {
            let start = free[parents[vertex] as usize];
            free[parents[vertex] as usize] += sizes[vertex];
            free[vertex] = start + 1;
            subtrees[*block as usize] = (start, start + sizes[vertex]);
        }
        Dominance { subtrees }
    }

    /// Whether some way leads to the block.
    pub fn is_reachable(&self, block: Block) -> bool {
        let (start, end) = self.subtrees[block.index()];
        start < end
    }

    /// Whether every way to `block` passes `dominator`; both can be reached, or they are the same.
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let (start, end) = self.subtrees[dominator.index()];
        let (number, own_end) = self.subtrees[block.index()];
        dominator == block || (number < own_end && start <= number && number < end)
    }
}

/// Lists of numbers that begin at each vertex, in one vector.
struct Lists {
    first: Vec<u32>,
    /// A number, and the entry after it.
    entries: Vec<(u32, u32)>,
}

impl Lists {
    fn new(count: usize) -> Lists {
        Lists { first: vec![NONE; count], entries: Vec::new() }
    }

    fn push(&mut self, list: u32, number: u32) {
        let next = std::mem::replace(&mut self.first[list as usize], self.entries.len() as u32);
        self.entries.push((number, next));
    }

    fn iter(&self, list: u32) -> impl Iterator<Item = u32> {
        let mut next = self.first[list as usize];
        std::iter::from_fn(move || {
            let (number, after) = *self.entries.get(next as usize)?;
            next = after;
            Some(number)
        })
    }
}

/// A walk in depth from the entry. Its vertices are counted in the order in which they are met.
struct Walk {
    /// The block of each vertex.
    blocks: Vec<u32>,
    /// From which vertex each was met; the entry from itself.
    parents: Vec<u32>,
    /// The vertices that lead to each.
    predecessors: Lists,
}

impl Walk {
    /// With an explicit stack, because bodies may be deep.
    fn new(count: usize, targets: impl Fn(u32) -> Vec<u32>) -> Walk {
        let mut numbers = vec![NONE; count];
        numbers[0] = 0;
        // Of blocks, since not all are counted yet.
        let mut predecessors = Lists::new(count);
        let (mut blocks, mut parents) = (vec![0], vec![0]);
        let mut stack = vec![(0u32, targets(0))];
        while let Some((vertex, rest)) = stack.last_mut() {
            let vertex = *vertex;
            let Some(next) = rest.pop() else {
                stack.pop();
                continue;
            };
            predecessors.push(next, vertex);
            if numbers[next as usize] == NONE {
                let number = blocks.len() as u32;
                numbers[next as usize] = number;
                blocks.push(next);
                parents.push(vertex);
                stack.push((number, targets(next)));
            }
        }
        predecessors.first = blocks.iter().map(|block| predecessors.first[*block as usize]).collect();
        Walk { blocks, parents, predecessors }
    }

    /// By vertex; that of the entry is itself.
    fn immediate_dominators(&self) -> Vec<u32> {
        let count = self.blocks.len();
        let mut forest = Forest {
            semidominators: (0..count as u32).collect(),
            ancestors: vec![NONE; count],
            labels: (0..count as u32).collect(),
            path: Vec::new(),
        };
        let mut dominators = vec![0u32; count];
        let mut waiting = Lists::new(count);
        for vertex in (1..count as u32).rev() {
            for before in self.predecessors.iter(vertex) {
                let least = forest.least(before);
                let semidominator = forest.semidominators[least as usize];
                let own = &mut forest.semidominators[vertex as usize];
                *own = semidominator.min(*own);
            }
            waiting.push(forest.semidominators[vertex as usize], vertex);
            let parent = self.parents[vertex as usize];
            forest.ancestors[vertex as usize] = parent;
            for below in waiting.iter(parent) {
                let least = forest.least(below);
                let is_less = forest.semidominators[least as usize] < forest.semidominators[below as usize];
                dominators[below as usize] = if is_less { least } else { parent };
            }
            waiting.first[parent as usize] = NONE;
        }
        for vertex in 1..count {
            if dominators[vertex] != forest.semidominators[vertex] {
                dominators[vertex] = dominators[dominators[vertex] as usize];
            }
        }
        dominators
    }
}

/// The vertices that were looked at, as trees whose paths get shorter with each question.
struct Forest {
    semidominators: Vec<u32>,
    ancestors: Vec<u32>,
    /// Which vertex of the path that was cut out has the least semidominator.
    labels: Vec<u32>,
    /// Kept for its memory.
    path: Vec<u32>,
}

impl Forest {
    /// The vertex with the least semidominator on the path from the root of a vertex's tree, without the root.
    fn least(&mut self, vertex: u32) -> u32 {
        let ancestor = |forest: &Forest, of: u32| forest.ancestors[of as usize];
        if ancestor(self, vertex) == NONE {
            return vertex;
        }
        let mut current = vertex;
        while ancestor(self, ancestor(self, current)) != NONE {
            self.path.push(current);
            current = ancestor(self, current);
        }
        while let Some(current) = self.path.pop() {
            let above = ancestor(self, current);
            let [own, other] = [current, above].map(|vertex| self.labels[vertex as usize]);
            if self.semidominators[other as usize] < self.semidominators[own as usize] {
                self.labels[current as usize] = other;
            }
            self.ancestors[current as usize] = ancestor(self, above);
        }
        self.labels[vertex as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Dominance};

    /// What can be reached if nothing passes a block.
    fn reachable(graph: &[Vec<u32>], closed: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; graph.len()];
        let mut stack = vec![0u32];
        while let Some(block) = stack.pop() {
            if Some(block) != closed && !std::mem::replace(&mut seen[block as usize], true) {
                stack.extend(&graph[block as usize]);
            }
        }
        seen
    }

    #[test]
    fn who_dominates_closes_all_ways() {
        let mut random = fastrand::Rng::with_seed(16);
        let mut dominated = 0;
        for _ in 0..2000 {
            let count = random.u32(1..24);
            let graph: Vec<Vec<u32>> =
                (0..count).map(|_| (0..random.u32(0..4)).map(|_| random.u32(0..count)).collect()).collect();
            let dominance = Dominance::of_graph(graph.len(), |block| graph[block as usize].clone());
            let open = reachable(&graph, None);
            for dominator in 0..count {
                let without = reachable(&graph, Some(dominator));
                for block in 0..count {
                    let is_open = open[block as usize];
                    assert_eq!(dominance.is_reachable(Block(block)), is_open, "{graph:?}");
                    let wanted = dominator == block || (is_open && !without[block as usize]);
                    assert_eq!(
                        dominance.dominates(Block(dominator), Block(block)),
                        wanted,
                        "{graph:?}: {dominator} {block}"
                    );
                    dominated += u32::from(wanted && dominator != block);
                }
            }
        }
        assert!(dominated > 10_000, "{dominated}");
    }

    /// Edges back to the middle of what was passed, which take the square of their number of steps if each is followed up
    /// the tree, and questions about the far end.
    #[test]
    fn many_ways_back_take_no_time() {
        let count = 1_000_000;
        let targets = |block: u32| match block + 1 < count {
            true => vec![block + 1, (block / 2).max(1)],
            false => Vec::new(),
        };
        let dominance = Dominance::of_graph(count as usize, targets);
        assert!((0..count).all(|block| dominance.dominates(Block(0), Block(block))));
        assert!((1..count).all(|block| !dominance.dominates(Block(block), Block(block - 1))));
    }
}
