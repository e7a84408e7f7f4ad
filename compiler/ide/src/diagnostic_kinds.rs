//! The kinds of diagnostics of the rooms below, for what names one by its code or name. Those of rooms that are not seen from
//! here must come from whoever asks.

use source::DiagnosticKind;

/// All kinds, room by room.
pub(crate) fn all() -> impl Iterator<Item = &'static DiagnosticKind> {
    let rooms = [source::DIAGNOSTIC_KINDS, hir::DIAGNOSTIC_KINDS, types::DIAGNOSTIC_KINDS, lower::DIAGNOSTIC_KINDS];
    rooms.into_iter().flatten().copied()
}

/// The kind with this code or name; `_` may stand for `-`.
pub(crate) fn find(word: &str) -> Option<&'static DiagnosticKind> {
    let name = word.replace('_', "-");
    all().find(|kind| kind.code == word || kind.name == name)
}
