//! When memory is to be given back. Salsa keeps every item that ever was in a text, the tables of names and types keep
//! every name (see `source`'s `epoch`): a session of weeks, or a thousand projects one after the other, would grow without
//! end. So once much more is kept than the open projects need, they are loaded anew. It owns the measure of 'much more'; it
//! must not know projects.
//!
//! What is needed is estimated from the length of the texts, and where that is too little, as of a program that is all
//! names, measured: what is kept before anything was changed is needed. Without a change there is never a renewal, so none
//! can follow from another.

use std::time::Duration;

/// So many entries are kept without a thought: the standard library's, and what takes longer to type than projects take
/// to load.
const SPARE: usize = 8192;

/// Programs have an entry for each thirty bytes or so; more than one for this many is much.
const BYTES_PER_ENTRY: usize = 8;

/// So long must nobody want anything before a renewal; when twice as much is kept as should be, it is not waited for.
pub(super) const QUIET: Duration = Duration::from_millis(200);

/// When projects are to be loaded anew.
#[derive(Default)]
pub(super) struct Renewal {
    /// More entries than this are too many, for the texts of a while ago.
    limit: usize,
    /// So many were kept before anything was changed.
    needed: usize,
    is_changed: bool,
}

impl Renewal {
    /// Notes that a text changes.
    pub(super) fn note_edit(&mut self) {
        self.is_changed = true;
    }

    /// Notes that projects or files come or go.
    pub(super) fn note_change(&mut self) {
        self.is_changed = true;
        self.limit = 0;
    }

    /// Whether it is time, when nobody wants anything and so many entries are kept. `bytes` says how long the texts are,
    /// which is asked for only when it matters.
    pub(super) fn is_due(&mut self, entries: usize, bytes: impl FnOnce() -> usize) -> bool {
        self.is_beyond(entries, 1, bytes)
    }

    /// Whether it is time, whoever wants something.
    pub(super) fn is_overdue(&mut self, entries: usize, bytes: impl FnOnce() -> usize) -> bool {
        self.is_beyond(entries, 2, bytes)
    }

    fn is_beyond(&mut self, entries: usize, times: usize, bytes: impl FnOnce() -> usize) -> bool {
        if !self.is_changed {
            self.needed = entries;
            return false;
        }
        if entries <= times * self.limit {
            return false;
        }
        self.limit = SPARE + (bytes() / BYTES_PER_ENTRY).max(2 * self.needed);
        entries > times * self.limit
    }

    /// The projects are loaded anew.
    pub(super) fn begin(&mut self) {
        *self = Renewal::default();
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES_PER_ENTRY, Renewal, SPARE};

    #[test]
    fn it_is_due_when_much_more_is_kept_than_texts_need() {
        let mut renewal = Renewal::default();
        renewal.note_change();
        let limit = SPARE + 1000;
        let bytes = || 1000 * BYTES_PER_ENTRY;
        assert!(!renewal.is_due(limit, bytes) && renewal.is_due(limit + 1, bytes));
        assert!(!renewal.is_overdue(2 * limit, bytes) && renewal.is_overdue(2 * limit + 1, bytes));
        // Longer texts need more, and shorter ones less when files have gone.
        assert!(!renewal.is_due(limit + 1, || 1001 * BYTES_PER_ENTRY));
        renewal.note_change();
        assert!(renewal.is_due(limit, || 0));
    }

    #[test]
    fn nothing_is_loaded_anew_without_a_change() {
        let mut renewal = Renewal::default();
        assert!(!renewal.is_due(1_000_000, || 0));
        assert!(!renewal.is_overdue(2_000_000, || 0));
        // What was there before the first edit is needed, however short the texts are.
        renewal.note_edit();
        assert!(!renewal.is_due(2_000_001, || 0));
        assert!(renewal.is_due(4_000_001 + SPARE, || 0));
        renewal.begin();
        assert!(!renewal.is_due(4_000_001 + SPARE, || 0));
    }
}
