//! Every operating-system call of this room: reading sources and manifests, walking folders, writing a new project.
//! It owns the errors that the system can give and turns them into plain values; it must not know salsa, manifests or
//! diagnostics, so that the editor can put its own overlay in front of it and tests can see at a glance what touches the disk.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

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

/// Positions are 32-bit offsets, so this is the longest text that the compiler takes.
const LONGEST_TEXT: usize = u32::MAX as usize / 2;

/// Reads a source file or manifest.
pub fn read_text(path: &Path) -> FileText {
    match fs::read(path) {
        Ok(bytes) => text_of_bytes(bytes),
        Err(error) => FileText::Unreadable(reason(&error)),
    }
}

/// Reads standard input to its end.
pub fn read_standard_input() -> FileText {
    let mut bytes = Vec::new();
    match io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => text_of_bytes(bytes),
        Err(error) => FileText::Unreadable(reason(&error)),
    }
}

fn text_of_bytes(bytes: Vec<u8>) -> FileText {
    if bytes.len() > LONGEST_TEXT {
        return FileText::Unreadable("the file is larger than 2 GiB".to_string());
    }
    match String::from_utf8(bytes) {
        Ok(text) => FileText::Text(text),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[offset];
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            FileText::NotUtf8 {
                text,
                offset: offset as u32,
                byte,
            }
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

/// When something was changed last and how long it is: what differs after most changes. None if it is not there.
pub fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
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

/// Writes `text` to `path` so that nobody sees half of it, and marks it read-only. A file that already holds this text
/// is left alone.
pub fn write_read_only(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&temporary, text)?;
    let mut permissions = fs::metadata(&temporary)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&temporary, permissions)?;
    fs::rename(&temporary, path)
}

/// Replaces the text of a file that exists, so that nobody sees half of it and a failure leaves the old one. What may be
/// done with the file stays as it was, and a symbolic link stays one.
pub fn replace_text(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = fs::write(&temporary, text)
        .and_then(|()| fs::set_permissions(&temporary, permissions))
        .and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        // The error that led here is the one worth telling.
        let _ = fs::remove_file(&temporary);
    }
    written
}
