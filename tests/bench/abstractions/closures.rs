//! The program of closures.lang in Rust: closures that are lent to a function, and an owned one that is called.

fn fold(xs: &[i64], start: i64, f: &dyn Fn(i64, i64) -> i64) -> i64 {
    let mut sum = start;
    for x in xs { sum = f(sum, *x) }
    sum
}

fn compose(f: Box<dyn Fn(i64) -> i64>, by: i64) -> Box<dyn Fn(i64) -> i64> { Box::new(move |x| f(x) ^ by) }

fn main() {
    let mut xs = [0i64; 1000];
    for i in 0..1000 { xs[i as usize] = i * 7 % 13 }
    let mixed = compose(Box::new(|x| x & 0xffff_ffff), 12345);
    let mut total: i64 = 0;
    for round in 0..200_000i64 {
        total = total.wrapping_add(fold(&xs, round, &|sum, x| sum.wrapping_mul(31).wrapping_add(x).wrapping_add(round)));
        total = mixed(total);
    }
    println!("{total}");
}
