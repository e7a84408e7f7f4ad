//! Every operating-system call of this room: reading sources and manifests, walking folders, writing a new project.
//! It owns the errors that the system can give and turns them into plain values; it must not know salsa, manifests or
//! diagnostics, so that the editor can put its own overlay in front of it and tests can see at a glance what touches the disk.

mod outputs;
mod regular;
mod stamps;
mod temporary;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use outputs::{Access, Place, copy_to, fill, is_same_file, place_of_output, replace, write_to};
pub use regular::{open_own, own_folder, read_at, read_own};
pub use stamps::{Stamp, is_older, place, stamp, stamps_in};
pub use temporary::{TemporaryFolder, remove_temporaries};

/// What came out of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileText {
    /// The whole file, valid UTF-8.
    Text(String),
    /// The file is not UTF-8. `text` has U+FFFD in place of the bad bytes, `offset` is where the first of them
    /// stands in `text`, and `byte` is its value.
    NotUtf8 {
        /// The readable part.
        text: String,
        /// Byte offset of the first replacement in `text`.
        offset: u32,
        /// The first byte that is not UTF-8.
        byte: u8,
    },
    /// The system refused, in its own words.
    Unreadable(String),
}

/// The longest text that the compiler takes, about two million lines: what is longer was not written, and would only fill
/// the memory of whoever opens the folder. Positions, which are 32-bit offsets, could go further.
pub const LONGEST_TEXT: u64 = 64 << 20;

/// Reads a source file or manifest: a regular file, or a link to one. A pipe would never end, and neither would a device.
pub fn read_text(path: &Path) -> FileText {
    text(regular::read(path, LONGEST_TEXT))
}

/// Reads a file that the user has named, which may be a pipe (`<(cc -E library.h)`).
pub fn read_named_text(path: &Path) -> FileText {
    text(fs::File::open(path).and_then(|file| regular::read_at_most(file, 0, LONGEST_TEXT)))
}

/// Reads standard input to its end.
pub fn read_standard_input() -> FileText {
    text(regular::read_at_most(io::stdin().lock(), 0, LONGEST_TEXT))
}

fn text(bytes: io::Result<Vec<u8>>) -> FileText {
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return FileText::Unreadable(reason(&error)),
    };
    match String::from_utf8(bytes) {
        Ok(text) => FileText::Text(text),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[offset];
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            FileText::NotUtf8 { text, offset: offset as u32, byte }
        }
    }
}

/// The system's message without Rust's `(os error 2)`.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    let mut letters = text[..end].chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => text,
    }
}

/// Is there a file (or a pipe, or a device) under this name?
pub fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir())
}

/// Is there a folder under this name?
pub fn is_folder(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Is there anything under this name?
pub fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// One spelling for one file or folder, symbolic links followed; the given path where that fails.
pub fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The path from the root; the given one where that fails.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(crate::paths::or_here(path)).unwrap_or_else(|_| path.to_path_buf())
}

/// The current folder; empty if it is gone.
pub fn current_folder() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// The path from the current folder if it lies below, for shorter messages.
pub(crate) fn relative_to_current(folder: &Path) -> PathBuf {
    let Ok(current) = std::env::current_dir() else {
        return folder.to_path_buf();
    };
    crate::paths::or_here(folder.strip_prefix(current).unwrap_or(folder))
}

/// All module files below `root`, relative to it, in order of their paths, and the folders that were looked into.
/// Hidden folders and folders with a manifest of their own, which are other packages, are left out.
pub fn module_files(root: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    let mut next = 0;
    while next < folders.len() {
        let folder = folders[next].clone();
        next += 1;
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            let hidden = entry.file_name().as_encoded_bytes().first() == Some(&b'.');
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && !hidden && !is_file(&path.join(crate::MANIFEST)) {
                folders.push(path);
            } else if !kind.is_dir()
                && !hidden
                && path.extension().is_some_and(|it| it == "lang")
                && let Ok(relative) = path.strip_prefix(root)
            {
                files.push(relative.to_path_buf());
            }
        }
    }
    files.sort();
    folders.sort();
    (files, folders)
}

/// The folders in a folder, hidden ones left out.
pub fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| {
        let hidden = entry.file_name().as_encoded_bytes().first() == Some(&b'.');
        !hidden && entry.file_type().is_ok_and(|kind| kind.is_dir())
    });
    folders.map(|entry| entry.path()).collect()
}

/// Makes `folder` (and its parents) and writes `files` into it. Nothing that exists is overwritten.
pub fn create_files(folder: &Path, files: &[(&str, String)]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in files {
        let path = folder.join(name);
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Writes `text` to `path` so that nobody sees half of it, and marks it read-only. A file of our own that already holds
/// this text is left alone.
pub fn write_read_only(path: &Path, text: &str) -> io::Result<()> {
    if read_own(path, LONGEST_TEXT).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace(path, text.as_bytes(), Access::ReadOnly)
}

/// Replaces the text of a file that exists, so that nobody sees half of it and a failure leaves the old one. What may be
/// done with the file stays as it was. A symbolic link stays one, and one that leads out of `root` is refused: the folder
/// may be a stranger's, and what it leads to is not.
pub fn replace_text(path: &Path, root: &Path, text: &str) -> io::Result<()> {
    let path = match place_of_output(path, root)? {
        Place::File(path) => path,
        Place::Stream(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file")),
    };
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    replace(&path, text.as_bytes(), Access::As(permissions))
}
