//! A type without a trait that it needs.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0276",
    name: "unmet-bound",
    title: "a type without the trait it needs",
    explanation: "\
What stands for a type parameter has all the traits behind its `:`, and what has a trait has those that the trait requires. Give the type the trait: `impl Order for Point { … }`; a type parameter gets it where it is declared: `[T: Order]`.",
    severity: Severity::Error,
};

pub(crate) fn unmet_bound(at: Anchor, ty: &str, of: &str) -> Problem {
    let problem = Problem::new(&KIND, at, format!("`{ty}` has not the trait `{of}`"));
    match ty {
        "Self" => problem.help(format!("let the trait require it: `trait …: {of}`")),
        _ => problem.help(format!("give it: `impl {of} for {ty} {{ … }}`, or `[{ty}: {of}]` if it is a type parameter")),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_functions_types_and_traits() {
        check(
            r#"
trait Area { fn area -> f64 }
trait Solid: Area { fn volume -> f64 }
type inline Box[T: Area] { let @x: T }
type copy P { let @x: f64 }
type copy Q { let @x: f64 }
impl Area for Q { fn area -> f64 { @x } }
impl Solid for P { fn volume -> f64 { 1.0 } }
fn total[T: Area](a: ref T) -> f64 { a.area() }
fn f(p: P, q: Q, b: Box[P]) -> f64 { total(p) + total(q) }
fn g[T](x: ref T) -> f64 { total(x) }
fn h(q: Q) { let b = Box(x: q)  let c = Box(x: 1)  println(b.x.area()) }
trait Twice: Area { fn twice -> f64 { total(self) * 2.0 } }
trait Thrice { fn thrice -> f64 { total(self) * 3.0 } }
"#,
            expect![[r#""#]],
        );
    }
}
