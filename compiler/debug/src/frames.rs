//! Which code of a function belongs to which of the functions that were built into it. Owns the tree of these frames, laid out
//! along the code; must not know how it is told.

use std::collections::BTreeSet;

use mir::artifact::LineRecord;

use crate::read::{ReadBody, ReadFunction, ReadInlined};
use crate::scopes::{CodeRange, OUTSIDE};

/// The frames of a function, the outermost one first, each before those inside of it.
pub(crate) struct Frames<'object> {
    pub frames: Vec<Frame<'object>>,
    /// The code, piece by piece.
    pub pieces: Vec<Piece>,
}

/// A function's own code, or that of one that was built into it.
pub(crate) struct Frame<'object> {
    /// The number of its symbol.
    pub symbol: u32,
    /// The frame around it.
    pub parent: usize,
    /// Where the call stood in the function of the frame around it.
    pub call: Option<u32>,
    pub ranges: &'object [CodeRange],
    pub body: &'object ReadBody,
    depth: u32,
    /// Which code belongs to which place of its own function: what is built in, to the call.
    pub lines: Vec<LineRecord>,
}

/// Code from an offset to that of the next piece.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub start: u32,
    /// The innermost frame.
    pub frame: usize,
    /// The number of a function's symbol and an offset in its chunk.
    pub source: Option<(u32, u32)>,
    pub is_statement: bool,
}

impl<'object> Frames<'object> {
    pub(crate) fn new(function: &'object ReadFunction) -> Self {
        let whole = Frame {
            symbol: function.symbol,
            parent: 0,
            call: None,
            ranges: &[],
            body: &function.body,
            depth: 0,
            lines: Vec::new(),
        };
        let mut frames = Frames { frames: vec![whole], pieces: Vec::new() };
        frames.collect(&function.body);
        frames.lay_out(function);
        frames.divide();
        frames
    }

    fn collect(&mut self, body: &'object ReadBody) {
        let mut open: Vec<(usize, &'object ReadInlined)> = body.inlined.iter().rev().map(|inner| (0, inner)).collect();
        while let Some((parent, ReadInlined { symbol, ranges, call, body })) = open.pop() {
            let (number, depth) = (self.frames.len(), self.frames[parent].depth + 1);
            let (symbol, call, lines) = (*symbol, *call, Vec::new());
            self.frames.push(Frame { symbol, parent, call, ranges, body, depth, lines });
            open.extend(body.inlined.iter().rev().map(|inner| (number, inner)));
        }
    }

    /// Finds the innermost frame of each piece.
    fn lay_out(&mut self, function: &ReadFunction) {
        let mut changes: Vec<(u32, bool, usize)> = Vec::new();
        for (number, frame) in self.frames.iter().enumerate() {
            changes.extend(frame.ranges.iter().flat_map(|(from, to)| [(*from, true, number), (*to, false, number)]));
        }
        changes.sort_unstable();
        let mut changes = changes.into_iter().peekable();
        let mut rows = function.rows.iter().peekable();
        let mut open: BTreeSet<(u32, usize)> = BTreeSet::from([(0, 0)]);
        let mut row = None;
        loop {
            let next = [changes.peek().map(|(place, ..)| *place), rows.peek().map(|row| row.code_offset)];
            let Some(start) = next.into_iter().flatten().min().filter(|start| *start < function.bytes) else { break };
            while let Some((_, begins, number)) = changes.next_if(|(place, ..)| *place == start) {
                let frame = (self.frames[number].depth, number);
                if begins {
                    open.insert(frame);
                } else {
                    open.remove(&frame);
                }
            }
            while let Some(next) = rows.next_if(|next| next.code_offset == start) {
                row = Some(*next);
            }
            let frame = open.last().map_or(0, |(_, number)| *number);
            let source = row.and_then(|row| row.source);
            let is_statement = row.is_some_and(|row| row.is_statement && row.code_offset == start);
            self.pieces.push(Piece { start, frame, source, is_statement });
        }
    }

    /// Says of each frame which code belongs to which place of its function.
    fn divide(&mut self) {
        let mut last = 0;
        for piece in &self.pieces {
            let Piece { start, frame, source, .. } = *piece;
            if frame != last {
                // Up to where the two meet, what was left has no code here, and what was entered stands at its call.
                let (mut left, mut entered) = (last, frame);
                while left != entered {
                    if self.frames[left].depth >= self.frames[entered].depth {
                        self.frames[left].lines.push(LineRecord { code_offset: start, source_offset: OUTSIDE });
                        left = self.frames[left].parent;
                    } else {
                        let Frame { parent, call, .. } = self.frames[entered];
                        let source_offset = call.unwrap_or(0);
                        self.frames[parent].lines.push(LineRecord { code_offset: start, source_offset });
                        entered = parent;
                    }
                }
                last = frame;
            }
            let inside = &mut self.frames[frame];
            if let Some((symbol, source_offset)) = source
                && symbol == inside.symbol
            {
                inside.lines.push(LineRecord { code_offset: start, source_offset });
            } else if inside.lines.last().is_none_or(|last| last.source_offset == OUTSIDE) {
                inside.lines.push(LineRecord { code_offset: start, source_offset: 0 });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::ReadRow;

    fn row(code_offset: u32, source: Option<(u32, u32)>) -> ReadRow {
        ReadRow { code_offset, source, is_statement: true }
    }

    fn inlined(symbol: u32, ranges: &[CodeRange], call: u32, inlined: Vec<ReadInlined>) -> ReadInlined {
        let body = ReadBody { inlined, ..ReadBody::default() };
        ReadInlined { symbol, ranges: ranges.to_vec(), call: Some(call), body }
    }

    fn lines(frame: &Frame<'_>) -> Vec<(u32, u32)> {
        frame.lines.iter().map(|line| (line.code_offset, line.source_offset)).collect()
    }

    #[test]
    fn code_of_what_was_built_in_stands_at_the_call() {
        // The function 0 has 1 built in twice, the second time with 2 in it.
        let function = ReadFunction {
            symbol: 0,
            section: 0,
            start: 0,
            bytes: 40,
            frame: Vec::new(),
            tells_all_calls: true,
            rows: vec![
                row(0, Some((0, 5))),
                row(4, Some((1, 7))),
                row(8, Some((0, 20))),
                row(12, Some((1, 7))),
                row(16, Some((2, 3))),
                row(20, None),
                row(24, Some((1, 9))),
                row(28, Some((0, 30))),
            ],
            body: ReadBody {
                inlined: vec![
                    inlined(1, &[(4, 8)], 10, Vec::new()),
                    inlined(1, &[(12, 28)], 25, vec![inlined(2, &[(16, 24)], 8, Vec::new())]),
                ],
                ..ReadBody::default()
            },
        };
        let frames = Frames::new(&function);
        let pieces: Vec<(u32, usize)> = frames.pieces.iter().map(|piece| (piece.start, piece.frame)).collect();
        assert_eq!(pieces, [(0, 0), (4, 1), (8, 0), (12, 2), (16, 3), (20, 3), (24, 2), (28, 0)]);
        let [own, first, second, inner] = frames.frames.as_slice() else { panic!("four frames") };
        assert_eq!(lines(own), [(0, 5), (4, 10), (8, 20), (12, 25), (28, 30)]);
        assert_eq!(lines(first), [(4, 7), (8, OUTSIDE)]);
        assert_eq!(lines(second), [(12, 7), (16, 8), (24, 9), (28, OUTSIDE)]);
        assert_eq!(lines(inner), [(16, 3), (24, OUTSIDE)]);
    }
}
