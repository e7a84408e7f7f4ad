//! The headers that a module was made of, with what each was then. It owns how they are kept and asked for, which is by folder:
//! there are hundreds, and each program asks for all of them. It must not know what stands in one.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use project::disk::{self, Stamp};
use serde::{Deserialize, Serialize};

/// Headers and the folders that were searched; some are not there, and nothing has come in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Headers {
    folders: Vec<Folder>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Folder {
    path: PathBuf,
    names: Vec<String>,
    stamps: Vec<Option<Stamp>>,
}

impl Headers {
    /// Headers as they are now; none if the name of one is no text.
    pub fn of(paths: &[PathBuf]) -> Option<Headers> {
        let mut places = paths.iter().map(|path| {
            path.to_str()?;
            Some(disk::place(path))
        });
        let mut places: Vec<(PathBuf, &str)> = places.by_ref().collect::<Option<_>>()?;
        places.sort();
        places.dedup();
        let mut folders: Vec<Folder> = Vec::new();
        for (path, name) in places {
            match folders.last_mut().filter(|folder| folder.path == path) {
                Some(folder) => folder.names.push(name.to_string()),
                None => folders.push(Folder { path, names: vec![name.to_string()], stamps: Vec::new() }),
            }
        }
        for folder in &mut folders {
            folder.stamps = folder.now();
        }
        Some(Headers { folders })
    }

    /// Whether all of them are what they were.
    pub fn are_fresh(&self) -> bool {
        self.folders.iter().all(|folder| folder.now() == folder.stamps)
    }

    /// Whether each was last changed before that time.
    pub fn are_older(&self, time: SystemTime) -> bool {
        let stamps = self.folders.iter().flat_map(|folder| &folder.stamps);
        stamps.flatten().all(|stamp| disk::is_older(*stamp, time))
    }

    /// All of them, in an order that stays.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.folders.iter().flat_map(Folder::paths).collect()
    }

    /// Those in a folder and below.
    pub fn within(&self, folder: &Path) -> Vec<PathBuf> {
        let within = self.folders.iter().filter(|known| known.path.starts_with(folder));
        within.flat_map(Folder::paths).collect()
    }
}

impl Folder {
    fn now(&self) -> Vec<Option<Stamp>> {
        disk::stamps_in(&self.path, self.names.iter().map(String::as_str))
    }

    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.names.iter().map(|name| if name == "." { self.path.clone() } else { self.path.join(name) })
    }
}
