//! `lang.toml` as plain data, and everything that can be wrong in its text, with positions in that text.
//! It owns the keys and their meaning (`lang.schema.json` beside the manifest of this crate says the same to editors; a
//! test holds the two together). It must not know the disk: whether a path leads anywhere is `load`'s question.

use std::ops::Range;

use source::printable;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::problems::{self, Problem};

/// A read `lang.toml`. What was wrong in it is left out or has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The package's name, as others import it.
    pub name: String,
    /// `MAJOR.MINOR.PATCH`.
    pub version: String,
    /// Packages that this one may import, in the order of their names.
    pub dependencies: Vec<Dependency>,
    /// C libraries to link, as after `-l`.
    pub libraries: Vec<String>,
    /// Folders with C libraries, relative to the manifest, as after `-L`.
    pub search_paths: Vec<String>,
    /// Object files and archives to link, relative to the manifest.
    pub objects: Vec<String>,
    /// C's headers.
    pub c: CKeys,
    /// Modules that are made of C's headers, in the order of their names.
    pub bind: Vec<BindEntry>,
    /// What debuggers are told of what is built.
    pub debug: Option<DebugSetting>,
    /// Whether what is optimised and linked has neither names of symbols nor debug information.
    pub strip: bool,
}

/// `[c]`: where declarations of C are looked for. Options of another kind are not read, so that no folder of a stranger's makes
/// the reader of C load or write anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CKeys {
    /// The headers in which `lang check --headers` looks for declarations that name none.
    pub headers: Vec<String>,
    /// Folders with headers, relative to the manifest, as after `-I`.
    pub include: Vec<String>,
    /// Macros that headers are read with, as after `-D`.
    pub define: Vec<String>,
}

/// One line of `[bind]`: a module that is made of C's headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindEntry {
    /// The module's name.
    pub name: String,
    /// The headers, as `#include` names them, or paths relative to the manifest.
    pub headers: Vec<String>,
    /// C libraries to link, as after `-l`.
    pub link: Vec<String>,
    /// Patterns of the names that are wanted; all of them if there is none.
    pub only: Vec<String>,
    /// Where the name stands, for problems that show only later.
    pub name_range: Range<u32>,
    /// Where the headers stand.
    pub header_range: Range<u32>,
}

/// What debuggers are told, as a manifest says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugSetting {
    /// Nothing, as `-g0`.
    None,
    /// Functions and lines, as `-g1`.
    Lines,
    /// Everything, as `-g`.
    Full,
}

impl DebugSetting {
    /// Each by its word.
    const WORDS: [(&'static str, DebugSetting); 3] =
        [("none", DebugSetting::None), ("lines", DebugSetting::Lines), ("full", DebugSetting::Full)];
}

/// One line of `[dependencies]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The name before the `=`: what imports begin with.
    pub name: String,
    /// Folder of the package, relative to the manifest.
    pub path: String,
    /// Where the name stands, for problems that show only later.
    pub name_range: Range<u32>,
    /// Where the path stands.
    pub path_range: Range<u32>,
}

/// Reads the text of a `lang.toml`.
pub fn read(text: &str) -> (Manifest, Vec<Problem>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader::default();
    for error in errors {
        let range = error.span().unwrap_or(0..0);
        reader.problems.push(problems::invalid_toml(narrow(range), error.message()));
    }
    // A text that is not TOML has lost its structure: what it seems to say then is read, but not judged.
    let malformed = reader.problems.len();
    reader.top(table.get_ref());
    if malformed > 0 {
        reader.problems.truncate(malformed);
    }
    reader.problems.sort_by_key(|problem| problem.range.start);
    (reader.manifest, reader.problems)
}

#[derive(Default)]
struct Reader {
    manifest: Manifest,
    problems: Vec<Problem>,
}

type Value<'text> = Spanned<DeValue<'text>>;

const TOP_KEYS: &[&str] = &["name", "version", "dependencies", "link", "debug", "strip", "c", "bind"];
const LINK_KEYS: &[&str] = &["libraries", "search-paths", "objects"];
const C_KEYS: &[&str] = &["headers", "include", "define"];
const BIND_KEYS: &[&str] = &["header", "link", "only"];
const DEPENDENCY_KEYS: &[&str] = &["path"];

impl Reader {
    fn top(&mut self, table: &DeTable<'_>) {
        self.known_keys(table, TOP_KEYS, "`lang.toml`");
        match table.get("name") {
            Some(value) => self.name(value),
            None => self.problems.push(problems::missing_key("name")),
        }
        self.manifest.version = "0.0.0".to_string();
        match table.get("version") {
            Some(value) => self.version(value),
            None => self.problems.push(problems::missing_key("version")),
        }
        if let Some(value) = table.get("debug") {
            self.debug(value);
        }
        if let Some(value) = table.get("strip") {
            match value.get_ref().as_bool() {
                Some(strip) => self.manifest.strip = strip,
                None => self.wrong_type(value, "strip", "`true` or `false`"),
            }
        }
        if let Some(value) = table.get("dependencies")
            && let Some(table) = self.table(value, "dependencies")
        {
            for (name, value) in table {
                self.dependency(name, value);
            }
        }
        if let Some(value) = table.get("link")
            && let Some(table) = self.table(value, "link")
        {
            self.known_keys(table, LINK_KEYS, "`[link]`");
            self.manifest.libraries = self.texts(table, "libraries");
            self.manifest.search_paths = self.texts(table, "search-paths");
            self.manifest.objects = self.texts(table, "objects");
        }
        if let Some(value) = table.get("c")
            && let Some(table) = self.table(value, "c")
        {
            self.known_keys(table, C_KEYS, "`[c]`");
            self.manifest.c.headers = self.texts(table, "headers");
            self.manifest.c.include = self.texts(table, "include");
            self.manifest.c.define = self.texts(table, "define");
        }
        if let Some(value) = table.get("bind")
            && let Some(table) = self.table(value, "bind")
        {
            for (name, value) in table {
                self.bind(name, value);
            }
        }
    }

    fn name(&mut self, value: &Value<'_>) {
        let Some(name) = self.text(value, "name") else {
            return;
        };
        self.manifest.name = printable::line(name).into_owned();
        if let Some(reason) = name_fault(name) {
            self.problems.push(problems::invalid_name(range_of(value), name, "a package's", reason));
        }
    }

    fn version(&mut self, value: &Value<'_>) {
        let Some(version) = self.text(value, "version") else {
            return;
        };
        if is_version(version) {
            self.manifest.version = version.to_string();
        } else {
            self.problems.push(problems::invalid_version(range_of(value), version));
        }
    }

    fn debug(&mut self, value: &Value<'_>) {
        let Some(text) = self.text(value, "debug") else {
            return;
        };
        match DebugSetting::WORDS.iter().find(|(word, _)| *word == text) {
            Some((_, setting)) => self.manifest.debug = Some(*setting),
            None => {
                let words: Vec<&str> = DebugSetting::WORDS.iter().map(|(word, _)| *word).collect();
                self.problems.push(problems::unknown_word(range_of(value), "debug", text, &words));
            }
        }
    }

    fn dependency(&mut self, name: &Spanned<std::borrow::Cow<'_, str>>, value: &Value<'_>) {
        let name_range = narrow(name.span());
        let name = name.get_ref().as_ref();
        if let Some(reason) = name_fault(name) {
            self.problems.push(problems::invalid_name(name_range, name, "a package's", reason));
            return;
        }
        let Some(table) = self.table(value, name) else {
            return;
        };
        self.known_keys(table, DEPENDENCY_KEYS, "a dependency");
        let Some(path_value) = table.get("path") else {
            self.problems.push(problems::dependency_without_path(range_of(value), name));
            return;
        };
        if let Some(path) = self.text(path_value, "path") {
            if path.contains(printable::is_unprintable) {
                self.problems.push(problems::unprintable(range_of(path_value), "path", path));
                return;
            }
            self.manifest.dependencies.push(Dependency {
                name: name.to_string(),
                path: path.to_string(),
                name_range,
                path_range: range_of(path_value),
            });
        }
    }

    fn bind(&mut self, name: &Spanned<std::borrow::Cow<'_, str>>, value: &Value<'_>) {
        let name_range = narrow(name.span());
        let name = name.get_ref().as_ref();
        if let Some(reason) = name_fault(name) {
            self.problems.push(problems::invalid_name(name_range, name, "a module's", reason));
            return;
        }
        let Some(table) = self.table(value, name) else {
            return;
        };
        self.known_keys(table, BIND_KEYS, "a module of `[bind]`");
        let is_empty = |header: &Value<'_>| header.get_ref().as_array().is_some_and(|list| list.is_empty());
        let Some(header) = table.get("header").filter(|header| !is_empty(header)) else {
            self.problems.push(problems::bind_without_header(range_of(value), name));
            return;
        };
        let entry = BindEntry {
            name: name.to_string(),
            headers: self.one_or_any(table, "header"),
            link: self.one_or_any(table, "link"),
            only: self.one_or_any(table, "only"),
            name_range,
            header_range: range_of(header),
        };
        if !entry.headers.is_empty() {
            self.manifest.bind.push(entry);
        }
    }

    fn known_keys(&mut self, table: &DeTable<'_>, known: &[&'static str], place: &str) {
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let range = narrow(key.span());
                self.problems.push(problems::unknown_key(range, name, place, known));
            }
        }
    }

    fn table<'table, 'text>(&mut self, value: &'table Value<'text>, key: &str) -> Option<&'table DeTable<'text>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(value, key, "a table");
        }
        table
    }

    fn text<'value>(&mut self, value: &'value Value<'_>, key: &str) -> Option<&'value str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(value, key, "a string");
        }
        text
    }

    fn texts(&mut self, table: &DeTable<'_>, key: &str) -> Vec<String> {
        let Some(value) = table.get(key) else {
            return Vec::new();
        };
        let Some(values) = value.get_ref().as_array() else {
            self.wrong_type(value, key, "a list of strings");
            return Vec::new();
        };
        self.texts_of(values, key)
    }

    /// A string alone is a list of one.
    fn one_or_any(&mut self, table: &DeTable<'_>, key: &str) -> Vec<String> {
        match table.get(key) {
            None => Vec::new(),
            Some(value) => match value.get_ref() {
                DeValue::Array(values) => self.texts_of(values, key),
                DeValue::String(_) => self.texts_of(std::slice::from_ref(value), key),
                DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Boolean(_)
                | DeValue::Datetime(_)
                | DeValue::Table(_) => {
                    self.wrong_type(value, key, "a string or a list of strings");
                    Vec::new()
                }
            },
        }
    }

    fn texts_of(&mut self, values: &[Value<'_>], key: &str) -> Vec<String> {
        let mut texts = Vec::new();
        for value in values {
            match value.get_ref().as_str() {
                Some("") => self.problems.push(problems::empty_string(range_of(value), key)),
                Some(text) if text.contains(printable::is_unprintable) => {
                    self.problems.push(problems::unprintable(range_of(value), key, text));
                }
                Some(text) => texts.push(text.to_string()),
                None => self.wrong_type(value, key, "a string"),
            }
        }
        texts
    }

    fn wrong_type(&mut self, value: &Value<'_>, key: &str, wanted: &str) {
        let found = value.get_ref().type_str();
        self.problems.push(problems::wrong_type(range_of(value), key, wanted, found));
    }
}

fn range_of(value: &Value<'_>) -> Range<u32> {
    narrow(value.span())
}

/// Manifests, like all texts, are shorter than 2 GiB.
fn narrow(range: Range<usize>) -> Range<u32> {
    range.start as u32..range.end as u32
}

/// Words that cannot be a name in an import.
const RESERVED: &str = " as break case continue dyn else extern false fn for if impl import in let loop match move mut \
    pub ref return self Self throw trait true try type unsafe while ";

/// Why `name` cannot be a package's name.
pub(crate) fn name_fault(name: &str) -> Option<&'static str> {
    let mut bytes = name.bytes();
    if !bytes.next().is_some_and(|first| first.is_ascii_lowercase()) {
        return Some("a name begins with a letter from a to z");
    }
    if !bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_') {
        return Some("a name has only the letters a to z, digits and `_`");
    }
    if name == "std" {
        return Some("`std` is the standard library");
    }
    RESERVED.contains(&format!(" {name} ")).then_some("this word is reserved in the language")
}

/// `MAJOR.MINOR.PATCH`, with `-pre` or `+build` behind it or not.
fn is_version(version: &str) -> bool {
    let numbers = version.split(['-', '+']).next().unwrap_or_default();
    let rest = &version[numbers.len()..];
    let plain = numbers.split('.').count() == 3
        && numbers.split('.').all(|number| {
            !number.is_empty()
                && number.len() <= 9
                && number.bytes().all(|byte| byte.is_ascii_digit())
                && (number == "0" || !number.starts_with('0'))
        });
    let suffix = rest.is_empty()
        || (rest.len() > 1
            && rest[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+')));
    plain && suffix
}
