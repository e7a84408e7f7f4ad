//! Random programs that do something with `Array`s, a `Map` and a `Set` again and again, beside Rust's `Vec` and a table that is
//! searched from its front. Elements tell when they end, so what is dropped, and when, is compared too. Owns what is done; must
//! not know how collections work.

use super::Twins;
use super::texts::Texts;

/// How much is done in a program.
const STEPS: usize = 60;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated(seed, (LANGUAGE, RUST), STEPS, step)
}

fn step(random: &mut fastrand::Rng, texts: &mut Texts) {
    let (at, other, number) = (random.u32(0..8), random.u32(0..8), random.u32(0..20));
    let (language, rust) = STEPS_OF_BOTH[random.usize(0..STEPS_OF_BOTH.len())];
    for (text, is_rust) in [(language, false), (rust, true)] {
        let text = text.replace("AT", &at.to_string()).replace("OTHER", &other.to_string());
        let text = format!("  {}", text.replace("NUMBER", &number.to_string()));
        if is_rust { texts.rust(&text) } else { texts.language(&text) }
    }
    match random.u8(0..4) {
        0 => texts.line("  line(b)", "  line(&b);"),
        1 => texts.line("  entries(m)", "  m.show();"),
        2 => texts.line(
            "  println(s)",
            "  println!(\"{{{}}}\", s.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(\", \"));",
        ),
        _ => texts.line("  line(a)", "  line(&a);"),
    }
}

/// What is done, in the language and in Rust.
const STEPS_OF_BOTH: &[(&str, &str)] = &[
    ("a.push(Item(NUMBER))", "a.push(Item(NUMBER));"),
    ("for i in 0..AT { a.push(Item(NUMBER + i)) }", "for i in 0..AT { a.push(Item(NUMBER + i)); }"),
    ("b.push(Item(NUMBER))", "b.push(Item(NUMBER));"),
    ("println(a.pop().is_some())", "println!(\"{}\", a.pop().is_some());"),
    ("if a.length() >= AT { a.insert(AT, Item(NUMBER)) }", "if a.len() >= AT { a.insert(AT, Item(NUMBER)); }"),
    ("if a.length() > AT { println(a.remove(AT).n) }", "if a.len() > AT { println!(\"{}\", a.remove(AT).0); }"),
    (
        "if a.length() > AT { println(a.swap_remove(AT).n) }",
        "if a.len() > AT { println!(\"{}\", a.swap_remove(AT).0); }",
    ),
    ("a.truncate(AT + OTHER)", "a.truncate(AT + OTHER);"),
    ("b.clear()", "b.clear();"),
    ("if a.length() > AT { a[AT] = Item(NUMBER) }", "if a.len() > AT { a[AT] = Item(NUMBER); }"),
    ("if a.length() > AT { a[AT].n += NUMBER }", "if a.len() > AT { a[AT].0 += NUMBER; }"),
    (
        "if a.length() > AT && a.length() > OTHER { a.swap(AT, OTHER) }",
        "if a.len() > AT && a.len() > OTHER { a.swap(AT, OTHER); }",
    ),
    ("a.reverse()", "a.reverse();"),
    ("if a.length() > AT { a[AT..].reverse() }", "if a.len() > AT { a[AT..].reverse(); }"),
    ("a.sort()", "a.sort();"),
    ("b = a.clone()", "b = a.clone();"),
    ("a.append(replace(mut b, Array.new()))", "a.append(&mut b);"),
    ("swap(mut a, mut b)", "std::mem::swap(&mut a, &mut b);"),
    (
        "for x in replace(mut b, Array.new()) { if x.n == NUMBER { break }  print(\"${x.n} \") }",
        "for x in std::mem::take(&mut b) { if x.0 == NUMBER { break; } print!(\"{} \", x.0); }",
    ),
    (
        "for x in replace(mut a, Array.new()) { if x.n > NUMBER { b.push(x) } }",
        "for x in std::mem::take(&mut a) { if x.0 > NUMBER { b.push(x); } }",
    ),
    ("for x in mut a { x.n += AT }", "for x in &mut a { x.0 += AT; }"),
    ("println(\"${a == b} ${a < b}\")", "println!(\"{} {}\", a == b, a < b);"),
    ("println(a.contains(Item(NUMBER)))", "println!(\"{}\", a.contains(&Item(NUMBER)));"),
    (
        "match move m.insert(Item(NUMBER), Item(AT)) { case Some(old) -> println(\"old ${old.n}\")  case None -> println(\"new\") }",
        "match m.insert(Item(NUMBER), Item(AT)) { Some(old) => println!(\"old {}\", old.0), None => println!(\"new\") }",
    ),
    (
        "for i in 0..AT + OTHER { m.insert(Item(NUMBER * 3 + i), Item(i)) }",
        "for i in 0..AT + OTHER { m.insert(Item(NUMBER * 3 + i), Item(i)); }",
    ),
    (
        "match move m.remove(Item(NUMBER)) { case Some(old) -> println(\"old ${old.n}\")  case None -> println(\"none\") }",
        "match m.remove(&Item(NUMBER)) { Some(old) => println!(\"old {}\", old.0), None => println!(\"none\") }",
    ),
    ("for i in 0..NUMBER { m.remove(Item(i * 2)) }", "for i in 0..NUMBER { m.remove(&Item(i * 2)); }"),
    ("println(m.contains(Item(NUMBER)))", "println!(\"{}\", m.find(&Item(NUMBER)).is_some());"),
    (
        "if let Some(v) = m.get_mut(Item(NUMBER)) { v.n += AT }",
        "if let Some(at) = m.find(&Item(NUMBER)) { m.all[at].value.0 += AT; }",
    ),
    ("m.clear()", "m.all.clear();"),
    ("for (_, v) in mut m { v.n += AT }", "for e in &mut m.all { e.value.0 += AT; }"),
    (
        "println(s.insert(NUMBER).is_some())",
        "{ let found = s.contains(&NUMBER); if !found { s.push(NUMBER); } println!(\"{found}\"); }",
    ),
    (
        "for i in 0..OTHER * 4 { s.insert(i * 7 % 31) }",
        "for i in 0..OTHER * 4 { if !s.contains(&(i * 7 % 31)) { s.push(i * 7 % 31); } }",
    ),
    (
        "println(s.remove(NUMBER).is_some())",
        "{ let n = s.len(); s.retain(|x| *x != NUMBER); println!(\"{}\", s.len() < n); }",
    ),
];

const LANGUAGE: &str = "type Item { let @n: i64 }
impl Drop for Item { fn mut drop { print(\"-${@n} \") } }
impl Equal for Item
impl Order for Item
impl Hash for Item
impl Clone for Item
fn line(all: ref [Item]) {
  for one in all { print(\"${one.n} \") }
  println(all.length())
}
fn entries(map: ref Map[Item, Item]) {
  for (key, value) in map { print(\"${key.n}: ${value.n} \") }
  println(map.length())
}
fn main() {
  let mut a: Array[Item] = Array.new()
  let mut b: Array[Item] = Array.new()
  let mut m: Map[Item, Item] = Map.new()
  let mut s: Set[i64] = Set.new()";

const RUST: &str = "#![allow(warnings)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Item(usize);
impl Drop for Item { fn drop(&mut self) { print!(\"-{} \", self.0); } }
// The last field of the language's entries ends first.
struct Entry { value: Item, key: Item }
struct Table { all: Vec<Entry> }
impl Table {
  fn find(&self, key: &Item) -> Option<usize> { self.all.iter().position(|e| e.key == *key) }
  fn insert(&mut self, key: Item, value: Item) -> Option<Item> {
    if let Some(at) = self.find(&key) { return Some(std::mem::replace(&mut self.all[at].value, value)); }
    self.all.push(Entry { value, key });
    None
  }
  fn remove(&mut self, key: &Item) -> Option<Item> {
    let at = self.find(key)?;
    Some(self.all.remove(at).value)
  }
  fn show(&self) {
    for e in &self.all { print!(\"{}: {} \", e.key.0, e.value.0); }
    println!(\"{}\", self.all.len());
  }
}
fn line(all: &[Item]) {
  for one in all { print!(\"{} \", one.0); }
  println!(\"{}\", all.len());
}
fn main() {
  let mut a: Vec<Item> = Vec::new();
  let mut b: Vec<Item> = Vec::new();
  let mut m = Table { all: Vec::new() };
  let mut s: Vec<usize> = Vec::new();";
