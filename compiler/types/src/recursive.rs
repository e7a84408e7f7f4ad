//! Types that contain themselves, and constants and aliases that need themselves: finds the cycles of a program and tells
//! of each once, at the item whose full name comes first. Asked only where something is known to lie in a cycle or behind
//! one, and answered for the whole program at a time, so that the work grows as the program does.

use hir::{Expression, ItemId, ItemKind, TypeReference, TypeResolution};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;

use crate::definition::type_definition;
use crate::extent::{named_extent, types_inside};
use crate::generics::declared;
use crate::graph::connected;
use crate::implementations::resolve_instance;
use crate::inference::Callee;
use crate::inferrer::infer;
use crate::problem::{Anchor, Problem};
use crate::problems;

/// Steps of a cycle that a message spells out.
const MOST_SHOWN: usize = 12;

/// From an item to one that it needs; of a type, through the field with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: ItemId,
    field: u32,
    to: ItemId,
}

/// The cycles, by the item at which each is reported: the steps from it back to itself.
type Cycles = FxHashMap<ItemId, Vec<Step>>;

/// The problem of a type that contains itself, if this is the type at which its cycle is reported.
pub(crate) fn recursive_type(db: &dyn Db, item: ItemId) -> Option<Problem> {
    let cycle = type_cycles(db).get(&item)?;
    let name = |item: ItemId| item.name(db).text();
    let mut steps = String::new();
    for step in cycle.iter().take(MOST_SHOWN) {
        let field = type_definition(db, step.from).part_name(step.field);
        steps.push_str(&format!("`{}.{field}` → ", name(step.from)));
    }
    if cycle.len() > MOST_SHOWN {
        steps.push_str(&format!("{} more → ", cycle.len() - MOST_SHOWN));
    }
    steps.push_str(&format!("`{}`", name(item)));
    let mut problem = problems::recursive_type(Anchor::Item, &name(item), &steps);
    for step in cycle.iter().take(MOST_SHOWN) {
        let at = if step.from == item { Anchor::Field(step.field) } else { Anchor::OtherField(step.from, step.field) };
        problem = problem.also(at, "");
    }
    Some(problem)
}

/// The problem of a constant whose value needs itself, if this is the constant at which its cycle is reported.
pub(crate) fn recursive_constant(db: &dyn Db, item: ItemId) -> Option<Problem> {
    let cycle = constant_cycles(db).get(&item)?;
    let mut problem = problems::recursive_constant(Anchor::Item, &item.name(db).text());
    if cycle.len() > 1 {
        let mut names: Vec<String> =
            cycle.iter().take(MOST_SHOWN).map(|step| format!("`{}`", step.from.name(db).text())).collect();
        let first = names[0].clone();
        if cycle.len() > MOST_SHOWN {
            names.push(format!("{} more", cycle.len() - MOST_SHOWN));
        }
        problem = problem.note(format!("the cycle is {} → {first}", names.join(" → ")));
    }
    Some(problem)
}

/// The problem of an alias that leads to itself, if this is the alias at which its cycle is reported.
pub(crate) fn recursive_alias(db: &dyn Db, item: ItemId) -> Option<Problem> {
    alias_cycles(db).get(&item)?;
    Some(problems::recursive_alias(Anchor::Item, &item.name(db).text()))
}

#[salsa::tracked]
fn type_cycles(db: &dyn Db) -> Cycles {
    let endless = |item: &ItemId| item.kind(db) == ItemKind::Type && named_extent(db, declared(db, *item)).is_none();
    find_cycles(db, hir::all_items(db).filter(endless), ItemKind::Type, &contained_items)
}

#[salsa::tracked]
fn constant_cycles(db: &dyn Db) -> Cycles {
    let constants = hir::all_items(db).filter(|item| item.kind(db) == ItemKind::Constant);
    find_cycles(db, constants, ItemKind::Constant, &used_items)
}

#[salsa::tracked]
fn alias_cycles(db: &dyn Db) -> Cycles {
    let aliases = hir::all_items(db).filter(|item| item.kind(db) == ItemKind::Alias);
    find_cycles(db, aliases, ItemKind::Alias, &named_aliases)
}

/// The `type` items without a size whose fields lie inside a value of a type, each with the field that holds it. What lies
/// inside of a generic type with its arguments counts too: `Option[Node]` holds a `Node`.
fn contained_items(db: &dyn Db, item: ItemId) -> Vec<(ItemId, u32)> {
    let mut contained = Vec::new();
    for (index, part) in type_definition(db, item).parts().iter().enumerate() {
        let mut waiting = Vec::new();
        let mut seen = FxHashSet::default();
        types_inside(db, part.ty, &mut |inner| waiting.push(inner));
        while let Some(inner) = waiting.pop() {
            if named_extent(db, inner).is_some() || !seen.insert(inner) || seen.len() > MOST_INSTANCES {
                continue;
            }
            contained.push((inner.item, index as u32));
            if inner.is_generic() {
                for part in type_definition(db, inner).parts() {
                    types_inside(db, part.ty, &mut |inner| waiting.push(inner));
                }
            }
        }
    }
    contained
}

/// As many instances of generic types are followed from one field: those that grow without end lead back to their item at
/// once.
const MOST_INSTANCES: usize = 1_000;

/// The constants and functions that a body names, and the methods that it calls, of traits those of the type.
fn used_items(db: &dyn Db, item: ItemId) -> Vec<(ItemId, u32)> {
    let mut items = Vec::new();
    for (_, expression) in hir::body(db, item).expressions() {
        if let Expression::Item(used) = expression
            && matches!(used.kind(db), ItemKind::Constant | ItemKind::Function)
        {
            items.push((used, 0));
        }
    }
    for call in &infer(db, item).calls {
        if let Callee::Function(function, arguments) = call.callee {
            let (function, _) = resolve_instance(db, function, arguments).unwrap_or((function, arguments));
            items.push((function, 0));
        }
    }
    items
}

/// The aliases that an alias names.
fn named_aliases(db: &dyn Db, item: ItemId) -> Vec<(ItemId, u32)> {
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
            aliases.push((named, 0));
        }
    }
    aliases
}

type Uses<'a> = &'a dyn Fn(&dyn Db, ItemId) -> Vec<(ItemId, u32)>;

/// For each group of items that all need each other a shortest cycle through the one of this kind whose full name comes
/// first.
fn find_cycles(db: &dyn Db, items: impl Iterator<Item = ItemId>, kind: ItemKind, uses: Uses) -> Cycles {
    let mut cycles = Cycles::default();
    let used = |item: ItemId| uses(db, item).into_iter().map(|(used, _)| used).collect();
    for group in connected(items, used) {
        let first = group.iter().filter(|item| item.kind(db) == kind).min_by_key(|item| item.path(db));
        if let Some(&first) = first
            && let Some(cycle) = shortest_cycle(db, first, &group, uses)
        {
            cycles.insert(first, cycle);
        }
    }
    cycles
}

/// The steps from an item back to itself inside of a group, as few as possible; `None` if it does not need itself.
fn shortest_cycle(db: &dyn Db, start: ItemId, group: &[ItemId], uses: Uses) -> Option<Vec<Step>> {
    let group: FxHashSet<ItemId> = group.iter().copied().collect();
    let mut reached: FxHashMap<ItemId, Step> = FxHashMap::default();
    let mut waiting = std::collections::VecDeque::from([start]);
    while let Some(from) = waiting.pop_front() {
        for (to, field) in uses(db, from) {
            if group.contains(&to) && !reached.contains_key(&to) {
                reached.insert(to, Step { from, field, to });
                waiting.push_back(to);
            }
        }
        if reached.contains_key(&start) {
            break;
        }
    }
    let mut steps = Vec::new();
    let mut at = start;
    loop {
        let step = *reached.get(&at)?;
        steps.push(step);
        at = step.from;
        if at == start {
            break;
        }
    }
    steps.reverse();
    Some(steps)
}
