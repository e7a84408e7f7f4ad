//! A function stores a borrow that it was given.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A function stores a borrow that it was given.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0507",
    name: "stored-argument",
    title: "a borrowed argument is stored",
    severity: Severity::Error,
    explanation: r#"
Callers rely on the declared types alone: what is passed as `ref …` or `mut …`, in a tuple or array too, is looked at or
changed during the call, and returned at most. It is never stored where another argument leads.

```
fn keep(slot: mut (ref Leaf, i64), leaf: ref Leaf) {
  slot.0 = ref leaf                                   # error: `leaf` is stored
}
```

Return the borrow, and let the caller store it:

```
fn choose(leaf: ref Leaf) -> ref Leaf { leaf }        # fine: slot.0 = ref choose(leaf)
```
"#,
};

/// The problem where it is stored.
pub fn problem(at: ExpressionId, parameter: hir::LocalId, name: &str) -> Problem {
    Problem::new(&KIND, Anchor::Expression(at), format!("what `{name}` leads to is stored where it outlives the call"))
        .also(Anchor::Local(parameter), "declared as a borrow, which is never stored")
        .help("return the borrow, and let the caller store it")
}
