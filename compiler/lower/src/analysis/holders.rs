//! Locals that can hold loans, and where they are used later. Must not know what they hold.

use rustc_hash::FxHashMap;
use source::Db;
use types::{Structure, Ty};

use super::dataflow::{Dataflow, Effect};
use super::rules::{BorrowRule, rule};
use crate::source_form::{Access, DropExtent, LocalId, Place, SourceForm};

/// The locals of borrow type, numbered.
pub struct Holders {
    numbers: Vec<u32>,
    locals: Vec<LocalId>,
    depths: Vec<usize>,
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
        let mut known = FxHashMap::default();
        for (index, local) in form.locals.iter().enumerate() {
            if !local.ty.is_fixed() && types::holds_borrow(db, local.ty) {
                holders.numbers[index] = holders.locals.len() as u32;
                holders.locals.push(LocalId(index as u32));
                holders.depths.push(borrow_depth(local.ty, &mut known));
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
        self.depths[holder as usize]
    }

    /// Whether the end of what a holder has may use what that holds.
    pub fn ends_with_use(&self, holder: u32) -> bool {
        self.ends_with_use[holder as usize]
    }

    /// Whether an access needs the value of the local that the place begins with.
    pub fn is_use(&self, form: &SourceForm, access: Access, place: Place) -> bool {
        match access {
            Access::Read | Access::Move | Access::Borrow(_) | Access::Address => true,
            // Writing to a part, or to where a borrow leads.
            Access::Write => place.as_local().is_none(),
            Access::Drop(DropExtent::Whole | DropExtent::Contents) => {
                self.of(form, place).is_some_and(|holder| self.ends_with_use(holder))
            }
            Access::Drop(DropExtent::Memory) | Access::Declare | Access::StorageDead => false,
        }
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
    let depth = match (ty.as_borrow(), ty.structure()) {
        (Some((target, _)), _) => 1 + borrow_depth(target, known),
        (None, Structure::Tuple(elements)) => {
            elements.iter().map(|element| borrow_depth(*element, known)).max().unwrap_or(0)
        }
        (None, Structure::Array(element, _)) => borrow_depth(element, known),
        (None, Structure::Named(named)) => {
            named.arguments.types().iter().map(|argument| borrow_depth(*argument, known)).max().unwrap_or(0)
        }
        // All that values of a type parameter may hold counts as one level.
        (None, Structure::Whole) => usize::from(ty.is_parameter()),
        (None, Structure::Object(_)) => 0,
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
    match (ty.as_borrow(), ty.structure()) {
        (Some(_), _) if level == 0 => 1,
        (Some((target, _)), _) => count_on_level(target, level - 1),
        (None, Structure::Tuple(elements)) => {
            let mut count = 0;
            for element in elements.iter().copied() {
                count += count_on_level(element, level);
                if count > 1 {
                    return 2;
                }
            }
            count
        }
        (None, Structure::Array(element, _)) => (2 * count_on_level(element, level)).min(2),
        // Nobody knows how many there are in one, nor that what is there is of one level only.
        (None, Structure::Named(named)) => {
            let holds = |ty: &Ty| count_on_level(*ty, level) > 0;
            if named.arguments.types().iter().any(holds) { 2 } else { 0 }
        }
        (None, Structure::Whole) if ty.is_parameter() => 2,
        (None, Structure::Whole | Structure::Object(_)) => 0,
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
}
