//! The change that a diagnostic itself brings along.

use rustc_hash::FxHashSet;
use source::Diagnostic;

use super::request::Request;
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};

/// What quick fixes offered so far change.
#[derive(Default)]
pub(super) struct Known {
    changes: FxHashSet<SourceChange>,
    /// So many actions were looked at.
    seen: usize,
}

impl Known {
    /// Whether none of the quick fixes makes this change.
    fn lacks(&mut self, change: &SourceChange, actions: &[CodeAction]) -> bool {
        let further = actions.iter().skip(self.seen);
        let fixes = further.filter(|action| action.kind == ActionKind::QuickFix);
        self.changes.extend(fixes.map(|action| action.change.clone()));
        self.seen = actions.len();
        !self.changes.contains(change)
    }
}

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, known: &mut Known, actions: &mut Vec<CodeAction>) {
    let Some(fix) = &diagnostic.fix else { return };
    let places = std::iter::once(&fix.span).chain(&fix.also);
    let change = SourceChange::of_file(
        fix.span.file(request.db),
        places.map(|span| TextEdit::replace(request.span(*span), fix.text.clone())),
    );
    let mut letters = fix.title.chars();
    let title: String = letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect();
    // An action of its own may know more places.
    let is_same = |place: &std::ops::Range<u32>| *place == request.place(diagnostic);
    let is_offered = (actions.iter())
        .any(|action| action.title == title && action.diagnostic.as_ref().is_some_and(|(_, place)| is_same(place)));
    if !is_offered && known.lacks(&change, actions) {
        let action = CodeAction::fix(request.db, diagnostic, title, change);
        actions.push(if fix.is_guess { action } else { action.preferred() });
    }
}
