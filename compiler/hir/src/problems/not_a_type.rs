//! A name that exists, but is no type, where a type is expected.

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use crate::modules::joined;
use crate::{Name, Resolution};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0103",
    name: "not-a-type",
    title: "not a type",
    explanation: "\
Where a type is expected stands the name of something else: of a function, a constant, a module.

```
let SIZE = 4
fn f(x: SIZE) { }   # `SIZE` is a constant
```",
    severity: Severity::Error,
};

pub(crate) fn at(db: &dyn Db, names: &[Name], found: Resolution, span: Span) -> Diagnostic {
    KIND.at(span, format!("`{}` is not a type", joined(names))).label(format!("this is a {}", description(db, found)))
}

/// An expression that spells no type; `right` is what was meant.
pub(crate) fn expression(span: Span, right: Option<String>) -> Diagnostic {
    let problem = KIND.at(span, "this spells no type").label("a type argument is expected");
    match right {
        Some(right) => problem.help(format!("write `{right}`")).fix(format!("write `{right}`"), span, right),
        None => problem,
    }
}

/// What a resolution is, in words.
pub(super) fn description(db: &dyn Db, resolution: Resolution) -> &'static str {
    match resolution {
        Resolution::Item(item) => item.kind(db).description(),
        Resolution::Module(_) => "module",
        Resolution::Case { .. } => "case of an enum",
        Resolution::BuiltinType(_) => "type",
        Resolution::BuiltinFunction(_) => "function",
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn expressions_are_no_types() {
        check(
            "type Tree[T] { let @x: T }\nfn f { size_of[3]()  size_of[1 + 2]()  size_of[Tree[i64].Object]()  size_of[Tree.Object[i64]]() }",
            expect![[r#"
                2:16 E0103 this spells no type | a type argument is expected
                2:30 E0103 this spells no type | a type argument is expected
                2:48 E0103 this spells no type | a type argument is expected
                    help: write `Tree.Object[i64]`
            "#]],
        );
    }

    #[test]
    fn parts_of_types_are_types() {
        check(
            "fn f { size_of[ref []]()  size_of[[1]]()  size_of[[ref 3; 2]]()  size_of[Option[(mut (1, i64),)]]()  size_of[(ref [],)]() }",
            expect![[r#"
                1:20 E0103 this spells no type | a type argument is expected
                1:36 E0103 this spells no type | a type argument is expected
                1:56 E0103 this spells no type | a type argument is expected
                1:74 E0102 unknown type `Option` | not found in this scope
                1:87 E0103 this spells no type | a type argument is expected
                1:115 E0103 this spells no type | a type argument is expected
            "#]],
        );
    }

    #[test]
    fn constants_and_functions_are_no_types() {
        check(
            "let SIZE = 4\nfn f(x: SIZE) { let y: f = x }",
            expect![[r#"
                2:9 E0103 `SIZE` is not a type | this is a constant
                2:24 E0103 `f` is not a type | this is a function
            "#]],
        );
    }
}
