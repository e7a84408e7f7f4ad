//! Output files that are written whole or not at all. It owns the temporary beside the destination and its removal; it
//! must not know what is in the files. An interrupted, refused or failed write leaves the old file as it was.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A file that is not there yet. Something writes to `path()`, then `commit` renames it into place; dropped before
/// that, it is removed again.
pub(crate) struct Pending {
    temporary: PathBuf,
    destination: PathBuf,
    committed: bool,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Pending {
    /// Prepares to replace `destination`. The temporary stands beside it, since only there a rename is atomic.
    pub(crate) fn new(destination: &Path) -> io::Result<Pending> {
        if fs::metadata(destination).is_ok_and(|metadata| metadata.is_dir()) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let Some(name) = destination.file_name() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file name"));
        };
        // A symbolic link stays one: what it leads to is replaced.
        let destination = match fs::symlink_metadata(destination) {
            Ok(metadata) if metadata.is_symlink() => fs::canonicalize(destination)?,
            Ok(_) | Err(_) => destination.to_path_buf(),
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut temporary_name = std::ffi::OsString::from(".");
        temporary_name.push(name);
        temporary_name.push(format!(".{}-{number}.tmp", std::process::id()));
        Ok(Pending {
            temporary: destination.with_file_name(temporary_name),
            destination,
            committed: false,
        })
    }

    /// Where to write.
    pub(crate) fn path(&self) -> &Path {
        &self.temporary
    }

    /// Puts what was written in place of the destination.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.destination)?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.committed {
            // Nothing to be done if it cannot be removed: the error that led here is the one worth telling.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Writes a file whole. Devices and pipes, which cannot be replaced, are written to directly.
pub fn write_file(destination: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_special(destination) {
        return fs::OpenOptions::new().write(true).open(destination)?.write_all(bytes);
    }
    let pending = Pending::new(destination)?;
    let mut file = File::create(pending.path())?;
    file.write_all(bytes)?;
    drop(file);
    pending.commit()
}

/// Is it a device, a pipe or a socket?
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// A folder for intermediate files, removed when it is dropped.
pub(crate) fn temporary_folder() -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix("lang-").tempdir()
}

/// Writes files into a folder of our own under numbers.
pub(crate) fn write_numbered(folder: &Path, files: &[Vec<u8>]) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::with_capacity(files.len());
    for (number, bytes) in files.iter().enumerate() {
        let path = folder.join(format!("program-{number}.o"));
        fs::write(&path, bytes)?;
        paths.push(path);
    }
    Ok(paths)
}

/// Reads a file that was made in a folder of our own.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

#[cfg(test)]
mod tests {
    use super::{Pending, write_file};
    use std::fs;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_not_committed_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("out");
        fs::write(&path, "old").expect("a writable folder");
        let pending = Pending::new(&path).expect("a file can be replaced");
        fs::write(pending.path(), "half").expect("a writable folder");
        assert_eq!(names(folder.path()).len(), 2);
        drop(pending);
        assert_eq!(names(folder.path()), ["out"]);
        assert_eq!(fs::read(&path).expect("it is there"), b"old");
        write_file(&path, b"new").expect("a writable folder");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
        assert_eq!(names(folder.path()), ["out"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_stays_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").expect("a writable folder");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        write_file(&link, b"new").expect("a writable folder");
        assert_eq!(fs::read(&target).expect("it is there"), b"new");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    }
}
