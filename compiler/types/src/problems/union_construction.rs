//! Union is made with one field.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0221",
    name: "union-construction",
    title: "union is made with one field",
    explanation: "\
The fields of a union share their place, so it is made with exactly one of them, by name: `Bits(f: 1.0)`.",
    severity: Severity::Error,
};

pub(crate) fn union_construction(at: Anchor, name: &str, given: usize) -> Problem {
    let problem = if given == 1 {
        Problem::new(&KIND, at, format!("which field of `{name}` is this?"))
    } else {
        Problem::new(&KIND, at, format!("`{name}` is made with one of its fields, {given} are given"))
    };
    problem.help(format!("name the field: `{name}(field: …)`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn one_by_name() {
        check(
            r#"
type union Bits { let @f: f64  let @i: u64 }
fn f() {
 let a = Bits(1.0)
 let b = Bits(f: 1.0, i: 2)
 let c = Bits()
 let d = Bits(g: 1.0)
 let e = Bits(i: 2)
}
"#,
            expect![[r#"
                3:15 E0221 which field of `Bits` is this?
                    help: name the field: `Bits(field: …)`
                4:10 E0221 `Bits` is made with one of its fields, 2 are given
                    help: name the field: `Bits(field: …)`
                5:10 E0221 `Bits` is made with one of its fields, 0 are given
                    help: name the field: `Bits(field: …)`
                6:18 E0212 `Bits` has no field `g`
                    help: it has `f` and `i`
            "#]],
        );
    }
}
