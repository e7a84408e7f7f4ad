//! The program of dyn_one.lang in Rust: calls through `dyn` of the only type that there is.

trait Step { fn next(&self, at: i64) -> i64; }
struct Collatz { add: i64 }
impl Step for Collatz { fn next(&self, at: i64) -> i64 { if at & 1 == 0 { at >> 1 } else { at * 3 + self.add } } }

fn length(step: &dyn Step, from: i64) -> i64 {
    let mut at = from;
    let mut count = 0;
    while at != 1 { at = step.next(at); count += 1 }
    count
}

fn main() {
    let step: Box<dyn Step> = Box::new(Collatz { add: 1 });
    let mut best = 0;
    for from in 1..3_000_000 {
        let found = length(&*step, from);
        if found > best { best = found }
    }
    println!("{best}");
}
