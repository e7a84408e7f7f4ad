//! The parts of a program that are compiled together. It owns the split, which follows from the symbols and from what the
//! user chose for each module, never from the number of threads or from an edit elsewhere, and the choice of bodies that
//! a unit may inline though others define them. It must not know how a unit is compiled.

use std::collections::BTreeMap;
use std::hash::Hasher;

use lower::Instance;
use mir::{Backend, Optimisation, Options};
use project::Loaded;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use source::Database;
use types::Ty;

use crate::build::Generation;
use crate::instances::{Instances, Member};
use crate::parallel;

/// One unit.
#[derive(Clone, Debug)]
pub(crate) struct UnitPlan {
    /// The position of its code generator in [`Generation::backends`].
    pub backend: usize,
    /// What it defines, by symbol: places in the program's [`Instances`].
    pub defined: Vec<usize>,
}

/// Which code generator each module has.
pub(crate) struct Choice {
    exceptions: FxHashMap<hir::Module, usize>,
    /// That of functions which no optimiser need look at, if it is another one.
    pub quick: Option<usize>,
}

/// Whether functions that no optimiser need look at are left to a quick code generator, since an optimiser would take
/// longer for them than for all else in a small program.
pub(crate) fn spares_optimiser(
    optimiser: &dyn Backend,
    quick: Option<&dyn Backend>,
    target: &abi::Target,
    options: &Options,
) -> bool {
    optimiser.optimises(options) && quick.is_some_and(|quick| quick.supports(target).is_ok())
}

/// What a quick code generator is asked to do where `options` are for an optimiser.
pub(crate) fn quick_options(options: &Options) -> Options {
    Options { optimisation: Optimisation::None, report_copies: false, ..*options }
}

impl Choice {
    /// Modules that the generation does not name have the first code generator.
    pub(crate) fn new(db: &Database, loaded: &Loaded, target: &abi::Target, generation: &Generation<'_>) -> Choice {
        let mut exceptions = FxHashMap::default();
        if !generation.exceptions.is_empty() {
            for module in hir::all_modules(db) {
                let named = generation.exceptions.iter().rposition(|(name, _)| is_named(db, loaded, *module, name));
                exceptions.extend(named.map(|index| (*module, index + 1)));
            }
        }
        let spares = spares_optimiser(generation.backend, generation.quick, target, &generation.options);
        Choice { exceptions, quick: spares.then(|| generation.exceptions.len() + 1) }
    }

    /// The position of the code generator in [`Generation::backends`]. What belongs to no module has the first.
    pub(crate) fn of(&self, db: &Database, instance: Instance) -> usize {
        let item = if let Instance::Entry(item) = instance { Some(item) } else { lower::chunk_item(instance) };
        let exception = item.and_then(|item| self.exceptions.get(&item.module(db)));
        match (exception, self.quick) {
            (Some(exception), _) => *exception,
            (None, Some(quick)) if lower::is_unoptimised(db, instance) => quick,
            (None, Some(_) | None) => 0,
        }
    }
}

/// Whether a module has this name: the full one, or inside of the package that was asked for the path by which it is
/// imported.
pub(crate) fn is_named(db: &Database, loaded: &Loaded, module: hir::Module, name: &str) -> bool {
    module.full_path(db) == name || module.import_path(db, loaded.root) == name
}

/// Splits instances, which are in the order of symbols; those of some code generators stay together.
pub(crate) fn split(
    members: &[Member],
    backends: &[&dyn Backend],
    is_together: impl Fn(usize) -> bool,
    choose: impl Fn(Instance) -> usize,
) -> Vec<UnitPlan> {
    let mut by_backend: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, member) in members.iter().enumerate() {
        by_backend.entry(choose(member.instance)).or_default().push(place);
    }
    let mut units = Vec::new();
    for (backend, places) in by_backend {
        // A power of two, so that a program that grows a little keeps its units.
        let count = match is_together(backend) {
            true => 1,
            false => (places.len() / backends[backend].functions_per_unit()).next_power_of_two(),
        };
        let mut parts = vec![Vec::new(); count];
        for place in places {
            let mut hasher = FxHasher::default();
            hasher.write(members[place].symbol.as_bytes());
            parts[(hasher.finish() >> 32) as usize % count].push(place);
        }
        parts.retain(|part| !part.is_empty());
        units.extend(parts.into_iter().map(|defined| UnitPlan { backend, defined }));
    }
    units
}

/// What a unit is called: as the one file whose functions it has, else as the program. The standard library's do not
/// count, since they are in every program.
pub(crate) fn name(db: &Database, loaded: &Loaded, instances: impl Iterator<Item = Instance>) -> String {
    let mut files = instances
        .filter_map(lower::chunk_item)
        .map(|item| item.module(db))
        .filter(|module| !module.is_standard(db))
        .filter_map(|module| hir::module_file(db, module));
    match files.next() {
        Some(first) if files.all(|file| file == first) => first.path(db).to_string(),
        Some(_) | None => loaded.name.clone(),
    }
}

/// How far an optimiser looks beyond what it compiles together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkTime {
    /// Units of some functions, each with the smallest bodies of others: an edit compiles few of them anew.
    #[default]
    Separate,
    /// The same units, compiled at the same time, each with whatever bodies of others may be worth it.
    Thin,
    /// All of the program is one unit.
    Full,
}

impl LinkTime {
    /// Which bodies of other units a unit is given.
    fn imports(self) -> Imports {
        match self {
            // An optimiser would hardly inline larger ones, and they cost time in every unit that has them.
            LinkTime::Separate | LinkTime::Full => {
                Imports { most_cost: 40, decay: [1, 1], most_for_one: 800, depth: INLINE_DEPTH }
            }
            // As LLVM's ThinLTO imports (`import-instr-limit`, `import-instr-evolution-factor`).
            LinkTime::Thin => Imports { most_cost: 100, decay: [7, 10], most_for_one: 8000, depth: 8 },
        }
    }
}

/// Which bodies of other units a unit is given.
#[derive(Clone, Copy, Debug)]
struct Imports {
    /// A body beyond this is no candidate.
    most_cost: u32,
    /// The part of it that holds one call deeper.
    decay: [u32; 2],
    /// What one function's callees may cost together: an optimiser that gets hundreds of bodies called once from one function
    /// inlines them all, and then takes time with their square.
    most_for_one: u32,
    /// How many calls deep candidates lie; what is always inlined may lie deeper.
    depth: usize,
}

/// How many calls deep candidates lie where nobody asks for more; what is always inlined may lie deeper.
pub(crate) const INLINE_DEPTH: usize = 3;

/// Bodies that other units define and this one may inline, by symbol.
pub(crate) fn inline_candidates(
    db: &Database,
    instances: &Instances,
    unit: &[usize],
    link_time: LinkTime,
    may_inline: impl Fn(Instance) -> bool,
) -> Vec<usize> {
    let Imports { mut most_cost, decay: [part, whole], most_for_one, depth: most_depth } = link_time.imports();
    let mut seen: FxHashSet<usize> = unit.iter().copied().collect();
    let mut front = unit.to_vec();
    let mut candidates = Vec::new();
    let mut depth = 0;
    while !front.is_empty() {
        let mut next = Vec::new();
        for place in front {
            let mut left = most_for_one;
            for needed in &instances.members()[place].needs {
                let Some(place) = instances.place(*needed) else {
                    continue;
                };
                if seen.contains(&place) || !may_inline(*needed) || never_returns(db, *needed) {
                    continue;
                }
                let cost = instances.members()[place].cost(db).max(1);
                let is_asked_for = cost < u32::MAX && lower::is_always_inlined(db, *needed);
                if is_asked_for || depth < most_depth && cost <= most_cost.min(left) {
                    left = left.saturating_sub(cost);
                    seen.insert(place);
                    next.push(place);
                }
            }
        }
        candidates.extend_from_slice(&next);
        front = next;
        depth += 1;
        most_cost = most_cost * part / whole;
    }
    // Places are in the order of symbols.
    candidates.sort_unstable();
    candidates
}

/// What optimised units are given and not given by others.
#[derive(Debug, Default)]
pub(crate) struct Exchange {
    /// For each unit the bodies of other units that it may inline, by symbol.
    pub candidates: Vec<Vec<usize>>,
    /// What is referred to from outside of its unit.
    pub shared: FxHashSet<Instance>,
}

impl Exchange {
    /// Follows the references of all units; those that do not optimise have no candidates.
    pub(crate) fn new(
        db: &Database,
        threads: usize,
        (instances, units): (&Instances, &[UnitPlan]),
        (roots, link_time): (&[Instance], LinkTime),
        optimises: impl Fn(usize) -> bool + Sync,
    ) -> Exchange {
        let mut defining = vec![usize::MAX; instances.members().len()];
        for (index, unit) in units.iter().enumerate() {
            unit.defined.iter().for_each(|place| defining[*place] = index);
        }
        let defining = |instance: Instance| instances.place(instance).map(|place| defining[place]);
        let answers = parallel::map(db, threads, units.len(), |db, index| {
            let unit = &units[index];
            let candidates = if optimises(unit.backend) {
                // Calls from one code generator's functions to another's stay calls.
                let may_inline =
                    |instance| defining(instance).is_some_and(|other| units[other].backend == unit.backend);
                inline_candidates(db, instances, &unit.defined, link_time, may_inline)
            } else {
                Vec::new()
            };
            let shared: Vec<Instance> = unit
                .defined
                .iter()
                .chain(&candidates)
                .flat_map(|place| instances.members()[*place].needs.iter().copied())
                .filter(|needed| defining(*needed) != Some(index))
                .collect();
            (candidates, shared)
        });
        let mut exchange =
            Exchange { candidates: Vec::with_capacity(units.len()), shared: roots.iter().copied().collect() };
        for (candidates, shared) in answers {
            exchange.candidates.push(candidates);
            exchange.shared.extend(shared);
        }
        exchange
    }
}

/// What ends the program is called once: nobody gains by having it inlined.
fn never_returns(db: &Database, instance: Instance) -> bool {
    instance.as_function().is_some_and(|item| types::signature(db, item).result == Ty::NEVER)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use lower::Instance;
    use mir::Backend;

    use super::{LinkTime, split};
    use crate::instances::{Instances, Making, Member};
    use crate::worker::Workers;

    fn places(symbols: impl Iterator<Item = usize>) -> BTreeMap<String, usize> {
        let members: Vec<Member> =
            symbols.map(|number| Member::empty(Instance::TestEntry, format!("app.function_{number}").into())).collect();
        let workers = Workers::new("nothing is started".into());
        let backends: [&dyn Backend; 2] = [&workers, &workers];
        let mut places = BTreeMap::new();
        for (place, unit) in split(&members, &backends, |_| false, |_| 1).iter().enumerate() {
            assert!(!unit.defined.is_empty() && unit.defined.len() < 200);
            assert_eq!(unit.backend, 1);
            places.extend(unit.defined.iter().map(|defined| (members[*defined].symbol.to_string(), place)));
        }
        assert_eq!(places.len(), members.len(), "each is in one unit");
        assert!(split(&members, &backends, |_| true, |_| 1).len() <= 1, "together they are one");
        places
    }

    /// How many candidates the unit of `main` of a program has.
    fn candidates_of_main(text: &str) -> usize {
        candidates_in(LinkTime::Separate, text)
    }

    fn candidates_in(link_time: LinkTime, text: &str) -> usize {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let path = folder.path().join("app.lang");
        std::fs::write(&path, text).expect("the program is written");
        let settings = crate::program::Settings {
            target: abi::Target::host().expect("tests run on a described target"),
            threads: Some(1),
            verify: true,
            unchecked: false,
            binder: None,
        };
        let (program, _run) = crate::program::Program::open(&project::Input::File(path), &settings);
        let main = Instance::function(crate::build::main_function(&program).expect("the program has it"));
        let making =
            Making { threads: 1, tests: &[], settings: &|_, _| lower::Settings::default(), can_be_made: |_, _| true };
        let instances = Instances::pull(&program.db, &[main], &making);
        let main = instances.place(main).expect("it is a root");
        super::inline_candidates(&program.db, &instances, &[main], link_time, |_| true).len()
    }

    /// The same, if it calls so many functions.
    fn candidates_of_caller_of(count: usize) -> usize {
        let mut text = String::new();
        for number in 0..count {
            text += &format!("fn work{number}(n: i64) -> i64 {{ if n > {number} {{ n - 1 }} else {{ n * 3 }} }}\n");
        }
        text += "fn main() {\n  let mut t = 0\n";
        for number in 0..count {
            text += &format!("  t += work{number}(t)\n");
        }
        text += "}\n";
        candidates_of_main(&text)
    }

    /// The same, if it calls a function that calls another, so many one behind the other.
    fn candidates_of_chain(length: usize, attribute: &str) -> usize {
        candidates_of_main(&chain(length, attribute))
    }

    fn chain(length: usize, attribute: &str) -> String {
        let mut text = String::from("fn main() { let _t = work0(1) }\n");
        for number in 0..length {
            text += &format!("{attribute}\nfn work{number}(n: i64) -> i64 {{ work{}(n *% 3) }}\n", number + 1);
        }
        text + &format!("{attribute}\nfn work{length}(n: i64) -> i64 {{ n *% 5 }}\n")
    }

    #[test]
    fn what_is_always_inlined_is_a_candidate_however_deep_it_is_called() {
        assert_eq!(candidates_of_chain(9, ""), super::INLINE_DEPTH);
        assert_eq!(candidates_of_chain(9, "@[inline(always)]"), 10);
    }

    #[test]
    fn thin_units_are_given_more_and_not_without_end() {
        let thin = candidates_in(LinkTime::Thin, &chain(30, ""));
        assert!(thin > super::INLINE_DEPTH && thin <= 8, "{thin}");
    }

    #[test]
    fn a_caller_of_very_many_has_no_more_candidates_than_one_of_many() {
        let few = candidates_of_caller_of(20);
        assert!(few >= 20, "all of a few are candidates: {few}");
        let many = candidates_of_caller_of(500);
        assert!((20..=200).contains(&many), "{many}");
        assert_eq!(candidates_of_caller_of(1000), many);
    }

    #[test]
    fn one_function_more_or_less_moves_no_other() {
        let all = places(0..1000);
        let mut without = places((0..1000).filter(|number| *number != 500));
        assert_eq!(without.insert("app.function_500".to_string(), all["app.function_500"]), None);
        assert_eq!(all, without);
        assert_eq!(places(0..1).len(), 1);
        assert_eq!(places(0..0).len(), 0);
    }
}
