//! Two methods of one name for a type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0274",
    name: "repeated-method",
    title: "two methods of one name for a type",
    explanation: "\
A type and all `impl`s without a trait that fit it share one set of names: nothing would tell which of two methods `x.name()` \
means. An `impl` for all instances, as `impl[T] Box[T]`, fits each of them, so another for `Box[i64]` needs other names.",
    severity: Severity::Error,
};

pub(crate) fn repeated_method(at: Anchor, name: &str, first: hir::ItemId) -> Problem {
    Problem::new(&KIND, at, format!("there is a method `{name}` for such a type already"))
        .also(Anchor::Other(first), "here")
        .help("give one of them another name")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn in_all_impls_that_fit() {
        check(
            r#"
type inline W[T] { let @x: T  fn one -> i64 { 1 } }
impl[T] W[T] { fn one -> i64 { 2 }  fn two -> i64 { 2 } }
impl W[i64] { fn two -> i64 { 3 }  fn three -> i64 { 3 } }
impl W[i8] { fn three -> i64 { 4 } }
impl[T] W[(T, i64)] { fn four -> i64 { 5 } }
impl[T] W[(i64, T)] { fn four -> i64 { 6 } }
impl[T] W[[T; 2]] { fn four -> i64 { 7 } }
"#,
            expect![[r#"
                2:19 E0274 there is a method `one` for such a type already
                    1:34 here
                    help: give one of them another name
                3:18 E0274 there is a method `two` for such a type already
                    2:40 here
                    help: give one of them another name
                6:26 E0274 there is a method `four` for such a type already
                    5:26 here
                    help: give one of them another name
            "#]],
        );
    }
}
