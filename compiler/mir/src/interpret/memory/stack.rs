//! The stacks of threads: the slots of the calls that are under way. Owns which bytes a slot's address means, in whatever
//! thread the call is; must not know who runs when.

use std::rc::Rc;

use super::{Layout, Memory, SERIAL_BITS, STACK, Slices, SlicesMut};

/// A call that is under way.
#[derive(Debug)]
pub(super) struct Frame {
    pub serial: u16,
    pub base: usize,
    pub layout: Rc<Layout>,
}

/// The stack of one thread.
#[derive(Debug, Default)]
pub(super) struct Stack {
    pub frames: Vec<Frame>,
    pub bytes: Vec<u8>,
    pub undefined: Vec<u8>,
    pub top: usize,
}

/// What a thread that does not run left behind.
#[derive(Debug, Default)]
pub(super) struct Parked {
    pub stack: Stack,
    /// The parameters of its calls that borrows protect.
    pub protected: Vec<(u32, u32)>,
}

impl Stack {
    /// The call whose slot an address is in. Calls of one depth have different numbers, whatever thread they are in.
    pub fn frame(&self, address: u64) -> Option<&Frame> {
        let depth = (address & !STACK) >> (32 + SERIAL_BITS);
        let frame = self.frames.get(depth as usize)?;
        (u64::from(frame.serial) == address >> 32 & ((1 << SERIAL_BITS) - 1)).then_some(frame)
    }

    #[inline(always)]
    pub fn range(&self, address: u64, bytes: u64) -> Option<(usize, usize)> {
        let frame = self.frame(address)?;
        let (layout, offset) = (&*frame.layout, address as u32);
        let slot = layout.slots.get((offset >> layout.shift) as usize)?;
        let inner = (offset & ((1 << layout.shift) - 1)).wrapping_sub(layout.lead);
        let end = u64::from(inner).checked_add(bytes)?;
        if end > u64::from(slot.size) {
            return None;
        }
        let start = frame.base + slot.start + inner as usize;
        Some((start, start + bytes as usize))
    }
}

impl Memory {
    /// The call whose slot an address is in, of any thread.
    pub(super) fn frame_of(&self, address: u64) -> Option<&Frame> {
        let parked = self.parked.iter().map(|parked| &parked.stack);
        std::iter::once(&self.stack).chain(parked).find_map(|stack| stack.frame(address))
    }

    /// Bytes in a slot of a thread that does not run.
    #[cold]
    pub(super) fn parked_bytes(&self, address: u64, bytes: u64) -> Option<Slices<'_>> {
        self.parked.iter().find_map(|Parked { stack, .. }| {
            let (start, end) = stack.range(address, bytes)?;
            Some((&stack.bytes[start..end], &stack.undefined[start..end]))
        })
    }

    #[cold]
    pub(super) fn parked_bytes_mut(&mut self, address: u64, bytes: u64) -> Option<SlicesMut<'_>> {
        self.parked.iter_mut().find_map(|Parked { stack, .. }| {
            let (start, end) = stack.range(address, bytes)?;
            Some((&mut stack.bytes[start..end], &mut stack.undefined[start..end]))
        })
    }
}
