//! `lang abi diff` about each form that a value may have: what breaks callers is told with its place, and nothing else is.

use crate::support::Folder;

/// What both versions declare; a row says how the new one differs.
const LIBRARY: &str = "\
pub type copy Point { pub let @x: f64  pub let @y: f64 }
type User { pub let @name: String  pub let @age: i64 }
type Closed { let @age: i64 }
type inline enum Shape { case Circle(f64)  case Rect(f64, f64)  case Empty }
type enum Tree { case Leaf  case Node(Tree, i64) }
type copy enum Mode: i32 { case Read = 1  case Write = 4 }
type view Lines { let @text: ref String  let @at: i64  let @rest: ref [u8] }
type inline Pair[A, B] { let @first: A  let @second: B }
trait Named { fn name -> String }
trait Area: Named { fn area -> f64  fn mut grow(by: f64) }
impl Equal for Point
";

/// Compares two versions of a library with these functions, the new one with one text in another's place.
fn difference(functions: &str, was: &str, is: &str) -> (i32, String) {
    let old = format!("{LIBRARY}{functions}\n");
    assert!(old.contains(was), "`{was}` stands nowhere");
    let folder = Folder::new(&[("old.lang", &old), ("new.lang", &old.replacen(was, is, 1))]);
    let ended = folder.lang(&["abi", "diff", "old.lang", "new.lang", "--target", "x86_64-linux-gnu"]);
    assert!(matches!(ended.code, Some(0 | 1)), "{}", ended.stderr);
    (ended.code.unwrap_or_default(), ended.stdout)
}

/// Callers of the old version break, and are told all of this, words of a line each.
#[track_caller]
fn breaks(functions: &str, was: &str, is: &str, told: &[&str]) {
    let (code, text) = difference(functions, was, is);
    assert_eq!(code, 1, "`{was}` -> `{is}` breaks nobody:\n{text}");
    for words in told {
        assert!(text.contains(words), "`{was}` -> `{is}`, `{words}` is missing in\n{text}");
    }
}

/// Callers of the old version may be left as they are.
#[track_caller]
fn keeps(functions: &str, was: &str, is: &str) {
    let (code, text) = difference(functions, was, is);
    assert!(code == 0 && text.contains("as before"), "`{was}` -> `{is}`:\n{text}");
}

const GIVES: &str = "extern fn f(n: i64) -> Shape { if n > 0 { Shape.Empty } else { Shape.Empty } }";
const TAKES: &str = "extern fn f(shape: Shape) { let _ = shape }";

#[test]
fn cases_of_an_enum() {
    for functions in [GIVES, TAKES, "extern fn f(shape: ref Shape) { let _ = shape }"] {
        let (value, same) = if functions == GIVES { ("result", "f") } else { ("shape", "f") };
        let circle = format!("{value}.Circle");
        let tags = ["changed", same, &circle, "was: case `Circle` has the tag 0", "is:  case `Circle` has the tag 1"];
        breaks(functions, "case Circle(f64)  case Rect(f64, f64)", "case Rect(f64, f64)  case Circle(f64)", &tags);
        breaks(functions, "case Rect(f64, f64)", "case Rect(f64, i64)", &["f"]);
        breaks(functions, "case Rect(f64, f64)", "case Rect(f64, f64, f64)", &["aligned to 8"]);
        breaks(functions, "case Circle(f64)", "case Circle(i8)", &[&circle]);
        breaks(functions, "case Circle(f64)", "case Circle", &[&circle]);
        keeps(functions, "case Circle(f64)", "case Disc(f64)");
        keeps(functions, "case Rect(f64, f64)", "case Rect(width: f64, height: f64)");
    }
    // Who gets a new case does not know it, who gives none is not asked for it; the other way round with one that is gone.
    let unknown = ["result.Line", "was: not there", "case `Line` has the tag 3, which callers do not know"];
    breaks(GIVES, "case Empty }", "case Empty  case Line(f64) }", &unknown);
    keeps(TAKES, "case Empty }", "case Empty  case Line(f64) }");
    breaks(
        TAKES,
        "case Rect(f64, f64)  case Empty }",
        "case Rect(f64, f64) }",
        &["shape.Empty", "was: case `Empty` has the tag 2", "is:  not there"],
    );
    keeps("extern fn f -> Mode { Mode.Read }", "case Read = 1  case Write = 4", "case Read = 1");
    breaks("extern fn f(m: Mode) { let _ = m }", "case Read = 1  case Write = 4", "case Read = 1", &["m.Write"]);
    breaks("extern fn f(m: Mode) { let _ = m }", "Read = 1  case Write = 4", "Read = 4  case Write = 1", &["m.Write"]);
    breaks("extern fn f(m: Mode) { let _ = m }", "Mode: i32", "Mode: i16", &["2 bytes"]);
    // Both ways, behind `mut`; the new case of an object that is given back.
    breaks(
        "extern fn f(shape: mut Shape) { shape = Shape.Empty }",
        "case Empty }",
        "case Empty  case Line(f64) }",
        &["shape.Line"],
    );
    breaks("extern fn f -> Tree { Tree.Leaf }", "case Node(Tree, i64)", "case Node(i64, Tree)", &["result.Node"]);
    breaks(
        "extern fn f -> Tree { Tree.Leaf }",
        "case Node(Tree, i64)",
        "case Node(Tree, i64)  case Twig",
        &["result.Twig"],
    );
    keeps("extern fn f(t: Tree) { let _ = t }", "case Node(Tree, i64)", "case Node(Tree, i64)  case Twig");
}

#[test]
fn null_that_appears_and_disappears() {
    let takes = "extern fn f(p: ref Point) { let _ = p }";
    let gives = "extern fn f(p: ref Point) -> ref Point { p }";
    keeps(takes, "p: ref Point", "p: Option[ref Point]");
    breaks("extern fn f(p: Option[ref Point]) { let _ = p }", "Option[ref Point]", "ref Point", &["never null"]);
    breaks(gives, "-> ref Point { p }", "-> Option[ref Point] { Some(p) }", &["result", "may be null"]);
    keeps(
        "extern fn f(p: ref Point) -> Option[ref Point] { Some(p) }",
        "-> Option[ref Point] { Some(p) }",
        "-> ref Point { p }",
    );
    breaks(takes, "p: ref Point", "p: Option[Option[ref Point]]", &["was: 8 bytes", "is:  16 bytes"]);
    breaks("extern fn f(s: Option[ref [i64]]) { let _ = s }", "Option[ref [i64]]", "ref [i64]", &["s.elements"]);
    keeps("extern fn f(s: ref [i64]) { let _ = s }", "ref [i64]", "Option[ref [i64]]");
    breaks("extern fn f(a: Option[ref dyn Area]) { let _ = a }", "Option[ref dyn Area]", "ref dyn Area", &["a.object"]);
    breaks("extern fn f(a: Option[fn ()]) { let _ = a }", "Option[fn ()]", "fn ()", &["a.code"]);
    // An enum of one's own loses its niche with a second case that carries something.
    breaks(
        "type inline enum Kept { case None  case Some(User) }\nextern fn f(k: Kept) { let _ = k }",
        "case None  case Some(User)",
        "case None  case Some(User)  case Old(i8)",
        &["was: 8 bytes", "is:  16 bytes"],
    );
}

#[test]
fn tables_of_objects() {
    let takes = "extern fn f(a: ref dyn Area) { let _ = a }";
    let gives = "extern fn f(a: dyn Area) -> dyn Area { a }";
    let method = ["a.vtable.twice", "was: not there", "is:  a method at byte 48 of the table"];
    breaks(takes, "fn mut grow(by: f64) }", "fn mut grow(by: f64)  fn twice -> f64 }", &method);
    breaks(
        takes,
        "fn area -> f64  fn mut grow(by: f64)",
        "fn mut grow(by: f64)  fn area -> f64",
        &["a.vtable.area", "was: `area` at byte 32", "is:  `area` at byte 40"],
    );
    breaks(takes, "fn area -> f64  fn mut", "fn mut", &["a.vtable.grow", "at byte 32"]);
    breaks(takes, "Area: Named", "Area", &["a.vtable"]);
    breaks(takes, "grow(by: f64)", "grow(by: f32)", &["a.vtable.grow(#1)", "`f32`"]);
    breaks(takes, "fn area -> f64", "fn area -> i64", &["a.vtable.area()"]);
    breaks(takes, "fn name -> String", "fn name -> User", &["a.vtable.name()"]);
    // Who gets a table needs none of what is new at its end, and who gives one none of what is gone there.
    keeps(takes, "  fn mut grow(by: f64) }", " }");
    keeps(
        "extern fn f(g: ref fn (ref dyn Area)) { let _ = g }",
        "fn mut grow(by: f64) }",
        "fn mut grow(by: f64)  fn twice -> f64 }",
    );
    breaks(gives, "fn mut grow(by: f64) }", "fn mut grow(by: f64)  fn twice -> f64 }", &["a.vtable.twice"]);
    keeps(takes, "fn mut grow(by: f64)", "fn mut grow(amount: f64)");
    keeps(takes, "fn area -> f64", "fn size -> f64");
    // What a default does is not in the table's form.
    keeps(
        "trait Twice { fn once -> i64  fn twice -> i64 { self.once() * 2 } }\nextern fn f(a: ref dyn Twice) { let _ = a }",
        "{ self.once() * 2 }",
        "{ self.once() + self.once() }",
    );
    breaks(takes, "ref dyn Area", "mut dyn Area", &["a.object", "may be written through"]);
    keeps("extern fn f(a: mut dyn Area) { let _ = a }", "mut dyn Area", "ref dyn Area");
    breaks(takes, "ref dyn Area", "dyn Area", &["a.object", "which is given away"]);
}

#[test]
fn closures_and_functions() {
    let takes = "extern fn f(g: ref fn (i64, ref Point) -> i64) { let _ = g }";
    breaks(takes, "(i64, ref Point) -> i64", "(i64, ref Point, i8) -> i64", &["g.code", "a function of 3 arguments"]);
    breaks(takes, "(i64, ref Point)", "(i32, ref Point)", &["g.code(#0)", "an integer of 32 bits"]);
    breaks(takes, "(i64, ref Point)", "(f64, ref Point)", &["g.code(#0)"]);
    breaks(takes, "ref Point) -> i64", "ref Point) -> f64", &["g.code()"]);
    breaks(takes, "ref Point)", "Option[ref Point])", &["g.code(#1)", "may be null"]);
    breaks(takes, "g: ref fn", "g: fn", &["g.environment", "which is given away"]);
    breaks(takes, "g: ref fn", "g: mut fn", &["g.environment", "may be written through"]);
    keeps("extern fn f(g: mut fn (i64)) { let _ = g }", "g: mut fn", "g: ref fn");
    breaks("extern fn f(g: fn ()) { let _ = g }", "g: fn ()", "g: fn move ()", &["given away and called once"]);
    breaks(takes, "g: ref fn (i64, ref Point) -> i64", "g: extern fn (i64, ref Point) -> i64", &["was: 16 bytes"]);
    breaks(
        "extern fn f(g: extern fn (Shape)) { let _ = g }",
        "case Empty }",
        "case Empty  case Line(f64) }",
        &["g(#0).Line"],
    );
    keeps("extern fn f(g: extern fn () -> Shape) { let _ = g }", "case Empty }", "case Empty  case Line(f64) }");
    keeps(takes, "(i64, ref Point)", "(u64, ref Point)");
    keeps("extern fn f(_g: ref fn ()) { }", "_g: ref fn", "_callback: ref fn");
}

#[test]
fn views_slices_and_arrays() {
    let view = "extern fn f(lines: Lines) -> i64 { lines.at }";
    let behind = "extern fn f(lines: ref Lines) -> i64 { lines.at }";
    for functions in [view, behind] {
        breaks(functions, "let @at: i64  let @rest: ref [u8]", "let @rest: ref [u8]  let @at: i64", &["lines.at"]);
        breaks(functions, "let @at: i64", "let @at: i64  let @more: i64", &["40 bytes aligned to 8"]);
        breaks(functions, "let @rest: ref [u8]", "let @rest: ref [u16]", &["lines.rest.elements"]);
        breaks(
            functions,
            "let @rest: ref [u8]",
            "let @rest: mut [u8]",
            &["lines.rest.elements", "may be written through"],
        );
        breaks(functions, "let @text: ref String", "let @text: String", &["lines.text"]);
        keeps(functions, "let @text: ref String", "let @words: ref String");
        keeps(functions, "type view Lines", "# Documented.\ntype view Lines");
    }
    breaks("extern fn f(a: ref [i64]) { let _ = a }", "ref [i64]", "ref [i64; 4]", &["was: 16 bytes", "is:  8 bytes"]);
    breaks("extern fn f(a: ref [i64; 3]) { let _ = a }", "[i64; 3]", "[i64; 4]", &["3 elements", "4 elements"]);
    breaks(
        "extern fn f(a: ref [Point]) { let _ = a }",
        "pub let @y: f64",
        "pub let @y: f64  pub let @z: f64",
        &["a.elements"],
    );
    breaks("extern fn f(a: ref [i64]) { let _ = a }", "ref [i64]", "Array[i64]", &["24 bytes"]);
    breaks("extern fn f(a: Array[i64]) { let _ = a }", "Array[i64]", "Array[f64]", &["a.elements"]);
    breaks("extern fn f(a: Shared[Point]) { let _ = a }", "let @x: f64", "let @x: i64", &["a.value.x"]);
    breaks("extern fn f(a: Map[i64, i64]) { let _ = a }", "Map[i64, i64]", "Map[i64, f64]", &["a.entries.elements"]);
}

#[test]
fn objects_and_owners() {
    let takes = "extern fn f(user: ref User) -> i64 { user.age }";
    breaks(
        takes,
        "pub let @name: String  pub let @age: i64",
        "pub let @age: i64  pub let @name: String",
        &["user.name"],
    );
    breaks(
        takes,
        "pub let @age: i64 }\ntype Closed",
        "pub let @age: i64  pub let @old: bool }\ntype Closed",
        &["24 bytes"],
    );
    breaks(takes, "user: ref User", "user: User", &["which is lent", "which is given away"]);
    breaks(takes, "user: ref User", "user: mut User", &["is only read through", "may be written through"]);
    keeps("extern fn f(user: mut User) -> i64 { user.age }", "user: mut User", "user: ref User");
    breaks(
        "extern fn f(p: Pointer[User.Object]) { let _ = p }",
        "pub let @name: String",
        "pub let @name: i64",
        &["p.name"],
    );
    breaks("extern fn f(p: Pointer[()]) { let _ = p }", "Pointer[()]", "Pointer[Point]", &["nobody sees inside"]);
    keeps("extern fn f(p: ref Point) { let _ = p }", "p: ref Point", "p: Option[ref Point]");
    // What nobody sees inside may change.
    keeps(
        "extern fn f(c: ref Closed) { let _ = c }",
        "let @age: i64 }\ntype inline enum",
        "let @age: i32  let @b: i8 }\ntype inline enum",
    );
    breaks(
        "extern fn f(s: ref String) { let _ = s }",
        "s: ref String",
        "s: String",
        &["of which one owner is given away"],
    );
}

#[test]
fn instances_and_derived_methods() {
    let takes = "extern fn f(pair: Pair[i64, i8]) { let _ = pair }";
    breaks(takes, "Pair[i64, i8])", "Pair[i64, i16])", &["rsi[8..9]", "rsi[8..10]"]);
    breaks(takes, "Pair[i64, i8])", "Pair[i8, i64])", &["pair"]);
    breaks(takes, "let @first: A  let @second: B", "let @second: B  let @first: A", &["pair"]);
    keeps(
        takes,
        "type inline Pair[A, B] { let @first: A  let @second: B }",
        "type inline Pair[C, D] { let @first: C  let @second: D }",
    );
    breaks("extern fn f(r: Result[i64, Mode]) { let _ = r }", "Result[i64, Mode]", "Result[Mode, i64]", &["r.Ok"]);
    // A derived method is nobody's to call, and none stands in a value.
    let point = "extern fn f(p: Point) -> Point { p }";
    keeps(point, "impl Equal for Point\n", "impl Equal for Point\nimpl Show for Point\nimpl Order for Point\n");
    keeps(point, "impl Equal for Point\n", "");
    keeps("extern fn f(p: ref dyn Show) { let _ = p }", "impl Equal for Point\n", "impl Show for Point\n");
    breaks(
        point,
        "pub let @x: f64  pub let @y: f64",
        "pub let @y: f64  pub let @x: f64",
        &["p.x", "`x` at byte 8", "result.y"],
    );
    keeps(point, "pub let @x: f64  pub let @y: f64", "pub let @a: f64  pub let @b: f64");
    keeps(point, "type copy Point", "type inline Point");
}

/// A report of an older `lang` has no shapes: what it has is compared.
#[test]
fn reports_without_shapes() {
    let folder = Folder::new(&[("a.lang", &format!("{LIBRARY}{TAKES}\n"))]);
    let report = folder.lang(&["abi", "a.lang", "--format", "json", "--target", "x86_64-linux-gnu"]);
    let mut report: serde_json::Value = serde_json::from_str(&report.exit(0).stdout).expect("it is JSON");
    report.as_object_mut().expect("an object").remove("shapes");
    for function in report["functions"].as_array_mut().expect("a list") {
        function["targets"][0].as_object_mut().expect("an object").remove("shapes");
    }
    folder.write("old.json", report.to_string().as_bytes());
    let both = ["abi", "diff", "old.json", "a.lang", "--target", "x86_64-linux-gnu"];
    folder.lang(&both).exit(0);
    folder.write("a.lang", format!("{LIBRARY}{TAKES}\n").replace("Rect(f64, f64)", "Rect(f64, f64, i8)").as_bytes());
    folder.lang(&both).exit(1).prints("changed");
}
