//! Every word of a small program and what it means.

use expect_test::{Expect, expect};
use source::{chunk_starts, chunks, parse};

use crate::fixture::Fixture;
use crate::position::FileRange;
use crate::token::TokenPlace;
use crate::{Definition, NameUse, NavigationTarget};

/// Lists each name of the first file with the place of its declaration; `=` marks declarations.
fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let db = &fixture.db;
    let mut shown = String::new();
    for &chunk in chunks(db, fixture.file()) {
        let start = chunk_starts(db, fixture.file()).start(chunk.id(db)).expect("it is there");
        let parse = parse(db, chunk);
        for token in parse.tokens() {
            let place = TokenPlace::new(chunk, start, parse, token);
            if !place.kind().is_word_like() {
                continue;
            }
            let Some(found) = NameUse::of_token(db, &place) else {
                if !place.kind().is_keyword() {
                    shown.push_str(&format!("{} ?\n", place.text()));
                }
                continue;
            };
            let sign = if found.is_declaration { "=" } else { "->" };
            shown.push_str(&format!("{} {sign} {}\n", place.text(), describe(&fixture, found.definition)));
        }
    }
    expected.assert_eq(&shown);
}

fn describe(fixture: &Fixture, definition: Definition) -> String {
    let db = &fixture.db;
    match NavigationTarget::of(db, definition) {
        Some(target) => {
            let range = FileRange { file: target.file, range: target.focus_range };
            format!("{:?} {}", target.kind, fixture.show(&range))
        }
        None => format!("{definition:?}"),
    }
}

#[test]
fn fields_methods_parameters_and_locals() {
    check(
        "\
import shapes (area as size)
type copy P {
  let @x: f64
  fn static zero -> P { P(x: 0.0) }
  fn mut scale(by: f64) { @x *= by  self.scale(by: 2.0) }
}
let LIMIT: i64 = 4
fn main {
  let mut p = P.zero()
  p.x = size(p.x)
  outer: loop { break outer }
  for i in 0..LIMIT { println(i) }
}
#- shapes.lang
pub fn area(side: f64) -> f64 { side }
",
        expect![[r#"
            shapes -> Module shapes.lang:1:1 
            area -> Function shapes.lang:1:8 area
            size -> Function shapes.lang:1:8 area
            copy ?
            P = Structure main.lang:2:11 P
            x = Field main.lang:3:8 x
            f64 -> BuiltinType(F64)
            static ?
            zero = StaticMethod main.lang:4:13 zero
            P -> Structure main.lang:2:11 P
            P -> Structure main.lang:2:11 P
            x -> Field main.lang:3:8 x
            scale = Method main.lang:5:10 scale
            by = Parameter main.lang:5:16 by
            f64 -> BuiltinType(F64)
            x -> Field main.lang:3:8 x
            by -> Parameter main.lang:5:16 by
            self -> SelfValue main.lang:5:10 scale
            scale -> Method main.lang:5:10 scale
            by -> Parameter main.lang:5:16 by
            LIMIT = Constant main.lang:7:5 LIMIT
            i64 -> BuiltinType(I64)
            main = Function main.lang:8:4 main
            p = Variable main.lang:9:11 p
            P -> Structure main.lang:2:11 P
            zero -> StaticMethod main.lang:4:13 zero
            p -> Variable main.lang:9:11 p
            x -> Field main.lang:3:8 x
            size -> Function shapes.lang:1:8 area
            p -> Variable main.lang:9:11 p
            x -> Field main.lang:3:8 x
            outer = Label main.lang:11:3 outer
            outer -> Label main.lang:11:3 outer
            i = Variable main.lang:12:7 i
            LIMIT -> Constant main.lang:7:5 LIMIT
            println -> BuiltinFunction(Println)
            i -> Variable main.lang:12:7 i
        "#]],
    );
}

#[test]
fn paths_of_types_and_broken_code() {
    check(
        "\
import shapes
extern { fn abs(x: i32) -> i32 }
type Node { let @next: Pointer[Node]  let @shape: shapes.Square }
fn area(n: ref Node) -> f64 {
  let s = shapes.side(n.shape
  unsafe { abs(x: 1) }
  n.shape.
}
#- shapes.lang
pub type copy Square { pub let @side: f64 }
pub fn side(of: Square) -> f64 { of.side }
",
        expect![[r#"
            shapes -> Module shapes.lang:1:1 
            abs = Function main.lang:2:13 abs
            x = Parameter main.lang:2:17 x
            i32 -> BuiltinType(I32)
            i32 -> BuiltinType(I32)
            Node = Structure main.lang:3:6 Node
            next = Field main.lang:3:18 next
            Pointer -> BuiltinType(Pointer)
            Node -> Structure main.lang:3:6 Node
            shape = Field main.lang:3:44 shape
            shapes -> Module shapes.lang:1:1 
            Square -> Structure shapes.lang:1:15 Square
            area = Function main.lang:4:4 area
            n = Parameter main.lang:4:9 n
            Node -> Structure main.lang:3:6 Node
            f64 -> BuiltinType(F64)
            s = Variable main.lang:5:7 s
            shapes -> Module shapes.lang:1:1 
            side -> Function shapes.lang:2:8 side
            n -> Parameter main.lang:4:9 n
            shape -> Field main.lang:3:44 shape
            abs -> Function main.lang:2:13 abs
            x -> Parameter main.lang:2:17 x
            n -> Parameter main.lang:4:9 n
            shape -> Field main.lang:3:44 shape
        "#]],
    );
}

#[test]
fn cases_of_instances() {
    check(
        "\
type enum Kept[T] {
  case Number(T)
  case Nothing
}
fn main {
  let kept = Kept[i64].Number(1)
  let none = Kept[i64].Nothing
}
",
        expect![[r#"
            enum ?
            Kept = Enumeration main.lang:1:11 Kept
            T = TypeParameter main.lang:1:16 T
            Number = Case main.lang:2:8 Number
            T -> TypeParameter main.lang:1:16 T
            Nothing = Case main.lang:3:8 Nothing
            main = Function main.lang:5:4 main
            kept = Variable main.lang:6:7 kept
            Kept -> Enumeration main.lang:1:11 Kept
            i64 -> BuiltinType(I64)
            Number -> Case main.lang:2:8 Number
            none = Variable main.lang:7:7 none
            Kept -> Enumeration main.lang:1:11 Kept
            i64 -> BuiltinType(I64)
            Nothing -> Case main.lang:3:8 Nothing
        "#]],
    );
}

#[test]
fn names_of_the_rest_of_an_array() {
    check(
        "fn sum(numbers: ref [i64]) -> i64 {\n  match numbers {\n    case [] -> 0\n    case [first, .. as rest] -> first + sum(rest)\n  }\n}\n",
        expect![[r#"
            sum = Function main.lang:1:4 sum
            numbers = Parameter main.lang:1:8 numbers
            i64 -> BuiltinType(I64)
            i64 -> BuiltinType(I64)
            numbers -> Parameter main.lang:1:8 numbers
            first = Variable main.lang:4:11 first
            rest = Variable main.lang:4:24 rest
            first -> Variable main.lang:4:11 first
            sum -> Function main.lang:1:4 sum
            rest -> Variable main.lang:4:24 rest
        "#]],
    );
}

#[test]
fn patterns_behind_modules() {
    check(
        "\
import shapes
type Form = shapes.Shape
fn f(s: ref shapes.Shape) -> i64 {
  match s { case shapes.Shape.Rect(a, b: n) -> a + n  case Form.Dot -> 0 }
}
fn g(n: i64) -> bool { match n { case shapes.LIMIT -> true  case _ -> false } }
fn h(n: i64) -> Form { if n > 0 { Form.Rect(n, b: 2) } else { Form.Dot } }
#- shapes.lang
pub let LIMIT = 3
pub type enum Shape { case Rect(a: i64, b: i64)  case Dot }
",
        expect![[r#"
            shapes -> Module shapes.lang:1:1 
            Form = TypeAlias main.lang:2:6 Form
            shapes -> Module shapes.lang:1:1 
            Shape -> Enumeration shapes.lang:2:15 Shape
            f = Function main.lang:3:4 f
            s = Parameter main.lang:3:6 s
            shapes -> Module shapes.lang:1:1 
            Shape -> Enumeration shapes.lang:2:15 Shape
            i64 -> BuiltinType(I64)
            s -> Parameter main.lang:3:6 s
            shapes -> Module shapes.lang:1:1 
            Shape -> Enumeration shapes.lang:2:15 Shape
            Rect -> Case shapes.lang:2:28 Rect
            a = Variable main.lang:4:36 a
            b -> Field shapes.lang:2:41 b
            n = Variable main.lang:4:42 n
            a -> Variable main.lang:4:36 a
            n -> Variable main.lang:4:42 n
            Form -> TypeAlias main.lang:2:6 Form
            Dot -> Case shapes.lang:2:55 Dot
            g = Function main.lang:6:4 g
            n = Parameter main.lang:6:6 n
            i64 -> BuiltinType(I64)
            bool -> BuiltinType(Bool)
            n -> Parameter main.lang:6:6 n
            shapes -> Module shapes.lang:1:1 
            LIMIT -> Constant shapes.lang:1:9 LIMIT
            h = Function main.lang:7:4 h
            n = Parameter main.lang:7:6 n
            i64 -> BuiltinType(I64)
            Form -> TypeAlias main.lang:2:6 Form
            n -> Parameter main.lang:7:6 n
            Form -> TypeAlias main.lang:2:6 Form
            Rect -> Case shapes.lang:2:28 Rect
            n -> Parameter main.lang:7:6 n
            b -> Field shapes.lang:2:41 b
            Form -> TypeAlias main.lang:2:6 Form
            Dot -> Case shapes.lang:2:55 Dot
        "#]],
    );
}
