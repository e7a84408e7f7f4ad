//! Whether a mutant compiles. Owns a program with the library, whose texts it exchanges; must not know what runs.

use std::collections::HashMap;
use std::sync::Arc;

use driver::{Program, Run};
use project::Input;
use salsa::Setter as _;
use source::{Severity, SourceFile};

use super::{Module, Mutant};

/// After so many mutants a new program is begun, since a database keeps what it has seen.
const LONGEST: usize = 400;

/// Answers for one mutant after the other.
pub struct Checker {
    library: Arc<Vec<Module>>,
    program: Program,
    files: HashMap<String, SourceFile>,
    seen: usize,
}

impl Checker {
    /// A checker for mutants of these modules.
    pub fn new(library: Arc<Vec<Module>>) -> Checker {
        let (program, _, files) = open(&Input::StandardLibrary, &library);
        Checker { library, program, files, seen: 0 }
    }

    /// Whether nothing is wrong with the module of a mutant.
    ///
    /// # Panics
    /// If the mutant is of no module of the library.
    pub fn compiles(&mut self, mutant: &Mutant) -> bool {
        self.seen += 1;
        if self.seen > LONGEST {
            *self = Checker::new(self.library.clone());
        }
        let file = self.files[&mutant.module];
        file.set_text(&mut self.program.db).to(Arc::from(mutant.text.as_str()));
        let found = lower::diagnostics(&self.program.db, file);
        let compiles = found.iter().all(|diagnostic| diagnostic.severity() != Severity::Error);
        let original = self.library.iter().find(|module| module.name == mutant.module).expect("it is one of them");
        file.set_text(&mut self.program.db).to(Arc::from(original.text.as_str()));
        compiles
    }
}

/// A program whose library has the texts that lie on disk, and the files of these.
pub(super) fn open(input: &Input, library: &[Module]) -> (Program, Run, HashMap<String, SourceFile>) {
    let (mut program, run) = crate::interpret::open(input);
    let standard = source::Program::try_get(&program.db).and_then(|inputs| inputs.standard(&program.db));
    let standard = standard.expect("every program has the library");
    let files: HashMap<String, SourceFile> =
        standard.modules(&program.db).iter().map(|(name, file)| (name.to_string(), *file)).collect();
    for module in library {
        let Some(file) = files.get(&module.name) else { continue };
        if **file.text(&program.db) != *module.text {
            file.set_text(&mut program.db).to(Arc::from(module.text.as_str()));
        }
    }
    (program, run, files)
}
