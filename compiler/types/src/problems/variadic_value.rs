//! A variadic function used as a value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0319",
    name: "variadic-value",
    title: "a variadic function is only called",
    explanation: "\
What a C function with `...` gets is told by each call, and no type of closures or function pointers says so. It is called by
its name; a function around a call can be a value.

```
let print = printf
let print = fn (n: i32) -> i32 { unsafe { printf(c\"%d\\n\", n) } }
```",
    severity: Severity::Error,
};

pub(crate) fn variadic_value(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{name}` is variadic, which no type of functions is"))
        .help("write a function or closure that calls it")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn it_is_no_value() {
        check(
            "extern { fn printf(format: Pointer[u8], ...) -> i32 }\nfn f { let p = printf }",
            expect![[r#"
                2:16 E0319 `printf` is variadic, which no type of functions is
                    help: write a function or closure that calls it
            "#]],
        );
    }
}
