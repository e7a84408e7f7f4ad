//! Random arithmetic of integers whose result may not fit, beside Rust's. Owns what is computed; must not know how it is.
//! Operands lie near the ends of their type, at powers of two and near 0.

use super::Twins;
use super::texts::Texts;

/// How much is computed in a program.
const STEPS: usize = 80;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated(seed, (LANGUAGE, RUST), STEPS, step)
}

fn step(random: &mut fastrand::Rng, texts: &mut Texts) {
    let bits = 8 << random.u32(0..5);
    let name = format!("{}{bits}", ["i", "u"][random.usize(0..2)]);
    let (left, right) = (operand(random, bits), operand(random, bits));
    let power = random.u32(0..9);
    // Wrapped into the type by a cast, which both languages do alike.
    texts.line(
        &format!("  show({left} as u128 as {name}, {right} as u128 as {name}, {power})"),
        &format!("  show!({left}_u128 as {name}, {right}_u128 as {name}, {power}, {name});"),
    );
}

/// The bits of an operand: near 0 or the ends of a signed or unsigned type, or any.
fn operand(random: &mut fastrand::Rng, bits: u32) -> u128 {
    let most = u128::MAX >> (128 - bits);
    let near = random.u128(0..5).wrapping_sub(2);
    let middle = match random.u32(0..5) {
        0 => 0,
        1 => most / 2,
        2 => 1 << random.u32(0..bits),
        3 => u128::MAX << random.u32(0..bits),
        _ => random.u128(..),
    };
    middle.wrapping_add(near) & most
}

const LANGUAGE: &str = "\
import std.math (Integer)

fn shown[T: Show](value: Option[T]) -> String {
  match value {
    case Some(value) -> value.show()
    case None -> \"none\"
  }
}

fn show[T: Integer + Show](a: T, b: T, power: u32) {
  println(\"${shown(a.checked_add(b))} ${shown(a.checked_subtract(b))} ${shown(a.checked_multiply(b))}\")
  println(\"${shown(a.checked_divide(b))} ${shown(a.checked_remainder(b))} ${shown(a.checked_abs())}\")
  println(\"${a.saturating_add(b)} ${a.saturating_subtract(b)} ${a.saturating_multiply(b)}\")
  println(\"${shown(a.checked_power(power))} ${a.is_negative()} ${T.least()} ${T.most()}\")
  if a <= b { println(a.clamp(a, b) == a) }
}

fn main {";

const RUST: &str = "\
#![allow(warnings)]
trait Parts { fn absolute(self) -> Option<Self> where Self: Sized; fn negative(self) -> bool; }
macro_rules! signed { ($($name:ty),*) => { $(impl Parts for $name {
    fn absolute(self) -> Option<Self> { self.checked_abs() }
    fn negative(self) -> bool { self < 0 }
})* } }
macro_rules! unsigned { ($($name:ty),*) => { $(impl Parts for $name {
    fn absolute(self) -> Option<Self> { Some(self) }
    fn negative(self) -> bool { false }
})* } }
signed!(i8, i16, i32, i64, i128);
unsigned!(u8, u16, u32, u64, u128);
fn shown<T: std::fmt::Display>(value: Option<T>) -> String {
    value.map_or(\"none\".to_string(), |value| value.to_string())
}
macro_rules! show { ($a:expr, $b:expr, $power:expr, $name:ty) => { {
    let (a, b): ($name, $name) = ($a, $b);
    println!(\"{} {} {}\", shown(a.checked_add(b)), shown(a.checked_sub(b)), shown(a.checked_mul(b)));
    // What a minimum leaves, divided by -1, is 0 and no overflow in the language.
    let rest = if b == 0 { None } else { Some(a.wrapping_rem(b)) };
    println!(\"{} {} {}\", shown(a.checked_div(b)), shown(rest), shown(a.absolute()));
    println!(\"{} {} {}\", a.saturating_add(b), a.saturating_sub(b), a.saturating_mul(b));
    println!(\"{} {} {} {}\", shown(a.checked_pow($power)), a.negative(), <$name>::MIN, <$name>::MAX);
    if a <= b { println!(\"{}\", a.clamp(a, b) == a); }
} } }
fn main() {";
