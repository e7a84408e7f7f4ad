//! Manifests and the packages that they name, one after the other: which folder is which package, and what is wrong with
//! that. It owns names and circles; it must not know modules.

use std::path::Path;
use std::sync::Arc;

use super::discover::{Loader, OpenPackage, PackageKey};
use crate::manifest::{self, Dependency};
use crate::paths::{shown, shown_folder, tidy};
use crate::problems::{self, Problem};
use crate::report::{Origin, Report};
use crate::{MANIFEST, disk};

impl Loader<'_> {
    /// Reads the manifest of a package and loads what it depends on.
    pub(super) fn open_package(&mut self, folder: &Path) -> OpenPackage {
        let path = folder.join(MANIFEST);
        let (text, problem) = self.overlay.read(&path, &shown(&path));
        let usable = problem.is_none();
        let origin = Origin { path: shown(&path).into(), text };
        let (mut manifest, problems) = manifest::read(&origin.text);
        let problems: Vec<Problem> = match problem {
            Some(problem) => vec![problem],
            None => problems,
        };
        self.watched.push(path);
        self.reports.extend(problems.into_iter().map(|problem| Report::of_problem(problem, &origin)));
        if !usable || manifest.name.is_empty() {
            manifest.name = folder_name(folder);
        }
        self.by_name.entry(manifest.name.clone()).or_insert_with(|| shown_folder(folder));
        for library in &manifest.libraries {
            if !self.link.libraries.contains(library) {
                self.link.libraries.push(library.clone());
            }
        }
        self.link.search_paths.extend(manifest.search_paths.iter().map(|path| folder.join(path)));
        self.link.objects.extend(manifest.objects.iter().map(|path| folder.join(path)));
        self.c.headers.extend(manifest.c.headers.iter().cloned());
        self.c.include.extend(manifest.c.include.iter().map(|path| folder.join(path)));
        self.c.define.extend(manifest.c.define.iter().cloned());
        self.open.push((manifest.name.clone(), disk::canonical(folder)));
        let mut dependencies = Vec::new();
        for dependency in &manifest.dependencies {
            if let Some(package) = self.dependency(folder, dependency, &origin) {
                dependencies.push((Arc::from(dependency.name.as_str()), package));
            }
        }
        self.open.pop();
        OpenPackage { manifest, dependencies, origin: Some(origin) }
    }

    /// The place of a dependency in the program's list.
    fn dependency(&mut self, from: &Path, dependency: &Dependency, origin: &Origin) -> Option<usize> {
        let folder = tidy(&from.join(&dependency.path));
        let range = dependency.path_range.clone();
        if !self.overlay.is_file(&folder.join(MANIFEST)) {
            self.watched.push(folder.join(MANIFEST));
            let problem = problems::missing_dependency(range, &dependency.name, &shown_folder(&folder));
            self.reports.push(Report::of_problem(problem, origin));
            return None;
        }
        let canonical = disk::canonical(&folder);
        if let Some(&package) = self.by_folder.get(&canonical) {
            let own_name = self.packages[package - 1].name.clone();
            self.check_name(dependency, &own_name, origin);
            return Some(package);
        }
        if let Some(start) = self.open.iter().position(|(_, path)| *path == canonical) {
            let mut names: Vec<String> = self.open[start..].iter().map(|(name, _)| name.clone()).collect();
            names.push(names[0].clone());
            let problem = problems::dependency_cycle(range, &names);
            self.reports.push(Report::of_problem(problem, origin));
            return None;
        }
        let before = self.by_name.clone();
        let open = self.open_package(&folder);
        let name = open.manifest.name.clone();
        if let Some(other) = before.get(&name) {
            let problem = problems::duplicate_package(range, &name, other, &shown_folder(&folder));
            self.reports.push(Report::of_problem(problem, origin));
            return None;
        }
        self.check_name(dependency, &name, origin);
        let mut modules = self.all_modules(&folder, "lib.lang");
        modules.remove("main");
        if !modules.contains_key("") {
            self.report_manifest(&folder, problems::missing_entry(&shown_folder(&folder), true));
        }
        let modules = self.with_bound(&folder, &open, modules);
        let key = PackageKey::Folder(canonical.clone());
        let package = self.finish_package(key, &name, modules, open.dependencies);
        self.by_folder.insert(canonical, package);
        Some(package)
    }

    fn check_name(&mut self, dependency: &Dependency, own_name: &str, origin: &Origin) {
        if dependency.name != own_name {
            let range = dependency.name_range.clone();
            let problem = problems::dependency_name(range, &dependency.name, own_name);
            self.reports.push(Report::of_problem(problem, origin));
        }
    }
}

/// A name for a package whose manifest gives none.
fn folder_name(folder: &Path) -> String {
    let name = disk::canonical(folder);
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    if manifest::name_fault(&name).is_none() { name.into_owned() } else { "package".to_string() }
}
