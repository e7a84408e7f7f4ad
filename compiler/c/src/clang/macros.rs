//! Macros as values. No arithmetic of C is done here: clang reads the file once more, with a variable behind it for each macro
//! without parameters, and says what it makes of its initialiser. What is no expression is an error in its line, and is left
//! out the next time; only values from a reading without errors count. Macros that grow beyond all bounds are never asked about
//! ([`super::expansion`]). It must not know what macros are wanted for.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use clang_sys::*;

use super::expansion::{Definition, Sizes};
use super::library::{Cursor, Evaluated, Type, Unit};
use super::wire::{File, Place, TypeIndex, Value};

/// So often the macros are tried: each time, those that were no expressions are left out.
const MOST_READS: usize = 6;

/// What the preprocessor met.
#[derive(Default)]
pub(super) struct Macros {
    /// Macros without parameters.
    pub plain: BTreeMap<String, Plain>,
    /// Macros with parameters.
    pub with_parameters: Vec<(String, Place)>,
    /// The file itself, and those that are included somewhere.
    pub files: Vec<File>,
}

/// A macro without parameters.
pub(super) struct Plain {
    pub place: Place,
    /// Whether nothing stands behind the name.
    pub is_empty: bool,
    /// Why nobody asks what it is.
    pub strange: Option<String>,
    /// Whether it opens brackets that it does not close, or the reverse: as an initialiser it would take the next ones with it.
    is_unbalanced: bool,
    /// A literal of a text behind parentheses and names of macros, if it is one: in words, or as C writes it.
    text: String,
}

/// The macros that files define, and which file includes which; `path` is the first.
pub(super) fn found(unit: &Unit, path: &str) -> Macros {
    let mut found = Macros::default();
    let mut graph = Graph::default();
    graph.number(unit, path);
    let mut definitions: HashMap<String, Definition> = HashMap::new();
    let mut with_parameters = BTreeMap::new();
    for cursor in unit.declarations() {
        match cursor.kind() {
            CXCursor_InclusionDirective => {
                let (from, to) = (cursor.place().file, cursor.included());
                // What the command line includes stands in no file.
                if let Some(to) = to.filter(|_| !from.is_empty() && !from.starts_with('<')) {
                    let (from, to) = (graph.number(unit, &from), graph.number(unit, &to));
                    if !graph.files[from as usize].includes.contains(&to) {
                        graph.files[from as usize].includes.push(to);
                    }
                }
            }
            CXCursor_MacroDefinition => {
                let (name, place) = (cursor.name(), cursor.place());
                let Some((from, to)) = cursor.extent() else { continue };
                // What clang itself and the command line define stands in no file.
                if place.file.is_empty() || place.file.starts_with('<') {
                    continue;
                }
                let bytes =
                    unit.contents(&place.file).and_then(|all| all.get(from.offset as usize..to.offset as usize));
                let text = String::from_utf8_lossy(bytes.unwrap_or_default());
                let is_function = cursor.has_macro_parameters();
                let definition = Definition::of(text.strip_prefix(name.as_str()).unwrap_or(&text), is_function);
                definitions.insert(name.clone(), definition);
                if is_function {
                    found.plain.remove(&name);
                    with_parameters.insert(name, place);
                } else {
                    with_parameters.remove(&name);
                    let body = text.strip_prefix(name.as_str()).unwrap_or_default().trim();
                    let is_empty = body.is_empty() || body == "1" && is_guard(&name, &place.file);
                    found.plain.insert(
                        name,
                        Plain { place, is_empty, strange: None, is_unbalanced: false, text: String::new() },
                    );
                }
            }
            _ => {}
        }
    }
    found.with_parameters = with_parameters.into_iter().collect();
    found.files = graph.files;
    let mut sizes = Sizes::new(&definitions);
    for (name, plain) in &mut found.plain {
        plain.text = sizes.literal(name);
        plain.is_unbalanced = sizes.is_unbalanced(name);
    }
    let too_long = sizes.too_long(found.plain.keys());
    for name in too_long {
        if let Some(plain) = found.plain.get_mut(&name) {
            plain.strange = Some("it is a macro that expands to more words than are tried".to_string());
        }
    }
    found
}

/// Whether a name is the path of its file, as `_SYS_POLL_H` of `sys/poll.h`, or the end of that.
fn is_guard(name: &str, path: &str) -> bool {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' };
    let path: String = path.chars().map(letter).collect();
    let name = name.trim_matches('_');
    name.ends_with("_H") && path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
}

/// Which file includes which.
#[derive(Default)]
struct Graph {
    files: Vec<File>,
    numbers: HashMap<String, u32>,
}

impl Graph {
    fn number(&mut self, unit: &Unit, path: &str) -> u32 {
        if let Some(known) = self.numbers.get(path) {
            return *known;
        }
        let number = self.files.len() as u32;
        let is_internal = unit.contents(path).is_some_and(|text| refuses_to_be_included(path, text));
        self.files.push(File { path: path.to_string(), includes: Vec::new(), is_internal });
        self.numbers.insert(path.to_string(), number);
        number
    }
}

/// Whether a file has an `#error` for who includes it directly, in which it is named. Others, which only want a header to be
/// included before, do not say their own names.
fn refuses_to_be_included(path: &str, text: &[u8]) -> bool {
    let names_itself = |line: &str| {
        let mut named = line.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
        named.any(|(name, _)| path.strip_suffix(name).is_some_and(|folder| folder.ends_with('/')))
    };
    let text = String::from_utf8_lossy(text).replace("\\\n", " ");
    let errors =
        text.lines().filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("error"));
    errors.into_iter().any(|line| line.contains("directly") && names_itself(line))
}

/// Stands before the names of the variables.
const NUMBER: &str = "lang_bind_value_";
const TEXT: &str = "lang_bind_text_";
const LENGTH: &str = "lang_bind_length_";
const ADDRESS: &str = "lang_bind_address_";

/// The unit in which each macro that is an expression initialises variables; nothing if none could be read.
pub(super) fn evaluate(path: &str, text: &str, arguments: &[String], found: &Macros) -> Result<Option<Unit>, String> {
    let mut arguments = arguments.to_vec();
    arguments.extend(["-ferror-limit=0".to_string(), "-w".to_string()]);
    let mut left: Vec<String> = Vec::new();
    for (name, plain) in &found.plain {
        if plain.is_empty || plain.is_unbalanced || plain.strange.is_some() {
            continue;
        }
        let text = if plain.text.is_empty() { name } else { &plain.text };
        left.push(format!("__auto_type {NUMBER}{name} = ({name});"));
        left.push(format!(
            "static const char *const {TEXT}{name} = {text}; static const unsigned long long {LENGTH}{name} = sizeof({text});"
        ));
        left.push(format!("static const unsigned long long {ADDRESS}{name} = (unsigned long long)({name});"));
    }
    // What depends on where or when it is used is no constant.
    let places = ["__FILE__", "__LINE__", "__BASE_FILE__", "__FILE_NAME__", "__INCLUDE_LEVEL__", "__COUNTER__"];
    let places = places.iter().chain(&["__DATE__", "__TIME__", "__TIMESTAMP__"]);
    let text =
        places.fold(text.to_string(), |text, name| format!("{text}\n#undef {name}\n#define {name} lang_bind_place"));
    let first = text.lines().count();
    for _ in 0..MOST_READS {
        let mut source = String::with_capacity(text.len() + 64 * left.len());
        for line in text.lines().chain(left.iter().map(String::as_str)) {
            // Writing to a string does not fail.
            let _ = writeln!(source, "{line}");
        }
        let unit = Unit::read(path, &[(path.to_string(), source.into_bytes())], &arguments, false)?;
        let errors = unit.errors();
        if errors.is_empty() {
            return Ok(Some(unit));
        }
        let wrong: HashSet<usize> = errors
            .iter()
            .filter(|error| error.place.file == path)
            .filter_map(|error| (error.place.line as usize).checked_sub(first + 1))
            .collect();
        let before = left.len();
        left = left.into_iter().enumerate().filter(|(line, _)| !wrong.contains(line)).map(|(_, text)| text).collect();
        if left.len() == before {
            return Ok(None);
        }
    }
    Ok(None)
}

/// What each macro is.
pub(super) fn values<'unit>(
    unit: &'unit Unit,
    found: &Macros,
    number: &mut impl FnMut(Type<'unit>) -> TypeIndex,
) -> BTreeMap<String, Value> {
    let mut parts: BTreeMap<String, [Option<Cursor<'unit>>; 4]> = BTreeMap::new();
    for cursor in unit.declarations() {
        if cursor.kind() != CXCursor_VarDecl {
            continue;
        }
        let name = cursor.name();
        let known = [NUMBER, TEXT, LENGTH, ADDRESS].iter().enumerate();
        for (index, prefix) in known {
            if let Some(name) = name.strip_prefix(prefix) {
                parts.entry(name.to_string()).or_default()[index] = Some(cursor);
            }
        }
    }
    let mut values = BTreeMap::new();
    for (name, [value, text, length, address]) in parts {
        let Some(value) = value else { continue };
        let ty = value.ty();
        let value = match ty.canonical().kind() {
            CXType_Pointer if is_wide(&found.plain, &name) => strange("it is a text of wide characters"),
            CXType_Pointer => of_pointer(text, length).or_else(|| match address?.evaluated() {
                Evaluated::Integer(at) => Some(Value::Address(number(ty), u64::try_from(at).ok()?)),
                Evaluated::Nothing | Evaluated::Float(_) | Evaluated::Text(_) => None,
            }),
            CXType_Int128 | CXType_UInt128 | CXType_LongDouble | CXType_Float128 => {
                strange(&format!("it is a number of the type `{}`", ty.canonical().name()))
            }
            _ => match value.evaluated() {
                Evaluated::Integer(value) => Some(Value::Integer(number(ty), value)),
                Evaluated::Float(value) => Some(Value::Float(number(ty), value)),
                Evaluated::Nothing | Evaluated::Text(_) => None,
            },
        };
        values.extend(value.map(|value| (name, value)));
    }
    values
}

fn strange(why: &str) -> Option<Value> {
    Some(Value::Strange(why.to_string()))
}

fn is_wide(macros: &BTreeMap<String, Plain>, name: &str) -> bool {
    macros.get(name).is_some_and(|plain| ["L\"", "u\"", "U\""].iter().any(|begin| plain.text.starts_with(begin)))
}

/// A string, if the macro is one as a whole: its size tells, which counts the NUL.
fn of_pointer(text: Option<Cursor<'_>>, length: Option<Cursor<'_>>) -> Option<Value> {
    let Evaluated::Text(bytes) = text?.evaluated() else { return None };
    let Evaluated::Integer(size) = length?.evaluated() else { return None };
    match String::from_utf8(bytes) {
        Ok(text) if size == text.len() as i128 + 1 => Some(Value::Text(text)),
        Ok(_) => strange("it is a text with a NUL in it"),
        Err(_) => strange("it is a text of other bytes than UTF-8"),
    }
}
