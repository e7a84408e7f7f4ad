//! Locals that can hold loans, what they hold at one point, and where they are used later. Must not know what a loan
//! forbids.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use types::{Ty, TypeKind};

use super::bits;
use super::dataflow::Dataflow;
use super::loan::LoanId;
use crate::source_form::{Access, LocalId, Place, SourceForm};

/// Loans, sorted.
pub type LoanSet = SmallVec<[LoanId; 4]>;

/// What a value holds, level by level. On level 0 stand the loans that its own borrows hold, on level 1 those of the
/// borrows in what these lead to, and so on: of `mut (ref Leaf, i64)` the loan of the pair, then the loan of the leaf.
/// So a value that is read from behind a borrow holds what stands one level deeper, and never the loan of the storage it
/// was read from. A loan may stand on a higher level than need be, never only on a deeper one.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Held {
    levels: SmallVec<[LoanSet; 1]>,
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
    pub fn level(&self, level: usize) -> &[LoanId] {
        self.levels.get(level).map_or(&[], |loans| loans)
    }

    /// All loans; one that stands on several levels comes several times.
    pub fn all(&self) -> impl Iterator<Item = LoanId> + '_ {
        self.levels.iter().flatten().copied()
    }

    /// Adds loans to a level; whether there were new ones.
    pub fn add(&mut self, level: usize, loans: &[LoanId]) -> bool {
        if loans.is_empty() {
            return false;
        }
        if self.levels.len() <= level {
            self.levels.resize(level + 1, LoanSet::new());
        }
        let set = &mut self.levels[level];
        let before = set.len();
        for loan in loans {
            if let Err(place) = set.binary_search(loan) {
                set.insert(place, *loan);
            }
        }
        set.len() > before
    }

    /// Adds what another value holds, whose levels begin at `from`, on levels that begin at `to`.
    pub fn add_levels(&mut self, to: usize, other: &Held, from: usize) -> bool {
        let mut grown = false;
        for level in from..other.depth() {
            grown |= self.add(to + level - from, other.level(level));
        }
        grown
    }

    /// Keeps only some loans.
    pub fn retain(&mut self, mut keep: impl FnMut(LoanId) -> bool) {
        for level in &mut self.levels {
            level.retain(|loan| keep(*loan));
        }
    }
}

/// The locals of borrow type, numbered.
pub struct Holders {
    numbers: Vec<u32>,
    locals: Vec<LocalId>,
    depths: Vec<usize>,
}

const NONE: u32 = u32::MAX;

impl Holders {
    /// Numbers the locals of borrow type and finds where each is used later: afterwards `boundary` holds those that are
    /// used behind each block.
    pub fn new(form: &SourceForm, dataflow: &mut Dataflow) -> Holders {
        let mut holders = Holders {
            numbers: vec![NONE; form.locals.len()],
            locals: Vec::new(),
            depths: Vec::new(),
        };
        let mut known = FxHashMap::default();
        for (index, local) in form.locals.iter().enumerate() {
            if !local.ty.is_fixed() && types::holds_borrow(local.ty) {
                holders.numbers[index] = holders.locals.len() as u32;
                holders.locals.push(LocalId(index as u32));
                holders.depths.push(borrow_depth(local.ty, &mut known));
            }
        }
        if holders.count() > 0 {
            holders.find_uses(form, dataflow);
        }
        holders
    }

    fn find_uses(&self, form: &SourceForm, dataflow: &mut Dataflow) {
        dataflow.reset(form.blocks.len(), self.count());
        for block in form.block_ids() {
            let row = block.0 as usize;
            let mut visit = |access: Access, place: Place| {
                let Some(holder) = self.of(form, place) else { return };
                let bit = holder as usize;
                if is_use(access, place) {
                    if !bits::contains(dataflow.lost.row(row), bit) {
                        bits::insert(dataflow.gained.row_mut(row), bit);
                    }
                } else if access == Access::Write {
                    bits::insert(dataflow.lost.row_mut(row), bit);
                }
            };
            for statement in form.block_statements(block) {
                form.accesses(&statement.kind, &mut visit);
            }
            form.terminator_accesses(form.blocks[row].terminator, visit);
        }
        dataflow.solve_backwards(form);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.locals.len()
    }

    /// The number of a local that can hold loans.
    pub fn number(&self, local: LocalId) -> Option<u32> {
        let number = self.numbers[local.0 as usize];
        (number != NONE).then_some(number)
    }

    /// The number of the local that a place begins with.
    pub fn of(&self, form: &SourceForm, place: Place) -> Option<u32> {
        self.number(form.base_local(place)?)
    }

    /// The local with a number.
    pub fn local(&self, holder: u32) -> LocalId {
        self.locals[holder as usize]
    }

    /// How many levels the values of a holder have.
    pub fn depth(&self, holder: u32) -> usize {
        self.depths[holder as usize]
    }

    /// For each holder how many levels its values have.
    pub fn depths(&self) -> &[usize] {
        &self.depths
    }
}

/// How many borrows lie behind each other in values of a type.
fn borrow_depth(ty: Ty, known: &mut FxHashMap<Ty, usize>) -> usize {
    if let Some(depth) = known.get(&ty) {
        return *depth;
    }
    let depth = match ty.kind() {
        TypeKind::Ref(target) | TypeKind::Mut(target) => 1 + borrow_depth(target, known),
        TypeKind::Tuple(elements) => {
            let depths = elements.types().iter().map(|element| borrow_depth(*element, known));
            depths.max().unwrap_or(0)
        }
        TypeKind::Array(element, _) => borrow_depth(element, known),
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Named(_)
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..)
        | TypeKind::Pointer(_)
        | TypeKind::ExternFunction(..) => 0,
    };
    known.insert(ty, depth);
    depth
}

/// Whether values of a type have a single borrow on a level, and no array of them.
pub fn is_single_on_level(ty: Ty, level: usize) -> bool {
    count_on_level(ty, level) == 1
}

/// The borrows on a level; of more than one it says two.
fn count_on_level(ty: Ty, level: usize) -> usize {
    match ty.kind() {
        TypeKind::Ref(_) | TypeKind::Mut(_) if level == 0 => 1,
        TypeKind::Ref(target) | TypeKind::Mut(target) => count_on_level(target, level - 1),
        TypeKind::Tuple(elements) => {
            let mut count = 0;
            for element in elements.types() {
                count += count_on_level(*element, level);
                if count > 1 {
                    return 2;
                }
            }
            count
        }
        TypeKind::Array(element, _) => (2 * count_on_level(element, level)).min(2),
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Named(_)
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..)
        | TypeKind::Pointer(_)
        | TypeKind::ExternFunction(..) => 0,
    }
}

/// Whether an access needs the value of the local that the place begins with.
pub fn is_use(access: Access, place: Place) -> bool {
    match access {
        Access::Read | Access::Move | Access::Borrow(_) | Access::Address => true,
        // Writing to a part, or to where a borrow leads.
        Access::Write => place.as_local().is_none(),
        Access::Drop(_) | Access::Declare | Access::StorageDead => false,
    }
}

/// What each holder holds at one point.
pub struct State {
    held: Vec<Held>,
    depths: Vec<usize>,
    active: Vec<u32>,
}

impl State {
    /// Nothing is held by any of the holders, whose values have so many levels.
    pub fn new(depths: &[usize]) -> State {
        State {
            held: vec![Held::default(); depths.len()],
            depths: depths.to_vec(),
            active: Vec::new(),
        }
    }

    /// The holders that hold something.
    pub fn active(&self) -> &[u32] {
        &self.active
    }

    /// Whether a holder holds something.
    pub fn is_active(&self, holder: u32) -> bool {
        !self.held[holder as usize].is_empty()
    }

    /// What a holder holds.
    pub fn held(&self, holder: u32) -> &Held {
        &self.held[holder as usize]
    }

    /// Empties all.
    pub fn clear(&mut self) {
        for holder in self.active.drain(..) {
            self.held[holder as usize] = Held::default();
        }
    }

    /// A holder gets a new value.
    pub fn set(&mut self, holder: u32, held: Held) {
        self.remove(holder);
        self.add(holder, 0, &held);
    }

    /// A holder's value gets more loans, on levels that begin at `level`. Deeper ones than it has are none of its.
    pub fn add(&mut self, holder: u32, level: usize, more: &Held) {
        let was_active = self.is_active(holder);
        let depth = self.depths[holder as usize];
        let held = &mut self.held[holder as usize];
        for (own, level) in (level..depth).zip(0..more.depth()) {
            held.add(own, more.level(level));
        }
        if !was_active && !held.is_empty() {
            self.active.push(holder);
        }
    }

    /// A holder is not used any more.
    pub fn remove(&mut self, holder: u32) {
        if self.is_active(holder) {
            self.active.retain(|other| *other != holder);
            self.held[holder as usize] = Held::default();
        }
    }

    /// Keeps only some loans.
    pub fn retain(&mut self, mut keep: impl FnMut(LoanId) -> bool) {
        for &holder in &self.active {
            self.held[holder as usize].retain(&mut keep);
        }
        self.active.retain(|holder| !self.held[*holder as usize].is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borrows_are_counted_by_level() {
        let leaf = Ty::borrow(Ty::STRING, false);
        let pair = Ty::tuple(&[leaf, Ty::I64]);
        let slot = Ty::borrow(pair, true);
        let mut known = FxHashMap::default();
        assert_eq!(borrow_depth(Ty::I64, &mut known), 0);
        assert_eq!(borrow_depth(pair, &mut known), 1);
        assert_eq!(borrow_depth(Ty::tuple(&[leaf, slot]), &mut known), 2);
        assert!(is_single_on_level(slot, 0) && is_single_on_level(slot, 1) && !is_single_on_level(slot, 2));
        assert!(!is_single_on_level(Ty::tuple(&[slot, slot]), 1));
        assert!(!is_single_on_level(Ty::array(slot, 3), 0));
    }

    #[test]
    fn what_stands_deeper_than_a_value_has_levels_is_dropped() {
        let mut state = State::new(&[1]);
        let mut held = Held::default();
        assert!(held.add(0, &[3, 1]) && held.add(1, &[7]) && !held.add(0, &[1]));
        state.set(0, held);
        assert_eq!(state.held(0).all().collect::<Vec<_>>(), [1, 3]);
        state.retain(|loan| loan != 1 && loan != 3);
        assert!(state.active().is_empty());
    }
}
