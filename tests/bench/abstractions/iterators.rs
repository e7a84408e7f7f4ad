//! The program of iterators.lang in Rust: iterators over iterators.

struct Kept<I> { inner: I, mask: i64 }
struct Times<I> { inner: I, by: i64 }
struct Upwards { at: i64, end: i64 }

impl Iterator for Upwards {
    type Item = i64;
    fn next(&mut self) -> Option<i64> {
        if self.at == self.end { return None }
        let at = self.at;
        self.at += 1;
        Some(at)
    }
}
impl<I: Iterator<Item = i64>> Iterator for Kept<I> {
    type Item = i64;
    fn next(&mut self) -> Option<i64> {
        loop {
            match self.inner.next() {
                Some(x) => if x & self.mask != 0 { return Some(x) },
                None => return None,
            }
        }
    }
}
impl<I: Iterator<Item = i64>> Iterator for Times<I> {
    type Item = i64;
    fn next(&mut self) -> Option<i64> { match self.inner.next() { Some(x) => Some(x.wrapping_mul(self.by)), None => None } }
}

fn main() {
    let mut sum: i64 = 0;
    for round in 0..2_000 {
        for x in (Times { inner: Kept { inner: Upwards { at: 0, end: 100_000 }, mask: 5 }, by: round }) { sum ^= x }
    }
    println!("{sum}");
}
