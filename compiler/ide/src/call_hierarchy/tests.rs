//! Callers and called.

use expect_test::expect;

use super::*;
use crate::fixture::Fixture;
use crate::position::FileRange;

const PROGRAM: &str = "\
import m (helper as help)
import m
let COUNT: i64 = m.helper(1)
type copy P { let @x: i64  fn twice -> i64 { help(@x) + help(@x) } }
extern { fn qsort(compare: extern fn (i32) -> i32) }
extern fn compare(x: i32) -> i32 { x }
fn main {
  unsafe { qsort(compare) }
  println(P(x: 1).twice() + COUNT)
}
test \"helping\" { assert(help(1) == 1) }
#- m.lang
pub fn helper$0(n: i64) -> i64 { if n > 1 { helper(n - 1) } else { n } }
";

fn show(fixture: &Fixture, calls: Vec<Calls>, of_target: bool, at: FilePosition) -> String {
    let mut shown = String::new();
    for each in calls {
        let file = if of_target { each.target.file } else { at.file };
        let places = each.ranges.iter().map(|range| fixture.show(&FileRange { file, range: range.clone() }));
        let places: Vec<String> = places.collect();
        shown.push_str(&format!("{:?} {}: {}\n", each.target.kind, each.target.name, places.join(", ")));
    }
    shown
}

fn position_of(fixture: &Fixture, text: &str) -> FilePosition {
    let file = fixture.file();
    let offset = file.text(&fixture.db).find(text).expect("it is there") as u32;
    FilePosition { file, offset }
}

#[test]
fn callers_may_be_tests_and_constants() {
    let fixture = Fixture::new(PROGRAM);
    let at = fixture.position();
    let item = prepare_call_hierarchy(&fixture.db, at).expect("a function stands there");
    assert_eq!(item.name, "helper");
    let calls = incoming_calls(&fixture.db, at);
    expect![[r#"
        Constant COUNT: main.lang:3:20 helper
        Method twice: main.lang:4:46 help, main.lang:4:57 help
        Test helping: main.lang:11:25 help
        Function helper: m.lang:1:43 helper
    "#]]
    .assert_eq(&show(&fixture, calls, true, at));
    let compare = position_of(&fixture, "compare(x");
    let calls = incoming_calls(&fixture.db, compare);
    expect![[r#"
        Function main: main.lang:8:18 compare
    "#]]
    .assert_eq(&show(&fixture, calls, true, compare));
}

#[test]
fn called_functions_of_functions_tests_and_constants() {
    let fixture = Fixture::new(PROGRAM);
    let mut shown = String::new();
    for place in ["main {", "twice ->", "helping", "COUNT", "println(P"] {
        let at = position_of(&fixture, place);
        let item = prepare_call_hierarchy(&fixture.db, at).expect("something with a body");
        let calls = outgoing_calls(&fixture.db, at);
        shown.push_str(&format!("{}\n{}", item.name, show(&fixture, calls, false, at)));
    }
    expect![[r#"
        main
        Function qsort: main.lang:8:12 qsort
        Function compare: main.lang:8:18 compare
        Method twice: main.lang:9:19 twice
        twice
        Function helper: main.lang:4:46 help, main.lang:4:57 help
        helping
        Function helper: main.lang:11:25 help
        COUNT
        Function helper: main.lang:3:20 helper
        main
        Function qsort: main.lang:8:12 qsort
        Function compare: main.lang:8:18 compare
        Method twice: main.lang:9:19 twice
    "#]]
    .assert_eq(&shown);
    let nothing = position_of(&fixture, "import");
    assert_eq!(prepare_call_hierarchy(&fixture.db, nothing), None);
    assert_eq!(incoming_calls(&fixture.db, nothing), []);
}

#[test]
fn calls_through_traits() {
    let text = "\
trait Area { fn area -> f64 }
type copy P { let @x: f64 }
type copy Q { let @x: f64 }
impl Area for P { fn $0area -> f64 { @x } }
impl Area for Q { fn area -> f64 { @x } }
fn known(p: P) -> f64 { p.area() }
fn other(q: Q) -> f64 { q.area() }
fn any[T: Area](t: T) -> f64 { t.area() }
fn behind(d: ref dyn Area) -> f64 { d.area() }
";
    let fixture = Fixture::new(text);
    let db = &fixture.db;
    let at = fixture.position();
    expect![[r#"
        Function known: main.lang:6:27 area
        Function any: main.lang:8:34 area
        Function behind: main.lang:9:39 area
    "#]]
    .assert_eq(&show(&fixture, incoming_calls(db, at), true, at));
    let shown: String = (["known", "any", "behind", "area -> f64 }\ntype"].iter())
        .map(|place| {
            let at = position_of(&fixture, place);
            format!("{}\n", show(&fixture, outgoing_calls(db, at), false, at))
        })
        .collect();
    expect![[r#"
        Method area: main.lang:6:27 area

        Method area: main.lang:8:34 area

        Method area: main.lang:9:39 area

        Method area: main.lang:1:17 area
        Method area: main.lang:1:17 area

    "#]]
    .assert_eq(&shown);
}
