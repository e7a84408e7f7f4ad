//! Which C libraries a program asks for with `import extern`. Owns the rule: those of modules that hold reached instances, and
//! of modules that declare what the program's code calls of C, as modules do that hold nothing but declarations. Must not
//! know where libraries lie.

use std::collections::BTreeSet;

use hir::ItemKind;
use lower::Instance;
use mir::{Artifacts, Declaration, Module};
use rustc_hash::FxHashSet;

use crate::program::Program;

/// What code refers to and does not define, with some names that it does define: those are no libraries'.
pub(crate) fn of_artifacts<'a>(units: impl Iterator<Item = &'a Artifacts>) -> FxHashSet<&'a str> {
    let mut names = FxHashSet::default();
    for unit in units {
        names.extend(unit.functions.iter().flat_map(|function| &function.symbols).map(String::as_str));
        names.extend(unit.data.iter().flat_map(|data| &data.symbols).map(String::as_str));
        names.extend(unit.object.iter().flat_map(|object| &object.undefined).map(String::as_str));
    }
    names
}

/// The same of modules.
pub(crate) fn of_modules(modules: &[Module]) -> FxHashSet<&str> {
    let mut names = FxHashSet::default();
    for module in modules {
        for (id, symbol) in module.symbols.iter() {
            match symbol.declaration {
                Declaration::ImportedFunction(_) | Declaration::ImportedGlobal(_) => {
                    names.insert(module.symbol_name(id));
                }
                Declaration::Undeclared | Declaration::Function | Declaration::Global => {}
            }
        }
    }
    names
}

/// The libraries of modules that hold some instances or declare some names of C's.
pub(crate) fn imported_libraries(
    program: &Program,
    instances: impl Iterator<Item = Instance>,
    used: &FxHashSet<&str>,
) -> Vec<String> {
    let db = &program.db;
    let reached: FxHashSet<_> = instances.filter_map(lower::chunk_item).map(|item| item.module(db)).collect();
    let mut libraries = BTreeSet::new();
    for module in hir::all_modules(db) {
        // The library's own modules are reached by their instances; looking at the others of it would read them all.
        if !reached.contains(module) && module.is_standard(db) {
            continue;
        }
        let asked = hir::module_libraries(db, *module);
        if asked.is_empty() {
            continue;
        }
        let is_used = |item: hir::ItemId| {
            matches!(item.kind(db), ItemKind::ExternFunction | ItemKind::ExternGlobal)
                && hir::c_symbol(db, item).is_some_and(|name| used.contains(&*name.text()))
        };
        if reached.contains(module) || hir::module_items(db, *module).ids().any(is_used) {
            libraries.extend(asked.iter().map(|library| library.text().to_string()));
        }
    }
    libraries.into_iter().collect()
}
