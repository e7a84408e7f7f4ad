//! The program of generic_order.lang in Rust: generic code over a trait, and `Result`s that are handed on.

use std::cmp::Ordering;
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair { a: i64, b: i64 }
impl PartialOrd for Pair { fn partial_cmp(&self, other: &Pair) -> Option<Ordering> { Some(self.cmp(other)) } }
impl Ord for Pair {
    fn cmp(&self, other: &Pair) -> Ordering { if self.a != other.a { self.a.cmp(&other.a) } else { self.b.cmp(&other.b) } }
}

fn largest<T: Ord + Copy>(xs: &[T], otherwise: T) -> T {
    let mut best = otherwise;
    for x in xs { if *x > best { best = *x } }
    best
}

fn checked(x: Pair) -> Result<i64, i64> { if x.a & 1023 == 7 { Err(x.b) } else { Ok(x.a) } }
fn both(x: Pair, y: Pair) -> Result<i64, i64> { Ok(checked(x)?.wrapping_add(checked(y)?)) }

fn main() {
    let mut pairs = [Pair { a: 0, b: 0 }; 64];
    let (mut seed, mut sum) = (1i64, 0i64);
    for _round in 0..1_500_000 {
        for i in 0..4 {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
            pairs[((seed >> 3) & 63) as usize] = Pair { a: seed & 0xffff, b: i };
        }
        let best = largest(&pairs, Pair { a: 0, b: 0 });
        match both(best, pairs[(seed & 63) as usize]) {
            Ok(n) => sum = sum.wrapping_add(n),
            Err(n) => sum ^= n,
        }
    }
    println!("{sum}");
}
