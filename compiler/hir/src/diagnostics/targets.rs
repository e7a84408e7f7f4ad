//! The check that of several items of one name exactly one remains for each target: over all targets at once, because
//! nobody checks a program for each of them. It looks at modules with an `@[only(…)]` only.

use rustc_hash::{FxHashMap, FxHashSet};
use source::{Chunk, Db, Diagnostic, Span};

use super::{Chunks, repeats_c_name};
use crate::lower_body::body_names;
use crate::problems::ambiguous_target;
use crate::scope::{Entry, ImportPlace};
use crate::targets::{Targets, condition, is_unclear};
use crate::{
    ItemData, ItemId, ItemKind, Module, Name, Parent, TypeReference, all_modules, imported_module, item_data,
    item_name_span, item_targets, item_tree, module_chunks, module_items,
};

/// What shares a namespace: the names of a module or type, or the texts of a module's tests or benches.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Space {
    parent: Parent,
    of: Names,
}

/// Whose names they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Names {
    Items,
    Tests,
    Benches,
}

/// A declaration of a name.
#[derive(Clone, Copy)]
struct Declared {
    entry: Entry,
    targets: Targets,
    /// Where an import stands.
    place: Option<ImportPlace>,
}

/// Names that several items of a module have, at least one of which has an `@[only(…)]`.
#[derive(Default)]
pub(super) struct SharedNames {
    groups: Vec<(Name, Vec<Declared>)>,
    handled: FxHashSet<(Space, Name)>,
}

impl SharedNames {
    /// Those of a module.
    pub(super) fn of(db: &dyn Db, module: Module) -> SharedNames {
        if !module_chunks(db, module).iter().any(|chunk| has_condition(db, *chunk)) {
            return SharedNames::default();
        }
        let mut declared: FxHashMap<(Space, Name), Vec<Declared>> = FxHashMap::default();
        let mut limited = Vec::new();
        let mut unclear = FxHashSet::default();
        let items = module_items(db, module);
        let mut add = |space: Space, name: Name, each: Declared, is_limited: bool, is_unclear: bool| {
            let key = (space, name);
            declared.entry(key).or_default().push(each);
            if is_limited && !limited.contains(&key) {
                limited.push(key);
            }
            if is_unclear {
                unclear.insert(key);
            }
        };
        for &chunk in module_chunks(db, module) {
            let tree = item_tree(db, chunk);
            for (number, import) in tree.imports.iter().enumerate() {
                let (targets, is_limited) = condition(tree, import.attributes);
                for (which, bound) in import.bound_names().enumerate() {
                    let place = ImportPlace {
                        chunk: chunk.id(db),
                        import: number as u32,
                        name: import.names.is_some().then_some(which as u32),
                    };
                    let each = Declared { entry: Entry::Import(0), targets, place: Some(place) };
                    let space = Space { parent: Parent::Module(module), of: Names::Items };
                    add(space, bound, each, is_limited, is_unclear(tree, import.attributes));
                }
            }
        }
        let mut all: Vec<ItemId> = items.ids().collect();
        all.extend(items.elsewhere().iter().map(|(item, _)| *item));
        for item in all {
            let kind = item.kind(db);
            let name = item.name(db);
            if kind == ItemKind::Impl || name.is_empty() {
                continue;
            }
            let Some(data) = item_data(db, item) else { continue };
            let of = match data.data {
                ItemData::Test { is_bench: true } => Names::Benches,
                ItemData::Test { is_bench: false } => Names::Tests,
                ItemData::Function(_)
                | ItemData::Type(_)
                | ItemData::Alias(_)
                | ItemData::Constant(_)
                | ItemData::Global(_)
                | ItemData::ExternGlobal { .. }
                | ItemData::OpaqueType
                | ItemData::Trait(_)
                | ItemData::Impl(_) => Names::Items,
            };
            let space = Space { parent: item.parent(db), of };
            let each = Declared {
                entry: Entry::Item { item, is_public: false },
                targets: item_targets(db, item),
                place: None,
            };
            let is_limited = condition(data.tree, data.attributes).1;
            add(space, name, each, is_limited, is_unclear(data.tree, data.attributes));
        }
        let mut shared = SharedNames::default();
        for key in limited {
            if declared[&key].len() > 1 {
                shared.handled.insert(key);
                if !unclear.contains(&key) {
                    shared.groups.push((key.1, declared.remove(&key).unwrap_or_default()));
                }
            }
        }
        shared.handled.extend(unclear);
        shared
    }

    /// Whether a name of the module is checked here rather than for the selected target.
    pub(super) fn has(&self, module: Module, name: Name, of: Names) -> bool {
        let parent = Parent::Module(module);
        self.handled.contains(&(Space { parent, of }, name))
    }

    /// As [`SharedNames::has`], of a method.
    pub(super) fn has_method(&self, parent: ItemId, name: Name) -> bool {
        let parent = Parent::Item(parent);
        self.handled.contains(&(Space { parent, of: Names::Items }, name))
    }

    /// Reports those of which not exactly one remains for each target.
    pub(super) fn check(&self, db: &dyn Db, module: Module, found: &mut Vec<Diagnostic>) {
        let chunks = Chunks::of(db, module);
        for (name, declared) in &self.groups {
            let mut places: Vec<(Span, Targets)> =
                declared.iter().filter_map(|each| Some((span(db, *each, &chunks)?, each.targets))).collect();
            places.sort_by_key(|(span, _)| span.absolute(db).start);
            let twice = more_than_once(db, declared);
            if !twice.is_empty() {
                found.extend(ambiguous_target::several(*name, &places, twice));
                continue;
            }
            let missing = declared
                .iter()
                .fold(Targets::of(|platform| platform.has_code), |left, each| left.without(each.targets));
            // Where it is the selected target that has none, each use is a problem of its own.
            if missing.is_empty() || !missing.and(Targets::selected(db)).is_empty() {
                continue;
            }
            let Entry::Item { item, .. } = declared[0].entry else {
                continue;
            };
            let used = missing.and(uses(db, item.parent(db), module, *name));
            if !used.is_empty() {
                found.extend(ambiguous_target::none(*name, &places, used));
            }
        }
    }
}

fn has_condition(db: &dyn Db, chunk: Chunk<'_>) -> bool {
    chunk.has_attribute(db) && {
        let tree = item_tree(db, chunk);
        tree.attributes.iter().any(|attribute| attribute.name.text() == "only")
    }
}

fn span(db: &dyn Db, declared: Declared, chunks: &Chunks<'_>) -> Option<Span> {
    match (declared.entry, declared.place) {
        (Entry::Item { item, .. }, _) => item_name_span(db, item),
        (Entry::Import(_), Some(place)) => chunks.import_span(db, place),
        (Entry::Import(_), None) => None,
    }
}

/// The targets that two declarations stand for.
fn more_than_once(db: &dyn Db, declared: &[Declared]) -> Targets {
    let mut twice = Targets::NONE;
    for (place, second) in declared.iter().enumerate() {
        for first in &declared[..place] {
            if !repeats_c_name(db, second.entry, first.entry) {
                twice = twice.or(first.targets.and(second.targets));
            }
        }
    }
    twice
}

/// The targets for which something uses a name of a module. Who calls a method is known to types only: of methods that
/// are missing the selected target tells.
fn uses(db: &dyn Db, parent: Parent, module: Module, name: Name) -> Targets {
    if matches!(parent, Parent::Item(_)) {
        return Targets::NONE;
    }
    let mut found = Targets::NONE;
    let items = module_items(db, module);
    let all = items.entries().iter().chain(items.elsewhere());
    for (item, _) in all.filter(|(item, _)| item.name(db) != name) {
        if mentions(db, *item, name) {
            found = found.or(item_targets(db, *item));
        }
    }
    for &other in all_modules(db) {
        for &chunk in module_chunks(db, other) {
            let tree = item_tree(db, chunk);
            for import in &tree.imports {
                let names = import.names.iter().flatten();
                if names.clone().any(|each| each.name == name)
                    && imported_module(db, other.package(db), &import.path) == Some(module)
                {
                    found = found.or(condition(tree, import.attributes).0);
                }
            }
        }
    }
    found
}

fn mentions(db: &dyn Db, item: ItemId, name: Name) -> bool {
    let in_head = item_data(db, item).is_some_and(|data| {
        let types = &data.tree.types;
        types.run(data.types).any(|id| {
            let TypeReference::Path { names, .. } = types[id] else {
                return false;
            };
            types.names(names).first() == Some(&name)
        })
    });
    in_head || item.kind(db).may_have_body() && body_names(db, item).contains(&name)
}
