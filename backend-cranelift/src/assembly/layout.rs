//! What is where in a function's code: instructions, and the tables and constants between and behind them. It owns the walk
//! along the flow of control, which tells them apart, and labels; it must not know how an instruction is encoded.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Flow, Marks, Step};

/// A function's code, taken apart.
#[derive(Debug)]
pub(super) struct Layout {
    steps: BTreeMap<u32, Step>,
    /// Offsets that something names, with the numbers of their labels, which rise too.
    labels: BTreeMap<u32, usize>,
    /// What is no instruction, by the offset of its beginning; each ends at the next of these or at an instruction.
    data: BTreeMap<u32, Content>,
    end: u32,
}

/// A part of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// What it is.
    pub content: Content,
}

/// What a part of the code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// An instruction.
    Instruction(Step),
    /// A table of a jump: distances from its beginning, four bytes each.
    Distances,
    /// Numbers of four bytes.
    Numbers,
    /// Anything else.
    Constants,
}

impl Layout {
    /// Takes code apart with what is known of it; `step` reads the instruction at an offset.
    pub(super) fn of(code: &[u8], marks: &Marks<'_>, step: impl Fn(u32) -> Option<Step>) -> Layout {
        let end = code.len() as u32;
        let mut layout = Layout { steps: BTreeMap::new(), labels: BTreeMap::new(), data: BTreeMap::new(), end };
        let mut pending: Vec<u32> = marks.blocks.iter().copied().chain([0]).collect();
        while let Some(start) = pending.pop() {
            let mut at = start;
            while at < end && !layout.steps.contains_key(&at) {
                let Some(step) = step(at) else { break };
                layout.steps.insert(at, step);
                layout.labels.extend(step.target.filter(|target| *target < end).map(|target| (target, 0)));
                if matches!(step.flow, Flow::Fork | Flow::Jump) {
                    pending.extend(step.target);
                }
                if !matches!(step.flow, Flow::Next | Flow::Fork) {
                    break;
                }
                at += step.bytes;
            }
        }
        let numbers = marks.tail.map(|tail| tail.numbers);
        layout.find_data(code, numbers);
        for (number, (_, label)) in layout.labels.iter_mut().enumerate() {
            *label = number;
        }
        layout
    }

    fn find_data(&mut self, code: &[u8], numbers: Option<u32>) {
        let mut begin = 0;
        let mut gaps: Vec<Range<u32>> = Vec::new();
        for (at, step) in &self.steps {
            gaps.push(begin..*at);
            begin = at + step.bytes;
        }
        gaps.push(begin..self.end);
        let tables: BTreeSet<u32> =
            self.steps.iter().filter(|(_, step)| step.flow == Flow::Table).map(|(at, step)| at + step.bytes).collect();
        for gap in gaps.into_iter().filter(|gap| !gap.is_empty()) {
            let named = self.labels.range(gap.clone()).map(|(label, _)| *label);
            let inner = numbers.filter(|numbers| gap.contains(numbers));
            let starts: BTreeSet<u32> = named.chain(inner).chain([gap.start]).collect();
            for start in starts {
                let content = match numbers {
                    Some(numbers) if start >= numbers => Content::Numbers,
                    Some(_) | None if tables.contains(&start) && self.labels.contains_key(&start) => Content::Distances,
                    Some(_) | None => Content::Constants,
                };
                self.data.insert(start, content);
            }
        }
        let distances = self.pieces().filter(|piece| piece.content == Content::Distances);
        let named: Vec<(u32, usize)> = distances
            .flat_map(|piece| targets(code, piece.start..piece.end).map(|(_, target)| target))
            .filter(|target| self.steps.contains_key(target))
            .map(|target| (target, 0))
            .collect();
        self.labels.extend(named);
    }

    /// All parts in order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let instructions = self.steps.iter().map(|(at, step)| (*at, Content::Instruction(*step)));
        let data = self.data.iter().map(|(at, content)| (*at, *content));
        let mut starts: Vec<(u32, Content)> = instructions.chain(data).collect();
        starts.sort_unstable_by_key(|(start, _)| *start);
        let ends: Vec<u32> = starts.iter().skip(1).map(|(start, _)| *start).chain([self.end]).collect();
        let pieces = starts.into_iter().zip(ends);
        pieces.map(|((start, content), end)| Piece { start, end, content })
    }

    /// The label of an offset in a function with a number, if something names it; in the words of LLVM.
    pub(super) fn label(&self, function: usize, at: u32) -> Option<String> {
        let number = self.labels.get(&at)?;
        let kind = match (self.steps.contains_key(&at), self.data.get(&at)) {
            (true, _) => "BB",
            (false, Some(Content::Distances)) => "JTI",
            (false, Some(Content::Instruction(_) | Content::Numbers | Content::Constants)) => "CPI",
            // It is inside of an instruction, where no line begins.
            (false, None) => return None,
        };
        Some(format!(".L{kind}{function}_{number}"))
    }
}

/// The entries of a table of distances, with the offsets that they name.
pub(super) fn targets(code: &[u8], table: Range<u32>) -> impl Iterator<Item = (i32, u32)> {
    let start = table.start;
    let entries = code[table.start as usize..table.end as usize].chunks_exact(4);
    entries.map(move |entry| {
        let entry = i32::from_le_bytes(entry.try_into().expect("four bytes"));
        (entry, start.wrapping_add_signed(entry))
    })
}
