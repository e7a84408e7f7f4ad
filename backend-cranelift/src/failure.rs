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
//! becomes a `bl`, whose link register names the entry. The tail then looks the site number up in a table and jumps to the
//! panic function, with the end of the entry for its return address: so a debugger shows the check that failed.
//!
//! An index that is out of bounds is still in the register that its check compared, and what it was compared with in another
//! or in memory. So the tail of a function that checks an index begins with saving all registers, and the table says where
//! the two are (`checked_index`).

mod aarch64;
mod checked_index;
mod x86_64;

use mir::Told;

use crate::Machine;
pub(crate) use checked_index::compared;

/// A trap that stands for a failed check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trap {
    /// Where its instruction is in the function.
    pub offset: u32,
    /// The number of the check's entry in the site table, or [`STAYS`].
    pub site: u32,
    /// What was compared, and how it is told.
    pub telling: Option<(Told, Operands)>,
}

/// Where the operands of a check of an index are when it has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operands {
    /// The register of the index, by its number in instructions.
    pub index: u8,
    /// Where the right operand is, if it is no constant.
    pub limit: Option<Held>,
}

/// Where a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// In a register.
    Register(u8),
    /// In memory; on x86-64 only.
    Memory(Address),
}

/// An address as instructions of x86-64 make it, without the stack pointer, which moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The number of a register, or [`NO_REGISTER`].
    pub base: u8,
    /// Another one, which is scaled.
    pub index: u8,
    /// By how many bits the index is shifted to the left.
    pub scale: u8,
    /// What is added, in bytes.
    pub displacement: i32,
}

/// The number of the stack pointer of x86-64, which stands for no register in an [`Address`].
pub(crate) const NO_REGISTER: u8 = 4;

/// Bits of a number in the table that are the site; above them stand [`Told::code`] and the register of the index.
const SITE_BITS: u32 = 32 - Told::CODE_BITS - REGISTER_BITS;
const REGISTER_BITS: u32 = 5;
/// Where the number of the register begins.
const REGISTER_SHIFT: u32 = SITE_BITS + Told::CODE_BITS;
/// In the second number of a row, which begins with the register of the limit: that it is the base of an address, of which
/// the other parts stand above.
const IN_MEMORY: u32 = 1 << REGISTER_BITS;
const INDEX_SHIFT: u32 = REGISTER_BITS + 1;
const SCALE_SHIFT: u32 = INDEX_SHIFT + REGISTER_BITS;
const DISPLACEMENT_SHIFT: u32 = SCALE_SHIFT + 2;

impl Address {
    /// Whether a row has room for it.
    fn fits(self) -> bool {
        self.displacement << DISPLACEMENT_SHIFT >> DISPLACEMENT_SHIFT == self.displacement
    }
}

impl Trap {
    /// What the table says of it; of a function with more sites than fit it has to do without a table.
    fn row(self) -> Result<[u32; 2], Scattered> {
        if self.site == STAYS {
            return Ok([STAYS, 0]);
        }
        if self.site >> SITE_BITS != 0 {
            return Err(Scattered);
        }
        let Some((told, operands)) = self.telling else {
            return Ok([self.site, 0]);
        };
        let place = operands.limit.map_or(0, |limit| match limit {
            Held::Register(register) => u32::from(register),
            Held::Memory(Address { base, index, scale, displacement }) => {
                u32::from(base)
                    | IN_MEMORY
                    | u32::from(index) << INDEX_SHIFT
                    | u32::from(scale) << SCALE_SHIFT
                    | (displacement << DISPLACEMENT_SHIFT) as u32
            }
        });
        let told = if operands.limit.is_some() { told } else { told.without_limit() };
        let code = told.code() as u32;
        Ok([self.site | code << SITE_BITS | u32::from(operands.index) << REGISTER_SHIFT, place])
    }
}

/// A trap that is no failed check but stands among them, and is never reached. On AArch64 it stays one.
pub(crate) const STAYS: u32 = u32::MAX;

const ENTRY_LOG2: u8 = mir::SITE_ENTRY_BYTES.ilog2() as u8;
const _: () = assert!(1 << ENTRY_LOG2 == mir::SITE_ENTRY_BYTES && ENTRY_LOG2 == 4, "the tails shift by 4");

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
    /// Whether it is the function that gets an index, too.
    pub tells_index: bool,
    /// The numbers of the sites, four bytes each, up to the end of the function; where an index is told, two each.
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
    let rows: Vec<[u32; 2]> = traps.iter().map(|trap| trap.row()).collect::<Result<_, _>>()?;
    let tail = match machine {
        Machine::X86_64 => x86_64::attach(code, first, traps, frame_bytes)?,
        Machine::Aarch64 => aarch64::attach(code, first, traps)?,
    };
    let numbers = if tail.tells_index { 2 } else { 1 };
    code.extend(rows.iter().flat_map(|row| &row[..numbers]).flat_map(|number| number.to_le_bytes()));
    Ok(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn trap(offset: u32, site: u32) -> Trap {
        let telling = None;
        Trap { offset, site, telling }
    }

    const X86_64_TRAPS: [Trap; 2] = [trap(1, 7), trap(3, 0x102)];

    #[test]
    fn traps_become_entries_with_a_table_behind_the_tail() {
        let mut code = vec![0xc3, 0x0f, 0x0b, 0x0f, 0x0b];
        let tail = attach(Machine::X86_64, &mut code, &X86_64_TRAPS, 0x20).expect("side by side");
        assert_eq!(code[..5], [0xc3, 0x50, 0x50, 0xeb, 0]);
        assert_eq!(code[code.len() - 8..], [7, 0, 0, 0, 2, 1, 0, 0]);
        assert_eq!(code[tail.panic as usize - 1], 0xe9);
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
        let traps = [trap(0, 7), trap(3, 8)];
        assert_eq!(attach(Machine::X86_64, &mut vec![0; 5], &traps, 0), Err(Scattered));
    }

    #[test]
    fn entries_of_aarch64_call_the_tail() {
        let mut code = vec![0; 12];
        let traps = [trap(4, 0), trap(8, 1)];
        let tail = attach(Machine::Aarch64, &mut code, &traps, 0).expect("side by side");
        let word = |at: usize| u32::from_le_bytes(code[at..at + 4].try_into().expect("four bytes"));
        assert_eq!([word(4), word(8)], [0x9400_0002, 0x9400_0001]);
        // adr x1, #-4: back from the tail at 12 to 8, the return address of the first entry.
        assert_eq!(word(12), 0x10ff_ffe1);
        assert_eq!(word(tail.panic as usize), 0x1400_0000);
    }
}
