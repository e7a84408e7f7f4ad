//! A value is moved out of something that one does not own, or not as a whole.

use hir::ExpressionId;
use source::{Db, DiagnosticKind, Severity};
use types::{Anchor, Edit, Problem, Ty};

/// A value is moved out of something that one does not own, or not as a whole.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0404",
    name: "move-out",
    title: "move out of a borrow, an index or a constant",
    severity: Severity::Error,
    explanation: r#"
Nothing moves out through a borrow, out of an array's element, or out of a constant: the place would be left without a value,
and its owner does not know. Nothing moves out of a value whose type has `Drop` either, since that runs on the whole value.

```
fn take(user: mut User) -> String { … }
fn steal(user: ref User) -> Inner { user.inner }     # error
```

Lend it (`ref user.inner`), copy it with `clone()`, or exchange it: `swap(mut a, mut b)` and `replace(mut a, b)` leave a value
behind.
"#,
};

/// Out of what a value is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// What a `ref` or `mut` leads to.
    Borrow,
    /// What a closure has captured that is called often.
    Capture,
    /// An element of an array.
    Index,
    /// What a raw pointer leads to.
    Pointer,
    /// A constant or a C global.
    Constant,
    /// A value whose type has `Drop`.
    Destructor,
    /// What a `Shared` holds.
    Counted,
}

/// The same of a name that a pattern gave to a part of a variable, which stands behind a word.
pub fn of_pattern(problem: Problem, (word, matched): (&str, ExpressionId), variable: &str) -> Problem {
    let at = Anchor::Expression(matched);
    problem
        .also(at, "the pattern looks at this and lends its parts")
        .help(format!("`{word}move {variable}` takes it apart, and the names get the parts"))
        .guess("take it apart", at, Edit::Before("move ".to_owned()))
}

/// The problem at the move.
pub fn problem(db: &dyn Db, moved: ExpressionId, name: &str, ty: Ty, from: From) -> Problem {
    let source = match from {
        From::Borrow => "a borrow",
        From::Capture => "a closure that may be called again",
        From::Index => "an index",
        From::Pointer => "what a pointer leads to",
        From::Constant => "a constant",
        From::Destructor => "a value whose type has `Drop`",
        From::Counted => "a `Shared`, which others may share",
    };
    Problem::new(
        &KIND,
        Anchor::Expression(moved),
        format!("{name} cannot be moved out of {source}"),
    )
    .label(format!("a `{}` is moved, not copied", types::display(db, ty)))
    .help(match from {
        From::Borrow | From::Index => "lend it with `ref`, or exchange it: `replace(mut a, b)`, `swap(mut a, mut b)`",
        From::Capture => "lend it with `ref`; a `fn move` is called once and may give away what it has captured",
        From::Pointer => {
            "`p.read()` moves the value out and leaves the bytes, which nobody may drop then; else lend it with `ref`"
        }
        From::Constant => "lend it with `ref`",
        From::Counted => "lend it with `ref`, or make a copy with `clone()`",
        From::Destructor => "its `drop` still needs it: lend it, or exchange it, `replace(mut a, b)`, `option.take()`",
    })
}
