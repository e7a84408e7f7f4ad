//! An attribute in the wrong place or with the wrong arguments.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0115",
    name: "invalid-attribute",
    title: "an attribute in the wrong place or with wrong arguments",
    explanation: "\
- `@[name(\"symbol\")]` gives an `extern fn`, a C function or a C global its symbol.
- `@[packed]` and `@[align(N)]`, N a number, stand before a type; `@[align(N)]` also before a field.
- `@[c(vector)]`, `@[c(complex)]` and `@[c(long_double)]` stand before a type.
- `@[only(os: \"linux\", arch: \"x86_64\")]` stands before items, methods included.
- `@[abi(registers)]`, `@[abi(max_bytes: 16)]` and `@[abi(no_copies)]` stand before a type or function.
- `@[note(\"text\")]`, with a text that is not empty, stands before functions with a body, types, constants, globals and
  `let`.
- `@[allow(warning)]` stands before items and `let`.",
    severity: Severity::Error,
};

pub(crate) fn in_wrong_place(name: Name, span: Span, places: &str) -> Diagnostic {
    KIND.at(span, format!("`@[{name}]` does not belong here")).label(format!("it stands before {places}"))
}

pub(crate) fn with_wrong_arguments(name: Name, span: Span, form: &str) -> Diagnostic {
    KIND.at(span, format!("wrong arguments of `@[{name}]`")).label(format!("write `{form}`"))
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn places_and_arguments_are_checked() {
        check(
            "@[packed] fn f { }\n@[align(\"3\")] type copy A { @[align(8)] let @x: i64 }\n@[name(f)] @[allow(unused_result)] extern fn g { }\n@[name(\"g\")] fn g2 { }\n@[intrinsic(\"x\")] @[only(os: \"linux\")] extern { @[name(\"x\")] fn y }\n@[only(\"linux\")] import extern \"m\"\n@[abi(max_bytes: \"8\")] @[abi(register)] @[abi] fn h { }\n@[abi(registers)] let X = 1",
            expect![[r#"
                1:3 E0115 `@[packed]` does not belong here | it stands before a type
                2:3 E0115 wrong arguments of `@[align]` | write `@[align(16)]`
                3:3 E0115 wrong arguments of `@[name]` | write `@[name("symbol")]`
                4:3 E0115 `@[name]` does not belong here | it stands before `extern fn`, a C function, a global (`let mut`) or a C global
                5:3 E0114 unknown attribute `intrinsic` | there is no such attribute
                6:3 E0115 wrong arguments of `@[only]` | write `@[only(os: "linux", arch: "x86_64")]`
                7:3 E0115 wrong arguments of `@[abi]` | write `@[abi(registers)], @[abi(max_bytes: 16)] or @[abi(no_copies)]`
                7:26 E0115 wrong arguments of `@[abi]` | write `@[abi(registers)], @[abi(max_bytes: 16)] or @[abi(no_copies)]`
                7:43 E0115 wrong arguments of `@[abi]` | write `@[abi(registers)], @[abi(max_bytes: 16)] or @[abi(no_copies)]`
                8:3 E0115 `@[abi]` does not belong here | it stands before a type or function
            "#]],
        );
    }

    #[test]
    fn notes_have_one_text() {
        check(
            "@[note] fn a { }\n@[note()] fn b { }\n@[note(\"\")] fn c { }\n@[note(5)] fn d { }\n@[note(word)] fn e { }\n@[note(\"one\", \"two\")] fn f { }\n@[note(text: \"one\")] fn g { }\n@[note(\"a\\0b\")] fn h { }\n@[note(\"one\")] @[note(\"two\")] fn i { @[note(\"three\")] let x = 1  x + 1 }\n@[note(\"field\")] type A = i64",
            expect![[r#"
                1:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                2:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                3:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                4:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                5:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                6:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                7:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                8:3 E0115 wrong arguments of `@[note]` | write `@[note("what readers of the binary should know")]`
                10:3 E0115 `@[note]` does not belong here | it stands before a function with a body, a type, a constant, a global or a `let`
            "#]],
        );
    }
}
