//! Memory whose borrows are watched. Owns the order: an access is told first and done then, at the real address. Must not
//! know what borrows allow.

use std::cell::RefCell;

use super::stack::Parked;
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

    /// Whether it has to be known where the program is.
    #[inline(always)]
    pub fn is_followed(&self) -> bool {
        self.borrows.is_some() || self.races.is_some()
    }

    /// Another thread begins, which does not run yet. Gives its number.
    pub fn begin_thread(&mut self) -> usize {
        let number = self.races.get_or_insert_default().get_mut().begin();
        self.parked.resize_with(number + 1, Parked::default);
        number
    }

    /// Another thread goes on.
    pub fn change_to(&mut self, thread: usize) {
        let Some(races) = &mut self.races else { return };
        let before = races.get_mut().change_to(thread);
        for thread in [before, thread] {
            let parked = &mut self.parked[thread];
            std::mem::swap(&mut self.stack, &mut parked.stack);
            if let Some(borrows) = &mut self.borrows {
                std::mem::swap(&mut borrows.get_mut().protected, &mut parked.protected);
            }
        }
    }

    /// There is one thread, the one that runs.
    pub fn forget_threads(&mut self) {
        self.parked.clear();
        self.races = None;
    }

    /// Waits for a thread. Whether it is there to be waited for.
    pub fn join_thread(&mut self, thread: u64) -> bool {
        self.races.get_or_insert_default().get_mut().join(thread as usize)
    }

    /// Nobody will wait for a thread. Whether it was there to be waited for.
    pub fn detach_thread(&mut self, thread: u64) -> bool {
        self.races.get_or_insert_default().get_mut().detach(thread as usize)
    }

    /// Locks the mutex at an address. Whether nobody has it.
    pub fn lock(&mut self, mutex: u64) -> Result<bool, Problem> {
        // It is memory that is there.
        self.load::<1>(mutex)?;
        let mutex = self.real(mutex);
        Ok(self.races.get_or_insert_default().get_mut().lock(mutex))
    }

    /// Who has the mutex at an address, if somebody has.
    pub fn holder(&self, mutex: u64) -> Option<usize> {
        self.races.as_ref().and_then(|races| races.borrow().holder(self.real(mutex)))
    }

    /// Unlocks the mutex at an address. Whether this thread has it.
    pub fn unlock(&mut self, mutex: u64) -> bool {
        let mutex = self.real(mutex);
        self.races.get_or_insert_default().get_mut().unlock(mutex)
    }

    /// An atomic access begins.
    pub fn begin_atomic(&mut self, address: u64) {
        let real = self.real(address);
        if let Some(races) = &mut self.races {
            let races = races.get_mut();
            races.synchronise(real);
            races.is_atomic = true;
        }
    }

    /// It is done.
    pub fn end_atomic(&mut self) {
        if let Some(races) = &mut self.races {
            races.get_mut().is_atomic = false;
        }
    }

    /// Says where the program is, for what is told from now on.
    #[inline(always)]
    pub fn at(&mut self, function: u32, source: u32) {
        if let Some(borrows) = &mut self.borrows {
            borrows.get_mut().now = Spot { function, source };
        }
        if let Some(races) = &mut self.races {
            races.get_mut().now = Spot { function, source };
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
        let address = match &self.borrows {
            None => address,
            Some(borrows) => borrows.borrow_mut().access(address, bytes, action)?,
        };
        if let Some(races) = &self.races {
            races.borrow_mut().access(address, bytes, action == Action::Write)?;
        }
        Ok(address)
    }

    /// What the program tells of an address; gives the one to go on with.
    pub fn tell(&mut self, watch: Watch, address: u64, bytes: u64) -> Result<u64, Problem> {
        let depth = self.stack.frames.len();
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
