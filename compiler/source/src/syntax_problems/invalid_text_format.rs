//! What is no format behind the value of `${…}`.

use crate::{DiagnosticKind, Severity};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0030",
    name: "invalid-text-format",
    title: "what is no format of a value in a text",
    explanation: "\
Behind the value in `${value:…}` stands how its text is written, in this order, all of it optional:

```
[[fill]align][+][0][width][.digits][form]

\"${x:>8}\"    # at least 8 code points, the text on the right; `<` on the left, `^` in the middle
\"${x:*^8}\"   # filled up with `*`, which may be any character but `{ } \\\" ' \\\\ #`
\"${n:+}\"     # a sign before positive numbers too
\"${n:08}\"    # zeros behind the sign, up to a width of 8
\"${x:.2}\"    # 2 digits behind the point of a float; of a text its first 2 code points
\"${n:x}\"     # an integer's bits as hexadecimal digits; `X` in capitals, `o` octal, `b` binary
\"${x:.3e}\"   # a float with an exponent
```

Numbers stand on the right, all else on the left where nothing else is written. A width that is found while the program runs is
given to `pad_start` or `pad_end`: `\"${name}\".pad_end(width)`.",
    severity: Severity::Error,
};

#[cfg(test)]
mod tests {
    use crate::syntax_problems::check;
    use expect_test::expect;

    #[test]
    fn is_reported() {
        check(
            &super::KIND,
            "fn f(a: i64, b: f64) -> String { \"${a:8d} ${b:.2f} ${a:8}\" }",
            expect![[r#"
            37..40 E0030
        "#]],
        );
    }
}
