//! The cold end of a function on x86-64.

use super::{ENTRY_LOG2, REGISTER_SHIFT, SITE_BITS, Scattered, Tail, Trap};

/// Pushes `r15` to `rax`: after it, register number n is at `rsp + 8 n`.
const SAVE_REGISTERS: [u8; 24] = [
    0x41, 0x57, 0x41, 0x56, 0x41, 0x55, 0x41, 0x54, 0x41, 0x53, 0x41, 0x52, 0x41, 0x51, 0x41, 0x50, 0x57, 0x56, 0x55,
    0x54, 0x53, 0x52, 0x51, 0x50,
];
const SAVED_BYTES: u32 = 16 * 8;

/// The last entry jumps over the constants; the others push. So the table is indexed by the number of pushes: 0 for the
/// last entry, which is the table's last, and one more for each entry before it.
pub(super) fn attach(code: &mut Vec<u8>, first: usize, traps: &[Trap], frame_bytes: u32) -> Result<Tail, Scattered> {
    let count = traps.len();
    let entries_end = first + 2 * count;
    let over_constants = i8::try_from(code.len() - entries_end).map_err(|_| Scattered)?;
    code[first..entries_end - 2].fill(0x50);
    code[entries_end - 2] = 0xeb;
    code[entries_end - 1] = over_constants as u8;
    let tells_index = traps.iter().any(|trap| trap.index.is_some());
    let mut below_frame = frame_bytes as i32;
    if tells_index {
        code.extend(SAVE_REGISTERS);
        below_frame += SAVED_BYTES as i32;
    }
    // lea rdi, [rbp - below_frame]; sub rdi, rsp; shr rdi, 2: four times the number of entries that pushed.
    code.extend([0x48, 0x8d, 0xbd]);
    code.extend(below_frame.wrapping_neg().to_le_bytes());
    code.extend([0x48, 0x29, 0xe7, 0x48, 0xc1, 0xef, 0x02]);
    // lea rax, [rip + last of table]; sub rax, rdi; mov edi, [rax].
    code.extend([0x48, 0x8d, 0x05]);
    let table_field = code.len();
    code.extend([0; 4]);
    code.extend([0x48, 0x29, 0xf8, 0x8b, 0x38]);
    if tells_index {
        // mov edx, edi; shr edx, register; mov rsi, [rsp + 8 rdx]: the index.
        code.extend([0x89, 0xfa, 0xc1, 0xea, REGISTER_SHIFT as u8, 0x48, 0x8b, 0x34, 0xd4]);
        // mov edx, edi; shr edx, form; and edx, 3; and edi, site.
        code.extend([0x89, 0xfa, 0xc1, 0xea, SITE_BITS as u8, 0x83, 0xe2, 0x03, 0x81, 0xe7]);
        code.extend(((1u32 << SITE_BITS) - 1).to_le_bytes());
    }
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
    Ok(Tail { entries: first as u32, sites, panic, tells_index, numbers: code.len() as u32 })
}
