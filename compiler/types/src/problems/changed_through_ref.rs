//! Change through a `ref`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0229",
    name: "changed-through-ref",
    title: "change through a `ref`",
    explanation: "\
What a `ref` leads to does not change through it. Take a `mut` instead, for which the value must be changeable.
A plain method borrows `self`; one that changes it is declared `fn mut`.",
    severity: Severity::Error,
};

pub(crate) fn changed_through_ref(at: Anchor, how: &str) -> Problem {
    Problem::new(
        &KIND,
        at,
        format!(
            "this is reached through a `ref` and cannot be {}",
            if how.starts_with('`') { format!("changed by {how}") } else { how.to_string() }
        ),
    )
    .help("take it as `mut` instead of `ref`")
}

/// The same through the `self` that a method borrows.
pub(crate) fn immutable_self(at: Anchor, how: &str) -> Problem {
    Problem::new(&KIND, at, format!("`self` is a `ref` here and cannot be {how}")).help("declare the method `fn mut`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_self_in_a_plain_method() {
        check(
            r#"
type copy V { let @x: i64
 fn mut grow { @x += 1 }
 fn bad { @x = 2
 self.grow() }
 fn move worse { @x = 3 } }
"#,
            expect![[r#"
                3:11 E0229 `self` is a `ref` here and cannot be changed
                    help: declare the method `fn mut`
                4:2 E0229 `self` is a `ref` here and cannot be changed by `fn mut grow`
                    help: declare the method `fn mut`
                5:18 E0231 `self` is not `mut` and cannot be changed
                    5:10 a parameter is like a `let`
                    help: copy it into a variable first: `let mut changed = self`
            "#]],
        );
    }

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
