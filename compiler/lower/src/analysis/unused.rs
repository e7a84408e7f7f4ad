//! Variables that nothing reads, and `mut` that nothing needs. Looks at the typed body, not at the graph: code that is not
//! reached uses a variable too.

use hir::{Expression, LocalKind};
use types::{Assign, Detail, Problem};

use super::Subject;
use crate::diagnostics::kinds::{unused_mut, unused_variable};

/// Reports unused variables and unused `mut`s. `changed` says which variables are changed after their first assignment;
/// those that nothing reads are taken out of it, so that nothing more is said about them.
pub fn check(subject: Subject<'_>, changed: &mut [bool], problems: &mut Vec<Problem>) {
    let body = subject.body;
    let mut uses = vec![Use::default(); body.local_count()];
    // Wholes have larger ids than parts: backwards, an assignment comes before its left side.
    let mut target = None;
    let mut targets = Vec::new();
    for index in (0..body.expression_count()).rev() {
        let id = hir::ExpressionId::from_index(index);
        let expression = body[id];
        if let Expression::Local(local) = expression {
            if target == Some(id) {
                uses[local.index()].is_assigned = true;
                target = targets.pop();
            } else {
                uses[local.index()].is_read = true;
            }
        } else if let Expression::Assign { place, .. } = expression
            && let Expression::Local(_) = body[place]
            && subject.inference.detail(id) != Detail::Assign(Assign::Through)
        {
            targets.extend(target.replace(place));
        }
    }
    for (local, data) in body.locals() {
        let Use { is_read, is_assigned } = uses[local.index()];
        if is_read && !data.is_mutable {
            continue;
        }
        let name = data.name.text();
        let is_variable = match data.kind {
            LocalKind::Variable => true,
            LocalKind::Parameter(_) => false,
            LocalKind::SelfValue | LocalKind::ClosureParameter => continue,
        };
        if name.is_empty() || name.starts_with('_') || subject.inference.local_type(local).is_error() {
            continue;
        }
        if !is_read {
            changed[local.index()] = false;
            if !body.is_allowed(local, unused_variable::KIND.name) {
                problems.push(unused_variable::problem(local, name, is_assigned));
            }
        } else if is_variable
            && !changed[local.index()]
            && !body.is_allowed(local, unused_mut::KIND.name)
        {
            problems.push(unused_mut::problem(local, name));
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Use {
    is_read: bool,
    is_assigned: bool,
}
