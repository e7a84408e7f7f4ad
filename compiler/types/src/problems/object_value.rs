//! An object is no value.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0287",
    name: "object-value",
    title: "an object is no value",
    explanation: "\
What a `Pointer[T.Object]` leads to is named field by field: `p[0].x`. The object as a whole has no owner that could move it;
`T.from_raw(p)` makes one.

```
type User { let @id: i64 }
fn f(user: Pointer[User.Object]) -> i64 {
  unsafe { user.read().id }   # write `user[0].id`
}
```",
    severity: Severity::Error,
};

pub(crate) fn object_value(at: Anchor, shown: &str) -> Problem {
    let owner = shown.trim_end_matches(".Object");
    Problem::new(&KIND, at, format!("a `{shown}` is no value"))
        .help(format!("`p[0].x` reaches a field, `{owner}.from_raw(p)` makes it an owner"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn objects_are_reached_by_their_fields() {
        check(
            "type H { let @x: i64 fn get -> i64 { @x } }\nfn f(p: Pointer[H.Object], h: H) { unsafe {\n p[0].x = p[1].x\n let a = p[0]\n p[0] = h\n let b = p.read()\n p.write(h)\n let c = p[0].get()\n let d = ref p[0]\n let e = (p[0]).x\n p.drop_in_place()\n let q = ref p[0].x\n let r = mut p[0].x } }",
            expect![[r#"
                4:10 E0287 a `H.Object` is no value
                    help: `p[0].x` reaches a field, `H.from_raw(p)` makes it an owner
                5:2 E0287 a `H.Object` is no value
                    help: `p[0].x` reaches a field, `H.from_raw(p)` makes it an owner
                6:10 E0287 a `H.Object` is no value
                    help: `p[0].x` reaches a field, `H.from_raw(p)` makes it an owner
                7:2 E0287 a `H.Object` is no value
                    help: `p[0].x` reaches a field, `H.from_raw(p)` makes it an owner
                8:10 E0287 a `H.Object` is no value
                    help: `p[0].x` reaches a field, `H.from_raw(p)` makes it an owner
                9:14 E0287 a `H.Object` is no value
                    help: `p[0].x` reaches a field, `H.from_raw(p)` makes it an owner
            "#]],
        );
    }
}
