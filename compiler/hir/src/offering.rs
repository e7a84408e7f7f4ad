//! Which modules declare a public name: where one that means nothing here could be imported from. Must not know what the name
//! stands for, nor where an import goes.

use rustc_hash::FxHashMap;
use source::{Db, Diagnostic, Package};

use crate::{
    ItemId, Module, ModuleMember, Name, Resolution, all_modules, find_module, may_import, module_scope,
    resolve_in_module,
};

/// A module that declares a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its path, as an import writes it.
    pub path: String,
    /// Whether it belongs to another package.
    pub is_foreign: bool,
}

/// The modules that a module could import a name from, those of its own package first.
pub fn offering(db: &dyn Db, from: Module, name: Name) -> Vec<Offer> {
    let own = from.package(db);
    let declares = |module: Module| match resolve_in_module(db, module, name, from) {
        ModuleMember::Visible(Resolution::Item(item)) => import_module(db, item, own) == module,
        ModuleMember::Visible(_) | ModuleMember::Private(_) | ModuleMember::Unknown => false,
    };
    // The entry of the own package is nobody's to import.
    let is_entry = |module: Module| module.package(db) == own && module.path(db).is_empty();
    let modules = public_names(db).get(&name).into_iter().flatten().copied();
    let mut found: Vec<Offer> = modules
        .filter(|module| *module != from && is_importable(db, own, *module) && !is_entry(*module) && declares(*module))
        .map(|module| Offer { path: module.import_path(db, own), is_foreign: module.package(db) != own })
        .collect();
    found.sort_by(|left, right| (left.is_foreign, &left.path).cmp(&(right.is_foreign, &right.path)));
    found
}

/// The paths of the modules with a name that a module could import, the shortest first.
pub(crate) fn modules_named(db: &dyn Db, from: Module, name: Name) -> Vec<String> {
    let (own, name) = (from.package(db), name.text());
    let is_named = |module: Module| module.path(db).text().rsplit('.').next() == Some(&*name);
    let modules = all_modules(db).iter().copied();
    let mut found: Vec<String> = modules
        .filter(|module| *module != from && is_named(*module) && is_importable(db, own, *module))
        .map(|module| module.import_path(db, own))
        .collect();
    found.sort_by(|left, right| (left.len(), left).cmp(&(right.len(), right)));
    found
}

/// Whether a module is of a package that another knows, and may be imported from there.
fn is_importable(db: &dyn Db, own: Package, module: Module) -> bool {
    let package = module.package(db);
    let is_known =
        package == own || module.is_standard(db) || own.dependencies(db).iter().any(|(_, other)| *other == package);
    is_known && may_import(db, own, module)
}

/// The module from which a package imports an item: the uppermost of its own and those that this lies in that offers the item
/// by its name. The entry of the own package is nobody's to import.
pub fn import_module(db: &dyn Db, item: ItemId, from: Package) -> Module {
    uppermost(db, item, item.module(db).package(db) != from)
}

/// The module from which other packages import an item.
pub fn public_module(db: &dyn Db, item: ItemId) -> Module {
    uppermost(db, item, true)
}

fn uppermost(db: &dyn Db, item: ItemId, may_be_entry: bool) -> Module {
    let own = item.module(db);
    let (package, name, path) = (own.package(db), item.name(db), own.path(db).text());
    let entry = (may_be_entry && !path.is_empty()).then_some(0);
    let ends = entry.into_iter().chain(path.match_indices('.').map(|(at, _)| at));
    let offers = |module: &Module| match resolve_in_module(db, *module, name, own) {
        ModuleMember::Visible(found) => found == Resolution::Item(item),
        ModuleMember::Private(_) | ModuleMember::Unknown => false,
    };
    ends.filter_map(|end| find_module(db, package, &path[..end])).find(offers).unwrap_or(own)
}

/// The path by which a package imports an item.
pub fn import_path(db: &dyn Db, item: ItemId, from: Package) -> String {
    import_module(db, item, from).import_path(db, from)
}

/// The modules in which each name is public. A query, because many unknown names ask for it; it is asked for only where one
/// is.
#[salsa::tracked]
pub(crate) fn public_names(db: &dyn Db) -> FxHashMap<Name, Vec<Module>> {
    let mut modules: FxHashMap<Name, Vec<Module>> = FxHashMap::default();
    for module in all_modules(db) {
        for name in module_scope(db, *module).public_names() {
            modules.entry(name).or_default().push(*module);
        }
    }
    modules
}

/// The problem of an unknown name with the advice to import it.
pub(crate) fn advise(problem: Diagnostic, name: Name, offers: &[Offer]) -> Diagnostic {
    match offers {
        [] => problem,
        [only] => problem.help(format!("import it: `import {} ({name})`", only.path)),
        [first, second, ..] => {
            let (first, second) = (&first.path, &second.path);
            problem.help(format!("import it: `import {first} ({name})`, or from another module, as `{second}`"))
        }
    }
}
