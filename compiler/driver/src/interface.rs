//! What a program shows to other languages (`lang header`): `extern fn`s with a body, globals with `@[name("…")]`, and the types
//! that they use. It is described once ([`forms`]) and written as a header of C, a module of Python, or one of Rust. It owns
//! what is shown; how each language writes it is [`c`]'s, [`python`]'s and [`rust`]'s.

mod by_value;
mod c;
mod comments;
mod enums;
mod forms;
mod layouts;
mod made;
mod of_headers;
mod own_types;
mod ownership;
mod python;
mod rust;
mod types;
mod words;

use std::collections::BTreeSet;

use ::c::write::Identifiers;
use ::types::{Anchor, Linkage, Ty};
use hir::{ItemId, ItemKind};
use project::Report;
use source::Database;

use crate::instances::own_items;
use crate::problems::endless_value;
use crate::program::Program;
use forms::{Interface, Symbol, SymbolKind};
use layouts::Layouts;
use of_headers::{Kept, OfHeaders};
use ownership::{Endless, Owners};
use types::{Gathered, Gatherer};

/// The words in each such text that say what it is.
pub const OF_HEADER: &str = "Made by `lang header";

/// For whom a program's interface is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderLanguage {
    /// A header of C99 and later, and of C++.
    C,
    /// A module that loads the shared library by `ctypes`.
    Python,
    /// A module of declarations, of edition 2021 and later.
    Rust,
}

/// What the session's program shows, for its target, and warnings of values that nobody can end. The program has no errors.
pub fn header(program: &Program, language: HeaderLanguage) -> (String, Vec<Report>) {
    let of_headers = match language {
        HeaderLanguage::C => OfHeaders::new(program),
        HeaderLanguage::Python | HeaderLanguage::Rust => OfHeaders::default(),
    };
    // Which names the included headers take is known when it is known which are included.
    let (mut interface, mut reports, used) = self::interface(program, &of_headers, Kept::default());
    if !used.is_empty() {
        (interface, reports, _) = self::interface(program, &of_headers, of_headers.kept(&used));
    }
    let mut layouts = Layouts::of(::types::target(&program.db), &mut interface.definitions);
    let text = match language {
        HeaderLanguage::C => c::write(&interface),
        HeaderLanguage::Python => python::write(&interface, &mut layouts),
        HeaderLanguage::Rust => rust::write(&interface),
    };
    (text, reports)
}

/// The interface, what is reported, and which headers of others it needs, whose names are kept for them.
fn interface(program: &Program, of_headers: &OfHeaders<'_>, kept: Kept) -> (Interface, Vec<Report>, BTreeSet<usize>) {
    let db = &program.db;
    let items = own_items(db, &program.loaded).into_iter();
    let shown: Vec<(ItemId, String)> =
        items.filter_map(|item| exported_name(program, item).map(|symbol| (item, symbol))).collect();
    let declared = kept.symbols.clone();
    let mut gatherer = Gatherer::new(db, of_headers, kept);
    let names = gatherer.functions(shown.iter().map(|(_, symbol)| symbol.as_str()));
    let functions = shown.iter().filter(|(item, _)| item.kind(db) == ItemKind::Function);
    let owners = Owners::new(db, functions.map(|(item, symbol)| (*item, names[symbol.as_str()].as_str())));
    let mut reports = Vec::new();
    let mut gather = |reports: &mut Vec<Report>| -> Vec<Symbol> {
        let symbols = shown.iter();
        symbols
            .map(|(item, symbol)| {
                let name = &names[symbol.as_str()];
                let (kind, ownership) = match item.kind(db) == ItemKind::Global {
                    true => (SymbolKind::Global(gatherer.form(::types::global_type(db, *item), false)), Vec::new()),
                    false => {
                        let (kind, parameters) = function(program, *item, &mut gatherer);
                        let (said, endless) = owners.of(*item, name, &parameters);
                        reports.extend(endless.iter().filter_map(|endless| endless_report(db, *item, endless)));
                        (kind, said)
                    }
                };
                let documentation = comments::documentation(db, *item);
                let is_declared = declared.contains(symbol);
                Symbol { name: name.clone(), symbol: symbol.clone(), documentation, ownership, kind, is_declared }
            })
            .collect()
    };
    // A parameter may not be called as a type that stands behind it, and all types have names only now.
    gather(&mut Vec::new());
    let symbols = gather(&mut reports);
    let Gathered { includes, used, of_c, known, definitions } = gatherer.finish();
    let of_others = of_headers.includes(&used);
    // A file may be called as nobody would write in C.
    let name = program.loaded.name.replace(|letter: char| letter.is_control(), "_");
    let target = program.target.to_string();
    (Interface { name, target, includes, of_others, of_c, known, definitions, symbols }, reports, used)
}

/// Where the result's type is written.
fn endless_report(db: &Database, item: ItemId, endless: &Endless) -> Option<Report> {
    let written = hir::item_data(db, item).and_then(|data| data.item().function()?.result);
    let at = written.map_or(Anchor::Item, Anchor::HeadType);
    let problem = endless_value::problem(&endless.ty, &endless.function, at);
    ::types::diagnostic(db, item, &problem).map(|diagnostic| Report::of_diagnostic(db, &diagnostic))
}

/// The name by which others call a function or reach a global, if they can.
fn exported_name(program: &Program, item: ItemId) -> Option<String> {
    if item.kind(&program.db) == ItemKind::Global {
        let name = hir::c_symbol(&program.db, item)?;
        let is_known = !::types::global_type(&program.db, item).is_error();
        return is_known.then(|| name.text().to_string());
    }
    if item.kind(&program.db) != ItemKind::Function {
        return None;
    }
    let signature = ::types::signature(&program.db, item);
    match signature.linkage {
        Linkage::Exported(name) if !signature.poisoned => Some(name.text().to_string()),
        Linkage::Exported(_) | Linkage::Mangled | Linkage::Imported(_) | Linkage::Intrinsic(_) => None,
    }
}

/// A function, with the names of its parameters.
fn function(program: &Program, item: ItemId, gatherer: &mut Gatherer<'_>) -> (SymbolKind, Vec<String>) {
    let signature = ::types::signature(&program.db, item);
    let mut identifiers = Identifiers::default();
    let mut parameters = Vec::new();
    for parameter in &signature.parameters {
        let name = identifiers.give(&parameter.name.text(), |name| gatherer.is_used(name));
        parameters.push((name, gatherer.value(parameter.ty)));
    }
    let names = parameters.iter().map(|(name, _)| name.clone()).collect();
    let (result, returns) = (gatherer.result(signature.result), signature.result != Ty::NEVER);
    (SymbolKind::Function { parameters, result, returns }, names)
}
