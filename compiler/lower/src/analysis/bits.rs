//! Dense sets of small numbers: one set per block in one allocation, cleared and used again for the next body.
//! Must not know what the numbers stand for.

/// One set per row, all of the same width.
#[derive(Default)]
pub struct BitMatrix {
    words: Vec<u64>,
    width: usize,
}

impl BitMatrix {
    /// Empties it and gives it `rows` empty sets of numbers below `bits`.
    pub fn reset(&mut self, rows: usize, bits: usize) {
        self.width = bits.div_ceil(64);
        self.words.clear();
        self.words.resize(rows * self.width, 0);
    }

    /// The words of a row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// The words of a row, to change.
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.width..(row + 1) * self.width]
    }

    /// Adds a set to a row; whether the row has grown.
    pub fn union_into(&mut self, row: usize, set: &[u64]) -> bool {
        union(self.row_mut(row), set)
    }
}

/// Adds `from` to `into`; whether `into` has grown.
pub fn union(into: &mut [u64], from: &[u64]) -> bool {
    let mut grown = 0;
    for (word, more) in into.iter_mut().zip(from) {
        grown |= more & !*word;
        *word |= more;
    }
    grown != 0
}

/// Whether a number is in the set.
#[inline]
pub fn contains(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 != 0
}

/// Puts a number into the set.
#[inline]
pub fn insert(set: &mut [u64], bit: usize) {
    set[bit / 64] |= 1 << (bit % 64);
}

/// Takes a number out of the set.
#[inline]
pub fn remove(set: &mut [u64], bit: usize) {
    set[bit / 64] &= !(1 << (bit % 64));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_separate_and_grow_once() {
        let mut matrix = BitMatrix::default();
        matrix.reset(2, 70);
        insert(matrix.row_mut(0), 69);
        let first = matrix.row(0).to_vec();
        assert!(!contains(matrix.row(1), 69));
        assert!(matrix.union_into(1, &first));
        assert!(!matrix.union_into(1, &first));
        assert!(contains(matrix.row(1), 69));
        remove(matrix.row_mut(1), 69);
        assert!(!contains(matrix.row(1), 69));
        matrix.reset(1, 3);
        assert_eq!(matrix.row(0), [0]);
    }
}
