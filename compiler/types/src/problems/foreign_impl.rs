//! Methods for a type of another package.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0262",
    name: "foreign-impl",
    title: "methods for a type of another package",
    explanation: "\
`impl Type { … }` stands in the package of the type. Write a function that takes the value instead. A `dyn Trait` is a type
of no package: methods with a body in the trait itself are there for all its values.",
    severity: Severity::Error,
};

pub(crate) fn foreign_impl(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` belongs to another package, which alone gives it methods"))
        .help("write a function that takes the value")
}

pub(crate) fn methods_of_dyn(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` has the methods of its trait, and no others"))
        .help("write the method into the trait, with a body, or a function that takes the value")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn types_of_the_compiler() {
        check(
            r#"
impl String { fn twice -> i64 { 2 } }
impl i64 { fn twice -> i64 { 2 } }
trait Area { fn area -> f64 }
impl dyn Area { fn twice -> f64 { 2.0 } }
"#,
            expect![[r#"
                1:6 E0262 `String` belongs to another package, which alone gives it methods
                    help: write a function that takes the value
                2:6 E0262 `i64` belongs to another package, which alone gives it methods
                    help: write a function that takes the value
                4:6 E0262 `dyn Area` has the methods of its trait, and no others
                    help: write the method into the trait, with a body, or a function that takes the value
            "#]],
        );
    }
}
