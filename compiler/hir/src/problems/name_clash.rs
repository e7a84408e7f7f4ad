//! Two declarations of one name in one place.

use source::{Diagnostic, DiagnosticKind, Severity, Span};

use crate::Name;

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0105",
    name: "name-clash",
    title: "a name is declared twice",
    explanation: "\
A module has one namespace: its functions, types, constants, traits and imported names all differ. So do the fields,
cases and methods of a type, the parameters of a function, the tests of a module, and the labels of loops inside each
other. There is no overloading.

```
fn area(a: f64) { }
fn area(a: i64) { }   # choose another name
```

An imported name is changed by `as`: `import shapes (area as shape_area)`. Types of the language, such as `i64`,
keep their names.",
    severity: Severity::Error,
};

pub(crate) fn twice(name: Name, span: Span, first: Span) -> Diagnostic {
    KIND.at(span, format!("`{name}` is declared twice")).label("declared again here").also(first, "first declared here")
}

pub(crate) fn with_builtin(name: Name, span: Span) -> Diagnostic {
    KIND.at(span, format!("`{name}` is a type of the language")).label("choose another name")
}

#[cfg(test)]
mod tests {
    use crate::fixture::{check, check_modules};
    use expect_test::expect;

    #[test]
    fn names_of_modules_types_and_functions_differ() {
        check(
            "fn f { }\ntype f { let @x: i64 let @x: i64 fn m { } fn m { } }\nfn g(a: i64, a: i64) { }\ntype i64 = i32\ntype enum E { case A case A }",
            expect![[r#"
                2:6 E0105 `f` is declared twice | declared again here
                    1:4 first declared here
                2:27 E0105 `x` is declared twice | declared again here
                    2:15 first declared here
                2:46 E0105 `m` is declared twice | declared again here
                    2:37 first declared here
                3:14 E0105 `a` is declared twice | declared again here
                    3:6 first declared here
                4:6 E0105 `i64` is a type of the language | choose another name
                5:27 E0105 `A` is declared twice | declared again here
                    5:20 first declared here
            "#]],
        );
    }

    #[test]
    fn a_label_inside_another_differs() {
        check(
            "fn f { a: loop { a: while true { break a } }\n a: loop { b: loop { let c = fn { a: loop { break a } } } } }",
            expect![[r#"
                1:18 E0105 `a` is declared twice | declared again here
                    1:8 first declared here
            "#]],
        );
    }

    #[test]
    fn tests_differ() {
        check(
            "test \"one\" { }\ntest \"two\" { }\nfn one { }\ntest \"one\" { }",
            expect![[r#"
                4:6 E0105 `one` is declared twice | declared again here
                    1:6 first declared here
            "#]],
        );
    }

    #[test]
    fn imports_share_the_namespace() {
        check_modules(
            &[("", "import b (x, y as z)\nfn x { z() }"), ("b", "pub fn x { }\npub fn y { }")],
            expect![[r#"
                2:4 E0105 `x` is declared twice | declared again here
                    1:11 first declared here
            "#]],
        );
    }

    #[test]
    fn variables_may_be_declared_again_but_not_in_one_pattern() {
        check(
            "fn f { let x = 1\n let x = x\n let (a, a) = (x, x) }",
            expect![[r#"
                3:10 E0105 `a` is declared twice | declared again here
                    3:7 first declared here
            "#]],
        );
    }
}
