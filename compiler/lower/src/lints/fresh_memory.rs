//! Owners that are assigned into memory fresh from `malloc` or `calloc`. It does not follow flow: an assignment is reported
//! if nothing before it could have put a value there, nor anything at all if there are loops.

use hir::{Body, Expression, ExpressionId, ItemId, ItemKind, LocalId, Pattern, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Db, Diagnostic, Span, parse};
use types::TypeKind;

use crate::diagnostics::kinds::fresh_memory;

/// The functions of C whose memory holds nothing.
const ALLOCATORS: [&str; 2] = ["malloc", "calloc"];

/// What happens to the memory of a variable, in the order of the text.
#[derive(Default)]
struct Uses {
    /// `p[i] = v`: the whole, `p[i]`, and `v`.
    assigned: Vec<(ExpressionId, ExpressionId, ExpressionId)>,
    /// Whatever else may put a value there.
    others: Vec<ExpressionId>,
}

pub(super) fn warnings(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let inference = types::infer(db, item);
    let body = hir::body(db, item);
    let of_owners = |local: LocalId| match inference.local_type(local).kind() {
        TypeKind::Pointer(target) => types::needs_drop(db, target),
        _other => false,
    };
    if !body.locals().any(|(local, _)| of_owners(local)) {
        return Vec::new();
    }
    let fresh: FxHashMap<LocalId, &str> = fresh_variables(db, body)
        .into_iter()
        .filter(|(local, _)| of_owners(*local))
        .collect();
    if fresh.is_empty() {
        return Vec::new();
    }
    let has_loop = body.expressions().any(|(_, expression)| {
        matches!(
            expression,
            Expression::While { .. } | Expression::Loop(_) | Expression::For { .. }
        )
    });
    let mut found = Vec::new();
    for (local, uses) in uses(db, body, &fresh) {
        for (assignment, place, value) in uses.assigned {
            // In a loop what stands behind comes before, too.
            let is_before = |other: &ExpressionId| has_loop || other.index() < assignment.index();
            if !uses.others.iter().any(is_before) {
                found.extend(warning(db, item, body, (assignment, place, value), fresh[&local]));
            }
        }
    }
    found
}

/// The variables that never change and begin with what an allocator gives.
fn fresh_variables(db: &dyn Db, body: &Body) -> FxHashMap<LocalId, &'static str> {
    let mut found = FxHashMap::default();
    for (_, expression) in body.expressions() {
        let Expression::Block { statements, .. } = expression else {
            continue;
        };
        for statement in body.statements(statements) {
            if let Statement::Let {
                pattern,
                initialiser: Some(value),
                ..
            } = body[statement]
                && let Pattern::Binding(local) = body[pattern]
                && !body[local].is_mutable
                && let Some(allocator) = allocator(db, body, value)
            {
                found.insert(local, allocator);
            }
        }
    }
    found
}

/// The allocator whose result a value is, casts and `unsafe` aside.
fn allocator(db: &dyn Db, body: &Body, mut value: ExpressionId) -> Option<&'static str> {
    loop {
        value = match body[value] {
            Expression::Cast { value, .. } | Expression::Unsafe(value) => value,
            Expression::Block {
                statements,
                tail: Some(tail),
            } if body.statements(statements).len() == 0 => tail,
            Expression::Call { callee, .. } => {
                let symbol = calls(db, body, callee)?;
                return ALLOCATORS.into_iter().find(|name| *name == symbol);
            }
            _other => return None,
        };
    }
}

/// The name of the function of C that is called.
fn calls(db: &dyn Db, body: &Body, callee: ExpressionId) -> Option<&'static str> {
    let Expression::Item(function) = body[callee] else {
        return None;
    };
    let is_c = function.kind(db) == ItemKind::ExternFunction;
    Some(hir::c_symbol(db, function).filter(|_| is_c)?.text())
}

/// What happens to each of the variables. Looking, freeing and comparing puts nothing there.
fn uses(db: &dyn Db, body: &Body, fresh: &FxHashMap<LocalId, &str>) -> Vec<(LocalId, Uses)> {
    let mut all: Vec<(LocalId, Uses)> = Vec::new();
    let mut of = |local: LocalId, change: &dyn Fn(&mut Uses)| match all.iter_mut().find(|(known, _)| *known == local) {
        Some((_, uses)) => change(uses),
        None => {
            let mut uses = Uses::default();
            change(&mut uses);
            all.push((local, uses));
        }
    };
    let variable = |expression: ExpressionId| match body[expression] {
        Expression::Local(local) => Some(local).filter(|local| fresh.contains_key(local)),
        _other => None,
    };
    let element = |place: ExpressionId| match body[place] {
        Expression::Index { base, .. } => variable(base).map(|local| (local, base)),
        _other => None,
    };
    // Where a variable is named without putting anything there.
    let mut harmless = FxHashSet::default();
    for (id, expression) in body.expressions() {
        match expression {
            Expression::Assign { place, operator, value } => {
                if let Some((local, base)) = element(place) {
                    harmless.insert(base);
                    if operator.is_none() {
                        of(local, &|uses| uses.assigned.push((id, place, value)));
                    }
                }
            }
            Expression::Borrow { mutable: true, place } => {
                if let Some((local, _)) = element(place) {
                    of(local, &|uses| uses.others.push(id));
                }
            }
            Expression::Index { base, .. } => harmless.extend(variable(base).map(|_| base)),
            Expression::Binary { left, right, .. } => harmless.extend([left, right]),
            Expression::Call { callee, arguments } if calls(db, body, callee) == Some("free") => {
                let values = body.arguments(arguments).iter().map(|argument| argument.value);
                harmless.extend(values.map(|value| uncast(body, value)));
            }
            _other => {}
        }
    }
    for (id, _) in body.expressions() {
        if let Some(local) = variable(id)
            && !harmless.contains(&id)
        {
            of(local, &|uses| uses.others.push(id));
        }
    }
    all
}

fn uncast(body: &Body, value: ExpressionId) -> ExpressionId {
    match body[value] {
        Expression::Cast { value, .. } => value,
        _other => value,
    }
}

/// The warning at `p[i] = v`, with what is to be written instead.
fn warning(
    db: &dyn Db,
    item: ItemId,
    body: &Body,
    (assignment, place, value): (ExpressionId, ExpressionId, ExpressionId),
    allocator: &str,
) -> Option<Diagnostic> {
    let Expression::Index { base, index } = body[place] else {
        return None;
    };
    let chunk = hir::item_source(db, item)?.chunk;
    let text = parse(db, chunk).text();
    let written = |expression: ExpressionId| {
        let span: Span = hir::expression_span(db, item, expression)?;
        text.get(span.start as usize..span.end as usize)
    };
    let (base, index, value) = (written(base)?, written(index)?, written(value)?);
    let written = match index {
        "0" => format!("{base}.write({value})"),
        index => format!("{base}.offset({index}).write({value})"),
    };
    let span = hir::expression_span(db, item, assignment)?;
    Some(fresh_memory::problem(span, allocator, written))
}
