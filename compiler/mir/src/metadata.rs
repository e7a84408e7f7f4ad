//! Metadata: what a front end wants to say about a module beyond what runs. Owns interned nodes and the tree of
//! memory kinds; must not know what they mean to anyone. Strings are once in the module, nodes once here, so
//! equal facts are equal ids and nodes cannot form a cycle: a node names only nodes made before it.

mod kinds;
pub(crate) mod references;

pub use kinds::MemoryKinds;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::ids::{AliasId, NodeId, StringId, SymbolId};
use crate::types::Type;

/// One thing that a node says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    /// A text.
    String(StringId),
    /// A number.
    Integer(i64),
    /// Another node, made before.
    Node(NodeId),
    /// A function or datum.
    Symbol(SymbolId),
    /// A type.
    Type(Type),
}

/// Nodes and memory kinds of one module.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    nodes: Vec<Box<[Operand]>>,
    table: FxHashMap<Box<[Operand]>, NodeId>,
    aliases: Vec<Alias>,
    alias_table: FxHashMap<Alias, AliasId>,
}

/// A kind of memory inside of another: accesses of kinds of which neither contains the other do not overlap. A name stands for
/// one kind; where it stands under several others, [`MemoryKinds`] says what the tree is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Alias {
    /// Its name.
    pub name: StringId,
    /// What it is part of; [`AliasId::ANY`] for a kind directly under the root.
    pub parent: AliasId,
}

impl Metadata {
    /// The node that says this, new or known.
    pub fn node(&mut self, operands: &[Operand]) -> NodeId {
        if let Some(known) = self.table.get(operands) {
            return *known;
        }
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(operands.into());
        self.table.insert(operands.into(), id);
        id
    }

    /// All nodes, and all memory kinds but the root, in the order of their ids.
    pub(crate) fn lists(&self) -> (&[Box<[Operand]>], &[Alias]) {
        (&self.nodes, &self.aliases)
    }

    /// The tables of such lists; `None` if something stands there twice.
    pub(crate) fn from_lists(nodes: Vec<Box<[Operand]>>, aliases: Vec<Alias>) -> Option<Metadata> {
        let table: FxHashMap<Box<[Operand]>, NodeId> =
            nodes.iter().enumerate().map(|(index, operands)| (operands.clone(), NodeId::new(index))).collect();
        let alias_table: FxHashMap<Alias, AliasId> =
            aliases.iter().enumerate().map(|(index, alias)| (*alias, AliasId::new(index + 1))).collect();
        (table.len() == nodes.len() && alias_table.len() == aliases.len()).then_some(Metadata {
            nodes,
            table,
            aliases,
            alias_table,
        })
    }

    /// What a node says.
    pub fn operands(&self, node: NodeId) -> &[Operand] {
        &self.nodes[node.index()]
    }

    /// Lets every node say something else; nodes that then say the same stay two.
    pub(crate) fn change(&mut self, mut change: impl FnMut(&mut Vec<Operand>)) {
        self.table.clear();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let mut operands = node.to_vec();
            change(&mut operands);
            *node = operands.into();
            self.table.entry(node.clone()).or_insert(NodeId::new(number));
        }
    }

    /// All nodes in the order of their ids.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &[Operand])> {
        self.nodes.iter().enumerate().map(|(index, operands)| (NodeId(index as u32), &**operands))
    }

    /// The memory kind of a name under a parent, new or known.
    pub fn alias(&mut self, name: StringId, parent: AliasId) -> AliasId {
        let wanted = Alias { name, parent };
        *self.alias_table.entry(wanted).or_insert_with(|| {
            self.aliases.push(wanted);
            AliasId::new(self.aliases.len())
        })
    }

    /// A memory kind; `None` for the root.
    pub fn alias_data(&self, alias: AliasId) -> Option<Alias> {
        self.aliases.get(alias.index().checked_sub(1)?).copied()
    }

    /// All memory kinds but the root, in the order of their ids.
    pub fn aliases(&self) -> impl ExactSizeIterator<Item = (AliasId, Alias)> {
        self.aliases.iter().enumerate().map(|(index, alias)| (AliasId(index as u32 + 1), *alias))
    }
}
