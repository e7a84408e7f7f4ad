//! Work split over threads, each with its own handle to the database. It owns the threads and the order of results,
//! which is that of the work, never that of its completion. It must not know what the work is.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use source::{Database, Db};

/// Deeply nested programs are walked recursively, so workers have as much stack as the main thread of `lang`. The pages
/// are only reserved; what is not touched costs nothing.
pub const STACK_BYTES: usize = 512 << 20;

/// How many threads to use if nobody says: one per core.
pub fn available() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// So many steps share a handle. Salsa keeps the table of what a query read for the next one as deep in the handle's
/// stack, and clearing it takes time by the largest it ever was: behind one query that read all items of a module, each
/// of as many queries would pass over a table of that size.
const STEPS_OF_A_HANDLE: usize = 64;

fn on_handles<S, R>(
    db: &Database,
    steps: Range<usize>,
    state: &mut S,
    work: impl Fn(&mut S, &Database, usize) -> R,
) -> impl Iterator<Item = R> {
    let mut handle = db.clone();
    steps.enumerate().map(move |(count, index)| {
        if count % STEPS_OF_A_HANDLE == STEPS_OF_A_HANDLE - 1 {
            handle = handle.clone();
        }
        // Who takes back a question tells the handle with which it was asked.
        db.unwind_if_revision_cancelled();
        work(state, &handle, index)
    })
}

/// Does `work` for each number below `count` and returns the results in order. A panic in one of the threads goes on in
/// the calling one.
pub(crate) fn map<R: Send>(
    db: &Database,
    threads: usize,
    count: usize,
    work: impl Fn(&Database, usize) -> R + Sync,
) -> Vec<R> {
    map_with(db, threads, count, &mut (), |_nothing, db, index| work(db, index))
}

/// The same where each thread keeps something from step to step; the calling thread keeps `own`, also for the next time.
pub(crate) fn map_with<S: Default, R: Send>(
    db: &Database,
    threads: usize,
    count: usize,
    own: &mut S,
    work: impl Fn(&mut S, &Database, usize) -> R + Sync,
) -> Vec<R> {
    let threads = threads.min(count);
    if threads <= 1 {
        return on_handles(db, 0..count, own, &work).collect();
    }
    // Few enough steps that taking the next one costs nothing, small enough that threads end at about the same time.
    let step = (count / (threads * 16)).max(1);
    let next = AtomicUsize::new(0);
    let worker = |db: &Database, state: &mut S| {
        let mut results = Vec::new();
        loop {
            let start = next.fetch_add(step, Ordering::Relaxed);
            if start >= count {
                return results;
            }
            let numbered = |state: &mut S, db: &Database, index| (index, work(state, db, index));
            results.extend(on_handles(db, start..count.min(start + step), state, &numbered));
        }
    };
    let worker = &worker;
    let mut results = thread::scope(|scope| {
        let handles: Vec<_> = (1..threads)
            .map(|_| {
                let db = db.clone();
                thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || worker(&db, &mut S::default()))
            })
            .collect();
        let mut results = worker(db, own);
        for handle in handles {
            // A system that gives no more threads is served by the ones there are.
            let Ok(handle) = handle else { continue };
            match handle.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::{map, map_with};
    use source::Database;

    #[test]
    fn results_are_in_order_whatever_the_threads() {
        let expected: Vec<usize> = (0..1000).map(|number| number * 2).collect();
        for threads in [1, 2, 7] {
            assert_eq!(map(&Database::new(), threads, 1000, |_, index| index * 2), expected);
        }
        assert_eq!(map(&Database::new(), 4, 0, |_, index| index), []);
    }

    /// Each thread begins with nothing and sees what it did itself; what the calling one has stays for the next time.
    #[test]
    fn a_thread_keeps_what_it_has_from_step_to_step() {
        for threads in [1, 2, 7] {
            let mut own: Vec<usize> = Vec::new();
            let count = |kept: &mut Vec<usize>, _: &Database, index: usize| {
                kept.push(index);
                kept.len()
            };
            let first = map_with(&Database::new(), threads, 1000, &mut own, count);
            let begun = first.iter().filter(|length| **length == 1).count();
            assert!((1..=threads).contains(&begun), "{begun} of {threads}");
            let kept = own.len();
            let second = map_with(&Database::new(), 1, 10, &mut own, count);
            assert_eq!(second, (kept + 1..=kept + 10).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "number 500")]
    fn a_panic_is_passed_on() {
        map(&Database::new(), 2, 1000, |_, index| assert!(index != 500, "number {index}"));
    }
}
