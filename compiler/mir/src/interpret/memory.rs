//! Memory: pieces that are far apart. Owns addresses, bounds and which bits are undefined; must not know functions,
//! nor what is kept in memory.
//!
//! An address of a datum or allocation is its number and an offset of 32 bits, one of a slot the depth of the call,
//! the number of the call at that depth, and an offset in which the slots of the function stand far apart. So a
//! pointer that leaves its piece reaches nothing else, and finding the piece takes no search.

mod explain;
mod layout;
mod races;
mod stack;
mod watched;

use std::cell::RefCell;
use std::rc::Rc;

use super::borrows::{Action, Borrows};
use super::fault::{FaultKind, Problem};

pub use layout::Layout;
use races::Races;
use stack::{Frame, Parked, Stack};

/// Where a piece begins in the 32 bits of its offsets: as much room before it.
const LEAD: u32 = 1 << 30;
/// The largest piece: what is left behind [`LEAD`], with as much room behind it.
const LARGEST: u64 = 1 << 31;
/// The number whose addresses are those of functions.
const CODE: u64 = 1;
/// Bytes between the addresses of functions.
const CODE_STEP: u64 = 16;
/// The first number of a piece.
const FIRST: usize = 2;
/// The bit that addresses of slots have.
const STACK: u64 = 1 << 63;
/// How many bits count the calls at one depth.
const SERIAL_BITS: u32 = 14;
/// The deepest nesting of calls that addresses can tell apart.
pub const DEEPEST: usize = 1 << 17;

/// What every byte of a piece costs.
const BYTES_PER_BYTE: u64 = 2;
/// What a piece costs besides its bytes, also after its end.
const BYTES_PER_PIECE: u64 = 16;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Datum,
    Constant,
    Allocation,
}

/// The memory of a running program.
#[derive(Debug)]
pub struct Memory {
    /// The bytes of each piece, and behind them as many bytes that say which bits are undefined; `None` after its end.
    pieces: Vec<Option<Box<[u8]>>>,
    kinds: Vec<Kind>,
    /// Of the thread that runs.
    stack: Stack,
    /// Of the others, by their numbers.
    parked: Vec<Parked>,
    /// How many calls there were at each depth, of all threads.
    serials: Vec<u16>,
    used: u64,
    limit: u64,
    /// The borrows, if they are watched: then every access is told to them first. In a cell, because reads change what
    /// others may do.
    borrows: Option<Box<RefCell<Borrows>>>,
    /// What threads do, once there are several. In a cell, because reads are told too.
    races: Option<Box<RefCell<Races>>>,
}

/// An allocation that was not freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leak {
    /// Its address.
    pub address: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

type Slices<'memory> = (&'memory [u8], &'memory [u8]);
type SlicesMut<'memory> = (&'memory mut [u8], &'memory mut [u8]);

impl Memory {
    /// No memory yet; never more than `limit` bytes.
    pub fn new(limit: u64) -> Memory {
        Memory {
            pieces: vec![None; FIRST],
            kinds: vec![Kind::Datum; FIRST],
            stack: Stack::default(),
            parked: Vec::new(),
            serials: Vec::new(),
            used: 0,
            limit,
            borrows: None,
            races: None,
        }
    }

    /// The address of a function.
    pub fn code_address(function: usize) -> u64 {
        (CODE << 32) + u64::from(LEAD) + function as u64 * CODE_STEP
    }

    /// The number of the function at an address, if it is one's.
    pub fn function_at(address: u64) -> Option<usize> {
        let offset = address.checked_sub((CODE << 32) + u64::from(LEAD))?;
        (address >> 32 == CODE && offset.is_multiple_of(CODE_STEP)).then_some((offset / CODE_STEP) as usize)
    }

    /// A new piece of zeros that lives as long as the program.
    pub fn add_datum(&mut self, bytes: u64) -> Result<u64, Problem> {
        self.add(bytes, 0, Kind::Datum)
    }

    /// Nothing writes to a datum from now on.
    pub fn make_constant(&mut self, address: u64) {
        if let Some(kind) = self.kinds.get_mut((address >> 32) as usize) {
            *kind = Kind::Constant;
        }
    }

    /// A new allocation of undefined bytes.
    pub fn allocate(&mut self, bytes: u64) -> Result<u64, Problem> {
        self.add(bytes, 0xff, Kind::Allocation)
    }

    /// A new allocation of zeros.
    pub fn allocate_zeros(&mut self, bytes: u64) -> Result<u64, Problem> {
        self.add(bytes, 0, Kind::Allocation)
    }

    fn add(&mut self, bytes: u64, undefined: u8, kind: Kind) -> Result<u64, Problem> {
        self.charge(bytes.saturating_mul(BYTES_PER_BYTE).saturating_add(BYTES_PER_PIECE))?;
        let number = self.pieces.len() as u64;
        if bytes > LARGEST || number >= super::borrows::IDENTITY >> 32 {
            return Err(Problem::new(
                FaultKind::MemoryLimit,
                format!("a piece of {bytes} bytes has no address; allocate less at once"),
            ));
        }
        let mut piece = vec![0; 2 * bytes as usize];
        if undefined != 0 {
            piece[bytes as usize..].fill(undefined);
        }
        self.pieces.push(Some(piece.into_boxed_slice()));
        self.kinds.push(kind);
        Ok((number << 32) + u64::from(LEAD))
    }

    /// Counts bytes that the machine needs for the program besides its memory.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<(), Problem> {
        let used = self.used.saturating_add(bytes);
        if used > self.limit {
            return Err(Problem::new(
                FaultKind::MemoryLimit,
                format!("the program uses more than {} bytes; raise the limit or let it use less", self.limit),
            ));
        }
        self.used = used;
        Ok(())
    }

    /// The size of a live allocation that begins at an address.
    pub fn allocation_size(&self, address: u64) -> Result<u64, Problem> {
        let address = self.real(address);
        let number = (address >> 32) as usize;
        let is_allocation = self.kinds.get(number) == Some(&Kind::Allocation);
        let begins = address & STACK == 0 && address as u32 == LEAD && is_allocation;
        match self.pieces.get(number) {
            Some(Some(piece)) if begins => Ok(piece.len() as u64 / BYTES_PER_BYTE),
            Some(None) if begins => {
                Err(Problem::new(FaultKind::DoubleFree, format!("the allocation at {address:#x} was freed before")))
            }
            Some(_) | None => Err(Problem::new(FaultKind::BadFree, format!("at {address:#x} no allocation begins"))),
        }
    }

    /// Ends an allocation.
    pub fn free(&mut self, address: u64) -> Result<(), Problem> {
        let bytes = self.allocation_size(address)?;
        if let Some(borrows) = &self.borrows {
            borrows.borrow_mut().free(address, bytes)?;
        }
        let address = self.real(address);
        if let Some(races) = &self.races {
            // The end is for all as a write is.
            races.borrow_mut().access(address, bytes, true)?;
        }
        self.pieces[(address >> 32) as usize] = None;
        self.used -= bytes * BYTES_PER_BYTE;
        Ok(())
    }

    /// Allocations that live.
    pub fn leaks(&self) -> Vec<Leak> {
        let allocations = self.pieces.iter().enumerate().filter(|(number, _)| self.kinds[*number] == Kind::Allocation);
        allocations
            .filter_map(|(number, piece)| {
                let bytes = piece.as_ref()?.len() as u64 / BYTES_PER_BYTE;
                let address = ((number as u64) << 32) + u64::from(LEAD);
                Some(Leak { address, bytes })
            })
            .collect()
    }

    /// Begins a call; gives the address that offsets of its slots are added to.
    pub fn push(&mut self, layout: &Rc<Layout>) -> Result<u64, Problem> {
        let depth = self.stack.frames.len();
        if depth == self.serials.len() {
            self.serials.push(0);
        }
        let base = self.stack.top;
        let end = base + layout.bytes;
        if end > self.stack.bytes.len() {
            self.charge((end - self.stack.bytes.len()) as u64 * BYTES_PER_BYTE)?;
            self.stack.bytes.resize(end, 0);
            self.stack.undefined.resize(end, 0);
        }
        self.stack.undefined[base..end].fill(0xff);
        self.stack.top = end;
        let serial = (self.serials[depth] + 1) & ((1 << SERIAL_BITS) - 1);
        self.serials[depth] = serial;
        self.stack.frames.push(Frame { serial, base, layout: layout.clone() });
        Ok(Memory::frame_address(depth, serial))
    }

    fn frame_address(depth: usize, serial: u16) -> u64 {
        STACK | (depth as u64) << (32 + SERIAL_BITS) | u64::from(serial) << 32
    }

    /// Ends the innermost call.
    pub fn pop(&mut self) {
        if let Some(frame) = self.stack.frames.pop() {
            self.stack.top = frame.base;
            if let Some(borrows) = &self.borrows {
                let depth = self.stack.frames.len();
                let home = Memory::frame_address(depth, frame.serial) >> 32;
                borrows.borrow_mut().leave(depth + 1, home as u32);
            }
        }
    }

    /// Bytes, and which of their bits are undefined, if they lie in one piece.
    #[inline(always)]
    fn read(&self, address: u64, bytes: u64) -> Option<Slices<'_>> {
        if address & STACK == 0 {
            let piece = self.pieces.get((address >> 32) as usize)?.as_deref()?;
            let (start, half) = ((address as u32).wrapping_sub(LEAD) as usize, piece.len() / 2);
            let end = (start as u64).checked_add(bytes)?;
            if end > half as u64 {
                return None;
            }
            let end = end as usize;
            Some((&piece[start..end], &piece[half + start..half + end]))
        } else {
            let Some((start, end)) = self.stack.range(address, bytes) else {
                return self.parked_bytes(address, bytes);
            };
            Some((&self.stack.bytes[start..end], &self.stack.undefined[start..end]))
        }
    }

    #[inline(always)]
    fn write(&mut self, address: u64, bytes: u64) -> Option<SlicesMut<'_>> {
        if address & STACK == 0 {
            let number = (address >> 32) as usize;
            let piece = self.pieces.get_mut(number)?.as_deref_mut()?;
            let half = piece.len() / 2;
            let start = (address as u32).wrapping_sub(LEAD) as usize;
            let end = (start as u64).checked_add(bytes)?;
            if end > half as u64 || self.kinds[number] == Kind::Constant {
                return None;
            }
            let (values, undefined) = piece.split_at_mut(half);
            Some((&mut values[start..end as usize], &mut undefined[start..end as usize]))
        } else {
            let Some((start, end)) = self.stack.range(address, bytes) else {
                return self.parked_bytes_mut(address, bytes);
            };
            Some((&mut self.stack.bytes[start..end], &mut self.stack.undefined[start..end]))
        }
    }

    /// The bytes of a scalar and which of their bits are undefined.
    #[inline(always)]
    pub fn load<const BYTES: usize>(&self, address: u64) -> Result<([u8; BYTES], [u8; BYTES]), Problem> {
        let address = self.watched(address, BYTES as u64, Action::Read)?;
        match self.read(address, BYTES as u64) {
            Some((values, undefined)) => {
                let mut scalar = ([0; BYTES], [0; BYTES]);
                scalar.0.copy_from_slice(values);
                scalar.1.copy_from_slice(undefined);
                Ok(scalar)
            }
            None => Err(self.explain(address, BYTES as u64, "a read")),
        }
    }

    /// Writes the bytes of a scalar and which of their bits are undefined.
    #[inline(always)]
    pub fn store<const BYTES: usize>(
        &mut self,
        address: u64,
        scalar: [u8; BYTES],
        undefined: [u8; BYTES],
    ) -> Result<(), Problem> {
        let address = self.watched(address, BYTES as u64, Action::Write)?;
        match self.write(address, BYTES as u64) {
            Some((values, mask)) => {
                values.copy_from_slice(&scalar);
                mask.copy_from_slice(&undefined);
                Ok(())
            }
            None => Err(self.explain(address, BYTES as u64, "a write")),
        }
    }

    /// The bytes at an address, defined or not.
    pub fn bytes(&self, address: u64, bytes: u64) -> Result<(Vec<u8>, Vec<u8>), Problem> {
        let address = self.watched(address, bytes, Action::Read)?;
        match self.read(address, bytes) {
            Some((values, undefined)) => Ok((values.to_vec(), undefined.to_vec())),
            None => Err(self.explain(address, bytes, "a read")),
        }
    }

    /// The same for who looks on: no access of the program.
    pub fn look(&self, address: u64, bytes: u64) -> Option<(&[u8], &[u8])> {
        self.read(self.real(address), bytes)
    }

    /// The bytes at an address, all of which must be defined.
    pub fn defined(&self, address: u64, bytes: u64) -> Result<&[u8], Problem> {
        if bytes == 0 {
            return Ok(&[]);
        }
        let address = self.watched(address, bytes, Action::Read)?;
        match self.read(address, bytes) {
            Some((values, undefined)) => match undefined.iter().position(|mask| *mask != 0) {
                None => Ok(values),
                Some(at) => Err(Problem::new(
                    FaultKind::Uninitialised,
                    format!("byte {at} of the {bytes} at {address:#x} was never written"),
                )),
            },
            None => Err(self.explain(address, bytes, "a read")),
        }
    }

    /// The defined bytes from an address up to a 0, which is not among them.
    pub fn text(&self, address: u64) -> Result<&[u8], Problem> {
        let lent = address;
        let address = self.real(lent);
        let room = self.room(address);
        let Some((values, undefined)) = self.read(address, room).filter(|_| room > 0) else {
            return Err(self.explain(address, 1, "a read"));
        };
        let end = values.iter().zip(undefined).position(|(byte, mask)| *byte == 0 || *mask != 0);
        match end {
            Some(end) if undefined[end] == 0 => {
                self.watched(lent, end as u64 + 1, Action::Read)?;
                Ok(&values[..end])
            }
            Some(end) => Err(Problem::new(
                FaultKind::Uninitialised,
                format!("byte {end} of the text at {address:#x} was never written"),
            )),
            None => Err(Problem::new(
                FaultKind::OutOfBounds,
                format!("the text at {address:#x} has no NUL in its {room} bytes"),
            )),
        }
    }

    /// How many bytes there are from an address to the end of its piece.
    fn room(&self, address: u64) -> u64 {
        let fits = |bytes: u64| self.read(address, bytes).is_some();
        let (mut room, mut step) = (0, LARGEST);
        while step > 0 {
            if fits(room + step) {
                room += step;
            }
            step /= 2;
        }
        room
    }

    /// Writes defined bytes.
    pub fn put(&mut self, address: u64, bytes: &[u8]) -> Result<(), Problem> {
        self.put_masked(address, bytes, None)
    }

    /// Writes bytes and which of their bits are undefined.
    pub fn put_masked(&mut self, address: u64, bytes: &[u8], mask: Option<&[u8]>) -> Result<(), Problem> {
        if bytes.is_empty() {
            return Ok(());
        }
        let address = self.watched(address, bytes.len() as u64, Action::Write)?;
        match self.write(address, bytes.len() as u64) {
            Some((values, undefined)) => {
                values.copy_from_slice(bytes);
                match mask {
                    None => undefined.fill(0),
                    Some(mask) => undefined.copy_from_slice(mask),
                }
                Ok(())
            }
            None => Err(self.explain(address, bytes.len() as u64, "a write")),
        }
    }

    /// Fills memory with one defined byte.
    pub fn fill(&mut self, address: u64, byte: u8, bytes: u64) -> Result<(), Problem> {
        if bytes == 0 {
            return Ok(());
        }
        let address = self.watched(address, bytes, Action::Write)?;
        match self.write(address, bytes) {
            Some((values, undefined)) => {
                values.fill(byte);
                undefined.fill(0);
                Ok(())
            }
            None => Err(self.explain(address, bytes, "a write")),
        }
    }

    /// Copies bytes with what is undefined of them; the places may overlap.
    pub fn copy(&mut self, destination: u64, source: u64, bytes: u64) -> Result<(), Problem> {
        if bytes == 0 {
            return Ok(());
        }
        const BUFFER: usize = 256;
        if bytes as usize <= BUFFER {
            let mut buffer = [[0; BUFFER]; 2];
            let [values, mask] = &mut buffer;
            let (values, mask) = (&mut values[..bytes as usize], &mut mask[..bytes as usize]);
            let source = self.watched(source, bytes, Action::Read)?;
            let Some((from, from_mask)) = self.read(source, bytes) else {
                return Err(self.explain(source, bytes, "a read"));
            };
            values.copy_from_slice(from);
            mask.copy_from_slice(from_mask);
            return self.put_masked(destination, values, Some(mask));
        }
        let (values, mask) = self.bytes(source, bytes)?;
        self.put_masked(destination, &values, Some(&mask))
    }
}
