//! What of the headers is written: which files count as theirs, and which names are asked for. It owns the rule that README
//! states; it must not know what is declared.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use c::clang::Answer;
use c::clang::wire::{File, Place, Value};

use super::{Binding, inclusions};

/// What is asked for.
pub(super) struct Selection {
    /// The headers themselves.
    files: HashSet<PathBuf>,
    /// Everything below these folders.
    folders: Vec<PathBuf>,
    /// What stands before the names of files in comments.
    roots: Vec<PathBuf>,
    only: Vec<String>,
    /// Files by the names that clang has for them.
    known: HashMap<String, bool>,
    /// What the headers include that is nobody else's, by those names.
    shared: HashSet<String>,
}

impl Selection {
    /// The rule: a header stands for itself and all headers in its folder and below. Where the folder is one in which headers
    /// are looked for (`include`, below it one that is called as a machine, or one behind `-I`), it stands for itself and the
    /// folder beside it that is called like it; if these declare nothing, as headers do that only include others, for all in
    /// its folder, unless that is the system's. What it includes that is no header for programs is its own, too: see
    /// [`inclusions::owned`].
    pub fn new(binding: &Binding<'_>, answer: &Answer) -> Selection {
        let searched = searched(binding.options);
        let mut selection = Selection {
            files: HashSet::new(),
            folders: Vec::new(),
            roots: searched.clone(),
            only: binding.only.to_vec(),
            known: HashMap::new(),
            shared: HashSet::new(),
        };
        let filled: HashSet<&str> = filled(answer).collect();
        let owned = inclusions::owned(&answer.files, &filled, |folder| is_system(folder, binding));
        let main = answer.files.first().map(|main| main.includes.as_slice()).unwrap_or_default();
        for index in main {
            let file = plain(&answer.files[*index as usize].path);
            let Some(folder) = file.parent().map(Path::to_path_buf) else { continue };
            let is_root = searched.contains(&folder) || is_system(&folder, binding);
            if is_root {
                selection.roots.push(folder.clone());
                selection.folders.extend(file.file_stem().map(|stem| folder.join(stem)));
            } else if owned.libraries.contains(index) {
                // Its folder holds headers of all kinds.
                selection.roots.extend(folder.parent().map(Path::to_path_buf));
            } else {
                // It is shown as it was named, with its folder or without.
                let is_bare = binding.headers.iter().any(|header| file.file_name() == Some(OsStr::new(header)));
                let root = if is_bare { Some(folder.as_path()) } else { folder.parent() };
                selection.roots.extend(root.map(Path::to_path_buf));
                selection.folders.push(folder);
            }
            selection.files.insert(file);
        }
        // Longest first, so that the shortest names are left.
        selection.roots.sort_by_key(|root| std::cmp::Reverse(root.as_os_str().len()));
        selection.files.extend(owned.files.iter().map(|index| plain(&answer.files[*index as usize].path)));
        selection.shared = owned.shared.iter().map(|index| answer.files[*index as usize].path.clone()).collect();
        selection.judge(answer);
        let constants = answer.macros.iter().filter(|each| !matches!(each.value, Value::Empty | Value::None));
        let constants = constants.map(|each| &each.place);
        // What only prepares the compiler, as `_mingw.h` before all of Windows, is nothing of a header's own.
        let is_ours = |place: &Place| {
            let is_preparation = owned.libraries.is_empty() && selection.shared.contains(&place.file);
            selection.has_file(place) && !is_preparation
        };
        if !declared(answer).chain(constants).any(is_ours) {
            // A header that only includes others stands for those in its folder, but never for all that a system has: there for
            // those that it includes from its folder, and of these for those that are called like it if there are any, as
            // `z3_api.h` is like `z3.h`.
            let folders = selection.files.iter().filter_map(|file| file.parent().map(Path::to_path_buf));
            let folders: Vec<PathBuf> = folders.filter(|folder| !is_system(folder, binding)).collect();
            selection.folders.extend(folders);
            selection.files.extend(main.iter().flat_map(|index| beside(&answer.files, *index)));
            selection.judge(answer);
        }
        selection
    }

    /// Which files of declarations are the headers'.
    fn judge(&mut self, answer: &Answer) {
        self.known.clear();
        let macros = answer.macros.iter().map(|each| &each.place);
        let macros = macros.chain(answer.macros_with_parameters.iter().map(|(_, place)| place));
        for place in declared(answer).chain(macros) {
            if !self.known.contains_key(&place.file) {
                let is_ours = self.is_ours(&plain(&place.file));
                self.known.insert(place.file.clone(), is_ours);
            }
        }
    }

    fn is_ours(&self, file: &Path) -> bool {
        self.files.contains(file) || self.folders.iter().any(|folder| file.starts_with(folder))
    }

    /// Whether a file counts as the headers'.
    pub fn has_file(&self, place: &Place) -> bool {
        self.known.get(&place.file).copied().unwrap_or(false)
    }

    /// Whether a declaration is asked for.
    pub fn takes(&self, name: &str, place: &Place) -> bool {
        let (is_asked, is_hidden) = match self.only.as_slice() {
            [] => (true, true),
            only => {
                let mut fitting = only.iter().filter(|pattern| matches(pattern, name)).peekable();
                (fitting.peek().is_some(), fitting.all(|pattern| !pattern.starts_with('_')))
            }
        };
        is_asked && self.has_file(place) && !(is_hidden && self.is_internal(name, place))
    }

    /// What several headers share has names for itself, which are written where they are used.
    fn is_internal(&self, name: &str, place: &Place) -> bool {
        name.starts_with("__") && self.shared.contains(&place.file)
    }

    /// Why nothing is written, and what to do: what was found, and where.
    pub fn nothing(&self, answer: &Answer) -> (String, String) {
        let headers = answer.files.first().map(|main| main.includes.as_slice()).unwrap_or_default();
        let paths: Vec<String> = headers.iter().map(|index| printable(&answer.files[*index as usize].path)).collect();
        let constants = answer.macros.iter().filter(|each| each.value != Value::Empty);
        let constants = constants.map(|each| (each.name.as_str(), &each.place));
        let ours: BTreeSet<&str> =
            named(answer).chain(constants).filter(|(_, place)| self.has_file(place)).map(|(name, _)| name).collect();
        if !self.only.is_empty() && !ours.is_empty() {
            let some: Vec<String> = ours.iter().take(3).map(|name| format!("`{}`", printable(name))).collect();
            let patterns: Vec<String> = self.only.iter().map(|pattern| format!("`{}`", printable(pattern))).collect();
            let (paths, patterns) = (paths.join(", "), patterns.join(" or "));
            let (what, are) = match ours.len() {
                1 => (format!("the only name in {paths} is not like {patterns}"), "is"),
                count => (format!("none of the {count} names in {paths} is like {patterns}"), "are"),
            };
            return (
                what,
                format!(
                    "a pattern is for a whole name, with `*` for any letters and `?` for one; there {are} {}",
                    some.join(", ")
                ),
            );
        }
        let mut others: BTreeMap<&str, usize> = BTreeMap::new();
        for place in declared(answer).filter(|place| !place.file.is_empty()) {
            *others.entry(place.file.as_str()).or_default() += 1;
        }
        let mut others: Vec<(&str, usize)> = others.into_iter().collect();
        others.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let shown: Vec<String> =
            others.iter().take(3).map(|(file, count)| format!("{} ({count})", printable(file))).collect();
        match shown.is_empty() {
            true => (
                format!("{} and what it includes declare nothing", paths.join(", ")),
                "tell clang behind `--` what the header asks for before it declares anything, as -DNAME=1".to_string(),
            ),
            false => (
                format!(
                    "{} declares nothing itself; others that it includes do: {}",
                    paths.join(", "),
                    shown.join(", ")
                ),
                "name the header that declares what you need, as `#include` does".to_string(),
            ),
        }
    }

    /// A place for readers: the file as `#include` would name it, and the line.
    pub fn shown(&self, place: &Place) -> String {
        if place.file.is_empty() {
            return "of the compiler".to_string();
        }
        let file = plain(&place.file);
        let short = self.roots.iter().find_map(|root| file.strip_prefix(root).ok());
        let short = short.unwrap_or_else(|| file.file_name().map_or(file.as_path(), Path::new));
        format!("{}:{}", source::printable::line(&short.display().to_string()), place.line)
    }
}

/// What is declared that is no macro, and where.
fn named(answer: &Answer) -> impl Iterator<Item = (&str, &Place)> {
    let names = answer.functions.iter().map(|each| (each.name.as_str(), &each.place));
    let names = names.chain(answer.globals.iter().map(|each| (each.name.as_str(), &each.place)));
    let names = names.chain(answer.typedefs.iter().map(|each| (each.name.as_str(), &each.place)));
    let names = names.chain(answer.records.iter().map(|each| (each.name.as_str(), &each.place)));
    names.chain(answer.enumerations.iter().map(|each| (each.tag.as_deref().unwrap_or_default(), &each.place)))
}

fn declared(answer: &Answer) -> impl Iterator<Item = &Place> {
    named(answer).map(|(_, place)| place)
}

fn printable(text: &str) -> String {
    source::printable::line(text).into_owned()
}

/// Files that are more than a list of others: something is declared or defined there besides guards.
fn filled(answer: &Answer) -> impl Iterator<Item = &str> {
    let constants = answer.macros.iter().filter(|each| each.value != Value::Empty).map(|each| &each.place);
    let functions = answer.macros_with_parameters.iter().map(|(_, place)| place);
    declared(answer).chain(constants).chain(functions).map(|place| place.file.as_str())
}

/// What a file includes from its own folder: that is called like it, with more letters, or else all of it.
fn beside(files: &[File], index: u32) -> Vec<PathBuf> {
    let from = &files[index as usize];
    let path = plain(&from.path);
    let included = from.includes.iter().map(|inner| plain(&files[*inner as usize].path));
    let all: Vec<PathBuf> = included.filter(|inner| inner.parent() == path.parent()).collect();
    let stem = path.file_stem().unwrap_or_default().as_encoded_bytes();
    let is_alike = |path: &&PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(stem));
    let alike: Vec<PathBuf> = all.iter().filter(is_alike).cloned().collect();
    if alike.is_empty() { all } else { alike }
}

/// Folders behind `-I` and `-isystem`.
fn searched(options: &[String]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut words = options.iter();
    while let Some(word) = words.next() {
        for option in ["-I", "-isystem", "-idirafter", "-iquote"] {
            match word.strip_prefix(option) {
                Some("") => found.extend(words.next().map(plain)),
                Some(folder) => found.push(plain(folder)),
                None => continue,
            }
            break;
        }
    }
    found
}

fn is_system(folder: &Path, binding: &Binding<'_>) -> bool {
    let is_include = |folder: &Path| folder.file_name().is_some_and(|name| name == "include");
    let is_machine = folder.file_name().is_some_and(|name| name == binding.target.triple());
    is_include(folder) || is_machine && folder.parent().is_some_and(is_include)
}

/// A path from the root, without `.` and `..`, which clang leaves in what it was told.
fn plain(path: impl AsRef<Path>) -> PathBuf {
    let absolute = std::path::absolute(path.as_ref()).unwrap_or_else(|_| path.as_ref().to_path_buf());
    let mut plain = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

/// Whether a name is of a pattern, in which `*` stands for any letters and `?` for one.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // Where the last `*` stands, and how far it reaches: each is tried once more only, so this takes their product at most.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(letter) if *letter == b'?' || *letter == name[n] => {
                p += 1;
                n += 1;
            }
            Some(_) | None => match star {
                Some((at, reached)) => {
                    star = Some((at, reached + 1));
                    p = at + 1;
                    n = reached + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_whole_names() {
        let cases = [
            ("*", "", true),
            ("sqlite3_*", "sqlite3_open", true),
            ("sqlite3_*", "xsqlite3_open", false),
            ("*_v?", "prepare_v2", true),
            ("*_v?", "prepare_v12", false),
            ("*a*b", "aab", true),
            ("a", "ab", false),
            ("", "", true),
            ("", "a", false),
        ];
        for (pattern, name, is_match) in cases {
            assert_eq!(matches(pattern, name), is_match, "{pattern} {name}");
        }
        let stars = "*a".repeat(40);
        assert!(!matches(&format!("{stars}b"), &"a".repeat(4000)), "it ends");
    }
}
