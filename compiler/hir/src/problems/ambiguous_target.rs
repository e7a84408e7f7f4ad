//! Several items of one name, of which not exactly one remains for each target.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;
use crate::targets::Targets;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0130",
    name: "ambiguous-target",
    title: "not exactly one item of a name remains for each target",
    explanation: "\
Several items may have one name if `@[only(…)]` leaves exactly one of them for each target. This is checked for all
targets at once, whichever is selected: two must not remain for any of them, and where the name is used, one must remain
for each that programs can be built for.

```
@[only(os: \"linux\")]
fn page_size -> i64 { 4096 }
@[only(arch: \"x86_64\")]       # on Linux on x86_64 there are two: write `os: \"windows\"`
fn page_size -> i64 { 4096 }
```",
    severity: Severity::Error,
};

/// The declarations of a name with the targets of each, in the order of the text.
pub(crate) fn several(name: Name, declared: &[(Span, Targets)], targets: Targets) -> Option<Diagnostic> {
    let [(first, _), (second, of_second), rest @ ..] = declared else {
        return None;
    };
    let mut problem = KIND
        .at(*second, format!("`{name}` is declared more than once for {}", targets.describe()))
        .label(words(*of_second))
        .help("let exactly one remain for each target, by `@[only(…)]`");
    problem = problem.also(*first, words(declared[0].1));
    for (span, targets) in rest {
        problem = problem.also(*span, words(*targets));
    }
    Some(problem)
}

/// As [`several`], of targets for which none remains, though the name is used.
pub(crate) fn none(name: Name, declared: &[(Span, Targets)], targets: Targets) -> Option<Diagnostic> {
    let [(first, of_first), rest @ ..] = declared else {
        return None;
    };
    let mut problem = KIND
        .at(*first, format!("no `{name}` remains for {}, where it is used", targets.describe()))
        .label(words(*of_first))
        .help("declare one for these targets too, or write `@[only(…)]` before what uses it");
    for (span, targets) in rest {
        problem = problem.also(*span, words(*targets));
    }
    Some(problem)
}

fn words(targets: Targets) -> String {
    if targets == Targets::ALL { "for every target".to_string() } else { format!("for {}", targets.describe()) }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{check, check_modules};
    use expect_test::expect;

    #[test]
    fn one_of_each_name_is_fine() {
        check(
            "@[only(os: \"linux\")] fn f { }\n@[only(os: \"windows\", os: \"macos\")] fn f { }\n@[only(os: \"none\")] import extern \"x\"\n@[only(os: \"linux\")] let N = 1\n@[only(os: \"macos\")] fn N { }\n@[only(os: \"linux\")] test \"t\" { f() }\n@[only(os: \"windows\")] test \"t\" { }\ntype P { @[only(os: \"linux\")] fn m { }\n@[only(os: \"windows\")] fn m { } }\nfn main { let n = N\n f() }",
            expect![[r#""#]],
        );
    }

    #[test]
    fn two_are_one_problem_on_whichever_target() {
        check(
            "@[only(os: \"windows\")] fn f { }\n@[only(arch: \"aarch64\")] fn f { }\n@[only(os: \"linux\")] fn g { }\nfn g { }\n@[only(os: \"macos\")] fn g { }\ntype P { @[only(os: \"windows\")] fn m { }\nfn m { } }\n@[only(os: \"macos\")] test \"t\" { }\n@[only(os: \"macos\")] test \"t\" { }",
            expect![[r#"
                2:29 E0130 `f` is declared more than once for windows on aarch64 | for aarch64
                    1:27 for windows
                    help: let exactly one remain for each target, by `@[only(…)]`
                4:4 E0130 `g` is declared more than once for linux and macos | for every target
                    3:25 for linux
                    5:25 for macos
                    help: let exactly one remain for each target, by `@[only(…)]`
                7:4 E0130 `m` is declared more than once for windows | for every target
                    6:36 for windows
                    help: let exactly one remain for each target, by `@[only(…)]`
                9:27 E0130 `t` is declared more than once for macos | for macos
                    8:27 for macos
                    help: let exactly one remain for each target, by `@[only(…)]`
            "#]],
        );
    }

    #[test]
    fn none_is_a_problem_where_the_name_is_used() {
        check_modules(
            &[
                (
                    "",
                    "import b (h)\n@[only(arch: \"x86_64\")] fn f { }\n@[only(arch: \"riscv64\")] fn f { }\n@[only(arch: \"x86_64\")] fn g { }\n@[only(arch: \"riscv64\")] fn g { }\nfn main { f()  h() }\n@[only(arch: \"x86_64\")] fn other { g() }",
                ),
                ("b", "@[only(arch: \"x86_64\")] pub fn h { }\n@[only(arch: \"s390x\")] pub fn h { }"),
            ],
            expect![[r#"
                2:28 E0130 no `f` remains for linux on aarch64, where it is used | for x86_64
                    3:29 for riscv64
                    help: declare one for these targets too, or write `@[only(…)]` before what uses it
                b 1:32 E0130 no `h` remains for linux on aarch64, where it is used | for x86_64
                    b 2:31 for s390x
                    help: declare one for these targets too, or write `@[only(…)]` before what uses it
            "#]],
        );
    }
}
