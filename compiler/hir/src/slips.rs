//! How far two spellings are from each other, for 'did you mean' of every room. It owns what counts as one slip of the
//! finger; it must not know names. Asked for each pair of many, so it gives up as soon as a pair is too far apart.

use smallvec::SmallVec;

type Letters = SmallVec<[char; 32]>;
type Row = SmallVec<[usize; 33]>;

/// How many letters must be inserted, removed, replaced or swapped with their neighbour; `None` if more than `limit`.
/// Letters that differ in case only count nothing, which lets `string` find `String`.
pub fn slips(left: &str, right: &str, limit: usize) -> Option<usize> {
    let left = letters(left);
    let right = letters(right);
    if left.len().abs_diff(right.len()) > limit {
        return None;
    }
    let mut before: Row = SmallVec::from_elem(0, right.len() + 1);
    let mut row: Row = (0..=right.len()).collect();
    let mut next = row.clone();
    let mut nearest_before = 0;
    for (line, &letter) in left.iter().enumerate() {
        next[0] = line + 1;
        let mut nearest = line + 1;
        for (column, &other) in right.iter().enumerate() {
            let replaced = row[column] + usize::from(letter != other);
            let mut best = replaced.min(row[column + 1] + 1).min(next[column] + 1);
            let swapped = line > 0 && column > 0 && letter == right[column - 1] && left[line - 1] == other;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            next[column + 1] = best;
            nearest = nearest.min(best);
        }
        // A row is made from the two before it, and never comes nearer.
        if nearest > limit && nearest_before > limit {
            return None;
        }
        nearest_before = nearest;
        std::mem::swap(&mut before, &mut row);
        std::mem::swap(&mut row, &mut next);
    }
    row.last().copied().filter(|slips| *slips <= limit)
}

fn letters(text: &str) -> Letters {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn each_slip_counts_once() {
        let count = |left, right| slips(left, right, 9);
        assert_eq!(count("length", "length"), Some(0));
        assert_eq!(count("lenght", "length"), Some(1));
        assert_eq!(count("legth", "length"), Some(1));
        assert_eq!(count("lengtth", "length"), Some(1));
        assert_eq!(count("longth", "length"), Some(1));
        assert_eq!(count("String", "string"), Some(0));
        assert_eq!(count("", "abc"), Some(3));
        assert_eq!(count("", ""), Some(0));
    }

    /// Against the same without any short cut.
    #[test]
    fn giving_up_early_changes_nothing() {
        let words = ["", "a", "ab", "ba", "abc", "acb", "bca", "cab", "abab", "baba", "aabb", "xyzzy", "ab\u{e4}c"];
        for left in words {
            for right in words {
                let all = slips(left, right, usize::MAX);
                for limit in 0..5 {
                    assert_eq!(slips(left, right, limit), all.filter(|slips| *slips <= limit), "{left} {right}");
                }
            }
        }
    }
}
