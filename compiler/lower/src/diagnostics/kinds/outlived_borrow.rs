//! A borrow may be used after what it leads to has ended.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

use super::LaterUse;

/// A borrow may be used after what it leads to has ended.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0504",
    name: "outlived-borrow",
    title: "a borrow outlives what it leads to",
    severity: Severity::Error,
    explanation: r#"
A borrow must not be used after the variable or temporary that it leads to has ended, with the block or statement it belongs to:

```
let mut longest = ref first
if condition {
  let local = make()
  longest = ref local      # error: `local` ends with this block
}
println(longest)
```
"#,
};

/// The problem at the borrow. `name` is absent for a temporary.
pub fn problem(lent: ExpressionId, name: Option<&str>, used: Option<LaterUse>) -> Problem {
    let (message, label) = match name {
        Some(name) => (format!("`{name}` ends before this borrow of it does"), format!("`{name}` ends with its block")),
        None => {
            let message = "this value ends before the borrow of it does".to_string();
            (message, "a temporary, which ends with its statement".to_string())
        }
    };
    let problem = Problem::new(&KIND, Anchor::Expression(lent), message).label(label);
    let problem = match used {
        Some(LaterUse::Drop) => super::used_by_drop(problem),
        Some(LaterUse::Expression(used)) => problem.also(Anchor::Expression(used), "the borrow is used here"),
        None => problem.note("the borrow is used again in the next turn of the loop"),
    };
    match name {
        Some(_) => problem,
        None => problem.help("give the value a name: `let value = …`"),
    }
}
