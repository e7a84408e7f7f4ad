//! What debuggers are told of a body: its variables by name, each with its type as written in the language and the part
//! of the text where its name means it; and where the expressions stand. Side tables: leaving them out changes nothing
//! that runs. Must not know how anything is spelled in DWARF.

use hir::{BodySourceMap, Expression, ItemId, Pattern, PatternId, Statement};
use mir::{NodeId, Operand, Scope, ScopeId, Variable};
use syntax::{Parse, TextRange};
use types::Ty;

use super::Unit;
use super::body::{Home, Lowering};
use crate::source_form::LocalKind;

/// The byte offset of each expression of a body, relative to its chunk.
pub(super) fn expression_offsets(db: &dyn source::Db, item: ItemId) -> Vec<u32> {
    let Some(source) = hir::item_source(db, item) else {
        return Vec::new();
    };
    let parse = source::parse(db, source.chunk);
    let map = hir::body_source_map(db, item);
    map.expressions().iter().map(|node| parse.range(*node).start).collect()
}

/// Where the name of each variable of a body means it, by the locals' numbers: from behind its `let` to the end of the
/// block, so that `let v = v * 2` reads the old one; in all of the loop's body if a `for` declares it. Parameters have
/// no entry: they are visible in all of the function.
fn visible_ranges(body: &hir::Body, parse: &Parse, map: &BodySourceMap) -> Vec<Option<TextRange>> {
    let mut ranges = vec![None; body.local_count()];
    let mut note = |pattern: PatternId, visible: TextRange| {
        // Other patterns are not lowered.
        if let Pattern::Binding(local) = body[pattern] {
            ranges[local.index()] = Some(visible);
        }
    };
    for (id, expression) in body.expressions() {
        if let Expression::Block { statements, .. } = expression {
            let end = parse.range(map.expression(id)).end;
            for statement in body.statements(statements) {
                if let Statement::Let { pattern, type_reference, initialiser, otherwise } = body[statement] {
                    let value = otherwise.or(initialiser).map(|value| map.expression(value));
                    let last = value.or(type_reference.map(|written| map.type_reference(written)));
                    let last = last.unwrap_or_else(|| map.pattern(pattern));
                    note(pattern, TextRange::new(parse.range(last).end, end));
                }
            }
        } else if let Expression::For { pattern, body, .. } = expression {
            note(pattern, parse.range(map.expression(body)));
        }
    }
    ranges
}

impl Lowering<'_, '_> {
    /// The body's scopes, one for each variable: what they hold beside the function itself is inside each other or apart,
    /// so the innermost that contains a position is the position's. Then the variables.
    pub(super) fn records(&mut self, item: ItemId) {
        let db = self.unit.db;
        let (Some(source), Some(node)) = (hir::item_source(db, item), hir::item_node(db, item)) else {
            return;
        };
        let parse = source::parse(db, source.chunk);
        let (map, body) = (hir::body_source_map(db, item), hir::body(db, item));
        let visible = visible_ranges(body, parse, map);
        let function = parse.range(node);
        let function_scope = self.builder.scope(Scope { parent: None, start: function.start, end: function.end });
        let named = |lowering: &Self, index: usize| {
            let local = lowering.form.locals[index];
            match (local.name, local.variable, lowering.homes[index]) {
                (Some(name), Some(variable), Home::Slot(slot)) => Some((name, variable, slot)),
                (_, _, Home::Slot(_) | Home::Value(_) | Home::Nothing) => None,
            }
        };
        let mut begins: Vec<(TextRange, usize)> = Vec::new();
        for index in 0..self.form.locals.len() {
            if let Some((_, variable, _)) = named(self, index)
                && let Some(range) = visible[variable.index()]
            {
                begins.push((range, index));
            }
        }
        begins.sort_by_key(|(range, index)| (range.start, std::cmp::Reverse(range.end), *index));
        let mut scopes = vec![function_scope; self.form.locals.len()];
        let mut around: Vec<(u32, ScopeId)> = vec![(function.end, function_scope)];
        for (range, index) in begins {
            while around.len() > 1 && around.last().is_some_and(|(end, _)| *end <= range.start) {
                around.pop();
            }
            let (limit, parent) = around.last().copied().unwrap_or((function.end, function_scope));
            let end = range.end.min(limit);
            let id = self.builder.scope(Scope { parent: Some(parent), start: range.start, end });
            scopes[index] = id;
            around.push((end, id));
        }
        for (index, scope) in scopes.into_iter().enumerate() {
            let Some((name, variable, slot)) = named(self, index) else {
                continue;
            };
            let local = self.form.locals[index];
            let parameter = (local.kind == LocalKind::Parameter).then(|| index as u32 - 1);
            let name = self.unit.module.strings.intern(&name.text());
            let ty = self.unit.part(local.ty);
            let offset = parse.range(map.local(variable)).start;
            let source_type = self.unit.source_type(local.ty);
            self.builder.variable(Variable { name, ty, slot, scope, offset, parameter, source_type });
        }
    }
}

impl Unit<'_> {
    /// The node with a type as it is written in the language; none for numbers and `bool`, whose MIR type says as much.
    fn source_type(&mut self, ty: Ty) -> Option<NodeId> {
        if ty.is_scalar() {
            return None;
        }
        let Unit { db, module, source_types, .. } = self;
        Some(*source_types.entry(ty).or_insert_with(|| {
            let text = module.strings.intern(&types::display(*db, ty));
            module.metadata.node(&[Operand::String(text)])
        }))
    }
}
