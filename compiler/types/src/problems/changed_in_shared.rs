//! Change of what several owners share.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0360",
    name: "changed-in-shared",
    title: "change of what is shared",
    explanation: "\
What a `Shared` holds has several owners, on several threads perhaps, and is only looked at:

    let limits = Shared.new(Limits(10))
    limits.most = 20                    # wrong: others see it
    let mut own = limits.most           # right: a copy of one's own

What is to change for all owners lies in a `Mutex` or an `Atomic`: `Shared[Mutex[Limits]]`.",
    severity: Severity::Error,
};

pub(crate) fn changed_in_shared(at: Anchor, shown: &str, how: &str) -> Problem {
    let how = if how.starts_with('`') { format!("changed by {how}") } else { how.to_string() };
    Problem::new(&KIND, at, format!("this lies in a `{shown}`, which others may share, and cannot be {how}"))
        .help("what changes for all owners lies in a `Mutex` or an `Atomic`")
}
