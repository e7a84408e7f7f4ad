//! Random programs that sort, search, divide and shorten arrays, beside Rust's slices and `Vec`. Owns what is done; must not know
//! how.

use super::Twins;
use super::texts::Texts;

/// How much is done in a program.
const STEPS: usize = 80;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated_steps(seed, (LANGUAGE, RUST), STEPS, &[STEPS_OF_BOTH, LOOKS])
}

/// What is done, in the language and in Rust.
const STEPS_OF_BOTH: &[(&str, &str)] = &[
    ("a = mixed(LARGE, NUMBER)", "a = mixed(LARGE, NUMBER);"),
    ("a = mixed(LARGE * 4, OTHER + 1)", "a = mixed(LARGE * 4, OTHER + 1);"),
    ("a.sort()", "a.sort();"),
    ("a.sort_unstable()", "a.sort_unstable();"),
    ("a.sort_by(fn (l, r) { r.compare(l) })", "a.sort_by(|l, r| r.cmp(l));"),
    ("a.sort_by_key(fn (n) { n % LARGE })", "a.sort_by_key(|n| n % LARGE);"),
    (
        "{ let mut c = mixed(LARGE, NUMBER)  c.sort_by_key(fn (n) { n % 7 })  println(c) }",
        "{ let mut c = mixed(LARGE, NUMBER); c.sort_by_key(|n| n % 7); println!(\"{c:?}\"); }",
    ),
    (
        "{ let mut c = mixed(LARGE, NUMBER)  c.sort_by(fn (l, r) { (r % 5).compare(l % 5) })  println(c) }",
        "{ let mut c = mixed(LARGE, NUMBER); c.sort_by(|l, r| (r % 5).cmp(&(l % 5))); println!(\"{c:?}\"); }",
    ),
    (
        "{ let mut c = mixed(LARGE * 4, SMALL)  c.sort_unstable()  println(c) }",
        "{ let mut c = mixed(LARGE * 4, SMALL); c.sort_unstable(); println!(\"{c:?}\"); }",
    ),
    ("a.sort_unstable_by(fn (l, r) { r.compare(l) })", "a.sort_unstable_by(|l, r| r.cmp(l));"),
    ("a.reverse()", "a.reverse();"),
    ("if a.length() >= OTHER { a.rotate_left(OTHER) }", "if a.len() >= OTHER { a.rotate_left(OTHER); }"),
    ("if a.length() >= OTHER { a.rotate_right(OTHER) }", "if a.len() >= OTHER { a.rotate_right(OTHER); }"),
    ("a.retain(fn (n) { n % SMALL != 0 })", "a.retain(|n| n % SMALL != 0);"),
    ("a.dedup()", "a.dedup();"),
    ("a.dedup_by_key(fn (n) { n / LARGE })", "a.dedup_by_key(|n| *n / LARGE);"),
    (
        "if a.length() >= OTHER + SMALL { println(a.drain(SMALL / 2..OTHER / 2 + SMALL / 2).length()) }",
        "if a.len() >= OTHER + SMALL { println!(\"{}\", a.drain(SMALL / 2..OTHER / 2 + SMALL / 2).count()); }",
    ),
    (
        "if a.length() >= OTHER { println(a.split_off(OTHER).length()) }",
        "if a.len() >= OTHER { println!(\"{}\", a.split_off(OTHER).len()); }",
    ),
    ("a.extend((0..OTHER).iter())", "a.extend(0..OTHER);"),
    ("a.push_all([SMALL, OTHER, SMALL])", "a.extend_from_slice(&[SMALL, OTHER, SMALL]);"),
    (
        "if a.length() > 1 { let last = a.length() - 1  let (l, r) = a.pair(last, 0)  swap(mut l, mut r)  l += 1 }",
        "if a.len() > 1 { let last = a.len() - 1; a.swap(0, last); a[last] += 1; }",
    ),
    (
        "for part in a.chunks_mut(OTHER + 1) { part.reverse() }",
        "for part in a.chunks_mut(OTHER + 1) { part.reverse(); }",
    ),
    (
        "if let Some((first, rest)) = move a.split_first_mut() { first += rest.length() }",
        "if let Some((first, rest)) = a.split_first_mut() { *first += rest.len(); }",
    ),
    (
        "if let Some((last, rest)) = move a.split_last_mut() { last += rest.length() }",
        "if let Some((last, rest)) = a.split_last_mut() { *last += rest.len(); }",
    ),
    ("b = items(LARGE)", "b = items(LARGE);"),
    ("b.sort_by_key(fn (i) { i.n % SMALL })", "b.sort_by_key(|i| i.0 % SMALL);"),
    ("b.sort_unstable()", "b.sort_unstable();"),
    ("b.retain(fn (i) { i.n % SMALL != 0 })", "b.retain(|i| i.0 % SMALL != 0);"),
    ("b.dedup()", "b.dedup();"),
    ("b.dedup_by_key(fn (i) { i.n / SMALL })", "b.dedup_by_key(|i| i.0 / SMALL);"),
    (
        "if b.length() >= OTHER { let taken = b.drain(0..OTHER)  println(taken.length()) }",
        "if b.len() >= OTHER { let taken: Vec<Item> = b.drain(0..OTHER).collect(); println!(\"{}\", taken.len()); }",
    ),
    ("b.extend(items(SMALL).into_iter())", "b.extend(items(SMALL));"),
    ("b.push_all(items(SMALL))", "b.extend_from_slice(&items(SMALL));"),
    ("m.retain(fn (k, v) { v += 1  k % SMALL != 0 })", "m.retain_mut(|(k, v)| { *v += 1; *k % SMALL != 0 });"),
    (
        "m.get_or_insert_with(OTHER, fn { LARGE }) += 1",
        "{ if !m.iter().any(|e| e.0 == OTHER) { m.push((OTHER, LARGE)); } m.iter_mut().find(|e| e.0 == OTHER).unwrap().1 += 1; }",
    ),
    ("for v in m.values_mut() { v += SMALL }", "for v in m.iter_mut() { v.1 += SMALL; }"),
];

/// How what is there is shown.
const LOOKS: &[(&str, &str)] = &[
    ("println(a)", "println!(\"{a:?}\");"),
    ("line(b)", "line(&b);"),
    (
        "println(m.iter().map(fn (e) { e.0 * 1000 + e.1 }).to_array())",
        "println!(\"{:?}\", m.iter().map(|e| e.0 * 1000 + e.1).collect::<Vec<_>>());",
    ),
    (
        "println(a.windows(SMALL).map(fn (w) { w[0] + w.length() }).to_array())",
        "println!(\"{:?}\", a.windows(SMALL).map(|w| w[0] + w.len()).collect::<Vec<_>>());",
    ),
    (
        "println(a.chunks(OTHER + 1).map(fn (w) { w[0] + w.length() }).to_array())",
        "println!(\"{:?}\", a.chunks(OTHER + 1).map(|w| w[0] + w.len()).collect::<Vec<_>>());",
    ),
    (
        "println(\"${a.starts_with([SMALL])} ${a.ends_with([SMALL, OTHER, SMALL])} ${a.contains(NUMBER)}\")",
        "println!(\"{} {} {}\", a.starts_with(&[SMALL]), a.ends_with(&[SMALL, OTHER, SMALL]), a.contains(&NUMBER));",
    ),
    (
        "if a.length() > 3 { let h = a.length() / 2  println(\"${a.find(a[h..h + 2])} ${a.find_last(a[a.length() - 1..])}\") }",
        "if a.len() > 3 { let h = a.len() / 2; println!(\"{} {}\", text(a.windows(2).position(|w| w == &a[h..h + 2]).as_ref()), \
         text(Some(&(a.len() - 1)))); }",
    ),
    (
        "println(\"${a.position(NUMBER)} ${a.last_position(SMALL)} ${a.find([SMALL, OTHER])} ${a.find([])}\")",
        "println!(\"{} {} {} Some(0)\", text(a.iter().position(|n| *n == NUMBER).as_ref()), \
         text(a.iter().rposition(|n| *n == SMALL).as_ref()), text(a.windows(2).position(|w| w == &[SMALL, OTHER]).as_ref()));",
    ),
    (
        "if a.length() > 3 { println(\"${a.strip_prefix(a[..2]).is_some()} ${a.strip_prefix(a[1..3]).is_some()} \
         ${a.strip_suffix(a[1..3]).is_some()}\")  for n in a.iter().reversed() { print(\"${n} \") } }",
        "if a.len() > 3 { println!(\"{} {} {}\", a.strip_prefix(&a[..2]).is_some(), a.strip_prefix(&a[1..3]).is_some(), \
         a.strip_suffix(&a[1..3]).is_some()); for n in a.iter().rev() { print!(\"{n} \"); } }",
    ),
    (
        "{ let mut by = 0  for n in a.iter_mut().reversed() { n += by % SMALL  by += 1 }  println(a) }",
        "{ let mut by = 0; for n in a.iter_mut().rev() { *n += by % SMALL; by += 1; } println!(\"{a:?}\"); }",
    ),
    ("println(\"${a.min()} ${a.max()}\")", "println!(\"{} {}\", text(a.iter().min()), text(a.iter().max()));"),
    (
        "{ a.sort()  println(a.partition_point(fn (n) { n < LARGE })) }",
        "{ a.sort(); println!(\"{}\", a.partition_point(|n| *n < LARGE)); }",
    ),
    (
        "{ a.sort()  a.dedup()  println(a.binary_search(NUMBER)) }",
        "{ a.sort(); a.dedup(); println!(\"{:?}\", a.binary_search(&NUMBER)); }",
    ),
    (
        "{ a.sort()  a.dedup()  println(a.binary_search_by_key(NUMBER * 2, fn (n) { n * 2 })) }",
        "{ a.sort(); a.dedup(); println!(\"{:?}\", a.binary_search_by_key(&(NUMBER * 2), |n| n * 2)); }",
    ),
    ("println(a.join(\"/\"))", "println!(\"{}\", a.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(\"/\"));"),
    (
        "println([a.clone(), [1, 2], a.clone()].concat().length())",
        "println!(\"{}\", [a.clone(), vec![1, 2], a.clone()].concat().len());",
    ),
    (
        "if let Some((first, rest)) = a.split_first() { println(first + rest.length()) }",
        "if let Some((first, rest)) = a.split_first() { println!(\"{}\", first + rest.len()); }",
    ),
    (
        "if let Some((last, rest)) = a.split_last() { println(last + rest.length()) }",
        "if let Some((last, rest)) = a.split_last() { println!(\"{}\", last + rest.len()); }",
    ),
    (
        "println(max(SMALL, OTHER) * 100 + min(SMALL, OTHER) * 10 + clamp(NUMBER, SMALL, LARGE))",
        "println!(\"{}\", SMALL.max(OTHER) * 100 + SMALL.min(OTHER) * 10 + NUMBER.clamp(SMALL, LARGE));",
    ),
];

const LANGUAGE: &str = "import std.compare (clamp, max, min)
type Item { let @n: i64 }
impl Drop for Item { fn mut drop { print(\"-${@n} \") } }
impl Equal for Item
impl Order for Item
impl Clone for Item
fn mixed(count: i64, by: i64) -> Array[i64] {
  let mut state = by
  let mut all = Array.new()
  for _ in 0..count {
    state = (state * 1103515245 + 12345) % 2147483648
    all.push(state / 65536 % (by * 10 + 1))
  }
  all
}
fn items(count: i64) -> Array[Item] { mixed(count, 1).iter().map(fn (n) { Item(n + 0) }).to_array() }
fn line(all: ref [Item]) {
  for one in all { print(\"${one.n} \") }
  println(all.length())
}
fn main() {
  let mut a: Array[i64] = Array.new()
  let mut b: Array[Item] = Array.new()
  let mut m: Map[i64, i64] = (0..12).iter().zip((5..100).iter()).collect()";

const RUST: &str = "#![allow(warnings)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Item(usize);
impl Drop for Item { fn drop(&mut self) { print!(\"-{} \", self.0); } }
fn mixed(count: usize, by: usize) -> Vec<usize> {
  let mut state = by;
  (0..count).map(|_| { state = (state * 1103515245 + 12345) % 2147483648; state / 65536 % (by * 10 + 1) }).collect()
}
fn items(count: usize) -> Vec<Item> { mixed(count, 1).iter().map(|n| Item(*n)).collect() }
fn line(all: &[Item]) {
  for one in all { print!(\"{} \", one.0); }
  println!(\"{}\", all.len());
}
fn text(found: Option<&usize>) -> String { found.map_or(\"None\".to_string(), |n| format!(\"Some({n})\")) }
fn main() {
  let mut a: Vec<usize> = Vec::new();
  let mut b: Vec<Item> = Vec::new();
  let mut m: Vec<(usize, usize)> = (0..12).zip(5..100).collect();";
