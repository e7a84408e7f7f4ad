//! Which modules there are, from the inputs alone. It must not read any text.

use rustc_hash::FxHashMap;
use source::{Db, Package, Program, SourceFile};

use crate::{Module, Name};

/// The modules of the program and their files.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ModuleTree {
    by_file: FxHashMap<SourceFile, Module>,
    files: FxHashMap<Module, SourceFile>,
    in_order: Vec<Module>,
}

/// The modules of all packages. Changes when a file comes or goes.
#[salsa::tracked]
pub fn module_tree(db: &dyn Db) -> ModuleTree {
    let mut tree = ModuleTree::default();
    let Some(program) = Program::try_get(db) else {
        return tree;
    };
    for &package in program.packages(db) {
        for (path, file) in package.modules(db) {
            let module = Module::new(db, package, Name::new(path));
            if tree.files.insert(module, *file).is_none() {
                tree.in_order.push(module);
            }
            tree.by_file.insert(*file, module);
        }
    }
    tree
}

/// All modules, package by package, `std` first.
pub fn all_modules(db: &dyn Db) -> &[Module] {
    &module_tree(db).in_order
}

/// The modules of a package.
pub fn package_modules(db: &dyn Db, package: Package) -> impl Iterator<Item = Module> + '_ {
    package.modules(db).iter().filter_map(move |(path, _)| find_module(db, package, path))
}

/// The module that a file is.
pub fn module_of_file(db: &dyn Db, file: SourceFile) -> Option<Module> {
    module_tree(db).by_file.get(&file).copied()
}

/// The file of a module; `None` for one that is no more.
pub fn module_file(db: &dyn Db, module: Module) -> Option<SourceFile> {
    module_tree(db).files.get(&module).copied()
}

/// The module of a package with this path, parts joined by points, empty for its entry.
pub fn find_module(db: &dyn Db, package: Package, path: &str) -> Option<Module> {
    let module = Module::new(db, package, Name::new(path));
    module_tree(db).files.contains_key(&module).then_some(module)
}

/// The module that `import path` in a module of `package` speaks of: in `std` or a dependency if the first name
/// is one's, else in the package itself.
///
/// The standard library's `runtime` is found by the library itself only: what stands there trusts its callers.
pub fn imported_module(db: &dyn Db, package: Package, path: &[Name]) -> Option<Module> {
    named_module(db, package, path).filter(|module| may_import(db, package, *module))
}

/// Whether an import of a package leads to the standard library's `runtime`, which it may not.
pub(crate) fn leads_to_runtime(db: &dyn Db, package: Package, path: &[Name]) -> bool {
    named_module(db, package, path).is_some_and(|module| !may_import(db, package, module))
}

/// Whether the modules of a package may import a module at all.
pub fn may_import(db: &dyn Db, package: Package, module: Module) -> bool {
    package == module.package(db) || !is_runtime(db, module)
}

/// Whether a module is `runtime` or one below it, which only the compiler and the standard library use.
pub fn is_runtime(db: &dyn Db, module: Module) -> bool {
    module.is_standard(db) && module.path(db).text().split('.').next() == Some("runtime")
}

fn named_module(db: &dyn Db, package: Package, path: &[Name]) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match package_by_name(db, package, &first.text()) {
        Some(other) => find_module(db, other, &joined(rest)),
        None => {
            let path = joined(path);
            find_module(db, package, &path).or_else(|| entry_of_file(db, package, &path))
        }
    }
}

/// The entry of a package, which has no path of its own, under the name of its file: `import main`.
fn entry_of_file(db: &dyn Db, package: Package, path: &str) -> Option<Module> {
    let entry = find_module(db, package, "")?;
    let shown = module_file(db, entry)?.path(db);
    let folder = shown.strip_suffix(".lang")?.strip_suffix(path.replace('.', "/").as_str())?;
    (folder.is_empty() || folder.ends_with('/')).then_some(entry)
}

/// What a package means by the name of a package.
pub fn package_by_name(db: &dyn Db, package: Package, name: &str) -> Option<Package> {
    let dependencies = package.dependencies(db);
    let dependency = dependencies.iter().find(|(known, _)| &**known == name).map(|(_, other)| *other);
    dependency.or_else(|| if name == "std" { Program::try_get(db)?.standard(db) } else { None })
}

/// Names joined by points.
pub(crate) fn joined(names: &[Name]) -> String {
    let mut path = String::new();
    for (index, name) in names.iter().enumerate() {
        path.push_str(if index > 0 { "." } else { "" });
        path.push_str(&name.text());
    }
    path
}
