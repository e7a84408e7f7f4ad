//! Why an access has no memory, in words. Must not be asked where speed counts.

use super::{BYTES_PER_BYTE, CODE, Kind, LEAD, Memory, STACK};
use crate::interpret::fault::{FaultKind, Problem};

impl Memory {
    /// Why an access has no memory.
    #[cold]
    pub(super) fn explain(&self, address: u64, bytes: u64, what: &str) -> Problem {
        let what = format!("{what} of {bytes} bytes at {address:#x}");
        if address & STACK != 0 {
            return self.explain_stack(address, &what);
        }
        let number = (address >> 32) as usize;
        if number == 0 {
            return Problem::new(FaultKind::NullPointer, format!("{what}, beside address 0"));
        }
        if number as u64 == CODE {
            return Problem::new(FaultKind::OutOfBounds, format!("{what}, where functions are"));
        }
        match self.pieces.get(number) {
            None => Problem::new(FaultKind::OutOfBounds, format!("{what}, where no memory is")),
            Some(None) => Problem::new(FaultKind::UseAfterFree, format!("{what}, in an allocation that was freed")),
            Some(Some(piece)) => {
                let kind = match self.kinds[number] {
                    Kind::Datum => "datum",
                    Kind::Constant => "constant",
                    Kind::Allocation => "allocation",
                };
                let size = piece.len() as u64 / BYTES_PER_BYTE;
                let offset = i64::from(address as u32) - i64::from(LEAD);
                let inside = offset >= 0 && (offset as u64).checked_add(bytes).is_some_and(|end| end <= size);
                if inside {
                    return Problem::new(FaultKind::WriteToConstant, format!("{what}, in a {kind}"));
                }
                outside(&what, offset, kind, size)
            }
        }
    }

    fn explain_stack(&self, address: u64, what: &str) -> Problem {
        // Addresses a little below 0 look like those of calls that are deeper than any.
        if address > u64::MAX << 32 {
            return Problem::new(FaultKind::NullPointer, format!("{what}, beside address 0"));
        }
        let Some(frame) = self.frame_of(address) else {
            return Problem::new(FaultKind::UseAfterReturn, format!("{what}, in a slot of a call that has returned"));
        };
        let offset = address as u32;
        let slot = (offset >> frame.layout.shift) as usize;
        match frame.layout.slots.get(slot) {
            None => Problem::new(FaultKind::OutOfBounds, format!("{what}, behind the slots of a call")),
            Some(place) => {
                let inner = i64::from(offset & ((1 << frame.layout.shift) - 1)) - i64::from(frame.layout.lead);
                outside(what, inner, &format!("slot s{slot}"), u64::from(place.size))
            }
        }
    }
}

fn outside(what: &str, offset: i64, piece: &str, size: u64) -> Problem {
    let place = if offset < 0 {
        format!("{} bytes before a {piece} of {size} bytes", -offset)
    } else {
        format!("at byte {offset} of a {piece} of {size} bytes")
    };
    Problem::new(FaultKind::OutOfBounds, format!("{what}, {place}"))
}
