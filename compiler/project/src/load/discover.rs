//! Which files belong to a program, package by package, as plain data. It owns the correspondence of module paths and
//! files, and the walk from a single file over its imports; it must not know salsa, so that a running editor can compare
//! what it finds with what it has.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::printable;

use super::{CSettings, LinkSettings};
use crate::MANIFEST;
use crate::disk;
use crate::header_modules::{HeaderBinder, HeaderModule, WantedModule};
use crate::imports::imported_modules;
use crate::input::Input;
use crate::manifest::{DebugSetting, Manifest};
use crate::overlay::{Overlay, usable_text};
use crate::paths::{module_path, shown, shown_folder};
use crate::problems::{self, Problem};
use crate::report::{Origin, Report};

/// What a program consists of.
pub(crate) struct Plan {
    /// All packages but the standard library; dependencies come first, the package that was asked for is the last.
    pub(crate) packages: Vec<PlannedPackage>,
    pub(crate) name: String,
    pub(crate) version: Option<String>,
    pub(crate) folder: PathBuf,
    pub(crate) is_library: bool,
    pub(crate) reports: Vec<Report>,
    pub(crate) link: LinkSettings,
    pub(crate) c: CSettings,
    pub(crate) debug: Option<DebugSetting>,
    pub(crate) strip: bool,
    pub(crate) watched: Vec<PathBuf>,
}

/// What a package is known by from one look at the disk to the next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PackageKey {
    /// The one that was asked for.
    Root,
    /// A dependency, by its folder's canonical path.
    Folder(PathBuf),
}

/// A package of the plan.
pub(crate) struct PlannedPackage {
    pub(crate) key: PackageKey,
    pub(crate) name: String,
    pub(crate) modules: Modules,
    /// Names and places in the program's list of packages, in which the standard library is the first.
    pub(crate) dependencies: Dependencies,
}

/// A file of the plan.
pub(crate) struct PlannedFile {
    pub(crate) path: Option<PathBuf>,
    pub(crate) shown: Arc<str>,
    pub(crate) text: Arc<str>,
    pub(crate) usable: bool,
    /// What it is, if it was made of C's headers.
    pub(crate) of_headers: Option<Arc<HeaderModule>>,
    /// What it was made of.
    pub(crate) bound: Option<Arc<WantedModule>>,
    /// What it is to be made of, until it is made.
    pub(crate) wanted: Option<Wanted>,
}

/// A module that is to be made of C's headers.
pub(crate) struct Wanted {
    pub(crate) module: WantedModule,
    /// The text of the manifest that names it.
    pub(crate) manifest: Origin,
}

/// The modules of a package, by module path.
pub(crate) type Modules = BTreeMap<String, PlannedFile>;

/// What a package depends on.
pub(crate) type Dependencies = Vec<(Arc<str>, usize)>;

/// How much there is of modules of C's headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderItems {
    /// All of them, for whoever may ask for any.
    All,
    /// Those whose names occur in the program, and what these need: of thousands a program uses a few.
    Named,
}

/// Finds everything that belongs to `input`. Without a binder there is no module of C's headers.
pub(crate) fn discover(
    input: &Input,
    overlay: &Overlay,
    binder: Option<&dyn HeaderBinder>,
    items: HeaderItems,
) -> Plan {
    let mut loader = Loader {
        overlay,
        binder,
        packages: Vec::new(),
        by_folder: HashMap::new(),
        by_name: BTreeMap::new(),
        open: Vec::new(),
        reports: Vec::new(),
        link: LinkSettings::default(),
        c: CSettings::default(),
        watched: Vec::new(),
    };
    let root = match input {
        Input::StandardInput => loader.standard_input(),
        Input::File(path) => loader.single_file(path),
        Input::Folder(folder) => loader.project(folder),
        Input::StandardLibrary => loader.nothing(),
    };
    loader.fill_bound(items);
    loader.watched.sort();
    loader.watched.dedup();
    Plan {
        packages: loader.packages,
        name: root.name,
        version: root.version,
        folder: root.folder,
        is_library: root.is_library,
        reports: loader.reports,
        link: loader.link,
        c: loader.c,
        debug: root.debug,
        strip: root.strip,
        watched: loader.watched,
    }
}

struct Root {
    name: String,
    version: Option<String>,
    folder: PathBuf,
    is_library: bool,
    debug: Option<DebugSetting>,
    strip: bool,
}

/// A package whose manifest was read and whose dependencies were found.
#[derive(Default)]
pub(super) struct OpenPackage {
    pub(super) manifest: Manifest,
    pub(super) dependencies: Dependencies,
    /// The manifest's text, if there is a manifest.
    pub(super) origin: Option<Origin>,
}

pub(super) struct Loader<'load> {
    pub(super) overlay: &'load Overlay,
    pub(super) binder: Option<&'load dyn HeaderBinder>,
    pub(super) packages: Vec<PlannedPackage>,
    /// Packages that are done, by the folder's canonical path: their places in the program's list.
    pub(super) by_folder: HashMap<PathBuf, usize>,
    /// The folder of each package, as shown, by name.
    pub(super) by_name: BTreeMap<String, String>,
    /// Packages whose dependencies are being looked for, outermost first: name and canonical path.
    pub(super) open: Vec<(String, PathBuf)>,
    pub(super) reports: Vec<Report>,
    pub(super) link: LinkSettings,
    pub(super) c: CSettings,
    pub(super) watched: Vec<PathBuf>,
}

impl Loader<'_> {
    fn standard_input(&mut self) -> Root {
        let (text, problem) = usable_text(disk::read_standard_input(), "<stdin>");
        let entry = self.source_file("<stdin>", None, text, problem);
        self.package_around("stdin", PathBuf::new(), entry, OpenPackage::default())
    }

    /// A package with an empty entry.
    fn nothing(&mut self) -> Root {
        let entry = self.source_file("<nothing>", None, Arc::from(""), None);
        self.package_around("nothing", PathBuf::new(), entry, OpenPackage::default())
    }

    fn single_file(&mut self, path: &Path) -> Root {
        let entry = self.read_source(path, &shown(path));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // It becomes a part of names that are shown and written into objects.
        let stem = printable::line(&stem);
        if let Some(name) = path.file_name() {
            self.check_name_of_file(path, Path::new(name));
        }
        match self.overlay.enclosing_package(path) {
            Some(folder) => {
                let folder = if path.is_absolute() { folder } else { disk::relative_to_current(&folder) };
                let open = self.open_package(&folder);
                self.package_around(&stem, folder, entry, open)
            }
            None => {
                let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
                self.package_around(&stem, folder, entry, OpenPackage::default())
            }
        }
    }

    /// A package of one file and the modules that it imports, directly or not.
    fn package_around(&mut self, stem: &str, folder: PathBuf, entry: PlannedFile, open: OpenPackage) -> Root {
        let mut modules = Modules::new();
        let mut queue = vec![entry.text.clone()];
        let entry_path = entry.path.clone();
        modules.insert(String::new(), entry);
        while let Some(text) = queue.pop() {
            for module in imported_modules(&text) {
                let first = module.split('.').next().unwrap_or_default();
                let elsewhere = first == "std" || open.dependencies.iter().any(|(name, _)| &**name == first);
                if elsewhere || modules.contains_key(module) {
                    continue;
                }
                if let Some(entry) = open.manifest.bind.iter().find(|entry| entry.name == module) {
                    self.want(&folder, &open, entry, &mut modules);
                    continue;
                }
                let path = folder.join(module.replace('.', "/")).with_extension("lang");
                if Some(&path) == entry_path.as_ref() || !self.overlay.is_file(&path) {
                    // The editor wants to know when it appears.
                    self.watched.push(path);
                    continue;
                }
                let found = self.read_source(&path, &shown(&path));
                queue.push(found.text.clone());
                modules.insert(module.to_string(), found);
            }
        }
        let name = if open.manifest.name.is_empty() { stem } else { &open.manifest.name };
        self.finish_package(PackageKey::Root, name, modules, open.dependencies);
        Root {
            name: stem.to_string(),
            version: None,
            folder,
            is_library: false,
            debug: open.manifest.debug,
            strip: open.manifest.strip,
        }
    }

    fn project(&mut self, folder: &Path) -> Root {
        let open = self.open_package(folder);
        let modules = self.all_modules(folder, "main.lang");
        let has_main = modules.contains_key("");
        let (modules, is_library) = if has_main { (modules, false) } else { (with_entry(modules, "lib"), true) };
        if !modules.contains_key("") {
            self.report_manifest(folder, problems::missing_entry(&shown_folder(folder), false));
        }
        let modules = self.with_bound(folder, &open, modules);
        let name = open.manifest.name.clone();
        let version = Some(open.manifest.version);
        self.finish_package(PackageKey::Root, &name, modules, open.dependencies);
        Root {
            name,
            version,
            folder: folder.to_path_buf(),
            is_library,
            debug: open.manifest.debug,
            strip: open.manifest.strip,
        }
    }

    /// Every module below a package's folder; the file named `entry` has the empty path.
    pub(super) fn all_modules(&mut self, folder: &Path, entry: &str) -> Modules {
        let (files, folders) = self.overlay.module_files(folder);
        self.watched.extend(folders);
        let mut modules = Modules::new();
        for relative in files {
            let module = if relative == Path::new(entry) {
                String::new()
            } else {
                let Some(module) = module_path(&relative) else {
                    continue;
                };
                module
            };
            let path = folder.join(&relative);
            if !self.check_name_of_file(&path, &relative) {
                continue;
            }
            let found = self.read_source(&path, &shown(&path));
            modules.insert(module, found);
        }
        modules
    }

    /// Reports a file whose name cannot be shown; says whether it can. Its name would be a part of many others.
    fn check_name_of_file(&mut self, path: &Path, name: &Path) -> bool {
        let is_shown = !name.to_string_lossy().contains(printable::is_unprintable);
        if !is_shown {
            let origin = Origin { path: shown(path).into(), text: "".into() };
            let problem = problems::unusable_file_name(&name.to_string_lossy());
            self.reports.push(Report::of_problem(problem, &origin));
        }
        is_shown
    }

    /// Adds a package and returns its place in the program's list.
    pub(super) fn finish_package(
        &mut self,
        key: PackageKey,
        name: &str,
        modules: Modules,
        dependencies: Dependencies,
    ) -> usize {
        self.packages.push(PlannedPackage { key, name: name.to_string(), modules, dependencies });
        // The standard library comes before them all.
        self.packages.len()
    }

    fn read_source(&mut self, path: &Path, shown: &str) -> PlannedFile {
        self.watched.push(path.to_path_buf());
        let (text, problem) = self.overlay.read(path, shown);
        self.source_file(shown, Some(path.to_path_buf()), text, problem)
    }

    fn source_file(
        &mut self,
        shown: &str,
        path: Option<PathBuf>,
        text: Arc<str>,
        problem: Option<Problem>,
    ) -> PlannedFile {
        let origin = Origin { path: shown.into(), text };
        let usable = problem.is_none();
        if let Some(problem) = problem {
            self.reports.push(Report::of_problem(problem, &origin));
        }
        PlannedFile { path, shown: origin.path, text: origin.text, usable, of_headers: None, bound: None, wanted: None }
    }

    pub(super) fn report_manifest(&mut self, folder: &Path, problem: Problem) {
        let path = folder.join(MANIFEST);
        let (text, _) = self.overlay.read(&path, "");
        let origin = Origin { path: shown(&path).into(), text };
        self.reports.push(Report::of_problem(problem, &origin));
    }
}

/// Gives the module `from` the empty path of an entry.
fn with_entry(mut modules: Modules, from: &str) -> Modules {
    if let Some(entry) = modules.remove(from) {
        modules.insert(String::new(), entry);
    }
    modules
}
