//! How the tables end that upper rooms keep for the whole process: names, types. Their ids are four bytes and are read
//! without a database, so nobody can tell which of them are still held; and salsa never gives up an interned item or what
//! is known of it. So nothing is collected piece by piece. An *epoch* ends when no database lives: whoever holds an id
//! holds a database it came from, or got it inside of a query of one, so by then all ids of the epoch are dead, and each
//! table begins anew when it is next used. A server that wants memory back drops its databases, begins an epoch and loads
//! its projects again: what grew with texts that are gone is gone, in salsa and in the tables.
//!
//! This module owns the count of databases, the number of the epoch and the number of entries made in it. It must not know
//! what tables hold. A table keeps to this: its numbers go on from epoch to epoch, so that an id which outlived its epoch
//! by mistake is refused and never stands for something else; and what threads remember of it carries the epoch.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Handles of databases, in all threads. The epoch changes under its lock, which each new database takes: so whoever
/// works for a database sees the epoch that it lives in, and the loads below may be relaxed.
static DATABASES: Mutex<usize> = Mutex::new(0);
static EPOCH: AtomicU32 = AtomicU32::new(0);
static ENTRIES: AtomicUsize = AtomicUsize::new(0);

/// Counts a handle of a database while it lives.
pub(crate) struct Living(());

fn databases() -> MutexGuard<'static, usize> {
    DATABASES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Default for Living {
    fn default() -> Self {
        *databases() += 1;
        Living(())
    }
}

impl Clone for Living {
    fn clone(&self) -> Self {
        Living::default()
    }
}

impl Drop for Living {
    fn drop(&mut self) {
        *databases() -= 1;
    }
}

/// How many handles of databases live, in all threads.
pub fn living_databases() -> usize {
    *databases()
}

/// The number of this epoch. It stays while the caller's database lives.
#[inline]
pub fn epoch() -> u32 {
    EPOCH.load(Relaxed)
}

/// Says that something was added that stays until the epoch ends.
pub fn note_entry() {
    ENTRIES.fetch_add(1, Relaxed);
}

/// How much was added in this epoch.
pub fn entries() -> usize {
    ENTRIES.load(Relaxed)
}

/// Begins an epoch, if no database lives; whether it did. The caller must hold no name, no type and no id of an item.
pub fn begin_epoch() -> bool {
    let databases = databases();
    if *databases != 0 {
        return false;
    }
    EPOCH.fetch_add(1, Relaxed);
    ENTRIES.store(0, Relaxed);
    true
}

#[cfg(test)]
mod tests {
    use super::{begin_epoch, epoch};
    use crate::Database;

    /// Other tests of this process hold databases of their own at times, so only what one's own database forbids is certain.
    #[test]
    fn an_epoch_stays_while_a_handle_of_a_database_lives() {
        let db = Database::new();
        let before = epoch();
        let clone = db.clone();
        drop(db);
        assert!(!begin_epoch());
        let other = std::thread::spawn(move || (begin_epoch(), clone));
        let (begun, _clone) = other.join().expect("the thread does not panic");
        assert!(!begun);
        assert_eq!(epoch(), before);
    }
}
