//! Instructions of AArch64, written as the GNU assembler reads them. It owns the use of the decoder; must not know functions.

use mir::artifact::RelocationKind;
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Instruction, Opcode, Operand};

use super::{Flow, Name, Step};

const BYTES: u32 = 4;

fn decode(code: &[u8], at: u32) -> Option<Instruction> {
    let word = code.get(at as usize..(at + BYTES) as usize)?;
    InstDecoder::default().decode(&mut U8Reader::new(word)).ok()
}

/// The instruction at an offset, with a name in the place of an address.
pub(super) fn text(code: &[u8], at: u32, name: Option<Name>) -> String {
    let Some(instruction) = decode(code, at) else {
        return String::new();
    };
    let mut text = in_decimals(&instruction.to_string(), is_of_bits(instruction.opcode));
    if let Some(Name { text: name, kind }) = name {
        match kind {
            Some(RelocationKind::Aarch64GotLow12) => {
                text.truncate(text.trim_end_matches(']').len());
                text.push_str(&format!(", :got_lo12:{name}]"));
            }
            kind => {
                let before = text.rfind(' ').map_or(text.len(), |space| space + 1);
                text.truncate(before);
                text.push_str(match kind {
                    Some(RelocationKind::Aarch64AddLow12) => ":lo12:",
                    Some(RelocationKind::Aarch64GotPage21) => ":got:",
                    Some(_) | None => "",
                });
                text.push_str(&name);
            }
        }
    }
    text.replacen(' ', "\t", 1)
}

/// Whether the number of an instruction is a pattern of bits.
fn is_of_bits(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::AND | Opcode::ANDS | Opcode::BIC | Opcode::BICS | Opcode::EOR | Opcode::ORR | Opcode::UDF)
}

/// Small numbers in decimal digits, as LLVM writes them and x86-64's are here; the decoder writes all in hexadecimal ones.
fn in_decimals(text: &str, is_of_bits: bool) -> String {
    let mut parts = text.split('#');
    let mut result = String::from(parts.next().unwrap_or_default());
    for part in parts {
        result.push('#');
        let (sign, rest) = part.split_at(usize::from(part.starts_with('-')));
        let digits = rest.strip_prefix("0x").unwrap_or_default();
        let length = digits.find(|letter: char| !letter.is_ascii_hexdigit()).unwrap_or(digits.len());
        match u16::from_str_radix(&digits[..length], 16) {
            Ok(number) if !is_of_bits => result.push_str(&format!("{sign}{number}{}", &digits[length..])),
            Ok(_) | Err(_) => result.push_str(part),
        }
    }
    result
}

/// The instruction at an offset, if there is one.
pub(super) fn step(code: &[u8], at: u32, is_relocated: bool) -> Option<Step> {
    let instruction = decode(code, at)?;
    let flow = match instruction.opcode {
        // Calls of other functions are relocated; what is called inside of a function is its end, which does not return.
        Opcode::BL if !is_relocated => Flow::Jump,
        Opcode::B => Flow::Jump,
        Opcode::Bcc(_) | Opcode::CBZ | Opcode::CBNZ | Opcode::TBZ | Opcode::TBNZ => Flow::Fork,
        Opcode::BR => Flow::Table,
        Opcode::RET | Opcode::UDF | Opcode::BRK => Flow::End,
        _ => Flow::Next,
    };
    // The page of an address is always relocated.
    let named = instruction.operands.iter().find_map(|operand| match operand {
        Operand::PCOffset(distance) if !is_relocated && instruction.opcode != Opcode::ADRP => Some(*distance),
        _ => None,
    });
    Some(Step {
        bytes: BYTES,
        flow,
        target: named.and_then(|distance| at.checked_add_signed(i32::try_from(distance).ok()?)),
    })
}
