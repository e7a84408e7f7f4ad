//! Type has too many parts, or too many levels.

use source::{DiagnosticKind, Severity};

use crate::extent::{MOST_LEVELS, MOST_PARTS};
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0264",
    name: "type-too-complex",
    title: "type has too many parts",
    explanation: "\
A type may have up to 65,536 parts, all those of its fields counted, and up to 128 levels inside each other. An array counts
as one element, whatever its length; what is behind a pointer does not count.

wrong:
    type copy A { let @x: i64  let @y: i64 }
    type copy B { let @x: A  let @y: A }
    …                                           # and so on: each level has twice the parts
    type copy P { let @x: O  let @y: O }

right:
    type copy P { let @values: [i64; 65536] }   # the same bytes
    type Q { let @x: O  let @y: O }             # a type on the heap is a pointer where it is used
",
    severity: Severity::Error,
};

pub(crate) fn type_too_complex(at: Anchor, what: &str) -> Problem {
    let message = format!("{what} has more than {MOST_PARTS} parts, or more than {MOST_LEVELS} levels");
    Problem::new(&KIND, at, message).help("use arrays, or put a heap type or a `Pointer` between")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
        (0..count).map(|number| row(number) + "\n").collect()
    }

    #[test]
    fn types_that_double_are_reported_where_they_cross_the_limit() {
        let text = rows(40, |n| format!("type copy T{} {{ let @x: T{n}  let @y: T{n} }}", n + 1));
        check(
            &format!("{text}type copy T0 {{ let @x: () }}\nfn f(t: T40) -> T40 {{ t }}"),
            expect![[r#"
                15:11 E0264 `T15` has more than 65536 parts, or more than 128 levels
                    help: use arrays, or put a heap type or a `Pointer` between
            "#]],
        );
    }

    #[test]
    fn so_are_tuples_that_double() {
        let text = rows(40, |n| format!("type A{} = (A{n}, A{n})", n + 1));
        check(
            &format!("{text}type A0 = i64\nfn f(a: A40) -> A40 {{ a }}"),
            expect![[r#"
                16:12 E0264 this type has more than 65536 parts, or more than 128 levels
                    help: use arrays, or put a heap type or a `Pointer` between
            "#]],
        );
    }

    #[test]
    fn so_are_values_that_double() {
        let text = rows(40, |n| format!("  let x{} = (x{n}, x{n})", n + 1));
        check(
            &format!("fn f() {{\n  let x0 = 1\n{text}\n}}"),
            expect![[r#"
                18:13 E0264 this value has more than 65536 parts, or more than 128 levels
                    help: use arrays, or put a heap type or a `Pointer` between
            "#]],
        );
    }

    #[test]
    fn so_are_pointers_of_pointers_and_long_chains() {
        let pointers = rows(600, |n| format!("type A{} = Pointer[A{n}]", n + 1));
        let chain = rows(600, |n| format!("type inline T{} {{ let @x: T{n} }}", n + 1));
        check(
            &format!("{pointers}type A0 = i64\n{chain}type inline T0 {{ let @x: String }}"),
            expect![[r#"
                128:13 E0264 this type has more than 65536 parts, or more than 128 levels
                    help: use arrays, or put a heap type or a `Pointer` between
                728:13 E0264 `T127` has more than 65536 parts, or more than 128 levels
                    help: use arrays, or put a heap type or a `Pointer` between
            "#]],
        );
    }

    #[test]
    fn so_are_results_of_generic_calls() {
        let calls = rows(40, |n| format!("let x{} = twice(x{n})", n + 1));
        check(
            &format!(
                "fn twice[T](_x: T) -> Leaf[(T, T)] {{ Leaf.None }}\ntype enum Leaf[T] {{ case None  case Some(T) }}\nfn f() {{\nlet x0 = 1\n{calls}}}"
            ),
            expect![[r#"
                19:11 E0264 this value has more than 65536 parts, or more than 128 levels
                    help: use arrays, or put a heap type or a `Pointer` between
            "#]],
        );
    }

    #[test]
    fn arrays_and_heap_types_are_fine() {
        let heap = rows(600, |n| format!("type H{} {{ let @x: H{n}  let @y: H{n} }}", n + 1));
        check(
            &format!("{heap}type H0 {{ let @x: [[u8; 100000]; 100000] }}"),
            expect![[r#"
                601:6 E0253 `H0` has values of 2 GiB or more
                    help: use smaller arrays, or memory from C's `malloc`
            "#]],
        );
    }
}
