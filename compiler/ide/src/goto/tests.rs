//! The four questions on every kind of name.

use expect_test::{Expect, expect};
use source::Db;

use super::*;
use crate::fixture::Fixture;

type Question = fn(&dyn Db, FilePosition) -> Option<Targets>;

/// Asks at every mark in turn; one line per mark: what was asked about, then where it leads.
fn check(question: Question, text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let mut shown = String::new();
    for mark in 0..fixture.mark_count() {
        let position = fixture.mark(mark);
        let Some(found) = question(&fixture.db, position) else {
            shown.push_str("nothing\n");
            continue;
        };
        let range = |file, range| fixture.show(&FileRange { file, range });
        shown.push_str(&range(position.file, found.origin));
        for target in found.targets {
            shown.push_str(&format!(" -> {:?} {}", target.kind, range(target.file, target.focus_range)));
        }
        shown.push('\n');
    }
    expected.assert_eq(&shown);
}

#[test]
fn definition_at_either_end_of_a_word() {
    check(
        definition,
        "fn half(x: f64) -> f64 { x / 2.0 }\nfn main { println($0half$1(3.0)) }",
        expect![[r#"
            main.lang:2:19 half -> Function main.lang:1:4 half
            main.lang:2:19 half -> Function main.lang:1:4 half
        "#]],
    );
    let fixture = Fixture::new("fn main { }");
    let behind = FilePosition { file: fixture.file(), offset: u32::MAX };
    assert_eq!(definition(&fixture.db, behind), None);
}

#[test]
fn definition_of_names_that_look_odd() {
    check(
        definition,
        r#"
import shapes (area as $0size)
type copy P { let @x: i64  fn twice -> i64 { self.x * 2 }  fn static of(x: i64) -> $1Self { $2Self(x: x) } }
impl P { fn same -> $3Self { P.$4of(@$5x) } }
let ORIGIN = P(x: 3)
type Pair { let @side: [i64; $6LIMIT] }
let LIMIT = 4
fn main {
  println(ORIGIN.$7x + offset_of[P]("$8x"))
  println(P.of($9x: 3).twice())
}
#- shapes.lang
pub fn area(side: f64) -> f64 { side }
"#,
        expect![[r#"
            main.lang:2:24 size -> Function shapes.lang:1:8 area
            main.lang:3:84 Self -> Structure main.lang:3:11 P
            main.lang:3:91 Self -> Structure main.lang:3:11 P
            main.lang:4:21 Self -> Structure main.lang:3:11 P
            main.lang:4:30 of -> StaticMethod main.lang:3:70 of
            main.lang:4:34 x -> Field main.lang:3:20 x
            main.lang:6:30 LIMIT -> Constant main.lang:7:5 LIMIT
            main.lang:9:18 x -> Field main.lang:3:20 x
            main.lang:9:36 x -> Field main.lang:3:20 x
            main.lang:10:16 x -> Parameter main.lang:3:73 x
        "#]],
    );
}

#[test]
fn definition_in_computed_lengths() {
    check(
        definition,
        "\
import shapes
type copy Grid { let @x: i64  fn static size -> i64 { 2 } }
type Field { let @cells: [i64; $0Grid.$1size() * $2shapes.$3EDGES] }
fn f(cells: [i64; Grid.$4size()]) { let a = [0; Grid.$5size()]  println(a[0] + cells[0]) }
#- shapes.lang
pub let EDGES = 4
",
        expect![[r#"
            main.lang:3:32 Grid -> Structure main.lang:2:11 Grid
            main.lang:3:37 size -> StaticMethod main.lang:2:41 size
            main.lang:3:46 shapes -> Module shapes.lang:1:1 
            main.lang:3:53 EDGES -> Constant shapes.lang:1:9 EDGES
            main.lang:4:24 size -> StaticMethod main.lang:2:41 size
            main.lang:4:52 size -> StaticMethod main.lang:2:41 size
        "#]],
    );
}

#[test]
fn definition_of_jumps_is_what_they_leave() {
    check(
        definition,
        "\
fn f(n: i64) -> i64 {
  outer: for i in 0..n { while i > 2 { $0break  $1continue outer } }
  loop { $2return n }
}",
        expect![[r#"
            main.lang:2:40 break -> Label main.lang:2:26 while
            main.lang:2:47 continue -> Label main.lang:2:10 for
            main.lang:3:10 return -> Function main.lang:1:1 fn
        "#]],
    );
}

#[test]
fn definition_leads_into_the_standard_library() {
    check(
        definition,
        "import std.c ($0errno)\nfn main { println($1errno())  println(\"x\".$2length()) }",
        expect![[r#"
            main.lang:1:15 errno -> Function std/c.lang:56:8 errno
            main.lang:2:19 errno -> Function std/c.lang:56:8 errno
            main.lang:2:41 length -> Method std/string.lang:22:10 length
        "#]],
    );
}

#[test]
fn definition_of_cases_and_trait_methods_as_far_as_names_tell() {
    check(
        definition,
        "\
type enum Shape { case Circle(f64)  case Dot }
trait Area { fn area -> f64 }
impl $0Area for $1Shape { fn area -> f64 { 0.0 } }
fn main {
  let s = Shape.$2Circle(1.0)
  let d = Shape.$3Dot
  println(Area.$4area(s))
  match s { case Shape.$5Circle(r) | Shape.Other($6r) -> $7r  case Dot -> 0.0 }
}",
        expect![[r#"
            main.lang:3:6 Area -> Trait main.lang:2:7 Area
            main.lang:3:15 Shape -> Enumeration main.lang:1:11 Shape
            main.lang:5:17 Circle -> Case main.lang:1:24 Circle
            main.lang:6:17 Dot -> Case main.lang:1:42 Dot
            main.lang:7:16 area -> Method main.lang:2:17 area
            main.lang:8:24 Circle -> Case main.lang:1:24 Circle
            main.lang:8:48 r -> Variable main.lang:8:31 r
            main.lang:8:54 r -> Variable main.lang:8:31 r
        "#]],
    );
}

#[test]
fn declaration_is_the_import_the_trait_or_what_c_is_told() {
    check(
        declaration,
        "\
import shapes (area as size)
import shapes as s
extern { fn on_event(x: i32) -> i32 }
extern fn $0on_event(x: i32) -> i32 { x }
trait Show { fn show -> i64 }
type P { let @x: i64 }
impl Show for P { fn $1show -> i64 { @x } }
fn main { println($2size(1.0))  println($3s.$4area(2.0))  let $5q = 1 }
#- shapes.lang
pub fn area(side: f64) -> f64 { side }
",
        expect![[r#"
            main.lang:4:11 on_event -> Function main.lang:3:13 on_event
            main.lang:7:22 show -> Method main.lang:5:17 show
            main.lang:8:19 size -> Function main.lang:1:24 size
            main.lang:8:39 s -> Module main.lang:2:18 s
            main.lang:8:41 area -> Function shapes.lang:1:8 area
            main.lang:8:57 q -> Variable main.lang:8:57 q
        "#]],
    );
}

#[test]
fn type_definition_of_values_and_expressions() {
    check(
        type_definition,
        "\
type copy P { let @x: f64 }
type Q { let @p: P  let @all: [P; 2] }
fn make -> Q { Q(p: P(x: 1.0), all: [P(x: 1.0), P(x: 2.0)]) }
fn main {
  let q$0 = make$1()
  let pair = ($2q.p, q.$3all)
  println(p$4air.0.x $5+ 1.0)
  let n$6 = 1
}",
        expect![[r#"
            main.lang:5:7 q -> Structure main.lang:2:6 Q
            main.lang:5:11 make -> Structure main.lang:2:6 Q
            main.lang:6:15 q -> Structure main.lang:2:6 Q
            main.lang:6:22 all -> Structure main.lang:1:11 P
            main.lang:7:11 pair -> Structure main.lang:1:11 P
            nothing
            nothing
        "#]],
    );
}

#[test]
fn implementation_of_types_traits_and_c_functions() {
    check(
        implementation,
        "\
trait $0Area { fn $1area -> f64 }
type copy $2P { let @x: f64  fn twice -> f64 { @x } }
impl Area for P { fn area -> f64 { @x } }
impl P { fn thrice -> f64 { @x } }
extern { fn $3handler(x: i32) -> i32 }
fn $4main { }
fn text(s: $5String) { }
#- c.lang
extern fn handler(x: i32) -> i32 { x }
",
        expect![[r#"
            main.lang:1:7 Area -> Implementation main.lang:3:15 P
            main.lang:1:17 area -> Method main.lang:3:22 area
            main.lang:2:11 P -> Implementation main.lang:3:15 P -> Implementation main.lang:4:6 P -> Method main.lang:2:31 twice
            main.lang:5:13 handler -> Function c.lang:1:11 handler
            main.lang:6:4 main -> Function main.lang:6:4 main
            main.lang:7:12 String -> Implementation std/iterator.collect.lang:44:26 String -> Implementation std/operators.lang:75:30 String -> Implementation std/parse.lang:55:6 String -> Implementation std/string.lang:17:6 String
        "#]],
    );
}

#[test]
fn items_that_are_left_out_have_names() {
    check(
        definition,
        "@[only(os: \"windows\")]\ntype P { let @x: i64  fn $0m -> i64 { let y = @$1x  y$2 } }\nfn f(p: $3P) { }\n@[only(os: \"windows\")]\nfn g { $4g() }",
        expect![[r#"
            main.lang:2:26 m -> Method main.lang:2:26 m
            main.lang:2:46 x -> Field main.lang:2:15 x
            main.lang:2:49 y -> Variable main.lang:2:41 y
            main.lang:3:9 P -> Structure main.lang:2:6 P
            main.lang:5:8 g -> Function main.lang:5:4 g
        "#]],
    );
}

#[test]
fn implementation_of_a_call_is_what_it_calls() {
    check(
        implementation,
        "\
trait Area { fn area -> f64  fn twice -> f64 { self.area() } }
type copy P { let @x: f64 }
type copy Q { let @x: f64 }
impl Area for P { fn area -> f64 { @x } }
impl Area for Q { fn area -> f64 { @x } }
fn f[T: Area](p: P, q: Q, t: T, d: ref dyn Area) {
  println(p.$0area() + q.$1area() + t.$2area() + d.$3area() + p.$4twice() + Area.$5area(q))
}
",
        expect![[r#"
            main.lang:7:13 area -> Method main.lang:4:22 area
            main.lang:7:24 area -> Method main.lang:5:22 area
            main.lang:7:35 area -> Method main.lang:4:22 area -> Method main.lang:5:22 area
            main.lang:7:46 area -> Method main.lang:4:22 area -> Method main.lang:5:22 area
            main.lang:7:57 twice -> Method main.lang:1:33 twice
            main.lang:7:72 area -> Method main.lang:5:22 area
        "#]],
    );
}
