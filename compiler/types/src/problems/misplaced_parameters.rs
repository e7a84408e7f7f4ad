//! Type parameters on something that C sees as one thing.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0272",
    name: "misplaced-parameters",
    title: "type parameters where none can stand",
    explanation: "\
A generic function is compiled once for each list of type arguments, each under a symbol of its own. `main`, C functions and \
`extern fn` have one symbol and one signature, and unions are C's: none of them has type parameters. Write an `extern fn` \
for each type that C needs, which calls the generic one.",
    severity: Severity::Error,
};

pub(crate) fn misplaced_parameters(at: Anchor, what: &str) -> Problem {
    Problem::new(&KIND, at, format!("{what} has no type parameters"))
        .help("write the types that are meant; an `extern fn` may call a generic function")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn on_what_c_sees() {
        check(
            r#"
extern fn first[T](a: T) -> T { a }
extern { fn second[T](a: T) }
type union Bits[T] { let @a: T  let @b: u64 }
fn main[T] { }
fn free[T](a: T) -> T { a }
"#,
            expect![[r#"
                1:11 E0272 a function that C can call has no type parameters
                    help: write the types that are meant; an `extern fn` may call a generic function
                2:13 E0272 a C function has no type parameters
                    help: write the types that are meant; an `extern fn` may call a generic function
                3:12 E0272 a union has no type parameters
                    help: write the types that are meant; an `extern fn` may call a generic function
                4:4 E0272 `main` has no type parameters
                    help: write the types that are meant; an `extern fn` may call a generic function
            "#]],
        );
    }
}
