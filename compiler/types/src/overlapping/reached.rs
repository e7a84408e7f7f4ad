//! Which items a program can lead to: all of its own and of the packages that it depends on, and of the standard library what
//! those need, so that a small program does not pay for a large library. May name an item too many, never one too few: whoever
//! walks through an item says what it names, and what nobody writes is known here. Must not know what is looked for.

use hir::{ItemId, ItemKind, LangItem, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Db, Package, Program};

use crate::derivation::hasher;
use crate::implementations::{implementation, implementations_of_trait};

/// The items that have been reached, each handed out once.
pub(super) struct Reached<'db> {
    db: &'db dyn Db,
    standard: Option<Package>,
    known: FxHashSet<ItemId>,
    open: Vec<ItemId>,
    /// The `impl`s of traits that have been reached, by the type that has not.
    waiting: FxHashMap<ItemId, Vec<ItemId>>,
}

impl<'db> Reached<'db> {
    pub(super) fn new(db: &'db dyn Db) -> Reached<'db> {
        let standard = Program::try_get(db).and_then(|program| program.standard(db));
        let own = hir::all_modules(db).iter().filter(|module| Some(module.package(db)) != standard);
        let open: Vec<ItemId> = own.flat_map(|module| hir::module_items(db, *module).ids()).collect();
        Reached { db, standard, known: open.iter().copied().collect(), open, waiting: FxHashMap::default() }
    }

    /// The next of them; nothing once whatever has been walked through names no other.
    pub(super) fn next(&mut self) -> Option<ItemId> {
        let item = self.open.pop()?;
        match item.kind(self.db) {
            ItemKind::Type => self.lead_on_from_type(item),
            ItemKind::Trait => self.lead_on_from_trait(item),
            ItemKind::Impl => {
                let found = implementation(self.db, item);
                found.into_iter().for_each(|found| self.reach(found.of.item));
                self.reach_all(hir::members(self.db, item));
            }
            ItemKind::Function
            | ItemKind::ExternFunction
            | ItemKind::Alias
            | ItemKind::OpaqueType
            | ItemKind::Constant
            | ItemKind::Global
            | ItemKind::ExternGlobal
            | ItemKind::Test => {}
        }
        Some(item)
    }

    /// Something that is walked through names an item: a function that it calls, a type, a constant, a trait.
    pub(super) fn reach(&mut self, item: ItemId) {
        if self.known.insert(item) {
            self.open.push(item);
        }
    }

    fn reach_all(&mut self, items: &[ItemId]) {
        items.iter().for_each(|item| self.reach(*item));
    }

    /// A method of a trait stands for that of every type that has it.
    pub(super) fn reach_function(&mut self, function: ItemId) {
        self.reach(function);
        let holder = function.parent_item(self.db).filter(|holder| holder.kind(self.db) == ItemKind::Trait);
        holder.into_iter().for_each(|of| self.reach(of));
    }

    /// Values of the type end, and have what traits there are for it.
    fn lead_on_from_type(&mut self, item: ItemId) {
        let drop = hir::prelude_item(self.db, Name::new("Drop"));
        drop.into_iter().for_each(|of| self.reach(of));
        let waiting = self.waiting.remove(&item).unwrap_or_default();
        self.reach_all(&waiting);
        // Derived methods write into it.
        if hasher(self.db) == Some(item) {
            self.reach_all(hir::members(self.db, item));
        }
    }

    fn lead_on_from_trait(&mut self, item: ItemId) {
        self.reach_all(hir::members(self.db, item));
        let Some(standard) = self.standard else { return };
        for found in implementations_of_trait(self.db, standard, item) {
            match found.target.as_item() {
                Some(head) if !self.known.contains(&head) => self.waiting.entry(head).or_default().push(found.item),
                Some(_) | None => self.reach(found.item),
            }
        }
    }
}

/// The function that makes values of a type where nobody writes a call: an `Array` of an array's elements, and what takes
/// elements out of an array. It has the type arguments of the type.
pub(super) fn maker(db: &dyn Db, item: ItemId) -> Option<ItemId> {
    if hir::prelude_item(db, Name::new("Array")) == Some(item) {
        hir::lang_item(db, LangItem::ArrayCollected)
    } else if hir::lang_item(db, LangItem::TakenElements) == Some(item) {
        hir::lang_item(db, LangItem::ArrayTaken)
    } else {
        None
    }
}

/// The functions that write values into texts in a format, where nobody writes a call either. What else the compiler calls by
/// itself makes no enum (a test says so).
pub(super) fn formatters(db: &dyn Db) -> impl Iterator<Item = ItemId> {
    [LangItem::FormatInteger, LangItem::FormatFloat, LangItem::FormatText]
        .into_iter()
        .filter_map(|function| hir::lang_item(db, function))
}
