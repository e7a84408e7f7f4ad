//! A copy of a program in a database of its own, perhaps with other texts: what may be asked and thrown away without anybody
//! waiting for it. It owns which input is which in the copy; it must not know what is tried there.

use std::collections::HashMap;
use std::sync::Arc;

use salsa::Setter as _;

use crate::{Database, Db, Package, Program, SourceFile, TargetInput};

/// A program once more.
pub struct ProgramCopy {
    /// Its database.
    pub db: Database,
    /// Its program.
    pub program: Program,
    /// Its files, by those that they were made of.
    pub files: HashMap<SourceFile, SourceFile>,
    /// Its packages, by those that they were made of.
    pub packages: HashMap<Package, Package>,
}

impl ProgramCopy {
    /// Copies the program of a database; `text` gives the texts that differ. Nothing if the database has no program.
    pub fn new(db: &dyn Db, text: impl Fn(SourceFile) -> Option<Arc<str>>) -> Option<ProgramCopy> {
        let program = Program::try_get(db)?;
        let mut copy = Database::new();
        let mut files = HashMap::new();
        let mut packages = HashMap::new();
        let mut in_order = Vec::new();
        for &package in program.packages(db) {
            let mut modules = Vec::new();
            for (path, file) in package.modules(db) {
                let text = text(*file).unwrap_or_else(|| file.text(db).clone());
                let copied = SourceFile::new(&copy, file.path(db).clone(), text);
                files.insert(*file, copied);
                modules.push((path.clone(), copied));
            }
            let copied = Package::new(&copy, package.name(db).clone(), modules, Vec::new());
            packages.insert(package, copied);
            in_order.push(copied);
        }
        for (package, copied) in &packages {
            let dependencies = package.dependencies(db).iter();
            let dependencies = dependencies.filter_map(|(name, other)| Some((name.clone(), *packages.get(other)?)));
            let dependencies: Vec<_> = dependencies.collect();
            copied.set_dependencies(&mut copy).to(dependencies);
        }
        let target = program.target(db);
        let target = TargetInput::new(&copy, target.triple(db).clone(), target.os(db).clone());
        let program = Program::new(&copy, in_order, target);
        Some(ProgramCopy { db: copy, program, files, packages })
    }
}
