//! Outlines, and what is found by a part of a name.

use expect_test::{Expect, expect};

use super::*;
use crate::fixture::Fixture;
use crate::position::FileRange;

fn show(fixture: &Fixture, symbol: &DocumentSymbol, depth: usize, shown: &mut String) {
    let range = FileRange { file: fixture.file(), range: symbol.focus_range.clone() };
    let detail = symbol.detail.as_deref().unwrap_or("");
    shown.push_str(&"  ".repeat(depth));
    shown.push_str(&format!("{:?} {} [{detail}] {}\n", symbol.kind, symbol.name, fixture.show(&range)));
    assert!(symbol.full_range.start <= symbol.focus_range.start);
    assert!(symbol.focus_range.end <= symbol.full_range.end);
    for child in &symbol.children {
        show(fixture, child, depth + 1, shown);
    }
}

#[test]
fn an_outline_has_everything_in_its_place() {
    let fixture = Fixture::new(
        "\
import shapes
# A point.
pub type copy P[T] {
  pub let @x: f64
  fn mut go(by: f64) { @x += by }
  fn static zero -> P { P(x: 0.0) }
}
type copy enum Mode: i32 { case Read = 0  case Write = 4 }
type union Bits { let @i: u64 }
type Name = i64
let LIMIT: i64 = 4
let mut counter: i64 = 0
extern { fn abs(x: i32) -> i32  let mut optind: i32  type sqlite3 }
@[only(os: \"windows\")] import extern \"m\"
trait Area { fn area -> f64 }
impl Area for P { fn area -> f64 { 1.0 } }
impl P { fn f { } }
test \"it works\" { }
fn half(
  typed: i64
fn main { }
",
    );
    let mut shown = String::new();
    for symbol in document_symbols(&fixture.db, fixture.file()) {
        show(&fixture, &symbol, 0, &mut shown);
    }
    expect![[r#"
        Structure P [] main.lang:3:15 P
          Field x [f64] main.lang:4:12 x
          Method go [(by: f64)] main.lang:5:10 go
          StaticMethod zero [() -> P] main.lang:6:13 zero
        Enumeration Mode [] main.lang:8:16 Mode
          Case Read [] main.lang:8:33 Read
          Case Write [] main.lang:8:48 Write
        Structure Bits [] main.lang:9:12 Bits
          Field i [u64] main.lang:9:24 i
        TypeAlias Name [i64] main.lang:10:6 Name
        Constant LIMIT [i64] main.lang:11:5 LIMIT
        Constant counter [i64] main.lang:12:9 counter
        Function abs [(x: i32) -> i32] main.lang:13:13 abs
        Global optind [i32] main.lang:13:41 optind
        Structure sqlite3 [] main.lang:13:59 sqlite3
        Trait Area [] main.lang:15:7 Area
          Method area [() -> f64] main.lang:15:17 area
        Implementation impl Area for P [] main.lang:16:15 P
          Method area [() -> f64] main.lang:16:22 area
        Implementation impl P [] main.lang:17:6 P
          Method f [()] main.lang:17:13 f
        Test it works [] main.lang:18:6 "it works"
        Function half [( typed: i64] main.lang:19:4 half
        Function main [()] main.lang:21:4 main
    "#]]
    .assert_eq(&shown);
}

fn check(query: &str, expected: Expect) {
    let fixture = Fixture::new(
        "\
type copy Vec3 { let @x: f64  fn dot -> f64 { @x }  fn mut scale_by { } }
type copy enum Mode: i32 { case Ploy = 0  case Write = 4 }
fn ploy_file { }
fn ploy { }
fn employ_count { }
fn PloyAll { }
let DEPLOYED = 1
test \"ploying\" { }
#- geometry/ployer.lang
fn dot { }
",
    );
    let found = workspace_symbols(&fixture.db, query, 12);
    let shown: String = found
        .iter()
        .map(|target| {
            let container = target.container.as_deref().unwrap_or("-");
            format!("{:?} {} in {container}\n", target.kind, target.name)
        })
        .collect();
    expected.assert_eq(&shown);
}

#[test]
fn the_best_comes_first() {
    check(
        "ploy",
        expect![[r#"
            Case Ploy in Mode
            Function ploy in main
            Module ployer in -
            Function PloyAll in main
            Test ploying in main
            Function ploy_file in main
            Constant DEPLOYED in main
            Function employ_count in main
            Function posix_spawn_file_actions_destroy in std.process.spawn
        "#]],
    );
    check(
        "pf",
        expect![[r#"
            Function ploy_file in main
            Method pop_front in Deque
            Method pop_first in TreeMap
            Method pop_first in TreeSet
            Method push_front in Deque
            Function plain_float in std.parse.float
            Function posix_spawn_file_actions_init in std.process.spawn
            Function posix_spawn_file_actions_destroy in std.process.spawn
            Function posix_spawn_file_actions_adddup2 in std.process.spawn
            Function posix_spawn_file_actions_addopen in std.process.spawn
            Function posix_spawn_file_actions_addchdir_np in std.process.spawn
            Constant F_DUPFD_CLOEXEC in std.c.linux
        "#]],
    );
    check(
        "PA",
        expect![[r#"
            Function PloyAll in main
            Constant AT_EMPTY_PATH in std.c.linux
            Constant USUAL_CAPACITY in std.io.reader
            Constant USUAL_CAPACITY in std.io.writer
            Constant TCP_NODELAY in std.c.linux
            Constant EXPONENT_BIAS in std.c.numbers
        "#]],
    );
    check(
        "vec3.dot",
        expect![[r#"
        Method dot in Vec3
    "#]],
    );
    check(
        "scaleby",
        expect![[r#"
        Method scale_by in Vec3
    "#]],
    );
    check("zzz", expect![[r#""#]]);
}

#[test]
fn a_limit_is_kept() {
    let fixture = Fixture::new("fn a { }\nfn ab { }\nfn abc { }");
    let found = workspace_symbols(&fixture.db, "", 2);
    let names: Vec<&str> = found.iter().map(|target| target.name.as_str()).collect();
    assert_eq!(names, ["a", "ab"]);
}
