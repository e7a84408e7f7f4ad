//! Methods of a trait that an `impl` lacks.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0277",
    name: "missing-methods",
    title: "methods of a trait are missing",
    explanation: "\
An `impl` of a trait has all methods of the trait that have no body there.",
    severity: Severity::Error,
};

pub(crate) fn missing_methods(at: Anchor, of: &str, ty: &str, missing: &[String], has_body: bool) -> Problem {
    let list = missing.join(", ");
    let plural = if missing.len() == 1 { "" } else { "s" };
    let problem = Problem::new(&KIND, at, format!("`{of}` for `{ty}` lacks the method{plural} {list}"));
    match has_body {
        true => problem.help(format!("write the method{plural} into the `impl`")),
        false => problem.help(format!("write `{{ … }}` with the method{plural} behind it")),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn none_some_and_all() {
        check(
            r#"
trait Shape { fn area -> f64  fn name -> String  fn twice -> f64 { self.area() * 2.0 } }
type copy A { let @x: f64 }
type copy B { let @x: f64 }
type copy C { let @x: f64 }
impl Shape for A { fn area -> f64 { 1.0 } }
impl Shape for B
impl Shape for C { fn area -> f64 { 1.0 }  fn name -> String { "c" } }
"#,
            expect![[r#"
                5:16 E0277 `Shape` for `A` lacks the method `name`
                    1:7 declared here
                    help: write the method into the `impl`
                6:16 E0277 `Shape` for `B` lacks the methods `area`, `name`
                    1:7 declared here
                    help: write `{ … }` with the methods behind it
            "#]],
        );
    }
}
