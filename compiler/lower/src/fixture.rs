//! What the tests of this room share: programs from texts, with the standard library, and their diagnostics as text.

use std::sync::Arc;

use expect_test::Expect;
use hir::ItemId;
use source::{Database, Db, LineColumn, Package, Program, SourceFile, Span, TargetInput, line_index};

/// The library's modules that compiled bodies need.
const STANDARD: [(&str, &str); 3] = [
    ("c", include_str!("../../std/c.lang")),
    ("runtime", include_str!("../../std/runtime.lang")),
    ("string", include_str!("../../std/string.lang")),
];

/// Puts a program of one file into a database.
pub(crate) fn load(db: &Database, text: &str) -> SourceFile {
    load_for(db, text, abi::Target::X86_64_LINUX)
}

/// The same for a target, of Linux.
pub(crate) fn load_for(db: &Database, text: &str, target: abi::Target) -> SourceFile {
    let standard = package(db, "std", &STANDARD);
    let main = package(db, "main", &[("", text)]);
    let target = TargetInput::new(db, Arc::from(target.name()), Arc::from("linux"));
    let file = main.modules(db)[0].1;
    Program::new(db, vec![standard, main], target);
    file
}

fn package(db: &Database, name: &str, modules: &[(&str, &str)]) -> Package {
    let modules = modules
        .iter()
        .map(|(path, text)| {
            let name = if path.is_empty() { "main" } else { path };
            (Arc::from(*path), SourceFile::new(db, Arc::from(name), Arc::from(*text)))
        })
        .collect();
    Package::new(db, Arc::from(name), modules, Vec::new())
}

/// The item of a file's module with this name, members included.
pub(crate) fn item(db: &Database, file: SourceFile, name: &str) -> ItemId {
    let module = hir::module_of_file(db, file).expect("the file is a module of the program");
    let mut ids = hir::module_items(db, module).ids();
    ids.find(|id| id.name(db).text() == name).expect("the test names an item of its text")
}

/// Compares the diagnostics of a one-file program.
pub(crate) fn check(text: &str, expected: Expect) {
    let db = Database::new();
    let file = load(&db, text);
    expected.assert_eq(&diagnostics_text(&db, file));
}

/// Compares the source form of function `name`, which must have no errors.
pub(crate) fn check_form(text: &str, name: &str, expected: Expect) {
    let db = Database::new();
    let file = load(&db, text);
    let errors: String = crate::diagnostics(&db, file)
        .iter()
        .filter(|found| found.severity() == source::Severity::Error)
        .map(|found| found.message.clone() + "\n")
        .collect();
    assert_eq!(errors, "");
    expected.assert_eq(&crate::source_form(&db, item(&db, file, name)).text(&db));
}

/// The diagnostics of a file as text, a line each.
pub(crate) fn diagnostics_text(db: &Database, file: SourceFile) -> String {
    let mut shown = String::new();
    for found in crate::diagnostics(db, file) {
        let at = place(db, found.primary.span);
        shown.push_str(&format!("{at} {} {}", found.kind.code, found.message));
        for label in &found.secondary {
            shown.push_str(&format!(" [{} {}]", place(db, label.span), label.text));
        }
        for note in &found.notes {
            shown.push_str(&format!(" ({note})"));
        }
        shown.push('\n');
    }
    shown
}

fn place(db: &dyn Db, span: Span) -> String {
    let LineColumn { line, column } = line_index(db, span.file(db)).line_column(span.absolute(db).start);
    format!("{}:{}", line + 1, column + 1)
}
