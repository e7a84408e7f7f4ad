//! W0637 `endless-value`: a function gives a value away that nobody outside of the language can end.
//! It owns the words; it must not know how values end.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// The kind W0637.
pub const ENDLESS_VALUE: DiagnosticKind = DiagnosticKind {
    code: "W0637",
    name: "endless-value",
    title: "a result that nobody can end",
    explanation: "\
An `extern fn` gives its caller a value that must be ended, by `free` and more, and the library has no function that does it:
C can only leave it where it is. A function with the value as its only parameter and without a result ends it; `lang header`
names it wherever such a value is given away.

```lang
type User { pub let @name: String }
extern fn user_new(name: String) -> User { User(name) }
extern fn user_end(_user: User) { }
```

`free` ends a heap type whose fields need no end, a closure and a `dyn` bring what ends them along, and what has parts in sight
is ended part by part: they need no function.",
    severity: Severity::Warning,
};

/// A type as it is written, the function that gives a value of it, and where that says so.
pub(crate) fn problem(ty: &str, function: &str, at: Anchor) -> Problem {
    let message = format!("`{function}` gives its caller a `{ty}`, which nothing in this library ends");
    Problem::new(&ENDLESS_VALUE, at, message)
        .help(format!("write a function that does: `extern fn {}_end(_value: {ty}) {{ }}`", word(ty)))
}

/// A type as a word of a name.
fn word(ty: &str) -> String {
    let letters =
        ty.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
    letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join("_")
}
