//! Memory whose borrows are watched. Owns the order: an access is told first and done then, at the real address. Must not
//! know what borrows allow.

use std::cell::RefCell;

use super::{Memory, Problem};
use crate::interpret::borrows::{Action, BYTES_PER_IDENTITY, BorrowModel, Borrows, Spot};
use crate::watch::Watch;

impl Memory {
    /// Watches borrows from now on.
    pub fn watch(&mut self, model: BorrowModel) {
        self.borrows = Borrows::new(model).map(|borrows| Box::new(RefCell::new(borrows)));
    }

    /// Whether borrows are watched.
    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.borrows.is_some()
    }

    /// Says where the program is, for what is told from now on.
    #[inline(always)]
    pub fn at(&mut self, function: u32, source: u32) {
        if let Some(borrows) = &mut self.borrows {
            borrows.get_mut().now = Spot { function, source };
        }
    }

    /// The address without the identity of a borrow.
    pub fn real(&self, address: u64) -> u64 {
        match &self.borrows {
            None => address,
            Some(borrows) => borrows.borrow().real(address),
        }
    }

    /// The real address of an access, which the borrows allow.
    #[inline(always)]
    pub(super) fn watched(&self, address: u64, bytes: u64, action: Action) -> Result<u64, Problem> {
        match &self.borrows {
            None => Ok(address),
            Some(borrows) => borrows.borrow_mut().access(address, bytes, action),
        }
    }

    /// What the program tells of an address; gives the one to go on with.
    pub fn tell(&mut self, watch: Watch, address: u64, bytes: u64) -> Result<u64, Problem> {
        let depth = self.frames.len();
        let Some(borrows) = &mut self.borrows else {
            return Ok(address);
        };
        let borrows = borrows.get_mut();
        if watch == Watch::End {
            if borrows.has_rules() && bytes > 0 {
                let real = borrows.access(address, bytes, Action::Write)?;
                if let Some((_, undefined)) = self.write(real, bytes) {
                    undefined.fill(0xff);
                }
            }
            return Ok(address);
        }
        let told = borrows.tell(watch, address, bytes, depth)?;
        if told != address {
            self.charge(BYTES_PER_IDENTITY)?;
        }
        Ok(told)
    }

    /// An address becomes a number; gives the real one.
    pub fn expose(&mut self, address: u64) -> u64 {
        match &mut self.borrows {
            None => address,
            Some(borrows) => {
                let borrows = borrows.get_mut();
                borrows.expose(address);
                borrows.real(address)
            }
        }
    }
}
