//! The matrix of patterns: which arm a value chooses, which arms none chooses, and which values have no arm. Pure: it
//! knows patterns by constructors, types by [`Shapes`], and neither names, positions nor queries.
//!
//! The caller makes the patterns of a `match` in a [`Patterns`], gives what it knows of types through [`Shapes`], and
//! calls [`compile`]. The [`Matching`] that comes back holds everything:
//! - [`Matching::unreachable`]: arms, and alternatives of arms, that no value chooses. An arm with a guard takes nothing
//!   from those below it.
//! - [`Matching::missing`]: values that no arm takes, as patterns; [`Missing::describe`] says them in words. Not to be
//!   reported where there is an `else`; better, `else` is one arm more with a wildcard, and if it is unreachable the
//!   pattern always fits.
//! - [`Matching::nodes`]: what to test, a graph without circles from [`Matching::root`]. What a node leads to has a
//!   smaller id; a walk from the last id to the first meets each node after those that lead to it. Nothing is tested
//!   twice on one path; every node is used. Values are named by [`Matching::occurrences`], a binding by its local and
//!   the occurrence it stands for, which differs between alternatives. For [`Node::Integers`] and [`Node::Lengths`],
//!   [`comparison`] says how to find the range with a switch and few comparisons.
//!
//! Rules that the caller may state:
//! - Alternatives are tried from left to right, and the first that fits binds. Under a guard each alternative counts as
//!   an arm of its own: `case (x, _) | (_, x) if f(x)` tries the guard for each that fits.
//! - A type without values needs no arm: `Never`, an enum without cases, whatever has such a part.
//! - Floats and strings are never all covered by literals. Floats are equal as the machine says: `0.0` fits `-0.0`, and
//!   no literal fits NaN.
//! - Of an opaque constant nothing is known: it covers nothing, and nothing but a wildcard covers it.

mod branches;
mod budget;
mod build;
mod comparison;
mod complete;
mod decision;
mod describe;
mod guarded;
mod missing;
mod number;
mod occurrence;
mod pattern;
mod plan;
mod row;
mod shape;
#[cfg(test)]
mod tests;
mod unreachable;

pub use budget::TooComplex;
pub use comparison::{Comparison, comparison};
pub use complete::complete;
pub use decision::{Node, NodeId};
pub use describe::describe;
pub use missing::Missing;
pub use number::{Number, NumberRange};
pub use occurrence::{Occurrence, OccurrenceId, Occurrences, Step};
pub use pattern::{Constructor, Pattern, PatternId, PatternList, Patterns, TextId};
pub use row::Bound;
pub use shape::{Shape, Shapes};
pub use unreachable::Unreachable;

use build::Builder;

/// Steps that a `match` may take: enough for tens of thousands of arms, over in a fraction of a second.
const STEPS: u64 = 10_000_000;

/// An arm of a `match`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// What fits.
    pub pattern: PatternId,
    /// Whether there is an `if` behind it.
    pub has_guard: bool,
}

/// All that is known about the arms of a `match`. Arms are known by their places, from 0.
#[derive(Debug)]
pub struct Matching<T> {
    /// Arms and alternatives that no value chooses, by arm.
    pub unreachable: Vec<Unreachable>,
    /// Values that no arm takes, unless there are none.
    pub missing: Option<Missing>,
    /// What to test; see above.
    pub nodes: Vec<Node>,
    /// Where to begin.
    pub root: NodeId,
    /// The values that nodes speak of.
    pub occurrences: Occurrences<T>,
    /// The work that this was, as a count that only depends on the patterns.
    pub steps: u64,
}

/// Which arm a value of type `ty` chooses, see above. The patterns fit the type, as the caller has checked: one that does
/// not is taken for one that no value fits.
pub fn compile<S: Shapes>(
    shapes: &S,
    ty: S::Type,
    patterns: &Patterns,
    arms: &[Arm],
) -> Result<Matching<S::Type>, TooComplex> {
    compile_within(STEPS, shapes, ty, patterns, arms)
}

fn compile_within<S: Shapes>(
    steps: u64,
    shapes: &S,
    ty: S::Type,
    patterns: &Patterns,
    arms: &[Arm],
) -> Result<Matching<S::Type>, TooComplex> {
    let mut builder = Builder::new(shapes, ty, patterns, steps);
    let root = builder.root(arms)?;
    let unreachable = unreachable::unreachable(patterns, arms, &builder.reached);
    let (nodes, root) = decision::without_unused(builder.nodes.into_all(), root);
    let missing = missing::missing(shapes, &nodes, root, &builder.occurrences, patterns);
    let (occurrences, steps) = (builder.occurrences, builder.budget.spent());
    Ok(Matching { unreachable, missing, nodes, root, occurrences, steps })
}
