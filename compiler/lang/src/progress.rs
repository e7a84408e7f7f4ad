//! A sign of life on long builds, where standard error is a terminal. It owns the drawing; it must not delay anything: a
//! short build ends before it shows.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A spinner that shows up when a build takes longer than most.
pub struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Builds that end before this show nothing.
const PATIENCE: Duration = Duration::from_millis(400);

impl Progress {
    /// Starts it, if there is someone to look.
    pub fn start(name: &str) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress { running: None };
        }
        let message = format!("building {name}");
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || {
            if receiver.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner().with_message(message);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
            // Ends when a word comes or nobody is left to send one.
            let _ = receiver.recv();
            bar.finish_and_clear();
        });
        Progress { running: Some((sender, thread)) }
    }

    /// Removes it, before anything else is printed.
    pub fn finish(self) {
        if let Some((sender, thread)) = self.running {
            drop(sender);
            // A thread that only draws has nothing to tell.
            let _ = thread.join();
        }
    }
}
