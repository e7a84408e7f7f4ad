//! Bound or `impl` that names no trait.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0267",
    name: "not-a-trait",
    title: "no trait",
    explanation: "\
Behind the `:` of a type parameter or trait, and before the `for` of an `impl`, stand traits: `T: Order + Show`,
`impl Show for Vec3`. A type says what a value is; a trait says what can be done with it.",
    severity: Severity::Error,
};

/// `name` is what is written, if it is a name.
pub(crate) fn not_a_trait(at: Anchor, name: Option<&str>) -> Problem {
    let message = match name {
        Some(name) => format!("`{name}` is no trait"),
        None => "this is no trait".to_owned(),
    };
    Problem::new(&KIND, at, message).help("name a trait here, or leave the bound out")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn bounds_are_traits() {
        check(
            r#"
fn f[T: i64, U: Pair, V: [i64; 2]](t: T) {}
type copy Pair { let @a: i64 }
"#,
            expect![[r#"
                1:9 E0267 `i64` is no trait
                    help: name a trait here, or leave the bound out
                1:17 E0267 `Pair` is no trait
                    help: name a trait here, or leave the bound out
                1:26 E0267 this is no trait
                    help: name a trait here, or leave the bound out
            "#]],
        );
    }
}
