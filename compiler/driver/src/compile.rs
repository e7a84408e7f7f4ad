//! From reachable instances to artifacts: the ABI pass, fingerprints, the cache, the backend. It owns the way of a unit
//! through them and the order of the results. It must not know any code generator.

use std::sync::Arc;

use lower::Instance;
use mir::{Artifacts, Backend, Fingerprinter, Module, Options};
use project::{Loaded, Report};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Database;

use crate::build::Generation;
use crate::parallel;
use crate::positions::SourcePositions;
use crate::problems::{backend_failed, duplicate_symbol};
use crate::reachable::{Reached, reachable};
use crate::session::Session;
use crate::timings::Timings;
use crate::units::{self, Choice, Exchange, UnitPlan};

/// A compiled program: its artifacts in order, and where its functions stand.
pub struct Compiled {
    /// One for each unit.
    pub artifacts: Vec<Arc<Artifacts>>,
    /// The position of each unit's code generator in [`Generation::backends`].
    pub(crate) made_by: Vec<usize>,
    /// For site and line tables.
    pub positions: SourcePositions,
    /// C libraries that its modules import.
    pub libraries: Vec<String>,
    /// How many of the units came out of the cache.
    pub cached: usize,
}

/// What a module is made of.
#[derive(Clone, Copy)]
pub(crate) struct Contents<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it defines.
    pub instances: &'a [Reached],
    /// Bodies that others define, to be inlined.
    pub lent: &'a [Instance],
    /// The tests that a test executable can be asked for.
    pub tests: &'a [hir::ItemId],
}

/// The units of a program.
struct Plan {
    reached: Vec<Reached>,
    units: Vec<UnitPlan>,
    exchange: Exchange,
}

impl Plan {
    /// A unit as its code generator reads it.
    fn module(
        &self,
        db: &Database,
        (loaded, lowering): (&Loaded, Lowering),
        index: usize,
        tests: &[hir::ItemId],
        generation: &Generation<'_>,
    ) -> Result<Module, Vec<Report>> {
        let unit = &self.units[index];
        let backend = generation.backends()[unit.backend];
        let contents = Contents {
            name: &units::name(db, loaded, &unit.instances),
            instances: &unit.instances,
            lent: self.exchange.lent.get(index).map_or(&[], Vec::as_slice),
            tests,
        };
        let mut module = lowering.for_backend(backend, &generation.options).lowered(db, contents)?;
        if backend.optimises(&generation.options) {
            keep_private(&mut module, &unit.instances, &self.exchange.shared);
        }
        Ok(module)
    }
}

/// What making a module needs besides the program; workers on other threads have a copy.
#[derive(Clone, Copy)]
pub(crate) struct Lowering {
    target: abi::Target,
    verify: bool,
    pub(crate) settings: lower::Settings,
}

impl Lowering {
    /// The same for a code generator that may read facts which only optimisers need.
    pub(crate) fn for_backend(mut self, backend: &dyn Backend, options: &Options) -> Lowering {
        self.settings.facts = backend.optimises(options);
        self
    }

    /// The same with facts that only optimisers read, or without.
    pub(crate) fn with_facts(mut self, facts: bool) -> Lowering {
        self.settings.facts = facts;
        self
    }

    /// The same for another target.
    pub(crate) fn for_target(mut self, target: &abi::Target) -> Lowering {
        self.target = *target;
        self
    }

    /// A unit before the ABI pass.
    pub(crate) fn instantiated(self, db: &Database, contents: Contents<'_>) -> Module {
        let mut unit = lower::Unit::new(db, contents.name, self.settings);
        for reached in contents.instances {
            match reached.instance {
                Instance::TestEntry => unit.add_test_entry(contents.tests),
                Instance::Function(_)
                | Instance::Drop(_)
                | Instance::Retain(_)
                | Instance::Constant(_)
                | Instance::Global(_)
                | Instance::Entry(_) => unit.add(reached.instance),
            }
        }
        for instance in contents.lent {
            unit.add_available(*instance);
        }
        let module = unit.finish();
        self.verify(&module, "instantiation");
        module
    }

    /// A unit in the form that backends read.
    pub(crate) fn lowered(self, db: &Database, contents: Contents<'_>) -> Result<Module, Vec<Report>> {
        let mut module = self.instantiated(db, contents);
        mir::lower_module(&mut module, &self.target).map_err(|error| vec![backend_failed::abi(&error)])?;
        self.verify(&module, "the ABI pass");
        Ok(module)
    }

    /// A module that breaks the rules of the intermediate code is a mistake of this compiler, so it ends here and now.
    pub(crate) fn verify(self, module: &Module, stage: &str) {
        if !self.verify {
            return;
        }
        if let Err(problems) = mir::verify(module) {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("the intermediate code is wrong after {stage}:\n{}", problems.join("\n"));
        }
    }
}

/// A unit is known by its name and all that is in it, in its order.
fn fingerprint(module: &Module, target: &abi::Target, backend: &dyn Backend, options: &Options) -> mir::Fingerprint {
    let backend = format!("{} {}", backend.name(), backend.version());
    let mut parts = Fingerprinter::new(module, target, options, &backend);
    let mut whole = blake3::Hasher::new();
    whole.update(module.name.as_bytes());
    for function in &module.functions {
        whole.update(&parts.function(function));
    }
    for global in &module.globals {
        whole.update(&parts.global(global));
    }
    *whole.finalize().as_bytes()
}

/// Hides what nobody outside of a unit refers to, so that an optimiser may do with it what it likes.
pub(crate) fn keep_private(module: &mut Module, instances: &[Reached], shared: &FxHashSet<Instance>) {
    let private: FxHashSet<&str> = instances
        .iter()
        .filter(|reached| !shared.contains(&reached.instance))
        .map(|reached| &*reached.symbol)
        // Code generators call them for failed checks, whoever refers to them.
        .filter(|symbol| ![mir::PANIC_SYMBOL, mir::PANIC_INDEX_SYMBOL].contains(symbol))
        .collect();
    module.keep_to_itself(|symbol| private.contains(symbol));
}

/// A backend's refusal, at the function that it is about.
fn refused(db: &Database, backend: &str, error: &mir::BackendError, reached: &[Reached]) -> Report {
    let is_about = |instance: &&Reached| error.symbol.as_deref() == Some(&*instance.symbol);
    let item = reached.iter().find(is_about).and_then(|found| lower::chunk_item(found.instance));
    match item.and_then(|item| hir::item_name_span(db, item)) {
        Some(place) => backend_failed::at(db, place, backend, error),
        None => backend_failed::report(backend, error),
    }
}

/// Reports of symbols that are defined twice, which no object file could hold.
fn duplicates(db: &Database, reached: &[Reached]) -> Vec<Report> {
    let mut first: FxHashMap<&str, Instance> = FxHashMap::default();
    let mut reports = Vec::new();
    for instance in reached {
        if let Some(other) = first.insert(&instance.symbol, instance.instance) {
            let mut report = Report::without_place(
                &duplicate_symbol::DUPLICATE_SYMBOL,
                format!("two things are called `{}` for the linker", instance.symbol),
            );
            let mut names: Vec<String> = [other, instance.instance]
                .into_iter()
                .filter_map(lower::chunk_item)
                .map(|item| item.path(db))
                .collect();
            names.sort();
            if !names.is_empty() {
                report.notes.push(format!("they are {}", names.join(" and ")));
            }
            reports.push(report);
        }
    }
    reports
}

impl Session {
    /// How modules are made for this program.
    pub(crate) fn lowering(&self) -> Lowering {
        Lowering {
            target: self.target,
            verify: self.verify,
            settings: lower::Settings { overflow_checks: !self.unchecked, ..lower::Settings::default() },
        }
    }

    /// The units of what `roots` reach.
    fn plan(&self, timings: &mut Timings, roots: &[Instance], generation: &Generation<'_>) -> Plan {
        let backends = generation.backends();
        let reached = timings.measure("reach", || reachable(&self.db, self.threads, roots.to_vec()));
        timings.count(reached.len(), "instances");
        let choice = Choice::new(&self.db, &self.loaded, generation);
        let units = units::split(&reached, &backends, |instance| choice.of(&self.db, instance));
        let optimises = |backend: usize| backends[backend].optimises(&generation.options);
        let exchange = if (0..backends.len()).any(optimises) {
            timings.measure("exchange", || Exchange::new(&self.db, self.threads, &units, roots, optimises))
        } else {
            Exchange::default()
        };
        Plan { reached, units, exchange }
    }

    /// The units that code generators would be given for what `roots` reach.
    pub(crate) fn unit_modules(
        &mut self,
        roots: &[Instance],
        generation: &Generation<'_>,
    ) -> Result<Vec<Module>, Vec<Report>> {
        let mut timings = std::mem::take(&mut self.timings);
        let plan = self.plan(&mut timings, roots, generation);
        self.timings = timings;
        let with = (&*self.loaded, self.lowering());
        (0..plan.units.len()).map(|index| plan.module(&self.db, with, index, &[], generation)).collect()
    }

    /// Compiles what `roots` reach.
    pub(crate) fn compile(
        &mut self,
        roots: Vec<Instance>,
        tests: &[hir::ItemId],
        generation: &Generation<'_>,
    ) -> Result<Compiled, Vec<Report>> {
        let (options, store) = (&generation.options, generation.store);
        let backends = generation.backends();
        let mut timings = std::mem::take(&mut self.timings);
        let plan = self.plan(&mut timings, &roots, generation);
        let with = (&*self.loaded, self.lowering());
        let target = self.target;
        let compile = |db: &Database, index: usize| -> Result<_, Vec<Report>> {
            let backend = backends[plan.units[index].backend];
            let module = plan.module(db, with, index, tests, generation)?;
            let fingerprint = fingerprint(&module, &target, backend, options);
            if let Some(artifacts) = store.get(&fingerprint) {
                return Ok((artifacts, true));
            }
            let artifacts = backend
                .compile(&module, &target, options)
                .map_err(|error| vec![refused(db, backend.name(), &error, &plan.reached)])?;
            let artifacts = Arc::new(artifacts);
            store.put(fingerprint, &artifacts);
            Ok((artifacts, false))
        };
        let Plan { reached, units, .. } = &plan;
        let results = timings.measure("compile", || parallel::map(&self.db, self.threads, units.len(), compile));
        timings.count(units.len(), "units");
        let mut reports = duplicates(&self.db, reached);
        let mut artifacts = Vec::with_capacity(results.len());
        let mut cached = 0;
        for result in results {
            match result {
                Ok((unit, hit)) => {
                    artifacts.push(unit);
                    cached += usize::from(hit);
                }
                Err(more) => reports.extend(more),
            }
        }
        let positions = timings.measure("positions", || {
            let instances = reached.iter().map(|reached| (&reached.symbol, reached.instance));
            SourcePositions::new(&self.db, instances)
        });
        let libraries = self.imported_libraries(reached.iter().map(|reached| reached.instance));
        self.timings = timings;
        if reports.is_empty() {
            Ok(Compiled {
                artifacts,
                made_by: units.iter().map(|unit| unit.backend).collect(),
                positions,
                libraries,
                cached,
            })
        } else {
            Err(reports)
        }
    }
}
