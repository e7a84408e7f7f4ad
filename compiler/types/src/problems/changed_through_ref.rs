//! Change through a `ref`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0229",
    name: "changed-through-ref",
    title: "change through a `ref`",
    explanation: "\
What a `ref` leads to does not change through it. Take a `mut` instead, for which the value must be changeable.",
    severity: Severity::Error,
};

pub(crate) fn changed_through_ref(at: Anchor, how: &str) -> Problem {
    Problem::new(
        &KIND,
        at,
        format!(
            "this is reached through a `ref` and cannot be {}",
            if how.starts_with('`') {
                format!("changed by {how}")
            } else {
                how.to_string()
            }
        ),
    )
    .help("take it as `mut` instead of `ref`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn fields_elements_and_methods() {
        check(
            r#"
type copy V { let @x: i64
 fn mut grow { @x += 1 } }
fn f(v: ref V, a: ref [i64; 2], n: ref i64) {
 v.x = 1
 a[0] = 2
 n += 1
 v.grow()
 let m = mut v.x
}
"#,
            expect![[r#"
                4:2 E0229 this is reached through a `ref` and cannot be changed
                    help: take it as `mut` instead of `ref`
                5:2 E0229 this is reached through a `ref` and cannot be changed
                    help: take it as `mut` instead of `ref`
                6:2 E0229 this is reached through a `ref` and cannot be changed by `+=`
                    help: take it as `mut` instead of `ref`
                7:2 E0229 this is reached through a `ref` and cannot be changed by `fn mut grow`
                    help: take it as `mut` instead of `ref`
                8:14 E0229 this is reached through a `ref` and cannot be lent `mut`
                    help: take it as `mut` instead of `ref`
            "#]],
        );
    }
}
