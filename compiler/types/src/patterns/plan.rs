//! Into which branches a test of one value leads: the constructors that rows name there, and what is left of the type.
//! Owns the cutting of integers, floats and lengths into ranges that no row tells apart. Must not know what becomes of
//! the branches.

use super::budget::TooComplex;
use super::build::Builder;
use super::number::{Number, NumberRange};
use super::occurrence::OccurrenceId;
use super::pattern::{Constructor, Pattern, PatternId, TextId};
use super::row::Row;
use super::shape::{Shape, Shapes};

/// The branches of a test. They are numbered: those that some row names in order, then the rest, if any value is left.
#[derive(Debug)]
pub(super) enum Plan {
    /// Cases of an enum, or `false` and `true`.
    Cases { named: Vec<u32>, has_rest: bool },
    /// Integers, floats or lengths. The segments are all values in order, each with its branch.
    Ranges { segments: Vec<(NumberRange, u32)>, named: Vec<NumberRange>, has_rest: bool },
    /// Strings.
    Texts { named: Vec<TextId> },
}

impl Plan {
    /// How many branches there are.
    pub(super) fn branch_count(&self) -> usize {
        match self {
            Plan::Cases { named, has_rest } => named.len() + usize::from(*has_rest),
            Plan::Ranges { named, has_rest, .. } => named.len() + usize::from(*has_rest),
            Plan::Texts { named } => named.len() + 1,
        }
    }

    /// The first and the last branch that a constructor leads to; none if it makes no value.
    pub(super) fn branches(&self, constructor: Constructor) -> Option<(usize, usize)> {
        let one = |place: usize| (place, place);
        match self {
            Plan::Cases { named, .. } => named.binary_search(&case_of(constructor)?).ok().map(one),
            Plan::Ranges { named, .. } => {
                let range = range_of(constructor)?;
                let first = named.partition_point(|branch| branch.last < range.first);
                let end = named.partition_point(|branch| branch.first <= range.last);
                (first < end).then(|| (first, end - 1))
            }
            Plan::Texts { named } => named.binary_search(&text_of(constructor)?).ok().map(one),
        }
    }

    /// The values of a branch, if the test is one of ranges and the branch is not the rest.
    pub(super) fn range(&self, branch: usize) -> Option<NumberRange> {
        match self {
            Plan::Ranges { named, .. } => named.get(branch).copied(),
            Plan::Cases { .. } | Plan::Texts { .. } => None,
        }
    }
}

impl<S: Shapes> Builder<'_, S> {
    /// The branches of a test there; none if no row names a constructor there.
    pub(super) fn plan(&mut self, rows: &[Row], at: OccurrenceId) -> Result<Option<Plan>, TooComplex> {
        let mut heads = Vec::new();
        for row in rows {
            if let Some(cell) = row.cell(at) {
                self.heads(at, cell, &mut heads);
            }
        }
        self.budget.spend(rows.len() + heads.len())?;
        if heads.is_empty() {
            return Ok(None);
        }
        let ty = self.occurrences.get(at).ty;
        Ok(Some(match self.shapes.shape(ty) {
            Shape::Enum { cases } => {
                let mut named: Vec<u32> = heads.into_iter().filter_map(case_of).collect();
                named.sort_unstable();
                named.dedup();
                let mut next = named.iter().copied().peekable();
                let mut is_left = |case: &u32| next.next_if_eq(case).is_none();
                let has_rest = (0..cases)
                    .filter(|case| is_left(case))
                    .any(|case| !self.emptiness.is_case_empty(self.shapes, ty, case));
                named.retain(|case| !self.emptiness.is_case_empty(self.shapes, ty, *case));
                Plan::Cases { named, has_rest }
            }
            Shape::Bool => {
                let mut named: Vec<u32> = heads.into_iter().filter_map(case_of).collect();
                named.sort_unstable();
                named.dedup();
                let has_rest = named.len() < 2;
                Plan::Cases { named, has_rest }
            }
            Shape::Integer(kind) => {
                cut(NumberRange::of_integer(kind), heads.into_iter().filter_map(range_of), &[], false)
            }
            Shape::Float(kind) => cut(NumberRange::of_float(kind), heads.into_iter().filter_map(range_of), &[], true),
            Shape::Slice => {
                let has_elements = !self.emptiness.is_empty(self.shapes, self.shapes.element(ty));
                let all = if has_elements { NumberRange::of_lengths() } else { NumberRange::one(Number::length(0)) };
                let ends = lengths_apart(&heads);
                self.budget.spend(ends.len())?;
                cut(all, heads.into_iter().filter_map(range_of), &ends, false)
            }
            Shape::Text => {
                let mut named: Vec<TextId> = heads.into_iter().filter_map(text_of).collect();
                named.sort_unstable();
                named.dedup();
                Plan::Texts { named }
            }
            // Rows take these apart, or drop what names a constructor for them.
            Shape::Record | Shape::Tuple | Shape::Array { .. } | Shape::Other => return Ok(None),
        }))
    }

    /// The constructors that a cell names, through alternatives.
    fn heads(&self, at: OccurrenceId, pattern: PatternId, into: &mut Vec<Constructor>) {
        match self.patterns.get(pattern) {
            Pattern::Wildcard | Pattern::Constructor { constructor: Constructor::Opaque(_), .. } => {}
            Pattern::Binding { inner, .. } => self.heads(at, inner, into),
            Pattern::Alternatives(alternatives) => {
                let alternatives = self.patterns.list(alternatives);
                alternatives.iter().for_each(|(_, alternative)| self.heads(at, *alternative, into));
            }
            Pattern::Constructor { constructor, .. } => {
                into.extend(self.is_tested(constructor, at).then_some(constructor));
            }
        }
    }
}

fn case_of(constructor: Constructor) -> Option<u32> {
    match constructor {
        Constructor::Case(case) => Some(case),
        Constructor::Bool(value) => Some(u32::from(value)),
        Constructor::Single
        | Constructor::Range(_)
        | Constructor::Text(_)
        | Constructor::Elements { .. }
        | Constructor::Opaque(_) => None,
    }
}

fn text_of(constructor: Constructor) -> Option<TextId> {
    match constructor {
        Constructor::Text(text) => Some(text),
        Constructor::Case(_)
        | Constructor::Single
        | Constructor::Bool(_)
        | Constructor::Range(_)
        | Constructor::Elements { .. }
        | Constructor::Opaque(_) => None,
    }
}

/// Values among numbers: those of a range, the lengths of a slice.
fn range_of(constructor: Constructor) -> Option<NumberRange> {
    match constructor {
        Constructor::Range(range) => Some(range),
        Constructor::Elements { front, back, has_rest } => {
            let least = Number::length(u64::from(front) + u64::from(back));
            let most = if has_rest { NumberRange::of_lengths().last } else { least };
            Some(NumberRange::inclusive(least, most))
        }
        Constructor::Case(_)
        | Constructor::Single
        | Constructor::Bool(_)
        | Constructor::Text(_)
        | Constructor::Opaque(_) => None,
    }
}

/// The lengths that begin branches of their own although no row begins or ends there. Where one row names elements from
/// the front and another from the end, these may be the same ones, for each length others, until there are enough for
/// both.
fn lengths_apart(heads: &[Constructor]) -> Vec<Number> {
    let (mut most_front, mut most_back) = (0, 0);
    let mut least = u64::MAX;
    for head in heads {
        if let Constructor::Elements { front, back, has_rest: true } = *head {
            least = least.min(u64::from(front) + u64::from(back));
            most_front = most_front.max(u64::from(front));
            most_back = most_back.max(u64::from(back));
        }
    }
    let end = if most_back == 0 { least } else { most_front + most_back };
    (least..=end).take_while(|_| least != u64::MAX).map(Number::length).collect()
}

/// Cuts `all` where one of the ranges begins or ends, and before the given numbers. What no range covers is the rest.
fn cut(all: NumberRange, ranges: impl Iterator<Item = NumberRange>, before: &[Number], has_other_values: bool) -> Plan {
    // At each number, how many ranges more or less cover the values from there on.
    let mut events: Vec<(Number, i32)> = vec![(all.first, 0)];
    for range in ranges.map(|range| range.within(all)).filter(|range| !range.is_empty()) {
        events.push((range.first, 1));
        events.extend(range.last.after().filter(|after| all.contains(*after)).map(|after| (after, -1)));
    }
    events.extend(before.iter().filter(|number| all.contains(**number)).map(|number| (*number, 0)));
    events.sort_unstable();
    let mut pieces: Vec<(NumberRange, bool)> = Vec::new();
    let mut covering = 0;
    let mut place = 0;
    while let Some(&(first, _)) = events.get(place) {
        let next = events[place..].partition_point(|(number, _)| *number == first) + place;
        covering += events[place..next].iter().map(|(_, change)| change).sum::<i32>();
        let last = events.get(next).and_then(|(number, _)| number.before()).unwrap_or(all.last);
        match pieces.last_mut() {
            Some((gap, false)) if covering == 0 => gap.last = last,
            _ => pieces.push((NumberRange::inclusive(first, last), covering > 0)),
        }
        place = next;
    }
    let named: Vec<NumberRange> = pieces.iter().filter(|(_, covered)| *covered).map(|(range, _)| *range).collect();
    let has_rest = has_other_values || named.len() < pieces.len();
    let mut count = 0;
    let mut branch = |covered: bool| {
        count += u32::from(covered);
        if covered { count - 1 } else { named.len() as u32 }
    };
    let segments = pieces.into_iter().map(|(range, covered)| (range, branch(covered))).collect();
    Plan::Ranges { segments, named, has_rest }
}
