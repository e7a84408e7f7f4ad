//! Assignment through a lent closure or `dyn`.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0352",
    name: "assigned-through-pair",
    title: "nothing is assigned through a lent closure or `dyn`",
    explanation: "\
What a `mut dyn Trait` or `mut fn` leads to is of a type that nobody knows here, so no other value fits there. It is changed by
calls. A variable that holds one may lead elsewhere: `m = mut other`.

    fn f(shape: mut dyn Shape, other: dyn Shape) { shape = other }       # wrong
    fn f(shape: mut dyn Shape) { shape.grow(2.0) }                       # right",
    severity: Severity::Error,
};

pub(crate) fn assigned_pair(at: Anchor, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("nothing is assigned through a `{ty}`: the type of what it leads to is not known"))
        .help("change it by a call, or let the variable lead elsewhere: `… = mut other`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn through_closures_and_objects() {
        check(
            r#"
trait Area { fn area -> f64 }
fn f(a: mut dyn Area, b: dyn Area) { a = b }
fn g(a: mut fn () -> i64, b: fn () -> i64) { a = b }
fn h(a: mut dyn Area, b: mut dyn Area) { swap(mut a, mut b) }
fn i(a: mut fn () -> i64, b: fn () -> i64) { let c = replace(mut a, b) }
fn j(a: dyn Area, b: dyn Area) { let mut c = a  let mut d = b  swap(mut c, mut d)  c = d }
"#,
            expect![[r#"
                2:38 E0352 nothing is assigned through a `mut dyn Area`: the type of what it leads to is not known
                    help: change it by a call, or let the variable lead elsewhere: `… = mut other`
                3:46 E0352 nothing is assigned through a `mut fn () -> i64`: the type of what it leads to is not known
                    help: change it by a call, or let the variable lead elsewhere: `… = mut other`
                4:47 E0352 nothing is assigned through a `mut dyn Area`: the type of what it leads to is not known
                    help: change it by a call, or let the variable lead elsewhere: `… = mut other`
                4:54 E0352 nothing is assigned through a `mut dyn Area`: the type of what it leads to is not known
                    help: change it by a call, or let the variable lead elsewhere: `… = mut other`
                5:62 E0352 nothing is assigned through a `mut fn () -> i64`: the type of what it leads to is not known
                    help: change it by a call, or let the variable lead elsewhere: `… = mut other`
            "#]],
        );
    }
}
