//! Where things stand: the file of each page, the address of each entry, and what a name that somebody wrote leads to.
//! No two pages have one file, and no name leads to a place that is not there.

use std::collections::BTreeSet;

use hir::{ItemId, Module, ModuleMember, Name, Resolution};
use rustc_hash::FxHashMap;
use source::Db;

use crate::site::{Entry, Offered, Site};

/// Pages that are not a module's.
const TAKEN: [&str; 4] = ["index.html", "search.js", "page.js", "page.css"];

/// The addresses of a site.
pub(crate) struct Names<'a> {
    db: &'a dyn Db,
    files: FxHashMap<Module, String>,
    modules: FxHashMap<String, Module>,
    addresses: FxHashMap<ItemId, String>,
    /// Types of the compiler, by how they are written.
    builtin: FxHashMap<String, String>,
    anchors: BTreeSet<String>,
}

impl<'a> Names<'a> {
    pub fn new(db: &'a dyn Db, site: &Site) -> Names<'a> {
        let mut names = Names {
            db,
            files: FxHashMap::default(),
            modules: FxHashMap::default(),
            addresses: FxHashMap::default(),
            builtin: FxHashMap::default(),
            anchors: BTreeSet::new(),
        };
        let mut taken: BTreeSet<String> = TAKEN.iter().map(|name| name.to_string()).collect();
        for page in &site.modules {
            let mut file = format!("{}.html", page.path);
            while !taken.insert(file.to_lowercase()) {
                file.insert(0, '_');
            }
            for entry in &page.entries {
                names.add(&file, entry);
            }
            names.files.insert(page.module, file);
            names.modules.insert(page.path.clone(), page.module);
        }
        names
    }

    fn add(&mut self, file: &str, entry: &Entry) {
        let address = format!("{file}#{}", entry.anchor);
        match entry.item {
            Some(item) => {
                self.addresses.insert(item, address.clone());
            }
            None => {
                self.builtin.entry(entry.name.clone()).or_insert(address.clone());
            }
        }
        self.anchors.insert(address);
        for member in entry.members.iter().flat_map(|group| &group.entries) {
            self.add(file, member);
        }
    }

    /// The file of a module's page.
    pub fn file(&self, module: Module) -> &str {
        self.files.get(&module).map_or("index.html", String::as_str)
    }

    /// Where stands what a module offers of another one; nothing if that is not among the pages.
    pub fn of_offered(&self, offered: &Offered) -> Option<&str> {
        self.behind(offered.meant, &[])
    }

    /// Whether every module knows an item by its name.
    pub fn is_in_prelude(&self, item: ItemId) -> bool {
        hir::prelude_item(self.db, item.name(self.db)) == Some(item)
    }

    /// The file of a module's text.
    pub fn source_file(&self, module: Module) -> String {
        format!("source.{}", self.file(module))
    }

    /// The file of a chapter.
    pub fn chapter_file(chapter: &str) -> String {
        format!("book.{chapter}.html")
    }

    /// The address of what a name means in a module: `Deque`, `Deque.push`, `fs.read_text`, `[T]`.
    pub fn of_written(&self, module: Option<Module>, written: &str) -> Option<&str> {
        if let Some(address) = self.builtin.get(written) {
            return Some(address);
        }
        if let Some(found) = self.modules.get(written) {
            return self.files.get(found).map(String::as_str);
        }
        let is_name = |part: &str| part.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let parts: Vec<&str> = written.trim_end_matches("()").split('.').collect();
        if !parts.iter().all(|part| is_name(part)) {
            return None;
        }
        let (first, rest) = parts.split_first()?;
        let name = Name::new(first);
        let own = module.and_then(|module| self.member(module, name));
        let found = own.or_else(|| hir::prelude_item(self.db, name).map(Resolution::Item));
        match found {
            Some(found) => self.behind(found, rest),
            None => self.anchored(self.builtin.get(*first)?, rest),
        }
    }

    /// The address of a whole path from the package on: `std.deque.Deque.push`.
    pub fn of_path(&self, path: &str) -> Option<&str> {
        if let Some(module) = self.modules.get(path) {
            return self.files.get(module).map(String::as_str);
        }
        let ends = path.match_indices('.').map(|(at, _)| at).rev();
        let mut found = ends.filter_map(|end| Some((self.modules.get(&path[..end])?, &path[end + 1..])));
        let (module, behind) = found.next()?;
        self.anchors.get(&format!("{}#{behind}", self.file(*module))).map(String::as_str)
    }

    fn member(&self, module: Module, name: Name) -> Option<Resolution> {
        match hir::resolve_in_module(self.db, module, name, module) {
            ModuleMember::Visible(found) | ModuleMember::Private(found) => Some(found),
            ModuleMember::Unknown => None,
        }
    }

    fn behind(&self, found: Resolution, rest: &[&str]) -> Option<&str> {
        match found {
            Resolution::Item(item) | Resolution::Case { item, .. } => self.anchored(self.addresses.get(&item)?, rest),
            Resolution::Module(module) => match rest.split_first() {
                None => self.files.get(&module).map(String::as_str),
                Some((first, rest)) => self.behind(self.member(module, Name::new(first))?, rest),
            },
            Resolution::BuiltinType(_) | Resolution::BuiltinFunction(_) => None,
        }
    }

    fn anchored<'s>(&'s self, address: &'s str, rest: &[&str]) -> Option<&'s str> {
        if rest.is_empty() {
            return Some(address);
        }
        self.anchors.get(&format!("{address}.{}", rest.join("."))).map(String::as_str)
    }
}
