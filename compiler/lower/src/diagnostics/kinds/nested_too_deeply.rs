//! Expressions nested more deeply than they can be translated.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// Expressions nested more deeply than they can be translated.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0270",
    name: "nested-too-deeply",
    title: "nested too deeply",
    severity: Severity::Error,
    explanation: r#"
Expressions can be nested a few hundred levels deep. Give parts of this one names:

```
let inner = f(g(h(1)))
let outer = f(g(h(inner)))
```
"#,
};

/// The problem at the expression that lies too deep.
pub fn problem(at: ExpressionId) -> Problem {
    Problem::new(&KIND, Anchor::Expression(at), "this is nested too deeply, give parts of it names")
}

#[cfg(test)]
mod tests {
    use source::Database;

    use crate::fixture::load;

    /// Each call and each sign is a level of its own for what translates it, while the parser counts parentheses only.
    fn codes(levels: usize) -> Vec<&'static str> {
        let (open, close) = ("f(-".repeat(levels), ")".repeat(levels));
        let db = Database::new();
        let file = load(&db, &format!("fn f(a: i64) -> i64 {{ a }}\nfn g(a: i64) -> i64 {{ {open}a{close} }}"));
        crate::diagnostics(&db, file).iter().map(|found| found.kind.code).collect()
    }

    #[test]
    fn what_lies_too_deep_is_told_once() {
        assert_eq!(codes(200), [] as [&str; 0]);
        assert_eq!(codes(300), ["E0270"]);
    }
}
