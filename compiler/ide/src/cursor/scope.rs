//! The variables in scope at a cursor, from the tree with the name in it. It must not know types beyond asking for them.

use hir::LocalId;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::view::{self, Token};
use syntax::{NodeId, NodeKind};
use types::Ty;

use super::Cursor;

/// A variable or parameter in scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScopeLocal {
    pub name: String,
    pub is_mutable: bool,
    pub is_parameter: bool,
    /// Its type, if it is known.
    pub ty: Option<Ty>,
}

/// The variables in scope, the innermost first, each name once.
pub(super) fn locals(cursor: &Cursor<'_>) -> Vec<ScopeLocal> {
    let mut found =
        Found { cursor, locals: Vec::new(), names: FxHashSet::default(), declared: cursor.locals_by_start() };
    let parse = &cursor.parse;
    let mut inner = cursor.node();
    for node in cursor.nodes() {
        match parse.kind(node) {
            NodeKind::Block => found.block(node),
            NodeKind::For => {
                let view = view::For::cast(parse, node);
                let body = view.and_then(|view| view.body());
                if body.is_some_and(|body| body.node() == inner) {
                    found.pattern(view.and_then(|view| view.pattern()).map(|pattern| pattern.node()));
                }
            }
            NodeKind::If => {
                let view = view::If::cast(parse, node);
                let otherwise = view.and_then(|view| view.else_branch());
                if otherwise.is_none_or(|branch| branch.node() != inner) {
                    found.conditions(view.and_then(|view| view.condition()).map(|condition| condition.node()));
                }
            }
            NodeKind::While => {
                let condition = view::While::cast(parse, node).and_then(|view| view.condition());
                found.conditions(condition.map(|condition| condition.node()));
            }
            NodeKind::MatchArm => {
                let pattern = view::MatchArm::cast(parse, node).and_then(|arm| arm.pattern());
                let pattern = pattern.map(|pattern| pattern.node());
                found.pattern(pattern.filter(|pattern| *pattern != inner));
            }
            NodeKind::Closure if parse.kind(inner) == NodeKind::Block => {
                let parameters = view::Closure::cast(parse, node).into_iter().flat_map(|it| it.parameters());
                parameters.for_each(|each| found.add(each.closure_name(), each.node(), false, true));
            }
            NodeKind::Function if parse.kind(inner) == NodeKind::Block => {
                let parameters = view::Function::cast(parse, node).into_iter().flat_map(|it| it.parameters());
                parameters.for_each(|each| found.add(each.name(), each.node(), false, true));
            }
            _ => {}
        }
        inner = node;
    }
    found.locals
}

struct Found<'a, 'db> {
    cursor: &'a Cursor<'db>,
    locals: Vec<ScopeLocal>,
    /// Those of `locals`: each name means the innermost.
    names: FxHashSet<String>,
    /// The locals of the real body by where they begin.
    declared: FxHashMap<u32, LocalId>,
}

impl Found<'_, '_> {
    fn add(&mut self, name: Option<Token<'_>>, node: NodeId, is_mutable: bool, is_parameter: bool) {
        let Some(name) = name.map(|name| name.text()) else {
            return;
        };
        if name == "_" || !self.names.insert(name.to_string()) {
            return;
        }
        let start = self.cursor.parse.range(node).start;
        let ty = self.declared.get(&start).and_then(|local| {
            let ty = types::infer(self.cursor.db, self.cursor.item?).local_type(*local);
            (!ty.is_error()).then_some(ty)
        });
        self.locals.push(ScopeLocal { name: name.to_string(), is_mutable, is_parameter, ty });
    }

    /// What the `let`s of a block before the cursor declare, the last first.
    fn block(&mut self, block: NodeId) {
        let parse = &self.cursor.parse;
        let is_before = |node: &NodeId| parse.range(*node).end <= self.cursor.offset();
        let children = parse.children(block).take_while(is_before);
        let lets: Vec<NodeId> = children.filter(|node| parse.kind(*node) == NodeKind::Let).collect();
        for node in lets.into_iter().rev() {
            let pattern = view::Let::cast(parse, node).and_then(|view| view.pattern());
            self.pattern(pattern.map(|pattern| pattern.node()));
        }
    }

    /// What the `let`s in a condition before the cursor declare.
    fn conditions(&mut self, condition: Option<NodeId>) {
        let Some(condition) = condition else { return };
        let parse = &self.cursor.parse;
        if let Some(view) = view::LetCondition::cast(parse, condition) {
            if parse.range(condition).end <= self.cursor.offset() {
                self.pattern(view.pattern().map(|pattern| pattern.node()));
            }
        } else if parse.kind(condition) == NodeKind::Binary {
            let parts: Vec<NodeId> = parse.children(condition).collect();
            parts.into_iter().rev().for_each(|part| self.conditions(Some(part)));
        }
    }

    /// What a pattern declares. A capitalised name is a case or constant.
    fn pattern(&mut self, pattern: Option<NodeId>) {
        let Some(pattern) = pattern else { return };
        let parse = &self.cursor.parse;
        if let Some(binding) = view::BindingPattern::cast(parse, pattern) {
            let is_case = |name: &Token<'_>| name.text().starts_with(char::is_uppercase);
            let name = binding.name().filter(|name| !is_case(name));
            self.add(name, pattern, binding.is_mutable(), false);
        } else {
            self.add(view::bound_name(parse, pattern), pattern, false, false);
        }
        let parts: Vec<NodeId> = parse.children(pattern).collect();
        parts.into_iter().for_each(|part| self.pattern(Some(part)));
    }
}
