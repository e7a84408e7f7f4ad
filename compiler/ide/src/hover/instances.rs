//! The instances that a program has of a generic type or function: a line for each where it is declared, and how many there
//! are where one of them is used. Which they are is `lower`'s walk over bodies, for which nothing is compiled; how each lies
//! in memory and travels is asked of those who decide, of the few that are shown only.

use abi::ValueIndex;
use hir::{ItemId, ItemKind};
use lower::ReachedInstances;
use source::Db;
use types::{Arguments, Ty};

use super::known::is_known;
use super::layout::{Layout, MOST_ROWS};
use super::news::{self, aligned, target_name};
use super::page::{Page, bytes};
use super::passing::{CallShape, OnTarget, Value, indices};
use super::question::{Question, ShowBlock};

/// Where one is called, more are counted only.
const MOST_NAMED: usize = 4;
/// A line about how a signature travels that is longer is cut.
const MOST_LETTERS: usize = 32;

/// The first lines of the declaration of a generic type or function.
pub(super) fn of_declaration(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    if !question.in_full(question.settings.abi) || !is_instantiated(db, item) {
        return;
    }
    let reached = lower::reached_instances(db);
    if number(reached, item) == 0 && !reached.is_whole {
        // In a program with errors nobody knows whether there will be any.
        return;
    }
    let name = match types::item_type(db, item) {
        Ok(ty) if item.kind(db) == ItemKind::Type => types::display(db, ty),
        Ok(_) | Err(_) => item.name(db).text().to_string(),
    };
    let mut lines = vec![format!("{name} · {}", count(reached, number(reached, item)))];
    let rows = match item.kind(db) {
        ItemKind::Type => type_rows(question, reached.of_type(item)),
        _ => function_rows(question, item, reached.of_function(item)),
    };
    lines.extend(rows);
    page.news(lines);
}

/// The line about the others, where one of a function's instances is called.
pub(super) fn besides(question: &Question<'_>, function: ItemId) -> Option<String> {
    let db = question.db;
    if question.settings.abi == ShowBlock::Never || !is_instantiated(db, function) {
        return None;
    }
    let reached = lower::reached_instances(db);
    let names = sorted(reached.of_function(function).iter().map(|arguments| list(db, &arguments.types())));
    if names.len() < 2 {
        // The one is the one that is called here; of what no code of the program calls nothing is known.
        return None;
    }
    let shown: Vec<&str> = names.iter().take(MOST_NAMED).map(String::as_str).collect();
    let rest = if names.len() > MOST_NAMED { ", …" } else { "" };
    Some(format!("{}: {}{rest}", count(reached, names.len()), shown.join(", ")))
}

/// Whether an item has instances: a generic type, or a function with a body that has type parameters or stands where some are.
fn is_instantiated(db: &dyn Db, item: ItemId) -> bool {
    match item.kind(db) {
        ItemKind::Type => !types::own_parameters(db, item).is_empty() && !types::type_definition(db, item).poisoned,
        ItemKind::Function => {
            types::is_generic(db, item) && hir::has_body(db, item) && !types::signature(db, item).poisoned
        }
        _ => false,
    }
}

fn number(reached: &ReachedInstances, item: ItemId) -> usize {
    // One of them is empty.
    reached.of_type(item).len() + reached.of_function(item).len()
}

/// `3 instances in this program`; of a program with errors as many as are known.
fn count(reached: &ReachedInstances, number: usize) -> String {
    let least = if reached.is_whole { "" } else { "at least " };
    match number {
        0 => "no instance in this program".to_string(),
        1 => format!("{least}1 instance in this program"),
        _ => format!("{least}{number} instances in this program"),
    }
}

/// `i64`, or of several `[i64, f64]`.
fn list(db: &dyn Db, arguments: &[Ty]) -> String {
    let names: Vec<String> = arguments.iter().map(|ty| types::display(db, *ty)).collect();
    match names.as_slice() {
        [only] => only.clone(),
        _ => format!("[{}]", names.join(", ")),
    }
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

/// A line for each of the first instances of a type: its bytes, and how a value travels.
fn type_rows(question: &Question<'_>, instances: &[Ty]) -> Vec<String> {
    let db = question.db;
    rows(
        question,
        instances,
        &|ty| types::display(db, *ty),
        &|ty, on| {
            let named = ty.as_named()?;
            let layout = Layout::of_named(db, named).filter(|_| is_known(db, *ty))?;
            let shape = CallShape::of_values(db, vec![Value { name: String::new(), ty: *ty }], *ty, None);
            let size = match types::is_heap(db, *ty) {
                true => format!("object {}", bytes(layout.size)),
                false => bytes(layout.size),
            };
            let mut cells = vec![size, format!("align {}", layout.align)];
            cells.extend(on(&shape));
            Some(cells)
        },
        &["", ""],
    )
}

/// A line for each of the first instances of a function: how its arguments and its result travel.
fn function_rows(question: &Question<'_>, item: ItemId, instances: &[Arguments]) -> Vec<String> {
    let db = question.db;
    rows(
        question,
        instances,
        &|arguments| list(db, &arguments.types()),
        &|arguments, on| CallShape::of_instance(db, item, *arguments).map(|shape| on(&shape)),
        &[],
    )
}

/// What a shape is on each target.
type OnTargets<'a> = &'a dyn Fn(&CallShape) -> Vec<String>;

fn rows<T>(
    question: &Question<'_>,
    instances: &[T],
    name: &dyn Fn(&T) -> String,
    cells: &dyn Fn(&T, OnTargets<'_>) -> Option<Vec<String>>,
    before: &[&str],
) -> Vec<String> {
    let mut named: Vec<(String, &T)> = instances.iter().map(|instance| (name(instance), instance)).collect();
    named.sort_by(|(left, _), (right, _)| left.cmp(right));
    let on = |shape: &CallShape| shape.on_all(&question.targets).iter().map(|on| travels(shape, on)).collect();
    let known = named.iter().take(MOST_ROWS).filter_map(|(name, instance)| {
        Some(std::iter::once(format!("  {name}")).chain(cells(instance, &on)?).collect())
    });
    let known: Vec<Vec<String>> = known.collect();
    if known.is_empty() {
        return Vec::new();
    }
    let mut heads = vec![String::new()];
    heads.extend(before.iter().map(|head| head.to_string()));
    heads.extend(question.targets.iter().map(|target| target_name(target, &question.targets)));
    let mut lines = aligned(&std::iter::once(heads).chain(known).collect::<Vec<_>>());
    if named.len() > MOST_ROWS {
        lines.push(format!("  … and {} more", named.len() - MOST_ROWS));
    }
    lines
}

/// `rdi rsi → rax rdx`: where the arguments travel, and behind an arrow the result.
fn travels(shape: &CallShape, on: &OnTarget) -> String {
    let Ok(abi) = &on.abi else { return "not described".to_string() };
    let place = |index: &ValueIndex| news::place(abi.value(*index));
    let (mut arguments, mut result) = (Vec::new(), String::new());
    for index in indices(shape) {
        match index {
            ValueIndex::Param(_) => arguments.push(place(&index)),
            ValueIndex::Result => result = format!("→ {}", place(&index)),
        }
    }
    let mut text = arguments.join(", ");
    if text.chars().count() > MOST_LETTERS {
        text = text.chars().take(MOST_LETTERS).chain(['…']).collect();
    }
    let separator = if text.is_empty() || result.is_empty() { "" } else { " " };
    format!("{text}{separator}{result}")
}
