//! Layouts and C forms of types, on a target where the numbers are well known.

use abi::{TyId, TypeArena};
use expect_test::{Expect, expect};
use hir::ItemKind;
use source::Database;

use crate::fixture::load;
use crate::{Ty, holds_borrow};
use crate::{abi_signature, abi_type, display, field_offset, is_copy, layout, needs_drop, object_layout, signature};

fn check(text: &str, expected: Expect) {
    let db = Database::new();
    let files = load(&db, &[("", text)]);
    let module = hir::module_of_file(&db, files[0]).expect("the file is the entry of the package");
    let mut shown = String::new();
    for item in hir::module_items(&db, module).ids() {
        if item.kind(&db) == ItemKind::Type {
            let ty = Ty::named(item);
            let value = layout(&db, ty);
            let object = object_layout(&db, item);
            let offsets: Vec<u64> =
                (0..object.offsets.len() as u32).map(|field| field_offset(&db, ty, field)).collect();
            shown.push_str(&format!(
                "{}: value {} align {}, object {} align {} fields at {offsets:?}{}{}\n",
                display(&db, ty),
                value.size,
                value.align,
                object.size,
                object.align,
                if is_copy(&db, ty) { ", copied" } else { "" },
                if needs_drop(&db, ty) { ", dropped" } else { "" },
            ));
        }
        if item.kind(&db) == ItemKind::Function {
            for parameter in &signature(&db, item).parameters {
                let layout = layout(&db, parameter.ty);
                shown.push_str(&format!(
                    "{} {}: {} align {}{}{}\n",
                    parameter.name.text(),
                    display(&db, parameter.ty),
                    layout.size,
                    layout.align,
                    if needs_drop(&db, parameter.ty) { ", dropped" } else { "" },
                    if holds_borrow(&db, parameter.ty) { ", a borrow" } else { "" },
                ));
            }
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn structures_unions_and_attributes() {
    check(
        r#"
type copy Small { let @a: u8  let @b: i32  let @c: u16 }
@[packed]
type copy Packed { let @a: u8  let @b: i32  let @c: u16 }
@[align(32)]
type copy Wide { let @a: u8 }
type copy Nested { let @a: u8  let @s: Small  let @w: Wide  let @xs: [u16; 3] }
type union Bits { let @f: f64  let @b: [u8; 9] }
type Heap { let @n: u8  let @inner: Heap2 }
type Heap2 { let @x: i128 }
type inline Owner { let @h: Heap  let @s: String  let @t: (u8, i64)  let @p: Pointer[Owner] }
type inline Plain { let @n: i64 }
type copy Empty { let @u: () }
"#,
        expect![[r#"
            Small: value 12 align 4, object 12 align 4 fields at [0, 4, 8], copied
            Packed: value 7 align 1, object 7 align 1 fields at [0, 1, 5], copied
            Wide: value 32 align 32, object 32 align 32 fields at [0], copied
            Nested: value 96 align 32, object 96 align 32 fields at [0, 4, 32, 64], copied
            Bits: value 16 align 8, object 16 align 8 fields at [0, 0], copied
            Heap: value 8 align 8, object 16 align 8 fields at [0, 8], dropped
            Heap2: value 8 align 8, object 16 align 16 fields at [0], dropped
            Owner: value 40 align 8, object 40 align 8 fields at [0, 8, 16, 32], dropped
            Plain: value 8 align 8, object 8 align 8 fields at [0]
            Empty: value 0 align 1, object 0 align 1 fields at [0], copied
        "#]],
    );
}

#[test]
fn types_without_names() {
    check(
        r#"
type Heap { let @n: u8 }
fn f(a: i128, b: bool, c: (u8, f32, u8), d: [(u8, u16); 3], e: ref i64, f: mut Heap, g: Heap, h: String, i: Pointer[u8],
     j: extern fn (i32), k: [Heap; 2], l: (ref i64, bool), m: [i64; 0]) {}
"#,
        expect![[r#"
            Heap: value 8 align 8, object 1 align 1 fields at [0], dropped
            a i128: 16 align 16
            b bool: 1 align 1
            c (u8, f32, u8): 12 align 4
            d [(u8, u16); 3]: 12 align 2
            e ref i64: 8 align 8, a borrow
            f mut Heap: 8 align 8, a borrow
            g Heap: 8 align 8, dropped
            h String: 8 align 8, dropped
            i Pointer[u8]: 8 align 8
            j extern fn (i32): 8 align 8
            k [Heap; 2]: 16 align 8, dropped
            l (ref i64, bool): 16 align 8, a borrow
            m [i64; 0]: 0 align 8
        "#]],
    );
}

#[test]
fn signatures_are_cs() {
    let db = Database::new();
    let text = r#"
type copy P { let @x: f64  let @y: f64 }
type H { let @p: P }
fn f(p: P, h: H, r: ref P, n: i8, u: ()) -> (P, bool) { (p, true) }
extern { fn printf(format: Pointer[u8], ...) -> i32 }
"#;
    let files = load(&db, &[("", text)]);
    let module = hir::module_of_file(&db, files[0]).expect("the file is the entry of the package");
    let find = |name: &str| {
        hir::module_items(&db, module).ids().find(|item| item.name(&db).text() == name).expect("it is declared")
    };
    let mut arena = TypeArena::new();
    let signature = abi_signature(&db, find("f"), &mut arena);
    assert_eq!(signature.params[1..4], [TyId::POINTER, TyId::POINTER, TyId::I8]);
    let target = crate::target(&db);
    let sizes: Vec<u64> = signature.params.iter().map(|&ty| arena.layout(&target, ty).size).collect();
    assert_eq!(sizes, [16, 8, 8, 1, 0]);
    assert_eq!(arena.layout(&target, signature.result).size, 24);
    let variadic = abi_signature(&db, find("printf"), &mut arena);
    assert!(variadic.variadic && variadic.fixed == 1);
    assert_eq!(abi_type(&db, Ty::UNIT, &mut arena), TyId::VOID);
}
