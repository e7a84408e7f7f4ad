//! Graphs: groups of nodes that lead to each other. Must not know what the nodes are.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

/// A node on the way from a start.
struct Visit<Node> {
    node: Node,
    number: usize,
    lowest: usize,
    successors: std::vec::IntoIter<Node>,
}

/// The groups of nodes that all lead to each other, by Tarjan's algorithm, with a stack of its own because chains may be
/// long.
pub(crate) fn connected<Node: Copy + Eq + Hash>(
    starts: impl Iterator<Item = Node>,
    successors: impl Fn(Node) -> Vec<Node>,
) -> Vec<Vec<Node>> {
    let mut numbers: FxHashMap<Node, usize> = FxHashMap::default();
    let mut is_open: FxHashSet<Node> = FxHashSet::default();
    let (mut open, mut path, mut groups) = (Vec::new(), Vec::<Visit<Node>>::new(), Vec::new());
    for start in starts {
        let mut next = (!numbers.contains_key(&start)).then_some(start);
        loop {
            if let Some(node) = next.take() {
                let number = numbers.len();
                numbers.insert(node, number);
                open.push(node);
                is_open.insert(node);
                let successors = successors(node).into_iter();
                path.push(Visit { node, number, lowest: number, successors });
            }
            let Some(visit) = path.last_mut() else { break };
            if let Some(successor) = visit.successors.next() {
                match numbers.get(&successor) {
                    None => next = Some(successor),
                    Some(&number) if is_open.contains(&successor) => visit.lowest = visit.lowest.min(number),
                    Some(_) => {}
                }
                continue;
            }
            let (node, number, lowest) = (visit.node, visit.number, visit.lowest);
            path.pop();
            if let Some(before) = path.last_mut() {
                before.lowest = before.lowest.min(lowest);
            }
            if lowest == number {
                let from = open.iter().rposition(|other| *other == node).unwrap_or(0);
                let group = open.split_off(from);
                for member in &group {
                    is_open.remove(member);
                }
                groups.push(group);
            }
        }
    }
    groups
}
