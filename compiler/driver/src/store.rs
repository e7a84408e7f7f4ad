//! Artifacts of earlier builds, by fingerprint of their unit and, where a code generator makes functions one by one, of
//! their functions. It owns the reading and writing of the store and which entries are kept: those that this build used.
//! It must not know what a fingerprint covers, nor the folder's files, which `system` does.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mir::artifact::CodeArtifact;
use mir::{Artifacts, Fingerprint};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::system::cache;

/// The artifacts of one program for one target and set of options.
pub struct Store {
    file: Option<StoreFile>,
    known: FxHashMap<Fingerprint, Kept>,
    /// Where the functions of the known units are, made when a unit is not known.
    functions: OnceLock<FxHashMap<Fingerprint, FunctionPlace>>,
    used: Mutex<Vec<(Fingerprint, Kept, bool)>>,
}

/// The artifacts of one unit.
#[derive(Clone)]
struct Kept {
    /// The fingerprints of the functions that the artifacts begin with.
    functions: Arc<[Fingerprint]>,
    artifacts: Arc<Artifacts>,
}

#[derive(Clone, Copy)]
struct FunctionPlace {
    unit: Fingerprint,
    place: u32,
}

/// A function of an earlier unit.
#[derive(Clone, Copy)]
pub(crate) struct KnownFunction<'store> {
    /// What the code generator made of it.
    pub code: &'store CodeArtifact,
    /// What the code generator added to its unit beside the functions that the unit has.
    pub added: &'store [CodeArtifact],
}

struct StoreFile {
    folder: PathBuf,
    name: String,
    compiler: Fingerprint,
}

#[derive(Serialize, Deserialize)]
struct Entry<Functions, Held> {
    fingerprint: Fingerprint,
    functions: Functions,
    artifacts: Held,
}

impl Store {
    /// A store that keeps nothing.
    pub fn none() -> Store {
        Store { file: None, known: FxHashMap::default(), functions: OnceLock::new(), used: Mutex::default() }
    }

    /// The store of the program that `identity` names. What cannot be read is made anew.
    pub fn open(folder: PathBuf, identity: &str) -> Store {
        let compiler = cache::compiler_identity();
        let name = format!("{}.artifacts", blake3::hash(identity.as_bytes()).to_hex());
        let known = cache::read(&folder, &name, &compiler)
            .and_then(|bytes| postcard::from_bytes::<Vec<Entry<Vec<Fingerprint>, Artifacts>>>(&bytes).ok())
            .unwrap_or_default()
            .into_iter()
            .map(|entry| {
                let kept = Kept { functions: entry.functions.into(), artifacts: Arc::new(entry.artifacts) };
                (entry.fingerprint, kept)
            })
            .collect();
        Store {
            file: Some(StoreFile { folder, name, compiler }),
            known,
            functions: OnceLock::new(),
            used: Mutex::default(),
        }
    }

    /// The artifacts of a unit of an earlier build.
    pub(crate) fn get(&self, fingerprint: &Fingerprint) -> Option<Arc<Artifacts>> {
        let kept = self.known.get(fingerprint)?;
        self.note(*fingerprint, kept.clone(), false);
        Some(kept.artifacts.clone())
    }

    /// A function of an earlier build, whose unit may be another one now.
    pub(crate) fn function(&self, fingerprint: &Fingerprint) -> Option<KnownFunction<'_>> {
        let places = self.functions.get_or_init(|| {
            let of_unit = |(unit, kept): (&Fingerprint, &Kept)| {
                let unit = *unit;
                let functions = kept.functions.clone();
                (0..functions.len()).map(move |place| (functions[place], FunctionPlace { unit, place: place as u32 }))
            };
            self.known.iter().flat_map(of_unit).collect()
        });
        let FunctionPlace { unit, place } = places.get(fingerprint)?;
        let kept = self.known.get(unit)?;
        let (own, added) = kept.artifacts.functions.split_at_checked(kept.functions.len())?;
        Some(KnownFunction { code: own.get(*place as usize)?, added })
    }

    /// Keeps the artifacts of a unit for the next build; `functions` are the fingerprints of those that they begin with, or
    /// nothing if they belong together.
    pub(crate) fn put(&self, fingerprint: Fingerprint, functions: Vec<Fingerprint>, artifacts: &Arc<Artifacts>) {
        self.note(fingerprint, Kept { functions: functions.into(), artifacts: artifacts.clone() }, true);
    }

    fn note(&self, fingerprint: Fingerprint, kept: Kept, new: bool) {
        if self.file.is_some() {
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            used.push((fingerprint, kept, new));
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
        let entries: Vec<Entry<&[Fingerprint], &Artifacts>> = used
            .iter()
            .map(|(fingerprint, Kept { functions, artifacts }, _)| Entry {
                fingerprint: *fingerprint,
                functions: &**functions,
                artifacts: &**artifacts,
            })
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
        first.put([1; 32], Vec::new(), &artifacts(1));
        first.put([2; 32], Vec::new(), &artifacts(2));
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
        store.put([1; 32], Vec::new(), &artifacts(1));
        assert_eq!(store.get(&[1; 32]), None);
        store.save();
    }
}
