//! All forms of a program, each checked against its own rules (`lang check --verify`): syntax trees, source forms, the
//! intermediate code before and after the ABI pass. It owns which forms there are and of what; rules are the business of the
//! rooms that own the forms. What breaks one is a mistake of the compiler, so it ends here and now, with stage and function.

use lower::Instance;
use mir::{DebugInformation, Module};
use project::{LoadedFile, Report};
use source::Database;

use crate::compile::Lowering;
use crate::instances::{Contents, Instances};
use crate::program::{Program, Run};
use crate::{compile, dispatch, modules};

/// A form, to be broken before it is checked: how it is tested that the check would notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Syntax trees.
    Syntax,
    /// Source forms of bodies.
    Source,
    /// The intermediate code before the ABI pass.
    Instantiated,
    /// The intermediate code that code generators read.
    Lowered,
}

impl Form {
    /// Each by its word, which is that of `--emit`.
    pub const WORDS: [(&'static str, Form); 4] = [
        ("ast", Form::Syntax),
        ("source-cfg", Form::Source),
        ("mir-source", Form::Instantiated),
        ("mir", Form::Lowered),
    ];
}

/// Checks the syntax trees of all files, and if the program has no errors all other forms of everything that has code, as
/// debug builds have it and as optimised ones have it.
///
/// # Errors
/// A signature that the target's description does not cover.
///
/// # Panics
/// If a form breaks its rules.
pub fn verify(program: &Program, run: &mut Run, has_errors: bool, broken: Option<Form>) -> Result<(), Vec<Report>> {
    run.verify = true;
    let mut timings = std::mem::take(&mut run.timings);
    timings.measure("verify syntax", || verify_syntax(program, broken == Some(Form::Syntax)));
    if has_errors {
        run.timings = timings;
        return Ok(());
    }
    timings.measure("verify source forms", || verify_source_forms(program, broken == Some(Form::Source)));
    let mut functions = 0;
    let result = timings.measure("verify intermediate code", || {
        let optimised =
            lower::Settings { facts: true, debug: DebugInformation::Full, ..compile::lowering(program, run).settings };
        functions += verify_code(program, run, compile::lowering(program, run).settings, broken)?;
        functions += verify_code(program, run, optimised, broken)?;
        Ok(())
    });
    timings.count(functions, "functions and data");
    run.timings = timings;
    result
}

/// Trees give the text back that they were made of, and chunks that of their file.
fn verify_syntax(program: &Program, mut broken: bool) {
    let db = &program.db;
    for LoadedFile { file, .. } in program.loaded.files.iter().filter(|file| file.usable) {
        let mut text = source::text_of_trees(db, *file);
        if std::mem::take(&mut broken) {
            text.pop();
        }
        assert!(text == **file.text(db), "the syntax trees of {} do not give its text back", file.path(db));
    }
}

fn verify_source_forms(program: &Program, mut broken: bool) {
    let db = &program.db;
    for item in bodies(db, program) {
        let form = lower::source_form(db, item);
        let told = if std::mem::take(&mut broken) {
            let mut form = form.clone();
            form.statements.pop();
            form.blocks.pop();
            form.verify()
        } else {
            form.verify()
        };
        if let Err(problem) = told {
            panic!("the source form of `{}` is wrong: {problem}", item.path(db));
        }
    }
}

fn bodies<'a>(db: &'a Database, program: &'a Program) -> impl Iterator<Item = hir::ItemId> + 'a {
    let files = program.loaded.files.iter().filter(|file| file.usable);
    let modules = files.filter_map(|file| hir::module_of_file(db, file.file));
    let items = modules.flat_map(|module| hir::module_items(db, module).ids());
    items.filter(|item| item.kind(db).may_have_body() && hir::has_body(db, *item))
}

/// The code of everything that has some, in pieces; gives how many functions and data there are.
fn verify_code(
    program: &Program,
    run: &Run,
    settings: lower::Settings,
    mut broken: Option<Form>,
) -> Result<usize, Vec<Report>> {
    let lowering = compile::lowering(program, run);
    let roots: Vec<Instance> = modules::roots_of_all(program)?;
    let mut instances: Instances = compile::instances(program, run, &roots, &[], settings);
    if let Some(types) = compile::described_types(program, &instances, settings) {
        lowering.instantiated(types);
    }
    if settings.facts {
        dispatch::devirtualise(&program.db, &mut instances, !compile::begins(&roots), |_| true);
    }
    let places: Vec<usize> = (0..instances.members().len()).collect();
    for defined in places.chunks(modules::PIECE) {
        let module = instances.last_module(Contents { name: &program.loaded.name, defined, candidates: &[] });
        verify_module(lowering, module, &mut broken)?;
    }
    Ok(places.len())
}

fn verify_module(lowering: Lowering, mut module: Module, broken: &mut Option<Form>) -> Result<(), Vec<Report>> {
    if *broken == Some(Form::Instantiated) && break_module(&mut module) {
        *broken = None;
    }
    let mut module = lowering.lowered(module)?;
    if *broken == Some(Form::Lowered) && break_module(&mut module) {
        *broken = None;
        lowering.verify(&module, "the ABI pass");
    }
    Ok(())
}

/// Takes the last block away from a function that has several; whether there is one.
fn break_module(module: &mut Module) -> bool {
    let found = module.functions.iter_mut().find(|function| function.blocks.len() > 1);
    found.is_some_and(|function| function.blocks.pop().is_some())
}
