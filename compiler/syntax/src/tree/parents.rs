//! From a node to the one around it. Nodes do not store their parent: the few who ask walk to the last sibling, behind which
//! it stands. Where siblings are many, all parents of the tree are noted once, so that questions about each of n siblings
//! cost n and not n². It must not know kinds.

use std::sync::OnceLock;

use super::{Node, NodeId};

/// So many siblings are walked over before parents are noted.
const SIBLINGS: usize = 16;

/// The parents of a tree's nodes, noted when somebody asks in a wide place. They follow from the nodes, so two are equal.
#[derive(Clone, Default, Debug)]
pub(crate) struct Parents {
    noted: OnceLock<Box<[u32]>>,
}

impl PartialEq for Parents {
    fn eq(&self, _other: &Parents) -> bool {
        true
    }
}

impl Eq for Parents {}

impl Parents {
    /// The parent of a node that is not the root.
    pub fn of(&self, node: NodeId, nodes: &[Node]) -> Option<NodeId> {
        if let Some(noted) = self.noted.get() {
            return NodeId::from_number(noted[node.number() as usize]);
        }
        let mut last = node.number();
        for _ in 0..SIBLINGS {
            #[cfg(test)]
            PASSED.set(PASSED.get() + 1);
            match nodes[last as usize].next_sibling {
                0 => return NodeId::from_number(last + 1),
                next => last = next,
            }
        }
        let noted = self.noted.get_or_init(|| note(nodes));
        NodeId::from_number(noted[node.number() as usize])
    }
}

#[cfg(test)]
thread_local! {
    /// How many siblings were walked over to find parents.
    pub(super) static PASSED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The number of each node's parent, 0 for the root.
fn note(nodes: &[Node]) -> Box<[u32]> {
    let mut parents = vec![0; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        let mut child = node.first_child;
        while child != 0 {
            parents[child as usize] = number as u32;
            child = nodes[child as usize].next_sibling;
        }
    }
    parents.into()
}
