//! The program of match_enum.lang in Rust: `match` on an enum whose cases carry something.

#[derive(Clone, Copy)]
enum Operation { Add(i64), Multiply(i64), Shift(u8), Mix(i64, i64), Swap, Skip }
use Operation::*;

fn step(a: &mut i64, b: &mut i64, operation: Operation) {
    match operation {
        Add(n) => *a = a.wrapping_add(n),
        Multiply(n) => *a = a.wrapping_mul(n),
        Shift(n) => *b = *b ^ (*a >> (n & 31)),
        Mix(x, y) => { *a = *a ^ b.wrapping_add(x); *b = b.wrapping_add(y) }
        Swap => { let c = *a; *a = *b; *b = c }
        Skip => {}
    }
}

fn main() {
    let program = [Add(7), Multiply(31), Shift(13), Swap, Mix(5, 11), Skip, Add(-3), Shift(7)];
    let (mut a, mut b, mut at) = (1i64, 2i64, 0i64);
    for _round in 0..150_000_000i64 {
        step(&mut a, &mut b, program[at as usize]);
        at = at.wrapping_add(1).wrapping_add(b & 1) & 7;
    }
    println!("{}", a ^ b);
}
