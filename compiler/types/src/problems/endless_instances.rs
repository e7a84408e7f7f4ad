//! Generic item that needs itself for ever larger type arguments.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0273",
    name: "endless-instances",
    title: "generic item without an end of instances",
    explanation: "\
A generic function is compiled for each list of type arguments that it is called with. One that leads to a call of itself \
with a type in which its own parameter stands, as `grow((x, x))` in `fn grow[T](x: T)`, would have to be compiled for `T`, \
`(T, T)`, `((T, T), (T, T))` and so on without an end, even if it stops calling itself when it runs. The same holds for types \
with fields of themselves. Pass the parameter on as it is, or put what is to grow into memory behind a heap type.",
    severity: Severity::Error,
};

/// `steps` are the parameter, what stands for it the next time, and the time after that.
pub(crate) fn endless_instances(at: Anchor, item: &str, steps: &[String; 3]) -> Problem {
    let [first, second, third] = steps;
    Problem::new(
        &KIND,
        at,
        format!("`{item}` leads to itself with `{second}` for `{first}`: its instances have no end"),
    )
    .note(format!("it would be needed for `{first}`, `{second}`, `{third}` and so on"))
    .help(format!("pass `{first}` on as it is"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn through_functions_methods_and_types() {
        check(
            r#"
fn grow[T](x: T, n: i64) { if n > 0 { grow((x, n), n - 1) } }
fn even[T](x: T, n: i64) { if n > 0 { odd(x, n - 1) } }
fn odd[T](x: T, n: i64) { if n > 0 { even([x], n - 1) } }
type inline Box[T] { let @value: T  fn move deeper(n: i64) { if n > 0 { Box(self).deeper(n - 1) } } }
type Grow[T] { let @next: Leaf[Grow[(T, T)]] }
type enum Leaf[T] { case None  case Some(T) }
"#,
            expect![[r#"
                1:39 E0273 `grow` leads to itself with `(T, i64)` for `T`: its instances have no end
                    note: it would be needed for `T`, `(T, i64)`, `((T, i64), i64)` and so on
                    help: pass `T` on as it is
                3:38 E0273 `odd` leads to itself with `[T; 1]` for `T`: its instances have no end
                    note: it would be needed for `T`, `[T; 1]`, `[[T; 1]; 1]` and so on
                    help: pass `T` on as it is
                4:73 E0273 `deeper` leads to itself with `Box[T]` for `T`: its instances have no end
                    note: it would be needed for `T`, `Box[T]`, `Box[Box[T]]` and so on
                    help: pass `T` on as it is
                5:6 E0273 `Grow` leads to itself with `(T, T)` for `T`: its instances have no end
                    5:21 here
                    note: it would be needed for `T`, `(T, T)`, `((T, T), (T, T))` and so on
                    help: pass `T` on as it is
            "#]],
        );
    }

    #[test]
    fn an_end_is_seen() {
        check(
            r#"
fn same[T](x: T, n: i64) { if n > 0 { same(x, n - 1) } }
fn swapped[A, B](a: A, b: B, n: i64) { if n > 0 { swapped(b, a, n - 1) } }
fn once[T](x: T) { same((x, 1), 3) }
fn fixed[T](x: T, n: i64) { if n > 0 { fixed((n, n), n - 1) } }
type List[T] { let @value: T  let @next: Leaf[List[T]] }
type Wide[T] { let @next: Pointer[Wide[(T, T)]] }
type enum Leaf[T] { case None  case Some(T) }
"#,
            expect![[r#""#]],
        );
    }
}
