//! Which code belongs to which scope: an instruction to the innermost scope that contains the place in the text that it comes
//! from, and with that to all around it. Owns this mapping; must not know what is in scopes.

use mir::Scope;
use mir::artifact::LineRecord;

/// Bytes of a function's code, from the first to the one behind the last.
pub(crate) type CodeRange = (u32, u32);

/// The code of each scope, by their numbers: ranges by rising offsets, apart from each other.
pub(crate) fn code(scopes: &[Scope], lines: &[LineRecord], code_bytes: u32) -> Vec<Vec<CodeRange>> {
    let mut ranges: Vec<Vec<CodeRange>> = vec![Vec::new(); scopes.len()];
    // Scopes by their starts, those around before those inside: the innermost that contains a place is the last one with a
    // start before it that has not ended.
    let mut order: Vec<usize> = (0..scopes.len()).collect();
    order.sort_by_key(|scope| (scopes[*scope].start, std::cmp::Reverse(scopes[*scope].end), *scope));
    let innermost = |source: u32| {
        let begun = order.partition_point(|scope| scopes[*scope].start <= source);
        let mut candidate = order[..begun].last().copied();
        while let Some(scope) = candidate
            && scopes[scope].end <= source
        {
            candidate = scopes[scope].parent.map(|parent| parent.index());
        }
        candidate
    };
    for (number, line) in lines.iter().enumerate() {
        let end = lines.get(number + 1).map_or(code_bytes, |next| next.code_offset);
        let mut scope = innermost(line.source_offset);
        while let Some(number) = scope {
            match ranges[number].last_mut() {
                Some(last) if last.1 == line.code_offset => last.1 = end,
                Some(_) | None => ranges[number].push((line.code_offset, end)),
            }
            scope = scopes[number].parent.map(|parent| parent.index());
        }
    }
    ranges
}
