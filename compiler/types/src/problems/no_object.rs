//! A type without an object of its own.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0285",
    name: "no-object",
    title: "a type without an object of its own",
    explanation: "\
`T.Object` is the C struct behind the pointer that a value of a heap type is. Values of other types are the struct
itself.

```
type User { let @id: i64 }
type copy Point { let @x: i64 }
fn f(user: Pointer[User.Object], point: Pointer[Point.Object]) { }   # write `Pointer[Point]`
```",
    severity: Severity::Error,
};

pub(crate) fn no_object(at: Anchor, shown: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{shown}` is no heap type: there is no `{shown}.Object`")).help(match shown {
        "String" => "write `Pointer[String]`: strings are counted, so nobody owns the object alone".to_string(),
        "Pointer" => "write `Pointer[T]` with the type that it leads to".to_string(),
        _ => format!("write `{shown}`: its values are no pointers"),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn only_heap_types_have_one() {
        check(
            "type copy P { let @x: i64 }\ntype H { let @x: i64 }\ntype A = H\ntype B = (i64, i64)\nextern { type FILE }\nfn g(a: Pointer[String.Object], b: Pointer[i64.Object], c: Pointer[Pointer.Object], d: bool.Object) { }\nfn f(a: Pointer[P.Object], b: Pointer[H.Object], c: Pointer[A.Object], d: Pointer[B.Object]) -> i64 { size_of[P.Object]() + size_of[H.Object]() }",
            expect![[r#"
                6:17 E0285 `String` is no heap type: there is no `String.Object`
                    help: write `Pointer[String]`: strings are counted, so nobody owns the object alone
                6:44 E0285 `i64` is no heap type: there is no `i64.Object`
                    help: write `i64`: its values are no pointers
                6:68 E0285 `Pointer` is no heap type: there is no `Pointer.Object`
                    help: write `Pointer[T]` with the type that it leads to
                6:88 E0285 `bool` is no heap type: there is no `bool.Object`
                    help: write `bool`: its values are no pointers
                7:17 E0285 `P` is no heap type: there is no `P.Object`
                    help: write `P`: its values are no pointers
                7:83 E0285 `(i64, i64)` is no heap type: there is no `(i64, i64).Object`
                    help: write `(i64, i64)`: its values are no pointers
                7:111 E0285 `P` is no heap type: there is no `P.Object`
                    help: write `P`: its values are no pointers
            "#]],
        );
    }
}
