//! `impl`s that are written for one: missing methods, derived traits.

use expect_test::expect;

use super::{applied, check, check_none};

const TRAIT: &str = "\
trait Named[T]: Equal {
  fn name -> String
  fn mut rename(name: String, to: ref T) -> Option[T]
  fn move finish[U: Order + ref](by: fn (T) -> U, or: [Self; 2]) -> (T, U)
  fn static make -> Self
  fn shown -> String { self.name() }
}
type copy P { let @x: i64 }
impl Equal for P
";

#[test]
fn missing_methods_with_and_without_a_body() {
    check(
        "Implement the 4 missing methods",
        &format!("{TRAIT}impl Named[i64] for $0P\n"),
        expect![[r#"
            trait Named[T]: Equal {
              fn name -> String
              fn mut rename(name: String, to: ref T) -> Option[T]
              fn move finish[U: Order + ref](by: fn (T) -> U, or: [Self; 2]) -> (T, U)
              fn static make -> Self
              fn shown -> String { self.name() }
            }
            type copy P { let @x: i64 }
            impl Equal for P
            impl Named[i64] for P {
              fn name -> String {
                panic("write `name`")
              }

              fn mut rename(name: String, to: ref i64) -> Option[i64] {
                panic("write `rename`")
              }

              fn move finish[U: Order + ref](by: fn (i64) -> U, or: [Self; 2]) -> (i64, U) {
                panic("write `finish`")
              }

              fn static make -> Self {
                panic("write `make`")
              }
            }
        "#]],
    );
    check(
        "Implement the 3 missing methods",
        &format!("{TRAIT}impl Named[i64] for $0P {{\n  fn name -> String {{ \"p\" }} # done\n}}\n"),
        expect![[r#"
            trait Named[T]: Equal {
              fn name -> String
              fn mut rename(name: String, to: ref T) -> Option[T]
              fn move finish[U: Order + ref](by: fn (T) -> U, or: [Self; 2]) -> (T, U)
              fn static make -> Self
              fn shown -> String { self.name() }
            }
            type copy P { let @x: i64 }
            impl Equal for P
            impl Named[i64] for P {
              fn name -> String { "p" } # done

              fn mut rename(name: String, to: ref i64) -> Option[i64] {
                panic("write `rename`")
              }

              fn move finish[U: Order + ref](by: fn (i64) -> U, or: [Self; 2]) -> (i64, U) {
                panic("write `finish`")
              }

              fn static make -> Self {
                panic("write `make`")
              }
            }
        "#]],
    );
    check(
        "Implement the missing method `area`",
        "trait Area { fn area -> f64 }\ntype copy P { let @x: i64 }\nimpl Area for $0P {}\nfn main {}\n",
        expect![[r#"
            trait Area { fn area -> f64 }
            type copy P { let @x: i64 }
            impl Area for P {
              fn area -> f64 {
                panic("write `area`")
              }
            }
            fn main {}
        "#]],
    );
    // Also where the cursor is in the braces.
    check(
        "Implement the missing method `area`",
        "trait Area { fn area -> f64 }\ntype copy P { let @x: i64 }\nimpl Area for P {\n  $0\n}\n",
        expect![[r#"
            trait Area { fn area -> f64 }
            type copy P { let @x: i64 }
            impl Area for P {
              fn area -> f64 {
                panic("write `area`")
              }
            }
        "#]],
    );
    check_none("Implement", "trait Area { fn area -> f64 }\nimpl Area for i64 { fn area -> f64 { $01.0 } }\n");
}

#[test]
fn what_the_methods_name_is_imported() {
    check(
        "Implement the missing method `hash`",
        "type copy P { let @x: f64 }\nimpl Hash for $0P { }\n",
        expect![[r#"
            import std.hash (Hasher)

            type copy P { let @x: f64 }
            impl Hash for P {
              fn hash(into: mut Hasher) {
                panic("write `hash`")
              }
            }
        "#]],
    );
    // A name that means something else here cannot be written.
    let text = "import m (Draws)\ntype Canvas { let @x: i64 }\nimpl Draws for $0i64 { }\n\
        #- m.lang\npub type Canvas { let @y: i64 }\npub trait Draws { fn draw(on: ref Canvas) }\n";
    check_none("Implement", text);
}

#[test]
fn traits_that_the_compiler_makes() {
    check(
        "Derive `Order`, with `Equal`",
        "type inline Pair$0[A, B: ref] {\n  let @first: A\n  let @second: Option[B]\n}\n\nfn main {}\n",
        expect![[r#"
            type inline Pair[A, B: ref] {
              let @first: A
              let @second: Option[B]
            }
            impl[A: Equal, B: ref + Equal] Equal for Pair[A, B]
            impl[A: Order, B: ref + Order] Order for Pair[A, B]

            fn main {}
        "#]],
    );
    check(
        "Derive `Show`",
        "type copy enum Colour$0 { case Red  case Green }\n",
        expect![[r#"
        type copy enum Colour { case Red  case Green }
        impl Show for Colour
    "#]],
    );
    check_none("Derive `Hash`", "type copy P$0 { let @x: f64 }\n");
    check_none("Derive `Clone`", "type copy P$0 { let @x: i64 }\n");
    check_none("Derive `Equal`", "type copy P$0 { let @x: i64 }\nimpl Equal for P\n");
    check_none("Derive", "type union P$0 { let @x: i64 }\n");
}

#[test]
fn operators_and_bounds_that_lack_a_trait() {
    let program = |body: &str| {
        format!(
            "type copy C {{ let @x: i64 }}\ntype Pair[T] {{ let @a: T }}\nfn largest[T: Order](a: T, b: T) -> bool {{ a < b }}\nfn f(c: C, p: Pair[i64]) {{\n  {body}\n}}\n"
        )
    };
    for (title, body, lines) in [
        ("Derive `Equal`", "println($0c == c)", "impl Equal for C\n"),
        ("Derive `Order`", "println($0c < c)", "impl Equal for C\nimpl Order for C\n"),
        ("Derive `Show`", "println($0c)", "impl Show for C\n"),
        ("Derive `Order`", "println($0largest(c, c))", "impl Equal for C\nimpl Order for C\n"),
        ("Derive `Clone`", "let q = p.$0clone()\n  println(q.a)", "impl[T: Clone] Clone for Pair[T]\n"),
        ("Derive `Show`", "println($0p)", "impl[T: Show] Show for Pair[T]\n"),
    ] {
        let changed = applied(title, &program(body));
        assert!(changed.contains(&format!("}}\n{lines}")), "{changed}");
    }
    // An argument that has not the trait.
    let text = "type S { let @x: i64 }\ntype Pair[T] { let @a: T }\nfn f(p: Pair[S]) { println($0p) }\n";
    check_none("Derive `Show`", text);
}

#[test]
fn what_could_be_derived_for_plain_owning_generic_and_recursive_types() {
    let fixture = crate::fixture::Fixture::new(
        "\
type copy P { let @x: i64  let @y: (i8, [bool; 2]) }
impl Equal for P
type copy F { let @x: f64 }
type inline Named { let @name: String  let @socket: Pointer[u8] }
type Tree[T] { let @left: Option[Tree[T]]  let @value: T  let @p: P }
type inline Bound[T: Order + ref] { let @value: T }
type union U { let @a: i64 }
type Holds { let @u: U }
",
    );
    let db = &fixture.db;
    let own = |item: &hir::ItemId| item.kind(db) == hir::ItemKind::Type && !item.module(db).is_standard(db);
    let mut shown = String::new();
    for item in hir::all_items(db).filter(own) {
        let found = types::Derivable::ALL.into_iter().filter_map(|of| types::derivable_impls(db, of, item));
        found.for_each(|found| shown.push_str(&format!("{}\n", found.text.replace('\n', " + "))));
    }
    expect![[r#"
        impl Order for P
        impl Hash for P
        impl Show for P
        impl Equal for F
        impl Equal for F + impl Order for F
        impl Show for F
        impl Equal for Named
        impl Equal for Named + impl Order for Named
        impl Hash for Named
        impl Clone for Named
        impl[T: Equal] Equal for Tree[T]
        impl[T: Clone] Clone for Tree[T]
        impl[T: ref + Order + Equal] Equal for Bound[T]
        impl[T: ref + Order + Equal] Equal for Bound[T] + impl[T: ref + Order] Order for Bound[T]
        impl[T: ref + Order + Hash] Hash for Bound[T]
        impl[T: ref + Order + Show] Show for Bound[T]
        impl[T: ref + Order + Clone] Clone for Bound[T]
        impl Clone for Holds
    "#]]
    .assert_eq(&shown);
}
