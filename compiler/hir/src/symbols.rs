//! The names that C and the linker know items by: which items have one, and which names may be given. Owns the rule for
//! `extern fn`, `extern { … }` and `@[name("…")]`; must not know mangled names nor how anything is linked.

use source::{Chunk, Db, Diagnostic, Program, Span, parse};
use syntax::view;

use crate::problems::{invalid_symbol, reserved_symbol};
use crate::reserved_symbols::{Owner, owner};
use crate::{AttributeValue, ItemId, ItemKind, ItemRef, Name, item_data, item_name_span, item_node, item_source};

/// What is wrong with the name that an item has for the linker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymbolProblem {
    /// There is none.
    Empty,
    /// A character that assemblers, headers or linkers would take for something else.
    Character(char),
    /// It does not begin with a letter or `_`, as assemblers want.
    Beginning,
    /// This compiler or its code generators give names that begin or end so.
    OfCompiler(&'static str),
    /// The compiler gives names that begin so to what is in the package of this name.
    OfPackage(Name),
    /// C keeps all names that begin with `_` for itself.
    Underscore,
    /// Somebody relies on what stands behind the name.
    Owned(Owner),
}

/// Beginnings of the names that the compiler and its code generators give by themselves.
const PREFIXES: &[&str] = &["std.", "llvm."];
/// What is in such names only, as the `:` that it stands for is in none of the language.
const PARTS: &[&str] = &["$3a"];
/// Ends of such names: a function's table of sites, and the way to a function that some calls take.
const SUFFIXES: &[&str] = &[".sites", "$thunk"];

/// The name by which C knows an item: an `extern fn` with a body, a C function, a C global, or a global with
/// `@[name("…")]`. Others have none.
pub fn c_symbol(db: &dyn Db, item: ItemId) -> Option<Name> {
    item_data(db, item)?.c_symbol(db, item)
}

/// The headers that `@[header("…")]` says declare an item of C's: that before it, else that before its block. None where a
/// name is no header's, which is reported where attributes are checked.
pub fn c_headers(db: &dyn Db, item: ItemId) -> Vec<String> {
    let Some(data) = item_data(db, item) else { return Vec::new() };
    let attributes = data.tree.attributes(data.attributes).iter();
    // Those of the block stand before the item's own.
    let Some(last) = attributes.rev().find(|attribute| attribute.name.text() == "header") else { return Vec::new() };
    let names = data.tree.attribute_arguments(*last).iter().filter_map(|argument| match &argument.value {
        AttributeValue::String(text) => Some(text.to_string()),
        AttributeValue::Missing | AttributeValue::Word(_) | AttributeValue::Integer(_) => None,
    });
    let names: Vec<String> = names.collect();
    if names.iter().all(|name| is_header_name(name)) { names } else { Vec::new() }
}

/// Whether a text can stand between the quotes of `#include`.
pub fn is_header_name(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(|letter: char| letter.is_control() || "\"\\<>".contains(letter))
}

impl ItemRef<'_> {
    /// [`c_symbol`] of `item`, whose head this is.
    pub fn c_symbol(self, db: &dyn Db, item: ItemId) -> Option<Name> {
        let is_known_to_c = match item.kind(db) {
            ItemKind::ExternFunction | ItemKind::ExternGlobal => true,
            ItemKind::Global => self.tree.attribute(self.attributes, "name").is_some(),
            ItemKind::Function => self.function().is_some_and(|function| function.is_extern),
            ItemKind::Type
            | ItemKind::Alias
            | ItemKind::Constant
            | ItemKind::OpaqueType
            | ItemKind::Trait
            | ItemKind::Impl
            | ItemKind::Test => false,
        };
        is_known_to_c.then(|| {
            let written = self.tree.attribute_text(self.attributes, "name");
            written.map_or_else(|| item.name(db), Name::new)
        })
    }

    /// [`ItemRef::c_symbol`], unless the compiler itself provides what this declares, so that no linker sees it.
    pub(crate) fn linked_symbol(self, db: &dyn Db, item: ItemId) -> Option<Name> {
        let is_provided =
            || item.module(db).is_standard(db) && self.tree.attribute(self.attributes, "intrinsic").is_some();
        self.c_symbol(db, item).filter(|_| !is_provided())
    }

    /// Whether the name that C knows `item` by, whose head this is, breaks the rules. Nothing is compiled that has such a
    /// name.
    pub fn has_wrong_symbol(self, db: &dyn Db, item: ItemId) -> bool {
        self.c_symbol(db, item).is_some_and(|symbol| problem(db, item, symbol).is_some())
    }
}

fn problem(db: &dyn Db, item: ItemId, symbol: Name) -> Option<SymbolProblem> {
    // An item whose name is missing has a syntax error already.
    if item.name(db).is_empty() || item.module(db).is_standard(db) {
        return None;
    }
    let is_definition = matches!(item.kind(db), ItemKind::Function | ItemKind::Global);
    let symbol = symbol.text();
    problem_of_name(&symbol, is_definition).or_else(|| of_package(db, &symbol).map(SymbolProblem::OfPackage))
}

/// The package of the program whose own names begin as this symbol does. A declaration of such a symbol would be a second
/// one of the program's own function, and nothing compares it with the first.
fn of_package(db: &dyn Db, symbol: &str) -> Option<Name> {
    let (beginning, _) = symbol.split_once('.')?;
    let packages = Program::try_get(db)?.packages(db);
    packages.iter().find(|package| &**package.name(db) == beginning).map(|_| Name::new(beginning))
}

/// What is wrong with a name for the linker, of something that the program defines or only declares.
fn problem_of_name(symbol: &str, is_definition: bool) -> Option<SymbolProblem> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ['_', '.', '$'].contains(&letter);
    let first = symbol.chars().next();
    if first.is_none() {
        return Some(SymbolProblem::Empty);
    }
    if let Some(other) = symbol.chars().find(|letter| !is_plain(*letter)) {
        return Some(SymbolProblem::Character(other));
    }
    if !first.is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '_') {
        return Some(SymbolProblem::Beginning);
    }
    let prefixes = PREFIXES.iter().filter(|prefix| symbol.starts_with(**prefix));
    let suffixes = SUFFIXES.iter().filter(|suffix| symbol.ends_with(**suffix));
    let parts = PARTS.iter().filter(|part| symbol.contains(**part));
    if let Some(part) = prefixes.chain(suffixes).chain(parts).next() {
        return Some(SymbolProblem::OfCompiler(part));
    }
    if !is_definition {
        return None;
    }
    if symbol.starts_with('_') {
        return Some(SymbolProblem::Underscore);
    }
    owner(symbol).map(SymbolProblem::Owned)
}

/// Reports the name of an item for the linker, if it breaks the rules.
pub(crate) fn check(db: &dyn Db, item: ItemId, data: ItemRef<'_>, found: &mut Vec<Diagnostic>) {
    let Some(symbol) = data.c_symbol(db, item) else { return };
    let Some(problem) = problem(db, item, symbol) else {
        return;
    };
    let Some(span) = symbol_span(db, item) else { return };
    found.push(match problem {
        SymbolProblem::Empty | SymbolProblem::Character(_) | SymbolProblem::Beginning => {
            invalid_symbol::at(symbol, problem, span)
        }
        SymbolProblem::OfCompiler(_)
        | SymbolProblem::OfPackage(_)
        | SymbolProblem::Underscore
        | SymbolProblem::Owned(_) => reserved_symbol::at(symbol, problem, span),
    });
}

/// Where the name is written: in `@[name("…")]`, else behind `fn` or `let`.
fn symbol_span(db: &dyn Db, item: ItemId) -> Option<Span> {
    written_span(db, item_source(db, item)?.chunk, item).or_else(|| item_name_span(db, item))
}

fn written_span(db: &dyn Db, chunk: Chunk<'_>, item: ItemId) -> Option<Span> {
    let tree = parse(db, chunk);
    let mut attributes = view::Attribute::all(tree, item_node(db, item)?);
    let attribute = attributes.find(|attribute| attribute.name().is_some_and(|name| name.text() == "name"))?;
    let range = attribute.arguments().find_map(|argument| argument.value())?.range();
    Some(Span::new(chunk.id(db), range.start..range.end))
}

#[cfg(test)]
mod tests {
    use super::{SymbolProblem, problem_of_name};
    use crate::reserved_symbols::{Owner, all, owner};

    #[test]
    fn names_that_every_tool_takes_are_right() {
        for name in ["f", "on_event", "x9", "geometry.vec.dot", "a$5b", "secret_new", "mallocate", "memcpy2"] {
            assert_eq!(problem_of_name(name, true), None, "{name}");
        }
        // C's own names may be declared, not defined.
        for name in ["malloc", "_exit", "__errno_location", "sqrtf"] {
            assert_eq!(problem_of_name(name, false), None, "{name}");
            assert!(problem_of_name(name, true).is_some(), "{name}");
        }
    }

    #[test]
    fn others_say_what_is_wrong() {
        use SymbolProblem::{Beginning, Character, Empty, OfCompiler, Owned, Underscore};
        for (name, expected) in [
            ("", Empty),
            ("a\0b", Character('\0')),
            ("a b", Character(' ')),
            ("x\");", Character('"')),
            ("größe", Character('ö')),
            ("a@plt", Character('@')),
            ("1", Beginning),
            (".Lf", Beginning),
            ("$d", Beginning),
            ("std.runtime.panic_site", OfCompiler("std.")),
            ("llvm.memcpy.p0.p0.i64", OfCompiler("llvm.")),
            ("main.f.sites", OfCompiler(".sites")),
            ("printf.al1$thunk", OfCompiler("$thunk")),
            ("i64$3adrop", OfCompiler("$3a")),
            ("_start", Underscore),
            ("__udivti3", Underscore),
            ("malloc", Owned(Owner::StandardC)),
            ("memcpy", Owned(Owner::StandardC)),
            ("sqrtf", Owned(Owner::StandardC)),
            ("powl", Owned(Owner::StandardC)),
            ("bcmp", Owned(Owner::Optimisers)),
            ("environ", Owned(Owner::CLibrary)),
            ("main", Owned(Owner::Start)),
        ] {
            assert_eq!(problem_of_name(name, true), Some(expected), "{name:?}");
        }
    }

    #[test]
    fn the_list_has_each_name_once_and_none_that_a_rule_covers() {
        let mut seen = std::collections::HashSet::new();
        for (name, of) in all() {
            assert!(seen.insert(name), "{name} is there twice");
            assert!(!name.starts_with('_'), "{name}");
            assert_eq!(owner(name), Some(of));
        }
    }
}
