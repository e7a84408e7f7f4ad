//! Sets of small numbers for data flow: one before and one behind each block of a body. Neighbours differ in few numbers,
//! so sets are trees whose equal parts are the same nodes: a change copies the path to one number, and joining two sets
//! looks only at where they differ. Thus a body costs what its statements change, not blocks times variables; and up to
//! 64 numbers are one word without any node. All is forgotten at once, for the next body.
//! Must not know what the numbers stand for.

/// A set. Equal handles are equal sets, and no number at all has but one handle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Set(u64);

/// Below each node stand eight others; below the lowest, eight words of 64 numbers.
const FAN_OUT_BITS: u32 = 3;
const FAN_OUT: usize = 1 << FAN_OUT_BITS;
const WORD_BITS: u32 = 6;
type Node = [u64; FAN_OUT];

/// The nodes of the sets of one body.
#[derive(Default)]
pub struct Sets {
    /// Node 0 is the empty one, on every level.
    nodes: Vec<Node>,
    /// How many nodes lead to a word.
    levels: u32,
    /// While sets are edited, the first node that changes where it stands; all before it are shared.
    edited: Option<usize>,
}

/// What is made of two sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    Union,
    Difference,
}

impl Set {
    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self == Set::default()
    }
}

impl Sets {
    /// Forgets all sets; the next ones are of numbers below `bits`.
    pub fn reset(&mut self, bits: usize) {
        self.levels = 0;
        while bits > 1 << (WORD_BITS + FAN_OUT_BITS * self.levels) {
            self.levels += 1;
        }
        self.nodes.clear();
        self.nodes.push(Node::default());
        self.edited = None;
    }

    /// Until [`Sets::stop_editing`] or [`Sets::forget_edited`], a set that changes again changes where it stands: what
    /// was copied of it in the meantime must not be used.
    pub fn start_editing(&mut self) {
        self.edited = Some(self.nodes.len());
    }

    /// From now on every change makes another set.
    pub fn stop_editing(&mut self) {
        self.edited = None;
    }

    /// Forgets all that was made since editing began.
    pub fn forget_edited(&mut self) {
        if let Some(first) = self.edited.take() {
            self.nodes.truncate(first);
        }
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, set: Set, bit: usize) -> bool {
        let mut at = set.0;
        for level in (0..self.levels).rev() {
            at = self.nodes[at as usize][child(level, bit)];
        }
        at >> (bit % 64) & 1 != 0
    }

    /// Puts a number into the set.
    #[inline]
    pub fn insert(&mut self, set: &mut Set, bit: usize) {
        set.0 = self.with(set.0, self.levels, bit, true);
    }

    /// Takes a number out of the set.
    #[inline]
    pub fn remove(&mut self, set: &mut Set, bit: usize) {
        set.0 = self.with(set.0, self.levels, bit, false);
    }

    fn with(&mut self, at: u64, level: u32, bit: usize, present: bool) -> u64 {
        let Some(below) = level.checked_sub(1) else {
            let bit = 1 << (bit % 64);
            return if present { at | bit } else { at & !bit };
        };
        let mut node = self.nodes[at as usize];
        let place = child(below, bit);
        node[place] = self.with(node[place], below, bit, present);
        if self.edited.is_some_and(|first| at as usize >= first) && node != Node::default() {
            self.nodes[at as usize] = node;
            return at;
        }
        self.node(node, &[at])
    }

    /// Adds a set to another; whether that one has grown.
    #[inline]
    pub fn add(&mut self, into: &mut Set, from: Set) -> bool {
        let before = *into;
        *into = self.union(before, from);
        *into != before
    }

    /// All that is in either.
    pub fn union(&mut self, left: Set, right: Set) -> Set {
        Set(self.join(Join::Union, left.0, right.0, self.levels))
    }

    /// What is in the left one only.
    pub fn difference(&mut self, left: Set, right: Set) -> Set {
        Set(self.join(Join::Difference, left.0, right.0, self.levels))
    }

    /// Whether some number is in both.
    pub fn meet(&self, left: Set, right: Set) -> bool {
        self.find_common(left, right, |_| Some(())).is_some()
    }

    /// The first answer that `ask` gives about a number, in order, that is in both.
    pub fn find_common<R>(&self, left: Set, right: Set, mut ask: impl FnMut(usize) -> Option<R>) -> Option<R> {
        self.find_below(left.0, right.0, (self.levels, 0), &mut ask)
    }

    fn find_below<R>(
        &self,
        left: u64,
        right: u64,
        (level, start): (u32, usize),
        ask: &mut impl FnMut(usize) -> Option<R>,
    ) -> Option<R> {
        if left == 0 || right == 0 {
            return None;
        }
        let Some(below) = level.checked_sub(1) else {
            let mut rest = left & right;
            while rest != 0 {
                if let Some(answer) = ask(start + rest.trailing_zeros() as usize) {
                    return Some(answer);
                }
                rest &= rest - 1;
            }
            return None;
        };
        let (ours, theirs) = (&self.nodes[left as usize], &self.nodes[right as usize]);
        let mut pairs = ours.iter().zip(theirs).zip((start..).step_by(numbers_below(below)));
        pairs.find_map(|((ours, theirs), start)| self.find_below(*ours, *theirs, (below, start), ask))
    }

    /// The eighth with a number of a set whose own numbers lie below `8^levels`, counted from its start.
    pub fn part(&self, set: Set, levels: u32, place: usize) -> Set {
        const LEVELS_OF_WORD: u32 = WORD_BITS / FAN_OUT_BITS;
        if levels > LEVELS_OF_WORD {
            return Set(self.nodes[set.0 as usize][place]);
        }
        let bits = 1 << (FAN_OUT_BITS * (levels - 1));
        Set(set.0 >> (place * bits) & ((1 << bits) - 1))
    }

    fn join(&mut self, join: Join, left: u64, right: u64, level: u32) -> u64 {
        match join {
            Join::Union if left == right || right == 0 => return left,
            Join::Union if left == 0 => return right,
            Join::Difference if left == right || left == 0 => return 0,
            Join::Difference if right == 0 => return left,
            Join::Union | Join::Difference => {}
        }
        let Some(below) = level.checked_sub(1) else {
            return match join {
                Join::Union => left | right,
                Join::Difference => left & !right,
            };
        };
        let (ours, theirs) = (self.nodes[left as usize], self.nodes[right as usize]);
        let mut node = Node::default();
        for (place, joined) in node.iter_mut().enumerate() {
            *joined = self.join(join, ours[place], theirs[place], below);
        }
        self.node(node, &[left, right])
    }

    /// A set without what is lost, with what is gained.
    pub fn changed(&mut self, set: Set, lost: Set, gained: Set) -> Set {
        Set(self.change(set.0, lost.0, gained.0, self.levels))
    }

    fn change(&mut self, at: u64, lost: u64, gained: u64, level: u32) -> u64 {
        if lost == 0 || at == 0 {
            return self.join(Join::Union, at, gained, level);
        }
        if gained == 0 {
            return self.join(Join::Difference, at, lost, level);
        }
        let Some(below) = level.checked_sub(1) else {
            return at & !lost | gained;
        };
        let (mut node, lost, more) = (self.nodes[at as usize], self.nodes[lost as usize], self.nodes[gained as usize]);
        for (place, child) in node.iter_mut().enumerate() {
            *child = self.change(*child, lost[place], more[place], below);
        }
        self.node(node, &[at, gained])
    }

    /// The node with this content: one of those that it was made from, if it is still that.
    fn node(&mut self, node: Node, known: &[u64]) -> u64 {
        if node == Node::default() {
            return 0;
        }
        if let Some(known) = known.iter().find(|known| self.nodes[**known as usize] == node) {
            return *known;
        }
        self.nodes.push(node);
        self.nodes.len() as u64 - 1
    }

    /// All that is in some of these sets.
    pub fn union_of(&mut self, sets: impl IntoIterator<Item = Set>) -> Set {
        let (mut parts, mut count) = ([0; FAN_OUT], 0);
        for set in sets {
            if count == FAN_OUT {
                parts[0] = self.join_all(&parts, self.levels);
                count = 1;
            }
            parts[count] = set.0;
            count += 1;
        }
        Set(self.join_all(&parts[..count], self.levels))
    }

    /// Joins as many as a node has children, at most.
    fn join_all(&mut self, parts: &[u64], level: u32) -> u64 {
        let (mut different, mut count) = ([0; FAN_OUT], 0);
        for part in parts {
            if *part != 0 && !different[..count].contains(part) {
                different[count] = *part;
                count += 1;
            }
        }
        match (&different[..count], level.checked_sub(1)) {
            ([], _) => 0,
            ([one], _) => *one,
            (words, None) => words.iter().fold(0, |all, word| all | word),
            (nodes, Some(below)) => {
                let mut node = Node::default();
                for (place, joined) in node.iter_mut().enumerate() {
                    let mut parts = [0; FAN_OUT];
                    for (part, node) in parts.iter_mut().zip(nodes) {
                        *part = self.nodes[*node as usize][place];
                    }
                    *joined = self.join_all(&parts[..count], below);
                }
                self.node(node, nodes)
            }
        }
    }

    /// Calls `visit` for each number, in order.
    pub fn for_each(&self, set: Set, mut visit: impl FnMut(usize)) {
        let found: Option<std::convert::Infallible> = self.find_common(set, set, |number| {
            visit(number);
            None
        });
        debug_assert!(found.is_none());
    }
}

/// How many numbers stand below a node's child; the node stands on `level`, counted from the words.
fn numbers_below(level: u32) -> usize {
    1 << (WORD_BITS + FAN_OUT_BITS * level)
}

/// Which of a node's children leads to a number; the node stands on `level`, counted from the words.
fn child(level: u32, bit: usize) -> usize {
    bit >> (WORD_BITS + FAN_OUT_BITS * level) & ((1 << FAN_OUT_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn numbers(sets: &Sets, set: Set) -> Vec<usize> {
        let mut numbers = Vec::new();
        sets.for_each(set, |number| numbers.push(number));
        numbers
    }

    /// A generator that needs no seed of its own.
    fn random(state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*state >> 33) as usize
    }

    #[test]
    fn sets_of_every_width_are_sets() {
        let mut state = 1;
        for width in [1, 63, 64, 65, 512, 513, 4_096, 5_000, 40_000] {
            let mut sets = Sets::default();
            sets.reset(width);
            let mut pairs = vec![(Set::default(), BTreeSet::new()); 4];
            for _ in 0..400 {
                let (one, other) = (random(&mut state) % 4, random(&mut state) % 4);
                let number = random(&mut state) % width;
                let from = pairs[other].clone();
                let (set, model) = &mut pairs[one];
                match random(&mut state) % 9 {
                    0..3 => {
                        sets.insert(set, number);
                        model.insert(number);
                    }
                    3 => {
                        sets.remove(set, number);
                        model.remove(&number);
                    }
                    4 => {
                        let grown = sets.add(set, from.0);
                        assert_eq!(grown, !from.1.is_subset(model));
                        model.extend(from.1);
                    }
                    5 => {
                        let (gained, more) = pairs[(one + 1) % 4].clone();
                        let (set, model) = &mut pairs[one];
                        *set = sets.changed(*set, from.0, gained);
                        model.retain(|number| !from.1.contains(number));
                        model.extend(more);
                    }
                    6 => {
                        let first = sets.find_common(*set, from.0, Some);
                        assert_eq!(first, model.intersection(&from.1).next().copied());
                        assert_eq!(first.is_some(), sets.meet(*set, from.0));
                    }
                    7 => {
                        *set = sets.difference(*set, from.0);
                        model.retain(|number| !from.1.contains(number));
                    }
                    _ => {
                        *set = from.0;
                        *model = from.1;
                    }
                }
                let (set, model) = &pairs[one];
                assert_eq!(numbers(&sets, *set), model.iter().copied().collect::<Vec<_>>());
                assert_eq!(sets.contains(*set, number), model.contains(&number));
                assert_eq!(set.is_empty(), model.is_empty());
            }
        }
    }

    #[test]
    fn a_change_costs_a_path_and_no_change_nothing() {
        let mut sets = Sets::default();
        sets.reset(1 << 15);
        let mut set = Set::default();
        (0..1 << 15).for_each(|number| sets.insert(&mut set, number));
        let before = sets.nodes.len();
        let mut other = set;
        sets.remove(&mut other, 777);
        assert_eq!(sets.nodes.len() - before, 3);
        assert_eq!(sets.union_of([other, Set::default(), set]), set);
        assert!(!sets.add(&mut set, other) && sets.nodes.len() - before == 3);
        assert!(sets.add(&mut other, set) && other == set && sets.nodes.len() - before == 3);
    }

    #[test]
    fn what_is_edited_is_one_set_that_shares_with_older_ones() {
        let mut sets = Sets::default();
        sets.reset(1 << 15);
        let mut set = Set::default();
        (0..1 << 10).for_each(|number| sets.insert(&mut set, number));
        let before = sets.nodes.len();
        let mut edited = set;
        sets.start_editing();
        (0..1 << 10).for_each(|number| sets.remove(&mut edited, number));
        assert!(edited.is_empty() && sets.nodes.len() - before <= 4);
        (0..1 << 10).for_each(|number| sets.insert(&mut edited, number));
        assert_eq!(numbers(&sets, edited), numbers(&sets, set));
        sets.forget_edited();
        assert_eq!((sets.nodes.len(), sets.contains(set, 777)), (before, true));
    }
}
