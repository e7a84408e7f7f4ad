//! All forms of a program, each checked against its own rules (`lang check --verify`): syntax trees, the source forms of bodies,
//! closures and methods that are made for types, the intermediate code before and after the ABI pass. It owns which forms there
//! are and of what; rules are the business of the rooms that own the forms. What breaks one is a mistake of the compiler, so
//! it ends there, with stage and function of everything that is wrong: the first is not always the cause.

use lower::Instance;
use lower::source_form::SourceForm;
use mir::{DebugInformation, Module};
use project::{LoadedFile, Report};
use source::Database;

use crate::compile::Lowering;
use crate::instances::{Contents, Instances};
use crate::program::{Program, Run};
use crate::{compile, dispatch, modules};

/// A form, all of whose kind are broken before they are checked: how it is tested that the check notices each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Syntax trees.
    Syntax,
    /// Source forms of bodies.
    Source,
    /// Those of closures.
    Closure,
    /// Those of methods that the compiler makes for a type.
    Derived,
    /// The intermediate code before the ABI pass.
    Instantiated,
    /// The intermediate code that code generators read.
    Lowered,
}

impl Form {
    /// Each by its word, which is that of `--emit` where it can be shown.
    pub const WORDS: [(&'static str, Form); 6] = [
        ("ast", Form::Syntax),
        ("source-cfg", Form::Source),
        ("closure", Form::Closure),
        ("derived", Form::Derived),
        ("mir-source", Form::Instantiated),
        ("mir", Form::Lowered),
    ];
}

/// Checks the syntax trees of all files, and if the program has no errors all other forms of everything that has code, as
/// debug builds have it and as optimised ones have it.
///
/// # Errors
/// The signatures that the target's description does not cover.
///
/// # Panics
/// If forms break their rules; the message names each.
pub fn verify(program: &Program, run: &mut Run, has_errors: bool, broken: Option<Form>) -> Result<(), Vec<Report>> {
    let mut found = Found { broken, wrong: Vec::new(), reports: Vec::new() };
    let mut timings = std::mem::take(&mut run.timings);
    timings.measure("verify syntax", || found.syntax(program));
    if !has_errors {
        timings.measure("verify source forms", || found.source_forms(program));
        let functions = timings.measure("verify intermediate code", || found.code(program, run))?;
        timings.count(functions, "functions and data");
    }
    run.timings = timings;
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    if found.reports.is_empty() { Ok(()) } else { Err(found.reports) }
}

/// What is found.
struct Found {
    /// What is broken before it is checked.
    broken: Option<Form>,
    /// What breaks rules, and how.
    wrong: Vec<String>,
    reports: Vec<Report>,
}

impl Found {
    /// Trees give the text back that they were made of, and chunks that of their file.
    fn syntax(&mut self, program: &Program) {
        let db = &program.db;
        for LoadedFile { file, .. } in program.loaded.files.iter().filter(|file| file.usable) {
            let mut text = source::text_of_trees(db, *file);
            if self.broken == Some(Form::Syntax) {
                text.pop();
            }
            if text != **file.text(db) {
                self.wrong.push(format!("the syntax trees of {} do not give its text back", file.path(db)));
            }
        }
    }

    fn source_forms(&mut self, program: &Program) {
        let db = &program.db;
        for item in bodies(db, program) {
            self.source_form(Form::Source, lower::source_form(db, item), || format!("`{}`", item.path(db)));
            for (number, closure) in (1..).zip(hir::body(db, item).closures()) {
                if let Some(form) = lower::closure_form(db, item, closure) {
                    self.source_form(Form::Closure, &form, || format!("closure {number} of `{}`", item.path(db)));
                }
            }
        }
    }

    fn source_form(&mut self, kind: Form, form: &SourceForm, name: impl Fn() -> String) {
        let told = if self.broken == Some(kind) {
            let mut form = form.clone();
            form.statements.pop();
            form.blocks.pop();
            form.verify()
        } else {
            form.verify()
        };
        if let Err(problem) = told {
            self.wrong.push(format!("the source form of {} is wrong: {problem}", name()));
        }
    }

    /// The code of everything that has some, in pieces, as both kinds of builds have it; gives how many functions and data there
    /// are.
    fn code(&mut self, program: &Program, run: &Run) -> Result<usize, Vec<Report>> {
        let lowering = compile::lowering(program, run);
        let roots: Vec<Instance> = modules::roots_of_all(program)?;
        let plain = compile::instances(program, run, &roots, &[], lowering.settings);
        self.derived_forms(program, &plain);
        let mut count = self.instances(program, (lowering, lowering.settings), &plain);
        let settings = lower::Settings { facts: true, debug: DebugInformation::Full, ..lowering.settings };
        let mut optimised = compile::instances(program, run, &roots, &[], settings);
        dispatch::devirtualise(&program.db, &mut optimised, !compile::begins(&roots), |_| true);
        count += self.instances(program, (lowering, settings), &optimised);
        Ok(count)
    }

    /// They are made for the types whose methods somebody calls.
    fn derived_forms(&mut self, program: &Program, instances: &Instances) {
        let db = &program.db;
        for member in instances.members() {
            if let Instance::Function(item, arguments) = member.instance
                && let Some(form) = lower::derived_form(db, item, arguments)
            {
                self.source_form(Form::Derived, &form, || format!("`{}`", lower::function_name(db, item, arguments)));
            }
        }
    }

    fn instances(
        &mut self,
        program: &Program,
        (lowering, settings): (Lowering, lower::Settings),
        instances: &Instances,
    ) -> usize {
        let name = &program.loaded.name;
        if let Some(types) = compile::described_types(program, instances, settings) {
            self.module(&types, "instantiation, in the types");
        }
        let places: Vec<usize> = (0..instances.members().len()).collect();
        let count = places.len().div_ceil(modules::PIECE);
        for (number, defined) in (1..).zip(places.chunks(modules::PIECE)) {
            let mut module = instances.last_module(Contents { name, defined, candidates: &[] });
            self.break_module(Form::Instantiated, &mut module);
            // The pass relies on the rules.
            if !self.module(&module, &format!("instantiation, in part {number} of {count}")) {
                continue;
            }
            match lowering.lower(&mut module) {
                Ok(()) => {
                    self.break_module(Form::Lowered, &mut module);
                    self.module(&module, &format!("the ABI pass, in part {number} of {count}"));
                }
                Err(reports) => self.reports.extend(reports),
            }
        }
        places.len()
    }

    /// Whether a module keeps the rules.
    fn module(&mut self, module: &Module, stage: &str) -> bool {
        let wrong = compile::wrong(module, stage);
        let is_right = wrong.is_none();
        self.wrong.extend(wrong);
        is_right
    }

    /// Takes the last block away from every function.
    fn break_module(&self, kind: Form, module: &mut Module) {
        if self.broken == Some(kind) {
            module.functions.iter_mut().for_each(|function| _ = function.blocks.pop());
        }
    }
}

fn bodies<'a>(db: &'a Database, program: &'a Program) -> impl Iterator<Item = hir::ItemId> + 'a {
    let files = program.loaded.files.iter().filter(|file| file.usable);
    let modules = files.filter_map(|file| hir::module_of_file(db, file.file));
    let items = modules.flat_map(|module| hir::module_items(db, module).ids());
    items.filter(|item| item.kind(db).may_have_body() && hir::has_body(db, *item))
}
