//! Files and folders that are to be gone when this program is: each is known from the moment it exists, so that whoever
//! ends the program can remove them all. It owns their names, which nobody can guess, their removal, and the remains of
//! programs that were killed; it must not know what they hold.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile, TempDir};

/// Everything that is there now.
static PRESENT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn present() -> MutexGuard<'static, Vec<PathBuf>> {
    PRESENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporaries at once, and lets nobody make another one: for the moment before the process ends. Whoever
/// tries waits for that end.
pub fn remove_temporaries() {
    let paths = present();
    for path in paths.iter() {
        // What is gone already needs no removal, and about the rest nothing can be done any more.
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
    std::mem::forget(paths);
}

/// A folder for intermediate files that only this user may look into. It is removed when it is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: Option<TempDir>,
    path: PathBuf,
    /// Locked while this process lives, so that another one can tell whether the folder is in use.
    mark: File,
}

/// What the names of folders begin with.
const PREFIX: &str = "lang-";
/// Letters behind it.
const RANDOM_LETTERS: usize = 16;
/// The file in a folder that is locked by whoever uses it.
const MARK: &str = ".lang-temporary";

impl TemporaryFolder {
    /// Makes a folder, and removes those of programs that were killed before they could.
    ///
    /// # Errors
    /// The system's reason.
    pub fn new() -> io::Result<TemporaryFolder> {
        static CLEANED: Once = Once::new();
        let parent = std::env::temp_dir();
        CLEANED.call_once(|| remove_remains(&parent));
        TemporaryFolder::within(&parent)
    }

    fn within(parent: &Path) -> io::Result<TemporaryFolder> {
        let mut paths = present();
        let mut builder = Builder::new();
        builder.prefix(PREFIX).rand_bytes(RANDOM_LETTERS);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(parent)?;
        // The mark is there under its name only when it is locked: whoever finds it unlocked knows that its maker is gone.
        let unlocked = folder.path().join(".mark");
        let mark = File::create_new(&unlocked)?;
        mark.lock()?;
        fs::rename(&unlocked, folder.path().join(MARK))?;
        let path = folder.path().to_path_buf();
        paths.push(path.clone());
        Ok(TemporaryFolder { folder: Some(folder), path, mark })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Hands the lock on to the program that this process becomes, and to those that it starts then: the folder stays as long
    /// as any of them lives, and is removed by the next process that makes one.
    ///
    /// # Errors
    /// The system's reason.
    pub fn hand_on(&self) -> io::Result<()> {
        #[cfg(unix)]
        rustix::io::fcntl_setfd(&self.mark, rustix::io::FdFlags::empty())?;
        #[cfg(not(unix))]
        let _nothing_is_handed_on = &self.mark;
        Ok(())
    }

    /// Leaves the folder as long as this process lives, and those that it starts. The next process that makes one removes it.
    ///
    /// # Errors
    /// The system's reason.
    pub fn leave(self) -> io::Result<()> {
        self.hand_on()?;
        present().retain(|path| *path != self.path);
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Removed first and forgotten then: in between the process may be told to end.
        drop(self.folder.take());
        present().retain(|path| *path != self.path);
    }
}

/// A younger folder may be one whose mark is not there yet.
const REMAINS_AFTER: Duration = Duration::from_secs(60);

/// Removes folders of this user whose makers are gone: nothing else has such a name, this owner, this mode and a mark that
/// nobody holds.
fn remove_remains(parent: &Path) {
    for name in names_like_ours(parent) {
        let path = parent.join(name);
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        let age = metadata.modified().ok().and_then(|time| time.elapsed().ok());
        if !is_private_folder(&metadata) || age.is_none_or(|age| age < REMAINS_AFTER) {
            continue;
        }
        // Opened for reading only: whoever may not lock it that way is no maker of ours.
        let Ok(mark) = super::regular::open(&path.join(MARK)) else {
            continue;
        };
        if mark.try_lock().is_ok() {
            // Another process may be at it in this very moment.
            let _ = fs::remove_dir_all(path);
        }
    }
}

fn is_like_ours(name: &[u8]) -> bool {
    name.strip_prefix(PREFIX.as_bytes()).is_some_and(|letters| letters.len() == RANDOM_LETTERS)
}

/// The names in a folder that could be ours. There may be thousands of others, which need no memory.
#[cfg(target_os = "linux")]
fn names_like_ours(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let Ok(folder) = File::open(folder) else {
        return names;
    };
    let mut buffer = [std::mem::MaybeUninit::uninit(); 1 << 14];
    let mut entries = rustix::fs::RawDir::new(folder, &mut buffer);
    while let Some(Ok(entry)) = entries.next() {
        let name = entry.file_name();
        if is_like_ours(name.to_bytes()) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names
}

#[cfg(not(target_os = "linux"))]
fn names_like_ours(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.into_string().ok()).filter(|name| is_like_ours(name.as_bytes())).collect()
}

#[cfg(unix)]
fn is_private_folder(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.is_dir() && metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o777 == 0o700
}

#[cfg(not(unix))]
fn is_private_folder(metadata: &fs::Metadata) -> bool {
    metadata.is_dir()
}

/// A file that is not in its place yet; dropped before that, it is removed.
pub(super) struct TemporaryFile {
    file: Option<NamedTempFile>,
    path: PathBuf,
}

/// Makes a file in a folder, in which it will have another name.
pub(super) fn file_in(folder: &Path, mode: u32) -> io::Result<TemporaryFile> {
    let mut paths = present();
    let mut builder = Builder::new();
    builder.prefix(".lang-").suffix(".tmp").rand_bytes(RANDOM_LETTERS);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _no_modes = mode;
    let file = builder.tempfile_in(folder)?;
    let path = file.path().to_path_buf();
    paths.push(path.clone());
    Ok(TemporaryFile { file: Some(file), path })
}

impl TemporaryFile {
    fn file(&mut self) -> io::Result<&mut NamedTempFile> {
        self.file.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    pub(super) fn writer(&mut self) -> io::Result<&mut dyn Write> {
        Ok(self.file()?)
    }

    /// The system copies, which may need no memory for it.
    pub(super) fn copy_from(&mut self, path: &Path) -> io::Result<()> {
        io::copy(&mut File::open(path)?, self.file()?.as_file_mut()).map(drop)
    }

    pub(super) fn set_permissions(&mut self, permissions: fs::Permissions) -> io::Result<()> {
        self.file()?.as_file().set_permissions(permissions)
    }

    /// Puts it in its place.
    pub(super) fn become_file(mut self, path: &Path) -> io::Result<()> {
        match self.file.take() {
            Some(file) => file.persist(path).map(drop).map_err(|failed| failed.error),
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
        }
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        drop(self.file.take());
        present().retain(|path| *path != self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn age(path: &Path) {
        let long_ago = std::time::SystemTime::now() - 2 * REMAINS_AFTER;
        let folder = File::open(path).expect("it is there");
        folder.set_modified(long_ago).expect("the time can be set");
    }

    #[test]
    fn a_folder_goes_with_its_owner() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let folder = TemporaryFolder::within(parent.path()).expect("a folder");
        fs::write(folder.path().join("file"), "").expect("a writable folder");
        assert_eq!(names(parent.path()).len(), 1);
        drop(folder);
        assert_eq!(names(parent.path()), [""; 0]);
    }

    /// Folders in use, young ones, and what others have called alike stay.
    #[test]
    fn only_remains_are_removed() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let used = TemporaryFolder::within(parent.path()).expect("a folder");
        age(used.path());
        let young = TemporaryFolder::within(parent.path()).expect("a folder");
        let abandoned = TemporaryFolder::within(parent.path()).expect("a folder");
        fs::create_dir_all(abandoned.path().join("deep/er")).expect("a writable folder");
        let gone = abandoned.path().to_path_buf();
        // What a killed process leaves: the folder without the lock.
        let TemporaryFolder { .. } = &abandoned;
        abandoned.mark.unlock().expect("it is locked");
        young.mark.unlock().expect("it is locked");
        age(&gone);
        let unmarked = parent.path().join("lang-0123456789abcdef");
        let other = parent.path().join("lang-notes");
        for folder in [&unmarked, &other] {
            fs::create_dir(folder).expect("a writable folder");
            fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700)).expect("it is ours");
            age(folder);
        }
        let link = parent.path().join("lang-fedcba9876543210");
        std::os::unix::fs::symlink(&other, &link).expect("a link");
        remove_remains(parent.path());
        assert!(!gone.exists());
        for kept in [used.path(), young.path(), &unmarked, &other, &link] {
            assert!(kept.exists(), "{} is gone", kept.display());
        }
    }

    #[test]
    fn a_file_is_there_when_it_is_whole() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("out");
        let mut file = file_in(folder.path(), 0o600).expect("a file");
        file.writer().and_then(|writer| writer.write_all(b"half")).expect("a disk with room");
        assert_eq!(names(folder.path()).len(), 1);
        drop(file);
        assert_eq!(names(folder.path()), [""; 0]);
        let mut file = file_in(folder.path(), 0o600).expect("a file");
        file.writer().and_then(|writer| writer.write_all(b"whole")).expect("a disk with room");
        file.become_file(&path).expect("a writable folder");
        assert_eq!(names(folder.path()), ["out"]);
    }
}
