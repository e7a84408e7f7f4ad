//! A variable without `mut` is assigned although it has a value.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Edit, Problem};

/// A variable without `mut` is assigned although it has a value.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0405",
    name: "assigned-let",
    title: "assignment to a `let` that has a value",
    severity: Severity::Error,
    explanation: r#"
A `let` gets its value once, and so does a parameter. What is to change is declared with `let mut`:

```
let count = 0
count = count + 1          # error
let mut total = 0
total = total + 1
```
"#,
};

/// The problem at the assignment's left side.
pub fn problem(target: ExpressionId, variable: hir::LocalId, name: &str, is_parameter: bool) -> Problem {
    let problem = Problem::new(&KIND, Anchor::Expression(target), format!("`{name}` cannot be assigned again"));
    if is_parameter {
        return problem
            .also(Anchor::Local(variable), "a parameter is like a `let`")
            .help(format!("give it a variable of its own: `let mut changed = {name}`"));
    }
    problem.also(Anchor::Local(variable), "declared here without `mut`").fix(
        "declare it with `let mut`",
        Anchor::Local(variable),
        Edit::Before("mut ".to_string()),
    )
}
