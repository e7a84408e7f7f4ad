//! The modules of `[bind]`: each is asked of whoever makes modules of C's headers, and is a module of its package like another.
//! It owns what is said when there is none; it must not know how one is made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::discover::{Loader, Modules, OpenPackage, PlannedFile};
use crate::header_modules::{HeaderModule, WantedModule};
use crate::manifest::BindEntry;
use crate::paths::shown;
use crate::problems::{self, Problem};
use crate::report::Report;

impl Loader<'_> {
    /// All modules of a package: those of its files and those of `[bind]`.
    pub(super) fn with_bound(&mut self, folder: &Path, open: &OpenPackage, mut modules: Modules) -> Modules {
        for entry in &open.manifest.bind {
            self.bind(folder, open, entry, &mut modules);
        }
        modules
    }

    /// Adds one module. What cannot be made is one without items, and a report.
    pub(super) fn bind(&mut self, folder: &Path, open: &OpenPackage, entry: &BindEntry, modules: &mut Modules) {
        if let Some(file) = modules.get(&entry.name) {
            let problem = problems::bound_twice(entry.name_range.clone(), &entry.name, &file.shown);
            self.report_bind(open, problem);
            return;
        }
        let include: Vec<PathBuf> = open.manifest.c.include.iter().map(|path| folder.join(path)).collect();
        let wanted = WantedModule {
            name: &entry.name,
            headers: &entry.headers,
            only: &entry.only,
            link: &entry.link,
            include: &include,
            define: &open.manifest.c.define,
            folder,
        };
        let made = match self.binder {
            Some(binder) => binder.bind(&wanted),
            None => Err("nothing here reads C".to_string()),
        };
        let usable = made.is_ok();
        let module = made.unwrap_or_else(|reason| {
            let range = entry.header_range.clone();
            self.report_bind(open, problems::unbound_module(range, &entry.name, &entry.headers, &reason));
            Arc::new(HeaderModule::default())
        });
        // Headers of the system change when nobody edits; a folder's own are its user's.
        self.watched.extend(module.headers.iter().filter(|header| header.starts_with(folder)).cloned());
        let path = module.path.clone();
        let shown = path.as_deref().map_or_else(|| format!("<{}>", entry.name), shown);
        let file = PlannedFile {
            path,
            shown: shown.into(),
            text: module.text.clone(),
            usable,
            of_headers: Some(module),
        };
        modules.insert(entry.name.clone(), file);
    }

    fn report_bind(&mut self, open: &OpenPackage, problem: Problem) {
        if let Some(origin) = &open.origin {
            self.reports.push(Report::of_problem(problem, origin));
        }
    }
}
