//! The change that a diagnostic itself brings along.

use source::Diagnostic;

use super::request::Request;
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    let Some(fix) = &diagnostic.fix else { return };
    let places = std::iter::once(&fix.span).chain(&fix.also);
    let change = SourceChange::of_file(
        fix.span.file(request.db),
        places.map(|span| TextEdit::replace(request.span(*span), fix.text.clone())),
    );
    let mut letters = fix.title.chars();
    let title: String = letters
        .next()
        .map(char::to_uppercase)
        .into_iter()
        .flatten()
        .chain(letters)
        .collect();
    let is_known = |known: &CodeAction| known.kind == ActionKind::QuickFix && known.change == change;
    if !actions.iter().any(is_known) {
        let action = CodeAction::fix(request.db, diagnostic, title, change);
        actions.push(if fix.is_guess { action } else { action.preferred() });
    }
}
