//! A method returns a borrow that is not its `self`'s.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A method returns a borrow that is not its `self`'s.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0506",
    name: "returned-argument",
    title: "a method returns a borrow of another argument",
    severity: Severity::Error,
    explanation: r#"
A caller knows from the signature alone what a result leads to: the result of a function, to where any of its borrowed arguments
lead; of a `fn` or `fn mut` method, to where `self` leads and nowhere else.

```
type Table {
  fn pick(other: ref Row) -> ref Row { other }   # error
}
```

Make it a `fn static` method or a function, whose result may lead to all arguments.
"#,
};

/// The problem at the value returned.
pub fn problem(returned: ExpressionId, parameter: hir::LocalId, name: &str) -> Problem {
    let message =
        format!("the result of a method may lead to where `self` leads, but this leads to where `{name}` does");
    Problem::new(&KIND, Anchor::Expression(returned), message)
        .also(Anchor::Local(parameter), "this parameter")
        .help("a `fn static` method or a function may return what any argument leads to")
}
