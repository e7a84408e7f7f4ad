//! Something is changed through a `mut` that is reached through a `ref`.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// Something is changed through a `mut` that is reached through a `ref`.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0508",
    name: "mut-behind-ref",
    title: "a `mut` behind a `ref` is read only",
    severity: Severity::Error,
    explanation: r#"
A `ref` may be copied: what it leads to, others may look at too. So through a `ref` nothing is written and nothing is lent
`mut`, also not what a `mut` behind it leads to.

```
fn rename(pair: ref (mut Leaf, i64)) {
  pair.0.name = "new"                    # error
}
```

Take the pair itself, or lend it `mut`:

```
fn rename(pair: mut (mut Leaf, i64)) {
  pair.0.name = "new"                    # fine
}
```
"#,
};

/// The problem where it is changed, or lent `mut`.
pub fn problem(at: ExpressionId, name: &str, is_lent: bool) -> Problem {
    let how = if is_lent { "lent `mut`" } else { "changed" };
    Problem::new(
        &KIND,
        Anchor::Expression(at),
        format!("{name} cannot be {how}: the `mut` on its path is reached through a `ref`"),
    )
    .help("a `mut` on the way instead of the `ref` allows it")
}
