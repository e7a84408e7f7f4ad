//! Files of our own making: in temporary folders, under numbers, read back. It owns these; where results go, `project`
//! decides, and what is in them nobody here must know.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use project::disk::{Access, TemporaryFolder, replace};

/// Writes a file in a folder of our own.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, bytes, Access::Private)
}

/// Makes a folder and those that it lies in, as far as they are not there.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// A folder for intermediate files, removed when it is dropped or this process is told to end.
pub fn temporary_folder() -> io::Result<TemporaryFolder> {
    TemporaryFolder::new()
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

/// Makes a link beside a file that leads to it, in the place of another link; nothing else is replaced.
pub(crate) fn link_beside(file: &Path, name: &str) -> io::Result<()> {
    let Some(target) = file.file_name() else { return Ok(()) };
    let link = file.with_file_name(name);
    if fs::symlink_metadata(&link).is_ok_and(|known| known.is_symlink()) {
        fs::remove_file(&link)?;
    }
    std::os::unix::fs::symlink(target, &link)
}

/// Reads a file that was made in a folder of our own.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
}

/// Removes a folder with all in it, if it is there. What cannot be removed goes with the folder around it.
pub(crate) fn remove_folder(path: &Path) {
    let _ = std::fs::remove_dir_all(path);
}
