//! Variables that nothing reads, and `mut` that nothing needs. Must not know flow.

use hir::{Expression, ExpressionId, LocalKind};
use types::{Assign, Detail, Problem};

use super::Subject;
use crate::diagnostics::kinds::{unused_mut, unused_variable};
use crate::source_form::{Mentions, Use};

/// Reports unused variables and unused `mut`s.
pub fn check(subject: Subject<'_>, mentions: &mut Mentions, problems: &mut Vec<Problem>) {
    let body = subject.body;
    if !mentions.is_complete {
        // Code that is not reached uses a variable too.
        find_uses(subject, &mut mentions.uses);
    }
    for (local, data) in body.locals() {
        let Use {
            is_read,
            is_assigned,
            is_changed,
            is_lent: _,
        } = mentions.uses[local.index()];
        if is_read && (!data.is_mutable || is_changed) {
            continue;
        }
        let is_variable = match data.kind {
            LocalKind::Variable => true,
            LocalKind::Parameter(_) => false,
            LocalKind::SelfValue | LocalKind::ClosureParameter => continue,
        };
        let name = data.name.text();
        if name.is_empty() || name.starts_with('_') || subject.inference.local_type(local).is_error() {
            continue;
        }
        if !is_read {
            if !body.is_allowed(local, unused_variable::KIND.name) {
                problems.push(unused_variable::problem(local, name, is_assigned));
            }
        } else if is_variable && mentions.is_complete && !body.is_allowed(local, unused_mut::KIND.name) {
            problems.push(unused_mut::problem(local, name));
        }
    }
}

/// Finds uses in all of the typed body.
fn find_uses(subject: Subject<'_>, uses: &mut [Use]) {
    let body = subject.body;
    // Wholes have larger ids than parts: backwards, an assignment comes before its left side.
    let mut target = None;
    let mut targets = Vec::new();
    for index in (0..body.expression_count()).rev() {
        let id = ExpressionId::from_index(index);
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
}
