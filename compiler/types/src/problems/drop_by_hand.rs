//! The method of `Drop` called.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0323",
    name: "drop-by-hand",
    title: "`drop` is called",
    explanation: "\
`drop` of the trait `Drop` runs by itself, once, when the value ends; the fields are dropped behind it. Nobody calls it: the value
would end twice. A value ends with its block, or where a function that took it ends.

```
type File { let @number: i32 }
impl Drop for File { fn mut drop { println(\"closed ${@number}\") } }

fn end(_file: File) {}

fn main() {
  let file = File(1)
  end(file)              # not `file.drop()`
  println(\"later\")
}
```",
    severity: Severity::Error,
};

pub(crate) fn drop_by_hand(at: Anchor) -> Problem {
    Problem::new(&KIND, at, "nobody calls `drop`: it runs by itself when the value ends".to_owned())
        .help("let the value end sooner: in a block of its own, or moved into a function that takes it")
}
