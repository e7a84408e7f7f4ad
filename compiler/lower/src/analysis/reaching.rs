//! Where a path lost its value, and where a borrow is used next: searches through the graph, for messages only. They may
//! be slow, as they run once per problem.

use hir::ExpressionId;

use super::move_paths::{MovePaths, PathId};
use crate::source_form::{Access, BlockId, LocalId, Place, SourceForm};

/// How a path lost its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// It was moved by this expression.
    Moved(ExpressionId),
    /// It never had one.
    Declared,
}

/// The nearest statement before a point that leaves the path without a value.
pub fn find_cause(form: &SourceForm, paths: &MovePaths, path: PathId, block: BlockId, index: usize) -> Option<Gone> {
    let mut visited = vec![false; form.blocks.len()];
    let mut work = vec![(block, index)];
    while let Some((block, end)) = work.pop() {
        match last_event(form, paths, path, form.statement_range(block).start..end) {
            Event::Gone(gone) => return Some(gone),
            Event::Assigned => continue,
            Event::None => {}
        }
        for before in predecessors(form, block) {
            if !std::mem::replace(&mut visited[before.0 as usize], true) {
                work.push((before, form.statement_range(before).end));
            }
        }
    }
    None
}

enum Event {
    Gone(Gone),
    Assigned,
    None,
}

fn last_event(form: &SourceForm, paths: &MovePaths, path: PathId, range: std::ops::Range<usize>) -> Event {
    for index in range.rev() {
        let statement = &form.statements[index];
        let mut event = Event::None;
        form.accesses(&statement.kind, |access, place| {
            let Some((touched, true)) = paths.find(form, place) else { return };
            if !is_at_or_above(paths, touched, path) {
                return;
            }
            match access {
                Access::Move => event = Event::Gone(Gone::Moved(statement.expression)),
                Access::Declare => event = Event::Gone(Gone::Declared),
                Access::Write => event = Event::Assigned,
                Access::Read | Access::Borrow(_) | Access::Address | Access::Drop(_) | Access::StorageDead => {}
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

fn predecessors(form: &SourceForm, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
    form.block_ids()
        .filter(move |before| form.blocks[before.0 as usize].terminator.successors().any(|target| target == block))
}

/// The next expression behind a point that uses a local before it gets another value.
pub fn find_use(form: &SourceForm, local: LocalId, block: BlockId, index: usize) -> Option<ExpressionId> {
    let mut visited = vec![false; form.blocks.len()];
    let mut work = std::collections::VecDeque::from([(block, index)]);
    while let Some((block, start)) = work.pop_front() {
        let mut overwritten = false;
        for index in start..form.statement_range(block).end {
            let statement = &form.statements[index];
            let mut is_used = false;
            form.accesses(&statement.kind, |access, place| {
                is_used |= !overwritten && uses(form, local, access, place);
                overwritten |= access == Access::Write && place == Place::local(local);
            });
            if is_used {
                return Some(statement.expression);
            }
            if overwritten {
                break;
            }
        }
        if overwritten {
            continue;
        }
        for target in form.blocks[block.0 as usize].terminator.successors() {
            if !std::mem::replace(&mut visited[target.0 as usize], true) {
                work.push_back((target, form.statement_range(target).start));
            }
        }
    }
    None
}

fn uses(form: &SourceForm, local: LocalId, access: Access, place: Place) -> bool {
    form.base_local(place) == Some(local)
        && match access {
            Access::Write => place != Place::local(local),
            Access::Read | Access::Move | Access::Borrow(_) | Access::Address => true,
            Access::Drop(_) | Access::Declare | Access::StorageDead => false,
        }
}
