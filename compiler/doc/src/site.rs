//! What the pages say, as data. It must not know HTML.

use hir::{ItemId, Module, Resolution};
use ide::{CallFacts, TypeFacts};
use source::SourceFile;

use crate::Chapter;

/// All pages.
#[derive(Clone, Debug)]
pub struct Site {
    /// What it is about: the name of the package.
    pub title: String,
    /// The package's version.
    pub version: Option<String>,
    /// The targets whose conventions are shown.
    pub targets: Vec<String>,
    /// The modules with something public, package by package.
    pub modules: Vec<ModulePage>,
    /// Those that were made of C's headers, which have no page.
    pub bound: Vec<BoundModule>,
    /// The chapters of a book that belongs to it, in the order in which they are read.
    pub book: Vec<Chapter>,
}

/// A module that was made of C's headers.
#[derive(Clone, Debug)]
pub struct BoundModule {
    /// Its path with the package's name.
    pub path: String,
    /// As C includes them.
    pub headers: Vec<String>,
}

/// What a module offers.
#[derive(Clone, Debug)]
pub struct ModulePage {
    /// The module.
    pub module: Module,
    /// Its path with the package's name: `std.deque`.
    pub path: String,
    /// The file it lies in.
    pub file: SourceFile,
    /// The comment at the top of its file, as Markdown.
    pub documentation: String,
    /// What it declares for others: by kind, then as written.
    pub entries: Vec<Entry>,
    /// What it offers of other modules (`pub import`), by name.
    pub offered: Vec<Offered>,
}

/// An item or module that a module offers and another one declares.
#[derive(Clone, Debug)]
pub struct Offered {
    /// Its name here.
    pub name: String,
    /// What it is, in a word or two.
    pub words: &'static str,
    /// The comment above it, as Markdown.
    pub documentation: String,
    /// What stands where it is declared.
    pub meant: Resolution,
    /// The module that declares it.
    pub module: Module,
}

/// Kinds of entries, in the order in which they stand on a page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EntryKind {
    /// A type, an alias, or a type of the compiler with methods.
    Type,
    /// A trait.
    Trait,
    /// A function, also one of C.
    Function,
    /// A constant or global.
    Constant,
}

impl EntryKind {
    /// All of them, in order.
    pub const ALL: [EntryKind; 4] = [EntryKind::Type, EntryKind::Trait, EntryKind::Function, EntryKind::Constant];

    /// What several of them are called.
    pub fn heading(self) -> &'static str {
        match self {
            EntryKind::Type => "Types",
            EntryKind::Trait => "Traits",
            EntryKind::Function => "Functions",
            EntryKind::Constant => "Constants",
        }
    }
}

/// An item, or a type of the compiler that has methods in the module.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it stands in the page's list.
    pub kind: EntryKind,
    /// What it is, in a word or two: `static method`.
    pub words: &'static str,
    /// Its name: `push`, of a type of the compiler the type.
    pub name: String,
    /// The place on the page, of no other entry: `Deque.push`.
    pub anchor: String,
    /// How it is declared; empty of a type of the compiler.
    pub declaration: String,
    /// The comment above it, as Markdown.
    pub documentation: String,
    /// Of a type its public fields and its cases that have comments.
    pub parts: Vec<Part>,
    /// The item that it is declared by.
    pub item: Option<ItemId>,
    /// The module in which its names mean something.
    pub module: Module,
    /// The path of the module from which it is imported.
    pub import: String,
    /// The line of the file on which it begins, from 1.
    pub line: u32,
    /// Of a type its memory.
    pub memory: Option<TypeFacts>,
    /// Of a function how it is called.
    pub call: Option<CallFacts>,
    /// Methods, with what they need of type parameters written above them.
    pub members: Vec<MemberGroup>,
    /// Heads of the `impl`s that give a type its traits, or of those that a trait has.
    pub implementations: Vec<(String, Module)>,
}

/// A field or case.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// The comment above it, as Markdown.
    pub documentation: String,
}

/// Methods that stand in one `type`, `trait` or `impl`.
#[derive(Clone, Debug)]
pub struct MemberGroup {
    /// The head of the `impl`, if they stand in one.
    pub head: Option<(String, Module)>,
    /// The methods.
    pub entries: Vec<Entry>,
}
