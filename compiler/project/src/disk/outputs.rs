//! Writing files whole or not at all, and only where they were meant to go. It owns temporaries beside the destination,
//! and where a path really leads; it must not know what is written.
//!
//! A folder may be a stranger's: a link in it that leads out of it was not made by the one who builds, and what it leads
//! to is not to be replaced. Temporaries have names that nobody can guess and are opened only if nothing has that name.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::regular::kind;
use super::temporary;
use crate::paths::tidy;

/// Where an output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A regular file, there or not, which is replaced. No part of the path is a link.
    File(PathBuf),
    /// A device, a pipe or an open file of this process, which is written into.
    Stream(PathBuf),
}

/// Who may do what with a file that is written.
pub enum Access {
    /// What the user's mask leaves of reading and writing.
    Data,
    /// The same, and it may be run.
    Program,
    /// Only this user reads and writes it.
    Private,
    /// Everybody reads it, nobody writes it.
    ReadOnly,
    /// As it was.
    As(Permissions),
}

/// Finds out where a path leads. `root` is the folder that belongs together: what lies in it must not lead out of it.
/// Elsewhere only the last part of the path must not be a link to another folder.
pub fn place_of_output(path: &Path, root: &Path) -> io::Result<Place> {
    if is_stream_of_this_process(path) {
        return Ok(Place::Stream(path.to_path_buf()));
    }
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file name"));
    };
    let parent = crate::paths::or_here(path.parent().unwrap_or(Path::new("")));
    let (folder, root) = (fs::canonicalize(&parent)?, crate::paths::or_here(root));
    let is_within = tidy(&std::path::absolute(path)?).starts_with(tidy(&std::path::absolute(&root)?));
    let boundary = if is_within { fs::canonicalize(&root)? } else { folder.clone() };
    let plain = folder.join(name);
    let real = match fs::symlink_metadata(&plain) {
        Ok(metadata) if metadata.is_symlink() => fs::canonicalize(&plain).map_err(|_| leads_nowhere())?,
        Ok(_) | Err(_) => plain,
    };
    match fs::metadata(&real) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
        Ok(_) | Err(_) if !real.starts_with(&boundary) => {
            let reason = format!(
                "it is a link that leads out of {}, to {}: remove the link, or name that file itself",
                boundary.display(),
                real.display()
            );
            Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
        }
        Ok(metadata) if is_stream(&metadata) => Ok(Place::Stream(real)),
        Ok(metadata) if !metadata.is_file() => {
            let reason = format!("it is {}, which is not written to", kind(&metadata));
            Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
        }
        Ok(_) | Err(_) => Ok(Place::File(real)),
    }
}

fn leads_nowhere() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "it is a link that leads nowhere: remove it")
}

/// Names of what this process has open, which lead to wherever the shell has sent it.
fn is_stream_of_this_process(path: &Path) -> bool {
    path == Path::new("/dev/stdout")
        || path == Path::new("/dev/stderr")
        || path.parent() == Some(Path::new("/dev/fd"))
        || path.parent() == Some(Path::new("/proc/self/fd"))
}

/// Character devices and pipes. A disk that is written to as a whole is never what somebody meant.
#[cfg(unix)]
fn is_stream(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_char_device() || metadata.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_stream(_metadata: &fs::Metadata) -> bool {
    false
}

/// Puts a file with these bytes in the place of `path`, so that nobody sees half of it and a failure leaves what was
/// there. A link at `path` itself is replaced, not followed; see [`place_of_output`].
pub fn replace(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    replace_by(path, access, |file| file.writer()?.write_all(bytes))
}

fn replace_by(
    path: &Path,
    access: Access,
    fill: impl FnOnce(&mut temporary::TemporaryFile) -> io::Result<()>,
) -> io::Result<()> {
    let folder = crate::paths::or_here(path.parent().unwrap_or(Path::new("")));
    let mut file = temporary::file_in(&folder, mode(&access))?;
    fill(&mut file)?;
    if let Access::As(permissions) = access {
        file.set_permissions(permissions)?;
    }
    file.become_file(path)
}

/// Writes an output where [`place_of_output`] says that it goes.
pub fn write_to(place: &Place, bytes: &[u8], access: Access) -> io::Result<()> {
    fill(place, access, |writer| writer.write_all(bytes))
}

/// As [`write_to`], piece by piece: what is printed need not be in memory as a whole.
pub fn fill(place: &Place, access: Access, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    match place {
        Place::File(path) => replace_by(path, access, |file| write(file.writer()?)),
        Place::Stream(path) => write_into(path, write),
    }
}

/// Copies a file of our own to where [`place_of_output`] says that an output goes.
pub fn copy_to(place: &Place, own: &Path, access: Access) -> io::Result<()> {
    match place {
        Place::File(path) => replace_by(path, access, |file| file.copy_from(own)),
        Place::Stream(path) => write_into(path, |stream| stream.write_all(&fs::read(own)?)),
    }
}

/// Whether two paths lead to one file, whatever they are called.
#[cfg(unix)]
pub fn is_same_file(left: &Path, right: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())).ok();
    identity(left).is_some_and(|known| identity(right) == Some(known))
}

#[cfg(not(unix))]
pub fn is_same_file(left: &Path, right: &Path) -> bool {
    fs::canonicalize(left).is_ok_and(|known| fs::canonicalize(right).is_ok_and(|other| known == other))
}

/// The mode that a file is made with, of which the user's mask takes away.
fn mode(access: &Access) -> u32 {
    match access {
        Access::Data => 0o666,
        Access::Program => 0o777,
        Access::Private | Access::As(_) => 0o600,
        Access::ReadOnly => 0o444,
    }
}

/// Writes into a device, a pipe or an open file. A pipe that nobody reads is an error rather than a wait without end.
fn write_into(stream: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if stream == Path::new("/dev/stdout") {
        let mut output = io::stdout().lock();
        return write(&mut output).and_then(|()| output.flush());
    }
    write(&mut open_stream(stream)?)
}

#[cfg(unix)]
fn open_stream(stream: &Path) -> io::Result<fs::File> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let file =
        fs::File::options().write(true).custom_flags(flags.bits().cast_signed()).open(stream).map_err(|error| {
            match error.raw_os_error() {
                Some(code) if code == rustix::io::Errno::NXIO.raw_os_error() => {
                    io::Error::new(io::ErrorKind::BrokenPipe, "nobody reads from this pipe")
                }
                Some(_) | None => error,
            }
        })?;
    // Whoever reads may be slow.
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(file)
}

#[cfg(not(unix))]
fn open_stream(stream: &Path) -> io::Result<fs::File> {
    fs::File::options().write(true).open(stream)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    struct Folders {
        all: tempfile::TempDir,
        root: PathBuf,
        outside: PathBuf,
    }

    /// `root` is a project, `outside` a file beside it.
    fn folders() -> Folders {
        let all = tempfile::tempdir().expect("a temporary folder");
        let path = all.path().canonicalize().expect("it is there");
        fs::create_dir_all(path.join("root/sub")).expect("a writable folder");
        fs::write(path.join("outside"), "precious").expect("a writable folder");
        Folders { root: path.join("root"), outside: path.join("outside"), all }
    }

    fn refused(path: &Path, root: &Path) -> String {
        place_of_output(path, root).expect_err("it is refused").to_string()
    }

    #[test]
    fn links_that_stay_are_followed_and_others_refused() {
        let Folders { root, outside, all: _kept } = folders();
        fs::write(root.join("sub/real"), "").expect("a writable folder");
        for (link, target) in [("in", "sub/real"), ("out", "../outside"), ("nowhere", "missing"), ("folder", "..")] {
            symlink(target, root.join(link)).expect("a link");
        }
        assert_eq!(
            place_of_output(&root.join("in"), &root).expect("it stays inside"),
            Place::File(root.join("sub/real"))
        );
        assert_eq!(place_of_output(&root.join("new"), &root).expect("it may be made"), Place::File(root.join("new")));
        let reason = refused(&root.join("out"), &root);
        assert!(reason.contains("leads out of") && reason.contains("outside"), "{reason}");
        assert!(refused(&root.join("nowhere"), &root).contains("leads nowhere"));
        assert!(refused(&root.join("folder/outside"), &root).contains("leads out of"));
        assert!(refused(&root.join("sub/../out"), &root).contains("leads out of"));
        assert!(refused(&root.join("sub"), &root).contains("it is a folder"));
        // What the user names elsewhere is his own business, but a link is not.
        assert_eq!(place_of_output(&outside, &root).expect("it is named"), Place::File(outside.clone()));
        let elsewhere = outside.with_file_name("elsewhere");
        fs::create_dir(&elsewhere).expect("a writable folder");
        symlink(&outside, elsewhere.join("link")).expect("a link");
        assert!(refused(&elsewhere.join("link"), &root).contains("leads out of"));
    }

    #[test]
    fn what_is_no_file_is_never_replaced() {
        let Folders { root, all: _kept, .. } = folders();
        let pipe = root.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let place = place_of_output(&pipe, &root).expect("a pipe can be written into");
        assert_eq!(place, Place::Stream(pipe.clone()));
        let error = write_to(&place, b"x", Access::Data).expect_err("nobody reads");
        assert_eq!(error.to_string(), "nobody reads from this pipe");
        let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).expect("a socket");
        assert!(refused(&root.join("socket"), &root).contains("it is a socket"));
        symlink("/dev/null", root.join("null")).expect("a link");
        assert!(refused(&root.join("null"), &root).contains("leads out of"));
        assert!(place_of_output(Path::new("/dev/null"), &root).is_ok_and(|place| matches!(place, Place::Stream(_))));
    }

    /// Somebody who guesses a temporary's name gains nothing, and a link in the place of the file itself is not followed.
    #[test]
    fn a_link_in_the_place_of_a_file_is_replaced() {
        let Folders { root, outside, all: _kept } = folders();
        symlink(&outside, root.join("out")).expect("a link");
        replace(&root.join("out"), b"new", Access::Private).expect("a writable folder");
        assert_eq!(fs::read(&outside).expect("it is there"), b"precious");
        assert_eq!(fs::read(root.join("out")).expect("it is there"), b"new");
        let mode = |name: &str| fs::metadata(root.join(name)).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode("out"), 0o600);
        replace(&root.join("program"), b"", Access::Program).expect("a writable folder");
        replace(&root.join("page"), b"", Access::ReadOnly).expect("a writable folder");
        assert_eq!((mode("program") & 0o700, mode("page") & 0o222), (0o700, 0));
    }

    #[test]
    fn one_file_under_two_names() {
        let Folders { root, outside, all: _kept } = folders();
        symlink(&outside, root.join("link")).expect("a link");
        fs::hard_link(&outside, root.join("other")).expect("a second name");
        assert!(is_same_file(&root.join("link"), &outside));
        assert!(is_same_file(&root.join("other"), &outside));
        assert!(!is_same_file(&root.join("missing"), &root.join("missing")));
    }
}
