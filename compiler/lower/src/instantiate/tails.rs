//! How blocks end that leave scopes: runs of drops. Early returns out of one scope end the same variables in the same
//! order, each return some more than the one before, so runs that end alike are built once and jumped into; else a
//! function with many variables and returns would be their product. Owns which runs are shared; must not know what a
//! drop does.

use mir::Block;
use rustc_hash::FxHashMap;

use super::body::{Home, Lowering};
use crate::source_form::{BlockId, DropExtent, LocalId, SourceForm, StatementKind, Terminator};

/// Shorter runs stay where they are: they cost hardly more than the jumps.
const SHORTEST: usize = 8;

/// The shared runs of a body.
#[derive(Default)]
pub(super) struct Tails {
    drops: Vec<SharedDrop>,
    /// For each block of the source form that ends in a run: the run's first drop, and the statement that this is.
    heads: FxHashMap<BlockId, (u32, usize)>,
    /// Drops that are jumped to and not built yet.
    waiting: Vec<u32>,
}

/// One drop, and all that comes behind it.
struct SharedDrop {
    /// One of the statements that it stands for.
    statement: usize,
    next: Next,
    /// From how many places one comes here.
    arrivals: u32,
    /// Where it begins, if something jumps here.
    block: Option<Block>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Next {
    Drop(u32),
    /// As this block ends.
    End(BlockId),
}

type Key = (LocalId, DropExtent, Option<LocalId>, Next);

impl Tails {
    /// Finds the runs of a body whose locals live in `homes`.
    pub(super) fn find(form: &SourceForm, homes: &[Home]) -> Tails {
        let mut tails = Tails::default();
        let mut known: FxHashMap<Key, u32> = FxHashMap::default();
        let mut returns = None;
        for id in form.block_ids() {
            let end = match form.blocks[id.0 as usize].terminator {
                Terminator::Return => *returns.get_or_insert(id),
                Terminator::Goto(_) | Terminator::Branch(..) | Terminator::Unreachable => continue,
            };
            let run = || {
                let range = form.statement_range(id);
                range.rev().map_while(|index| match form.statements[index].kind {
                    StatementKind::Nothing | StatementKind::StorageDead(_) => Some((index, None)),
                    StatementKind::Drop { place, extent, flag } => {
                        let local = place.as_local()?;
                        matches!(homes[local.0 as usize], Home::Slot(_)).then_some((index, Some((local, extent, flag))))
                    }
                    StatementKind::Assign(..)
                    | StatementKind::ReplaceContents(..)
                    | StatementKind::Swap(..)
                    | StatementKind::CheckBounds { .. }
                    | StatementKind::Declare(_) => None,
                })
            };
            if run().filter(|(_, drop)| drop.is_some()).count() < SHORTEST {
                continue;
            }
            let mut next = Next::End(end);
            for (statement, drop) in run() {
                let Some((local, extent, flag)) = drop else { continue };
                let number = *known.entry((local, extent, flag, next)).or_insert_with(|| {
                    if let Next::Drop(behind) = next {
                        tails.drops[behind as usize].arrivals += 1;
                    }
                    tails.drops.push(SharedDrop {
                        statement,
                        next,
                        arrivals: 0,
                        block: None,
                    });
                    tails.drops.len() as u32 - 1
                });
                next = Next::Drop(number);
                tails.heads.insert(id, (number, statement));
            }
            if let Next::Drop(first) = next {
                tails.drops[first as usize].arrivals += 1;
            }
        }
        tails
    }

    /// The run that a block ends in, and the statement that this begins with.
    pub(super) fn head(&self, block: BlockId) -> Option<(u32, usize)> {
        self.heads.get(&block).copied()
    }
}

impl Lowering<'_, '_> {
    /// Ends the current block with a run.
    pub(super) fn run_of_drops(&mut self, tails: &mut Tails, first: u32) {
        let mut next = Next::Drop(first);
        loop {
            let number = match next {
                Next::Drop(number) => number,
                Next::End(block) => return self.terminator(block),
            };
            let drop = &mut tails.drops[number as usize];
            if drop.arrivals > 1 {
                let block = *drop.block.get_or_insert_with(|| {
                    tails.waiting.push(number);
                    self.builder.block()
                });
                return self.builder.jump(block, &[]);
            }
            let (statement, behind) = (drop.statement, drop.next);
            self.statement(statement);
            next = behind;
        }
    }

    /// Builds what runs jump to.
    pub(super) fn shared_drops(&mut self, tails: &mut Tails) {
        while let Some(number) = tails.waiting.pop() {
            let drop = &mut tails.drops[number as usize];
            let block = drop.block.expect("what waits is jumped to");
            let (statement, behind) = (drop.statement, drop.next);
            self.builder.switch_to(block);
            self.statement(statement);
            match behind {
                Next::Drop(number) => self.run_of_drops(tails, number),
                Next::End(block) => self.terminator(block),
            }
        }
    }
}
