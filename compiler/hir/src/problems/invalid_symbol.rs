//! A name for C and the linker with characters that tools would take for something else.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;
use crate::symbols::SymbolProblem;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0119",
    name: "invalid-symbol",
    title: "a name that the linker cannot have",
    explanation: "\
The name by which C and the linker know an `extern fn`, a C function or a C global has letters (`A`–`Z`, `a`–`z`), digits,
`_`, `.` and `$` only, and begins with a letter or `_`. Assemblers, linkers and C headers would take anything else for
something else.

```
@[name(\"on event\")] extern fn on_event() { }     # wrong: a space
extern fn größe() -> i64 { 3 }                   # wrong: the language has this letter, C's tools need not

@[name(\"on_event\")] extern fn on_event() { }     # right
@[name(\"groesse\")] extern fn größe() -> i64 { 3 }
```",
    severity: Severity::Error,
};

pub(crate) fn at(symbol: Name, problem: SymbolProblem, span: Span) -> Diagnostic {
    let message = match problem {
        SymbolProblem::Empty => "the name for the linker is empty".to_owned(),
        SymbolProblem::Character(letter) => {
            format!("a name for the linker cannot have the character {}", shown(letter))
        }
        SymbolProblem::Beginning
        | SymbolProblem::OfCompiler(_)
        | SymbolProblem::OfPackage(_)
        | SymbolProblem::Underscore
        | SymbolProblem::Owned(_) => {
            format!("a name for the linker begins with a letter or `_`, not as `{symbol}`")
        }
    };
    KIND.at(span, message)
        .label("not a name for C")
        .help("use letters, digits, `_`, `.` and `$`, as in @[name(\"on_event\")]")
}

/// Control characters never reach a terminal.
fn shown(letter: char) -> String {
    if letter.is_control() || letter.is_whitespace() {
        format!("U+{:04X}", u32::from(letter))
    } else {
        format!("`{letter}`")
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn each_way_to_give_a_name_is_checked() {
        check(
            "@[name(\"a\\0b\")]\nextern fn a(a: i64) -> i64 { a }\n@[name(\"\")] extern fn b { }\n@[name(\"\\u{1b}[2J\")] extern fn c { }\nextern fn größe { }\n@[name(\"groesse\")] extern fn größer { }\nextern {\n@[name(\"x\\\");\")] fn d\n@[name(\"1\")] let mut e: i32\nfn ö }",
            expect![[r#"
                1:8 E0119 a name for the linker cannot have the character U+0000 | not a name for C
                    help: use letters, digits, `_`, `.` and `$`, as in @[name("on_event")]
                3:8 E0119 the name for the linker is empty | not a name for C
                    help: use letters, digits, `_`, `.` and `$`, as in @[name("on_event")]
                4:8 E0119 a name for the linker cannot have the character U+001B | not a name for C
                    help: use letters, digits, `_`, `.` and `$`, as in @[name("on_event")]
                5:11 E0119 a name for the linker cannot have the character `ö` | not a name for C
                    help: use letters, digits, `_`, `.` and `$`, as in @[name("on_event")]
                8:8 E0119 a name for the linker cannot have the character `"` | not a name for C
                    help: use letters, digits, `_`, `.` and `$`, as in @[name("on_event")]
                9:8 E0119 a name for the linker begins with a letter or `_`, not as `1` | not a name for C
                    help: use letters, digits, `_`, `.` and `$`, as in @[name("on_event")]
                10:4 E0119 a name for the linker cannot have the character `ö` | not a name for C
                    help: use letters, digits, `_`, `.` and `$`, as in @[name("on_event")]
            "#]],
        );
    }
}
