//! Random programs that do something with deques, heaps and trees again and again, beside Rust's `VecDeque`, `BinaryHeap`,
//! `BTreeMap` and `BTreeSet`. Owns what is done; must not know how these work.

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
    ("d.push_back(Item(NUMBER))", "d.push_back(Item(NUMBER));"),
    ("d.push_front(Item(NUMBER))", "d.push_front(Item(NUMBER));"),
    ("for i in 0..OTHER { d.push_back(Item(i)) }", "for i in 0..OTHER { d.push_back(Item(i)); }"),
    ("for i in 0..SMALL { d.push_front(Item(i)) }", "for i in 0..SMALL { d.push_front(Item(i)); }"),
    (
        "for i in 0..SMALL { d.pop_front()  d.push_back(Item(i)) }",
        "for i in 0..SMALL { d.pop_front(); d.push_back(Item(i)); }",
    ),
    ("println(d.pop_back().is_some())", "println!(\"{}\", d.pop_back().is_some());"),
    ("println(d.pop_front().is_some())", "println!(\"{}\", d.pop_front().is_some());"),
    ("d.truncate(OTHER)", "d.truncate(OTHER);"),
    (
        "if d.length() > SMALL { d.swap(SMALL, 0)  d[SMALL].n += 1 }",
        "if d.len() > SMALL { d.swap(SMALL, 0); d[SMALL].0 += 1; }",
    ),
    ("if let Some(i) = d.get_mut(SMALL) { i.n += 2 }", "if let Some(i) = d.get_mut(SMALL) { i.0 += 2; }"),
    ("for i in mut d { i.n += 1 }", "for i in &mut d { i.0 += 1; }"),
    (
        "{ let other = d.clone()  println(other == d)  println(other < d) }",
        "{ let other = d.clone(); println!(\"{}\", other == d); println!(\"{}\", other < d); }",
    ),
    (
        "for i in replace(mut d, Deque.new()) { if i.n == SMALL { break }  print(\"${i.n} \") }",
        "for i in std::mem::take(&mut d) { if i.0 == SMALL { break; } print!(\"{} \", i.0); }",
    ),
    (
        "{ let (l, r) = d.as_slices()  println(l.length() + r.length()) }",
        "{ let (l, r) = d.as_slices(); println!(\"{}\", l.len() + r.len()); }",
    ),
    ("h.push(NUMBER)", "h.push(NUMBER);"),
    ("for i in 0..OTHER { h.push(i * 7 % 11) }", "for i in 0..OTHER { h.push(i * 7 % 11); }"),
    ("println(h.pop())", "println!(\"{}\", h.pop().map_or(\"None\".to_string(), |n| format!(\"Some({n})\")));"),
    ("for _ in 0..SMALL { h.pop() }", "for _ in 0..SMALL { h.pop(); }"),
    (
        "println(replace(mut h, Heap.new()).into_sorted())",
        "println!(\"{:?}\", std::mem::take(&mut h).into_sorted_vec());",
    ),
    ("h = (0..OTHER).iter().map(fn (i) { i * 7 % 11 }).collect()", "h = (0..OTHER).map(|i| i * 7 % 11).collect();"),
    ("t.insert(NUMBER, \"t${SMALL}\")", "t.insert(NUMBER, format!(\"t{}\", SMALL));"),
    ("println(t.insert(NUMBER, \"u\"))", "shown(t.insert(NUMBER, \"u\".to_string()));"),
    (
        "for i in 0..NUMBER { t.insert(i * LARGE % 211, \"v${i}\") }",
        "for i in 0..NUMBER { t.insert(i * LARGE % 211, format!(\"v{i}\")); }",
    ),
    ("println(t.remove(NUMBER))", "shown(t.remove(&NUMBER));"),
    ("for i in 0..NUMBER { t.remove(i * LARGE % 211) }", "for i in 0..NUMBER { t.remove(&(i * LARGE % 211)); }"),
    (
        "{ for i in 0..211 { t.remove(i * LARGE % 211) }  println(t.length()) }",
        "{ for i in 0..211 { t.remove(&(i * LARGE % 211)); } println!(\"{}\", t.len()); }",
    ),
    ("for i in 0..OTHER { t.pop_first() }", "for i in 0..OTHER { t.pop_first(); }"),
    ("for i in 0..OTHER { t.pop_last() }", "for i in 0..OTHER { t.pop_last(); }"),
    (
        "if let Some(v) = t.get_mut(NUMBER) { v = \"changed\" }",
        "if let Some(v) = t.get_mut(&NUMBER) { *v = \"changed\".to_string(); }",
    ),
    (
        "for (k, v) in mut t { if k % SMALL == 0 { v = \"w${k}\" } }",
        "for (k, v) in &mut t { if k % SMALL == 0 { *v = format!(\"w{k}\"); } }",
    ),
    (
        "for (k, v) in replace(mut t, TreeMap.new()) { if k == NUMBER { break }  print(\"${k}${v} \") }",
        "for (k, v) in std::mem::take(&mut t) { if k == NUMBER { break; } print!(\"{k}{v} \"); }",
    ),
    ("t.get_or_insert_with(NUMBER, fn { \"new\" })", "t.entry(NUMBER).or_insert_with(|| \"new\".to_string());"),
    ("{ let other = t.clone()  println(other == t) }", "{ let other = t.clone(); println!(\"{}\", other == t); }"),
    (
        "for i in 0..NUMBER { print(\"${s.insert(i * LARGE % 97)} \") }",
        "for i in 0..NUMBER { print!(\"{} \", s.insert(i * LARGE % 97)); }",
    ),
    ("println(s.remove(NUMBER).is_some())", "println!(\"{}\", s.remove(&NUMBER));"),
    ("for i in 0..LARGE { s.remove(i * 3) }", "for i in 0..LARGE { s.remove(&(i * 3)); }"),
];

/// How what is there is shown.
const LOOKS: &[(&str, &str)] = &[
    (
        "println(d.iter().map(fn (i) { i.n }).to_array())",
        "println!(\"{:?}\", d.iter().map(|i| i.0).collect::<Vec<_>>());",
    ),
    (
        "println(d.front().map_or(0, fn (i) { i.n }) + d.back().map_or(0, fn (i) { i.n }))",
        "println!(\"{}\", d.front().map_or(0, |i| i.0) + d.back().map_or(0, |i| i.0));",
    ),
    (
        "println(\"${h.length()} ${h.peek().map_or(0, fn (i) -> i64 { i })}\")",
        "println!(\"{} {}\", h.len(), h.peek().map_or(0, |i| *i));",
    ),
    ("entries(t.iter())", "entries(t.iter());"),
    ("entries(t.range(SMALL, NUMBER + SMALL))", "entries(t.range(SMALL..NUMBER + SMALL));"),
    ("entries(t.from(NUMBER))", "entries(t.range(NUMBER..));"),
    ("entries(t.up_to(NUMBER))", "entries(t.range(..NUMBER));"),
    (
        "println(\"${t.length()} ${t.first().map_or(0, fn (e) { e.0 + 0 })} ${t.last().map_or(0, fn (e) { e.0 + 0 })}\")",
        "println!(\"{} {} {}\", t.len(), t.first_key_value().map_or(0, |e| *e.0), t.last_key_value().map_or(0, |e| *e.0));",
    ),
    ("println(t.get(NUMBER).is_some())", "println!(\"{}\", t.get(&NUMBER).is_some());"),
    (
        "println(\"${s.length()} ${s.iter().to_array()}\")",
        "println!(\"{} {:?}\", s.len(), s.iter().collect::<Vec<_>>());",
    ),
    (
        "println(s.range(SMALL, NUMBER + SMALL).to_array())",
        "println!(\"{:?}\", s.range(SMALL..NUMBER + SMALL).collect::<Vec<_>>());",
    ),
];

const LANGUAGE: &str = "import std.deque (Deque)
import std.heap (Heap)
import std.tree (TreeMap, TreeSet)
type Item { let @n: i64 }
impl Drop for Item { fn mut drop { print(\"-${@n} \") } }
impl Equal for Item
impl Order for Item
impl Clone for Item
fn entries[I: ref + Iterator[(ref i64, ref String)]](from: I) {
  for (key, value) in from { print(\"${key}: ${value} \") }
  println(\"\")
}
fn main() {
  let mut d: Deque[Item] = Deque.new()
  let mut h: Heap[i64] = Heap.new()
  let mut t: TreeMap[i64, String] = TreeMap.new()
  let mut s: TreeSet[i64] = TreeSet.new()";

const RUST: &str = "#![allow(warnings)]
use std::collections::*;
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Item(usize);
impl Drop for Item { fn drop(&mut self) { print!(\"-{} \", self.0); } }
fn entries<'a>(from: impl Iterator<Item = (&'a usize, &'a String)>) {
  for (key, value) in from { print!(\"{key}: {value} \"); }
  println!(\"\");
}
fn shown(found: Option<String>) {
  match found { Some(text) => println!(\"Some({text})\"), None => println!(\"None\") }
}
fn main() {
  let mut d: VecDeque<Item> = VecDeque::new();
  let mut h: BinaryHeap<usize> = BinaryHeap::new();
  let mut t: BTreeMap<usize, String> = BTreeMap::new();
  let mut s: BTreeSet<usize> = BTreeSet::new();";
