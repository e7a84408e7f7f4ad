//! The items of a module with their ids, and what can be asked about one item without its types.

use rustc_hash::FxHashMap;
use source::{Chunk, Db, Program, chunks};

use crate::arena::List;
use crate::{
    AttributeValue, Item, ItemId, ItemKind, ItemSource, ItemTree, Module, Name, Parent, all_modules, item_tree,
    module_file,
};

/// The items of a module.
#[derive(Clone, PartialEq, Eq, Default, Debug, salsa::SalsaValue)]
pub struct ModuleItems<'db> {
    entries: Vec<(ItemId, ItemSource<'db>)>,
    places: FxHashMap<ItemId, u32>,
}

impl<'db> ModuleItems<'db> {
    /// Every item in source order, members behind their parent.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ItemId> + ExactSizeIterator + '_ {
        self.entries.iter().map(|(id, _)| *id)
    }

    /// Every item and where it stands.
    pub fn entries(&self) -> &[(ItemId, ItemSource<'db>)] {
        &self.entries
    }

    fn source(&self, item: ItemId) -> Option<ItemSource<'db>> {
        Some(self.entries[*self.places.get(&item)? as usize].1)
    }
}

/// The items of a module, those left out for this target excepted.
#[salsa::tracked]
pub fn module_items(db: &dyn Db, module: Module) -> ModuleItems<'_> {
    let Some(file) = module_file(db, module) else {
        return ModuleItems::default();
    };
    let chunks = chunks(db, file);
    let mut entries: Vec<(ItemId, ItemSource<'_>)> = Vec::with_capacity(chunks.len());
    let mut counts: FxHashMap<(Parent, ItemKind, Name), u32> = FxHashMap::default();
    counts.reserve(chunks.len());
    let mut ids = Vec::new();
    for &chunk in chunks {
        let tree = item_tree(db, chunk);
        ids.clear();
        for (index, item) in tree.items.iter().enumerate() {
            let parent = item
                .parent
                .map_or(Parent::Module(module), |parent| Parent::Item(ids[parent as usize]));
            let count = counts.entry((parent, item.kind, item.name)).or_insert(0);
            let id = ItemId::new(db, parent, item.kind, item.name, *count);
            *count += 1;
            ids.push(id);
            if is_for_target(db, tree, item.attributes) {
                entries.push((
                    id,
                    ItemSource {
                        chunk,
                        index: index as u32,
                    },
                ));
            }
        }
    }
    let places = entries
        .iter()
        .enumerate()
        .map(|(place, (id, _))| (*id, place as u32))
        .collect();
    ModuleItems { entries, places }
}

/// Whether `@[only(os: …)]` in `attributes` lets this target through.
pub(crate) fn is_for_target(db: &dyn Db, tree: &ItemTree, attributes: List) -> bool {
    let Some(only) = tree.attribute(attributes, "only") else {
        return true;
    };
    let Some(program) = Program::try_get(db) else {
        return true;
    };
    let os = program.target(db).os(db);
    tree.attribute_arguments(only)
        .iter()
        .any(|argument| match &argument.value {
            AttributeValue::String(name) => **name == **os,
            AttributeValue::Missing | AttributeValue::Word(_) | AttributeValue::Integer(_) => false,
        })
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
    Some(ItemRef {
        tree,
        item: tree.items.get(source.index as usize)?,
    })
}

/// The members of a type, trait or impl, as written. Nothing is remembered for other items, which are most.
pub fn members(db: &dyn Db, item: ItemId) -> &[ItemId] {
    match item.kind(db) {
        ItemKind::Type | ItemKind::Trait | ItemKind::Impl => listed_members(db, item),
        ItemKind::Function
        | ItemKind::Alias
        | ItemKind::Constant
        | ItemKind::ExternFunction
        | ItemKind::ExternGlobal
        | ItemKind::OpaqueType
        | ItemKind::Test => &[],
    }
}

#[salsa::tracked(returns(deref))]
fn listed_members(db: &dyn Db, item: ItemId) -> Vec<ItemId> {
    let items = module_items(db, item.module(db));
    let Some(&place) = items.places.get(&item) else {
        return Vec::new();
    };
    let behind = items.entries[place as usize + 1..].iter().map(|(id, _)| *id);
    behind.take_while(|id| id.parent(db) == Parent::Item(item)).collect()
}

/// The member of a type, trait or impl with this name.
pub fn member(db: &dyn Db, item: ItemId, name: Name) -> Option<ItemId> {
    members(db, item).iter().copied().find(|member| member.name(db) == name)
}

/// The impls of a module, as written.
#[salsa::tracked(returns(deref))]
pub fn module_impls(db: &dyn Db, module: Module) -> Vec<ItemId> {
    module_items(db, module)
        .ids()
        .filter(|id| id.kind(db) == ItemKind::Impl)
        .collect()
}

/// The tests of a module, as written.
pub fn module_tests(db: &dyn Db, module: Module) -> Vec<ItemId> {
    module_items(db, module)
        .ids()
        .filter(|id| id.kind(db) == ItemKind::Test)
        .collect()
}

/// Every item of the program, package by package, module by module, as written.
pub fn all_items(db: &dyn Db) -> impl Iterator<Item = ItemId> + '_ {
    all_modules(db)
        .iter()
        .flat_map(|module| module_items(db, *module).ids())
}

/// The chunks of a module; empty for one that is no more.
pub fn module_chunks(db: &dyn Db, module: Module) -> &[Chunk<'_>] {
    module_file(db, module).map_or(&[], |file| chunks(db, file))
}

/// The names of the C libraries that a module links with `import extern "…"`, those for other targets left out.
pub fn module_libraries(db: &dyn Db, module: Module) -> Vec<Name> {
    let trees = module_chunks(db, module).iter().map(|chunk| item_tree(db, *chunk));
    trees
        .flat_map(|tree| {
            tree.libraries
                .iter()
                .filter(|library| is_for_target(db, tree, library.attributes))
        })
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
    let mut allows = tree
        .attributes(attributes)
        .iter()
        .filter(|attribute| attribute.name.text() == "allow");
    allows.any(|allow| {
        tree.attribute_arguments(*allow)
            .iter()
            .any(|argument| match &argument.value {
                AttributeValue::Word(name) => same_warning(name.text(), warning),
                AttributeValue::String(name) => same_warning(name, warning),
                AttributeValue::Missing | AttributeValue::Integer(_) => false,
            })
    })
}

/// Whether an attribute's word is a warning's name.
pub(crate) fn same_warning(word: &str, warning: &str) -> bool {
    word.len() == warning.len()
        && word
            .bytes()
            .zip(warning.bytes())
            .all(|pair| pair.0 == pair.1 || pair == (b'_', b'-'))
}
