//! The store of compiled artifacts between builds: one file per program, target and options, with all its artifacts
//! under their fingerprints. It owns the folder, the versioned format and the damage check; it must not know what an
//! artifact or a fingerprint means. One file instead of thousands, since opening files costs more than hashing functions.
//! Writers never touch a file in place, so readers and other writers see an old or a new store, never half of one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use project::disk::{self, Access};

/// Begins each store. Another compiler, or another build of this one, has other bytes here and its stores are not read.
const MAGIC: &[u8; 8] = b"langart1";

/// The folder for stores: `$LANG_CACHE_DIR`, else `$XDG_CACHE_HOME/lang`, else `~/.cache/lang`; none if there is no home.
pub fn folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("LANG_CACHE_DIR")
        .or_else(|| Some(absolute("XDG_CACHE_HOME")?.join("lang")))
        .or_else(|| Some(absolute("HOME")?.join(".cache").join("lang")))
}

/// The same, made if it is not there. A folder that others own or may write to is not used: what is in it becomes code.
///
/// # Errors
/// Says which folder it is, and why not.
pub fn usable_folder() -> Result<Option<PathBuf>, String> {
    let Some(folder) = folder() else { return Ok(None) };
    match disk::own_folder(&folder) {
        Ok(()) => Ok(Some(folder)),
        Err(error) => Err(format!("{}: {}", folder.display(), disk::reason(&error))),
    }
}

/// Longer files are no stores.
const LONGEST_STORE: u64 = 4 << 30;

/// Stores are removed when they were not written for this long.
const KEPT_SECONDS: u64 = 30 * 24 * 3600;

/// The bytes that `write` was last given under this name by the same build of the compiler, if they are undamaged.
pub fn read(folder: &Path, name: &str, compiler: &[u8; 32]) -> Option<Vec<u8>> {
    let mut bytes = disk::read_own(&folder.join(name), LONGEST_STORE).ok()?;
    let header = MAGIC.len() + 64;
    if bytes.len() < header || &bytes[..8] != MAGIC || &bytes[8..40] != compiler {
        return None;
    }
    if blake3::hash(&bytes[header..]).as_bytes() != &bytes[40..72] {
        return None;
    }
    bytes.drain(..header);
    Some(bytes)
}

/// Keeps `bytes` for the next build. A cache that cannot be written is no error: the next build only takes longer.
pub fn write(folder: &Path, name: &str, compiler: &[u8; 32], bytes: &[u8]) {
    let mut whole = Vec::with_capacity(bytes.len() + 72);
    whole.extend_from_slice(MAGIC);
    whole.extend_from_slice(compiler);
    whole.extend_from_slice(blake3::hash(bytes).as_bytes());
    whole.extend_from_slice(bytes);
    put(folder, name, &whole);
}

/// Puts a file into the store.
pub(super) fn put(folder: &Path, name: &str, whole: &[u8]) {
    let place = folder.join(name);
    let existed = place.exists();
    if disk::own_folder(folder).is_ok() && disk::replace(&place, whole, Access::Private).is_ok() && !existed {
        remove_old(folder);
    }
}

/// Removes what nobody has written for long, as stores of programs that are not built any more; done when something new comes,
/// which is rare.
pub(crate) fn remove_old(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let old = entry
            .metadata()
            .and_then(|metadata| metadata.modified())
            .ok()
            .and_then(|time| time.elapsed().ok())
            .is_some_and(|age| age.as_secs() > KEPT_SECONDS);
        if old {
            // Another process may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Identifies this build of the compiler: stores of others are not understood.
pub fn compiler_identity() -> [u8; 32] {
    static IDENTITY: OnceLock<[u8; 32]> = OnceLock::new();
    *IDENTITY.get_or_init(|| {
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        if let Ok(path) = std::env::current_exe() {
            hasher.update(path.as_os_str().as_encoded_bytes());
            add_program(&mut hasher, &path);
        }
        *hasher.finalize().as_bytes()
    })
}

/// Identifies a build of another program, wherever it is: its size and when it was written.
pub fn program_identity(path: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    add_program(&mut hasher, path);
    hasher.finalize().to_hex()[..16].to_string()
}

fn add_program(hasher: &mut blake3::Hasher, path: &Path) {
    let Ok(metadata) = fs::metadata(path) else { return };
    hasher.update(&metadata.len().to_le_bytes());
    if let Ok(time) = metadata.modified()
        && let Ok(since) = time.duration_since(std::time::UNIX_EPOCH)
    {
        hasher.update(&since.as_nanos().to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT_SECONDS, read, write};
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    const COMPILER: [u8; 32] = [7; 32];

    #[test]
    fn only_undamaged_stores_of_the_same_compiler_are_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = folder.path().join("not/there/yet");
        assert_eq!(read(&cache, "a", &COMPILER), None);
        write(&cache, "a", &COMPILER, b"artifacts");
        assert_eq!(read(&cache, "a", &COMPILER).as_deref(), Some(&b"artifacts"[..]));
        assert_eq!(read(&cache, "a", &[8; 32]), None);
        let whole = fs::read(cache.join("a")).expect("it is there");
        for damage in [0, 20, 50, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[damage] ^= 1;
            fs::write(cache.join("a"), bytes).expect("a writable folder");
            assert_eq!(read(&cache, "a", &COMPILER), None, "byte {damage}");
        }
        fs::write(cache.join("a"), &whole[..40]).expect("a writable folder");
        assert_eq!(read(&cache, "a", &COMPILER), None);
    }

    #[test]
    fn old_stores_go_when_a_new_one_comes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write(folder.path(), "old", &COMPILER, b"1");
        write(folder.path(), "young", &COMPILER, b"2");
        let file = File::options().append(true).open(folder.path().join("old")).expect("it is there");
        let long_ago = SystemTime::now() - Duration::from_secs(KEPT_SECONDS + 60);
        file.set_modified(long_ago).expect("the time can be set");
        write(folder.path(), "young", &COMPILER, b"3");
        assert!(folder.path().join("old").exists(), "nothing is looked for when a store is only written again");
        write(folder.path(), "new", &COMPILER, b"4");
        assert!(!folder.path().join("old").exists());
        assert!(folder.path().join("young").exists());
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_no_error() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a writable folder");
        write(&file, "a", &COMPILER, b"1");
        assert_eq!(read(&file, "a", &COMPILER), None);
    }
}
