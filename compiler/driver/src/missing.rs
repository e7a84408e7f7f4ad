//! What is missing when a program is linked, in words for its author. It owns the reading of linkers' complaints and the way
//! from a symbol to the declaration that promised it; it must not know how programs are linked.

use std::collections::{BTreeSet, HashMap};

use project::Report;

use crate::bound_names::Names;
use crate::problems::{link_failed, missing_library, undefined_symbol};
use crate::program::Program;
use crate::system::libraries;

/// How linkers name a symbol that nothing defines, each with what ends the name.
const UNDEFINED: [(&str, char); 5] = [
    ("undefined reference to symbol '", '\''),
    ("undefined reference to `", '\''),
    ("undefined reference to '", '\''),
    ("undefined symbol: ", '\n'),
    ("undefined hidden symbol: ", '\n'),
];
/// How they name a library that is not there.
const NO_LIBRARY: [(&str, char); 3] =
    [("cannot find -l", ':'), ("unable to find library -l", '\n'), ("library not found: ", '\n')];

/// A linker's complaint: the declarations of what is missing, else its own words.
pub(crate) fn link_failed(program: &Program, command: &str, output: &str) -> Vec<Report> {
    let libraries = named(output, &NO_LIBRARY);
    if !libraries.is_empty() {
        let reports = libraries.iter().map(|name| missing_library::report(name, ""));
        return reports.collect();
    }
    let symbols = named(output, &UNDEFINED);
    let reports = undefined_symbols(program, symbols.iter().map(String::as_str));
    if reports.len() < symbols.len() || symbols.is_empty() {
        return vec![link_failed::report(command, output)];
    }
    reports
}

/// Reports at the declarations of symbols that nothing defines; none for those that the program does not declare.
pub(crate) fn undefined_symbols<'a>(program: &Program, symbols: impl Iterator<Item = &'a str>) -> Vec<Report> {
    let triple = program.target.to_string();
    let declared: Vec<hir::ItemId> = hir::all_items(&program.db).collect();
    let mut headers: HashMap<&str, Option<Names<'_>>> = HashMap::new();
    symbols
        .filter_map(|symbol| {
            let is_it = |item: &hir::ItemId| {
                item.kind(&program.db) != hir::ItemKind::Function
                    && hir::c_symbol(&program.db, *item).is_some_and(|name| name.text() == symbol)
            };
            // The program's own declaration says more than one of the standard library.
            let mut found: Vec<hir::ItemId> = declared.iter().copied().filter(is_it).collect();
            found.sort_by_key(|item| item.module(&program.db).is_standard(&program.db));
            let item = *found.first()?;
            let span = hir::item_name_span(&program.db, item)?;
            let library = libraries::with_symbol(symbol, &triple);
            let file = hir::module_file(&program.db, item.module(&program.db));
            let bound = program.loaded.files.iter().find(|known| Some(known.file) == file);
            let bound = bound.and_then(|file| file.bound.as_deref());
            let module = bound.map(|bound| bound.entry.name.as_str());
            let diagnostic = undefined_symbol::at(symbol, span, library, module);
            let mut report = Report::of_diagnostic(&program.db, &diagnostic);
            let name = item.name(&program.db).text();
            // The header is what somebody has written.
            if let Some((binder, bound)) = program.binder.as_deref().zip(bound) {
                let names = headers.entry(&bound.entry.name).or_insert_with(|| Names::of(binder, bound));
                report.primary = names.as_ref().and_then(|names| names.place(&name)).or(report.primary);
            }
            Some(report)
        })
        .collect()
}

/// The names behind some words of a linker, without the versions that some symbols have.
fn named(output: &str, words: &[(&str, char)]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (before, end) in words {
        for (at, _) in output.match_indices(before) {
            let rest = &output[at + before.len()..];
            let name = rest.split([*end, '\n', '@']).next().unwrap_or_default().trim();
            names.insert(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{NO_LIBRARY, UNDEFINED, named};

    #[test]
    fn each_linker_is_understood() {
        let complaints = "\
/usr/bin/ld: a.o: in function `main.main':\na.c:(.text+0x22): undefined reference to `sqrt'
ld.lld: error: undefined symbol: cos\n>>> referenced by a.o:(main.main)
mold: error: undefined symbol: tan
/usr/bin/ld: a.o: undefined reference to symbol 'sin@@GLIBC_2.2.5'
/usr/bin/ld: cannot find -lcurl: No such file or directory
ld.lld: error: unable to find library -lssh\nmold: fatal: library not found: xml2\n";
        let symbols = named(complaints, &UNDEFINED);
        assert_eq!(symbols.into_iter().collect::<Vec<_>>(), ["cos", "sin", "sqrt", "tan"]);
        let libraries = named(complaints, &NO_LIBRARY);
        assert_eq!(libraries.into_iter().collect::<Vec<_>>(), ["curl", "ssh", "xml2"]);
    }
}
