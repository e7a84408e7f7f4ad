//! The check of imports: whether they lead somewhere, and whether anybody uses them.

use rustc_hash::FxHashSet;
use source::{Db, Diagnostic};

use super::Chunks;
use crate::follow::{End, follow};
use crate::items::attributes_allow;
use crate::lower_body::{body_names, constant_names};
use crate::modules::leads_to_runtime;
use crate::problems::unknown_name::is_lost;
use crate::problems::{import_circle, private_item, runtime_import, unknown_import, unknown_module, unused_import};
use crate::scope::{Entry, ImportEntry, lookup};
use crate::{
    ItemKind, Module, ModuleMember, Name, TypeReference, imported_module, item_data, item_tree, module_chunks,
    module_items, module_scope, resolve_in_module,
};

/// Checks the imports of a module.
pub(super) fn check(db: &dyn Db, module: Module, found: &mut Vec<Diagnostic>) {
    let scope = module_scope(db, module);
    if scope.imports.is_empty() {
        return;
    }
    let chunks = Chunks::of(db, module);
    let clashing: FxHashSet<u32> = scope
        .clashes
        .iter()
        .flat_map(|(second, first)| [second, first])
        .filter_map(|entry| match entry {
            Entry::Import(number) => Some(*number),
            Entry::Item { .. } => None,
        })
        .collect();
    let mut used = None;
    let mut reported = FxHashSet::default();
    for (number, import) in scope.imports.iter().enumerate() {
        if let Some(problem) = problem(db, module, import, &chunks) {
            // One that leads to no module is reported once, not for each of its names.
            let place = (import.place.chunk, import.place.import);
            if ![&unknown_module::KIND, &runtime_import::KIND].contains(&problem.kind) || reported.insert(place) {
                found.push(problem);
            }
            continue;
        }
        let is_bound = scope.entry(import.bound) == Some(Entry::Import(number as u32));
        let clashes = clashing.contains(&(number as u32));
        let may_be_unused =
            import.is_public || clashes || is_trait(db, module, import) || is_allowed(db, import, &chunks);
        let used = used.get_or_insert_with(|| used_names(db, module));
        let is_used = is_bound && used.contains(&import.bound);
        if !may_be_unused && !is_used && !is_lost(db, module, import.bound) {
            found.extend(chunks.import_span(db, import.place).map(|span| unused_import::at(import.bound, span)));
        }
    }
}

/// What is wrong with an imported name.
fn problem(db: &dyn Db, module: Module, import: &ImportEntry, chunks: &Chunks<'_>) -> Option<Diagnostic> {
    // The position is looked for only when something is wrong.
    let span = || chunks.import_span(db, import.place);
    let Some(target) = imported_module(db, module.package(db), &import.path) else {
        let mut place = import.place;
        place.name = None;
        let span = chunks.import_span(db, place)?;
        return Some(if leads_to_runtime(db, module.package(db), &import.path) {
            runtime_import::at(&import.path, span)
        } else {
            unknown_module::at(db, module, &import.path, span)
        });
    };
    let name = import.name?;
    match resolve_in_module(db, target, name, module) {
        ModuleMember::Visible(_) => None,
        ModuleMember::Private(_) => Some(private_item::at(db, target, name, span()?)),
        ModuleMember::Unknown if module_scope(db, target).entry(name).is_none() => {
            Some(unknown_import::at(db, target, name, span()?))
        }
        ModuleMember::Unknown if follow(db, target, name) == End::Circle => Some(import_circle::at(name, span()?)),
        // The import there leads nowhere, and is reported there.
        ModuleMember::Unknown => None,
    }
}

/// Whether an import brings a trait, whose methods are used without its name.
fn is_trait(db: &dyn Db, module: Module, import: &ImportEntry) -> bool {
    let found = lookup(db, module, import.bound).and_then(|(resolution, _)| resolution.as_item());
    found.is_some_and(|item| item.kind(db) == ItemKind::Trait)
}

fn is_allowed(db: &dyn Db, import: &ImportEntry, chunks: &Chunks<'_>) -> bool {
    chunks.find(import.place.chunk).is_some_and(|chunk| {
        let tree = item_tree(db, chunk);
        let attributes = tree.imports.get(import.place.import as usize).map(|import| import.attributes);
        attributes.is_some_and(|list| attributes_allow(tree, list, unused_import::KIND.name))
    })
}

/// The names that heads and bodies of a module look up in it.
fn used_names(db: &dyn Db, module: Module) -> FxHashSet<Name> {
    let mut used = FxHashSet::default();
    for &chunk in module_chunks(db, module) {
        let types = &item_tree(db, chunk).types;
        for id in types.ids() {
            if let TypeReference::Path { names, .. } = types[id] {
                used.extend(types.names(names).first());
            }
        }
    }
    let items = module_items(db, module);
    // What is left out for this target uses names, too.
    for (item, _) in items.entries().iter().chain(items.elsewhere()) {
        let item = *item;
        if item.kind(db).may_have_body() {
            used.extend(body_names(db, item));
        }
        let constants = item_data(db, item).map_or(0, |data| data.constants.len());
        for nth in 0..constants {
            used.extend(constant_names(db, item, nth as u32));
        }
    }
    used
}
