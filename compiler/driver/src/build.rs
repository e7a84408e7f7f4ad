//! What `lang build`, `run` and `test` make of a checked program: roots, objects, executables. It owns the choice of
//! roots and the way from artifacts to a file; it must not know command lines nor code generators.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use hir::{ItemId, ItemKind, Name};
use lower::Instance;
use mir::{Artifacts, Backend, Options, Sanitizer};
use project::Report;

use crate::compile::Compiled;
use crate::instances::own_items;
use crate::problems::unwritable_output::temporary;
use crate::problems::{backend_failed, no_linker, no_main, no_sanitizer, refused_c};
use crate::program::{Program, Run};
use crate::store::Store;
use crate::system::linker::{self, LinkInputs, LinkProblem};
use crate::system::process::Successor;
use crate::system::{output, process};
use crate::units::{self, LinkTime};
use crate::{compile, examples, missing, outputs};

/// What code is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A program that begins in `main`.
    Program,
    /// Everything that others may call: for an object that C links.
    Library,
    /// What C can name and what that needs: for a library that is linked or loaded.
    Exports,
    /// The tests, each behind its number as first argument.
    Tests,
    /// The benches, in the same way.
    Benches,
}

/// How code is made.
pub struct Generation<'run> {
    /// The code generator.
    pub backend: &'run dyn Backend,
    /// Modules that have another one, by name; the last that names a module counts.
    pub exceptions: &'run [(String, &'run dyn Backend)],
    /// One that is asked instead of [`Generation::backend`], if that optimises, for what is not worth an optimiser's time.
    pub quick: Option<&'run dyn Backend>,
    /// What it is asked to do beyond translating.
    pub options: Options,
    /// Whether the result is an object, which others are linked to that may know the same types.
    pub is_object: bool,
    /// Whether the package's own functions count what of them runs.
    pub coverage: bool,
    /// How far an optimiser looks beyond what it compiles together.
    pub link_time: LinkTime,
    /// Artifacts of earlier builds.
    pub store: &'run Store,
}

impl<'run> Generation<'run> {
    /// One code generator for everything.
    pub fn new(backend: &'run dyn Backend, options: Options, store: &'run Store) -> Generation<'run> {
        Generation {
            backend,
            exceptions: &[],
            quick: None,
            options,
            is_object: false,
            coverage: false,
            link_time: LinkTime::default(),
            store,
        }
    }

    /// The code generator, then those of the exceptions: what the user chose.
    fn chosen(&self) -> impl Iterator<Item = &'run dyn Backend> {
        let exceptions = self.exceptions.iter().map(|(_, backend)| *backend);
        std::iter::once(self.backend).chain(exceptions)
    }

    /// All code generators: the chosen ones, then the quick one.
    pub fn backends(&self) -> Vec<&'run dyn Backend> {
        self.chosen().chain(self.quick).collect()
    }
}

/// Functions of the C library's `libm` that code generators call by themselves, for `%` on floats.
const MATHEMATICS: [&str; 2] = ["fmod", "fmodf"];

/// The library that has them, as after `-l`.
pub(crate) const MATHEMATICS_LIBRARY: &str = "m";

/// The function `main` of the entry.
pub fn main_function(program: &Program) -> Option<ItemId> {
    let module = hir::find_module(&program.db, program.loaded.root, "")?;
    let main = hir::resolve(&program.db, module, Name::new("main"))?.as_item();
    main.filter(|item| item.kind(&program.db) == ItemKind::Function)
}

/// What an object file holds: the program, or the library if there is no `main`.
pub fn object_product(program: &Program) -> Product {
    match main_function(program) {
        Some(_) => Product::Program,
        None => Product::Library,
    }
}

/// The tests of the package that was asked for, in the order of the source, then the examples that have no errors.
pub fn tests(program: &Program) -> Vec<ItemId> {
    let mut items = own_items(&program.db, &program.loaded);
    items.retain(|item| item.kind(&program.db) == ItemKind::Test && !hir::is_bench(&program.db, *item));
    items.extend(examples::tests(program));
    items
}

/// The benches of the package that was asked for, in the order of the source.
pub(crate) fn benches(program: &Program) -> Vec<ItemId> {
    let mut items = own_items(&program.db, &program.loaded);
    items.retain(|item| hir::is_bench(&program.db, *item));
    items
}

/// The tests or benches that a product runs one of, in the order of the source.
pub fn entries(program: &Program, product: Product) -> Vec<ItemId> {
    match product {
        Product::Tests => tests(program),
        Product::Benches => benches(program),
        Product::Program | Product::Library | Product::Exports => Vec::new(),
    }
}

/// Compiles a checked program.
pub fn generate(
    program: &Program,
    run: &mut Run,
    product: Product,
    generation: &Generation<'_>,
) -> Result<Compiled, Vec<Report>> {
    let tests = entries(program, product);
    let roots = roots(program, product, &tests)?;
    check_backends(program, generation)?;
    if let Some(sanitizer) = generation.options.sanitize
        && !generation.is_object
    {
        sanitizing_compiler(program, sanitizer)?;
    }
    compile::compile(program, run, &roots, &tests, generation)
}

/// Says once, rather than for each unit, that a code generator is missing or makes no code for the target.
pub(crate) fn check_backends(program: &Program, generation: &Generation<'_>) -> Result<(), Vec<Report>> {
    let mut reports: Vec<Report> = Vec::new();
    for backend in generation.chosen() {
        if let Err(error) = backend.supports(&program.target) {
            reports.push(backend_failed::report(backend.name(), &error));
        }
    }
    reports.dedup();
    if reports.is_empty() { Ok(()) } else { Err(reports) }
}

/// The names of all modules, as `Generation::exceptions` has them.
pub fn module_names(program: &Program) -> Vec<String> {
    let mut names: Vec<String> =
        hir::all_modules(&program.db).iter().map(|module| module.full_path(&program.db)).collect();
    names.sort();
    names
}

/// Whether a module has this name: the full one, or the path by which its own package imports it.
pub fn has_module(program: &Program, name: &str) -> bool {
    hir::all_modules(&program.db).iter().any(|module| units::is_named(&program.db, &program.loaded, *module, name))
}

/// What must have code. C may call every `extern fn` and reach every global it knows by name, so these are roots of each
/// product.
pub(crate) fn roots(program: &Program, product: Product, tests: &[ItemId]) -> Result<Vec<Instance>, Vec<Report>> {
    let mut roots = Vec::new();
    match product {
        Product::Program => match main_function(program) {
            Some(main) => roots.push(Instance::Entry(main)),
            None => return Err(vec![no_main::report(&program.loaded)]),
        },
        Product::Tests | Product::Benches => {
            roots.push(Instance::TestEntry);
            roots.extend(tests.iter().map(|test| Instance::function(*test)));
        }
        Product::Library => {
            let functions =
                own_items(&program.db, &program.loaded).into_iter().filter(|item| types::has_code(&program.db, *item));
            roots.extend(functions.map(Instance::function));
            if let Some(main) = main_function(program) {
                roots.push(Instance::Entry(main));
            }
        }
        Product::Exports => {}
    }
    for file in &program.loaded.files {
        let Some(module) = hir::module_of_file(&program.db, file.file) else {
            continue;
        };
        for item in hir::module_items(&program.db, module).ids() {
            if types::has_code(&program.db, item) && is_exported(program, item) {
                roots.push(Instance::function(item));
            } else if item.kind(&program.db) == ItemKind::Global && hir::c_symbol(&program.db, item).is_some() {
                roots.push(Instance::Global(item));
            }
        }
    }
    Ok(roots)
}

fn is_exported(program: &Program, item: ItemId) -> bool {
    hir::item_data(&program.db, item).is_some_and(|data| data.function().is_some_and(|head| head.is_extern))
}

/// Links objects to an executable at `destination`, where it stands only when it is whole.
pub fn link(
    program: &Program,
    run: &mut Run,
    objects: &[Vec<u8>],
    compiled: &Compiled,
    inputs: &LinkInputs,
    destination: &Path,
) -> Result<(), Vec<Report>> {
    let place = outputs::place_of_output(program, destination, &inputs.objects)?;
    let folder = output::temporary_folder().map_err(temporary)?;
    let linked = link_within(program, run, folder.path(), objects, compiled, inputs)?;
    outputs::copy_to(run, &place, destination, &linked)
}

/// Links objects to an executable in a folder of our own.
pub(crate) fn link_within(
    program: &Program,
    run: &mut Run,
    folder: &Path,
    objects: &[Vec<u8>],
    compiled: &Compiled,
    inputs: &LinkInputs,
) -> Result<PathBuf, Vec<Report>> {
    let inputs = link_inputs(program, compiled, inputs);
    let compiler = match inputs.sanitize {
        Some(sanitizer) => sanitizing_compiler(program, sanitizer)?,
        None => c_compiler(program),
    };
    let inputs = with_compiled_c(program, run, (&compiler, &inputs), folder)?;
    let destination = folder.join("program");
    run.timings
        .measure("link", || {
            let paths = output::write_numbered(folder, objects)?;
            Ok(linker::link(&compiler, &paths, &inputs, &destination))
        })
        .map_err(temporary)?
        .map_err(|problem| link_problem(program, problem))?;
    Ok(destination)
}

/// The C compiler of the target.
pub(crate) fn c_compiler(program: &Program) -> String {
    linker::program_for(&program.target, abi::Target::host())
}

/// The C compiler of the target that has a sanitizer's library.
fn sanitizing_compiler(program: &Program, sanitizer: Sanitizer) -> Result<String, Vec<Report>> {
    let is_own = abi::Target::host() == Some(program.target);
    let found = if is_own { linker::sanitizing(sanitizer) } else { None };
    found.ok_or_else(|| vec![no_sanitizer::report(sanitizer, is_own)])
}

/// Compiles the C files among what is linked; their objects, in the folder, take their places.
pub(crate) fn with_compiled_c(
    program: &Program,
    run: &mut Run,
    (compiler, inputs): (&str, &LinkInputs),
    folder: &Path,
) -> Result<LinkInputs, Vec<Report>> {
    let mut compiled = inputs.clone();
    for (number, path) in compiled.objects.iter_mut().enumerate() {
        if path.extension().is_none_or(|ending| ending != "c") {
            continue;
        }
        let object = folder.join(format!("c-{number}.o"));
        let made = run.timings.measure("compile C", || linker::compile_c(compiler, path, inputs, &object));
        match made {
            Ok(said) => process::pass_on(&said),
            Err(LinkProblem::Failed { command, output }) => {
                return Err(vec![refused_c::report(&path.to_string_lossy(), &command, &output)]);
            }
            Err(problem @ LinkProblem::NoLinker { .. }) => return Err(link_problem(program, problem)),
        }
        *path = object;
    }
    Ok(compiled)
}

pub(crate) fn link_problem(program: &Program, problem: LinkProblem) -> Vec<Report> {
    match problem {
        LinkProblem::NoLinker { program, reason } => vec![no_linker::report(&program, &reason)],
        LinkProblem::Failed { command, output } => missing::link_failed(program, &command, &output),
    }
}

/// Links an executable in a temporary folder and removes it after `work` has used it.
pub fn with_executable<R>(
    program: &Program,
    run: &mut Run,
    objects: &[Vec<u8>],
    compiled: &Compiled,
    inputs: &LinkInputs,
    work: impl FnOnce(&Path) -> io::Result<R>,
) -> Result<R, Vec<Report>> {
    let folder = output::temporary_folder().map_err(temporary)?;
    let linked = link_within(program, run, folder.path(), objects, compiled, inputs)?;
    work(&linked).map_err(temporary)
}

/// Links an executable that nobody keeps, for this process to go on as.
pub fn successor(
    program: &Program,
    run: &mut Run,
    objects: &[Vec<u8>],
    compiled: &Compiled,
    inputs: &LinkInputs,
    arguments: &[OsString],
) -> Result<Successor, Vec<Report>> {
    let folder = output::temporary_folder().map_err(temporary)?;
    let linked = link_within(program, run, folder.path(), objects, compiled, inputs)?;
    Ok(Successor {
        folder,
        program: linked,
        name: program.loaded.name.clone(),
        arguments: arguments.to_vec(),
        is_debugged: compiled.records.iter().any(Option::is_some),
    })
}

/// Where a result goes if nobody says: beside a project's `lang.toml`, for a single file into the current folder.
pub fn default_output(program: &Program, ending: &str) -> PathBuf {
    let folder = match program.loaded.version {
        Some(_) => program.loaded.folder.as_path(),
        None => Path::new(""),
    };
    folder.join(format!("{}{ending}", program.loaded.name))
}

/// Whether code calls functions of C's `libm` that nobody wrote.
pub(crate) fn wants_mathematics(unit: &Artifacts) -> bool {
    let symbols = unit.functions.iter().flat_map(|function| &function.symbols);
    let undefined = unit.object.iter().flat_map(|object| &object.undefined);
    symbols.chain(undefined).any(|symbol| MATHEMATICS.contains(&symbol.as_str()))
}

/// What is linked: the command line's wishes, the manifests', and `import extern` of the modules that have code here.
pub fn link_inputs(program: &Program, compiled: &Compiled, given: &LinkInputs) -> LinkInputs {
    let mut inputs = given.clone();
    let settings = &program.loaded.link;
    inputs.objects.extend(settings.objects.iter().cloned());
    inputs.search_paths.extend(settings.search_paths.iter().cloned());
    settings.libraries.iter().chain(&compiled.libraries).for_each(|library| inputs.want(library.clone()));
    if compiled.artifacts.iter().any(|unit| wants_mathematics(unit)) {
        inputs.want(MATHEMATICS_LIBRARY.to_string());
    }
    inputs
}
