//! Value assigned to a `ref`.

use source::{DiagnosticKind, Severity};

use crate::problem::Edit;
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0228",
    name: "assigned-through-ref",
    title: "value assigned to a `ref`",
    explanation: "\
A `ref` can be pointed elsewhere with `r = ref y`. What it leads to cannot be changed through it.",
    severity: Severity::Error,
};

/// `may_lead_elsewhere` says whether the variable or field that holds the borrow may get another one.
pub(crate) fn assigned_through_ref(value: Anchor, place: Anchor, may_lead_elsewhere: bool) -> Problem {
    let problem = Problem::new(&KIND, value, "what a `ref` leads to cannot be assigned")
        .also(place, "this is a `ref`")
        .help("to let it lead elsewhere write `ref` before the right side");
    match may_lead_elsewhere {
        true => problem.fix("write `ref`", value, Edit::Before("ref ".into())),
        false => problem,
    }
}

/// A value that lies nowhere, so that nothing leads to it: the variable was meant to hold values.
pub(crate) fn value_assigned_to_ref(value: Anchor, place: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, value, "what a `ref` leads to cannot be assigned")
        .also(place, "this is a `ref`")
        .help(format!("to let it hold a value of its own declare it as `let mut {name}: {ty} = …`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn ref_is_written() {
        check(
            r#"
fn f(a: ref i64, b: ref i64) {
 let mut r = ref a
 r = b
 r = ref b
 r = 5
}
"#,
            expect![[r#"
                3:6 E0228 what a `ref` leads to cannot be assigned
                    3:2 this is a `ref`
                    help: to let it lead elsewhere write `ref` before the right side
                5:6 E0228 what a `ref` leads to cannot be assigned
                    5:2 this is a `ref`
                    help: to let it hold a value of its own declare it as `let mut r: i64 = …`
            "#]],
        );
    }
}
