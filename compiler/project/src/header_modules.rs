//! Modules that are made of C's headers, as `[bind]` in `lang.toml` names them: what is asked for and what comes back. It owns
//! these shapes only. Reading C takes more than this room may know, so whoever loads a program brings what makes the modules.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What makes modules of headers.
pub trait HeaderBinder: Debug + Send + Sync {
    /// The module of some headers; from an earlier time if no header has changed since.
    ///
    /// # Errors
    /// Why there is none, in words for people.
    fn bind(&self, wanted: &WantedModule<'_>) -> Result<Arc<HeaderModule>, String>;
}

/// A module that `[bind]` names.
#[derive(Clone, Copy, Debug)]
pub struct WantedModule<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its headers, as `#include` names them, or paths from the folder of the manifest.
    pub headers: &'a [String],
    /// Only what has names of these patterns, and what it needs; everything if there is none.
    pub only: &'a [String],
    /// C libraries that it is linked with.
    pub link: &'a [String],
    /// Folders with headers.
    pub include: &'a [PathBuf],
    /// Macros that headers are read with.
    pub define: &'a [String],
    /// The folder of the manifest.
    pub folder: &'a Path,
}

/// A module that was made of headers. The compiler found nothing wrong in it when it was made.
#[derive(Debug, Default)]
pub struct HeaderModule {
    /// Its text.
    pub text: Arc<str>,
    /// Where the text lies on disk, read-only; none if it could not be written.
    pub path: Option<PathBuf>,
    /// The headers that it was made of: when one changes, it is another.
    pub headers: Vec<PathBuf>,
    /// What C declares, by its name in the module.
    pub declared: BTreeMap<String, CDeclaration>,
}

/// What stands in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CDeclaration {
    /// The header.
    pub file: PathBuf,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
    /// In C, on one line; empty where nobody can say it.
    pub text: String,
}
