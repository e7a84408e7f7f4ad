//! Types that contain themselves and constants that need themselves: finds the cycle and reports it once, at the item
//! whose full name comes first. Must not be asked about items without a cycle.

use hir::{Expression, ItemId, ItemKind, TypeReference, TypeResolution};
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
    let cycle = reported_cycle(db, item, ItemKind::Constant, &used_items)?;
    let mut problem = problems::recursive_constant(Anchor::Item, item.name(db).text());
    if cycle.len() > 1 {
        let names: Vec<String> = cycle.iter().map(|step| format!("`{}`", step.name(db).text())).collect();
        problem = problem.note(format!("the cycle is {} → {}", names.join(" → "), names[0]));
    }
    Some(problem)
}

/// The problem of an alias that leads to itself, if this is the alias at which its cycle is reported.
pub(crate) fn recursive_alias(db: &dyn Db, item: ItemId) -> Option<Problem> {
    reported_cycle(db, item, ItemKind::Alias, &named_aliases)?;
    Some(problems::recursive_alias(Anchor::Item, item.name(db).text()))
}

/// The constants and functions that a body names.
fn used_items(db: &dyn Db, item: ItemId) -> Vec<ItemId> {
    let mut items = Vec::new();
    for (_, expression) in hir::body(db, item).expressions() {
        if let Expression::Item(used) = expression
            && matches!(used.kind(db), ItemKind::Constant | ItemKind::Function)
        {
            items.push(used);
        }
    }
    items
}

/// The aliases that an alias names.
fn named_aliases(db: &dyn Db, item: ItemId) -> Vec<ItemId> {
    let Some(data) = hir::item_data(db, item) else {
        return Vec::new();
    };
    let types = &data.tree.types;
    let mut aliases = Vec::new();
    for id in types.run(data.types) {
        if let TypeReference::Path { names, .. } = types[id]
            && let TypeResolution::Item(named) = hir::resolve_type_path(db, item, types.names(names))
            && named.kind(db) == ItemKind::Alias
        {
            aliases.push(named);
        }
    }
    aliases
}

/// The items from `item` back to itself, if no item of this kind among them has a full name that comes first.
fn reported_cycle(
    db: &dyn Db,
    item: ItemId,
    kind: ItemKind,
    uses: &dyn Fn(&dyn Db, ItemId) -> Vec<ItemId>,
) -> Option<Vec<ItemId>> {
    let mut cycle = Vec::new();
    if !find_use(db, item, item, uses, &mut cycle, &mut Vec::new()) {
        return None;
    }
    let own = item.path(db);
    let first = cycle
        .iter()
        .all(|other| other.kind(db) != kind || other.path(db) >= own);
    first.then_some(cycle)
}

/// Depth first: the items that lead from `item` back to `start`.
fn find_use(
    db: &dyn Db,
    start: ItemId,
    item: ItemId,
    uses: &dyn Fn(&dyn Db, ItemId) -> Vec<ItemId>,
    path: &mut Vec<ItemId>,
    visited: &mut Vec<ItemId>,
) -> bool {
    visited.push(item);
    path.push(item);
    for used in uses(db, item) {
        if used == start || !visited.contains(&used) && find_use(db, start, used, uses, path, visited) {
            return true;
        }
    }
    path.pop();
    false
}
