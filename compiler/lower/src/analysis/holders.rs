//! Locals that can hold loans, what they hold at one point, and where they are used later. Must not know what a loan
//! forbids.

use smallvec::SmallVec;

use super::bits;
use super::dataflow::Dataflow;
use super::loan::LoanId;
use crate::source_form::{Access, LocalId, Place, SourceForm};

/// The loans that a local holds, sorted.
pub type LoanSet = SmallVec<[LoanId; 4]>;

/// The locals of borrow type, numbered.
pub struct Holders {
    numbers: Vec<u32>,
    locals: Vec<LocalId>,
}

const NONE: u32 = u32::MAX;

impl Holders {
    /// Numbers the locals of borrow type and finds where each is used later: afterwards `boundary` holds those that are
    /// used behind each block.
    pub fn new(form: &SourceForm, dataflow: &mut Dataflow) -> Holders {
        let mut holders = Holders {
            numbers: vec![NONE; form.locals.len()],
            locals: Vec::new(),
        };
        for (index, local) in form.locals.iter().enumerate() {
            if !local.ty.is_fixed() && types::holds_borrow(local.ty) {
                holders.numbers[index] = holders.locals.len() as u32;
                holders.locals.push(LocalId(index as u32));
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
    held: Vec<LoanSet>,
    active: Vec<u32>,
}

impl State {
    /// Nothing is held.
    pub fn new(count: usize) -> State {
        State {
            held: vec![LoanSet::new(); count],
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
    pub fn held(&self, holder: u32) -> &LoanSet {
        &self.held[holder as usize]
    }

    /// Empties all.
    pub fn clear(&mut self) {
        for holder in self.active.drain(..) {
            self.held[holder as usize].clear();
        }
    }

    /// A holder gets a new value.
    pub fn set(&mut self, holder: u32, held: LoanSet) {
        self.remove(holder);
        if !held.is_empty() {
            self.active.push(holder);
            self.held[holder as usize] = held;
        }
    }

    /// A holder's value gets more loans.
    pub fn add(&mut self, holder: u32, more: &[LoanId]) {
        if !more.is_empty() && !self.is_active(holder) {
            self.active.push(holder);
        }
        unite(&mut self.held[holder as usize], more);
    }

    /// A holder is not used any more.
    pub fn remove(&mut self, holder: u32) {
        if self.is_active(holder) {
            self.active.retain(|other| *other != holder);
            self.held[holder as usize].clear();
        }
    }

    /// Keeps only some loans.
    pub fn retain(&mut self, mut keep: impl FnMut(LoanId) -> bool) {
        for &holder in &self.active {
            self.held[holder as usize].retain(|loan| keep(*loan));
        }
        self.active.retain(|holder| !self.held[*holder as usize].is_empty());
    }
}

/// Adds loans to a set; whether it has grown.
pub fn unite(set: &mut LoanSet, more: &[LoanId]) -> bool {
    let before = set.len();
    for loan in more {
        if let Err(place) = set.binary_search(loan) {
            set.insert(place, *loan);
        }
    }
    set.len() > before
}
