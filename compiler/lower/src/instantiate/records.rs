//! What debuggers are told of a body: its variables by name, each with its type as written in the language and the part
//! of the text where its name means it; and where the expressions stand. Side tables: leaving them out changes nothing
//! that runs. Must not know how anything is spelled in DWARF.

use hir::{BodySourceMap, Expression, ExpressionId, ItemId, PatternId, Statement};
use mir::{Scope, ScopeId, Variable};
use syntax::{Parse, TextRange};
use types::Ty;

use super::body::{Environment, LocalStorage, Lowering};
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
                let (start, end) = (arm.guard.map_or(at(arm.body), at).start, at(arm.body).end);
                note(arm.pattern, TextRange::new(start, end));
                let_conditions(body, arm.guard, |pattern, value| note(pattern, TextRange::new(at(value).end, end)));
            }
        } else if let Expression::If { condition, then, .. } | Expression::While { condition, body: then } = expression
        {
            let end = at(then).end;
            let_conditions(body, Some(condition), |pattern, value| note(pattern, TextRange::new(at(value).end, end)));
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

/// Each `let` of a condition: its pattern, and what is behind it. In a chain each sees the names of those before.
fn let_conditions(body: &hir::Body, condition: Option<ExpressionId>, mut each: impl FnMut(PatternId, ExpressionId)) {
    let mut current = condition;
    while let Some(condition) = current {
        let (part, before) = match body[condition] {
            Expression::Logical { left, right, .. } => (right, Some(left)),
            _ => (condition, None),
        };
        if let Expression::LetCondition { pattern, .. } = body[part] {
            each(pattern, part);
        }
        current = before;
    }
}

impl Lowering<'_, '_> {
    /// The body's variables, and a scope for each but the parameters, which have the function's: scopes lie
    /// inside each other or apart, so the innermost that contains a position is the position's. What has no memory is
    /// told too, because it hides what has.
    pub(super) fn records(&mut self, item: ItemId) {
        let db = self.unit.db;
        let (Some((parse, map)), Some(node)) = (self.places, hir::item_node(db, item)) else {
            return;
        };
        let body = hir::body(db, item);
        let visible = visible_ranges(body, parse, map);
        let function = parse.range(node);
        let function_scope = self.builder.scope(Scope { parent: None, start: function.start, end: function.end });
        let mut begun = vec![None; visible.len()];
        for (number, local) in (0..).zip(&self.form.locals) {
            if let Some(variable) = local.variable {
                begun[variable.index()] = Some((number, local.kind));
            }
        }
        let has_closures = body.closures().next().is_some();
        let has_notes = self.unit.settings.debug == mir::DebugInformation::Full && hir::may_have_notes(parse);
        let before_parameters = self.environment.map_or(1, Environment::locals_before_parameters);
        let mut begins: Vec<(TextRange, usize)> = Vec::new();
        for (variable, declared) in body.locals() {
            let begun = begun[variable.index()];
            let ty = match begun {
                // A closure that is called often has the addresses of what it has captured.
                Some((number, LocalKind::Captured)) => self.form.locals[number as usize].ty,
                Some(_) | None => self.with.apply(types::infer(db, item).local_type(variable)),
            };
            // What stands in closures, and around one, belongs to other functions.
            if begun.is_none() && has_closures {
                continue;
            }
            let slot = begun.and_then(|(number, _)| match self.storage[number as usize] {
                LocalStorage::Slot(slot) => Some(slot),
                LocalStorage::Nothing | LocalStorage::Value(_) => None,
            });
            let record = Variable {
                name: self.unit.module.strings.intern(&declared.name.text()),
                // What is nowhere needs no layout.
                ty: self.unit.part(if slot.is_some() || ty.is_scalar() { ty } else { Ty::UNIT }),
                slot,
                scope: function_scope,
                offset: hir::local_name_range(parse, map, variable).start,
                parameter: begun
                    .and_then(|(number, kind)| (kind == LocalKind::Parameter).then(|| number - before_parameters)),
                source_type: self.unit.source_type(ty),
            };
            begins.extend(visible[variable.index()].map(|range| (range, self.builder.function().variables.len())));
            let about = Some(self.builder.variable(record));
            if has_notes {
                let notes = self.unit.notes(hir::local_notes(parse, map, variable)).into_iter();
                self.builder.function_mut().notes.extend(notes.map(|node| mir::Note { variable: about, node }));
            }
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
