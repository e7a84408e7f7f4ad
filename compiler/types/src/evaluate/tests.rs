//! Values of constants. Programs with the same expressions run in the corpus of programs, where the compiled code must
//! agree.

use expect_test::{Expect, expect};
use hir::ItemKind;
use source::Database;

use crate::fixture::{all_diagnostics, load};
use crate::{ConstantValue, constant_type, constant_value, display};

fn check(text: &str, expected: Expect) {
    let db = Database::new();
    let files = load(&db, &[("", text)]);
    let module = hir::module_of_file(&db, files[0]).expect("the file is the entry of the package");
    let mut shown = all_diagnostics(&db);
    for item in hir::module_items(&db, module).ids() {
        if item.kind(&db) == ItemKind::Constant {
            let ty = display(&db, constant_type(&db, item));
            shown.push_str(&format!("{}: {ty} = {}\n", item.name(&db).text(), value(constant_value(&db, item))));
        }
    }
    expected.assert_eq(&shown);
}

fn value(constant: &ConstantValue) -> String {
    match constant {
        ConstantValue::Error => "error".into(),
        ConstantValue::Unit => "()".into(),
        ConstantValue::Bool(value) => value.to_string(),
        ConstantValue::Int(bits) => (*bits as i128).to_string(),
        ConstantValue::F32(bits) => f32::from_bits(*bits).to_string(),
        ConstantValue::F64(bits) => f64::from_bits(*bits).to_string(),
        ConstantValue::String(text) => format!("{text:?}"),
        ConstantValue::CString(bytes) => format!("c{:?}", String::from_utf8_lossy(bytes)),
        ConstantValue::Address(address) => format!("address {address}"),
        ConstantValue::Function(_) => "function".into(),
        ConstantValue::Aggregate(parts) => {
            let parts: Vec<String> = parts.iter().map(value).collect();
            format!("[{}]", parts.join(", "))
        }
        ConstantValue::Case(case, parts) => {
            let parts: Vec<String> = parts.iter().map(value).collect();
            format!("case {case} ({})", parts.join(", "))
        }
        ConstantValue::Union(field, inner) => format!("union field {field} = {}", value(inner)),
    }
}

#[test]
fn operators_and_conversions() {
    check(
        r#"
let A = 7 / -2 * 10 + 7 % -2
let B: u8 = 250 +% 10
let C: i8 = -128
let D = !0 ^ 5
let E: u32 = 1 << 31 >> 4
let F = -8 >> 1
let G = 1.5 + 2
let H: f32 = 0.1
let I = 300 as u8 as i64
let J = -1 as u16
let K = 3.99 as i32
let L = 1e20 as i32
let M = -5.0 as u8
let N = 16777217 as f32 as i64
let O = true && !false || 1 / 1 == 0
let P = 7.5 % 2.0
let Q: u128 = 1 << 100
let R = 'a' as u8
let S = -170141183460469231731687303715884105728 as i128
"#,
        expect![[r#"
            A: i64 = -29
            B: u8 = 4
            C: i8 = -128
            D: i64 = -6
            E: u32 = 134217728
            F: i64 = -4
            G: f64 = 3.5
            H: f32 = 0.1
            I: i64 = 44
            J: u16 = 65535
            K: i32 = 3
            L: i32 = 2147483647
            M: u8 = 0
            N: i64 = 16777216
            O: bool = true
            P: f64 = 1.5
            Q: u128 = 1267650600228229401496703205376
            R: u8 = 97
            S: i128 = -170141183460469231731687303715884105728
        "#]],
    );
}

#[test]
fn comparisons_by_content() {
    check(
        r#"
let A = (1, "b") < (1, "c")
let B = [1.0, 2.0] == [1.0, 2.0]
let C = "abc" + "d" == "abcd"
let NAN = 0.0 / 0.0
let D = NAN == NAN
let E = (NAN, 1) == (NAN, 1)
let F = (1.0, 1) < (NAN, 1)
"#,
        expect![[r#"
            A: bool = true
            B: bool = true
            C: bool = true
            NAN: f64 = NaN
            D: bool = false
            E: bool = true
            F: bool = true
        "#]],
    );
}

#[test]
fn structures_arrays_and_functions() {
    check(
        r#"
type copy Point { let @x: i32  let @y: i32
  fn sum -> i32 { @x + @y }
  fn mut move_by(dx: i32) { @x += dx }
  fn static origin -> Point { Point(y: 0, x: 0) }
}
type union Bits { let @f: f64  let @i: u64 }
type Node { let @value: i64 }
fn fill -> [i64; 6] {
  let mut r = [0; 6]
  for i in 0..6 { r[i] = if i % 2 == 0 { i * i } else { -i } }
  let mut i = 5
  outer: loop {
    while true {
      i -= 1
      if i == 3 { continue outer }
      if i == 1 { break outer }
    }
  }
  swap(mut r[0], mut r[i])
  r
}
fn moved -> Point {
  let mut p = Point.origin()
  p.move_by(4)
  let m = mut p.y
  m += 9
  bump(mut p.y, p.sum())
  p
}
fn bump(n: mut i32, by: i32) { n = replace(mut n, by) + by * 100 }
fn heap(n: i64) -> i64 { let node = Node(value: n)  node.value + 1 }
fn twice(n: i32) -> i32 { n * 2 }
let FILLED: [i64; 6] = fill()
let MOVED: Point = moved()
let SUM: i32 = MOVED.sum()
let BITS: Bits = Bits(f: 1.0)
let HEAP: i64 = heap(4)
let TABLE: [extern fn (i32) -> i32; 1] = [twice]
let NULL: Pointer[u8] = Pointer.null()
let TEXT: String = "${SUM} ${HEAP as f64 / 4.0} ${true}"
let C_TEXT = c"c"
let SIZE: i64 = size_of[Point]() + offset_of[Point]("y")
let REPEATED: [(i64, String); 2] = [(1, "a"); 2]
"#,
        expect![[r#"
            FILLED: [i64; 6] = [-1, 0, 4, -3, 16, -5]
            MOVED: Point = [4, 1309]
            SUM: i32 = 1313
            BITS: Bits = union field 0 = 1
            HEAP: i64 = 5
            TABLE: [extern fn (i32) -> i32; 1] = [function]
            NULL: Pointer[u8] = address 0
            TEXT: String = "1313 1.25 true"
            C_TEXT: Pointer[u8] = c"c"
            SIZE: i64 = 12
            REPEATED: [(i64, String); 2] = [[1, "a"], [1, "a"]]
        "#]],
    );
}

#[test]
fn a_function_whose_end_is_reached_has_no_value() {
    check(
        r#"
fn first(a: i64) -> i64 { if a > 0 { return a } }
fn same[T](value: T) -> T { value }
fn nothing[T](value: T) -> T { return value }
let A: i64 = first(1)
let B: i64 = first(0)
let C: (i64, i64) = (1, first(-1))
let D: () = same(())
let E: () = nothing(())
"#,
        expect![[r#"
            A: i64 = 1
            B: i64 = error
            C: (i64, i64) = error
            D: () = ()
            E: () = ()
        "#]],
    );
}
