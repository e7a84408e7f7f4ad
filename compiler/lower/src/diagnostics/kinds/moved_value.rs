//! A value is used after it has been moved away. Shows the move.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A value is used after it has been moved away.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0401",
    name: "moved-value",
    title: "use of a moved value",
    severity: Severity::Error,
    explanation: r#"
A value has one owner. Where it is handed on (to a variable, a field, a parameter that is not a `ref` or `mut`), it moves, and
the old place holds nothing any more:

```
let first = User(name: "Ada")
let second = first
println(first.name)        # error: moved into `second`
```

Lend it instead (`ref first`), move it later, or make a copy that you own with `clone()`. A moved `let mut` may be assigned
again. In a loop, a value that is moved in one turn is gone in the next.
"#,
};

/// The problem at the use. `name` is what was moved; in a loop the use may be the move itself.
pub fn problem(used: ExpressionId, name: &str, moved: ExpressionId, part: Option<&str>) -> Problem {
    let (what, label) = match part {
        Some(part) => (format!("use of `{name}`, of which `{part}` has been moved"), format!("`{part}` is moved here")),
        None => (format!("use of `{name}`, which has been moved"), "moved here".to_string()),
    };
    let problem = Problem::new(&KIND, Anchor::Expression(used), what);
    if used == moved {
        return problem
            .label("moved here, in an earlier turn of the loop")
            .note("what a loop moves must come from inside the loop");
    }
    problem.label("used here").also(Anchor::Expression(moved), label)
}
