//! Looking at files again and again, for clients that do not watch them. It owns what each file looked like; it must not
//! know what is done about a change.

use std::collections::HashMap;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use project::disk::{self, Stamp};

use super::{Job, Queue};

/// How long a change on disk may stay unseen.
const INTERVAL: Duration = Duration::from_secs(2);

/// What the files looked like at the last look.
#[derive(Default)]
pub(super) struct Polling {
    is_running: bool,
    stamps: HashMap<PathBuf, Option<Stamp>>,
}

impl Polling {
    /// Reminds the writer from now on.
    pub(super) fn start(&mut self, queue: &Queue) {
        if self.is_running {
            return;
        }
        self.is_running = true;
        let queue = queue.clone();
        let clock = thread::Builder::new().name("clock".to_string());
        // Without the thread, changes on disk are seen when the client mentions them.
        let _unseen = clock.spawn(move || {
            loop {
                thread::sleep(INTERVAL);
                queue.add(Job::Look);
            }
        });
    }

    /// What changed since the last look. What is looked at for the first time has not changed.
    pub(super) fn changed(&mut self, watched: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
        let before = std::mem::take(&mut self.stamps);
        let mut changed = Vec::new();
        for path in watched {
            let stamp = disk::stamp(&path);
            if before.get(&path).is_some_and(|known| *known != stamp) {
                changed.push(path.clone());
            }
            self.stamps.insert(path, stamp);
        }
        changed
    }
}
