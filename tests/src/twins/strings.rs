//! Random texts that are searched, cut, changed, put together and read as numbers, beside Rust's `str` and `String`. Owns what is done; must not
//! know how texts work. Letters take one to four bytes, white space is of every kind that Unicode knows, and parts repeat.

use super::Twins;
use super::texts::Texts;

/// How much is done in a program.
const STEPS: usize = 60;

/// What texts are made of.
const LETTERS: [&str; 16] = [
    "a",
    "b",
    "ab",
    "aa",
    ",",
    ", ",
    " ",
    "\\t",
    "\\n",
    "\\r\\n",
    "\\u{a0}",
    "\\u{2003}",
    "\\u{3000}",
    "ß",
    "日",
    "😀",
];

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated(seed, (LANGUAGE, RUST), STEPS, step)
}

fn step(random: &mut fastrand::Rng, texts: &mut Texts) {
    let (text, part, other) = (written(random, 12), written(random, 2), written(random, 3));
    texts.line(&format!("  t = \"{text}\""), &format!("  t = \"{text}\".to_string();"));
    texts.line(&format!("  p = \"{part}\""), &format!("  p = \"{part}\".to_string();"));
    texts.line(&format!("  o = \"{other}\""), &format!("  o = \"{other}\".to_string();"));
    let most = if random.bool() { 5 } else { 0x11_1000 };
    let number = random.u32(0..most);
    let (language, rust) = STEPS_OF_BOTH[random.usize(0..STEPS_OF_BOTH.len())];
    let numbered = |text: &str| format!("  {}", text.replace("NUMBER", &number.to_string()));
    texts.line(&numbered(language), &numbered(rust));
    let (name, digits) = (NUMBERS[random.usize(0..NUMBERS.len())], number_like(random));
    texts.line(
        &format!("  n = \"{digits}\"\n  println(read(n.parse[{name}]()))"),
        &format!("  println!(\"{{}}\", read(\"{digits}\".parse::<{name}>()));"),
    );
}

/// A literal of at most so many letters, of few kinds, so that they come again.
fn written(random: &mut fastrand::Rng, most: usize) -> String {
    let kinds = [(); 4].map(|()| LETTERS[random.usize(0..LETTERS.len())]);
    (0..random.usize(0..=most)).map(|_| kinds[random.usize(0..kinds.len())]).collect()
}

/// Types that are read from texts.
const NUMBERS: [&str; 10] = ["i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128"];

/// A text that may be a number: near the limit of a type, or digits with signs and letters here and there.
fn number_like(random: &mut fastrand::Rng) -> String {
    let sign = ["", "", "-", "-", "+", "--"][random.usize(0..6)];
    let bits = 8 << random.u32(0..5);
    let digits = match random.u8(0..3) {
        0 => (u128::MAX >> (128 - bits)).wrapping_add(random.u128(0..3)).to_string(),
        1 => (1_u128 << (bits - 1)).wrapping_add(1).wrapping_sub(random.u128(0..4)).to_string(),
        _ => (0..random.usize(0..5)).map(|_| char::from(b"0123456789a "[random.usize(0..12)])).collect(),
    };
    format!("{sign}{digits}")
}

/// What is done, in the language and in Rust. An empty separator is none in the language.
const STEPS_OF_BOTH: &[(&str, &str)] = &[
    (
        "println(\"${t.contains(p)} ${t.starts_with(p)} ${t.ends_with(p)}\")",
        "println!(\"{} {} {}\", t.contains(&p), t.starts_with(&p), t.ends_with(&p));",
    ),
    ("println(\"${t.find(p)} ${t.find_last(p)}\")", "println!(\"{} {}\", place(t.find(&p)), place(t.rfind(&p)));"),
    (
        "println(\"[${t.trim()}] [${t.trim_start()}] [${t.trim_end()}]\")",
        "println!(\"[{}] [{}] [{}]\", t.trim(), t.trim_start(), t.trim_end());",
    ),
    (
        "for part in t.split(p) { print(\"<${part}>\") }",
        "if p.is_empty() { print!(\"<{t}>\"); } else { for part in t.split(&p) { print!(\"<{part}>\"); } }",
    ),
    ("for line in t.lines() { print(\"<${line}>\") }", "for line in t.lines() { print!(\"<{line}>\"); }"),
    ("for word in t.words() { print(\"<${word}>\") }", "for word in t.split_whitespace() { print!(\"<{word}>\"); }"),
    (
        "for line in Piece.of(t).lines() { for word in line.words() { print(\"<${word}${word.is(p)}>\") } }",
        "for line in t.lines() { for word in line.split_whitespace() { print!(\"<{word}{}>\", word == p); } }",
    ),
    (
        "let piece = Piece.of(t).trim()\n  println(\"[${piece}] ${piece.starts_with(p)} ${piece.ends_with(p)} ${piece.length()}\")",
        "let piece = t.trim();\n  println!(\"[{piece}] {} {} {}\", piece.starts_with(&p), piece.ends_with(&p), piece.len());",
    ),
    (
        "for point in t.code_points() { print(\"${point} \") }",
        "for point in t.chars() { print!(\"{} \", point as u32); }",
    ),
    (
        "println(\"[${t.strip_prefix(p).unwrap_or(\"-\")}] [${t.strip_suffix(p).unwrap_or(\"-\")}]\")",
        "println!(\"[{}] [{}]\", t.strip_prefix(&p).unwrap_or(\"-\"), t.strip_suffix(&p).unwrap_or(\"-\"));",
    ),
    (
        "println(\"${t.bytes().find(p.bytes())} ${t.bytes().find_last(p.bytes())}\")",
        "println!(\"{} {}\", place(t.find(&p)), place(t.rfind(&p)));",
    ),
    (
        "for point in t.code_points().reversed() { print(\"${point} \") }",
        "for point in t.chars().rev() { print!(\"{} \", point as u32); }",
    ),
    ("println(t.replace(p, o))", "println!(\"{}\", if p.is_empty() { t.clone() } else { t.replace(&p, &o) });"),
    ("println(o.repeat(NUMBER % 4))", "println!(\"{}\", o.repeat(NUMBER % 4));"),
    (
        "println(\"${t.to_ascii_upper()} ${t.to_ascii_upper().to_ascii_lower()}\")",
        "println!(\"{} {}\", t.to_ascii_uppercase(), t.to_ascii_uppercase().to_ascii_lowercase());",
    ),
    (
        "if let Some(text) = String.from_code_point(NUMBER) { println(text) }",
        "if let Some(text) = char::from_u32(NUMBER) { println!(\"{text}\"); }",
    ),
    ("println(String.join([t, p, o, t], p))", "println!(\"{}\", [&*t, &p, &o, &t].join(&*p));"),
    (
        "if let Some((before, behind)) = t.split_once(p) { println(\"${before}|${behind}\") }",
        "if let Some((before, behind)) = t.split_once(&*p) { println!(\"{before}|{behind}\"); }",
    ),
    (
        "if let Some(at) = t.find(p) { println(t.part(at..t.length())) }",
        "if let Some(at) = t.find(&p) { println!(\"{}\", &t[at..]); }",
    ),
];

const LANGUAGE: &str = "\
import std.parse (ParseError)
import std.string.piece (Piece)

fn read[T: Show](outcome: Result[T, ParseError]) -> String {
  match outcome {
    case Ok(value) -> value.show()
    case Err(ParseError.OutOfRange) -> \"out of range\"
    case Err(_) -> \"none\"
  }
}

fn main {
  let mut n = \"\"
  let mut t = \"\"
  let mut p = \"\"
  let mut o = \"\"";

const RUST: &str = "\
#![allow(warnings)]
fn place(at: Option<usize>) -> String {
    at.map_or(\"None\".to_string(), |at| format!(\"Some({at})\"))
}
fn read<T: std::fmt::Display>(outcome: Result<T, std::num::ParseIntError>) -> String {
    use std::num::IntErrorKind::*;
    match outcome {
        Ok(value) => value.to_string(),
        Err(error) => match error.kind() { PosOverflow | NegOverflow => \"out of range\", _ => \"none\" }.to_string(),
    }
}
fn main() {
  let mut t = String::new();
  let mut p = String::new();
  let mut o = String::new();";
