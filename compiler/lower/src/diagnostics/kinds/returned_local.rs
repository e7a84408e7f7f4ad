//! A function returns a borrow of what ends with it.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A function returns a borrow of what ends with it.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0505",
    name: "returned-local",
    title: "a borrow of a local is returned",
    severity: Severity::Error,
    explanation: r#"
What a function owns, its variables and parameters, ends with the call. A borrow that is returned may lead only to where the
borrows among its arguments lead, in a `fn` or `fn mut` method to where `self` leads:

```
fn longest -> ref String {
  let local = "abc"
  local                    # error: `local` ends here
}
```

Return the value itself, or lend something the caller owns.
"#,
};

/// The problem at the borrow. `name` is absent for a temporary.
pub fn problem(lent: ExpressionId, name: Option<&str>) -> Problem {
    let message = match name {
        Some(name) => format!("a borrow of `{name}` is returned, which ends with the function"),
        None => "a borrow of a temporary is returned, which ends with the function".to_string(),
    };
    Problem::new(&KIND, Anchor::Expression(lent), message).help("return the value itself")
}

/// The problem at a borrow that is stored where the caller will find it.
pub fn stored(lent: ExpressionId, name: Option<&str>) -> Problem {
    let message = match name {
        Some(name) => format!("a borrow of `{name}` is stored where it outlives the function"),
        None => "a borrow of a temporary is stored where it outlives the function".to_string(),
    };
    Problem::new(&KIND, Anchor::Expression(lent), message)
}
