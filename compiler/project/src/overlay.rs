//! Texts that an editor has open, in front of the disk: whoever asks for a file gets what the user sees. It owns these
//! texts; it must not know projects or salsa.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::{self, FileText};
use crate::problems::{self, Problem};
use crate::{MANIFEST, paths};

/// The open texts, by absolute path.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    texts: HashMap<PathBuf, Arc<str>>,
}

impl Overlay {
    /// Opens a text, or replaces it.
    pub fn set(&mut self, path: PathBuf, text: Arc<str>) {
        self.texts.insert(path, text);
    }

    /// Closes a text; from now on the disk is asked.
    pub fn remove(&mut self, path: &Path) -> Option<Arc<str>> {
        self.texts.remove(path)
    }

    /// The open text of a file.
    pub fn text(&self, path: &Path) -> Option<&Arc<str>> {
        self.texts.get(path)
    }

    /// Whether a file is open.
    pub fn has(&self, path: &Path) -> bool {
        self.texts.contains_key(path)
    }

    /// Whether there is such a file, open or on disk.
    pub fn is_file(&self, path: &Path) -> bool {
        self.has(path) || disk::is_file(path)
    }

    /// The folder that holds `file` or one of its parents, and has a `lang.toml` in it.
    pub fn enclosing_package(&self, file: &Path) -> Option<PathBuf> {
        let absolute = std::path::absolute(file).ok()?;
        absolute.ancestors().skip(1).find(|folder| self.is_file(&folder.join(MANIFEST))).map(Path::to_path_buf)
    }

    /// The text of a file and what is wrong with it as such.
    pub(crate) fn read(&self, path: &Path, shown: &str) -> (Arc<str>, Option<Problem>) {
        match self.texts.get(path) {
            Some(text) => (text.clone(), None),
            None => usable_text(disk::read_text(path), shown),
        }
    }

    /// As [`disk::module_files`], and open files that have not been saved yet.
    pub(crate) fn module_files(&self, root: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let (mut files, folders) = disk::module_files(root);
        let unsaved: Vec<PathBuf> = self
            .texts
            .keys()
            .filter_map(|path| path.strip_prefix(root).ok())
            .filter(|relative| self.is_module(root, relative) && files.binary_search(&relative.to_path_buf()).is_err())
            .map(Path::to_path_buf)
            .collect();
        if !unsaved.is_empty() {
            files.extend(unsaved);
            files.sort();
        }
        (files, folders)
    }

    /// Whether a file at this place is a module of the package in `root`.
    fn is_module(&self, root: &Path, relative: &Path) -> bool {
        relative.extension().is_some_and(|extension| extension == "lang")
            && !paths::has_hidden_part(relative)
            && relative
                .ancestors()
                .skip(1)
                .filter(|folder| !folder.as_os_str().is_empty())
                .all(|folder| !self.is_file(&root.join(folder).join(MANIFEST)))
    }
}

/// What can be used of a file, and what is wrong with the rest.
pub(crate) fn usable_text(text: FileText, shown: &str) -> (Arc<str>, Option<Problem>) {
    match text {
        FileText::Text(text) => (text.into(), None),
        FileText::NotUtf8 { text, offset, byte } => (text.into(), Some(problems::not_utf8(offset, byte))),
        FileText::Unreadable(reason) => ("".into(), Some(problems::unreadable_file(shown, &reason))),
    }
}
