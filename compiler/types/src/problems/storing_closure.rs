//! Function as a closure that may store its argument.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0311",
    name: "storing-closure",
    title: "function that may store its argument cannot be a closure",
    explanation: "\
A function may store what an argument declared as a bare `T: ref` holds where a `mut` argument leads. Whoever calls it by
its name sees that in its declaration. Whoever calls a closure sees the closure's type only, which does not say so: closures
never store their arguments.

    fn keep[T: ref](slot: mut T, value: T) { slot = value }
    let f = keep[i64]                                     # wrong
    let f = fn (slot: mut i64, value: i64) { slot = value }   # right",
    severity: Severity::Error,
};

pub(crate) fn storing_closure(at: Anchor, function: &str, parameter: &str) -> Problem {
    let message = format!("`{function}` may store its argument `{parameter}`, which closures never do");
    Problem::new(&KIND, at, message)
        .help(format!("write a closure that calls it with values: `fn (…) {{ {function}(…) }}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn what_stores_is_no_closure() {
        check(
            r#"
fn keep[T: ref](slot: mut T, value: T) { slot = value }
fn same[T](value: T) -> T { value }
fn main() {
 let f = keep[i64]
 let g = same[i64]
}
"#,
            expect![[r#"
                4:10 E0311 `keep` may store its argument `value`, which closures never do
                    help: write a closure that calls it with values: `fn (…) { keep(…) }`
            "#]],
        );
    }
}
