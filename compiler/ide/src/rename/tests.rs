//! Names changed in small programs, what is refused and why; and random ones in the corpus, which must check as before.

use expect_test::{Expect, expect};
use source::{Db, Severity, SourceFile};

use super::*;
use crate::apply;
use crate::fixture::Fixture;

/// The texts after a rename, or why it is refused.
fn renamed(fixture: &Fixture, new_name: &str) -> String {
    match rename(&fixture.db, fixture.position(), new_name) {
        Ok(change) => shown(fixture, &change),
        Err(error) => format!("refused: {error}\n"),
    }
}

fn shown(fixture: &Fixture, change: &SourceChange) -> String {
    let mut shown = String::new();
    for (path, file) in &fixture.files {
        let edits = change.files.iter().find(|(each, _)| each == file);
        let Some((_, edits)) = edits else {
            continue;
        };
        if fixture.files.len() > 1 {
            shown.push_str(&format!("#- {path}\n"));
        }
        shown.push_str(apply(file.text(&fixture.db), edits).trim_end());
        shown.push('\n');
    }
    shown
}

fn check(text: &str, new_name: &str, expected: Expect) {
    expected.assert_eq(&renamed(&Fixture::new(text), new_name));
}

/// Several new names for the name at the mark.
fn check_all(text: &str, new_names: &[&str], expected: Expect) {
    let fixture = Fixture::new(text);
    let shown: String = new_names.iter().map(|name| renamed(&fixture, name)).collect();
    expected.assert_eq(&shown);
}

#[test]
fn across_files_with_imports_and_other_names() {
    check(
        "\
import shapes
import facade (area, size)
import shapes (area as extent)
fn main { println(shapes.area(1.0) + area(2.0) + size(3.0) + extent(4.0)) }
#- facade.lang
pub import shapes (area)
pub import shapes (area as size)
#- shapes.lang
# The area of a square.
pub fn $0area(side: f64) -> f64 { side * side }
#- unrelated.lang
fn area { area() }
",
        "surface",
        expect![[r#"
            #- main.lang
            import shapes
            import facade (surface, size)
            import shapes (surface as extent)
            fn main { println(shapes.surface(1.0) + surface(2.0) + size(3.0) + extent(4.0)) }
            #- facade.lang
            pub import shapes (surface)
            pub import shapes (surface as size)
            #- shapes.lang
            # The area of a square.
            pub fn surface(side: f64) -> f64 { side * side }
        "#]],
    );
}

#[test]
fn an_alias_is_renamed_by_itself() {
    let program = "\
import shapes (area as $0size)
fn main { println(size(1.0)) }
#- other.lang
import shapes (area as size)
fn f { println(size(1.0)) }
#- shapes.lang
pub fn area(side: f64) -> f64 { side * side }
";
    check(
        program,
        "extent",
        expect![[r#"
            #- main.lang
            import shapes (area as extent)
            fn main { println(extent(1.0)) }
        "#]],
    );
    check(
        program,
        "area",
        expect![[r#"
            #- main.lang
            import shapes (area)
            fn main { println(area(1.0)) }
        "#]],
    );
}

#[test]
fn fields_with_their_constructions_and_texts() {
    check(
        "\
type copy P { let @x: i64  let @y: i64  fn mut go { @x += @y  self.x = 1 } }
fn f -> P { P(y: 1, $0x: 2) }
fn main { println(f().x + offset_of[P](\"x\")) }
",
        "type",
        expect![[r#"
            type copy P { let @type: i64  let @y: i64  fn mut go { @type += @y  self.type = 1 } }
            fn f -> P { P(y: 1, type: 2) }
            fn main { println(f().type + offset_of[P]("type")) }
        "#]],
    );
}

#[test]
fn parameters_at_the_calls() {
    check(
        "\
fn scale(n: i64, by: i64) -> i64 { n * $0by }
fn main { let by = 2  println(scale(1, by: by) + scale(by: 3, n: 1)) }
",
        "factor",
        expect![[r#"
            fn scale(n: i64, factor: i64) -> i64 { n * factor }
            fn main { let by = 2  println(scale(1, factor: by) + scale(factor: 3, n: 1)) }
        "#]],
    );
}

#[test]
fn what_c_knows_keeps_its_symbol() {
    check(
        "\
extern {
  fn $0abs(x: i32) -> i32
  fn labs(x: i64) -> i64
}
fn main { unsafe { println(abs(-1)) } }
",
        "magnitude",
        expect![[r#"
            extern {
              @[name("abs")] fn magnitude(x: i32) -> i32
              fn labs(x: i64) -> i64
            }
            fn main { unsafe { println(magnitude(-1)) } }
        "#]],
    );
    check(
        "# For C.\nextern fn $0handler(x: i32) -> i32 { x }",
        "on_event",
        expect![[r#"
            # For C.
            @[name("handler")] extern fn on_event(x: i32) -> i32 { x }
        "#]],
    );
    // Of a global only the attribute is known to C, which stays.
    check(
        "@[name(\"hits\")] let mut $0hits: i64 = 0\nlet mut other: i64 = 1\nfn main { unsafe { hits += other  println(hits) } }",
        "count",
        expect![[r#"
            @[name("hits")] let mut count: i64 = 0
            let mut other: i64 = 1
            fn main { unsafe { count += other  println(count) } }
        "#]],
    );
    check(
        "let mut $0hits: i64 = 0\nfn main { unsafe { hits += 1 } }",
        "count",
        expect![[r#"
            let mut count: i64 = 0
            fn main { unsafe { count += 1 } }
        "#]],
    );
    check(
        "extern { @[name(\"abs\")] fn $0magnitude(x: i32) -> i32 }",
        "absolute",
        expect![[r#"
            extern { @[name("abs")] fn absolute(x: i32) -> i32 }
        "#]],
    );
}

#[test]
fn locals_labels_types_and_methods() {
    check(
        "fn f(n: i64) { let $0m = n  let m = m + n  println(\"${m}\") }",
        "k",
        expect!["fn f(n: i64) { let k = n  let m = k + n  println(\"${m}\") }\n"],
    );
    check(
        "fn f { $0a: loop { loop { break a } } }",
        "outer",
        expect!["fn f { outer: loop { loop { break outer } } }\n"],
    );
    check(
        "type copy $0P { let @x: i64  fn static one -> Self { P(x: 1) } }\nimpl P { fn same -> P { Self(x: @x) } }\nfn f(p: [P; 2]) { println(size_of[P]()) }",
        "Point",
        expect![[r#"
            type copy Point { let @x: i64  fn static one -> Self { Point(x: 1) } }
            impl Point { fn same -> Point { Self(x: @x) } }
            fn f(p: [Point; 2]) { println(size_of[Point]()) }
        "#]],
    );
    check(
        "trait Area { fn area -> f64 }\ntype copy P { let @x: f64 }\nimpl Area for P { fn $0area -> f64 { @x } }",
        "surface",
        expect![[r#"
            trait Area { fn surface -> f64 }
            type copy P { let @x: f64 }
            impl Area for P { fn surface -> f64 { @x } }
        "#]],
    );
}

#[test]
fn names_that_are_no_names() {
    check_all(
        "fn $0f { }",
        &["", "1x", "a b", "if", "i64", "a.b", "#", "ä"],
        expect![[r#"
            refused: the new name is empty: type a name
            refused: `1x` is not a name: names consist of letters, digits and `_`, and do not begin with a digit
            refused: `a b` is not a name: names consist of letters, digits and `_`, and do not begin with a digit
            refused: `if` is a word of the language: choose another name
            refused: `i64` is a type of the language: choose another name
            refused: `a.b` is not a name: names consist of letters, digits and `_`, and do not begin with a digit
            refused: the new name is empty: type a name
            fn ä { }
        "#]],
    );
    check(
        "fn f { let $0x = 1  println(x) }",
        "X",
        expect![[r#"
            refused: a variable's name begins with a small letter: in a pattern, `X` would be a constant or a case
        "#]],
    );
}

#[test]
fn what_is_not_ones_own() {
    for (program, expected) in [
        (
            "import std.c (errno)\nfn main { println($0errno()) }",
            expect!["refused: `errno` belongs to the standard library, which cannot be changed\n"],
        ),
        ("fn f(x: $0i64) { }", expect!["refused: `i64` belongs to the language and cannot be renamed\n"]),
        (
            "type P { let @x: i64  fn f -> i64 { $0self.x } }",
            expect!["refused: `self` is a word of the language and cannot be renamed\n"],
        ),
        (
            "type P { let @x: i64  fn f -> $0Self { P(x: 1) } }",
            expect!["refused: `Self` stands for `P` here: rename `P` where its name is written\n"],
        ),
        ("fn $0main { }", expect!["refused: `main` cannot be renamed: it is where the program starts\n"]),
        (
            "import a\nfn main { println($0a.f()) }\n#- a.lang\npub fn f -> i64 { 1 }",
            expect!["refused: a module is named by its file: rename the file `a.lang`, and the imports follow\n"],
        ),
        ("fn main $0{ }", expect!["refused: no name stands here: put the cursor on the name to change\n"]),
    ] {
        check(program, "other", expected);
    }
}

#[test]
fn clashes_and_captures_are_named() {
    check_all(
        "\
import m (q)
fn $0f -> i64 { 1 }
fn g(n: i64) -> i64 { let k = n  f() + k + q() }
fn h -> i64 { let m = 2  f() + m }
type P { let @x: i64 }
#- m.lang
pub fn q -> i64 { 1 }
",
        &["g", "k", "q", "n", "m", "P", "x", "println"],
        expect![[r#"
            refused: `f` cannot become `g`: `g` is declared twice (main.lang:3:4; first declared here main.lang:2:4)
            refused: `f` cannot become `k`: at main.lang:3:34, `k` would mean the variable `k`, declared at main.lang:3:27
            refused: `f` cannot become `q`: `q` is declared twice (main.lang:2:4; first declared here main.lang:1:11)
            refused: `f` cannot become `n`: at main.lang:3:34, `n` would mean the parameter `n`, declared at main.lang:3:6
            refused: `f` cannot become `m`: at main.lang:4:26, `m` would mean the variable `m`, declared at main.lang:4:19
            refused: `f` cannot become `P`: `P` is declared twice (main.lang:5:6; first declared here main.lang:2:4)
            #- main.lang
            import m (q)
            fn x -> i64 { 1 }
            fn g(n: i64) -> i64 { let k = n  x() + k + q() }
            fn h -> i64 { let m = 2  x() + m }
            type P { let @x: i64 }
            #- main.lang
            import m (q)
            fn println -> i64 { 1 }
            fn g(n: i64) -> i64 { let k = n  println() + k + q() }
            fn h -> i64 { let m = 2  println() + m }
            type P { let @x: i64 }
        "#]],
    );
    check_all(
        "type P { let @$0x: i64  let @y: i64  fn z -> i64 { @x } }",
        &["y", "z", "w"],
        expect![[r#"
            refused: `x` cannot become `y`: `y` is declared twice (main.lang:1:28; first declared here main.lang:1:15)
            type P { let @z: i64  let @y: i64  fn z -> i64 { @z } }
            type P { let @w: i64  let @y: i64  fn z -> i64 { @w } }
        "#]],
    );
    check_all(
        "fn f(n: i64) { let $0a = n  if n > 1 { let b = 1  println(a + b) } }",
        &["b", "n", "f"],
        expect![[r#"
            refused: `a` cannot become `b`: at main.lang:1:57, `b` would mean the variable `b`, declared at main.lang:1:42
            refused: `a` cannot become `n`: at main.lang:1:30, `n` would mean the variable `n`, declared at main.lang:1:20
            fn f(n: i64) { let f = n  if n > 1 { let b = 1  println(f + b) } }
        "#]],
    );
    check_all(
        "fn f($0a: i64, b: i64) -> i64 { a + b }",
        &["b", "f", "println"],
        expect![[r#"
            refused: `a` cannot become `b`: `b` is declared twice (main.lang:1:14; first declared here main.lang:1:6)
            fn f(f: i64, b: i64) -> i64 { f + b }
            fn f(println: i64, b: i64) -> i64 { println + b }
        "#]],
    );
}

#[test]
fn a_private_name_may_be_taken_elsewhere() {
    check(
        "fn $0f { f() }\n#- m.lang\nfn g { g() }",
        "g",
        expect![[r#"
            #- main.lang
            fn g { g() }
        "#]],
    );
}

#[test]
fn imports_follow_a_file() {
    let fixture = Fixture::new(
        "\
import geometry.vec
import geometry.vec as v
import geometry.vec (dot)
fn main { println(vec.dot() + v.dot() + dot()) }
#- geometry/vec.lang
pub fn dot -> i64 { 1 }
#- other.lang
import geometry.vec
fn vector -> i64 { vec.dot() }
",
    );
    let change =
        rename_modules(&fixture.db, &[ModuleMove { file: fixture.files[1].1, path: "linear.vector".to_string() }]);
    expect![[r#"
        #- main.lang
        import linear.vector
        import linear.vector as v
        import linear.vector (dot)
        fn main { println(vector.dot() + v.dot() + dot()) }
        #- other.lang
        import linear.vector as vec
        fn vector -> i64 { vec.dot() }
    "#]]
    .assert_eq(&shown(&fixture, &change));
    let odd = ModuleMove { file: fixture.files[1].1, path: "linear.1x".to_string() };
    assert_eq!(rename_modules(&fixture.db, &[odd]), SourceChange::default());
}

/// What is wrong with a file, without positions.
fn problems(db: &dyn Db, file: SourceFile) -> Vec<(&'static str, String)> {
    let mut problems: Vec<(&str, String)> =
        lower::diagnostics(db, file).iter().map(|each| (each.kind.code, each.message.clone())).collect();
    problems.sort();
    problems
}

fn errors(db: &dyn Db, file: SourceFile) -> usize {
    let found = lower::diagnostics(db, file).iter();
    found.filter(|each| each.severity() == Severity::Error).count()
}

/// The declarations of a file that can be renamed.
fn declarations(fixture: &Fixture) -> Vec<(u32, String)> {
    let text = fixture.file().text(&fixture.db);
    let mut found = Vec::new();
    let mut inside = false;
    for (offset, letter) in text.char_indices() {
        let begins = (letter.is_alphabetic() || letter == '_') && !inside;
        inside = letter.is_alphanumeric() || letter == '_';
        let position = FilePosition { file: fixture.file(), offset: offset as u32 };
        let used = NameUse::at(&fixture.db, position).filter(|used| begins && used.is_declaration);
        if let Some(used) = used
            && let Ok(target) = prepare_rename(&fixture.db, position)
        {
            found.push((used.range.range.start, target.name));
        }
    }
    found
}

#[test]
fn a_renamed_program_checks_as_before_and_can_be_renamed_back() {
    let seed = std::env::var("SEED").map_or(7, |seed| seed.parse().expect("SEED is a number"));
    let sample = std::env::var("RENAMES").map_or(6, |count| count.parse().expect("RENAMES is a number"));
    println!("SEED={seed} RENAMES={sample}");
    let mut random = fastrand::Rng::with_seed(seed);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/run");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "lang"))
        .collect();
    paths.sort();
    let (mut renames, mut taken, mut refused) = (0, 0, 0);
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let fixture = Fixture::plain(&text);
        let found = declarations(&fixture);
        let before = problems(&fixture.db, fixture.file());
        for _ in 0..sample.min(found.len()) {
            let (offset, old) = &found[random.usize(..found.len())];
            let position = FilePosition { file: fixture.file(), offset: *offset };
            let fresh = if old.starts_with(char::is_uppercase) { "Zz_fresh" } else { "zz_fresh" };
            let fresh = if old.starts_with('_') { "_zz_fresh" } else { fresh };
            let place = format!("{}:{offset} `{old}`", path.display());
            let change = match rename(&fixture.db, position, fresh) {
                Ok(change) => change,
                // The name of a method that a trait of the standard library wants is not the program's to change.
                Err(error) if error.to_string().contains("a trait of the standard library") => continue,
                // Nor is that of a method that loops call.
                Err(error) if error.to_string().contains("is what `for` calls") => continue,
                Err(error) => panic!("{place}: {error}"),
            };
            let edits = &change.files[0].1;
            let after = Fixture::plain(&apply(&text, edits));
            let mut found_after = problems(&after.db, after.file());
            for (_, message) in &mut found_after {
                *message = message.replace(fresh, old);
            }
            found_after.sort();
            assert_eq!(before, found_after, "{place}");
            renames += 1;
            if !edits.iter().any(|edit| edit.range.is_empty()) {
                let first = edits.iter().find(|edit| edit.range.start == *offset);
                let before_it = edits.iter().filter(|edit| edit.range.start < *offset).count() as i64;
                let longer = fresh.len() as i64 - old.len() as i64;
                assert!(first.is_some(), "{place}");
                let position =
                    FilePosition { file: after.file(), offset: (i64::from(*offset) + before_it * longer) as u32 };
                let back = rename(&after.db, position, old).unwrap_or_else(|error| panic!("{place}, back: {error}"));
                let text_after = after.file().text(&after.db);
                assert_eq!(apply(text_after, &back.files[0].1), text, "{place}, back");
            }
            // A name that is taken: either refused, or nothing is wrong afterwards.
            let other = &found[random.usize(..found.len())].1;
            match rename(&fixture.db, position, other) {
                Ok(change) => {
                    taken += 1;
                    let edits = change.files.first().map_or(&[][..], |(_, edits)| edits);
                    let after = Fixture::plain(&apply(&text, edits));
                    assert_eq!(
                        errors(&after.db, after.file()),
                        errors(&fixture.db, fixture.file()),
                        "{place} to `{other}`"
                    );
                }
                Err(_) => refused += 1,
            }
        }
    }
    println!("{renames} renames, {taken} to a name in use, {refused} refused");
    assert!(renames > 100 && taken > 10 && refused > 10);
}
