//! Which register holds the index that a check compares, read from the check's instructions. Owns the forms in which
//! Cranelift compares an index with a length and traps; any other form gives no answer, and then the index is not told.
//! It must not know what becomes of the answer.

use std::ops::Range;

use crate::Machine;

/// The check in a range of finished code that is one comparison of 64 bits with a branch to a trap behind it: where the
/// trap is, and the register that was the comparison's left operand. What follows the branch does not matter.
pub(crate) fn compared_register(machine: Machine, code: &[u8], range: Range<u32>) -> Option<(u32, u8)> {
    let check = code.get(range.start as usize..range.end as usize)?;
    let (distance, register) = match machine {
        Machine::X86_64 => x86_64(check)?,
        Machine::Aarch64 => aarch64(check)?,
    };
    Some((range.start.checked_add_signed(distance)?, register))
}

/// A `mov` of a constant perhaps; `cmp` of registers of 64 bits or of one with a constant or memory; `jae`.
fn x86_64(check: &[u8]) -> Option<(i32, u8)> {
    let compare = match check {
        // mov r, imm64; mov r, imm32 with its sign; mov r32, imm32.
        [0x48..=0x49, 0xb8..=0xbf, rest @ ..] => rest.get(8..)?,
        [0x48..=0x49, 0xc7, 0xc0..=0xc7, rest @ ..] => rest.get(4..)?,
        [0x41, 0xb8..=0xbf, rest @ ..] | [0xb8..=0xbf, rest @ ..] => rest.get(4..)?,
        check => check,
    };
    let extended = |rex: u8, bit: u8| (rex >> bit & 1) << 3;
    let (register, branch) = match *compare {
        // cmp r, imm8; cmp r, imm32; cmp rax, imm32.
        [rex @ 0x48..=0x49, 0x83, operand @ 0xf8..=0xff, _, ref branch @ ..]
        | [rex @ 0x48..=0x49, 0x81, operand @ 0xf8..=0xff, _, _, _, _, ref branch @ ..] => {
            (extended(rex, 0) | operand & 7, branch)
        }
        [0x48, 0x3d, _, _, _, _, ref branch @ ..] => (0, branch),
        // cmp with the left operand in the low bits of the operands, or in their middle.
        [rex @ 0x48..=0x4f, 0x39, operands @ 0xc0..=0xff, ref branch @ ..] => (extended(rex, 0) | operands & 7, branch),
        [rex @ 0x48..=0x4f, 0x3b, operands @ 0xc0..=0xff, ref branch @ ..] => {
            (extended(rex, 2) | operands >> 3 & 7, branch)
        }
        // cmp r, memory: the length is read where it lies.
        [rex @ 0x48..=0x4f, 0x3b, operands @ 0x00..=0xbf, ref memory @ ..] => {
            (extended(rex, 2) | operands >> 3 & 7, memory.get(address_bytes(operands, memory)?..)?)
        }
        _ => return None,
    };
    let &[0x0f, 0x83, a, b, c, d, ref behind @ ..] = branch else {
        return None;
    };
    let from = (check.len() - behind.len()) as i32;
    Some((from.checked_add(i32::from_le_bytes([a, b, c, d]))?, register))
}

/// How many bytes behind the operands of an instruction say where in memory one of them lies.
fn address_bytes(operands: u8, behind: &[u8]) -> Option<usize> {
    const SCALED: u8 = 4;
    const NONE: u8 = 5;
    let (form, base) = (operands >> 6, operands & 7);
    let scale = usize::from(base == SCALED);
    let base = if base == SCALED { behind.first()? & 7 } else { base };
    Some(
        scale
            + match form {
                0 if base == NONE => 4,
                0 => 0,
                1 => 1,
                _ => 4,
            },
    )
}

/// `cmp` of registers of 64 bits or of one with a constant; `b.hs`. Before them a constant may be made.
fn aarch64(check: &[u8]) -> Option<(i32, u8)> {
    const HIGHER_OR_SAME: u32 = 2;
    let words = check.chunks_exact(4).map(|word| word.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte)));
    let words: Vec<u32> = words.collect();
    let at = words.iter().position(|word| word & 0xff00_001f == 0x5400_0000 | HIGHER_OR_SAME)?;
    // A signed number of words, in bits 5 to 23.
    let distance = (words[at] << 8) as i32 >> 13 << 2;
    Some((4 * at as i32 + distance, aarch64_left(words[at.checked_sub(1)?])?))
}

/// `cmp` of registers of 64 bits or of one with a constant.
fn aarch64_left(compare: u32) -> Option<u8> {
    const STACK_POINTER: u32 = 31;
    const FRAME_POINTER: u32 = 29;
    let with_constant = compare & 0xff80_001f == 0xf100_001f;
    let with_register = compare & 0xffe0_fc1f == 0xeb00_001f;
    let register = compare >> 5 & STACK_POINTER;
    ((with_constant || with_register) && register < FRAME_POINTER).then_some(register as u8)
}

#[cfg(test)]
mod tests {
    use super::compared_register;
    use crate::Machine;

    fn read(machine: Machine, code: &[u8]) -> Option<(u32, u8)> {
        compared_register(machine, code, 0..code.len() as u32)
    }

    #[test]
    fn x86_64_registers_are_read_from_each_form() {
        let jump = [0x0f, 0x83, 0x10, 0, 0, 0];
        let with = |compare: &[u8]| {
            let found = read(Machine::X86_64, &[compare, &jump, &[0x48, 0x89, 0xf8]].concat());
            found.map(|(target, register)| {
                assert_eq!(target as usize, compare.len() + 6 + 0x10);
                register
            })
        };
        // cmp rcx, 5; cmp r9, 5; cmp r15, 1000; cmp rax, 1000.
        assert_eq!(with(&[0x48, 0x83, 0xf9, 5]), Some(1));
        assert_eq!(with(&[0x49, 0x83, 0xf9, 5]), Some(9));
        assert_eq!(with(&[0x49, 0x81, 0xff, 0xe8, 3, 0, 0]), Some(15));
        assert_eq!(with(&[0x48, 0x3d, 0xe8, 3, 0, 0]), Some(0));
        // cmp rsi, r8, in both forms; the second one behind mov r8, imm64.
        assert_eq!(with(&[0x4c, 0x39, 0xc6]), Some(6));
        assert_eq!(with(&[0x49, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8, 0x49, 0x3b, 0xf0]), Some(6));
        // cmp r13, [r12 + 8]; cmp rcx, [rsp + 0x1000]; cmp rdx, [rdi]; cmp rsi, [rip + 0x10].
        assert_eq!(with(&[0x4d, 0x3b, 0x6c, 0x24, 8]), Some(13));
        assert_eq!(with(&[0x48, 0x3b, 0x8c, 0x24, 0, 0x10, 0, 0]), Some(1));
        assert_eq!(with(&[0x48, 0x3b, 0x17]), Some(2));
        assert_eq!(with(&[0x48, 0x3b, 0x35, 0x10, 0, 0, 0]), Some(6));
        // cmp ecx, 5; cmp qword [rcx], 5; nothing.
        assert_eq!(with(&[0x83, 0xf9, 5]), None);
        assert_eq!(with(&[0x48, 0x83, 0x39, 5]), None);
        assert_eq!(with(&[]), None);
        // jb in place of jae.
        assert_eq!(read(Machine::X86_64, &[0x48, 0x83, 0xf9, 5, 0x0f, 0x82, 0, 0, 0, 0]), None);
    }

    #[test]
    fn aarch64_registers_are_read_from_each_form() {
        let with = |compare: u32, branch: u32| {
            let words = [compare, branch];
            let code: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
            read(Machine::Aarch64, &code)
        };
        // cmp x3, #5; b.hs +16. cmp x3, x4; b.hs -4.
        assert_eq!(with(0xf100_147f, 0x5400_0082), Some((20, 3)));
        assert_eq!(with(0xeb04_007f, 0x54ff_ffe2), Some((0, 3)));
        // cmp w3, #5; cmp sp, #5; b.lo.
        assert_eq!(with(0x7100_147f, 0x5400_0082), None);
        assert_eq!(with(0xf100_17ff, 0x5400_0082), None);
        assert_eq!(with(0xf100_147f, 0x5400_0083), None);
    }
}
