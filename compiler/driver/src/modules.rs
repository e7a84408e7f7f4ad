//! A program as modules of the intermediate form, for what runs it without machine code. It owns the choice of what is in
//! them: everything that a product's roots reach, once, with checks; after the ABI pass with the calls through tables as an
//! optimiser gets them. It must not know who runs them.

use std::collections::BTreeMap;

use lower::Instance;
use mir::{DebugInformation, Module};
use project::Report;
use source::SourceFile;

use crate::build::Product;
use crate::compile::unbuildable;
use crate::instances::{Contents, Instances};
use crate::positions::SourcePositions;
use crate::program::{Program, Run};
use crate::{build, compile, dispatch, imported_libraries};

/// A whole program in the intermediate form.
pub struct ProgramModules {
    /// Its modules, all in one form.
    pub modules: Vec<Module>,
    /// Where its functions stand.
    pub positions: SourcePositions,
}

/// Functions of a file in the intermediate form, which tells of borrows, with all that they reach.
pub struct Watched {
    /// The code.
    pub modules: ProgramModules,
    /// The symbol of each function that was asked for; nothing where there is none.
    pub symbols: Vec<Option<String>>,
}

/// So many instances are made and looked at together.
pub(crate) const PIECE: usize = 64;

/// The modules of a checked program, before the ABI pass or after it.
///
/// # Errors
/// There is no `main`, or the target's description does not cover a signature.
pub fn modules(program: &Program, run: &Run, product: Product, lowered: bool) -> Result<ProgramModules, Vec<Report>> {
    // What an optimiser is given is run too, after the ABI pass.
    let settings = lower::Settings { facts: lowered, ..compile::lowering(program, run).settings };
    modules_of(program, run, product, lowered, settings).map(|(modules, _)| modules)
}

/// A checked program as files keep it, before the ABI pass: each module of the language as one of its own or all in one, and
/// in each where everything in it stands and which C libraries the program is linked with.
///
/// # Errors
/// There is no `main`.
pub fn kept_modules(
    program: &Program,
    run: &Run,
    product: Product,
    (apart, debug): (bool, DebugInformation),
) -> Result<Vec<Module>, Vec<Report>> {
    let lowering = compile::lowering(program, run);
    let settings = lower::Settings { debug, ..lowering.settings };
    let instances = reached(program, run, product, settings)?;
    let types = compile::described_types(program, &instances, settings);
    let members = instances.members();
    let positions = SourcePositions::with_types(&program.db, members);
    // Whoever reads them wants each once.
    let mut libraries = program.loaded.link.libraries.clone();
    let mut modules: Vec<Module> = match apart {
        true => by_module(program, &instances),
        false => vec![whole(program, &instances)],
    };
    if let Some(types) = types {
        // Whoever links all modules has them once.
        let first = modules.first_mut().expect("a program has what it begins with");
        mir::link(first, types).expect("they define nothing");
    }
    let used = imported_libraries::of_modules(&modules);
    let reached = members.iter().map(|member| member.instance);
    libraries.extend(imported_libraries::imported_libraries(program, reached, &used));
    for module in &mut modules {
        mir::keep_positions(module, &positions);
    }
    if let Some(first) = modules.first_mut() {
        mir::keep_libraries(first, &libraries);
    }
    Ok(modules.into_iter().map(|module| lowering.instantiated(module)).collect())
}

/// A module for each of the language's that has members, by name; what stands in none is in one that is called as the program.
fn by_module(program: &Program, instances: &Instances) -> Vec<Module> {
    let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, member) in instances.members().iter().enumerate() {
        let item = lower::chunk_item(member.instance);
        let name =
            item.map_or_else(|| program.loaded.name.clone(), |item| item.module(&program.db).full_path(&program.db));
        parts.entry(name).or_default().push(place);
    }
    let part =
        |(name, defined): (&String, &Vec<usize>)| instances.last_module(Contents { name, defined, candidates: &[] });
    parts.iter().map(part).collect()
}

/// The same, but they tell of borrows, for the interpreter's model of them.
///
/// # Errors
/// There is no `main`, or the target's description does not cover a signature.
pub fn watched_modules(
    program: &Program,
    run: &Run,
    product: Product,
    lowered: bool,
) -> Result<ProgramModules, Vec<Report>> {
    let settings = lower::Settings { watches: true, ..compile::lowering(program, run).settings };
    modules_of(program, run, product, lowered, settings).map(|(modules, _)| modules)
}

/// A program before the ABI pass that says what debuggers are told, and the types that it declares.
///
/// # Errors
/// There is no `main`.
pub fn described_modules(
    program: &Program,
    run: &Run,
    product: Product,
) -> Result<(ProgramModules, Option<Module>), Vec<Report>> {
    let settings = lower::Settings { debug: mir::DebugInformation::Full, ..compile::lowering(program, run).settings };
    modules_of(program, run, product, false, settings)
}

/// The functions of these names in a file, which may have errors elsewhere.
pub fn watched_functions(program: &Program, run: &Run, file: SourceFile, names: &[String]) -> Watched {
    let module = hir::module_of_file(&program.db, file);
    let function = |name: &String| match hir::resolve(&program.db, module?, hir::Name::new(name))? {
        hir::Resolution::Item(item) => Some(Instance::function(item)),
        hir::Resolution::Module(_)
        | hir::Resolution::Case { .. }
        | hir::Resolution::BuiltinType(_)
        | hir::Resolution::BuiltinFunction(_) => None,
    };
    let functions: Vec<Option<Instance>> = names.iter().map(function).collect();
    let roots: Vec<Instance> = functions.iter().copied().flatten().collect();
    let lowering = compile::lowering(program, run);
    let instances =
        compile::instances(program, run, &roots, &[], lower::Settings { watches: true, ..lowering.settings });
    let modules = vec![lowering.instantiated(whole(program, &instances))];
    let positions = SourcePositions::new(&program.db, instances.members());
    let symbols = functions.iter().map(|found| found.map(|function| lower::symbol(&program.db, function)));
    Watched { symbols: symbols.collect(), modules: ProgramModules { modules, positions } }
}

/// Looks at everything of a checked program that has code, its tests and benches included, in modules of some functions each.
///
/// # Errors
/// What `look` finds, or a signature that the target's description does not cover.
pub fn in_pieces(
    program: &Program,
    run: &Run,
    lowered: bool,
    mut look: impl FnMut(&Module) -> Result<(), Vec<Report>>,
) -> Result<(), Vec<Report>> {
    let roots = roots_of_all(program)?;
    let lowering = compile::lowering(program, run);
    let instances = compile::instances(program, run, &roots, &[], lowering.settings);
    let places: Vec<usize> = (0..instances.members().len()).collect();
    for defined in places.chunks(PIECE) {
        let module = instances.last_module(Contents { name: &program.loaded.name, defined, candidates: &[] });
        look(&lowering.in_form(module, lowered)?)?;
    }
    Ok(())
}

/// What leads to everything of a program that has code, its tests and benches included.
pub(crate) fn roots_of_all(program: &Program) -> Result<Vec<Instance>, Vec<Report>> {
    let mut roots = build::roots(program, Product::Library, &[])?;
    roots.extend(build::tests(program).into_iter().chain(build::benches(program)).map(Instance::function));
    Ok(roots)
}

/// The modules with what debuggers are told of declared types, if they are told anything.
fn modules_of(
    program: &Program,
    run: &Run,
    product: Product,
    lowered: bool,
    settings: lower::Settings,
) -> Result<(ProgramModules, Option<Module>), Vec<Report>> {
    let instances = reached(program, run, product, settings)?;
    let lowering = compile::lowering(program, run);
    let types = compile::described_types(program, &instances, settings).map(|types| lowering.instantiated(types));
    let module = lowering.in_form(whole(program, &instances), lowered)?;
    let positions = SourcePositions::new(&program.db, instances.members());
    Ok((ProgramModules { modules: vec![module], positions }, types))
}

/// What a product needs, in order.
fn reached(
    program: &Program,
    run: &Run,
    product: Product,
    settings: lower::Settings,
) -> Result<Instances, Vec<Report>> {
    let tests = build::entries(program, product);
    let roots = build::roots(program, product, &tests)?;
    let mut instances = compile::instances(program, run, &roots, &tests, settings);
    if settings.facts {
        dispatch::devirtualise(&program.db, &mut instances, !compile::begins(&roots), |_| true);
    }
    let clashes = unbuildable(&program.db, &instances);
    if clashes.is_empty() { Ok(instances) } else { Err(clashes) }
}

/// All of some instances in one module, which they are gone into.
fn whole(program: &Program, instances: &Instances) -> Module {
    let defined: Vec<usize> = (0..instances.members().len()).collect();
    instances.last_module(Contents { name: &program.loaded.name, defined: &defined, candidates: &[] })
}
