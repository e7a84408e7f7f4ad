//! What each holder holds at one point, as a tree over the holders' numbers whose equal parts are the same nodes: from
//! block to block little changes, so handing all of it on costs nothing and joining two costs what differs. Who holds one
//! of some loans is found without looking at everybody: the topmost node knows a set in which all loans below it are, and
//! only if one of those that are looked for is there, the nodes below learn their loans exactly, each once.
//! Must not know what a loan forbids.

use smallvec::SmallVec;

use super::levels::Depth;
use super::sets::{Set, Sets};

/// What a value holds, level by level. On level 0 stand the loans that its own borrows hold, on level 1 those of the
/// borrows in what these lead to, and so on: of `mut (ref Leaf, i64)` the loan of the pair, then the loan of the leaf.
/// So a value that is read from behind a borrow holds what stands one level deeper, and never the loan of the storage it
/// was read from. A loan may stand on a higher level than need be, never only on a deeper one.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Held {
    levels: SmallVec<[Set; 2]>,
}

impl Held {
    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.levels.iter().all(|level| level.is_empty())
    }

    /// How many levels there are.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The loans of a level.
    pub fn level(&self, level: usize) -> Set {
        self.levels.get(level).copied().unwrap_or_default()
    }

    /// The loans of all levels.
    pub fn all(&self, sets: &mut Sets) -> Set {
        sets.union_of(self.levels.iter().copied())
    }

    /// Adds loans to a level; whether there were new ones.
    pub fn add(&mut self, sets: &mut Sets, level: usize, loans: Set) -> bool {
        if loans.is_empty() {
            return false;
        }
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Set::default());
        }
        sets.add(&mut self.levels[level], loans)
    }

    /// Adds what another value holds, whose levels begin at `from`, on levels that begin at `to`.
    pub fn add_levels(&mut self, sets: &mut Sets, to: usize, other: &Held, from: usize) -> bool {
        let mut grown = false;
        for level in from..other.depth() {
            grown |= self.add(sets, to + level - from, other.level(level));
        }
        grown
    }

    /// Takes loans away from all levels.
    pub fn remove(&mut self, sets: &mut Sets, loans: Set) {
        for level in &mut self.levels {
            *level = sets.difference(*level, loans);
        }
    }
}

/// What all holders hold at one point.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Holding(u32);

/// Below each node stand eight others; below the lowest, what eight holders hold.
const FAN_OUT: usize = 8;

#[derive(Clone, Copy, Default)]
struct Node {
    below: [u32; FAN_OUT],
    /// All loans below, if that is `exact`. Else they are in this set if the node is a topmost one, and nothing is known of
    /// them if it is not.
    loans: Set,
    exact: bool,
}

/// The point that is looked at, and the nodes of all points.
pub struct State {
    /// Node 0 is the empty one, on every level.
    nodes: Vec<Node>,
    /// Values, each with all its loans; the first holds none.
    values: Vec<(Held, Set)>,
    levels: u32,
    /// How many levels the values of each holder have.
    depths: Vec<Depth>,
    current: Holding,
}

impl State {
    /// Nothing is held by any of the holders, whose values have so many levels.
    pub fn new(depths: &[Depth]) -> State {
        let mut levels = 0;
        while FAN_OUT.pow(levels) < depths.len() {
            levels += 1;
        }
        State {
            nodes: vec![Node { exact: true, ..Node::default() }],
            values: vec![(Held::default(), Set::default())],
            levels,
            depths: depths.to_vec(),
            current: Holding::default(),
        }
    }

    /// What is held now.
    pub fn current(&self) -> Holding {
        self.current
    }

    /// Goes to another point.
    pub fn go_to(&mut self, holding: Holding) {
        self.current = holding;
    }

    /// Whether nobody holds anything.
    pub fn is_empty(&self) -> bool {
        self.current == Holding::default()
    }

    /// Whether a holder holds something.
    pub fn is_active(&self, holder: u32) -> bool {
        self.value(holder) != 0
    }

    /// What a holder holds.
    pub fn held(&self, holder: u32) -> &Held {
        &self.values[self.value(holder) as usize].0
    }

    fn value(&self, holder: u32) -> u32 {
        let mut at = self.current.0;
        for level in (0..self.levels).rev() {
            at = self.nodes[at as usize].below[place(level, holder)];
        }
        at
    }

    /// All loans that somebody holds, and perhaps some that nobody holds any more.
    pub fn loans(&self) -> Set {
        self.loans_at(self.current.0, self.levels)
    }

    fn loans_at(&self, at: u32, level: u32) -> Set {
        if level == 0 { self.values[at as usize].1 } else { self.nodes[at as usize].loans }
    }

    /// Whether somebody holds one of these loans. [`State::find`] is asked only if so.
    pub fn is_held(&mut self, sets: &mut Sets, loans: Set) -> bool {
        if !sets.meet(self.loans(), loans) {
            return false;
        }
        let exactly = self.exact_loans(sets, self.current.0, self.levels);
        sets.meet(exactly, loans)
    }

    fn exact_loans(&mut self, sets: &mut Sets, at: u32, level: u32) -> Set {
        let Some(lower) = level.checked_sub(1) else {
            return self.values[at as usize].1;
        };
        let Node { below, loans, exact } = self.nodes[at as usize];
        if exact {
            return loans;
        }
        let parts = below.map(|child| self.exact_loans(sets, child, lower));
        let loans = sets.union_of(parts);
        self.nodes[at as usize] = Node { below, loans, exact: true };
        loans
    }

    /// Tells a topmost node in what set its loans are.
    fn bind(&mut self, top: u32, loans: Set) {
        if 0 < self.levels && !self.nodes[top as usize].exact {
            self.nodes[top as usize].loans = loans;
        }
    }

    /// A holder gets a new value.
    pub fn set(&mut self, sets: &mut Sets, holder: u32, mut held: Held) {
        let depth = self.depths[holder as usize];
        for level in depth.levels..held.depth() {
            if let Some(last) = depth.level(level) {
                let loans = held.level(level);
                held.add(sets, last, loans);
            }
        }
        held.levels.truncate(depth.levels);
        let value = self.new_value(sets, held);
        self.put(sets, holder, value);
    }

    /// A holder's value gets more loans, on levels that begin at `level`. Deeper ones than it has are none of its.
    pub fn add(&mut self, sets: &mut Sets, holder: u32, level: usize, more: &Held) {
        let mut held = self.held(holder).clone();
        let mut grown = false;
        let depth = self.depths[holder as usize];
        for (own, level) in (level..).zip(0..more.depth()) {
            let Some(own) = depth.level(own) else { break };
            grown |= held.add(sets, own, more.level(level));
        }
        if grown {
            let value = self.new_value(sets, held);
            self.put(sets, holder, value);
        }
    }

    /// A holder is not used any more.
    pub fn remove(&mut self, sets: &mut Sets, holder: u32) {
        if self.is_active(holder) {
            self.put(sets, holder, 0);
        }
    }

    /// Nobody holds these loans any more.
    pub fn remove_loans(&mut self, sets: &mut Sets, loans: Set) {
        if self.is_held(sets, loans) {
            let left = sets.difference(self.loans(), loans);
            self.current.0 = self.without(sets, self.current.0, self.levels, loans);
            self.bind(self.current.0, left);
        }
    }

    fn without(&mut self, sets: &mut Sets, at: u32, level: u32, loans: Set) -> u32 {
        if !sets.meet(self.loans_at(at, level), loans) {
            return at;
        }
        let Some(lower) = level.checked_sub(1) else {
            let mut held = self.values[at as usize].0.clone();
            held.remove(sets, loans);
            return self.new_value(sets, held);
        };
        let below = self.nodes[at as usize].below;
        let below = below.map(|child| self.without(sets, child, lower, loans));
        self.node(below, [at, at])
    }

    /// Adds to `into` what is held now by the holders that are `live` there, of the `known` ones that are live here;
    /// whether it has grown. Both are sets of holders.
    pub fn flow_into(
        &mut self,
        into: &mut Holding,
        (holders, live, known): (&Sets, Set, Set),
        loans: &mut Sets,
    ) -> bool {
        let handed_on = self.restrict(self.current.0, self.levels, (holders, live, known));
        self.bind(handed_on, self.loans());
        let before = *into;
        into.0 = self.join(loans, before.0, handed_on, self.levels);
        if into.0 != before.0 && into.0 != handed_on {
            let [before, more] = [before.0, handed_on].map(|top| self.loans_at(top, self.levels));
            self.bind(into.0, loans.union(before, more));
        }
        *into != before
    }

    fn restrict(&mut self, at: u32, level: u32, (holders, live, known): (&Sets, Set, Set)) -> u32 {
        if at == 0 || live.is_empty() {
            return 0;
        }
        if live == known {
            return at;
        }
        let Some(lower) = level.checked_sub(1) else {
            return at;
        };
        let mut below = self.nodes[at as usize].below;
        for (place, child) in below.iter_mut().enumerate() {
            let part = |set| holders.part(set, level, place);
            *child = self.restrict(*child, lower, (holders, part(live), part(known)));
        }
        self.node(below, [at, at])
    }

    fn join(&mut self, sets: &mut Sets, left: u32, right: u32, level: u32) -> u32 {
        if left == right || right == 0 {
            return left;
        }
        if left == 0 {
            return right;
        }
        let Some(lower) = level.checked_sub(1) else {
            let mut held = self.values[left as usize].0.clone();
            let added = &self.values[right as usize].0;
            if !held.add_levels(sets, 0, added, 0) {
                return left;
            }
            return if held == *added { right } else { self.new_value(sets, held) };
        };
        let (mut below, more) = (self.nodes[left as usize].below, self.nodes[right as usize].below);
        for (child, more) in below.iter_mut().zip(more) {
            *child = self.join(sets, *child, more, lower);
        }
        self.node(below, [left, right])
    }

    fn put(&mut self, sets: &mut Sets, holder: u32, value: u32) {
        let loans = sets.union(self.loans(), self.values[value as usize].1);
        self.current.0 = self.with(self.current.0, self.levels, holder, value);
        self.bind(self.current.0, loans);
    }

    fn with(&mut self, at: u32, level: u32, holder: u32, value: u32) -> u32 {
        let Some(lower) = level.checked_sub(1) else {
            return value;
        };
        let mut below = self.nodes[at as usize].below;
        let place = place(lower, holder);
        below[place] = self.with(below[place], lower, holder, value);
        self.node(below, [at, at])
    }

    /// The node with these below it: one of two that it was made from, if it is still that.
    fn node(&mut self, below: [u32; FAN_OUT], known: [u32; 2]) -> u32 {
        if below == [0; FAN_OUT] {
            return 0;
        }
        if let Some(known) = known.into_iter().find(|known| self.nodes[*known as usize].below == below) {
            return known;
        }
        self.nodes.push(Node { below, ..Node::default() });
        self.nodes.len() as u32 - 1
    }

    fn new_value(&mut self, sets: &mut Sets, held: Held) -> u32 {
        if held.is_empty() {
            return 0;
        }
        let all = held.all(sets);
        self.values.push((held, all));
        self.values.len() as u32 - 1
    }

    /// The first answer that `ask` gives about a holder, in order, that holds one of these loans, of which
    /// [`State::is_held`] said so.
    pub fn find<R>(&self, sets: &Sets, loans: Set, mut ask: impl FnMut(u32, &Held) -> Option<R>) -> Option<R> {
        self.find_below(sets, self.current.0, (self.levels, 0), loans, &mut ask)
    }

    fn find_below<R>(
        &self,
        sets: &Sets,
        at: u32,
        (level, first): (u32, u32),
        loans: Set,
        ask: &mut impl FnMut(u32, &Held) -> Option<R>,
    ) -> Option<R> {
        if !sets.meet(self.loans_at(at, level), loans) {
            return None;
        }
        let Some(lower) = level.checked_sub(1) else {
            return ask(first, &self.values[at as usize].0);
        };
        let below = self.nodes[at as usize].below.into_iter().zip(0..);
        let mut below = below.map(|(child, place)| (child, first + place * (FAN_OUT as u32).pow(lower)));
        below.find_map(|(child, first)| self.find_below(sets, child, (lower, first), loans, ask))
    }
}

/// Which of a node's children leads to a holder; the node stands on `level`, counted from the values.
fn place(level: u32, holder: u32) -> usize {
    (holder >> (3 * level)) as usize % FAN_OUT
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const SINGLE: Depth = Depth { levels: 1, is_endless: false };

    fn set(sets: &mut Sets, numbers: &[usize]) -> Set {
        let mut set = Set::default();
        numbers.iter().for_each(|number| sets.insert(&mut set, *number));
        set
    }

    fn held(sets: &mut Sets, numbers: &[usize]) -> Held {
        let loans = set(sets, numbers);
        let mut held = Held::default();
        held.add(sets, 0, loans);
        held
    }

    fn everything(state: &mut State, sets: &mut Sets) -> BTreeMap<u32, Vec<usize>> {
        let mut all = BTreeMap::new();
        if !state.is_held(sets, state.loans()) {
            return all;
        }
        let found: Option<()> = state.find(sets, state.loans(), |holder, held| {
            let mut loans = Vec::new();
            sets.for_each(held.level(0), |loan| loans.push(loan));
            all.insert(holder, loans);
            None
        });
        assert_eq!(found, None);
        all
    }

    #[test]
    fn what_stands_deeper_than_a_value_has_levels_is_dropped() {
        let mut sets = Sets::default();
        sets.reset(8);
        let mut state = State::new(&[SINGLE]);
        let mut value = held(&mut sets, &[3, 1]);
        let (seven, one) = (set(&mut sets, &[7]), set(&mut sets, &[1]));
        assert!(value.add(&mut sets, 1, seven) && !value.add(&mut sets, 0, one));
        state.set(&mut sets, 0, value);
        assert_eq!(everything(&mut state, &mut sets), BTreeMap::from([(0, vec![1, 3])]));
        let both = set(&mut sets, &[1, 3]);
        state.remove_loans(&mut sets, both);
        assert!(state.is_empty());
    }

    /// Whoever asks for loans that nobody holds any more is told so, and nothing is counted twice for it.
    #[test]
    fn loans_that_were_held_are_not_held() {
        let mut sets = Sets::default();
        sets.reset(1_000);
        let mut state = State::new(&[SINGLE; 1_000]);
        for holder in 0..1_000 {
            let value = held(&mut sets, &[holder as usize]);
            state.set(&mut sets, holder, value);
        }
        let (gone, kept) = (set(&mut sets, &[5, 801]), set(&mut sets, &[6]));
        state.remove(&mut sets, 5);
        state.remove(&mut sets, 801);
        assert!(sets.meet(state.loans(), gone) && !state.is_held(&mut sets, gone));
        assert!(!sets.meet(state.loans(), gone) && state.is_held(&mut sets, kept));
        let nodes = state.nodes.len();
        state.remove_loans(&mut sets, gone);
        assert_eq!(state.nodes.len(), nodes);
        let mut there = Holding::default();
        let mut holders = Sets::default();
        holders.reset(1_000);
        let (all, live) = (set(&mut holders, &[6, 7]), set(&mut holders, &[7]));
        assert!(state.flow_into(&mut there, (&holders, live, all), &mut sets));
        state.go_to(there);
        assert!(sets.meet(state.loans(), kept) && !state.is_held(&mut sets, kept));
        assert_eq!(everything(&mut state, &mut sets), BTreeMap::from([(7, vec![7])]));
    }

    /// As many holders as one, two and five levels have: only live ones flow on, and joined are those of both ways.
    #[test]
    fn holders_flow_as_far_as_they_live() {
        for count in [1_u32, 8, 9, 64, 65, 700, 20_000] {
            let mut sets = Sets::default();
            sets.reset(count as usize);
            let mut holders = Sets::default();
            holders.reset(count as usize);
            let mut state = State::new(&vec![SINGLE; count as usize]);
            let mut known = Set::default();
            for holder in (0..count).step_by(3) {
                let value = held(&mut sets, &[holder as usize]);
                state.set(&mut sets, holder, value);
                holders.insert(&mut known, holder as usize);
            }
            let mut live = known;
            for holder in (0..count).step_by(6) {
                holders.remove(&mut live, holder as usize);
            }
            let mut there = Holding::default();
            let grown = state.flow_into(&mut there, (&holders, live, known), &mut sets);
            assert_eq!(grown, count > 3);
            assert!(!state.flow_into(&mut there, (&holders, live, known), &mut sets));
            let (before, last) = (state.current(), count - 1);
            state.remove(&mut sets, last / 3 * 3);
            let value = held(&mut sets, &[0, last as usize]);
            state.set(&mut sets, last, value);
            holders.insert(&mut live, last as usize);
            assert!(state.flow_into(&mut there, (&holders, live, live), &mut sets));
            state.go_to(there);
            let mut wanted: BTreeMap<u32, Vec<usize>> =
                (3..count).step_by(6).map(|each| (each, vec![each as usize])).collect();
            wanted.entry(last).or_default().extend([0, last as usize]);
            wanted.entry(last).and_modify(|loans| {
                loans.sort_unstable();
                loans.dedup();
            });
            let found = everything(&mut state, &mut sets);
            for (holder, loans) in &wanted {
                assert_eq!(found.get(holder), Some(loans), "holder {holder} of {count}");
            }
            state.go_to(before);
            assert!(!state.is_active(last) || last.is_multiple_of(3));
        }
    }
}
