//! A constant index that lies outside of its array. A warning: the program is right, but it panics when it gets there.

use hir::ExpressionId;
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A constant index that lies outside of its array.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0406",
    name: "index-out-of-bounds",
    title: "constant index out of bounds",
    severity: Severity::Warning,
    explanation: r#"
The index is a constant that no element of the array has, so the program ends with a panic when it gets here. Indices start at 0:

```
let a = [10, 20]
println(a[1])   # the last one; a[2] panics
```
"#,
};

/// The problem at a bound of a range.
pub fn range_problem(bound: ExpressionId, length: u64) -> Problem {
    let elements = if length == 1 { "1 element".to_owned() } else { format!("{length} elements") };
    Problem::new(&KIND, Anchor::Expression(bound), format!("this range is out of bounds: the array has {elements}"))
}

/// The problem at the index.
pub fn problem(index: ExpressionId, length: u64) -> Problem {
    let elements = match length {
        0 => "no elements".to_owned(),
        1 => "1 element, number 0".to_owned(),
        more => format!("{more} elements, numbers 0 to {}", more - 1),
    };
    Problem::new(&KIND, Anchor::Expression(index), format!("this index is out of bounds: the array has {elements}"))
}
