//! What happens when a check fails. Owns the cold end of a function, which turns "the check at this place failed"
//! into a call of the runtime's panic function with the address of the check's entry in the site table. Must
//! not know what is checked.
//!
//! In Cranelift's own terms this would be a branch to one cold block with the site number as block argument.
//! That ends a block at each check, so that the single-pass allocator spills around it and materialises the
//! number on the hot path: with eight checks per function, 29,000 functions per second and 720 bytes each,
//! instead of 46,000 and 352. So a check is a conditional trap, which stays inside its block. Cranelift puts the
//! trap instructions side by side at the end of the function, each with the source location of its check, and
//! this module makes them that cold block: on x86-64 each becomes `push rax; push rax`, so that the stack
//! pointer counts the entries run through, and the last one jumps over the constants behind it; on AArch64 each
//! becomes a `bl`, whose link register names the entry. The tail then looks the site number up in a table and calls.

use crate::Machine;

/// A trap that stands for a failed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trap {
    /// Where its instruction is in the function.
    pub offset: u32,
    /// The number of the check's entry in the site table, or [`STAYS`].
    pub site: u32,
}

/// A trap that is no failed check but stands among them; possible on AArch64 only.
pub(crate) const STAYS: u32 = u32::MAX;

const ENTRY_LOG2: u8 = mir::SITE_ENTRY_BYTES.ilog2() as u8;
const _: () = assert!(
    1 << ENTRY_LOG2 == mir::SITE_ENTRY_BYTES && ENTRY_LOG2 == 4,
    "the tails shift by 4"
);

/// Where the parts of the cold end are and where it refers to other symbols, as offsets in the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The first of the entries, which the traps have become.
    pub entries: u32,
    /// The instruction or field that takes the address of the site table. On AArch64 it is a pair: `adrp` here,
    /// `add` behind it.
    pub sites: u32,
    /// The call of the panic function.
    pub panic: u32,
    /// The numbers of the sites, four bytes each, up to the end of the function.
    pub numbers: u32,
}

/// The traps are not what this module needs: all at the end, side by side. Use branches to a block instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scattered;

/// Overwrites the traps and appends the tail. `frame_bytes` is the distance from the stack pointer up to the frame
/// pointer in the body. Constants may stand behind the traps.
pub(crate) fn attach(
    machine: Machine,
    code: &mut Vec<u8>,
    traps: &[Trap],
    frame_bytes: u32,
) -> Result<Tail, Scattered> {
    let size = match machine {
        Machine::X86_64 => 2,
        Machine::Aarch64 => 4,
    };
    let first = traps.first().ok_or(Scattered)?.offset as usize;
    let mut expected = (first..).step_by(size);
    if !traps.iter().all(|trap| expected.next() == Some(trap.offset as usize)) {
        return Err(Scattered);
    }
    let tail = match machine {
        Machine::X86_64 => x86_64(code, first, traps.len(), frame_bytes)?,
        Machine::Aarch64 => aarch64(code, first, traps)?,
    };
    for trap in traps {
        code.extend(trap.site.to_le_bytes());
    }
    Ok(tail)
}

/// The last entry jumps over the constants; the others push. So the table is indexed by the number of pushes: 0 for the
/// last entry, which is the table's last, and one more for each entry before it.
fn x86_64(code: &mut Vec<u8>, first: usize, count: usize, frame_bytes: u32) -> Result<Tail, Scattered> {
    let entries_end = first + 2 * count;
    let over_constants = i8::try_from(code.len() - entries_end).map_err(|_| Scattered)?;
    code[first..entries_end - 2].fill(0x50);
    code[entries_end - 2] = 0xeb;
    code[entries_end - 1] = over_constants as u8;
    // lea rdi, [rbp - frame_bytes]; sub rdi, rsp; shr rdi, 2: four times the number of entries that pushed.
    code.extend([0x48, 0x8d, 0xbd]);
    code.extend((frame_bytes as i32).wrapping_neg().to_le_bytes());
    code.extend([0x48, 0x29, 0xe7, 0x48, 0xc1, 0xef, 0x02]);
    // lea rax, [rip + last of table]; sub rax, rdi; mov edi, [rax].
    code.extend([0x48, 0x8d, 0x05]);
    let table_field = code.len();
    code.extend([0; 4]);
    code.extend([0x48, 0x29, 0xf8, 0x8b, 0x38]);
    // shl rdi, 4: times the size of an entry of the site table.
    code.extend([0x48, 0xc1, 0xe7, ENTRY_LOG2]);
    // lea rax, [rip + sites]; add rdi, rax; call panic; ud2.
    code.extend([0x48, 0x8d, 0x05]);
    let sites = code.len() as u32;
    code.extend([0; 4]);
    code.extend([0x48, 0x01, 0xc7, 0xe8]);
    let panic = code.len() as u32;
    code.extend([0; 4]);
    code.extend([0x0f, 0x0b]);
    let distance = (code.len() + 4 * (count - 1) - (table_field + 4)) as u32;
    code[table_field..table_field + 4].copy_from_slice(&distance.to_le_bytes());
    Ok(Tail {
        entries: first as u32,
        sites,
        panic,
        numbers: code.len() as u32,
    })
}

fn aarch64(code: &mut Vec<u8>, first: usize, traps: &[Trap]) -> Result<Tail, Scattered> {
    const WORDS: usize = 10;
    let tail = code.len();
    let table = tail + 4 * WORDS;
    // `adr` reaches 1 MiB; a function with more traps than that takes the block form.
    if table - first >= 1 << 20 {
        return Err(Scattered);
    }
    for trap in traps.iter().filter(|trap| trap.site != STAYS) {
        let at = trap.offset as usize;
        let call = 0x9400_0000 | ((tail - at) / 4) as u32;
        code[at..at + 4].copy_from_slice(&call.to_le_bytes());
    }
    let address = |register: u32, from: usize, to: usize| {
        let distance = (to as i64 - from as i64) as u32;
        0x1000_0000 | (distance & 3) << 29 | (distance >> 2 & 0x7_ffff) << 5 | register
    };
    let words: [u32; WORDS] = [
        // adr x1, first + 4; sub x0, x30, x1: four times the entry's number.
        address(1, tail, first + 4),
        0xcb01_03c0,
        // adr x1, table; ldr w0, [x1, x0].
        address(1, tail + 8, table),
        0xb860_6820,
        // lsl x0, x0, #4: times the size of an entry of the site table.
        0xd37c_ec00,
        // adrp x1, sites; add x1, x1, :lo12:sites; add x0, x0, x1.
        0x9000_0001,
        0x9100_0021,
        0x8b01_0000,
        // bl panic; udf #0.
        0x9400_0000,
        0,
    ];
    for word in words {
        code.extend(word.to_le_bytes());
    }
    Ok(Tail {
        entries: first as u32,
        sites: tail as u32 + 20,
        panic: tail as u32 + 32,
        numbers: table as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const X86_64_TRAPS: [Trap; 2] = [Trap { offset: 1, site: 7 }, Trap { offset: 3, site: 0x102 }];

    #[test]
    fn traps_become_entries_with_a_table_behind_the_tail() {
        let mut code = vec![0xc3, 0x0f, 0x0b, 0x0f, 0x0b];
        let tail = attach(Machine::X86_64, &mut code, &X86_64_TRAPS, 0x20).expect("side by side");
        assert_eq!(code[..5], [0xc3, 0x50, 0x50, 0xeb, 0]);
        assert_eq!(code[code.len() - 8..], [7, 0, 0, 0, 2, 1, 0, 0]);
        assert_eq!(code[tail.panic as usize - 1], 0xe8);
        assert_eq!(code[tail.sites as usize - 3..tail.sites as usize], [0x48, 0x8d, 0x05]);
    }

    #[test]
    fn the_last_entry_jumps_over_constants_if_it_reaches() {
        let mut code = vec![0; 5 + 127];
        attach(Machine::X86_64, &mut code, &X86_64_TRAPS, 0).expect("127 bytes are in reach");
        assert_eq!(code[..5], [0, 0x50, 0x50, 0xeb, 127]);
        let mut code = vec![0; 5 + 128];
        assert_eq!(attach(Machine::X86_64, &mut code, &X86_64_TRAPS, 0), Err(Scattered));
        assert_eq!(code, [0; 5 + 128]);
    }

    #[test]
    fn code_between_the_traps_is_refused() {
        let traps = [Trap { offset: 0, site: 7 }, Trap { offset: 3, site: 8 }];
        assert_eq!(attach(Machine::X86_64, &mut vec![0; 5], &traps, 0), Err(Scattered));
    }

    #[test]
    fn entries_of_aarch64_call_the_tail() {
        let mut code = vec![0; 12];
        let traps = [Trap { offset: 4, site: 0 }, Trap { offset: 8, site: 1 }];
        let tail = attach(Machine::Aarch64, &mut code, &traps, 0).expect("side by side");
        let word = |at: usize| u32::from_le_bytes(code[at..at + 4].try_into().expect("four bytes"));
        assert_eq!([word(4), word(8)], [0x9400_0002, 0x9400_0001]);
        // adr x1, #-4: back from the tail at 12 to 8, the return address of the first entry.
        assert_eq!(word(12), 0x10ff_ffe1);
        assert_eq!(word(tail.panic as usize), 0x9400_0000);
    }
}
