//! An import of a module that is not there.

use source::{Db, Diagnostic, DiagnosticKind, Package, Severity, Span};

use super::similar::most_similar;
use crate::modules::joined;
use crate::spelling::module_spellings;
use crate::{Module, Name, find_module, imported_module, module_file, module_scope, package_by_name};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0106",
    name: "unknown-module",
    title: "unknown module",
    explanation: "\
`import a.b` needs the file `a/b.lang` below the package's root, or the module `b` of the package `a`, which is `std`
or named in `lang.toml`. A single item is imported in parentheses: `import a.b (item)`.",
    severity: Severity::Error,
};

pub(crate) fn at(db: &dyn Db, module: Module, path: &[Name], span: Span) -> Diagnostic {
    let package = module.package(db);
    let written = joined(path);
    let problem = KIND.at(span, format!("unknown module `{written}`")).label("there is no such module");
    if let Some((last, outer)) = path.split_last()
        && let Some(target) = imported_module(db, package, outer)
        && module_scope(db, target).is_public_name(*last)
    {
        let better = format!("{} ({last})", joined(outer));
        return problem.help(format!("write `import {better}`")).fix(format!("write `{better}`"), span, better);
    }
    if let Some(better) = in_own_package(db, package, path) {
        let help = format!("in its own package it is `{better}`");
        return problem.help(help).fix(format!("write `{better}`"), span, better);
    }
    let other = path.first().and_then(|first| Some((*first, package_by_name(db, package, &first.text())?)));
    let (wanted, prefix, owner) = match other {
        Some((name, other)) => (joined(&path[1..]), format!("{name}."), other),
        None => (written, String::new(), package),
    };
    let wanted = Name::new(&wanted);
    let known = module_spellings(db).get(&owner);
    match most_similar(wanted, known.map(|known| known.near(wanted)).into_iter().flatten()) {
        Some(near) => {
            let near = format!("{prefix}{near}");
            problem.help(format!("did you mean `{near}`?")).guess(format!("replace by `{near}`"), span, near)
        }
        None => problem,
    }
}

/// What a path that begins with the name of its own package leads to, written without that: of the name alone the entry, by
/// the name of its file.
fn in_own_package(db: &dyn Db, package: Package, path: &[Name]) -> Option<String> {
    let (first, rest) = path.split_first()?;
    if *first != Name::new(package.name(db)) {
        return None;
    }
    let inside = joined(rest);
    let found = find_module(db, package, &inside)?;
    if !inside.is_empty() {
        return Some(inside);
    }
    let file = module_file(db, found)?.path(db);
    let last = file.strip_suffix(".lang")?.rsplit('/').next()?;
    (imported_module(db, package, &[Name::new(last)]) == Some(found)).then(|| last.to_string())
}

#[cfg(test)]
mod tests {
    use crate::fixture::check_modules;
    use expect_test::expect;

    #[test]
    fn near_modules_and_items_are_suggested() {
        check_modules(
            &[
                ("", "import geometri\nimport geometry.dot\nimport other (x)\nfn f { x() }"),
                ("geometry", "pub fn dot { }"),
            ],
            expect![[r#"
                1:8 E0106 unknown module `geometri` | there is no such module
                    help: did you mean `geometry`?
                2:8 E0106 unknown module `geometry.dot` | there is no such module
                    help: write `import geometry (dot)`
                3:8 E0106 unknown module `other` | there is no such module
            "#]],
        );
    }

    #[test]
    fn a_package_does_not_begin_its_paths_with_its_own_name() {
        check_modules(
            &[
                ("", "import main (f)\nimport main.geometry (dot)\nimport main.missing\nfn g { dot() }"),
                ("geometry", "pub fn dot { }"),
            ],
            expect![[r#"
                1:8 E0106 unknown module `main` | there is no such module
                2:8 E0106 unknown module `main.geometry` | there is no such module
                    help: in its own package it is `geometry`
                3:8 E0106 unknown module `main.missing` | there is no such module
            "#]],
        );
    }
}
