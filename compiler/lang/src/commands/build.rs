//! `lang build`: a program, an object, or one of the forms in between. It owns where the result goes; the way there is
//! `driver`'s.

use std::path::{Path, PathBuf};

use driver::{Compiled, Generation, LinkInputs, Product, Program, Run, Store};
use mir::{Optimisation, Options};
use project::Report;

use super::{Checked, Context, Exit, Trouble, check_input, open, print, style};
use crate::arguments::{Build, Emit};
use crate::progress::Progress;
use crate::{arguments, backends, dumps, output, render};

pub(super) fn run(context: &Context, build: &Build) -> Result<Exit, Trouble> {
    let (input, objects) = split_inputs(&build.inputs)?;
    if let Some(exit) = text_before_checks(context, build, input)? {
        return Ok(exit);
    }
    if !build.function.is_empty() && build.emit != Some(Emit::AbiDiff) {
        return Err(Trouble("--function is for --emit abi-diff".to_string()));
    }
    if build.strip && build.generation.debug && !build.generation.debug_none {
        return Err(Trouble(
            "--strip leaves out what -g asks for: leave one of them away; who wants both keeps an unstripped build, from which \
             `objcopy --only-keep-debug` makes a file for debuggers"
                .to_string(),
        ));
    }
    let chosen = backends::chosen(&build.generation, build.emit)?;
    let mut checked = check_input(context, input, build.target.as_deref(), &build.reporting)?;
    if checked.has_errors() {
        return checked.finish(context);
    }
    prepare(&mut checked.program, &build.generation)?;
    // A library has nothing to begin with: what comes of it is an object.
    let emit = build.emit.unwrap_or(if checked.program.loaded.is_library { Emit::Obj } else { Emit::Exe });
    let is_library = matches!(emit, Emit::Shared | Emit::Staticlib);
    if build.strip && !matches!(emit, Emit::Exe | Emit::Shared) {
        return Err(Trouble(
            "--strip is for executables and shared libraries, and what is linked later needs its names: strip what it is linked \
             to"
                .to_string(),
        ));
    }
    if is_library {
        check_library(&checked.program, build, emit, objects)?;
    }
    if (is_library || matches!(emit, Emit::Obj | Emit::Exe | Emit::LlvmBc))
        && build.output.as_deref() == Some(Path::new("-"))
    {
        return Err(Trouble("only the text forms can go to standard output".to_string()));
    }
    let strip = strips(build, &checked.program, emit);
    // Nobody would read it.
    let debug = if strip { Some(project::DebugSetting::None) } else { checked.program.loaded.debug };
    let options = backends::options(&build.generation, debug, context.verify, Some(emit));
    if options.report_copies && chosen.main.name() != "llvm" {
        return Err(Trouble(
            "--emit copies is about what an optimiser leaves of copies: leave --backend away, or use --backend llvm"
                .to_string(),
        ));
    }
    if emit == Emit::Devirtualised && !chosen.main.optimises(&options) {
        return Err(Trouble(
            "--emit devirtualised is about what an optimiser gets: leave --backend and -O0 away".into(),
        ));
    }
    let what = if options.report_copies { "copies" } else { "code" };
    let store = store(context, input, &build.generation, &mut checked, what);
    let generation = Generation { is_object: is_library || emit == Emit::Obj, ..chosen.generation(options, &store) };
    let progress = Progress::start(&checked.program.loaded.name);
    let result = match emit {
        Emit::Exe => executable(&mut checked, build, (objects, strip), &generation).map_err(Refusal::Reports),
        Emit::Shared | Emit::Staticlib => {
            library(&mut checked, build, (objects, strip), &generation).map_err(Refusal::Reports)
        }
        Emit::Obj => object(&mut checked, build, &generation).map_err(Refusal::Reports),
        Emit::MirSource | Emit::Mir | Emit::Copies | Emit::Devirtualised | Emit::Clif | Emit::LlvmIr | Emit::Asm => {
            dumps::code(&checked.program, &mut checked.run, emit, &generation)
                .map_err(Refusal::Reports)
                .and_then(|text| write_text(&checked.program, &mut checked.run, build.output.as_deref(), &text))
        }
        Emit::AbiDiff => match driver::abi_diff(&checked.program, &checked.run, &build.function) {
            Ok(Ok(text)) => write_text(&checked.program, &mut checked.run, build.output.as_deref(), &text),
            Ok(Err(missing)) => Err(Refusal::Trouble(Trouble(missing))),
            Err(reports) => Err(Refusal::Reports(reports)),
        },
        Emit::LlvmBc => bitcode(&mut checked, build, &generation).map_err(Refusal::Reports),
        Emit::Tokens | Emit::Ast | Emit::Resolved | Emit::Hir | Emit::SourceCfg => Ok(()),
    };
    progress.finish();
    match result {
        Ok(()) => checked.run.timings.measure("save the cache", || store.save()),
        Err(Refusal::Reports(reports)) => checked.add(reports),
        Err(Refusal::Trouble(trouble)) => return Err(trouble),
    }
    checked.finish(context)
}

/// Whether names and debug information are left out of what is linked: as the command line says, else of optimised builds as
/// the manifest says, if nobody asks for what would be left out.
fn strips(build: &Build, program: &Program, emit: Emit) -> bool {
    let generation = &build.generation;
    let by_manifest = || {
        program.loaded.strip
            && matches!(emit, Emit::Exe | Emit::Shared)
            && backends::optimisation(generation.level, generation.release) != Optimisation::None
            && (!generation.debug || generation.debug_none)
            && generation.sanitize.is_none()
    };
    build.strip || by_manifest()
}

/// Why there is no result.
pub(super) enum Refusal {
    /// Something that has a kind and can be explained.
    Reports(Vec<Report>),
    /// Wrong usage, or nowhere to write to.
    Trouble(Trouble),
}

/// The first path is the program; what follows is linked to it.
pub(super) fn split_inputs(inputs: &[PathBuf]) -> Result<(Option<&Path>, &[PathBuf]), Trouble> {
    let (input, objects) = match inputs.split_first() {
        Some((first, rest)) if !is_for_linker(first) => (Some(first.as_path()), rest),
        Some(_) | None => (None, inputs),
    };
    for object in objects {
        if !is_for_linker(object) {
            return Err(Trouble(format!(
                "{}: only the first argument is a program; the others are .c, .o, .a or .so files to link",
                object.display()
            )));
        }
    }
    all_there(objects)?;
    Ok((input, objects))
}

/// Whether a path is that of a C file, an object file, an archive or a shared library: never a program's.
pub(super) fn is_for_linker(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ["c", "o", "a", "so"].contains(&ending))
}

/// Says which of the files to link is not there.
pub(super) fn all_there(objects: &[PathBuf]) -> Result<(), Trouble> {
    match objects.iter().find(|object| !project::disk::is_file(object)) {
        None => Ok(()),
        Some(missing) => Err(Trouble(format!("there is no file {}", missing.display()))),
    }
}

/// The forms that broken programs have too.
fn text_before_checks(context: &Context, build: &Build, input: Option<&Path>) -> Result<Option<Exit>, Trouble> {
    let Some(emit) = build.emit.filter(|emit| emit.is_of_source()) else {
        return Ok(None);
    };
    let (program, mut run) = open(context, input, build.target.as_deref())?;
    let text = dumps::source(&program, emit);
    match write_text(&program, &mut run, build.output.as_deref(), &text) {
        Ok(()) => Ok(Some(Exit::Success)),
        Err(Refusal::Trouble(trouble)) => Err(trouble),
        Err(Refusal::Reports(reports)) => {
            render::print(&reports, style(context, &build.reporting), &driver::all_kinds())?;
            Ok(Some(Exit::Errors))
        }
    }
}

/// What the command line wants of the code, once the program is loaded.
pub(super) fn prepare(program: &mut Program, generation: &arguments::Generation) -> Result<(), Trouble> {
    program.unchecked = generation.unchecked;
    match generation.backend_for.iter().find(|(name, _)| !driver::has_module(program, name)) {
        None => Ok(()),
        Some((name, _)) => Err(Trouble(format!(
            "--backend-for: there is no module `{name}`; the modules are {}",
            driver::module_names(program).join(", ")
        ))),
    }
}

/// Where artifacts of this program are kept; `what` tells apart what is made of one program in turns. Nowhere for standard input, which has no name to find it by again.
pub(super) fn store(
    context: &Context,
    input: Option<&Path>,
    generation: &arguments::Generation,
    checked: &mut Checked,
    what: &str,
) -> Store {
    let is_standard_input = input == Some(Path::new("-"));
    if generation.no_cache || is_standard_input {
        return Store::none();
    }
    let folder = match driver::system::cache::usable_folder() {
        Ok(Some(folder)) => folder,
        Ok(None) => return Store::none(),
        Err(reason) => {
            output::complain("note", &format!("the cache is not used: {reason}"));
            return Store::none();
        }
    };
    let path = project::disk::canonical(input.unwrap_or(&checked.program.loaded.folder));
    let identity = format!(
        "{} {what} {:?} {:?} {} {:?} {} {:?} {} {}",
        checked.program.target,
        generation.backend,
        generation.backend_for,
        generation.release,
        generation.level,
        generation.unchecked,
        generation.sanitize,
        context.verify,
        path.display()
    );
    checked.run.timings.measure("open the cache", || Store::open(folder, &identity))
}

fn executable(
    checked: &mut Checked,
    build: &Build,
    (objects, strip): (&[PathBuf], bool),
    generation: &Generation<'_>,
) -> Result<(), Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let destination = match &build.output {
        Some(path) => path.clone(),
        None => driver::default_output(program, ""),
    };
    let compiled = driver::generate(program, run, Product::Program, generation)?;
    let own = driver::objects(program, run, &compiled, generation)?;
    let inputs = LinkInputs { strip, ..link_inputs(&build.generation.linking, objects, &generation.options) };
    driver::link(program, run, &own, &compiled, &inputs, &destination)
}

fn object(checked: &mut Checked, build: &Build, generation: &Generation<'_>) -> Result<(), Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let product = driver::object_product(program);
    let compiled: Compiled = driver::generate(program, run, product, generation)?;
    let object = driver::object(program, run, &compiled, generation)?;
    let destination = match &build.output {
        Some(path) => path.clone(),
        None => driver::default_output(program, ".o"),
    };
    driver::write_output(program, run, &destination, &object)
}

/// Says what cannot become a library, or part of one.
fn check_library(program: &Program, build: &Build, emit: Emit, objects: &[PathBuf]) -> Result<(), Trouble> {
    if driver::main_function(program).is_some() {
        return Err(Trouble("this program begins in `main`, and a library has none".to_string()));
    }
    if build.generation.sanitize.is_some() {
        return Err(Trouble("--sanitize is for programs: build one with this library in it".to_string()));
    }
    let is_joined = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "a" || ending == "so");
    match objects.iter().chain(&program.loaded.link.objects).find(is_joined) {
        Some(path) if emit == Emit::Staticlib => Err(Trouble(format!(
            "{}: an archive holds objects only; name this where the program is linked",
            path.display()
        ))),
        Some(_) | None => Ok(()),
    }
}

fn library(
    checked: &mut Checked,
    build: &Build,
    (objects, strip): (&[PathBuf], bool),
    generation: &Generation<'_>,
) -> Result<(), Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let is_shared = build.emit == Some(Emit::Shared);
    let destination = match &build.output {
        Some(path) => path.clone(),
        None => driver::default_library(program, if is_shared { ".so" } else { ".a" }),
    };
    let compiled = driver::generate(program, run, Product::Exports, generation)?;
    let inputs = LinkInputs { strip, ..link_inputs(&build.generation.linking, objects, &generation.options) };
    if is_shared {
        driver::shared_library(program, run, &compiled, generation, &inputs, &destination)
    } else {
        driver::static_library(program, run, &compiled, generation, &inputs, &destination)
    }
}

fn bitcode(checked: &mut Checked, build: &Build, generation: &Generation<'_>) -> Result<(), Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let bytes = driver::dumps::backend_bitcode(program, run, generation)?;
    let destination = match &build.output {
        Some(path) => path.clone(),
        None => driver::default_output(program, ".bc"),
    };
    driver::write_output(program, run, &destination, &bytes)
}

/// What the command line wants linked.
pub(super) fn link_inputs(linking: &arguments::Linking, objects: &[PathBuf], options: &Options) -> LinkInputs {
    LinkInputs {
        objects: objects.to_vec(),
        search_paths: linking.search_paths.clone(),
        libraries: linking.libraries.clone(),
        optimise: options.optimisation != Optimisation::None,
        sanitize: options.sanitize,
        debug: options.debug,
        strip: false,
    }
}

/// Writes a text form to a file, or to standard output.
pub(super) fn write_text(program: &Program, run: &mut Run, output: Option<&Path>, text: &str) -> Result<(), Refusal> {
    match output {
        Some(path) if path != Path::new("-") => {
            driver::write_output(program, run, path, text.as_bytes()).map_err(Refusal::Reports)
        }
        Some(_) | None => print(text).map_err(Refusal::Trouble),
    }
}
