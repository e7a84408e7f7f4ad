//! From reachable instances to artifacts: the ABI pass, fingerprints, the cache, the backend. It owns the way of a unit
//! through them and the order of the results. It must not know any code generator.

use std::sync::Arc;

use hir::ItemId;
use lower::Instance;
use mir::debug::Records;
use mir::{AbiPass, Artifacts, Backend, DebugInformation, Module, Optimisation, Options};
use project::{Loaded, Report};
use rustc_hash::FxHashSet;
use source::Database;

use crate::build::Generation;
use crate::coverage::{Counted, Counters};
use crate::dispatch::{self, DispatchedCall};
use crate::imported_libraries;
use crate::instances::{Contents, Instances, Making, Member};
use crate::merging;
use crate::parallel;
use crate::pieces::{self, UnitFingerprint};
use crate::positions::SourcePositions;
use crate::problems::{backend_failed, duplicate_symbol, oversized_instance};
use crate::program::{Program, Run};
use crate::units::{self, Choice, Exchange, LinkTime, UnitPlan};

/// A compiled program: its artifacts in order, and where its functions stand.
pub struct Compiled {
    /// One for each unit.
    pub artifacts: Vec<Arc<Artifacts>>,
    /// What debuggers are told of each, if they are told anything.
    pub(crate) records: Vec<Option<Records>>,
    /// The declared types that debuggers are told of.
    pub(crate) types: Option<Records>,
    /// The position of each unit's code generator in [`Generation::backends`].
    pub(crate) made_by: Vec<usize>,
    /// For site and line tables.
    pub positions: SourcePositions,
    /// C libraries that its modules import.
    pub libraries: Vec<String>,
    /// How many of the units came out of the cache.
    pub cached: usize,
    /// The counters of its functions, if they count.
    pub counters: Option<Counters>,
}

impl Compiled {
    /// The artifacts of each unit with what debuggers are told of it.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (&Artifacts, Option<&Records>)> {
        self.artifacts.iter().zip(&self.records).map(|(artifacts, records)| (artifacts.as_ref(), records.as_ref()))
    }

    /// What debuggers are told of all units, for checks that get it wrong on purpose.
    pub fn records_mut(&mut self) -> impl Iterator<Item = &mut Records> {
        self.records.iter_mut().flatten().chain(&mut self.types)
    }
}

/// The units of a program.
struct Plan {
    instances: Instances,
    units: Vec<UnitPlan>,
    exchange: Exchange,
    /// The position of the code generator whose units are compiled quickly.
    quick: Option<usize>,
}

impl Plan {
    fn is_quick(&self, index: usize) -> bool {
        self.quick == Some(self.units[index].backend)
    }

    /// What the code generator of a unit is asked to do.
    fn options(&self, index: usize, options: &Options) -> Options {
        if self.is_quick(index) { units::quick_options(options) } else { *options }
    }

    /// A unit as its code generator reads it; what it defines is gone from the plan afterwards, if no unit has candidates.
    fn module(
        &self,
        db: &Database,
        (loaded, lowering): (&Loaded, Lowering),
        index: usize,
        generation: &Generation<'_>,
    ) -> Result<Module, Vec<Report>> {
        let unit = &self.units[index];
        let backend = generation.backends()[unit.backend];
        let defined = || unit.defined.iter().map(|place| &self.instances.members()[*place]);
        let name = units::name(db, loaded, defined().map(|member| member.instance));
        let candidates = self.exchange.candidates.get(index).map_or(&[][..], Vec::as_slice);
        let contents = Contents { name: &name, defined: &unit.defined, candidates };
        let are_read_again = self.exchange.candidates.iter().any(|candidates| !candidates.is_empty());
        let module = match are_read_again {
            true => self.instances.module(contents),
            false => self.instances.last_module(contents),
        };
        let mut module = lowering.for_backend(backend).lowered(module)?;
        if backend.optimises(&self.options(index, &generation.options)) {
            keep_private(&mut module, defined(), &self.exchange.shared);
        }
        Ok(module)
    }
}

/// A unit that was compiled, or found.
struct Made {
    artifacts: Arc<Artifacts>,
    records: Option<Records>,
    /// How many functions it defines.
    functions: usize,
    /// How many of them were compiled now; nothing if the whole unit was found.
    compiled: Option<usize>,
}

/// How instances and modules are made for a program.
#[derive(Clone, Copy)]
pub(crate) struct Lowering {
    target: abi::Target,
    verify: bool,
    /// Whether the ABI pass writes down what backends need that read LLVM's signatures.
    llvm_signatures: bool,
    /// What an instance is built with, for a code generator that does not optimise.
    pub(crate) settings: lower::Settings,
}

impl Lowering {
    /// What instances are built with for a code generator, which may read facts that only optimisers need.
    pub(crate) fn settings_for(self, backend: &dyn Backend, options: &Options) -> lower::Settings {
        lower::Settings { facts: backend.optimises(options), debug: options.debug, ..self.settings }
    }

    /// The same for nobody but one code generator.
    pub(crate) fn for_backend(mut self, backend: &dyn Backend) -> Lowering {
        self.llvm_signatures = backend.reads_llvm_signatures();
        self
    }

    /// The same for another target.
    pub(crate) fn for_target(mut self, target: &abi::Target) -> Lowering {
        self.target = *target;
        self
    }

    /// A module of instances, verified if that is wanted.
    pub(crate) fn instantiated(self, module: Module) -> Module {
        self.verify(&module, "instantiation");
        module
    }

    /// The same in the form that backends read.
    pub(crate) fn lowered(self, module: Module) -> Result<Module, Vec<Report>> {
        let mut module = self.instantiated(module);
        self.lower(&mut module)?;
        self.verify(&module, "the ABI pass");
        Ok(module)
    }

    /// Makes the one form of the other, unverified.
    pub(crate) fn lower(self, module: &mut Module) -> Result<(), Vec<Report>> {
        let mut pass = AbiPass::new(self.target).with_llvm_signatures(self.llvm_signatures);
        pass.run(module).map_err(|error| vec![backend_failed::abi(&error)])
    }

    /// The one or the other.
    pub(crate) fn in_form(self, module: Module, lowered: bool) -> Result<Module, Vec<Report>> {
        if lowered { self.lowered(module) } else { Ok(self.instantiated(module)) }
    }

    /// A module that breaks the rules of the intermediate code is a mistake of this compiler, so it ends here and now.
    fn verify(self, module: &Module, stage: &str) {
        if let Some(problems) = self.verify.then(|| wrong(module, stage)).flatten() {
            panic!("{problems}");
        }
    }
}

/// The rules that a module breaks, if it breaks any, with the stage that it has come to.
pub(crate) fn wrong(module: &Module, stage: &str) -> Option<String> {
    let problems = mir::verify(module).err()?;
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Some(format!("the intermediate code is wrong after {stage}:\n{}", problems.join("\n")))
}

/// Hides what nobody outside of a unit refers to, so that an optimiser may do with it what it likes.
pub(crate) fn keep_private<'a>(
    module: &mut Module,
    defined: impl Iterator<Item = &'a Member>,
    shared: &FxHashSet<Instance>,
) {
    let private: FxHashSet<&str> = defined
        .filter(|member| !shared.contains(&member.instance))
        .map(|member| &*member.symbol)
        .filter(|symbol| !mir::PANIC_SYMBOLS.contains(symbol))
        .collect();
    module.keep_to_itself(|symbol| private.contains(symbol));
}

/// A backend's refusal, at the function that it is about.
fn refused(db: &Database, backend: &str, error: &mir::BackendError, members: &[Member]) -> Report {
    let is_about = |instance: &&Member| error.symbol.as_deref() == Some(&*instance.symbol);
    let item = members.iter().find(is_about).and_then(|found| lower::chunk_item(found.instance));
    match item.and_then(|item| hir::item_name_span(db, item)) {
        Some(place) => backend_failed::at(db, place, backend, error),
        None => backend_failed::report(backend, error),
    }
}

/// Reports of what no object file could hold: symbols that are defined twice, instances that are too large.
pub(crate) fn unbuildable(db: &Database, instances: &Instances) -> Vec<Report> {
    let report = |(symbol, clash): &(Arc<str>, [Instance; 2])| {
        let mut report = Report::without_place(
            &duplicate_symbol::DUPLICATE_SYMBOL,
            format!("two things are called `{symbol}` for the linker"),
        );
        let mut names: Vec<String> =
            clash.iter().filter_map(|instance| lower::chunk_item(*instance)).map(|item| item.path(db)).collect();
        names.sort();
        if !names.is_empty() {
            report.notes.push(format!("they are {}", names.join(" and ")));
        }
        report
    };
    instances.clashes.iter().map(report).chain(oversized(db, instances)).collect()
}

/// A report of instances whose type arguments have made a type in them too large.
fn oversized(db: &Database, instances: &Instances) -> Option<Report> {
    let members = instances.members();
    let first = members.iter().find(|member| member.is_too_large)?;
    let name = |instance: Instance| lower::chunk_item(instance).map(|item| item.path(db));
    let mut report = Report::without_place(
        &oversized_instance::OVERSIZED_INSTANCE,
        format!("an instance of `{}` has a type that is too large", name(first.instance).unwrap_or_default()),
    );
    let mut chain = vec![first.instance];
    while chain.len() < MOST_SHOWN
        && let Some(needing) = members.iter().find(|member| member.needs.contains(&chain[chain.len() - 1]))
        && !chain.contains(&needing.instance)
    {
        chain.push(needing.instance);
    }
    let names: Vec<String> = chain.iter().skip(1).filter_map(|instance| name(*instance)).collect();
    if !names.is_empty() {
        report.notes.push(format!("it is needed by `{}`", names.join("`, that by `")));
    }
    Some(report)
}

/// Steps of a chain of instances that a message spells out.
const MOST_SHOWN: usize = 8;

/// How modules are made for this program.
pub(crate) fn lowering(program: &Program, run: &Run) -> Lowering {
    Lowering {
        target: program.target,
        verify: run.verify,
        llvm_signatures: true,
        settings: lower::Settings { overflow_checks: !program.unchecked, ..lower::Settings::default() },
    }
}

/// Instances that are all built alike.
pub(crate) fn instances(
    program: &Program,
    run: &Run,
    roots: &[Instance],
    tests: &[ItemId],
    settings: lower::Settings,
) -> Instances {
    Instances::pull(
        &program.db,
        roots,
        &Making { threads: run.threads, tests, settings: &|_, _| settings, can_be_made: |_, _| true },
    )
}

/// What becomes of the calls through `dyn` of what `roots` reach.
pub(crate) fn dispatched(
    program: &Program,
    run: &mut Run,
    roots: &[Instance],
    generation: &Generation<'_>,
) -> (Vec<DispatchedCall>, SourcePositions) {
    let (choice, settings) = choice(program, run, generation);
    let mut instances = pull(program, run, roots, &[], (&choice, &settings), &Counted::default());
    let positions = SourcePositions::new(&program.db, instances.members());
    let optimises = |instance| settings[choice.of(&program.db, instance)].facts;
    (dispatch::devirtualise(&program.db, &mut instances, generation.is_object || !begins(roots), optimises), positions)
}

/// Which code generator each module has, and what instances are built with for each of them.
fn choice(program: &Program, run: &Run, generation: &Generation<'_>) -> (Choice, Vec<lower::Settings>) {
    let choice = Choice::new(&program.db, &program.loaded, &program.target, generation);
    let lowering = lowering(program, run);
    let backends = generation.backends();
    let settings = backends.iter().map(|backend| lowering.settings_for(*backend, &generation.options));
    (choice, settings.collect())
}

fn pull(
    program: &Program,
    run: &mut Run,
    roots: &[Instance],
    tests: &[ItemId],
    (choice, settings): (&Choice, &[lower::Settings]),
    counted: &Counted,
) -> Instances {
    let making = Making {
        threads: run.threads,
        tests,
        settings: &|db, instance| lower::Settings {
            coverage: counted.has(db, instance),
            ..settings[choice.of(db, instance)]
        },
        can_be_made: |_, _| true,
    };
    let instances = run.timings.measure("instantiate", || Instances::pull(&program.db, roots, &making));
    run.timings.count(instances.members().len(), "instances");
    instances
}

/// The units of what `roots` reach.
fn plan(program: &Program, run: &mut Run, roots: &[Instance], tests: &[ItemId], generation: &Generation<'_>) -> Plan {
    let backends = generation.backends();
    let (choice, settings) = choice(program, run, generation);
    let counted = if generation.coverage { Counted::of(program) } else { Counted::default() };
    let mut instances = pull(program, run, roots, tests, (&choice, &settings), &counted);
    if settings.iter().any(|settings| settings.facts) {
        let all = instances.members().len();
        let optimises = |instance| settings[choice.of(&program.db, instance)].facts;
        let is_object = generation.is_object || !begins(roots);
        dispatch::devirtualise(&program.db, &mut instances, is_object, optimises);
        let is_root: FxHashSet<Instance> = roots.iter().copied().collect();
        merging::merge(&mut instances, |instance| optimises(instance) && !is_root.contains(&instance));
        run.timings.note(format!("{all} instances, {} different", instances.members().len()));
    }
    let link_time = generation.link_time;
    let optimises = |backend: usize| backends[backend].optimises(&generation.options);
    // The quick one is asked for nothing that an optimiser could use.
    let is_together =
        |backend: usize| link_time == LinkTime::Full && Some(backend) != choice.quick && optimises(backend);
    let units = units::split(instances.members(), &backends, is_together, |instance| choice.of(&program.db, instance));
    let exchange = if (0..backends.len()).any(optimises) {
        let all = (&instances, &*units);
        run.timings.measure("exchange", || Exchange::new(&program.db, run.threads, all, (roots, link_time), optimises))
    } else {
        Exchange::default()
    };
    Plan { instances, units, exchange, quick: choice.quick }
}

/// What debuggers are told of the types that the program declares and that some variable leads to.
pub(crate) fn described_types(program: &Program, instances: &Instances, settings: lower::Settings) -> Option<Module> {
    let mut seen = FxHashSet::default();
    let all = instances.members().iter().flat_map(|member| &member.described).copied();
    let mut all = all.filter(|named| seen.insert(*named)).peekable();
    all.peek()?;
    Some(lower::described_types(&program.db, all, settings))
}

/// Whether these are the roots of a program, and not of what others are linked to.
pub(crate) fn begins(roots: &[Instance]) -> bool {
    roots.iter().any(|root| matches!(root, Instance::Entry(_) | Instance::TestEntry))
}

/// The units that code generators would be given for what `roots` reach.
pub(crate) fn unit_modules(
    program: &Program,
    run: &mut Run,
    roots: &[Instance],
    generation: &Generation<'_>,
) -> Result<Vec<Module>, Vec<Report>> {
    let plan = plan(program, run, roots, &[], generation);
    let with = (&*program.loaded, lowering(program, run));
    (0..plan.units.len()).map(|index| plan.module(&program.db, with, index, generation)).collect()
}

/// Compiles what `roots` reach.
pub(crate) fn compile(
    program: &Program,
    run: &mut Run,
    roots: &[Instance],
    tests: &[ItemId],
    generation: &Generation<'_>,
) -> Result<Compiled, Vec<Report>> {
    let store = generation.store;
    let backends = generation.backends();
    let plan = plan(program, run, roots, tests, generation);
    let with = (&*program.loaded, lowering(program, run));
    let target = program.target;
    let compile = |db: &Database, index: usize| -> Result<_, Vec<Report>> {
        let backend = backends[plan.units[index].backend];
        let options = plan.options(index, &generation.options);
        let mut module = plan.module(db, with, index, generation)?;
        let is_told = options.debug != DebugInformation::None;
        let records = |module: Module| is_told.then(|| Records::of(module, options.optimisation != Optimisation::None));
        let fingerprint = UnitFingerprint::new(&module, &target, backend, &options);
        let (whole, functions) = (fingerprint.whole, fingerprint.defined());
        if let Some(artifacts) = store.get(&whole) {
            return Ok(Made { artifacts, records: records(module), functions, compiled: None });
        }
        let made = pieces::compile(&mut module, fingerprint, store, backend, (&target, &options))
            .map_err(|error| vec![refused(db, backend.name(), &error, plan.instances.members())])?;
        let artifacts = Arc::new(made.artifacts);
        store.put(whole, made.functions, &artifacts);
        Ok(Made { artifacts, records: records(module), functions, compiled: Some(made.compiled) })
    };
    let Plan { instances, units, .. } = &plan;
    let threads = run.threads;
    let types = run.timings.measure("types", || {
        let settings = lower::Settings { debug: generation.options.debug, ..lower::Settings::default() };
        described_types(program, instances, settings).map(|types| Records::of(with.1.instantiated(types), false))
    });
    let results = run.timings.measure("compile", || {
        // They take less time than a thread to do them on, and come last, as their code generator does.
        let first_quick = (0..units.len()).find(|index| plan.is_quick(*index)).unwrap_or(units.len());
        let quick: Vec<_> = (first_quick..units.len()).map(|index| compile(&program.db, index)).collect();
        let mut results = parallel::map(&program.db, threads, first_quick, compile);
        results.extend(quick);
        results
    });
    let mut reports = unbuildable(&program.db, instances);
    let mut artifacts = Vec::with_capacity(results.len());
    let mut records = Vec::with_capacity(results.len());
    let (mut cached, mut compiled, mut functions) = (0, 0, 0);
    for result in results {
        match result {
            Ok(unit) => {
                artifacts.push(unit.artifacts);
                records.push(unit.records);
                functions += unit.functions;
                compiled += unit.compiled.unwrap_or(0);
                cached += usize::from(unit.compiled.is_none());
            }
            Err(more) => reports.extend(more),
        }
    }
    run.timings.note(format!("{compiled} of {functions} functions, in {} units", units.len()));
    let positions = run.timings.measure("positions", || SourcePositions::new(&program.db, instances.members()));
    let counters = generation.coverage.then(|| Counters::new(program, instances.members()));
    let used = imported_libraries::of_artifacts(artifacts.iter().map(|unit| &**unit));
    let reached = instances.members().iter().map(|member| member.instance);
    let libraries = imported_libraries::imported_libraries(program, reached, &used);
    drop(used);
    if reports.is_empty() {
        Ok(Compiled {
            artifacts,
            records,
            types,
            made_by: units.iter().map(|unit| unit.backend).collect(),
            positions,
            libraries,
            cached,
            counters,
        })
    } else {
        Err(reports)
    }
}
