//! Alternatives of a pattern that bind different names.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0117",
    name: "alternative-bindings",
    title: "alternatives of a pattern bind different names",
    explanation: "\
Each part of `a | b` must bind the same names, since what follows cannot know which one did fit.

```
match shape {
  case Circle(size) | Square(size) -> size
  case Rect(width, _) | Line(length) -> 0.0   # `width` or `length`?
}
```",
    severity: Severity::Error,
};

pub(crate) fn at(name: Name, span: Span) -> Diagnostic {
    KIND.at(span, format!("`{name}` is not bound by all alternatives"))
        .label("each alternative must bind the same names")
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn alternatives_share_their_bindings() {
        check(
            "fn f(s: S) -> i64 { match s { case A(x) | B(x, _) -> x\n case C(x) | D(y) -> 1 } }\ntype enum S { case A(i64) }",
            expect![[r#"
                2:14 E0117 `x` is not bound by all alternatives | each alternative must bind the same names
                2:16 E0117 `y` is not bound by all alternatives | each alternative must bind the same names
            "#]],
        );
    }
}
