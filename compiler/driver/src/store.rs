//! Artifacts of earlier builds, by fingerprint. It owns the reading and writing of the store and which entries are kept:
//! those that this build used. It must not know what a fingerprint covers, nor the folder's files, which `system` does.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use mir::{Artifacts, Fingerprint};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::system::cache;

/// The artifacts of one program for one target and set of options.
pub struct Store {
    file: Option<StoreFile>,
    known: FxHashMap<Fingerprint, Arc<Artifacts>>,
    used: Mutex<Vec<(Fingerprint, Arc<Artifacts>, bool)>>,
}

struct StoreFile {
    folder: PathBuf,
    name: String,
    compiler: Fingerprint,
}

#[derive(Serialize, Deserialize)]
struct Entry<Held> {
    fingerprint: Fingerprint,
    artifacts: Held,
}

impl Store {
    /// A store that keeps nothing.
    pub fn none() -> Store {
        Store { file: None, known: FxHashMap::default(), used: Mutex::default() }
    }

    /// The store of the program that `identity` names. What cannot be read is made anew.
    pub fn open(folder: PathBuf, identity: &str) -> Store {
        let compiler = cache::compiler_identity();
        let name = format!("{}.artifacts", blake3::hash(identity.as_bytes()).to_hex());
        let known = cache::read(&folder, &name, &compiler)
            .and_then(|bytes| postcard::from_bytes::<Vec<Entry<Artifacts>>>(&bytes).ok())
            .unwrap_or_default()
            .into_iter()
            .map(|entry| (entry.fingerprint, Arc::new(entry.artifacts)))
            .collect();
        Store { file: Some(StoreFile { folder, name, compiler }), known, used: Mutex::default() }
    }

    /// The artifacts of an earlier build.
    pub(crate) fn get(&self, fingerprint: &Fingerprint) -> Option<Arc<Artifacts>> {
        let artifacts = self.known.get(fingerprint)?.clone();
        self.note(*fingerprint, &artifacts, false);
        Some(artifacts)
    }

    /// Keeps artifacts for the next build.
    pub(crate) fn put(&self, fingerprint: Fingerprint, artifacts: &Arc<Artifacts>) {
        self.note(fingerprint, artifacts, true);
    }

    fn note(&self, fingerprint: Fingerprint, artifacts: &Arc<Artifacts>, new: bool) {
        if self.file.is_some() {
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            used.push((fingerprint, artifacts.clone(), new));
        }
    }

    /// Writes what this build used, if that is not what was read.
    pub fn save(&self) {
        let Some(file) = &self.file else { return };
        let mut used = std::mem::take(&mut *self.used.lock().unwrap_or_else(PoisonError::into_inner));
        let changed = used.iter().any(|(_, _, new)| *new) || used.len() != self.known.len();
        if !changed {
            return;
        }
        used.sort_by_key(|(fingerprint, _, _)| *fingerprint);
        let entries: Vec<Entry<&Artifacts>> = used
            .iter()
            .map(|(fingerprint, artifacts, _)| Entry { fingerprint: *fingerprint, artifacts: &**artifacts })
            .collect();
        if let Ok(bytes) = postcard::to_stdvec(&entries) {
            cache::write(&file.folder, &file.name, &file.compiler, &bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mir::Artifacts;

    use super::Store;

    fn artifacts(number: u8) -> Arc<Artifacts> {
        Arc::new(Artifacts {
            object: Some(mir::ObjectArtifact { bytes: vec![number; 100], ..mir::ObjectArtifact::default() }),
            ..Artifacts::default()
        })
    }

    #[test]
    fn what_a_build_used_is_there_for_the_next() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let open = |identity: &str| Store::open(folder.path().to_path_buf(), identity);
        let first = open("p");
        assert_eq!(first.get(&[1; 32]), None);
        first.put([1; 32], &artifacts(1));
        first.put([2; 32], &artifacts(2));
        first.save();
        assert_eq!(open("other").get(&[1; 32]), None);
        let second = open("p");
        assert_eq!(second.get(&[2; 32]), Some(artifacts(2)));
        second.save();
        let third = open("p");
        assert_eq!(third.get(&[1; 32]), None, "what the second build did not use is not kept");
        assert_eq!(third.get(&[2; 32]), Some(artifacts(2)));
    }

    #[test]
    fn a_store_that_keeps_nothing() {
        let store = Store::none();
        store.put([1; 32], &artifacts(1));
        assert_eq!(store.get(&[1; 32]), None);
        store.save();
    }
}
