//! What of a program needs code: everything that its roots reach. It owns the walk and the stable order of its result;
//! it must not know what code looks like. Instances are ordered by symbol, since ids depend on the timing of threads.

use std::sync::Arc;

use hir::ItemId;
use lower::Instance;
use rustc_hash::FxHashSet;
use source::Database;

use crate::parallel;

/// An instance with its symbol.
#[derive(Clone, Debug)]
pub struct Reached {
    /// What code or data is made for.
    pub instance: Instance,
    /// Its name for the linker.
    pub symbol: Arc<str>,
}

/// All that `roots` need, themselves included, by symbol.
pub(crate) fn reachable(db: &Database, threads: usize, roots: Vec<Instance>) -> Vec<Reached> {
    let mut known: FxHashSet<Instance> = roots.iter().copied().collect();
    let mut found: Vec<Reached> = Vec::new();
    let mut front: Vec<Instance> = known.iter().copied().collect();
    while !front.is_empty() {
        // A few instances are not worth threads of their own.
        let threads = if front.len() < 64 { 1 } else { threads };
        let answers = parallel::map(db, threads, front.len(), |db, index| {
            let instance = front[index];
            (lower::symbol(db, instance), lower::references(db, instance))
        });
        let mut next = Vec::new();
        for (&instance, (symbol, references)) in front.iter().zip(answers) {
            found.push(Reached { instance, symbol: symbol.into() });
            next.extend(references.into_iter().filter(|reference| known.insert(*reference)));
        }
        front = next;
    }
    found.sort_by(|left, right| left.symbol.cmp(&right.symbol));
    found
}

/// The same of a small program: `None` as soon as there are more instances than `limit`.
pub(crate) fn reachable_within(db: &Database, roots: &[Instance], limit: usize) -> Option<Vec<Reached>> {
    let mut known: FxHashSet<Instance> = roots.iter().copied().collect();
    let mut front: Vec<Instance> = known.iter().copied().collect();
    let mut found: Vec<Reached> = Vec::new();
    while let Some(instance) = front.pop() {
        if known.len() > limit {
            return None;
        }
        found.push(Reached { instance, symbol: lower::symbol(db, instance).into() });
        let references = lower::references(db, instance);
        front.extend(references.into_iter().filter(|reference| known.insert(*reference)));
    }
    found.sort_by(|left, right| left.symbol.cmp(&right.symbol));
    Some(found)
}

/// The items of a kind in the files of the package that was asked for.
pub(crate) fn own_items(db: &Database, loaded: &project::Loaded) -> Vec<ItemId> {
    loaded
        .files
        .iter()
        .filter(|file| file.own)
        .filter_map(|file| hir::module_of_file(db, file.file))
        .flat_map(|module| hir::module_items(db, module).ids())
        .collect()
}
