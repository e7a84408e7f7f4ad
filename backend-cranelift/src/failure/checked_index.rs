//! Where the operands of a check of an index are, read from the check's instructions. Owns the forms in which Cranelift
//! compares an index with a length and traps; any other form gives no answer, and then the index is not told.
//! It must not know what becomes of the answer.

use std::ops::Range;

use super::{Address, Held, NO_REGISTER, Operands};
use crate::Machine;

/// The check in a range of finished code that is one comparison of 64 bits with a branch to a trap behind it: where the
/// trap is, and where the comparison's operands are. What follows the branch does not matter. `frame_bytes` is the
/// distance from the stack pointer up to the frame pointer.
pub(crate) fn compared(machine: Machine, code: &[u8], range: Range<u32>, frame_bytes: u32) -> Option<(u32, Operands)> {
    let check = code.get(range.start as usize..range.end as usize)?;
    let (distance, operands) = match machine {
        Machine::X86_64 => x86_64(check, frame_bytes)?,
        Machine::Aarch64 => aarch64(check)?,
    };
    Some((range.start.checked_add_signed(distance)?, operands))
}

/// A `mov` of a constant perhaps; `cmp` of registers of 64 bits or of one with a constant or memory; `jae`.
fn x86_64(check: &[u8], frame_bytes: u32) -> Option<(i32, Operands)> {
    let compare = match check {
        // mov r, imm64; mov r, imm32 with its sign; mov r32, imm32.
        [0x48..=0x49, 0xb8..=0xbf, rest @ ..] => rest.get(8..)?,
        [0x48..=0x49, 0xc7, 0xc0..=0xc7, rest @ ..] => rest.get(4..)?,
        [0x41, 0xb8..=0xbf, rest @ ..] | [0xb8..=0xbf, rest @ ..] => rest.get(4..)?,
        check => check,
    };
    let extended = |rex: u8, bit: u8| (rex >> bit & 1) << 3;
    let low = |rex: u8, operands: u8| extended(rex, 0) | operands & 7;
    let middle = |rex: u8, operands: u8| extended(rex, 2) | operands >> 3 & 7;
    let (index, limit, branch) = match *compare {
        // cmp r, imm8; cmp r, imm32; cmp rax, imm32.
        [rex @ 0x48..=0x49, 0x83, operand @ 0xf8..=0xff, _, ref branch @ ..]
        | [rex @ 0x48..=0x49, 0x81, operand @ 0xf8..=0xff, _, _, _, _, ref branch @ ..] => {
            (low(rex, operand), None, branch)
        }
        [0x48, 0x3d, _, _, _, _, ref branch @ ..] => (0, None, branch),
        // cmp with the left operand in the low bits of the operands, or in their middle.
        [rex @ 0x48..=0x4f, 0x39, operands @ 0xc0..=0xff, ref branch @ ..] => {
            (low(rex, operands), Some(Held::Register(middle(rex, operands))), branch)
        }
        [rex @ 0x48..=0x4f, 0x3b, operands @ 0xc0..=0xff, ref branch @ ..] => {
            (middle(rex, operands), Some(Held::Register(low(rex, operands))), branch)
        }
        // cmp r, memory: the length is read where it lies.
        [rex @ 0x48..=0x4f, 0x3b, operands @ 0x00..=0xbf, ref memory @ ..] => {
            let behind = memory.get(address_bytes(operands, memory)?..)?;
            (middle(rex, operands), held_in_memory(rex, operands, memory, frame_bytes), behind)
        }
        _ => return None,
    };
    let &[0x0f, 0x83, a, b, c, d, ref behind @ ..] = branch else {
        return None;
    };
    let from = (check.len() - behind.len()) as i32;
    Some((from.checked_add(i32::from_le_bytes([a, b, c, d]))?, Operands { index, limit }))
}

/// The operand in memory, if its address has room in a row of the table and is not relative to the code.
fn held_in_memory(rex: u8, operands: u8, behind: &[u8], frame_bytes: u32) -> Option<Held> {
    const FRAME_POINTER: u8 = 5;
    let (form, field) = (operands >> 6, operands & 7);
    let is_scaled = field == SCALED;
    let scaling = if is_scaled { *behind.first()? } else { NO_REGISTER << 3 | field };
    let mut base = scaling & 7 | (rex & 1) << 3;
    let index = scaling >> 3 & 7 | (rex >> 1 & 1) << 3;
    let has_base = form != 0 || scaling & 7 != NO_BASE;
    if !has_base && !is_scaled {
        return None;
    }
    let bytes = behind.get(usize::from(is_scaled)..)?;
    let mut displacement = match (form, bytes) {
        (0, _) if has_base => 0,
        (1, [byte, ..]) => i32::from(byte.cast_signed()),
        (0 | 2, [a, b, c, d, ..]) => i32::from_le_bytes([*a, *b, *c, *d]),
        _ => return None,
    };
    if !has_base {
        base = NO_REGISTER;
    } else if base == STACK_POINTER {
        // It has moved when the operand is read.
        base = FRAME_POINTER;
        displacement = displacement.checked_sub_unsigned(frame_bytes)?;
    }
    let address = Address { base, index, scale: scaling >> 6, displacement };
    address.fits().then_some(Held::Memory(address))
}

/// The register that calls and pushes move.
const STACK_POINTER: u8 = NO_REGISTER;
/// Where an address has a register that is scaled, the low bits of its operands say this.
const SCALED: u8 = 4;
/// The base of an address that has none.
const NO_BASE: u8 = 5;

/// How many bytes behind the operands of an instruction say where in memory one of them lies.
fn address_bytes(operands: u8, behind: &[u8]) -> Option<usize> {
    let (form, base) = (operands >> 6, operands & 7);
    let scale = usize::from(base == SCALED);
    let base = if base == SCALED { behind.first()? & 7 } else { base };
    Some(
        scale
            + match form {
                0 if base == NO_BASE => 4,
                0 => 0,
                1 => 1,
                _ => 4,
            },
    )
}

/// `cmp` of registers of 64 bits or of one with a constant; `b.hs`. Before them a constant may be made.
fn aarch64(check: &[u8]) -> Option<(i32, Operands)> {
    const HIGHER_OR_SAME: u32 = 2;
    let words = check.chunks_exact(4).map(|word| word.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte)));
    let words: Vec<u32> = words.collect();
    let at = words.iter().position(|word| word & 0xff00_001f == 0x5400_0000 | HIGHER_OR_SAME)?;
    // A signed number of words, in bits 5 to 23.
    let distance = (words[at] << 8) as i32 >> 13 << 2;
    Some((4 * at as i32 + distance, aarch64_operands(words[at.checked_sub(1)?])?))
}

/// `cmp` of registers of 64 bits or of one with a constant.
fn aarch64_operands(compare: u32) -> Option<Operands> {
    const STACK_POINTER: u32 = 31;
    const FRAME_POINTER: u32 = 29;
    let with_constant = compare & 0xff80_001f == 0xf100_001f;
    let with_register = compare & 0xffe0_fc1f == 0xeb00_001f;
    let register = |shift: u32| {
        let register = compare >> shift & STACK_POINTER;
        (register < FRAME_POINTER).then_some(register as u8)
    };
    let index = register(5).filter(|_| with_constant || with_register)?;
    let limit = register(16).filter(|_| with_register).map(Held::Register);
    Some(Operands { index, limit })
}

#[cfg(test)]
mod tests {
    use super::{Address, Held, NO_REGISTER, Operands, compared};
    use crate::Machine;

    const FRAME_BYTES: u32 = 0x40;

    fn read(machine: Machine, code: &[u8]) -> Option<(u32, Operands)> {
        compared(machine, code, 0..code.len() as u32, FRAME_BYTES)
    }

    fn registers(index: u8, limit: u8) -> Option<Operands> {
        Some(Operands { index, limit: Some(Held::Register(limit)) })
    }

    fn constant(index: u8) -> Option<Operands> {
        Some(Operands { index, limit: None })
    }

    fn memory(register: u8, [base, index, scale]: [u8; 3], displacement: i32) -> Option<Operands> {
        let address = Address { base, index, scale, displacement };
        Some(Operands { index: register, limit: Some(Held::Memory(address)) })
    }

    #[test]
    fn x86_64_operands_are_read_from_each_form() {
        let jump = [0x0f, 0x83, 0x10, 0, 0, 0];
        let with = |compare: &[u8]| {
            let found = read(Machine::X86_64, &[compare, &jump, &[0x48, 0x89, 0xf8]].concat());
            found.map(|(target, operands)| {
                assert_eq!(target as usize, compare.len() + 6 + 0x10);
                operands
            })
        };
        // cmp rcx, 5; cmp r9, 5; cmp r15, 1000; cmp rax, 1000.
        assert_eq!(with(&[0x48, 0x83, 0xf9, 5]), constant(1));
        assert_eq!(with(&[0x49, 0x83, 0xf9, 5]), constant(9));
        assert_eq!(with(&[0x49, 0x81, 0xff, 0xe8, 3, 0, 0]), constant(15));
        assert_eq!(with(&[0x48, 0x3d, 0xe8, 3, 0, 0]), constant(0));
        // cmp rsi, r8, in both forms; the second one behind mov r8, imm64.
        assert_eq!(with(&[0x4c, 0x39, 0xc6]), registers(6, 8));
        assert_eq!(with(&[0x49, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8, 0x49, 0x3b, 0xf0]), registers(6, 8));
        // cmp r13, [r12 + 8]; cmp rcx, [rsp + 0x1000], by the frame pointer; cmp rdx, [rdi]; cmp rsi, [rip + 0x10].
        assert_eq!(with(&[0x4d, 0x3b, 0x6c, 0x24, 8]), memory(13, [12, NO_REGISTER, 0], 8));
        assert_eq!(with(&[0x48, 0x3b, 0x8c, 0x24, 0, 0x10, 0, 0]), memory(1, [5, NO_REGISTER, 0], 0x1000 - 0x40));
        assert_eq!(with(&[0x48, 0x3b, 0x17]), memory(2, [7, NO_REGISTER, 0], 0));
        assert_eq!(with(&[0x48, 0x3b, 0x35, 0x10, 0, 0, 0]), constant(6));
        // cmp rdx, [rdi + 8 r9 - 8]; cmp rdx, [2 rcx + 0x100]; cmp rdx, [rdi + 0x7fffffff], beyond what a row holds.
        assert_eq!(with(&[0x4a, 0x3b, 0x54, 0xcf, 0xf8]), memory(2, [7, 9, 3], -8));
        assert_eq!(with(&[0x48, 0x3b, 0x14, 0x4d, 0, 1, 0, 0]), memory(2, [NO_REGISTER, 1, 1], 0x100));
        assert_eq!(with(&[0x48, 0x3b, 0x97, 0xff, 0xff, 0xff, 0x7f]), constant(2));
        // cmp ecx, 5; cmp qword [rcx], 5; nothing.
        assert_eq!(with(&[0x83, 0xf9, 5]), None);
        assert_eq!(with(&[0x48, 0x83, 0x39, 5]), None);
        assert_eq!(with(&[]), None);
        // jb in place of jae.
        assert_eq!(read(Machine::X86_64, &[0x48, 0x83, 0xf9, 5, 0x0f, 0x82, 0, 0, 0, 0]), None);
    }

    #[test]
    fn aarch64_operands_are_read_from_each_form() {
        let with = |compare: u32, branch: u32| {
            let words = [compare, branch];
            let code: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
            read(Machine::Aarch64, &code)
        };
        // cmp x3, #5; b.hs +16. cmp x3, x4; b.hs -4.
        assert_eq!(with(0xf100_147f, 0x5400_0082), constant(3).map(|operands| (20, operands)));
        assert_eq!(with(0xeb04_007f, 0x54ff_ffe2), registers(3, 4).map(|operands| (0, operands)));
        // cmp w3, #5; cmp sp, #5; b.lo.
        assert_eq!(with(0x7100_147f, 0x5400_0082), None);
        assert_eq!(with(0xf100_17ff, 0x5400_0082), None);
        assert_eq!(with(0xf100_147f, 0x5400_0083), None);
    }
}
