//! Random chains of iterators, beside the same of Rust: what they give, in which order they ask for it, and when what nobody
//! keeps ends. Owns what is put together; must not know how iterators work.

use super::Twins;
use super::texts::{Both, Texts};

/// How many chains a program has.
const STEPS: usize = 40;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated(seed, (LANGUAGE, RUST), STEPS, step)
}

fn step(random: &mut fastrand::Rng, texts: &mut Texts) {
    let (mut chain, adapters, ends) = match random.u8(0..4) {
        0 => (one_of(random, SOURCES_OF_ITEMS), ADAPTERS_OF_ITEMS, ENDS_OF_ITEMS),
        _ => (one_of(random, SOURCES), ADAPTERS, ENDS),
    };
    for _ in 0..random.u8(0..5) {
        let adapter = one_of(random, adapters);
        chain = Both::new(chain.language + &adapter.language, chain.rust + &adapter.rust);
    }
    let end = one_of(random, ends);
    let with = |end: &str, chain: &str| format!("  {}", end.replace("CHAIN", chain));
    texts.line(&with(&end.language, &chain.language), &with(&end.rust, &chain.rust));
}

/// One of several texts, with numbers of this moment.
fn one_of(random: &mut fastrand::Rng, all: &[(&str, &str)]) -> Both {
    Both::one_of(random, all, &[("SMALL", 1..5), ("NUMBER", 0..9), ("OTHER", 0..30)])
}

/// Where numbers come from.
const SOURCES: &[(&str, &str)] = &[
    ("(NUMBER..OTHER).iter()", "(NUMBER..OTHER)"),
    ("(NUMBER..=OTHER).into_iter()", "(NUMBER..=OTHER)"),
    ("a.iter().map(fn (n) -> i64 { n })", "a.iter().copied()"),
    ("a.clone().into_iter()", "a.clone().into_iter()"),
    ("a.iter().filter(fn (n) { n % 3 != 0 }).map(fn (n) { n + 1 })", "a.iter().filter(|n| *n % 3 != 0).map(|n| n + 1)"),
    ("a.windows(SMALL).map(fn (w) { w.iter().sum[i64]() })", "a.windows(SMALL).map(|w| w.iter().sum::<i64>())"),
    ("a.chunks(SMALL).map(fn (w) { w[0] * w.length() })", "a.chunks(SMALL).map(|w| w[0] * w.len() as i64)"),
    ("words.iter().map(fn (w) { w.length() })", "words.iter().map(|w| w.len() as i64)"),
    ("multiples(SMALL, OTHER)", "multiples(SMALL, OTHER)"),
    ("(NUMBER..OTHER).iter().reversed()", "(NUMBER..OTHER).rev()"),
    ("(NUMBER..=OTHER).iter().reversed()", "(NUMBER..=OTHER).rev()"),
    ("a.clone().into_iter().reversed()", "a.clone().into_iter().rev()"),
    ("a.iter().copied().reversed()", "a.iter().copied().rev()"),
    (
        "copied(a.iter().filter(fn (n) { n % SMALL == 0 }).reversed())",
        "a.iter().filter(|n| *n % SMALL == 0).rev().copied()",
    ),
    ("(NUMBER..OTHER).iter().map(fn (n) { n * by }).reversed()", "(NUMBER..OTHER).map(|n| n * by).rev()"),
    ("both_ends((NUMBER..OTHER).iter())", "both_ends(NUMBER..OTHER)"),
    ("both_ends((NUMBER..=OTHER).iter())", "both_ends(NUMBER..=OTHER)"),
    ("both_ends(a.iter().cloned())", "both_ends(a.iter().cloned())"),
    (
        "both_ends(a.clone().into_iter().filter(fn (n) { n > NUMBER }))",
        "both_ends(a.clone().into_iter().filter(|n| *n > NUMBER))",
    ),
    ("both_ends(a.clone().into_iter().reversed())", "both_ends(a.clone().into_iter().rev())"),
];

/// What makes other numbers of them.
const ADAPTERS: &[(&str, &str)] = &[
    (".map(fn (n) { n * SMALL - by })", ".map(|n| n * SMALL - by)"),
    (".filter(fn (n) { n % SMALL == 0 })", ".filter(|n| n % SMALL == 0)"),
    (
        ".filter_map(fn (n) { if n > NUMBER { Some(n - by) } else { None } })",
        ".filter_map(|n| if n > NUMBER { Some(n - by) } else { None })",
    ),
    (".flat_map(fn (n) { (0..n % SMALL).iter() })", ".flat_map(|n| 0..n % SMALL)"),
    (".map_owned(fn (n) { n + by })", ".map(|n| n + by)"),
    (".filter_owned(fn (n) { n != by })", ".filter(|n| *n != by)"),
    (
        ".filter_map_owned(fn (n) { if n % 2 == 0 { Some(n) } else { None } })",
        ".filter_map(|n| if n % 2 == 0 { Some(n) } else { None })",
    ),
    (".flat_map_owned(fn (n) { (n..n + SMALL).iter() })", ".flat_map(|n| n..n + SMALL)"),
    (".inspect(fn (n) { print(\"<${n}>\") })", ".inspect(|n| print!(\"<{n}>\"))"),
    (".take(NUMBER)", ".take(NUMBER)"),
    (".take_while(fn (n) { n < OTHER })", ".take_while(|n| *n < OTHER)"),
    (".skip(NUMBER)", ".skip(NUMBER)"),
    (".skip_while(fn (n) { n < NUMBER })", ".skip_while(|n| *n < NUMBER)"),
    (".step_by(SMALL)", ".step_by(SMALL)"),
    (".zip((NUMBER..OTHER).iter()).map(fn (p) { p.0 * 2 + p.1 })", ".zip(NUMBER..OTHER).map(|p| p.0 * 2 + p.1)"),
    (".chain((NUMBER..OTHER).iter())", ".chain(NUMBER..OTHER)"),
    (".enumerate().map(fn (p) { p.0 - p.1 })", ".enumerate().map(|p| p.0 as i64 - p.1)"),
    (".peekable()", ".peekable()"),
];

/// What becomes of numbers.
const ENDS: &[(&str, &str)] = &[
    ("println(CHAIN.to_array())", "println!(\"{:?}\", CHAIN.collect::<Vec<i64>>());"),
    ("println(CHAIN.sum[i64]())", "println!(\"{}\", CHAIN.sum::<i64>());"),
    ("println(CHAIN.map(fn (n) { n % 3 }).product[i64]())", "println!(\"{}\", CHAIN.map(|n| n % 3).product::<i64>());"),
    ("println(CHAIN.count())", "println!(\"{}\", CHAIN.count());"),
    ("shown(CHAIN.last())", "shown(CHAIN.last());"),
    ("shown(CHAIN.nth(SMALL))", "shown(CHAIN.nth(SMALL));"),
    ("println(CHAIN.any(fn (n) { n > OTHER }))", "println!(\"{}\", CHAIN.any(|n| n > OTHER));"),
    ("println(CHAIN.all(fn (n) { n < OTHER }))", "println!(\"{}\", CHAIN.all(|n| n < OTHER));"),
    ("shown(CHAIN.find(fn (n) { n > NUMBER }))", "shown(CHAIN.find(|n| *n > NUMBER));"),
    ("shown(CHAIN.position(fn (n) { n > NUMBER }))", "shown(CHAIN.position(|n| n > NUMBER).map(|n| n as i64));"),
    (
        "println(CHAIN.fold(NUMBER, fn (a, n) { a * 3 % 1000 + n }))",
        "println!(\"{}\", CHAIN.fold(NUMBER, |a, n| a * 3 % 1000 + n));",
    ),
    ("shown(CHAIN.reduce(fn (a, n) { a * 3 % 1000 - n }))", "shown(CHAIN.reduce(|a, n| a * 3 % 1000 - n));"),
    ("shown(CHAIN.min_by_key(fn (n) { n % SMALL }))", "shown(CHAIN.min_by_key(|n| n % SMALL));"),
    ("shown(CHAIN.max_by_key(fn (n) { n % SMALL }))", "shown(CHAIN.max_by_key(|n| n % SMALL));"),
    (
        "shown(CHAIN.min_by(fn (a, b) { (a % SMALL).compare(b % SMALL) }))",
        "shown(CHAIN.min_by(|a, b| (a % SMALL).cmp(&(b % SMALL))));",
    ),
    (
        "shown(CHAIN.max_by(fn (a, b) { (a % SMALL).compare(b % SMALL) }))",
        "shown(CHAIN.max_by(|a, b| (a % SMALL).cmp(&(b % SMALL))));",
    ),
    ("shown(least(CHAIN))", "shown(CHAIN.min());"),
    ("shown(greatest(CHAIN))", "shown(CHAIN.max());"),
    (
        "{ let (l, r) = CHAIN.partition(fn (n) { n % 2 == 0 })  println(\"${l} ${r}\") }",
        "{ let (l, r): (Vec<i64>, Vec<i64>) = CHAIN.partition(|n| n % 2 == 0); println!(\"{l:?} {r:?}\"); }",
    ),
    (
        "{ let mut sum = 0\n  CHAIN.for_each(fn (n) { sum += n })  println(sum) }",
        "{ let mut sum = 0; CHAIN.for_each(|n| sum += n); println!(\"{sum}\"); }",
    ),
    (
        "println(CHAIN.map(fn (n) { \"${n}\" }).collect[String]())",
        "println!(\"{}\", CHAIN.map(|n| n.to_string()).collect::<String>());",
    ),
    (
        "println(CHAIN.collect[TreeSet[i64]]().iter().to_array())",
        "println!(\"{:?}\", CHAIN.collect::<BTreeSet<i64>>().iter().collect::<Vec<_>>());",
    ),
    (
        "println(CHAIN.collect[Heap[i64]]().into_sorted())",
        "println!(\"{:?}\", CHAIN.collect::<BinaryHeap<i64>>().into_sorted_vec());",
    ),
    ("println(CHAIN.collect[Set[i64]]().length())", "println!(\"{}\", CHAIN.collect::<HashSet<i64>>().len());"),
    (
        "{ let mut p = CHAIN.peekable()  while let Some(n) = p.next() { if let Some(m) = p.peek() { print(\"${n}<${m} \") } }  println(\"\") }",
        "{ let mut p = CHAIN.peekable(); while let Some(n) = p.next() { if let Some(m) = p.peek() { print!(\"{n}<{m} \"); } } println!(\"\"); }",
    ),
    (
        "{ let mut p = CHAIN.peekable()  while let Some(n) = p.next_if(fn (n) { n < OTHER }) { print(\"${n} \") }  shown(p.next()) }",
        "{ let mut p = CHAIN.peekable(); while let Some(n) = p.next_if(|n| *n < OTHER) { print!(\"{n} \"); } shown(p.next()); }",
    ),
    (
        "{ let mut c = CHAIN  print(\"${c.any(fn (n) { n == NUMBER })} \")  println(c.to_array()) }",
        "{ let mut c = CHAIN; print!(\"{} \", c.any(|n| n == NUMBER)); println!(\"{:?}\", c.collect::<Vec<i64>>()); }",
    ),
];

/// Where values come from that tell when they end: from one place each, since the fields of a structure end the other way round in
/// Rust.
const SOURCES_OF_ITEMS: &[(&str, &str)] = &[
    ("items(OTHER).into_iter()", "items(OTHER).into_iter()"),
    // Without `map` Rust ends the values that `skip` passes over from the first on.
    ("items(OTHER).into_iter().map(fn (i) { i }).reversed()", "items(OTHER).into_iter().map(|i| i).rev()"),
    ("(NUMBER..OTHER).iter().map(fn (n) { Item(n) })", "(NUMBER..OTHER).map(Item)"),
    (
        "items(NUMBER).into_iter().collect[Deque[Item]]().into_iter()",
        "items(NUMBER).into_iter().collect::<VecDeque<Item>>().into_iter()",
    ),
];

const ADAPTERS_OF_ITEMS: &[(&str, &str)] = &[
    (".filter(fn (i) { i.n % SMALL != 0 })", ".filter(|i| i.0 % SMALL != 0)"),
    (".map(fn (i) { Item(i.n + by) })", ".map(|i| Item(i.0 + by))"),
    (
        ".filter_map(fn (i) { if i.n > NUMBER { Some(i) } else { None } })",
        ".filter_map(|i| if i.0 > NUMBER { Some(i) } else { None })",
    ),
    (".take(NUMBER)", ".take(NUMBER)"),
    (".take_while(fn (i) { i.n < OTHER })", ".take_while(|i| i.0 < OTHER)"),
    (".skip(SMALL)", ".skip(SMALL)"),
    (".skip_while(fn (i) { i.n < NUMBER })", ".skip_while(|i| i.0 < NUMBER)"),
    (".step_by(SMALL)", ".step_by(SMALL)"),
    (".inspect(fn (i) { print(\"<${i.n}>\") })", ".inspect(|i| print!(\"<{}>\", i.0))"),
    (".peekable()", ".peekable()"),
];

const ENDS_OF_ITEMS: &[(&str, &str)] = &[
    ("line(CHAIN.to_array())", "line(CHAIN.collect());"),
    ("println(CHAIN.count())", "println!(\"{}\", CHAIN.count());"),
    ("println(CHAIN.any(fn (i) { i.n > OTHER }))", "println!(\"{}\", CHAIN.any(|i| i.0 > OTHER));"),
    (
        "{ let found = CHAIN.find(fn (i) { i.n > NUMBER })  println(found.is_some()) }",
        "{ let found = CHAIN.find(|i| i.0 > NUMBER); println!(\"{}\", found.is_some()); }",
    ),
    (
        "{ let found = CHAIN.max_by_key(fn (i) { i.n % SMALL })  println(found.is_some()) }",
        "{ let found = CHAIN.max_by_key(|i| i.0 % SMALL); println!(\"{}\", found.is_some()); }",
    ),
    (
        "{ let last = CHAIN.last()  println(last.is_some()) }",
        "{ let last = CHAIN.last(); println!(\"{}\", last.is_some()); }",
    ),
    (
        "{ let (l, r) = CHAIN.partition(fn (i) { i.n % 2 == 0 })  println(\"${l.length()} ${r.length()}\") }",
        "{ let (l, r): (Vec<Item>, Vec<Item>) = CHAIN.partition(|i| i.0 % 2 == 0); println!(\"{} {}\", l.len(), r.len()); }",
    ),
];

const LANGUAGE: &str = "import std.array (TakenElements)
import std.deque (Deque)
import std.heap (Heap)
import std.iterator (copied, greatest, least)
import std.iterator.backward (Backward)
import std.iterator.owned (FilteredOwned, MappedOwned)
import std.range (Steps)
import std.tree (TreeSet)
type Item { let @n: i64 }
impl Drop for Item { fn mut drop { print(\"-${@n} \") } }
fn items(count: i64) -> Array[Item] { (0..count).iter().map(fn (n) { Item(n * 5 % 7) }).to_array() }
fn multiples(of: i64, below: i64) -> FilteredOwned[i64, MappedOwned[i64, i64, Steps[i64]]] {
  (0..below).iter().map_owned(fn (n) { n * 2 }).filter_owned(fn (n) { n % of == 0 })
}
fn both_ends[I: ref + Backward[i64]](from: I) -> TakenElements[i64] {
  let mut from = from
  let mut all: Array[i64] = Array.new()
  loop {
    if all.length() % 3 == 2 {
      if let Some(n) = from.next() { all.push(n) } else { break }
    } else {
      if let Some(n) = from.next_back() { all.push(n) } else { break }
    }
  }
  all.into_iter()
}
fn shown(found: Option[i64]) {
  match found { case Some(n) -> println(n)  case None -> println(\"none\") }
}
fn line(all: Array[Item]) {
  for one in all { print(\"${one.n} \") }
  println(all.length())
}
fn main() {
  let a: Array[i64] = [5, 3, 9, 12, 4, 4, 7, 1, 0, 20, 11]
  let words = [\"some\", \"words\", \"of\", \"this\", \"\", \"language\"]
  let by = 2";

const RUST: &str = "#![allow(warnings)]
use std::collections::*;
struct Item(i64);
impl Drop for Item { fn drop(&mut self) { print!(\"-{} \", self.0); } }
fn items(count: i64) -> Vec<Item> { (0..count).map(|n| Item(n * 5 % 7)).collect() }
fn multiples(of: i64, below: i64) -> impl Iterator<Item = i64> { (0..below).map(|n| n * 2).filter(move |n| n % of == 0) }
fn both_ends(mut from: impl DoubleEndedIterator<Item = i64>) -> std::vec::IntoIter<i64> {
  let mut all = vec![];
  loop {
    let next = if all.len() % 3 == 2 { from.next() } else { from.next_back() };
    if let Some(n) = next { all.push(n); } else { break; }
  }
  all.into_iter()
}
fn shown(found: Option<i64>) {
  match found { Some(n) => println!(\"{n}\"), None => println!(\"none\") }
}
fn line(all: Vec<Item>) {
  for one in &all { print!(\"{} \", one.0); }
  println!(\"{}\", all.len());
}
fn main() {
  let a: Vec<i64> = vec![5, 3, 9, 12, 4, 4, 7, 1, 0, 20, 11];
  let words = [\"some\", \"words\", \"of\", \"this\", \"\", \"language\"];
  let by = 2i64;";
