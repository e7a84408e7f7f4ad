//! What is wrong in modules, attributes and heads of items. Bodies report for themselves while they are lowered. The values are
//! diagnostics with positions relative to chunks; nothing but reporting reads these queries.

mod attributes;
mod imports;
mod targets;

use rustc_hash::FxHashMap;
use source::{Chunk, ChunkId, Db, Diagnostic, Span, parse};
use targets::Names;

use crate::arena::List;
use crate::lower_body::type_path_problem;
use crate::lower_items::item_nodes;
use crate::problems::name_clash;
use crate::scope::{Entry, ImportPlace};
use crate::symbols;
use crate::{
    BuiltinType, Field, ItemData, ItemId, ItemTree, Module, Name, TypeReference, TypeShape, case_span,
    constant_diagnostics, field_span, is_bench, item_data, item_name_span, item_source, item_tree, item_type_span,
    members, module_chunks, module_scope, module_tests,
};

/// What is wrong with the imports and the names of a module, unused imports included.
#[salsa::tracked(returns(deref))]
pub fn module_diagnostics(db: &dyn Db, module: Module) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let shared = targets::SharedNames::of(db, module);
    clashes(db, module, &shared, &mut found);
    shared.check(db, module, &mut found);
    imports::check(db, module, &mut found);
    found
}

/// What is wrong with the attributes of a chunk.
#[salsa::tracked(returns(deref))]
pub fn chunk_diagnostics<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic> {
    attributes::check(db, chunk)
}

/// What `@[allow(…)]` names in a chunk, and where.
pub fn allowed_warnings(db: &dyn Db, chunk: Chunk<'_>) -> Vec<(Name, Span)> {
    attributes::allowed(db, chunk)
}

/// What is wrong in the head of an item: unknown types, names declared twice. No query: it is asked for with what else is
/// wrong with the item, and remembered there.
pub fn item_diagnostics(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Some(data) = item_data(db, item) else { return found };
    symbols::check(db, item, data, &mut found);
    for id in data.tree.types.run(data.types) {
        let TypeReference::Path { names, .. } = data.tree.types[id] else {
            continue;
        };
        let names = data.tree.types.names(names);
        if let [name] = names
            && BuiltinType::from_name(*name).is_some()
        {
            continue;
        }
        if let Some(problem) = type_problem(db, item, id, names) {
            found.push(problem);
        }
    }
    for nth in 0..data.constants.len() {
        found.extend_from_slice(constant_diagnostics(db, item, nth as u32));
    }
    if let ItemData::Type(data) = &data.item().data {
        match &data.shape {
            TypeShape::Record(fields) | TypeShape::Union(fields) => {
                let names = fields.iter().map(|field: &Field| field.name);
                twice(names, &mut found, |number| field_span(db, item, number));
            }
            TypeShape::Enum { cases, .. } => {
                twice(cases.iter().map(|case| case.name), &mut found, |number| case_span(db, item, number));
            }
        }
    }
    let mut methods = std::borrow::Cow::Borrowed(members(db, item));
    let is_limited = |method: &ItemId| item_data(db, *method).is_some_and(|data| has_only(data.tree, data.attributes));
    if methods.iter().any(is_limited) {
        let shared = targets::SharedNames::of(db, item.module(db));
        methods.to_mut().retain(|method| !shared.has_method(item, method.name(db)));
    }
    twice(methods.iter().map(|method| method.name(db)), &mut found, |number| item_name_span(db, methods[number]));
    found
}

fn type_problem(db: &dyn Db, item: ItemId, id: crate::TypeReferenceId, names: &[Name]) -> Option<Diagnostic> {
    // Positions are looked for only when something is wrong.
    let chunk = item_source(db, item)?.chunk;
    let nowhere = Span::new(chunk.id(db), 0..0);
    type_path_problem(db, item, names, nowhere)?;
    type_path_problem(db, item, names, item_type_span(db, item, id)?)
}

/// Reports names that occur twice in a list.
fn twice(names: impl Iterator<Item = Name>, found: &mut Vec<Diagnostic>, span: impl Fn(usize) -> Option<Span>) {
    let mut first: FxHashMap<Name, usize> = FxHashMap::default();
    for (number, name) in names.enumerate().filter(|(_, name)| !name.is_empty()) {
        match first.get(&name) {
            None => {
                first.insert(name, number);
            }
            Some(&earlier) => {
                if let (Some(here), Some(there)) = (span(number), span(earlier)) {
                    found.push(name_clash::twice(name, here, there));
                }
            }
        }
    }
}

fn has_only(tree: &ItemTree, attributes: List) -> bool {
    tree.attribute(attributes, "only").is_some()
}

/// `shared` are the names that are checked for all targets at once.
fn clashes(db: &dyn Db, module: Module, shared: &targets::SharedNames, found: &mut Vec<Diagnostic>) {
    let scope = module_scope(db, module);
    let chunks = std::cell::LazyCell::new(|| Chunks::of(db, module));
    let locate = |entry: Entry| match entry {
        Entry::Item { item, .. } => Some((item.name(db), item_name_span(db, item)?)),
        Entry::Import(number) => {
            let import = scope.imports.get(number as usize)?;
            Some((import.bound, chunks.import_span(db, import.place)?))
        }
    };
    for (second, first) in &scope.clashes {
        if repeats_c_name(db, *second, *first) {
            continue;
        }
        if let (Some((name, here)), Some((_, there))) = (locate(*second), locate(*first))
            && !shared.has(module, name, Names::Items)
        {
            found.push(name_clash::twice(name, here, there));
        }
    }
    for (of, are_benches) in [(Names::Tests, false), (Names::Benches, true)] {
        let mut tests = module_tests(db, module);
        tests.retain(|test| is_bench(db, *test) == are_benches && !shared.has(module, test.name(db), of));
        twice(tests.iter().map(|test| test.name(db)), found, |number| item_name_span(db, tests[number]));
    }
    let taken = scope.names().filter(|name| BuiltinType::from_name(*name).is_some());
    for name in taken {
        if let Some((_, span)) = scope.entry(name).and_then(locate) {
            found.push(name_clash::with_builtin(name, span));
        }
    }
}

/// Whether both declare the same C name; that they agree is checked where types are known.
fn repeats_c_name(db: &dyn Db, second: Entry, first: Entry) -> bool {
    match (second, first) {
        (Entry::Item { item: second, .. }, Entry::Item { item: first, .. }) => {
            second.kind(db) == first.kind(db) && first.kind(db).is_of_c()
        }
        (Entry::Import(_), _) | (_, Entry::Import(_)) => false,
    }
}

/// The chunks of a module that hold imports, by id.
struct Chunks<'db> {
    by_id: FxHashMap<ChunkId, Chunk<'db>>,
}

impl<'db> Chunks<'db> {
    fn of(db: &'db dyn Db, module: Module) -> Chunks<'db> {
        let with_imports = module_chunks(db, module).iter().filter(|chunk| !item_tree(db, **chunk).imports.is_empty());
        Chunks { by_id: with_imports.map(|chunk| (chunk.id(db), *chunk)).collect() }
    }

    fn find(&self, id: ChunkId) -> Option<Chunk<'db>> {
        self.by_id.get(&id).copied()
    }

    /// Where an imported name stands.
    fn import_span(&self, db: &'db dyn Db, place: ImportPlace) -> Option<Span> {
        let chunk = self.find(place.chunk)?;
        let node = *item_nodes(db, chunk).imports.get(place.import as usize)?;
        let tree = parse(db, chunk);
        let import = syntax::view::Import::cast(tree, node)?;
        let range = match place.name {
            None => import.path_range()?,
            Some(number) => import.names().filter(|name| name.name().is_some()).nth(number as usize)?.range(),
        };
        Some(Span::new(place.chunk, range.start..range.end))
    }
}
