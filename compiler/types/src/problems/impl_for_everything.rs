//! An `impl` for a type parameter or borrow.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0301",
    name: "impl-for-everything",
    title: "a trait for no type in particular",
    explanation: "\
An `impl` names what makes its type: a `type`, a type of the compiler, a tuple, an array or a pointer. One for a bare type parameter would be for everything, and a borrow is used like its value, whose traits it has.",
    severity: Severity::Error,
};

pub(crate) fn impl_for_everything(at: Anchor, of: &str, ty: &str) -> Problem {
    let problem = Problem::new(&KIND, at, format!("`{of}` cannot be given to `{ty}`"));
    match ty.starts_with("ref ") || ty.starts_with("mut ") {
        true => problem.help("write the type without the borrow"),
        false => problem.help("name a type"),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn parameters_and_borrows() {
        check(
            r#"
trait Show { fn show -> i64 }
type inline W[T] { let @x: T }
impl[T] Show for T { fn show -> i64 { 1 } }
impl Show for ref W[i64] { fn show -> i64 { 1 } }
"#,
            expect![[r#"
                3:18 E0301 `Show` cannot be given to `T`
                    help: name a type
                4:15 E0301 `Show` cannot be given to `ref W[i64]`
                    help: write the type without the borrow
            "#]],
        );
    }
}
