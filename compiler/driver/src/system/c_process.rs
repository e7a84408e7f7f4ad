//! The process that reads C with clang's library: where the library lies, and one question asked of a process with a limit
//! for its time and for what it may answer. It must not know what is asked.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::children;
use super::process::in_words;

/// No header declares so much.
const MOST_BYTES: u64 = 256 << 20;

/// A process whose output ended has so long to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// The versions that are looked for, newest first.
const VERSIONS: std::ops::RangeInclusive<u32> = 16..=22;

/// The library that is named, by the caller or else by the environment, or one that is installed.
///
/// # Errors
/// Says where there is none, and what to do.
pub(crate) fn find_library(named: Option<&Path>) -> Result<PathBuf, String> {
    let of_environment = std::env::var_os(c::clang::LIBRARY_VARIABLE).filter(|path| !path.is_empty());
    let (path, by) = match (named, of_environment) {
        (Some(path), _) => (path.to_path_buf(), "--libclang"),
        (None, Some(path)) => (PathBuf::from(path), c::clang::LIBRARY_VARIABLE),
        (None, None) => {
            let found = places().into_iter().find(|path| path.is_file());
            return found.ok_or_else(|| {
                "clang's library is not installed: install it (on Debian apt install libclang1-22), or name it (--libclang PATH)"
                    .to_string()
            });
        }
    };
    match path.is_file() {
        // What is loaded must not depend on a search.
        true => std::path::absolute(&path).map_err(|error| project::disk::reason(&error)),
        false => Err(format!("{by} names {}, where there is no library", path.display())),
    }
}

fn places() -> Vec<PathBuf> {
    let mut places = Vec::new();
    for version in VERSIONS.rev() {
        for folder in [format!("/usr/lib/llvm-{version}/lib"), format!("/usr/lib/llvm{version}/lib")] {
            for name in ["libclang.so.1".to_string(), format!("libclang-{version}.so.1"), "libclang.so".to_string()] {
                places.push(Path::new(&folder).join(name));
            }
        }
    }
    let shared = ["/usr/lib64", "/usr/lib", "/usr/local/lib", "/opt/homebrew/opt/llvm/lib", "/usr/local/opt/llvm/lib"];
    for folder in shared {
        for name in ["libclang.so", "libclang.so.1", "libclang.dylib"] {
            places.push(Path::new(folder).join(name));
        }
    }
    places
}

/// Asks a process one question on its standard input and takes its answer from its standard output.
///
/// # Errors
/// In words that follow "the process": it cannot be started, died, or did not answer within the limit.
pub(crate) fn ask(mut command: Command, question: Vec<u8>, limit: Duration) -> Result<Vec<u8>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let reason = |error: &std::io::Error| project::disk::reason(error);
    let mut child = children::start(command).map_err(|error| format!("cannot be started: {}", reason(&error)))?;
    let (Some(mut stdin), Some(stdout), Some(stderr)) = child.pipes() else {
        return Err("got no pipes from the system".to_string());
    };
    let (answer, answered) = mpsc::channel();
    let (said, words) = mpsc::channel();
    // The threads end with the pipes, which nobody waits for beyond the limit.
    let started = [
        thread::Builder::new().spawn(move || {
            // One that does not read has ended, which shows below.
            let _ = stdin.write_all(&question);
        }),
        thread::Builder::new().spawn(move || {
            let _ = answer.send(read(stdout, MOST_BYTES));
        }),
        thread::Builder::new().spawn(move || {
            let _ = said.send(read(stderr, 4096));
        }),
    ];
    if let Some(error) = started.iter().find_map(|thread| thread.as_ref().err()) {
        let why = reason(error);
        let _ = child.kill();
        let _ = child.wait();
        return Err(format!("has no thread that listens to it: {why}"));
    }
    let Ok(bytes) = answered.recv_timeout(limit) else {
        // It may have ended in this very moment, which is as good.
        let _ = child.kill();
        let _ = child.wait();
        return Err(format!("did not answer within {:.1} s", limit.as_secs_f64()));
    };
    let begin = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if begin.elapsed() > GRACE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("closed its output and went on".to_string());
            }
            Ok(None) => thread::sleep(Duration::from_millis(1)),
            Err(error) => return Err(format!("is lost: {}", reason(&error))),
        }
    };
    if !status.success() {
        let words = words.recv_timeout(GRACE).unwrap_or_default();
        let words = String::from_utf8_lossy(&words);
        let last = words.trim().lines().last().map_or(String::new(), |line| format!(": {line}"));
        return Err(format!("died ({}){last}", in_words(status)));
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err("answered more than anybody can declare".to_string());
    }
    Ok(bytes)
}

/// At most one byte more than the limit; the rest is read and forgotten, so that nobody waits.
fn read(mut pipe: impl Read, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What could be read before a failure is what there is to look at.
    let _ = pipe.by_ref().take(most + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > most {
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
    }
    bytes
}
