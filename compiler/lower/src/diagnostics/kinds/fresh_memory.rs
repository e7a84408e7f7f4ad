//! An owner assigned into memory that holds none yet: what lay there is dropped.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

/// An owner assigned into fresh memory.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0407",
    name: "fresh-memory",
    title: "assignment into memory that holds no value yet",
    severity: Severity::Warning,
    explanation: r#"
`p[i] = v` of an owner drops what was there. Memory that `malloc` or `calloc` has just given holds no value: whatever bytes lie there
would be taken for one and dropped, or given to a variable by `swap`.

```
let users = malloc(64) as Pointer[User]
users[0] = User("Ada")                # drops what was never there
users.write(User("Ada"))    # moves in and drops nothing
```

The warning is given where nothing else could have put a value there. `@[allow(fresh_memory)]` before the function silences it.
"#,
};

/// The problem at an assignment, with what is to be written instead.
pub fn problem(assignment: Span, allocator: &str, written: String) -> Diagnostic {
    without_fix(assignment, allocator, &written).fix("write into the memory", assignment, written)
}

/// The same, where what is written instead has another value.
pub fn without_fix(assignment: Span, allocator: &str, written: &str) -> Diagnostic {
    at(assignment, allocator).help(format!("write `{written}`"))
}

/// The same at a part of a value.
pub fn part(assignment: Span, allocator: &str) -> Diagnostic {
    at(assignment, allocator).help("write the whole value first, by `p.write(value)`")
}

/// What is exchanged with such memory would be what lies there.
pub fn swapped(exchange: Span, allocator: &str) -> Diagnostic {
    let message = format!("this gives away what was there, but nothing is in memory fresh from `{allocator}`");
    KIND.at(exchange, message).help("write the value there, by `p.write(value)`, or one to exchange it for first")
}

fn at(assignment: Span, allocator: &str) -> Diagnostic {
    KIND.at(assignment, format!("this drops what was there, but nothing is in memory fresh from `{allocator}`"))
}
