//! Finds what packages offer. It owns what counts as public and in which order it stands; every fact about an item is
//! `ide`'s.

use abi::Target;
use hir::{ItemId, ItemKind, Module, ModuleMember, Name, Resolution};
use rustc_hash::FxHashMap;
use source::{Db, Package, SourceFile, line_index};
use types::{Ty, TypeKind};

use crate::Chapter;
use crate::site::{BoundModule, Entry, EntryKind, MemberGroup, ModulePage, Offered, Part, Site};

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The targets whose conventions are shown side by side.
    pub targets: Vec<Target>,
    /// Also what only the module itself sees.
    pub with_private: bool,
    /// What stands above the pages, by default the name of the last package.
    pub title: Option<String>,
    /// The version that stands beside it.
    pub version: Option<String>,
    /// A book that belongs to the pages.
    pub book: Vec<Chapter>,
    /// Files of modules that were made of C's headers, and these: what is in them is told where they come from.
    pub of_headers: Vec<(SourceFile, Vec<String>)>,
}

/// The pages of packages: those they depend on come first here and last on the pages.
pub fn collect(db: &dyn Db, packages: &[Package], options: Options) -> Site {
    let collector = Collector { db, options: &options, impls: Impls::of(db, packages) };
    let modules = packages.iter().rev().flat_map(|package| hir::package_modules(db, *package));
    let modules = modules.filter(|module| !hir::is_runtime(db, *module));
    let (mut pages, mut bound) = (Vec::new(), Vec::new());
    for module in modules {
        let file = hir::module_file(db, module);
        match options.of_headers.iter().find(|(of_headers, _)| Some(*of_headers) == file) {
            Some((_, headers)) => bound.push(BoundModule { path: module.full_path(db), headers: headers.clone() }),
            None => pages.extend(collector.module(module)),
        }
    }
    let name = packages.last().map(|package| package.name(db).to_string());
    Site {
        title: options.title.or(name).unwrap_or_default(),
        version: options.version,
        targets: options.targets.iter().map(Target::to_string).collect(),
        modules: pages,
        bound,
        book: options.book,
    }
}

/// The `impl`s of all packages by what they are for.
#[derive(Default)]
struct Impls {
    /// Without a trait, by type.
    inherent: FxHashMap<ItemId, Vec<ItemId>>,
    /// Without a trait for what no item declares, by module.
    of_builtin: FxHashMap<Module, Vec<(Ty, ItemId)>>,
    /// Of traits, by type and by trait.
    of_traits: FxHashMap<ItemId, Vec<ItemId>>,
}

impl Impls {
    fn of(db: &dyn Db, packages: &[Package]) -> Impls {
        let mut impls = Impls::default();
        let items = packages.iter().flat_map(|package| hir::package_items(db, *package));
        for item in items.filter(|item| item.kind(db) == ItemKind::Impl) {
            if let Some(found) = types::implementation(db, item) {
                impls.of_traits.entry(found.of.item).or_default().push(item);
                if let Some(of_type) = found.target.as_item() {
                    impls.of_traits.entry(of_type).or_default().push(item);
                }
            } else if let Some(ty) = types::self_type(db, item).filter(|ty| !ty.is_error()) {
                match ty.as_item() {
                    Some(of_type) => impls.inherent.entry(of_type).or_default().push(item),
                    None => impls.of_builtin.entry(item.module(db)).or_default().push((ty, item)),
                }
            }
        }
        impls
    }
}

struct Collector<'a> {
    db: &'a dyn Db,
    options: &'a Options,
    impls: Impls,
}

impl Collector<'_> {
    /// The page of a module; nothing of one that offers nothing.
    fn module(&self, module: Module) -> Option<ModulePage> {
        let db = self.db;
        let file = hir::module_file(db, module)?;
        let items = hir::module_items(db, module).ids();
        let mut entries: Vec<Entry> = items.filter_map(|item| self.item(item)).collect();
        entries.extend(self.builtin_types(module));
        entries.sort_by_key(|entry| entry.kind);
        let documentation = hir::module_documentation(db, module).unwrap_or_default();
        let offered = self.offered(module);
        (!entries.is_empty() || !offered.is_empty()).then(|| ModulePage {
            module,
            path: module.full_path(db),
            file,
            documentation: ide::harmless_markdown(&documentation),
            entries,
            offered,
        })
    }

    /// What a module imports for others.
    fn offered(&self, module: Module) -> Vec<Offered> {
        let db = self.db;
        let mut names: Vec<Name> = hir::module_scope(db, module).public_names().collect();
        names.sort_unstable_by(|left, right| left.compare_text(*right));
        let offered = |name: Name| {
            let ModuleMember::Visible(meant) = hir::resolve_in_module(db, module, name, module) else { return None };
            let (words, documentation, declaring) = match meant {
                Resolution::Item(item) => {
                    (ide::kind_words(db, item), ide::item_documentation(db, item), item.module(db))
                }
                Resolution::Module(other) => {
                    let documentation = hir::module_documentation(db, other);
                    ("module", documentation.map(|text| ide::harmless_markdown(&text)), other)
                }
                Resolution::Case { .. } | Resolution::BuiltinType(_) | Resolution::BuiltinFunction(_) => return None,
            };
            (declaring != module && !hir::is_runtime(db, declaring)).then(|| Offered {
                name: name.text().to_string(),
                words,
                documentation: documentation.unwrap_or_default(),
                meant,
                module: declaring,
            })
        };
        names.into_iter().filter_map(offered).collect()
    }

    fn is_shown(&self, item: ItemId) -> bool {
        let data = hir::item_data(self.db, item);
        data.is_some_and(|data| self.options.with_private || data.item().is_public) && !item.name(self.db).is_empty()
    }

    /// An item at the top of a module; nothing of what others cannot name.
    fn item(&self, item: ItemId) -> Option<Entry> {
        let db = self.db;
        if item.parent_item(db).is_some() || !self.is_shown(item) {
            return None;
        }
        let kind = match item.kind(db) {
            ItemKind::Type | ItemKind::Alias | ItemKind::OpaqueType => EntryKind::Type,
            ItemKind::Trait => EntryKind::Trait,
            ItemKind::Function | ItemKind::ExternFunction => EntryKind::Function,
            ItemKind::Constant | ItemKind::Global | ItemKind::ExternGlobal => EntryKind::Constant,
            ItemKind::Impl | ItemKind::Test => return None,
        };
        let mut entry = self.entry(item, kind, item.name(db).text().to_string())?;
        let anchor = entry.anchor.clone();
        let mut taken = FxHashMap::default();
        if matches!(kind, EntryKind::Type | EntryKind::Trait) {
            let own = self.methods(item, &anchor, kind == EntryKind::Trait, &mut taken);
            entry.members.extend(group(None, own));
            for &holder in self.impls.inherent.get(&item).into_iter().flatten() {
                let methods = self.methods(holder, &anchor, false, &mut taken);
                entry.members.extend(group(self.head(holder), methods));
            }
            let implementations = self.impls.of_traits.get(&item).into_iter().flatten();
            entry.implementations = implementations.filter_map(|found| self.head(*found)).collect();
        }
        Some(entry)
    }

    /// Types of the compiler that have methods in a module: `String`, `[T]`.
    fn builtin_types(&self, module: Module) -> Vec<Entry> {
        let db = self.db;
        let mut entries: Vec<Entry> = Vec::new();
        let mut taken = FxHashMap::default();
        for (ty, holder) in self.impls.of_builtin.get(&module).into_iter().flatten() {
            let name = match ty.kind() {
                TypeKind::Slice(_) => "[T]".to_string(),
                _ => types::display(db, *ty),
            };
            let anchor = name.trim_matches(['[', ']']).to_string();
            let place = entries.iter().position(|entry| entry.name == name).unwrap_or(entries.len());
            let methods = self.methods(*holder, &anchor, false, &mut taken);
            if methods.is_empty() {
                continue;
            }
            if place == entries.len() {
                entries.push(Entry {
                    kind: EntryKind::Type,
                    words: "type of the compiler",
                    name,
                    anchor,
                    declaration: String::new(),
                    documentation: String::new(),
                    parts: Vec::new(),
                    item: None,
                    module,
                    import: module.full_path(db),
                    line: methods[0].line,
                    memory: None,
                    call: None,
                    members: Vec::new(),
                    implementations: Vec::new(),
                });
            }
            entries[place].members.extend(group(self.head(*holder), methods));
        }
        entries
    }

    /// The methods in a `type`, `trait` or `impl`.
    fn methods(&self, holder: ItemId, anchor: &str, shows_all: bool, taken: &mut FxHashMap<String, u32>) -> Vec<Entry> {
        let members = hir::members(self.db, holder).iter().copied();
        let shown = members.filter(|member| shows_all || self.is_shown(*member));
        let entry = |member: ItemId| {
            let anchor = format!("{anchor}.{}", member.name(self.db).text());
            let count = taken.entry(anchor.clone()).or_insert(0);
            *count += 1;
            let anchor = if *count == 1 { anchor } else { format!("{anchor}-{count}") };
            self.entry(member, EntryKind::Function, anchor)
        };
        shown.filter_map(entry).collect()
    }

    fn entry(&self, item: ItemId, kind: EntryKind, anchor: String) -> Option<Entry> {
        let db = self.db;
        let targets = &self.options.targets;
        let span = hir::item_span(db, item)?;
        let line = line_index(db, span.file(db)).line_column(span.absolute(db).start).line + 1;
        Some(Entry {
            kind,
            words: ide::kind_words(db, item),
            name: item.name(db).text().to_string(),
            anchor,
            declaration: ide::declaration_text(db, item).unwrap_or_default(),
            documentation: ide::item_documentation(db, item).unwrap_or_default(),
            parts: self.parts(item),
            item: Some(item),
            module: item.module(db),
            import: self.import(item),
            line,
            memory: match kind {
                EntryKind::Type => ide::type_facts(db, item, targets),
                EntryKind::Trait | EntryKind::Function | EntryKind::Constant => None,
            },
            call: match kind {
                EntryKind::Function => ide::call_facts(db, item, targets),
                EntryKind::Type | EntryKind::Trait | EntryKind::Constant => None,
            },
            members: Vec::new(),
            implementations: Vec::new(),
        })
    }

    /// The fields and cases of which something is said.
    fn parts(&self, item: ItemId) -> Vec<Part> {
        let parts = hir::part_documentation(self.db, item).into_iter();
        let shown = parts.filter(|part| part.is_public || self.options.with_private);
        let part = |part: hir::PartDocumentation| {
            let documentation = ide::harmless_markdown(&part.documentation?);
            Some(Part { name: part.name.text().to_string(), documentation })
        };
        shown.filter_map(part).collect()
    }

    /// The path of the module from which others import an item; of a method that of the type, trait or `impl` it is in.
    fn import(&self, item: ItemId) -> String {
        let db = self.db;
        let outermost = std::iter::successors(Some(item), |item| item.parent_item(db)).last().unwrap_or(item);
        hir::public_module(db, outermost).full_path(db)
    }

    fn head(&self, holder: ItemId) -> Option<(String, Module)> {
        Some((ide::declaration_text(self.db, holder)?, holder.module(self.db)))
    }
}

fn group(head: Option<(String, Module)>, entries: Vec<Entry>) -> Option<MemberGroup> {
    (!entries.is_empty()).then_some(MemberGroup { head, entries })
}
