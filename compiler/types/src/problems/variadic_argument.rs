//! Value cannot be passed to `...`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0241",
    name: "variadic-argument",
    title: "value cannot be passed to `...`",
    explanation: "\
C's `...` takes scalars, pointers, borrows (as pointers) and `copy` types.",
    severity: Severity::Error,
};

pub(crate) fn variadic_argument(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("a `{ty}` cannot be passed to C's `...`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn strings_and_arrays() {
        check(
            r#"
extern { fn printf(format: Pointer[u8], ...) -> i32 }
type H { let @x: i64 }
fn f(s: String, a: [i64; 2], h: H) {
 unsafe {
 printf(c"%s", "text")
 printf(c"%s", s)
 printf(c"%p", a)
 printf(c"%p", h)
 printf(c"%d %f %p", 1, 1.5, ref a)
 }
}
"#,
            expect![[""]],
        );
    }
}
