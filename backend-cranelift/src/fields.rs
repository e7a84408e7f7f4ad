//! Addresses inside of instructions. Owns how a distance is written into code; must not know what is at its end.

/// Writes a distance of 32 bits, if it fits.
pub(crate) fn write_distance(bytes: &mut [u8], at: u64, distance: i64) -> bool {
    let Ok(distance) = i32::try_from(distance) else {
        return false;
    };
    bytes[at as usize..at as usize + 4].copy_from_slice(&distance.to_le_bytes());
    true
}

/// Writes the distance of an AArch64 call, if it fits.
pub(crate) fn write_branch(bytes: &mut [u8], at: u64, distance: i64) -> bool {
    if !(-(1 << 27)..1 << 27).contains(&distance) {
        return false;
    }
    change_word(bytes, at, |word| (word & !0x03ff_ffff) | ((distance >> 2) as u32 & 0x03ff_ffff));
    true
}

/// Changes an instruction of four bytes.
pub(crate) fn change_word(bytes: &mut [u8], at: u64, change: impl FnOnce(u32) -> u32) {
    let field = &mut bytes[at as usize..at as usize + 4];
    let word = u32::from_le_bytes([field[0], field[1], field[2], field[3]]);
    field.copy_from_slice(&change(word).to_le_bytes());
}
