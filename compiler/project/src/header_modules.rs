//! Modules that are made of C's headers, as `[bind]` in `lang.toml` names them: what is asked for and what comes back. It owns
//! these shapes only. Reading C takes more than this room may know, so whoever loads a program brings what makes the modules.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use crate::manifest::BindEntry;

/// What makes modules of headers.
pub trait HeaderBinder: Debug + Send + Sync {
    /// The module of some headers; from an earlier time if no header has changed since. With names, it need have only what
    /// has one of them, and what that needs.
    ///
    /// # Errors
    /// Why there is none, in words for people.
    fn bind(&self, wanted: &WantedModule, named: Option<&HashSet<&str>>) -> Result<Arc<HeaderModule>, String>;

    /// What C declares, by its name in the module; nothing if that is not known any more.
    fn declared(&self, module: &HeaderModule) -> Arc<BTreeMap<String, CDeclaration>>;
}

/// The names and words of a text; what stands in strings and comments is as good as what does not. Who names something and what
/// is named are cut by this one rule.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(move |letter: char| !is_letter(letter)).filter(|word| !word.is_empty())
}

/// A module that `[bind]` names.
#[derive(Clone, Debug)]
pub struct WantedModule {
    /// Its line of the manifest. Headers are as `#include` names them, or paths from the folder of the manifest.
    pub entry: BindEntry,
    /// Folders with headers.
    pub include: Vec<PathBuf>,
    /// Macros that headers are read with.
    pub define: Vec<String>,
    /// The folder of the manifest.
    pub folder: PathBuf,
}

impl WantedModule {
    /// What no manifest names: all of the headers that declarations by hand name in a folder.
    pub fn of_declarations(
        headers: Vec<String>,
        link: Vec<String>,
        (include, define): (Vec<PathBuf>, Vec<String>),
        folder: PathBuf,
    ) -> WantedModule {
        let name = "headers".to_string();
        let entry = BindEntry { name, headers, link, only: Vec::new(), name_range: 0..0, header_range: 0..0 };
        WantedModule { entry, include, define, folder }
    }
}

/// A module that was made of headers. The compiler found nothing wrong in it when it was made.
#[derive(Debug, Default)]
pub struct HeaderModule {
    /// By what it is known to the one who made it.
    pub key: [u8; 32],
    /// Its text, or as much of it as was asked for: each line is where it is in the whole.
    pub text: Arc<str>,
    /// Where the whole text lies on disk, read-only; none if it could not be written.
    pub path: Option<PathBuf>,
    /// The headers that it was made of: when one changes, it is another. Where names were asked for, those in the folder of the
    /// manifest are enough.
    pub headers: Vec<PathBuf>,
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
    /// Whether it stands in a header that the module is of, not in another that this includes.
    pub is_own: bool,
}
