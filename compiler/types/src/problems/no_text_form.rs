//! Value has no text form.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0206",
    name: "no-text-form",
    title: "value has no text form",
    explanation: "\
`print`, `println` and `${…}` show numbers, `bool` and `String`. Of a structure show its fields: `\"${p.x} ${p.y}\"`.",
    severity: Severity::Error,
};

pub(crate) fn no_text_form(at: Anchor, ty: &str) -> Problem {
    let problem = Problem::new(&KIND, at, format!("`{ty}` has no text form")).label("cannot be shown as text");
    if ty == "()" {
        problem.note("`()` is no value; a function gives one only with `-> Type` before its body")
    } else {
        problem
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn structures_and_pointers_have_none() {
        check(
            r#"
type copy V { let @x: i64 }
fn f(v: V, p: Pointer[u8]) {
 println(v)
 println("at ${p}")
 println(v.x)
}
"#,
            expect![[r#"
                3:10 E0206 `V` has no text form | cannot be shown as text
                    help: `impl Show for V`, without a body, does it part by part
                4:16 E0206 `Pointer[u8]` has no text form | cannot be shown as text
            "#]],
        );
    }
}
