//! The cold end of a function on x86-64.

use super::{
    DISPLACEMENT_SHIFT, ENTRY_LOG2, IN_MEMORY, INDEX_SHIFT, NO_REGISTER, REGISTER_BITS, REGISTER_SHIFT, SCALE_SHIFT,
    SITE_BITS, Scattered, Tail, Told, Trap,
};

/// Pushes `r15` to `rax`: after it, register number n is at `rsp + 8 n`.
const SAVE_REGISTERS: [u8; 24] = [
    0x41, 0x57, 0x41, 0x56, 0x41, 0x55, 0x41, 0x54, 0x41, 0x53, 0x41, 0x52, 0x41, 0x51, 0x41, 0x50, 0x57, 0x56, 0x55,
    0x54, 0x53, 0x52, 0x51, 0x50,
];
const SAVED_BYTES: u32 = 16 * 8;
/// The limit to `rcx`, by the second number of the row at `rax`.
#[rustfmt::skip]
const READ_LIMIT: [u8; 65] = [
    // and qword [rsp + 8 * 4], 0: no register.
    0x48, 0x83, 0x64, 0x24, 8 * NO_REGISTER, 0,
    // movsxd rcx, [rax + 4]; mov eax, ecx; and eax, register; mov rax, [rsp + 8 rax].
    0x48, 0x63, 0x48, 0x04, 0x89, 0xc8, 0x83, 0xe0, REGISTER_MASK, 0x48, 0x8b, 0x04, 0xc4,
    // test cl, in memory; je over what reads it.
    0xf6, 0xc1, IN_MEMORY as u8, 0x74, 38,
    // mov r8d, ecx; shr r8d, index; and r8d, register; mov r8, [rsp + 8 r8].
    0x41, 0x89, 0xc8, 0x41, 0xc1, 0xe8, INDEX_SHIFT as u8, 0x41, 0x83, 0xe0, REGISTER_MASK, 0x4e, 0x8b, 0x04, 0xc4,
    // mov r9, rcx; shr ecx, scale; and ecx, 3; shl r8, cl; add rax, r8.
    0x49, 0x89, 0xc9, 0xc1, 0xe9, SCALE_SHIFT as u8, 0x83, 0xe1, 0x03, 0x49, 0xd3, 0xe0, 0x4c, 0x01, 0xc0,
    // sar r9, displacement; mov rax, [rax + r9].
    0x49, 0xc1, 0xf9, DISPLACEMENT_SHIFT as u8, 0x4a, 0x8b, 0x04, 0x08,
    // mov rcx, rax.
    0x48, 0x89, 0xc1,
];
const REGISTER_MASK: u8 = (1 << REGISTER_BITS) - 1;

/// The last entry jumps over the constants; the others push. So the table is indexed by the number of pushes: 0 for the
/// last entry, which is the table's last, and one more for each entry before it.
pub(super) fn attach(code: &mut Vec<u8>, first: usize, traps: &[Trap], frame_bytes: u32) -> Result<Tail, Scattered> {
    let count = traps.len();
    let entries_end = first + 2 * count;
    let over_constants = i8::try_from(code.len() - entries_end).map_err(|_| Scattered)?;
    code[first..entries_end - 2].fill(0x50);
    code[entries_end - 2] = 0xeb;
    code[entries_end - 1] = over_constants as u8;
    let tells_index = traps.iter().any(|trap| trap.telling.is_some());
    let mut below_frame = frame_bytes as i32;
    if tells_index {
        code.extend(SAVE_REGISTERS);
        below_frame += SAVED_BYTES as i32;
    }
    // lea rdi, [rbp - below_frame]; sub rdi, rsp: sixteen times the number of entries that pushed; shr rdi, 1 or 2: times the
    // size of a row.
    let (row_bytes, shift) = if tells_index { (8, 1) } else { (4, 2) };
    code.extend([0x48, 0x8d, 0xbd]);
    code.extend(below_frame.wrapping_neg().to_le_bytes());
    code.extend([0x48, 0x29, 0xe7]);
    // mov r11, rdi; shr r11, 3; lea r10, [rip + end of entries]; sub r10, r11: where the entry that was taken ends.
    code.extend([0x49, 0x89, 0xfb, 0x49, 0xc1, 0xeb, 3, 0x4c, 0x8d, 0x15]);
    let back = entries_end as i64 - (code.len() as i64 + 4);
    code.extend(i32::try_from(back).map_err(|_| Scattered)?.to_le_bytes());
    code.extend([0x4d, 0x29, 0xda]);
    code.extend([0x48, 0xc1, 0xef, shift]);
    // lea rax, [rip + last of table]; sub rax, rdi; mov edi, [rax].
    code.extend([0x48, 0x8d, 0x05]);
    let table_field = code.len();
    code.extend([0; 4]);
    code.extend([0x48, 0x29, 0xf8, 0x8b, 0x38]);
    if tells_index {
        // mov edx, edi; shr edx, register; mov rsi, [rsp + 8 rdx]: the index.
        code.extend([0x89, 0xfa, 0xc1, 0xea, REGISTER_SHIFT as u8, 0x48, 0x8b, 0x34, 0xd4]);
        code.extend(READ_LIMIT);
        // mov edx, edi; shr edx, code; and edx, mask; and edi, site.
        let mask = (1 << Told::CODE_BITS) - 1;
        code.extend([0x89, 0xfa, 0xc1, 0xea, SITE_BITS as u8, 0x83, 0xe2, mask, 0x81, 0xe7]);
        code.extend(((1u32 << SITE_BITS) - 1).to_le_bytes());
    }
    // shl rdi, 4: times the size of an entry of the site table.
    code.extend([0x48, 0xc1, 0xe7, ENTRY_LOG2]);
    // lea rax, [rip + sites]; add rdi, rax.
    code.extend([0x48, 0x8d, 0x05]);
    let sites = code.len() as u32;
    code.extend([0; 4]);
    code.extend([0x48, 0x01, 0xc7]);
    // lea rsp, [rbp - frame_bytes]; push r10; jmp panic: it returns to nobody, but who looks for its caller finds the entry,
    // and so the check that failed.
    code.extend([0x48, 0x8d, 0xa5]);
    code.extend((frame_bytes as i32).wrapping_neg().to_le_bytes());
    code.extend([0x41, 0x52, 0xe9]);
    let panic = code.len() as u32;
    code.extend([0; 4]);
    let distance = (code.len() + row_bytes * (count - 1) - (table_field + 4)) as u32;
    code[table_field..table_field + 4].copy_from_slice(&distance.to_le_bytes());
    Ok(Tail { entries: first as u32, sites, panic, tells_index, numbers: code.len() as u32 })
}
