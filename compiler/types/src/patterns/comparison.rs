//! How to find the range in which a number lies: a switch over those that stand alone, a balanced tree of comparisons
//! over the ranges between them. Owns that plan. Must not know what is done in the ranges, nor how a switch is compiled:
//! whether it becomes a table is the code generator's business.

use super::decision::NodeId;
use super::number::{Number, NumberRange};

/// A way to the range in which a number lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It is found.
    Target(NodeId),
    /// One of these numbers, in order, or another.
    Switch {
        /// Numbers that stand alone.
        numbers: Vec<(Number, NodeId)>,
        /// For all others.
        otherwise: Box<Comparison>,
    },
    /// Whether it is less.
    Less {
        /// Than this.
        than: Number,
        /// If so.
        below: Box<Comparison>,
        /// If not.
        above: Box<Comparison>,
    },
}

/// How to tell apart ranges that cover all values in order, as a node has them. The depth is logarithmic, the size
/// linear in their number.
pub fn comparison(ranges: &[(NumberRange, NodeId)]) -> Comparison {
    let (mut alone, mut wide): (Vec<_>, Vec<_>) = ranges.iter().copied().partition(|(range, _)| range.is_one());
    if wide.is_empty() {
        let most = most_frequent(&alone);
        alone.retain(|(_, target)| *target != most);
        return switch(&alone, Comparison::Target(most));
    }
    // What stands alone is found by the switch, so it separates nothing.
    wide.dedup_by_key(|(_, target)| *target);
    alone.retain(|(range, target)| {
        let place = wide.partition_point(|(other, _)| other.first < range.first).saturating_sub(1);
        wide[place].1 != *target
    });
    switch(&alone, tree(&wide))
}

/// What most ranges lead to; a type has values, so there is a range.
fn most_frequent(ranges: &[(NumberRange, NodeId)]) -> NodeId {
    let mut targets: Vec<NodeId> = ranges.iter().map(|(_, target)| *target).collect();
    targets.sort_unstable();
    let most = targets.chunk_by(|a, b| a == b).max_by_key(|same| same.len());
    most.map(|same| same[0]).expect("a node has a range")
}

fn switch(alone: &[(NumberRange, NodeId)], otherwise: Comparison) -> Comparison {
    if alone.is_empty() {
        return otherwise;
    }
    let numbers = alone.iter().map(|(range, target)| (range.first, *target)).collect();
    Comparison::Switch { numbers, otherwise: Box::new(otherwise) }
}

fn tree(ranges: &[(NumberRange, NodeId)]) -> Comparison {
    if let [(_, target)] = ranges {
        return Comparison::Target(*target);
    }
    let (below, above) = ranges.split_at(ranges.len() / 2);
    Comparison::Less { than: above[0].0.first, below: Box::new(tree(below)), above: Box::new(tree(above)) }
}
