//! A value for each byte of a range, kept as runs of equal ones. Must not know what the values mean.

use smallvec::{SmallVec, smallvec};

/// A value for each byte from `start` on.
#[derive(Clone, Debug)]
pub struct Ranges<T> {
    start: u32,
    /// Where each run ends, rising, and its value.
    runs: SmallVec<[(u32, T); 2]>,
}

impl<T: Copy + PartialEq> Ranges<T> {
    /// One value for the bytes from `start` up to `end`.
    pub fn new(start: u32, end: u32, value: T) -> Ranges<T> {
        Ranges { start, runs: smallvec![(end, value)] }
    }

    /// The values.
    pub fn values(&self) -> impl Iterator<Item = T> {
        self.runs.iter().map(|(_, value)| *value)
    }

    /// Changes the values of the bytes from `start` up to `end`, as far as they are of the range.
    ///
    /// # Errors
    /// The first one that `change` has; the values behind it stay.
    pub fn update<E>(&mut self, start: u32, end: u32, mut change: impl FnMut(T) -> Result<T, E>) -> Result<(), E> {
        let last = self.runs.last().map_or(self.start, |(end, _)| *end);
        let (start, end) = (start.max(self.start), end.min(last));
        if start >= end {
            return Ok(());
        }
        if let [(only_end, value)] = self.runs[..]
            && start == self.start
            && end == only_end
        {
            self.runs[0].1 = change(value)?;
            return Ok(());
        }
        let mut changed: SmallVec<[(u32, T); 2]> = SmallVec::new();
        let mut add = |end: u32, value: T| match changed.last_mut() {
            Some(last) if last.1 == value => last.0 = end,
            Some(_) | None => changed.push((end, value)),
        };
        let mut from = self.start;
        let mut outcome = Ok(());
        for &(to, value) in &self.runs {
            let (inner_start, inner_end) = (start.clamp(from, to), end.clamp(from, to));
            if inner_start > from {
                add(inner_start, value);
            }
            if inner_end > inner_start {
                let new = match outcome {
                    Ok(()) => change(value).unwrap_or_else(|error| {
                        outcome = Err(error);
                        value
                    }),
                    Err(_) => value,
                };
                add(inner_end, new);
            }
            if to > inner_end {
                add(to, value);
            }
            from = to;
        }
        self.runs = changed;
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_agree_with_single_bytes() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..300 {
            let mut ranges = Ranges::new(10, 26, 0u8);
            let mut bytes = [0u8; 16];
            for _ in 0..20 {
                let (start, end) = (rng.u32(5..30), rng.u32(5..30));
                let (factor, more) = (rng.u8(0..3), rng.u8(0..3));
                let change = |value: u8| value.wrapping_mul(factor) + more;
                let done: Result<(), ()> = ranges.update(start, end, |value| Ok(change(value % 4)));
                assert_eq!(done, Ok(()));
                for (index, byte) in bytes.iter_mut().enumerate() {
                    if (start..end).contains(&(index as u32 + 10)) {
                        *byte = change(*byte % 4);
                    }
                }
                let mut from = 10;
                let mut listed = Vec::new();
                for (end, value) in &ranges.runs {
                    listed.extend((from..*end).map(|_| *value));
                    from = *end;
                }
                assert_eq!(listed, bytes);
                assert!(ranges.runs.windows(2).all(|pair| pair[0].1 != pair[1].1));
            }
        }
    }

    #[test]
    fn a_value_that_does_not_change_stops_the_rest() {
        let mut ranges = Ranges::new(0, 8, 0u8);
        let _: Result<(), ()> = ranges.update(4, 8, |_| Ok(1));
        let failed = ranges.update(0, 8, |value| if value == 0 { Err(value) } else { Ok(9) });
        assert_eq!(failed, Err(0));
        let mut seen = Vec::new();
        let _: Result<(), ()> = ranges.update(0, 8, |value| {
            seen.push(value);
            Ok(value)
        });
        assert_eq!(seen, [0, 1]);
    }
}
