//! Data in assembly text, as gcc and clang write it for any target. Owns the directives; what is no data is passed over.

use std::collections::HashMap;

use abi::{Architecture, Target};

/// The bytes behind each label.
pub struct Data {
    labels: HashMap<String, Vec<u8>>,
    little_endian: bool,
}

impl Data {
    pub fn read(target: &Target, text: &str) -> Data {
        let little_endian = target.is_little_endian();
        let mut labels: HashMap<String, Vec<u8>> = HashMap::new();
        let mut current = String::new();
        for line in text.lines().map(str::trim) {
            if let Some(label) = line.split(':').next().filter(|label| line.len() > label.len() && is_name(label)) {
                current = label.trim_start_matches('_').to_string();
                continue;
            }
            // What follows the last label may be debug information.
            if line.starts_with(".section") {
                current.clear();
            }
            let mut words = line.split_whitespace();
            let (Some(directive), Some(operand)) = (words.next(), words.next()) else {
                continue;
            };
            let bytes = labels.entry(current.clone()).or_default();
            match (directive, size(target, directive), number(operand)) {
                (".zero" | ".space" | ".skip", _, Some(count)) => bytes.resize(bytes.len() + count as usize, 0),
                (".ascii" | ".asciz" | ".string", _, _) => {
                    bytes.extend(string(line));
                    bytes.extend((directive != ".ascii").then_some(0));
                }
                (_, Some(size), Some(number)) if little_endian => bytes.extend(&number.to_le_bytes()[..size]),
                (_, Some(size), Some(number)) => bytes.extend(&number.to_be_bytes()[8 - size..]),
                // Differences of labels, in tables that are nobody's data here, and other directives.
                (_, _, _) => {}
            }
        }
        Data { labels, little_endian }
    }

    /// The 64-bit numbers behind a label.
    pub fn numbers(&self, label: &str) -> Vec<u64> {
        let bytes = self.labels.get(label).map_or(&[][..], |bytes| bytes);
        let number = |eight: &[u8]| {
            let eight = eight.try_into().expect("chunks of 8");
            if self.little_endian { u64::from_le_bytes(eight) } else { u64::from_be_bytes(eight) }
        };
        bytes.chunks_exact(8).map(number).collect()
    }

    /// Where the only run of ones, of so many bits, begins: in bits from the start, counted from the low end of each byte,
    /// or from its high end on a big-endian target.
    pub fn ones(&self, label: &str, width: u64) -> Option<u64> {
        let bytes = self.labels.get(label)?;
        let is_one = |bit: &u64| {
            let place = if self.little_endian { bit % 8 } else { 7 - bit % 8 };
            bytes[(bit / 8) as usize] >> place & 1 == 1
        };
        let ones: Vec<u64> = (0..8 * bytes.len() as u64).filter(is_one).collect();
        let (first, last) = (*ones.first()?, *ones.last()?);
        (ones.len() as u64 == width && last - first + 1 == width).then_some(first)
    }
}

fn is_name(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte))
}

/// Bytes of one number of a directive.
fn size(target: &Target, directive: &str) -> Option<usize> {
    let word = match target.architecture {
        Architecture::X86_64 | Architecture::S390x => 2,
        Architecture::Aarch64
        | Architecture::Riscv64
        | Architecture::Loongarch64
        | Architecture::Powerpc64le
        | Architecture::Wasm32 => 4,
    };
    Some(match directive {
        ".byte" | ".int8" => 1,
        ".short" | ".half" | ".hword" | ".value" | ".2byte" | ".int16" => 2,
        ".word" => word,
        ".long" | ".int" | ".4byte" | ".int32" => 4,
        ".quad" | ".xword" | ".dword" | ".8byte" | ".int64" => 8,
        _ => return None,
    })
}

fn number(text: &str) -> Option<u64> {
    let text = text.trim_end_matches([',', ';', '#']);
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    match digits.strip_prefix('-') {
        Some(digits) => u64::from_str_radix(digits, radix).map(u64::wrapping_neg),
        None => u64::from_str_radix(digits, radix),
    }
    .ok()
}

/// The bytes between the quotes: escapes are octal numbers or single letters.
fn string(line: &str) -> Vec<u8> {
    let text = line.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    let text = text.unwrap_or_else(|| panic!("no string in {line}")).0.as_bytes();
    let (mut bytes, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let escaped = text[at] == b'\\';
        at += usize::from(escaped);
        let digits = text[at..].iter().take(3).take_while(|byte| escaped && (b'0'..=b'7').contains(byte)).count();
        let octal = |value: u32, byte: &u8| 8 * value + u32::from(byte - b'0');
        bytes.push(match text[at] {
            _ if digits > 0 => text[at..at + digits].iter().fold(0, octal) as u8,
            b'n' if escaped => b'\n',
            b't' if escaped => b'\t',
            b'b' if escaped => 8,
            b'f' if escaped => 12,
            b'r' if escaped => b'\r',
            plain => plain,
        });
        at += digits.max(1);
    }
    bytes
}
