//! Borrow that a `dyn` would hold.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0351",
    name: "borrow-in-dyn",
    title: "a `dyn` holds no borrows",
    explanation: "\
What is behind a `dyn` is known by its trait only, so nothing would say what it borrows. Values that are or hold borrows do not
become a `dyn`, and the type arguments of its trait are none either.

    fn first(lines: dyn Iterator[ref String]) { … }     # wrong
    fn first(lines: dyn Iterator[String]) { … }         # right",
    severity: Severity::Error,
};

pub(crate) fn borrow_in_dyn(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` holds borrows, and a `dyn` holds none"))
        .help("let it own what it holds; what only looks at a value takes `[T: …]`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn arguments_and_values() {
        check(
            r#"
trait Source[T: ref]: ref { fn mut get -> T }
type view Ends { let @at: ref i64 }
impl Source[i64] for Ends { fn mut get -> i64 { @at + 0 } }
fn f(a: dyn Source[ref i64], b: ref dyn Source[i64]) {}
fn g[T: ref](a: dyn Source[T]) {}
fn h(x: i64) {
 let mut ends = Ends(at: ref x)
 let d: mut dyn Source[i64] = mut ends
}
"#,
            expect![[r#"
                4:9 E0351 `ref i64` holds borrows, and a `dyn` holds none
                    help: let it own what it holds; what only looks at a value takes `[T: …]`
                5:17 E0351 `T` holds borrows, and a `dyn` holds none
                    help: let it own what it holds; what only looks at a value takes `[T: …]`
                8:31 E0351 `Ends` holds borrows, and a `dyn` holds none
                    help: let it own what it holds; what only looks at a value takes `[T: …]`
            "#]],
        );
    }
}
