//! A C name is defined twice.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0299",
    name: "repeated-definition",
    title: "a C name is defined twice",
    explanation: "\
The linker knows an `extern fn` by its own name and what has `@[name(\"…\")]` by that, in whatever module it stands, and takes
each name once in a program.

```
extern fn on_event(n: i64) -> i64 { n }
@[name(\"on_event\")] extern fn on_click(n: i64) -> i64 { n + 1 }     # wrong: which of them would C call?
@[name(\"on_click\")] extern fn on_click(n: i64) -> i64 { n + 1 }     # right
```",
    severity: Severity::Error,
};

pub(crate) fn repeated_definition(at: Anchor, name: &str) -> Problem {
    Problem::new(&KIND, at, format!("C and the linker know something else by the name `{name}` already"))
        .label("defined a second time")
        .help("give one of them another name for C with `@[name(\"…\")]`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn functions_and_variables_across_modules() {
        check(
            r#"
//a
extern fn my_f(n: i64) -> i64 { n }
extern fn lonely { }
extern { fn my_f(n: i64) -> i64 }
//main
@[name("my_f")] extern fn g(n: i64) -> i64 { n + 1 }
@[name("my_f")] let mut h: i64 = 3
extern { @[name("my_f")] fn declared(n: i64) -> i64 }
# These are other things to the linker.
fn lonely { }
let mut my_f: i64 = 1
"#,
            expect![[r#"
                2:25 E0299 C and the linker know something else by the name `my_f` already | defined a second time
                    1:27 defined here first
                    help: give one of them another name for C with `@[name("…")]`
                a 1:11 E0299 C and the linker know something else by the name `my_f` already | defined a second time
                    1:27 defined here first
                    help: give one of them another name for C with `@[name("…")]`
            "#]],
        );
    }

    #[test]
    fn names_that_are_wrong_already_are_told_once() {
        check(
            r#"
@[name("malloc")] extern fn a(n: f64) { }
@[name("malloc")] extern fn b(n: i64) { }
extern fn twice { }
extern fn twice { }
"#,
            expect![[r#""#]],
        );
    }
}
