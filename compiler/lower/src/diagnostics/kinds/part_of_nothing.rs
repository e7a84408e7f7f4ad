//! A part of a variable is assigned while the whole has no value.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A part of a variable is assigned while the whole has no value.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0406",
    name: "part-of-nothing",
    title: "assignment to a part of what has no value",
    severity: Severity::Error,
    explanation: r#"
A field can be assigned only while the whole has a value; a variable that is declared without one, or moved away, must first be
assigned as a whole:

```
let mut point: Point
point.x = 1.0              # error: `point` has no value yet
```
"#,
};

/// The problem at the assignment. `gone` is the move, if there was one.
/// Of a whole variable `made` is what makes a value of its type, if that can be written.
pub fn problem(target: ExpressionId, name: &str, gone: Option<ExpressionId>, made: Option<String>) -> Problem {
    let message = format!("a part of `{name}` is assigned, but `{name}` has no value here");
    let problem = Problem::new(&KIND, Anchor::Expression(target), message);
    match (gone, made) {
        (Some(gone), _) => problem.also(Anchor::Expression(gone), "moved here"),
        (None, Some(made)) => problem.help(format!("give it a whole value: `let mut {name} = {made}`")),
        (None, None) => problem.help(format!("assign all of `{name}` first")),
    }
}
