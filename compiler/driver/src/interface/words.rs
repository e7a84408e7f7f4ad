//! Names of C made names of languages with other words, and the words that these keep for themselves. It owns how a name gives
//! way: by `_` at its end, and by more where that is another name.

use std::collections::{HashMap, HashSet};

/// Python's words, and what the module uses itself.
const PYTHON: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield \
    AttributeError ImportError getattr property";

/// Rust's words and primitive types.
const RUST: &str = "Self abstract as async await become box break const continue crate do dyn else enum extern false final \
    fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait \
    true try type typeof union unsafe unsized use virtual where while yield \
    bool char f16 f32 f64 f128 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize _";

/// Names, each told apart from the others, and none of them a word of the language.
pub(super) struct Names {
    changed: HashMap<String, String>,
}

impl Names {
    pub(super) fn of_python<'a>(names: impl Iterator<Item = &'a str>) -> Names {
        // What begins with `_` is the module's own, or Python's.
        Names::new(names, |name| name.starts_with('_') || PYTHON.split_ascii_whitespace().any(|word| word == name))
    }

    pub(super) fn of_rust<'a>(names: impl Iterator<Item = &'a str>) -> Names {
        Names::new(names, |name| RUST.split_ascii_whitespace().any(|word| word == name))
    }

    fn new<'a>(names: impl Iterator<Item = &'a str>, is_kept: impl Fn(&str) -> bool) -> Names {
        let (kept, plain): (Vec<&str>, Vec<&str>) = names.partition(|name| is_kept(name));
        let mut given: HashSet<String> = plain.into_iter().map(str::to_string).collect();
        let mut changed = HashMap::new();
        for name in kept {
            let mut other = format!("{}_", name.trim_start_matches('_'));
            while is_kept(&other) || other.starts_with(|letter: char| letter.is_ascii_digit()) {
                other.insert(0, 'x');
            }
            while !given.insert(other.clone()) {
                other.push('_');
            }
            changed.insert(name.to_string(), other);
        }
        Names { changed }
    }

    /// What a name is called.
    pub(super) fn get<'a>(&'a self, name: &'a str) -> &'a str {
        self.changed.get(name).map_or(name, String::as_str)
    }
}

/// All names of a module's own: types, parts of types, constants, functions and globals.
pub(super) fn of_module(interface: &super::forms::Interface) -> Vec<&str> {
    let mut names: Vec<&str> = interface.known.iter().map(|known| known.name.as_str()).collect();
    for definition in &interface.definitions {
        match &definition.body {
            super::forms::Body::Name { .. } => names.push(&definition.name),
            super::forms::Body::Record(record) => parts(record, &mut names),
        }
        names.extend(definition.constants.iter().map(|constant| constant.name.as_str()));
    }
    names.extend(interface.symbols.iter().map(|symbol| symbol.name.as_str()));
    names
}

fn parts<'a>(record: &'a super::forms::Record, names: &mut Vec<&'a str>) {
    for field in &record.fields {
        if let super::forms::Shape::Inline(inner) = &field.form.shape {
            names.push(&inner.name);
            parts(inner, names);
        }
    }
}
