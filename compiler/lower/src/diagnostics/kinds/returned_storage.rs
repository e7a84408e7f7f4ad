//! A function returns a borrow of storage of which its declaration says that nothing is lent.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A function returns a borrow of storage of which its declaration says that nothing is lent.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0509",
    name: "returned-storage",
    title: "this storage is not lent by the result",
    severity: Severity::Error,
    explanation: r#"
A caller knows from the declaration alone what a result leads to. From a method of a view it has what the view *holds*: the view
itself may end before the result does, so nothing that lies in it may be lent.

```
type view Words {
  let @text: ref String
  let @count: i64

  fn whole -> ref String { ref @text }    # what the view holds
  fn counted -> ref i64 { ref @count }    # error: a part of the view itself
}
```

Where a result is declared as a type parameter, as in `trait Get[T: ref] { fn get -> T }`, it has what values inside of the
arguments hold; an `impl` for `ref String` may not return a borrow of a field of `self`, because callers know the trait only.
Declare the result as a borrow in the trait (`fn get -> ref T`), or implement the trait for a view.
"#,
};

/// The problem at the value returned.
pub fn problem(returned: ExpressionId, parameter: hir::LocalId, name: &str, is_view: bool) -> Problem {
    let (message, help) = if is_view {
        (
            format!("this lends what lies in the view `{name}` itself, which may end before the result does"),
            "return a copy of it, or a borrow of what the view leads to",
        )
    } else {
        (
            format!("the declared result lends nothing of what `{name}` leads to, but this does"),
            "only a result that is declared as a borrow lends; a declared type parameter gives on what values hold",
        )
    };
    Problem::new(&KIND, Anchor::Expression(returned), message)
        .also(Anchor::Local(parameter), "this parameter")
        .help(help)
}
