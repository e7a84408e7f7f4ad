//! Programs that could be cheaper, and those that only look so.

use expect_test::expect;
use source::Database;

use crate::fixture::{check, load};

/// The only fix of a program, applied.
fn fixed(text: &str) -> String {
    let db = Database::new();
    let file = load(&db, text);
    let found = crate::diagnostics(&db, file);
    let fix = found[0].fix.as_ref().expect("there is a fix");
    let range = fix.span.absolute(&db);
    format!("{}{}{}", &text[..range.start as usize], fix.text, &text[range.end as usize..])
}

#[test]
fn large_arguments() {
    check(
        "type copy Big { let @a: [i64; 9] }
type copy Fits { let @a: [i64; 8] }
type copy Empty { }
fn sum(b: Big, c: ref Big, d: Fits) -> i64 { b.a[0] + c.a[1] + d.a[2] }
fn tuple(t: (Big, i64), s: [u8; 65]) -> i64 { t.1 + s[0] as i64 }
fn changes(m: mut Big, b: Big) { m = b }
fn lends(b: Big, c: ref i64) -> ref i64 { println(b.a[0]) c }
extern fn for_c(b: Big) -> i64 { b.a[0] }
fn broken(b: Big) -> i64 { b.missing }
type User { let @name: String
  fn method(b: Big) -> i64 { b.a[0] }
  fn mut changing(b: Big) -> i64 { @name = \"\" b.a[0] }
}
type union Wide { let @a: [i64; 9]  let @b: f64 }
fn of_union(_w: Wide) { }
test \"t\" { assert(true) }",
        expect![[r#"
            4:11 W0701 each call copies the 72 bytes of `b`; `ref Big` would pass its address
            5:13 W0701 each call copies the 80 bytes of `t`; `ref (Big, i64)` would pass its address
            5:28 W0701 each call copies the 65 bytes of `s`; `ref [u8; 65]` would pass its address
            9:30 E0216 `Big` has no field `missing` (its fields are `a`)
            11:16 W0701 each call copies the 72 bytes of `b`; `ref Big` would pass its address
            15:17 W0701 each call copies the 72 bytes of `_w`; `ref Wide` would pass its address
        "#]],
    );
    let text = "type copy Big { let @a: [i64; 9] }\nfn first(b: Big) -> i64 { b.a[0] }\nfn main { println(first(Big(a: [1; 9]))) }";
    let after = fixed(text);
    assert!(after.contains("fn first(b: ref Big)"), "{after}");
    check(&after, expect![[""]]);
}

#[test]
fn orders_of_fields() {
    check(
        "type copy Registers { let @a: u8  let @b: i64  let @c: u8 }
type copy Smaller { let @a: u8  let @b: i64  let @c: u8  let @d: [i64; 4] }
type inline Owner { let @a: bool  let @name: String  let @b: bool }
type Heap { let @a: u8  let @b: i64  let @c: u8 }
type LargeHeap { let @a: u8  let @b: i64  let @c: u8  let @d: i64  let @e: u8  let @f: i64 }
type copy Dense { let @a: i64  let @b: u8  let @c: u8 }
type copy TailOnly { let @a: [i64; 4]  let @b: u8 }
type copy Small { let @a: u8  let @b: u32  let @c: u8 }
type union Either { let @a: u8  let @b: [i64; 3] }
@[packed]
type copy Packed { let @a: u8  let @b: i64  let @c: u8 }
@[allow(reorder_into_registers)]
type copy Allowed { let @a: u8  let @b: i64  let @c: u8 }
type copy ForC { let @a: u8  let @b: i64  let @c: u8 }
type copy Broken { let @a: u8  let @b: Missing  let @c: u8 }
extern { fn c_function(it: Pointer[ForC]) }",
        expect![[r#"
            1:11 W0702 `Registers` travels in memory, 24 bytes; in the order b, a, c it is 16 bytes and travels in registers (where it is made without the names of its fields, the arguments have to follow)
            2:11 W0703 `Smaller` has 56 bytes; in the order b, d, a, c it has 48 (where it is made without the names of its fields, the arguments have to follow)
            3:13 W0702 `Owner` travels in memory, 24 bytes; in the order name, a, b it is 16 bytes and travels in registers (where it is made without the names of its fields, the arguments have to follow)
            5:6 W0703 `LargeHeap` has 48 bytes; in the order b, d, f, a, c, e it has 32 (where it is made without the names of its fields, the arguments have to follow)
            15:40 E0102 unknown type `Missing`
        "#]],
    );
}

#[test]
fn one_smaller_field() {
    check(
        "type copy Slice { let @start: i64  let @length: i64  let @tag: u8 }
type inline Moved { let @start: i64  let @length: i64  let @tag: u8 }
type copy Three { let @a: i64  let @b: i64  let @c: i64 }
type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }
type copy Mixed { let @x: f64  let @y: f64  let @n: i32 }",
        expect![[r#"
            1:24 W0704 `Slice` travels in memory, 24 bytes; if `i32` were enough for `start`, its 16 bytes would travel in registers
        "#]],
    );
}

/// What stands where fields are written says nothing of constructions that count on their order: editors change both.
#[test]
fn another_order_of_fields_is_no_fix_by_itself() {
    let db = Database::new();
    let text = "type copy A {\n  let @a: u8\n  let @b: i64\n  let @c: u8\n}\nfn f -> A { A(1, 2, 3) }\n";
    let file = load(&db, text);
    let found = crate::diagnostics(&db, file);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].fix, None);
}
