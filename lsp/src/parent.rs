//! The editor's process: a server whose editor has died without a word ends too. It owns the look at the system; it must
//! not know what ending means.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

const INTERVAL: Duration = Duration::from_secs(1);

/// Calls `ended` once the process is gone. Without a way to see that, nothing happens: then the end of standard input is
/// the only sign.
pub(crate) fn watch(process: u32, ended: impl FnOnce() + Send + 'static) {
    let folder = PathBuf::from(format!("/proc/{process}"));
    if !project::disk::is_folder(&folder) {
        return;
    }
    let watcher = thread::Builder::new().name("parent".to_string());
    // A system that gives no thread leaves the end of standard input as the sign.
    let _unwatched = watcher.spawn(move || {
        while project::disk::is_folder(&folder) {
            thread::sleep(INTERVAL);
        }
        ended();
    });
}
