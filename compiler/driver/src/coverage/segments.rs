//! The regions of a file as a list of places where the count changes, as `llvm-cov` has them. It owns which of several regions
//! counts where they lie in each other: the innermost.

use super::{CoveredFile, CoveredRegion};

/// From here to the next segment this count holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Line and column, from 1.
    pub at: (u32, u32),
    /// How often what follows ran; nothing outside of functions.
    pub count: Option<u64>,
    /// Whether a region begins here in which something is done, and not only one ends.
    pub is_entry: bool,
    /// Whether nothing is done up to the next segment.
    pub is_gap: bool,
}

impl CoveredFile {
    /// Where the count changes, in the order of the text.
    pub fn segments(&self) -> Vec<Segment> {
        let mut regions: Vec<CoveredRegion> =
            self.functions.iter().flat_map(|function| function.regions.iter().copied()).collect();
        // What is around comes first.
        regions.sort_by(|left, right| left.span.start.cmp(&right.span.start).then(right.span.end.cmp(&left.span.end)));
        let mut segments = Vec::new();
        let mut open: Vec<CoveredRegion> = Vec::new();
        for region in regions {
            close(&mut segments, &mut open, region.span.start);
            let begun = Segment {
                at: region.span.start,
                count: Some(region.count),
                is_entry: !region.is_gap,
                is_gap: region.is_gap,
            };
            add(&mut segments, begun);
            open.push(region);
        }
        close(&mut segments, &mut open, (u32::MAX, u32::MAX));
        segments
    }
}

/// Ends the open regions that end up to a place.
fn close(segments: &mut Vec<Segment>, open: &mut Vec<CoveredRegion>, up_to: (u32, u32)) {
    while let Some(region) = open.last().copied().filter(|region| region.span.end <= up_to) {
        open.pop();
        let around = open.last();
        let (count, is_gap) = (around.map(|around| around.count), around.is_some_and(|around| around.is_gap));
        add(segments, Segment { at: region.span.end, count, is_entry: false, is_gap });
    }
}

/// Of several at one place the last holds, and a region that begins there has begun.
fn add(segments: &mut Vec<Segment>, segment: Segment) {
    match segments.last_mut() {
        Some(last) if last.at == segment.at => *last = segment,
        Some(_) | None => segments.push(segment),
    }
}
