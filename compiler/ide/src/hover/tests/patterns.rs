//! Names that patterns bind: where their values lie, and whether they are lent.

use expect_test::expect;

use super::pages;

#[test]
fn names_of_patterns_for_borrows() {
    pages(
        r#"
fn f(pair: (ref i64, i64), lent: (ref fn () -> i64, ref [i64])) -> i64 {
  match pair { case (a$0, b$1) -> println(a + b) }
  match lent { case (c$2, d$3) -> c() + d.length() }
}
"#,
        expect![[r#"
            0:
            [a]

            ```text
            a · pair.0 · the borrow that lies there, 8 B
            ```

            ```lang
            let a: ref i64
            ```

            ---

            - 8 bytes, aligned to 8
            - a borrow: copied as a pointer, nothing behind it is
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; what it leads to lives with its owner
            1:
            [b]

            ```text
            b · pair.1 · lent ref, nothing copied
            ```

            ```lang
            let b: ref i64
            ```

            ---

            - 8 bytes, aligned to 8
            - a borrow: copied as a pointer, nothing behind it is
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; what it leads to lives with its owner
            2:
            [c]

            ```text
            c · lent.0 · the borrow that lies there, 16 B
            ```

            ```lang
            let c: ref fn () -> i64
            ```

            ---

            - 16 bytes, aligned to 8
            - a borrow: copied as a pointer, nothing behind it is
            - lives in a stack slot of 16 bytes; optimised builds may keep its parts in registers; what it leads to lives with its owner
            3:
            [d]

            ```text
            d · lent.1 · the borrow that lies there, 16 B
            ```

            ```lang
            let d: ref [i64]
            ```

            ---

            - 16 bytes, aligned to 8
            - a borrow: copied as a pointer, nothing behind it is
            - lives in a stack slot of 16 bytes; optimised builds may keep its parts in registers; what it leads to lives with its owner
        "#]],
    );
}
