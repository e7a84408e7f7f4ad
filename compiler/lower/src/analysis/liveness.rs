//! Assigned values that nothing reads: which variables are read later, flowing backwards. A variable whose memory is lent
//! or addressed is left alone, and so is the first value of a `let`: that is often written for safety's sake.

use hir::{Expression, ExpressionId};
use types::Problem;

use super::bits;
use super::dataflow::Dataflow;
use super::{Scratch, Subject};
use crate::diagnostics::kinds::unread_assignment;
use crate::source_form::{Access, LocalId, LocalKind, Place, SourceForm, StatementKind};

/// Reports assignments whose value is never read. `changed` says which variables are assigned at all.
pub fn check(
    subject: Subject<'_>,
    form: &SourceForm,
    changed: &[bool],
    scratch: &mut Scratch,
    problems: &mut Vec<Problem>,
) {
    let Scratch { dataflow, state, numbers } = scratch;
    let count = number(form, changed, numbers);
    if count == 0 {
        return;
    }
    let mut lent = vec![0; count.div_ceil(64)];
    solve(form, numbers, count, dataflow, &mut lent);
    let mut assignments = Assignments { subject, of_value: Vec::new() };
    for block in form.block_ids() {
        let row = block.0 as usize;
        if dataflow.lost.row(row).iter().all(|word| *word == 0) {
            continue;
        }
        state.clear();
        state.extend_from_slice(dataflow.boundary.row(row));
        form.terminator_accesses(form.blocks[row].terminator, |access, place| {
            read(form, numbers, state, access, place);
        });
        for statement in form.block_statements(block).iter().rev() {
            if let StatementKind::Assign(place, _) = statement.kind
                && let Some(local) = place.as_local()
                && let Some(bit) = numbers[local.0 as usize].get()
            {
                if !bits::contains(state, bit) && !bits::contains(&lent, bit) {
                    problems.extend(assignments.problem(form, local, statement.expression));
                }
                bits::remove(state, bit);
            }
            form.accesses(&statement.kind, |access, place| read(form, numbers, state, access, place));
        }
    }
}

/// The number of a variable that is looked at.
#[derive(Clone, Copy)]
pub struct Number(u32);

impl Number {
    const NONE: Number = Number(u32::MAX);

    fn get(self) -> Option<usize> {
        if self.0 == u32::MAX { None } else { Some(self.0 as usize) }
    }
}

/// Numbers the variables that are assigned.
fn number(form: &SourceForm, changed: &[bool], numbers: &mut Vec<Number>) -> usize {
    numbers.clear();
    let mut count = 0;
    numbers.extend(form.locals.iter().map(|local| match local.variable {
        Some(variable) if local.kind == LocalKind::Variable && changed[variable.index()] => {
            count += 1;
            Number(count - 1)
        }
        Some(_) | None => Number::NONE,
    }));
    count as usize
}

fn solve(form: &SourceForm, numbers: &[Number], count: usize, dataflow: &mut Dataflow, lent: &mut [u64]) {
    dataflow.reset(form.blocks.len(), count);
    for block in form.block_ids() {
        let row = block.0 as usize;
        let mut visit = |access: Access, place: Place| {
            let Some(local) = form.base_local(place) else { return };
            let Some(bit) = numbers[local.0 as usize].get() else { return };
            match access {
                Access::Write if place.as_local().is_some() => bits::insert(dataflow.lost.row_mut(row), bit),
                Access::Borrow(_) | Access::Address => {
                    // A borrow through a borrow that the variable holds only reads the variable.
                    if place.as_local().is_some() || !form.leads_away(place) {
                        bits::insert(lent, bit);
                    }
                    expose(dataflow, row, bit);
                }
                Access::Read | Access::Move => expose(dataflow, row, bit),
                Access::Write if form.leads_away(place) => expose(dataflow, row, bit),
                Access::Write | Access::Drop(_) | Access::Declare | Access::StorageDead => {}
            }
        };
        for statement in form.block_statements(block) {
            form.accesses(&statement.kind, &mut visit);
        }
        form.terminator_accesses(form.blocks[row].terminator, visit);
    }
    dataflow.solve_backwards(form);
}

/// The block reads the variable before it writes it, unless it has written it already.
fn expose(dataflow: &mut Dataflow, row: usize, bit: usize) {
    if !bits::contains(dataflow.lost.row(row), bit) {
        bits::insert(dataflow.gained.row_mut(row), bit);
    }
}

fn read(form: &SourceForm, numbers: &[Number], state: &mut [u64], access: Access, place: Place) {
    let Some(local) = form.base_local(place) else { return };
    let Some(bit) = numbers[local.0 as usize].get() else { return };
    match access {
        Access::Read | Access::Move | Access::Borrow(_) | Access::Address => bits::insert(state, bit),
        Access::Write if form.leads_away(place) => bits::insert(state, bit),
        Access::Write | Access::Drop(_) | Access::Declare | Access::StorageDead => {}
    }
}

/// Finds the assignment that a store comes from; made when the first one is asked for.
struct Assignments<'a> {
    subject: Subject<'a>,
    /// For each expression, the assignment that it is, or whose right side it is.
    of_value: Vec<Option<ExpressionId>>,
}

impl Assignments<'_> {
    fn problem(&mut self, form: &SourceForm, local: LocalId, expression: ExpressionId) -> Option<Problem> {
        let body = self.subject.body;
        if self.of_value.is_empty() {
            self.of_value = vec![None; body.expression_count()];
            for (id, expression) in body.expressions() {
                if let Expression::Assign { value, .. } = expression {
                    self.of_value[value.index()] = Some(id);
                    self.of_value[id.index()] = Some(id);
                }
            }
        }
        let assignment = self.of_value[expression.index()]?;
        let Expression::Assign { place, .. } = body[assignment] else { return None };
        let variable = form.local(local).variable?;
        let name = body[variable].name.text();
        // `_name` says that it is not meant to be read.
        (body[place] == Expression::Local(variable) && !name.starts_with('_'))
            .then(|| unread_assignment::problem(assignment, name))
    }
}
