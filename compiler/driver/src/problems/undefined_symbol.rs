//! E0627 `undefined-symbol`: a C function or global that no library has.
//! It owns the words; it must not know how libraries are searched.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

/// The kind E0627.
pub const UNDEFINED_SYMBOL: DiagnosticKind = DiagnosticKind {
    code: "E0627",
    name: "undefined-symbol",
    title: "no library has what is declared",
    explanation: "\
`extern { … }` promises that C provides a function or global. None of the libraries and objects that are linked has it: the
C library, those of `import extern`, of `[link]` in `lang.toml`, of `-l` and of the command line.

```lang
import extern \"m\"                           # without this line there is no `sqrt`

extern { fn sqrt(x: f64) -> f64 }
fn main() { println(unsafe { sqrt(2.0) }) }
```

An own C file is named behind the program: `lang run program.lang helper.c`.",
    severity: Severity::Error,
};

/// At the declaration. `library` is one that has the symbol, as after `-l`, and `module` the one of `[bind]` that declares it.
pub(crate) fn at(symbol: &str, span: Span, library: Option<&str>, module: Option<&str>) -> Diagnostic {
    let problem = UNDEFINED_SYMBOL.at(span, format!("no library that is linked has `{symbol}`")).label("declared here");
    match (library, module) {
        (Some(library), Some(module)) => problem.help(format!(
            "lib{library} has it: write `link = \"{library}\"` for `{module}` in `[bind]` of lang.toml, or link with -l {library}"
        )),
        (None, Some(module)) => problem.help(format!(
            "name its library for `{module}` in `[bind]` of lang.toml: `link = \"…\"`; or its C file, object or archive behind the program"
        )),
        (Some(library), None) => {
            problem.help(format!("lib{library} has it: write `import extern \"{library}\"`, or link with -l {library}"))
        }
        (None, None) => problem.help(
            "name its library with `import extern \"…\"` or -l, or its C file, object or archive behind the program",
        ),
    }
}
