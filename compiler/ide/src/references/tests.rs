//! Uses across files, through imports under other names.

use expect_test::{Expect, expect};

use crate::fixture::Fixture;
use crate::references;

fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let found = references(&fixture.db, fixture.position(), true).expect("a name stands there");
    let shown: String = found
        .iter()
        .map(|each| {
            let sign = if each.is_declaration { " =" } else { "" };
            format!("{}{sign} {:?}\n", fixture.show(&each.range), each.access)
        })
        .collect();
    expected.assert_eq(&shown);
    let uses = references(&fixture.db, fixture.position(), false).expect("a name stands there");
    assert_eq!(uses.len(), found.iter().filter(|each| !each.is_declaration).count());
}

#[test]
fn through_imports_other_names_and_exports() {
    check(
        "\
import shapes
import facade (size as extent)
fn main { println(shapes.area(1.0) + extent(2.0))  let area = 1  println(area) }
#- facade.lang
pub import shapes (area as size)
#- shapes.lang
# Tells the area.
pub fn $0area(side: f64) -> f64 { if side > 9.0 { area(side / 2.0) } else { side } }
#- unrelated.lang
fn area { area() }
",
        expect![[r#"
            main.lang:2:16 size Name
            main.lang:2:24 extent Name
            main.lang:3:26 area Name
            main.lang:3:38 extent Name
            facade.lang:1:20 area Name
            facade.lang:1:28 size Name
            shapes.lang:2:8 area = Name
            shapes.lang:2:49 area Name
        "#]],
    );
}

#[test]
fn fields_in_constructions_and_texts() {
    check(
        "\
import shapes (P)
fn main { let p = P(x: 1, y: 2)  println(p.x + offset_of[P](\"x\"))  let x = 1  println(x) }
#- shapes.lang
pub type copy P { pub let @$0x: i64  pub let @y: i64  fn mut go { @x = @y } }
",
        expect![[r#"
            main.lang:2:21 x Write
            main.lang:2:44 x Read
            main.lang:2:62 x Read
            shapes.lang:1:28 x = Write
            shapes.lang:1:66 x Write
        "#]],
    );
}

#[test]
fn parameters_are_named_by_arguments() {
    check(
        "\
import m (f)
fn g(by: i64) -> i64 { f(1, by: by) }
#- m.lang
pub fn f(n: i64, $0by: i64) -> i64 { n * by }
",
        expect![[r#"
            main.lang:2:29 by Write
            m.lang:1:18 by = Write
            m.lang:1:40 by Read
        "#]],
    );
}

#[test]
fn types_with_self_and_modules() {
    check(
        "\
type copy $0P { let @x: i64  fn static one -> Self { Self(x: 1) } }
impl P { fn same -> Self { P(x: @x) } }
fn f(p: ref P) -> [P; 2] { [P.one(), P.one()] }
",
        expect![[r#"
            main.lang:1:11 P = Name
            main.lang:1:45 Self Name
            main.lang:1:52 Self Name
            main.lang:2:6 P Name
            main.lang:2:21 Self Name
            main.lang:2:28 P Name
            main.lang:3:13 P Name
            main.lang:3:20 P Name
            main.lang:3:29 P Name
            main.lang:3:38 P Name
        "#]],
    );
    check(
        "\
import geometry.vec as v
import geometry.vec
fn main { println($0v.dot() + vec.dot()) }
#- geometry/vec.lang
pub fn dot -> i64 { 1 }
",
        expect![[r#"
            main.lang:1:17 vec Name
            main.lang:1:24 v Name
            main.lang:2:17 vec Name
            main.lang:3:19 v Name
            main.lang:3:29 vec Name
        "#]],
    );
}

#[test]
fn broken_code_has_uses_too() {
    check(
        "fn f($0n: i64) -> i64 { let m = n +  if n { n\n}\nfn g { f(n: }",
        expect![[r#"
            main.lang:1:6 n = Write
            main.lang:1:31 n Read
            main.lang:1:39 n Read
            main.lang:1:43 n Read
            main.lang:3:10 n Write
        "#]],
    );
}

#[test]
fn a_global_is_read_written_and_lent() {
    check(
        "\
import store (total)
fn main { unsafe { total += 1  println(total)  bump(mut total) } }
fn bump(n: mut i64) { n = 1 }
#- store.lang
pub let mut $0total: i64 = 0
fn local -> i64 { let total = 2  total }
",
        expect![[r#"
            main.lang:1:15 total Name
            main.lang:2:20 total Write
            main.lang:2:40 total Read
            main.lang:2:57 total Write
            store.lang:1:13 total = Write
        "#]],
    );
}
