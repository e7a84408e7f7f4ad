//! A word in `@[only(…)]` that no target has.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use super::similar::most_similar;
use crate::Name;
use crate::targets::Key;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0132",
    name: "unknown-target",
    title: "no target has this operating system or architecture",
    explanation: "\
`@[only(…)]` names operating systems and architectures as the targets do: `os:` is `linux`, `windows`, `macos` or `none`,
`arch:` is `x86_64`, `aarch64`, `riscv64`, `s390x`, `loongarch64`, `powerpc64le` or `wasm32`. A word that no target has
would leave the item out everywhere. Of several values of one word any may hold; `os` and `arch` must both.

```
@[only(os: \"linux\", arch: \"x64\")]   # write `x86_64`
fn page_size -> i64 { 4096 }
```",
    severity: Severity::Error,
};

pub(crate) fn at(key: Key, value: &str, span: Span) -> Diagnostic {
    let known = key.values();
    let problem = KIND.at(span, format!("no target has the {} `{value}`", key.description())).label("not known");
    let similar = most_similar(Name::new(value), known.iter().map(|known| Name::new(known)));
    match foreign_spelling(value).filter(|word| known.contains(word)).or(similar.as_deref()) {
        Some(near) => problem.help(format!("write `\"{near}\"`")).guess(
            format!("replace by `\"{near}\"`"),
            span,
            format!("\"{near}\""),
        ),
        None => problem.help(format!("write one of {}", known.join(", "))),
    }
}

/// Both words are known, but not together.
pub(crate) fn nowhere(span: Span) -> Diagnostic {
    KIND.at(span, "no target has this operating system with this architecture")
        .label("would be left out everywhere")
        .help("leave one of both out, or write another")
}

/// The names that other compilers have for systems and architectures.
fn foreign_spelling(value: &str) -> Option<&'static str> {
    Some(match value.to_ascii_lowercase().as_str() {
        "darwin" | "osx" | "mac" | "apple" => "macos",
        "win32" | "win64" | "win" => "windows",
        "gnu" => "linux",
        "unknown" | "freestanding" | "wasm" => "none",
        "x64" | "amd64" | "x86-64" | "x86" => "x86_64",
        "arm64" | "arm" | "armv8" => "aarch64",
        "riscv" | "rv64" => "riscv64",
        "ppc64le" | "powerpc64" => "powerpc64le",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn values_are_those_of_targets() {
        check(
            "@[only(os: \"darwin\")] fn a { }\n@[only(os: \"linus\", arch: \"amd64\")] fn b { }\n@[only(os: \"beos\")] fn c { }\n@[only(os: \"none\", arch: \"x86_64\")] fn d { }\nfn e { a()  b()  c()  d() }",
            expect![[r#"
                1:12 E0132 no target has the operating system `darwin` | not known
                    help: write `"macos"`
                2:12 E0132 no target has the operating system `linus` | not known
                    help: write `"linux"`
                2:27 E0132 no target has the architecture `amd64` | not known
                    help: write `"x86_64"`
                3:12 E0132 no target has the operating system `beos` | not known
                    help: write one of linux, windows, macos, none
                4:3 E0132 no target has this operating system with this architecture | would be left out everywhere
                    help: leave one of both out, or write another
            "#]],
        );
    }

    #[test]
    fn a_slip_in_the_attribute_does_not_hide_the_item() {
        check(
            "@[only(arc: \"x86_64\")] type copy Stat { let @dev: u64 }\n@[only(cpu: \"x\")] import extern \"m\"\n@[only] fn b { }\n@[only(os: \"linux\")] fn b { }\nfn a(s: Stat) -> Stat { b()  s }",
            expect![[r#"
                1:3 E0115 wrong arguments of `@[only]` | write `@[only(os: "linux", arch: "x86_64")]`
                2:3 E0115 wrong arguments of `@[only]` | write `@[only(os: "linux", arch: "x86_64")]`
                3:3 E0115 wrong arguments of `@[only]` | write `@[only(os: "linux", arch: "x86_64")]`
            "#]],
        );
    }
}
