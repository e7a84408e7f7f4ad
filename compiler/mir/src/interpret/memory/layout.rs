//! The slots of a function: where they lie in its part of the stack, and far apart from each other in its addresses.
//! Must not know calls.

/// Where the slots of a function lie, in its part of the stack and in its addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Slot `n` has the offsets from `n << shift` on.
    pub(super) shift: u32,
    /// Its first byte has this one among them.
    pub(super) lead: u32,
    pub(super) slots: Vec<Place>,
    pub(super) bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub start: usize,
    pub size: u32,
}

impl Layout {
    /// The layout of slots with their sizes and alignments; `None` if they are too many or too large.
    pub fn new(slots: &[(u64, u64)]) -> Option<Layout> {
        let count = slots.len().max(1).next_power_of_two();
        let shift = 31u32.checked_sub(count.trailing_zeros())?;
        let lead = 1u32 << shift.checked_sub(2)?;
        let mut layout = Layout { shift, lead, slots: Vec::with_capacity(slots.len()), bytes: 0 };
        for (size, align) in slots {
            if *size > u64::from(lead) * 2 || *align > u64::from(lead) {
                return None;
            }
            layout.slots.push(Place { start: layout.bytes, size: *size as u32 });
            layout.bytes += *size as usize;
        }
        Some(layout)
    }

    /// The offset of a slot's first byte in the addresses of the call.
    pub fn offset(&self, slot: usize) -> u32 {
        ((slot as u32) << self.shift) + self.lead
    }
}
