//! Where the parts of a body stand: a node of the chunk's tree for each. Apart from [`crate::Body`], so that
//! an edit that only moves text re-runs nothing that reads the body. Only reporting and the editor may read it.

use std::sync::OnceLock;

use syntax::NodeId;

use crate::{ExpressionId, LocalId, PatternId, TypeReferenceId};

/// The nodes of a body's parts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BodySourceMap {
    pub(crate) expressions: Vec<NodeId>,
    pub(crate) patterns: Vec<NodeId>,
    pub(crate) locals: Vec<NodeId>,
    pub(crate) types: Vec<NodeId>,
    /// Each list in the order of its nodes.
    pub(crate) expression_order: Order,
    pub(crate) pattern_order: Order,
    pub(crate) local_order: Order,
}

/// The places of a list of nodes in the order of the nodes, made when somebody looks for one: editors ask for each use of
/// a name in a body. It says nothing that the list does not say, so it is never compared.
#[derive(Default, Debug)]
pub(crate) struct Order(OnceLock<Box<[u32]>>);

impl Order {
    /// The places of a node in the list, the first one first.
    fn places(&self, nodes: &[NodeId], node: NodeId) -> &[u32] {
        let order = self.0.get_or_init(|| {
            let mut order: Box<[u32]> = (0..nodes.len() as u32).collect();
            // The sort is stable: of one node's places the first comes first.
            order.sort_by_key(|place| nodes[*place as usize]);
            order
        });
        let start = order.partition_point(|place| nodes[*place as usize] < node);
        let behind = &order[start..];
        &behind[..behind.partition_point(|place| nodes[*place as usize] == node)]
    }

    /// The first place of a node in the list.
    fn first(&self, nodes: &[NodeId], node: NodeId) -> Option<usize> {
        self.places(nodes, node).first().map(|place| *place as usize)
    }
}

impl Clone for Order {
    fn clone(&self) -> Order {
        Order::default()
    }
}

impl PartialEq for Order {
    fn eq(&self, _other: &Order) -> bool {
        true
    }
}

impl Eq for Order {}

impl BodySourceMap {
    /// Forgets all, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.expressions.clear();
        self.patterns.clear();
        self.locals.clear();
        self.types.clear();
        self.expression_order = Order::default();
        self.pattern_order = Order::default();
        self.local_order = Order::default();
    }

    /// The node of an expression; of `@x`'s receiver the whole `@x`.
    pub fn expression(&self, id: ExpressionId) -> NodeId {
        self.expressions[id.index()]
    }

    /// The nodes of all expressions, by the expressions' numbers.
    pub fn expressions(&self) -> &[NodeId] {
        &self.expressions
    }

    /// The node of a pattern.
    pub fn pattern(&self, id: PatternId) -> NodeId {
        self.patterns[id.index()]
    }

    /// The node that declares a local: a binding pattern, a parameter; for `self` the function.
    pub fn local(&self, id: LocalId) -> NodeId {
        self.locals[id.index()]
    }

    /// The node of a type.
    pub fn type_reference(&self, id: TypeReferenceId) -> NodeId {
        self.types[id.index()]
    }

    /// The innermost expression made from `node`.
    pub fn expression_at(&self, node: NodeId) -> Option<ExpressionId> {
        self.expressions_at(node).next()
    }

    /// The expressions made from `node`, the innermost first: `@x` makes two.
    pub fn expressions_at(&self, node: NodeId) -> impl DoubleEndedIterator<Item = ExpressionId> + '_ {
        let places = self.expression_order.places(&self.expressions, node);
        places.iter().map(|place| ExpressionId::from_index(*place as usize))
    }

    /// The pattern made from `node`.
    pub fn pattern_at(&self, node: NodeId) -> Option<PatternId> {
        let place = self.pattern_order.first(&self.patterns, node)?;
        Some(PatternId::from_index(place))
    }

    /// The first local that `node` declares.
    pub fn local_at(&self, node: NodeId) -> Option<LocalId> {
        let place = self.local_order.first(&self.locals, node)?;
        Some(LocalId::from_index(place))
    }
}
