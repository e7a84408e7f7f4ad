//! No such field.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0216",
    name: "unknown-field",
    title: "no such field",
    explanation: "\
The type has no field, or the tuple no element, of this name. Fields are declared in the type: `let @x: f64`.",
    severity: Severity::Error,
};

pub(crate) fn unknown_field(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` has no field `{name}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn with_advice() {
        check(
            r#"
type copy V { let @width: i64  let @y: i64
 fn area -> i64 { @width } }
fn f(v: V, p: Pointer[V], t: (i64, bool), n: i64) {
 println(v.widht)
 println(v.z)
 println(v.area)
 println(p.y)
 println(t.2)
 println(n.x)
 println(n.0)
 println(V.area)
 println(offset_of[V]("z"))
}
"#,
            expect![[""]],
        );
    }
}
