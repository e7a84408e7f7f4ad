//! What the suites share: where the corpora and the `lang` program are, and how to run it.
//!
//! Knows the program only from outside, as its users do; it must not call the compiler's rooms.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub mod announced;
pub mod browser;
pub mod constants;
pub mod corpus;
pub mod crossings;
pub mod debian;
pub mod debugged;
pub mod engines;
pub mod growth;
pub mod interop;
pub mod interpret;
pub mod language_client;
pub mod library;
pub mod machine;
pub mod mutants;
pub mod session;
pub mod twins;

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("`tests` stands in the root").to_path_buf()
}

/// The `lang` program that was built beside the running test.
///
/// # Panics
/// When it has not been built; the message says how.
pub fn lang() -> PathBuf {
    let test = std::env::current_exe().expect("a running program has a path");
    let program = test.ancestors().nth(2).expect("tests run from target/PROFILE/deps").join("lang");
    assert!(program.exists(), "{} is missing: run `cargo build --release` first", program.display());
    program
}

/// Whether tests of LLVM can run; says so where it is not installed.
///
/// # Panics
/// When LLVM is installed and the worker has not been built; the message says how.
pub fn has_llvm() -> bool {
    let worker = lang().with_file_name("lang-llvm");
    if worker.is_file() {
        return true;
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    let installed = std::env::split_paths(&search).any(|folder| folder.join("llvm-config-22").is_file());
    assert!(
        !installed,
        "{} is missing although LLVM is installed: run `cargo build --release -p backend-llvm` first",
        worker.display()
    );
    println!("skipped: LLVM is not installed");
    false
}

/// A command for `lang` with every verifier switched on and a cache of its own, so that tests neither see nor leave state.
pub fn lang_command(cache: &Path) -> Command {
    let mut command = Command::new(lang());
    command.env("LANG_VERIFY", "1").env("LANG_CACHE_DIR", cache).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// The longest that one program of a corpus may take before it counts as hanging.
pub const TIME_LIMIT: Duration = Duration::from_secs(120);

/// The seed that a variable of the environment names, or 1. It is printed, so that a failure can be had again.
pub fn seed(variable: &str) -> u64 {
    let seed = std::env::var(variable).ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("{variable}={seed}");
    seed
}

/// Leaves so many of some things, chosen by the seed in the variable `NAME_SEED`; all of them if `NAME` is `all`.
pub fn sample<T>(name: &str, items: &mut Vec<T>, size: usize) {
    if std::env::var(name).as_deref() != Ok("all") {
        fastrand::Rng::with_seed(seed(&format!("{name}_SEED"))).shuffle(items);
        items.truncate(size);
    }
}

/// Runs a command to its end, and kills it at the time limit.
///
/// # Errors
/// Says that the command could not be started, or that it hung.
pub fn finish(mut command: Command) -> Result<Output, String> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let read = |pipe: Option<&mut dyn std::io::Read>| {
        let mut bytes = Vec::new();
        pipe.map(|pipe| pipe.read_to_end(&mut bytes));
        bytes
    };
    std::thread::scope(|scope| {
        let stdout = scope.spawn(move || read(out.as_mut().map(|pipe| pipe as &mut dyn std::io::Read)));
        let stderr = scope.spawn(move || read(err.as_mut().map(|pipe| pipe as &mut dyn std::io::Read)));
        let start = Instant::now();
        let status = loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None if start.elapsed() > TIME_LIMIT => {
                    // A failure to kill leaves nothing better to do than to report the hang.
                    let _killed = child.kill();
                    return Err(format!("no end after {TIME_LIMIT:?}: {command:?}"));
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let joined = |handle: std::thread::ScopedJoinHandle<'_, Vec<u8>>| {
            handle.join().map_err(|_| "the reader of a pipe panicked".to_owned())
        };
        Ok(Output { status, stdout: joined(stdout)?, stderr: joined(stderr)? })
    })
}

/// Does something for each item, on as many threads as the machine has.
pub fn for_each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}
