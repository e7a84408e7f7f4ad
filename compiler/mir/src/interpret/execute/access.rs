//! Steps that touch memory. Owns how scalars lie there with their undefined bits, and what an access must keep to; must
//! not know pieces.

use crate::ids::Align;
use crate::instruction::AtomicOperator;

use super::Activation;
use crate::interpret::arithmetic::undefined;
use crate::interpret::cell::Cell;
use crate::interpret::code::{Access, Register};
use crate::interpret::fault::{FaultKind, Problem};
use crate::interpret::wide::Wide;

impl Activation<'_> {
    /// The address of an access, which must be as aligned as it says.
    #[inline(always)]
    pub(super) fn place(&self, address: Register, offset: i32, align: Align) -> Result<u64, Problem> {
        let address = self.operand(address, "an address")?;
        let address = address.wrapping_add_signed(i64::from(offset));
        if is_aligned(address, align) { Ok(address) } else { Err(misaligned(address, align)) }
    }

    #[inline(always)]
    pub(super) fn load(&mut self, to: Register, address: u64, access: Access) -> Result<(), Problem> {
        let cell = match access {
            Access::Whole => {
                let (bits, mask) = self.memory.load(address)?;
                Cell { bits: u64::from_le_bytes(bits), undefined: u64::from_le_bytes(mask) }
            }
            Access::Unsigned32 => {
                let (bits, mask) = self.memory.load(address)?;
                Cell { bits: u64::from(u32::from_le_bytes(bits)), undefined: u64::from(u32::from_le_bytes(mask)) }
            }
            Access::Signed32 => {
                let (bits, mask) = self.memory.load(address)?;
                Cell {
                    bits: i64::from(i32::from_le_bytes(bits)).cast_unsigned(),
                    undefined: i64::from(i32::from_le_bytes(mask)).cast_unsigned(),
                }
            }
            Access::Unsigned16 => {
                let (bits, mask) = self.memory.load(address)?;
                Cell { bits: u64::from(u16::from_le_bytes(bits)), undefined: u64::from(u16::from_le_bytes(mask)) }
            }
            Access::Signed16 => {
                let (bits, mask) = self.memory.load(address)?;
                Cell {
                    bits: i64::from(i16::from_le_bytes(bits)).cast_unsigned(),
                    undefined: i64::from(i16::from_le_bytes(mask)).cast_unsigned(),
                }
            }
            Access::Unsigned8 => {
                let ([bits], [mask]) = self.memory.load(address)?;
                Cell { bits: u64::from(bits), undefined: u64::from(mask) }
            }
            Access::Signed8 => {
                let ([bits], [mask]) = self.memory.load(address)?;
                Cell {
                    bits: i64::from(bits.cast_signed()).cast_unsigned(),
                    undefined: i64::from(mask.cast_signed()).cast_unsigned(),
                }
            }
            Access::Bool => {
                let ([bits], [mask]) = self.memory.load(address)?;
                if mask == 0 && bits > 1 {
                    return Err(Problem::new(
                        FaultKind::InvalidBool,
                        format!("the truth value at {address:#x} is {bits}"),
                    ));
                }
                Cell { bits: u64::from(bits), undefined: u64::from(mask) }
            }
            Access::Wide => {
                let (bits, mask) = self.memory.load(address)?;
                let wide = Wide { bits: u128::from_le_bytes(bits), undefined: u128::from_le_bytes(mask) };
                self.set_wide(to, wide);
                return Ok(());
            }
        };
        self.cells[to as usize] = cell;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn store(&mut self, from: Register, address: u64, access: Access) -> Result<(), Problem> {
        let cell = self.cells[from as usize];
        let (bits, mask) = (cell.bits, cell.undefined);
        match access {
            Access::Whole => self.memory.store(address, bits.to_le_bytes(), mask.to_le_bytes()),
            Access::Unsigned32 | Access::Signed32 => {
                self.memory.store(address, (bits as u32).to_le_bytes(), (mask as u32).to_le_bytes())
            }
            Access::Unsigned16 | Access::Signed16 => {
                self.memory.store(address, (bits as u16).to_le_bytes(), (mask as u16).to_le_bytes())
            }
            Access::Unsigned8 | Access::Signed8 | Access::Bool => {
                self.memory.store(address, [bits as u8], [mask as u8])
            }
            Access::Wide => {
                let wide = self.wide_cells(from);
                self.memory.store(address, wide.bits.to_le_bytes(), wide.undefined.to_le_bytes())
            }
        }
    }

    /// The address of an atomic access that begins.
    fn begin_atomic(&mut self, address: Register) -> Result<u64, Problem> {
        let address = self.operand(address, "an address")?;
        self.memory.begin_atomic(address);
        Ok(address)
    }

    pub(super) fn atomic(
        &mut self,
        operator: AtomicOperator,
        access: Access,
        (to, address, from): (Register, Register, Register),
    ) -> Result<(), Problem> {
        let operand = self.cells[from as usize];
        let address = self.begin_atomic(address)?;
        self.load(to, address, access)?;
        let old = self.cells[to as usize];
        if operator != AtomicOperator::Exchange && old.undefined | operand.undefined != 0 {
            return Err(undefined("an operand of arithmetic"));
        }
        let bits = match operator {
            AtomicOperator::Add => old.bits.wrapping_add(operand.bits),
            AtomicOperator::Subtract => old.bits.wrapping_sub(operand.bits),
            AtomicOperator::Exchange => operand.bits,
            AtomicOperator::And => old.bits & operand.bits,
            AtomicOperator::Or => old.bits | operand.bits,
        };
        // The store cuts what is above the type; the cell that it reads gets the old value back.
        self.cells[to as usize] = Cell { bits, undefined: operand.undefined };
        self.store(to, address, access)?;
        self.cells[to as usize] = old;
        self.memory.end_atomic();
        Ok(())
    }

    pub(super) fn atomic_load(&mut self, access: Access, to: Register, address: Register) -> Result<(), Problem> {
        let address = self.begin_atomic(address)?;
        self.load(to, address, access)?;
        self.memory.end_atomic();
        Ok(())
    }

    pub(super) fn compare_exchange(
        &mut self,
        access: Access,
        (to, address): (Register, Register),
        (expected, replacement): (Register, Register),
    ) -> Result<(), Problem> {
        let (expected, replacement) = (self.cells[expected as usize], self.cells[replacement as usize]);
        let address = self.begin_atomic(address)?;
        self.load(to, address, access)?;
        let old = self.cells[to as usize];
        if old.undefined | expected.undefined != 0 {
            return Err(undefined("an operand of a comparison"));
        }
        if old.bits == expected.bits {
            // The store reads the cell, which gets the old value back.
            self.cells[to as usize] = replacement;
            self.store(to, address, access)?;
            self.cells[to as usize] = old;
        }
        self.memory.end_atomic();
        Ok(())
    }

    pub(super) fn copy(&mut self, to: Register, from: Register, bytes: u64, align: Align) -> Result<(), Problem> {
        let (to, from) = self.operands(to, from, "an address")?;
        let (real_to, real_from) = (self.memory.real(to), self.memory.real(from));
        if bytes == 0 || real_to == real_from {
            // The place is read and written all the same.
            return self.memory.copy(to, from, bytes);
        }
        for address in [to, from] {
            if !is_aligned(address, align) {
                return Err(misaligned(address, align));
            }
        }
        if real_to.abs_diff(real_from) < bytes {
            return Err(Problem::new(
                FaultKind::OverlappingCopy,
                format!("{bytes} bytes are copied from {real_from:#x} to {real_to:#x}"),
            ));
        }
        self.memory.copy(to, from, bytes)
    }

    pub(super) fn zero(&mut self, to: Register, bytes: u64, align: Align) -> Result<(), Problem> {
        let to = self.operand(to, "an address")?;
        if bytes > 0 && !is_aligned(to, align) {
            return Err(misaligned(to, align));
        }
        self.memory.fill(to, 0, bytes)
    }
}

/// Whether an address is aligned as an access says.
#[inline(always)]
fn is_aligned(address: u64, align: Align) -> bool {
    address & (align.bytes() - 1) == 0
}

#[cold]
fn misaligned(address: u64, align: Align) -> Problem {
    Problem::new(FaultKind::Misaligned, format!("{address:#x} is said to be aligned to {align} bytes"))
}
