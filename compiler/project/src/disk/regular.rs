//! Reading files that are files: regular ones, no longer than somebody wants to read, and where it matters ours. It owns
//! how they are opened, so that neither a pipe nor a device nor a link that somebody planted can hold up, feed or mislead
//! this program; it must not know what is in them.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file, or what a link to one leads to.
pub(super) fn open(path: &Path) -> io::Result<File> {
    // Asked before too: opening alone moves some devices.
    check_kind(&fs::metadata(path)?)?;
    let file = options(false).open(path)?;
    check_kind(&file.metadata()?)?;
    Ok(file)
}

/// Reads a file of this user that is no link and that nobody else may write.
pub fn read_own(path: &Path, at_most: u64) -> io::Result<Vec<u8>> {
    let (file, length) = open_own(path)?;
    read_at_most(file, length, at_most)
}

/// Opens a file of this user that is no link and that nobody else may write, and says how many bytes it has.
pub fn open_own(path: &Path) -> io::Result<(File, u64)> {
    check_kind(&fs::symlink_metadata(path)?)?;
    let file = options(true).open(path)?;
    let metadata = file.metadata()?;
    check_kind(&metadata)?;
    check_owner(&metadata)?;
    Ok((file, metadata.len()))
}

/// Reads what stands at a place of a file.
pub fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, place);
    #[cfg(not(unix))]
    {
        let mut file = file;
        io::Seek::seek(&mut file, io::SeekFrom::Start(place))?;
        file.read_exact(bytes)
    }
}

/// Makes a folder that only this user may look into, with its parents, and says why one that is there already is not to
/// be trusted.
pub fn own_folder(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let metadata = fs::metadata(folder)?;
    if !metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is no folder"));
    }
    check_owner(&metadata)
}

/// Reads a regular file, or what a link to one leads to.
pub(super) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let expected = file.metadata()?.len();
    read_at_most(file, expected, limit)
}

/// Reads to the end, but no more than somebody can want to read. How much is `expected` decides nothing but how often the
/// memory grows.
pub(super) fn read_at_most(from: impl Read, expected: u64, limit: u64) -> io::Result<Vec<u8>> {
    // One byte more: whoever reads to the end sees it there without growing.
    let mut bytes = Vec::with_capacity(expected.min(limit) as usize + 1);
    from.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let reason = format!("it is larger than {} MiB", limit >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Pipes are opened without waiting for the other end, terminals without becoming ours.
#[cfg(unix)]
fn options(is_own: bool) -> fs::OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    if is_own {
        flags |= OFlags::NOFOLLOW;
    }
    let mut options = File::options();
    options.read(true).custom_flags(flags.bits().cast_signed());
    options
}

#[cfg(not(unix))]
fn options(_is_own: bool) -> fs::OpenOptions {
    let mut options = File::options();
    options.read(true);
    options
}

fn check_kind(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let reason = format!("it is {}, not a file", kind(metadata));
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

/// What something is that is no regular file.
#[cfg(unix)]
pub(super) fn kind(metadata: &fs::Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    match () {
        () if kind.is_dir() => "a folder",
        () if kind.is_symlink() => "a link",
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

#[cfg(not(unix))]
pub(super) fn kind(metadata: &fs::Metadata) -> &'static str {
    if metadata.is_dir() { "a folder" } else { "something else" }
}

#[cfg(unix)]
fn check_owner(metadata: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    const WRITABLE_BY_OTHERS: u32 = 0o022;
    let reason = if metadata.uid() != rustix::process::geteuid().as_raw() {
        "it belongs to another user"
    } else if metadata.mode() & WRITABLE_BY_OTHERS != 0 {
        "other users may write to it (chmod go-w would change that)"
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
}

#[cfg(not(unix))]
fn check_owner(_metadata: &fs::Metadata) -> io::Result<()> {
    Ok(())
}
