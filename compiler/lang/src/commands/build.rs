//! `lang build`: a program, an object, or one of the forms in between. It owns where the result goes; the way there is
//! `driver`'s.

use std::path::{Path, PathBuf};

use driver::{Compiled, Generation, LinkInputs, Product, Session, Store};
use mir::{Optimisation, Options};
use project::Report;

use super::{Checked, Context, Exit, Trouble, check_input, open, print};
use crate::arguments::{Build, Emit};
use crate::progress::Progress;
use crate::{arguments, backends, dumps};

pub(super) fn run(context: &Context, build: &Build) -> Result<Exit, Trouble> {
    let (input, objects) = split_inputs(&build.inputs)?;
    if let Some(text) = text_before_checks(context, build, input)? {
        write_text(build.output.as_deref(), &text)?;
        return Ok(Exit::Success);
    }
    if !build.function.is_empty() && build.emit != Some(Emit::AbiDiff) {
        return Err(Trouble("--function is for --emit abi-diff".to_string()));
    }
    let chosen = backends::chosen(&build.generation, build.emit)?;
    let mut checked = check_input(context, input, build.target.as_deref(), &build.reporting)?;
    if checked.has_errors() {
        return checked.finish(context);
    }
    prepare(&mut checked.session, &build.generation)?;
    // A library has nothing to begin with: what comes of it is an object.
    let emit = build.emit.unwrap_or(if checked.session.loaded.is_library {
        Emit::Obj
    } else {
        Emit::Exe
    });
    if matches!(emit, Emit::Obj | Emit::Exe | Emit::LlvmBc) && build.output.as_deref() == Some(Path::new("-")) {
        return Err(Trouble("only the text forms can go to standard output".to_string()));
    }
    let options = backends::options(&build.generation, context.verify, Some(emit));
    if options.report_copies && chosen.main.name() != "llvm" {
        return Err(Trouble(
            "--emit copies is about what an optimiser leaves of copies: leave --backend away, or use --backend llvm"
                .to_string(),
        ));
    }
    let what = if options.report_copies { "copies" } else { "code" };
    let store = store(context, input, &build.generation, &mut checked, what);
    let generation = Generation {
        backend: chosen.main,
        exceptions: &chosen.exceptions,
        options,
        store: &store,
    };
    let progress = Progress::start(&checked.session.loaded.name);
    let result = match emit {
        Emit::Exe => executable(&mut checked, build, objects, &generation),
        Emit::Obj => object(&mut checked, build, &generation),
        Emit::MirSource | Emit::Mir | Emit::Copies | Emit::Clif | Emit::LlvmIr | Emit::Asm => {
            dumps::code(&mut checked.session, emit, &generation)
                .and_then(|text| write_text_reported(&mut checked, build.output.as_deref(), &text))
        }
        Emit::AbiDiff => match checked.session.abi_diff(&build.function) {
            Ok(Ok(text)) => write_text_reported(&mut checked, build.output.as_deref(), &text),
            Ok(Err(missing)) => {
                progress.finish();
                return Err(Trouble(missing));
            }
            Err(reports) => Err(reports),
        },
        Emit::LlvmBc => bitcode(&mut checked, build, &generation),
        Emit::Tokens | Emit::Ast | Emit::Hir | Emit::SourceCfg => Ok(()),
    };
    progress.finish();
    if let Err(reports) = result {
        checked.add(reports);
    } else {
        checked.session.timings.measure("save the cache", || store.save());
    }
    checked.finish(context)
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
fn text_before_checks(context: &Context, build: &Build, input: Option<&Path>) -> Result<Option<String>, Trouble> {
    match build.emit {
        Some(emit @ (Emit::Tokens | Emit::Ast | Emit::Hir | Emit::SourceCfg)) => {
            let session = open(context, input, build.target.as_deref())?;
            Ok(Some(dumps::source(&session, emit)))
        }
        Some(
            Emit::MirSource
            | Emit::Mir
            | Emit::AbiDiff
            | Emit::Copies
            | Emit::Clif
            | Emit::LlvmIr
            | Emit::LlvmBc
            | Emit::Asm
            | Emit::Obj
            | Emit::Exe,
        )
        | None => Ok(None),
    }
}

/// What the command line wants of the code, once the program is loaded.
pub(super) fn prepare(session: &mut Session, generation: &arguments::Generation) -> Result<(), Trouble> {
    session.unchecked = generation.unchecked;
    match generation
        .backend_for
        .iter()
        .find(|(name, _)| !session.has_module(name))
    {
        None => Ok(()),
        Some((name, _)) => Err(Trouble(format!(
            "--backend-for: there is no module `{name}`; the modules are {}",
            session.module_names().join(", ")
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
    let folder = driver::system::cache::folder().filter(|_| !generation.no_cache && !is_standard_input);
    let Some(folder) = folder else {
        return Store::none();
    };
    let path = project::disk::canonical(input.unwrap_or(&checked.session.loaded.folder));
    let identity = format!(
        "{} {what} {:?} {:?} {} {:?} {} {} {}",
        checked.session.target,
        generation.backend,
        generation.backend_for,
        generation.release,
        generation.level,
        generation.unchecked,
        context.verify,
        path.display()
    );
    checked
        .session
        .timings
        .measure("open the cache", || Store::open(folder, &identity))
}

fn executable(
    checked: &mut Checked,
    build: &Build,
    objects: &[PathBuf],
    generation: &Generation<'_>,
) -> Result<(), Vec<Report>> {
    let session = &mut checked.session;
    let destination = match &build.output {
        Some(path) => path.clone(),
        None => session.default_output(""),
    };
    let compiled = session.generate(Product::Program, generation)?;
    let own = session.objects(&compiled, generation)?;
    let inputs = link_inputs(&build.generation.linking, objects, &generation.options);
    session.link(&own, &compiled, &inputs, &destination)
}

fn object(checked: &mut Checked, build: &Build, generation: &Generation<'_>) -> Result<(), Vec<Report>> {
    let session = &mut checked.session;
    let product = session.object_product();
    let compiled: Compiled = session.generate(product, generation)?;
    let object = session.object(&compiled, generation)?;
    let destination = match &build.output {
        Some(path) => path.clone(),
        None => session.default_output(".o"),
    };
    session.write_output(&destination, &object)
}

fn bitcode(checked: &mut Checked, build: &Build, generation: &Generation<'_>) -> Result<(), Vec<Report>> {
    let session = &mut checked.session;
    let bytes = session.backend_bitcode(generation)?;
    let destination = match &build.output {
        Some(path) => path.clone(),
        None => session.default_output(".bc"),
    };
    session.write_output(&destination, &bytes)
}

/// What the command line wants linked.
pub(super) fn link_inputs(linking: &arguments::Linking, objects: &[PathBuf], options: &Options) -> LinkInputs {
    LinkInputs {
        objects: objects.to_vec(),
        search_paths: linking.search_paths.clone(),
        libraries: linking.libraries.clone(),
        optimise: options.optimisation != Optimisation::None,
    }
}

pub(super) fn write_text(output: Option<&Path>, text: &str) -> Result<(), Trouble> {
    match output {
        Some(path) if path != Path::new("-") => {
            driver::system::output::write_file(path, text.as_bytes()).map_err(|error| {
                Trouble(format!(
                    "cannot write {}: {}",
                    path.display(),
                    project::disk::reason(&error)
                ))
            })
        }
        Some(_) | None => print(text),
    }
}

fn write_text_reported(checked: &mut Checked, output: Option<&Path>, text: &str) -> Result<(), Vec<Report>> {
    match output {
        Some(path) if path != Path::new("-") => checked.session.write_output(path, text.as_bytes()),
        // A reader of standard output that has gone away wants no more.
        Some(_) | None => print(text).or(Ok(())),
    }
}
