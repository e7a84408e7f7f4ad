//! Where a path lost its value, and where a borrow is used next: searches through the graph, for messages only. They may
//! be slow, as they run once per problem.

use std::cell::Cell;

use hir::{Body, Expression, ExpressionId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::holders::Holders;
use super::move_paths::{MovePaths, PathId};
use crate::diagnostics::kinds::LaterUse;
use crate::source_form::{Access, BlockId, LocalId, Place, Projection, SourceForm};

/// How a path lost its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// It was moved by this expression.
    Moved(ExpressionId),
    /// It never had one.
    Declared,
}

/// The expression by which a statement mentions a place: parts stand right before wholes, so it is the nearest mention of
/// the variable before the statement's expression, with its fields.
pub fn mention(body: &Body, form: &SourceForm, place: Place, at: ExpressionId) -> ExpressionId {
    let Some(variable) = form.base_local(place).and_then(|local| form.local(local).variable) else {
        return at;
    };
    let mut ids = (0..=at.index()).rev().map(ExpressionId::from_index);
    let Some(mut found) = ids.find(|id| body[*id] == Expression::Local(variable)) else {
        return at;
    };
    let fields = form.projections(place).iter().filter(|projection| matches!(projection, Projection::Field(_)));
    for _ in fields {
        let whole = ExpressionId::from_index(found.index() + 1);
        if whole > at {
            break;
        }
        if let Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } = body[whole]
            && receiver == found
        {
            found = whole;
        }
    }
    found
}

/// The left side of an assignment, given the assignment or its right side.
pub fn assigned_place(body: &Body, at: ExpressionId) -> ExpressionId {
    let mut ids = (at.index()..body.expression_count()).map(ExpressionId::from_index);
    let found = ids.find_map(|id| {
        let Expression::Assign { place, value, .. } = body[id] else {
            return None;
        };
        (id == at || value == at).then_some(place)
    });
    found.unwrap_or(at)
}

/// The nearest statement before a point that leaves the path without a value.
pub fn find_cause(
    body: &Body,
    (form, causes): (&SourceForm, &Causes),
    paths: &MovePaths,
    path: PathId,
    block: BlockId,
    index: usize,
) -> Option<Gone> {
    if let Some((statement, place)) = causes.only_move(paths, path, index) {
        let at = form.statements[statement].expression;
        return Some(Gone::Moved(mention(body, form, place, at)));
    }
    let mut visited = FxHashSet::default();
    let mut work = vec![(block, index)];
    while let Some((block, end)) = work.pop() {
        match last_event(body, form, paths, path, form.statement_range(block).start..end) {
            Event::Gone(gone) => return Some(gone),
            Event::Assigned => continue,
            Event::None => {}
        }
        for &before in causes.before(block) {
            if visited.insert(before) {
                work.push((before, form.statement_range(before).end));
            }
        }
    }
    // The same statement takes it twice: `(x, x)`.
    let mut is_taken = false;
    form.accesses(&form.statements.get(index)?.kind, |access, place| {
        let touched = paths.find(form, place).filter(|_| access == Access::Move);
        is_taken |= touched.is_some_and(|(touched, is_whole)| is_whole && is_at_or_above(paths, touched, path));
    });
    is_taken.then(|| Gone::Moved(form.statements[index].expression))
}

enum Event {
    Gone(Gone),
    Assigned,
    None,
}

fn last_event(body: &Body, form: &SourceForm, paths: &MovePaths, path: PathId, range: std::ops::Range<usize>) -> Event {
    for index in range.rev() {
        let statement = &form.statements[index];
        let mut event = Event::None;
        form.accesses(&statement.kind, |access, place| {
            let Some((touched, true)) = paths.find(form, place) else {
                return;
            };
            if !is_at_or_above(paths, touched, path) {
                return;
            }
            match access {
                Access::Move => {
                    event = Event::Gone(Gone::Moved(mention(body, form, place, statement.expression)));
                }
                Access::Declare => event = Event::Gone(Gone::Declared),
                Access::Write => event = Event::Assigned,
                Access::Read
                | Access::Count
                | Access::Borrow(_)
                | Access::Address
                | Access::Drop(_)
                | Access::StorageDead => {}
            }
        });
        match event {
            Event::None => {}
            Event::Gone(_) | Event::Assigned => return event,
        }
    }
    Event::None
}

fn is_at_or_above(paths: &MovePaths, above: PathId, path: PathId) -> bool {
    let mut next = Some(path);
    while let Some(path) = next {
        if path == above {
            return true;
        }
        next = paths.get(path).parent;
    }
    false
}

/// What causes are found by; made when the first one is asked for.
pub struct Causes {
    /// For each block the end of its predecessors in `blocks`.
    ends: Vec<u32>,
    blocks: Vec<BlockId>,
    has_loops: bool,
    /// By what each path loses its value; nothing if it is declared without one.
    moves: FxHashMap<PathId, Vec<Option<(usize, Place)>>>,
}

impl Causes {
    /// Those of a body.
    pub fn new(form: &SourceForm, paths: &MovePaths) -> Causes {
        let mut moves: FxHashMap<PathId, Vec<Option<(usize, Place)>>> = FxHashMap::default();
        for (index, statement) in form.statements.iter().enumerate() {
            form.accesses(&statement.kind, |access, place| {
                let event = match access {
                    Access::Move => Some((index, place)),
                    Access::Declare => None,
                    Access::Read
                    | Access::Count
                    | Access::Write
                    | Access::Borrow(_)
                    | Access::Address
                    | Access::Drop(_)
                    | Access::StorageDead => return,
                };
                if let Some((path, true)) = paths.find(form, place) {
                    moves.entry(path).or_default().push(event);
                }
            });
        }
        let mut edges: Vec<(BlockId, BlockId)> = Vec::with_capacity(2 * form.blocks.len());
        for before in form.block_ids() {
            let targets = form.successors(form.blocks[before.0 as usize].terminator);
            edges.extend(targets.map(|target| (target, before)));
        }
        edges.sort_unstable();
        edges.dedup();
        let mut ends = vec![0; form.blocks.len()];
        for (end, (target, _)) in (1..).zip(&edges) {
            ends[target.0 as usize] = end;
        }
        for block in 1..ends.len() {
            ends[block] = ends[block].max(ends[block - 1]);
        }
        Causes {
            ends,
            has_loops: edges.iter().any(|(target, before)| target <= before),
            blocks: edges.into_iter().map(|(_, before)| before).collect(),
            moves,
        }
    }

    /// The move of a path that always had a value before, if there is one alone before a statement: no search is needed
    /// then. Without loops what stands later comes later.
    fn only_move(&self, paths: &MovePaths, path: PathId, before: usize) -> Option<(usize, Place)> {
        if self.has_loops {
            return None;
        }
        let mut only = None;
        let mut next = Some(path);
        while let Some(path) = next {
            for &event in self.moves.get(&path).into_iter().flatten() {
                let (statement, place) = event?;
                if statement < before && only.replace((statement, place)).is_some() {
                    return None;
                }
            }
            next = paths.get(path).parent;
        }
        only
    }

    fn before(&self, block: BlockId) -> &[BlockId] {
        let block = block.0 as usize;
        let start = if block == 0 { 0 } else { self.ends[block - 1] };
        &self.blocks[start as usize..self.ends[block] as usize]
    }
}

/// Where locals are used and overwritten; made when the first problem asks for it.
pub struct Uses {
    /// For each local, in order of statements.
    events: FxHashMap<LocalId, Vec<(usize, UseEvent)>>,
    /// How many blocks may still be walked through for this body's problems.
    budget: Cell<u32>,
}

/// How many blocks are walked through for the problems of a body, all in all: where hundreds are far from the uses that
/// make them ones, the last are told without these.
const BLOCKS: u32 = 1 << 16;

/// The first thing that a statement does with a local.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UseEvent {
    Used,
    Dropped,
    Overwritten,
}

impl Uses {
    /// Those of a body.
    pub fn new(form: &SourceForm, holders: &Holders) -> Uses {
        let mut events: FxHashMap<LocalId, Vec<(usize, UseEvent)>> = FxHashMap::default();
        for (index, statement) in form.statements.iter().enumerate() {
            form.accesses(&statement.kind, |access, place| {
                let Some(local) = form.base_local(place) else { return };
                let is_whole = place == Place::local(local);
                let event = match access {
                    Access::Write if is_whole => UseEvent::Overwritten,
                    Access::Write
                    | Access::Read
                    | Access::Count
                    | Access::Move
                    | Access::Borrow(_)
                    | Access::Address => UseEvent::Used,
                    Access::Drop(_) if holders.is_use(form, access, place) => UseEvent::Dropped,
                    Access::Drop(_) | Access::Declare | Access::StorageDead => return,
                };
                let of_local = events.entry(local).or_default();
                if of_local.last().is_none_or(|(last, _)| *last != index) {
                    of_local.push((index, event));
                }
            });
        }
        Uses { events, budget: Cell::new(BLOCKS) }
    }

    /// The next expression behind a point that uses a local before it gets another value; none either once so much was
    /// searched that nobody would wait for more.
    pub fn next(&self, form: &SourceForm, local: LocalId, block: BlockId, index: usize) -> Option<LaterUse> {
        let events = self.events.get(&local)?;
        let mut visited = FxHashSet::default();
        let mut work = std::collections::VecDeque::from([(block, index)]);
        while let Some((block, start)) = work.pop_front() {
            self.budget.set(self.budget.get().checked_sub(1)?);
            let end = form.statement_range(block).end;
            let next = events.get(events.partition_point(|(at, _)| *at < start));
            match next.filter(|(at, _)| *at < end) {
                Some((at, UseEvent::Used)) => return Some(LaterUse::Expression(form.statements[*at].expression)),
                Some((_, UseEvent::Dropped)) => return Some(LaterUse::Drop),
                Some((_, UseEvent::Overwritten)) => continue,
                None => {}
            }
            for target in form.successors(form.blocks[block.0 as usize].terminator) {
                if visited.insert(target) {
                    work.push_back((target, form.statement_range(target).start));
                }
            }
        }
        None
    }
}
