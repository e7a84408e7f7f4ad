//! A trait where a type is needed.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0236",
    name: "trait-as-type",
    title: "a trait where a type is needed",
    explanation: "\
A trait says what can be done with values, not how they are laid out. A function for all types that have it takes a type parameter: `fn show[T: Show](x: ref T)`.",
    severity: Severity::Error,
};

pub(crate) fn trait_as_type(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is a trait, not a type"))
        .help(format!("take a type parameter that has it: `[T: {name}]`, and write `T` here"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn where_types_stand() {
        check(
            r#"
trait Area { fn area -> f64 }
fn f(x: Area) { }
type inline W { let @x: Area }
fn g() { let x: Area }
"#,
            expect![[r#"
                2:9 E0236 `Area` is a trait, not a type
                    help: take a type parameter that has it: `[T: Area]`, and write `T` here
                3:25 E0236 `Area` is a trait, not a type
                    help: take a type parameter that has it: `[T: Area]`, and write `T` here
                4:17 E0236 `Area` is a trait, not a type
                    help: take a type parameter that has it: `[T: Area]`, and write `T` here
            "#]],
        );
    }
}
