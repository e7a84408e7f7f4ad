//! A method in an `impl` that its trait has not.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0278",
    name: "foreign-method",
    title: "a method that the trait has not",
    explanation: "\
An `impl` of a trait has methods of the trait, and no others. More methods of a type stand in its body, or in `impl Type { … }`.",
    severity: Severity::Error,
};

pub(crate) fn foreign_method(at: Anchor, name: &str, of: &str) -> Problem {
    Problem::new(&KIND, at, format!("the trait `{of}` has no method `{name}`"))
        .help("take its name from the trait, or write it into the type itself")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn others_than_the_trait() {
        check(
            r#"
trait Shape { fn area -> f64 }
type copy A { let @x: f64 }
impl Shape for A { fn area -> f64 { 1.0 }  fn size -> f64 { 1.0 } }
"#,
            expect![[r#"
                3:47 E0278 the trait `Shape` has no method `size`
                    1:7 the trait
                    help: take its name from the trait, or write it into the type itself
            "#]],
        );
    }
}
