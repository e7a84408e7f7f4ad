//! Types that contain themselves and constants that need themselves: finds the cycle and reports it once, at the item
//! whose full name comes first. Must not be asked about items without a cycle.

use hir::{Expression, ItemId, ItemKind};
use source::Db;

use crate::classify::contained_item;
use crate::definition::type_definition;
use crate::problem::{Anchor, Problem};
use crate::problems;

/// The problem of a type that contains itself, if this is the type at which its cycle is reported.
pub(crate) fn recursive_type(db: &dyn Db, item: ItemId) -> Option<Problem> {
    let mut path = Vec::new();
    let mut visited = Vec::new();
    if !find_cycle(db, item, item, &mut path, &mut visited) {
        return None;
    }
    let own = item.path(db);
    if path.iter().any(|&(container, _)| container.path(db) < own) {
        return None;
    }
    let name = |item: ItemId| item.name(db).text();
    let mut steps = String::new();
    for &(container, field) in &path {
        let field = type_definition(db, container).fields[field as usize].name.text();
        steps.push_str(&format!("`{}.{field}` → ", name(container)));
    }
    steps.push_str(&format!("`{}`", name(item)));
    let mut problem = problems::recursive_type(Anchor::Item, name(item), &steps);
    for &(container, field) in &path {
        let at = if container == item {
            Anchor::Field(field)
        } else {
            Anchor::OtherField(container, field)
        };
        problem = problem.also(at, "");
    }
    Some(problem)
}

/// Depth first: the fields that lead from `item` back to `start`.
fn find_cycle(
    db: &dyn Db,
    start: ItemId,
    item: ItemId,
    path: &mut Vec<(ItemId, u32)>,
    visited: &mut Vec<ItemId>,
) -> bool {
    visited.push(item);
    for (index, field) in type_definition(db, item).fields.iter().enumerate() {
        let Some(contained) = contained_item(db, field.ty) else {
            continue;
        };
        path.push((item, index as u32));
        if contained == start || !visited.contains(&contained) && find_cycle(db, start, contained, path, visited) {
            return true;
        }
        path.pop();
    }
    false
}

/// The problem of a constant whose value needs itself, if this is the constant at which its cycle is reported.
pub(crate) fn recursive_constant(db: &dyn Db, item: ItemId) -> Option<Problem> {
    let mut path = Vec::new();
    let mut visited = Vec::new();
    if !find_use(db, item, item, &mut path, &mut visited) {
        return None;
    }
    let own = item.path(db);
    if path
        .iter()
        .any(|other| other.kind(db) == ItemKind::Constant && other.path(db) < own)
    {
        return None;
    }
    let mut problem = problems::recursive_constant(Anchor::Item, item.name(db).text());
    if path.len() > 1 {
        let names: Vec<String> = path.iter().map(|step| format!("`{}`", step.name(db).text())).collect();
        problem = problem.note(format!("the cycle is {} → {}", names.join(" → "), names[0]));
    }
    Some(problem)
}

/// Depth first: the constants and functions that lead from `item` back to `start`.
fn find_use(db: &dyn Db, start: ItemId, item: ItemId, path: &mut Vec<ItemId>, visited: &mut Vec<ItemId>) -> bool {
    visited.push(item);
    path.push(item);
    for (_, expression) in hir::body(db, item).expressions() {
        if let Expression::Item(used) = expression
            && matches!(used.kind(db), ItemKind::Constant | ItemKind::Function)
            && (used == start || !visited.contains(&used) && find_use(db, start, used, path, visited))
        {
            return true;
        }
    }
    path.pop();
    false
}
