//! A label that no loop around has.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use super::similar::most_similar;
use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0111",
    name: "unknown-label",
    title: "unknown label",
    explanation: "\
The name behind `break` or `continue` is the label of a loop around it. Neither carries a value.

```
outer: for x in 0..10 {
  for y in 0..10 { if x * y > 50 { break outer } }
}
```",
    severity: Severity::Error,
};

pub(crate) fn at(name: Name, span: Span, known: impl Iterator<Item = Name>) -> Diagnostic {
    let problem = KIND.at(span, format!("unknown label `{name}`")).label("no loop around this has it");
    match most_similar(name, known) {
        Some(near) => problem.help(format!("did you mean `{near}`?")).guess(format!("replace by `{near}`"), span, near),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn labels_are_those_of_loops_around() {
        check(
            "fn f { outer: loop { inner: while true { break outer } \n continue inner\n break outter } }",
            expect![[r#"
                2:11 E0111 unknown label `inner` | no loop around this has it
                3:8 E0111 unknown label `outter` | no loop around this has it
                    help: did you mean `outer`?
            "#]],
        );
    }
}
