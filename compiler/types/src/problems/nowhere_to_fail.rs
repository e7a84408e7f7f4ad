//! `try` or `throw` in a function that cannot return the failure.

use source::{DiagnosticKind, Severity};

use crate::outcome::Outcome;
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0322",
    name: "nowhere-to-fail",
    title: "`try` or `throw` where no failure can be returned",
    explanation: "\
`try` returns the failure of an `Option` from a function whose result is an `Option`, that of a `Result` from one whose result
is a `Result`. `throw e` returns `Err(e)`, so the result is a `Result`.

```
fn parse(text: String) -> Result[i64, String] {
  if text == \"one\" { Ok(1) } else { throw \"not a number: ${text}\" }
}
fn twice(text: String) -> Result[i64, String] { Ok(2 * try parse(text)) }

fn main() {
  # Nobody could get a failure of `main`: it says what happens then.
  match twice(\"two\") {
    case Ok(n) -> println(n)
    case Err(error) -> println(error)
  }
}
```

`result.ok()` makes an `Option` of a `Result`, `option.ok_or(error)` the reverse.",
    severity: Severity::Error,
};

pub(crate) fn nowhere_to_fail(at: Anchor, word: &str, outcome: Outcome, returned: Option<Outcome>) -> Problem {
    let what = match returned {
        None => "neither an `Option` nor a `Result`",
        Some(Outcome::Option) => "an `Option`",
        Some(Outcome::Result) => "a `Result`",
    };
    let wanted = match outcome {
        Outcome::Option => "an `Option`",
        Outcome::Result => "a `Result`",
    };
    let problem = Problem::new(&KIND, at, format!("`{word}` returns {wanted}, but what is returned here is {what}"));
    problem.help(match (word, outcome, returned) {
        ("throw", _, Some(Outcome::Option)) => "write `return None`",
        ("throw", _, _) => "declare the result as `Result[…, E]`, with `E` the type of what is thrown, or `panic(…)`",
        (_, Outcome::Option, Some(Outcome::Result)) => "say what the error is: `try option.ok_or(error)`",
        (_, Outcome::Result, Some(Outcome::Option)) => "drop the error: `try result.ok()`",
        (_, Outcome::Option, _) => {
            "declare the result as an `Option`, or decide here: `let Some(x) = … else { … }`, `unwrap_or(…)`, `unwrap()`"
        }
        (_, Outcome::Result, _) => {
            "declare the result as a `Result`, or decide here: `match`, `let Ok(x) = … else { … }`, `unwrap()`"
        }
    })
}
