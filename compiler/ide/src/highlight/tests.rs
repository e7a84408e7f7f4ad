//! What lights up, and how.

use expect_test::{Expect, expect};

use crate::fixture::Fixture;
use crate::highlight;

/// Shows the text with what lights up in brackets: `‹r …›`, `‹w …›`, and `‹…›` for names and keywords.
fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let found = highlight(&fixture.db, fixture.position());
    let text = fixture.file().text(&fixture.db);
    let mut shown = String::new();
    let mut at = 0;
    for each in found {
        shown.push_str(&text[at..each.range.start as usize]);
        let access = match each.access {
            crate::Access::Name => "",
            crate::Access::Read => "r ",
            crate::Access::Write => "w ",
        };
        let range = each.range.start as usize..each.range.end as usize;
        shown.push_str(&format!("‹{access}{}›", &text[range]));
        at = each.range.end as usize;
    }
    shown.push_str(&text[at..]);
    expected.assert_eq(&shown);
}

#[test]
fn writes_and_reads_of_a_variable() {
    check(
        "\
type copy P { let @x: i64  fn mut go { @x += 1 }  fn see -> i64 { @x } }
fn change(p: mut P) { p.x = 2 }
fn main {
  let mut $0p = P(x: 1)
  p = P(x: 2)
  p.x += p.x
  p.go()
  println(p.see())
  change(mut p)
  println(\"${p.x}\")
}",
        expect![[r#"
            type copy P { let @x: i64  fn mut go { @x += 1 }  fn see -> i64 { @x } }
            fn change(p: mut P) { p.x = 2 }
            fn main {
              let mut ‹w p› = P(x: 1)
              ‹w p› = P(x: 2)
              ‹w p›.x += ‹r p›.x
              ‹w p›.go()
              println(‹r p›.see())
              change(mut ‹w p›)
              println("${‹r p›.x}")
            }"#]],
    );
}

#[test]
fn fields_elements_and_pointers() {
    check(
        "\
type B { let @$0a: [i64; 2]  let @p: Pointer[i64] }
fn f(b: mut B) {
  b.a[0] = b.a[1]
  (b.a)[1] = 1
  unsafe { b.p[0] = 1 }
}
fn g -> B { B(a: [1, 2], p: Pointer.null()) }",
        expect![[r#"
            type B { let @‹w a›: [i64; 2]  let @p: Pointer[i64] }
            fn f(b: mut B) {
              b.‹w a›[0] = b.‹r a›[1]
              (b.‹w a›)[1] = 1
              unsafe { b.p[0] = 1 }
            }
            fn g -> B { B(‹w a›: [1, 2], p: Pointer.null()) }"#]],
    );
    check(
        "fn f($0p: Pointer[i64]) { unsafe { p[0] = 1 } }",
        expect!["fn f(‹w p›: Pointer[i64]) { unsafe { ‹r p›[0] = 1 } }"],
    );
}

#[test]
fn functions_are_names_and_labels_too() {
    check(
        "fn f$0 -> i64 { 1 }\nfn g -> i64 { f() + f() }",
        expect!["fn ‹f› -> i64 { 1 }\nfn g -> i64 { ‹f›() + ‹f›() }"],
    );
    check("fn f { $0a: loop { loop { break a } } }", expect!["fn f { ‹a›: loop { loop { break ‹a› } } }"]);
}

#[test]
fn keywords_show_what_leaves() {
    check(
        "fn f(n: i64) -> i64 { a: $0loop { while true { break  continue a }  if n > 1 { break }  return n } }",
        expect![
            "fn f(n: i64) -> i64 { ‹a›: ‹loop› { while true { break  ‹continue› a }  if n > 1 { ‹break› }  return n } }"
        ],
    );
    check(
        "fn f(n: i64) -> i64 { if n > 1 { $0return 2 }  for i in 0..n { break }  return n }",
        expect!["‹fn› f(n: i64) -> i64 { if n > 1 { ‹return› 2 }  for i in 0..n { break }  ‹return› n }"],
    );
}
