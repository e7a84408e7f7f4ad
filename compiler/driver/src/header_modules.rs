//! The modules of `[bind]` in `lang.toml`: made by `bind` of what clang reads, checked when they are made, and kept until a header
//! changes. It owns when one is made anew: another compiler, another question, or another time or length of a header. As with a
//! compiler's cache, a header that comes into a folder that is searched earlier is not seen. It must not know how a module is
//! written.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::UNIX_EPOCH;

use project::disk::{self, TemporaryFolder};
use project::{CDeclaration, HeaderBinder, HeaderModule, Input, WantedModule};
use serde::{Deserialize, Serialize};
use source::Severity;

use crate::bind::{self, Binding, Bound};
use crate::c_check::library_options;
use crate::c_reader::CReader;
use crate::program::{Program, Settings};
use crate::system::cache;

/// Makes modules of headers for one machine.
pub struct HeaderModules {
    target: abi::Target,
    find: fn() -> Result<CReader, String>,
    /// Found when it is first needed: what is kept needs none.
    reader: OnceLock<Result<CReader, String>>,
    format: fn(&str) -> String,
    /// Those of this process, by their questions.
    known: Mutex<HashMap<Key, Kept>>,
}

/// A question: everything but what stands in the headers.
type Key = [u8; 32];

#[derive(Clone)]
struct Kept {
    stamps: Vec<Stamp>,
    module: Arc<HeaderModule>,
}

/// What differs after most changes of a file: nanoseconds since 1970 and bytes. None for a file that is not there.
type Stamp = Option<(u64, u64)>;

/// A kept module as bytes.
#[derive(Serialize, Deserialize)]
struct OnDisk {
    text: String,
    headers: Vec<(String, Stamp)>,
    /// Name, number of the header, line, column, text.
    declared: Vec<(String, u32, u32, u32, String)>,
}

impl fmt::Debug for HeaderModules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("HeaderModules").field("target", &self.target).finish_non_exhaustive()
    }
}

impl HeaderModules {
    /// `find` finds what reads C, and `format` brings a text into the one form.
    pub fn new(
        target: abi::Target,
        find: fn() -> Result<CReader, String>,
        format: fn(&str) -> String,
    ) -> HeaderModules {
        HeaderModules { target, find, reader: OnceLock::new(), format, known: Mutex::default() }
    }

    fn key(&self, wanted: &WantedModule<'_>, folder: &Path) -> Key {
        let paths: Vec<String> = wanted.include.iter().map(|path| path.display().to_string()).collect();
        let lists = [wanted.headers, wanted.only, wanted.link, &paths, wanted.define];
        let mut hasher = blake3::Hasher::new();
        hasher.update(&cache::compiler_identity());
        for list in lists {
            hasher.update(&(list.len() as u64).to_le_bytes());
            list.iter().for_each(|text| add(&mut hasher, text));
        }
        for text in [wanted.name, self.target.triple(), &folder.display().to_string()] {
            add(&mut hasher, text);
        }
        for variable in ["CPATH", "C_INCLUDE_PATH", "PKG_CONFIG_PATH"] {
            add(&mut hasher, &std::env::var_os(variable).unwrap_or_default().to_string_lossy());
        }
        *hasher.finalize().as_bytes()
    }

    fn make(&self, wanted: &WantedModule<'_>, folder: &Path) -> Result<Bound, String> {
        let reader = self.reader.get_or_init(self.find).as_ref().map_err(Clone::clone)?;
        let mut options: Vec<String> =
            wanted.include.iter().map(|path| format!("-I{}", absolute(path).display())).collect();
        options.extend(wanted.define.iter().map(|define| format!("-D{define}")));
        options.extend(library_options(&self.target, wanted.link));
        let binding = Binding {
            headers: wanted.headers,
            options: &options,
            only: wanted.only,
            link: wanted.link,
            target: self.target,
            folder,
        };
        let told = |reports: Vec<project::Report>| {
            let messages: Vec<String> = reports.into_iter().map(|report| report.message).collect();
            messages.join("; ")
        };
        let mut bound = bind::bind(reader, &binding).map_err(told)?;
        bound.text = (self.format)(&bound.text);
        self.check(&bound.text)?;
        Ok(bound)
    }

    /// Nobody checks it again, so that a program pays only for what it uses.
    fn check(&self, text: &str) -> Result<(), String> {
        let in_words = |error: std::io::Error| format!("it cannot be checked: {}", disk::reason(&error));
        let folder = TemporaryFolder::new().map_err(in_words)?;
        let path = folder.path().join("headers.lang");
        disk::create_files(folder.path(), &[("headers.lang", text.to_string())]).map_err(in_words)?;
        let settings =
            Settings { target: self.target, threads: None, verify: false, unchecked: false, binder: None };
        let (program, mut run) = Program::open(&Input::File(path), &settings);
        let reports = crate::check::check(&program, &mut run);
        match reports.iter().find(|report| report.severity == Severity::Error) {
            Some(error) => Err(format!(
                "internal: what was made of them is refused ({}): {}; report it, and name others with `only`",
                error.kind.code, error.message
            )),
            None => Ok(()),
        }
    }
}

impl HeaderBinder for HeaderModules {
    fn bind(&self, wanted: &WantedModule<'_>) -> Result<Arc<HeaderModule>, String> {
        let folder = absolute(wanted.folder);
        let key = self.key(wanted, &folder);
        let is_fresh = |kept: &Kept| {
            kept.module.headers.iter().zip(&kept.stamps).all(|(header, known)| stamp(header) == *known)
        };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(kept) = known.filter(is_fresh) {
            return Ok(kept.module);
        }
        let store = cache::usable_folder().ok().flatten();
        let name = blake3::Hash::from_bytes(key).to_hex();
        let names = store.as_deref().map(|store| Names {
            store,
            entry: format!("{}.bound", &name[..32]),
            text: store.join("bound").join(&name[..16]).join(format!("{}.lang", wanted.name)),
        });
        let kept = match names.as_ref().and_then(Names::read).filter(is_fresh) {
            Some(kept) => kept,
            None => {
                // A header that changes while it is read is another next time.
                let bound = self.make(wanted, &folder)?;
                let kept = Kept {
                    stamps: bound.headers.iter().map(|header| stamp(header)).collect(),
                    module: Arc::new(HeaderModule {
                        text: bound.text.into(),
                        path: None,
                        headers: bound.headers,
                        declared: bound.declared,
                    }),
                };
                match &names {
                    Some(names) => names.write(kept),
                    None => kept,
                }
            }
        };
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(key, kept.clone());
        Ok(kept.module)
    }
}

/// Where a module is kept.
struct Names<'a> {
    store: &'a Path,
    entry: String,
    text: PathBuf,
}

impl Names<'_> {
    fn read(&self) -> Option<Kept> {
        let bytes = cache::read(self.store, &self.entry, &cache::compiler_identity())?;
        let on_disk: OnDisk = postcard::from_bytes(&bytes).ok()?;
        let headers: Vec<PathBuf> = on_disk.headers.iter().map(|(header, _)| PathBuf::from(header)).collect();
        let mut declared = BTreeMap::new();
        for (name, header, line, column, text) in on_disk.declared {
            let file = headers.get(header as usize)?.clone();
            declared.insert(name, CDeclaration { file, line, column, text });
        }
        let module = HeaderModule {
            text: on_disk.text.into(),
            path: disk::is_file(&self.text).then(|| self.text.clone()),
            headers,
            declared,
        };
        Some(Kept { stamps: on_disk.headers.into_iter().map(|(_, stamp)| stamp).collect(), module: Arc::new(module) })
    }

    fn write(&self, kept: Kept) -> Kept {
        let module = &kept.module;
        let places: HashMap<&PathBuf, u32> =
            module.headers.iter().enumerate().map(|(number, header)| (header, number as u32)).collect();
        let declared = module.declared.iter().filter_map(|(name, at)| {
            Some((name.clone(), *places.get(&at.file)?, at.line, at.column, at.text.clone()))
        });
        let on_disk = OnDisk {
            text: module.text.to_string(),
            headers: module.headers.iter().map(|path| path.display().to_string()).zip(kept.stamps.clone()).collect(),
            declared: declared.collect(),
        };
        if let Ok(bytes) = postcard::to_stdvec(&on_disk) {
            cache::write(self.store, &self.entry, &cache::compiler_identity(), &bytes);
        }
        // Debuggers and editors open it; without it they see only where the header declares something.
        let path = disk::write_read_only(&self.text, &module.text).is_ok().then(|| self.text.clone());
        let module = HeaderModule {
            text: module.text.clone(),
            path,
            headers: module.headers.clone(),
            declared: module.declared.clone(),
        };
        Kept { stamps: kept.stamps, module: Arc::new(module) }
    }
}

fn add(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(if path.as_os_str().is_empty() { Path::new(".") } else { path })
        .unwrap_or_else(|_| path.to_path_buf())
}

fn stamp(path: &Path) -> Stamp {
    let (time, length) = disk::stamp(path)?;
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Some((u64::try_from(since.as_nanos()).ok()?, length))
}
