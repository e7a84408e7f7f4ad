//! From a command-line input to filled salsa inputs. It owns what a loaded program is; `discover` finds out which files
//! belong to it, `inputs` brings the database up to that. It must not know what the files say beyond their imports. A
//! file that cannot be used becomes a report, and the rest is loaded all the same.

mod bound;
mod dependencies;
mod discover;
mod inputs;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::{Database, Package, Program, ProgramCopy, SourceFile};

use crate::header_modules::{HeaderBinder, HeaderModule, WantedModule};
use crate::input::Input;
use crate::manifest::DebugSetting;
use crate::overlay::Overlay;
use crate::report::Report;

pub use discover::HeaderItems;
pub(crate) use discover::discover;
pub use inputs::add_package;
pub(crate) use inputs::{Change, Inputs};

/// A loaded program.
#[derive(Clone, Debug)]
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
    /// Where the manifests say that declarations of C are looked for.
    pub c: CSettings,
    /// What debuggers are told of what is built, if the manifest of the package that was asked for says it.
    pub debug: Option<DebugSetting>,
    /// Whether the manifest of the package that was asked for wants what is optimised and linked without names and debug
    /// information.
    pub strip: bool,
    /// Every file and folder whose change may change the program, for editors and watchers.
    pub watched: Vec<PathBuf>,
    by_path: HashMap<PathBuf, SourceFile>,
    by_file: HashMap<SourceFile, PathBuf>,
    standard: Vec<PathBuf>,
}

impl Loaded {
    /// The input of a file, by the path it was read from. Files of the standard library are found if the program was
    /// loaded with a folder for them.
    pub fn file(&self, path: &Path) -> Option<SourceFile> {
        self.by_path.get(path).copied()
    }

    /// The files of the standard library, if the program was loaded with a folder for them.
    pub fn standard_paths(&self) -> &[PathBuf] {
        &self.standard
    }

    /// The same of a copy of the program. Files of the standard library have no place in it.
    #[must_use]
    pub fn in_copy(&self, copy: &ProgramCopy) -> Loaded {
        let files = self.files.iter().filter_map(|file| {
            let (copied, package) = (*copy.files.get(&file.file)?, *copy.packages.get(&file.package)?);
            Some(LoadedFile { file: copied, package, ..file.clone() })
        });
        let files: Vec<LoadedFile> = files.collect();
        let paths = files.iter().filter_map(|file| Some((file.path.clone()?, file.file)));
        let by_path: HashMap<PathBuf, SourceFile> = paths.collect();
        Loaded {
            program: copy.program,
            root: copy.packages.get(&self.root).copied().unwrap_or(self.root),
            by_file: by_path.iter().map(|(path, file)| (*file, path.clone())).collect(),
            by_path,
            files,
            standard: Vec::new(),
            ..self.clone()
        }
    }

    /// What a module is that was made of C's headers.
    pub fn header_module(&self, file: SourceFile) -> Option<&HeaderModule> {
        let found = self.files.iter().find(|found| found.file == file)?;
        found.of_headers.as_deref()
    }

    /// Where a file was read from; none for standard input.
    pub fn path(&self, file: SourceFile) -> Option<&Path> {
        self.by_file.get(&file).map(PathBuf::as_path)
    }
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
    /// Whether it belongs to the package that was asked for, whose warnings are shown, and was written by somebody.
    pub own: bool,
    /// What it is, if it was made of C's headers: nothing is wrong in it, and nobody changes it.
    pub of_headers: Option<Arc<HeaderModule>>,
    /// What was to be made of C's headers, whether there are any or not.
    pub bound: Option<Arc<WantedModule>>,
    /// Whether the program lacks a module that could not be made of headers, so that nobody knows which names it has.
    pub lacks_module: bool,
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

/// Where declarations of C are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CSettings {
    /// The headers in which declarations that name none are looked for.
    pub headers: Vec<String>,
    /// Folders with headers.
    pub include: Vec<PathBuf>,
    /// Macros that headers are read with.
    pub define: Vec<String>,
}

/// The target as inputs have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetNames {
    /// The triple, `x86_64-linux-gnu`.
    pub triple: String,
    /// The operating system in `@[only(os: …)]`.
    pub os: String,
}

/// Reads everything that belongs to `input` into a fresh database. Modules of C's headers are what the binder makes.
pub fn load(
    db: &Database,
    input: &Input,
    target: &TargetNames,
    binder: Option<&dyn HeaderBinder>,
    items: HeaderItems,
) -> Loaded {
    let overlay = Overlay::default();
    let plan = discover(input, &overlay, binder, items);
    let mut inputs = Inputs::new(db, target, None);
    // A fresh database has nothing that could differ from the plan.
    let (loaded, _nothing) = inputs.fill(db, plan, &overlay);
    loaded
}
