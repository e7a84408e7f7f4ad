//! Owner in a `copy` type.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0251",
    name: "owner-in-copy-type",
    title: "owner in a `copy` type",
    explanation: "\
Values of `type copy` and `type union` are plain bits that are copied without a trace. A field with an owner, a count or a borrow
must be looked after; such a type is `type inline` or `type`.",
    severity: Severity::Error,
};

pub(crate) fn owner_in_copy_type(at: Anchor, what: &str, form: &str) -> Problem {
    let inline = if form.ends_with("enum") { "type inline enum" } else { "type inline" };
    Problem::new(&KIND, at, format!("{what} cannot be in a `{form}`"))
        .note("what it holds is plain bits: scalars, raw pointers, `extern fn` pointers, other `copy` types")
        .help(format!("declare it `{inline}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn strings_and_heap_types() {
        check(
            r#"
type H { let @x: i64 }
type copy A { let @s: String  let @n: i64 }
type union U { let @h: H  let @n: i64 }
type copy B { let @a: [String; 2] }
"#,
            expect![[r#"
                2:20 E0251 the field `s` of type `String` cannot be in a `type copy`
                    note: what it holds is plain bits: scalars, raw pointers, `extern fn` pointers, other `copy` types
                    help: declare it `type inline`
                3:21 E0251 the field `h` of type `H` cannot be in a `type union`
                    note: what it holds is plain bits: scalars, raw pointers, `extern fn` pointers, other `copy` types
                    help: declare it `type inline`
                4:20 E0251 the field `a` of type `[String; 2]` cannot be in a `type copy`
                    note: what it holds is plain bits: scalars, raw pointers, `extern fn` pointers, other `copy` types
                    help: declare it `type inline`
            "#]],
        );
    }
}
