//! The change that a diagnostic itself brings along.

use std::ops::Range;

use rustc_hash::FxHashSet;
use source::Diagnostic;

use super::request::Request;
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};

/// What quick fixes offered so far change.
#[derive(Default)]
pub(super) struct Known {
    changes: FxHashSet<SourceChange>,
    /// The titles and places of what diagnostics are mended by.
    told: FxHashSet<(String, Range<u32>)>,
    /// So many actions were looked at.
    seen: usize,
}

impl Known {
    /// Whether none of the actions makes this change, as a quick fix, or has this title for a diagnostic at this place: such
    /// a one may know more that is to be changed.
    fn lacks(&mut self, change: &SourceChange, told: &(String, Range<u32>), actions: &[CodeAction]) -> bool {
        for action in actions.iter().skip(self.seen) {
            if action.kind == ActionKind::QuickFix {
                self.changes.insert(action.change.clone());
            }
            if let Some((_, place)) = &action.diagnostic {
                self.told.insert((action.title.clone(), place.clone()));
            }
        }
        self.seen = actions.len();
        !self.changes.contains(change) && !self.told.contains(told)
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
    let told = (title, request.place(diagnostic));
    if known.lacks(&change, &told, actions) {
        let action = CodeAction::fix(request.db, diagnostic, told.0, change);
        actions.push(if fix.is_guess { action } else { action.preferred() });
    }
}
