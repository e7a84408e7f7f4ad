//! What debuggers are told of a body: its variables by name, each with its type as written in the language and the part
//! of the text where its name means it; and where the expressions stand. Side tables: leaving them out changes nothing
//! that runs. Must not know how anything is spelled in DWARF.

use hir::{BodySourceMap, Expression, ExpressionId, ItemId, PatternId, Statement};
use mir::{NodeId, Operand, Scope, ScopeId, Variable};
use syntax::{Parse, TextRange};
use types::Ty;

use super::Unit;
use super::body::{LocalStorage, Lowering};
use crate::source_form::LocalKind;

/// The tree that a body is part of, and the nodes of its parts.
pub(super) type Places<'db> = (&'db Parse, &'db BodySourceMap);

/// Where a body stands.
pub(super) fn places(db: &dyn source::Db, item: ItemId) -> Option<Places<'_>> {
    let source = hir::item_source(db, item)?;
    Some((source::parse(db, source.chunk), hir::body_source_map(db, item)))
}

/// Where the name of each variable of a body means it, by the locals' numbers: from behind its `let` to the end of the
/// block, so that `let v = v * 2` reads the old one; in all of the loop's body if a `for` declares it, in the arm or branch
/// that a pattern opens. Parameters have no entry: they are visible in all of the function.
fn visible_ranges(body: &hir::Body, parse: &Parse, map: &BodySourceMap) -> Vec<Option<TextRange>> {
    let mut ranges = vec![None; body.local_count()];
    let mut note = |pattern: PatternId, visible: TextRange| {
        body.each_binding(pattern, &mut |local| ranges[local.index()] = Some(visible));
    };
    let at = |expression: ExpressionId| parse.range(map.expression(expression));
    for (id, expression) in body.expressions() {
        if let Expression::Match { arms, .. } = expression {
            for arm in body.arms(arms) {
                let start = arm.guard.map_or(at(arm.body), at).start;
                note(arm.pattern, TextRange::new(start, at(arm.body).end));
            }
        } else if let Expression::If { condition, then, .. } | Expression::While { condition, body: then } = expression
        {
            // In a chain of conditions each sees the names of those before.
            let end = at(then).end;
            let mut current = Some(condition);
            while let Some(condition) = current {
                let (part, before) = match body[condition] {
                    Expression::Logical { left, right, .. } => (right, Some(left)),
                    _ => (condition, None),
                };
                if let Expression::LetCondition { pattern, .. } = body[part] {
                    note(pattern, TextRange::new(at(part).end, end));
                }
                current = before;
            }
        } else if let Expression::Block { statements, .. } = expression {
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
    /// The body's variables in memory, and a scope for each but the parameters, which have the function's: scopes lie
    /// inside each other or apart, so the innermost that contains a position is the position's.
    pub(super) fn records(&mut self, item: ItemId) {
        let db = self.unit.db;
        let (Some((parse, map)), Some(node)) = (self.places, hir::item_node(db, item)) else {
            return;
        };
        let visible = visible_ranges(hir::body(db, item), parse, map);
        let function = parse.range(node);
        let function_scope = self.builder.scope(Scope { parent: None, start: function.start, end: function.end });
        let mut told = vec![false; visible.len()];
        let mut begins: Vec<(TextRange, usize)> = Vec::new();
        for (index, local) in self.form.locals.iter().enumerate() {
            let (Some(name), Some(variable), LocalStorage::Slot(slot)) =
                (local.name, local.variable, self.storage[index])
            else {
                continue;
            };
            // A guard is emitted for each alternative; what it declares is told once.
            if std::mem::replace(&mut told[variable.index()], true) {
                continue;
            }
            let record = Variable {
                name: self.unit.module.strings.intern(&name.text()),
                ty: self.unit.part(local.ty),
                slot,
                scope: function_scope,
                offset: hir::local_name_range(parse, map, variable).start,
                parameter: (local.kind == LocalKind::Parameter).then(|| index as u32 - 1),
                source_type: self.unit.source_type(local.ty),
            };
            begins.extend(visible[variable.index()].map(|range| (range, self.builder.function().variables.len())));
            self.builder.variable(record);
        }
        begins.sort_unstable_by_key(|(range, place)| (range.start, std::cmp::Reverse(range.end), *place));
        let mut around: Vec<(u32, ScopeId)> = Vec::new();
        for (range, place) in begins {
            while around.pop_if(|(end, _)| *end <= range.start).is_some() {}
            let (limit, parent) = around.last().copied().unwrap_or((function.end, function_scope));
            let end = range.end.min(limit);
            let scope = self.builder.scope(Scope { parent: Some(parent), start: range.start, end });
            self.builder.function_mut().variables[place].scope = scope;
            around.push((end, scope));
        }
    }
}

impl Unit<'_> {
    /// The node with a type as it is written in the language; none for numbers and `bool`, whose MIR type says as much.
    fn source_type(&mut self, ty: Ty) -> Option<NodeId> {
        if ty.is_scalar() {
            return None;
        }
        let Unit { db, learned, module, tables, .. } = self;
        Some(*tables.source_types.entry(ty).or_insert_with(|| {
            let text = module.strings.intern(learned.written(*db, ty));
            module.metadata.node(&[Operand::String(text)])
        }))
    }
}
