//! Type contains itself.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0249",
    name: "recursive-type",
    title: "type contains itself",
    explanation: "\
A value that lies inside itself would have no end. Put a heap type or a pointer between: `type Node { … }` without `inline`
or `copy` is a pointer, and so is `Pointer[Node]`.",
    severity: Severity::Error,
};

pub(crate) fn recursive_type(at: Anchor, name: &str, cycle: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` contains itself"))
        .note(format!("the cycle is {cycle}"))
        .help("put a heap type or a `Pointer` between")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn the_cycle_is_shown() {
        check(
            r#"
type inline A { let @b: B }
type inline B { let @cs: [C; 2] }
type copy C { let @t: (i64, A) }
type inline D { let @a: A }
type copy E { let @e: E }
type F { let @f: F }
type copy G { let @g: Pointer[G] }
"#,
            expect![[r#"
                1:13 E0249 `A` contains itself
                    1:22 
                    2:22 
                    3:20 
                    note: the cycle is `A.b` → `B.cs` → `C.t` → `A`
                    help: put a heap type or a `Pointer` between
                5:11 E0249 `E` contains itself
                    5:20 
                    note: the cycle is `E.e` → `E`
                    help: put a heap type or a `Pointer` between
            "#]],
        );
    }
}
