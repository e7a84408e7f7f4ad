//! An import of the module that only the compiler uses.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;
use crate::modules::joined;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0118",
    name: "runtime-import",
    title: "the runtime is nobody's to import",
    explanation: "\
The functions of `std.runtime` are what compiled code calls by itself: to count and free strings, to print, to end a
program whose check failed. They trust the compiler and check nothing, so a program that calls them could free what it
still uses. What they do for a program has forms of its own.

```
import std.runtime (string_concat)       # wrong
let s = \"a\" + b                          # right
```",
    severity: Severity::Error,
};

pub(crate) fn at(path: &[Name], span: Span) -> Diagnostic {
    KIND.at(span, format!("`{}` is not for programs: only the compiler calls it", joined(path)))
        .label("cannot be imported")
        .help("use strings, `println`, `assert` and `panic` themselves, or C functions declared in `extern { … }`")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use source::Database;

    use crate::fixture::{all_diagnostics, load_with};

    #[test]
    fn every_form_of_import_is_refused_once_and_the_library_may() {
        let db = Database::new();
        let library = [
            ("prelude", ""),
            ("runtime", "pub fn release { }\npub fn retain { }"),
            ("string", "import std.runtime (release)\npub fn shown { release() }"),
        ];
        let texts = [
            (
                "",
                "import std.runtime\nimport std.runtime as quiet\nimport std.runtime (release, retain as keep)\npub import std.runtime (retain)\nimport middle (given)\nimport std.string (shown, release as freed)\nfn main { runtime.release() quiet.retain() release() keep() given() shown() freed() }",
            ),
            ("middle", "pub import std.runtime (release as given)"),
        ];
        load_with(&db, &texts, &library, None);
        expect![[r#"
            1:8 E0118 `std.runtime` is not for programs: only the compiler calls it | cannot be imported
                help: use strings, `println`, `assert` and `panic` themselves, or C functions declared in `extern { … }`
            2:8 E0118 `std.runtime` is not for programs: only the compiler calls it | cannot be imported
                help: use strings, `println`, `assert` and `panic` themselves, or C functions declared in `extern { … }`
            3:8 E0118 `std.runtime` is not for programs: only the compiler calls it | cannot be imported
                help: use strings, `println`, `assert` and `panic` themselves, or C functions declared in `extern { … }`
            4:12 E0118 `std.runtime` is not for programs: only the compiler calls it | cannot be imported
                help: use strings, `println`, `assert` and `panic` themselves, or C functions declared in `extern { … }`
            6:27 E0108 `release` is private to the module `std.string` | not visible here
                runtime 1:8 declared without `pub` here
            middle 1:12 E0118 `std.runtime` is not for programs: only the compiler calls it | cannot be imported
                help: use strings, `println`, `assert` and `panic` themselves, or C functions declared in `extern { … }`
        "#]]
        .assert_eq(&all_diagnostics(&db));
    }
}
