//! Macros as values. No arithmetic of C is done here: clang reads the file once more, with a variable behind it for each macro
//! without parameters, and says what it makes of its initialiser. What is no expression is an error in its line, and is left
//! out the next time; only values from a reading without errors count. It must not know what macros are wanted for.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use clang_sys::*;

use super::library::{Cursor, Evaluated, Type, Unit};
use super::wire::{Place, TypeIndex, Value};

/// So often the macros are tried: each time, those that were no expressions are left out.
const MOST_READS: usize = 6;

/// What the preprocessor met.
#[derive(Default)]
pub(super) struct Macros {
    /// Macros without parameters: where, and whether nothing stands behind the name.
    pub plain: BTreeMap<String, (Place, bool)>,
    /// Macros with parameters.
    pub with_parameters: Vec<(String, Place)>,
    /// The files that the file itself includes.
    pub includes: Vec<String>,
}

/// The macros that files define, and what the first file includes.
pub(super) fn found(unit: &Unit) -> Macros {
    let mut found = Macros::default();
    let mut with_parameters = BTreeMap::new();
    let mut main = None;
    for cursor in unit.declarations() {
        match cursor.kind() {
            CXCursor_InclusionDirective => {
                let file = cursor.place().file;
                // Of what is included somewhere, the first stands in the file itself.
                let main = main.get_or_insert(file.clone());
                found.includes.extend(cursor.included().filter(|_| file == *main));
            }
            CXCursor_MacroDefinition => {
                let (name, place) = (cursor.name(), cursor.place());
                // What clang itself and the command line define stands in no file.
                if place.file.is_empty() || place.file.starts_with('<') {
                    continue;
                }
                if cursor.has_macro_parameters() {
                    found.plain.remove(&name);
                    with_parameters.insert(name, place);
                } else {
                    with_parameters.remove(&name);
                    let is_empty =
                        cursor.extent().is_some_and(|(from, to)| to.offset - from.offset == name.len() as u32);
                    found.plain.insert(name, (place, is_empty));
                }
            }
            _ => {}
        }
    }
    found.with_parameters = with_parameters.into_iter().collect();
    found
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
    for (name, (_, is_empty)) in &found.plain {
        if *is_empty {
            continue;
        }
        left.push(format!("__auto_type {NUMBER}{name} = ({name});"));
        left.push(format!(
            "static const char *const {TEXT}{name} = {name}; static const unsigned long long {LENGTH}{name} = sizeof({name});"
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
        let found = match ty.canonical().kind() {
            CXType_Pointer => of_pointer(text, length).or_else(|| match address?.evaluated() {
                Evaluated::Integer(at) => Some(Value::Address(number(ty), u64::try_from(at).ok()?)),
                Evaluated::Nothing | Evaluated::Float(_) | Evaluated::Text(_) => None,
            }),
            CXType_Int128 | CXType_UInt128 | CXType_LongDouble | CXType_Float128 => None,
            _ => match value.evaluated() {
                Evaluated::Integer(value) => Some(Value::Integer(number(ty), value)),
                Evaluated::Float(value) => Some(Value::Float(number(ty), value)),
                Evaluated::Nothing | Evaluated::Text(_) => None,
            },
        };
        values.extend(found.map(|found| (name, found)));
    }
    values
}

/// A string, if the macro is one as a whole: its size tells, which counts the NUL.
fn of_pointer(text: Option<Cursor<'_>>, length: Option<Cursor<'_>>) -> Option<Value> {
    let Evaluated::Text(bytes) = text?.evaluated() else { return None };
    let Evaluated::Integer(size) = length?.evaluated() else { return None };
    let text = String::from_utf8(bytes).ok()?;
    (size == text.len() as i128 + 1).then_some(Value::Text(text))
}
