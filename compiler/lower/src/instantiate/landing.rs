//! Values that are made where they will lie: the parts of a new object of a heap type are built in its memory, not on
//! the stack first. Owns which values these are, and when the memory is allocated: before the first part that is built
//! in it. Must not know how a part is built.
//!
//! A value lands in an object if it is made once, is moved into the object and is used for nothing else. Nothing may
//! end the function in between except a panic, which frees nothing anyhow: where a later argument returns or leaves a
//! loop, what stands before it is made on the stack and copied, so that no memory has to be given back on the way out.

use mir::Value;
use rustc_hash::FxHashMap;
use types::{Ty, TypeKind, is_object_pointer};

use super::Unit;
use super::body::Lowering;
use super::layouts::Representation;
use super::place::Located;
use crate::source_form::{Access, BlockId, LocalId, Operand, Rvalue, SourceForm, StatementKind, Terminator};

/// The values of a body that land, and the objects that are allocated and not complete yet.
#[derive(Default)]
pub(super) struct Landings {
    places: FxHashMap<LocalId, Landing>,
    objects: FxHashMap<usize, Value>,
}

/// Where a local's value is made.
#[derive(Clone, Copy)]
enum Landing {
    /// In a field of the object that a statement makes.
    Object { statement: usize, ty: Ty, field: u32 },
    /// In a part of a value that lands itself.
    Part { whole: LocalId, part: u32 },
}

/// How often a local is used, and where it gets its value.
#[derive(Clone, Copy, Default)]
struct Uses {
    moves: u32,
    writes: u32,
    others: u32,
    made: Option<(BlockId, usize)>,
}

impl Landings {
    /// Finds the values of a body that land.
    pub(super) fn find(unit: &mut Unit, form: &SourceForm) -> Landings {
        let mut landings = Landings::default();
        let mut uses: Option<Vec<Uses>> = None;
        for block in form.block_ids() {
            for statement in form.statement_range(block) {
                let (place, case, operands) = match form.statements[statement].kind {
                    StatementKind::Assign(place, Rvalue::Aggregate(operands)) => (place, None, operands),
                    StatementKind::Assign(place, Rvalue::Case(case, operands)) => (place, Some(case), operands),
                    _ => continue,
                };
                let ty = form.place_type(unit.db, place);
                if !is_object_pointer(unit.db, ty) {
                    continue;
                }
                let first = case.and_then(|case| Some(types::enumeration(unit.db, ty)?.parts(case).start));
                for (field, operand) in (first.unwrap_or(0)..).zip(form.operand_list(operands)) {
                    if moved_aggregate(unit, form, *operand).is_none() {
                        continue;
                    }
                    let uses = uses.get_or_insert_with(|| count_uses(form));
                    let place = Landing::Object { statement, ty, field };
                    landings.settle(unit, form, uses, (*operand, place), block);
                }
            }
        }
        landings
    }

    /// Settles where an operand is made, and the parts that it is made of.
    fn settle(
        &mut self,
        unit: &mut Unit,
        form: &SourceForm,
        uses: &[Uses],
        first: (Operand, Landing),
        object: BlockId,
    ) {
        let mut waiting = vec![first];
        while let Some((operand, landing)) = waiting.pop() {
            let Some(local) = moved_aggregate(unit, form, operand) else {
                continue;
            };
            let Uses { moves: 1, writes: 1, others: 0, made: Some((block, statement)) } = uses[local.0 as usize] else {
                continue;
            };
            if !always_arrives(form, block, object) {
                continue;
            }
            self.places.insert(local, landing);
            let StatementKind::Assign(_, rvalue) = form.statements[statement].kind else {
                continue;
            };
            let into = |part| Landing::Part { whole: local, part };
            match rvalue {
                Rvalue::Aggregate(operands) => {
                    let parts = form.operand_list(operands).iter().copied();
                    waiting.extend(parts.zip((0..).map(into)));
                }
                Rvalue::Case(case, operands) => {
                    let first =
                        types::enumeration(unit.db, form.local(local).ty).map_or(0, |all| all.parts(case).start);
                    let parts = form.operand_list(operands).iter().copied();
                    waiting.extend(parts.zip((first..).map(into)));
                }
                Rvalue::Union(field, operand) => waiting.push((operand, into(field))),
                Rvalue::Repeat(operand) => {
                    // The other elements are copies of the first. Those that count owners have a value beside them.
                    let repeats = match form.local(local).ty.kind() {
                        TypeKind::Array(element, length) => length > 0 && !types::needs_drop(unit.db, element),
                        _ => false,
                    };
                    if repeats {
                        waiting.push((operand, into(0)));
                    }
                }
                Rvalue::Use(_)
                | Rvalue::Binary(..)
                | Rvalue::Unary(..)
                | Rvalue::Cast(..)
                | Rvalue::Borrow(..)
                | Rvalue::Tag(_)
                | Rvalue::Length(_)
                | Rvalue::Address(_)
                | Rvalue::PointerOffset(..)
                | Rvalue::Zeroed
                | Rvalue::Call(..)
                | Rvalue::Closure(..)
                | Rvalue::Object(_) => {}
            }
        }
    }

    /// Whether no local lands.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether a local lands.
    pub(super) fn contains(&self, local: LocalId) -> bool {
        self.places.contains_key(&local)
    }

    /// The object of a statement, if something has landed in it. It is complete now.
    pub(super) fn take_object(&mut self, statement: usize) -> Option<Value> {
        self.objects.remove(&statement)
    }
}

/// The local that an operand moves out of, if that has an aggregate in memory and was made for this.
fn moved_aggregate(unit: &mut Unit, form: &SourceForm, operand: Operand) -> Option<LocalId> {
    use crate::source_form::LocalKind;
    let Operand::Move(place) = operand else { return None };
    let local = place.as_local()?;
    let data = form.local(local);
    match data.kind {
        LocalKind::Value | LocalKind::Temporary => {}
        LocalKind::Return | LocalKind::Parameter | LocalKind::Captured | LocalKind::Variable | LocalKind::DropFlag => {
            return None;
        }
    }
    match unit.layout_of(data.ty).representation {
        Representation::Aggregate(_) => Some(local),
        Representation::Scalar(_) | Representation::Nothing => None,
    }
}

fn count_uses(form: &SourceForm) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); form.locals.len()];
    for block in form.block_ids() {
        for statement in form.statement_range(block) {
            form.accesses(&form.statements[statement].kind, |access, place| {
                let Some(local) = form.base_local(place) else { return };
                let uses = &mut uses[local.0 as usize];
                match access {
                    Access::Move if place.as_local().is_some() => uses.moves += 1,
                    Access::Write if place.as_local().is_some() => {
                        uses.writes += 1;
                        uses.made = Some((block, statement));
                    }
                    Access::StorageDead | Access::Declare => {}
                    Access::Read
                    | Access::Count
                    | Access::Move
                    | Access::Write
                    | Access::Borrow(_)
                    | Access::Address
                    | Access::Drop(_) => uses.others += 1,
                }
            });
        }
        form.terminator_accesses(form.blocks[block.0 as usize].terminator, |_access, place| {
            if let Some(local) = form.base_local(place) {
                uses[local.0 as usize].others += 1;
            }
        });
    }
    uses
}

/// Whether every way on from a block comes to a later one, unless it ends the program: none returns, none goes back
/// before it, none goes past it.
fn always_arrives(form: &SourceForm, from: BlockId, to: BlockId) -> bool {
    if from == to {
        return true;
    }
    let mut seen = vec![false; (to.0 - from.0.min(to.0)) as usize];
    let mut waiting = vec![from];
    while let Some(block) = waiting.pop() {
        let terminator = form.blocks[block.0 as usize].terminator;
        if let Terminator::Return = terminator {
            return false;
        }
        for next in form.successors(terminator) {
            if next <= from || next > to {
                return false;
            }
            if next < to && !std::mem::replace(&mut seen[(next.0 - from.0) as usize], true) {
                waiting.push(next);
            }
        }
    }
    from < to
}

impl Lowering<'_, '_> {
    /// The place of a local that lands; allocates the object if it is the first.
    pub(super) fn landed(&mut self, local: LocalId) -> Option<Located> {
        Some(match *self.landings.places.get(&local)? {
            Landing::Object { statement, ty, field } => {
                let object = match self.landings.objects.get(&statement) {
                    Some(object) => *object,
                    None => {
                        let object = self.new_object(ty);
                        self.landings.objects.insert(statement, object);
                        object
                    }
                };
                self.object_field(object, ty, field)
            }
            Landing::Part { whole, part } => {
                let whole = self.landed(whole)?;
                self.part_of(whole, part)
            }
        })
    }

    /// Whether an operand is where it belongs already.
    pub(super) fn has_landed(&self, operand: Operand) -> bool {
        match operand {
            Operand::Move(place) => place.as_local().is_some_and(|local| self.landings.contains(local)),
            Operand::Copy(_) | Operand::Constant(_) | Operand::Poison(_) => false,
        }
    }
}
