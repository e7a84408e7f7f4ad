//! Random numbers and texts in random formats, beside Rust's format strings, whose notation is the same. Owns which formats fit which
//! values; must not know how formats work. Each text is made twice, while the program runs and as a constant.

use super::Twins;
use super::texts::{Both, Texts};

/// How much is written in a program.
const STEPS: usize = 60;

/// What texts are filled up with.
const FILLS: [&str; 7] = ["", "", "*", "0", "ß", "日", "😀"];

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    let mut constants = Vec::new();
    let mut twins = Texts::repeated(seed, (LANGUAGE, &format!("{EXPONENT}{RUST}")), STEPS, |random, texts| {
        let value = value(random);
        let number = constants.len();
        texts.line(
            &format!("  let v{number}: {} = {}", value.ty.language, value.written.language),
            &format!("  let v{number}: {} = {};", value.ty.rust, value.written.rust),
        );
        let shown = value.rust.replace("VALUE", &format!("v{number}"));
        texts.line(
            &format!("  println(\"[${{v{number}:{}}}] ${{C{number}}}\")", value.format),
            &format!("  let t = {shown}; println!(\"[{{t}}] [{{t}}]\");"),
        );
        constants.push(format!(
            "let V{number}: {} = {}\nlet C{number}: String = \"[${{V{number}:{}}}]\"\n",
            value.ty.language, value.written.language, value.format
        ));
    });
    for constant in &constants {
        twins.language.push_str(constant);
    }
    twins
}

/// A value, and how its text is written.
struct Formatted {
    ty: Both,
    written: Both,
    format: String,
    /// Rust's expression of the text, with `VALUE` in it.
    rust: String,
}

fn value(random: &mut fastrand::Rng) -> Formatted {
    match random.u8(0..6) {
        0..=2 => integer(random),
        3 | 4 => float(random),
        _ => text(random),
    }
}

fn integer(random: &mut fastrand::Rng) -> Formatted {
    let bits = 8_u32 << random.u32(0..5);
    let is_signed = random.bool();
    let kept = random.u128(..) >> (128 - bits) >> random.u32(0..bits);
    let written = match is_signed {
        true => (kept as i128 >> 1).wrapping_mul(if random.bool() { -1 } else { 1 }).to_string(),
        false => kept.to_string(),
    };
    let form = ["", "", "x", "X", "o", "b"][random.usize(0..6)];
    let format = format!("{}{form}", head(random, true));
    let ty = format!("{}{bits}", if is_signed { 'i' } else { 'u' });
    let rust = format!("format!(\"{{:{format}}}\", VALUE)");
    Formatted { ty: Both::same(ty), written: Both::same(written), format, rust }
}

fn float(random: &mut fastrand::Rng) -> Formatted {
    let is_single = random.bool();
    let ty = if is_single { "f32" } else { "f64" };
    let written = match random.u8(0..12) {
        0 => Both::new("1.0 / 0.0", format!("{ty}::INFINITY")),
        1 => Both::new("0.0 / 0.0", format!("{ty}::NAN")),
        2 => Both::same("-0.0"),
        // Halves, which are rounded to even digits.
        3..=5 => Both::same(format!("{}.{}", random.i32(-20..20), [125, 25, 375, 5, 625, 75, 875][random.usize(0..7)])),
        6..=8 => Both::same(format!("{:?}", random.i32(..) as f32 / 64.0)),
        _ if is_single => Both::same(finite(f32::from_bits(random.u32(..)).into(), f64::from(f32::MAX))),
        _ => Both::same(finite(f64::from_bits(random.u64(..)), f64::MAX)),
    };
    // Rust fills infinity up with zeros.
    let is_number = !written.language.contains('/');
    let head = if is_number { head(random, true) } else { format!("+{}", random.u8(1..20)) };
    let digits = if random.u8(0..8) == 0 { random.u16(0..400) } else { random.u16(0..25) };
    if random.u8(0..3) > 0 {
        let format = format!("{head}.{digits}");
        let rust = format!("named(format!(\"{{:{format}}}\", VALUE))");
        return Formatted { ty: Both::same(ty), written, format, rust };
    }
    // Rust writes exponents without a sign and as short as they are.
    let plus = if head.contains('+') { "+" } else { "" };
    let is_aligned = head.contains(['<', '^', '>']);
    let width = match head.split_once('+') {
        Some((align, width)) => format!("{align}{width}"),
        None => head.clone(),
    };
    let zeros = !is_aligned && width.starts_with('0');
    let padded = if is_aligned || zeros { width } else { format!(">{width}") };
    let exponent = format!("exponent(format!(\"{{:{plus}.{digits}e}}\", VALUE))");
    let rust = match zeros {
        true => format!("zeros({exponent}, {padded})"),
        false => format!("format!(\"{{:{padded}}}\", {exponent})"),
    };
    Formatted { ty: Both::same(ty), written, format: format!("{head}.{digits}e"), rust }
}

/// A literal of the same value, or of one that is finite.
fn finite(value: f64, most: f64) -> String {
    let value = if value.is_finite() && value.abs() <= most { value } else { 0.5 };
    let text = format!("{value:e}");
    if text.contains('.') { text } else { text.replace('e', ".0e") }
}

fn text(random: &mut fastrand::Rng) -> Formatted {
    let (ty, written) = match random.bool() {
        true => (Both::same("bool"), Both::same(random.bool().to_string())),
        false => {
            let letters = ["a", "ß", "日", "😀", " "];
            let text: String = (0..random.usize(0..8)).map(|_| letters[random.usize(0..letters.len())]).collect();
            (Both::new("String", "&str"), Both::same(format!("\"{text}\"")))
        }
    };
    let head = head(random, false);
    let digits = if random.bool() { format!(".{}", random.u8(0..6)) } else { String::new() };
    let format = if head.is_empty() && digits.is_empty() { "3".to_owned() } else { format!("{head}{digits}") };
    let rust = format!("format!(\"{{:{format}}}\", VALUE)");
    Formatted { ty, written, format, rust }
}

/// What stands before the digits: how the text is filled up, and the sign. A number has something there always.
fn head(random: &mut fastrand::Rng, is_number: bool) -> String {
    let align = ["<", "^", ">"][random.usize(0..3)];
    let width = random.u8(1..20);
    let sign = if is_number && random.u8(0..3) == 0 { "+" } else { "" };
    match random.u8(0..5) {
        0 if is_number => format!("{sign}0{width}"),
        0 => String::new(),
        1 => format!("{sign}{width}"),
        _ => format!("{}{align}{sign}{width}", FILLS[random.usize(0..FILLS.len())]),
    }
}

const LANGUAGE: &str = "fn main {";

/// Rust functions that write floats as the language does: `named` what is no number, `exponent` one that Rust wrote by `{:e}`.
pub(super) const EXPONENT: &str = "\
fn named(text: String) -> String { text.replace(\"NaN\", \"nan\") }
fn exponent(text: String) -> String {
    let text = named(text);
    match text.split_once('e') {
        None => text,
        Some((mantissa, exponent)) => {
            let exponent: i32 = exponent.parse().unwrap();
            format!(\"{mantissa}e{}{:02}\", if exponent < 0 { '-' } else { '+' }, exponent.abs())
        }
    }
}
";

const RUST: &str = "\
fn zeros(text: String, width: usize) -> String {
    if text.ends_with(['n', 'f']) { return format!(\"{text:>width$}\"); }
    let (sign, digits) = text.split_at(text.starts_with(['+', '-']) as usize);
    let rest = width - sign.len().min(width);
    format!(\"{sign}{digits:0>rest$}\")
}
fn main() {";
