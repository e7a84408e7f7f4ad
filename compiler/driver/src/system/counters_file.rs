//! The file into which a test lays its counters. It owns the file's life; which counter is where, it must not know.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Makes a file of so many zeros in a folder of our own.
pub(crate) fn create(path: &Path, bytes: u64) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.set_len(bytes)
}

/// Reads the first numbers of a file, in this machine's order of bytes, and removes it.
pub(crate) fn take(path: &Path, count: usize) -> io::Result<Vec<u64>> {
    let mut bytes = vec![0; count * 8];
    File::open(path)?.read_exact(&mut bytes)?;
    fs::remove_file(path)?;
    let numbers = bytes.as_chunks::<8>().0.iter();
    Ok(numbers.map(|number| u64::from_ne_bytes(*number)).collect())
}
