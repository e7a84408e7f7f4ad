//! The end of this process before its time: when a signal asks for it, nothing that it started and nothing temporary
//! stays behind. It owns the signals; what is running and what is temporary, `children` and `project` know.

use super::children;

/// Kills what this process has started and removes its temporaries: for the moment before it ends.
pub fn clean_up() {
    children::kill_all();
    project::disk::remove_temporaries();
}

/// From now on a signal that ends this process ends its children and removes its temporaries first. Signals that whoever
/// started this process has switched off (`nohup`) stay so.
#[cfg(unix)]
pub fn watch_signals() {
    let wanted: Vec<i32> = SIGNALS.into_iter().filter(|signal| !is_ignored(*signal)).collect();
    // A system that gives no thread leaves the signals as they are, and what remains to the next run.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) else {
        return;
    };
    let handle = signals.handle();
    let thread = std::thread::Builder::new().name("signals".to_string()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            clean_up();
            // Whoever started this process is to see why it ended.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    if let (Ok(thread), Ok(mut watch)) = (thread, WATCH.lock()) {
        *watch = Some(Watch { handle, thread });
    }
}

/// The thread that waits for signals.
#[cfg(unix)]
struct Watch {
    handle: signal_hook::iterator::Handle,
    thread: std::thread::JoinHandle<()>,
}

#[cfg(unix)]
static WATCH: std::sync::Mutex<Option<Watch>> = std::sync::Mutex::new(None);

/// Ends the thread that waits for signals: a program that begins in this process is alone in it.
#[cfg(unix)]
fn stop_watching() {
    let watch = WATCH.lock().ok().and_then(|mut watch| watch.take());
    if let Some(watch) = watch {
        watch.handle.close();
        // It ends as soon as it sees that, and has nothing to tell.
        let _ = watch.thread.join();
    }
}

#[cfg(not(unix))]
pub fn watch_signals() {}

/// The signals that ask a process to end.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// Whether a signal was switched off when this process began, by what Linux says of it; elsewhere nobody is asked.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

/// Hands all signals to a program that runs in this process: each does what it would do to a program of its own. Rust's
/// start-up code switches broken pipes off, which a program would notice: it would print into nothing for ever.
#[cfg(unix)]
pub(crate) fn hand_over_signals() {
    stop_watching();
    const DEFAULT: usize = 0;
    unsafe extern "C" {
        fn signal(number: i32, handler: usize) -> usize;
    }
    let ending = SIGNALS.into_iter().filter(|signal| !is_ignored(*signal));
    for number in ending.chain([signal_hook::consts::SIGPIPE]) {
        // SAFETY: `signal` is C's, the number is that of a signal, and the default handler needs nothing of this process.
        unsafe { signal(number, DEFAULT) };
    }
}

#[cfg(not(unix))]
pub(crate) fn hand_over_signals() {}
