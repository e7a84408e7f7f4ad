//! Through a `ref` nothing is written and nothing is lent `mut`, also not what a `mut` behind it leads to. What stands
//! directly behind a `ref` types refuse; here are the paths on which a `mut` follows. Must not know flow.

use types::Problem;

use super::Subject;
use super::reaching::assigned_place;
use super::rules::{BorrowRule, rule};
use crate::diagnostics::kinds::mut_behind_ref;
use crate::source_form::{Access, BorrowKind, Place, Projection, SourceForm};

/// Reports what is changed through a `mut` that is reached through a `ref`.
pub fn check(subject: Subject<'_>, form: &SourceForm, problems: &mut Vec<Problem>) {
    if !rule(BorrowRule::ReadOnlyThroughRef) || !form.table_places().any(|place| is_read_only(form, place)) {
        return;
    }
    let mut reported = Vec::new();
    for statement in &form.statements {
        let at = statement.expression;
        form.accesses(&statement.kind, |access, place| {
            let is_lent = match access {
                Access::Write | Access::Drop(_) => false,
                Access::Borrow(BorrowKind::Mutable | BorrowKind::MutableArgument) => true,
                Access::Borrow(BorrowKind::Shared)
                | Access::Read
                | Access::Count
                | Access::Move
                | Access::Address
                | Access::Declare
                | Access::StorageDead => return,
            };
            if is_read_only(form, place) && !reported.contains(&at) {
                reported.push(at);
                let shown = if is_lent { at } else { assigned_place(subject.body, at) };
                problems.push(mut_behind_ref::problem(shown, &form.quoted(subject.db, place), is_lent));
            }
        });
    }
}

/// Whether a path goes through a `ref` and then through a `mut`. What a raw pointer leads to has no owner that counts.
fn is_read_only(form: &SourceForm, place: Place) -> bool {
    let mut behind_ref = false;
    let mut read_only = false;
    for projection in form.projections(place) {
        match projection {
            Projection::Deref { mutable: false } => behind_ref = true,
            Projection::Deref { mutable: true } => read_only = behind_ref,
            Projection::PointerElement(_) | Projection::PointerSlice(_) => (behind_ref, read_only) = (false, false),
            Projection::Field(_)
            | Projection::UnionField(_)
            | Projection::Payload(_)
            | Projection::Storage
            | Projection::Slice(_)
            | Projection::FromEnd { .. }
            | Projection::Rest { .. }
            | Projection::Index(_)
            | Projection::ConstantIndex(_) => {}
        }
    }
    read_only
}
