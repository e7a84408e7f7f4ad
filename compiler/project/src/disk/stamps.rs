//! The stamps of files and folders: whether something is still what it was. It owns what is asked of the system for that, and
//! that many files cost little; it must not know what they are.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What differs when a file or folder was changed or another one stands in its place: when it was written and when anything of it
/// was changed (nanoseconds since 1970), its length in bytes and, where the system has one, its number.
pub type Stamp = [u64; 4];

/// The stamp of a file or folder. None if it is not there.
#[cfg(unix)]
pub fn stamp(path: &Path) -> Option<Stamp> {
    unix::of(&rustix::fs::stat(path).ok()?)
}

/// The stamp of a file or folder. None if it is not there.
#[cfg(not(unix))]
pub fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).ok()?;
    let written = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some([u64::try_from(written.as_nanos()).ok()?, 0, metadata.len(), 0])
}

/// The stamps of what is in a folder, in the order of the names. The system looks for the folder once.
pub fn stamps_in<'names>(folder: &Path, names: impl ExactSizeIterator<Item = &'names str>) -> Vec<Option<Stamp>> {
    // Opening it costs as much as a few paths.
    const FEW: usize = 4;
    #[cfg(unix)]
    if names.len() > FEW
        && let Some(folder) = unix::open(folder)
    {
        return names.map(|name| unix::stamp(&folder, name)).collect();
    }
    names.map(|name| stamp(&folder.join(name))).collect()
}

/// The folder and the name by which [`stamps_in`] asks for a path.
pub fn place(path: &Path) -> (PathBuf, &str) {
    let name = path.file_name().and_then(|name| name.to_str());
    match (path.parent(), name) {
        (Some(folder), Some(name)) => (folder.to_path_buf(), name),
        _ => (path.to_path_buf(), "."),
    }
}

/// The clocks of file systems tick every few milliseconds.
const TICK: Duration = Duration::from_millis(20);

/// Whether what has this stamp was last changed before that time, for sure.
pub fn is_older(stamp: Stamp, time: SystemTime) -> bool {
    let [written, changed, ..] = stamp;
    // Whoever sets the first, to a time that is still to come even, changes the second, where there is one.
    let last = if changed == 0 { written } else { changed };
    let since = time.checked_sub(TICK).and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.is_some_and(|since| u128::from(last) < since.as_nanos())
}

#[cfg(unix)]
mod unix {
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, Mode, OFlags, Stat};

    use super::Stamp;

    pub(super) fn open(folder: &Path) -> Option<OwnedFd> {
        // Whoever may look for names in a folder need not be allowed to list them.
        #[cfg(target_os = "linux")]
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        #[cfg(not(target_os = "linux"))]
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        rustix::fs::open(folder, flags, Mode::empty()).ok()
    }

    /// The same as that of the path.
    pub(super) fn stamp(folder: &OwnedFd, name: &str) -> Option<Stamp> {
        of(&rustix::fs::statat(folder, name, AtFlags::empty()).ok()?)
    }

    /// None of what was written before 1970.
    pub(super) fn of(stat: &Stat) -> Option<Stamp> {
        let nanoseconds = |seconds: i128, rest: i128| seconds * 1_000_000_000 + rest;
        let written = nanoseconds(stat.st_mtime.into(), stat.st_mtime_nsec.into());
        let changed = nanoseconds(stat.st_ctime.into(), stat.st_ctime_nsec.into());
        Some([u64::try_from(written).ok()?, changed as u64, u64::try_from(stat.st_size).ok()?, stat.st_ino])
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, UNIX_EPOCH};

    use super::{place, stamp, stamps_in};

    #[test]
    fn a_file_has_one_stamp_whoever_asks() {
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["first.h", "second.h", "old.h", "new.h", "missing.h", "."];
        for name in &names[..4] {
            std::fs::write(folder.path().join(name), name).expect("a file");
        }
        let set = |name: &str, time| {
            let file = std::fs::File::options().append(true).open(folder.path().join(name)).expect("it is there");
            file.set_modified(time).expect("the time can be set");
        };
        set("old.h", UNIX_EPOCH - Duration::from_nanos(1_500_000_000));
        set("new.h", UNIX_EPOCH + Duration::from_nanos(4_000_000_000_000_000_123));
        let known: Vec<_> = names.iter().map(|name| stamp(&folder.path().join(name))).collect();
        assert_eq!(stamps_in(folder.path(), names.into_iter()), known);
        for (number, name) in names.into_iter().enumerate() {
            assert_eq!(stamps_in(folder.path(), [name].into_iter()), known[number..=number]);
        }
        assert!(known[0].is_some() && known[4].is_none() && known[5].is_some());
        assert_eq!(stamps_in(&folder.path().join("nowhere"), names.into_iter()), [None; 6]);
    }

    #[test]
    fn each_path_has_a_folder() {
        for path in ["/usr/include/a.h", "/usr/..", "/", "a.h", ".."] {
            let (folder, name) = place(Path::new(path));
            assert_eq!(stamp(&folder.join(name)).is_some(), Path::new(path).exists(), "{path}");
        }
        assert_eq!(place(Path::new("/usr/include/a.h")), ("/usr/include".into(), "a.h"));
    }
}
