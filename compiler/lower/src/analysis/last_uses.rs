//! Last uses of what is copied by counting: where nothing reads a variable any more and no loan of it is live, a use takes
//! its value and counts nothing. Which variables are read later, flowing backwards; what is lent, `loans` says. Must not
//! know why a variable is used, and leaves drops to `initialisation`, which it asks once more.

use rustc_hash::FxHashSet;
use source::Db;
use types::{Cast, TypeKind, holds_borrow, is_copy};

use super::dataflow::{Dataflow, Effect};
use super::{Scratch, Subject};
use crate::source_form::{
    Access, Callee, DropExtent, LocalId, Operand, OperandList, Place, Rvalue, SourceForm, StatementKind,
};

/// The uses that take the value of a variable.
#[derive(Default)]
pub struct LastUses {
    /// Statements and the variables that they are the last to use, by statement.
    uses: Vec<(usize, LocalId)>,
}

impl LastUses {
    /// The uses behind which nothing reads the variable before it ends or gets another value. Their loans are not known
    /// yet: see [`LastUses::retain_at`].
    pub fn find(subject: Subject<'_>, form: &SourceForm, tracked: &[LocalId], scratch: &mut Scratch) -> LastUses {
        let mut counted = Counted::new(subject, form, tracked, &mut scratch.numbers);
        if form.poison.is_some() || counted.count == 0 || !counted.keep_copied(subject.db, form) {
            return LastUses::default();
        }
        counted.solve(form, &mut scratch.dataflow);
        counted.last(form, &mut scratch.dataflow)
    }

    /// Leaves out the uses by a statement that are not as asked for.
    pub fn retain_at(&mut self, statement: usize, mut is_such: impl FnMut(LocalId) -> bool) {
        let start = self.uses.partition_point(|(index, _)| *index < statement);
        let mut at = start;
        while let Some((_, local)) = self.uses.get(at).filter(|(index, _)| *index == statement) {
            if is_such(*local) {
                at += 1;
            } else {
                self.uses.remove(at);
            }
        }
    }

    /// Writes them into a form whose drops are decided, and decides those of the variables once more.
    pub fn apply(self, subject: Subject<'_>, form: &mut SourceForm) {
        let mut variables: Vec<LocalId> = Vec::new();
        for (index, local) in self.uses {
            take(form, index, local);
            variables.push(local);
        }
        variables.sort_unstable();
        variables.dedup();
        forget_flags(form, &variables);
        super::decide_drops(subject, form, &variables, &[]);
    }
}

/// The variables that are looked at.
struct Counted<'a> {
    /// The number of each local; `NONE` for those that are not.
    numbers: &'a mut Vec<u32>,
    count: u32,
}

/// The number of a local that is not looked at.
const NONE: u32 = u32::MAX;

impl Counted<'_> {
    /// Variables of types that are copied and need a drop.
    fn new<'n>(subject: Subject<'_>, form: &SourceForm, tracked: &[LocalId], numbers: &'n mut Vec<u32>) -> Counted<'n> {
        numbers.clear();
        let mut count = 0;
        for local in tracked {
            let data = form.local(*local);
            if data.variable.is_none() || data.ty.is_error() || !is_copy(subject.db, data.ty) {
                continue;
            }
            if count == 0 {
                numbers.resize(form.locals.len(), NONE);
            }
            let number = &mut numbers[local.0 as usize];
            if *number == NONE {
                *number = count;
                count += 1;
            }
        }
        Counted { numbers, count }
    }

    fn number(&self, local: LocalId) -> Option<usize> {
        Some(self.numbers[local.0 as usize]).filter(|number| *number != NONE).map(|number| number as usize)
    }

    /// Leaves out those that no statement copies or that the body does not drop, as what an environment keeps for another
    /// call, and those whose address is a raw pointer's: nobody knows until when it is used. Whether some are left.
    fn keep_copied(&mut self, db: &dyn Db, form: &SourceForm) -> bool {
        let (mut copied, mut dropped) = (vec![false; self.count as usize], vec![false; self.count as usize]);
        let mut addressed = vec![false; self.count as usize];
        for statement in &form.statements {
            form.accesses(&statement.kind, |access, place| {
                let Some(number) = form.base_local(place).and_then(|local| self.number(local)) else { return };
                match access {
                    Access::Read if place.as_local().is_some() => copied[number] = true,
                    Access::Drop(DropExtent::Whole) => dropped[number] = true,
                    Access::Address => addressed[number] = true,
                    Access::Read
                    | Access::Count
                    | Access::Move
                    | Access::Write
                    | Access::Borrow(_)
                    | Access::Drop(DropExtent::Contents | DropExtent::Memory)
                    | Access::Declare
                    | Access::StorageDead => {}
                }
            });
        }
        for local in pointed_to(db, form) {
            if let Some(number) = self.number(local) {
                addressed[number] = true;
            }
        }
        let mut count = 0;
        for number in self.numbers.iter_mut().filter(|number| **number != NONE) {
            let before = *number as usize;
            *number = NONE;
            if copied[before] && dropped[before] && !addressed[before] {
                *number = count;
                count += 1;
            }
        }
        self.count = count;
        count > 0
    }

    /// What an access does to whether a variable is read later, seen from before it.
    fn effect(&self, form: &SourceForm, access: Access, place: Place) -> Option<(usize, bool)> {
        let number = self.number(form.base_local(place)?)?;
        match access {
            Access::Read | Access::Count | Access::Move | Access::Borrow(_) | Access::Address => Some((number, true)),
            // A part that is stored needs the rest.
            Access::Write => Some((number, place.as_local().is_none())),
            Access::Declare | Access::StorageDead => Some((number, false)),
            Access::Drop(_) => None,
        }
    }

    fn solve(&self, form: &SourceForm, dataflow: &mut Dataflow) {
        dataflow.reset(form.blocks.len(), self.count as usize);
        for block in form.block_ids() {
            let Effect { mut gained, mut lost } = Effect::default();
            dataflow.sets.start_editing();
            for statement in form.block_statements(block) {
                form.accesses(&statement.kind, |access, place| {
                    let Some((number, is_read)) = self.effect(form, access, place) else { return };
                    if !is_read {
                        dataflow.sets.insert(&mut lost, number);
                    } else if !dataflow.sets.contains(lost, number) {
                        dataflow.sets.insert(&mut gained, number);
                    }
                });
            }
            dataflow.effects[block.0 as usize] = Effect { gained, lost };
        }
        dataflow.sets.stop_editing();
        dataflow.solve_backwards(form);
    }

    fn last(&self, form: &SourceForm, dataflow: &mut Dataflow) -> LastUses {
        let Dataflow { sets, boundary, .. } = dataflow;
        let mut uses = Vec::new();
        let mut accesses = Vec::new();
        for block in form.block_ids() {
            sets.start_editing();
            let mut live = boundary[block.0 as usize];
            for index in form.statement_range(block).rev() {
                let kind = &form.statements[index].kind;
                accesses.clear();
                form.accesses(kind, |access, place| accesses.push((access, place)));
                for (access, place) in accesses.iter().rev() {
                    let Some((number, is_read)) = self.effect(form, *access, *place) else { continue };
                    if !is_read {
                        sets.remove(&mut live, number);
                        continue;
                    }
                    if let (Access::Read, Some(local)) = (access, place.as_local())
                        && !sets.contains(live, number)
                        && copied_by(form, kind, local).is_some()
                    {
                        uses.push((index, local));
                    }
                    sets.insert(&mut live, number);
                }
            }
            sets.forget_edited();
        }
        uses.sort_unstable();
        LastUses { uses }
    }
}

/// So many passes follow borrows backwards to what they lend. Statements stand in order, so that one does but for loops.
const MOST_PASSES: usize = 8;

/// The locals whose address may have become a raw pointer's: those that are lent by borrows that are cast, or given to a
/// function that takes or gives a pointer, and by what such borrows were made of.
fn pointed_to(db: &dyn Db, form: &SourceForm) -> FxHashSet<LocalId> {
    let mut pointed: FxHashSet<LocalId> = FxHashSet::default();
    let add = |pointed: &mut FxHashSet<LocalId>, operand: Operand| match operand {
        Operand::Copy(place) | Operand::Move(place) => {
            form.base_local(place).is_some_and(|local| holds_borrow(db, form.local(local).ty) && pointed.insert(local))
        }
        Operand::Constant(_) | Operand::Poison(_) => false,
    };
    for statement in &form.statements {
        match statement.kind {
            StatementKind::Assign(_, Rvalue::Cast(Cast::BorrowToPointer, operand)) => {
                add(&mut pointed, operand);
            }
            StatementKind::Assign(to, Rvalue::Call(callee, arguments)) => {
                // What is given may lead into what was lent, as that of `c_string` does.
                let gives_pointer = matches!(form.place_type(db, to).kind(), TypeKind::Pointer(_));
                for (index, operand) in form.operand_list(arguments).iter().enumerate() {
                    if gives_pointer || takes_pointer(db, form.callee(callee), index) {
                        add(&mut pointed, *operand);
                    }
                }
            }
            _ => {}
        }
    }
    if pointed.is_empty() {
        return pointed;
    }
    for _ in 0..MOST_PASSES {
        let mut has_grown = false;
        for statement in form.statements.iter().rev() {
            let StatementKind::Assign(to, rvalue) = statement.kind else { continue };
            if !form.base_local(to).is_some_and(|local| pointed.contains(&local)) {
                continue;
            }
            if let Rvalue::Borrow(_, lent) = rvalue {
                has_grown |= form.base_local(lent).is_some_and(|local| pointed.insert(local));
            }
            form.accesses(&statement.kind, |access, place| {
                if matches!(access, Access::Read | Access::Move) {
                    has_grown |= add(&mut pointed, Operand::Copy(place));
                }
            });
        }
        if !has_grown {
            return pointed;
        }
    }
    // Whatever is left may be one.
    (0..form.locals.len() as u32).map(LocalId).collect()
}

/// Whether what is called takes a raw pointer at a place.
fn takes_pointer(db: &dyn Db, callee: Callee, index: usize) -> bool {
    let declared = match callee {
        Callee::Function { item, .. } => types::signature(db, item).parameters.get(index).map(|parameter| parameter.ty),
        Callee::Pointer { ty, .. } => match ty.value_type().kind() {
            TypeKind::ExternFunction(parameters, _) => parameters.types().get(index).copied(),
            _ => None,
        },
        Callee::Closure { .. } | Callee::Literal(_) | Callee::Runtime(_) => return false,
    };
    // What C's `...` takes may be kept, too.
    declared.is_none_or(|declared| matches!(declared.kind(), TypeKind::Pointer(_)))
}

/// Where a statement holds the operand that copies a variable.
enum Slot {
    /// It is the only one.
    Single,
    /// An index into the operands of the form.
    Listed(usize),
}

/// The last operand of a statement, if it copies a variable.
fn copied_by(form: &SourceForm, kind: &StatementKind, local: LocalId) -> Option<Slot> {
    let copy = Operand::Copy(Place::local(local));
    let listed = |list: OperandList| {
        let position = form.operand_list(list).iter().rposition(|operand| *operand == copy)?;
        Some(Slot::Listed(list.start as usize + position))
    };
    match *kind {
        StatementKind::Assign(_, rvalue) => match rvalue {
            Rvalue::Use(operand) | Rvalue::Object(operand) => (operand == copy).then_some(Slot::Single),
            Rvalue::Aggregate(list) | Rvalue::Case(_, list) | Rvalue::Call(_, list) | Rvalue::Closure(_, list) => {
                listed(list)
            }
            // Of plain values and scalars, or of places.
            Rvalue::Union(..)
            | Rvalue::Repeat(_)
            | Rvalue::Binary(..)
            | Rvalue::Unary(..)
            | Rvalue::Cast(..)
            | Rvalue::Borrow(..)
            | Rvalue::Address(_)
            | Rvalue::Length(_)
            | Rvalue::Tag(_)
            | Rvalue::PointerOffset(..)
            | Rvalue::Zeroed => None,
        },
        StatementKind::ReplaceContents(_, operand) => (operand == copy).then_some(Slot::Single),
        StatementKind::Nothing
        | StatementKind::Swap(..)
        | StatementKind::Count(_)
        | StatementKind::Reach(_)
        | StatementKind::CheckBounds { .. }
        | StatementKind::CheckRange { .. }
        | StatementKind::Drop { .. }
        | StatementKind::Declare(_)
        | StatementKind::StorageDead(_) => None,
    }
}

/// Makes the operand of a statement that copies a variable take its value.
fn take(form: &mut SourceForm, index: usize, local: LocalId) {
    let taken = Operand::Move(Place::local(local));
    match copied_by(form, &form.statements[index].kind, local) {
        Some(Slot::Listed(operand)) => form.operands[operand] = taken,
        Some(Slot::Single) => match &mut form.statements[index].kind {
            StatementKind::Assign(_, Rvalue::Use(operand) | Rvalue::Object(operand))
            | StatementKind::ReplaceContents(_, operand) => *operand = taken,
            _ => {}
        },
        None => {}
    }
}

/// Drops of variables that were decided under flags are undecided again.
fn forget_flags(form: &mut SourceForm, variables: &[LocalId]) {
    let mut flags = Vec::new();
    for statement in &mut form.statements {
        if let StatementKind::Drop { place, extent: DropExtent::Whole, flag } = &mut statement.kind
            && place.as_local().is_some_and(|local| variables.binary_search(&local).is_ok())
        {
            flags.extend(flag.take());
        }
    }
    if flags.is_empty() {
        return;
    }
    for statement in &mut form.statements {
        if let StatementKind::Assign(place, _) = statement.kind
            && place.as_local().is_some_and(|local| flags.contains(&local))
        {
            statement.kind = StatementKind::Nothing;
        }
    }
}
