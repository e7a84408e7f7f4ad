//! Not possible while compiling.

use hir::ItemId;
use source::{Db, DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0259",
    name: "not-constant",
    title: "not possible while compiling",
    explanation: "\
Constants and what globals start with are interpreted: no C, no `unsafe`, no globals, no printing, no addresses; and the value
holds no memory from the heap.",
    severity: Severity::Error,
};

pub(crate) fn not_constant(at: Anchor, what: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} cannot be part of a constant"))
}

/// A global or C global that something reads or changes while it is evaluated.
pub(crate) fn global_in_constant(at: Anchor, db: &dyn Db, global: ItemId) -> Problem {
    let kind = global.kind(db).description();
    let what = format!("the {kind} `{}`", global.name(db).text());
    not_constant(at, &what)
        .also(Anchor::Other(global), "declared here")
        .note("what is evaluated while compiling knows no value that changes while the program runs")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn c_unsafe_and_heap() {
        check(
            r#"
extern { fn getpid() -> i32 }
type H { let @x: i64 }
fn noisy() -> i64 { println(1)
 2 }
fn calls() -> i32 { unsafe { getpid() } }
let A: i32 = calls()
let B: H = H(1)
let C: i64 = noisy()
let D: i64 = inner().x
fn inner() -> H { H(7) }
"#,
            expect![[r#"
                6:14 E0259 a call of the C function `getpid` cannot be part of a constant
                    5:30 here
                7:12 E0259 a value of the heap type `H` cannot be part of a constant
                8:14 E0259 printing cannot be part of a constant
                    3:21 here
            "#]],
        );
    }
}
