//! What comes from outside: texts, packages, the target. It must not know where they come from.
//!
//! Whoever creates them chooses durability: everything of `std`, the packages, the program and the target `HIGH`,
//! the texts a user edits `LOW` (salsa's default), so that a key stroke does not even revalidate `std`.
#![expect(missing_docs, reason = "salsa generates public functions without documentation")]

use std::sync::Arc;

use crate::Db;
use crate::last_cut::LastCut;
use crate::lines::LastLines;

/// One file of source text.
///
/// Its last two fields are the one exception to 'what a query gives depends on inputs only': memories that queries write,
/// unseen by salsa. They may, because what they hold decides what an answer costs and never what it is: each answer is a
/// pure function of the text, the same with any memory or none (tested over random edits), so neither the order of queries
/// nor a forgotten or foreign memory shows. They hold the text of one moment, replace it at the next, and end with the
/// database. A memo of the query would not do: salsa gives a query no look at its own last value.
#[salsa::input(debug)]
pub struct SourceFile {
    /// The path as messages show it.
    pub path: Arc<str>,
    /// The text, UTF-8.
    pub text: Arc<str>,
    /// How it was cut last.
    #[default]
    pub(crate) last_cut: LastCut,
    /// Its last text and where the lines of it start.
    #[default]
    pub(crate) last_lines: LastLines,
}

/// A package: its modules and the names by which it knows other packages.
#[salsa::input(debug)]
pub struct Package {
    /// The name; first part of each symbol.
    pub name: Arc<str>,
    /// Every module: its path below the package's root, parts joined by points (`geometry.vec` for `geometry/vec.lang`),
    /// and its file. The entry (`main.lang`, `lib.lang`, or the only file) has the empty path. Sorted by path.
    pub modules: Vec<(Arc<str>, SourceFile)>,
    /// The packages named in its `[dependencies]`, by the name used there. `std` need not be listed.
    pub dependencies: Vec<(Arc<str>, Package)>,
}

/// The whole program. There is one per database.
#[salsa::input(singleton, debug)]
pub struct Program {
    /// All packages; `std` comes first, the package that is built last.
    pub packages: Vec<Package>,
    /// What code is made for; decides `@[only(os: …)]` and layouts.
    #[returns(copy)]
    pub target: TargetInput,
}

/// The target machine, as text: this room knows no calling convention.
#[salsa::input(debug)]
pub struct TargetInput {
    /// The triple, `x86_64-linux-gnu`.
    pub triple: Arc<str>,
    /// The operating system's name in `@[only(os: …)]`: `linux`, `windows`, `macos`, `none`.
    pub os: Arc<str>,
}

impl Package {
    /// Whether it is the standard library.
    pub fn is_standard(self, db: &dyn Db) -> bool {
        Program::try_get(db).and_then(|program| program.standard(db)) == Some(self)
    }
}

impl Program {
    /// The standard library's package.
    pub fn standard(self, db: &dyn Db) -> Option<Package> {
        self.packages(db).first().copied().filter(|package| &**package.name(db) == "std")
    }
}
