//! An object without a pointer.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0286",
    name: "bare-object",
    title: "an object without a pointer",
    explanation: "\
`T.Object` is the C struct behind a heap type. It stands only behind `Pointer`, and in `size_of[T.Object]()`: who owns such
an object has a `T`.

```
type User { let @id: i64 }
fn f(user: User.Object) { }   # write `User`, or `Pointer[User.Object]`
```",
    severity: Severity::Error,
};

pub(crate) fn bare_object(at: Anchor, shown: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{shown}.Object` stands only behind `Pointer`"))
        .help(format!("write `{shown}` for its owner, or `Pointer[{shown}.Object]`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn values_borrows_and_parts_are_none() {
        check(
            "type H { let @x: i64 let @y: H.Object }\ntype A = H.Object\nfn f(a: H.Object, b: ref H.Object, c: [H.Object; 2]) -> H.Object { zeroed[H.Object]() }\nfn g(p: Pointer[Pointer[H.Object]], q: Pointer[(i64, H.Object)]) -> i64 { align_of[H.Object]() + offset_of[H.Object](\"x\") }",
            expect![[r#"
                1:30 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
                2:10 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
                3:9 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
                3:26 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
                3:40 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
                3:57 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
                3:75 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
                4:54 E0286 `H.Object` stands only behind `Pointer`
                    help: write `H` for its owner, or `Pointer[H.Object]`
            "#]],
        );
    }
}
