//! Alternatives under a guard. Each counts as an arm of its own with that guard, in the order in which they are written:
//! if the guard is false for one, the next that fits is tried. Columns are tested in any order, so the rows of such an
//! arm are written out before, `(a | b, c | d) if g` as `(a, c)`, `(a, d)`, `(b, c)`, `(b, d)`. Owns that writing out;
//! must not know rows.

use smallvec::SmallVec;

use super::budget::TooComplex;
use super::build::Builder;
use super::pattern::{Pattern, PatternId};
use super::shape::Shapes;

/// A pattern without alternatives, and those that were chosen for it.
pub(super) type Way = (PatternId, SmallVec<[PatternId; 2]>);

impl<S: Shapes> Builder<'_, S> {
    /// All ways through the alternatives of a pattern, in order.
    pub(super) fn ways(&mut self, pattern: PatternId) -> Result<Vec<Way>, TooComplex> {
        if !self.patterns.has_alternatives(pattern) {
            return Ok(vec![(pattern, SmallVec::new())]);
        }
        let mut ways = Vec::new();
        match self.patterns.get(pattern) {
            Pattern::Wildcard => ways.push((pattern, SmallVec::new())),
            Pattern::Binding { local, inner } => {
                for (inner, chosen) in self.ways(inner)? {
                    ways.push((self.patterns.binding(local, inner), chosen));
                }
            }
            Pattern::Alternatives(alternatives) => {
                for place in 0..self.patterns.list(alternatives).len() {
                    let (_, alternative) = self.patterns.list(alternatives)[place];
                    for (way, mut chosen) in self.ways(alternative)? {
                        chosen.push(alternative);
                        ways.push((way, chosen));
                    }
                }
            }
            Pattern::Constructor { constructor, parts } => {
                let mut lists = vec![(Vec::new(), SmallVec::new())];
                for place in 0..self.patterns.list(parts).len() {
                    let (part, pattern) = self.patterns.list(parts)[place];
                    let ways = self.ways(pattern)?;
                    lists = self.combinations(&lists, part, &ways)?;
                }
                for (parts, chosen) in lists {
                    ways.push((self.patterns.constructor(constructor, &parts), chosen));
                }
            }
        }
        self.budget.spend(ways.len())?;
        Ok(ways)
    }

    fn combinations(&mut self, lists: &[Parts], part: u32, ways: &[Way]) -> Result<Vec<Parts>, TooComplex> {
        let mut combinations = Vec::new();
        for (parts, chosen) in lists {
            for (way, more) in ways {
                self.budget.spend(1 + parts.len() + more.len())?;
                let (mut parts, mut chosen) = (parts.clone(), chosen.clone());
                parts.push((part, *way));
                chosen.extend_from_slice(more);
                combinations.push((parts, chosen));
            }
        }
        Ok(combinations)
    }
}

/// Parts of a constructor, without alternatives, and those that were chosen for them.
type Parts = (Vec<(u32, PatternId)>, SmallVec<[PatternId; 2]>);
