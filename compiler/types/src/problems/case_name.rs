//! A case that begins with a small letter.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Edit, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0298",
    name: "case-name",
    title: "a case begins with a capital letter",
    explanation: "\
In a pattern a name with a small letter is a new variable, so a case is told by its capital letter.

```
type copy enum Light { case Red  case Green }   # not `case red`
fn main() {
  match Light.Red {
    case Red -> println(\"stop\")
    case Green -> println(\"go\")
  }
}
```",
    severity: Severity::Error,
};

pub(crate) fn case_name(at: Anchor, name: &str) -> Problem {
    let mut letters = name.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    Problem::new(&KIND, at, format!("a case begins with a capital letter: `{capital}`"))
        .note("in a pattern a name with a small letter is a new variable")
        .fix(format!("write `{capital}`"), at, Edit::Replace(capital))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn small_letters() {
        check(
            r#"
type copy enum Light { case red  case Green  case über }
"#,
            expect![[r#"
                1:29 E0298 a case begins with a capital letter: `Red`
                    note: in a pattern a name with a small letter is a new variable
                1:51 E0298 a case begins with a capital letter: `Über`
                    note: in a pattern a name with a small letter is a new variable
            "#]],
        );
    }
}
