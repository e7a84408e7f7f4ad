//! A definition with the name of something that others rely on.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;
use crate::reserved_symbols::Owner;
use crate::symbols::SymbolProblem;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0120",
    name: "reserved-symbol",
    title: "a symbol that others rely on",
    explanation: "\
A function that C can call may not have the name of one that the C library has, that optimisers know by name or that the
system needs to start a program: others would call the program's function for theirs. Compiled code calls `malloc` and
`memcpy` by itself, and an optimiser leaves out calls of `strlen` whose result it knows.

```
extern fn malloc(n: u64) -> Pointer[u8] { … }            # wrong: every object would come from here
extern fn pool_malloc(n: u64) -> Pointer[u8] { … }       # right

extern { fn malloc(n: u64) -> Pointer[u8] }              # right: a declaration defines nothing
```

Reserved are all names of C's standard library, `main`, names that begin with `_` (for C's implementation), with `std.`,
`llvm.` or the name of a package of the program and a point, end in `.sites` or `$thunk` or have `$3a` in them (for this
compiler), and what else LANGUAGE.md lists.",
    severity: Severity::Error,
};

pub(crate) fn at(symbol: Name, problem: SymbolProblem, span: Span) -> Diagnostic {
    let message = match problem {
        SymbolProblem::OfCompiler(part) => {
            format!("`{symbol}` is a name that the compiler gives: of those with `{part}`")
        }
        SymbolProblem::OfPackage(package) => {
            format!(
                "`{symbol}` is a name that the compiler gives: those of package `{package}` begin with `{package}.`"
            )
        }
        SymbolProblem::Underscore => format!("`{symbol}` begins with `_`, as the names that C keeps for itself"),
        SymbolProblem::Owned(Owner::StandardC) => format!("`{symbol}` is a name of C's standard library"),
        SymbolProblem::Owned(Owner::Optimisers) => {
            format!("`{symbol}` is a function of the system that optimisers know by name")
        }
        SymbolProblem::Owned(Owner::CLibrary) => format!("the C library relies on its own `{symbol}`"),
        SymbolProblem::Owned(Owner::Library) => format!("the standard library calls the system's `{symbol}`"),
        SymbolProblem::Owned(Owner::Start)
        | SymbolProblem::Empty
        | SymbolProblem::Character(_)
        | SymbolProblem::Beginning => format!("the system gives `{symbol}` a meaning when a program starts"),
    };
    let taken = KIND.at(span, message).label("this name is taken");
    match problem {
        SymbolProblem::OfCompiler(_) | SymbolProblem::OfPackage(_) => taken.help("choose another name"),
        SymbolProblem::Underscore
        | SymbolProblem::Owned(_)
        | SymbolProblem::Empty
        | SymbolProblem::Character(_)
        | SymbolProblem::Beginning => taken.help(format!(
            "choose another name; a function that C provides is declared in `extern {{ … }}`, as in `extern {{ fn {symbol}(…) }}`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn definitions_are_refused_and_declarations_are_not() {
        check(
            "extern fn malloc(n: u64) -> Pointer[u8] { 16 as Pointer[u8] }\n@[name(\"bcmp\")] extern fn compare_all { }\nextern fn main { }\nextern fn openat { }\n@[name(\"_start\")] extern fn begin { }\n@[name(\"environ\")] extern fn surroundings { }\nextern { fn free(p: Pointer[u8]) @[name(\"std.runtime.string_release\")] fn release @[name(\"stdout\")] let mut out: Pointer[u8] }",
            expect![[r#"
                1:11 E0120 `malloc` is a name of C's standard library | this name is taken
                    help: choose another name; a function that C provides is declared in `extern { … }`, as in `extern { fn malloc(…) }`
                2:8 E0120 `bcmp` is a function of the system that optimisers know by name | this name is taken
                    help: choose another name; a function that C provides is declared in `extern { … }`, as in `extern { fn bcmp(…) }`
                3:11 E0120 the system gives `main` a meaning when a program starts | this name is taken
                    help: choose another name; a function that C provides is declared in `extern { … }`, as in `extern { fn main(…) }`
                4:11 E0120 the standard library calls the system's `openat` | this name is taken
                    help: choose another name; a function that C provides is declared in `extern { … }`, as in `extern { fn openat(…) }`
                5:8 E0120 `_start` begins with `_`, as the names that C keeps for itself | this name is taken
                    help: choose another name; a function that C provides is declared in `extern { … }`, as in `extern { fn _start(…) }`
                6:8 E0120 the C library relies on its own `environ` | this name is taken
                    help: choose another name; a function that C provides is declared in `extern { … }`, as in `extern { fn environ(…) }`
                7:41 E0120 `std.runtime.string_release` is a name that the compiler gives: of those with `std.` | this name is taken
                    help: choose another name
            "#]],
        );
    }

    #[test]
    fn the_programs_own_names_are_not_even_declared() {
        check(
            "//inner.y\nfn helper(n: i64) -> i64 { n }\n//main\n@[name(\"main.inner.y.helper\")] extern fn a { }\nextern { @[name(\"main.main\")] fn b @[name(\"main.x\")] let mut c: i64 @[name(\"other.x\")] fn d @[name(\"i64$3adrop\")] fn e }",
            expect![[r#"
                4:8 E0120 `main.inner.y.helper` is a name that the compiler gives: those of package `main` begin with `main.` | this name is taken
                    help: choose another name
                5:17 E0120 `main.main` is a name that the compiler gives: those of package `main` begin with `main.` | this name is taken
                    help: choose another name
                5:43 E0120 `main.x` is a name that the compiler gives: those of package `main` begin with `main.` | this name is taken
                    help: choose another name
                5:100 E0120 `i64$3adrop` is a name that the compiler gives: of those with `$3a` | this name is taken
                    help: choose another name
            "#]],
        );
    }
}
