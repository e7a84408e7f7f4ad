//! Promises that are kept, and those that are not, on the fixture's target, x86-64 Linux.

use expect_test::expect;

use crate::fixture::check;

#[test]
fn of_types() {
    check(
        "@[abi(registers)] type copy Large { let @x: f64  let @y: f64  let @z: f64 }
@[abi(registers, max_bytes: 12, no_copies)] type copy Small { let @x: f32  let @y: f32  let @z: f32 }
@[abi(max_bytes: 8)] type copy Padded { let @a: u8  let @b: i64 }
@[abi(no_copies)] type copy Copied { let @x: [f64; 4] }
@[abi(registers, max_bytes: 8)] type Heap { let @x: [f64; 40] }
@[abi(registers)] type union Either { let @a: f64  let @b: [u8; 17] }",
        expect![[""]],
    );
}

#[test]
fn of_functions() {
    check(
        "type copy Big { let @x: [f64; 3] }
type copy Pair { let @a: i64  let @b: i64 }
@[abi(registers)] fn kept(a: Pair, b: ref Big, c: f64) -> Pair { a }
@[abi(registers)] fn runs_out(a: Pair, b: Pair, c: i64, d: Pair) -> i64 { c }
@[abi(registers)] fn result -> Big { Big(x: [0.0; 3]) }
@[abi(no_copies)] fn in_place -> Big { Big(x: [0.0; 3]) }
@[abi(no_copies)] fn copies(a: Big) -> f64 { a.x[0] }
@[abi(max_bytes: 16)] fn large(a: Pair, b: Big) { }
type copy Deep { let @x: [f64; 3]
  @[abi(registers)] fn borrowed -> f64 { @x[0] }
  @[abi(no_copies)] fn static taken(a: Deep) -> f64 { a.x[0] }
}
extern { @[abi(registers)] fn far(a: Big) }",
        expect![[""]],
    );
}

#[test]
fn nothing_follows_from_other_errors() {
    check(
        "@[abi(registers)] fn broken(a: Missing, b: [f64; 9]) { }
@[abi(registers)] type copy Round { let @next: Round }",
        expect![[""]],
    );
}
