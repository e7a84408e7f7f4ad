//! How often each line ran, by the rule of `llvm-cov`: the greatest count of what begins in the line and of what it begins in.
//! Lines without a word of code have no count.

use super::{CoveredFile, Segment};

/// The count of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCount {
    /// The line, from 1.
    pub line: u32,
    /// How often it ran.
    pub count: u64,
}

impl CoveredFile {
    /// The lines that have a count, in their order.
    pub fn lines(&self) -> Vec<LineCount> {
        let segments = self.segments();
        let mut rest = &segments[..];
        let mut around: Option<&Segment> = None;
        let mut lines = Vec::new();
        for (line, has_code) in (1..).zip(&self.has_code) {
            let within = rest.iter().take_while(|segment| segment.at.0 == line).count();
            let (here, behind) = rest.split_at(within);
            let begun = here.iter().filter(|segment| segment.is_entry).filter_map(|segment| segment.count);
            let count = around.and_then(|segment| segment.count).into_iter().chain(begun).max();
            if let Some(count) = count.filter(|_| *has_code) {
                lines.push(LineCount { line, count });
            }
            around = here.last().or(around);
            rest = behind;
        }
        lines
    }
}
