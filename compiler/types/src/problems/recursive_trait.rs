//! A trait that requires itself.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0232",
    name: "recursive-trait",
    title: "a trait that requires itself",
    explanation: "\
What a type needs for a trait stands behind the `:` of the trait, and it needs all that those traits require too. A circle would never end.",
    severity: Severity::Error,
};

pub(crate) fn recursive_trait(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("the trait `{name}` requires itself"))
        .help("leave out one of the traits behind the `:` on the way around")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn circles_of_traits() {
        check(
            r#"
trait A: B { fn a }
trait B: C { fn b }
trait C: A { fn c }
trait D: D { fn d }
trait E: A { fn e }
"#,
            expect![[r#"
                1:7 E0232 the trait `A` requires itself
                    help: leave out one of the traits behind the `:` on the way around
                2:7 E0232 the trait `B` requires itself
                    help: leave out one of the traits behind the `:` on the way around
                3:7 E0232 the trait `C` requires itself
                    help: leave out one of the traits behind the `:` on the way around
                4:7 E0232 the trait `D` requires itself
                    help: leave out one of the traits behind the `:` on the way around
            "#]],
        );
    }
}
