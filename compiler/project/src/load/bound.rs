//! The modules of `[bind]`: each is a module of its package like another. They are made when all that was written is known, so
//! that whoever makes them can leave out what nobody names. It owns what is said when there is none; it must not know how one
//! is made.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use super::discover::{HeaderItems, Loader, Modules, OpenPackage, PlannedFile, Wanted};
use crate::disk;
use crate::header_modules::{HeaderModule, WantedModule, words};
use crate::manifest::BindEntry;
use crate::paths::shown;
use crate::problems;
use crate::report::Report;

impl Loader<'_> {
    /// All modules of a package: those of its files and those of `[bind]`.
    pub(super) fn with_bound(&mut self, folder: &Path, open: &OpenPackage, mut modules: Modules) -> Modules {
        for entry in &open.manifest.bind {
            self.want(folder, open, entry, &mut modules);
        }
        modules
    }

    /// Adds one module, which is not made yet.
    pub(super) fn want(&mut self, folder: &Path, open: &OpenPackage, entry: &BindEntry, modules: &mut Modules) {
        let Some(manifest) = &open.origin else { return };
        let is_entry = |file: &&PlannedFile| {
            file.path.as_ref().and_then(|path| path.file_stem()).is_some_and(|stem| *stem == *entry.name)
        };
        let known = modules.get(&entry.name).or_else(|| modules.get("").filter(is_entry));
        let is_package = open.dependencies.iter().any(|(name, _)| **name == entry.name);
        let other = if is_package { Some("a package of `[dependencies]`") } else { known.map(|file| &*file.shown) };
        if let Some(other) = other {
            let problem = problems::bound_twice(entry.name_range.clone(), &entry.name, other);
            self.reports.push(Report::of_problem(problem, manifest));
            return;
        }
        let module = WantedModule {
            entry: entry.clone(),
            include: open.manifest.c.include.iter().map(|path| folder.join(path)).collect(),
            define: open.manifest.c.define.clone(),
            folder: folder.to_path_buf(),
        };
        let file = PlannedFile {
            path: None,
            shown: format!("<{}>", entry.name).into(),
            text: "".into(),
            usable: false,
            of_headers: None,
            bound: None,
            wanted: Some(Wanted { module, manifest: manifest.clone() }),
        };
        modules.insert(entry.name.clone(), file);
    }

    /// Makes the modules. What cannot be made is one without items, and a report.
    pub(super) fn fill_bound(&mut self, items: HeaderItems) {
        let files = || self.packages.iter().flat_map(|package| package.modules.values());
        if files().all(|file| file.wanted.is_none()) {
            return;
        }
        let texts: Vec<Arc<str>> = files().map(|file| file.text.clone()).collect();
        let named: Option<HashSet<&str>> = match items {
            HeaderItems::All => None,
            HeaderItems::Named => Some(texts.iter().flat_map(|text| words(text)).collect()),
        };
        for file in self.packages.iter_mut().flat_map(|package| package.modules.values_mut()) {
            let Some(Wanted { module: wanted, manifest }) = file.wanted.take() else { continue };
            let made = match self.binder {
                Some(binder) => binder.bind(&wanted, named.as_ref()),
                None => Err("nothing here reads C".to_string()),
            };
            let entry = &wanted.entry;
            file.bound = Some(Arc::new(wanted.clone()));
            match made {
                Ok(module) => {
                    // Headers of the system change when nobody edits; a folder's own are its user's.
                    let folder = disk::absolute(&wanted.folder);
                    let own = module.headers.iter().filter(|header| header.starts_with(&folder));
                    self.watched.extend(own.cloned());
                    file.usable = true;
                    file.path = module.path.clone();
                    file.shown = module.path.as_deref().map_or(file.shown.clone(), |path| shown(path).into());
                    file.text = module.text.clone();
                    file.of_headers = Some(module);
                }
                Err(reason) => {
                    // They may come, or be put right.
                    let folders = std::iter::once(&wanted.folder).chain(&wanted.include);
                    let places = folders.flat_map(|folder| entry.headers.iter().map(|header| folder.join(header)));
                    self.watched.extend(places);
                    let range = entry.header_range.clone();
                    let problem = problems::unbound_module(range, &entry.name, &entry.headers, &reason);
                    self.reports.push(Report::of_problem(problem, &manifest));
                    file.of_headers = Some(Arc::new(HeaderModule::default()));
                }
            }
        }
    }
}
