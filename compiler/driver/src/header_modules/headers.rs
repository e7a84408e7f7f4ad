//! The headers that a module was made of, with what each was then. It owns how they are kept and asked for, which is by folder:
//! there are hundreds, and each program asks for all of them. It must not know what stands in one.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use project::disk::{self, Stamp};
use serde::{Deserialize, Serialize};

/// Headers and the folders that were searched; some are not there, and nothing has come in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Headers {
    /// The folders in postcard's form. Taking hundreds of names apart costs more than asking the system for them.
    bytes: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Folder<'bytes> {
    path: &'bytes str,
    /// What is in it, with a zero behind each.
    names: &'bytes str,
    /// What each was, [`STAMP`] bytes a name.
    stamps: &'bytes [u8],
}

/// Whether it is there, and its stamp.
const STAMP: usize = 1 + size_of::<Stamp>();

impl Headers {
    /// Headers as they are now; none if the name of one is no text.
    pub fn of(paths: &[PathBuf]) -> Option<Headers> {
        let places = paths.iter().map(|path| path.to_str().map(|_| disk::place(path)));
        let mut places: Vec<(PathBuf, &str)> = places.collect::<Option<_>>()?;
        places.sort();
        places.dedup();
        let mut folders: Vec<(&str, String)> = Vec::new();
        for (path, name) in &places {
            let path = path.to_str()?;
            if folders.last().is_none_or(|(known, _)| *known != path) {
                folders.push((path, String::new()));
            }
            if let Some((_, names)) = folders.last_mut() {
                names.push_str(name);
                names.push('\0');
            }
        }
        let stamps: Vec<Vec<u8>> = folders.iter().map(|(path, names)| stamps(path, names)).collect();
        let folders: Vec<Folder<'_>> =
            folders.iter().zip(&stamps).map(|((path, names), stamps)| Folder { path, names, stamps }).collect();
        Some(Headers { bytes: postcard::to_stdvec(&folders).ok()? })
    }

    /// Headers that were kept as bytes; none if they are damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Headers> {
        postcard::from_bytes::<Vec<Folder<'_>>>(&bytes).ok()?;
        Some(Headers { bytes })
    }

    /// How they are kept.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn folders(&self) -> Vec<Folder<'_>> {
        postcard::from_bytes(&self.bytes).unwrap_or_default()
    }

    /// Whether all of them are what they were.
    pub fn are_fresh(&self) -> bool {
        self.folders().iter().all(|folder| stamps(folder.path, folder.names) == folder.stamps)
    }

    /// Whether each was last changed before that time.
    pub fn are_older(&self, time: SystemTime) -> bool {
        self.folders().iter().flat_map(|folder| folder.stamps.chunks_exact(STAMP)).all(|bytes| {
            let mut numbers =
                bytes[1..].chunks_exact(8).map(|number| u64::from_le_bytes(*number.first_chunk().unwrap_or(&[0; 8])));
            bytes[0] == 0 || disk::is_older(std::array::from_fn(|_| numbers.next().unwrap_or(0)), time)
        })
    }

    /// All of them, in an order that stays.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.folders().iter().flat_map(Folder::paths).collect()
    }

    /// Those in a folder and below.
    pub fn within(&self, folder: &Path) -> Vec<PathBuf> {
        let folders = self.folders();
        let within = folders.iter().filter(|known| Path::new(known.path).starts_with(folder));
        within.flat_map(Folder::paths).collect()
    }
}

impl Folder<'_> {
    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let path = Path::new(self.path);
        names(self.names).map(move |name| if name == "." { path.to_path_buf() } else { path.join(name) })
    }
}

fn names(names: &str) -> impl Iterator<Item = &str> + Clone {
    names.split_terminator('\0')
}

/// What is now in a folder, as it is kept.
fn stamps(folder: &str, names: &str) -> Vec<u8> {
    let names: Vec<&str> = self::names(names).collect();
    let mut bytes = Vec::with_capacity(names.len() * STAMP);
    for stamp in disk::stamps_in(Path::new(folder), names.into_iter()) {
        bytes.push(u8::from(stamp.is_some()));
        bytes.extend(stamp.unwrap_or_default().iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes
}
