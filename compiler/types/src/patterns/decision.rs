//! Decisions: which tests lead to which arm. Owns the nodes and their simplification: equal nodes are one, a test after
//! which everything goes on in the same way is not made. Must not know patterns or types.

use rustc_hash::FxHashMap;

use super::number::NumberRange;
use super::occurrence::OccurrenceId;
use super::pattern::TextId;
use super::row::Bound;

/// A node of a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The place among its nodes. What a node leads to has a smaller one.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What to do with a value of which what was tested before is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// No value gets here.
    Unreachable,
    /// No arm fits.
    Missing,
    /// This arm is chosen.
    Arm {
        /// Its number.
        arm: u32,
        /// Its variables, in order; each stands once.
        bindings: Vec<Bound>,
    },
    /// This arm is chosen if its guard is true. An arm may have several such nodes: with other variables, or another way
    /// on.
    Guard {
        /// Its number.
        arm: u32,
        /// Its variables, in order, for the guard and the arm.
        bindings: Vec<Bound>,
        /// If the guard is false.
        otherwise: NodeId,
    },
    /// By the case of an enum.
    Cases {
        /// What is tested.
        occurrence: OccurrenceId,
        /// Cases in order.
        branches: Vec<(u32, NodeId)>,
        /// All other cases; nothing if there is no other with values.
        otherwise: Option<NodeId>,
    },
    /// By a `bool`.
    Bool {
        /// What is tested.
        occurrence: OccurrenceId,
        /// For `true`.
        when_true: NodeId,
        /// For `false`.
        when_false: NodeId,
    },
    /// By an integer; see [`super::comparison`].
    Integers {
        /// What is tested.
        occurrence: OccurrenceId,
        /// All values of the type in order; neighbours differ in what they lead to.
        ranges: Vec<(NumberRange, NodeId)>,
    },
    /// By the length of a slice; see [`super::comparison`].
    Lengths {
        /// What is tested.
        occurrence: OccurrenceId,
        /// All lengths in order, as far as there are such values; neighbours differ in what they lead to.
        ranges: Vec<(NumberRange, NodeId)>,
    },
    /// By a float: `first <= value && value <= last`, for a range of one `value == first`.
    Floats {
        /// What is tested.
        occurrence: OccurrenceId,
        /// Ranges in order, none within another.
        ranges: Vec<(NumberRange, NodeId)>,
        /// All other values, NaN among them.
        otherwise: NodeId,
    },
    /// By a string.
    Texts {
        /// What is tested.
        occurrence: OccurrenceId,
        /// Different texts, in the order in which they were made known.
        branches: Vec<(TextId, NodeId)>,
        /// All other texts.
        otherwise: NodeId,
    },
    /// By a comparison with a constant.
    Equal {
        /// What is tested.
        occurrence: OccurrenceId,
        /// The constant, a number of the caller's.
        constant: u32,
        /// If they are equal.
        equal: NodeId,
        /// If not.
        otherwise: NodeId,
    },
}

impl Node {
    /// The nodes that it leads to, one after the other, perhaps more than once.
    fn each_target(&mut self, mut each: impl FnMut(&mut NodeId)) {
        match self {
            Node::Unreachable | Node::Missing | Node::Arm { .. } => {}
            Node::Guard { otherwise, .. } => each(otherwise),
            Node::Cases { branches, otherwise, .. } => {
                branches.iter_mut().map(|(_, target)| target).chain(otherwise).for_each(each);
            }
            Node::Bool { when_true, when_false, .. } => [when_true, when_false].into_iter().for_each(each),
            Node::Integers { ranges, .. } | Node::Lengths { ranges, .. } => {
                ranges.iter_mut().for_each(|(_, target)| each(target));
            }
            Node::Floats { ranges, otherwise, .. } => {
                ranges.iter_mut().map(|(_, target)| target).chain([otherwise]).for_each(each);
            }
            Node::Texts { branches, otherwise, .. } => {
                branches.iter_mut().map(|(_, target)| target).chain([otherwise]).for_each(each);
            }
            Node::Equal { equal, otherwise, .. } => [equal, otherwise].into_iter().for_each(each),
        }
    }
}

/// The nodes that were made so far.
#[derive(Default, Debug)]
pub(super) struct Nodes {
    all: Vec<Node>,
    ids: FxHashMap<Node, NodeId>,
}

impl Nodes {
    pub(super) fn into_all(self) -> Vec<Node> {
        self.all
    }

    /// The node that is equal to this one.
    pub(super) fn add(&mut self, node: Node) -> NodeId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = NodeId(self.all.len() as u32);
        self.all.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    pub(super) fn cases(
        &mut self,
        occurrence: OccurrenceId,
        mut branches: Vec<(u32, NodeId)>,
        otherwise: Option<NodeId>,
    ) -> NodeId {
        if let Some(only) = self.only(branches.iter().map(|(_, target)| *target).chain(otherwise)) {
            return only;
        }
        branches.retain(|(_, target)| Some(*target) != otherwise);
        self.add(Node::Cases { occurrence, branches, otherwise })
    }

    pub(super) fn bools(
        &mut self,
        occurrence: OccurrenceId,
        when_true: Option<NodeId>,
        when_false: Option<NodeId>,
    ) -> NodeId {
        match (when_true, when_false, self.only(when_true.into_iter().chain(when_false))) {
            (Some(when_true), Some(when_false), None) => self.add(Node::Bool { occurrence, when_true, when_false }),
            (_, _, only) => only.unwrap_or_else(|| self.add(Node::Unreachable)),
        }
    }

    pub(super) fn integers(&mut self, occurrence: OccurrenceId, ranges: Vec<(NumberRange, NodeId)>) -> NodeId {
        let only = self.only(ranges.iter().map(|(_, target)| *target));
        only.unwrap_or_else(|| self.add(Node::Integers { occurrence, ranges: merged(ranges) }))
    }

    pub(super) fn lengths(&mut self, occurrence: OccurrenceId, ranges: Vec<(NumberRange, NodeId)>) -> NodeId {
        let only = self.only(ranges.iter().map(|(_, target)| *target));
        only.unwrap_or_else(|| self.add(Node::Lengths { occurrence, ranges: merged(ranges) }))
    }

    pub(super) fn floats(
        &mut self,
        occurrence: OccurrenceId,
        mut ranges: Vec<(NumberRange, NodeId)>,
        otherwise: NodeId,
    ) -> NodeId {
        if let Some(only) = self.only(ranges.iter().map(|(_, target)| *target).chain([otherwise])) {
            return only;
        }
        ranges.retain(|(_, target)| *target != otherwise);
        self.add(Node::Floats { occurrence, ranges: merged(ranges), otherwise })
    }

    pub(super) fn texts(
        &mut self,
        occurrence: OccurrenceId,
        mut branches: Vec<(TextId, NodeId)>,
        otherwise: NodeId,
    ) -> NodeId {
        if let Some(only) = self.only(branches.iter().map(|(_, target)| *target).chain([otherwise])) {
            return only;
        }
        branches.retain(|(_, target)| *target != otherwise);
        self.add(Node::Texts { occurrence, branches, otherwise })
    }

    pub(super) fn equal(
        &mut self,
        occurrence: OccurrenceId,
        constant: u32,
        equal: NodeId,
        otherwise: NodeId,
    ) -> NodeId {
        let only = self.only([equal, otherwise].into_iter());
        only.unwrap_or_else(|| self.add(Node::Equal { occurrence, constant, equal, otherwise }))
    }

    /// The one node that all values go on with, if there is only one.
    fn only(&mut self, targets: impl Iterator<Item = NodeId>) -> Option<NodeId> {
        let mut targets = targets.filter(|target| self.all[target.index()] != Node::Unreachable);
        match targets.next() {
            Some(first) => targets.all(|target| target == first).then_some(first),
            None => Some(self.add(Node::Unreachable)),
        }
    }
}

/// Neighbours that go on in the same way, as one range.
fn merged(ranges: Vec<(NumberRange, NodeId)>) -> Vec<(NumberRange, NodeId)> {
    let mut merged: Vec<(NumberRange, NodeId)> = Vec::with_capacity(ranges.len());
    for (range, target) in ranges {
        match merged.last_mut() {
            Some((before, same)) if *same == target && before.last.after() == Some(range.first) => {
                before.last = range.last;
            }
            _ => merged.push((range, target)),
        }
    }
    merged
}

/// The nodes that are used, renumbered in their order.
pub(super) fn without_unused(mut nodes: Vec<Node>, root: NodeId) -> (Vec<Node>, NodeId) {
    nodes.truncate(root.index() + 1);
    let mut is_used = vec![false; nodes.len()];
    is_used[root.index()] = true;
    for (place, node) in nodes.iter_mut().enumerate().rev() {
        if is_used[place] {
            node.each_target(|target| is_used[target.index()] = true);
        }
    }
    let mut ids = Vec::with_capacity(nodes.len());
    let mut count = 0;
    for is_used in &is_used {
        ids.push(NodeId(count));
        count += u32::from(*is_used);
    }
    for node in &mut nodes {
        node.each_target(|target| *target = ids[target.index()]);
    }
    let mut place = 0;
    nodes.retain(|_| {
        place += 1;
        is_used[place - 1]
    });
    (nodes, ids[root.index()])
}
