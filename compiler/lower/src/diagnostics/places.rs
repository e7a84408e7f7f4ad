//! Tests of what is said where: the other places and notes of each diagnostic.

use expect_test::expect;

use crate::fixture::check;

#[test]
fn a_move_is_shown() {
    check(
        "type A { let @n: i64 }\nfn take(a: A) { println(a.n) }\nfn f(c: bool) {\n  let a = A(n: 1)\n  if c {\n    take(a)\n  }\n  take(a)\n}",
        expect![[r#"
            8:8 E0401 use of `a`, which has been moved [6:10 moved here]
        "#]],
    );
}

#[test]
fn a_move_in_a_loop_is_its_own_reason() {
    check(
        "type A { let @n: i64 }\nfn take(a: A) { println(a.n) }\nfn f(a: A) {\n  for _ in 0..2 { take(a) }\n}",
        expect![[r#"
            4:24 E0401 use of `a`, which has been moved (what a loop moves must come from inside the loop)
        "#]],
    );
}

#[test]
fn a_move_into_a_closure_is_told_apart() {
    check(
        "type A { let @n: i64 }\nfn take(a: A) { println(a.n) }\nfn f(a: A, b: A) {\n  let g = fn () -> i64 { a.n }\n  println(g() + a.n)\n  let h = fn move () { take(b)  take(b) }\n  h()\n}",
        expect![[r#"
            5:17 E0401 use of `a`, which has been moved [4:26 moved here, into the closure]
            6:38 E0401 use of `b`, which has been moved [6:29 moved here]
        "#]],
    );
}

#[test]
fn a_moved_part_is_named() {
    check(
        "type A { let @n: i64 }\ntype inline B { let @a: A  let @c: A }\nfn take(a: A) { println(a.n) }\nfn pass(b: B) { take(b.a) }\nfn f(b: B) {\n  take(b.a)\n  pass(b)\n}",
        expect![[r#"
            7:8 E0401 use of `b`, of which `b.a` has been moved [6:8 `b.a` is moved here]
        "#]],
    );
}

#[test]
fn a_declaration_is_shown() {
    check(
        "fn f(c: bool) {\n  let x: i64\n  if c { x = 1 }\n  println(x)\n}",
        expect![[r#"
            4:11 E0402 `x` may not have a value here [2:7 declared here without a value]
        "#]],
    );
}

#[test]
fn a_loan_and_its_later_use_are_shown() {
    check(
        "fn f {\n  let mut x = 1\n  let r = ref x\n  x = 2\n  println(r)\n  println(x)\n}",
        expect![[r#"
            4:3 E0501 `x` is changed while it is lent [3:11 lent here] [5:11 the borrow is used later, here]
        "#]],
    );
}

#[test]
fn a_loan_of_the_turn_before_is_noted() {
    check(
        "fn f {\n  let mut x = 1\n  let y = 2\n  let mut r = ref y\n  loop {\n    x = 2\n    println(r)\n    r = ref x\n  }\n}",
        expect![[r#"
            6:5 E0501 `x` is changed while it is lent [8:9 lent here] [7:13 the borrow is used later, here]
        "#]],
    );
}

#[test]
fn an_outliving_borrow_is_reported_at_the_borrow() {
    check(
        "fn f(c: bool) {\n  let y = 1\n  let mut r = ref y\n  if c {\n    let x = 2\n    r = ref x\n  }\n  println(r)\n}",
        expect![[r#"
            6:9 E0504 `x` ends before this borrow of it does [8:11 the borrow is used here]
        "#]],
    );
}

#[test]
fn both_loans_of_a_call_are_shown() {
    check(
        "fn g(a: mut i64, b: mut i64) { a = b }\nfn f {\n  let mut x = 1\n  g(mut x, mut x)\n}",
        expect![[r#"
            4:12 E0503 `x` cannot be lent as `mut`: it is lent already [4:5 lent here] [4:3 the borrow is used later, here]
        "#]],
    );
}

#[test]
fn what_uses_the_rival_of_an_argument_is_shown() {
    check(
        "fn g(a: mut i64) { a = 2 }\nfn f {\n  let mut x = 1\n  let r = ref x\n  g(mut x)\n  println(r)\n}",
        expect![[r#"
            5:5 E0503 `x` cannot be lent as `mut`: it is lent already [4:11 lent here] [6:11 the borrow is used later, here]
        "#]],
    );
}

#[test]
fn a_missing_mut_has_a_declaration() {
    check(
        "fn f(y: i64) {\n  let x = 1\n  println(x)\n  x = y\n  println(x)\n}",
        expect![[r#"
            4:3 E0405 `x` cannot be assigned again [2:7 declared here without `mut`]
        "#]],
    );
}

#[test]
fn a_function_without_a_value_at_its_end() {
    check(
        "fn f(c: bool) -> i64 {\n  if c { return 1 }\n}",
        expect![[r#"
        1:4 E0403 not all paths through `f` return a value
    "#]],
    );
}
