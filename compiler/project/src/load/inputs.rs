//! From a plan to salsa inputs: what is new is made, what stays keeps its input, what differs is listed for the one who
//! may write. It owns identity (a path has one `SourceFile` for the life of the database) and durability; it must not
//! know the disk.
//!
//! Texts that an editor has open are of low durability, all others medium: so a key stroke does not revalidate what
//! depends on closed files only.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salsa::{Durability, Setter as _};
use source::{Database, Package, Program, SourceFile, TargetInput};

use super::discover::{PackageKey, Plan, PlannedFile, PlannedPackage};
use super::{Loaded, LoadedFile, TargetNames};
use crate::overlay::Overlay;
use crate::problems::UNBOUND_MODULE;
use crate::standard_library;

/// The inputs of one database.
pub(crate) struct Inputs {
    standard: Package,
    target: TargetInput,
    program: Option<Program>,
    packages: HashMap<PackageKey, Package>,
    files: HashMap<PathBuf, Known>,
    /// The folder that the standard library's files were written to.
    standard_folder: Option<PathBuf>,
}

/// A file that has an input, whether the program has it now or had it once.
struct Known {
    file: SourceFile,
    is_open: bool,
}

/// A write that the plan asks for.
pub(crate) enum Change {
    /// A text, and whether an editor has it open.
    Text(SourceFile, Arc<str>, bool),
    Package(Package, Arc<str>, Modules, Dependencies),
    Packages(Program, Vec<Package>),
}

type Modules = Vec<(Arc<str>, SourceFile)>;
type Dependencies = Vec<(Arc<str>, Package)>;

impl Change {
    /// Writes it; waits until nobody reads.
    pub(crate) fn apply(self, db: &mut Database) {
        match self {
            Change::Text(file, text, is_open) => {
                file.set_text(db).with_durability(durability(is_open)).to(text);
            }
            Change::Package(package, name, modules, dependencies) => {
                package.set_name(db).to(name);
                package.set_modules(db).to(modules);
                package.set_dependencies(db).to(dependencies);
            }
            Change::Packages(program, packages) => {
                program.set_packages(db).to(packages);
            }
        }
    }
}

impl Inputs {
    pub(crate) fn new(db: &Database, target: &TargetNames, standard_folder: Option<&Path>) -> Inputs {
        let target = TargetInput::builder(target.triple.as_str().into(), target.os.as_str().into())
            .durability(Durability::HIGH)
            .new(db);
        Inputs {
            standard: standard_library::package(db),
            target,
            program: None,
            packages: HashMap::new(),
            files: HashMap::new(),
            standard_folder: standard_folder.map(Path::to_path_buf),
        }
    }

    /// Makes what the plan has and the database has not, and says what else has to be written.
    pub(crate) fn fill(&mut self, db: &Database, plan: Plan, overlay: &Overlay) -> (Loaded, Vec<Change>) {
        let mut changes = Vec::new();
        let mut packages = vec![self.standard];
        let mut files = Vec::new();
        for planned in plan.packages {
            let package = self.package(db, planned, &packages, overlay, &mut files, &mut changes);
            packages.push(package);
        }
        let root = packages[packages.len() - 1];
        let lacks_module = files.iter().any(|file| file.of_headers.is_some() && !file.usable)
            || plan.reports.iter().any(|report| report.kind.code == UNBOUND_MODULE.code);
        for file in &mut files {
            file.lacks_module = lacks_module;
            file.own = file.package == root && file.of_headers.is_none();
        }
        self.retire(db, &files, &mut changes);
        let program = match self.program {
            Some(program) => {
                if *program.packages(db) != packages {
                    changes.push(Change::Packages(program, packages));
                }
                program
            }
            None => Program::builder(packages, self.target).durability(Durability::HIGH).new(db),
        };
        self.program = Some(program);
        let mut loaded = Loaded {
            program,
            root,
            name: plan.name,
            version: plan.version,
            folder: plan.folder,
            is_library: plan.is_library,
            files,
            reports: plan.reports,
            link: plan.link,
            c: plan.c,
            debug: plan.debug,
            strip: plan.strip,
            watched: plan.watched,
            by_path: HashMap::new(),
            by_file: HashMap::new(),
            standard: Vec::new(),
        };
        self.index(db, &mut loaded);
        (loaded, changes)
    }

    fn package(
        &mut self,
        db: &Database,
        planned: PlannedPackage,
        before: &[Package],
        overlay: &Overlay,
        files: &mut Vec<LoadedFile>,
        changes: &mut Vec<Change>,
    ) -> Package {
        let first = files.len();
        let mut modules = Modules::new();
        for (module, found) in planned.modules {
            let file = self.file(db, &found, overlay, changes);
            modules.push((Arc::from(module), file));
            files.push(LoadedFile {
                file,
                // Replaced below, when the package exists.
                package: self.standard,
                path: found.path,
                usable: found.usable,
                own: false,
                of_headers: found.of_headers,
                bound: found.bound,
                lacks_module: false,
            });
        }
        let dependencies: Dependencies =
            planned.dependencies.into_iter().map(|(name, index)| (name, before[index])).collect();
        let name: Arc<str> = planned.name.into();
        let package = match self.packages.get(&planned.key) {
            Some(&package) => {
                let same = *package.name(db) == name
                    && *package.modules(db) == modules
                    && *package.dependencies(db) == dependencies;
                if !same {
                    changes.push(Change::Package(package, name, modules, dependencies));
                }
                package
            }
            None => Package::builder(name, modules, dependencies).durability(Durability::HIGH).new(db),
        };
        self.packages.insert(planned.key, package);
        for file in &mut files[first..] {
            file.package = package;
        }
        package
    }

    fn file(&mut self, db: &Database, found: &PlannedFile, overlay: &Overlay, changes: &mut Vec<Change>) -> SourceFile {
        let is_open = found.path.as_ref().is_some_and(|path| overlay.has(path));
        let known = found.path.as_ref().and_then(|path| self.files.get_mut(path));
        if let Some(known) = known {
            let text = known.file.text(db);
            if known.is_open != is_open || !(Arc::ptr_eq(text, &found.text) || *text == found.text) {
                changes.push(Change::Text(known.file, found.text.clone(), is_open));
            }
            known.is_open = is_open;
            return known.file;
        }
        let file = SourceFile::builder(found.shown.clone(), found.text.clone())
            .path_durability(Durability::HIGH)
            .text_durability(durability(is_open))
            .new(db);
        if let Some(path) = &found.path {
            self.files.insert(path.clone(), Known { file, is_open });
        }
        file
    }

    /// Notes whether an editor has a file open; says whether that is news.
    pub(crate) fn set_open(&mut self, path: &Path, is_open: bool) -> bool {
        let known = self.files.get_mut(path);
        known.is_some_and(|known| std::mem::replace(&mut known.is_open, is_open) != is_open)
    }

    /// Files that have gone give up their texts, but not their inputs: they may come back.
    fn retire(&mut self, db: &Database, files: &[LoadedFile], changes: &mut Vec<Change>) {
        let present: HashSet<SourceFile> = files.iter().map(|file| file.file).collect();
        for known in self.files.values_mut() {
            if !present.contains(&known.file) && !known.file.text(db).is_empty() {
                known.is_open = false;
                changes.push(Change::Text(known.file, Arc::from(""), false));
            }
        }
    }

    /// Fills the ways from paths to files and back.
    fn index(&self, db: &Database, loaded: &mut Loaded) {
        for file in &loaded.files {
            if let Some(path) = &file.path {
                loaded.by_path.insert(path.clone(), file.file);
                loaded.by_file.insert(file.file, path.clone());
            }
        }
        let Some(folder) = &self.standard_folder else {
            return;
        };
        for &(_, file) in self.standard.modules(db) {
            let path = folder.join(&**file.path(db));
            loaded.by_path.insert(path.clone(), file);
            loaded.by_file.insert(file, path.clone());
            loaded.standard.push(path);
        }
    }
}

/// Gives a loaded program one more package, whose modules are numbered from 0 and know it by its name, and what it depends
/// on. Each comes as the path that messages show, and its text.
pub fn add_package(
    db: &mut Database,
    loaded: &Loaded,
    name: &str,
    texts: Vec<(Arc<str>, Arc<str>)>,
) -> (Package, Vec<SourceFile>) {
    let files: Vec<SourceFile> = texts.into_iter().map(|(path, text)| SourceFile::new(db, path, text)).collect();
    let modules: Modules =
        files.iter().enumerate().map(|(number, file)| (Arc::from(format!("{number:06}")), *file)).collect();
    let mut dependencies: Dependencies = loaded.root.dependencies(db).clone();
    dependencies.push((loaded.root.name(db).clone(), loaded.root));
    let package = Package::new(db, name.into(), modules, dependencies);
    let mut packages = loaded.program.packages(db).clone();
    packages.insert(packages.len() - 1, package);
    loaded.program.set_packages(db).to(packages);
    (package, files)
}

fn durability(is_open: bool) -> Durability {
    if is_open { Durability::LOW } else { Durability::MEDIUM }
}
