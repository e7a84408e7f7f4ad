//! The cross-check: whether every engine calls as the description says. It owns the four comparisons, which are of
//! signatures as emitted (`read_back`), of calls between engines (`pairs`), of whole programs (`whole`) and of what these tell
//! debuggers (`told`), and the reduction of what differs. It must not know any code generator but as a `Backend` with a name and a text.
//!
//! Reading order: `model`, `values`, `sides` and `c_sides`, `harness`, `engine`, `pairs`, `signatures`; then the others.

pub mod borrows;
mod c_sides;
mod c_types;
mod engine;
mod harness;
mod images;
pub mod lives;
mod model;
mod names;
mod pairs;
pub mod programs;
mod random;
mod read_back;
mod reduce;
mod report;
mod shrink;
mod sides;
mod signatures;
mod texts;
mod told;
mod user;
mod values;
mod whole;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub use engine::{Engine, Setup};
pub use harness::Kind;
pub use model::{Case, Record, Type};
pub use pairs::PairCount;
pub use read_back::Mismatch;
pub use reduce::reduce;
pub use report::{Difference, LeftOut, ReadBackCount, Report, SCHEMA, Skipped, Smallest, TargetReport};
pub use signatures::{Sample, check, random_samples};
pub use texts::{check_text, reduced, reduced_text};
pub use told::{ToldBy, ToldCount, ToldDifference, ToldReport};
pub use user::{check_function, read_back_of, signatures_of};
pub use whole::{Everywhere, ProgramReport, Run, Runner, Runners, run_everywhere};

/// Does so many pieces of work on some threads; the answers are in the order of the pieces.
fn in_parallel<R: Send>(threads: usize, count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let mut answers: Vec<(usize, R)> = thread::scope(|scope| {
        let worker = || {
            let mut answers = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return answers;
                }
                answers.push((index, work(index)));
            }
        };
        let handles: Vec<_> = (0..threads.clamp(1, count.max(1))).map(|_| scope.spawn(worker)).collect();
        let joined = handles.into_iter().map(|handle| handle.join());
        joined.flat_map(|answers| answers.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
