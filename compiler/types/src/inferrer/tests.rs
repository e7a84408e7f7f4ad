//! What inference writes down, as text: each expression that is no plain name or literal of its own, with its type,
//! adjustment and detail.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use hir::{Expression, ItemKind};
use source::Database;

use crate::fixture::load;
use crate::{Adjustment, Detail, Literal, display, infer};

/// Compares what inference says about the bodies of a program. Expressions with nothing to say are left out.
fn check(text: &str, expected: Expect) {
    let db = Database::new();
    let files = load(&db, &[("", text)]);
    let module = hir::module_of_file(&db, files[0]).expect("the file is the entry of the package");
    let mut shown = String::new();
    for item in hir::module_items(&db, module).ids() {
        let (body, table) = match item.kind(&db) {
            ItemKind::Function | ItemKind::Constant => (hir::body(&db, item), infer(&db, item)),
            _ => continue,
        };
        for (id, expression) in body.expressions() {
            let span = hir::expression_span(&db, item, id).expect("the item is there").absolute(&db);
            let source = &files[0].text(&db)[span.start as usize..span.end as usize];
            let detail = match table.detail(id) {
                Detail::Literal => match table.literal(body, id) {
                    Some(Literal::Int(value)) => format!(" = {}", value as i128),
                    Some(Literal::Float(value)) => format!(" = {value}"),
                    None => " = ?".into(),
                },
                Detail::Call(call) => {
                    let call = table.call(call);
                    let places: Vec<u32> = table.arguments(call).iter().map(|argument| argument.parameter).collect();
                    format!(" call to places {places:?}")
                }
                Detail::Item(_) => " item".into(),
                Detail::None => String::new(),
                other => format!(" {other:?}"),
            };
            let adjustment = table.adjustment(id);
            let is_plain = matches!(expression, Expression::Local(_) | Expression::Block { .. });
            if adjustment == Adjustment::None && (detail.is_empty() || is_plain) {
                continue;
            }
            let _written = write!(shown, "{source} : {}{detail}", display(&db, table.expression_type(id)));
            if adjustment != Adjustment::None {
                let _written = write!(shown, " {adjustment:?}");
            }
            shown.push('\n');
        }
        assert_eq!(table.problems, [], "{}", item.name(&db).text());
    }
    expected.assert_eq(&shown);
}

#[test]
fn literals_take_the_type_expected_or_of_the_other_operand() {
    check(
        r#"
fn f(a: u8, b: f32, p: Pointer[u8]) -> u8 {
 let c = 1 + 2 * a
 let d: f32 = 1
 let e = 1.5 + 2
 let g = 3 < b
 let h = -5
 let i: i16 = if g { -1 } else { 2 }
 let j = Pointer.null() == p
 let k = 1 + 2 + b
 let l = 300 as u8
 let m = -1 as u16
 1 << 7
}
"#,
        expect![[r#"
            1 : u8 = 1
            2 : u8 = 2
            2 * a : u8 Operator(Scalar)
            1 + 2 * a : u8 Operator(Scalar)
            1 : f32 = 1
            1.5 : f64 = 1.5
            2 : f64 = 2
            1.5 + 2 : f64 Operator(Scalar)
            3 : f32 = 3
            3 < b : bool Operator(Scalar)
            -5 : i64 = -5
            -1 : i16 = -1
            2 : i16 = 2
            Pointer.null() : Pointer[u8] call to places []
            Pointer.null() == p : bool Operator(Scalar)
            1 : f32 = 1
            2 : f32 = 2
            1 + 2 : f32 Operator(Scalar)
            1 + 2 + b : f32 Operator(Scalar)
            300 : u8 = 44
            300 as u8 : u8 Cast(Same)
            -1 : u16 = 65535
            -1 as u16 : u16 Cast(Same)
            1 : u8 = 1
            7 : i64 = 7
            1 << 7 : u8 Operator(Scalar)
        "#]],
    );
}

#[test]
fn borrows_are_taken_and_read_silently() {
    check(
        r#"
type H { let @n: i64
 fn get -> i64 { @n }
 fn mut set(n: i64) { @n = n } }
fn look(h: ref H, n: ref i64) -> i64 { h.n + n }
fn change(n: mut i64) -> ref i64 { n += 1
 ref n }
fn f() -> i64 {
 let mut h = H(1)
 let mut n = 2
 h.set(look(h, n))
 let r = change(mut n)
 let s: ref i64 = n
 let m = mut h
 m.set(r)
 look(m, r) + h.get() + s
}
"#,
        expect![[r#"
            @n : i64 Field(0)
            @n : i64 Field(0)
            @n = n : () Assign(Store)
            h.n : i64 Field(0)
            n : ref i64 Read
            h.n + n : i64 Operator(Scalar)
            1 : i64 = 1
            n += 1 : () Assign(Through)
            ref n : ref i64 Reborrow
            1 : i64 = 1
            H(1) : H call to places [0]
            2 : i64 = 2
            h : H BorrowMutable
            h : H Borrow
            n : i64 Borrow
            look(h, n) : i64 call to places [0, 1]
            h.set(look(h, n)) : () call to places [0, 1]
            change(mut n) : ref i64 call to places [0]
            n : i64 Borrow
            m : mut H ReborrowMutable
            r : ref i64 Read
            m.set(r) : () call to places [0, 1]
            m : mut H Reborrow
            look(m, r) : i64 call to places [0, 1]
            h : H Borrow
            h.get() : i64 call to places [0]
            look(m, r) + h.get() : i64 Operator(Scalar)
            s : ref i64 Read
            look(m, r) + h.get() + s : i64 Operator(Scalar)
        "#]],
    );
}

#[test]
fn arguments_keep_their_order_and_name_their_places() {
    check(
        r#"
type copy P { let @x: i64  let @y: i64 }
extern { fn printf(format: Pointer[u8], ...) -> i32 }
fn g(a: i64, b: bool, c: f64) {}
fn f(r: ref i64) {
 g(1, c: 2, b: true)
 let p = P(y: 1, x: 2)
 unsafe { printf(c"", 1, 5000000000, 2.5, p, r) }
}
"#,
        expect![[r#"
            1 : i64 = 1
            2 : f64 = 2
            g(1, c: 2, b: true) : () call to places [0, 2, 1]
            1 : i64 = 1
            2 : i64 = 2
            P(y: 1, x: 2) : P call to places [1, 0]
            1 : i32 = 1
            5000000000 : i64 = 5000000000
            2.5 : f64 = 2.5
            r : ref i64 Address
            printf(c"", 1, 5000000000, 2.5, p, r) : i32 call to places [0, 1, 2, 3, 4, 5]
        "#]],
    );
}

#[test]
fn assignments_store_go_through_or_point_elsewhere() {
    check(
        r#"
fn f(m: mut i64, a: ref i64, b: ref i64) {
 m = 1
 m += b
 let mut r = ref a
 r = ref b
 let mut n = 1
 n = a
 let mut w = mut n
 w = mut m
 w = a
}
"#,
        expect![[r#"
            1 : i64 = 1
            m = 1 : () Assign(Through)
            b : ref i64 Read
            m += b : () Assign(Through)
            ref a : ref i64 Reborrow
            ref b : ref i64 Reborrow
            r = ref b : () Assign(Repoint)
            1 : i64 = 1
            a : ref i64 Read
            n = a : () Assign(Store)
            mut m : mut i64 Reborrow
            w = mut m : () Assign(Repoint)
            a : ref i64 Read
            w = a : () Assign(Through)
        "#]],
    );
}

#[test]
fn operators_and_conversions_are_classified() {
    check(
        r#"
extern fn back(n: i32) -> i32 { n }
fn plain(n: i32) -> i32 { n }
fn f(s: ref String, t: (i64, String), a: [f64; 2], i: i64, u: u8, x: f32, p: Pointer[()]) -> bool {
 let b = s + "a" == s
 let c = t == t && a < a && s < "b"
 let d = i as u8 as f32 as f64 as i32 as i32
 let e = p as u64
 let g = i as Pointer[u8]
 let h = p as Pointer[i64]
 let j: extern fn (i32) -> i32 = plain
 let k = back as Pointer[()]
 let l = ref i as Pointer[i64]
 b && c
}
"#,
        expect![[r#"
            s + "a" : String Operator(StringConcatenation)
            s + "a" == s : bool Operator(StringEquality)
            t == t : bool Operator(ContentEquality)
            a < a : bool Operator(ContentOrder)
            s < "b" : bool Operator(StringOrder)
            i as u8 : u8 Cast(IntToInt)
            i as u8 as f32 : f32 Cast(IntToFloat)
            i as u8 as f32 as f64 : f64 Cast(FloatToFloat)
            i as u8 as f32 as f64 as i32 : i32 Cast(FloatToInt)
            i as u8 as f32 as f64 as i32 as i32 : i32 Cast(Same)
            p as u64 : u64 Cast(PointerToInt)
            i as Pointer[u8] : Pointer[u8] Cast(IntToPointer)
            p as Pointer[i64] : Pointer[i64] Cast(PointerToPointer)
            plain : extern fn (i32) -> i32 item
            back : extern fn (i32) -> i32 item
            back as Pointer[()] : Pointer[()] Cast(PointerToPointer)
            ref i as Pointer[i64] : Pointer[i64] Cast(BorrowToPointer)
        "#]],
    );
}
