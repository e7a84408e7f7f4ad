//! From a command-line input to filled salsa inputs: which files belong to the program, package by package. It owns the
//! correspondence of module paths and files, and the walk over dependencies; it must not know what the files say beyond
//! their imports. A file that cannot be used becomes a report, and the rest is loaded all the same.

mod dependencies;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::{Database, Package, Program, SourceFile, TargetInput};

use crate::disk::{self, FileText};
use crate::imports::imported_modules;
use crate::input::Input;
use crate::manifest::Manifest;
use crate::paths::{module_path, shown, shown_folder};
use crate::problems::{self, Problem};
use crate::report::{Origin, Report};
use crate::{MANIFEST, standard_library};

/// A loaded program.
pub struct Loaded {
    /// The one program of the database.
    pub program: Program,
    /// The package that was asked for.
    pub root: Package,
    /// Its name.
    pub name: String,
    /// Its version, if it has a `lang.toml`.
    pub version: Option<String>,
    /// The folder that its module paths begin in; where an executable goes by default for a project.
    pub folder: PathBuf,
    /// Whether the entry is a library's (`lib.lang` and no `main.lang`).
    pub is_library: bool,
    /// All files but those of the standard library, packages in order (dependencies first), then by module path.
    pub files: Vec<LoadedFile>,
    /// What is wrong with the files and manifests as such.
    pub reports: Vec<Report>,
    /// What the manifests say is to be linked.
    pub link: LinkSettings,
    /// Every file and folder whose change may change the program, for editors and watchers.
    pub watched: Vec<PathBuf>,
}

/// One file of a loaded program.
#[derive(Clone, Debug)]
pub struct LoadedFile {
    /// The input.
    pub file: SourceFile,
    /// The package that it belongs to.
    pub package: Package,
    /// Where it is on disk; none for standard input.
    pub path: Option<PathBuf>,
    /// Whether it was read as UTF-8: the text of another is not worth reporting on.
    pub usable: bool,
    /// Whether it belongs to the package that was asked for, whose warnings are shown.
    pub own: bool,
}

/// What is linked besides the program's code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkSettings {
    /// C libraries, as after `-l`, each once.
    pub libraries: Vec<String>,
    /// Folders with libraries.
    pub search_paths: Vec<PathBuf>,
    /// Objects and archives.
    pub objects: Vec<PathBuf>,
}

/// The target as inputs have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetNames {
    /// The triple, `x86_64-linux-gnu`.
    pub triple: String,
    /// The operating system in `@[only(os: …)]`.
    pub os: String,
}

/// Reads everything that belongs to `input` into a fresh database.
pub fn load(db: &Database, input: &Input, target: &TargetNames) -> Loaded {
    let standard = standard_library::package(db);
    let mut loader = Loader {
        db,
        packages: vec![standard],
        by_folder: HashMap::new(),
        by_name: BTreeMap::new(),
        open: Vec::new(),
        files: Vec::new(),
        reports: Vec::new(),
        link: LinkSettings::default(),
        watched: Vec::new(),
    };
    let root = match input {
        Input::StandardInput => loader.standard_input(),
        Input::File(path) => loader.single_file(path),
        Input::Folder(folder) => loader.project(folder),
    };
    let target = TargetInput::builder(target.triple.as_str().into(), target.os.as_str().into())
        .durability(salsa::Durability::HIGH)
        .new(db);
    let program = Program::builder(loader.packages.clone(), target)
        .durability(salsa::Durability::HIGH)
        .new(db);
    loader.watched.sort();
    loader.watched.dedup();
    let mut loaded = Loaded {
        program,
        root: root.package,
        name: root.name,
        version: root.version,
        folder: root.folder,
        is_library: root.is_library,
        files: loader.files,
        reports: loader.reports,
        link: loader.link,
        watched: loader.watched,
    };
    for file in &mut loaded.files {
        file.own = file.package == loaded.root;
    }
    loaded
}

struct Root {
    package: Package,
    name: String,
    version: Option<String>,
    folder: PathBuf,
    is_library: bool,
}

/// A package whose manifest was read and whose dependencies were loaded.
struct OpenPackage {
    manifest: Manifest,
    dependencies: Vec<(Arc<str>, Package)>,
}

struct Loader<'db> {
    db: &'db Database,
    packages: Vec<Package>,
    /// Packages that are done, by the folder's canonical path.
    by_folder: HashMap<PathBuf, Package>,
    /// The folder of each package, as shown, by name.
    by_name: BTreeMap<String, String>,
    /// Packages whose dependencies are being loaded, outermost first: name and canonical path.
    open: Vec<(String, PathBuf)>,
    files: Vec<LoadedFile>,
    reports: Vec<Report>,
    link: LinkSettings,
    watched: Vec<PathBuf>,
}

/// The modules of a package while they are found.
type Modules = BTreeMap<String, LoadedFile>;

impl Loader<'_> {
    fn standard_input(&mut self) -> Root {
        let text = disk::read_standard_input();
        let entry = self.source_file("<stdin>", None, text);
        self.package_around(
            "stdin",
            PathBuf::new(),
            entry,
            OpenPackage {
                manifest: Manifest::default(),
                dependencies: Vec::new(),
            },
        )
    }

    fn single_file(&mut self, path: &Path) -> Root {
        let entry = self.read_source(path, &shown(path));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        match disk::enclosing_package(path) {
            Some(folder) => {
                let folder = disk::relative_to_current(&folder);
                let open = self.open_package(&folder);
                self.package_around(&stem, folder, entry, open)
            }
            None => {
                let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
                self.package_around(
                    &stem,
                    folder,
                    entry,
                    OpenPackage {
                        manifest: Manifest::default(),
                        dependencies: Vec::new(),
                    },
                )
            }
        }
    }

    /// A package of one file and the modules that it imports, directly or not.
    fn package_around(&mut self, stem: &str, folder: PathBuf, entry: LoadedFile, open: OpenPackage) -> Root {
        let mut modules = Modules::new();
        let mut queue = vec![entry.file];
        let entry_path = entry.path.clone();
        modules.insert(String::new(), entry);
        while let Some(file) = queue.pop() {
            let text = file.text(self.db);
            for module in imported_modules(text) {
                let first = module.split('.').next().unwrap_or_default();
                let elsewhere = first == "std" || open.dependencies.iter().any(|(name, _)| &**name == first);
                if elsewhere || modules.contains_key(module) {
                    continue;
                }
                let path = folder.join(module.replace('.', "/")).with_extension("lang");
                if Some(&path) == entry_path.as_ref() || !disk::is_file(&path) {
                    // The editor wants to know when it appears.
                    self.watched.push(path);
                    continue;
                }
                let found = self.read_source(&path, &shown(&path));
                queue.push(found.file);
                modules.insert(module.to_string(), found);
            }
        }
        let name = if open.manifest.name.is_empty() {
            stem
        } else {
            &open.manifest.name
        };
        let package = self.finish_package(name, modules, open.dependencies);
        Root {
            package,
            name: stem.to_string(),
            version: None,
            folder,
            is_library: false,
        }
    }

    fn project(&mut self, folder: &Path) -> Root {
        let open = self.open_package(folder);
        let modules = self.all_modules(folder, "main.lang");
        let has_main = modules.contains_key("");
        let (modules, is_library) = if has_main {
            (modules, false)
        } else {
            (with_entry(modules, "lib"), true)
        };
        if !modules.contains_key("") {
            self.report_manifest(folder, problems::missing_entry(&shown_folder(folder), false));
        }
        let name = open.manifest.name.clone();
        let version = Some(open.manifest.version);
        let package = self.finish_package(&name, modules, open.dependencies);
        Root {
            package,
            name,
            version,
            folder: folder.to_path_buf(),
            is_library,
        }
    }

    /// Every module below a package's folder; the file named `entry` has the empty path.
    fn all_modules(&mut self, folder: &Path, entry: &str) -> Modules {
        let (files, folders) = disk::module_files(folder);
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
            let found = self.read_source(&path, &shown(&path));
            modules.insert(module, found);
        }
        modules
    }

    fn finish_package(&mut self, name: &str, modules: Modules, dependencies: Vec<(Arc<str>, Package)>) -> Package {
        let inputs = modules
            .iter()
            .map(|(path, found)| (Arc::from(path.as_str()), found.file))
            .collect();
        let package = Package::builder(name.into(), inputs, dependencies)
            .durability(salsa::Durability::HIGH)
            .new(self.db);
        self.files
            .extend(modules.into_values().map(|found| LoadedFile { package, ..found }));
        self.packages.push(package);
        package
    }

    fn read_source(&mut self, path: &Path, shown: &str) -> LoadedFile {
        self.watched.push(path.to_path_buf());
        let text = disk::read_text(path);
        self.source_file(shown, Some(path.to_path_buf()), text)
    }

    fn source_file(&mut self, shown: &str, path: Option<PathBuf>, text: FileText) -> LoadedFile {
        let (text, problem) = usable_text(text, shown);
        let origin = Origin {
            path: shown.into(),
            text: text.into(),
        };
        let usable = problem.is_none();
        if let Some(problem) = problem {
            self.reports.push(Report::of_problem(problem, &origin));
        }
        let file = SourceFile::new(self.db, origin.path, origin.text);
        LoadedFile {
            file,
            // Replaced by `finish_package`, when the package exists.
            package: self.packages[0],
            path,
            usable,
            own: false,
        }
    }

    fn report_manifest(&mut self, folder: &Path, problem: Problem) {
        let path = folder.join(MANIFEST);
        let (text, _) = usable_text(disk::read_text(&path), "");
        let origin = Origin {
            path: shown(&path).into(),
            text: text.into(),
        };
        self.reports.push(Report::of_problem(problem, &origin));
    }
}

fn usable_text(text: FileText, shown: &str) -> (String, Option<Problem>) {
    match text {
        FileText::Text(text) => (text, None),
        FileText::NotUtf8 { text, offset, byte } => (text, Some(problems::not_utf8(offset, byte))),
        FileText::Unreadable(reason) => {
            let problem = problems::unreadable_file(shown, &reason);
            (String::new(), Some(problem))
        }
    }
}

/// Gives the module `from` the empty path of an entry.
fn with_entry(mut modules: Modules, from: &str) -> Modules {
    if let Some(entry) = modules.remove(from) {
        modules.insert(String::new(), entry);
    }
    modules
}
