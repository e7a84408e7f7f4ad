//! Operator does not exist for this type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0205",
    name: "no-operator",
    title: "operator does not exist for this type",
    explanation: "\
`+ - * / %` work on numbers, `+` also joins strings; `+% -% *% << >>` work on integers; `& | ^ !` on integers and `bool`;
comparisons on scalars, strings, pointers, what has `Equal` or `Order`, and tuples and arrays of these.",
    severity: Severity::Error,
};

pub(crate) fn no_operator(at: Anchor, operator: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{operator}` does not work on `{ty}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_operator_has_its_types() {
        check(
            r#"
type copy V { let @x: i64 }
fn f(a: V, s: String, t: f64, p: Pointer[u8], u: u8, c: bool) {
 println(a == a)
 println(s - s)
 println(t & t)
 println(t +% t)
 println(c + c)
 println(-u)
 println(!t)
 println(-s)
 let q = p + p
}
"#,
            expect![[r#"
                3:10 E0205 `==` does not work on `V`
                    help: `impl Equal for V`, without a body, does it part by part
                4:10 E0205 `-` does not work on `String`
                5:10 E0205 `&` does not work on `f64`
                    note: it works on integers only
                6:10 E0205 `+%` does not work on `f64`
                    note: it works on integers only
                7:10 E0205 `+` does not work on `bool`
                8:10 E0205 `-` does not work on `u8`
                    note: an unsigned integer has no negative values; `0 -% x` wraps
                9:10 E0205 `!` does not work on `f64`
                10:10 E0205 `-` does not work on `String`
                11:10 E0205 `+` does not work on `Pointer[u8]`
                    help: `p.offset(n)` moves a pointer by `n` elements
            "#]],
        );
    }
}
