//! Arithmetic of constants that panics each time it is reached. A warning: the program is right, but it ends when it gets there.

use hir::{BinaryOperator, ExpressionId};
use source::{DiagnosticKind, Severity};
use types::{Anchor, ArithmeticFailure, Problem};

/// Arithmetic of constants that panics each time it is reached.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "W0408",
    name: "certain-panic",
    title: "arithmetic that always panics",
    severity: Severity::Warning,
    explanation: r#"
What this computes is known while compiling, and it is an overflow, a division by zero or a shift out of range: the program ends with
a panic when it gets here.

```
let a: u8 = 255 + 1    # panics: a `u8` goes up to 255
let b: u8 = 255 +% 1   # wraps, on purpose: 0
```

`@[allow(certain_panic)]` before the function silences it.
"#,
};

/// The problem at the operation, which computes a value of the type shown.
pub fn problem(operation: ExpressionId, operator: BinaryOperator, failure: ArithmeticFailure, ty: &str) -> Problem {
    let (what, help) = match (failure, operator) {
        (ArithmeticFailure::DivisionByZero, _) => ("divides by zero".to_owned(), None),
        (ArithmeticFailure::ShiftOutOfRange, _) => {
            (format!("shifts a `{ty}` out of range"), Some("a shift goes from 0 to one less than the number of bits"))
        }
        (ArithmeticFailure::Overflow, BinaryOperator::Add) => (overflows(ty), Some("`+%` wraps")),
        (ArithmeticFailure::Overflow, BinaryOperator::Subtract) => (overflows(ty), Some("`-%` wraps")),
        (ArithmeticFailure::Overflow, BinaryOperator::Multiply) => (overflows(ty), Some("`*%` wraps")),
        (ArithmeticFailure::Overflow, _) => (overflows(ty), None),
    };
    let problem = Problem::new(&KIND, Anchor::Expression(operation), format!("this {what}: the program panics here"));
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

fn overflows(ty: &str) -> String {
    format!("overflows `{ty}`")
}
