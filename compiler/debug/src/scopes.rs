//! Which code belongs to which scope: an instruction to the innermost scope that contains the place in the text that it comes
//! from, and with that to all around it. Owns this mapping; must not know what is in scopes.

use std::ops::Range;

use mir::Scope;
use mir::artifact::LineRecord;
use smallvec::SmallVec;

/// Bytes of a function's code, from the first to the one behind the last.
pub(crate) type CodeRange = (u32, u32);

/// The code of a scope: nearly always where it runs, and behind the function where its checks fail.
pub(crate) type CodeRanges = SmallVec<[CodeRange; 2]>;

/// The source of code that belongs to no scope of a function, not even to its own.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// The innermost scopes of places in the text.
pub(crate) struct Innermost<'scopes> {
    scopes: &'scopes [Scope],
    /// Scopes by their starts, those around before those inside: the innermost that contains a place is the last one with a
    /// start before it that has not ended.
    order: Vec<usize>,
}

impl<'scopes> Innermost<'scopes> {
    pub(crate) fn new(scopes: &'scopes [Scope]) -> Self {
        let mut order: Vec<usize> = (0..scopes.len()).collect();
        order.sort_by_key(|scope| (scopes[*scope].start, std::cmp::Reverse(scopes[*scope].end), *scope));
        Innermost { scopes, order }
    }

    /// The innermost scope that contains a place.
    pub(crate) fn of(&self, source: u32) -> Option<usize> {
        self.around(source).0
    }

    /// The innermost scope that contains a place, and places around this one of which it is the innermost, too.
    fn around(&self, source: u32) -> (Option<usize>, Range<u32>) {
        if source == OUTSIDE {
            return (None, OUTSIDE..OUTSIDE);
        }
        let begun = self.order.partition_point(|scope| self.scopes[*scope].start <= source);
        let mut candidate = self.order[..begun].last().copied();
        let mut from = candidate.map_or(0, |scope| self.scopes[scope].start);
        let mut to = self.order.get(begun).map_or(OUTSIDE, |scope| self.scopes[*scope].start);
        while let Some(scope) = candidate {
            let Scope { parent, end, .. } = self.scopes[scope];
            if end > source {
                to = to.min(end);
                break;
            }
            from = from.max(end);
            candidate = parent.map(|parent| parent.index());
        }
        (candidate, from..to)
    }
}

/// The code of each scope, by their numbers: ranges by rising offsets, apart from each other.
pub(crate) fn code(innermost: &Innermost<'_>, lines: &[LineRecord], code_bytes: u32) -> Vec<CodeRanges> {
    let scopes = innermost.scopes;
    let mut ranges = vec![CodeRanges::new(); scopes.len()];
    // The scopes that the code at hand belongs to, from the outermost on, and since where.
    let mut open: Vec<(usize, u32)> = Vec::new();
    let mut is_open = vec![false; scopes.len()];
    let (mut inside, mut around) = (None, 0..0);
    let mut chain = Vec::new();
    for line in lines {
        if around.contains(&line.source_offset) {
            continue;
        }
        let scope;
        (scope, around) = innermost.around(line.source_offset);
        if scope == inside {
            continue;
        }
        inside = scope;
        chain.clear();
        let mut common = 0;
        for scope in std::iter::successors(scope, |scope| scopes[*scope].parent.map(|parent| parent.index())) {
            if is_open[scope] {
                common = open.iter().rposition(|(open, _)| *open == scope).map_or(0, |place| place + 1);
                break;
            }
            chain.push(scope);
        }
        close((&mut ranges, &mut is_open), &mut open, common, line.code_offset);
        for scope in chain.iter().rev() {
            is_open[*scope] = true;
            open.push((*scope, line.code_offset));
        }
    }
    close((&mut ranges, &mut is_open), &mut open, 0, code_bytes);
    ranges
}

/// Ends scopes before some code, all but the outermost ones.
fn close((ranges, is_open): (&mut [CodeRanges], &mut [bool]), open: &mut Vec<(usize, u32)>, left: usize, end: u32) {
    for (scope, start) in open.drain(left..) {
        is_open[scope] = false;
        if start < end {
            ranges[scope].push((start, end));
        }
    }
}

#[cfg(test)]
mod tests {
    use mir::ScopeId;

    use super::*;

    fn scope(parent: Option<usize>, start: u32, end: u32) -> Scope {
        Scope { parent: parent.map(ScopeId::new), start, end }
    }

    #[test]
    fn code_belongs_to_the_innermost_scope_and_all_around_it() {
        let scopes = [scope(None, 0, 100), scope(Some(0), 20, 90), scope(Some(1), 40, 60), scope(Some(1), 60, 80)];
        let line = |code_offset, source_offset| LineRecord { code_offset, source_offset };
        let lines = [line(0, 0), line(4, 25), line(8, 45), line(12, 50), line(16, 85), line(20, 60), line(24, 95)];
        let code = code(&Innermost::new(&scopes), &lines, 30);
        let code: Vec<&[CodeRange]> = code.iter().map(|ranges| &ranges[..]).collect();
        assert_eq!(code, [&[(0, 30)][..], &[(4, 24)], &[(8, 16)], &[(20, 24)]]);
    }

    #[test]
    fn code_comes_back_to_a_scope() {
        let scopes = [scope(None, 0, 100), scope(Some(0), 20, 90)];
        let line = |code_offset, source_offset| LineRecord { code_offset, source_offset };
        let code = code(&Innermost::new(&scopes), &[line(2, 30), line(6, 5), line(10, 40)], 12);
        let code: Vec<&[CodeRange]> = code.iter().map(|ranges| &ranges[..]).collect();
        assert_eq!(code, [&[(2, 12)][..], &[(2, 6), (10, 12)]]);
    }
}
