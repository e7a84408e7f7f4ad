//! From reachable instances to artifacts: units, the ABI pass, fingerprints, the cache, the backend. It owns the split
//! into units, which follows from the symbols alone, so that neither the number of threads nor an edit elsewhere moves a
//! function to another unit. It must not know any code generator.

use std::hash::Hasher;
use std::sync::Arc;

use lower::Instance;
use mir::{Artifacts, Fingerprinter, Module};
use project::Report;
use rustc_hash::{FxHashMap, FxHasher};
use source::Database;

use crate::build::Generation;
use crate::parallel;
use crate::positions::SourcePositions;
use crate::problems::{backend_failed, duplicate_symbol};
use crate::reachable::{Reached, reachable};
use crate::session::Session;

/// A compiled program: its artifacts in order, and where its functions stand.
pub struct Compiled {
    /// One for each unit.
    pub artifacts: Vec<Arc<Artifacts>>,
    /// For site and line tables.
    pub positions: SourcePositions,
    /// C libraries that its modules import.
    pub libraries: Vec<String>,
    /// How many of the units came out of the cache.
    pub cached: usize,
}

/// So many instances make a unit on average: enough that the tables of a module pay, few enough that an edit compiles
/// little anew and that all cores have work.
const INSTANCES_PER_UNIT: usize = 24;

/// The parts of the program that are compiled together.
pub(crate) fn units(reached: &[Reached]) -> Vec<Vec<Reached>> {
    // A power of two, so that a program that grows a little keeps its units.
    let count = (reached.len() / INSTANCES_PER_UNIT).next_power_of_two();
    let mut units = vec![Vec::new(); count];
    for instance in reached {
        let mut hasher = FxHasher::default();
        hasher.write(instance.symbol.as_bytes());
        units[(hasher.finish() >> 32) as usize % count].push(instance.clone());
    }
    units.retain(|unit| !unit.is_empty());
    units
}

/// A unit as MIR before the ABI pass.
pub(crate) fn instantiate(db: &Database, unit: &[Reached], tests: &[hir::ItemId]) -> Module {
    let name = unit.first().map_or("", |first| &first.symbol);
    let mut module = lower::Unit::new(db, name, lower::Settings::default());
    for reached in unit {
        match reached.instance {
            Instance::TestEntry => module.add_test_entry(tests),
            Instance::Function(_)
            | Instance::Drop(_)
            | Instance::Retain(_)
            | Instance::Constant(_)
            | Instance::Entry(_) => module.add(reached.instance),
        }
    }
    module.finish()
}

/// What making a module needs besides the program; workers on other threads have a copy.
#[derive(Clone, Copy)]
pub(crate) struct Lowering {
    target: abi::Target,
    verify: bool,
}

impl Lowering {
    /// A unit in the form that backends read.
    pub(crate) fn lowered(self, db: &Database, unit: &[Reached], tests: &[hir::ItemId]) -> Result<Module, Vec<Report>> {
        let mut module = instantiate(db, unit, tests);
        self.verify(&module, "instantiation");
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

/// A unit is known by all that is in it, in its order.
fn fingerprint(module: &Module, target: &abi::Target, generation: &Generation<'_>) -> mir::Fingerprint {
    let backend = format!("{} {}", generation.backend.name(), generation.backend.version());
    let mut parts = Fingerprinter::new(module, target, &generation.options, &backend);
    let mut whole = blake3::Hasher::new();
    for function in &module.functions {
        whole.update(&parts.function(function));
    }
    for global in &module.globals {
        whole.update(&parts.global(global));
    }
    *whole.finalize().as_bytes()
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
        }
    }

    /// Compiles what `roots` reach.
    pub(crate) fn compile(
        &mut self,
        roots: Vec<Instance>,
        tests: &[hir::ItemId],
        generation: &Generation<'_>,
    ) -> Result<Compiled, Vec<Report>> {
        let stage = self.lowering();
        let Generation {
            backend,
            options,
            store,
        } = generation;
        let mut timings = std::mem::take(&mut self.timings);
        let reached = timings.measure("reach", || reachable(&self.db, self.threads, roots));
        timings.count(reached.len(), "instances");
        let units = units(&reached);
        let compile = |db: &Database, index: usize| -> Result<_, Vec<Report>> {
            let module = stage.lowered(db, &units[index], tests)?;
            let fingerprint = fingerprint(&module, &stage.target, generation);
            if let Some(artifacts) = store.get(&fingerprint) {
                return Ok((artifacts, true));
            }
            let artifacts = backend
                .compile(&module, &stage.target, options)
                .map_err(|error| vec![backend_failed::report(backend.name(), &error)])?;
            let artifacts = Arc::new(artifacts);
            store.put(fingerprint, &artifacts);
            Ok((artifacts, false))
        };
        let results = timings.measure("compile", || {
            parallel::map(&self.db, self.threads, units.len(), compile)
        });
        timings.count(units.len(), "units");
        let mut reports = duplicates(&self.db, &reached);
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
                positions,
                libraries,
                cached,
            })
        } else {
            Err(reports)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use lower::Instance;

    use super::{Reached, units};

    fn split(symbols: impl Iterator<Item = usize>) -> BTreeMap<String, usize> {
        let reached: Vec<Reached> = symbols
            .map(|number| Reached {
                instance: Instance::TestEntry,
                symbol: format!("app.function_{number}").into(),
            })
            .collect();
        let mut places = BTreeMap::new();
        for (place, unit) in units(&reached).iter().enumerate() {
            assert!(!unit.is_empty() && unit.len() < 100);
            places.extend(unit.iter().map(|reached| (reached.symbol.to_string(), place)));
        }
        assert_eq!(places.len(), reached.len(), "each is in one unit");
        places
    }

    #[test]
    fn one_function_more_or_less_moves_no_other() {
        let all = split(0..1000);
        let mut without = split((0..1000).filter(|number| *number != 500));
        assert_eq!(
            without.insert("app.function_500".to_string(), all["app.function_500"]),
            None
        );
        assert_eq!(all, without);
        assert_eq!(split(0..1).len(), 1);
        assert_eq!(split(0..0).len(), 0);
    }
}
