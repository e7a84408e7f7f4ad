//! Random texts that are read as floats, beside Rust's `str::parse`: floats as Rust writes them, what lies in the middle between two, long
//! digits, and texts that are no floats. Owns the texts; must not know how they are read.

use super::Twins;
use super::formats::EXPONENT;
use super::texts::Texts;

/// How many texts are read in a program.
const STEPS: usize = 80;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated(seed, (LANGUAGE, &format!("{EXPONENT}{RUST}")), STEPS, |random, texts| {
        let sign = ["", "", "", "-", "+"][random.usize(0..5)];
        let text = format!("{sign}{}", text(random));
        texts.line(&format!("  read(\"{text}\")"), &format!("  read(\"{text}\");"));
    })
}

fn text(random: &mut fastrand::Rng) -> String {
    match random.u8(0..10) {
        0..=2 => {
            let value = f64::from_bits(random.u64(..)).abs();
            match random.u8(0..5) {
                0 => format!("{value:e}"),
                1 => format!("{value}"),
                2 => format!("{value:.16e}"),
                3 => format!("{value:.15e}").to_uppercase(),
                _ => format!("{value:.25e}"),
            }
        }
        3 => format!("{:e}", f32::from_bits(random.u32(..)).abs()),
        4 => single_middle(random),
        5 | 6 => double_middle(random),
        7 => {
            let digits: String = (0..random.usize(1..1000)).map(|_| random.digit(10)).collect();
            let point = random.usize(0..=digits.len());
            format!("{}.{}e{}", &digits[..point], &digits[point..], random.i32(-700..400))
        }
        8 => format!(
            "{}e{}",
            random.u32(0..1000),
            [-400_i64, -325, -324, -46, -45, 38, 39, 308, 309, 1 << 40][random.usize(0..10)]
        ),
        _ => {
            let letters = ["0", "1", "9", "5", ".", "e", "E", "+", "-", "x", "inf", "NaN", "Infinity", "_", " "];
            (0..random.usize(0..6)).map(|_| letters[random.usize(0..letters.len())]).collect()
        }
    }
}

/// What lies in the middle between two `f32`, or so near to it that one digit decides.
fn single_middle(random: &mut fastrand::Rng) -> String {
    let bits = random.u32(..f32::MAX.to_bits());
    let middle = (f64::from(f32::from_bits(bits)) + f64::from(f32::from_bits(bits + 1))) / 2.0;
    beside(random, &format!("{middle:.160}"))
}

/// The same between two `f64`: a whole number of 54 bits times a power of two.
fn double_middle(random: &mut fastrand::Rng) -> String {
    let whole = u128::from(random.u64(1 << 53..1 << 54) | 1);
    let power = random.u32(0..30);
    match random.bool() {
        true => beside(random, &format!("{}.0", whole << power)),
        // Divided by a power of two: that of five, with the point so many places further left.
        false => {
            let digits = format!("{:0>40}", whole * 5_u128.pow(power));
            let (before, behind) = digits.split_at(digits.len() - power as usize);
            beside(random, &format!("{before}.{behind}"))
        }
    }
}

/// A number, or one that is a little greater or less.
fn beside(random: &mut fastrand::Rng, number: &str) -> String {
    let zeros = "0".repeat(random.usize(0..800));
    match random.u8(0..3) {
        0 => number.to_owned(),
        1 => format!("{number}{zeros}1"),
        _ => match number.rfind(|digit: char| digit.is_ascii_digit() && digit != '0') {
            Some(at) => {
                let lower = char::from(number.as_bytes()[at] - 1);
                let nines = number[at + 1..].replace('0', "9");
                format!("{}{lower}{nines}{}", &number[..at], zeros.replace('0', "9"))
            }
            None => number.to_owned(),
        },
    }
}

const LANGUAGE: &str = "\
import std.parse (ParseError)

fn read(text: ref String) {
  match text.parse[f64]() {
    case Ok(value) -> print(\"${value:.17e} \")
    case Err(ParseError.OutOfRange) -> print(\"out of range \")
    case Err(_) -> print(\"none \")
  }
  match text.parse[f32]() {
    case Ok(value) -> println(\"${value:.9e}\")
    case Err(ParseError.OutOfRange) -> println(\"out of range\")
    case Err(_) -> println(\"none\")
  }
}

fn main {";

const RUST: &str = "\
fn read(text: &str) {
    let is_named = text.to_lowercase().contains(\"inf\");
    match text.parse::<f64>() {
        Ok(value) if value.is_infinite() && !is_named => print!(\"out of range \"),
        Ok(value) => print!(\"{} \", exponent(format!(\"{value:.17e}\"))),
        Err(_) => print!(\"none \"),
    }
    match text.parse::<f32>() {
        Ok(value) if value.is_infinite() && !is_named => println!(\"out of range\"),
        Ok(value) => println!(\"{}\", exponent(format!(\"{value:.9e}\"))),
        Err(_) => println!(\"none\"),
    }
}
fn main() {";
