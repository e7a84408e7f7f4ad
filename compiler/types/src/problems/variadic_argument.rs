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
    Problem::new(&KIND, at, format!("a value of type `{ty}` cannot be passed to C's `...`"))
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
            expect![[r#"
                5:16 E0241 a value of type `String` cannot be passed to C's `...`
                    help: write it `c"…"`
                6:16 E0241 a value of type `String` cannot be passed to C's `...`
                    help: `.c_string()` gives the text to C
                7:16 E0241 a value of type `[i64; 2]` cannot be passed to C's `...`
                8:16 E0241 a value of type `H` cannot be passed to C's `...`
            "#]],
        );
    }
}
