//! The rows of each branch of a test. A row goes into every branch whose values it may fit, until the branch has a row
//! that takes all its values; such a branch is closed and skipped at no cost, so that many arms over one column, in
//! ranges inside each other or with many wildcards, stay about linear. Owns which branches are open. Must not know
//! patterns.

use super::row::Row;

/// The branches of one test.
#[derive(Debug)]
pub(super) struct Branches {
    rows: Vec<Vec<Row>>,
    /// For each branch itself if it is open, else a branch behind it, on the way to the next open one.
    next: Vec<usize>,
}

impl Branches {
    pub(super) fn new(count: usize) -> Branches {
        Branches { rows: vec![Vec::new(); count], next: (0..=count).collect() }
    }

    /// The first open branch from `at` on; the number of branches if there is none.
    pub(super) fn open_from(&mut self, mut at: usize) -> usize {
        while self.next[at] != at {
            self.next[at] = self.next[self.next[at]];
            at = self.next[at];
        }
        at
    }

    /// Adds a row to an open branch.
    pub(super) fn add(&mut self, branch: usize, row: Row) {
        // Alternatives that begin alike, and arms written twice.
        if self.rows[branch].last().is_some_and(|last| !last.has_guard && last.cells == row.cells) {
            return;
        }
        if row.is_last() {
            self.next[branch] = branch + 1;
        }
        self.rows[branch].push(row);
    }

    /// The rows of each branch.
    pub(super) fn into_rows(self) -> Vec<Vec<Row>> {
        self.rows
    }
}
