//! The identity of modules and items. An id says what something is called, not where it stands or what it holds:
//! edits above or inside other items change no id. Ids are numbers of the database; nothing may print or order by them.
#![expect(missing_docs, reason = "salsa generates public functions without documentation")]

use source::{Db, Package};

use crate::Name;

/// A module: one file of a package.
#[salsa::interned(unsafe(no_lifetime), revisions = usize::MAX, debug)]
pub struct Module {
    /// The package it belongs to.
    #[returns(copy)]
    pub package: Package,
    /// Its path below the package's root, parts joined by points; empty for the package's entry.
    #[returns(copy)]
    pub path: Name,
}

/// An item: what a name at the top of a module or inside a type, trait or impl stands for.
/// Fields, cases, parameters and locals are no items; they are numbered inside theirs.
#[salsa::interned(unsafe(no_lifetime), revisions = usize::MAX, debug)]
pub struct ItemId {
    /// What it is declared in. Items of `extern { … }` belong to the module.
    #[returns(copy)]
    pub parent: Parent,
    /// What it is.
    #[returns(copy)]
    pub kind: ItemKind,
    /// Its name; of a test its text, of an impl its head (`Show for Vec3`).
    #[returns(copy)]
    pub name: Name,
    /// Which of the items with the same parent, kind and name, from 0; more than one is a mistake, except for impls and tests.
    #[returns(copy)]
    pub nth: u32,
}

/// What an item is declared in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parent {
    /// At the top of a module.
    Module(Module),
    /// In a type, trait or impl.
    Item(ItemId),
}

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ItemKind {
    /// `fn` with a body, `extern fn` with a body, methods, and methods of traits without a body.
    Function,
    /// `type`, `type enum` or `type union` with a body.
    Type,
    /// `type Name = T`.
    Alias,
    /// `let NAME = …`.
    Constant,
    /// `fn` in `extern { … }`.
    ExternFunction,
    /// `let mut name: T = …`: one place for the whole run.
    Global,
    /// `let` in `extern { … }`.
    ExternGlobal,
    /// `type` in `extern { … }`.
    OpaqueType,
    /// `trait`.
    Trait,
    /// `impl`.
    Impl,
    /// `test "…"`.
    Test,
}

/// What kinds of items stand for: those of one class are named, typed and called alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ItemClass {
    /// Something with a signature.
    Function,
    /// A value, whether a constant or a place.
    Value,
    /// A type.
    Type,
    /// A trait.
    Trait,
    /// An impl.
    Impl,
    /// A test.
    Test,
}

impl ItemKind {
    /// What it stands for.
    #[inline]
    pub fn class(self) -> ItemClass {
        match self {
            ItemKind::Function | ItemKind::ExternFunction => ItemClass::Function,
            ItemKind::Constant | ItemKind::Global | ItemKind::ExternGlobal => ItemClass::Value,
            ItemKind::Type | ItemKind::Alias | ItemKind::OpaqueType => ItemClass::Type,
            ItemKind::Trait => ItemClass::Trait,
            ItemKind::Impl => ItemClass::Impl,
            ItemKind::Test => ItemClass::Test,
        }
    }

    /// Whether it has a signature.
    #[inline]
    pub fn is_function(self) -> bool {
        self.class() == ItemClass::Function
    }

    /// Whether it stands in `extern { … }`.
    #[inline]
    pub fn is_of_c(self) -> bool {
        matches!(self, ItemKind::ExternFunction | ItemKind::ExternGlobal | ItemKind::OpaqueType)
    }

    /// Whether other items stand in it.
    #[inline]
    pub fn has_members(self) -> bool {
        matches!(self, ItemKind::Type | ItemKind::Trait | ItemKind::Impl)
    }

    /// How messages call it.
    pub fn description(self) -> &'static str {
        match self {
            ItemKind::Function => "function",
            ItemKind::Type => "type",
            ItemKind::Alias => "type alias",
            ItemKind::Constant => "constant",
            ItemKind::ExternFunction => "C function",
            ItemKind::Global => "global",
            ItemKind::ExternGlobal => "C global",
            ItemKind::OpaqueType => "opaque C type",
            ItemKind::Trait => "trait",
            ItemKind::Impl => "impl",
            ItemKind::Test => "test",
        }
    }

    /// Whether it binds its name where it is declared.
    pub fn is_named(self) -> bool {
        match self.class() {
            ItemClass::Impl | ItemClass::Test => false,
            ItemClass::Function | ItemClass::Value | ItemClass::Type | ItemClass::Trait => true,
        }
    }

    /// Whether it has a body of expressions: functions, constants, globals and tests.
    pub fn may_have_body(self) -> bool {
        match self {
            ItemKind::Function | ItemKind::Constant | ItemKind::Global | ItemKind::Test => true,
            ItemKind::Type
            | ItemKind::Alias
            | ItemKind::ExternFunction
            | ItemKind::ExternGlobal
            | ItemKind::OpaqueType
            | ItemKind::Trait
            | ItemKind::Impl => false,
        }
    }
}

impl ItemId {
    /// The module it stands in.
    pub fn module(self, db: &dyn Db) -> Module {
        let mut item = self;
        loop {
            match item.parent(db) {
                Parent::Module(module) => return module,
                Parent::Item(parent) => item = parent,
            }
        }
    }

    /// The type, trait or impl it stands in.
    pub fn parent_item(self, db: &dyn Db) -> Option<ItemId> {
        match self.parent(db) {
            Parent::Module(_) => None,
            Parent::Item(parent) => Some(parent),
        }
    }

    /// The full name, which is also the start of its symbol: package, module, parents, name, joined by points.
    /// `geometry.vec.Vec3.dot`; in an impl the impl's head stands for the type.
    pub fn path(self, db: &dyn Db) -> String {
        let mut path = match self.parent(db) {
            Parent::Module(module) => module.full_path(db),
            Parent::Item(parent) => parent.path(db),
        };
        path.push('.');
        path.push_str(&self.name(db).text());
        path
    }
}

impl Module {
    /// The package's name and the path in it, joined by a point: `geometry.vec`, or `geometry` for the entry.
    pub fn full_path(self, db: &dyn Db) -> String {
        let mut path = self.package(db).name(db).to_string();
        let inside = self.path(db).text();
        if !inside.is_empty() {
            path.push('.');
            path.push_str(&inside);
        }
        path
    }

    /// The path by which `import` finds it from a package: without the package's name in the package itself.
    pub fn import_path(self, db: &dyn Db, from: Package) -> String {
        let inside = self.path(db).text();
        if self.package(db) == from && !inside.is_empty() { inside.to_string() } else { self.full_path(db) }
    }

    /// Whether it belongs to the standard library.
    pub fn is_standard(self, db: &dyn Db) -> bool {
        self.package(db).is_standard(db)
    }
}
