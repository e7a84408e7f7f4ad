//! A variable whose name begins with a capital letter, which reads as a constant in a pattern.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0121",
    name: "capitalised-variable",
    title: "a variable's name begins with a capital letter",
    explanation: "\
In a pattern, and so behind `let` and `for`, a name that begins with a small letter is a new variable; one that begins with a capital
letter means a case or a constant that is there already.

```
fn main() {
  let N = 3   # wrong: no constant of this name is there
  let n = 3   # a variable
}

let N = 3     # a constant stands outside of functions
```",
    severity: Severity::Error,
};

pub(crate) fn at(name: Name, span: Span) -> Diagnostic {
    let text = name.text();
    let mut letters = text.chars();
    let small: String = match letters.next() {
        // `LIMIT` is all capitals: so is not what it becomes.
        _ if text.chars().all(|letter| !letter.is_lowercase()) => text.to_lowercase(),
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    };
    KIND.at(span, format!("a variable's name begins with a small letter: `{small}`"))
        .label(format!("`{name}` would be a constant or a case, and there is none"))
        .help(format!("rename it; a constant `let {name} = …` stands outside of functions"))
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn where_a_variable_is_declared() {
        check(
            "fn f(n: i64) { let N = 3\n g(N)\n for I in 0..n { g(I) }\n let Point = N + n\n g(Point) }\nfn g(x: i64) { }",
            expect![[r#"
                1:20 E0121 a variable's name begins with a small letter: `n` | `N` would be a constant or a case, and there is none
                    help: rename it; a constant `let N = …` stands outside of functions
                3:6 E0121 a variable's name begins with a small letter: `i` | `I` would be a constant or a case, and there is none
                    help: rename it; a constant `let I = …` stands outside of functions
                4:6 E0121 a variable's name begins with a small letter: `point` | `Point` would be a constant or a case, and there is none
                    help: rename it; a constant `let Point = …` stands outside of functions
            "#]],
        );
    }

    #[test]
    fn what_is_there_is_no_variable() {
        check("let N = 3\nfn f(n: i64) { let N = n\n let Some(x) = n else { return } }", expect![[""]]);
    }
}
