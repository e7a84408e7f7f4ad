//! Extracting, inlining, rewriting.

use expect_test::expect;

use super::{applied, check, check_none};

#[test]
fn an_expression_becomes_a_variable() {
    check(
        "Extract into the variable `value`",
        "fn f(a: i64) -> i64 {\n  a + $0a * 2$1 + 1\n}\n",
        expect![[r#"
            fn f(a: i64) -> i64 {
              let value = a * 2
              a + value + 1
            }
        "#]],
    );
    check(
        "Extract into the variable `value`",
        "fn f(a: i64) -> i64 { $0a * 2$1 + 1 }\n",
        expect![[r#"
            fn f(a: i64) -> i64 { let value = a * 2  value + 1 }
        "#]],
    );
    check(
        "Extract into the variable `twice2`",
        "fn twice(a: i32) -> i32 { a * 2 }\nfn f(a: i32) {\n  println($0twice(a) $1)\n}\n",
        expect![[r#"
            fn twice(a: i32) -> i32 { a * 2 }
            fn f(a: i32) {
              let twice2: i32 = twice(a)
              println(twice2 )
            }
        "#]],
    );
    check(
        "Extract into the variable `name`",
        "type User { let @name: String  let @tags: [Tag; 1] }\ntype Tag { let @id: i64 }\nfn show(s: ref String) { println(s) }\nfn f(u: ref User) {\n  show($0u.name$1)\n}\n",
        expect![[r#"
            type User { let @name: String  let @tags: [Tag; 1] }
            type Tag { let @id: i64 }
            fn show(s: ref String) { println(s) }
            fn f(u: ref User) {
              let name = u.name
              show(name)
            }
        "#]],
    );
    check(
        "Extract into the variable `value`",
        "fn f(a: u8) -> u8 {\n  a + $01$1\n}\n",
        expect![[r#"
            fn f(a: u8) -> u8 {
              let value: u8 = 1
              a + value
            }
        "#]],
    );
    check(
        "Extract into the variable `g2`",
        "fn g -> i64 { 1 }\nfn f {\n  $0g()$1\n  println(2)\n}\n",
        expect![[r#"
            fn g -> i64 { 1 }
            fn f {
              let g2 = g()
              println(2)
            }
        "#]],
    );
    check(
        "Extract into the variable `condition`",
        "fn f(a: i64) {\n  if $0a > 1$1 && a < 5 { println(a) }\n}\n",
        expect![[r#"
            fn f(a: i64) {
              let condition = a > 1
              if condition && a < 5 { println(a) }
            }
        "#]],
    );
}

#[test]
fn what_may_not_be_evaluated_earlier_is_not_extracted() {
    check_none("Extract", "fn f(a: i64) {\n  if a > 1 && $0a < 5$1 { println(a) }\n}\n");
    check_none("Extract", "fn f(a: i64) {\n  while $0a < 5$1 { println(a) }\n}\n");
    check_none("Extract", "fn f {\n  let mut a = 1\n  $0a$1 = 2\n  println(a)\n}\n");
    check_none("Extract", "fn g(n: mut i64) {}\nfn f {\n  let mut a = 1\n  g(mut $0a$1)\n}\n");
    check_none("Extract", "fn g {}\nfn f {\n  $0g()$1\n}\n");
    check_none("Extract", "fn f(a: i64) -> i64 {\n  a $0+ a$1 * 2\n}\n");
}

#[test]
fn a_variable_is_inlined() {
    check(
        "Inline the variable `b`",
        "fn f(a: i64) -> i64 {\n  let $0b = a + 1\n  b * 2\n}\n",
        expect![[r#"
            fn f(a: i64) -> i64 {
              (a + 1) * 2
            }
        "#]],
    );
    check(
        "Inline the variable `b`",
        "fn f(a: i64) {\n  let b = a + 1 # one more\n  println($0b)\n  println(\"${b}\")\n}\n",
        expect![[r#"
            fn f(a: i64) {
              # one more
              println(a + 1)
              println("${a + 1}")
            }
        "#]],
    );
    check(
        "Inline the variable `b`",
        "fn f -> u8 {\n  let $0b: u8 = 1 + 2\n  b\n}\n",
        expect![[r#"
            fn f -> u8 {
              (1 + 2) as u8
            }
        "#]],
    );
    check_none("Inline", "fn g -> i64 { 1 }\nfn f -> i64 {\n  let $0b = g()\n  b * b\n}\n");
    check_none("Inline", "fn f -> i64 {\n  let mut $0b = 1\n  b += 1\n  b\n}\n");
}

#[test]
fn the_type_of_a_variable() {
    check(
        "Write the type `i64`",
        "fn f {\n  let $0n = 1\n  println(n)\n}\n",
        expect![[r#"
            fn f {
              let n: i64 = 1
              println(n)
            }
        "#]],
    );
    check(
        "Write the type `(u8, [String; 1])`",
        "fn g -> (u8, [String; 1]) { (1, [\"\"]) }\nfn f {\n  $0let n = g()\n  println(n.0)\n}\n",
        expect![[r#"
            fn g -> (u8, [String; 1]) { (1, [""]) }
            fn f {
              let n: (u8, [String; 1]) = g()
              println(n.0)
            }
        "#]],
    );
    check_none("Write the type", "fn f {\n  let $0n: i64 = 1\n  println(n)\n}\n");
    check_none(
        "Write the type",
        "import a (make)\nfn f { let $0n = make()  println(n.x) }\n#- a.lang\npub type copy V { pub let @x: i64 }\npub fn make -> V { V(x: 1) }\n",
    );
}

#[test]
fn a_parameter_by_reference() {
    check(
        "Take `p` by `ref`",
        "type inline P { let @x: String }\nfn f($0p: P) { println(p.x) }\nfn main { f(P(x: \"a\")) }\n",
        expect![[r#"
            type inline P { let @x: String }
            fn f(p: ref P) { println(p.x) }
            fn main { f(P(x: "a")) }
        "#]],
    );
    check(
        "Take `p` by `ref`",
        "type copy P { let @x: [i64; 9] }\nfn f(p: $0P) -> i64 { p.x[1] }\n",
        expect![[r#"
            type copy P { let @x: [i64; 9] }
            fn f(p: ref P) -> i64 { p.x[1] }
        "#]],
    );
    check_none("Take", "fn f($0n: i64) { println(n) }\n");
    check_none("Take", "type inline P { let @x: String }\nfn g(p: P) { println(p.x) }\nfn f($0p: P) { g(p) }\n");
    check_none("Take", "type copy P { let @x: [i64; 9] }\nextern fn f($0p: P) -> i64 { p.x[1] }\n");
}

/// What a value reads is the same where it is used, and nothing happens in between that it notices.
#[test]
fn a_variable_is_inlined_over_what_does_not_matter() {
    for (before, after) in [
        (
            "fn f(a: i64) -> i64 {\n  let mut n = a\n  let $0b = a + 1\n  n += 1\n  b * n\n}\n",
            "fn f(a: i64) -> i64 {\n  let mut n = a\n  n += 1\n  (a + 1) * n\n}\n",
        ),
        // The value is evaluated before the assignment in both.
        (
            "fn f(a: i64) -> i64 {\n  let mut n = a\n  let $0b = n + 1\n  n = b\n  n\n}\n",
            "fn f(a: i64) -> i64 {\n  let mut n = a\n  n = n + 1\n  n\n}\n",
        ),
        (
            "fn g -> i64 { 1 }\nfn f -> i64 {\n  let $0b = g()\n  let c = 2\n  b + c + g()\n}\n",
            "fn g -> i64 { 1 }\nfn f -> i64 {\n  let c = 2\n  g() + c + g()\n}\n",
        ),
        (
            "type copy P { let @x: i64 }\nfn f(p: ref P) -> i64 {\n  let $0b = p.x\n  println(\"\")\n  b\n}\n",
            "type copy P { let @x: i64 }\nfn f(p: ref P) -> i64 {\n  println(\"\")\n  p.x\n}\n",
        ),
        (
            "fn f(a: String) {\n  let $0b = a\n  println(a)\n  println(b)\n}\n",
            "fn f(a: String) {\n  println(a)\n  println(a)\n}\n",
        ),
    ] {
        assert_eq!(applied("Inline the variable `b`", before), after);
    }
}

#[test]
fn a_variable_is_not_inlined_over_a_change() {
    for text in [
        "fn f(a: i64) -> i64 {\n  let mut n = a\n  let $0b = n + 1\n  n += 1\n  b * n\n}\n",
        "fn f(a: i64) {\n  let mut n = a\n  let $0b = n + 1\n  while n < 9 {\n    println(b)\n    n += 1\n  }\n}\n",
        "fn g(n: mut i64) { n = 2 }\nfn f {\n  let mut n = 1\n  let $0b = n\n  g(mut n)\n  println(b)\n}\n",
        "type copy P { let @x: i64  fn mut grow { @x += 1 } }\nfn f {\n  let mut p = P(1)\n  let $0b = p.x\n  p.grow()\n  println(b)\n}\n",
        "type copy P { let @x: i64  fn mut grow -> i64 {\n  let $0b = @x\n  @x += 1\n  b\n} }\n",
        // A call in between, or a way around it.
        "fn g -> i64 { 1 }\nfn f -> i64 {\n  let $0b = g()\n  let c = g()\n  b + c\n}\n",
        "fn g -> i64 { 1 }\nfn f -> i64 {\n  let $0b = g()\n  g() + b\n}\n",
        "fn g -> i64 { 1 }\nfn f(a: bool) -> i64 {\n  let $0b = g()\n  if a { b } else { 0 }\n}\n",
        "fn g -> i64 { 1 }\nfn f {\n  let $0b = g()\n  loop { println(b) }\n}\n",
        // What it reads may be reached by others.
        "fn g(p: Pointer[i64]) { unsafe { p[0] = 2 } }\nfn f(p: Pointer[i64]) {\n  let $0b = unsafe { p[0] }\n  g(p)\n  println(b)\n}\n",
        "fn f(p: Pointer[i64], q: Pointer[i64]) -> i64 { unsafe {\n  let $0b = p[0]\n  q[0] = 2\n  b\n} }\n",
        "fn f -> i64 {\n  let mut n = 1\n  let r = ref n\n  let $0b = r + 1\n  n = 2\n  b\n}\n",
        // It is taken away, or its name is.
        "type inline P { let @x: String }\nfn g(p: P) {}\nfn f(p: P) {\n  let $0b = p.x\n  g(p)\n  println(b)\n}\n",
        "fn f(a: i64) -> i64 {\n  let $0b = a\n  let a = 2\n  a + b\n}\n",
    ] {
        let fixture = crate::fixture::Fixture::new(text);
        assert_eq!(super::errors(&fixture), [], "{text}");
        check_none("Inline", text);
    }
    check_none("Inline", "fn f {\n  let $0b = 1\n  b += 1\n}\n");
}

#[test]
fn a_type_of_plain_bits() {
    check(
        "Make `P` `copy`",
        "type inline $0P { let @x: i64 }\n",
        expect![[r#"
        type copy P { let @x: i64 }
    "#]],
    );
    check(
        "Make `P` `copy`",
        "# A point.\npub type $0P {\n  let @x: i64\n}\n",
        expect![[r#"
            # A point.
            pub type copy P {
              let @x: i64
            }
        "#]],
    );
    check_none("Make", "type inline $0P { let @x: String }\n");
    check_none("Make", "type copy $0P { let @x: i64 }\n");
}

#[test]
fn fields_in_the_order_of_their_alignment() {
    check(
        "Reorder the fields of `P`: 24 → 16 bytes",
        "type copy $0P {\n  let @a: u8\n  # The big one.\n  let @b: i64 # eight\n  let @c: u8\n}\nfn main {\n  let p = P(1, 2, c: 3)\n  println(p.a)\n  println(P(1, 2, 3).b)\n}\n",
        expect![[r#"
            type copy P {
              # The big one.
              let @b: i64 # eight
              let @a: u8
              let @c: u8
            }
            fn main {
              let p = P(a: 1, b: 2, c: 3)
              println(p.a)
              println(P(a: 1, b: 2, c: 3).b)
            }
        "#]],
    );
    check_none("Reorder", "type copy $0P { let @b: i64  let @a: u8  let @c: u8 }\n");
    check_none("Reorder", "@[packed]\ntype copy $0P { let @a: u8  let @b: i64  let @c: u8 }\n");
}
