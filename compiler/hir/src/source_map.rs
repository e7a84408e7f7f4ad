//! Where the parts of a body stand: a node of the chunk's tree for each. Apart from [`crate::Body`], so that
//! an edit that only moves text re-runs nothing that reads the body. Only reporting and the editor may read it.

use syntax::NodeId;

use crate::{ExpressionId, LocalId, PatternId, TypeReferenceId};

/// The nodes of a body's parts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BodySourceMap {
    pub(crate) expressions: Vec<NodeId>,
    pub(crate) patterns: Vec<NodeId>,
    pub(crate) locals: Vec<NodeId>,
    pub(crate) types: Vec<NodeId>,
}

impl BodySourceMap {
    /// Forgets all, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.expressions.clear();
        self.patterns.clear();
        self.locals.clear();
        self.types.clear();
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
        self.expressions
            .iter()
            .position(|&each| each == node)
            .map(ExpressionId::from_index)
    }

    /// The pattern made from `node`.
    pub fn pattern_at(&self, node: NodeId) -> Option<PatternId> {
        self.patterns
            .iter()
            .position(|&each| each == node)
            .map(PatternId::from_index)
    }

    /// The type made from `node`.
    pub fn type_reference_at(&self, node: NodeId) -> Option<TypeReferenceId> {
        self.types
            .iter()
            .position(|&each| each == node)
            .map(TypeReferenceId::from_index)
    }
}
