//! `Self` where no type is around it.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0325",
    name: "self-without-type",
    title: "there is no `Self` here",
    explanation: "\
`Self` is the type that something stands in: in a `type`, in an `impl` the type that it is for, in a `trait` whatever has
the trait. Elsewhere a type is called by its name.",
    severity: Severity::Error,
};

pub(crate) fn self_without_type(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "there is no `Self` here")
        .label("only types, traits and impls have it")
        .help("write the name of the type")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn self_stands_in_types() {
        check(
            r#"
fn f(a: Self) -> ref Self { a }
let C: Self = 3
type Other = Self
extern { fn g(a: Self) }
test "x" { let a: Self = 3  let b = Self(4)  let c = Self.new(5)  size_of[Self]() }
impl Self { fn h {} }
fn k { let f = fn (a: Self) -> i64 { 3 } }
type copy Point { let @x: i64  fn with(other: Self) -> Self { Self(other.x) } }
"#,
            expect![[r#"
                1:9 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                1:22 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                2:8 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                3:14 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                4:18 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                5:19 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                5:37 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                5:54 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                5:75 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                6:6 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
                7:23 E0325 there is no `Self` here | only types, traits and impls have it
                    help: write the name of the type
            "#]],
        );
    }
}
