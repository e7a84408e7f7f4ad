//! The end of this process before its time: when a signal asks for it, nothing that it started and nothing temporary
//! stays behind. It owns the signals; what is running and what is temporary, `children` and `project` know.

use std::io;
use std::thread;

use super::children;
use crate::parallel::STACK_BYTES;

/// Kills what this process has started and removes its temporaries: for the moment before it ends.
pub fn clean_up() {
    children::kill_all();
    project::disk::remove_temporaries();
}

/// Does `work` on another thread, whose stack is large since deeply nested programs are walked recursively, while this one
/// waits for its end and for signals: one that ends this process ends its children and removes its temporaries first.
/// Signals that whoever started this process has switched off (`nohup`) stay so.
///
/// # Errors
/// If the system gives no thread.
pub fn watched<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> io::Result<thread::Result<R>> {
    let watch = Watch::new();
    let done = watch.as_ref().map(Watch::done);
    let worker = thread::Builder::new().name("main".to_string()).stack_size(STACK_BYTES).spawn(move || {
        let _done = done;
        work()
    })?;
    if let Some(watch) = watch {
        watch.wait();
    }
    Ok(worker.join())
}

/// Who waits for signals. Whoever gets none leaves them as they are, and what remains to the next run.
#[cfg(unix)]
struct Watch(signal_hook::iterator::Signals);

/// Ends the wait for signals when it is dropped.
#[cfg(unix)]
struct Done(signal_hook::iterator::Handle);

#[cfg(unix)]
impl Drop for Done {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(unix)]
impl Watch {
    fn new() -> Option<Watch> {
        signal_hook::iterator::Signals::new(heeded()).ok().map(Watch)
    }

    fn done(&self) -> Done {
        Done(self.0.handle())
    }

    fn wait(mut self) {
        if let Some(signal) = self.0.forever().next() {
            clean_up();
            // Whoever started this process is to see why it ended.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}

/// No signals are known here.
#[cfg(not(unix))]
struct Watch;

#[cfg(not(unix))]
impl Watch {
    fn new() -> Option<Watch> {
        None
    }

    fn done(&self) {}

    fn wait(self) {}
}

/// The signals that ask a process to end.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// Those of them that were not switched off when this process began, by what Linux says; elsewhere nobody is asked.
#[cfg(unix)]
fn heeded() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    SIGNALS.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0).collect()
}

/// Hands all signals to a program that runs in this process: each does what it would do to a program of its own. Rust's
/// start-up code switches broken pipes off, which a program would notice: it would print into nothing for ever.
#[cfg(unix)]
pub(crate) fn hand_over_signals() {
    const DEFAULT: usize = 0;
    unsafe extern "C" {
        fn signal(number: i32, handler: usize) -> usize;
    }
    for number in heeded().into_iter().chain([signal_hook::consts::SIGPIPE]) {
        // SAFETY: `signal` is C's, the number is that of a signal, and the default handler needs nothing of this process.
        unsafe { signal(number, DEFAULT) };
    }
}

#[cfg(not(unix))]
pub(crate) fn hand_over_signals() {}
