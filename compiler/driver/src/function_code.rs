//! The code of one function, by itself: what an editor shows of it and what is asked about it. Nothing that the function
//! calls is built with it, except bodies that an optimiser may inline. It owns the way from an item to modules; it must not
//! know who looks at them. Modules are plain data, so that code generators can be asked when the database is gone.

use hir::ItemId;
use lower::Instance;
use mir::{Backend, Module, Optimisation, Options};
use rustc_hash::FxHashSet;
use source::Database;

use crate::compile::keep_private;
use crate::instances::{Contents, Instances, Making};
use crate::program::{Program, Run};
use crate::units::LinkTime;
use crate::{build, compile, dispatch, merging, units};

/// A function in both forms of the intermediate code.
#[derive(Clone, Debug)]
pub struct FunctionCode {
    /// Its name for the linker.
    pub symbol: String,
    /// Before the ABI pass.
    pub source: Module,
    /// As code generators read it.
    pub lowered: Module,
}

/// A function as an optimiser gets it.
#[derive(Clone, Debug)]
pub struct OptimisedCode {
    /// The unit that it is in.
    pub unit: Module,
    /// Whether that is the unit of a build: of a program with many functions, or with errors, or that never calls it, the
    /// function is looked at by itself.
    pub is_whole: bool,
}

/// What a build with an optimiser asks for, as far as it decides about units.
const OPTIMISING: Options = Options {
    optimisation: Optimisation::Speed,
    verify: false,
    position_independent: true,
    source_positions: false,
    debug: mir::DebugInformation::None,
    report_copies: false,
    sanitize: None,
};

/// Why a function has no code; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCode(pub String);

/// The intermediate code of a function or test. Made for an optimiser, it has what that would be given in a build:
/// bodies to inline and facts for its passes.
///
/// # Errors
/// When the function has errors, has type parameters, or the target's description does not cover something.
pub fn function_code(program: &Program, run: &Run, item: ItemId, for_optimiser: bool) -> Result<FunctionCode, NoCode> {
    let db = &program.db;
    if !lower::can_be_built(db, item, types::Arguments::NONE) {
        let name = item.name(db).text();
        return Err(NoCode(format!(
            "`{name}` has no code: it has errors or type parameters, or uses something that has errors"
        )));
    }
    let instance = Instance::function(item);
    let symbol = lower::symbol(db, instance);
    let lowering = compile::lowering(program, run);
    let settings = lower::Settings { facts: for_optimiser, ..lowering.settings };
    let making = Making { threads: run.threads, tests: &[], settings: &|_, _| settings, can_be_made };
    let steps = if for_optimiser { units::INLINE_DEPTH } else { 0 };
    let instances = Instances::pull_near(db, &[instance], steps, &making);
    let defined: Vec<usize> = instances.place(instance).into_iter().collect();
    let candidates = match for_optimiser {
        true => units::inline_candidates(db, &instances, &defined, LinkTime::Separate, |_| true),
        false => Vec::new(),
    };
    let name = units::name(db, &program.loaded, std::iter::once(instance));
    let module = || instances.module(Contents { name: &name, defined: &defined, candidates: &candidates });
    Ok(FunctionCode {
        source: lowering.instantiated(module()),
        lowered: lowering.lowered(module()).map_err(|reports| NoCode(messages(&reports)))?,
        symbol,
    })
}

/// The unit that a function is compiled in when its program is built with an optimiser and perhaps a quick code generator
/// beside it (see [`crate::Generation::quick`]), for any target of the same system.
///
/// # Errors
/// As [`function_code`], and when the target belongs to another system than the program is checked for.
pub fn optimised_code(
    program: &Program,
    run: &Run,
    item: ItemId,
    target: &abi::Target,
    backend: &dyn Backend,
    quick: Option<&dyn Backend>,
) -> Result<OptimisedCode, NoCode> {
    if target.operating_system != program.target.operating_system {
        return Err(NoCode(format!("the program is checked for {}", program.target)));
    }
    let symbol = lower::symbol(&program.db, Instance::function(item));
    let whole = only_unit(program, run, backend)
        .filter(|(_, instances)| instances.members().iter().any(|member| *member.symbol == *symbol));
    let Some((mut shared, instances)) = whole else {
        let code = function_code(&program.for_target(target), run, item, true)?;
        return Ok(OptimisedCode { unit: code.lowered, is_whole: false });
    };
    let members = instances.members();
    let spares = units::spares_optimiser(backend, quick, target, &OPTIMISING);
    let is_beside = |place: &usize| spares && lower::is_unoptimised(&program.db, members[*place].instance);
    let (beside, defined): (Vec<usize>, Vec<usize>) = (0..members.len()).partition(is_beside);
    shared.extend(beside.iter().flat_map(|place| members[*place].needs.iter().copied()));
    let name = units::name(&program.db, &program.loaded, defined.iter().map(|place| members[*place].instance));
    let module = instances.last_module(Contents { name: &name, defined: &defined, candidates: &[] });
    let lowering = compile::lowering(program, run).for_target(target);
    let mut unit = lowering.lowered(module).map_err(|reports| NoCode(messages(&reports)))?;
    keep_private(&mut unit, defined.iter().map(|place| &members[*place]), &shared);
    Ok(OptimisedCode { unit, is_whole: true })
}

/// Roots and contents of the only unit of the program, made for an optimiser, if it has only one and all of it can be
/// built.
fn only_unit(program: &Program, run: &Run, backend: &dyn Backend) -> Option<(FxHashSet<Instance>, Instances)> {
    let (roots, mut instances) = small_program(program, run, backend)?;
    dispatch::devirtualise(&program.db, &mut instances, !compile::begins(&roots), |_| true);
    let roots: FxHashSet<Instance> = roots.into_iter().collect();
    merging::merge(&mut instances, |instance| !roots.contains(&instance));
    Some((roots, instances))
}

/// Roots and instances of the program, made for an optimiser, if they fit into one unit and can all be built.
pub(crate) fn small_program(program: &Program, run: &Run, backend: &dyn Backend) -> Option<(Vec<Instance>, Instances)> {
    let roots = build::roots(program, build::object_product(program), &[]).ok()?;
    let limit = 2 * backend.functions_per_unit() - 1;
    let settings = lower::Settings { facts: true, ..compile::lowering(program, run).settings };
    let making = Making { threads: run.threads, tests: &[], settings: &|_, _| settings, can_be_made };
    let instances = Instances::pull_within(&program.db, &roots, limit, &making)?;
    instances.members().iter().all(|member| member.is_made).then_some((roots, instances))
}

fn messages(reports: &[project::Report]) -> String {
    let messages: Vec<&str> = reports.iter().map(|report| report.message.as_str()).collect();
    messages.join("\n")
}

/// Whether an instance can be built in a program that may have errors.
pub(crate) fn can_be_made(db: &Database, instance: Instance) -> bool {
    match instance {
        Instance::Function(item, arguments)
        | Instance::Closure(item, _, arguments)
        | Instance::Forwarder(item, arguments) => lower::can_be_built(db, item, arguments),
        Instance::Entry(item) => lower::can_be_built(db, item, types::Arguments::NONE),
        // They follow from types of bodies that can be built.
        Instance::Environment(_)
        | Instance::Drop(_)
        | Instance::Boxed(_)
        | Instance::Slot(..)
        | Instance::Table(..)
        | Instance::Retain(_)
        | Instance::Constant(_)
        | Instance::Global(_) => true,
        Instance::TestEntry => false,
    }
}
