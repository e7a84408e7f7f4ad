//! A project that lives while its files change under it: an editor's. It owns the decision what an edit costs (the text
//! of one input, or another look at the disk); it must not know who edits, or when somebody asks. After each call the
//! inputs are those of a fresh load of the same files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::{Database, SourceFile};

use crate::header_modules::HeaderBinder;
use crate::imports::imported_modules;
use crate::input::Input;
use crate::load::{Change, HeaderItems, Inputs, Loaded, TargetNames, discover};
use crate::overlay::Overlay;
use crate::{MANIFEST, disk};

/// A loaded program that can be brought up to date. It belongs to one database, which every call must be given.
pub struct LivingProject {
    input: Input,
    binder: Option<Arc<dyn HeaderBinder>>,
    inputs: Inputs,
    loaded: Arc<Loaded>,
    /// Where each file stands in the list of files, by path.
    places: HashMap<PathBuf, usize>,
    /// What each file imports, where that decides which files there are.
    imports: Option<HashMap<SourceFile, Vec<String>>>,
}

/// What became of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextChange {
    /// The project has no such file.
    Elsewhere,
    /// One text was replaced.
    Text,
    /// The edit may have changed which files there are; the project was loaded anew.
    Reloaded,
}

impl LivingProject {
    /// Loads a project into a fresh database. `standard_folder` is where the files of the standard library were written;
    /// `binder` makes modules of C's headers.
    pub fn open(
        db: &mut Database,
        input: Input,
        target: &TargetNames,
        overlay: &Overlay,
        standard_folder: Option<&Path>,
        binder: Option<Arc<dyn HeaderBinder>>,
    ) -> LivingProject {
        let mut inputs = Inputs::new(db, target, standard_folder);
        let (loaded, changes) =
            inputs.fill(db, discover(&input, overlay, binder.as_deref(), HeaderItems::All), overlay);
        for change in changes {
            change.apply(db);
        }
        let mut project =
            LivingProject { input, binder, inputs, loaded: Arc::new(loaded), places: HashMap::new(), imports: None };
        project.remember(db);
        project
    }

    /// What was asked for.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// What is loaded now.
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.loaded
    }

    /// Whether a file is a module of one of the packages.
    pub fn has(&self, path: &Path) -> bool {
        self.places.contains_key(path)
    }

    /// Whether a file is a module of the package that was asked for.
    pub fn owns(&self, path: &Path) -> bool {
        self.places.get(path).is_some_and(|&place| self.loaded.files[place].own)
    }

    /// Takes over the text that the overlay or the disk has for one file: it was edited, opened or closed. The price of an
    /// edit does not grow with the number of files.
    pub fn edit(&mut self, db: &mut Database, path: &Path, overlay: &Overlay) -> TextChange {
        if path.file_name().is_some_and(|name| name == MANIFEST) {
            if !self.watches(path) {
                return TextChange::Elsewhere;
            }
            self.reload(db, overlay);
            return TextChange::Reloaded;
        }
        let Some(&place) = self.places.get(path) else {
            return TextChange::Elsewhere;
        };
        let found = &self.loaded.files[place];
        let is_open = overlay.has(path);
        let (text, problem) = overlay.read(path, "");
        if problem.is_some() || !found.usable {
            self.reload(db, overlay);
            return TextChange::Reloaded;
        }
        let file = found.file;
        if let Some(imports) = &mut self.imports {
            let known = imports.entry(file).or_default();
            if !known.iter().map(String::as_str).eq(imported_modules(&text)) {
                self.reload(db, overlay);
                return TextChange::Reloaded;
            }
        }
        let switched = self.inputs.set_open(path, is_open);
        if switched || *file.text(db) != text {
            Change::Text(file, text, is_open).apply(db);
        }
        TextChange::Text
    }

    /// Looks at the disk and the overlay again. Inputs of files that stay are the same; what did not change is not
    /// written.
    pub fn reload(&mut self, db: &mut Database, overlay: &Overlay) {
        let (loaded, changes) =
            self.inputs.fill(db, discover(&self.input, overlay, self.binder.as_deref(), HeaderItems::All), overlay);
        for change in changes {
            change.apply(db);
        }
        self.loaded = Arc::new(loaded);
        self.remember(db);
    }

    /// Whether a change of this file, or its coming or going, may change the program.
    pub fn watches(&self, path: &Path) -> bool {
        let watched = &self.loaded.watched;
        let has = |path: &Path| watched.binary_search_by(|known| known.as_path().cmp(path)).is_ok();
        // A folder is watched for modules and for folders, which may hold modules.
        let in_folder = path.parent().is_some_and(has)
            && (path.extension().is_none_or(|extension| extension == "lang") || disk::is_folder(path));
        has(path) || in_folder || self.is_manifest_around(path)
    }

    /// A manifest that appears above a lone file, or inside a package, changes what belongs to it.
    fn is_manifest_around(&self, path: &Path) -> bool {
        let Some(folder) = path.parent().filter(|_| path.file_name().is_some_and(|name| name == MANIFEST)) else {
            return false;
        };
        let entry = match &self.input {
            Input::StandardInput | Input::StandardLibrary => return false,
            Input::File(file) => file.as_path(),
            Input::Folder(folder) => folder.as_path(),
        };
        entry.starts_with(folder) || folder.starts_with(entry)
    }

    fn remember(&mut self, db: &Database) {
        let places = self.loaded.files.iter().enumerate();
        self.places = places.filter_map(|(place, file)| Some((file.path.clone()?, place))).collect();
        self.imports = match self.input {
            Input::Folder(_) => None,
            Input::StandardInput | Input::StandardLibrary | Input::File(_) => {
                let files = self.loaded.files.iter().map(|found| {
                    let imports = imported_modules(found.file.text(db)).map(str::to_string).collect();
                    (found.file, imports)
                });
                Some(files.collect())
            }
        };
    }
}
