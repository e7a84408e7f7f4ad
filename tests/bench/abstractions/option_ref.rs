//! The program of option_ref.lang in Rust: options of borrows.

struct Entry { key: i64, value: i64 }

fn find(entries: &[Entry], key: i64) -> Option<&Entry> {
    for entry in entries { if entry.key == key { return Some(entry) } }
    None
}

fn larger<'a>(a: Option<&'a Entry>, b: Option<&'a Entry>) -> Option<&'a Entry> {
    match a {
        Some(x) => match b {
            Some(y) => if x.value > y.value { Some(x) } else { Some(y) },
            None => Some(x),
        },
        None => b,
    }
}

fn main() {
    let e = |key, value| Entry { key, value };
    let mut entries = [e(3, 5), e(14, 1), e(15, 9), e(92, 6), e(65, 3), e(35, 8), e(89, 7), e(79, 2)];
    let (mut seed, mut sum) = (1i64, 0i64);
    for round in 0..40_000_000i64 {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        let found = larger(find(&entries, seed % 97), find(&entries, 89));
        if let Some(entry) = found { sum = sum.wrapping_add(entry.value) }
        if round & 0xfff == 0 { entries[(seed & 7) as usize].value = seed & 15 }
    }
    println!("{sum}");
}
