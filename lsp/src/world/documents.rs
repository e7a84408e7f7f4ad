//! Open documents: what the client calls them and which version it has, and which of them are none of ours. Their texts
//! stand in `project`'s overlay. It must not know projects.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use project::MANIFEST;
use tower_lsp::lsp_types::Url;

/// An open document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The client's own spelling.
    pub(crate) uri: Url,
    /// The client's number.
    pub(crate) version: i32,
    /// Our number: it never repeats, whatever the client does.
    pub(crate) edition: u64,
}

/// All open documents, by path. A clone is cheap and does not change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents {
    by_path: Arc<HashMap<PathBuf, Document>>,
    /// Documents that are no part of any program.
    others: Arc<BTreeSet<PathBuf>>,
    editions: u64,
}

/// Whether a document belongs to a program: a manifest, a module, whatever the client takes it for, or a document of the
/// language under another name, like one that was never saved.
pub(crate) fn is_of_a_program(path: &Path, language: &str) -> bool {
    let is_manifest = path.file_name().is_some_and(|name| name == MANIFEST);
    is_manifest || language == "lang" || path.extension().is_some_and(|extension| extension == "lang")
}

impl Documents {
    /// An open document.
    pub(crate) fn get(&self, path: &Path) -> Option<&Document> {
        self.by_path.get(path)
    }

    /// The paths of all open documents.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.by_path.keys()
    }

    /// Opens a document, or notes its next version.
    pub(crate) fn set(&mut self, path: PathBuf, uri: Url, version: i32) {
        self.editions += 1;
        let document = Document { uri, version, edition: self.editions };
        Arc::make_mut(&mut self.by_path).insert(path, document);
    }

    /// Closes a document.
    pub(crate) fn remove(&mut self, path: &Path) {
        self.editions += 1;
        Arc::make_mut(&mut self.by_path).remove(path);
    }

    /// Notes that a document of something else is open, or closed again.
    pub(crate) fn set_other(&mut self, path: PathBuf, is_open: bool) {
        let others = Arc::make_mut(&mut self.others);
        match is_open {
            true => others.insert(path),
            false => others.remove(&path),
        };
    }

    /// Whether a document is open that is no part of a program.
    pub(crate) fn is_other(&self, path: &Path) -> bool {
        self.others.contains(path)
    }

    /// Which state of its text a document is in; files that are not open count as never changed.
    pub(crate) fn edition(&self, path: &Path) -> u64 {
        self.get(path).map_or(0, |document| document.edition)
    }
}
