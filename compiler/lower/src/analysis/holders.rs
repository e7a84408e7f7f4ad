//! Locals that can hold loans, and where they are used later. Must not know what they hold.

use source::Db;

use super::dataflow::{Dataflow, Effect};
use super::levels::{Depth, Levels};
use super::rules::{BorrowRule, rule};
use crate::source_form::{Access, DropExtent, LocalId, Place, SourceForm};

/// The locals of borrow type, numbered.
pub struct Holders {
    numbers: Vec<u32>,
    locals: Vec<LocalId>,
    depths: Vec<Depth>,
    /// Of each whether its end may use what it holds, because something in it has `Drop`.
    ends_with_use: Vec<bool>,
}

const NONE: u32 = u32::MAX;

impl Holders {
    /// Numbers the locals of borrow type and finds where each is used later: afterwards `boundary` holds those that are
    /// used behind each block.
    pub fn new(db: &dyn Db, form: &SourceForm, dataflow: &mut Dataflow) -> Holders {
        let mut holders = Holders {
            numbers: vec![NONE; form.locals.len()],
            locals: Vec::new(),
            depths: Vec::new(),
            ends_with_use: Vec::new(),
        };
        let mut levels = Levels::new(db);
        for (index, local) in form.locals.iter().enumerate() {
            if !local.ty.is_fixed() && types::holds_borrow(db, local.ty) {
                holders.numbers[index] = holders.locals.len() as u32;
                holders.locals.push(LocalId(index as u32));
                holders.depths.push(levels.depth(local.ty));
                holders.ends_with_use.push(types::end_uses_borrows(db, local.ty) && rule(BorrowRule::DropIsUse));
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
            let Effect { mut gained, mut lost } = Effect::default();
            let sets = &mut dataflow.sets;
            sets.start_editing();
            let mut visit = |access: Access, place: Place| {
                let Some(holder) = self.of(form, place) else { return };
                let bit = holder as usize;
                if self.is_use(form, access, place) {
                    if !sets.contains(lost, bit) {
                        sets.insert(&mut gained, bit);
                    }
                } else if access == Access::Write {
                    sets.insert(&mut lost, bit);
                }
            };
            for statement in form.block_statements(block) {
                form.accesses(&statement.kind, &mut visit);
            }
            form.terminator_accesses(form.blocks[row].terminator, visit);
            dataflow.effects[row] = Effect { gained, lost };
        }
        dataflow.sets.stop_editing();
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
        self.depths[holder as usize].levels
    }

    /// The level that stands for one of a holder's values: the last one stands for all deeper ones too, if there is no end
    /// of them. Nothing where the values have no such level.
    pub fn level(&self, holder: u32, level: usize) -> Option<usize> {
        self.depths[holder as usize].level(level)
    }

    /// Whether a level of a holder stands for all deeper ones too.
    pub fn is_endless(&self, holder: u32, level: usize) -> bool {
        let depth = self.depths[holder as usize];
        depth.is_endless && level + 1 >= depth.levels
    }

    /// Whether the end of what a holder has may use what that holds.
    pub fn ends_with_use(&self, holder: u32) -> bool {
        self.ends_with_use[holder as usize]
    }

    /// Whether an access needs the value of the local that the place begins with.
    pub fn is_use(&self, form: &SourceForm, access: Access, place: Place) -> bool {
        match access {
            Access::Read | Access::Count | Access::Move | Access::Borrow(_) | Access::Address => true,
            // Writing to a part, or to where a borrow leads.
            Access::Write => place.as_local().is_none(),
            Access::Drop(DropExtent::Whole | DropExtent::Contents) => {
                self.of(form, place).is_some_and(|holder| self.ends_with_use(holder))
            }
            Access::Drop(DropExtent::Memory) | Access::Declare | Access::StorageDead => false,
        }
    }

    /// For each holder how many levels its values have.
    pub fn depths(&self) -> &[Depth] {
        &self.depths
    }
}
