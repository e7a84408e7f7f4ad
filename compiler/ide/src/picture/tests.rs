//! Layouts as text.

use abi::Target;
use expect_test::{Expect, expect};

use super::{abi_text, layout_text, type_layout};
use crate::at_cursor::{function_at, type_at};
use crate::fixture::Fixture;

const TARGETS: [Target; 2] = [Target::X86_64_LINUX, Target::AARCH64_LINUX];

fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let item = type_at(&fixture.db, fixture.position()).expect("a type").item;
    let layout = type_layout(&fixture.db, item, &TARGETS).expect("it has a layout");
    expected.assert_eq(&layout_text(&layout));
}

#[test]
fn parts_inside_parts_and_padding() {
    check(
        "type copy Vec2 { let @x: f32  let @y: f32 }
type copy Entry$0 { let @kind: u8  let @at: Vec2  let @pair: (u8, i16)  let @key: i64 }",
        expect![[""]],
    );
}

#[test]
fn unions_and_objects() {
    check("type union Bits$0 { let @i: u64  let @f: f32 }", expect![[""]]);
    check("type User$0 { let @name: String  let @age: i8 }", expect![[""]]);
}

#[test]
fn functions_on_two_targets() {
    let fixture = Fixture::new(
        "type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }\nfn dot$0(a: Vec3, b: i32) -> f64 { a.x }",
    );
    let item = function_at(&fixture.db, fixture.position()).expect("a function").item;
    expect![[""]].assert_eq(&abi_text(&fixture.db, item, &TARGETS).expect("it has no errors"));
}

#[test]
fn types_with_errors_have_none() {
    let fixture = Fixture::new("type copy A$0 { let @a: A }");
    let item = type_at(&fixture.db, fixture.position()).expect("a type").item;
    assert_eq!(type_layout(&fixture.db, item, &TARGETS), None);
}
