//! Examples in comments as tests of a program: each becomes a module of a package that the program gets for this, and is
//! checked by itself, so that one with mistakes keeps no other from running. It owns that package and the way of what is
//! found in it back to the true files; what an example is, `hir` decides.

use std::sync::Arc;

use hir::{ItemId, Module};
use project::{LoadedFile, Origin, Place, Report};
use source::{Database, SourceFile, line_index};

use crate::check;
use crate::program::{Program, Run};

/// The package of the examples' modules.
const PACKAGE: &str = "examples";

/// Whose examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExamplesOf {
    /// The package that was asked for.
    Package,
    /// The standard library.
    Standard,
}

/// An example as a test.
#[derive(Clone, Debug)]
pub struct ExampleTest {
    /// Its name: `vec: example of Vec3.dot`.
    pub name: String,
    /// What it has to print, if that is said.
    pub output: Option<ExpectedOutput>,
    /// The errors in it, at their places in the file that the comment stands in. With any it has no code.
    pub errors: Vec<Report>,
    /// Its module's file.
    pub(crate) file: SourceFile,
}

/// What a comment says that an example prints.
#[derive(Clone, Debug)]
pub struct ExpectedOutput {
    /// The text, its lines ended by newlines.
    pub text: String,
    /// The file that the comment stands in.
    pub path: String,
    /// The line of the file on which the first line of the text stands, from 1.
    pub line: u32,
}

/// Makes the examples whose names are wanted a part of the program; gives the number of the others.
pub fn add_examples(program: &mut Program, run: &mut Run, of: ExamplesOf, wanted: impl Fn(&str) -> bool) -> usize {
    let mut names = Vec::new();
    let mut texts = Vec::new();
    let mut others = 0;
    for (module, original) in modules(program, of) {
        for example in hir::example_programs(&program.db, module) {
            if wanted(&example.name) {
                let path = original.path(&program.db).clone();
                let output = example.output.map(|said| {
                    let fence = line_index(&program.db, original).line_column(said.opening);
                    ExpectedOutput { text: said.text, path: path.to_string(), line: fence.line + 2 }
                });
                texts.push((path, Arc::<str>::from(example.text)));
                names.push((example.name, output, original));
            } else {
                others += 1;
            }
        }
    }
    if names.is_empty() {
        return others;
    }
    let loaded = program.loaded.clone();
    let (package, files) = project::add_package(&mut program.db, &loaded, PACKAGE, texts);
    let of_file = |file: &SourceFile| LoadedFile {
        file: *file,
        package,
        path: None,
        usable: true,
        own: false,
        of_headers: None,
        bound: None,
        lacks_module: false,
    };
    let loaded: Vec<LoadedFile> = files.iter().map(of_file).collect();
    run.timings.measure("check examples", || check::analyse_files(program, run.threads, &loaded));
    for ((name, output, original), file) in names.into_iter().zip(&loaded) {
        let mut errors = check::file_reports(&program.db, file);
        let moved = Moved { from: file.file, to: original };
        errors.iter_mut().for_each(|report| moved.report(&program.db, report));
        program.examples.push(ExampleTest { name, output, errors, file: file.file });
    }
    others
}

/// The modules that may have examples, with their files.
fn modules(program: &Program, of: ExamplesOf) -> Vec<(Module, SourceFile)> {
    let db = &program.db;
    match of {
        ExamplesOf::Package => {
            let own = program.loaded.files.iter().filter(|file| file.own && file.usable);
            own.filter_map(|file| Some((hir::module_of_file(db, file.file)?, file.file))).collect()
        }
        ExamplesOf::Standard => {
            let standard = hir::all_modules(db).iter().filter(|module| module.is_standard(db));
            let importable = standard.filter(|module| !hir::is_runtime(db, **module));
            importable.filter_map(|module| Some((*module, hir::module_file(db, *module)?))).collect()
        }
    }
}

/// The tests of examples that have code, in their order.
pub(crate) fn tests(program: &Program) -> impl Iterator<Item = ItemId> + '_ {
    let db = &program.db;
    let sound = program.examples.iter().filter(|example| example.errors.is_empty());
    sound.filter_map(|example| {
        let tests = hir::module_tests(db, hir::module_of_file(db, example.file)?);
        tests.into_iter().find(|test| !hir::is_bench(db, *test))
    })
}

/// Whether a module is that of an example: all of them are of one package.
pub(crate) fn is_example(program: &Program, module: Module) -> bool {
    let db = &program.db;
    let known = program.examples.first().and_then(|example| hir::module_of_file(db, example.file));
    known.is_some_and(|known| known.package(db) == module.package(db))
}

/// From the module of an example to the file that its comment stands in: lines and columns are the same.
struct Moved {
    from: SourceFile,
    to: SourceFile,
}

impl Moved {
    fn report(&self, db: &Database, report: &mut Report) {
        if let Some(place) = &mut report.primary {
            self.place(db, place);
        }
        report.secondary.iter_mut().for_each(|place| self.place(db, place));
        // A change of several lines would leave the comment.
        report.fix = None;
    }

    fn place(&self, db: &Database, place: &mut Place) {
        if !Arc::ptr_eq(&place.origin.text, self.from.text(db)) {
            return;
        }
        let (start, end) = (self.offset(db, place.range.start), self.offset(db, place.range.end));
        place.range = start..end.max(start);
        place.origin = Origin { path: self.to.path(db).clone(), text: self.to.text(db).clone() };
    }

    fn offset(&self, db: &Database, offset: u32) -> u32 {
        let position = line_index(db, self.from).line_column(offset);
        let text = self.to.text(db);
        let there = line_index(db, self.to).offset(position).unwrap_or(text.len() as u32);
        text.floor_char_boundary(there as usize) as u32
    }
}
