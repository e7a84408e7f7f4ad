//! The items of a module with their ids, and what can be asked about one item without its types.

#[cfg(test)]
mod tests;

use std::ops::Range;

use rustc_hash::FxHashMap;
use source::{Chunk, ChunkId, Db, Package, chunks};

use crate::arena::List;
use crate::targets::{Targets, condition};
use crate::{
    AttributeValue, Item, ItemData, ItemId, ItemKind, ItemSource, ItemTree, Module, Name, Parent, all_modules,
    item_tree, module_file, module_of_file, package_modules,
};

/// The items of a module.
#[derive(Clone, PartialEq, Eq, Default, Debug, salsa::SalsaValue)]
pub struct ModuleItems<'db> {
    entries: Vec<(ItemId, ItemSource<'db>)>,
    /// Items for other targets only.
    elsewhere: Vec<(ItemId, ItemSource<'db>)>,
    /// Places in `entries`, and behind its end in `elsewhere`.
    places: FxHashMap<ItemId, u32>,
    /// Of items with namesakes before them that are left out: how many are not.
    numbers: FxHashMap<ItemId, u32>,
    /// Those for this target that C knows, with the symbol.
    of_c: Vec<(ItemId, Name)>,
}

impl<'db> ModuleItems<'db> {
    /// Every item for this target in source order, members behind their parent.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ItemId> + ExactSizeIterator + '_ {
        self.entries.iter().map(|(id, _)| *id)
    }

    /// Every item for this target and where it stands.
    pub fn entries(&self) -> &[(ItemId, ItemSource<'db>)] {
        &self.entries
    }

    /// The items that `@[only(…)]` leaves out for this target and where they stand, in source order. They have text,
    /// names and heads; nothing of them is checked or compiled.
    pub fn elsewhere(&self) -> &[(ItemId, ItemSource<'db>)] {
        &self.elsewhere
    }

    /// The items for this target that C knows by a symbol, in source order, and the symbol: those that [`crate::c_symbol`]
    /// gives one, but for what the compiler itself provides.
    pub fn of_c(&self) -> &[(ItemId, Name)] {
        &self.of_c
    }

    /// Whether an item is left out for this target.
    pub fn is_elsewhere(&self, item: ItemId) -> bool {
        self.places.get(&item).is_some_and(|place| *place as usize >= self.entries.len())
    }

    /// The list that an item is in, and its place there.
    fn place(&self, item: ItemId) -> Option<(&[(ItemId, ItemSource<'db>)], usize)> {
        let place = *self.places.get(&item)? as usize;
        Some(match place.checked_sub(self.entries.len()) {
            None => (&self.entries, place),
            Some(behind) => (&self.elsewhere, behind),
        })
    }

    fn source(&self, item: ItemId) -> Option<ItemSource<'db>> {
        let (list, place) = self.place(item)?;
        Some(list[place].1)
    }
}

/// The items of a module, and apart from them those left out for this target.
#[salsa::tracked]
pub fn module_items(db: &dyn Db, module: Module) -> ModuleItems<'_> {
    let Some(file) = module_file(db, module) else {
        return ModuleItems::default();
    };
    let chunks = chunks(db, file);
    let mut entries: Vec<(ItemId, ItemSource<'_>)> = Vec::with_capacity(chunks.len());
    let mut elsewhere = Vec::new();
    let mut counts: FxHashMap<(Parent, ItemKind, Name), u32> = FxHashMap::default();
    counts.reserve(chunks.len());
    let mut left_out: FxHashMap<(Parent, ItemKind, Name), u32> = FxHashMap::default();
    let mut numbers = FxHashMap::default();
    let mut of_c = Vec::new();
    let selected = Targets::selected(db);
    // Of each item of the chunk, and whether it is for this target.
    let mut ids: Vec<(ItemId, bool)> = Vec::new();
    for &chunk in chunks {
        let tree = item_tree(db, chunk);
        ids.clear();
        for (index, item) in tree.items.iter().enumerate() {
            let parent = item.parent.map(|parent| ids[parent as usize]);
            let is_in_here = parent.is_none_or(|(_, is_here)| is_here);
            let parent = parent.map_or(Parent::Module(module), |(id, _)| Parent::Item(id));
            let key = (parent, item.kind, item.name);
            let count = counts.entry(key).or_insert(0);
            let id = ItemId::new(db, parent, item.kind, item.name, *count);
            if let Some(left_out) = left_out.get(&key) {
                numbers.insert(id, *count - *left_out);
            }
            *count += 1;
            let is_here = is_in_here && lets_through(tree, item.attributes, selected);
            if !is_here {
                *left_out.entry(key).or_insert(0) += 1;
            }
            if is_here {
                of_c.extend(ItemRef { tree, item }.linked_symbol(db, id).map(|symbol| (id, symbol)));
            }
            ids.push((id, is_here));
            let index = index as u32;
            let list = if is_here { &mut entries } else { &mut elsewhere };
            list.push((id, ItemSource { chunk, index }));
        }
    }
    let places = entries.iter().chain(&elsewhere).enumerate().map(|(place, (id, _))| (*id, place as u32)).collect();
    ModuleItems { entries, elsewhere, places, numbers, of_c }
}

/// Where the items of each chunk of a module lie in its lists: those for this target, and those left out. Asked for only
/// by the editor.
#[salsa::tracked]
fn places_of_chunks(db: &dyn Db, module: Module) -> FxHashMap<ChunkId, (Range<u32>, Range<u32>)> {
    let items = module_items(db, module);
    let mut places: FxHashMap<ChunkId, (Range<u32>, Range<u32>)> = FxHashMap::default();
    for (place, (_, source)) in (0..).zip(items.entries()) {
        let (here, _) = places.entry(source.chunk.id(db)).or_insert((place..place, 0..0));
        here.end = place + 1;
    }
    for (place, (_, source)) in (0..).zip(items.elsewhere()) {
        let (_, elsewhere) = places.entry(source.chunk.id(db)).or_insert((0..0, place..place));
        if elsewhere.end == 0 {
            *elsewhere = place..place;
        }
        elsewhere.end = place + 1;
    }
    places
}

/// Items and where they stand.
pub type Placed<'db> = &'db [(ItemId, ItemSource<'db>)];

/// The items of a chunk and where they stand, parents before members: those for this target, and those left out.
pub fn chunk_items<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> (Placed<'db>, Placed<'db>) {
    let id = chunk.id(db);
    let module = module_of_file(db, id.file(db));
    let found = module.and_then(|module| Some((module, places_of_chunks(db, module).get(&id)?)));
    let Some((module, (here, elsewhere))) = found else {
        return (&[], &[]);
    };
    let items = module_items(db, module);
    let part =
        |list: Placed<'db>, range: &Range<u32>| list.get(range.start as usize..range.end as usize).unwrap_or_default();
    (part(items.entries(), here), part(items.elsewhere(), elsewhere))
}

/// Whether the attributes let the selected target through.
fn lets_through(tree: &ItemTree, attributes: List, selected: Targets) -> bool {
    let (targets, is_limited) = condition(tree, attributes);
    !is_limited || !targets.and(selected).is_empty()
}

/// Whether `@[only(…)]` in `attributes` lets this target through.
pub(crate) fn is_for_target(db: &dyn Db, tree: &ItemTree, attributes: List) -> bool {
    attributes.range().is_empty() || lets_through(tree, attributes, Targets::selected(db))
}

/// Whether an item is there, but `@[only(…)]` leaves it out for this target.
pub fn is_elsewhere(db: &dyn Db, item: ItemId) -> bool {
    module_items(db, item.module(db)).is_elsewhere(item)
}

/// The first item with a name that a module, type, trait or impl has for other targets only.
pub fn declared_elsewhere(db: &dyn Db, parent: Parent, name: Name) -> Option<ItemId> {
    let module = match parent {
        Parent::Module(module) => module,
        Parent::Item(item) => item.module(db),
    };
    let mut elsewhere = module_items(db, module).elsewhere().iter().map(|(item, _)| *item);
    elsewhere.find(|item| item.name(db) == name && item.kind(db).is_named() && item.parent(db) == parent)
}

/// How many items of the same parent, kind and name come before an item, those left out for this target not counted: in a
/// program without mistakes only impls and tests have such.
pub fn number_among_namesakes(db: &dyn Db, item: ItemId) -> u32 {
    let items = module_items(db, item.module(db));
    items.numbers.get(&item).copied().unwrap_or_else(|| item.nth(db))
}

/// Where an item stands; `None` for one that is no more.
#[salsa::tracked(returns(copy))]
pub fn item_source(db: &dyn Db, item: ItemId) -> Option<ItemSource<'_>> {
    module_items(db, item.module(db)).source(item)
}

/// An item's head with its tree.
#[derive(Clone, Copy, Debug)]
pub struct ItemRef<'db> {
    /// The tree it is part of, which holds the types it names.
    pub tree: &'db ItemTree,
    item: &'db Item,
}

impl<'db> ItemRef<'db> {
    /// The head.
    pub fn item(self) -> &'db Item {
        self.item
    }
}

impl std::ops::Deref for ItemRef<'_> {
    type Target = Item;

    fn deref(&self) -> &Item {
        self.item
    }
}

/// An item's head; `None` for one that is no more.
#[inline]
pub fn item_data(db: &dyn Db, item: ItemId) -> Option<ItemRef<'_>> {
    let source = item_source(db, item)?;
    let tree: &ItemTree = item_tree(db, source.chunk);
    Some(ItemRef { tree, item: tree.items.get(source.index as usize)? })
}

/// The members of a type, trait or impl, as written. Nothing is remembered for other items, which are most.
pub fn members(db: &dyn Db, item: ItemId) -> &[ItemId] {
    if item.kind(db).has_members() { &listed_members(db, item).ids } else { &[] }
}

/// The members of an item.
#[derive(Clone, PartialEq, Eq, Default, Debug, salsa::SalsaValue)]
struct Members {
    ids: Vec<ItemId>,
    /// The first of each name.
    by_name: FxHashMap<Name, ItemId>,
}

#[salsa::tracked(returns(ref))]
fn listed_members(db: &dyn Db, item: ItemId) -> Members {
    let items = module_items(db, item.module(db));
    let Some((list, place)) = items.place(item) else {
        return Members::default();
    };
    let behind = list[place + 1..].iter().map(|(id, _)| *id);
    let ids: Vec<ItemId> = behind.take_while(|id| id.parent(db) == Parent::Item(item)).collect();
    let by_name = ids.iter().rev().map(|id| (id.name(db), *id)).collect();
    Members { ids, by_name }
}

/// The member of a type, trait or impl with this name.
pub fn member(db: &dyn Db, item: ItemId, name: Name) -> Option<ItemId> {
    if members(db, item).is_empty() {
        return None;
    }
    listed_members(db, item).by_name.get(&name).copied()
}

/// Whether an item is a function with a body.
pub fn has_body(db: &dyn Db, item: ItemId) -> bool {
    item_data(db, item).is_some_and(|data| data.item().function().is_some_and(|function| function.has_body))
}

/// Whether an item is a method of a trait that each `impl` must have, as it has no body of its own.
pub fn is_required_method(db: &dyn Db, item: ItemId) -> bool {
    let is_of_trait = item.parent_item(db).is_some_and(|parent| parent.kind(db) == ItemKind::Trait);
    is_of_trait && item_data(db, item).is_some_and(|data| data.item().function().is_some_and(|head| !head.has_body))
}

/// The items of all modules of a package.
pub fn package_items(db: &dyn Db, package: Package) -> impl Iterator<Item = ItemId> + '_ {
    package_modules(db, package).flat_map(|module| module_items(db, module).ids())
}

/// The impls of a module, as written.
#[salsa::tracked(returns(deref))]
pub fn module_impls(db: &dyn Db, module: Module) -> Vec<ItemId> {
    module_items(db, module).ids().filter(|id| id.kind(db) == ItemKind::Impl).collect()
}

/// The tests of a module, as written.
pub fn module_tests(db: &dyn Db, module: Module) -> Vec<ItemId> {
    module_items(db, module).ids().filter(|id| id.kind(db) == ItemKind::Test).collect()
}

/// Whether an item is a `bench`, which is measured, and not run as a test.
pub fn is_bench(db: &dyn Db, item: ItemId) -> bool {
    item_data(db, item).is_some_and(|data| matches!(data.data, ItemData::Test { is_bench: true }))
}

/// Every item of the program, package by package, module by module, as written.
pub fn all_items(db: &dyn Db) -> impl Iterator<Item = ItemId> + '_ {
    all_modules(db).iter().flat_map(|module| module_items(db, *module).ids())
}

/// The chunks of a module; empty for one that is no more.
pub fn module_chunks(db: &dyn Db, module: Module) -> &[Chunk<'_>] {
    module_file(db, module).map_or(&[], |file| chunks(db, file))
}

/// The names of the C libraries that a module links with `import extern "…"`, those for other targets left out.
pub fn module_libraries(db: &dyn Db, module: Module) -> Vec<Name> {
    let trees = module_chunks(db, module).iter().map(|chunk| item_tree(db, *chunk));
    trees
        .flat_map(|tree| tree.libraries.iter().filter(|library| is_for_target(db, tree, library.attributes)))
        .map(|library| library.name)
        .collect()
}

/// Whether `@[allow(warning)]` stands at the item or at what it is declared in. In the attribute `_` stands for the `-`
/// of a warning's name.
pub fn is_allowed(db: &dyn Db, item: ItemId, warning: &str) -> bool {
    let mut next = Some(item);
    while let Some(item) = next {
        if item_data(db, item).is_some_and(|data| attributes_allow(data.tree, data.attributes, warning)) {
            return true;
        }
        next = item.parent_item(db);
    }
    false
}

/// Whether `@[allow(warning)]` is in `attributes`.
pub(crate) fn attributes_allow(tree: &ItemTree, attributes: List, warning: &str) -> bool {
    let mut allows = tree.attributes(attributes).iter().filter(|attribute| attribute.name.text() == "allow");
    allows.any(|allow| {
        tree.attribute_arguments(*allow).iter().any(|argument| match &argument.value {
            AttributeValue::Word(name) => same_warning(&name.text(), warning),
            AttributeValue::String(name) => same_warning(name, warning),
            AttributeValue::Missing | AttributeValue::Integer(_) => false,
        })
    })
}

/// Whether an attribute's word is a warning's name.
pub(crate) fn same_warning(word: &str, warning: &str) -> bool {
    word.len() == warning.len()
        && word.bytes().zip(warning.bytes()).all(|pair| pair.0 == pair.1 || pair == (b'_', b'-'))
}
