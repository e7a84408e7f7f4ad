//! E0640 `differs-from-header`: a declaration of C is not what C's header says.
//! It owns the words; it must not know how headers are read.

use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// The kind E0640.
pub const DIFFERS_FROM_HEADER: DiagnosticKind = DiagnosticKind {
    code: "E0640",
    name: "differs-from-header",
    title: "a declaration is not what C's header says",
    explanation: "\
What C provides is declared by hand, and nothing but a header knows whether it is declared right: a parameter that is missing or
too wide reads what happens to lie in a register. Where `@[header(…)]` names the header, and with `lang check --headers`
everywhere, each declaration is compared with C's, on the machine or on each `--target`. These differ and are errors: the number of
parameters and whether more may follow (`...`); integers of other widths, and below 32 bits of another sign; pointers where C has
none; structures with other sizes, alignments or offsets, by value and behind pointers; functions that a callback points to; what a
pointer leads to at any depth, unless one side says `()` or `void`, or ours bytes; cases with other values than C's enumerators;
promises that C does not keep: `ref` where C may write, `Never` where it comes back, `let` for a variable that is not `const`. The
sign of integers from 32 bits on does not matter.

```lang
@[header(\"time.h\")]
extern {
  fn difftime(end: i32, begin: i64) -> f64   # wrong: `time_t` has 64 bits
  fn mktime(time: mut Tm) -> i64             # right, if `Tm` is laid out as `struct tm`
}
```",
    severity: Severity::Error,
};

/// `what` follows a colon.
pub(crate) fn problem(at: Anchor, symbol: &str, what: &str) -> Problem {
    Problem::new(&DIFFERS_FROM_HEADER, at, format!("`{symbol}` is not what C declares: {what}"))
        .help("declare what C declares; `Pointer[()]` takes any pointer")
}
