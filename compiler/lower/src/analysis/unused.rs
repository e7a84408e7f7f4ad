//! Variables that nothing reads, and `mut` that nothing needs. Must not know flow.

use std::cell::OnceCell;

use hir::{Body, Expression, ExpressionId, LocalId, LocalKind, Pattern};
use types::{Adjustment, Assign, Detail, Problem};

use super::Subject;
use crate::diagnostics::kinds::unused_variable::Unread;
use crate::diagnostics::kinds::{unused_mut, unused_variable};
use crate::source_form::{Mentions, Use};

/// Reports unused variables and unused `mut`s.
pub fn check(subject: Subject<'_>, mentions: &mut Mentions, problems: &mut Vec<Problem>) {
    let body = subject.body;
    if !mentions.is_complete {
        // Code that is not reached uses a variable too.
        find_uses(subject, &mut mentions.uses);
    }
    let bindings = OnceCell::new();
    for (local, data) in body.locals() {
        let Use { is_read, is_assigned, is_changed, is_lent: _ } = mentions.uses[local.index()];
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
            // Its end is what it is for.
            if is_variable && types::end_runs_code(subject.db, subject.inference.local_type(local)) {
                continue;
            }
            let bindings = bindings.get_or_init(|| Bindings::of(body));
            // What only tells a length that is known while compiling, as `xs` in `[0; xs.length()]`, is no code.
            let is_named = !is_assigned && bindings.is_named[local.index()];
            if !is_named && !body.is_allowed(local, unused_variable::KIND.name) {
                problems.push(if bindings.is_meant_as_default(local, &name) {
                    unused_variable::meant_as_default(local, &name)
                } else if bindings.counts[local.index()] > 1 {
                    unused_variable::in_alternatives(local, &name)
                } else {
                    let how = match (is_assigned, is_variable) {
                        (true, _) => Unread::Assigned,
                        (false, true) => Unread::Variable,
                        (false, false) => Unread::Parameter,
                    };
                    unused_variable::problem(local, &name, how)
                });
            }
        } else if is_variable && !body.is_allowed(local, unused_mut::KIND.name) {
            problems.push(unused_mut::problem(local, &name));
        }
    }
}

/// How patterns bind the locals of a body, and expressions name them.
struct Bindings {
    /// By local, in how many alternatives.
    counts: Vec<u32>,
    /// Names that are the whole pattern of an arm.
    whole: Vec<LocalId>,
    /// By local, whether any expression names it.
    is_named: Vec<bool>,
}

impl Bindings {
    fn of(body: &Body) -> Bindings {
        let mut counts = vec![0; body.local_count()];
        for (_, pattern) in body.patterns() {
            if let Pattern::Binding(local) | Pattern::As { local, .. } = pattern {
                counts[local.index()] += 1;
            }
        }
        let (mut whole, mut is_named) = (Vec::new(), vec![false; body.local_count()]);
        for (_, expression) in body.expressions() {
            if let Expression::Local(local) = expression {
                is_named[local.index()] = true;
            }
            if let Expression::Match { arms, .. } = expression {
                whole.extend(body.arms(arms).iter().filter_map(|arm| match body[arm.pattern] {
                    Pattern::Binding(local) => Some(local),
                    _ => None,
                }));
            }
        }
        whole.sort_unstable_by_key(|local| local.index());
        Bindings { counts, whole, is_named }
    }

    /// Whether a name is all of an arm's pattern, and what other languages write for all other values.
    fn is_meant_as_default(&self, local: LocalId, name: &str) -> bool {
        let is_word = matches!(name, "default" | "otherwise" | "other");
        is_word && self.whole.binary_search_by_key(&local.index(), |local| local.index()).is_ok()
    }
}

/// The variable that a place is part of.
fn root(body: &Body, place: ExpressionId) -> Option<LocalId> {
    let mut place = place;
    loop {
        place = match body[place] {
            Expression::Local(local) => return Some(local),
            Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } => receiver,
            Expression::Index { base, .. } => base,
            Expression::Unsafe(inner) | Expression::Block { tail: Some(inner), .. } => inner,
            _ => return None,
        };
    }
}

/// Whether an expression's value is lent `mut` where it stands, as the receiver of a `fn mut` is.
fn is_lent_mutably(subject: Subject<'_>, expression: ExpressionId) -> bool {
    match subject.inference.adjustment(expression) {
        Adjustment::BorrowMutable
        | Adjustment::ReborrowMutable
        | Adjustment::SliceMutable
        | Adjustment::ObjectReborrowMutable => true,
        Adjustment::Address => {
            let ty = subject.inference.expression_type(expression);
            ty.as_borrow().is_some_and(|(_, mutable)| mutable)
        }
        Adjustment::None
        | Adjustment::Diverge
        | Adjustment::Collect
        | Adjustment::Content
        | Adjustment::Read
        | Adjustment::Borrow
        | Adjustment::PairPointer
        | Adjustment::Slice
        | Adjustment::Object
        | Adjustment::ObjectBorrow
        | Adjustment::ObjectReborrow
        | Adjustment::Reborrow => false,
    }
}

/// Finds uses in all of the typed body. What may be a change counts as one: where code is not reached, an assignment
/// is not known to be the first.
fn find_uses(subject: Subject<'_>, uses: &mut [Use]) {
    let body = subject.body;
    // Wholes have larger ids than parts: backwards, an assignment comes before its left side.
    let mut target = None;
    let mut targets = Vec::new();
    for index in (0..body.expression_count()).rev() {
        let id = ExpressionId::from_index(index);
        let expression = body[id];
        let changed = match expression {
            Expression::Assign { place, .. } | Expression::Borrow { mutable: true, place } => Some(place),
            _ => is_lent_mutably(subject, id).then_some(id),
        };
        if let Some(local) = changed.and_then(|place| root(body, place)) {
            uses[local.index()].is_changed = true;
        }
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
