//! Tests of what memory is shared, in a library of its own: the standard one would change under them.

use expect_test::{Expect, expect};
use source::Database;

use super::overlapping_types;
use crate::display::display;

/// A library in which everything but `unused` makes an enum whose cases share memory of something that the way there says.
const LIBRARY: &str = "
pub trait Drop: ref { fn mut drop }
pub trait Shown: ref { fn shown  fn twice { let _a: Either[Self, u8] = Either.Right(2) } }
pub trait Made: ref { fn made -> Self }
pub type enum Either[A: ref, B: ref] { case Left(A) case Right(B) }
pub type inline Held[T: Copy] { pub let @value: T }
impl[T: Copy] Drop for Held[T] { fn mut drop { let _a: Either[T, u16] = Either.Right(2) } }
impl[T: Copy] Shown for Held[T] { fn shown { let _a: Either[T, u32] = Either.Right(2) } }
impl[T: ref] Shown for [T] { fn shown { let _a: Either[ref [T], u64] = Either.Right(2) } }
impl Made for i8 { fn made -> i8 { let _a: Either[i8, i64] = Either.Left(1)  0 } }
pub fn outer[T: Copy](value: T) { inner(value) }
fn inner[T: Copy](value: T) { let _a: Either[T, i128] = Either.Left(value) }
pub let LENGTH: i64 = counted()
fn counted -> i64 { let _a: Either[bool, u128] = Either.Left(true)  3 }
pub fn unused { let _a: Either[String, f32] = Either.Right(1.5) }
pub type union Bits { let @a: i16  let @b: u16 }";

/// Compares what shared memory may hold in a program, each type once.
fn check(program: &str, expected: Expect) {
    let db = Database::new();
    let prelude = "pub import std.library (Drop, Shown, Made, Either, Held, outer, LENGTH, Bits)
        pub trait Copy: ref {}";
    let standard = fixtures::package(&db, "std", &[("prelude", prelude), ("library", LIBRARY)], &[]);
    let main = fixtures::package(&db, "main", &[("", program)], &[]);
    fixtures::program(&db, vec![standard, main]);
    let mut found: Vec<String> = overlapping_types(&db).into_iter().map(|ty| display(&db, ty)).collect();
    found.sort_unstable();
    found.dedup();
    expected.assert_eq(&found.join(" "));
}

#[test]
fn what_no_program_leads_to_is_not_there() {
    check("fn main { }", expect![[""]]);
    check("type copy Own { let @a: f64 }\nfn main { let _a = Own(1.0) }", expect![[""]]);
}

#[test]
fn calls_constants_and_types_lead_into_the_library() {
    check("fn main { outer(2.5) }", expect!["A B T f64 i128"]);
    check("fn main { println(LENGTH) }", expect!["A B bool u128"]);
    check("fn f(_bits: Bits) { }\nfn main { }", expect!["i16 u16"]);
}

#[test]
fn values_end_and_have_traits() {
    check("fn main { let _a = Held(2.5) }", expect!["A B T f64 u16"]);
    check(
        "fn f(a: ref dyn Shown) { a.shown() }\nfn main { let _a = Held(2.5) }",
        expect!["A B Held[T] Self T [T] f64 ref [T] u16 u32 u64 u8"],
    );
    check("fn f(a: ref [f64]) { a.shown() }\nfn main { }", expect!["A B T f64 ref [T] u64"]);
    check("fn f[M: Made](a: ref M) { let _b = a.made() }\nfn main { }", expect!["A B i64 i8"]);
    check(
        "type copy Own { let @a: f64 }\nimpl Shown for Own { fn shown { } }\nfn main { }",
        expect!["A B Own Self T [T] ref [T] u64 u8"],
    );
}

/// The library, and a program that names each function of `std.runtime` which the compiler calls by itself.
#[test]
fn what_the_compiler_calls_by_itself_shares_no_memory() {
    let text = fixtures::STANDARD.iter().find(|(path, _)| *path == "runtime").expect("the module is there").1;
    let called = hir::LangItem::ALL.iter().map(|item| item.path());
    let functions: Vec<&str> = called
        .filter(|(module, name)| *module == "runtime" && text.contains(&format!("\npub fn {name}(")))
        .map(|(_, name)| name)
        .collect();
    assert!(functions.len() > 30, "{functions:?}");
    let uses: String = functions.iter().map(|name| format!("  let _{name} = {name}\n")).collect();
    let program = format!("import std.runtime ({})\nfn main {{\n{uses}}}", functions.join(", "));
    assert_eq!(shared_with_the_library(&program), Vec::<String>::new());
}

#[test]
fn formats_lead_into_the_library() {
    let plain = shared_with_the_library("fn f(a: i64) -> String { \"${a}\" }\nfn main { }");
    assert_eq!(plain, Vec::<String>::new());
    let formatted = shared_with_the_library("fn f(a: i64) -> String { \"${a:8}\" }\nfn main { }");
    assert_eq!(formatted, ["f64", "u64"], "a float and its bits");
}

fn shared_with_the_library(program: &str) -> Vec<String> {
    let db = Database::new();
    let standard = fixtures::package(&db, "std", fixtures::STANDARD, &[]);
    let main = fixtures::package(&db, "main", &[("", program)], &[]);
    fixtures::program(&db, vec![standard, main]);
    overlapping_types(&db).into_iter().map(|ty| display(&db, ty)).collect()
}
