//! The scope of a module and what its names mean; `follow` follows them through other modules' scopes.

use rustc_hash::FxHashMap;
use source::{ChunkId, Db};

use crate::follow::{End, follow, submodule};
use crate::items::is_for_target;
use crate::{
    BuiltinFunction, BuiltinType, Item, ItemClass, ItemId, ItemKind, Module, Name, Parent, Resolution, TypeResolution,
    TypeShape, find_module, item_data, item_tree, module_chunks, module_items,
};

/// The names declared or imported at the top of a module.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ModuleScope {
    entries: FxHashMap<Name, Entry>,
    /// Declarations whose name was taken, with what took it, in source order.
    pub(crate) clashes: Vec<(Entry, Entry)>,
    /// In source order.
    pub(crate) imports: Vec<ImportEntry>,
}

/// What a name of a module's scope was declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Item {
        item: ItemId,
        is_public: bool,
    },
    /// The place in [`ModuleScope::imports`].
    Import(u32),
}

/// A name bound by an import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ImportEntry {
    pub bound: Name,
    pub path: Vec<Name>,
    /// The name in the other module; without it the module itself is bound.
    pub name: Option<Name>,
    pub is_public: bool,
    pub place: ImportPlace,
}

/// Where an imported name stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ImportPlace {
    pub chunk: ChunkId,
    /// Among the imports of the chunk.
    pub import: u32,
    /// Among the names in the parentheses.
    pub name: Option<u32>,
}

impl ModuleScope {
    /// The names, in no order.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.entries.keys().copied()
    }

    /// The names that other modules may use, in no order.
    pub fn public_names(&self) -> impl Iterator<Item = Name> + '_ {
        self.entries.iter().filter(|(_, entry)| self.is_public(**entry)).map(|(name, _)| *name)
    }

    /// Whether it is a name that other modules may use.
    pub(crate) fn is_public_name(&self, name: Name) -> bool {
        self.entry(name).is_some_and(|entry| self.is_public(entry))
    }

    /// What a name was declared as.
    pub(crate) fn entry(&self, name: Name) -> Option<Entry> {
        self.entries.get(&name).copied()
    }

    fn is_public(&self, entry: Entry) -> bool {
        match entry {
            Entry::Item { is_public, .. } => is_public,
            Entry::Import(place) => self.imports[place as usize].is_public,
        }
    }
}

/// The scope of a module. Reads heads of items only.
#[salsa::tracked]
pub fn module_scope(db: &dyn Db, module: Module) -> ModuleScope {
    let mut scope = ModuleScope::default();
    let items = module_items(db, module);
    scope.entries.reserve(items.entries().len());
    let mut entries = items.entries().iter().peekable();
    for &chunk in module_chunks(db, module) {
        let tree = item_tree(db, chunk);
        for (number, import) in tree.imports.iter().enumerate() {
            if !is_for_target(db, tree, import.attributes) {
                continue;
            }
            let place = |name| ImportPlace { chunk: chunk.id(db), import: number as u32, name };
            let entry = |bound, name, place| ImportEntry {
                bound,
                path: import.path.clone(),
                name,
                is_public: import.is_public,
                place,
            };
            match &import.names {
                None => {
                    if let Some(bound) = import.alias.or(import.path.last().copied()) {
                        scope.import(entry(bound, None, place(None)));
                    }
                }
                Some(names) => {
                    for (which, each) in names.iter().enumerate() {
                        let bound = each.alias.unwrap_or(each.name);
                        scope.import(entry(bound, Some(each.name), place(Some(which as u32))));
                    }
                }
            }
        }
        while let Some((id, source)) = entries.next_if(|(_, source)| source.chunk == chunk) {
            let item = &tree.items[source.index as usize];
            if is_named(*id, item, db) {
                scope.declare(item.name, Entry::Item { item: *id, is_public: item.is_public });
            }
        }
    }
    scope
}

/// Whether an item binds its name at the top of its module.
fn is_named(id: ItemId, item: &Item, db: &dyn Db) -> bool {
    item.kind.is_named() && matches!(id.parent(db), Parent::Module(_)) && !item.name.is_empty()
}

impl ModuleScope {
    fn import(&mut self, entry: ImportEntry) {
        let place = self.imports.len() as u32;
        let bound = entry.bound;
        self.imports.push(entry);
        self.declare(bound, Entry::Import(place));
    }

    fn declare(&mut self, name: Name, entry: Entry) {
        match self.entries.get(&name) {
            Some(first) => self.clashes.push((entry, *first)),
            None => {
                self.entries.insert(name, entry);
            }
        }
    }
}

/// What a name at the top of a module means, and whether other modules may use it there. Follows imports.
pub(crate) fn lookup(db: &dyn Db, module: Module, name: Name) -> Option<(Resolution, bool)> {
    let scope = module_scope(db, module);
    let entry = scope.entry(name)?;
    let is_public = scope.is_public(entry);
    // What nearly all names are, which needs no further look.
    if let Entry::Item { item, .. } = entry {
        return Some((Resolution::Item(item), is_public));
    }
    match follow(db, module, name) {
        End::Found(resolution) => Some((resolution, is_public)),
        End::Nowhere | End::Circle => None,
    }
}

/// What a name means in a module: its own names and imports, names of the compiler, the prelude.
#[inline]
pub fn resolve(db: &dyn Db, module: Module, name: Name) -> Option<Resolution> {
    match BuiltinType::from_name(name) {
        Some(builtin) => Some(Resolution::BuiltinType(builtin)),
        None => resolve_name(db, module, name),
    }
}

/// A query of its own, so that a new item re-runs look-ups, but not the bodies that looked up other names.
#[salsa::tracked(returns(copy))]
fn resolve_name(db: &dyn Db, module: Module, name: Name) -> Option<Resolution> {
    if let Some((resolution, _)) = lookup(db, module, name) {
        return Some(resolution);
    }
    BuiltinFunction::from_name(name).map(Resolution::BuiltinFunction).or_else(|| prelude(db, name))
}

/// What a name means in every module that does not declare it: the public names of `std.prelude`, and the
/// cases of `Option` and `Result`.
fn prelude(db: &dyn Db, name: Name) -> Option<Resolution> {
    let prelude = prelude_module(db)?;
    let text = name.text();
    match CASES_EVERYWHERE.iter().find(|(case, _)| *case == text) {
        Some((_, of_case)) => case_of(db, lookup(db, prelude, Name::new(of_case))?.0.as_item()?, name),
        None => lookup(db, prelude, name).filter(|(_, is_public)| *is_public).map(|(resolution, _)| resolution),
    }
}

/// The cases that have no need of their enum's name, and that.
pub(crate) const CASES_EVERYWHERE: [(&str, &str); 4] =
    [("Some", "Option"), ("None", "Option"), ("Ok", "Result"), ("Err", "Result")];

/// The module whose public names every module knows.
pub(crate) fn prelude_module(db: &dyn Db) -> Option<Module> {
    find_module(db, source::Program::try_get(db)?.standard(db)?, "prelude")
}

/// The item that a name means in every module that does not declare it.
pub fn prelude_item(db: &dyn Db, name: Name) -> Option<ItemId> {
    prelude(db, name)?.as_item()
}

/// The case of an enum with this name.
pub fn case_of(db: &dyn Db, item: ItemId, name: Name) -> Option<Resolution> {
    let data = item_data(db, item)?;
    let TypeShape::Enum { cases, .. } = &data.item().type_data()?.shape else {
        return None;
    };
    let index = cases.iter().position(|case| case.name == name)? as u32;
    Some(Resolution::Case { item, index })
}

/// What a name means behind the name of a module, `vec.dot`, seen from the module `from`.
#[salsa::tracked(returns(copy))]
fn resolve_member(db: &dyn Db, module: Module, name: Name) -> Option<(Resolution, bool)> {
    lookup(db, module, name).or_else(|| Some((Resolution::Module(submodule(db, module, name)?), true)))
}

/// What became of a name behind the name of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleMember {
    /// It may be used.
    Visible(Resolution),
    /// It is there, but not `pub`.
    Private(Resolution),
    /// It is not there.
    Unknown,
}

/// What a name means behind the name of a module, `vec.dot`, seen from the module `from`.
pub fn resolve_in_module(db: &dyn Db, module: Module, name: Name, from: Module) -> ModuleMember {
    match resolve_member(db, module, name) {
        Some((resolution, is_public)) if is_public || module == from => ModuleMember::Visible(resolution),
        Some((resolution, _)) => ModuleMember::Private(resolution),
        None => ModuleMember::Unknown,
    }
}

/// The word behind a heap type's name that means the C struct its values lead to.
pub const OBJECT: &str = "Object";

/// What the names of a type's path mean where `item` is declared: type parameters of the item and of what it stands
/// in, then the module's scope. What comes out as `Unknown` or `NotAType` is reported by this room.
pub fn resolve_type_path(db: &dyn Db, item: ItemId, names: &[Name]) -> TypeResolution {
    let [first, rest @ ..] = names else {
        return TypeResolution::Unknown;
    };
    if rest.is_empty() {
        if let Some(builtin) = BuiltinType::from_name(*first) {
            return TypeResolution::Builtin(builtin);
        }
        if let Some(parameter) = generic_parameter(db, item, *first) {
            return parameter;
        }
    }
    let module = item.module(db);
    let mut found = match resolve(db, module, *first) {
        Some(resolution) => resolution,
        None => return TypeResolution::Unknown,
    };
    for (place, name) in rest.iter().enumerate() {
        if let Resolution::Item(item) = found
            && matches!(item.kind(db), ItemKind::Type | ItemKind::Alias)
            && name.text() == OBJECT
            && place + 1 == rest.len()
        {
            return TypeResolution::Object(item);
        }
        if let Resolution::BuiltinType(builtin) = found
            && name.text() == OBJECT
            && place + 1 == rest.len()
        {
            return TypeResolution::ObjectOfBuiltin(builtin);
        }
        let Resolution::Module(inner) = found else {
            return TypeResolution::NotAType(found);
        };
        found = match resolve_in_module(db, inner, *name, module) {
            ModuleMember::Visible(resolution) | ModuleMember::Private(resolution) => resolution,
            ModuleMember::Unknown => return TypeResolution::Unknown,
        };
    }
    as_type(db, found)
}

/// What a resolution means where a type is expected.
pub(crate) fn as_type(db: &dyn Db, resolution: Resolution) -> TypeResolution {
    match resolution {
        Resolution::BuiltinType(builtin) => TypeResolution::Builtin(builtin),
        Resolution::Item(item) => match item.kind(db).class() {
            ItemClass::Type | ItemClass::Trait => TypeResolution::Item(item),
            ItemClass::Function | ItemClass::Value | ItemClass::Impl | ItemClass::Test => {
                TypeResolution::NotAType(resolution)
            }
        },
        Resolution::Module(_) | Resolution::Case { .. } | Resolution::BuiltinFunction(_) => {
            TypeResolution::NotAType(resolution)
        }
    }
}

/// The type parameter with this name that is in scope in `item`.
fn generic_parameter(db: &dyn Db, item: ItemId, name: Name) -> Option<TypeResolution> {
    let mut next = Some(item);
    while let Some(item) = next {
        let generics = item_data(db, item).map_or(&[][..], |data| &data.item().generics);
        let index = match generics.len() {
            0..=FEW_PARAMETERS => generics.iter().position(|parameter| parameter.name == name).map(|at| at as u32),
            _ => many_parameters(db, item).get(&name).copied(),
        };
        if let Some(index) = index {
            return Some(TypeResolution::GenericParameter { item, index });
        }
        next = item.parent_item(db);
    }
    None
}

/// So many type parameters are looked through for each name.
const FEW_PARAMETERS: usize = 16;

/// The numbers of an item's type parameters; of one name the first. Asked for only where there are many.
#[salsa::tracked(returns(ref))]
fn many_parameters(db: &dyn Db, item: ItemId) -> FxHashMap<Name, u32> {
    let generics = item_data(db, item).map_or(&[][..], |data| &data.item().generics);
    generics.iter().enumerate().rev().map(|(at, parameter)| (parameter.name, at as u32)).collect()
}

/// What `Self` means in an item: the type, trait or impl it stands in, or itself.
pub fn self_item(db: &dyn Db, item: ItemId) -> Option<ItemId> {
    // An item that is no more has none.
    item_data(db, item)?;
    if item.kind(db).has_members() { Some(item) } else { item.parent_item(db) }
}

#[cfg(test)]
mod tests;
