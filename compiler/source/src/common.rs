//! What two texts have in common at their starts and ends: what an edit left as it was.

/// Counts of bytes, which need not fall on characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Common {
    /// At the start.
    pub front: usize,
    /// At the end, not overlapping in either text with those at the start.
    pub back: usize,
}

impl Common {
    /// Of an old text and a new one.
    pub fn of(old: &str, new: &str) -> Common {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let front = common_front(old, new);
        let rest = old.len().min(new.len()) - front;
        let back = common_back(&old[old.len() - rest..], &new[new.len() - rest..]);
        Common { front, back }
    }
}

const BLOCK: usize = 256;

/// How many bytes two texts have in common at their starts.
fn common_front(left: &[u8], right: &[u8]) -> usize {
    let blocks = left.chunks_exact(BLOCK).zip(right.chunks_exact(BLOCK));
    let whole = blocks.take_while(|(left, right)| left == right).count() * BLOCK;
    let bytes = left[whole..].iter().zip(&right[whole..]);
    whole + bytes.take_while(|(left, right)| left == right).count()
}

/// How many bytes two texts have in common at their ends.
fn common_back(left: &[u8], right: &[u8]) -> usize {
    let blocks = left.rchunks_exact(BLOCK).zip(right.rchunks_exact(BLOCK));
    let whole = blocks.take_while(|(left, right)| left == right).count() * BLOCK;
    let bytes = left[..left.len() - whole].iter().rev().zip(right[..right.len() - whole].iter().rev());
    whole + bytes.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_common_does_not_overlap() {
        let of = |old: &str, new: &str| {
            let common = Common::of(old, new);
            (common.front, common.back)
        };
        assert_eq!(of("", ""), (0, 0));
        assert_eq!(of("abc", "abc"), (3, 0));
        assert_eq!(of("aaa", "aaaaa"), (3, 0));
        assert_eq!(of("abcd", "abXcd"), (2, 2));
        assert_eq!(of("abab", "ab"), (2, 0));
        let (long, other) = ("x".repeat(1000), "x".repeat(300) + "y" + &"x".repeat(699));
        assert_eq!(of(&long, &other), (300, 699));
    }
}
