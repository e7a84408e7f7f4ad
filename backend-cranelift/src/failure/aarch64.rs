//! The cold end of a function on AArch64.

use super::{REGISTER_SHIFT, SITE_BITS, STAYS, Scattered, Tail, Told, Trap};

/// Words that find the row of the entry.
const FIND_WORDS: usize = 3;
/// Words from there to the end of the tail.
const CALL_WORDS: usize = 5;
/// Words that save the registers, and those that read the operands back and cut the number down to the site.
const SAVE_WORDS: usize = 16;
const READ_WORDS: usize = 7;

/// The tail begins with saving the registers, if an index is told.
pub(super) fn attach(code: &mut Vec<u8>, first: usize, traps: &[Trap]) -> Result<Tail, Scattered> {
    let tells_index = traps.iter().any(|trap| trap.telling.is_some());
    let (save, read) = if tells_index { (SAVE_WORDS, READ_WORDS) } else { (0, 1) };
    let tail = code.len();
    let find = tail + 4 * save;
    let call = find + 4 * (FIND_WORDS + read);
    let table = call + 4 * CALL_WORDS;
    // `adr` reaches 1 MiB; a function with more traps than that takes the block form.
    if table - first >= 1 << 20 {
        return Err(Scattered);
    }
    for trap in traps.iter().filter(|trap| trap.site != STAYS) {
        let at = trap.offset as usize;
        let branch = 0x9400_0000 | ((tail - at) / 4) as u32;
        code[at..at + 4].copy_from_slice(&branch.to_le_bytes());
    }
    let address = |register: u32, from: usize, to: usize| {
        let distance = (to as i64 - from as i64) as u32;
        0x1000_0000 | (distance & 3) << 29 | (distance >> 2 & 0x7_ffff) << 5 | register
    };
    let mut words = Vec::with_capacity(save + FIND_WORDS + read + CALL_WORDS);
    if tells_index {
        words.extend(saving());
    }
    words.extend([
        // adr x1, first + 4; sub x0, x30, x1: four times the entry's number.
        address(1, find, first + 4),
        0xcb01_03c0,
        // adr x1, table.
        address(1, find + 8, table),
    ]);
    if tells_index {
        words.extend([
            // add x1, x1, x0, lsl #1; ldp w0, w3, [x1]: the row.
            0x8b00_0421,
            0x2940_0c20,
            // lsr w2, w0, #register; ldr x1, [sp, x2, lsl #3]: the index; ldr x3, [sp, x3, lsl #3]: the limit.
            bit_field(2, 0, REGISTER_SHIFT, 32 - REGISTER_SHIFT),
            0xf862_7be1,
            0xf863_7be3,
            // ubfx w2, w0, #code, #6; and w0, w0, site.
            bit_field(2, 0, SITE_BITS, Told::CODE_BITS),
            bit_field(0, 0, 0, SITE_BITS),
        ]);
    } else {
        // ldr w0, [x1, x0].
        words.push(0xb860_6820);
    }
    words.extend([
        // lsl x0, x0, #4: times the size of an entry of the site table.
        0xd37c_ec00,
        // adrp x4, sites; add x4, x4, :lo12:sites; add x0, x0, x4.
        0x9000_0004,
        0x9100_0084,
        0x8b04_0000,
        // b panic: it returns to nobody, but who looks for its caller finds the entry in x30, and so the check that failed.
        0x1400_0000,
    ]);
    for word in words {
        code.extend(word.to_le_bytes());
    }
    Ok(Tail {
        entries: first as u32,
        sites: call as u32 + 4,
        panic: call as u32 + 16,
        tells_index,
        numbers: table as u32,
    })
}

/// sub sp, sp, #240; stp x0, x1, [sp]; …; stp x28, x29, [sp, #224]: after it, register number n is at `sp + 8 n`.
fn saving() -> impl Iterator<Item = u32> {
    const PAIRS: u32 = 15;
    let pair = |pair: u32| {
        let (first, second) = (2 * pair, 2 * pair + 1);
        0xa900_0000 | first << 15 | second << 10 | 31 << 5 | first
    };
    std::iter::once(0xd100_03ff | (16 * PAIRS) << 10).chain((0..PAIRS).map(pair))
}

/// ubfx wto, wfrom, #from, #count
fn bit_field(to: u32, register: u32, from: u32, count: u32) -> u32 {
    0x5300_0000 | from << 16 | (from + count - 1) << 10 | register << 5 | to
}
