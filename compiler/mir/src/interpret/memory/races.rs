//! Threads and what they do to memory at the same time. Owns the clocks: each thread counts its own steps between the points
//! at which others may have learnt of them, and knows how far it has learnt of the others. Two accesses to a byte of which
//! none is known to the other's thread, one of them a write and not both atomic, are a race, in whatever order they came.
//! Must not know pieces, nor who runs when.
//!
//! After vector clocks (Flanagan and Freund, FastTrack, PLDI 2009), with all readers of a byte kept: programs here are small.
//! What lies on stacks is not watched, since owned values alone go to another thread.

use rustc_hash::FxHashMap;

use super::STACK;
use crate::interpret::borrows::Spot;
use crate::interpret::fault::{FaultKind, Problem, Trace};

/// How far a thread has learnt of each thread.
type Clock = Vec<u32>;

/// What is known of all threads.
#[derive(Debug)]
pub struct Races {
    threads: Vec<Thread>,
    current: usize,
    /// By the real address of a byte.
    bytes: FxHashMap<u64, Byte>,
    /// What whoever comes next to an atomic or a mutex learns, by its address.
    left: FxHashMap<u64, Clock>,
    /// Mutexes that are locked, and by whom.
    locked: FxHashMap<u64, usize>,
    /// Where the program is.
    pub now: Spot,
    /// Whether the access at hand is atomic.
    pub is_atomic: bool,
}

#[derive(Debug)]
struct Thread {
    clock: Clock,
    is_joined: bool,
}

/// The accesses to a byte that others may not know of yet.
#[derive(Debug, Default)]
struct Byte {
    written: Option<Access>,
    read: Vec<Access>,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    thread: usize,
    time: u32,
    is_atomic: bool,
    spot: Spot,
}

impl Default for Races {
    fn default() -> Races {
        Races {
            threads: vec![Thread { clock: vec![1], is_joined: false }],
            current: 0,
            bytes: FxHashMap::default(),
            left: FxHashMap::default(),
            locked: FxHashMap::default(),
            now: Spot::default(),
            is_atomic: false,
        }
    }
}

impl Races {
    /// Another thread begins, which knows what the one that starts it knows, and does not run yet. Gives its number.
    pub fn begin(&mut self) -> usize {
        let number = self.threads.len();
        let mut clock = self.threads[self.current].clock.clone();
        clock.resize(number, 0);
        clock.push(1);
        self.threads.push(Thread { clock, is_joined: false });
        self.tick(self.current);
        number
    }

    /// Another thread goes on. Gives the one that ran.
    pub fn change_to(&mut self, thread: usize) -> usize {
        std::mem::replace(&mut self.current, thread)
    }

    /// The thread that runs learns of all that another has done. Whether it was there to be waited for.
    pub fn join(&mut self, thread: usize) -> bool {
        match self.threads.get_mut(thread) {
            Some(joined) if thread != 0 && !joined.is_joined => {
                joined.is_joined = true;
                let clock = joined.clock.clone();
                self.learn(&clock);
                true
            }
            Some(_) | None => false,
        }
    }

    /// Nobody will wait for a thread. Whether it was there to be waited for.
    pub fn detach(&mut self, thread: usize) -> bool {
        match self.threads.get_mut(thread) {
            Some(detached) if thread != 0 && !detached.is_joined => {
                detached.is_joined = true;
                true
            }
            Some(_) | None => false,
        }
    }

    /// Locks a mutex. Whether nobody has it.
    pub fn lock(&mut self, mutex: u64) -> bool {
        if self.locked.contains_key(&mutex) {
            return false;
        }
        self.locked.insert(mutex, self.current);
        if let Some(left) = self.left.get(&mutex).cloned() {
            self.learn(&left);
        }
        true
    }

    /// Who has a mutex, if somebody has.
    pub fn holder(&self, mutex: u64) -> Option<usize> {
        self.locked.get(&mutex).copied()
    }

    /// Unlocks a mutex. Whether the thread had it.
    pub fn unlock(&mut self, mutex: u64) -> bool {
        let is_own = self.locked.get(&mutex) == Some(&self.current);
        if is_own {
            self.locked.remove(&mutex);
            self.leave(mutex);
        }
        is_own
    }

    /// An atomic access is about to be made: it learns of those before it, and those behind learn of it.
    pub fn synchronise(&mut self, address: u64) {
        if let Some(left) = self.left.get(&address).cloned() {
            self.learn(&left);
        }
        self.leave(address);
    }

    fn leave(&mut self, address: u64) {
        self.left.insert(address, self.threads[self.current].clock.clone());
        self.tick(self.current);
    }

    fn learn(&mut self, other: &Clock) {
        let own = &mut self.threads[self.current].clock;
        own.resize(own.len().max(other.len()), 0);
        for (known, told) in own.iter_mut().zip(other) {
            *known = (*known).max(*told);
        }
    }

    fn tick(&mut self, thread: usize) {
        let clock = &mut self.threads[thread].clock;
        if let Some(own) = clock.get_mut(thread) {
            *own += 1;
        }
    }

    /// Some bytes are accessed.
    pub fn access(&mut self, address: u64, bytes: u64, writes: bool) -> Result<(), Problem> {
        if address & STACK != 0 || self.threads.len() == 1 {
            return Ok(());
        }
        let thread = self.current;
        let clock = &self.threads[thread].clock;
        let time = clock.get(thread).copied().unwrap_or_default();
        let is_known = |access: &Access| clock.get(access.thread).is_some_and(|known| access.time <= *known);
        let access = Access { thread, time, is_atomic: self.is_atomic, spot: self.now };
        for address in address..address + bytes {
            let byte = self.bytes.entry(address).or_default();
            let clashes =
                |other: &&Access| other.thread != thread && !is_known(other) && !(other.is_atomic && access.is_atomic);
            if let Some(other) = byte.written.as_ref().filter(clashes) {
                return Err(race(address, *other, true, writes));
            }
            if writes && let Some(other) = byte.read.iter().find(clashes) {
                return Err(race(address, *other, false, writes));
            }
            if writes {
                byte.written = Some(access);
                byte.read.clear();
            } else {
                byte.read.retain(|other| other.thread != thread || other.is_atomic != access.is_atomic);
                byte.read.push(access);
            }
        }
        Ok(())
    }
}

#[cold]
fn race(address: u64, other: Access, wrote: bool, writes: bool) -> Problem {
    let verb = if writes { "written" } else { "read" };
    Problem::new(
        FaultKind::DataRace,
        format!("{address:#x} is {verb} while another thread may be there, and nothing says who comes first"),
    )
    .with(Trace::new(if wrote { "it was written by the other" } else { "it was read by the other" }, other.spot))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_ordered_is_a_race() {
        let mut races = Races::default();
        let child = races.begin();
        races.change_to(child);
        races.access(64, 4, true).unwrap();
        races.change_to(0);
        assert_eq!(races.access(66, 1, false).unwrap_err().kind, FaultKind::DataRace);
        assert!(races.join(child) && !races.join(child));
        races.access(64, 4, true).unwrap();
    }

    #[test]
    fn mutexes_and_atomics_order() {
        let mut races = Races::default();
        let child = races.begin();
        races.change_to(child);
        assert!(races.lock(8) && !races.lock(8));
        races.access(64, 4, true).unwrap();
        assert!(races.unlock(8) && !races.unlock(8));
        races.is_atomic = true;
        races.synchronise(16);
        races.access(16, 8, true).unwrap();
        races.is_atomic = false;
        races.access(80, 1, true).unwrap();
        races.change_to(0);
        assert!(races.access(64, 1, false).is_err());
        assert!(races.lock(8));
        races.access(64, 1, true).unwrap();
        // Known by the mutex, but not what came after it.
        assert!(races.access(16, 8, false).is_err());
        races.is_atomic = true;
        races.access(16, 8, false).unwrap();
        races.is_atomic = false;
        assert!(races.access(80, 1, false).is_err());
    }

    #[test]
    fn readers_do_not_clash() {
        let mut races = Races::default();
        let child = races.begin();
        races.change_to(child);
        races.access(64, 1, false).unwrap();
        races.change_to(0);
        races.access(64, 1, false).unwrap();
        assert!(races.access(64, 1, true).is_err());
    }
}
