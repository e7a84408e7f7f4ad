//! What goes over at calls: aggregates of every way of travelling, wide scalars, block arguments, functions by address.

use std::fmt::Write;

use super::{Both, Outcome, scalar};
use crate::scalar::Scalar;

/// A record of so many bytes and its alignment.
fn record(size: u64, ty: &str, width: u64) -> String {
    let fields: Vec<String> = (0..size / width).map(|index| format!("{ty} @{}", index * width)).collect();
    format!("struct {size} align {width} {{ {} }}", fields.join(", "))
}

/// The sum over bytes, each times its position from 1.
fn weighted(size: u64, byte: impl Fn(u64) -> u64) -> u64 {
    (0..size).map(|index| (index + 1) * byte(index)).sum()
}

/// Steps that sum the bytes at an address, each times its position; the last value is the sum.
fn sum_of(address: &str, size: u64, first: u32) -> (String, u32) {
    let (mut text, mut next) = (format!("  v{first}: i64 = constant 0\n"), first + 1);
    let mut sum = first;
    for index in 0..size {
        let (byte, wide, factor, product) = (next, next + 1, next + 2, next + 3);
        let _ = write!(
            text,
            "  v{byte}: u8 = load {address} + {index} align 1\n  v{wide}: i64 = convert v{byte}\n  v{factor}: i64 = constant {}\n  v{product}: i64 = multiply v{wide}, v{factor}\n  v{}: i64 = add v{sum}, v{product}\n",
            index + 1,
            next + 4
        );
        sum = next + 4;
        next += 5;
    }
    (text.replace("+ 0 align", "align"), sum)
}

#[test]
fn aggregates_travel_as_copies_and_come_back() {
    let mut tried = 0;
    for (ty, width) in [("u8", 1), ("i32", 4), ("f32", 4), ("f64", 8), ("i64", 8)] {
        for size in (1..=40u64).filter(|size| size % width == 0) {
            // The callee sums its copy's bytes, overwrites it and returns one that counts down; the caller sums what
            // came back and its own, which must be as before.
            let (callee_sum, sum) = sum_of("v2", size, 3);
            let fill = |address: &str, first: u32, byte: &dyn Fn(u64) -> u64| {
                let mut text = String::new();
                for index in 0..size {
                    let value = first + index as u32;
                    let _ = write!(
                        text,
                        "  v{value}: u8 = constant {}\n  store v{value}, {address} + {index} align 1\n",
                        byte(index)
                    );
                }
                (text.replace("+ 0 align", "align"), first + size as u32)
            };
            let (callee_fill, _) = fill("v2", sum + 1, &|index| 200 - index);
            let (caller_fill, next) = fill("v0", 2, &|index| index + 1);
            let scalar_value = next;
            let (own_sum, own) = sum_of("v0", size, next + 1);
            let (back_sum, back) = sum_of("v1", size, own + 1);
            let end = back + 1;
            let text = format!(
                "type %T = {record}
global variable local @seen align 8 : i64 = \"\\00\\00\\00\\00\\00\\00\\00\\00\"
function system_abi local @callee(v0: i64, s0, v1: i64) : (i64, %T, i64) -> %T {{
  slot s0 {size} align {width} parameter frame : %T
b0:
  v2: ptr = slot_address s0
{callee_sum}{callee_fill}  v{a}: ptr = symbol_address @seen
  v{b}: i64 = add v{sum}, v0
  v{c}: i64 = add v{b}, v1
  store v{c}, v{a} align 8
  return aggregate v2
}}
function system_abi export @f() : () -> i64 {{
  slot s0 {size} align {width} local frame : %T
  slot s1 {size} align {width} local frame : %T
b0:
  v0: ptr = slot_address s0
  v1: ptr = slot_address s1
{caller_fill}  v{scalar_value}: i64 = constant 1000
  call @callee(v{scalar_value}, aggregate v0 align {width}, v{scalar_value}) : (i64, %T, i64) -> %T into v1
{own_sum}{back_sum}  v{end}: ptr = symbol_address @seen
  v{e1}: i64 = load v{end} align 8
  v{e2}: i64 = constant 1000000
  v{e3}: i64 = multiply v{e1}, v{e2}
  v{e4}: i64 = constant 1000
  v{e5}: i64 = multiply v{back}, v{e4}
  v{e6}: i64 = add v{e3}, v{e5}
  v{e7}: i64 = add v{e6}, v{own}
  return v{e7}
}}",
                record = record(size, ty, width),
                a = sum + 1 + size as u32,
                b = sum + 2 + size as u32,
                c = sum + 3 + size as u32,
                e1 = end + 1,
                e2 = end + 2,
                e3 = end + 3,
                e4 = end + 4,
                e5 = end + 5,
                e6 = end + 6,
                e7 = end + 7,
            );
            let up = weighted(size, |index| index + 1);
            let down = weighted(size, |index| 200 - index);
            let expected = (up + 2000) * 1_000_000 + down * 1000 + up;
            assert_eq!(Both::new(&text).call("f", &[]), Outcome::Value(u128::from(expected)), "{ty} {size}");
            tried += 1;
        }
    }
    assert!(tried > 60);
}

#[test]
fn many_and_wide_scalars_keep_their_order() {
    let parameters: Vec<Scalar> = [Scalar::I8, Scalar::U128, Scalar::F32, Scalar::I64, Scalar::I128, Scalar::U16]
        .into_iter()
        .cycle()
        .take(24)
        .collect();
    let list: Vec<String> = parameters.iter().enumerate().map(|(index, ty)| format!("v{index}: {ty}")).collect();
    let names: Vec<String> = (0..24).map(|index| format!("v{index}")).collect();
    let types: Vec<String> = parameters.iter().map(ToString::to_string).collect();
    for (number, ty) in parameters.iter().enumerate() {
        let text = format!(
            "function system_abi local @pick({list}) : ({types}) -> {ty} {{\nb0:\n  return v{number}\n}}
function system_abi export @f({list}) : ({types}) -> {ty} {{
b0:
  v24: ptr = symbol_address @pick
  v25: {ty} = call v24({names}) : ({types}) -> {ty}
  return v25
}}",
            list = list.join(", "),
            types = types.join(", "),
            names = names.join(", ")
        );
        // The entry takes its own parameters as the machine gives them, before the ABI pass only.
        let module = crate::read(&format!("module \"m\"\n{text}")).expect("the test's text is of the form");
        let arguments: Vec<_> =
            parameters.iter().enumerate().map(|(index, ty)| scalar(*ty, index as u128 + 1)).collect();
        let (outcome, _) = super::run(&module, "f", &arguments);
        assert_eq!(outcome, Outcome::Value(number as u128 + 1), "{ty}");
    }
}

#[test]
fn arguments_of_blocks_are_read_before_any_is_written() {
    let text = "function system_abi export @f(v0: i64) : (i64) -> i64 {
b0:
  v1: i64 = constant 0
  v2: i64 = constant 1
  v3: i128 = constant 5
  v4: i128 = constant 70000000000000000000000
  jump b1(v0, v1, v2, v3, v4)
b1(v5: i64, v6: i64, v7: i64, v8: i128, v9: i128):
  v10: i64 = constant 0
  v11: bool = equal v5, v10
  branch v11, b2, b3
b2:
  v12: i64 = convert v8
  v13: i64 = multiply v6, v12
  return v13
b3:
  v14: i64 = constant 1
  v15: i64 = subtract v5, v14
  v16: i64 = add v6, v7
  jump b1(v15, v7, v16, v9, v8)
}";
    let both = Both::new(text);
    let call = |number: u128| both.call("f", &[scalar(Scalar::I64, number)]);
    // Fibonacci's numbers; after an even number of rounds the wide values stand as at first.
    assert_eq!(call(10), Outcome::Value(55 * 5));
    let swapped = 70_000_000_000_000_000_000_000u128 as u64;
    assert_eq!(call(1), Outcome::Value(u128::from(swapped)));
}

#[test]
fn switches_by_signed_and_unsigned_cases() {
    let text = "function system_abi export @f(v0: i8) : (i8) -> i64 {
b0:
  switch v0 [-1: b1, 5: b2, 127: b3], b4
b1:
  v1: i64 = constant 10
  return v1
b2:
  v2: i64 = constant 20
  return v2
b3:
  v3: i64 = constant 30
  return v3
b4:
  v4: i64 = constant 40
  return v4
}";
    let both = Both::new(text);
    for (value, expected) in [(0xff, 10), (5, 20), (0x7f, 30), (0, 40), (0x80, 40)] {
        assert_eq!(both.call("f", &[scalar(Scalar::I8, value)]), Outcome::Value(expected));
    }
}
