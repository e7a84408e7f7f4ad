//! Which instances count, and where the counters of each lie. It owns the layout, which follows from the symbols; it must not
//! know what the counts mean.

use std::ops::Range;
use std::sync::Arc;

use hir::{ClosureId, ItemId, ItemKind, Module};
use lower::Instance;
use lower::coverage::{COUNTER_BYTES, counted_body};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Database;

use super::Sum;
use crate::instances::Member;
use crate::program::Program;

/// No page of a system that tests run on is larger.
pub(crate) const COUNTER_PAGE: u64 = 0x1_0000;

/// The modules whose functions count; by default none.
#[derive(Default)]
pub(crate) struct Counted {
    modules: FxHashSet<Module>,
}

impl Counted {
    /// Those of the package that was asked for.
    pub(crate) fn of(program: &Program) -> Counted {
        let own = program.loaded.files.iter().filter(|file| file.own);
        Counted { modules: own.filter_map(|file| hir::module_of_file(&program.db, file.file)).collect() }
    }

    /// Whether an instance counts; of what begins the tests, whether it lays counters into a file.
    pub(crate) fn has(&self, db: &Database, instance: Instance) -> bool {
        if self.modules.is_empty() {
            return false;
        }
        instance == Instance::TestEntry
            || counted_body(instance)
                .is_some_and(|(item, _)| item.kind(db) == ItemKind::Function && self.modules.contains(&item.module(db)))
    }
}

/// The counters of an instance.
struct Placed {
    symbol: Arc<str>,
    body: (ItemId, Option<ClosureId>),
    counters: Range<usize>,
}

/// The counters of a program, in the order in which they lie in memory.
pub struct Counters {
    placed: Vec<Placed>,
    count: usize,
}

impl Counters {
    /// Those of instances, which are in the order of their symbols.
    pub(crate) fn new(program: &Program, members: &[Member]) -> Counters {
        let counted = Counted::of(program);
        let mut counters = Counters { placed: Vec::new(), count: 0 };
        for member in members.iter().filter(|member| counted.has(&program.db, member.instance)) {
            let Some(body) = counted_body(member.instance) else { continue };
            let Some(function) = lower::coverage::of_instance(&program.db, member.instance) else { continue };
            let start = counters.count;
            counters.count += function.counters.len();
            counters.placed.push(Placed { symbol: member.symbol.clone(), body, counters: start..counters.count });
        }
        counters
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The size of the memory in which they lie: whole pages.
    pub(crate) fn file_bytes(&self) -> u64 {
        (self.count as u64 * COUNTER_BYTES).max(1).next_multiple_of(COUNTER_PAGE)
    }

    /// The bytes of each instance's counters, by its symbol.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = (&str, Range<u64>)> {
        let bytes = |place: usize| place as u64 * COUNTER_BYTES;
        self.placed
            .iter()
            .map(move |placed| (&*placed.symbol, bytes(placed.counters.start)..bytes(placed.counters.end)))
    }

    /// The counts of all instances of each body together.
    pub(super) fn sums(&self, counts: &[u64]) -> FxHashMap<(ItemId, Option<ClosureId>), Sum> {
        let mut sums: FxHashMap<_, Sum> = FxHashMap::default();
        for placed in &self.placed {
            let own = counts.get(placed.counters.clone()).unwrap_or_default();
            let sum = sums.entry(placed.body).or_default();
            sum.counts.resize(placed.counters.len(), 0);
            sum.counts.iter_mut().zip(own).for_each(|(all, own)| *all = all.saturating_add(*own));
            sum.instances += 1;
            sum.instances_run += u32::from(own.first().is_some_and(|count| *count > 0));
        }
        sums
    }
}
