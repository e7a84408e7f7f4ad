//! Rows: an arm, or one way through the alternatives of its pattern, with what is still to be tested. Owns how patterns
//! become cells: names are bound, what only has parts is taken apart, what fits no value makes the row go. Must not know
//! decisions.

use smallvec::SmallVec;

use super::budget::TooComplex;
use super::build::Builder;
use super::number::NumberRange;
use super::occurrence::{OccurrenceId, Step};
use super::pattern::{Constructor, Pattern, PatternId, PatternList};
use super::shape::{Shape, Shapes};

/// What a variable of a pattern stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bound {
    /// The variable, a number of the caller's.
    pub local: u32,
    /// The part that it names.
    pub occurrence: OccurrenceId,
}

/// A row of the matrix.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) arm: u32,
    pub(super) has_guard: bool,
    /// What is still to be tested, by occurrence: alternatives, and constructors of what has several. A row without
    /// cells fits.
    pub(super) cells: SmallVec<[(OccurrenceId, PatternId); 3]>,
    pub(super) bindings: SmallVec<[Bound; 2]>,
    /// The alternatives that were chosen.
    pub(super) chosen: SmallVec<[PatternId; 2]>,
}

impl Row {
    pub(super) fn new(arm: u32, has_guard: bool) -> Row {
        let (cells, bindings, chosen) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
        Row { arm, has_guard, cells, bindings, chosen }
    }

    /// What is to be tested there.
    pub(super) fn cell(&self, at: OccurrenceId) -> Option<PatternId> {
        let place = self.cells.binary_search_by_key(&at, |(occurrence, _)| *occurrence).ok()?;
        Some(self.cells[place].1)
    }

    /// The same with nothing more to test there.
    pub(super) fn without(&self, at: OccurrenceId) -> Row {
        let mut row = self.clone();
        row.cells.retain(|(occurrence, _)| *occurrence != at);
        row
    }

    /// Whether no row below it gets a value.
    pub(super) fn is_last(&self) -> bool {
        self.cells.is_empty() && !self.has_guard
    }

    fn insert(&mut self, at: OccurrenceId, pattern: PatternId) {
        let place = self.cells.partition_point(|(occurrence, _)| *occurrence < at);
        self.cells.insert(place, (at, pattern));
    }
}

impl<S: Shapes> Builder<'_, S> {
    /// Makes a row demand a pattern there; false if no value of the type fits.
    pub(super) fn demand(&mut self, row: &mut Row, at: OccurrenceId, pattern: PatternId) -> bool {
        match self.patterns.get(pattern) {
            Pattern::Wildcard => true,
            Pattern::Binding { local, inner } => {
                row.bindings.push(Bound { local, occurrence: at });
                self.demand(row, at, inner)
            }
            Pattern::Alternatives(_) => {
                row.insert(at, pattern);
                true
            }
            Pattern::Constructor { constructor, parts } => match self.fit(constructor, at) {
                Fit::Never => false,
                Fit::Tested => {
                    row.insert(at, pattern);
                    true
                }
                Fit::Always => self.demand_parts(row, at, constructor, parts, None),
            },
        }
    }

    /// Makes a row demand the parts of a constructor; of a slice its length must be given.
    pub(super) fn demand_parts(
        &mut self,
        row: &mut Row,
        at: OccurrenceId,
        constructor: Constructor,
        parts: PatternList,
        length: Option<NumberRange>,
    ) -> bool {
        (0..self.patterns.list(parts).len()).all(|place| {
            let (part, pattern) = self.patterns.list(parts)[place];
            let occurrence = self.part(at, constructor, part, length);
            self.demand(row, occurrence, pattern)
        })
    }

    fn part(
        &mut self,
        at: OccurrenceId,
        constructor: Constructor,
        part: u32,
        length: Option<NumberRange>,
    ) -> OccurrenceId {
        let (shapes, ty) = (self.shapes, self.occurrences.get(at).ty);
        let step = match constructor {
            Constructor::Case(case) => Step::Case { case, part },
            Constructor::Elements { front, .. } if part < front => Step::Element(u64::from(part)),
            Constructor::Elements { front, back, .. } => {
                let from_end = u64::from(back) - 1 - u64::from(part - front).min(u64::from(back) - 1);
                let length = match (shapes.shape(ty), length) {
                    (Shape::Array { length }, _) => Some(length),
                    (_, Some(range)) if range.is_one() => Some(range.first.to_length()),
                    _ => None,
                };
                length.map_or(Step::FromEnd(from_end), |length| Step::Element(length - 1 - from_end))
            }
            Constructor::Single
            | Constructor::Bool(_)
            | Constructor::Range(_)
            | Constructor::Text(_)
            | Constructor::Opaque(_) => Step::Part(part),
        };
        self.occurrences.step(at, step, || match step {
            Step::Case { case, part } => shapes.part(ty, case, part),
            Step::Part(part) => shapes.part(ty, 0, part),
            Step::Element(_) | Step::FromEnd(_) => shapes.element(ty),
        })
    }

    /// Whether values that are there can be told apart by this constructor.
    pub(super) fn is_tested(&self, constructor: Constructor, at: OccurrenceId) -> bool {
        matches!(self.fit(constructor, at), Fit::Tested)
    }

    fn fit(&self, constructor: Constructor, at: OccurrenceId) -> Fit {
        match (constructor, self.shapes.shape(self.occurrences.get(at).ty)) {
            (Constructor::Case(case), Shape::Enum { cases }) => Fit::tested(case < cases),
            (Constructor::Single, Shape::Record | Shape::Tuple) => Fit::Always,
            (Constructor::Elements { front, back, has_rest }, Shape::Array { length }) => {
                let written = u64::from(front) + u64::from(back);
                if written == length || has_rest && written < length { Fit::Always } else { Fit::Never }
            }
            (Constructor::Bool(_), Shape::Bool)
            | (Constructor::Text(_), Shape::Text)
            | (Constructor::Elements { .. }, Shape::Slice)
            | (Constructor::Opaque(_), _) => Fit::Tested,
            (Constructor::Range(range), Shape::Integer(kind)) => {
                Fit::tested(!range.within(NumberRange::of_integer(kind)).is_empty())
            }
            (Constructor::Range(range), Shape::Float(kind)) => {
                Fit::tested(!range.within(NumberRange::of_float(kind)).is_empty())
            }
            (
                Constructor::Case(_)
                | Constructor::Single
                | Constructor::Bool(_)
                | Constructor::Range(_)
                | Constructor::Text(_)
                | Constructor::Elements { .. },
                _,
            ) => Fit::Never,
        }
    }

    /// Each row once for each alternative there, in order, if alternatives are what it has there.
    pub(super) fn spread_all(&mut self, rows: Vec<Row>, at: OccurrenceId) -> Result<Vec<Row>, TooComplex> {
        if rows.iter().all(|row| self.alternatives(row, at).is_none()) {
            return Ok(rows);
        }
        let mut spread = Vec::with_capacity(rows.len());
        for row in rows {
            self.spread(row, at, &mut spread)?;
        }
        Ok(spread)
    }

    fn alternatives(&self, row: &Row, at: OccurrenceId) -> Option<PatternList> {
        match self.patterns.get(row.cell(at)?) {
            Pattern::Alternatives(alternatives) => Some(alternatives),
            Pattern::Wildcard | Pattern::Binding { .. } | Pattern::Constructor { .. } => None,
        }
    }

    fn spread(&mut self, row: Row, at: OccurrenceId, into: &mut Vec<Row>) -> Result<(), TooComplex> {
        let Some(alternatives) = self.alternatives(&row, at) else {
            into.push(row);
            return Ok(());
        };
        let rest = row.without(at);
        for place in 0..self.patterns.list(alternatives).len() {
            self.budget.spend(1 + rest.cells.len())?;
            let (_, alternative) = self.patterns.list(alternatives)[place];
            let mut row = rest.clone();
            row.chosen.push(alternative);
            if self.demand(&mut row, at, alternative) {
                self.spread(row, at, into)?;
            }
        }
        Ok(())
    }
}

/// Whether values have a form.
enum Fit {
    Never,
    Tested,
    Always,
}

impl Fit {
    fn tested(can_fit: bool) -> Fit {
        if can_fit { Fit::Tested } else { Fit::Never }
    }
}
