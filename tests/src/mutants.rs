//! Mutants of the standard library: each is its text with one small mistake in the body of one function. Tests that do not
//! notice it have a hole. Owns how mistakes are made, which tests are asked and in what they are locked up; must not know
//! which mutants are tried, nor what becomes of those that nobody notices.

mod changes;
mod checked;
mod interpreted;
mod locked;
mod reach;
mod witness;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use project::standard_library::{MODULES, display_path};

pub use checked::Checker;
pub use interpreted::Interpreted;
pub use locked::{Ending, Locked, can_lock};
pub use reach::Reach;
pub use witness::{Kind, Verdict, Witnesses, copy_library};

/// A module of the library as it lies on disk.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its path below `std`: `json.read`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The function that a mistake is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub function: String,
    /// The type that it is a method of, without type arguments; nothing for free functions, default methods of traits, and
    /// methods of types without a name.
    pub of_type: Option<String>,
    /// The trait that asks for it.
    pub of_trait: Option<String>,
}

/// The library with one mistake.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The module's path below `std`.
    pub module: String,
    /// The function.
    pub place: Place,
    /// By what lists know it: `deque Deque.grow | the line | the line with the mistake`.
    pub key: String,
    /// The module's whole text with the mistake.
    pub text: String,
}

impl Mutant {
    /// A number that follows from the seed and the mutant alone, so that a change elsewhere does not change who is chosen.
    pub fn lot(&self, seed: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (seed, &self.key).hash(&mut hasher);
        hasher.finish()
    }
}

/// The modules of the library, in the order of their names, without those that only declare what C has.
pub fn library() -> Vec<Module> {
    let folder = crate::root().join("compiler");
    let paths = MODULES.iter().map(|(name, _)| *name);
    let of = |name: &str| {
        let path = folder.join(display_path(name));
        Module { name: name.to_owned(), text: crate::corpus::read(&path) }
    };
    paths.filter(|name| !matches!(*name, "c" | "c.linux")).map(of).collect()
}

/// Every mutant of a module; many of them do not compile.
pub fn of_module(module: &Module) -> Vec<Mutant> {
    let parse = syntax::parse(&module.text);
    let mut seen: HashMap<String, usize> = HashMap::new();
    let changes = changes::of(&parse).into_iter();
    changes
        .map(|change| {
            let range = change.range.index();
            let text = format!("{}{}{}", &module.text[..range.start], change.with, &module.text[range.end..]);
            let (old, new) = (line_at(&module.text, range.start), line_at(&text, range.start));
            let of = change.place.of_type.as_ref().or(change.place.of_trait.as_ref());
            let of = of.map_or(String::new(), |name| format!("{name}."));
            let mut key = format!("{} {of}{} | {old} | {new}", module.name, change.place.function);
            let count = seen.entry(key.clone()).or_default();
            *count += 1;
            if *count > 1 {
                key = format!("{key} ({count})");
            }
            Mutant { module: module.name.clone(), place: change.place, key, text }
        })
        .collect()
}

/// The line around an offset, without the blanks at its ends.
fn line_at(text: &str, offset: usize) -> &str {
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |newline| offset + newline);
    text[start..end].trim()
}
