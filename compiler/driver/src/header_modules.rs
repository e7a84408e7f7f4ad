//! The modules of `[bind]` in `lang.toml`: made by `bind` of what clang reads, checked when they are made, and kept until a header
//! changes. It owns when one is made anew: another compiler, another question, a header that was changed, or one that came into a
//! folder where a named one is looked for. As with a compiler's cache, one that comes into another folder, where only other
//! headers look for it, is not seen. It must not know how a module is written.

mod headers;
mod kept;
mod pieces;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

use project::disk::{self, TemporaryFolder, absolute};
use project::{CDeclaration, HeaderBinder, HeaderModule, Input, WantedModule};
use serde::Serialize;
use source::Severity;

use crate::bind::{self, Binding, Bound};
use crate::c_check::library_options;
use crate::c_reader::CReader;
use crate::problems::unbound_header;
use crate::program::{Program, Settings};
use crate::system::blocks::{self, Blocks};
use crate::system::cache;
use headers::Headers;
use kept::Kept;

/// Makes modules of headers for one machine.
pub struct HeaderModules {
    target: abi::Target,
    find: fn() -> Result<CReader, String>,
    /// Found when it is first needed: what is kept needs none.
    reader: OnceLock<Result<CReader, String>>,
    format: fn(&str) -> String,
    /// Those of this process, by their questions.
    known: Mutex<HashMap<Key, Known>>,
}

/// A question: everything but what stands in the headers.
type Key = [u8; 32];

struct Known {
    /// None if one changed while it was read: it may have been read before, so it is read again.
    headers: Option<Headers>,
    module: Arc<HeaderModule>,
    /// Read when somebody asks.
    declared: Option<Arc<BTreeMap<String, CDeclaration>>>,
}

/// By name: number of the header, line, column, text, whether it is the module's own. In a file of its own, since only
/// editors ask for it.
type DeclaredOnDisk = Vec<(String, (u32, u32, u32, String, bool))>;

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

    fn known(&self) -> MutexGuard<'_, HashMap<Key, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, kept: Known) -> Arc<HeaderModule> {
        let module = kept.module.clone();
        self.known().insert(module.key, kept);
        module
    }

    fn key(&self, wanted: &WantedModule, folder: &Path) -> Key {
        let paths: Vec<String> = wanted.include.iter().map(|path| path.display().to_string()).collect();
        let entry = &wanted.entry;
        let lists = [&entry.headers, &entry.only, &entry.link, &paths, &wanted.define];
        let mut hasher = blake3::Hasher::new();
        hasher.update(&cache::compiler_identity());
        for list in lists {
            hasher.update(&(list.len() as u64).to_le_bytes());
            list.iter().for_each(|text| add(&mut hasher, text));
        }
        for text in [entry.name.as_str(), self.target.triple(), &folder.display().to_string()] {
            add(&mut hasher, text);
        }
        for variable in ["CPATH", "C_INCLUDE_PATH", "PKG_CONFIG_PATH", "LANG_STD"] {
            add(&mut hasher, &std::env::var_os(variable).unwrap_or_default().to_string_lossy());
        }
        *hasher.finalize().as_bytes()
    }

    fn make(&self, wanted: &WantedModule, folder: &Path) -> Result<Bound, String> {
        let reader = self.reader.get_or_init(self.find).as_ref().map_err(Clone::clone)?;
        let mut options: Vec<String> =
            wanted.include.iter().map(|path| format!("-I{}", absolute(path).display())).collect();
        options.extend(wanted.define.iter().map(|define| format!("-D{define}")));
        options.extend(library_options(&self.target, &wanted.entry.link));
        let binding = Binding {
            headers: &wanted.entry.headers,
            options: &options,
            only: &wanted.entry.only,
            link: &wanted.entry.link,
            target: self.target,
            folder,
        };
        let told = |reports: Vec<project::Report>| {
            let count = reports.len();
            let first = reports.into_iter().next().map_or_else(String::new, |report| report.message);
            let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
            // Where the text that includes them would lie says nothing.
            let main = format!("{}:", folder.join(bind::MAIN).display());
            let is_of_main = |rest: &str| rest.starts_with(|digit: char| digit.is_ascii_digit());
            let first = first.strip_prefix(unbound_header::WHAT).unwrap_or(&first);
            let words =
                first.strip_prefix(&main).filter(|rest| is_of_main(rest)).and_then(|rest| rest.split_once(": "));
            format!("{}{more}", words.map_or(first, |(_, words)| words))
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
        let settings = Settings { target: self.target, threads: None, verify: false, unchecked: false, binder: None };
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
    fn bind(&self, wanted: &WantedModule, named: Option<&HashSet<&str>>) -> Result<Arc<HeaderModule>, String> {
        let folder = absolute(&wanted.folder);
        let key = self.key(wanted, &folder);
        if named.is_none()
            && let Some(kept) = self.known().get(&key).filter(|kept| kept.is_fresh())
        {
            return Ok(kept.module.clone());
        }
        let place = Place::of(&key);
        if let Some(place) = &place
            && let Some(module) = self.kept(place, key, wanted, &folder, named)
        {
            return Ok(module);
        }
        let begun = SystemTime::now();
        let mut bound = self.make(wanted, &folder)?;
        bound.headers.extend(absent(wanted, &folder));
        let headers = Headers::of(&bound.headers).filter(|headers| headers.are_older(begun));
        if let Some(headers) = &headers {
            bound.headers = headers.paths();
            if let Some(place) = &place {
                place.put("declared", &declared_on_disk(&bound));
                if let Some(bytes) = kept::bytes(headers, &bound.text) {
                    blocks::write(&place.store, &place.file("bound"), &cache::compiler_identity(), &bytes);
                }
            }
        }
        let path =
            place.and_then(|place| place.path(&wanted.entry.name, bound.text.len() as u64, || Some(&*bound.text)));
        let module = HeaderModule { key, path, text: bound.text.as_str().into(), headers: bound.headers };
        let declared = Some(Arc::new(bound.declared));
        Ok(self.keep(Known { headers, module: Arc::new(module), declared }))
    }

    fn declared(&self, module: &HeaderModule) -> Arc<BTreeMap<String, CDeclaration>> {
        let known = self.known().get(&module.key).and_then(|kept| kept.declared.clone());
        known.unwrap_or_else(|| {
            let declared = Place::of(&module.key).and_then(|place| place.declared(&module.headers));
            let declared = Arc::new(declared.unwrap_or_default());
            if let Some(kept) = self.known().get_mut(&module.key) {
                kept.declared = Some(declared.clone());
            }
            declared
        })
    }
}

impl HeaderModules {
    /// The module from an earlier time, if it is there, undamaged, and no header has changed.
    fn kept(
        &self,
        place: &Place,
        key: Key,
        wanted: &WantedModule,
        folder: &Path,
        named: Option<&HashSet<&str>>,
    ) -> Option<Arc<HeaderModule>> {
        let blocks = Blocks::open(&place.store, &place.file("bound"), &cache::compiler_identity())?;
        let mut kept = Kept::open(blocks).filter(|kept| kept.headers().are_fresh())?;
        let text = match named {
            Some(named) => kept.only(named)?,
            None => kept.whole()?,
        };
        let path = place.path(&wanted.entry.name, kept.length(), || kept.whole());
        let headers = match named {
            Some(_) => kept.headers().within(folder),
            None => kept.headers().paths(),
        };
        let module = HeaderModule { key, text: text.into(), path, headers };
        if named.is_some() {
            return Some(Arc::new(module));
        }
        let headers = Some(kept.into_headers());
        Some(self.keep(Known { headers, module: Arc::new(module), declared: None }))
    }
}

impl Known {
    fn is_fresh(&self) -> bool {
        self.headers.as_ref().is_some_and(Headers::are_fresh)
    }
}

/// Where headers would be found before those that were, and the folders that are searched.
fn absent(wanted: &WantedModule, folder: &Path) -> Vec<PathBuf> {
    let include = wanted.include.iter().map(|path| absolute(path));
    let mut places: Vec<PathBuf> = include.collect();
    let folders = std::iter::once(folder.to_path_buf()).chain(places.clone());
    let named = folders.flat_map(|folder| wanted.entry.headers.iter().map(move |header| folder.join(header)));
    places.extend(named.filter(|path| !disk::exists(path)).collect::<Vec<_>>());
    places
}

/// Where a module is kept.
struct Place {
    store: PathBuf,
    name: String,
}

impl Place {
    fn of(key: &Key) -> Option<Place> {
        let store = cache::usable_folder().ok().flatten()?;
        Some(Place { store, name: blake3::Hash::from_bytes(*key).to_hex()[..32].to_string() })
    }

    fn file(&self, kind: &str) -> String {
        format!("{}.{kind}", self.name)
    }

    fn bytes(&self, kind: &str) -> Option<Vec<u8>> {
        cache::read(&self.store, &self.file(kind), &cache::compiler_identity())
    }

    fn put<T: Serialize>(&self, kind: &str, value: &T) {
        if let Ok(bytes) = postcard::to_stdvec(value) {
            cache::write(&self.store, &self.file(kind), &cache::compiler_identity(), &bytes);
        }
    }

    /// A file with the text, for debuggers and editors. Without it they see only where C declares something. Hidden, since a
    /// package may be around the store, and this is no module of it.
    fn path<T: AsRef<str>>(&self, name: &str, length: u64, text: impl FnOnce() -> Option<T>) -> Option<PathBuf> {
        let folder = self.store.join(".headers");
        let path = folder.join(format!("{name}-{}.lang", &self.name[..16]));
        if disk::stamp(&path).is_some_and(|[.., known, _]| known == length) {
            return Some(path);
        }
        let text = text()?;
        disk::own_folder(&folder).and_then(|()| disk::write_read_only(&path, text.as_ref())).ok()?;
        cache::remove_old(&folder);
        Some(path)
    }

    fn declared(&self, headers: &[PathBuf]) -> Option<BTreeMap<String, CDeclaration>> {
        let declared: DeclaredOnDisk = postcard::from_bytes(&self.bytes("declared")?).ok()?;
        let declared = declared.into_iter().filter_map(|(name, (header, line, column, text, is_own))| {
            let file = headers.get(header as usize)?.clone();
            Some((name, CDeclaration { file, line, column, text, is_own }))
        });
        Some(declared.collect())
    }
}

fn declared_on_disk(bound: &Bound) -> DeclaredOnDisk {
    let numbers: HashMap<&PathBuf, u32> =
        bound.headers.iter().enumerate().map(|(number, header)| (header, number as u32)).collect();
    let declared = bound.declared.iter();
    let with_number = declared.filter_map(|(name, at)| Some((name, numbers.get(&at.file)?, at)));
    with_number
        .map(|(name, number, at)| (name.clone(), (*number, at.line, at.column, at.text.clone(), at.is_own)))
        .collect()
}

fn add(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
