//! Not supported yet.

use hir::NOT_SUPPORTED_YET;

use crate::problem::{Anchor, Problem};

pub(crate) fn not_supported_yet(at: Anchor, what: &str) -> Problem {
    Problem::new(&NOT_SUPPORTED_YET, at, format!("not supported yet: {what}"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn nothing_of_these_any_more() {
        check(
            r#"
type enum Shape { case Circle(f64)  case Empty }
type Tree[T] { let @x: i64 }
trait Area { fn area -> f64 }
fn max[T](a: T, b: T) -> T { a }
fn f(s: Shape, t: Tree[i64], x: ref [i64]) {
 match s { case Shape.Circle(r) -> r  case _ -> 0.0 }
 let a = [1, 2]
 let b = a[0..1]
 for i in a { println(i) }
}
"#,
            expect![[r#"
                6:36 W0201 this `ref f64` is not used
                6:49 W0201 this `f64` is not used
                8:10 E0308 `[i64]` is a place that can be lent, and no value
                    help: write `ref …` before it, or `mut …` to change the elements
            "#]],
        );
    }
}
