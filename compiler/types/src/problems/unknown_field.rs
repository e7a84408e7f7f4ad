//! No such field.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0216",
    name: "unknown-field",
    title: "no such field",
    explanation: "\
The type has no field, or the tuple no element, of this name. Fields are declared in the type: `let @x: f64`.",
    severity: Severity::Error,
};

pub(crate) fn unknown_field(at: Anchor, name: &str, ty: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` has no field `{name}`"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn with_advice() {
        check(
            r#"
type copy V { let @width: i64  let @y: i64
 fn area -> i64 { @width } }
fn f(v: V, p: Pointer[V], t: (i64, bool), n: i64) {
 println(v.widht)
 println(v.z)
 println(v.area)
 println(p.y)
 println(t.2)
 println(n.x)
 println(n.0)
 println(V.area)
 println(offset_of[V]("z"))
 p.y = 1
 v.z = 1
 let w = p.offset(1).y
 unsafe { p.y = p.offset(1).y }
 unsafe { p.z.a = 2 }
}
"#,
            expect![[r#"
                4:12 E0216 `V` has no field `widht`
                    help: did you mean `width`?
                5:12 E0216 `V` has no field `z`
                    note: its fields are `width`, `y`
                6:12 E0216 `V` has no field `area`
                    help: there is a method of this name; call it: `.area()`
                7:12 E0216 `Pointer[V]` has no field `y`
                    help: a raw pointer has no fields; `p[0].y` reaches the V it leads to
                8:10 E0216 `(i64, bool)` has no field `2`
                    note: it has 2 elements, counted from 0
                9:12 E0216 `i64` has no field `x`
                10:10 E0216 `i64` has no field `0`
                    note: only tuples have numbered elements
                11:12 E0216 `V` has no field `area`
                    help: there is a method of this name; call it: `V.area(…)`
                12:23 E0216 `V` has no field `z`
                13:4 E0216 `Pointer[V]` has no field `y`
                    help: a raw pointer has no fields; `p[0].y` reaches the V it leads to
                14:4 E0216 `V` has no field `z`
                    note: its fields are `width`, `y`
                15:22 E0216 `Pointer[V]` has no field `y`
                    help: a raw pointer has no fields; `p[0].y` reaches the V it leads to
                16:13 E0216 `Pointer[V]` has no field `y`
                    help: a raw pointer has no fields; `p[0].y` reaches the V it leads to
                16:29 E0216 `Pointer[V]` has no field `y`
                    help: a raw pointer has no fields; `p[0].y` reaches the V it leads to
                17:13 E0216 `Pointer[V]` has no field `z`
                    help: a raw pointer has no fields; `p[0].z` reaches the V it leads to
            "#]],
        );
    }

    #[test]
    fn of_enums() {
        check(
            r#"
type copy enum Found { case None  case Some(at: i64)  fn is_near -> bool { true } }
fn f(o: ref Found, p: Pointer[Found]) {
 println(o.Some)
 println(o.None)
 println(o.at)
 println(o.0)
 println(o.is_near)
}
"#,
            expect![[r#"
                3:12 E0216 `Found` has no field `Some`
                    help: `match` or `if let` tells the case: `if let Some(…) = …`
                4:12 E0216 `Found` has no field `None`
                    help: `match` or `if let` tells the case: `if let None = …`
                5:12 E0216 `Found` has no field `at`
                    help: `match` or `if let` takes apart what a case of an enum carries
                6:10 E0216 `Found` has no field `0`
                    note: only tuples have numbered elements
                    help: `match` or `if let` takes apart what a case of an enum carries
                7:12 E0216 `Found` has no field `is_near`
                    help: there is a method of this name; call it: `.is_near()`
            "#]],
        );
    }
}
