//! The program of sort.lang in Rust: numbers and texts in order.

fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn main() {
    let mut state: u64 = 88172645463325252;
    let mut numbers: Vec<i64> = Vec::new();
    for _ in 0..1000000 {
        numbers.push((next(&mut state) >> 20) as i64);
    }
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..200000 {
        texts.push(format!("{:07} name", next(&mut state) % 1000003));
    }
    let mut sum: i64 = 0;
    for _ in 0..3 {
        let mut sorted = numbers.clone();
        sorted.sort();
        sum += sorted[500000] % 1000;
        let mut ordered = texts.clone();
        ordered.sort();
        sum += ordered[100000].len() as i64;
        if ordered[7] < ordered[8] {
            sum += 1;
        }
    }
    println!("{sum}");
}
