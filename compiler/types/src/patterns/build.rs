//! From rows to decisions. One recursion over matrices of rows (Maranget, "Compiling pattern matching to good decision
//! trees", 2008): test a value that the first row needs, split the rows by the outcome, go on with each branch. The leaves
//! that are reached say which arms and alternatives can be chosen. Equal matrices are built once. Must not know types but
//! through `Shapes`, nor what is told about the result.
//!
//! Which value is tested: one that the first row needs, since it is needed in any case; of these the one that the most
//! rows from the first on need in a row, since rows that do not are copied into each branch; of these the one with the
//! fewest branches; of these the first.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Arm;
use super::branches::Branches;
use super::budget::{Budget, TooComplex};
use super::decision::{Node, NodeId, Nodes};
use super::occurrence::{OccurrenceId, Occurrences};
use super::pattern::{Constructor, Pattern, PatternId, Patterns};
use super::plan::Plan;
use super::row::Row;
use super::shape::{Emptiness, Shape, Shapes};

/// Tests on one path. What is deeper is too complex, before the stack ends.
const LONGEST_PATH: u32 = 1_000;

/// Values of the first row among which the best is looked for.
const CANDIDATES: usize = 8;

/// One run over the patterns of a `match`.
pub(super) struct Builder<'a, S: Shapes> {
    pub(super) shapes: &'a S,
    /// Those of the caller, and more behind them.
    pub(super) patterns: Patterns,
    pub(super) occurrences: Occurrences<S::Type>,
    pub(super) emptiness: Emptiness<S::Type>,
    pub(super) budget: Budget,
    pub(super) nodes: Nodes,
    pub(super) reached: Reached,
    built: FxHashMap<Box<[u32]>, NodeId>,
}

/// The arms and alternatives that some value chooses.
#[derive(Default)]
pub(super) struct Reached {
    pub(super) arms: FxHashSet<u32>,
    pub(super) alternatives: FxHashSet<PatternId>,
}

impl<'a, S: Shapes> Builder<'a, S> {
    pub(super) fn new(shapes: &'a S, ty: S::Type, patterns: &Patterns, steps: u64) -> Self {
        Builder {
            shapes,
            patterns: patterns.clone(),
            occurrences: Occurrences::of_type(ty),
            emptiness: Emptiness::new(),
            budget: Budget::of(steps),
            nodes: Nodes::default(),
            reached: Reached::default(),
            built: FxHashMap::default(),
        }
    }

    /// The decision of all arms.
    pub(super) fn root(&mut self, arms: &[Arm]) -> Result<NodeId, TooComplex> {
        if self.emptiness.is_empty(self.shapes, self.occurrences.get(OccurrenceId::ROOT).ty) {
            return Ok(self.nodes.add(Node::Unreachable));
        }
        let mut rows = Vec::with_capacity(arms.len());
        for (number, arm) in (0..).zip(arms) {
            self.budget.spend(1)?;
            let ways = if arm.has_guard { self.ways(arm.pattern)? } else { vec![(arm.pattern, Default::default())] };
            for (pattern, chosen) in ways {
                let mut row = Row::new(number, arm.has_guard);
                row.chosen = chosen;
                if self.demand(&mut row, OccurrenceId::ROOT, pattern) {
                    rows.push(row);
                }
            }
        }
        self.solve(rows, 0)
    }

    /// The decision among rows for values of which what was tested so far is known.
    fn solve(&mut self, mut rows: Vec<Row>, depth: u32) -> Result<NodeId, TooComplex> {
        if depth > LONGEST_PATH {
            return Err(TooComplex);
        }
        let guarded = rows.iter().take_while(|row| row.cells.is_empty() && row.has_guard).count();
        if guarded > 0 {
            let rest = rows.split_off(guarded);
            let otherwise = self.solve(rest, depth)?;
            return Ok(rows.iter().rev().fold(otherwise, |otherwise, row| self.leaf(row, Some(otherwise))));
        }
        let Some(first) = rows.first() else { return Ok(self.nodes.add(Node::Missing)) };
        if first.is_last() {
            return Ok(self.leaf(&rows[0], None));
        }
        let key = self.key(&rows)?;
        if let Some(node) = self.built.get(&key) {
            return Ok(*node);
        }
        let at = self.choose(&rows)?;
        // Alternatives around a value, of a tuple for example, may demand something of it.
        let mut around = vec![at];
        while let Some((from, _)) = around.last().and_then(|at| self.occurrences.get(*at).from) {
            around.push(from);
        }
        for at in around.into_iter().rev() {
            rows = self.spread_all(rows, at)?;
        }
        let node = self.test(rows, at, depth)?;
        self.built.insert(key, node);
        Ok(node)
    }

    /// The decision among rows without alternatives there or around it.
    fn test(&mut self, rows: Vec<Row>, at: OccurrenceId, depth: u32) -> Result<NodeId, TooComplex> {
        let Some(cell) = rows.first().and_then(|row| row.cell(at)) else { return self.solve(rows, depth + 1) };
        if let Some(constant) = self.constant(cell) {
            return self.compare(&rows, at, constant, depth);
        }
        let Some(plan) = self.plan(&rows, at)? else { return self.solve(rows, depth + 1) };
        let mut targets = Vec::with_capacity(plan.branch_count());
        for rows in self.split(&rows, at, &plan)? {
            targets.push(self.solve(rows, depth + 1)?);
        }
        let shape = self.shapes.shape(self.occurrences.get(at).ty);
        Ok(self.join(at, shape, &plan, &targets))
    }

    fn split(&mut self, rows: &[Row], at: OccurrenceId, plan: &Plan) -> Result<Vec<Vec<Row>>, TooComplex> {
        let count = plan.branch_count();
        let mut branches = Branches::new(count);
        for row in rows {
            self.budget.spend(1)?;
            let head = row.cell(at).and_then(|cell| match self.patterns.get(cell) {
                Pattern::Constructor { constructor: Constructor::Opaque(_), .. }
                | Pattern::Wildcard
                | Pattern::Binding { .. }
                | Pattern::Alternatives(_) => None,
                Pattern::Constructor { constructor, parts } => Some((constructor, parts)),
            });
            let range = match head {
                Some((constructor, _)) => plan.branches(constructor),
                None => Some((0, count - 1)),
            };
            let Some((first, last)) = range else { continue };
            let mut branch = branches.open_from(first);
            while branch <= last {
                self.budget.spend(1 + row.cells.len())?;
                let row = match head {
                    None => Some(row.clone()),
                    Some((constructor, parts)) => {
                        let mut row = row.without(at);
                        let fits = self.demand_parts(&mut row, at, constructor, parts, plan.range(branch));
                        fits.then_some(row)
                    }
                };
                if let Some(row) = row {
                    branches.add(branch, row);
                }
                branch = branches.open_from(branch + 1);
            }
        }
        Ok(branches.into_rows())
    }

    /// The decision after a comparison with a constant of which nothing is known.
    fn compare(&mut self, rows: &[Row], at: OccurrenceId, constant: u32, depth: u32) -> Result<NodeId, TooComplex> {
        self.budget.spend(rows.iter().map(|row| 2 + row.cells.len()).sum())?;
        let is_same = |row: &Row| row.cell(at).is_some_and(|cell| self.constant(cell) == Some(constant));
        let equal = rows.iter().map(|row| if is_same(row) { row.without(at) } else { row.clone() }).collect();
        let other = rows.iter().filter(|row| !is_same(row)).cloned().collect();
        let equal = self.solve(equal, depth + 1)?;
        let otherwise = self.solve(other, depth + 1)?;
        Ok(self.nodes.equal(at, constant, equal, otherwise))
    }

    fn constant(&self, cell: PatternId) -> Option<u32> {
        match self.patterns.get(cell) {
            Pattern::Constructor { constructor: Constructor::Opaque(constant), .. } => Some(constant),
            Pattern::Constructor { .. } | Pattern::Wildcard | Pattern::Binding { .. } | Pattern::Alternatives(_) => {
                None
            }
        }
    }

    /// Which value to test, see above.
    fn choose(&mut self, rows: &[Row]) -> Result<OccurrenceId, TooComplex> {
        let mut candidates = Vec::new();
        for &(at, _) in &rows[0].cells {
            let needing = rows.iter().take_while(|row| row.cell(at).is_some()).count();
            self.budget.spend(needing)?;
            candidates.push((needing, at));
        }
        let most = candidates.iter().map(|(needing, _)| *needing).max();
        candidates.retain(|(needing, _)| Some(*needing) == most);
        candidates.truncate(CANDIDATES);
        let mut best = (usize::MAX, candidates[0].1);
        for &(_, at) in candidates.iter().take_while(|_| candidates.len() > 1) {
            let branches = self.plan(rows, at)?.map_or(2, |plan| plan.branch_count());
            if branches < best.0 {
                best = (branches, at);
            }
        }
        Ok(best.1)
    }

    fn join(&mut self, at: OccurrenceId, shape: Shape, plan: &Plan, targets: &[NodeId]) -> NodeId {
        match plan {
            Plan::Cases { named, has_rest } => {
                let rest = has_rest.then(|| targets[named.len()]);
                let branches = named.iter().copied().zip(targets.iter().copied());
                if shape == Shape::Bool {
                    let target = |value| branches.clone().find(|(case, _)| *case == value).map(|(_, node)| node);
                    let [when_false, when_true] = [0, 1].map(|value| target(value).or(rest));
                    return self.nodes.bools(at, when_true, when_false);
                }
                self.nodes.cases(at, branches.collect(), rest)
            }
            Plan::Ranges { segments, named, has_rest } => {
                let target = |(range, branch): &(_, u32)| (*range, targets[*branch as usize]);
                match shape {
                    Shape::Float(_) => {
                        let named = named.iter().copied().zip(targets.iter().copied());
                        let otherwise = targets[targets.len() - 1];
                        debug_assert!(*has_rest);
                        self.nodes.floats(at, named.collect(), otherwise)
                    }
                    Shape::Slice => self.nodes.lengths(at, segments.iter().map(target).collect()),
                    Shape::Enum { .. }
                    | Shape::Record
                    | Shape::Tuple
                    | Shape::Array { .. }
                    | Shape::Bool
                    | Shape::Integer(_)
                    | Shape::Text
                    | Shape::Other => self.nodes.integers(at, segments.iter().map(target).collect()),
                }
            }
            Plan::Texts { named } => {
                let branches = named.iter().copied().zip(targets.iter().copied());
                self.nodes.texts(at, branches.collect(), targets[named.len()])
            }
        }
    }

    /// An arm that is chosen, or tried if it has a guard.
    fn leaf(&mut self, row: &Row, otherwise: Option<NodeId>) -> NodeId {
        self.reached.arms.insert(row.arm);
        self.reached.alternatives.extend(row.chosen.iter().copied());
        let mut bindings = row.bindings.to_vec();
        bindings.sort_unstable();
        self.nodes.add(match otherwise {
            None => Node::Arm { arm: row.arm, bindings },
            Some(otherwise) => Node::Guard { arm: row.arm, bindings, otherwise },
        })
    }

    /// All that the decision among rows depends on, and what else it may tell: alternatives of which it is not yet known
    /// that they are reached. Those that are need not be reached again, which makes equal what would differ only in them.
    fn key(&mut self, rows: &[Row]) -> Result<Box<[u32]>, TooComplex> {
        let mut key = Vec::with_capacity(rows.len() * 6);
        for row in rows {
            key.extend([row.arm, row.cells.len() as u32, row.bindings.len() as u32]);
            key.extend(row.cells.iter().flat_map(|(at, pattern)| [at.index() as u32, pattern.index() as u32]));
            key.extend(row.bindings.iter().flat_map(|bound| [bound.local, bound.occurrence.index() as u32]));
            let unknown = row.chosen.iter().filter(|chosen| !self.reached.alternatives.contains(chosen));
            let start = key.len();
            key.push(0);
            key.extend(unknown.map(|chosen| chosen.index() as u32));
            key[start] = (key.len() - start) as u32;
        }
        self.budget.spend(key.len())?;
        Ok(key.into_boxed_slice())
    }
}
